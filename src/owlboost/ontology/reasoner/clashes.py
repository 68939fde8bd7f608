"""Contradictions: found when nothing more follows, reported in one sentence.

Two fillers of a functional role: :mod:`.identity` makes them one element, which is a clash here if
they are declared different. Two values of a functional data property p: :mod:`.clauses` compiles
``⊤ ⊑ ¬≥2 p``, :mod:`.counting` derives ``≥2 p``, and the clause is violated here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import DataIntersection, DataRange
from owlboost.ontology.reasoner.counting import Different
from owlboost.ontology.reasoner.data_requirements import descriptions, only_values
from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import Keys, objects, subjects, swapped
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP, HasData
from owlboost.ontology.text import Spelling, axiom_text, range_text
from owlboost.runtime.array_types import Mask

INCONSISTENT = "The ontology is inconsistent: "
"""Beginning of the sentence that says why an ontology is inconsistent."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Impossible elements, and the reason.

    ``reason`` writes it with the names that it is given. An element cannot belong to all ``terms``
    by the axiom, if that is the reason.
    """

    elements: Keys
    reason: Callable[[Spelling], str]
    terms: tuple[int, ...] = ()
    axiom: Axiom | None = None


def impossible(program: Program, state: State, different: Different) -> Mask:
    """Return the mask of descriptions that nothing can fit.

    An impossible thing is an error.

    Raises
    ------
    InconsistentError
        If an individual, or a witness that must exist, is contradictory.
    """
    mask = np.zeros(state.n, dtype=np.bool_)
    for clash in _clashes(program, state, different):
        element = _first_real(state, clash)
        if element is not None:
            raise _error(program, state, element, clash)
        mask[clash.elements] = True
    return _with_owners(state, mask)


def contradiction(program: Program, state: State, different: Different) -> tuple[int, Clash] | None:
    """Return the contradictory element and its clash, or None.

    The element is the one that :func:`impossible` reports.
    """
    for clash in _clashes(program, state, different):
        element = _first_real(state, clash)
        if element is not None:
            return element, clash
    return None


def _first_real(state: State, clash: Clash) -> int | None:
    real = clash.elements[state.real[clash.elements]]
    return int(real.min()) if real.size else None


def _error(program: Program, state: State, element: int, clash: Clash) -> InconsistentError:
    individuals, name = program.signature.individuals, program.naming()
    owner: str | None = None
    if not individuals:
        subject = "anything that exists"
    elif element < len(individuals):
        owner = individuals[element]
        subject = f"individual '{name(owner)}'"
    elif requirement := _owner(program, state, element):
        role, owner = requirement
        subject = f"what fills '{program.roles.names(name)[role]}' of individual '{name(owner)}'"
    else:
        subject = "a witness"
    return InconsistentError(f"{INCONSISTENT}{subject} {clash.reason(name)}.", owner)


def _owner(program: Program, state: State, element: int) -> tuple[int, str] | None:
    """Return a role and the individual that needs a witness."""
    individuals = program.signature.individuals
    seen, pending = {element}, [element]
    while pending:
        at = pending.pop(0)
        for role, keys in sorted(state.pairs.items()):
            for owner in subjects(keys[objects(keys) == at]).tolist():
                if owner < len(individuals):
                    return role, individuals[owner]
                if owner not in seen:
                    seen.add(owner)
                    pending.append(owner)
    return None


def _with_owners(state: State, mask: Mask) -> Mask:
    """Add the descriptions that need an impossible one."""
    while True:
        before = int(mask.sum())
        for keys in state.pairs.values() if before else ():
            mask[subjects(keys[mask[objects(keys)]])] = True
        if int(mask.sum()) == before:
            return mask


def _clashes(program: Program, state: State, different: Different) -> Iterator[Clash]:
    yield from _violated_clauses(program, state)
    yield from _too_few_values(program, state)
    yield from _contradictory_terms(program, state)
    yield from _disjoint_roles(program, state)
    yield from _disjoint_data(program, state)
    yield from _same_and_different(program, state, different)


def _contradictory_terms(program: Program, state: State) -> Iterator[Clash]:
    """``x : C`` and ``x : ¬C``."""
    for term, mask in sorted(state.members.items()):
        complement = state.members.get(term ^ 1)
        if not term & 1 and complement is not None:
            elements = np.flatnonzero(mask & complement)
            if elements.size:
                reason = partial(_contradictory, program, term)
                yield Clash(elements, reason, (term, term ^ 1))


def _contradictory(program: Program, term: int, name: Spelling) -> str:
    if term == TOP:
        return "belongs to 'Nothing'"
    return f"belongs to '{program.speller(name)(term)}' and to its complement"


def _violates(axiom: Axiom, name: Spelling) -> str:
    return f"violates {axiom_text(axiom, name)}"


def _violated_clauses(program: Program, state: State) -> Iterator[Clash]:
    """All terms of a clause denied, for example two disjoint classes.

    Contradictions by the meaning of terms were derived, and show as a contradictory term.
    """
    for clause in program.clauses:
        if clause.axiom and all(term ^ 1 in state.members for term in clause.terms):
            mask = np.ones(state.n, dtype=np.bool_)
            for term in clause.terms:
                mask &= state.members[term ^ 1]
            elements = np.flatnonzero(mask)
            if elements.size:
                denied = tuple(term ^ 1 for term in clause.terms)
                yield Clash(elements, partial(_violates, clause.axiom), denied, clause.axiom)


def _too_few_values(program: Program, state: State) -> Iterator[Clash]:
    """More values needed than a range holds.

    ``x : ≥n s.R`` where R, with all other conditions on the values, holds fewer than n.
    """
    data, names = program.data, program.signature.data_properties
    for term in sorted(state.members):
        atom = program.terms.atom(term)
        if isinstance(atom, HasData) and not term & 1 and term not in data.values:
            allowed = DataIntersection((atom.range, *data.within.get(atom.property, ())))
            if data.sizes.most(allowed) < atom.number:
                reason = partial(_needed, names[atom.property], atom.number, allowed)
                yield Clash(np.flatnonzero(state.members[term]), reason)
    for need in data.needs:
        for owners, range_ in descriptions(need, state):
            if data.sizes.most(range_) < need.number:
                reason = partial(_needed, names[need.property], need.number, range_)
                yield Clash(owners, reason)
        for keys in only_values(need, state):
            outside = keys[~need.possible[objects(keys)]]
            if outside.size:
                reason = partial(_outside, names[need.property], need.range)
                yield Clash(subjects(outside), reason)


def _outside(property_: str, range_: DataRange, name: Spelling) -> str:
    text = f"can have only one value of '{name(property_)}', and it"
    return f"{text} is not in {range_text(range_, name)} as it must be"


def _needed(property_: str, number: int, range_: DataRange, name: Spelling) -> str:
    many = "a value" if number == 1 else f"{number} values"
    few = "none" if number == 1 else "fewer"
    where = range_text(range_, name)
    return f"needs {many} of '{name(property_)}' in {where}, which holds {few}"


def _disjoint_roles(program: Program, state: State) -> Iterator[Clash]:
    """One pair of disjoint roles: ``r(x, a)`` with ``s(x, a)`` or, asymmetric, ``r(a, x)``."""
    for first, second, is_swapped, axiom in program.roles.disjoint:
        keys = state.role(first)
        keys = keys[state.individual[objects(keys)]]
        if is_swapped:
            keys = keys[state.individual[subjects(keys)]]
        shared = np.intersect1d(
            keys, swapped(state.role(second)) if is_swapped else state.role(second)
        )
        if shared.size:
            yield Clash(subjects(shared), partial(_violates, axiom))


def _disjoint_data(program: Program, state: State) -> Iterator[Clash]:
    """One value of two disjoint data properties."""
    for first, second, axiom in program.data.disjoint:
        shared = np.intersect1d(state.data(first), state.data(second))
        if shared.size:
            yield Clash(subjects(shared), partial(_violates, axiom))


def _same_and_different(program: Program, state: State, different: Different) -> Iterator[Clash]:
    """Two names of one individual that are declared different."""
    for group in different:
        names = np.array(sorted(group))
        elements, first, counts = np.unique(
            state.representative[names], return_index=True, return_counts=True
        )
        if (counts > 1).any():
            at = int(np.flatnonzero(counts > 1)[0])
            twins = names[state.representative[names] == elements[at]]
            reason = partial(_same_as, program.signature.individuals[int(twins[1])])
            yield Clash(names[first[at : at + 1]], reason)


def _same_as(twin: str, name: Spelling) -> str:
    return f"is both the same as and different from '{name(twin)}'"
