"""Dates, times and durations in texts and Arrow columns, as days."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.runtime.array_types import Floats
from owlboost.runtime.calendar import Moment
from owlboost.tables.arrow import Texts, integers, mask, present, text
from owlboost.tables.columns import NumberColumn
from owlboost.tables.read_options import Order

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
    """Texts read as days since 1970-01-01.

    Attributes
    ----------
    days
        One number for each text.
    month_first
        The days with the month first, if both orders are possible; ``days`` then has the day first.
    order
        The order, if only one makes dates of all texts that could have either.
    """

    days: Floats
    month_first: Floats | None = None
    order: Order | None = None

    @property
    def ambiguous(self) -> bool:
        """Whether another order of day and month gives other days."""
        return self.month_first is not None and bool((self.month_first != self.days).any())


def dates(distinct: Any) -> Dates | None:
    """Parse texts if all are dates in one notation, else None.

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
        days = _days(parts, "d", "m")
        return None if days is None else Dates(days)
    for parts in _matches(texts, _EITHER):
        day_first, month_first = _days(parts, "a", "b"), _days(parts, "b", "a")
        if day_first is None:
            return None if month_first is None else Dates(month_first, order="mdy")
        return Dates(day_first, month_first, "dmy" if month_first is None else None)
    return None


def _matches(texts: Any, patterns: tuple[str, ...]) -> Iterator[Any]:
    """Yield the parts of the texts for each pattern that matches all."""
    for pattern in patterns:
        parts = pc.extract_regex(texts, pattern=pattern)
        if not parts.null_count:
            yield parts


def _days(parts: Any, day: str, month: str) -> Floats | None:
    """Return dates given as parts as days; None if one is not in the calendar."""
    years, months = _years(parts), _months(parts, month)
    if not ((months >= 1) & (months <= 12)).all():
        return None
    days = _integers(parts, day)
    firsts = (years - 1970).astype("datetime64[Y]").astype("datetime64[M]") + (months - 1)
    instants = firsts.astype("datetime64[D]") + (days - 1)
    clock = _clock(parts)
    if clock is None or (days < 1).any() or (instants.astype("datetime64[M]") != firsts).any():
        return None
    microseconds = instants.astype(np.int64) * _DAY_US + clock
    return np.asarray(microseconds / _DAY_US, dtype=np.float64)


def _years(parts: Any) -> npt.NDArray[np.int64]:
    """Return four-digit years; two digits from 69 mean 19xx, below 69 20xx (POSIX)."""
    years = _integers(parts, "y")
    short = np.array([len(text) == 2 for text in pc.struct_field(parts, "y").to_pylist()])
    return np.where(short, years + np.where(years < 69, 2000, 1900), years)


def _months(parts: Any, month: str) -> npt.NDArray[np.int64]:
    texts = pc.struct_field(parts, month).to_pylist()
    if texts[0].isdigit():
        return _integers(parts, month)
    return np.array([_month(text.lower()) for text in texts], dtype=np.int64)


def _month(text: str) -> int:
    """Return a month's number by its name or abbreviation; 0 if unknown."""
    return next((1 + position for position, name in enumerate(_MONTHS) if name.startswith(text)), 0)


def _integers(parts: Any, name: str) -> npt.NDArray[np.int64]:
    return integers(pc.struct_field(parts, name).cast(pa.int64()))


def _clock(parts: Any) -> npt.NDArray[np.int64] | None:
    """Return microseconds since midnight; None if one is not a time of day."""
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


_PER_DAY = {"s": 86_400.0, "ms": 86_400e3, "us": 86_400e6}
_EPOCH = "1970-01-01T"
_CLOCK = r"^[0-9]{2}:[0-9]{2}"
TIME_LIKE = rf"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|{_CLOCK}"
"""Beginning of texts that look like dates or times in ISO 8601."""

_TIMES = tuple(pa.timestamp(unit, zone) for unit in ("us", "ns") for zone in (None, "UTC"))


def is_time(type_: Any) -> bool:
    """Whether an Arrow type is one of dates, times or durations."""
    return bool(pa.types.is_temporal(type_) and not pa.types.is_interval(type_))


