"""Dates and times as numbers of days.

A date or an instant is a number of days since 1970-01-01 (UTC, where a time zone is told), a time
of day the days since midnight, a duration its days.
"""

from bisect import bisect_left
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.runtime.array_types import Floats
from owlboost.runtime.calendar import Moment
from owlboost.tables.buffers import integers, mask, present, text
from owlboost.tables.columns import NumberColumn
from owlboost.tables.texts import Texts

_PER_DAY = {"s": 86_400.0, "ms": 86_400e3, "us": 86_400e6}
_EPOCH = "1970-01-01T"
_CLOCK = r"^[0-9]{2}:[0-9]{2}"
TIME_LIKE = rf"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|{_CLOCK}"
"""How texts begin that look like dates or times in ISO 8601."""

_TIMES = tuple(pa.timestamp(unit, zone) for unit in ("us", "ns") for zone in (None, "UTC"))


def is_time(type_: Any) -> bool:
    """Whether an Arrow type is one of dates, instants, times of day or durations."""
    return bool(pa.types.is_temporal(type_) and not pa.types.is_interval(type_))


def moment_of_type(type_: Any) -> Moment:
    """Tell what times of an Arrow type are; dates are those whose times are all at midnight.

    Examples
    --------
    >>> moment_of_type(pa.timestamp("us")), moment_of_type(pa.time32("s"))
    ('date', 'time')
    """
    if pa.types.is_time(type_):
        return "time"
    return "duration" if pa.types.is_duration(type_) else "date"


def moment_of_texts(texts: Texts) -> Moment:
    """Tell what texts are that can be read as times.

    Examples
    --------
    >>> from owlboost.tables.texts import as_texts
    >>> moment_of_texts(as_texts(pa.chunked_array([["18:00"]])))
    'time'
    """
    return "time" if len(texts.distinct) and texts.matching(_CLOCK).all() else "date"


def time_column(values: Floats, moment: Moment) -> NumberColumn:
    """Return a column of days; dates are instants if one of them is not at midnight.

    Examples
    --------
    >>> time_column(np.array([1.0, 1.5]), "date").moment
    'dateTime'
    """
    told = values[~np.isnan(values)]
    if moment == "date" and (told != np.floor(told)).any():
        moment = "dateTime"
    return NumberColumn(values, moment)


def days(column: Any) -> Floats:
    """Return the cells of an Arrow column of times as numbers of days, NaN where one is missing.

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
    if unit == "ns":  # so that all units agree on what they can all tell
        return _floats(ticks, _PER_DAY["us"], coarser=1000)
    return _floats(ticks, _PER_DAY[unit])


def _floats(ticks: Any, per_day: float, coarser: int = 1) -> Floats:
    whole = integers(ticks)
    found: Floats = np.where(present(ticks), (whole // coarser) / per_day, np.nan)
    return found


def text_days(texts: Texts) -> Floats | None:
    """Return the numbers of days that texts in ISO 8601 stand for, or None if one is no time.

    Examples
    --------
    >>> from owlboost.tables.texts import as_texts
    >>> text_days(as_texts(pa.chunked_array([["1970-01-02", "1970-01-01 06:00", "?"]])))
    array([1.  , 0.25,  nan])
    >>> text_days(as_texts(pa.chunked_array([["18:00", "soon"]]))) is None
    True
    """
    found = _parsed(texts.distinct)
    return None if found is None else np.append(found, np.nan)[texts.codes]


def first_misfit(texts: Texts) -> tuple[int, str]:
    """Return the first row (from 1) that is no time, or not of the kind before it, and its text.

    It ends the shortest run of rows from the first that cannot be read as times.

    Examples
    --------
    >>> from owlboost.tables.texts import as_texts
    >>> first_misfit(as_texts(pa.chunked_array([["1970-01-02", "?", "18:00"]])))
    (3, '18:00')
    """
    rows = np.flatnonzero(texts.codes >= 0)

    def fails(n: int) -> bool:
        met = np.zeros(len(texts.distinct), dtype=np.bool_)
        met[texts.codes[rows[:n]]] = True
        return _parsed(texts.distinct.filter(mask(met))) is None

    row = int(rows[bisect_left(range(1, rows.size), True, key=fails)])
    return row + 1, str(texts.distinct[int(texts.codes[row])])


def _parsed(distinct: Any) -> Floats | None:
    """Parse texts that are all dates and instants, or all times of day."""
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
