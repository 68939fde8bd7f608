"""Dates, times and durations of ontologies are the numbers of days that tables have."""

from decimal import Decimal
from fractions import Fraction
from math import floor

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.days import average_month

from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.expressions import Literal
from owlboost.ontology.vocabulary import XSD
from owlboost.sources.ontology_values import timed
from owlboost.tables.arrow import as_texts
from owlboost.tables.dates import text_days


def days(text: str, datatype: str) -> float | None:
    value = value_of(Literal(text, XSD + datatype))
    assert value is not None, text
    found = timed(value)
    return None if found is None else found[1]


@pytest.mark.parametrize(
    ("datatype", "text", "expected"),
    [
        ("date", "1970-01-02", 1.0),
        ("date", "2000-02-29", 11_016.0),
        ("date", "1970-01-02+12:00", 0.5),
        ("date", "1970-01-01-06:00", 0.25),
        ("date", "0000-01-01", -719_528.0),
        ("date", "-0001-12-31", -719_529.0),
        ("dateTime", "1970-01-01T24:00:00", 1.0),
        ("dateTime", "1970-01-01T18:00:00Z", 0.75),
        ("dateTime", "1970-01-01T18:00:00", 0.75),
        ("dateTimeStamp", "1970-01-01T18:00:00+06:00", 0.5),
        ("time", "06:00:00", 0.25),
        ("time", "24:00:00", 0.0),
        ("time", "00:00:00+06:00", -0.25),
        ("gYear", "1971", 365.0),
        ("gYear", "1969Z", -365.0),
        ("gYearMonth", "1970-02", 31.0),
        ("duration", "P1DT12H", 1.5),
        ("duration", "-PT6H", -0.25),
        ("duration", "PT0.000001S", 1 / 86_400e6),
        ("dayTimeDuration", "P7D", 7.0),
        ("yearMonthDuration", "P1Y", 365.2425),
        ("yearMonthDuration", "P1Y6M", 365.2425 * 1.5),
        ("duration", "P400Y", 146_097.0),
    ],
)
def test_days_of_one_value(datatype: str, text: str, expected: float) -> None:
    assert days(text, datatype) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    ("datatype", "text"),
    [("gMonth", "--12"), ("gDay", "---31"), ("gMonthDay", "--02-29"), ("integer", "5")],
)
def test_what_comes_again_and_again_has_no_days(datatype: str, text: str) -> None:
    assert days(text, datatype) is None


def test_a_year_far_beyond_all_floats_has_no_finite_days() -> None:
    assert days(f"1{'0' * 400}-01-01", "date") == float("inf")
    assert days(f"-1{'0' * 400}-01-01", "date") == -float("inf")


@given(st.datetimes(), st.sampled_from(["", "Z", "+05:30", "-14:00"]))
def test_instants_have_the_days_of_a_table(moment: object, zone: str) -> None:
    text = f"{moment.isoformat()}{zone}"  # type: ignore[attr-defined]
    read = text_days(as_texts(pa.chunked_array([[text]])))
    assert read is not None
    assert days(text, "dateTime") == read[0]


@given(st.dates())
def test_dates_have_the_days_of_a_table(date: object) -> None:
    read = text_days(as_texts(pa.chunked_array([[str(date)]])))
    assert read is not None
    assert days(str(date), "date") == read[0]


@given(
    st.integers(0, 500),
    st.integers(0, 500),
    st.integers(0, 500),
    st.decimals(0, 500, places=6),
    st.booleans(),
)
def test_durations_add_up(years: int, months: int, n: int, seconds: Decimal, back: bool) -> None:
    text = f"{'-' if back else ''}P{years}Y{months}M{n}DT{seconds:f}S"
    whole = (12 * years + months) * average_month() + n + Fraction(seconds) / 86_400
    ticks = floor((-whole if back else whole) * 86_400_000_000)
    assert days(text, "duration") == float(ticks) / 86_400e6  # as arrays are divided
