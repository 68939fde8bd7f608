"""The refinement operator ρ: which moves a node allows, and what they make (notes 3, 4 and 7)."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Ids, Mask
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.search.focus import Space
from owlboost.learners.search.ties import largest
from owlboost.model.concepts import (
    TOP,
    Atom,
    Concept,
    Edge,
    Label,
    Path,
    add_at,
    chain,
    conjuncts,
    normal_form,
    size,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a concept may become, how far one move goes, and what a node may join.

    Attributes
    ----------
    max_depth, max_conjuncts, lookahead
        As the parameters of a learner.
    overlapping_sets
        Whether a node may restrict a functional property twice (note 7).
    """

    max_depth: int
    max_conjuncts: int
    lookahead: int
    overlapping_sets: bool = False

    @classmethod
    def of(cls, learner: ConceptLearner) -> "Limits":
        """Take the limits from a learner."""
        return cls(
            learner.max_depth,
            learner.max_conjuncts,
            learner.lookahead_or_depth,
            learner.overlapping_sets,
        )


def may_grow_edges(node: Concept, limits: Limits) -> bool:
    """Whether a node has room for another edge."""
    return conjuncts(node) < limits.max_conjuncts


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
    if conjuncts(node) >= limits.max_conjuncts:
        below = np.zeros(len(matrix.labels), dtype=np.bool_)
        for label in node.labels:
            if isinstance(label, Atom):
                below |= space.below(label.iri)
        allowed &= below
    return allowed


def of_one_partition(space: Space, used: Iterable[Label]) -> Mask:
    """Which labels agree with those in use: no fuzzy set of another partition of their properties.

    So that one model says *high* of a property in one sense only.
    """
    allowed = np.ones(len(space.labelling.labels), dtype=np.bool_)
    for label in used:
        allowed &= space.agreeing(label)
    return allowed


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Moves at one place that end alike: labels, or one role to ⊤.

    Attributes
    ----------
    path, roles
        The node, and the new roles that lead from it to the end of the move.
    labels
        Label numbers at the end; empty if the last of ``roles`` leads to ⊤.
    left, right
        The two sums of the objective, one pair for each move.
    gains, seconds
        What is to be largest, and what is to be largest among equals.
    """

    path: Path
    roles: tuple[str, ...]
    labels: Ids
    left: Floats
    right: Floats
    gains: Floats
    seconds: Floats


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refined concept with its score."""

    concept: Concept
    sums: tuple[float, float]
    gain: float
    end: tuple[object, ...]
    """Name order of the added label or role."""

    @property
    def rank(self) -> tuple[object, ...]:
        """What decides between equal scores: shorter, then by name (note 10)."""
        return size(self.concept), self.end, self.concept.key


def realise(concept: Concept, move: Scored, index: int, space: Space) -> Refinement:
    """Apply a move to a concept and bring it to normal form."""
    if move.labels.size:
        end = Concept((space.labelling.labels[move.labels[index]],))
        addition = chain(move.roles, end)
    else:
        end = Concept((), (Edge(move.roles[-1], TOP),))
        addition = chain(move.roles[:-1], end)
    return Refinement(
        normal_form(add_at(concept, move.path, addition), space.implies),
        (float(move.left[index]), float(move.right[index])),
        float(move.gains[index]),
        end.key,
    )


def best_refinement(
    concept: Concept, moves: list[Scored], space: Space, avoided: Set[Concept] = frozenset()
) -> Refinement | None:
    """Choose by gain, then the second score, then length, then names (note 10).

    Moves to avoided concepts lose their gain.
    """
    while moves:
        tied = _positions(moves, largest(np.concatenate([move.gains for move in moves])))
        if not tied or tied[0][0].gains[tied[0][1]] == -np.inf:
            return None
        if avoided and any(_struck(concept, move, at, space, avoided) for move, at in tied):
            continue
        seconds = np.array([move.seconds[at] for move, at in tied])
        finalists = [
            realise(concept, move, at, space)
            for move, at in (tied[number] for number in largest(seconds))
        ]
        return min(finalists, key=lambda refinement: refinement.rank)
    return None


def larger_gain(
    concept: Concept, move: Scored, space: Space, avoided: Set[Concept], least: float
) -> float:
    """Return the largest gain of a move to a concept that is not avoided, or else ``least``."""
    if not move.gains.size:
        return least
    at = int(np.argmax(move.gains))
    while move.gains[at] > least:
        if not avoided or not _struck(concept, move, at, space, avoided):
            return float(move.gains[at])
        at = int(np.argmax(move.gains))
    return least


def _struck(concept: Concept, move: Scored, at: int, space: Space, avoided: Set[Concept]) -> bool:
    """Take its gain from a move to an avoided concept, and tell whether it was one."""
    if realise(concept, move, at, space).concept not in avoided:
        return False
    move.gains[at] = -np.inf
    return True


def improving_refinements(
    concept: Concept, moves: list[Scored], space: Space
) -> dict[Concept, Refinement]:
    """All distinct refinements that improve on a concept."""
    found: dict[Concept, Refinement] = {}
    for move in moves:
        for at in np.flatnonzero(move.gains > -np.inf):
            refinement = realise(concept, move, int(at), space)
            known = found.get(refinement.concept)
            if known is None or refinement.rank < known.rank:
                found[refinement.concept] = refinement
    return found


def _positions(moves: list[Scored], numbers: Ids) -> list[tuple[Scored, int]]:
    """Find where numbers of the concatenated moves belong."""
    starts = np.cumsum([0, *(move.gains.size for move in moves)])
    owners = np.searchsorted(starts, numbers, side="right") - 1
    return [
        (moves[owner], int(number - starts[owner]))
        for owner, number in zip(owners, numbers, strict=True)
    ]
