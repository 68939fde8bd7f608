"""Operands are sets: repeated ones count once, in every construct and in every syntax."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.ontologies import A, B, C, Statement, inferred, ontology, r, s
from tests.unit.ontology.readers.snippets import RDF_XML, E, read, turtle

from owlboost.errors import InconsistentError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import XSD
from owlboost.sources.ontology_knowledge import saturate

ONE, TWO = (ex.Literal(form, XSD + "integer") for form in "12")
WHOLE = ex.Datatype(XSD + "integer")


@pytest.mark.parametrize(
    ("repeated", "once"),
    [
        (ex.And((A, B, B)), ex.And((A, B))),
        (ex.Or((B, A, B)), ex.Or((B, A))),
        (ex.OneOf(("a", "a")), ex.OneOf(("a",))),
        (ex.DataOneOf((ONE, TWO, ONE)), ex.DataOneOf((ONE, TWO))),
        (ex.DataUnion((WHOLE, WHOLE)), ex.DataUnion((WHOLE,))),
        (ax.EquivalentClasses((A, B, A)), ax.EquivalentClasses((A, B))),
        (ax.DisjointUnion("A", (B, C, C)), ax.DisjointUnion("A", (B, C))),
        (ax.EquivalentRoles((r, s, s)), ax.EquivalentRoles((r, s))),
        (ax.DisjointRoles((r, s, r)), ax.DisjointRoles((r, s))),
        (ax.DisjointDataProperties(("d", "e", "e")), ax.DisjointDataProperties(("d", "e"))),
        (ax.HasKey(A, (r, r), ("d", "d")), ax.HasKey(A, (r,), ("d",))),
        (ax.SameIndividual(("a", "b", "a")), ax.SameIndividual(("a", "b"))),
        (ax.DifferentIndividuals(("a", "b", "b")), ax.DifferentIndividuals(("a", "b"))),
    ],
)
def test_repeated_operands_count_once(repeated: object, once: object) -> None:
    assert repeated == once


def test_a_chain_is_no_set() -> None:
    assert ax.SubRoleOf((r, r), s).chain == (r, r)


def test_operands_are_the_same_if_only_the_order_within_them_differs() -> None:
    both, turned = ex.And((A, ex.Or((B, C)))), ex.And((ex.Or((C, B)), A))
    assert ax.DisjointClasses((A, both, turned)) == ax.DisjointClasses((A, both))
    assert ax.DisjointClasses((A, both, ex.And((A, ex.Or((A, C)))))).classes[2:]


@pytest.mark.parametrize(
    ("axiom", "fact"),
    [
        (ax.DisjointClasses((A, A)), ("a", "A")),
        (ax.DifferentIndividuals(("a", "a")), ("a", "A")),
        (ax.DifferentIndividuals(("a", "a", "a")), ("a", "A")),
        (ax.DisjointRoles((r, r)), ("a", "r", "b")),
        (ax.DisjointDataProperties(("d", "d")), ("a", "d", 1)),
    ],
)
def test_a_pair_of_one_says_what_its_triple_says(axiom: ax.Axiom, fact: Statement) -> None:
    with pytest.raises(InconsistentError):
        saturate(ontology(axiom, fact))


def test_the_parts_of_a_disjoint_union_of_one_class_have_members() -> None:
    assert inferred(ax.DisjointUnion("A", (B, B)), ("b", "B"))["b"] == {"A", "B"}


FUNCTIONAL = """DisjointUnion(:A :B :D :D) DisjointClasses(:E :F :F) DifferentIndividuals(:a :b :b)
DisjointObjectProperties(:r :s :s) DisjointDataProperties(:d :e :e) HasKey(:G (:r :r) ())
EquivalentClasses(:G ObjectIntersectionOf(:A :A)) EquivalentClasses(:H ObjectUnionOf(:A :B :B))
EquivalentClasses(:I DataSomeValuesFrom(:d DataUnionOf(xsd:integer xsd:integer)))"""
MANCHESTER = """Class: :A
 DisjointUnionOf: :B, :D, :D
Class: :B
Class: :D
Class: :E
Class: :F
Class: :G
 EquivalentTo: :A and :A
 HasKey: :r, :r
Class: :H
 EquivalentTo: :A or :B or :B
Class: :I
 EquivalentTo: :d some (xsd:integer or xsd:integer)
