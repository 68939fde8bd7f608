"""The structural reasoner: from an ontology to all derived facts."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import HasKey, literals_in
from owlboost.ontology.expressions import NOTHING, THING
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.reasoner.assertions import Assertions, StatedFacts, collect_assertions
from owlboost.ontology.reasoner.cases import Cases, open_elements
from owlboost.ontology.reasoner.clashes import INCONSISTENT, impossible
from owlboost.ontology.reasoner.clauses import (
    OpenUnion,
    axiom_clauses,
    extreme_clauses,
    meaning_clauses,
    role_clauses,
    top_role,
    universal_clauses,
)
from owlboost.ontology.reasoner.counting import Multitudes, count_fillers, count_values
from owlboost.ontology.reasoner.data_axioms import ValueNumbers, data_box
from owlboost.ontology.reasoner.data_requirements import data_clauses, supply_values, with_needs
from owlboost.ontology.reasoner.identity import absorb_descriptions, merge_equal, merge_groups
from owlboost.ontology.reasoner.program import (
    Key,
    Program,
    Prototypes,
    compile_program,
    shared_prototypes,
)
from owlboost.ontology.reasoner.relations import Keys, objects, pair_keys, subjects
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
    """
    program = prepared.program
    stated = prepared.assertions.without(excluded(program.signature.individuals, without))
    derived = _derived(prepared, stated, make)
    n_trials = trial_budget(stated.n_elements, len(program.clauses))
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
        if program.choices:
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


WORK = 5_000
"""Limit the individuals and clauses of all trials together to so many."""

TRIALS = 48
"""Make at most so many derivations for one set of assertions."""

FEWEST = 16
"""Make no trials if fewer than so many are affordable."""


def trial_budget(n_elements: int, n_clauses: int) -> int:
    """Return how many trials an ontology of some size may take.

    Examples
    --------
    >>> trial_budget(10, 40), trial_budget(50, 150), trial_budget(1000, 200)
    (48, 25, 0)
    """
    trials = min(TRIALS, WORK // max(n_elements + n_clauses, 1))
    return trials if trials >= FEWEST else 0


Derivation = Callable[[Assertions], State]
Position = tuple[int, tuple[int, ...]]
"""An individual, and the terms ``{a}`` one of which it belongs to."""


@dataclass(slots=True)
class Trials:
    """Trials of the names that an individual may go by.

    If x is one of a and b, whatever follows both from x being a and from x being b does follow.
    Each trial is a derivation of its own, so that this is done for individuals and in small
    ontologies only, and with a fixed number of trials; a remark names enumerations in any case.
    """

    program: Program
    derivation: Derivation
    left: int
    enumerations: list[OpenUnion] = field(init=False)

    def __post_init__(self) -> None:
        nominals = self.program.nominals.keys()
        choices = self.program.choices
        self.enumerations = [choice for choice in choices if nominals >= {*choice.heads}]

    def settled(self, stated: Assertions, state: State) -> Assertions:
        """Return the assertions and the conclusions of all cases."""
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
    """Return the assertions with the facts of all cases, None if that adds nothing."""
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
    table[subjects(keys), objects(keys)] = True
    names = state.representative[:n]
    return table[np.ix_(names, names)]


def _same(state: State, cases: Sequence[State], n: int) -> list[tuple[int, ...]]:
    """Return pairs that are the same in all cases, and were not known to be."""
    labels = np.stack([case.representative[:n] for case in cases], axis=1)
    order = np.lexsort(labels.T)
    representative = state.representative
    return [
        (int(first), int(second))
        for first, second in pairwise(order)
        if (labels[first] == labels[second]).all()
        and representative[first] != representative[second]
    ]
