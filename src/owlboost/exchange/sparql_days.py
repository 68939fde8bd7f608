"""Days of dates and times in SPARQL 1.1, which has parts of a date but no difference of two.

The first instant of a date, a month or a year is written as an ``xsd:dateTime``; its parts give the
days since 1970-01-01 by the rules of the calendar, whose years begin in March here.
"""

from collections.abc import Iterator

_ZONE = r"(Z|[+-][0-9]{2}:[0-9]{2})$"
_MIDNIGHT = "T00:00:00"
_FIRST = {"date": _MIDNIGHT, "gYearMonth": f"-01{_MIDNIGHT}", "gYear": f"-01-01{_MIDNIGHT}"}
"""Datatype → what stands between one of its values and the zone where the value begins."""

_FIRST_DAY = 719_468
"""Days from 1 March of the year 0 to 1970-01-01."""


def days_lines(value: str, days: str) -> Iterator[str]:
    """Yield the lines that bind the days of a date or a time; of other values there are none.

    Parameters
    ----------
    value, days
        The variables of the value and of its days.

    Examples
    --------
    >>> next(days_lines("?v1", "?n1"))
    'FILTER(isLiteral(?v1))'
    """
    name = value.lstrip("?")
    instant, year, month, zone = (f"?{part}_{name}" for part in ("t", "y", "m", "z"))
    local = f"?l_{name}"
    yield f"FILTER(isLiteral({value}))"
    yield f'BIND(REPLACE(STR({value}), "{_ZONE}", "") AS {local})'
    text = f"STR({value})"
    for datatype, first in _FIRST.items():
        begun = f'CONCAT({local}, "{first}", SUBSTR(STR({value}), STRLEN({local}) + 1))'
        text = f"IF(DATATYPE({value}) = xsd:{datatype}, {begun}, {text})"
    clock = f'CONCAT("1970-01-01T", REPLACE(STR({value}), "^24", "00"))'
    text = f"IF(DATATYPE({value}) = xsd:time, {clock}, {text})"
    yield f"BIND(xsd:dateTime({text}) AS {instant})"
    yield f"BIND(YEAR({instant}) - IF(MONTH({instant}) < 3, 1, 0) AS {year})"
    yield f"BIND(MONTH({instant}) + IF(MONTH({instant}) < 3, 9, -3) AS {month})"
    yield f"BIND(TZ({instant}) AS {zone})"
    whole = (
        f"365 * {year} + FLOOR({year} / 4) - FLOOR({year} / 100) + FLOOR({year} / 400)"
        f" + FLOOR((153 * {month} + 2) / 5) + DAY({instant}) - 1 - {_FIRST_DAY}"
    )
    ahead = (
        f"IF(STRLEN({zone}) < 6, 0, (xsd:integer(SUBSTR({zone}, 2, 2)) * 60"
        f' + xsd:integer(SUBSTR({zone}, 5, 2))) * IF(SUBSTR({zone}, 1, 1) = "-", -1, 1))'
    )
    clock = f"HOURS({instant}) * 3600 + (MINUTES({instant}) - {ahead}) * 60 + SECONDS({instant})"
    yield f"BIND(xsd:double({whole}) + xsd:double({clock}) / 86400e0 AS {days})"
