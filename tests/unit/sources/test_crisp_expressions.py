"""Fuzzy concepts as crisp classes, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hypotheses import classes, numeric, some, value
from tests.ontologies import literal, ontology, text

from owlboost.concepts.concept import TOP, Concept
from owlboost.data.fuzzy_sets import (
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
    membership,
)
from owlboost.ontology.axioms import SubClassOf
from owlboost.ontology.datatypes.ranges import in_range
from owlboost.ontology.expressions import (
    THING,
    And,
    Class,
    DataHasValue,
    DataOneOf,
    DataSome,
    Literal,
    Role,
    Some,
)
from owlboost.ontology.vocabulary import LANG_STRING, STRING, XSD
from owlboost.sources.crisp_expressions import Cut, crisp, meanings, numbers_within


def test_classes_and_roles_stay_what_they_are() -> None:
    concept = Concept(classes("A", "B").labels, some("r", classes("C")).edges)
    expected = And((Class("A"), Class("B"), Some(Role("r"), Class("C"))))
    for cut in Cut:
        assert crisp(concept, cut, {}) == expected
        assert crisp(TOP, cut, {}) == Class(THING)
        assert crisp(some("r", TOP), cut, {}) == Some(Role("r"), Class(THING))


def inside(number: float, shape: Shape, cut: Cut, datatype: str = "double") -> bool | None:
    return in_range(Literal(str(number), XSD + datatype), numbers_within(shape, cut), {})


@pytest.mark.parametrize("datatype", ["double", "float", "decimal"])
def test_a_triangle_is_an_open_interval_and_its_peak(datatype: str) -> None:
    tent = Triangular(40, 60, 98)
    found = [inside(n, tent, Cut.SUPPORT, datatype) for n in (40, 40.5, 60, 97.5, 98)]
    assert found == [False, True, True, True, False]
    assert [inside(n, tent, Cut.CORE, datatype) for n in (59.5, 60, 60.5)] == [False, True, False]


def test_a_step_belongs_to_its_higher_side() -> None:
    step = Trapezoidal(40, 40, 50, 50)
    found = [inside(n, step, Cut.SUPPORT) for n in (39.5, 40, 50, 50.5)]
    assert found == [False, True, True, False]


points = st.lists(st.integers(-5, 5).map(float), min_size=4, max_size=4).map(sorted)


@given(points, st.integers(-12, 12).map(lambda n: n / 2))
def test_cuts_are_those_of_the_degrees(corners: list[float], number: float) -> None:
    a, b, c, d = corners
    shapes: list[Shape] = [
        LeftShoulder(a, b),
        RightShoulder(a, b),
        Triangular(a, b, c),
        Trapezoidal(a, b, c, d),
    ]
    for shape in shapes:
        degree = membership(shape, number)
        assert inside(number, shape, Cut.SUPPORT) == (degree > 0)
        assert inside(number, shape, Cut.CORE) == (degree == 1)


def test_a_number_that_is_no_short_decimal_is_written_in_full() -> None:
    tenth = numbers_within(LeftShoulder(0.1, 0.1), Cut.CORE)
    ((_, bound),) = tenth.parts[0].facets  # type: ignore[union-attr]
    assert bound.lexical.startswith("0.1000000000000000055511151231257827")


def test_texts_and_truth_values_are_the_literals_that_mean_them() -> None:
    red, rouge = text("red"), Literal("red", LANG_STRING, "fr")
    told = ontology(
        ("a", "colour", red),
        ("b", "colour", rouge),
        ("a", "open", literal(True)),
        ("b", "open", Literal("1", XSD + "boolean")),
        ("a", "price", literal(5)),
        SubClassOf(DataHasValue("colour", text("blue")), Class("Cold")),
    )
    known = meanings(told)
    assert set(known) == {"red", "blue", True}
    assert crisp(value("colour", "red"), Cut.SUPPORT, known) == DataSome(
        "colour", DataOneOf((red, rouge))
    )
    assert crisp(value("open", True), Cut.CORE, known) == DataSome(
        "open", DataOneOf((literal(True), Literal("1", XSD + "boolean")))
    )
    #   what the ontology does not mention is written plainly
    assert crisp(value("open", False), Cut.CORE, known) == DataSome(
        "open", DataOneOf((literal(False),))
    )
    assert crisp(value("colour", "green"), Cut.CORE, known) == DataSome(
        "colour", DataOneOf((Literal("green", STRING),))
    )


def test_numbers_stand_under_their_property() -> None:
    found = crisp(numeric("price", LeftShoulder(40, 60)), Cut.SUPPORT, {})
    assert found == DataSome("price", numbers_within(LeftShoulder(40, 60), Cut.SUPPORT))
