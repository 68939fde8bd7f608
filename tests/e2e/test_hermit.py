"""HermiT itself, on small ontologies that need distinctions of cases, and on real ones."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.ontologies import (
    A,
    B,
    C,
    D,
    E,
    Statement,
    literal,
    ontology,
    r,
    related,
    s,
    text,
    types_of,
)

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError, ReasonerError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import SubClassOf
from owlboost.ontology.expressions import (
    Class,
    ClassExpression,
    Literal,
    Not,
    OneOf,
    Or,
    Role,
    Some,
)
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.reasoner.hermit import complete
from owlboost.ontology.vocabulary import RDFS_LITERAL, STRING, XSD
from owlboost.sources.ontology_knowledge import saturate
from owlboost.sources.ontology_reasoning import compile_with

JAVA = os.environ.get("JAVA_HOME") or shutil.which("java")
DATA = Path(os.environ.get("OWLBOOST_DATA", "no-data"))
HERMIT = DATA.parent / "reference" / "hermit"

pytestmark = [
    pytest.mark.skipif(not JAVA, reason="HermiT needs Java"),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]

PATRICIDE, TRAGIC = Class("Patricide"), Class("Tragic")
CHILD = Role("hasChild")
OEDIPUS: list[Statement] = [
    ax.EquivalentClasses((TRAGIC, Some(CHILD, ex.And((PATRICIDE, Some(CHILD, Not(PATRICIDE))))))),
    ("iokaste", "hasChild", "oedipus"),
    ("iokaste", "hasChild", "polyneikes"),
    ("oedipus", "hasChild", "polyneikes"),
    ("polyneikes", "hasChild", "thersandros"),
    ("oedipus", "Patricide"),
    ax.ClassAssertion("thersandros", Not(PATRICIDE)),
]
"""Whether Polyneikes is a patricide is not known; in both cases Iokaste is tragic."""


def reasoned(*statements: Statement) -> KnowledgeBase:
    return compile_with(ontology(*statements), "hermit", timeout=300).saturate().kb


def test_what_follows_in_every_case_is_found() -> None:
    assert "Tragic" not in types_of(saturate(ontology(*OEDIPUS)).kb, "iokaste")
    compiled = compile_with(ontology(*OEDIPUS), "hermit", timeout=300)
    result = compiled.saturate()
    assert types_of(result.kb, "iokaste") == {"Tragic"}
    assert result.remarks == compiled.remarks == ()


def test_names_that_are_kept_apart_are_told_with_hermit_too() -> None:
    punned = ax.SameIndividual(("r", "s")), ("a", "r", "b")
    result = compile_with(ontology(*punned), "hermit", timeout=300).saturate()
    assert [remark.code for remark in result.remarks] == ["same-name"]


def test_individuals_held_out_are_not_reasoned_with() -> None:
    compiled = compile_with(ontology(*OEDIPUS), "hermit", timeout=300)
    kb = compiled.saturate(without=["thersandros"]).kb
    assert kb.individuals == ontology(*OEDIPUS).signature.individuals
    assert types_of(kb, "iokaste") == set()


def test_classes_inclusions_and_fillers_are_found() -> None:
    one_of_two = OneOf(("b", "c"))
    kb = reasoned(
        SubClassOf(A, Or((ex.And((B, Some(r, OneOf(("b",))))), ex.And((C, ex.HasValue(r, "b")))))),
        SubClassOf(B, D),
        SubClassOf(C, D),
        SubClassOf(D, Or((E, Not(E)))),
        ("a", "A"),
        ax.SubRoleOf((r,), s),
        ax.EquivalentClasses((Class("Two"), one_of_two)),
        ax.EquivalentClasses((Class("Three"), OneOf(("a", "b", "c")))),
    )
    assert types_of(kb, "a") == {"A", "D", "Three"}
    assert types_of(kb, "b") == {"Two", "Three"}
    assert related(kb, "r") == {("a", "b")} == related(kb, "s")
    classes = kb.vocabulary.classes
    above = {(c, classes[d]) for i, c in enumerate(classes) for d in kb.taxonomy[i] if d != i}
    assert {("A", "D"), ("Two", "Three")} <= above


def test_inverse_transitive_and_chained_fillers_are_found() -> None:
    minus = Role("s", inverse=True)
    kb = reasoned(
        ax.RoleCharacteristic(r, "transitive"),
        ax.InverseRoles(r, Role("back")),
        ax.SubRoleOf((r, s), Role("far")),
        ax.SubRoleOf((minus,), Role("sorry")),
        ("a", "r", "b"),
        ("b", "r", "c"),
        ("c", "s", "d"),
    )
    assert related(kb, "r") == {("a", "b"), ("b", "c"), ("a", "c")}
    assert related(kb, "back") == {(y, x) for x, y in related(kb, "r")}
    assert related(kb, "far") == {("b", "d"), ("a", "d")}
    assert related(kb, "sorry") == {("d", "c")}


def test_values_and_ranges_are_reasoned_with() -> None:
    cheap = ex.DatatypeRestriction(
        XSD + "integer", ((XSD + "maxInclusive", Literal("50", XSD + "integer")),)
    )
    kb = reasoned(
        ax.EquivalentClasses((A, ex.DataSome("price", cheap))),
        ax.DataDomain("nights", B),
        ("x", "price", 40),
        ("y", "price", 60),
        ("y", "nights", Literal("2026-01-01", XSD + "date")),
        ("z", "price", Literal("cheap", XSD + "integer")),
        ("z", "note", Literal('odd "\\\n é', XSD + "string")),
        ("z", "nights", Literal('odd "\\\n é 🦉', XSD + "string")),
    )
    assert [types_of(kb, name) for name in "xyz"] == [{"A"}, {"B"}, {"B"}]
    assert list(kb.vocabulary.data_properties) == ["nights", "note", "price"]


def test_a_name_may_be_odd_and_stand_for_everything_at_once() -> None:
    odd = 'urn:x#a "b" <c> {d} ) ü🦉 \\ | internal:'
    kb = reasoned(
        SubClassOf(Class(odd), Or((B, C))),
        SubClassOf(B, D),
        SubClassOf(C, D),
        SubClassOf(Some(Role(odd), D), E),
        ax.DataDomain(odd, A),
        (odd, odd),
        (odd, odd, odd),
        (odd, odd, 5),
    )
    assert types_of(kb, odd) == {odd, "A", "D", "E"}
    assert related(kb, odd) == {(odd, odd)}


def test_anonymous_individuals_are_reasoned_about() -> None:
    story: list[Statement] = [
        SubClassOf(A, Or((B, C))),
        SubClassOf(Some(s, B), D),
        SubClassOf(Some(s, C), D),
        ("x", "s", "_:nobody"),
        ("_:nobody", "A"),
    ]
    assert types_of(reasoned(*story), "x") == {"D"}
    keyed = compile_with(ontology(*story, ax.HasKey(E, (r,), ())), "hermit", timeout=300).saturate()
    assert types_of(keyed.kb, "x") == {"D"}
    assert "hermit-anonymous" in {remark.code for remark in keyed.remarks}


def test_an_anonymous_individual_gets_its_types() -> None:
    renamed = [
        tuple("_:i" if part == "iokaste" else part for part in one)
        if isinstance(one, tuple)
        else one
        for one in OEDIPUS
    ]
    completed = complete(ontology(*renamed, ("x", "r", "_:i")), timeout=300)  # type: ignore[arg-type]
    facts, names = completed.facts, completed.signature
    found = {
        (names.individuals[x], names.classes[c])
        for x, c in zip(facts.type_subjects, facts.type_classes, strict=True)
    }
    assert ("_:i", "Tragic") in found


def test_an_inconsistency_that_only_hermit_sees() -> None:
    two_colours: list[Statement] = [
        SubClassOf(Class(ex.THING), Or((A, B))),
        SubClassOf(ex.And((A, Some(r, A))), Class(ex.NOTHING)),
        SubClassOf(ex.And((B, Some(r, B))), Class(ex.NOTHING)),
    ]
    triangle: list[Statement] = [("x", "r", "y"), ("y", "r", "z"), ("z", "r", "x")]
    with pytest.raises(InconsistentError, match="HermiT found the ontology inconsistent"):
        reasoned(*two_colours, *triangle)


def test_an_inconsistency_is_told_with_its_axiom_where_it_can_be() -> None:
    with pytest.raises(InconsistentError, match="individual 'x'") as caught:
        reasoned(ax.DisjointClasses((A, B)), ("x", "A"), ("x", "B"))
    assert "HermiT" not in str(caught.value)


def test_what_is_below_the_target_by_cases_is_hidden_too() -> None:
    one, two, three, four = (OneOf((name,)) for name in ("i", "o", "p", "t"))
    value = ontology(
        ax.EquivalentClasses(
            (TRAGIC, Some(CHILD, ex.And((PATRICIDE, Some(CHILD, Not(PATRICIDE))))))
        ),
        ax.EquivalentClasses((Class("Queen"), one)),
        SubClassOf(one, ex.And((Some(CHILD, two), Some(CHILD, three)))),
        SubClassOf(two, ex.And((PATRICIDE, Some(CHILD, three)))),
        SubClassOf(three, Some(CHILD, four)),
        SubClassOf(four, Not(PATRICIDE)),
    )
    assert compile_with(value, target="Tragic").hidden == {"Tragic"}
    compiled = compile_with(value, "hermit", timeout=300, target="Tragic")
    assert compiled.hidden == {"Tragic", "Queen"}
    kb = compiled.saturate().kb
    assert list(kb.vocabulary.classes) == ["Patricide"]
    assert types_of(kb, "o") == {"Patricide"}


def test_what_hermit_refuses_is_told_with_names() -> None:
    with pytest.raises(ReasonerError, match=r"^HermiT failed: .*'above'") as caught:
        reasoned(
            ax.RoleCharacteristic(Role("urn:x#above"), "transitive"),
            ax.RoleCharacteristic(Role("urn:x#above"), "asymmetric"),
            ("a", "urn:x#above", "b"),
        )
    assert "\n" not in str(caught.value)


def test_top_properties_are_reasoned_with() -> None:
    top = Role("http://www.w3.org/2002/07/owl#topObjectProperty")
    result = compile_with(
        ontology(SubClassOf(A, ex.Only(top, B)), ("x", "A"), ("y", "C")), "hermit", timeout=300
    ).saturate()
    assert types_of(result.kb, "y") == {"B", "C"}


def _means(number: int, expression: ClassExpression) -> Statement:
    """Give a class expression a name, K and a number, so that its members show."""
    return ax.EquivalentClasses((Class(f"K{number}"), expression))


INTEGER = ex.Datatype(XSD + "integer")
CONSTRUCTS: list[tuple[str, list[Statement]]] = [
    ("x", [ax.DisjointClasses((A, B, C)), ("x", "A"), _means(0, Not(C))]),
    ("x", [ax.DisjointUnion("U", (D, Class("K1"))), ("x", "U"), ax.ClassAssertion("x", Not(D))]),
    ("x", [
        ax.DisjointRoles((Role("a1"), Role("a2"), Role("a3"))),
        ("x", "a1", "y"),
        _means(2, Not(ex.HasValue(Role("a3"), "y"))),
    ]),
    ("x", [
        ax.NegativeRoleAssertion(Role("n1"), "x", "y"),
        _means(3, Not(ex.HasValue(Role("n1"), "y"))),
    ]),
    ("x", [
        ax.NegativeDataAssertion("n2", "x", literal(5)),
        _means(4, Not(ex.DataHasValue("n2", literal(5)))),
    ]),
    ("x", [ax.DifferentIndividuals(("x", "y", "z")), _means(5, Not(OneOf(("z",))))]),
    ("x", [ax.DifferentIndividuals(("x", "w")), _means(6, Not(OneOf(("w",))))]),
    ("s3", [ax.SameIndividual(("s1", "s2", "s3")), ("s1", "K7")]),
    ("x", [("x", "self", "x"), _means(8, ex.HasSelf(Role("self")))]),
    ("x", [
        ("x", "c1", "y"), ("x", "c1", "z"), ("y", "Counted"), ("z", "Counted"),
        _means(9, ex.Cardinality("min", 2, Role("c1"), Class("Counted"))),
    ]),
    ("x", [
        ax.ClassAssertion("x", ex.Only(Role("c2"), Not(Class("Counted")))),
        _means(10, ex.Cardinality("max", 0, Role("c2"), Class("Counted"))),
    ]),
    ("x", [
        ax.ClassAssertion("x", ex.Cardinality("exact", 1, Role("c3", inverse=True), A)),
        _means(11, Some(Role("c3", inverse=True), A)),
    ]),
    ("x", [
        ("x", "d1", 1), ("x", "d1", 2),
        _means(12, ex.DataCardinality("min", 2, "d1", ex.Datatype(RDFS_LITERAL))),
    ]),
    ("x", [
        ("x", "d2", text("red")),
        _means(13, ex.DataSome("d2", ex.DataOneOf((text("red"), text("blue"))))),
    ]),
    ("x", [
        ("x", "d3", text("red")),
        _means(14, ex.DataSome("d3", ex.DataIntersection((
            ex.DataComplement(INTEGER), ex.DataUnion((INTEGER, ex.Datatype(STRING)))
        )))),
    ]),
    ("x", [
        ax.DatatypeDefinition("urn:x#small", ex.DatatypeRestriction(
            INTEGER.iri, ((XSD + "maxExclusive", literal(5)), (XSD + "minInclusive", literal(0)))
        )),
        ("x", "d4", 3),
        _means(15, ex.DataSome("d4", ex.Datatype("urn:x#small"))),
    ]),
    ("f2", [
        ax.RoleCharacteristic(Role("f", inverse=True), "functional"),
        ("f1", "f", "x"), ("f2", "f", "x"), ("f1", "K16"),
    ]),
    ("g2", [
        ax.RoleCharacteristic(Role("g"), "inverse-functional"),
        ("g1", "g", "x"), ("g2", "g", "x"), ("g1", "K17"),
    ]),
    ("x", [
        ax.FunctionalData("d5"), ("x", "d5", 1),
        _means(18, ex.DataOnly("d5", ex.DataOneOf((literal(1),)))),
    ]),
    ("x", [
        ax.EquivalentDataProperties(("d6", "d7", "d8")), ("x", "d6", 4),
        _means(19, ex.DataSome("d8", INTEGER)),
    ]),
    ("x", [
        ax.DisjointDataProperties(("e1", "e2", "e3")), ("x", "e1", 1),
        _means(20, Not(ex.DataHasValue("e3", literal(1)))),
    ]),
    ("x", [ax.DataPropertyRange("d9", INTEGER), _means(21, ex.DataOnly("d9", INTEGER))]),
    ("x", [ax.SubDataPropertyOf("h1", "h2"), ("x", "h1", 1), ax.DataDomain("h2", Class("K22"))]),
    ("x", [ax.RoleCharacteristic(Role("all"), "reflexive"), _means(23, ex.HasSelf(Role("all")))]),
    ("x", [
        ax.RoleCharacteristic(Role("none"), "irreflexive"),
        _means(24, Not(ex.HasSelf(Role("none")))),
    ]),
    ("y", [
        ax.RoleCharacteristic(Role("like"), "symmetric"), ("x", "like", "y"),
        _means(25, ex.HasValue(Role("like"), "x")),
    ]),
    ("y", [
        ax.RoleCharacteristic(Role("over"), "asymmetric"), ("x", "over", "y"),
        _means(26, Not(ex.HasValue(Role("over"), "x"))),
    ]),
    ("k2", [
        ax.HasKey(Class("Keyed"), (Role("k"),), ("id",)),
        ("k1", "Keyed"), ("k2", "Keyed"), ("k1", "k", "x"), ("k2", "k", "x"),
        ("k1", "id", 7), ("k2", "id", 7), ("k1", "K27"),
    ]),
    ("x", [
        ax.SubRoleOf((Role("p1"), Role("p2", inverse=True)), Role("p3")),
        ("x", "p1", "y"), ("z", "p2", "y"), _means(28, ex.HasValue(Role("p3"), "z")),
    ]),
    ("y", [
        ax.SubRoleOf((Role("q1"),), Role("q2", inverse=True)), ("x", "q1", "y"),
        _means(29, ex.HasValue(Role("q2"), "x")),
    ]),
    ("x", [
        ax.EquivalentRoles((Role("t1"), Role("t2"), Role("t3"))), ("x", "t1", "y"),
        ax.RoleDomain(Role("t3"), Class("K30")),
    ]),
    ("y", [ax.RoleRange(Role("t4"), ex.And((E, Class("K31")))), ("x", "t4", "y")]),
    ("y", [ax.RoleDomain(Role("t5", inverse=True), Class("K32")), ("x", "t5", "y")]),
    ("y", [ax.InverseRoles(Role("t6"), Role("t7")), ("x", "t6", "y"),
           _means(33, Some(Role("t7"), Class(ex.THING)))]),
    ("y", [ax.EquivalentClasses((A, Class("W"), Class("K34"))), ("y", "W"), ]),
    ("x", [ax.SubClassOf(OneOf(("x", "y")), Class("K35"))]),
]  # fmt: skip


def test_hermit_understands_every_construct() -> None:
    value = ontology(*(statement for _, story in CONSTRUCTS for statement in story))
    completed = complete(value, timeout=300)
    added = tuple(axiom for axiom in completed.axioms if axiom not in value.axioms)
    kb = saturate(replace(completed, axioms=added)).kb  # of HermiT's answer alone
    assert [
        number
        for number, (name, _) in enumerate(CONSTRUCTS)
        if f"K{number}" not in types_of(kb, name)
    ] == []


def test_an_empty_ontology_is_no_trouble() -> None:
    assert complete(ontology(), timeout=300).axioms == ()


def test_too_little_time() -> None:
    with pytest.raises(ReasonerError, match=r"no answer within 0\.01 s; allow more time"):
        compile_with(ontology(*OEDIPUS), "hermit", timeout=0.01).saturate()


def test_no_java_in_another_process() -> None:
    program = (
        "from owlboost.errors import ReasonerError\n"
        "from owlboost.ontology.reasoner.hermit import find_java\n"
        "try:\n    find_java()\nexcept ReasonerError as error:\n    print(error)\n"
    )
    environment = {key: text for key, text in os.environ.items() if key != "JAVA_HOME"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("HermiT needs Java, and no 'java' was found")


@pytest.mark.skipif(
    not HERMIT.is_dir(),
    reason="set OWLBOOST_DATA to the datasets folder, with reference/hermit beside it",
)
@pytest.mark.parametrize("name", ["wineonto", "moral"])
def test_the_same_as_the_reference(name: str) -> None:
    ontology = read_ontology_file(DATA / name / f"{name}.owl")
    result = compile_with(ontology, "hermit", timeout=600).saturate()
    kb, reference = (
        result.kb,
        json.loads(gzip.decompress((HERMIT / f"{name}.json.gz").read_bytes())),
    )
    classes, names = kb.vocabulary.classes, kb.individuals
    ours = {(c, names[x]) for i, c in enumerate(classes) for x in kb.members[i] if x < len(names)}
    above = {(c, classes[d]) for i, c in enumerate(classes) for d in kb.taxonomy[i] if d != i}
    owl = "http://www.w3.org/2002/07/owl#"
    assert ours == {(c, x) for c, x in reference["ca"] if not c.startswith(owl)}
    assert above == {(c, d) for c, d in reference["sub"] if c != d and not (c + d).count(owl)}
    assert not [remark for remark in result.remarks if remark.code == "incomplete-union"]


def test_values_that_hermit_cannot_read_do_not_stop_it() -> None:
    loose, broken = Literal(" +5 ", XSD + "integer"), Literal("1_000", XSD + "integer")
    at_least = ex.DatatypeRestriction(XSD + "integer", ((XSD + "minInclusive", loose),))
    statements: list[Statement] = [
        SubClassOf(ex.DataSome("d", at_least), A),
        SubClassOf(ex.DataHasValue("d", broken), B),
        ("x", "d", loose),
        ("y", "d", broken),
        ("z", "d", Literal("+INF", XSD + "double")),
    ]
    kb = compile_with(ontology(*statements), "hermit").saturate().kb
    assert [types_of(kb, name) for name in "xyz"] == [{"A"}, set(), set()]
