"""The refinement operator ρ: which moves a node allows, and what they make (notes 3, 4 and 7)."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

import numpy as np

from owlboost.errors import ExamplesError
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.search.focus import Space
from owlboost.learners.search.places import Place
from owlboost.learners.search.prohibitions import Shunned
from owlboost.learners.search.ties import largest
from owlboost.model.concepts import (
    TOP,
    Atom,
    Concept,
    Edge,
    FuzzyValue,
    Label,
    chain,
    fuzzy_conditions,
    size,
)
from owlboost.runtime.array_types import Floats, Ids, Mask

Avoided = Set[Concept] | Shunned
"""Concepts that moves may not lead to."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a concept may become, how far one move goes, and what a node may join.

    Attributes
    ----------
    max_depth, max_conjuncts, lookahead
        As the parameters of a learner.
    overlapping_sets
        Whether a node may restrict a functional property twice (note 7).
    forbidden
        What a concept may not be, nor be below (mathematics §25).
    """

    max_depth: int
    max_conjuncts: int
    lookahead: int
    overlapping_sets: bool = False
    forbidden: tuple[Concept, ...] = ()

    @classmethod
    def of(cls, learner: ConceptLearner) -> "Limits":
        """Take the limits from a learner."""
        return cls(
            learner.max_depth,
            learner.max_conjuncts,
            learner.lookahead_or_depth,
            learner.overlapping_sets,
            tuple(learner.forbidden),
        )


def may_grow_edges(node: Concept, limits: Limits) -> bool:
    """Whether a node has room for another edge."""
    return node.n_conjuncts < limits.max_conjuncts


def addable_labels(node: Concept, space: Space, limits: Limits) -> Mask:
    """Which labels may be added to a node.

    None of a functional property that the node already restricts, unless sets may overlap (note
    7); and where the node is full, only classes below one of its classes, which they replace.
    """
    matrix = space.labelling
    allowed = np.ones(len(matrix.labels), dtype=np.bool_)
    for label in node.labels:
        here = space.label_ids[label]
        allowed[here] = False
        if matrix.exclusive[here] >= 0 and not limits.overlapping_sets:
            allowed &= matrix.exclusive != matrix.exclusive[here]
    if node.n_conjuncts >= limits.max_conjuncts:
        below = np.zeros(len(matrix.labels), dtype=np.bool_)
        for label in node.labels:
            if isinstance(label, Atom) and label.iri not in space.graded:
                below |= space.below(label.iri)
        allowed &= below
    return allowed


def of_one_partition(space: Space, used: Iterable[Label]) -> Mask | None:
    """Which labels agree with those in use: no fuzzy set of another partition of their properties.

    So that one model says *high* of a property in one sense only. Sets that given rules have
    brought along belong to no partition; where given rules use several, all of these agree. None
    if all labels agree.
    """
    agreeing: dict[str, Mask | None] = {}
    for label in used:
        if not isinstance(label, FuzzyValue):
            continue
        if label in space.label_ids:  # given rules may bring other sets along
            found = space.agreeing(label)
            known = agreeing.get(label.prop, found)
            agreeing[label.prop] = None if found is None or known is None else known | found
    return all_of(agreeing.values())


def all_of(masks: Iterable[Mask | None]) -> Mask | None:
    """Return what all masks allow; None allows everything.

    Examples
    --------
    >>> all_of([np.array([True, False]), None, np.array([True, True])])
    array([ True, False])
    """
    found = [mask for mask in masks if mask is not None]
    return np.logical_and.reduce(found) if found else None


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Moves that were scored together: of each place the same labels, one after the other.

    Attributes
    ----------
    places
        Where they end.
    first_label
        The number of the first of these labels; one more than the last of all stands for ⊤.
    left, right
        The two sums of the objective, one pair for each move.
    gains, seconds
        What is to be largest, and what is to be largest among equals.
    n_candidates
        How many of the moves are allowed and reach anything.
    """

    places: Sequence[Place]
    first_label: int
    left: Floats
    right: Floats
    gains: Floats
    seconds: Floats
    n_candidates: int

    def move(self, number: int) -> tuple[Place, int]:
        """Return where a move ends, and the number of the label that it adds there."""
        at, label = divmod(number, self.gains.size // len(self.places))
        return self.places[at], self.first_label + label


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refined concept with its score."""

    concept: Concept
    sums: tuple[float, float]
    gain: float
    rank: tuple[object, ...]
    """What decides between equal scores: shorter, then by the name of what was added (note 10)."""


def _addition(place: Place, label: int, space: Space) -> tuple[Concept, Concept]:
    """Return what a move adds to its node, and what is at the end of it."""
    labels = space.labelling.labels
    if label < len(labels):
        end = Concept((labels[label],))
        return chain(place.roles, end), end
    end = Concept((), (Edge(place.roles[-1], TOP),))
    return chain(place.roles[:-1], end), end


def realise(concept: Concept, move: Scored, index: int, space: Space) -> Refinement:
    """Apply a move to a concept and bring it to normal form."""
    place, label = move.move(index)
    made = space.made(concept)
    known = made.get((place, label))
    if known is None:
        addition, end = _addition(place, label, space)
        grown = concept.with_node(place.path, lambda node: Concept.meet([node, addition]))
        refined = space.normal(grown)
        known = made[place, label] = refined, (size(refined), end.key, refined.key)
    sums = float(move.left[index]), float(move.right[index])
    return Refinement(known[0], sums, float(move.gains[index]), known[1])


def best_refinement(
    concept: Concept, moves: list[Scored], space: Space, avoided: Avoided = frozenset()
) -> Refinement | None:
    """Choose by gain, then the second score, then length, then names (note 10).

    Moves to avoided concepts lose their gain.
    """
    while moves:
        gains = moves[0].gains if len(moves) == 1 else np.concatenate([m.gains for m in moves])
        if gains.max(initial=-np.inf) == -np.inf:
            return None
        tied = _positions(moves, largest(gains))
        if any(_struck(concept, move, at, space, avoided) for move, at in tied):
            continue
        if len(tied) > 1:
            seconds = np.array([move.seconds[at] for move, at in tied])
            tied = [tied[number] for number in largest(seconds)]
        if not tied:
            raise ExamplesError(
                "Refinements cannot be compared: the score of one is not a number. Weights of "
                "examples that are nearer to each other may help."
            )
        finalists = [realise(concept, move, at, space) for move, at in tied]
        return min(finalists, key=lambda refinement: refinement.rank)
    return None


def larger_gain(
    concept: Concept, move: Scored, space: Space, avoided: Avoided, least: float
) -> float:
    """Return the largest gain of a move to a concept that is not avoided, or else ``least``."""
    if not move.gains.size:
        return least
    at = int(np.argmax(move.gains))
    while move.gains[at] > least:
        if not _struck(concept, move, at, space, avoided):
            return float(move.gains[at])
        at = int(np.argmax(move.gains))
    return least


def _struck(concept: Concept, move: Scored, at: int, space: Space, avoided: Avoided) -> bool:
    """Take its gain from a move to an avoided concept, and tell whether it was one.

    Where ``C ⊓ C`` is not C, a move that says again what a concept says is avoided, too: a concept
    has each condition once.
    """
    idempotent = space.semantics.idempotent
    if idempotent and not avoided:
        return False
    refined = realise(concept, move, at, space).concept
    if refined not in avoided and (idempotent or _says_all(refined, concept, move, at, space)):
        return False
    move.gains[at] = -np.inf
    return True


def _says_all(refined: Concept, concept: Concept, move: Scored, at: int, space: Space) -> bool:
    """Whether every fuzzy condition of a concept and of what was added is in the refined one."""
    addition, _ = _addition(*move.move(at), space)
    before, added = (fuzzy_conditions(one, space.graded) for one in (concept, addition))
    return fuzzy_conditions(refined, space.graded) == before + added


def improving_refinements(
    concept: Concept, moves: list[Scored], space: Space, avoided: Avoided = frozenset()
) -> dict[Concept, Refinement]:
    """All distinct refinements that improve on a concept, but for those avoided."""
    found: dict[Concept, Refinement] = {}
    for move in moves:
        for at in np.flatnonzero(move.gains > -np.inf):
            if _struck(concept, move, int(at), space, avoided):
                continue
            refinement = realise(concept, move, int(at), space)
            known = found.get(refinement.concept)
            if known is None or refinement.rank < known.rank:
                found[refinement.concept] = refinement
    return found


def _positions(moves: list[Scored], numbers: Ids) -> list[tuple[Scored, int]]:
    """Find where numbers of the concatenated moves belong."""
    if len(moves) == 1:
        return [(moves[0], int(number)) for number in numbers]
    starts = np.cumsum([0, *(move.gains.size for move in moves)])
    owners = np.searchsorted(starts, numbers, side="right") - 1
    return [
        (moves[owner], int(number - starts[owner]))
        for owner, number in zip(owners, numbers, strict=True)
    ]
