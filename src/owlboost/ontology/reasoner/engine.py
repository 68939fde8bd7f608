"""The structural reasoner: from an ontology to all derived facts."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from owlboost.ontology.axioms import HasKey, literals_in
from owlboost.ontology.expressions import NOTHING, THING
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.reasoner.assertions import Assertions, StatedFacts, collect_assertions
from owlboost.ontology.reasoner.cases import Cases
from owlboost.ontology.reasoner.clashes import impossible
from owlboost.ontology.reasoner.clauses import (
    axiom_clauses,
    meaning_clauses,
    role_clauses,
    universal_clauses,
)
from owlboost.ontology.reasoner.counting import Multitudes, count_fillers, count_values
from owlboost.ontology.reasoner.data_axioms import ValueNumbers, data_box
from owlboost.ontology.reasoner.data_requirements import data_clauses, supply_values, with_needs
from owlboost.ontology.reasoner.enumeration_trials import Trials, allowed
from owlboost.ontology.reasoner.extreme_properties import extreme_clauses, top_role
from owlboost.ontology.reasoner.identity import absorb_descriptions, merge_equal, merge_groups
from owlboost.ontology.reasoner.program import (
    Key,
    Program,
    Prototypes,
    compile_program,
    shared_prototypes,
)
from owlboost.ontology.reasoner.relations import pair_keys
from owlboost.ontology.reasoner.roles import RoleNumbers, role_box
from owlboost.ontology.reasoner.rules import apply_rules
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import Terms
from owlboost.ontology.reasoner.witnesses import Witnesses
from owlboost.ontology.transform import excluded
from owlboost.runtime.array_types import Mask
from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True)
class Prepared:
    """An ontology compiled for reasoning, with any of its individuals left out.

    Each of the classes, all but Thing and Nothing, has a prototype; the named individuals are those
    with a name.
    """

    program: Program
    assertions: Assertions
    classes: tuple[str, ...]
    named: Names
    prototypes: Prototypes

    @property
    def descriptions(self) -> Mapping[int, tuple[int, ...]]:
        """The elements that are prototypes, each with its seeds."""
        return dict(enumerate(self.prototypes.seeds, self.assertions.n_elements))


@dataclass(frozen=True, slots=True)
class Derived:
    """Everything that the rules derive.

    The elements of ``prototypes`` are such, nothing can fit the descriptions that are impossible,
    and ``overflow`` tells whether shared witnesses became too many to tell them apart in full.
    """

    program: Program
    state: State
    prototypes: range
    n_individuals: int
    impossible: Mask
    overflow: bool


def prepare(ontology: Ontology) -> Prepared:
    """Compile an ontology."""
    signature, axioms = ontology.signature, ontology.axioms
    roles = RoleNumbers.from_axioms(signature.roles, axioms)
    terms = Terms(signature, roles.id)
    numbers = ValueNumbers()
    clauses = [clause for axiom in axioms for clause in axiom_clauses(axiom, terms, roles)]
    keys = [_key(axiom, terms, roles, signature) for axiom in axioms if isinstance(axiom, HasKey)]
    assertions = collect_assertions(signature, axioms, ontology.facts, terms, roles, numbers)
    numbers.ids(literals_in(axioms))
    clauses.extend([*extreme_clauses(terms, signature)])
    box = role_box(roles, axioms, top_role(signature))
    clauses.extend(meaning_clauses(terms))
    clauses.extend([*universal_clauses(terms, box, clauses)])
    clauses.extend([*role_clauses(terms, box)])
    clauses.extend(meaning_clauses(terms))  # for the terms that came with universals
    stated_terms = assertions.terms()
    asserted = {term for clause in clauses for term in clause.terms} | stated_terms
    stated = assertions.property_values()
    data = data_box(axioms, terms, signature.data_properties, numbers, stated, asserted)
    clauses.extend(data_clauses(terms, data))
    needs = with_needs(data, terms)
    program = compile_program(signature, terms, box, needs, clauses, keys, ontology.labels)
    classes = tuple(name for name in signature.classes if name not in (THING, NOTHING))
    prototypes = shared_prototypes(program, classes, stated_terms)
    return Prepared(program, assertions, classes, signature.named_individuals, prototypes)


def _key(axiom: HasKey, terms: Terms, roles: RoleNumbers, signature: Signature) -> Key:
    return Key(
        terms.term(axiom.expression),
        tuple(map(roles.id, axiom.roles)),
        tuple(map(signature.data_properties.id, axiom.properties)),
    )


def derive(
    prepared: Prepared, without: Collection[str] = (), make: Callable[[Mask, Mask], State] = State
) -> Derived:
    """Derive the consequences of an ontology, without the assertions about some individuals.

    ``make`` makes the state that the rules work on, from the masks of individuals and real
    elements.

    Raises
    ------
    InconsistentError
        If the rules find a contradiction.
    """
    program = prepared.program
    stated = prepared.assertions.without(excluded(program.signature.individuals, without))
    derived = _derived(prepared, stated, make)
    n_trials = allowed(stated.n_elements, len(program.clauses))
    if program.nominals and n_trials:
        trials = Trials(program, lambda trial: _derived(prepared, trial).state, n_trials)
        settled = trials.settled(stated, derived.state)
        if settled is not stated:
            return _derived(prepared, settled, make)
    return derived


def _derived(
    prepared: Prepared, stated: Assertions, make: Callable[[Mask, Mask], State] = State
) -> Derived:
    """Apply the rules to stated facts until nothing new follows."""
    program = prepared.program
    first = stated.n_elements
    prototypes = range(first, first + len(prepared.prototypes.seeds))
    thing = np.arange(prototypes.stop) < stated.n_elements
    state = make(thing, thing.copy())
    _add_stated(prepared, state, stated)
    witnesses, cases, multitudes = Witnesses(program), Cases(program), Multitudes(program)
    merge_groups(state, stated.same)
    while True:
        apply_rules(program, state)
        if merge_equal(program, state, len(prepared.named)):
            continue
        count_fillers(program, state, stated.different)
        count_values(program, state)
        supply_values(program, state)
        absorb_descriptions(program, state)
        cases.conclude(state, examples(prepared, state))
        multitudes.count(state, witnesses)
        witnesses.supply(state)
        if state.waiting:
            continue
        unfit = impossible(program, state, stated.different)
        _deny(prepared, state, prepared.prototypes.emptied(unfit[prototypes]))
        if not state.waiting:
            break
    return Derived(program, state, prototypes, stated.n_individuals, unfit, witnesses.overflow)


def _deny(prepared: Prepared, state: State, empty: Mask) -> None:
    """Add to every element that it is in no empty class."""
    terms = prepared.program.terms
    for number in np.flatnonzero(empty).tolist():
        state.add_members(terms.named(prepared.classes[number]) ^ 1, np.arange(state.n))


def examples(prepared: Prepared, state: State) -> dict[int, int]:
    """Return the elements that exemplify class names and ``{a}``.

    An example shows what holds of all members. Classes that share a prototype have none.
    """
    elements = {
        seeds[0]: element for element, seeds in prepared.descriptions.items() if len(seeds) == 1
    }
    for term, individual in prepared.program.nominals.items():
        elements[term] = int(state.representative[individual])
    return elements


def _add_stated(prepared: Prepared, state: State, stated: Assertions) -> None:
    """Add the stated facts to an empty state."""
    program = prepared.program
    for term, individual in program.nominals.items():
        state.add_members(term, np.array([individual]))
    for term in program.everywhere:
        state.add_members(term, np.arange(state.n))
    described: dict[int, list[int]] = defaultdict(list)
    for number, seeds in enumerate(prepared.prototypes.seeds, stated.n_elements):
        for term in seeds:
            described[term].append(number)
    for term, numbers in described.items():
        state.add_members(term, np.array(numbers))
    for term, table in _grouped(stated.types):
        state.add_members(term, table.subject)
    for role, table in _grouped(stated.pairs):
        state.add_pairs(role, pair_keys(table.subject, table.object))
    for property_, table in _grouped(stated.values):
        state.add_values(property_, pair_keys(table.subject, table.object))


def _grouped(table: StatedFacts) -> Iterable[tuple[int, StatedFacts]]:
    """Group the facts of a table by term, role or property."""
    if not table.predicate.size:
        return
    order = np.argsort(table.predicate, kind="stable")
    predicates = table.predicate[order]
    starts = np.flatnonzero(np.r_[True, predicates[1:] != predicates[:-1]])
    for start, stop in pairwise([*starts, predicates.size]):
        yield int(predicates[start]), table[order[start:stop]]
