"""The training examples in search order: by descending label."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import ZADEH, Semantics
from owlboost.concepts.hypothesis import Inclusion, covers
from owlboost.data.examples import LearningProblem
from owlboost.features.label_matrix import LabelMatrix
from owlboost.learners.search.shard import Shard, shard_ranges
from owlboost.learners.search.space import FEW_ROWS, SearchSpace
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

_MOST_REMEMBERED = 1000
"""Number of concepts whose degrees are cached."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """The examples over a search space, by descending label.

    Attributes
    ----------
    space
        Labels and roles over the knowledge base.
    elements
        The individuals I as elements, by falling label, then by element number, so that the order
        in which they are listed changes nothing.
    labels
        The label of each of them.
    counts
        How many examples each of them stands for.
    is_example
        Which of them are examples; the others weigh in, but are neither positive nor negative.
    order
        Position of each of them in the learning problem: its examples, then the others.
    graded
        Whether labels are degrees (mathematics §23).
    n_plain_positives
        If the first so many are positive, all others negative, and each stands for one example:
        how many; else −1.
    """

    space: SearchSpace
    elements: Ids
    labels: Floats
    counts: Weights
    is_example: Mask
    order: Ids
    graded: bool = False
    n_plain_positives: int = field(init=False, repr=False)
    _shards: dict[tuple[int, int], Shard] = field(default_factory=dict, init=False, repr=False)
    _learned: "dict[Concept, LearnedConcept]" = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for array in (self.elements, self.labels, self.counts, self.is_example, self.order):
            array.flags.writeable = False
        object.__setattr__(self, "n_plain_positives", self._plain_positives())

    @property
    def n_rows(self) -> int:
        """Size of I."""
        return self.elements.size

    @property
    def negative_count(self) -> float:
        """Size of E⁻, by weight: ``Σ (1 − y)`` over the examples."""
        return negative_weight(self.labels, self.counts, self.is_example)

    @property
    def distribution(self) -> Weights:
        """The weights w₁ of the examples, uniform for equal counts."""
        uniform: Weights = self.counts / self.counts.sum()
        return uniform

    @property
    def signs(self) -> Floats:
        """The signs ``l = 2y − 1``: 1 for positives, −1 for others."""
        return np.asarray(2 * self.labels - 1)

    def _plain_positives(self) -> int:
        n_positives = int(np.count_nonzero(self.labels))
        is_plain = (
            bool((self.labels[:n_positives] == 1).all())
            and bool((self.counts == 1).all())
            and bool(self.is_example.all())
        )
        return n_positives if is_plain else -1

    def shard(self, rows: slice) -> Shard:
        """Return a range of the examples, the same for all searches."""
        key = rows.start, rows.stop
        if key not in self._shards:
            self._shards[key] = Shard(self.space, self.elements[rows], rows)
        return self._shards[key]

    def release_shards(self) -> None:
        """Drop the shards; another search makes new ones."""
        self._shards.clear()

    def learned(
        self, body: Concept, degrees: Callable[[], tuple[Ids, Degrees]]
    ) -> "LearnedConcept":
        """Return a concept with what it covers, cached for few examples.

        ``degrees`` computes that. (Nothing is cached where ``C ⊓ C`` is not C, as in a shard.)
        """
        if self.n_rows > FEW_ROWS or not self.space.semantics.idempotent:
            return LearnedConcept(body, *degrees(), self)
        cached = self._learned.get(body)
        if cached is None:
            if len(self._learned) > _MOST_REMEMBERED:
                self._learned.clear()
            cached = self._learned[body] = LearnedConcept(body, *degrees(), self)
        return cached

    def thinned(self, most: int) -> "TrainingSet":
        """Return every n-th example, about ``most`` at most.

        Since examples are sorted by label, each class keeps its share.
        """
        step = -(-self.n_rows // most)
        if step <= 1:
            return self
        rows = slice(None, None, step)
        return TrainingSet(
            self.space,
            np.ascontiguousarray(self.elements[rows]),
            np.ascontiguousarray(self.labels[rows]),
            np.ascontiguousarray(self.counts[rows]),
            np.ascontiguousarray(self.is_example[rows]),
            np.argsort(np.argsort(self.order[rows])).astype(np.int32),
            self.graded,
        )

    def in_problem_order(self, degrees: Degrees) -> Degrees:
        """Reorder an array over I as the examples of the problem."""
        out = np.empty_like(degrees)
        out[self.order] = degrees
        return out[: np.count_nonzero(self.is_example)]


def training_set_for(
    problem: LearningProblem, matrix: LabelMatrix, semantics: Semantics = ZADEH
) -> TrainingSet:
    """Return the training set of a problem, with labels from a matrix."""
    return training_set_in(problem, search_space_for(problem, matrix, semantics))


def search_space_for(
    problem: LearningProblem, matrix: LabelMatrix, semantics: Semantics = ZADEH
) -> SearchSpace:
    """Return the search space for a problem or any part of it."""
    individuals = np.concatenate([problem.individuals, problem.others])
    return SearchSpace(problem.kb, matrix, semantics, examples=individuals)


def training_set_in(problem: LearningProblem, space: SearchSpace) -> TrainingSet:
    """Return the training set of a problem in a search space."""
    elements, labels, weights = problem.individuals, problem.labels, problem.weights
    if problem.others.size:
        elements = np.concatenate([elements, problem.others])
        labels = np.concatenate([labels, np.zeros(problem.others.size)])
    if problem.others.size and weights is not None:
        weights = np.concatenate([weights, np.ones(problem.others.size)])
    order = _by_falling(labels, graded=problem.is_graded)
    return TrainingSet(
        space,
        elements[order],
        labels[order],
        np.ones(order.size) if weights is None else weights[order],
        order < len(problem),
        order,
        problem.is_graded,
    )


def _by_falling(labels: Floats, *, graded: bool) -> Ids:
    """Return the stable order by descending label.

    Crisp labels are 1 or 0.
    """
    if graded:
        return np.argsort(-labels, kind="stable").astype(np.int32)
    sides = (np.flatnonzero(labels > 0), np.flatnonzero(labels == 0))
    return np.concatenate(sides).astype(np.int32)


@dataclass(frozen=True, eq=False)
class LearnedConcept:
    """A concept with its degrees over the individuals it covers.

    Attributes
    ----------
    body
        The concept.
    rows
        The individuals it covers, ascending, as positions in ``TrainingSet.elements``.
    degrees
        Its degree at each of them.
    data
        The training set that they belong to.
    """

    body: Concept
    rows: Ids
    degrees: Degrees
    data: TrainingSet

    @classmethod
    def from_degrees(cls, body: Concept, column: Degrees, data: TrainingSet) -> "LearnedConcept":
        """Return it from the degrees of all individuals."""
        ranges = shard_ranges(slice(0, column.size))  # numbers of all rows at once would be longer
        covered = [
            np.flatnonzero(covers(column[part])).astype(np.int32) + part.start for part in ranges
        ]
        rows = np.concatenate(covered, dtype=np.int32)
        return cls(body, rows, column[rows], data)

    @property
    def labels(self) -> Floats:
        """Labels of the covered individuals."""
        return self.data.labels[self.rows]

    @property
    def counts(self) -> Weights:
        """Number of examples each covered individual stands for."""
        return self.data.counts[self.rows]

    @property
    def is_example(self) -> Mask:
        """Mask of the covered individuals that are examples."""
        return self.data.is_example[self.rows]

    @cached_property
    def _n_plain(self) -> int:
        """Number of covered positives if all counts are 1; else −1."""
        among = self.data.n_plain_positives
        return int(np.searchsorted(self.rows, np.int32(among))) if among >= 0 else -1

    @property
    def covered_positives(self) -> Ids:
        """The positives it covers."""
        return self.rows[self.labels > 0]

    @property
    def confidence(self) -> float:
        """``Σ min(C, y) / Σ C`` over I, without the weights of boosting (note 11).

        For crisp labels that is ``Σ_{E⁺} C / Σ_I C``.
        """
        labels = self.labels
        positive = labels > 0
        return self._share(self.counts[positive] * np.minimum(self.degrees, labels)[positive])

    @cached_property
    def mean_label(self) -> float:
        """``Σ C·y / Σ C`` over I: for crisp labels the confidence."""
        if self._n_plain >= 0:
            return self._share(self.degrees[: self._n_plain])
        labels = self.labels
        positive = labels > 0
        return self._share(self.counts[positive] * self.degrees[positive] * labels[positive])

    def _share(self, parts: Floats) -> float:
        total = self.cover
        return float(parts.sum()) / total if total else 0.0

    @cached_property
    def cover(self) -> float:
        """``Σ_I C``, by weight."""
        if self._n_plain >= 0:
            return float(self.degrees.sum())
        return float((self.counts * self.degrees).sum())

    @cached_property
    def positive_count(self) -> float:
        """Weighted number of covered positives: ``Σ y`` over what it covers."""
        if self._n_plain >= 0:
            return float(self._n_plain)
        return positive_weight(self.labels, self.counts)

    @cached_property
    def negative_count(self) -> float:
        """Weighted number of covered negatives: ``Σ (1 − y)`` over them."""
        if self._n_plain >= 0:
            return float(self.rows.size - self._n_plain)
        return negative_weight(self.labels, self.counts, self.is_example)

    def inclusion(self, degree: float = 1.0, confidence: float | None = None) -> Inclusion:
        """Make an axiom of the concept, by default with its own confidence."""
        positives, negatives = self.positive_count, self.negative_count
        crisp = self._n_plain >= 0 or bool(((self.labels == 0) | (self.labels == 1)).all())
        return Inclusion(
            self.body,
            degree,
            self.confidence if confidence is None else confidence,
            round(positives),
            round(negatives) if crisp else round(positives + negatives) - round(positives),
        )


def positive_weight(labels: Floats, counts: Weights) -> float:
    """``Σ y``, by weight: the number of positives.

    Examples
    --------
    >>> positive_weight(np.array([1.0, 0.5, 0.0]), np.array([1.0, 3.0, 1.0]))
    2.5
    """
    among = np.flatnonzero(labels > 0)
    return float((counts[among] * labels[among]).sum())


def negative_weight(labels: Floats, counts: Weights, is_example: Mask) -> float:
    """``Σ (1 − y)`` over the examples, by weight: the number of negatives.

    Examples
    --------
    >>> negative_weight(np.array([1.0, 0.5, 0.0]), np.ones(3), np.array([True, True, False]))
    0.5
    """
    among = np.flatnonzero((labels < 1) & is_example)
    return float((counts[among] * (1 - labels[among])).sum())


def evaluate_concept(data: TrainingSet, body: Concept, pool: ThreadPool = SERIAL) -> LearnedConcept:
    """Return any concept with its degrees over a training set."""
    column = np.empty(data.n_rows)
    fill_degrees(column, body, data, pool)
    return LearnedConcept.from_degrees(body, column, data)


def fill_degrees(
    column: Degrees, body: Concept, data: TrainingSet, pool: ThreadPool = SERIAL
) -> None:
    """Write the degrees of a concept over a training set, in blocks."""

    def fill(rows: slice) -> None:
        column[rows] = data.space.degrees(body, data.elements[rows])

    pool.each(fill, shard_ranges(slice(0, data.n_rows)))


def best_degrees(learned: Sequence[LearnedConcept], n_rows: int) -> Degrees:
    """``max_j C_j(a)`` for every individual of I."""
    out = np.zeros(n_rows)
    for axiom in learned:
        out[axiom.rows] = np.maximum(out[axiom.rows], axiom.degrees)
    return out


def uncovered_after(uncovered: Mask, axiom: LearnedConcept) -> Mask:
    """Return the positives that an axiom leaves uncovered."""
    left = uncovered.copy()
    left[axiom.covered_positives] = False
    return left
