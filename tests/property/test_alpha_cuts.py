"""Degrees of what follows: α-cuts, against a plain chase, and against each cut reasoned with."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, holds, ontology
from tests.property.test_saturation_against_chase import (
    BACKGROUND,
    CLASSES,
    PEOPLE,
    QUERIES,
    ROLES,
    facts,
    names,
    role_rules,
    roles,
    statements,
    witness_rules,
)
from tests.reference.fuzzy_chase import Fact, extent, fuzzy_chase

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.concepts.evaluation import Extents
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import And, Class, ClassExpression, Only, Some
from owlboost.ontology.ontology import Fuzziness, Ontology
from owlboost.ontology.transform import alpha_cut
from owlboost.sources.ontology_knowledge import Saturated, saturate
from owlboost.sources.ontology_reasoning import compile_with

DEGREES = st.sampled_from([0.2, 0.5, 0.5, 0.7, 1.0])
ordinary = settings(
    max_examples=scaled(120), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def fuzzy(given_: list[Statement], degrees: dict[Statement, float]) -> Ontology:
    """Return an ontology some of whose facts hold to a degree."""
    weak = {one: degree for one, degree in degrees.items() if degree < 1}
    return replace(
        ontology(*BACKGROUND, *dict.fromkeys(given_)),
        fuzziness=Fuzziness(
            {(x, c): d for (x, c), d in _of(weak, 2).items()},
            {(r, x, y): d for (x, r, y), d in _of(weak, 3).items()},
            {one: d for one, d in weak.items() if not isinstance(one, tuple)},
        ),
    )


def _of(degrees: dict[Statement, float], size: int) -> dict[tuple[str, ...], float]:
    return {
        tuple(map(str, one)): degree
        for one, degree in degrees.items()
        if isinstance(one, tuple) and len(one) == size
    }


@st.composite
def fuzzy_statements(
    draw: st.DrawFn, of: st.SearchStrategy[list[Statement]] = statements
) -> tuple[list[Statement], dict[Statement, float]]:
    """Statements, and how far each of the facts among them holds."""
    given_ = draw(of)
    stated = [one for one in given_ if isinstance(one, tuple | ClassAssertion)]
    return given_, {one: draw(DEGREES) for one in stated}


def concept_of(query: ClassExpression) -> Concept:
    match query:
        case Class(iri):
            return Concept((Atom(iri),))
        case Some(role, filler):
            return Concept((), (Edge(role.iri, concept_of(filler)),))
        case _:
            raise TypeError(query)


def reasoned(one: Ontology) -> Saturated | None:
    try:
        return compile_with(one).saturate()
    except InconsistentError:
        return None


@ordinary
@given(fuzzy_statements())
def test_what_holds_to_a_degree_follows_from_what_holds_so_far(
    drawn: tuple[list[Statement], dict[Statement, float]],
) -> None:
    given_, degrees = drawn
    found = reasoned(fuzzy(given_, degrees))
    for alpha in sorted({1.0, *degrees.values()}):
        cut = [one for one in given_ if degrees.get(one, 1.0) >= alpha]
        try:
            crisp = saturate(ontology(*BACKGROUND, *dict.fromkeys(cut))).kb
        except InconsistentError:
            assert found is None
            return
        if found is not None:
            check_cut(found.kb, crisp, alpha)
    assert found is not None


def check_cut(kb: KnowledgeBase, crisp: KnowledgeBase, alpha: float) -> None:
    """Check that concepts hold to a degree of at least α just where they hold in a crisp model."""
    extents = Extents(kb)
    for query in QUERIES:
        degrees = extents.degrees(concept_of(query))
        for person in PEOPLE:
            reached = degrees[kb.individuals.id(person)] >= alpha
            assert reached == holds(crisp, person, query), (person, query, alpha)


lower = st.one_of(
    names,
    st.builds(lambda one, two: And((one, two)), names, names),
    st.builds(Some, roles, names),
)
horn: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(SubClassOf, lower, st.one_of(names, st.builds(Only, roles, names))),
    st.builds(RoleDomain, roles, names),
    st.builds(RoleRange, roles, names),
    role_rules,
)
positive = st.builds(
    lambda *parts: [one for part in parts for one in part],
    st.lists(horn, max_size=5),
    st.lists(witness_rules.filter(lambda one: isinstance(one, SubClassOf)), max_size=2),
    st.lists(facts, min_size=1, max_size=6),
)


def is_functional(one: Statement) -> bool:
    return isinstance(one, RoleCharacteristic) and one.kind.endswith("functional")


@ordinary
@given(fuzzy_statements(positive))
def test_degrees_are_those_of_a_plain_chase(
    drawn: tuple[list[Statement], dict[Statement, float]],
) -> None:
    given_, degrees = drawn
    axioms = [one for one in given_ if not isinstance(one, tuple)]
    assume(not any(map(is_functional, given_)))
    assume(not any("HasValue" in str(one) for one in axioms))
    found = reasoned(fuzzy(given_, degrees))
    assert found is not None
    assume(not any(remark.code.startswith(("incomplete", "witness")) for remark in found.remarks))
    stated: dict[Fact, float] = {("Thing0", person): 1.0 for person in PEOPLE}
    stated |= {(c, x): d for (x, c), d in _of(degrees, 2).items()}
    stated |= {(r, x, y): d for (x, r, y), d in _of(degrees, 3).items()}
    chased = fuzzy_chase(axioms, stated, depth=3)
    extents = Extents(found.kb)
    asked: list[ClassExpression] = [*CLASSES]
    asked += (Some(role, one) for role in ROLES for one in CLASSES)
    for query in asked:
        held = extents.degrees(concept_of(query))
        for person in PEOPLE:
            wanted = extent(query, person, chased)
            assert held[found.kb.individuals.id(person)] == wanted, (person, query)


@ordinary
@given(statements)
def test_crisp_facts_give_the_same_arrays_as_ever(given_: list[Statement]) -> None:
    crisp = ontology(*BACKGROUND, *given_)
    plain, told = reasoned(crisp), reasoned(replace(crisp, fuzziness=Fuzziness(types={})))
    if plain is None or told is None:
        assert plain is told
        return
    assert not plain.kb.is_graded
    for one, two in zip(
        (plain.kb.types, plain.kb.members, *plain.kb.roles),
        (told.kb.types, told.kb.members, *told.kb.roles),
        strict=True,
    ):
        assert one.degrees is None
        assert two.degrees is None
        assert one.indptr.tobytes() == two.indptr.tobytes()
        assert one.indices.tobytes() == two.indices.tobytes()


def test_a_cut_leaves_names_and_numbers_as_they_are() -> None:
    whole = fuzzy([("a", "A"), ("b", "A"), ("a", "r", "b")], {("a", "A"): 0.2, ("b", "A"): 0.7})
    cut = alpha_cut(whole, 0.5)
    assert cut.signature == whole.signature
    assert not cut.fuzziness.is_graded
    people = [cut.signature.individuals[x] for x in cut.facts.type_subjects]
    classes = [cut.signature.classes[c] for c in cut.facts.type_classes]
    assert [one for one in zip(people, classes, strict=True) if one[1] == "A"] == [("b", "A")]


def test_a_contradiction_at_a_degree_is_said_with_it() -> None:
    apart = DisjointClasses((Class("A"), Class("B")))
    both = fuzzy([apart, ("a", "A"), ("a", "B")], {("a", "A"): 0.6, ("a", "B"): 0.3})
    with pytest.raises(InconsistentError) as caught:
        compile_with(both).saturate()
    assert str(caught.value).endswith(
        " to the degree 0.3 or more; lower degrees, or take back an axiom."
    )
    assert caught.value.individual == "a"
