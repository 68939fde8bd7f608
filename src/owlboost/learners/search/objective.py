"""The objective of a search: weights, gains, and the best refinement."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self

import numpy as np

from owlboost.concepts.concept import TOP, Concept, Edge, chain, fuzzy_conditions, size
from owlboost.errors import ExamplesError
from owlboost.learners.search.moves import ExcludedConcepts, Position
from owlboost.learners.search.space import SearchSpace
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask, Weights

TOLERANCE = 1e-12
"""Two scores this close, relative to the larger, are a tie (note 10)."""


def largest(scores: Floats) -> Ids:
    """Positions of the largest score and of all that tie with it.

    Examples
    --------
    >>> largest(np.array([1.0, 2.0, 2.0 + 1e-15]))
    array([1, 2], dtype=int32)
    """
    if not scores.size:
        return np.empty(0, dtype=np.int32)
    best = scores.max()
    return np.flatnonzero(scores >= best - TOLERANCE * abs(best)).astype(np.int32)


class _ExampleWeights:
    """Arrays with one number per example."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """All arrays, in the order of the fields."""
        return tuple(getattr(self, field) for field in self.__match_args__)

    def sliced(self, rows: slice) -> Self:
        """Return the weights of some examples."""
        return type(self)(*(array[rows] for array in self.arrays))

    def agrees_on(self, rows: slice, other: "SumWeights | None") -> bool:
        """Whether ``other`` equals these weights on ``rows``."""
        return type(other) is type(self) and all(
            np.array_equal(array[rows], other_array[rows])
            for array, other_array in zip(self.arrays, other.arrays, strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class LinearWeights(_ExampleWeights):
    """Two weights per example, for the sums ``Σ u·C`` and ``Σ v·C``."""

    positive_weights: Weights
    total_weights: Weights


@dataclass(frozen=True, eq=False)
class NewtonWeights(_ExampleWeights):
    """Per-example gradients, Hessians, counts and lifts, for four sums.

    They are ``Σ g·C``, ``Σ k·C²``, ``Σ n·C`` and ``Σ l·C``. The lift ``n·(y − π)``, with π the
    share of positives, sums to more than 0 if a concept raises that share.
    """

    gradients: Weights
    hessians: Weights
    counts: Weights
    lifts: Weights

    @cached_property
    def spreads(self) -> Weights:
        """``g²/k``, used only for bounds, which plain tables do not need."""
        return np.asarray(self.gradients**2 / self.hessians)


@dataclass(frozen=True, slots=True, eq=False)
class ExcessWeights(_ExampleWeights):
    """Two weights and a floor per example.

    The sums are ``Σ u·max(0, C − f)`` and ``Σ v·max(0, C − f)``.
    """

    positive_weights: Weights
    total_weights: Weights
    floors: Degrees


@dataclass(frozen=True, slots=True, eq=False)
class CappedWeights(_ExampleWeights):
    """Two weights, a floor and a cap per example (mathematics §23).

    The sums are ``Σ u·max(0, min(C, c) − min(f, c))`` and ``Σ v·max(0, C − f)``.
    """

    positive_weights: Weights
    total_weights: Weights
    floors: Degrees
    caps: Degrees

    @property
    def weights_below_cap(self) -> Weights:
        """Positive weights where the floor is below the cap, else 0."""
        return np.where(self.floors < self.caps, self.positive_weights, 0.0)


PlainWeights = LinearWeights | NewtonWeights | ExcessWeights
"""Weights whose sums a kernel computes in one pass."""

SumWeights = PlainWeights | CappedWeights


Sums = tuple[float, float]
"""The two numbers that an objective keeps for a concept."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveScores:
    """Two sums, gain and tie breaker of each move."""

    first_sums: Floats
    second_sums: Floats
    gains: Floats
    tie_breakers: Floats
    usable: Mask
    """Mask of the moves that cover anything."""


class Objective(Protocol):
    """Scoring rule of a search: example weights, and the gain of their sums.

    Implemented by ``covering.Gain``, ``gradient.losses.Residual`` and
    ``pfoil_dl.EnsembleScore``; the formulas are there.
    """

    @property
    def row_groups(self) -> tuple[slice, ...]:
        """Consecutive groups of examples.

        Bounds are sums over the first group; the others are summed over only where a bound is
        promising.
        """
        ...

    @property
    def weights(self) -> SumWeights:
        """Weights to sum with, constant during a search."""
        ...

    def start(self) -> Sums:
        """Return the sums of ⊤."""
        ...

    def bounds(self, parent_sums: Sums, bound_sums: Floats) -> Floats:
        """Bound the gain of all moves at and beyond each position.

        A bound is 0 if none can gain. ``bound_sums`` has one column per position.
        """
        ...

    def score(self, sums: Floats, parent_sums: Sums) -> MoveScores:
        """Score moves by their sums, one column per move."""
        ...


Excluded = Set[Concept] | ExcludedConcepts
"""Concepts that moves may not lead to."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveBatch:
    """Moves scored together: the same labels at each position, in turn.

    Attributes
    ----------
    first_label
        Index of the first of these labels; the number of all labels stands for ⊤.
    first_sums, second_sums
        The two sums of the objective, one of each for every move.
    gains, tie_breakers
        The largest gain wins; among equal gains, the largest tie breaker.
    n_candidates
        How many of the moves are allowed and cover anything.
    """

    positions: Sequence[Position]
    first_label: int
    first_sums: Floats
    second_sums: Floats
    gains: Floats
    tie_breakers: Floats
    n_candidates: int

    def move(self, index: int) -> tuple[Position, int]:
        """Return the position and label index of a move."""
        position, label = divmod(index, self.gains.size // len(self.positions))
        return self.positions[position], self.first_label + label


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refined concept with its score."""

    concept: Concept
    sums: tuple[float, float]
    gain: float
    rank: tuple[object, ...]
    """Order among equal scores: by length, then by the name of the addition (note 10)."""


