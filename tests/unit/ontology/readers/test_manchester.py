"""What the Manchester syntax allows: typing by declarations, quotes, value partitions, keys."""

from pathlib import Path

import pytest
from tests.unit.ontology.readers.snippets import TURTLE, E, codes, facts, integer, read

from owlboost.errors import SourceError
from owlboost.ontology.axioms import (
    DisjointUnion,
    EquivalentClasses,
    HasKey,
    RoleCharacteristic,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import (
    THING,
    And,
    Cardinality,
    Class,
    DataCardinality,
    DataHasValue,
    DataOneOf,
    DataSome,
    Datatype,
    DatatypeRestriction,
    HasSelf,
    HasValue,
    Literal,
    Not,
    Or,
    Role,
    Some,
)
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD

HEAD = f"Prefix: : <{E}>\nOntology: <http://example.org/>\n"
A, B, C = (Class(E + name) for name in "ABC")
r, s = (Role(E + name) for name in "rs")
AGE = E + "age"


def upper(text: str, directory: Path, declarations: str = "") -> object:
    """Return the one class that A is said to be below."""
    ontology = read(f"{HEAD}Class: A\n  SubClassOf: {text}\n{declarations}", directory)
    (axiom,) = (one for one in ontology.axioms if isinstance(one, SubClassOf))
    return axiom.upper


@pytest.mark.parametrize("text", ["r Self", "r some Self", "(r some Self)"])
def test_self_is_no_class(text: str, tmp_path: Path) -> None:
    assert upper(text, tmp_path) == HasSelf(r)


@pytest.mark.parametrize("word", ["min", "max", "exactly"])
def test_a_cardinality_of_a_data_property_that_is_declared_later(word: str, tmp_path: Path) -> None:
    kind = {"exactly": "exact"}.get(word, word)
    found = upper(f"age {word} 1", tmp_path, "DataProperty: age\n")
    assert found == DataCardinality(kind, 1, AGE, Datatype(RDFS_LITERAL))


def test_a_cardinality_of_a_data_property_that_an_imported_file_declares(tmp_path: Path) -> None:
    (tmp_path / "schema.ttl").write_text(
        TURTLE + "<> a owl:Ontology . :age a owl:DatatypeProperty ."
    )
    text = f"{HEAD}Import: <schema.ttl>\nClass: A\n  SubClassOf: age max 1\n"
    ontology = read(text, tmp_path)
    expected = DataCardinality("max", 1, AGE, Datatype(RDFS_LITERAL))
    assert ontology.axioms == (SubClassOf(A, expected),)
    assert codes(ontology) == {}


def test_a_declared_object_property_keeps_its_cardinalities(tmp_path: Path) -> None:
    found = upper("r max 1 and s min 2 B", tmp_path, "ObjectProperty: r\nObjectProperty: s\n")
    assert found == And((Cardinality("max", 1, r, Class(THING)), Cardinality("min", 2, s, B)))


def test_an_undeclared_property_is_told_by_its_filler_and_remarked(tmp_path: Path) -> None:
    ontology = read(f"{HEAD}Class: A\n  SubClassOf: age some integer, r some B\n", tmp_path)
    assert {one.upper for one in ontology.axioms if isinstance(one, SubClassOf)} == {
        DataSome(AGE, Datatype(XSD + "integer")),
        Some(r, B),
    }
    assert codes(ontology) == {"undeclared-property": 2}


def test_restrictions_bind_tighter_than_and_and_or(tmp_path: Path) -> None:
    found = upper("r some B and s some C or not B", tmp_path)
    assert found == Or((And((Some(r, B), Some(s, C))), Not(B)))


def test_restrictions_nest_without_parentheses(tmp_path: Path) -> None:
    assert upper("r some s some not B", tmp_path) == Some(r, Some(s, Not(B)))


def test_a_property_without_space_before_its_range(tmp_path: Path) -> None:
    found = upper("age some integer[>5,<=10]", tmp_path, "DataProperty: age\n")
    facets = ((XSD + "minExclusive", integer(5)), (XSD + "maxInclusive", integer(10)))
    assert found == DataSome(AGE, DatatypeRestriction(XSD + "integer", facets))


@pytest.mark.parametrize("keys", ["r age", "r, age", "r,\n age", "age r"])
def test_commas_in_a_key_are_optional(keys: str, tmp_path: Path) -> None:
    declared = "ObjectProperty: r\nDataProperty: age\n"
    ontology = read(f"{HEAD}Class: A\n  HasKey: {keys}\n  SubClassOf: B\n{declared}", tmp_path)
    assert HasKey(A, (r,), (AGE,)) in ontology.axioms
    assert SubClassOf(A, B) in ontology.axioms


def test_a_name_in_quotes_is_the_entity_with_that_label(tmp_path: Path) -> None:
    text = (
        "Class: A\n  SubClassOf: 'has part' some 'good hotel'\n"
        'Class: B\n  Annotations: rdfs:comment "x", rdfs:label "good hotel"\n'
        'ObjectProperty: r\n  Annotations: rdfs:label "has part"@en\n'
        '  SubPropertyOf: Annotations: rdfs:label "good hotel" s\n'
    )
    ontology = read(HEAD + text, tmp_path)
    assert SubClassOf(A, Some(r, B)) in ontology.axioms


def test_a_name_in_quotes_that_is_no_label_is_a_simple_name(tmp_path: Path) -> None:
    assert upper("'good hotel'", tmp_path) == Class(E + "good%20hotel")


def test_a_label_of_two_entities_is_no_name(tmp_path: Path) -> None:
    label = '\n  Annotations: rdfs:label "x y"\n'
    text = f"{HEAD}Class: B{label}Class: C{label}Class: A\n  SubClassOf: 'x y'\n"
    with pytest.raises(SourceError, match="line 8: the name 'x y' is the label of 2 entities"):
        read(text, tmp_path)


def test_three_quotes(tmp_path: Path) -> None:
    text = 'Individual: a\n  Facts: d """say "hi"\nto all""", e ""\n'
    assert facts(read(HEAD + text, tmp_path)) == {("d", "a", 'say "hi"\nto all'), ("e", "a", "")}


def test_value_partitions(tmp_path: Path) -> None:
    ontology = read(HEAD + "ValuePartition: r A [B [D, F], C]\n", tmp_path)
    assert set(ontology.axioms) == {
        RoleCharacteristic(r, "functional"),
        RoleRange(r, A),
        DisjointUnion(A.iri, (B, C)),
        DisjointUnion(B.iri, (Class(E + "D"), Class(E + "F"))),
    }


def test_a_file_without_prefixes_and_header(tmp_path: Path) -> None:
    text = f"Class: <{E}A>\n  SubClassOf: <{E}r> some <{E}B>\nObjectProperty: <{E}r>\n"
    ontology = read(text, tmp_path)
    assert ontology.axioms == (SubClassOf(A, Some(r, B)),)
    assert codes(ontology) == {}


def test_simple_names_without_a_default_prefix_belong_to_the_ontology(tmp_path: Path) -> None:
    ontology = read("Ontology: <http://x.org/o>\nClass: A\n  SubClassOf: B\n", tmp_path)
    assert ontology.axioms == (SubClassOf(Class("http://x.org/o#A"), Class("http://x.org/o#B")),)
    assert codes(ontology) == {"no-default-prefix": 1}


def test_numbers_truth_values_and_individuals(tmp_path: Path) -> None:
    text = "Individual: a\n  Facts: i -5, n 1.5, f 1.5e3f, b true, r b, not r c, not i 6\n"
    ontology = read(HEAD + text, tmp_path)
    assert facts(ontology) == {
        ("i", "a", "-5"),
        ("n", "a", "1.5"),
        ("f", "a", "1.5e3"),
        ("b", "a", "true"),
        ("r", "a", "b"),
    }
    assert {one.datatype.removeprefix(XSD) for one in ontology.facts.literals} == {
        "integer",
        "decimal",
        "float",
        "boolean",
    }
    assert len(ontology.axioms) == 2


def test_values_are_individuals_or_literals(tmp_path: Path) -> None:
    found = upper("r value b and age value 5 and age some {1, 2}", tmp_path, "DataProperty: age\n")
    ages = DataSome(AGE, DataOneOf((integer(1), integer(2))))
    assert found == And((HasValue(r, E + "b"), DataHasValue(AGE, integer(5)), ages))


def test_annotations_say_nothing_but_are_counted(tmp_path: Path) -> None:
    text = (
        'Class: A\n  Annotations: Annotations: n "x" rdfs:label "a", n B\n'
        '  EquivalentTo: Annotations: n "y", n 5 B, C\n'
        "AnnotationProperty: n\n  Domain: A\nRule: A(?x) -> B(?x)\n"
    )
    ontology = read(HEAD + text, tmp_path)
    assert set(ontology.axioms) == {EquivalentClasses((A, B)), EquivalentClasses((A, C))}
    assert codes(ontology) == {"annotation-ignored": 6, "unsupported-axiom:SWRL": 1}


def test_what_cannot_be_is_not_used_and_told_with_its_line(tmp_path: Path) -> None:
    text = "DataProperty: age\nClass: B\nClass: A\n  SubClassOf: age some B,\n    integer, C\n"
    ontology = read(HEAD + text, tmp_path)
    assert ontology.axioms == (SubClassOf(A, C),)
    assert sorted(one.message for one in ontology.remarks) == [
        f"line 6 of test.owl is not used: <{E}B> is used as a datatype but is not one",
        f"line 7 of test.owl is not used: the datatype <{XSD}integer> is used as a class",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Class: A\n  SubClassOf: r some\n", "line 4: a class, a restriction .* is missing"),
        ("Class: A\n  SubClasOf: B\n", "line 4: a section of Class, or another frame, is expected"),
        ("Class: A\n  Facts: r b\n", "line 4: a section of Class"),
        ("Class: A\n  SubClassOf: (B and C\n", r"line 4: '\)' is missing at the end"),
        ("Class: A\n  SubClassOf: x:B\n", "the prefix 'x:' is not declared"),
        ("Individual: a\n  Facts: d 1e3\n", "the number 1e3 lacks the f of a float"),
        ("Class: A\n  SubClassOf: r min B\n", "the number of a cardinality is expected, not 'B'"),
        ("DataProperty: d\n  Characteristics: Symmetric\n", "a data property cannot be Symmetric"),
        ("Class: A\n  SubClassOf: B ^ C\n", "a section of Class"),
        ("Class: A\n  SubClassOf: " + "(" * 500 + "B" + ")" * 500, "nested more than 150 deep"),
        ("Class: A\n  SubClassOf: " + "not " * 500 + "B", "nested more than 150 deep"),
        ("Class: A\n  SubClassOf: " + "not not (" * 60 + "B", "nested more than 150 deep"),
        ("Class: A\n  SubClassOf: " + "r some " * 500 + "B", "nested more than 150 deep"),
    ],
)
def test_what_is_no_manchester_syntax_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(HEAD + text, tmp_path)
    assert "\n" not in str(caught.value)
    assert "is not valid Manchester syntax" in str(caught.value)


