"""Enumerations tried out name by name, in small ontologies.

If x is one of a and b, whatever follows both from x being a and from x being b does follow. Each
trial is a derivation of its own, so that this is done for individuals and in small ontologies
only, and with a fixed number of trials; a remark names enumerations in any case.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from owlboost.errors import InconsistentError
from owlboost.ontology.reasoner.assertions import Assertions, StatedFacts
from owlboost.ontology.reasoner.cases import open_elements
from owlboost.ontology.reasoner.clashes import INCONSISTENT
from owlboost.ontology.reasoner.clauses import OpenUnion
from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import Keys, lefts, rights
from owlboost.ontology.reasoner.state import State
from owlboost.runtime.array_types import Mask

WORK = 5_000
"""Limit the individuals and clauses of all trials together to so many."""

TRIALS = 48
"""Make at most so many derivations for one set of assertions."""

FEWEST = 16
"""Make no trials if fewer than so many are affordable."""


def allowed(n_elements: int, n_clauses: int) -> int:
    """Return how many trials an ontology of some size may take.

    Examples
    --------
    >>> allowed(10, 40), allowed(50, 150), allowed(1000, 200)
    (48, 25, 0)
    """
    trials = min(TRIALS, WORK // max(n_elements + n_clauses, 1))
    return trials if trials >= FEWEST else 0


Derivation = Callable[[Assertions], State]
Position = tuple[int, tuple[int, ...]]
"""An individual, and the terms ``{a}`` one of which it belongs to."""


@dataclass(slots=True)
class Trials:
    """Trials of the names that an individual may go by."""

    program: Program
    derivation: Derivation
    left: int
    enumerations: list[OpenUnion] = field(init=False)

    def __post_init__(self) -> None:
        nominals = self.program.nominals.keys()
        choices = self.program.choices
        self.enumerations = [choice for choice in choices if nominals >= {*choice.heads}]

    def settled(self, stated: Assertions, state: State) -> Assertions:
        """Return the assertions and the conclusions of all cases.

        Raises
        ------
        InconsistentError
            If no case is possible.
        """
        exhausted: set[Position] = set()
        while place := self._next_place(state, stated.n_elements, exhausted):
            cases = self._possible_cases(stated, place)
            if not cases:
                raise _error(self.program, place[0])
            if self.left <= 0:
                break
            more = _with_common(stated, state, cases)
            if more is None:
                exhausted.add(place)
            else:
                stated, exhausted = more, set()
                state = self.derivation(stated)
        return stated

    def _possible_cases(self, stated: Assertions, place: Position) -> list[State]:
        """Return the possible cases, as far as they were tried."""
        element, names = place
        cases: list[State] = []
        for term in names:
            self.left -= 1
            trial = _with_types(stated, np.array([term]), np.array([element]))
            try:
                state = self.derivation(trial)
                further = self.settled(trial, state) if self.left > 0 else trial
                cases.append(state if further is trial else self.derivation(further))
            except InconsistentError:
                continue
        return cases

    def _next_place(
        self, state: State, n_elements: int, exhausted: set[Position]
    ) -> Position | None:
        """Return an individual that is one of several, preferably few."""
        places: list[Position] = []
        for choice in self.enumerations:
            elements = open_elements(state, choice)
            for element in elements[elements < n_elements].tolist():
                names = tuple(t for t in choice.heads if not state.has(t ^ 1)[element])
                places.append((element, names))
        open_places = [place for place in places if place not in exhausted and place[1]]
        return min(open_places, key=lambda place: (len(place[1]), place), default=None)


def _error(program: Program, element: int) -> InconsistentError:
    names = program.signature.individuals
    name = names[element] if element < len(names) else None
    subject = "a witness" if name is None else f"individual '{program.naming()(name)}'"
    text = f"{subject} can be none of the individuals that it must be"
    return InconsistentError(f"{INCONSISTENT}{text}.", name)


def _with_types(stated: Assertions, terms: Keys, elements: Keys) -> Assertions:
    return replace(stated, types=_stacked(stated.types, terms, elements, elements))


def _stacked(table: StatedFacts, predicate: Keys, subject: Keys, object_: Keys) -> StatedFacts:
    none = np.zeros(len(predicate))
    added = (predicate, subject, object_, none)
    old = (table.predicate, table.subject, table.object, table.source)
    return StatedFacts(
        *(np.concatenate(both).astype(np.int32) for both in zip(old, added, strict=True))
    )


def _with_common(stated: Assertions, state: State, cases: Sequence[State]) -> Assertions | None:
    """Return the assertions with the facts of all cases.

    None if that adds nothing.
    """
    n = stated.n_elements
    types, pairs = stated.types, stated.pairs
    for term in sorted(set.intersection(*({*case.members} for case in cases))):
        new = np.logical_and.reduce([_members(case, term, n) for case in cases])
        elements = np.flatnonzero(new & ~_members(state, term, n))
        types = _stacked(types, np.full(elements.size, term), elements, elements)
    for role in sorted(set.intersection(*({*case.pairs} for case in cases))):
        new = np.logical_and.reduce([_related(case, role, n) for case in cases])
        subjects, objects = np.nonzero(new & ~_related(state, role, n))
        pairs = _stacked(pairs, np.full(subjects.size, role), subjects, objects)
    same = _same(state, cases, n)
    before = stated.types.predicate.size + stated.pairs.predicate.size
    if types.predicate.size + pairs.predicate.size == before and not same:
        return None
    return replace(stated, types=types, pairs=pairs, same=(*stated.same, *same))


def _members(state: State, term: int, n: int) -> Mask:
    return state.has(term)[state.representative[:n]]


def _related(state: State, role: int, n: int) -> Mask:
    table = np.zeros((state.n, state.n), dtype=np.bool_)
    keys = state.role(role)
    table[lefts(keys), rights(keys)] = True
    names = state.representative[:n]
    return table[np.ix_(names, names)]


def _same(state: State, cases: Sequence[State], n: int) -> list[tuple[int, ...]]:
    """Return pairs that only the cases show to be the same.

    They are the same in all cases, and were not known to be.
    """
    labels = np.stack([case.representative[:n] for case in cases], axis=1)
    order = np.lexsort(labels.T)
    representative = state.representative
    return [
        (int(first), int(second))
        for first, second in pairwise(order)
        if (labels[first] == labels[second]).all()
        and representative[first] != representative[second]
    ]
