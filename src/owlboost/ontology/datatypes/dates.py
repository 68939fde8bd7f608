"""Dates and times of XML Schema: their lexical forms, and points in time."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from owlboost.runtime.calendar import date_of, day_of

_YEAR = r"-?(?P<year>[1-9][0-9]{3,}|0[0-9]{3})"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY_FORM = r"(?P<day>0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
_ZONE = r"(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))"

_MONTHS = r"(?:[0-9]+Y(?:[0-9]+M)?|[0-9]+M)"
_SECONDS = r"[0-9]+(?:\.[0-9]+)?S"
_HOURS = rf"T(?:[0-9]+H(?:[0-9]+M)?(?:{_SECONDS})?|[0-9]+M(?:{_SECONDS})?|{_SECONDS})"
_DAYS = rf"(?:[0-9]+D(?:{_HOURS})?|{_HOURS})"

_FORMS = {
    "dateTime": f"{_YEAR}-{_MONTH}-{_DAY_FORM}T{_TIME}{_ZONE}?",
    "dateTimeStamp": f"{_YEAR}-{_MONTH}-{_DAY_FORM}T{_TIME}{_ZONE}",
    "date": f"{_YEAR}-{_MONTH}-{_DAY_FORM}{_ZONE}?",
    "time": f"{_TIME}{_ZONE}?",
    "gYear": f"{_YEAR}{_ZONE}?",
    "gYearMonth": f"{_YEAR}-{_MONTH}{_ZONE}?",
    "gMonth": f"--{_MONTH}{_ZONE}?",
    "gMonthDay": f"--{_MONTH}-{_DAY_FORM}{_ZONE}?",
    "gDay": f"---{_DAY_FORM}{_ZONE}?",
    "duration": f"-?P(?:{_MONTHS}{_DAYS}?|{_DAYS})",
    "dayTimeDuration": f"-?P{_DAYS}",
    "yearMonthDuration": f"-?P{_MONTHS}",
}
_SHORT_MONTHS = {"02": 29, "04": 30, "06": 30, "09": 30, "11": 30}


def _form_test(form: str) -> Callable[[str], bool]:
    pattern = re.compile(form)

    def test(text: str) -> bool:
        parts = pattern.fullmatch(text)
        return parts is not None and _is_day(parts.groupdict())

    return test


def _is_day(parts: dict[str, str]) -> bool:
    """Whether the month has the day; February without a year has 29."""
    if "month" not in parts or "day" not in parts:
        return True
    last = _SHORT_MONTHS.get(parts["month"], 31)
    if parts["month"] == "02" and "year" in parts and not _is_leap(parts["year"]):
        last = 28
    return int(parts["day"]) <= last


def _is_leap(year: str) -> bool:
    number = int(year[-4:])  # 400 divides 10 000
    return number % 4 == 0 and (number % 100 != 0 or number % 400 == 0)


CALENDAR: Mapping[str, Callable[[str], bool]] = {
    name: _form_test(form) for name, form in _FORMS.items()
}
"""Local name of a datatype → whether a text, without spaces around, is one of its forms."""


_PARTS = re.compile(
    r"(-?[0-9]+)-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?"
)
_DAY = 86_400
_FIRST_DAY = -day_of(0, 3, 1)
EPOCH = _FIRST_DAY * _DAY
"""Seconds from 1 March of the year 0, which instants are counted from, to 1970-01-01."""

ZONES = 14 * 3600
"""Seconds that a time without zone lies at most before or after the same time in UTC."""


class Instant(NamedTuple):
    """A value of xsd:dateTime.

    Two that differ in their zone are two values, though they may be the same point in time.

    Attributes
    ----------
    seconds
        Since 1 March of the year 0: in UTC if there is a zone, else on a line of its own.
    offset
        Minutes of the zone ahead of UTC, None without zone.
    """

    seconds: Fraction
    offset: int | None

    def compared(self, other: "Instant") -> int | None:
        """Return -1, 0 or 1: earlier, equal or later; None if incomparable.

        Examples
        --------
        >>> local, utc = instant_of("2000-01-01T12:00:00"), instant_of("2000-01-02T12:00:00Z")
        >>> local.compared(utc), local.compared(instant_of("2000-01-01T20:00:00Z"))
        (-1, None)
        """
        difference = self.seconds - other.seconds
        if (self.offset is None) != (other.offset is None):
            return None if abs(difference) <= ZONES else 1 if difference > 0 else -1
        return (difference > 0) - (difference < 0)

    @property
    def text(self) -> str:
        """The canonical form, in the zone that it has."""
        local = self.seconds + 60 * (self.offset or 0)
        days, seconds_of_day = divmod(local, _DAY)
        year, month, day = date_of(int(days) - _FIRST_DAY)
        whole = int(seconds_of_day)
        hours, minutes, seconds = whole // 3600, whole // 60 % 60, whole % 60
        sign, digits = "-" if year < 0 else "", f"{Decimal(abs(year))}".zfill(4)
        time = f"{hours:02}:{minutes:02}:{seconds:02}{_decimals(seconds_of_day - whole)}"
        return f"{sign}{digits}-{month:02}-{day:02}T{time}{_zone_text(self.offset)}"


def _decimals(fraction: Fraction) -> str:
    """Return a fraction of a second, over a power of ten, as decimals."""
    places, power = 0, 1
    while power % fraction.denominator:
        places, power = places + 1, power * 10
    digits = Decimal(fraction.numerator * power // fraction.denominator)
    return f".{digits}".replace(".", "." + "0" * (places - len(str(digits)))) if places else ""


def _zone_text(offset: int | None) -> str:
    if not offset:
        return "" if offset is None else "Z"
    return f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02}:{abs(offset) % 60:02}"


def instant_of(text: str) -> Instant | None:
    """Return the instant of an xsd:dateTime, None if malformed.

    Examples
    --------
    >>> instant_of("1999-12-31T24:00:00") == instant_of("2000-01-01T00:00:00")
    True
    """
    parts = _PARTS.fullmatch(text) if CALENDAR["dateTime"](text) else None
    if parts is None:
        return None
    year, month, day, hours, minutes, seconds, fraction, zone = parts.groups()
    since_1970 = day_of(int(Decimal(year)), int(month), int(day))  # int() alone limits digits
    days = since_1970 + _FIRST_DAY
    offset = None if zone is None else _zone_minutes(zone)
    whole = days * _DAY + int(hours) * 3600 + (int(minutes) - (offset or 0)) * 60 + int(seconds)
    return Instant(
        Fraction(whole) + Fraction(Decimal(fraction)) if fraction else Fraction(whole), offset
    )


def _zone_minutes(zone: str) -> int:
    if zone == "Z":
        return 0
    ahead = int(zone[1:3]) * 60 + int(zone[4:])
    return -ahead if zone[0] == "-" else ahead
