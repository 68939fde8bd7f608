"""``≥n r.C`` where the assertions show n fillers that are provably different."""

from collections.abc import Iterator

import numpy as np

from owlboost.ontology.reasoning.saturation.clauses import Clause
from owlboost.ontology.reasoning.saturation.datavalues import DataTest
from owlboost.ontology.reasoning.saturation.program import Program
from owlboost.ontology.reasoning.saturation.state import (
    NO_KEYS,
    Keys,
    State,
    lefts,
    pair_keys,
    rights,
)
from owlboost.ontology.reasoning.saturation.terms import AtLeast
from owlboost.runtime.array_types import Ids, Mask

Different = tuple[tuple[int, ...], ...]
"""Groups of individuals of which no two are the same."""

_LARGEST_SEARCH = 64
"""Fillers of one element among which a set of n different ones is looked for."""


def count_fillers(program: Program, state: State, different: Different) -> None:
    """Add to ``≥n r.C`` the elements with n provably different fillers of r in C."""
    groups = [_mask(state, state.representative[list(group)]) for group in different]
    reasons = [*apart(program, state)] if program.counts else []
    for term, atom in program.counts:
        keys = state.role(atom.role)
        keys = keys[state.has(atom.filler)[rights(keys)]]
        if keys.size < atom.number:
            continue
        for group in groups:
            state.add_members(term, _repeated(keys[group[rights(keys)]], atom.number))
        if atom.number == 2:
            _count_apart(state, term, keys, reasons)
        else:
            _count_mixed(state, term, atom, keys, groups, reasons)


def count_values(program: Program, state: State) -> None:
    """Add to ``≥n s.R`` the elements with n different values of s in R."""
    for tests in program.data.tests.values():
        for test in tests:
            if test.number > 1:
                state.add_members(test.term, _many_values(test, state, program.data.apart))


def _many_values(test: DataTest, state: State, apart: Ids) -> Keys:
    keys = state.data(test.property)
    more = test.number - 1
    if not (lefts(keys[more:]) == lefts(keys[: max(keys.size - more, 0)])).any():
        return NO_KEYS  # nobody has so many values, in whatever range
    keys = keys[test.within[rights(keys)]]
    codes = apart[rights(keys)]  # of values that may be the same, and so count once
    known = codes >= 0  # the others may be the same as any
    return _repeated(np.unique(pair_keys(lefts(keys[known]), codes[known])), test.number)


def unclear_values(program: Program, state: State) -> int:
    """Count the values of which it is not known whether they are in a range, or are another."""
    unclear: list[Keys] = []
    for property_, tests in program.data.tests.items():
        keys = state.data(property_)
        for test in tests:
            possible = keys[test.possible[rights(keys)]]
            if test.number == 1:
                unclear.append(possible[~test.within[rights(possible)]])
            else:
                many = _mask(state, _repeated(possible, test.number)) & ~state.has(test.term)
                unclear.append(possible[many[lefts(possible)]])
    return np.unique(np.concatenate(unclear)).size if unclear else 0


def _mask(state: State, elements: Keys) -> Mask:
    mask = np.zeros(state.n, dtype=np.bool_)
    mask[elements] = True
    return mask


def _repeated(keys: Keys, number: int) -> Keys:
    elements, counts = np.unique(lefts(keys), return_counts=True)
    return elements[counts >= number]


def apart(program: Program, state: State) -> Iterator[tuple[Mask, Mask]]:
    """Iterate over masks of which no element of one can be an element of the other."""
    for clause in program.clauses:
        if _excludes(clause, state):
            one, two = clause.terms
            yield state.members[one ^ 1], state.members[two ^ 1]
    for term in range(0, len(program.terms), 2):
        if term in state.members and term ^ 1 in state.members:
            yield state.members[term], state.members[term ^ 1]


def _excludes(clause: Clause, state: State) -> bool:
    return len(clause.terms) == 2 and all(term ^ 1 in state.members for term in clause.terms)


Reasons = list[tuple[Mask, Mask]]
"""Why elements differ, see :func:`apart`."""


def _count_apart(state: State, term: int, keys: Keys, reasons: Reasons) -> None:
    """Two fillers in disjoint classes are two."""
    owners, ends = lefts(keys), rights(keys)
    for one, two in reasons:
        left, right = one[ends], two[ends]
        if left.any() and right.any():
            first = _mask(state, owners[left])
            state.add_members(term, owners[right & first[owners]])


def _count_mixed(
    state: State, term: int, atom: AtLeast, keys: Keys, groups: list[Mask], reasons: Reasons
) -> None:
    """Look for n fillers, pairwise different for one reason or another."""
    owners, start, counts = np.unique(lefts(keys), return_index=True, return_counts=True)
    open_ = (counts >= atom.number) & (counts <= _LARGEST_SEARCH) & ~state.has(term)[owners]
    if not open_.any():
        return
    among = _mask(state, rights(keys))
    reasons = [pair for pair in reasons if all((one & among).any() for one in pair)]
    for owner, first, count in zip(owners[open_], start[open_], counts[open_], strict=True):
        fillers = rights(keys[first : first + count])
        differs = np.zeros((fillers.size, fillers.size), dtype=np.bool_)
        for group in groups:
            differs |= np.logical_and.outer(group[fillers], group[fillers])
        for one, two in reasons:
            side = np.logical_and.outer(one[fillers], two[fillers])
            differs |= side | side.T
        np.fill_diagonal(differs, False)
        if _has_clique(differs, np.arange(fillers.size), atom.number):
            state.add_members(term, np.array([owner]))


def _has_clique(differs: Mask, among: Keys, number: int) -> bool:
    """Whether ``number`` of the fillers are pairwise different."""
    if number == 0:
        return True
    for position, filler in enumerate(among):
        rest = among[position + 1 :]
        if rest.size < number - 1:
            return False
        if _has_clique(differs, rest[differs[filler][rest]], number - 1):
            return True
    return False
