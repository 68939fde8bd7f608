"""Degrees of fuzzy concepts, against their definitions in tests/reference."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, ontology
from tests.reference.fuzzy_chase import Degrees, Fact
from tests.reference.fuzzy_concepts import aggregated, least_modified, raised

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.axioms import SubClassOf, classes_in
from owlboost.ontology.expressions import And, Class, Or, Role, Some
from owlboost.ontology.fuzzy import (
    AGGREGATES,
    Aggregate,
    AggregateKind,
    GradedExpression,
    GradedInclusion,
    LinearModifier,
    Modified,
    TriangularModifier,
)
from owlboost.ontology.ontology import Fuzziness
from owlboost.sources.ontology_reasoning import compile_with

PEOPLE = ("a", "b", "c")
PLAIN = [Class(name) for name in "ABC"]
CONCEPTS = ("U", "V", "W")
ROLE = Role("r")
EXACT = 1e-9
ordinary = settings(max_examples=scaled(60), deadline=None)
unit = st.integers(0, 20).map(lambda n: n / 20)
modifiers = st.one_of(
    st.builds(LinearModifier, st.sampled_from([0.2, 0.8, 1.0, 3.0])),
    st.lists(
        st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0, 1.2]), min_size=3, max_size=3, unique=True
    ).map(lambda points: TriangularModifier(*sorted(points))),
)


@st.composite
def aggregates(draw: st.DrawFn, parts: st.SearchStrategy[GradedExpression]) -> Aggregate:
    """Aggregates of all kinds whose weights are sound."""
    kind = draw(st.sampled_from(AGGREGATES))
    inner = draw(st.lists(parts, min_size=1, max_size=3))
    weights = draw(st.lists(unit, min_size=len(inner), max_size=len(inner)))
    if kind in ("sum", "sum-zero", "owa"):
        weights = [weight / len(inner) for weight in weights]
    return Aggregate(kind, tuple(weights), tuple(inner))


def nests(names: list[Class]) -> st.SearchStrategy[GradedExpression]:
    """Fuzzy concepts over some classes, however nested."""
    plain: st.SearchStrategy[GradedExpression] = st.one_of(
        st.sampled_from(names),
        st.builds(lambda one: Some(ROLE, one), st.sampled_from(names)),
        st.tuples(st.sampled_from(names), st.sampled_from(names)).map(And),
        st.tuples(st.sampled_from(names), st.sampled_from(names)).map(Or),
    )
    return st.recursive(
        plain,
        lambda parts: st.one_of(aggregates(parts), st.builds(Modified, modifiers, parts)),
        max_leaves=5,
    )


@st.composite
def definitions(draw: st.DrawFn) -> list[GradedInclusion]:
    """U, V and W, each by those before it."""
    found = []
    for place, name in enumerate(CONCEPTS):
        known = [*PLAIN, *map(Class, CONCEPTS[:place])]
        found.append(GradedInclusion(draw(nests(known)), name, is_definition=True))
    return found


facts = st.dictionaries(
    st.one_of(
        st.tuples(st.sampled_from("ABC"), st.sampled_from(PEOPLE)),
        st.tuples(st.just("r"), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    ),
    unit.filter(lambda degree: degree > 0),
    min_size=1,
    max_size=8,
)
axioms = st.lists(
    st.builds(
        SubClassOf,
        st.one_of(
            st.sampled_from([*PLAIN, *map(Class, CONCEPTS)]),
            st.sampled_from(CONCEPTS).map(lambda one: Some(ROLE, Class(one))),
            st.sampled_from(CONCEPTS).map(lambda one: And((Class(one), Class("A")))),
        ),
        st.sampled_from([Class("D"), Class("E")]),
    ),
    max_size=3,
)


def fuzzy(
    held: dict[Fact, float], inclusions: list[GradedInclusion], rules: list[SubClassOf]
) -> KnowledgeBase:
    stated: list[Statement] = [(x, "Thing0") for x in PEOPLE]
    for fact in held:
        match fact:
            case (name, x):
                stated.append((x, name))
            case (role, x, y):
                stated.append((x, role, y))
    names = [SubClassOf(Class(name), Class("Thing0")) for name in "ABCDEUVW"]
    known_role = SubClassOf(Some(ROLE, Class("Thing0")), Class("Thing0"))
    weak = {fact: degree for fact, degree in held.items() if degree < 1}
    known = Fuzziness(
        {(x, c): d for (c, x), d in ((k, d) for k, d in weak.items() if len(k) == 2)},
        {k: d for k, d in weak.items() if len(k) == 3},
        inclusions=tuple(inclusions),
    )
    whole = replace(ontology(*stated, *names, known_role, *rules), fuzziness=known)
    return compile_with(whole).saturate().kb


def at(kb: KnowledgeBase, name: str, x: str) -> float:
    number, element = kb.vocabulary.classes.id(name), kb.individuals.id(x)
    held = dict(zip(kb.members[number].tolist(), kb.members.degrees_of(number), strict=True))
    return float(held.get(element, 0.0))


@ordinary
@given(facts, definitions(), axioms)
def test_degrees_are_those_of_the_definitions(
    held: Degrees, inclusions: list[GradedInclusion], rules: list[SubClassOf]
) -> None:
    kb = fuzzy(held, inclusions, rules)
    told = [GradedInclusion(one.lower, min(classes_in(one.upper))) for one in rules]
    stated = {("Thing0", x): 1.0 for x in PEOPLE} | held
    expected = raised([*told, *inclusions], stated)
    for name in "ABCDEUVW":
        for x in PEOPLE:
            assert at(kb, name, x) == pytest.approx(expected.get((name, x), 0.0), abs=EXACT)


@ordinary
@given(st.sampled_from(AGGREGATES), st.lists(st.tuples(unit, unit, unit), min_size=1, max_size=4))
def test_aggregates_are_monotone_formulas(
    kind: AggregateKind, drawn: list[tuple[float, float, float]]
) -> None:
    weights = tuple(weight / len(drawn) for weight, _, _ in drawn)
    low = [min(x, y) for _, x, y in drawn]
    high = [max(x, y) for _, x, y in drawn]
    one = Aggregate(kind, weights, ())
    found = one.combined([np.array([x, y]) for x, y in zip(low, high, strict=True)])
    assert found[0] == pytest.approx(aggregated(kind, weights, low), abs=EXACT)
    assert found[1] == pytest.approx(aggregated(kind, weights, high), abs=EXACT)
    assert 0 <= found[0] <= found[1] <= 1


@ordinary
@given(modifiers, unit)
def test_modified_degrees_are_the_least_possible(
    modifier: LinearModifier | TriangularModifier, x: float
) -> None:
    (found,) = modifier.at_least(np.array([x]))
    assert found == pytest.approx(least_modified(modifier, x), abs=EXACT)


@ordinary
@given(facts, definitions())
def test_inclusions_that_depend_on_themselves_settle(
    held: Degrees, inclusions: list[GradedInclusion]
) -> None:
    """A part may be above the whole: degrees rise to the least that meets both."""
    rules = [SubClassOf(Class("W"), Class("A")), SubClassOf(Class("V"), Class("B"))]
    kb = fuzzy(held, inclusions, rules)
    told = [GradedInclusion(Class("W"), "A"), GradedInclusion(Class("V"), "B")]
    stated = {("Thing0", x): 1.0 for x in PEOPLE} | held
    expected = raised([*told, *inclusions], stated)
    for name in "ABCUVW":
        for x in PEOPLE:
            assert at(kb, name, x) == pytest.approx(expected.get((name, x), 0.0), abs=1e-6)


@ordinary
@given(facts)
def test_no_fuzzy_concept_changes_nothing(held: Degrees) -> None:
    empty = GradedInclusion(Class("D"), "U", is_definition=True)
    plain, told = fuzzy(held, [], []), fuzzy(held, [empty], [])
    assert plain.members.indices.tobytes() == told.members.indices.tobytes()
    assert plain.members.indptr.tobytes() == told.members.indptr.tobytes()
    assert (plain.members.degrees is None) == (told.members.degrees is None)
    if plain.members.degrees is not None and told.members.degrees is not None:
        assert plain.members.degrees.tobytes() == told.members.degrees.tobytes()
