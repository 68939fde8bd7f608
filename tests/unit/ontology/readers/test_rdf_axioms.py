"""Constructs of the OWL 2 mapping from RDF, and the liberties that old files take."""

from pathlib import Path

import pytest
from tests.unit.ontology.readers.snippets import XSD, E, codes, facts, integer, turtle

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DataPropertyRange,
    DatatypeDefinition,
    DifferentIndividuals,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    FunctionalData,
    HasKey,
    InverseRoles,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    RoleCharacteristic,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    And,
    Cardinality,
    Class,
    DataHasValue,
    DataOneOf,
    DataSome,
    Datatype,
    DatatypeRestriction,
    HasValue,
    Literal,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)

A, B, C = (Class(E + name) for name in "ABC")
R, S, T = (Role(E + name) for name in "rst")
R_INVERSE = Role(E + "r", inverse=True)
CONSTRUCTS: list[tuple[str, Axiom]] = [
    (":A rdfs:subClassOf [owl:intersectionOf (:B :C)]", SubClassOf(A, And((B, C)))),
    (":A rdfs:subClassOf [owl:intersectionOf (:B)]", SubClassOf(A, B)),
    (":A rdfs:subClassOf [owl:unionOf ()]", SubClassOf(A, Class(NOTHING))),
    (":A rdfs:subClassOf [owl:complementOf :B]", SubClassOf(A, Not(B))),
    (":A rdfs:subClassOf [owl:oneOf (:a :b)]", SubClassOf(A, OneOf((E + "a", E + "b")))),
    (
        ":A rdfs:subClassOf [owl:onProperty :r ; owl:someValuesFrom :B]",
        SubClassOf(A, Some(R, B)),
    ),
    (
        ":A rdfs:subClassOf [owl:onProperty [owl:inverseOf :r] ; owl:allValuesFrom :B]",
        SubClassOf(A, Only(R_INVERSE, B)),
    ),
    (
        ":A rdfs:subClassOf [owl:onProperty :r ; owl:hasValue :a]",
        SubClassOf(A, HasValue(R, E + "a")),
    ),
    (
        ":A rdfs:subClassOf [owl:onProperty :r ; owl:minCardinality 2]",
        SubClassOf(A, Cardinality("min", 2, R, Class(THING))),
    ),
    (
        ":A rdfs:subClassOf [owl:onProperty :r ; owl:maxQualifiedCardinality 1 ; owl:onClass :B]",
        SubClassOf(A, Cardinality("max", 1, R, B)),
    ),
    (
        ":A rdfs:subClassOf [owl:onProperty :d ; owl:hasValue 5]",
        SubClassOf(A, DataHasValue(E + "d", integer(5))),
    ),
    (
        (
            ":A rdfs:subClassOf [owl:onProperty :d ; owl:someValuesFrom"
            " [a owl:DataRange ; owl:oneOf (1 2)]]"
        ),
        SubClassOf(A, DataSome(E + "d", DataOneOf((integer(1), integer(2))))),
    ),
    (
        (
            ":A rdfs:subClassOf [owl:onProperty :d ; owl:someValuesFrom [a rdfs:Datatype ;"
            " owl:onDatatype xsd:int ; owl:withRestrictions ([xsd:minInclusive 5])]]"
        ),
        SubClassOf(
            A,
            DataSome(
                E + "d", DatatypeRestriction(XSD + "int", ((XSD + "minInclusive", integer(5)),))
            ),
        ),
    ),
    (":A owl:unionOf (:B :C)", EquivalentClasses((A, Or((B, C))))),
    (":A owl:complementOf :B", EquivalentClasses((A, Not(B)))),
    (":A owl:equivalentClass :B", EquivalentClasses((A, B))),
    (":A owl:disjointUnionOf (:B :C)", DisjointUnion(E + "A", (B, C))),
    ("[] a owl:AllDisjointClasses ; owl:members (:A :B :C)", DisjointClasses((A, B, C))),
    (
        "[] a owl:AllDifferent ; owl:distinctMembers (:a :b)",
        DifferentIndividuals((E + "a", E + "b")),
    ),
    (":A owl:hasKey (:r :d)", HasKey(A, (R,), (E + "d",))),
    (":t owl:propertyChainAxiom (:r [owl:inverseOf :r])", SubRoleOf((R, R_INVERSE), T)),
    (":r owl:inverseOf :s", InverseRoles(R, S)),
    (":d a owl:FunctionalProperty", FunctionalData(E + "d")),
    (":r a owl:FunctionalProperty", RoleCharacteristic(R, "functional")),
    ("[owl:inverseOf :r] rdfs:range :A", RoleRange(R_INVERSE, A)),
    (
        ":small a rdfs:Datatype ; owl:equivalentClass [a rdfs:Datatype ; owl:oneOf (1)]",
        DatatypeDefinition(E + "small", DataOneOf((integer(1),))),
    ),
    (":a a [owl:complementOf :B]", ClassAssertion(E + "a", Not(B))),
    (":a a owl:Nothing", ClassAssertion(E + "a", Class(NOTHING))),
    (
        (
            "[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ;"
            " owl:assertionProperty [owl:inverseOf :r] ; owl:targetIndividual :b"
        ),
        NegativeRoleAssertion(R, E + "b", E + "a"),
    ),
    (
        (
            "[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ;"
            " owl:assertionProperty :d ; owl:targetValue 5"
        ),
        NegativeDataAssertion(E + "d", E + "a", integer(5)),
    ),
    (  # the parts say what it is, also without its type
        ":n owl:sourceIndividual :a ; owl:assertionProperty :r ; owl:targetIndividual :b",
        NegativeRoleAssertion(R, E + "a", E + "b"),
    ),
    (
        "[] owl:sourceIndividual :a ; owl:assertionProperty :d ; owl:targetValue 5",
        NegativeDataAssertion(E + "d", E + "a", integer(5)),
    ),
]
DECLARED = ":r a owl:ObjectProperty . :d a owl:DatatypeProperty .\n"


