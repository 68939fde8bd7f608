"""Syntactic locality: the axioms that may tell something of given names.

An axiom that is true whatever it says of other names, if these have no members, pairs or values,
tells nothing: it is local (Cuenca Grau, Horrocks, Kazakov, Sattler: Modular reuse of ontologies,
2008). Where it is hard to see whether an axiom is local, it is taken not to be.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import assert_never

from owlboost.ontology.axioms import (
    Assertion,
    Axiom,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DisjointClasses,
    DisjointDataProperties,
    DisjointRoles,
    DisjointUnion,
    EquivalentClasses,
    EquivalentDataProperties,
    EquivalentRoles,
    FunctionalData,
    HasKey,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
    strings_in,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    And,
    Cardinality,
    Class,
    ClassExpression,
    DataCardinality,
    DataHasValue,
    DataSome,
    HasSelf,
    HasValue,
    Or,
    Role,
    Some,
)
from owlboost.ontology.vocabulary import TOP_DATA, TOP_ROLE

_ALWAYS = frozenset({THING, TOP_ROLE, TOP_DATA})


def applies(axiom: Axiom, names: Collection[str]) -> bool:
    """Whether an axiom may be relevant if only these names are used.

    Examples
    --------
    >>> axiom = SubClassOf(And((Class("Cat"), Class("Wild"))), Class("Lynx"))
    >>> applies(axiom, {"Cat"}), applies(axiom, {"Cat", "Wild"})
    (False, True)
    """

    def used(name: str | Role) -> bool:
        iri = name.iri if isinstance(name, Role) else name
        return iri in names or iri in _ALWAYS

    def filled(expression: ClassExpression) -> bool:
        return may_have_members(expression, used)

    match axiom:
        case SubClassOf(lower, _) | HasKey(lower, _, _):
            return filled(lower)
        case EquivalentClasses(classes):
            return any(map(filled, classes))
        case DisjointClasses(classes):
            return sum(map(filled, classes)) > 1
        case DisjointUnion(iri, classes):
            return used(iri) or any(map(filled, classes))
        case _ if isinstance(axiom, Assertion):
            return True
        case _:
            return _property_axiom_applies(axiom, used)


_PropertyAxiom = (
    SubRoleOf | EquivalentRoles | DisjointRoles | InverseRoles | RoleDomain | RoleRange
    | RoleCharacteristic | SubDataPropertyOf | EquivalentDataProperties | DisjointDataProperties
    | DataDomain | DataPropertyRange | FunctionalData | DatatypeDefinition
)  # fmt: skip


def _property_axiom_applies(  # noqa: PLR0911 - one per case
    axiom: _PropertyAxiom, used: Callable[[str | Role], bool]
) -> bool:
    match axiom:
        case SubRoleOf(chain, _):
            return all(map(used, chain))
        case EquivalentRoles(properties) | EquivalentDataProperties(properties):
            return _count(used, properties) > 0
        case InverseRoles(first, second):
            return used(first) or used(second)
        case DisjointRoles(properties) | DisjointDataProperties(properties):
            return _count(used, properties) > 1
        case RoleCharacteristic(role, kind):
            return kind == "reflexive" or used(role)
        case RoleDomain(property_, _) | RoleRange(property_, _):
            return used(property_)
        case DataDomain(name, _) | DataPropertyRange(name, _):
            return used(name)
        case SubDataPropertyOf(name, _) | FunctionalData(name):
            return used(name)
        case DatatypeDefinition(name, _):
            return used(name)
    assert_never(axiom)


def _count(used: Callable[[str | Role], bool], names: Iterable[str | Role]) -> int:
    return sum(map(used, names))


def may_have_members(  # noqa: PLR0911 - one per case
    expression: ClassExpression, used: Callable[[str | Role], bool]
) -> bool:
    """Whether a class may have members if unused names have none."""
    match expression:
        case Class(iri):
            return iri != NOTHING and used(iri)
        case And(parts):
            return all(may_have_members(part, used) for part in parts)
        case Or(parts):
            return any(may_have_members(part, used) for part in parts)
        case Some(role, filler):
            return used(role) and may_have_members(filler, used)
        case Cardinality(kind, number, role, filler) if kind != "max" and number:
            return used(role) and may_have_members(filler, used)
        case HasValue(role, _) | HasSelf(role):
            return used(role)
        case DataSome(name, _) | DataHasValue(name, _):
            return used(name)
        case DataCardinality(kind, number, name, _) if kind != "max" and number:
            return used(name)
        case _:
            return True


def layers(axioms: Sequence[Axiom], names: Collection[str]) -> list[list[int]]:
    """Return the places of relevant axioms, each after those it builds on.

    The first layer applies to the uses of the given names, the next one to those of the names of
    the first as well, and so on. All together are the module for locality with empty names: all
    that follows for things that the names are used for, follows from these axioms.

    Examples
    --------
    >>> a, b, c, d = map(Class, "abcd")
    >>> layers([SubClassOf(b, c), SubClassOf(d, a), SubClassOf(a, b)], {"a"})
    [[2], [0]]
    """
    reached, ordered = set(names), list[list[int]]()
    remaining = list(range(len(axioms)))
    while True:
        layer = [place for place in remaining if applies(axioms[place], reached)]
        if not layer:
            return ordered
        ordered.append(layer)
        in_layer = set(layer)
        remaining = [place for place in remaining if place not in in_layer]
        for place in layer:
            reached.update(strings_in(axioms[place]))


def goals_first(axioms: Sequence[Axiom], names: Collection[str]) -> list[list[int]]:
    """Return layers of axioms that may lead to some names, nearest first.

    Axioms are given by their places. It is a guess of where to look, no more: what follows by
    contradiction may take others.

    Examples
    --------
    >>> a, b, c, d = map(Class, "abcd")
    >>> goals_first([SubClassOf(a, b), SubClassOf(a, d), SubClassOf(b, c)], {"c"})
    [[2], [0]]
    """
    reached, ordered = set(names), list[list[int]]()
    remaining = list(range(len(axioms)))
    conclusions = [frozenset(strings_in(_conclusion(axiom))) for axiom in axioms]
    while True:
        layer = [place for place in remaining if not reached.isdisjoint(conclusions[place])]
        if not layer:
            return ordered
        ordered.append(layer)
        in_layer = set(layer)
        remaining = [place for place in remaining if place not in in_layer]
        for place in layer:
            reached.update(strings_in(axioms[place]))


def _conclusion(axiom: Axiom) -> object:
    """Return the part of an axiom that it mainly concludes.

    It is the whole axiom if that may be any part.
    """
    match axiom:
        case SubClassOf(_, upper) | SubRoleOf(_, upper):
            return upper
        case RoleDomain(_, domain) | DataDomain(_, domain):
            return domain
        case RoleRange(_, range_):
            return range_
        case _:
            return axiom
