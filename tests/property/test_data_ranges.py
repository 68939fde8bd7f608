"""Membership in data ranges and their sizes against definitions; laws of identity and order."""

import math
from fractions import Fraction
from pathlib import Path

import pyhornedowl
import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.functional_writer import functional
from tests.ontologies import ontology
from tests.rdf_writer import serialised
from tests.reference.dataranges import holds, value
from tests.strategies_values import VALUES, ranges, values

from owlboost.ontology.datatypes.facets import compared
from owlboost.ontology.datatypes.literals import canonical, value_of
from owlboost.ontology.datatypes.range_sizes import RangeSizes
from owlboost.ontology.datatypes.ranges import TooManyCasesError, conjunctions, in_range
from owlboost.ontology.datatypes.values import DataValue, surely_different
from owlboost.ontology.expressions import (
    DataComplement,
    DataIntersection,
    DataRange,
    DataUnion,
    Literal,
)
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.vocabulary import OWL, XSD

HELD = {literal: value(literal) for literal in VALUES}
DISTINCT = list({found: literal for literal, found in HELD.items()}.values())


def known(literal: Literal) -> DataValue:
    found = value_of(literal)
    assert found is not None
    return found


@pytest.mark.parametrize("one", VALUES, ids=lambda one: f"{one.lexical}^^{one.datatype[-9:]}")
def test_literals_are_one_value_if_they_are_so_by_definition(one: Literal) -> None:
    for other in VALUES:
        same = HELD[one] == HELD[other]
        assert (known(one) == known(other)) == same
        assert surely_different(known(one), known(other)) == (not same)


@settings(max_examples=scaled(400), deadline=None)
@given(ranges)
def test_a_range_holds_what_it_should(range_: DataRange) -> None:
    found = {one: in_range(one, range_, {}) for one in VALUES}
    assert found == {one: holds(range_, HELD[one]) for one in VALUES}


@settings(max_examples=scaled(400), deadline=None)
@given(ranges)
def test_a_range_holds_at_most_as_many_values_as_it_is_said_to(range_: DataRange) -> None:
    seen = sum(holds(range_, HELD[one]) for one in DISTINCT)
    assert RangeSizes({}).most(range_) >= seen


@settings(max_examples=scaled(400), deadline=None)
@given(ranges, ranges)
def test_what_lies_within_holds_no_value_that_lies_outside(one: DataRange, two: DataRange) -> None:
    inside, outside = (RangeSizes({}).within(one, r) for r in (two, DataComplement(two)))
    for literal in DISTINCT:
        if holds(one, HELD[literal]):
            assert not (inside and not holds(two, HELD[literal]))
            assert not (outside and holds(two, HELD[literal]))


def outside(inner: DataRange, outer: DataRange) -> DataRange:
    """What a range holds and another does not."""
    return DataIntersection((inner, DataComplement(outer)))


def taken_apart(range_: DataRange) -> bool:
    """Whether a range has few enough cases to be looked at."""
    try:
        conjunctions(range_, {})
    except TooManyCasesError:
        return False
    return True


@settings(max_examples=scaled(200), deadline=None)
@given(ranges, ranges)
def test_laws_of_sets_are_noticed(one: DataRange, two: DataRange) -> None:
    sizes = RangeSizes({})
    both, either = DataIntersection((one, two)), DataUnion((one, two))
    assert sizes.most(outside(one, one)) == 0 or not taken_apart(outside(one, one))
    for inner, outer in ((both, one), (both, two), (one, either)):
        assert sizes.within(inner, outer) or not taken_apart(outside(inner, outer))
    assert sizes.most(both) <= min(sizes.most(one), sizes.most(two))


@given(values, values, values)
def test_order_is_transitive_and_has_two_directions(a: Literal, b: Literal, c: Literal) -> None:
    one, two, three = known(a), known(b), known(c)
    if one.space == two.space:
        back = compared(two, one)
        assert compared(one, two) == (None if back is None else -back)
    if one.space == two.space == three.space and compared(one, two) == compared(two, three) == -1:
        assert compared(one, three) == -1


@given(st.fractions(), st.fractions())
def test_exact_numbers_are_compared_exactly(a: Fraction, b: Fraction) -> None:
    one, two = (known(Literal(f"{x.numerator}/{x.denominator}", OWL + "rational")) for x in (a, b))
    assert compared(one, two) == (a > b) - (a < b)


@given(st.floats(width=32, allow_nan=False), st.integers(-3, 3))
@example(16777216.0, 1)
def test_a_float_is_the_nearest_there_is(number: float, step: int) -> None:
    """A text a quarter of the way to a neighbour means the same float."""
    if math.isinf(number) or number == 0:
        return
    near = Fraction(number) * (1 + Fraction(step, 2**27))
    places = 400
    digits = near.numerator * 10**places // near.denominator
    text = f"{'-' if digits < 0 else ''}{abs(digits)}e-{places}"
    shown = Literal(repr(number), XSD + "float")
    if abs(number) > 2**-126:  # below, floats are not so dense
        assert value_of(Literal(text, XSD + "float")) == value_of(shown)


@given(values)
def test_the_canonical_form_is_of_the_same_value(one: Literal) -> None:
    assert value_of(canonical(one)) == value_of(one)


FORMATS = [
    ox.RdfFormat.RDF_XML,
    ox.RdfFormat.TURTLE,
    ox.RdfFormat.N_TRIPLES,
    ox.RdfFormat.JSON_LD,
]


@settings(
    max_examples=scaled(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(literals=st.lists(values, min_size=1, max_size=6, unique=True))
def test_equal_values_are_equal_in_every_syntax(tmp_path: Path, literals: list[Literal]) -> None:
    told = ontology(*(("urn:a", "urn:p", one) for one in literals))
    text = functional(told)
    xml = pyhornedowl.open_ontology_from_string(text, "ofn").save_to_string("owx")
    documents = [text.encode(), xml.encode(), *(serialised(told, one) for one in FORMATS)]
    expected = {known(one) for one in literals}
    for document in documents:
        path = tmp_path / "values.owl"
        path.write_bytes(document)
        assert {value_of(one) for one in read_ontology_file(path).facts.literals} == expected