def _addition(position: Position, label: int, space: SearchSpace) -> tuple[Concept, Concept]:
    """Return the concept that a move adds to its node, and its innermost part."""
    labels = space.matrix.labels
    if label < len(labels):
        end = Concept((labels[label],))
        return chain(position.roles, end), end
    end = Concept((), (Edge(position.roles[-1], TOP),))
    return chain(position.roles[:-1], end), end


def apply_move(concept: Concept, batch: MoveBatch, index: int, space: SearchSpace) -> Refinement:
    """Apply a move to a concept and bring it to normal form."""
    position, label = batch.move(index)
    cache = space.refinements(concept)
    cached = cache.get((position, label))
    if cached is None:
        addition, end = _addition(position, label, space)
        grown = concept.with_node(position.path, lambda node: Concept.meet([node, addition]))
        refined = space.normal_form(grown)
        cached = cache[position, label] = refined, (size(refined), end.key, refined.key)
    sums = float(batch.first_sums[index]), float(batch.second_sums[index])
    return Refinement(cached[0], sums, float(batch.gains[index]), cached[1])


def best_refinement(
    concept: Concept, moves: list[MoveBatch], space: SearchSpace, excluded: Excluded = frozenset()
) -> Refinement | None:
    """Choose by gain, tie breaker, length, then names (note 10).

    The gains of moves to excluded concepts are set to −∞.
    """
    while moves:
        gains = (
            moves[0].gains if len(moves) == 1 else np.concatenate([batch.gains for batch in moves])
        )
        if gains.max(initial=-np.inf) == -np.inf:
            return None
        tied = _locate(moves, largest(gains))
        if any(
            _discard_if_excluded(concept, batch, index, space, excluded) for batch, index in tied
        ):
            continue
        if len(tied) > 1:
            tie_breakers = np.array([batch.tie_breakers[index] for batch, index in tied])
            tied = [tied[index] for index in largest(tie_breakers)]
        if not tied:
            raise ExamplesError(
                "Refinements cannot be compared: the score of one is not a number. Weights of "
                "examples that are nearer to each other may help."
            )
        finalists = [apply_move(concept, batch, index, space) for batch, index in tied]
        return min(finalists, key=lambda refinement: refinement.rank)
    return None


def best_allowed_gain(
    concept: Concept, batch: MoveBatch, space: SearchSpace, excluded: Excluded, floor: float
) -> float:
    """Return the largest gain of an allowed move, at least ``floor``."""
    if not batch.gains.size:
        return floor
    index = int(np.argmax(batch.gains))
    while batch.gains[index] > floor:
        if not _discard_if_excluded(concept, batch, index, space, excluded):
            return float(batch.gains[index])
        index = int(np.argmax(batch.gains))
    return floor


def _discard_if_excluded(
    concept: Concept, batch: MoveBatch, index: int, space: SearchSpace, excluded: Excluded
) -> bool:
    """Set the gain of a move to −∞ if it is excluded; return whether it is.

    Where ``C ⊓ C`` is not C, a move that repeats a condition of the concept is excluded, too.
    """
    idempotent = space.semantics.idempotent
    if idempotent and not excluded:
        return False
    refined = apply_move(concept, batch, index, space).concept
    if refined not in excluded and (
        idempotent or _keeps_all_conditions(refined, concept, batch, index, space)
    ):
        return False
    batch.gains[index] = -np.inf
    return True


def _keeps_all_conditions(
    refined: Concept, concept: Concept, batch: MoveBatch, index: int, space: SearchSpace
) -> bool:
    """Whether a refined concept has all fuzzy conditions, old and added."""
    addition, _ = _addition(*batch.move(index), space)
    before, added = (fuzzy_conditions(part, space.graded) for part in (concept, addition))
    return fuzzy_conditions(refined, space.graded) == before + added


def improving_refinements(
    concept: Concept, moves: list[MoveBatch], space: SearchSpace, excluded: Excluded = frozenset()
) -> dict[Concept, Refinement]:
    """Return the distinct, allowed refinements that improve on a concept."""
    refinements: dict[Concept, Refinement] = {}
    for batch in moves:
        for index in np.flatnonzero(batch.gains > -np.inf):
            if _discard_if_excluded(concept, batch, int(index), space, excluded):
                continue
            refinement = apply_move(concept, batch, int(index), space)
            previous = refinements.get(refinement.concept)
            if previous is None or refinement.rank < previous.rank:
                refinements[refinement.concept] = refinement
    return refinements


def _locate(moves: list[MoveBatch], indices: Ids) -> list[tuple[MoveBatch, int]]:
    """Return batch and index of moves numbered over all batches."""
    if len(moves) == 1:
        return [(moves[0], int(index)) for index in indices]
    starts = np.cumsum([0, *(batch.gains.size for batch in moves)])
    owners = np.searchsorted(starts, indices, side="right") - 1
    return [
        (moves[owner], int(index - starts[owner]))
        for owner, index in zip(owners, indices, strict=True)
    ]