def moment_of_type(type_: Any) -> Moment:
    """Return the meaning of times of an Arrow type.

    Dates are instants that are all at midnight.

    Examples
    --------
    >>> moment_of_type(pa.timestamp("us")), moment_of_type(pa.time32("s"))
    ('date', 'time')
    """
    if pa.types.is_time(type_):
        return "time"
    return "duration" if pa.types.is_duration(type_) else "date"


def moment_of_texts(texts: Texts) -> Moment:
    """Return whether texts that are times are times of day or dates.

    Examples
    --------
    >>> from owlboost.tables.arrow import as_texts
    >>> moment_of_texts(as_texts(pa.chunked_array([["18:00"]])))
    'time'
    """
    return "time" if len(texts.distinct) and texts.matching(_CLOCK).all() else "date"


def time_column(values: Floats, moment: Moment) -> NumberColumn:
    """Return a column of days; dates with times of day become instants.

    Examples
    --------
    >>> time_column(np.array([1.0, 1.5]), "date").moment
    'dateTime'
    """
    present_values = values[~np.isnan(values)]
    if moment == "date" and (present_values != np.floor(present_values)).any():
        moment = "dateTime"
    return NumberColumn(values, moment)


def days(column: Any) -> Floats:
    """Return the times of an Arrow column as days, NaN where missing.

    Examples
    --------
    >>> import datetime as dt
    >>> days(pa.array([dt.date(1970, 1, 2), None]))
    array([ 1., nan])
    >>> days(pa.array([dt.datetime(1970, 1, 2, 12)])), days(pa.array([dt.time(18)]))
    (array([1.5]), array([0.75]))
    """
    type_ = column.type
    if pa.types.is_date32(type_):
        return _floats(column.cast(pa.int32()), 1.0)
    unit = "ms" if pa.types.is_date64(type_) else type_.unit
    ticks = column.cast(pa.int32() if pa.types.is_time32(type_) else pa.int64())
    if unit == "ns":  # so that all units have the same resolution
        return _floats(ticks, _PER_DAY["us"], coarser=1000)
    return _floats(ticks, _PER_DAY[unit])


def _floats(ticks: Any, per_day: float, coarser: int = 1) -> Floats:
    whole = integers(ticks)
    numbers: Floats = np.where(present(ticks), (whole // coarser) / per_day, np.nan)
    return numbers


def text_days(texts: Texts) -> Floats | None:
    """Return texts in ISO 8601 as days, or None.

    Examples
    --------
    >>> from owlboost.tables.arrow import as_texts
    >>> text_days(as_texts(pa.chunked_array([["1970-01-02", "1970-01-01 06:00", "?"]])))
    array([1.  , 0.25,  nan])
    >>> text_days(as_texts(pa.chunked_array([["18:00", "soon"]]))) is None
    True
    """
    parsed = _parsed(texts.distinct)
    return None if parsed is None else np.append(parsed, np.nan)[texts.codes]


def first_misfit(texts: Texts) -> tuple[int, str]:
    """Return the first row that is no time, and its text.

    Rows count from 1. A time of another kind than those before it is a misfit, too.

    It ends the shortest run of rows from the first that cannot be read as times.

    Examples
    --------
    >>> from owlboost.tables.arrow import as_texts
    >>> first_misfit(as_texts(pa.chunked_array([["1970-01-02", "?", "18:00"]])))
    (3, '18:00')
    """
    rows = np.flatnonzero(texts.codes >= 0)

    def fails(n: int) -> bool:
        is_read = np.zeros(len(texts.distinct), dtype=np.bool_)
        is_read[texts.codes[rows[:n]]] = True
        return _parsed(texts.distinct.filter(mask(is_read))) is None

    row = int(rows[bisect_left(range(1, rows.size), True, key=fails)])
    return row + 1, str(texts.distinct[int(texts.codes[row])])


def _parsed(distinct: Any) -> Floats | None:
    """Parse texts that are all instants, or all times of day."""
    if len(distinct) and pc.all(pc.match_substring_regex(distinct, _CLOCK)).as_py():
        distinct = pc.binary_join_element_wise(
            text(_EPOCH).cast(distinct.type), distinct, text("").cast(distinct.type)
        )
    for type_ in _TIMES:
        try:
            return days(distinct.cast(type_))
        except pa.ArrowInvalid:
            continue
    return None
