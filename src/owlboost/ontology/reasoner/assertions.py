"""Assertions in columns, with a witness for every stated ``∃r.C``.

``a : ∃r.C`` says no more and no less than "a is r-related to something nameless in C", so its
witness is an individual like any other: it may be merged, and inverses lead back from it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Facts, Signature
from owlboost.ontology.reasoner.data_axioms import ValueNumbers
from owlboost.ontology.reasoner.roles import RoleNumbers
from owlboost.ontology.reasoner.terms import Terms
from owlboost.ontology.text import expression_text
from owlboost.runtime.array_types import Ids, Mask


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """Facts in columns: predicate, subject and object.

    The predicate is a term, role or property; the object an element or a value. ``source`` is the
    number of the axiom that a fact comes from; 0 are the plain facts.
    """

    predicate: Ids
    subject: Ids
    object: Ids
    source: Ids

    def __getitem__(self, rows: npt.NDArray[np.generic]) -> "StatedFacts":
        return StatedFacts(
            self.predicate[rows], self.subject[rows], self.object[rows], self.source[rows]
        )


@dataclass(frozen=True, slots=True)
class Assertions:
    """All that is stated about individuals.

    Attributes
    ----------
    n_individuals, n_elements
        Individuals of the signature; these and the witnesses of assertions, at least one, for
        no domain is empty.
    types, pairs, values
        (term, element, same element), (role, element, element), (property, element, value).
    same, different
        Groups of individuals.
    mentions
        Source → the individuals it mentions.
    sources
        Source → its axiom; None for the plain facts, which are the first rows of their tables.
    """

    n_individuals: int
    n_elements: int
    types: StatedFacts
    pairs: StatedFacts
    values: StatedFacts
    same: tuple[tuple[int, ...], ...]
    different: tuple[tuple[int, ...], ...]
    mentions: tuple[frozenset[int], ...]
    sources: tuple[ax.Axiom | None, ...]

    def terms(self) -> frozenset[int]:
        """Return the terms that elements are stated to belong to."""
        return frozenset(_distinct(self.types.predicate).tolist())

    def property_values(self) -> dict[int, Ids]:
        """Return each data property with the values that are stated for it."""
        properties = _distinct(self.values.predicate).tolist()
        return {
            number: _distinct(self.values.object[self.values.predicate == number])
            for number in properties
        }

    def without(self, excluded: Mask) -> "Assertions":
        """Return the assertions that mention no excluded individual."""
        if not excluded.any():
            return self
        numbers = frozenset(np.flatnonzero(excluded).tolist())
        sources = np.array([numbers.isdisjoint(mentioned) for mentioned in self.mentions])
        inside = np.ones(self.n_elements, dtype=np.bool_)
        inside[: self.n_individuals] = ~excluded
        types, pairs, values = self.types, self.pairs, self.values
        return replace(
            self,
            types=types[sources[types.source] & inside[types.subject]],
            pairs=pairs[sources[pairs.source] & inside[pairs.subject] & inside[pairs.object]],
            values=values[sources[values.source] & inside[values.subject]],
            same=_shrunk(self.same, numbers),
            different=_shrunk(self.different, numbers),
        )


def _distinct(numbers: Ids) -> Ids:
    return np.flatnonzero(np.bincount(numbers)).astype(np.int32)


def _shrunk(
    groups: Iterable[tuple[int, ...]], excluded: Collection[int]
) -> tuple[tuple[int, ...], ...]:
    left = (
        tuple(individual for individual in group if individual not in excluded) for group in groups
    )
    return tuple(group for group in left if len(group) > 1)


_Rows = list[tuple[int, int, int, int]]


@dataclass(slots=True)
class _Collector:
    """Collector of facts from class assertions, which adds witnesses."""

    signature: Signature
    terms: Terms
    roles: RoleNumbers
    numbers: ValueNumbers
    n_elements: int
    source: int = 0
    types: _Rows = field(default_factory=list)
    pairs: _Rows = field(default_factory=list)
    values: _Rows = field(default_factory=list)
    witnesses: dict[tuple[int, ex.Role, str], int] = field(default_factory=dict)

    def state(self, element: int, expression: ex.ClassExpression) -> None:
        """State that an element belongs to a class expression."""
        for part in sorted(ax.conjuncts(expression), key=_full_text):
            self._state_part(element, part)

    def _state_part(self, element: int, part: ex.ClassExpression) -> None:
        match part:
            case ex.Some(role, ex.OneOf((individual,))) | ex.HasValue(role, individual):
                self._relate(element, role, self.signature.individuals.id(individual))
            case ex.Some(role, filler):
                self._witness(element, role, filler)
            case ex.Cardinality(kind, number, role, filler) if kind != "max" and number >= 1:
                self._witness(element, role, filler)
                self._belongs(element, part)
            case ex.DataSome(property_, ex.DataOneOf((literal,))) | ex.DataHasValue(
                property_, literal
            ):
                number = self.signature.data_properties.id(property_)
                self.values.append((number, element, self.numbers.id(literal), self.source))
            case _:
                self._belongs(element, part)

    def _belongs(self, element: int, part: ex.ClassExpression) -> None:
        self.types.append((self.terms.term(part), element, element, self.source))

    def _relate(self, element: int, role: ex.Role, filler: int) -> None:
        self.pairs.append((self.roles.id(role), element, filler, self.source))

    def _witness(self, element: int, role: ex.Role, filler: ex.ClassExpression) -> None:
        place = (element, role, _full_text(filler))
        if place not in self.witnesses:
            self.witnesses[place] = self.n_elements
            self.n_elements += 1
        self._relate(element, role, self.witnesses[place])
        self.state(self.witnesses[place], filler)

    def table(self, rows: _Rows) -> StatedFacts:
        """Return collected facts as columns."""
        columns = np.array(rows, dtype=np.int32).reshape(-1, 4)
        return StatedFacts(*(columns[:, i] for i in range(4)))


def collect_assertions(
    signature: Signature,
    axioms: Sequence[ax.Axiom],
    facts: Facts,
    terms: Terms,
    roles: RoleNumbers,
    numbers: ValueNumbers,
) -> Assertions:
    """Compile the facts and the assertions among the axioms."""
    individuals = signature.individuals
    collector = _Collector(signature, terms, roles, numbers, len(individuals))
    mentions: list[frozenset[int]] = [frozenset()]
    sources: list[ax.Axiom | None] = [None]
    for stated, axiom in sorted(_stated(axioms), key=_canonical):
        mentions.append(frozenset(map(individuals.id, ax.individuals_in(stated))))
        sources.append(axiom)
        collector.source = len(mentions) - 1
        collector.state(individuals.id(stated.individual), stated.expression)
    types, pairs, values = _plain(signature, facts, terms, numbers)
    return Assertions(
        n_individuals=len(individuals),
        n_elements=max(collector.n_elements, 1),
        types=_stacked(types, collector.table(collector.types)),
        pairs=_stacked(pairs, collector.table(collector.pairs)),
        values=_stacked(values, collector.table(collector.values)),
        same=_groups(axioms, ax.SameIndividual, signature),
        different=_groups(axioms, ax.DifferentIndividuals, signature),
        mentions=tuple(mentions),
        sources=tuple(sources),
    )


def _stated(axioms: Iterable[ax.Axiom]) -> Iterator[tuple[ax.ClassAssertion, ax.Axiom]]:
    """Iterate over class assertions with their axioms; negative ones state ``a : ¬∃r.{b}``."""
    for axiom in axioms:
        match axiom:
            case ax.ClassAssertion():
                yield axiom, axiom
            case ax.NegativeRoleAssertion(role, subject, object_):
                yield ax.ClassAssertion(subject, ex.Not(ex.HasValue(role, object_))), axiom
            case ax.NegativeDataAssertion(property_, subject, literal):
                yield ax.ClassAssertion(subject, ex.Not(ex.DataHasValue(property_, literal))), axiom
            case _:
                pass


def _full_text(expression: ex.ClassExpression) -> str:
    """Return the text of an expression with its full IRIs, unequal for others."""
    return expression_text(expression, str)


def _canonical(stated: tuple[ax.ClassAssertion, ax.Axiom]) -> tuple[str, str]:
    assertion, _ = stated
    return assertion.individual, _full_text(assertion.expression)


def _groups(
    axioms: Iterable[ax.Axiom],
    kind: type[ax.SameIndividual | ax.DifferentIndividuals],
    signature: Signature,
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(map(signature.individuals.id, axiom.individuals))
        for axiom in axioms
        if isinstance(axiom, kind)
    )


def _plain(
    signature: Signature, facts: Facts, terms: Terms, numbers: ValueNumbers
) -> tuple[StatedFacts, StatedFacts, StatedFacts]:
    """Return the plain facts as tables of types, pairs and values."""
    classes = np.array([terms.named(name) for name in signature.classes], dtype=np.int32)
    values = numbers.ids(facts.literals)

    def table(predicate: Ids, subject: Ids, object_: Ids) -> StatedFacts:
        return StatedFacts(predicate, subject, object_, np.zeros(predicate.size, dtype=np.int32))

    return (
        table(classes[facts.type_classes], facts.type_subjects, facts.type_subjects),
        table(facts.role_roles, facts.role_subjects, facts.role_objects),
        table(facts.value_properties, facts.value_subjects, values[facts.value_literals]),
    )


def _stacked(first: StatedFacts, second: StatedFacts) -> StatedFacts:
    return StatedFacts(
        np.concatenate([first.predicate, second.predicate]),
        np.concatenate([first.subject, second.subject]),
        np.concatenate([first.object, second.object]),
        np.concatenate([first.source, second.source]),
    )
