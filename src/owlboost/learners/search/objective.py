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
    """Arrays with a number for each example."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """All of them, in the order of the fields."""
        return tuple(getattr(self, field) for field in self.__match_args__)

    def sliced(self, rows: slice) -> Self:
        """Return those of some examples."""
        return type(self)(*(array[rows] for array in self.arrays))

    def agrees_on(self, rows: slice, weights: "SumWeights | None") -> bool:
        """Whether other weights are of this type and equal for some examples."""
        return type(weights) is type(self) and all(
            np.array_equal(own[rows], other[rows])
            for own, other in zip(self.arrays, weights.arrays, strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class LinearWeights(_ExampleWeights):
    """Two weights an example, for the sums ``Σ u·C`` and ``Σ v·C``."""

    positive_weights: Weights
    total_weights: Weights


@dataclass(frozen=True, eq=False)
class NewtonWeights(_ExampleWeights):
    """Slopes, curvatures, counts and lifts, for four sums.

    These are ``Σ g·C``, ``Σ k·C²``, ``Σ n·C`` and ``Σ l·C``.
    """

    gradients: Weights
    hessians: Weights
    counts: Weights
    lifts: Weights

    @cached_property
    def spreads(self) -> Weights:
        """``g²/k``, for bounds; tables need none."""
        return np.asarray(self.gradients**2 / self.hessians)


@dataclass(frozen=True, slots=True, eq=False)
class ExcessWeights(_ExampleWeights):
    """Two weights and a floor an example.

    The sums are ``Σ u·max(0, C − f)`` and ``Σ v·max(0, C − f)``.
    """

    positive_weights: Weights
    total_weights: Weights
    floors: Degrees


@dataclass(frozen=True, slots=True, eq=False)
class CappedWeights(_ExampleWeights):
    """Two weights, a floor and a cap for each example (mathematics §23).

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
"""Weights that a kernel sums with in one pass."""

SumWeights = PlainWeights | CappedWeights


