"""The rules of the engine read backwards, from facts to premises.

For a fact that the engine derived, each rule here looks for older facts and statements that give
it. Rules that compare many elements at once (equal individuals, counting, searches for cases) have
no such reading; a fact that only they give has none.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from owlboost.ontology import axioms as ax
from owlboost.ontology.explain.derivation_log import ChronicledState, Fact, Kind, member, pair
from owlboost.ontology.expressions import NOTHING, Class, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.assertions import StatedFacts
from owlboost.ontology.reasoner.clauses import Clause, OpenUnion, choice_of
from owlboost.ontology.reasoner.data_axioms import DataTest
from owlboost.ontology.reasoner.engine import Prepared, examples
from owlboost.ontology.reasoner.program import Restriction
from owlboost.ontology.reasoner.terms import BOTTOM, TOP, AtLeast, Exists, Itself, Named
from owlboost.ontology.reasoner.witnesses import filler_conditions
from owlboost.ontology.statements import DataAssertion, RoleAssertion, Statement


class Inference(NamedTuple):
    """Facts and statements from which a fact follows by one rule."""

    premises: tuple[Fact, ...] = ()
    statements: tuple[Statement, ...] = ()


class Premises:
    """Search for the premises of the facts of a finished state.

    The ontology is the one that was prepared, as it was before.
    """

    def __init__(self, prepared: Prepared, state: ChronicledState, ontology: Ontology) -> None:
        self._prepared = prepared
        self._program = prepared.program
        self._state = state
        self._ontology = ontology

    def step(self, fact: Fact) -> Inference | None:
        """Return the step to a fact with the oldest premises.

        Its newest premise is older than that of other steps. None if no rule shows one.
        """
        age = self._state.age(fact)
        steps = ((self._newest(step), step) for step in self._steps(fact, age))
        older = [dated for dated in steps if dated[0] < age]
        return min(older, key=lambda dated: dated[0])[1] if older else None

    def _newest(self, step: Inference) -> int:
        return max(map(self._state.age, step.premises), default=-2)

    def _steps(self, fact: Fact, age: int) -> Iterator[Inference]:
        if fact.kind == "member":
            if fact.predicate == TOP or fact.predicate in self._given(fact.key):
                yield Inference()
            yield from self._by_statement(fact)
            yield from self._by_clause(fact)
            yield from self._by_meaning(fact, age)
            yield from self._by_universal(fact, age)
            yield from self._by_cases(fact, age)
        elif fact.kind == "pair":
            yield from self._by_statement(fact)
            yield from self._by_role(fact, age)
            yield from self._by_chain(fact, age)
            yield from self._by_term(fact)
            yield from self._by_need(fact, age)
        else:
            yield from self._by_statement(fact)
            yield from self._by_data_property(fact)

    def _given(self, element: int) -> frozenset[int]:
        """Return the defining terms of a prototype, witness or nominal."""
        return self._state.descriptions.get(element, self._kinds.get(element, frozenset()))

    @cached_property
    def _examples(self) -> dict[int, int]:
        return examples(self._prepared, self._state)

    @cached_property
    def _kinds(self) -> dict[int, frozenset[int]]:
        kinds: dict[int, set[int]] = defaultdict(set)
        for term, individual in self._program.nominals.items():
            kinds[int(self._state.representative[individual])].add(term)
        for element, seeds in self._prepared.descriptions.items():
            kinds[element].update(seeds)
        return {element: frozenset(terms) for element, terms in kinds.items()}

    def _by_statement(self, fact: Fact) -> Iterator[Inference]:
        """Look a fact up in the assertions, by all names that mean the same."""
        table, same = self._table(fact.kind), self._state.representative
        left, right = fact.ends
        rows = np.flatnonzero((same[table.subject] == left) & (table.predicate == fact.predicate))
        objects = table.object[rows]
        for row in rows[(objects if fact.kind == "value" else same[objects]) == right][:1].tolist():
            source = self._prepared.assertions.sources[table.source[row]]
            yield Inference((), (source or self._plain(fact, row),))

    def _table(self, kind: Kind) -> StatedFacts:
        stated = self._prepared.assertions
        return {"member": stated.types, "pair": stated.pairs, "value": stated.values}[kind]

    def _plain(self, fact: Fact, row: int) -> Statement:
        """Return the assertion in a row of the plain facts."""
        names, facts = self._program.signature, self._ontology.facts
        table = self._table(fact.kind)
        subject = names.individuals[table.subject[row]]
        if fact.kind == "member":
            atom = self._program.terms.atom(fact.predicate)
            iri = NOTHING if fact.predicate == BOTTOM or not isinstance(atom, Named) else atom.iri
            return ax.ClassAssertion(subject, Class(iri))
        if fact.kind == "pair":
            object_ = names.individuals[table.object[row]]
            return RoleAssertion(Role(names.roles[fact.predicate]), subject, object_)
        literal = facts.literals[facts.value_literals[row]]
        return DataAssertion(names.data_properties[fact.predicate], subject, literal)

    @cached_property
    def _clauses(self) -> dict[int, list[Clause]]:
        """Term → the clauses it is in."""
        clauses: dict[int, list[Clause]] = defaultdict(list)
        for clause in self._program.clauses:
            for term in clause.terms:
                clauses[term].append(clause)
        return clauses

    def _by_clause(self, fact: Fact) -> Iterator[Inference]:
        """If all other terms of a clause are denied, this one holds."""
        for clause in self._clauses.get(fact.predicate, ()):
            body = (member(term ^ 1, fact.key) for term in clause.terms if term != fact.predicate)
            axioms = _some(clause.axiom) or self._role_axioms_of(clause)
            yield Inference(tuple(body), axioms)

    def _role_axioms_of(self, clause: Clause) -> tuple[ax.Axiom, ...]:
        """Return the axioms on roles by which a clause without an axiom of its own holds.

        ``∃r.Self ⊑ ∃s.Self`` and its like take that r is below s, or below the inverse of s.
        """
        atoms = ((term, self._program.terms.atom(term)) for term in clause.terms)
        roles = [
            (term & 1, atom.role)
            for term, atom in atoms
            if isinstance(atom, Exists | AtLeast | Itself)
        ]
        return tuple(
            axiom
            for denied, lower in roles
            for holds, upper in roles
            if denied and not holds and lower != upper
            for turned in (False, True)
            for axiom in self._role_axioms(lower, upper, turned=turned)
        )

    def _by_meaning(self, fact: Fact, age: int) -> Iterator[Inference]:
        """``r(x, y), y : C`` gives ``x : ∃r.C``, likewise for x itself and data values."""
        state, atom = self._state, self._program.terms.atom(fact.predicate)
        if fact.predicate & 1:
            return
        if isinstance(atom, Exists):
            fillers, ages = state.dated("pair", atom.role).of_left(fact.key, age)
            together = np.maximum(ages, state.ages_in(atom.filler, fillers))
            for filler in _first(fillers[together < age], together[together < age]):
                yield Inference((pair(atom.role, fact.key, filler), member(atom.filler, filler)))
        elif isinstance(atom, Itself) and state.individual[fact.key]:
            yield Inference((pair(atom.role, fact.key, fact.key),))
        elif test := self._tests.get(fact.predicate):
            values, ages = state.dated("value", test.property).of_left(fact.key, age)
            inside = test.within[values]
            for value in _first(values[inside], ages[inside]):
                yield Inference((Fact("value", test.property, (fact.key << 32) | value),))

    @cached_property
    def _tests(self) -> dict[int, DataTest]:
        every = (test for tests in self._program.data.tests.values() for test in tests)
        return {test.term: test for test in every if test.number == 1}

    def _by_universal(self, fact: Fact, age: int) -> Iterator[Inference]:
        """``x : ∀r.C, r(x, y)`` gives ``y : C``, also backwards along an inverse."""
        state = self._state
        for restriction in self._only.get(fact.predicate, ()) if state.individual[fact.key] else ():
            owners, ages = state.dated("pair", restriction.role, turned=True).of_left(fact.key, age)
            together = np.maximum(ages, state.ages_in(restriction.term, owners))
            fits = (together < age) & state.real[owners]
            for owner in _first(owners[fits], together[fits]):
                premises = (
                    pair(restriction.role, owner, fact.key),
                    member(restriction.term, owner),
                )
                yield Inference((*premises, *self.way_to(owner, age)))
        for role, restriction in self._inner.get(fact.predicate, ()):
            fillers, ages = state.dated("pair", role).of_left(fact.key, age)
            together = np.maximum(ages, state.ages_in(restriction.term, fillers))
            for filler in _first(fillers[together < age], together[together < age]):
                premises = (pair(role, fact.key, filler), member(restriction.term, filler))
                yield Inference(premises, self._role_axioms(role, restriction.role, turned=True))

    @cached_property
    def _only(self) -> dict[int, list[Restriction]]:
        """Term → the restrictions to it."""
        by_filler: dict[int, list[Restriction]] = defaultdict(list)
        for restriction in self._program.only_as.values():
            by_filler[restriction.filler].append(restriction)
        return by_filler

    @cached_property
    def _inner(self) -> dict[int, list[tuple[int, Restriction]]]:
        by_filler: dict[int, list[tuple[int, Restriction]]] = defaultdict(list)
        for role, restrictions in self._program.inner.items():
            for restriction in restrictions:
                by_filler[restriction.filler].append((role, restriction))
        return by_filler

    @cached_property
    def _choices(self) -> list[tuple[OpenUnion, ax.Axiom | None]]:
        clauses, terms = self._program.clauses, self._program.terms
        choices = ((choice_of(terms, clause.terms), clause.axiom) for clause in clauses)
        return [(choice, axiom) for choice, axiom in choices if choice is not None]

    def _by_cases(self, fact: Fact, age: int) -> Iterator[Inference]:
        """Look for a term that all open cases of a union share, as examples show."""
        for choice, axiom in self._choices:
            premises = [member(term, fact.key) for term in choice.body]
            for head in choice.heads:
                excluded = member(head ^ 1, fact.key)
                if self._state.age(excluded) < age:
                    premises.append(excluded)
                elif head in self._examples:
                    premises.append(member(fact.predicate, self._examples[head]))
                else:
                    break
            else:
                yield Inference(tuple(premises), _some(axiom))

    def _by_role(self, fact: Fact, age: int) -> Iterator[Inference]:
        """``r ⊑ s`` and ``r ⊑ s⁻``."""
        left, right = fact.ends
        for lower, upper, turned in self._program.roles.inclusions:
            if upper == fact.predicate and (not turned or self._are_things(right, left)):
                ends = (right, left) if turned else (left, right)
                way = self.way_to(right, age) if turned else ()
                axioms = self._role_axioms(lower, upper, turned=turned)
                yield Inference((pair(lower, *ends), *way), axioms)

    def way_to(self, element: int, before: int) -> tuple[Fact, ...]:
        """Return older pairs that lead from an individual to an element.

        They show that there is such a thing. There are none if it is an individual.
        """
        ways: dict[int, tuple[Fact, ...]] = {element: ()}
        pending = [element]
        for at in pending:  # grows on the way
            if self._state.individual[at]:
                return ways[at]
            for role in sorted(self._state.pairs):
                owners, _ = self._state.dated("pair", role, turned=True).of_left(at, before)
                for owner in owners[self._state.real[owners]].tolist():
                    if owner not in ways:
                        ways[owner] = (pair(role, owner, at), *ways[at])
                        pending.append(owner)
        return ()

    def _are_things(self, left: int, right: int) -> bool:
        """Whether a pair may be turned round, as the engine does it."""
        return bool(self._state.individual[right] and self._state.real[left])

    def _by_chain(self, fact: Fact, age: int) -> Iterator[Inference]:
        """``r ∘ s ⊑ t``."""
        left, right = fact.ends
        for (first, second, upper), axiom in self._program.roles.stated_chains.items():
            if upper != fact.predicate:
                continue
            from_left, left_ages = self._state.dated("pair", first).of_left(left, age)
            from_right, right_ages = self._state.dated("pair", second, turned=True).of_left(
                right, age
            )
            middles, at_left, at_right = np.intersect1d(
                from_left, from_right, assume_unique=True, return_indices=True
            )
            for middle in _first(middles, np.maximum(left_ages[at_left], right_ages[at_right])):
                yield Inference(
                    (pair(first, left, middle), pair(second, middle, right)), _some(axiom)
                )

    def _by_term(self, fact: Fact) -> Iterator[Inference]:
        """``x : ∃r.{a}`` gives ``r(x, a)``, ``x : ∃r.Self`` gives ``r(x, x)``."""
        left, right = fact.ends
        for term, (role, individual) in self._program.has_value.items():
            if role == fact.predicate and self._state.representative[individual] == right:
                yield Inference((member(term, left),))
        for term, role in self._program.selves.items():
            if role == fact.predicate and left == right:
                yield Inference((member(term, left),))

    def _by_need(self, fact: Fact, age: int) -> Iterator[Inference]:
        """``x : ∃r.C`` gives a filler as C, and what x imposes on it, describe it."""
        left, right = fact.ends
        described = self._state.descriptions.get(right)
        if described is None:
            return
        for restrictions in self._program.some.values():
            for restriction in restrictions:
                needed = member(restriction.term, left)
                if restriction.filler in described | {TOP} and self._state.age(needed) < age:
                    yield from self._as_described(fact, age, restriction, described)

    def _as_described(
        self, fact: Fact, age: int, restriction: Restriction, described: frozenset[int]
    ) -> Iterator[Inference]:
        left, _ = fact.ends
        imposed = [
            condition
            for condition in filler_conditions(self._program, restriction)
            if all(self._state.age(member(term, left)) < age for term in condition.when)
        ]
        roles = {restriction.role, *(condition.role for condition in imposed)}
        required = {restriction.filler, *(condition.then for condition in imposed)} - {TOP}
        if fact.predicate in roles and required == described:
            terms = {restriction.term, *(term for condition in imposed for term in condition.when)}
            above = self._program.roles.above[restriction.role] if imposed else ()
            axioms = (
                self._role_axioms(restriction.role, role, turned=turned) for role, turned in above
            )
            transitive = (
                self._program.roles.stated_chains[(role,) * 3]
                for role, _ in above
                if role in self._program.roles.transitive
            )
            yield Inference(
                tuple(member(term, left) for term in sorted(terms)),
                (
                    *(axiom for path in axioms for axiom in path),
                    *(axiom for axiom in transitive if axiom is not None),
                ),
            )

    def _role_axioms(self, lower: int, upper: int, *, turned: bool) -> tuple[ax.Axiom, ...]:
        """Return the axioms of a shortest way from a role to one above it."""
        goal = (upper, turned)
        ways: dict[tuple[int, bool], tuple[ax.Axiom, ...]] = {(lower, False): ()}
        level = [(lower, False)]
        while level and goal not in ways:
            next_level = []
            for role, parity in level:
                for above, turn, axiom in self._role_steps.get(role, ()):
                    place = (above, parity ^ turn)
                    if place not in ways:
                        ways[place] = (*ways[role, parity], *_some(axiom))
                        next_level.append(place)
            level = next_level
        return ways.get(goal, ())

    @cached_property
    def _role_steps(self) -> dict[int, list[tuple[int, bool, ax.Axiom | None]]]:
        steps: dict[int, list[tuple[int, bool, ax.Axiom | None]]] = defaultdict(list)
        for (lower, upper, turned), axiom in self._program.roles.stated.items():
            steps[lower].append((upper, turned, axiom))
        return steps

    def _by_data_property(self, fact: Fact) -> Iterator[Inference]:
        """``s ⊑ t`` for data properties; ``x : ∃s.{v}`` gives v."""
        data, names = self._program.data, self._program.signature.data_properties
        left, right = fact.ends
        for lower, above in data.above.items():
            if fact.predicate in above:
                axiom = self._data_axioms.get((names[lower], names[fact.predicate]))
                yield Inference((Fact("value", lower, fact.key),), _some(axiom))
        for term, (property_, value) in data.values.items():
            if (property_, value) == (fact.predicate, right):
                yield Inference((member(term, left),))

    @cached_property
    def _data_axioms(self) -> dict[tuple[str, str], ax.Axiom]:
        axioms: dict[tuple[str, str], ax.Axiom] = {}
        for axiom in self._ontology.axioms:
            match axiom:
                case ax.SubDataPropertyOf(lower, upper):
                    axioms[lower, upper] = axiom
                case ax.EquivalentDataProperties(properties):
                    axioms |= {
                        (first, second): axiom for first in properties for second in properties
                    }
                case _:
                    pass
        return axioms


def _first(things: np.ndarray, ages: np.ndarray) -> Iterable[int]:
    """Return the first of the oldest items, if any."""
    return [int(things[np.argmin(ages)])] if things.size else []


def _some(axiom: ax.Axiom | None) -> tuple[ax.Axiom, ...]:
    return () if axiom is None else (axiom,)


def statements_behind(
    premises: Premises, goals: Iterable[Fact], axioms: Collection[ax.Axiom]
) -> list[Statement]:
    """Return the statements met on the way back from facts.

    They come in that order. Where a fact has no step that can be read backwards, the statements
    that it takes are missing. The axioms that define names of inverses and of data ranges are
    added.
    """
    pending = list(dict.fromkeys(goals))
    seen, statements = set(pending), dict[Statement, None]()
    for fact in pending:  # grows on the way
        step = premises.step(fact)
        if step is not None:
            statements.update(dict.fromkeys(step.statements))
            new = [premise for premise in step.premises if premise not in seen]
            seen.update(new)
            pending.extend(new)
    statements.update(dict.fromkeys(_definitions(statements, axioms)))
    return [*statements]


def _definitions(
    statements: Iterable[Statement], axioms: Collection[ax.Axiom]
) -> Iterator[ax.Axiom]:
    """Iterate over the axioms that name the inverses and data ranges of statements."""
    pending: list[object] = list(statements)
    turned = {
        part.iri
        for statement in pending
        for part in ax.walk(statement)
        if isinstance(part, Role) and part.inverse
    }
    for axiom in axioms:
        if isinstance(axiom, ax.InverseRoles) and not turned.isdisjoint(ax.strings_in(axiom)):
            yield axiom
    defined = [axiom for axiom in axioms if isinstance(axiom, ax.DatatypeDefinition)]
    while defined and pending:
        mentioned = {name for statement in pending for name in ax.strings_in(statement)}
        new = [axiom for axiom in defined if axiom.iri in mentioned]
        yield from new
        defined = [axiom for axiom in defined if axiom not in new]
        pending = list[object](new)