@pytest.mark.parametrize(("body", "axiom"), CONSTRUCTS)
def test_construct(body: str, axiom: Axiom, tmp_path: Path) -> None:
    ontology = turtle(DECLARED + body + " .", tmp_path)
    assert axiom in ontology.axioms
    assert set(codes(ontology)) <= {"undeclared-property"}


def test_a_property_with_literals_is_a_data_property(tmp_path: Path) -> None:
    ontology = turtle(":a :d 5 . :a :r :b .", tmp_path)
    assert facts(ontology) == {("d", "a", "5"), ("r", "a", "b")}
    assert codes(ontology) == {"undeclared-property": 2}


def test_a_property_typed_only_transitive_is_an_object_property(tmp_path: Path) -> None:
    ontology = turtle(":r a owl:TransitiveProperty .", tmp_path)
    assert list(ontology.signature.roles) == [E + "r"]
    assert codes(ontology) == {}


def test_the_range_tells_what_a_property_is(tmp_path: Path) -> None:
    ontology = turtle(
        ":d a rdf:Property ; rdfs:range xsd:int . :e rdfs:subPropertyOf :d .", tmp_path
    )
    assert list(ontology.signature.data_properties) == [E + "d", E + "e"]
    assert DataPropertyRange(E + "d", Datatype(XSD + "int")) in ontology.axioms


def test_individuals_need_no_declaration(tmp_path: Path) -> None:
    ontology = turtle(":A a owl:Class . :a a :A . :b a owl:Thing . :c owl:sameAs :d .", tmp_path)
    assert list(ontology.signature.individuals) == [E + name for name in "abcd"]
    assert facts(ontology) == {("a", "A")}


def test_one_name_may_be_class_and_individual(tmp_path: Path) -> None:
    ontology = turtle(
        ":Dry a owl:Class ; a :Dry . :r a owl:ObjectProperty . :w :r :Dry .", tmp_path
    )
    assert facts(ontology) == {("Dry", "Dry"), ("r", "w", "Dry")}
    assert list(ontology.signature.classes) == [E + "Dry"]


def test_anonymous_individuals_are_kept(tmp_path: Path) -> None:
    ontology = turtle(":r a owl:ObjectProperty . :a :r [a :A ; :d 5] .", tmp_path)
    assert facts(ontology) == {("r", "a", "_:b1"), ("_:b1", "A"), ("d", "_:b1", "5")}


def test_annotations_are_counted_not_read(tmp_path: Path) -> None:
    ontology = turtle(
        ':A a owl:Class ; rdfs:label "a" ; :note "about the class" .'
        ":n a owl:AnnotationProperty . :a a :A ; :n :b ; rdfs:comment :c .",
        tmp_path,
    )
    assert codes(ontology) == {"annotation-ignored": 4}
    assert list(ontology.signature.individuals) == [E + "a"]
    assert not ontology.signature.data_properties


def test_an_annotated_axiom_is_read_once(tmp_path: Path) -> None:
    ontology = turtle(
        ":A rdfs:subClassOf :B . [] a owl:Axiom ; owl:annotatedSource :A ;"
        ' owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; :why "so" .',
        tmp_path,
    )
    assert ontology.axioms == (SubClassOf(A, B),)
    assert not ontology.signature.individuals


def test_the_wrong_kind_of_value_is_remarked(tmp_path: Path) -> None:
    ontology = turtle(DECLARED + ":a :r 5 ; :d :b .", tmp_path)
    assert codes(ontology) == {"value-of-object-property": 1, "individual-of-data-property": 1}


