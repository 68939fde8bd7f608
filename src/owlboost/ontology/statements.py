"""Statements of an ontology by number, and the ontology that some of them make."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from owlboost.ontology import axioms as ax
from owlboost.ontology.expressions import Class, Literal, Role
from owlboost.ontology.ontology import Facts, Ontology, Signature
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True)
class RoleAssertion:
    """Two individuals are related (in an ontology this is in :class:`Facts`)."""

    role: Role
    subject: str
    object: str


@dataclass(frozen=True, slots=True)
class DataAssertion:
    """An individual has a value (in an ontology this is in :class:`Facts`)."""

    property: str
    subject: str
    literal: Literal


Statement = ax.Axiom | RoleAssertion | DataAssertion
"""An axiom or a plain assertion."""


class Selections:
    """The statements of an ontology by number.

    Axioms come first, then types, fillers and values.

    Examples
    --------
    >>> from owlboost.ontology.axioms import SubClassOf
    >>> empty, first = np.empty(0, np.int32), np.zeros(1, np.int32)
    >>> names = Signature(Names(["Cat", "Pet"]), individuals=Names(["tom"]))
    >>> facts = Facts(first, first, empty, empty, empty, empty, empty, empty, ())
    >>> stated = Selections(Ontology("", names, (SubClassOf(Class("Cat"), Class("Pet")),), facts))
    >>> len(stated), stated[1]
    (2, ClassAssertion(individual='tom', expression=Class(iri='Cat')))
    >>> stated.ontology([1]).signature.classes
    Names(['Cat'])
    """

    def __init__(self, whole: Ontology) -> None:
        self.whole = whole
        facts = whole.facts
        sizes = [len(whole.axioms), *(rows.size for rows in _subjects(facts))]
        self._starts = np.concatenate([[0], np.cumsum(sizes)])
        self._strings = [frozenset(ax.strings_in(axiom)) for axiom in whole.axioms]
        self._people = [frozenset(ax.individuals_in(axiom)) for axiom in whole.axioms]

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, number: int) -> Statement:
        facts, names = self.whole.facts, self.whole.signature
        kind, row = self._place(number)
        if kind == 0:
            return self.whole.axioms[row]
        subject = names.individuals[_subjects(facts)[kind - 1][row]]
        if kind == 1:
            return ax.ClassAssertion(subject, Class(names.classes[facts.type_classes[row]]))
        if kind == 2:
            role = Role(names.roles[facts.role_roles[row]])
            return RoleAssertion(role, subject, names.individuals[facts.role_objects[row]])
        property_ = names.data_properties[facts.value_properties[row]]
        return DataAssertion(property_, subject, facts.literals[facts.value_literals[row]])

    def _place(self, number: int) -> tuple[int, int]:
        """Return the table that a statement is in, and its row there."""
        kind = int(np.searchsorted(self._starts, number, side="right")) - 1
        return kind, number - int(self._starts[kind])

    def numbers(self, statements: Iterable[Statement]) -> list[int]:
        """Return the numbers of the given statements that the ontology has."""
        numbers = (self._number(statement) for statement in statements)
        return [number for number in numbers if number is not None]

    def _number(self, statement: Statement) -> int | None:
        match statement:
            case (
                ax.ClassAssertion(individual)
                | RoleAssertion(_, individual)
                | DataAssertion(_, individual)
            ):
                candidates = self.facts_about([individual])
            case _:
                candidates = []
        if statement in self._axiom_numbers:
            return self._axiom_numbers[statement]
        return next((number for number in candidates if self[number] == statement), None)

    @cached_property
    def _axiom_numbers(self) -> dict[Statement, int]:
        return {axiom: number for number, axiom in enumerate(self.whole.axioms)}

    def people_of(self, axiom: int) -> frozenset[str]:
        """Return the individuals that an axiom mentions."""
        return self._people[axiom]

    def facts_about(self, individuals: Collection[str]) -> list[int]:
        """Return the numbers of plain assertions that mention some individuals."""
        facts, names = self.whole.facts, self.whole.signature.individuals
        chosen = np.zeros(len(names), dtype=np.bool_)
        chosen[names.ids(individuals)] = True
        types, fillers, values = (chosen[rows] for rows in _subjects(facts))
        fillers = fillers | chosen[facts.role_objects]
        matching = np.flatnonzero(np.concatenate([types, fillers, values]))
        return [int(number) for number in matching + int(self._starts[1])]

    def neighbours(self, individuals: Collection[str]) -> set[str]:
        """Return individuals and those they are linked with but by being different."""
        facts, names = self.whole.facts, self.whole.signature.individuals
        chosen = np.zeros(len(names), dtype=np.bool_)
        chosen[names.ids(individuals)] = True
        linked = chosen[facts.role_subjects] | chosen[facts.role_objects]
        ends = np.concatenate([facts.role_subjects[linked], facts.role_objects[linked]])
        neighbours = {names[number] for number in np.unique(ends).tolist()}.union(individuals)
        for axiom, people in zip(self.whole.axioms, self._people, strict=True):
            if not isinstance(axiom, ax.DifferentIndividuals) and not people.isdisjoint(
                individuals
            ):
                neighbours |= people
        return neighbours

    def ontology(self, numbers: Iterable[int], names: Collection[str] = ()) -> Ontology:
        """Return the ontology of some statements, with the signature they mention.

        It has the given names in any case, if the whole has them.
        """
        chosen = np.unique(np.fromiter(numbers, dtype=np.int64))
        axioms, types, fillers, values = (
            chosen[(chosen >= start) & (chosen < stop)] - start
            for start, stop in zip(self._starts, self._starts[1:], strict=False)
        )
        mentioned = set(names).union(*(self._strings[row] for row in axioms.tolist()))
        facts = self.whole.facts.select(types, fillers, values)
        all_names = self.whole.signature
        classes, roles, properties, people = (
            _used_ids(names_of_kind, mentioned, columns)
            for names_of_kind, columns in (
                (all_names.classes, [facts.type_classes]),
                (all_names.roles, [facts.role_roles]),
                (all_names.data_properties, [facts.value_properties]),
                (all_names.individuals, [*_subjects(facts), facts.role_objects]),
            )
        )
        literals = np.unique(facts.value_literals)
        return replace(
            self.whole,
            signature=Signature(
                _selected_names(all_names.classes, classes),
                _selected_names(all_names.roles, roles),
                _selected_names(all_names.data_properties, properties),
                _selected_names(all_names.individuals, people),
            ),
            axioms=tuple(self.whole.axioms[row] for row in axioms.tolist()),
            facts=Facts(
                type_subjects=_places(people, facts.type_subjects),
                type_classes=_places(classes, facts.type_classes),
                role_roles=_places(roles, facts.role_roles),
                role_subjects=_places(people, facts.role_subjects),
                role_objects=_places(people, facts.role_objects),
                value_properties=_places(properties, facts.value_properties),
                value_subjects=_places(people, facts.value_subjects),
                value_literals=_places(literals, facts.value_literals),
                literals=tuple(facts.literals[number] for number in literals.tolist()),
            ),
        )


def _subjects(facts: Facts) -> tuple[Ids, Ids, Ids]:
    """Return the columns of the subjects of types, fillers and values."""
    return facts.type_subjects, facts.role_subjects, facts.value_subjects


def _used_ids(names: Names, mentioned: Collection[str], columns: list[Ids]) -> Ids:
    """Return the numbers of names that axioms or facts mention, in order."""
    in_axioms = [names.id(name) for name in mentioned if name in names]
    return np.unique(np.concatenate([np.array(in_axioms, dtype=np.int32), *columns])).astype(
        np.int32
    )


def _selected_names(names: Names, numbers: Ids) -> Names:
    return Names(names[number] for number in numbers.tolist())


def _places(numbers: Ids, column: Ids) -> Ids:
    """Return a column's numbers as places in a sorted selection."""
    return np.searchsorted(numbers, column).astype(np.int32)


def strings_of(statements: Iterable[Statement]) -> Iterator[str]:
    """Iterate over all names that some statements mention."""
    for statement in statements:
        yield from ax.strings_in(statement)
