"""Syntactic locality: the axioms relevant to a signature.

An axiom that is true whatever it says of other names, if these have no members, pairs or values,
tells nothing: it is local (Cuenca Grau, Horrocks, Kazakov, Sattler: Modular reuse of ontologies,
2008). Where it is hard to see whether an axiom is local, it is taken not to be.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import assert_never

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.vocabulary import TOP_DATA, TOP_ROLE

_ALWAYS = frozenset({ex.THING, TOP_ROLE, TOP_DATA})


def applies(axiom: ax.Axiom, names: Collection[str]) -> bool:
    """Whether an axiom may be relevant if only these names are used.

    Examples
    --------
    >>> axiom = ax.SubClassOf(ex.And((ex.Class("Cat"), ex.Class("Wild"))), ex.Class("Lynx"))
    >>> applies(axiom, {"Cat"}), applies(axiom, {"Cat", "Wild"})
    (False, True)
    """

    def used(name: str | ex.Role) -> bool:
        iri = name.iri if isinstance(name, ex.Role) else name
        return iri in names or iri in _ALWAYS

    def filled(expression: ex.ClassExpression) -> bool:
        return may_have_members(expression, used)

    match axiom:
        case ax.SubClassOf(lower, _) | ax.HasKey(lower, _, _):
            return filled(lower)
        case ax.EquivalentClasses(classes):
            return any(map(filled, classes))
        case ax.DisjointClasses(classes):
            return sum(map(filled, classes)) > 1
        case ax.DisjointUnion(iri, classes):
            return used(iri) or any(map(filled, classes))
        case _ if isinstance(axiom, ax.Assertion):
            return True
        case _:
            return _property_axiom_applies(axiom, used)


_PropertyAxiom = (
    ax.SubRoleOf | ax.EquivalentRoles | ax.DisjointRoles | ax.InverseRoles | ax.RoleDomain
    | ax.RoleRange | ax.RoleCharacteristic | ax.SubDataPropertyOf | ax.EquivalentDataProperties
    | ax.DisjointDataProperties | ax.DataDomain | ax.DataPropertyRange | ax.FunctionalData
    | ax.DatatypeDefinition
)  # fmt: skip


def _property_axiom_applies(  # noqa: PLR0911 - one per case
    axiom: _PropertyAxiom, used: Callable[[str | ex.Role], bool]
) -> bool:
    match axiom:
        case ax.SubRoleOf(chain, _):
            return all(map(used, chain))
        case ax.EquivalentRoles(properties) | ax.EquivalentDataProperties(properties):
            return _count(used, properties) > 0
        case ax.InverseRoles(first, second):
            return used(first) or used(second)
        case ax.DisjointRoles(properties) | ax.DisjointDataProperties(properties):
            return _count(used, properties) > 1
        case ax.RoleCharacteristic(role, kind):
            return kind == "reflexive" or used(role)
        case ax.RoleDomain(property_, _) | ax.RoleRange(property_, _):
            return used(property_)
        case ax.DataDomain(name, _) | ax.DataPropertyRange(name, _):
            return used(name)
        case ax.SubDataPropertyOf(name, _) | ax.FunctionalData(name):
            return used(name)
        case ax.DatatypeDefinition(name, _):
            return used(name)
    assert_never(axiom)


def _count(used: Callable[[str | ex.Role], bool], names: Iterable[str | ex.Role]) -> int:
    return sum(map(used, names))


def may_have_members(  # noqa: PLR0911 - one per case
    expression: ex.ClassExpression, used: Callable[[str | ex.Role], bool]
) -> bool:
    """Whether a class may have members if unused names have none."""
    match expression:
        case ex.Class(iri):
            return iri != ex.NOTHING and used(iri)
        case ex.And(parts):
            return all(may_have_members(part, used) for part in parts)
        case ex.Or(parts):
            return any(may_have_members(part, used) for part in parts)
        case ex.Some(role, filler):
            return used(role) and may_have_members(filler, used)
        case ex.Cardinality(kind, number, role, filler) if kind != "max" and number:
            return used(role) and may_have_members(filler, used)
        case ex.HasValue(role, _) | ex.HasSelf(role):
            return used(role)
        case ex.DataSome(name, _) | ex.DataHasValue(name, _):
            return used(name)
        case ex.DataCardinality(kind, number, name, _) if kind != "max" and number:
            return used(name)
        case _:
            return True


def layers(axioms: Sequence[ax.Axiom], names: Collection[str]) -> list[list[int]]:
    """Return the places of relevant axioms, each after those it builds on.

    The first layer applies to the uses of the given names, the next one to those of the names of
    the first as well, and so on. All together are the module for locality with empty names: all
    that follows for things that the names are used for, follows from these axioms.

    Examples
    --------
    >>> a, b, c, d = map(ex.Class, "abcd")
    >>> layers([ax.SubClassOf(b, c), ax.SubClassOf(d, a), ax.SubClassOf(a, b)], {"a"})
    [[2], [0]]
    """
    return _layers(axioms, names, lambda place, reached: applies(axioms[place], reached))


def goals_first(axioms: Sequence[ax.Axiom], names: Collection[str]) -> list[list[int]]:
    """Return layers of axioms that may lead to some names, nearest first.

    Axioms are given by their places. It is a guess of where to look, no more: what follows by
    contradiction may take others.

    Examples
    --------
    >>> a, b, c, d = map(ex.Class, "abcd")
    >>> goals_first([ax.SubClassOf(a, b), ax.SubClassOf(a, d), ax.SubClassOf(b, c)], {"c"})
    [[2], [0]]
    """
    conclusions = [frozenset(ax.strings_in(_conclusion(axiom))) for axiom in axioms]
    return _layers(axioms, names, lambda place, reached: not reached.isdisjoint(conclusions[place]))


def _layers(
    axioms: Sequence[ax.Axiom], names: Collection[str], belongs: Callable[[int, set[str]], bool]
) -> list[list[int]]:
    """Return layers of places that belong to the names reached so far."""
    reached, ordered = set(names), list[list[int]]()
    remaining = list(range(len(axioms)))
    while True:
        layer = [place for place in remaining if belongs(place, reached)]
        if not layer:
            return ordered
        ordered.append(layer)
        in_layer = set(layer)
        remaining = [place for place in remaining if place not in in_layer]
        for place in layer:
            reached.update(ax.strings_in(axioms[place]))


def _conclusion(axiom: ax.Axiom) -> object:
    """Return the part of an axiom that it mainly concludes, or all of it."""
    match axiom:
        case ax.SubClassOf(_, upper) | ax.SubRoleOf(_, upper):
            return upper
        case ax.RoleDomain(_, domain) | ax.DataDomain(_, domain):
            return domain
        case ax.RoleRange(_, range_):
            return range_
        case _:
            return axiom