def test_a_property_may_be_both(tmp_path: Path) -> None:
    ontology = turtle(":p a owl:ObjectProperty, owl:DatatypeProperty . :a :p 5, :b .", tmp_path)
    assert facts(ontology) == {("p", "a", "5"), ("p", "a", "b")}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (":A rdfs:subClassOf [owl:unionOf [rdf:first :B]]", "malformed-expression"),
        (":A rdfs:subClassOf [owl:unionOf :B]", "malformed-list"),
        ("_:x rdf:first :A ; rdf:rest _:x . :B owl:unionOf _:x", "malformed-list"),
        ("_:x owl:complementOf _:x . :B rdfs:subClassOf _:x", "malformed-expression"),
        (":A rdfs:subClassOf [owl:onProperty :r]", "malformed-expression"),
        (':A rdfs:subClassOf [owl:onProperty :r ; owl:cardinality "x"]', "malformed-expression"),
        (":A rdfs:subClassOf 5", "malformed-expression"),
        ("[owl:onProperty :r ; owl:someValuesFrom :B] a owl:Restriction", "unused-expression"),
        ("[] owl:distinctMembers (:a :b)", "unused-expression"),
        ("[] owl:sourceIndividual :a ; owl:assertionProperty :r", "malformed-expression"),
        ("[] owl:targetIndividual :a", "malformed-expression"),
        (
            (
                "[] owl:sourceIndividual :a ; owl:assertionProperty :d ;"
                " owl:targetValue 5 ; owl:targetIndividual :b"
            ),
            "malformed-expression",
        ),
        ("rdf:nil rdf:first :a", "malformed-list"),
        ("rdf:nil rdf:rest []", "malformed-list"),
        (":A owl:fancy :B", "unsupported-triple"),
        (":A a owl:Fancy", "unsupported-type"),
        ("[] a <http://www.w3.org/2003/11/swrl#Imp>", "unsupported-axiom:SWRL"),
        (":r rdfs:subPropertyOf owl:topObjectProperty", "tautology"),
    ],
)
def test_what_is_not_understood_is_remarked(body: str, code: str, tmp_path: Path) -> None:
    ontology = turtle(DECLARED + body + " .", tmp_path)
    assert codes(ontology) == {code: 1}


def test_the_empty_list_stays_empty(tmp_path: Path) -> None:
    ontology = turtle(
        "rdf:nil rdf:first :a ; rdf:rest () ; a rdf:List . :A owl:oneOf () .", tmp_path
    )
    assert EquivalentClasses((A, Class(NOTHING))) in ontology.axioms
    assert codes(ontology) == {"malformed-list": 2}


def test_an_expression_too_deep_is_a_remark(tmp_path: Path) -> None:
    deep = "[owl:complementOf " * 2000 + ":B" + "]" * 2000
    ontology = turtle(f":A rdfs:subClassOf {deep} .", tmp_path)
    assert "malformed-expression" in codes(ontology)


def test_values_that_are_malformed_are_remarked(tmp_path: Path) -> None:
    ontology = turtle(
        ':a :d "x"^^xsd:int, "1"^^xsd:int, "2"^^:strange, "cheap"^^xsd:double .', tmp_path
    )
    assert codes(ontology) == {
        "malformed-literal": 2,
        "undeclared-property": 1,
        "unknown-datatype": 1,
    }
    assert Literal("x", XSD + "int") in ontology.facts.literals


def test_malformed_values_of_a_datatype_that_is_declared_too(tmp_path: Path) -> None:
    ontology = turtle(
        'xsd:int a rdfs:Datatype . :d a owl:DatatypeProperty . :a :d "x"^^xsd:int .', tmp_path
    )
    assert codes(ontology) == {"malformed-literal": 1}


def test_cardinalities_are_natural_numbers_of_plain_digits(tmp_path: Path) -> None:
    three = "\u0663"
    ontology = turtle(
        f':A rdfs:subClassOf [owl:onProperty :r ; owl:minCardinality "{three}"] .'
        ':B rdfs:subClassOf [owl:onProperty :r ; owl:minCardinality " 3 "] .',
        tmp_path,
    )
    assert codes(ontology)["malformed-expression"] == 1
    assert [type(axiom).__name__ for axiom in ontology.axioms] == ["SubClassOf"]


def test_a_fact_said_twice_is_one_fact(tmp_path: Path) -> None:
    ontology = turtle(":a a :A . :a a :A . :a :r :b . :a :r :b .", tmp_path)
    assert (len(ontology.facts.type_subjects), len(ontology.facts.role_roles)) == (1, 1)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (":x :has (1 2 3), (:y (:z)) . :has a owl:ObjectProperty", 2),
        (":x :has () . :has a owl:ObjectProperty", 0),
        (":l rdf:first 1 ; rdf:rest ()", 1),
        (":A a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:unionOf (:B :C) ]", 0),
        (":A a owl:Class ; owl:equivalentClass [ owl:oneOf (:x (:y)) ]", 0),
        (":x :has (1) . :A owl:equivalentClass [ a owl:Class ; owl:oneOf (:x) ]", 1),
    ],
)
def test_lists_that_are_data_are_told(text: str, count: int, tmp_path: Path) -> None:
    ontology = turtle(f"{text} .", tmp_path)
    assert codes(ontology).get("list-as-data", 0) == count
