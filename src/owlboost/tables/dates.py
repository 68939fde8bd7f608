"""Dates as people write them: ``31.12.2024``, ``12/31/2024``, ``31 Dec 2024``, with times of day.

All dates of a column are written alike. Whether ``03/04/2024`` is in March or in April the column
as a whole tells: one date such as ``12/31/2024`` is enough. If none does, the file decides
(:class:`~owlboost.tables.spelling.Spelling`). With points between them, the day comes first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.runtime.array_types import Floats
from owlboost.tables.buffers import integers

Order = Literal["dmy", "mdy"]
"""Whether the day or the month comes first."""

ORDERS: tuple[Order, ...] = ("dmy", "mdy")

_DAY_US = 86_400_000_000
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)

_TIME = (
    r"(?:[ T,]+(?P<H>[0-9]{1,2}):(?P<M>[0-9]{2})(?::(?P<S>[0-9]{2}(?:\.[0-9]{1,9})?))?"
    r" ?(?P<half>(?:[AaPp]\.?[Mm]\.?)?))?$"
)
_NAME = r"(?P<m>[A-Za-z]{3,9})"
_NAMED = (
    rf"^(?P<d>[0-9]{{1,2}})\.?[ -]{_NAME}\.?,?[ -](?P<y>[0-9]{{4}}){_TIME}",
    rf"^{_NAME}\.? (?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?,? (?P<y>[0-9]{{4}}){_TIME}",
)
_YEAR_FIRST = tuple(
    rf"^(?P<y>[0-9]{{4}}){sign}(?P<m>[0-9]{{1,2}}){sign}(?P<d>[0-9]{{1,2}}){_TIME}"
    for sign in ("-", "/", r"\.")
)
_POINTED = rf"^(?P<d>[0-9]{{1,2}})\.(?P<m>[0-9]{{1,2}})\.(?P<y>[0-9]{{4}}){_TIME}"
_SHORT_POINTED = rf"^(?P<d>[0-9]{{2}})\.(?P<m>[0-9]{{2}})\.(?P<y>[0-9]{{2}}){_TIME}"
_EITHER = (
    rf"^(?P<a>[0-9]{{1,2}})/(?P<b>[0-9]{{1,2}})/(?P<y>[0-9]{{4}}){_TIME}",
    rf"^(?P<a>[0-9]{{1,2}})/(?P<b>[0-9]{{1,2}})/(?P<y>[0-9]{{2}}){_TIME}",
    rf"^(?P<a>[0-9]{{1,2}})-(?P<b>[0-9]{{1,2}})-(?P<y>[0-9]{{4}}){_TIME}",
)


@dataclass(frozen=True, slots=True, eq=False)
class Dates:
    """The days that texts stand for, since 1970-01-01.

    Attributes
    ----------
    days
        One number for each text.
    others
        What they would be if the month came first rather than the day, if they could; the days are
        then those of the day first.
    order
        What comes first, if only one order makes dates of all texts that could have either.
    """

    days: Floats
    others: Floats | None = None
    order: Order | None = None

    @property
    def ambiguous(self) -> bool:
        """Whether another order of day and month gives other days."""
        return self.others is not None and bool((self.others != self.days).any())


def dates(distinct: Any) -> Dates | None:
    """Read texts that are all dates of one spelling, or None.

    Examples
    --------
    >>> dates(pa.array(["02.01.1970", "1.2.1970 12:00"])).days
    array([ 1. , 31.5])
    >>> dates(pa.array(["1/2/1970", "1/31/1970"])).days
    array([ 1., 30.])
    >>> dates(pa.array(["1/2/1970"])).ambiguous
    True
    >>> dates(pa.array(["2 Jan 1970"])).days, dates(pa.array(["January 2nd, 1970"])).days
    (array([1.]), array([1.]))
    >>> dates(pa.array(["31.12.2024", "soon"])) is None
    True
    """
    texts = distinct.cast(pa.large_string())
    if not len(texts):
        return None
    for parts in _matches(texts, (*_NAMED, *_YEAR_FIRST, _POINTED, _SHORT_POINTED)):
        found = _days(parts, "d", "m")
        return None if found is None else Dates(found)
    for parts in _matches(texts, _EITHER):
        day_first, month_first = _days(parts, "a", "b"), _days(parts, "b", "a")
        if day_first is None:
            return None if month_first is None else Dates(month_first, order="mdy")
        return Dates(day_first, month_first, "dmy" if month_first is None else None)
    return None


def _matches(texts: Any, patterns: tuple[str, ...]) -> Iterator[Any]:
    """Yield the parts of the texts for each spelling that all of them have."""
    for pattern in patterns:
        parts = pc.extract_regex(texts, pattern=pattern)
        if not parts.null_count:
            yield parts


def _days(parts: Any, day: str, month: str) -> Floats | None:
    """Return the days of texts taken apart; None if one is in no calendar."""
    years, months = _years(parts), _months(parts, month)
    if not ((months >= 1) & (months <= 12)).all():
        return None
    days = _integers(parts, day)
    firsts = (years - 1970).astype("datetime64[Y]").astype("datetime64[M]") + (months - 1)
    found = firsts.astype("datetime64[D]") + (days - 1)
    clock = _clock(parts)
    if clock is None or (days < 1).any() or (found.astype("datetime64[M]") != firsts).any():
        return None
    microseconds = found.astype(np.int64) * _DAY_US + clock
    return np.asarray(microseconds / _DAY_US, dtype=np.float64)


def _years(parts: Any) -> npt.NDArray[np.int64]:
    """Years; of two digits 69 to 99 are in the last century, as POSIX has it."""
    years = _integers(parts, "y")
    short = np.array([len(text) == 2 for text in pc.struct_field(parts, "y").to_pylist()])
    return np.where(short, years + np.where(years < 69, 2000, 1900), years)


def _months(parts: Any, month: str) -> npt.NDArray[np.int64]:
    texts = pc.struct_field(parts, month).to_pylist()
    if texts[0].isdigit():
        return _integers(parts, month)
    return np.array([_month(text.lower()) for text in texts], dtype=np.int64)


def _month(text: str) -> int:
    """Return the number of a month by its name, cut or not; 0 if there is none of that name."""
    return next((1 + at for at, name in enumerate(_MONTHS) if name.startswith(text)), 0)


def _integers(parts: Any, name: str) -> npt.NDArray[np.int64]:
    return integers(pc.struct_field(parts, name).cast(pa.int64()))


def _clock(parts: Any) -> npt.NDArray[np.int64] | None:
    """Return microseconds since midnight; None if a clock does not show such a time."""
    hours, minutes, seconds = (_numbers(parts, name) for name in "HMS")
    halves = [text[:1].lower() for text in pc.struct_field(parts, "half").to_pylist()]
    halved = np.array([half != "" for half in halves])
    afternoon = np.array([half == "p" for half in halves])
    if ((hours < 1) | (hours > 12))[halved].any():
        return None
    if (hours > 23).any() or (minutes > 59).any() or (seconds >= 60).any():
        return None
    hours = np.where(halved, hours % 12 + 12 * afternoon, hours)
    return np.round(((hours * 60 + minutes) * 60 + seconds) * 1e6).astype(np.int64)


def _numbers(parts: Any, name: str) -> Floats:
    texts = [text or "0" for text in pc.struct_field(parts, name).to_pylist()]
    return np.array(texts, dtype=np.float64)
