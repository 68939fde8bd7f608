"""The calendar: dates, times and durations as numbers of days.

A date or an instant is a number of days since 1970-01-01 in UTC, a time of day the days since
midnight, a duration its days: in tables and in ontologies alike.
"""

import math
from typing import Literal, get_args

Moment = Literal["date", "dateTime", "time", "duration", "gYear", "gYearMonth"]
"""Meaning of a number of days, by the names of XML Schema."""

MOMENTS: tuple[Moment, ...] = get_args(Moment)

ON_A_LINE: frozenset[Moment] = frozenset({"date", "dateTime", "gYear", "gYearMonth"})
"""Points in time, counted from one day, so that any two can be compared."""

YEAR_DAYS = 365.2425
"""Mean days of a year: 400 years of the calendar have 146 097."""

DAY_US = 86_400_000_000
"""Microseconds of a day; anything finer is cut off."""

_ERA_DAYS = 146_097
_FIRST_DAY = 719_468
"""Days from 1 March of the year 0 to 1970-01-01."""

_SECOND_US = 1_000_000
_FARTHEST = 1e9
"""Write no date beyond this many days from 1970: some 2.7 million years."""


def day_of(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 to a Gregorian date.

    The calendar has a year 0.

    Examples
    --------
    >>> day_of(1970, 1, 1), day_of(2000, 3, 1), day_of(0, 3, 1)
    (0, 11017, -719468)
    """
    year -= month < 3  # years begin in March here, so that leap days come last
    of_year = (153 * ((month - 3) % 12) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - _FIRST_DAY


def date_of(day: int) -> tuple[int, int, int]:
    """Return year, month and day of a date by days after 1970-01-01.

    Examples
    --------
    >>> date_of(0), date_of(11016), date_of(-719469)
    ((1970, 1, 1), (2000, 2, 29), (0, 2, 29))
    """
    era, of_era = divmod(day + _FIRST_DAY, _ERA_DAYS)
    years = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * years + years // 4 - years // 100)
    month = (5 * of_year + 2) // 153
    number = of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return era * 400 + years + (month < 3), month, number


def days_of(ticks: int) -> float:
    """Return microseconds as days, infinite if there are too many.

    Examples
    --------
    >>> days_of(DAY_US // 4)
    0.25
    """
    try:
        return float(ticks) / DAY_US
    except OverflowError:
        return math.inf if ticks > 0 else -math.inf


def moment_of(days: float, moment: Moment, *, exact: bool = False) -> str:
    """Write a number of days as a date, time or duration.

    Parameters
    ----------
    days
        Since 1970-01-01, since midnight, or of a duration.
    moment
        What the number stands for.
    exact
        Round to microseconds; by default dates are rounded to days, times to seconds.

    Examples
    --------
    >>> moment_of(19_723.0, "date"), moment_of(19_723.26, "date")
    ('2024-01-01', '2024-01-01')
    >>> moment_of(19_723.25, "dateTime"), moment_of(19_723.25, "date", exact=True)
    ('2024-01-01 06:00', '2024-01-01 06:00')
    >>> moment_of(0.75, "time"), moment_of(1.5, "duration"), moment_of(19_723.0, "gYear")
    ('18:00', '1.5 days', '2024')
    """
    if moment == "duration" or not math.isfinite(days) or abs(days) > _FARTHEST:
        number = repr(days).removesuffix(".0") if exact else f"{days:.6g}"
        return f"{number} {'day' if number == '1' else 'days'}"
    if moment == "time":
        return _clock(_ticks(days, exact))
    if moment != "dateTime" and not exact:
        return _date(round(days), moment)
    day, ticks = divmod(_ticks(days, exact), DAY_US)
    date = _date(day, moment if ticks == 0 else "date")
    return f"{date} {_clock(ticks)}" if ticks else date


def stamp_of(days: float, *, up: bool = False) -> str:
    """Write a number of days since 1970-01-01 as an ``xsd:dateTime`` without zone.

    It is the first one whose days are not below the number, or the last whose days are not above:
    so stamps can be compared instead of days.

    Examples
    --------
    >>> stamp_of(19_723.25), stamp_of(-0.5)
    ('2024-01-01T06:00:00', '1969-12-31T12:00:00')
    >>> stamp_of(1 / 3, up=True)
    '1970-01-01T08:00:00'
    """
    ticks = round(days * DAY_US)
    if up:
        while days_of(ticks - 1) >= days:
            ticks -= 1
        while days_of(ticks) < days:
            ticks += 1
    else:
        while days_of(ticks + 1) <= days:
            ticks += 1
        while days_of(ticks) > days:
            ticks -= 1
    day, of_day = divmod(ticks, DAY_US)
    seconds, part = divmod(of_day, _SECOND_US)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    point = f".{part:06}".rstrip("0") if part else ""
    return f"{_date(day, 'date')}T{clock}{point}"


def _ticks(days: float, exact: bool) -> int:
    """Return days in microseconds, rounded to seconds unless exact."""
    ticks = round(days * DAY_US)
    return ticks if exact else round(ticks / _SECOND_US) * _SECOND_US


def _date(day: int, moment: Moment) -> str:
    year, month, number = date_of(day)
    written = f"{'-' if year < 0 else ''}{abs(year):04}"
    if moment == "gYear" and (month, number) == (1, 1):
        return written
    if moment == "gYearMonth" and number == 1:
        return f"{written}-{month:02}"
    return f"{written}-{month:02}-{number:02}"


def _clock(ticks: int) -> str:
    """Write microseconds since midnight as a time of day.

    Times before midnight are negative, times of the next days have more than 24 hours.
    """
    seconds, part = divmod(abs(ticks), _SECOND_US)
    text = f"{'-' if ticks < 0 else ''}{seconds // 3600:02}:{seconds // 60 % 60:02}"
    if not seconds % 60 and not part:
        return text
    point = f".{part:06}".rstrip("0") if part else ""
    return f"{text}:{seconds % 60:02}{point}"
