"""Axioms and facts to RDF triples, after the tables of the OWL 2 mapping, for tests."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pyoxigraph as ox

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import ClassExpression, DataRange, Literal, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import LANG_STRING, OWL, RDF, RDFS, RDFS_LITERAL, STRING, XSD

_T = TypeVar("_T")
Term = ox.NamedNode | ox.BlankNode | ox.Literal
_TYPES = {
    "functional": "FunctionalProperty",
    "inverse-functional": "InverseFunctionalProperty",
    "reflexive": "ReflexiveProperty",
    "irreflexive": "IrreflexiveProperty",
    "symmetric": "SymmetricProperty",
    "asymmetric": "AsymmetricProperty",
    "transitive": "TransitiveProperty",
}
_COUNTS = {"min": "minQualified", "max": "maxQualified", "exact": "qualified"}
_PLAIN_COUNTS = {"min": "minCardinality", "max": "maxCardinality", "exact": "cardinality"}


def triples(ontology: Ontology) -> list[ox.Triple]:
    """Return the triples of an ontology."""
    writer = _Writer()
    writer.add(ontology.iri, RDF + "type", OWL + "Ontology")
    for iri in ontology.imports:
        writer.add(ontology.iri, OWL + "imports", iri)
    _declare(writer, ontology)
    _facts(writer, ontology)
    for axiom in ontology.axioms:
        _axiom(writer, axiom)
    return writer.triples


class _Writer:
    def __init__(self) -> None:
        self.triples: list[ox.Triple] = []
        self._blank = itertools.count()

    def blank(self) -> ox.BlankNode:
        return ox.BlankNode(f"n{next(self._blank)}")

    def add(self, subject: str | Term, predicate: str, object_: str | Term) -> None:
        self.triples.append(ox.Triple(_term(subject), ox.NamedNode(predicate), _term(object_)))

    def node(self, type_: str, *pairs: tuple[str, str | Term]) -> Term:
        node = self.blank()
        if type_:
            self.add(node, RDF + "type", type_)
        for predicate, value in pairs:
            self.add(node, predicate, value)
        return node

    def list(self, items: Iterable[str | Term]) -> Term:
        head: Term = ox.NamedNode(RDF + "nil")
        for item in reversed(list(items)):
            head = self.node("", (RDF + "first", item), (RDF + "rest", head))
        return head


def _term(value: str | Term) -> Any:
    if not isinstance(value, str):
        return value
    return (
        ox.BlankNode("anon" + value[2:].replace(".", "x"))
        if value[:2] == "_:"
        else ox.NamedNode(value)
    )


def _literal(literal: Literal) -> ox.Literal:
    if literal.datatype == LANG_STRING:
        return ox.Literal(literal.lexical, language=literal.language)
    return ox.Literal(literal.lexical, datatype=ox.NamedNode(literal.datatype or STRING))


def _number(number: int) -> ox.Literal:
    return ox.Literal(str(number), datatype=ox.NamedNode(XSD + "nonNegativeInteger"))


def _declare(writer: _Writer, ontology: Ontology) -> None:
    signature = ontology.signature
    for kind, names in (
        ("Class", signature.classes),
        ("ObjectProperty", signature.roles),
        ("DatatypeProperty", signature.data_properties),
        ("NamedIndividual", [name for name in signature.individuals if name[0] != "_"]),
    ):
        for name in names:
            writer.add(name, RDF + "type", OWL + kind)


def _facts(writer: _Writer, ontology: Ontology) -> None:
    signature, facts = ontology.signature, ontology.facts
    people = signature.individuals
    for a, c in zip(facts.type_subjects, facts.type_classes, strict=True):
        writer.add(people[a], RDF + "type", signature.classes[c])
    for r, a, b in zip(facts.role_roles, facts.role_subjects, facts.role_objects, strict=True):
        writer.add(people[a], signature.roles[r], people[b])
    for p, a, v in zip(
        facts.value_properties, facts.value_subjects, facts.value_literals, strict=True
    ):
        writer.add(people[a], signature.data_properties[p], _literal(facts.literals[v]))


def _role(writer: _Writer, role: Role) -> str | Term:
    return writer.node("", (OWL + "inverseOf", role.iri)) if role.inverse else role.iri


def _restriction(writer: _Writer, on: str | Term, *pairs: tuple[str, str | Term]) -> Term:
    named = ((OWL + predicate, value) for predicate, value in pairs)
    return writer.node(OWL + "Restriction", (OWL + "onProperty", on), *named)


def _class(writer: _Writer, expression: ClassExpression) -> str | Term:  # noqa: C901, PLR0911, PLR0912
    def parts(items: tuple[ClassExpression, ...]) -> Term:
        return writer.list(_class(writer, item) for item in items)

    match expression:
        case ex.Class(iri):
            return iri
        case ex.And(items):
            return writer.node(OWL + "Class", (OWL + "intersectionOf", parts(items)))
        case ex.Or(items):
            return writer.node(OWL + "Class", (OWL + "unionOf", parts(items)))
        case ex.Not(of):
            return writer.node(OWL + "Class", (OWL + "complementOf", _class(writer, of)))
        case ex.OneOf(names):
            return writer.node(OWL + "Class", (OWL + "oneOf", writer.list(names)))
        case ex.Some(role, filler):
            some = ("someValuesFrom", _class(writer, filler))
            return _restriction(writer, _role(writer, role), some)
        case ex.Only(role, filler):
            only = ("allValuesFrom", _class(writer, filler))
            return _restriction(writer, _role(writer, role), only)
        case ex.HasValue(role, name):
            return _restriction(writer, _role(writer, role), ("hasValue", name))
        case ex.HasSelf(role):
            true = ox.Literal("true", datatype=ox.NamedNode(XSD + "boolean"))
            return _restriction(writer, _role(writer, role), ("hasSelf", true))
        case ex.Cardinality(kind, n, role, ex.Class(ex.THING)):
            count = (_PLAIN_COUNTS[kind], _number(n))
            return _restriction(writer, _role(writer, role), count)
        case ex.Cardinality(kind, n, role, filler):
            count = (_COUNTS[kind] + "Cardinality", _number(n))
            on = ("onClass", _class(writer, filler))
            return _restriction(writer, _role(writer, role), count, on)
        case ex.DataSome(name, range_):
            return _restriction(writer, name, ("someValuesFrom", _range(writer, range_)))
        case ex.DataOnly(name, range_):
            return _restriction(writer, name, ("allValuesFrom", _range(writer, range_)))
        case ex.DataHasValue(name, literal):
            return _restriction(writer, name, ("hasValue", _literal(literal)))
        case ex.DataCardinality(kind, n, name, ex.Datatype(iri)) if iri == RDFS_LITERAL:
            return _restriction(writer, name, (_PLAIN_COUNTS[kind], _number(n)))
        case ex.DataCardinality(kind, n, name, range_):
            count = (_COUNTS[kind] + "Cardinality", _number(n))
            return _restriction(writer, name, count, ("onDataRange", _range(writer, range_)))


def _range(writer: _Writer, range_: DataRange) -> str | Term:
    datatype = RDFS + "Datatype"

    def parts(items: tuple[DataRange, ...]) -> Term:
        return writer.list(_range(writer, item) for item in items)

    match range_:
        case ex.Datatype(iri):
            return iri
        case ex.DataOneOf(literals):
            return writer.node(datatype, (OWL + "oneOf", writer.list(map(_literal, literals))))
        case ex.DatatypeRestriction(iri, facets):
            nodes = [writer.node("", (facet, _literal(value))) for facet, value in facets]
            restrictions = (OWL + "withRestrictions", writer.list(nodes))
            return writer.node(datatype, (OWL + "onDatatype", iri), restrictions)
        case ex.DataIntersection(items):
            return writer.node(datatype, (OWL + "intersectionOf", parts(items)))
        case ex.DataUnion(items):
            return writer.node(datatype, (OWL + "unionOf", parts(items)))
        case ex.DataComplement(of):
            return writer.node(datatype, (OWL + "datatypeComplementOf", _range(writer, of)))


def _many(
    writer: _Writer, items: list[str | Term], pair: str, type_: str, members: str = "members"
) -> None:
    """Write two as a triple, more as a node with a list."""
    if len(items) == 2:
        writer.add(items[0], pair, items[1])
    else:
        writer.node(OWL + type_, (OWL + members, writer.list(items)))


def _axiom(writer: _Writer, axiom: Axiom) -> None:  # noqa: C901, PLR0912, PLR0915
    def class_(expression: ClassExpression) -> str | Term:
        return _class(writer, expression)

    def role(one: Role) -> str | Term:
        return _role(writer, one)

    match axiom:
        case ax.SubClassOf(lower, upper):
            writer.add(class_(lower), RDFS + "subClassOf", class_(upper))
        case ax.EquivalentClasses(parts):
            _chain(writer, OWL + "equivalentClass", parts, class_)
        case ax.DisjointClasses(parts):
            items = [class_(part) for part in parts]
            _many(writer, items, OWL + "disjointWith", "AllDisjointClasses")
        case ax.DisjointUnion(iri, parts):
            writer.add(iri, OWL + "disjointUnionOf", writer.list(map(class_, parts)))
        case ax.SubRoleOf((one,), above):
            writer.add(role(one), RDFS + "subPropertyOf", role(above))
        case ax.SubRoleOf(chain, above):
            writer.add(role(above), OWL + "propertyChainAxiom", writer.list(map(role, chain)))
        case ax.EquivalentRoles(roles):
            _chain(writer, OWL + "equivalentProperty", roles, role)
        case ax.DisjointRoles(roles):
            disjoint = OWL + "propertyDisjointWith"
            _many(writer, [role(one) for one in roles], disjoint, "AllDisjointProperties")
        case ax.InverseRoles(one, two):
            writer.add(role(one), OWL + "inverseOf", role(two))
        case ax.RoleDomain(one, domain):
            writer.add(role(one), RDFS + "domain", class_(domain))
        case ax.RoleRange(one, class_range):
            writer.add(role(one), RDFS + "range", class_(class_range))
        case ax.RoleCharacteristic(one, kind):
            writer.add(role(one), RDF + "type", OWL + _TYPES[kind])
        case ax.SubDataPropertyOf(below, name):
            writer.add(below, RDFS + "subPropertyOf", name)
        case ax.EquivalentDataProperties(names):
            _chain(writer, OWL + "equivalentProperty", names, str)
        case ax.DisjointDataProperties(names):
            _many(writer, list(names), OWL + "propertyDisjointWith", "AllDisjointProperties")
        case ax.DataDomain(name, domain):
            writer.add(name, RDFS + "domain", class_(domain))
        case ax.DataPropertyRange(name, range_):
            writer.add(name, RDFS + "range", _range(writer, range_))
        case ax.FunctionalData(name):
            writer.add(name, RDF + "type", OWL + "FunctionalProperty")
        case ax.DatatypeDefinition(iri, range_):
            writer.add(iri, RDF + "type", RDFS + "Datatype")
            writer.add(iri, OWL + "equivalentClass", _range(writer, range_))
        case ax.HasKey(expression, roles, names):
            keys = [*map(role, roles), *names]
            writer.add(class_(expression), OWL + "hasKey", writer.list(keys))
        case ax.SameIndividual(names):
            _chain(writer, OWL + "sameAs", names, str)
        case ax.DifferentIndividuals(names):
            _many(writer, list(names), OWL + "differentFrom", "AllDifferent", "distinctMembers")
        case ax.ClassAssertion(name, expression):
            writer.add(name, RDF + "type", class_(expression))
        case ax.NegativeRoleAssertion(one, subject, object_):
            _negative(writer, role(one), subject, "targetIndividual", object_)
        case ax.NegativeDataAssertion(name, subject, literal):
            _negative(writer, name, subject, "targetValue", _literal(literal))


def _negative(
    writer: _Writer, on: str | Term, subject: str, target: str, object_: str | Term
) -> None:
    writer.node(
        OWL + "NegativePropertyAssertion",
        (OWL + "sourceIndividual", subject),
        (OWL + "assertionProperty", on),
        (OWL + target, object_),
    )


def _chain(
    writer: _Writer, predicate: str, items: Iterable[_T], write: Callable[[_T], str | Term]
) -> None:
    nodes = [write(item) for item in items]
    for one, two in itertools.pairwise(nodes):
        writer.add(one, predicate, two)


def serialised(ontology: Ontology, format_: ox.RdfFormat) -> bytes:
    """Return an ontology in an RDF syntax."""
    data = ox.serialize(triples(ontology), format=format_)
    assert data is not None
    return data
