"""Points in time: their forms, their identity, and an order that is partial."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.ontology.datatypes.dates import Instant, instant_of


def at(text: str) -> Instant:
    found = instant_of(text)
    assert found is not None
    return found


zones = st.integers(-840, 840).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))
moments = st.datetimes(timezones=st.one_of(st.none(), zones))


@given(moments, moments)
def test_as_the_calendar_of_python_has_it(one: dt.datetime, two: dt.datetime) -> None:
    left, right = at(one.isoformat()), at(two.isoformat())
    assert left.offset == (
        None if one.tzinfo is None else one.utcoffset() // dt.timedelta(minutes=1)  # type: ignore[operator]
    )
    if (one.tzinfo is None) == (two.tzinfo is None):
        assert left.compared(right) == (one > two) - (one < two)
        assert float(left.seconds - right.seconds) == pytest.approx((one - two).total_seconds())


@given(moments)
def test_the_canonical_form_means_the_same(moment: dt.datetime) -> None:
    value = at(moment.isoformat())
    assert at(value.text) == value
    assert value.text.startswith(moment.isoformat()[:19])


@pytest.mark.parametrize(
    ("form", "canonical"),
    [
        ("2000-01-01T00:00:00", "2000-01-01T00:00:00"),
        ("1999-12-31T24:00:00.0Z", "2000-01-01T00:00:00Z"),
        ("2000-02-28T24:00:00", "2000-02-29T00:00:00"),
        ("1900-02-28T24:00:00", "1900-03-01T00:00:00"),
        ("2000-01-01T00:00:00.1230", "2000-01-01T00:00:00.123"),
        ("2000-01-01T00:00:00.000001", "2000-01-01T00:00:00.000001"),
        ("2000-01-01T00:00:00-00:00", "2000-01-01T00:00:00Z"),
        ("2000-01-01T00:00:00-05:30", "2000-01-01T00:00:00-05:30"),
        ("0000-01-01T00:00:00+14:00", "0000-01-01T00:00:00+14:00"),
        ("-0001-12-31T24:00:00", "0000-01-01T00:00:00"),
        ("-12345-06-07T08:09:10", "-12345-06-07T08:09:10"),
        ("123456789012345678901-01-01T00:00:00", "123456789012345678901-01-01T00:00:00"),
    ],
)
def test_canonical_forms(form: str, canonical: str) -> None:
    assert at(form).text == canonical
    assert at(canonical) == at(form)


def test_years_of_any_length() -> None:
    far = at("9" * 5000 + "-01-01T00:00:00")
    assert far.compared(at("2000-01-01T00:00:00")) == 1
    assert far.text == "9" * 5000 + "-01-01T00:00:00"


def test_the_same_moment_in_two_zones_is_two_values_of_one_place_in_time() -> None:
    here, there = at("2020-01-01T12:00:00Z"), at("2020-01-01T13:00:00+01:00")
    assert here != there
    assert here.compared(there) == 0


def test_without_a_zone_fourteen_hours_are_not_told_apart() -> None:
    local = at("2020-01-01T12:00:00")
    for zoned, place in [
        ("2019-12-31T21:59:59Z", 1),
        ("2019-12-31T22:00:00Z", None),
        ("2020-01-01T12:00:00Z", None),
        ("2020-01-02T02:00:00Z", None),
        ("2020-01-02T02:00:01Z", -1),
    ]:
        assert local.compared(at(zoned)) == place
        assert at(zoned).compared(local) == (None if place is None else -place)