ObjectProperty: :r
ObjectProperty: :s
DataProperty: :d
DataProperty: :e
Individual: :a
Individual: :b
DisjointClasses: :E, :F, :F
DisjointProperties: :r, :s, :s
DisjointProperties: :d, :e, :e
DifferentIndividuals: :a, :b, :b
"""
_CLASSES = "".join(f'<Class IRI="{E}{name}"/>' for name in "ABDD")
_PEOPLE = "".join(f'<NamedIndividual IRI="{E}{name}"/>' for name in "abb")
_ROLES = "".join(f'<ObjectProperty IRI="{E}{name}"/>' for name in "rss")
OWL_XML = f"""<Ontology xmlns="http://www.w3.org/2002/07/owl#">
<DisjointUnion>{_CLASSES}</DisjointUnion>
<DifferentIndividuals>{_PEOPLE}</DifferentIndividuals>
<DisjointObjectProperties>{_ROLES}</DisjointObjectProperties></Ontology>"""
_ITEMS = "".join(f'<rdf:Description rdf:about="{E}{name}"/>' for name in "BDD")
RDF_UNION = f"""<owl:Class rdf:about="{E}A"><owl:disjointUnionOf rdf:parseType="Collection">
{_ITEMS}</owl:disjointUnionOf></owl:Class>"""
TURTLE = """:A owl:disjointUnionOf (:B :D :D) . :a a owl:NamedIndividual .
:b a owl:NamedIndividual .
[] a owl:AllDisjointClasses ; owl:members (:E :F :F) . :r a owl:ObjectProperty .
[] a owl:AllDifferent ; owl:distinctMembers (:a :b :b) . :s a owl:ObjectProperty .
[] a owl:AllDisjointProperties ; owl:members (:r :s :s) .
:d a owl:DatatypeProperty . :e a owl:DatatypeProperty . :G a owl:Class .
[] a owl:AllDisjointProperties ; owl:members (:d :e :e) . :G owl:hasKey (:r :r) .
:A a owl:Class . :B a owl:Class . :D a owl:Class . :E a owl:Class . :F a owl:Class .
:H a owl:Class . :I a owl:Class . :G owl:equivalentClass [ owl:intersectionOf (:A :A) ] .
:H owl:equivalentClass [ owl:unionOf (:A :B :B) ] .
:I owl:equivalentClass [ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom
  [ a rdfs:Datatype ; owl:unionOf (xsd:integer xsd:integer) ] ] ."""


def _iri(names: str) -> tuple[str, ...]:
    return tuple(E + name for name in names)


def _classes(names: str) -> tuple[ex.Class, ...]:
    return tuple(map(ex.Class, _iri(names)))


UNION = ax.DisjointUnion(E + "A", _classes("BD"))
DIFFERENT = ax.DifferentIndividuals(_iri("ab"))
ROLES_APART = ax.DisjointRoles((ex.Role(E + "r"), ex.Role(E + "s")))
ALL: set[ax.Axiom] = {
    UNION,
    DIFFERENT,
    ROLES_APART,
    ax.DisjointClasses(_classes("EF")),
    ax.DisjointDataProperties(_iri("de")),
    ax.HasKey(ex.Class(E + "G"), (ex.Role(E + "r"),), ()),
    ax.EquivalentClasses(_classes("GA")),
    ax.EquivalentClasses((ex.Class(E + "H"), ex.Or(_classes("AB")))),
    ax.EquivalentClasses((ex.Class(E + "I"), ex.DataSome(E + "d", WHOLE))),
}
READERS: dict[str, tuple[Callable[[Path], Ontology], set[ax.Axiom]]] = {
    "functional": (lambda to: read(f"Prefix(:=<{E}>)\nOntology({FUNCTIONAL})", to), ALL),
    "manchester": (lambda to: read(f"Prefix: : <{E}>\nOntology:\n{MANCHESTER}", to), ALL),
    "turtle": (lambda to: turtle(TURTLE, to), ALL),
    "owl-xml": (lambda to: read(OWL_XML, to), {UNION, DIFFERENT, ROLES_APART}),
    "rdf-xml": (lambda to: read(RDF_XML % ("", RDF_UNION), to), {UNION}),
}


@pytest.mark.parametrize("syntax", READERS)
def test_every_syntax_reads_operands_as_a_set(syntax: str, tmp_path: Path) -> None:
    reader, expected = READERS[syntax]
    assert set(reader(tmp_path).axioms) == expected
