"""Functional syntax: plain assertions say the same, however they are written; errors."""

from pathlib import Path

import pytest
from tests.ontology_key import ontology_key
from tests.unit.ontology.readers.snippets import E, codes, facts, read

from owlboost.errors import SourceError
from owlboost.ontology.axioms import ClassAssertion, HasKey, SubClassOf
from owlboost.ontology.expressions import NOTHING, Class, Role

HEAD = f"Prefix(:=<{E}>)\nOntology(<http://example.org/>\n"


@pytest.mark.parametrize(
    "text",
    [
        'ClassAssertion(:A :a) ObjectPropertyAssertion(:r :a _:b) DataPropertyAssertion(:d :a "x")',
        (
            "ClassAssertion( :A\n:a )ObjectPropertyAssertion( :r  :a\t_:b )\n"
            'DataPropertyAssertion(:d :a "x" )'
        ),
        (
            "ClassAssertion # a comment\n(:A :a) ObjectPropertyAssertion (:r # )\n:a _:b)"
            ' DataPropertyAssertion(:d :a """x""")'
        ),
        (
            'ClassAssertion(Annotation(:n "y") :A :a) '
            "ObjectPropertyAssertion(ObjectInverseOf(:r) _:b :a)"
            f' DataPropertyAssertion(<{E}d> :a "x"^^xsd:string)'
        ),
    ],
)
def test_plain_assertions_in_any_layout(text: str, tmp_path: Path) -> None:
    found = facts(read(f"{HEAD}{text})", tmp_path))
    assert found == {("a", "A"), ("r", "a", "_:b"), ("d", "a", "x")}


def test_a_file_without_prefixes(tmp_path: Path) -> None:
    text = f"Ontology(SubClassOf(<{E}A> owl:Thing) ClassAssertion(<{E}A> <{E}a>))"
    ontology = read(text, tmp_path)
    assert ontology.iri == ""
    assert facts(ontology) == {("a", "A")}


def test_the_top_class_is_no_fact_and_the_bottom_class_a_contradiction(tmp_path: Path) -> None:
    text = "ClassAssertion(owl:Thing :a) ClassAssertion(owl:Nothing :b) ClassAssertion(:A :c)"
    ontology = read(f"{HEAD}{text})", tmp_path)
    assert facts(ontology) == {("c", "A")}
    assert ontology.axioms == (ClassAssertion(E + "b", Class(NOTHING)),)
    assert list(ontology.signature.individuals) == [E + "a", E + "b", E + "c"]


def test_literals(tmp_path: Path) -> None:
    text = r'DataPropertyAssertion(:d :a "say \"hi\" \\ ()"@EN-gb)'
    (literal,) = read(f"{HEAD}{text})", tmp_path).facts.literals
    assert (literal.lexical, literal.language) == ('say "hi" \\ ()', "en-gb")


@pytest.mark.parametrize("keys", ["(:r) (:d)", "( :r\n)( :d )"])
def test_keys(keys: str, tmp_path: Path) -> None:
    axioms = read(f"{HEAD}HasKey(:A {keys}))", tmp_path).axioms
    assert axioms == (HasKey(Class(E + "A"), (Role(E + "r"),), (E + "d",)),)


def test_facts_among_axioms_are_all_read(tmp_path: Path) -> None:
    facts_, axioms = "ClassAssertion(:A :a{0})", "SubClassOf(:A{0} :B)"
    mixed = "\n".join(f"{facts_}\n{axioms}".format(n) for n in range(50))
    apart = "\n".join([facts_.format(n) for n in range(50)] + [axioms.format(n) for n in range(50)])
    one, two = (ontology_key(read(f"{HEAD}{text})", tmp_path)) for text in (mixed, apart))
    assert one == two
    assert sum(one[2].values()) == 100


def test_annotations_are_counted(tmp_path: Path) -> None:
    text = (
        'Annotation(:n "o") '
        'SubClassOf(Annotation(Annotation(:m "x") :n "y") Annotation(:n :z) :A :B)'
        ' AnnotationAssertion(:n :A "x"@en) AnnotationAssertion(Annotation(:n "z") :n :A :B)'
    )
    ontology = read(f"{HEAD}{text})", tmp_path)
    assert ontology.axioms == (SubClassOf(Class(E + "A"), Class(E + "B")),)
    assert codes(ontology) == {"annotation-ignored": 5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SubClassOf(:A))", "line 3: SubClassOf takes 2 operands, not 1"),
        ("\n\nSubClasOf(:A :B))", "line 5: there is no axiom called 'SubClasOf'"),
        ("SubClassOf(:A x:B))", "line 3: the prefix 'x:' is not declared"),
        ("ClassAssertion(x:A :a))", "line 3: the prefix 'x:' is not declared"),
        ("SubClassOf(:A :B)", r"line 3: this is not allowed here \(was the file cut short\?\)"),
        ("SubClassOf(:A :B", r"\(was the file cut short\?\)"),
        (") SubClassOf(:A :B)", "there is text after the end of the ontology"),
        ("ObjectPropertyAssertion(:r :a 5))", "a number is used as an individual"),
        ('SubClassOf(:A ObjectSomeValuesFrom(:r DataOneOf("x"))))', "used as a class"),
        ("SubClassOf(:A ObjectMinCardinality(:r 5)))", "used as the number of a cardinality"),
        ("HasKey(:A (:r)))", "HasKey takes a class and two lists of properties"),
        ("ClassAssertion(_:b :a))", "_:b is used as a class"),
    ],
)
def test_what_is_no_functional_syntax_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(HEAD + text, tmp_path)
    assert "\n" not in str(caught.value)


def test_deep_expressions_are_told(tmp_path: Path) -> None:
    deep = "ObjectComplementOf(" * 5000 + ":B" + ")" * 5000
    ontology = read(f"{HEAD}SubClassOf(:A {deep}) SubClassOf(:A :C))", tmp_path)
    assert len(ontology.axioms) == 1
    assert codes(ontology) == {"malformed-expression": 1}
