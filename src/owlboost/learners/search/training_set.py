"""The training examples laid out for the search: by falling label."""

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
"""At most so many concepts are remembered with their degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """What all rounds and all thresholds share: the label matrix and the order of examples.

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
        return negatives_of(self.labels, self.counts, self.is_example)

    @property
    def distribution(self) -> Weights:
        """The weights w₁ of the examples: uniform, unless some stand for more than others."""
        uniform: Weights = self.counts / self.counts.sum()
        return uniform

    @property
    def signs(self) -> Floats:
        """The labelling ``l = 2y − 1``: 1 for positives, −1 for the others."""
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

    def rest(self) -> None:
        """Forget what only searches need; another search makes it anew."""
        self._shards.clear()

    def learned(
        self, body: Concept, degrees: Callable[[], tuple[Ids, Degrees]]
    ) -> "LearnedConcept":
        """Return a concept with whom it covers; of few examples it is remembered.

        ``degrees`` finds these. (Nothing is remembered where ``C ⊓ C`` is not C, as in a shard.)
        """
        if self.n_rows > FEW_ROWS or not self.space.semantics.idempotent:
            return LearnedConcept(body, *degrees(), self)
        found = self._learned.get(body)
        if found is None:
            if len(self._learned) > _MOST_REMEMBERED:
                self._learned.clear()
            found = self._learned[body] = LearnedConcept(body, *degrees(), self)
        return found

    def thinned(self, most: int) -> "TrainingSet":
        """Return every second, third, … example, at most about this many; as it is if so few.

        They stand by label, so each class keeps its share.
        """
        step = -(-self.n_rows // most)
        if step <= 1:
            return self
        kept = slice(None, None, step)
        return TrainingSet(
            self.space,
            np.ascontiguousarray(self.elements[kept]),
            np.ascontiguousarray(self.labels[kept]),
            np.ascontiguousarray(self.counts[kept]),
            np.ascontiguousarray(self.is_example[kept]),
            np.argsort(np.argsort(self.order[kept])).astype(np.int32),
            self.graded,
        )

    def in_problem_order(self, degrees: Degrees) -> Degrees:
        """Bring an array over I back to the order of the examples of the learning problem."""
        out = np.empty_like(degrees)
        out[self.order] = degrees
        return out[: np.count_nonzero(self.is_example)]


def lay_out(
    problem: LearningProblem, labelling: LabelMatrix, semantics: Semantics = ZADEH
) -> TrainingSet:
    """Arrange the individuals of a problem: by falling label, equal ones in the order given."""
    return laid_out(problem, space_of(problem, labelling, semantics))


def space_of(
    problem: LearningProblem, labelling: LabelMatrix, semantics: Semantics = ZADEH
) -> SearchSpace:
    """Return the labels and roles over which a problem, or any part of it, can be laid out."""
    everyone = np.concatenate([problem.individuals, problem.others])
    return SearchSpace(problem.kb, labelling, semantics, examples=everyone)


def laid_out(problem: LearningProblem, space: SearchSpace) -> TrainingSet:
    """Arrange the individuals of a problem over a space that others may share."""
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
    """Return where labels stand by falling size, equal ones as they are; crisp ones are 1 or 0."""
    if graded:
        return np.argsort(-labels, kind="stable").astype(np.int32)
    sides = (np.flatnonzero(labels > 0), np.flatnonzero(labels == 0))
    return np.concatenate(sides).astype(np.int32)


@dataclass(frozen=True, eq=False)
class LearnedConcept:
    """A concept that was found, with its degrees over the individuals it covers.

    Attributes
    ----------
    body
        The concept.
    rows
        Whom it covers, ascending, as positions in ``TrainingSet.elements``.
    degrees
        Its degree at each of them.
    data
        What says more of them.
    """

    body: Concept
    rows: Ids
    degrees: Degrees
    data: TrainingSet

    @classmethod
    def of_column(cls, body: Concept, column: Degrees, data: TrainingSet) -> "LearnedConcept":
        """Take a concept whose degrees at all individuals of a training set are known."""
        ranges = shard_ranges(slice(0, column.size))  # numbers of all rows at once would be longer
        found = [np.flatnonzero(covers(column[one])).astype(np.int32) + one.start for one in ranges]
        rows = np.concatenate(found, dtype=np.int32)
        return cls(body, rows, column[rows], data)

    @property
    def labels(self) -> Floats:
        """Labels of those it covers."""
        return self.data.labels[self.rows]

    @property
    def counts(self) -> Weights:
        """How many examples each of those that it covers stands for."""
        return self.data.counts[self.rows]

    @property
    def is_example(self) -> Mask:
        """Which of those it covers are examples."""
        return self.data.is_example[self.rows]

    @cached_property
    def _n_plain(self) -> int:
        """How many positives are covered, if each example stands for one; else −1."""
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
        """How many positives it covers, by weight: ``Σ y`` over what it covers."""
        if self._n_plain >= 0:
            return float(self._n_plain)
        return positives_of(self.labels, self.counts)

    @cached_property
    def negative_count(self) -> float:
        """How many negatives it covers, by weight: ``Σ (1 − y)`` over what it covers."""
        if self._n_plain >= 0:
            return float(self.rows.size - self._n_plain)
        return negatives_of(self.labels, self.counts, self.is_example)

    def inclusion(self, degree: float = 1.0, confidence: float | None = None) -> Inclusion:
        """Make an axiom of the concept, with what it covers; by default its own confidence."""
        positives, negatives = self.positive_count, self.negative_count
        crisp = self._n_plain >= 0 or bool(((self.labels == 0) | (self.labels == 1)).all())
        return Inclusion(
            self.body,
            degree,
            self.confidence if confidence is None else confidence,
            round(positives),
            round(negatives) if crisp else round(positives + negatives) - round(positives),
        )


def positives_of(labels: Floats, counts: Weights) -> float:
    """``Σ y``, by weight: how many positives there are.

    Examples
    --------
    >>> positives_of(np.array([1.0, 0.5, 0.0]), np.array([1.0, 3.0, 1.0]))
    2.5
    """
    among = np.flatnonzero(labels > 0)
    return float((counts[among] * labels[among]).sum())


def negatives_of(labels: Floats, counts: Weights, is_example: Mask) -> float:
    """``Σ (1 − y)`` over the examples, by weight: how many negatives there are.

    Examples
    --------
    >>> negatives_of(np.array([1.0, 0.5, 0.0]), np.ones(3), np.array([True, True, False]))
    0.5
    """
    among = np.flatnonzero((labels < 1) & is_example)
    return float((counts[among] * (1 - labels[among])).sum())


def learned_of(data: TrainingSet, body: Concept, pool: ThreadPool = SERIAL) -> LearnedConcept:
    """Return any concept with its degrees over a training set."""
    column = np.empty(data.n_rows)
    fill_degrees(column, body, data, pool)
    return LearnedConcept.of_column(body, column, data)


def fill_degrees(
    column: Degrees, body: Concept, data: TrainingSet, pool: ThreadPool = SERIAL
) -> None:
    """Write the degrees of any concept at every individual of a training set, some at a time."""

    def fill(rows: slice) -> None:
        column[rows] = data.space.concept(body, data.elements[rows])

    pool.each(fill, shard_ranges(slice(0, data.n_rows)))


def best_degrees(learned: Sequence[LearnedConcept], n_rows: int) -> Degrees:
    """``max_j C_j(a)`` for every individual of I."""
    out = np.zeros(n_rows)
    for axiom in learned:
        out[axiom.rows] = np.maximum(out[axiom.rows], axiom.degrees)
    return out


def still_uncovered(uncovered: Mask, axiom: LearnedConcept) -> Mask:
    """Positives left after an axiom took those it covers to any degree."""
    left = uncovered.copy()
    left[axiom.covered_positives] = False
    return left
