"""The examples laid out for the search: positives first, then negatives."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Degrees, Ids, Mask, Weights
from owlboost.features.labelling import Labelling
from owlboost.learners.search.focus import Space
from owlboost.model.concepts import Concept
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import Inclusion


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What all rounds and all thresholds share: the label matrix and the order of examples.

    Attributes
    ----------
    space
        Labels and roles over the knowledge base.
    elements
        The examples as elements: first E⁺, then E⁻, each by element number, so that the order in
        which individuals are listed changes nothing.
    n_positives
        How many of them are positive.
    order
        Position in the learning problem of each of them.
    counts
        How many examples each of them stands for.
    """

    space: Space
    elements: Ids
    n_positives: int
    order: Ids
    counts: Weights

    @property
    def n_examples(self) -> int:
        """Size of I."""
        return self.elements.size

    @property
    def negative_count(self) -> float:
        """Size of E⁻, by weight."""
        return float(self.counts[self.n_positives :].sum())

    @property
    def distribution(self) -> Weights:
        """The weights w₁ of the examples: uniform, unless some stand for more than others."""
        uniform: Weights = self.counts / self.counts.sum()
        return uniform

    @property
    def signs(self) -> Degrees:
        """The labelling l: 1 for positives, −1 for the others."""
        return np.where(np.arange(self.n_examples) < self.n_positives, 1.0, -1.0)

    def in_problem_order(self, degrees: Degrees) -> Degrees:
        """Bring an array over the examples back to the order of the learning problem."""
        out = np.empty_like(degrees)
        out[self.order] = degrees
        return out


def lay_out(problem: LearningProblem, labelling: Labelling) -> Ground:
    """Arrange the examples of a problem."""
    order = np.lexsort((problem.individuals, ~problem.positive)).astype(np.int32)
    elements = np.ascontiguousarray(problem.individuals[order])
    counts = np.ascontiguousarray(problem.counts[order])
    elements.flags.writeable = False
    counts.flags.writeable = False
    n_positives = int(np.count_nonzero(problem.positive))
    return Ground(Space(problem.kb, labelling), elements, n_positives, order, counts)


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A concept that was found, with its degrees over the examples it covers."""

    body: Concept
    rows: Ids
    """Covered examples, ascending, as positions in ``Ground.elements``."""
    degrees: Degrees
    n_positives: int
    """How many examples of the ground are positive: rows below that number are in E⁺."""
    counts: Weights
    """How many examples each of the covered ones stands for."""

    @property
    def covered_positives(self) -> Ids:
        """The positives it covers."""
        return self.rows[: int(np.searchsorted(self.rows, self.n_positives))]

    @property
    def confidence(self) -> float:
        """``Σ_{E⁺} C / Σ_I C``, without the weights of boosting (note 11)."""
        counted = self.counts * self.degrees
        total = float(counted.sum())
        return float(counted[: self.covered_positives.size].sum()) / total if total else 0.0

    @property
    def positive_count(self) -> float:
        """How many positives it covers, by weight."""
        return float(self.counts[: self.covered_positives.size].sum())

    @property
    def negative_count(self) -> float:
        """How many negatives it covers, by weight."""
        return float(self.counts[self.covered_positives.size :].sum())

    def inclusion(self, degree: float = 1.0) -> Inclusion:
        """Make an axiom of the concept, with what it covers."""
        return Inclusion(
            self.body,
            degree,
            self.confidence,
            round(self.positive_count),
            round(self.negative_count),
        )


def best_degrees(learned: Sequence[Learned], n_examples: int) -> Degrees:
    """``max_j C_j(a)`` for every example."""
    out = np.zeros(n_examples)
    for axiom in learned:
        out[axiom.rows] = np.maximum(out[axiom.rows], axiom.degrees)
    return out


def still_uncovered(uncovered: Mask, axiom: Learned) -> Mask:
    """Positives left after an axiom took those it covers to any degree."""
    left = uncovered.copy()
    left[axiom.covered_positives] = False
    return left