def test_anonymous_individuals_of_two_files_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "b.omn").write_text(
        f"Prefix: : <{E}>\nOntology: <urn:b>\nIndividual: _:x\n  Types: B"
    )
    (tmp_path / "a.omn").write_text(
        f"Prefix: : <{E}>\nOntology: <urn:a>\nImport: <b.omn>\nIndividual: _:x\n  Types: A"
    )
    found = facts(read_ontology_file(tmp_path / "a.omn", strict=True))
    assert found == {("_:x", "A"), ("_:1.x", "B")}


def test_a_literal_with_a_language_or_a_datatype(tmp_path: Path) -> None:
    text = 'Individual: a\n  Facts: d "chat"@FR, e "5"^^xsd:int\n'
    literals = read(HEAD + text, tmp_path).facts.literals
    assert [(one.lexical, one.language) for one in literals] == [("chat", "fr"), ("5", "")]
    assert literals[1] == Literal("5", XSD + "int")


def test_descriptions_just_below_the_limit_are_read(tmp_path: Path) -> None:
    text = "(B and r some " * 74 + "C" + ")" * 74
    found = upper(text, tmp_path)
    for _ in range(74):
        assert isinstance(found, And)
        assert isinstance(found.parts[1], Some)
        found = found.parts[1].filler
    assert found == C
