"""Texts of axioms and expressions are made of names of classes and fields: they stay as here.

Axioms are sorted by the name of their class and by ``repr``, which decides the order of all that
is derived; fuzzy inclusions, needs for values and what HermiT answers by ``repr``. Messages show
names of classes and the order of fields. Whoever renames one of these keeps the texts.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest
from tests.unit.ontology.readers.snippets import E, read

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DifferentIndividuals,
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
    NegativeDataAssertion,
    NegativeRoleAssertion,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    DataCardinality,
    DataComplement,
    DataHasValue,
    DataIntersection,
    DataOneOf,
    DataOnly,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    HasSelf,
    HasValue,
    Literal,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)
from owlboost.ontology.fuzzy import (
    Aggregate,
    GradedExpression,
    LinearModifier,
    Modified,
    Modifier,
    TriangularModifier,
)
from owlboost.ontology.readers.fuzzy_axioms import _axiom_text
from owlboost.ontology.text import axiom_text, expression_text, range_text

A, B = Class("u:A"), Class("u:B")
R, S = Role("u:r"), Role("u:s")
INT, TEXT = Datatype("u:int"), Datatype("u:text")
ONE, TWO = Literal("1", "u:int"), Literal("2", "u:int")

RANGES: list[tuple[DataRange, str, str]] = [
    (
        Datatype("u:int"),
        "Datatype(iri='u:int')",
        "u:int",
    ),
    (
        DataOneOf((ONE, Literal("b", "u:text", "en"))),
        (
            "DataOneOf(literals=(Literal(lexical='1', datatype='u:int', language=''), "
            "Literal(lexical='b', datatype='u:text', language='en')))"
        ),
        '{"1"^^u:int, "b"@en}',
    ),
    (
        DatatypeRestriction("u:int", (("u:least", ONE), ("u:below", TWO))),
        (
            "DatatypeRestriction(datatype='u:int', facets=(('u:least', Literal(lexical='1', "
            "datatype='u:int', language='')), ('u:below', Literal(lexical='2', datatype='u:int', "
            "language=''))))"
        ),
        "u:int[u:below 2, u:least 1]",
    ),
    (
        DataIntersection((INT, TEXT)),
        "DataIntersection(parts=(Datatype(iri='u:int'), Datatype(iri='u:text')))",
        "(u:int) and (u:text)",
    ),
    (
        DataUnion((TEXT, INT)),
        "DataUnion(parts=(Datatype(iri='u:text'), Datatype(iri='u:int')))",
        "(u:int) or (u:text)",
    ),
    (
        DataComplement(INT),
        "DataComplement(of=Datatype(iri='u:int'))",
        "not (u:int)",
    ),
]
EXPRESSIONS: list[tuple[ClassExpression, str, str]] = [
    (
        Class("u:A"),
        "Class(iri='u:A')",
        "u:A",
    ),
    (
        And((B, A)),
        "And(parts=(Class(iri='u:B'), Class(iri='u:A')))",
        "(u:A) and (u:B)",
    ),
    (
        Or((B, A)),
        "Or(parts=(Class(iri='u:B'), Class(iri='u:A')))",
        "(u:A) or (u:B)",
    ),
    (
        Not(A),
        "Not(of=Class(iri='u:A'))",
        "not (u:A)",
    ),
    (
        OneOf(("u:b", "u:a")),
        "OneOf(individuals=('u:b', 'u:a'))",
        "{u:a, u:b}",
    ),
    (
        Some(Role("u:r", inverse=True), A),
        "Some(role=Role(iri='u:r', inverse=True), filler=Class(iri='u:A'))",
        "inverse u:r some (u:A)",
    ),
    (
        Only(R, A),
        "Only(role=Role(iri='u:r', inverse=False), filler=Class(iri='u:A'))",
        "u:r only (u:A)",
    ),
    (
        HasValue(R, "u:a"),
        "HasValue(role=Role(iri='u:r', inverse=False), individual='u:a')",
        "u:r value u:a",
    ),
    (
        HasSelf(R),
        "HasSelf(role=Role(iri='u:r', inverse=False))",
        "u:r Self",
    ),
    (
        Cardinality("exact", 2, R, A),
        (
            "Cardinality(kind='exact', number=2, role=Role(iri='u:r', inverse=False), "
            "filler=Class(iri='u:A'))"
        ),
        "u:r exactly 2 (u:A)",
    ),
    (
        DataSome("u:p", INT),
        "DataSome(property='u:p', range=Datatype(iri='u:int'))",
        "u:p some (u:int)",
    ),
    (
        DataOnly("u:p", INT),
        "DataOnly(property='u:p', range=Datatype(iri='u:int'))",
        "u:p only (u:int)",
    ),
    (
        DataHasValue("u:p", ONE),
        "DataHasValue(property='u:p', literal=Literal(lexical='1', datatype='u:int', language=''))",
        'u:p value "1"^^u:int',
    ),
    (
        DataCardinality("min", 2, "u:p", INT),
        "DataCardinality(kind='min', number=2, property='u:p', range=Datatype(iri='u:int'))",
        "u:p min 2 (u:int)",
    ),
]
GRADED: list[tuple[GradedExpression, str]] = [
    (
        Aggregate("owa", (0.5, 0.25), (A, B)),
        "Aggregate(kind='owa', weights=(0.5, 0.25), parts=(Class(iri='u:A'), Class(iri='u:B')))",
    ),
    (
        Modified(LinearModifier(3.0), A),
        "Modified(modifier=LinearModifier(c=3.0), part=Class(iri='u:A'))",
    ),
    (
        Modified(TriangularModifier(0.25, 0.5, 1.0), A),
        "Modified(modifier=TriangularModifier(a=0.25, b=0.5, c=1.0), part=Class(iri='u:A'))",
    ),
]
AXIOMS: list[tuple[Axiom, str, str]] = [
    (
        SubClassOf(B, A),
        "SubClassOf(lower=Class(iri='u:B'), upper=Class(iri='u:A'))",
        "SubClassOf(u:B, u:A)",
    ),
    (
        EquivalentClasses((B, A)),
        "EquivalentClasses(classes=(Class(iri='u:B'), Class(iri='u:A')))",
        "EquivalentClasses(u:B, u:A)",
    ),
    (
        DisjointClasses((B, A)),
        "DisjointClasses(classes=(Class(iri='u:B'), Class(iri='u:A')))",
        "DisjointClasses(u:B, u:A)",
    ),
    (
        DisjointUnion("u:C", (B, A)),
        "DisjointUnion(iri='u:C', classes=(Class(iri='u:B'), Class(iri='u:A')))",
        "DisjointUnion(u:C, u:B, u:A)",
    ),
    (
        SubRoleOf((R, S), R),
        (
            "SubRoleOf(chain=(Role(iri='u:r', inverse=False), Role(iri='u:s', inverse=False)), "
            "upper=Role(iri='u:r', inverse=False))"
        ),
        "SubRoleOf(u:r, u:s, u:r)",
    ),
    (
        EquivalentRoles((S, R)),
        "EquivalentRoles(roles=(Role(iri='u:s', inverse=False), Role(iri='u:r', inverse=False)))",
        "EquivalentRoles(u:s, u:r)",
    ),
    (
        DisjointRoles((S, R)),
        "DisjointRoles(roles=(Role(iri='u:s', inverse=False), Role(iri='u:r', inverse=False)))",
        "DisjointRoles(u:s, u:r)",
    ),
    (
        InverseRoles(S, R),
        "InverseRoles(first=Role(iri='u:s', inverse=False), second=Role(iri='u:r', inverse=False))",
        "InverseRoles(u:s, u:r)",
    ),
    (
        RoleDomain(R, A),
        "RoleDomain(role=Role(iri='u:r', inverse=False), domain=Class(iri='u:A'))",
        "RoleDomain(u:r, u:A)",
    ),
    (
        RoleRange(R, A),
        "RoleRange(role=Role(iri='u:r', inverse=False), range=Class(iri='u:A'))",
        "RoleRange(u:r, u:A)",
    ),
    (
        RoleCharacteristic(R, "transitive"),
        "RoleCharacteristic(role=Role(iri='u:r', inverse=False), kind='transitive')",
        "RoleCharacteristic(u:r, transitive)",
    ),
    (
        SubDataPropertyOf("u:q", "u:p"),
        "SubDataPropertyOf(lower='u:q', upper='u:p')",
        "SubDataPropertyOf(u:q, u:p)",
    ),
    (
        EquivalentDataProperties(("u:q", "u:p")),
        "EquivalentDataProperties(properties=('u:q', 'u:p'))",
        "EquivalentDataProperties(u:q, u:p)",
    ),
    (
        DisjointDataProperties(("u:q", "u:p")),
        "DisjointDataProperties(properties=('u:q', 'u:p'))",
        "DisjointDataProperties(u:q, u:p)",
    ),
    (
        DataDomain("u:p", A),
        "DataDomain(property='u:p', domain=Class(iri='u:A'))",
        "DataDomain(u:p, u:A)",
    ),
    (
        DataPropertyRange("u:p", INT),
        "DataPropertyRange(property='u:p', range=Datatype(iri='u:int'))",
        "DataPropertyRange(u:p, u:int)",
    ),
    (
        FunctionalData("u:p"),
        "FunctionalData(property='u:p')",
        "FunctionalData(u:p)",
    ),
    (
        DatatypeDefinition("u:d", INT),
        "DatatypeDefinition(iri='u:d', range=Datatype(iri='u:int'))",
        "DatatypeDefinition(u:d, u:int)",
    ),
    (
        HasKey(A, (R,), ("u:p",)),
        (
            "HasKey(expression=Class(iri='u:A'), roles=(Role(iri='u:r', inverse=False),), "
            "properties=('u:p',))"
        ),
        "HasKey(u:A, u:r, u:p)",
    ),
    (
        SameIndividual(("u:b", "u:a")),
        "SameIndividual(individuals=('u:b', 'u:a'))",
        "SameIndividual(u:b, u:a)",
    ),
    (
        DifferentIndividuals(("u:b", "u:a")),
        "DifferentIndividuals(individuals=('u:b', 'u:a'))",
        "DifferentIndividuals(u:b, u:a)",
    ),
    (
        ClassAssertion("u:a", A),
        "ClassAssertion(individual='u:a', expression=Class(iri='u:A'))",
        "ClassAssertion(u:a, u:A)",
    ),
    (
        NegativeRoleAssertion(R, "u:b", "u:a"),
        "NegativeRoleAssertion(role=Role(iri='u:r', inverse=False), subject='u:b', object='u:a')",
        "NegativeRoleAssertion(u:r, u:b, u:a)",
    ),
    (
        NegativeDataAssertion("u:p", "u:a", ONE),
        (
            "NegativeDataAssertion(property='u:p', subject='u:a', literal=Literal(lexical='1', "
            "datatype='u:int', language=''))"
        ),
        'NegativeDataAssertion(u:p, u:a, "1"^^u:int)',
    ),
]


def kinds(rows: Sequence[tuple[object, ...]]) -> set[type]:
    return {type(row[0]) for row in rows}


def test_every_kind_is_shown() -> None:
    assert kinds(RANGES) == set(get_args(DataRange))
    assert kinds(EXPRESSIONS) == set(get_args(ClassExpression))
    assert kinds(AXIOMS) == set(get_args(Axiom))
    assert kinds(GRADED) == {Aggregate, Modified}
    modifiers = {type(one.modifier) for one, _ in GRADED if isinstance(one, Modified)}
    assert modifiers == set(get_args(Modifier))


@pytest.mark.parametrize(("range_", "sorted_by", "text"), RANGES)
def test_a_data_range_has_these_texts(range_: DataRange, sorted_by: str, text: str) -> None:
    assert repr(range_) == sorted_by
    assert range_text(range_) == text


@pytest.mark.parametrize(("expression", "sorted_by", "text"), EXPRESSIONS)
def test_a_class_expression_has_these_texts(
    expression: ClassExpression, sorted_by: str, text: str
) -> None:
    assert repr(expression) == sorted_by
    assert expression_text(expression) == text


@pytest.mark.parametrize(("expression", "sorted_by"), GRADED)
def test_a_fuzzy_concept_is_sorted_by_this_text(
    expression: GradedExpression, sorted_by: str
) -> None:
    assert repr(expression) == sorted_by


@pytest.mark.parametrize(("axiom", "sorted_by", "text"), AXIOMS)
def test_an_axiom_has_these_texts(axiom: Axiom, sorted_by: str, text: str) -> None:
    assert repr(axiom) == sorted_by
    assert axiom_text(axiom) == text
    kind = text.partition("(")[0]
    assert _axiom_text(axiom).partition(" on ")[0] == f"an axiom {kind}"


def test_a_remark_names_the_classes_of_an_axiom() -> None:
    assert _axiom_text(DisjointUnion("u:C", (B, A))) == "an axiom DisjointUnion on u:A, u:B, u:C"
    assert _axiom_text(RoleDomain(R, A)) == "an axiom RoleDomain on u:A"


def test_axioms_of_a_file_are_in_the_order_of_these_texts(tmp_path: Path) -> None:
    written = (
        f"Prefix(:=<{E}>)\nOntology(\nSubClassOf(:B :A)\nSubClassOf(:A :B)\n"
        "ObjectPropertyRange(:r :A)\nObjectPropertyDomain(:r :A)\n"
        "FunctionalDataProperty(:p)\nDisjointClasses(:B :A)\n)"
    )
    axioms = read(written, tmp_path).axioms
    assert [axiom_text(axiom) for axiom in axioms] == [
        "DisjointClasses(B, A)",
        "FunctionalData(p)",
        "RoleDomain(r, A)",
        "RoleRange(r, A)",
        "SubClassOf(A, B)",
        "SubClassOf(B, A)",
    ]
