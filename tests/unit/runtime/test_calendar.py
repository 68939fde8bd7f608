"""Numbers of days are written as the dates, times and durations that they stand for."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.days import average_month, days_since_1970, month_length

from owlboost.data.vocabulary import Lexicon, lexicon_from_json, lexicon_to_json
from owlboost.runtime.calendar import (
    DAY_US,
    MOMENTS,
    YEAR_DAYS,
    Moment,
    date_of,
    day_of,
    days_of,
    moment_of,
    stamp_of,
)


@given(st.integers(-900, 2900), st.integers(1, 12), st.data())
def test_days_are_those_of_the_calendar(year: int, month: int, data: st.DataObject) -> None:
    day = data.draw(st.integers(1, month_length(year, month)))
    found = day_of(year, month, day)
    assert found == days_since_1970(year, month, day)
    assert date_of(found) == (year, month, day)


@given(st.integers(-(10**9), 10**9))
def test_a_day_is_that_of_its_date(day: int) -> None:
    assert day_of(*date_of(day)) == day


def test_an_average_year_has_twelve_average_months() -> None:
    assert float(12 * average_month()) == YEAR_DAYS


@pytest.mark.parametrize(
    ("days", "moment", "text"),
    [
        (11_016.0, "date", "2000-02-29"),
        (11_016.4, "date", "2000-02-29"),
        (11_016.6, "date", "2000-03-01"),
        (-719_529.0, "date", "-0001-12-31"),
        (-719_528.0, "gYear", "0000"),
        (-719_527.0, "gYear", "0000-01-02"),
        (11_016.0, "dateTime", "2000-02-29"),
        (11_016.5, "dateTime", "2000-02-29 12:00"),
        (11_016 + 1 / 86_400, "dateTime", "2000-02-29 00:00:01"),
        (10_957.0, "gYearMonth", "2000-01"),
        (10_958.0, "gYearMonth", "2000-01-02"),
        (0.5, "time", "12:00"),
        (-1 / 24, "time", "-01:00"),
        (1.0, "duration", "1 day"),
        (-2.5, "duration", "-2.5 days"),
        (float("inf"), "date", "inf days"),
        (1e12, "date", "1e+12 days"),
    ],
)
def test_days_are_written_as_what_they_stand_for(days: float, moment: Moment, text: str) -> None:
    assert moment_of(days, moment) == text


def test_exact_moments_keep_microseconds() -> None:
    days = (11_016 * DAY_US + 1_500_000) / DAY_US
    assert moment_of(days, "date", exact=True) == "2000-02-29 00:00:01.5"
    assert moment_of(1 / 3, "duration", exact=True) == "0.3333333333333333 days"


@given(st.floats(-1e6, 1e6))
def test_a_stamp_is_the_last_one_before_or_the_first_one_after(days: float) -> None:
    for up in (False, True):
        written = stamp_of(days, up=up)
        date, clock = written.rsplit("T", 1)
        sign, plain = ("-", date[1:]) if date.startswith("-") else ("", date)
        year, month, day = plain.split("-")
        hours, minutes, seconds = clock.split(":")
        whole = day_of(int(sign + year), int(month), int(day)) * DAY_US
        part = (int(hours) * 60 + int(minutes)) * 60_000_000 + round(float(seconds) * 1e6)
        ticks = whole + part
        beyond = days_of(ticks + (-1 if up else 1))
        assert days_of(ticks) >= days > beyond if up else days_of(ticks) <= days < beyond


def test_times_of_a_lexicon_go_with_the_properties_that_are_kept() -> None:
    known = Lexicon(times={"urn:x#built": "date", "urn:x#opens": "time"})
    assert known.only(["urn:x#built"]).times == {"urn:x#built": "date"}
    assert Lexicon(times={"urn:x#built": "gYear"}).or_else(known).times == {
        "urn:x#built": "gYear",
        "urn:x#opens": "time",
    }
    assert lexicon_from_json(lexicon_to_json(known)) == known
    assert "times" not in lexicon_to_json(Lexicon())
    with pytest.raises(ValueError, match="numbers of urn:a are 'century', not date or dateTime or"):
        lexicon_from_json({"times": {"urn:a": "century"}})


def test_every_moment_is_listed() -> None:
    assert get_args(Moment) == MOMENTS
