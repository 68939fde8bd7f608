"""Plain OWL 2 axioms and SWRL rules: what they say, worked by hand."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import numpy as np
import pyhornedowl
import pyhornedowl.model as owl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hotels import FAIR, FOIL, GRADIENT, HOTEL, LOW, TARGET, hotels, iri
from tests.ontologies import literal, ontology
from tests.reference.rules import meets

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
    membership,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.exchange.crisp.decision import MOST_CONJUNCTIONS, decision
from owlboost.exchange.crisp.rules import (
    CrispRule,
    HoldsAtLeast,
    OutsideRange,
    degree_for,
    numbers_at,
)
from owlboost.exchange.formats import ExportedText
from owlboost.exchange.owl.classes import DataStyle, bound_text, numbers_between, numbers_used
from owlboost.exchange.owl.statements import crisp_inclusions
from owlboost.models.trained import TrainedModel
from owlboost.ontology.axioms import DataPropertyRange, FunctionalData
from owlboost.ontology.expressions import And, Class, Datatype
from owlboost.ontology.vocabulary import OWL, XSD
from owlboost.sources.ontology_source import read_ontology

numbers = st.floats(-1e6, 1e6)
SHAPES = st.one_of(
    st.lists(numbers, min_size=2, max_size=2).map(lambda found: LeftShoulder(*sorted(found))),
    st.lists(numbers, min_size=2, max_size=2).map(lambda found: RightShoulder(*sorted(found))),
    st.lists(numbers, min_size=3, max_size=3).map(lambda found: Triangular(*sorted(found))),
    st.lists(numbers, min_size=4, max_size=4).map(lambda found: Trapezoidal(*sorted(found))),
)


def sum_of(*weighted: tuple[float, Concept]) -> TrainedModel:
    """A weighted sum of single rules."""
    terms = tuple(WeakHypothesis(f"WL{n}", (Inclusion(c),)) for n, (_, c) in enumerate(weighted))
    weights = tuple(weight for weight, _ in weighted)
    return TrainedModel("gradient", TARGET, BoostedHypothesis(terms, weights), 0.5)


@given(SHAPES, st.floats(0, 1, exclude_min=True), numbers)
def test_a_cut_holds_exactly_the_numbers_of_that_degree(
    shape: Shape, degree: float, number: float
) -> None:
    low, high = numbers_at(shape, degree)
    assert (low <= number <= high) == (membership(shape, number) >= degree)
    for end, beyond in ((low, -math.inf), (high, math.inf)):
        if math.isfinite(end):
            assert membership(shape, end) >= degree
            assert membership(shape, math.nextafter(end, beyond)) < degree


@given(st.floats(0, 3), st.floats(0, 1, exclude_min=True))
def test_the_least_degree_that_is_enough_is_found(weight: float, wanted: float) -> None:
    degree = degree_for(weight, wanted)
    if degree > 1:
        assert weight < wanted
    else:
        assert weight * degree >= wanted
        assert weight * math.nextafter(degree, -1) < wanted


@given(numbers)
def test_bounds_of_floats_stay_inside(number: float) -> None:
    up, down = (np.float32(bound_text(number, XSD + "float", up=up)) for up in (True, False))
    assert float(down) <= number <= float(up)
    assert down == up == number or np.nextafter(down, np.float32(np.inf)) == up


def test_both_zeros_are_inside() -> None:
    low, high = (bound_text(0.0, XSD + "double", up=up) for up in (True, False))
    assert (low, high) == ("-0.0", "0.0")


def at_least(conjunction: CrispRule) -> list[HoldsAtLeast]:
    return [one for one in conjunction.conditions if isinstance(one, HoldsAtLeast)]


def test_crisp_rules_that_add_up_are_prime_implicants() -> None:
    a, b, c = (Concept((Atom(iri(name)),)) for name in "abc")
    #   0.3 + 0.4 and 0.3 + 0.2 and 0.4 + 0.2 reach 0.5 with 0.1 from everything
    model = sum_of((0.1, TOP), (0.3, a), (0.4, b), (0.15, c))
    found = decision(model, 0.5)
    assert found.is_exact
    said = {frozenset(one.concept for one in at_least(each)) for each in found.conjunctions}
    assert said == {frozenset([b]), frozenset([a, c])}


def test_one_fuzzy_rule_in_a_sum_is_cut_where_it_is_enough() -> None:
    fair, hotel = Concept((FAIR,)), Concept((HOTEL,))
    #   0.8 x - 0.2 reaches 0.5 from x = 0.875 on; with 0.3 for a hotel from x = 0.5 on
    model = sum_of((-0.2, TOP), (0.8, fair), (0.3, hotel))
    found = decision(model, 0.5)
    assert {
        tuple(sorted(round(one.degree, 9) for one in at_least(each) if one.concept == fair))
        for each in found.conjunctions
    } == {(0.875,), (0.5,)}


def test_rules_against_are_excluded_by_the_only_value() -> None:
    kb = KnowledgeBase.from_facts(
        ["h1", "h2", "h3"],
        types={HOTEL.iri: ["h1", "h2", "h3"]},
        numbers={LOW.prop: [("h1", 70.0), ("h2", 45.0)]},
    )
    model = sum_of((0.9, Concept((HOTEL,))), (-0.6, Concept((LOW,))))
    with pytest.raises(ParameterError, match="nothing is known to reach"):
        decision(model, 0.5, kb)  # a further price may be low
    found = decision(model, 0.5, replace(kb, functional=frozenset({0})))
    assert found.covered is not None
    assert found.missed is not None
    assert found.covered.tolist() == [0, 2]  # 0.9, 0.9 - 0.6 * 0.75, 0.9
    assert found.missed.tolist() == [2]  # whose price is not known
    (only,) = found.conjunctions
    (outside,) = [one for one in only.conditions if isinstance(one, OutsideRange)]
    assert outside.label == LOW
    assert outside.degree == pytest.approx(0.4 / 0.6)


@pytest.mark.parametrize(
    "apart",
    [
        ":Hostel owl:disjointWith :Bar .",
        ":Place owl:disjointUnionOf (:Hostel :Bar) .",
        ":House owl:disjointWith :Bar . :Hostel rdfs:subClassOf :House .",
        ":Hostel owl:disjointWith :Pub . :Bar rdfs:subClassOf :Pub .",
    ],
)
def test_rules_against_are_excluded_by_disjoint_classes(apart: str, tmp_path: Path) -> None:
    path = tmp_path / "places.ttl"
    path.write_text(
        f"@prefix : <{iri('')}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        f"{apart} :Hostel a owl:Class . :Bar a owl:Class . :Quiet a owl:Class .\n"
        ":h1 a :Quiet, :Hostel . :h2 a :Quiet . :h3 a :Quiet, :Bar ."
    )
    quiet, bar = (Concept((Atom(iri(name)),)) for name in ("Quiet", "Bar"))
    model = sum_of((0.9, quiet), (-0.6, bar))
    found = crisp_inclusions(model, read_ontology(path), 0.5)
    (only,) = found.inclusions
    assert isinstance(only.body, And)
    named = {part.iri for part in only.body.parts if isinstance(part, Class)}
    assert named in ({iri("Quiet"), iri("Hostel")}, {iri("Quiet"), iri("House")})
    assert found.decision.missed is not None
    assert found.decision.missed.tolist() == [1]  # which may be a bar as well
    assert only.covered == 1


def test_what_takes_too_many_conjunctions_is_refused() -> None:
    size = 2 * MOST_CONJUNCTIONS
    people = [f"a{n}" for n in range(size)]
    kb = KnowledgeBase.from_facts(
        people,
        numbers={
            iri("x"): [(one, float(n)) for n, one in enumerate(people)],
            iri("y"): [(one, float(size - n)) for n, one in enumerate(people)],
        },
    )
    rising = RightShoulder(0.0, float(size))
    x, y = (Concept((FuzzyValue(iri(name), FuzzySet(name, rising)),)) for name in "xy")
    with pytest.raises(ParameterError, match="More than 50 conjunctions would be needed"):
        decision(sum_of((0.5, x), (0.5, y)), 0.5, kb)


def test_a_rule_set_is_written_rule_by_rule() -> None:
    rules = RuleSet((Inclusion(Concept((HOTEL, FAIR)), 0.8, 0.75, 3, 1), Inclusion(TOP, 0.3)))
    text = TrainedModel("foil", TARGET, rules, 0.5).export("owl", cut=0.4)
    assert text.count("SubClassOf(") == 1
    #   0.8 x reaches 0.4 from x = 0.5 on: 40 + 10 and 98 - 19
    assert 'xsd:double xsd:minInclusive "50.0"^^xsd:double xsd:maxInclusive "79.0"' in text
    assert 'xsd:decimal xsd:minInclusive "50.0"^^xsd:decimal' in text
    assert "When learned, of confidence 0.75: it covered 3 positive and 1 negative." in text
    assert isinstance(text, ExportedText)
    assert text.remarks == ()


@pytest.mark.parametrize("syntax", ["functional", "rdfxml", "owlxml", "turtle"])
def test_axioms_are_written_the_same_again(syntax: str) -> None:
    texts = {FOIL.export("owl", cut=0.3, syntax=syntax) for _ in range(2)}
    assert len(texts) == 1
    with pytest.raises(ParameterError, match="syntax must be functional or rdfxml or owlxml or"):
        FOIL.export("owl", syntax="obo")


def valued(text: str) -> TrainedModel:
    """A rule on a category."""
    kind = Concept((CrispValue(iri("kind"), text),))
    return TrainedModel("foil", TARGET, RuleSet((Inclusion(kind),)), 0.5)


@pytest.mark.parametrize("character", ["\0", "\x0c", "\x1f", "\r", "\ufffe"])
@pytest.mark.parametrize("syntax", ["rdfxml", "owlxml"])
@pytest.mark.parametrize("format_", ["owl", "swrl", "fuzzyowl2"])
def test_xml_is_not_written_with_characters_that_it_has_not(
    format_: str, syntax: str, character: str
) -> None:
    said = f"syntax {syntax} cannot hold .*, which contains a control character; choose functional"
    with pytest.raises(ParameterError, match=said):
        valued(f"a{character}b").export(format_, syntax=syntax)
    assert f"a{character}b" in valued(f"a{character}b").export(format_, syntax="functional")
    valued("a\tb\nc").export(format_, syntax=syntax)


@pytest.mark.parametrize("character", ["\0", "\x0c", "\ufffe", "\uffff", " "])
@pytest.mark.parametrize("syntax", ["functional", "rdfxml", "owlxml", "turtle"])
def test_names_are_written_without_characters_that_no_iri_has(syntax: str, character: str) -> None:
    strange = Concept((Atom(f"urn:x#A{character}B"),))
    text = TrainedModel("foil", TARGET, RuleSet((Inclusion(strange),)), 0.5).export(
        "owl", syntax=syntax
    )
    assert f"A{quote(character)}B" in text


@pytest.mark.parametrize("name", ["Good", "a/b", "urn:x#\ufffd"])
def test_a_name_that_turtle_cannot_hold_is_told(name: str) -> None:
    model = TrainedModel("foil", name, RuleSet((Inclusion(Concept((HOTEL,)), 0.9),)), 0.5)
    with pytest.raises(ParameterError, match=r"syntax turtle cannot hold .* choose functional\."):
        model.export("owl", syntax="turtle")
    assert "SubClassOf" in model.export("owl", syntax="functional")


@pytest.mark.parametrize(("syntax", "kind"), [("functional", "ofn"), ("owlxml", "owx")])
def test_swrl_rules_are_read_back_and_cover_the_same(
    syntax: str, kind: Literal["ofn", "owx"]
) -> None:
    kb = hotels()
    text = GRADIENT.export("swrl", source=kb, cut=0.1, syntax=syntax)
    found = pyhornedowl.open_ontology_from_string(text, kind).get_components()
    rules = [one.component for one in found if isinstance(one.component, owl.Rule)]
    assert rules
    expected = decision(GRADIENT, 0.1, kb)
    assert expected.covered is not None
    assert expected.missed is not None
    for element in range(len(kb.individuals)):
        met = any(meets(list(rule.body), element, kb) for rule in rules)
        assert met == (element in expected.covered and element not in expected.missed)


def test_the_class_of_everything_is_thing() -> None:
    assert DataStyle().class_of(CrispRule((), ())).iri == OWL + "Thing"  # type: ignore[union-attr]
    outside = DataStyle().class_of(
        CrispRule((HoldsAtLeast(TOP, 1.0), OutsideRange(LOW, 1.0)), (0, 1))
    )
    assert type(outside).__name__ == "DataSome"


def test_each_kind_of_number_has_a_range() -> None:
    union = numbers_between(1.0, 2.0)
    assert [part.datatype for part in union.parts] == [  # type: ignore[union-attr]
        XSD + "decimal",
        XSD + "double",
        XSD + "float",
    ]


def test_the_datatypes_of_numbers_are_told_by_ranges_or_by_use() -> None:
    found = numbers_used(
        ontology(
            ("a", "size", literal(1.5)),
            ("a", "age", literal(3)),
            DataPropertyRange("age", Datatype(XSD + "short")),
            FunctionalData("size"),
        )
    )
    assert found["age"] == (XSD + "decimal",)
    assert found["size"] == (XSD + "decimal", XSD + "double")
