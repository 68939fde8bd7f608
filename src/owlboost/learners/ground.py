"""The examples laid out for the search: positives first, then negatives."""

from dataclasses import dataclass

import numpy as np

from owlboost._typing import Degrees, Ids, Mask
from owlboost.features.labelling import Labelling
from owlboost.learners.focus import Space
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
    """

    space: Space
    elements: Ids
    n_positives: int
    order: Ids

    @property
    def n_examples(self) -> int:
        """Size of I."""
        return self.elements.size

    @property
    def n_negatives(self) -> int:
        """Size of E⁻."""
        return self.n_examples - self.n_positives

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
    elements.flags.writeable = False
    return Ground(
        Space(problem.kb, labelling), elements, int(np.count_nonzero(problem.positive)), order
    )


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A concept that was found, with its degrees over the examples it covers."""

    body: Concept
    rows: Ids
    """Covered examples, ascending, as positions in ``Ground.elements``."""
    degrees: Degrees
    n_positives: int
    """How many examples of the ground are positive: rows below that number are in E⁺."""

    @property
    def covered_positives(self) -> Ids:
        """The positives it covers."""
        return self.rows[: int(np.searchsorted(self.rows, self.n_positives))]

    @property
    def confidence(self) -> float:
        """``Σ_{E⁺} C / Σ_I C``, unweighted (note 11)."""
        total = float(self.degrees.sum())
        return float(self.degrees[: self.covered_positives.size].sum()) / total if total else 0.0

    @property
    def n_covered_negatives(self) -> int:
        """How many negatives it covers."""
        return self.rows.size - self.covered_positives.size

    def inclusion(self, degree: float = 1.0) -> Inclusion:
        """Make an axiom of the concept, with what it covers."""
        return Inclusion(
            self.body,
            degree,
            self.confidence,
            self.covered_positives.size,
            self.n_covered_negatives,
        )


def best_degrees(learned: list[Learned], n_examples: int) -> Degrees:
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
