"""Dates, times and durations as numbers of days, as in tables.

A date begins at midnight of its zone, a month and a year with their first day; without a zone they
are taken to be in UTC. A duration of months has no fixed length: a month is a twelfth of the
average year. Days and months that come again each year or month are no numbers.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor

from owlboost.ontology.datatypes.dates import EPOCH, Instant, instant_of
from owlboost.ontology.datatypes.values import DataValue
from owlboost.ontology.vocabulary import XSD
from owlboost.runtime.calendar import DAY_US, Moment, days_of

_ZONED = re.compile(r"(?P<local>.+?)(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?")
_DURATION = re.compile(
    r"(?P<sign>-?)P(?:(?P<years>[0-9]+)Y)?(?:(?P<months>[0-9]+)M)?(?:(?P<days>[0-9]+)D)?"
    r"(?:T(?:(?P<hours>[0-9]+)H)?(?:(?P<minutes>[0-9]+)M)?(?:(?P<seconds>[0-9.]+)S)?)?"
)
_MONTH = Fraction(146_097, 4800)
"""Days of a month on average: 400 years have 146 097 days."""

_UNITS = {
    "years": 12 * _MONTH,
    "months": _MONTH,
    "days": Fraction(1),
    "hours": Fraction(1, 24),
    "minutes": Fraction(1, 1440),
    "seconds": Fraction(1, 86_400),
}
_FORMS: Mapping[str, tuple[Moment, str]] = {
    XSD + "date": ("date", "{}T00:00:00"),
    XSD + "gYearMonth": ("gYearMonth", "{}-01T00:00:00"),
    XSD + "gYear": ("gYear", "{}-01-01T00:00:00"),
    XSD + "time": ("time", "1970-01-01T{}"),
}
"""Datatype → the kind of its values, and the form of the first instant of a value."""

TIMED = frozenset(
    {
        *_FORMS,
        *(XSD + name for name in ("dateTime", "dateTimeStamp")),
        *(XSD + name for name in ("duration", "dayTimeDuration", "yearMonthDuration")),
    }
)
"""The datatypes whose values have days."""

_SPACES = frozenset({"duration", *(moment for moment, _ in _FORMS.values())})


def timed(value: DataValue) -> tuple[Moment, float] | None:
    """Return a value's kind and days, None unless it is temporal.

    Temporal values are dates, times and durations.

    Examples
    --------
    >>> timed(DataValue("date", (XSD + "date", "1970-01-02")))
    ('date', 1.0)
    >>> timed(DataValue("duration", (XSD + "duration", "-P1DT6H")))
    ('duration', -1.25)
    >>> timed(DataValue("gMonthDay", (XSD + "gMonthDay", "--12-31"))) is None
    True
    """
    content = value.content
    if isinstance(content, Instant):
        return "dateTime", _since_epoch(content)
    if value.space not in _SPACES or not isinstance(content, tuple):
        return None
    datatype, text = str(content[0]), str(content[1])
    if value.space == "duration":
        return "duration", _duration_days(text)
    return _first_instant(datatype, text)


def _first_instant(datatype: str, text: str) -> tuple[Moment, float] | None:
    moment, form = _FORMS[datatype]
    parts = _ZONED.fullmatch(text)
    if parts is None:
        return None
    local = parts["local"]
    if moment == "time" and local.startswith("24:"):  # which is the midnight before
        local = "00:00:00"
    instant = instant_of(form.format(local) + (parts["zone"] or ""))
    return None if instant is None else (moment, _since_epoch(instant))


def _since_epoch(instant: Instant) -> float:
    return days_of(floor((instant.seconds - EPOCH) * 1_000_000))


def _duration_days(text: str) -> float:
    """Return the days of a duration."""
    parts = _DURATION.fullmatch(text)
    if parts is None:
        return float("nan")
    amounts = ((parts[name], unit) for name, unit in _UNITS.items() if parts[name])
    total = sum((Fraction(Decimal(number)) * unit for number, unit in amounts), Fraction(0))
    return days_of(floor((-total if parts["sign"] else total) * DAY_US))
