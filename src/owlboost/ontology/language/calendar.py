"""Lexical spaces of dates, times and durations, as XML Schema 1.1 has them."""

import re
from collections.abc import Callable, Mapping

_YEAR = r"-?(?P<year>[1-9][0-9]{3,}|0[0-9]{3})"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
_ZONE = r"(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))"

_MONTHS = r"(?:[0-9]+Y(?:[0-9]+M)?|[0-9]+M)"
_SECONDS = r"[0-9]+(?:\.[0-9]+)?S"
_HOURS = rf"T(?:[0-9]+H(?:[0-9]+M)?(?:{_SECONDS})?|[0-9]+M(?:{_SECONDS})?|{_SECONDS})"
_DAYS = rf"(?:[0-9]+D(?:{_HOURS})?|{_HOURS})"

_FORMS = {
    "dateTime": f"{_YEAR}-{_MONTH}-{_DAY}T{_TIME}{_ZONE}?",
    "dateTimeStamp": f"{_YEAR}-{_MONTH}-{_DAY}T{_TIME}{_ZONE}",
    "date": f"{_YEAR}-{_MONTH}-{_DAY}{_ZONE}?",
    "time": f"{_TIME}{_ZONE}?",
    "gYear": f"{_YEAR}{_ZONE}?",
    "gYearMonth": f"{_YEAR}-{_MONTH}{_ZONE}?",
    "gMonth": f"--{_MONTH}{_ZONE}?",
    "gMonthDay": f"--{_MONTH}-{_DAY}{_ZONE}?",
    "gDay": f"---{_DAY}{_ZONE}?",
    "duration": f"-?P(?:{_MONTHS}{_DAYS}?|{_DAYS})",
    "dayTimeDuration": f"-?P{_DAYS}",
    "yearMonthDuration": f"-?P{_MONTHS}",
}
_SHORT_MONTHS = {"02": 29, "04": 30, "06": 30, "09": 30, "11": 30}


def _test(form: str) -> Callable[[str], bool]:
    pattern = re.compile(form)

    def test(text: str) -> bool:
        found = pattern.fullmatch(text)
        return found is not None and _is_day(found.groupdict())

    return test


def _is_day(parts: dict[str, str]) -> bool:
    """Whether the month has the day; without a year, February has 29."""
    if "month" not in parts or "day" not in parts:
        return True
    last = _SHORT_MONTHS.get(parts["month"], 31)
    if parts["month"] == "02" and "year" in parts and not _is_leap(parts["year"]):
        last = 28
    return int(parts["day"]) <= last


def _is_leap(year: str) -> bool:
    number = int(year[-4:])  # 400 divides 10 000
    return number % 4 == 0 and (number % 100 != 0 or number % 400 == 0)


CALENDAR: Mapping[str, Callable[[str], bool]] = {name: _test(form) for name, form in _FORMS.items()}
"""Local name of a datatype → whether a text, without spaces around, is one of its forms."""