Sums = tuple[float, float]
"""The two numbers that an objective keeps of a concept."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveScores:
    """Scores of moves: two sums each, gain, and tie breaker."""

    first_sums: Floats
    second_sums: Floats
    gains: Floats
    tie_breakers: Floats
    usable: Mask
    """Mask of the moves that cover anything at all."""


class Objective(Protocol):
    """Weights to sum with, and the worth of the sums."""

    @property
    def row_groups(self) -> tuple[slice, ...]:
        """How the examples are divided, in order.

        The first group alone bounds what can be gained at a position; the others are summed over
        where that promises something.
        """
        ...

    @property
    def weights(self) -> SumWeights:
        """What to sum with; the same until a search is over."""
        ...

    def start(self) -> Sums:
        """Return the sums of ⊤."""
        ...

    def bounds(self, before: Sums, bound_sums: Floats) -> Floats:
        """Bound the gain of all moves at and beyond each position.

        A bound is 0 if none can gain. ``before`` are the sums of the concept that is refined;
        ``bound_sums`` has a column a position.
        """
        ...

    def score(self, sums: Floats, before: Sums) -> MoveScores:
        """Score moves by their sums, one column each."""
        ...


Excluded = Set[Concept] | ExcludedConcepts
"""Concepts that moves may not lead to."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveBatch:
    """Moves scored together: for each position the same labels in turn.

    Attributes
    ----------
    first_label
        The number of the first of these labels; one more than the last of all stands for ⊤.
    first_sums, second_sums
        The two sums of the objective, one of each for every move.
    gains, tie_breakers
        The largest gain wins; among equal gains, the largest tie breaker.
    n_candidates
        How many of the moves are allowed and reach anything.
    """

    positions: Sequence[Position]
    first_label: int
    first_sums: Floats
    second_sums: Floats
    gains: Floats
    tie_breakers: Floats
    n_candidates: int

    def move(self, number: int) -> tuple[Position, int]:
        """Return a move's position, and the number of its label."""
        at, label = divmod(number, self.gains.size // len(self.positions))
        return self.positions[at], self.first_label + label


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refined concept with its score."""

    concept: Concept
    sums: tuple[float, float]
    gain: float
    rank: tuple[object, ...]
    """What decides between equal scores: shorter, then by the name of what was added (note 10)."""


def _addition(position: Position, label: int, space: SearchSpace) -> tuple[Concept, Concept]:
    """Return what a move adds to its node, and its end."""
    labels = space.matrix.labels
    if label < len(labels):
        end = Concept((labels[label],))
        return chain(position.roles, end), end
    end = Concept((), (Edge(position.roles[-1], TOP),))
    return chain(position.roles[:-1], end), end


def apply_move(concept: Concept, move: MoveBatch, index: int, space: SearchSpace) -> Refinement:
    """Apply a move to a concept and bring it to normal form."""
    position, label = move.move(index)
    cache = space.refinements(concept)
    cached = cache.get((position, label))
    if cached is None:
        addition, end = _addition(position, label, space)
        grown = concept.with_node(position.path, lambda node: Concept.meet([node, addition]))
        refined = space.normal_form(grown)
        cached = cache[position, label] = refined, (size(refined), end.key, refined.key)
    sums = float(move.first_sums[index]), float(move.second_sums[index])
    return Refinement(cached[0], sums, float(move.gains[index]), cached[1])


def best_refinement(
    concept: Concept, moves: list[MoveBatch], space: SearchSpace, excluded: Excluded = frozenset()
) -> Refinement | None:
    """Choose by gain, second score, length, then names (note 10).

    Moves to excluded concepts lose their gain.
    """
    while moves:
        gains = moves[0].gains if len(moves) == 1 else np.concatenate([m.gains for m in moves])
        if gains.max(initial=-np.inf) == -np.inf:
            return None
        tied = _locate(moves, largest(gains))
        if any(_discard_if_excluded(concept, move, at, space, excluded) for move, at in tied):
            continue
        if len(tied) > 1:
            tie_breakers = np.array([move.tie_breakers[at] for move, at in tied])
            tied = [tied[number] for number in largest(tie_breakers)]
        if not tied:
            raise ExamplesError(
                "Refinements cannot be compared: the score of one is not a number. Weights of "
                "examples that are nearer to each other may help."
            )
        finalists = [apply_move(concept, move, at, space) for move, at in tied]
        return min(finalists, key=lambda refinement: refinement.rank)
    return None


def best_allowed_gain(
    concept: Concept, move: MoveBatch, space: SearchSpace, excluded: Excluded, least: float
) -> float:
    """Return the largest gain of a move allowed, or else ``least``."""
    if not move.gains.size:
        return least
    at = int(np.argmax(move.gains))
    while move.gains[at] > least:
        if not _discard_if_excluded(concept, move, at, space, excluded):
            return float(move.gains[at])
        at = int(np.argmax(move.gains))
    return least


def _discard_if_excluded(
    concept: Concept, move: MoveBatch, at: int, space: SearchSpace, excluded: Excluded
) -> bool:
    """Strike the gain of a move if excluded; return whether it was.

    Where ``C ⊓ C`` is not C, a move that repeats a condition of the concept is excluded, too: a
    concept has each condition once.
    """
    idempotent = space.semantics.idempotent
    if idempotent and not excluded:
        return False
    refined = apply_move(concept, move, at, space).concept
    if refined not in excluded and (
        idempotent or _keeps_all_conditions(refined, concept, move, at, space)
    ):
        return False
    move.gains[at] = -np.inf
    return True


def _keeps_all_conditions(
    refined: Concept, concept: Concept, move: MoveBatch, at: int, space: SearchSpace
) -> bool:
    """Whether a refined concept has all fuzzy conditions, old and added."""
    addition, _ = _addition(*move.move(at), space)
    before, added = (fuzzy_conditions(part, space.graded) for part in (concept, addition))
    return fuzzy_conditions(refined, space.graded) == before + added


def improving_refinements(
    concept: Concept, moves: list[MoveBatch], space: SearchSpace, excluded: Excluded = frozenset()
) -> dict[Concept, Refinement]:
    """Return the distinct, allowed refinements that improve on a concept."""
    refinements: dict[Concept, Refinement] = {}
    for move in moves:
        for at in np.flatnonzero(move.gains > -np.inf):
            if _discard_if_excluded(concept, move, int(at), space, excluded):
                continue
            refinement = apply_move(concept, move, int(at), space)
            previous = refinements.get(refinement.concept)
            if previous is None or refinement.rank < previous.rank:
                refinements[refinement.concept] = refinement
    return refinements


def _locate(moves: list[MoveBatch], numbers: Ids) -> list[tuple[MoveBatch, int]]:
    """Find where numbers of the concatenated moves belong."""
    if len(moves) == 1:
        return [(moves[0], int(number)) for number in numbers]
    starts = np.cumsum([0, *(move.gains.size for move in moves)])
    owners = np.searchsorted(starts, numbers, side="right") - 1
    return [
        (moves[owner], int(number - starts[owner]))
        for owner, number in zip(owners, numbers, strict=True)
    ]
