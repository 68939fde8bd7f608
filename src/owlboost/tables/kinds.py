"""Kinds of columns, decided alike for files, DataFrames and arrays.

:func:`read_column` converts an Arrow column to a column of a table, of a given kind or of the kind
that its cells show.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from owlboost.runtime.array_types import Floats
from owlboost.tables.arrow import Texts, as_texts, doubles, is_text, positions
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.dates import (
    TIME_LIKE,
    dates,
    days,
    first_misfit,
    is_time,
    moment_of_texts,
    moment_of_type,
    text_days,
    time_column,
)
from owlboost.tables.numbers import PLAIN, PLAIN_EITHER, ParsedNumbers, numerals, plain_values
from owlboost.tables.read_options import MARKS, ORDERS, Kind, Locale, Mark

MAX_TEXTS = 100
"""Leave out text columns with more distinct texts: they name the rows."""

Flaw = Literal["not a number", "not a time", "not a truth value", "infinite", "not a text"]
"""Error in a cell."""

Matter = Literal["mixed", "units", "decimal", "dates", "unlike"]
"""Ambiguity of a column: numbers and texts, different units, the decimal mark, the order of day and
month, or a spelling unlike that of the table that a model was learned from."""

_WAYS = {
    ".": "a point stands before decimals",
    ",": "a comma stands before decimals",
    "dmy": "the day comes first",
    "mdy": "the month comes first",
}

_EMPTY = "it is empty."

_TRUTH = r"^(?i:true|false)$"
_TRUTH_OR_BIT = r"^(?i:true|false|0|1)$"


@dataclass(frozen=True, slots=True)
class SkippedColumn:
    """A column that gives no data property, and the reason."""

    reason: str
    wordy: bool = False
    """Whether it has too many texts, but could be kept as categories."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """The decision about a column that can be read in several ways.

    Attributes
    ----------
    matter
        The kind of ambiguity.
    row, text
        A cell that shows it; rows count from 1.
    taken
        The decision: the decimal mark, or the order of day and month.
    """

    matter: Matter
    row: int
    text: str
    taken: str = ""


def doubtful(doubt: Ambiguity) -> str:
    """Return the predicate of a remark on an ambiguous column.

    Examples
    --------
    >>> doubtful(Ambiguity("decimal", 7, "1,234", "."))
    " has numbers such as '1,234' in row 7, whose comma was taken to part thousands"
    """
    cell = f"{cut(doubt.text)} in row {doubt.row}"
    match doubt.matter:
        case "mixed":
            return f" has numbers and texts, such as {cell}, and is read as text"
        case "units":
            return f" has numbers in different units, such as {cell}, and is read as text"
        case "decimal":
            mark = "comma" if "," in doubt.text else "point"
            decimal = (mark == "comma") == (doubt.taken == ",")
            meaning = "stand before decimals" if decimal else "part thousands"
            return f" has numbers such as {cell}, whose {mark} was taken to {meaning}"
        case "dates":
            first = "day" if doubt.taken == "dmy" else "month"
            return f" has dates such as {cell}, in which the {first} was taken to come first"
        case "unlike":
            where = "the table that the model was learned from"
            return f" is not written as in {where}: {_WAYS[doubt.taken]}, as {cell} shows"


def cut(text: str) -> str:
    """Quote a text, shortened if long.

    Examples
    --------
    >>> cut("A/5 21171")
    "'A/5 21171'"
    """
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """A column as it was read, and its ambiguity, if any."""

    column: Column | SkippedColumn
    doubt: Ambiguity | None = None


class CellError(Exception):
    """An error in a cell, reported by files and DataFrames differently."""

    def __init__(self, flaw: Flaw, row: int = 0, text: str = "") -> None:
        super().__init__(flaw, row, text)
        self.flaw: Flaw = flaw
        self.row = row
        """From 1."""
        self.text = text


def kind_of(column: Column) -> Kind:
    """Return the kind of a column.

    Examples
    --------
    >>> kind_of(NumberColumn(np.array([18_292.0]), "date"))
    'time'
    """
    match column:
        case NumberColumn():
            return "time" if column.is_time else "number"
        case SymbolColumn():
            return "truth" if column.is_truth else "category"


def no_values(kind: Kind, n_rows: int) -> Column:
    """Return a column whose cells are all missing.

    Examples
    --------
    >>> no_values("number", 2).values
    array([nan, nan])
    """
    if kind in ("number", "time"):
        return NumberColumn(np.full(n_rows, np.nan), "date" if kind == "time" else None)
    return SymbolColumn(np.full(n_rows, -1), (False, True) if kind == "truth" else ())


def read_column(
    column: Any,
    kind: Kind | None = None,
    *,
    guessing: bool = False,
    spelling: Locale | None = None,
) -> ColumnReading:
    """Read an Arrow column as a given kind, or by its cells.

    Numbers, truth values and times are recognised by the type of the column. Texts may be truth
    values, dates, or numbers as people write them; a plain number that is a text stays a text. All
    other texts are categories, unless there are too many of them. A dictionary is read as
    categories whatever their number. If ``kind`` is a number, a truth value is 0 or 1, and a time
    its days.

    Parameters
    ----------
    guessing
        Whether plain numbers in texts are numbers, as in text files, which state no types.
    spelling
        The spelling of numbers and dates where the column does not show it.

    Raises
    ------
    CellError
        A cell is not of the kind, or is infinite.

    Examples
    --------
    >>> read_column(pa.chunked_array([["79", "?", " .5"]]), guessing=True).column.values
    array([79. ,  nan,  0.5])
    >>> read_column(pa.chunked_array([["79", "?", " .5"]])).column.values
    ('.5', '79')
    >>> read_column(pa.chunked_array([["12 %", "?", "7 %"]])).column.values
    array([12., nan,  7.])
    >>> read_column(pa.chunked_array([["1", "2", "lots"]]), guessing=True).doubt
    Ambiguity(matter='mixed', row=3, text='lots', taken='')
    >>> read_column(pa.chunked_array([pa.nulls(3)])).column.reason
    'it is empty.'
    """
    if pa.types.is_dictionary(column.type):
        kind = kind or "category"
        plain = [chunk.dictionary_decode() for chunk in column.chunks]
        column = pa.chunked_array(plain, column.type.value_type)
    typed = SkippedColumn(_EMPTY) if pa.types.is_null(column.type) else _typed(column, kind)
    spelling = spelling or Locale()
    if typed is None:
        reading = _from_texts(_texts(column), kind, guessing, spelling)
    elif guessing and isinstance(typed, NumberColumn) and not typed.is_time:  # as plain numbers
        has_points = pa.types.is_floating(column.type)
        either = has_points and (spelling.evident is None or _has_thousandths(typed.values))
        reading = ColumnReading(_noted_plain(typed, spelling, either))
    else:
        reading = ColumnReading(typed)
    if isinstance(reading.column, SkippedColumn):
        return reading
    if not reading.column.present.any():
        return ColumnReading(SkippedColumn(_EMPTY))
    if isinstance(reading.column, NumberColumn):
        _require_finite(reading.column)
    return reading


def _typed(column: Any, kind: Kind | None) -> Column | SkippedColumn | None:
    """Read a column by its type, or None if its texts decide."""
    match _kind_of_type(column.type), kind:
        case "truth", None | "truth":
            return SymbolColumn(positions(column.cast(pa.int32())), (False, True))
        case "truth", "number":
            return NumberColumn(_floats(column.cast(pa.int8())))
        case "number", None | "number":
            return NumberColumn(_floats(column))
        case "time", None | "number" | "time":
            return time_column(days(column), moment_of_type(column.type))
        case None, None:
            return SkippedColumn(f"its values ({column.type}) are neither numbers nor texts.")
        case _:
            return None


def is_readable_by_cell(type_: Any, kind: Kind) -> bool:
    """Whether a cell's meaning is independent of the other cells.

    The kind of the column is known.

    Examples
    --------
    >>> is_readable_by_cell(pa.string(), "category"), is_readable_by_cell(pa.string(), "number")
    (True, False)
    """
    if kind in ("category", "truth") or pa.types.is_null(type_):
        return True
    return _kind_of_type(type_) in (("number", "truth", "time") if kind == "number" else ("time",))


def _kind_of_type(type_: Any) -> Kind | None:
    if is_text(type_):
        return "category"
    if pa.types.is_boolean(type_):
        return "truth"
    if is_time(type_):
        return "time"
    is_number = pa.types.is_integer(type_) or pa.types.is_floating(type_)
    return "number" if is_number or pa.types.is_decimal(type_) else None


def _texts(column: Any) -> Texts:
    try:
        return as_texts(column)
    except pa.ArrowException:
        raise CellError("not a text", text=str(column.type)) from None


def _from_texts(texts: Texts, kind: Kind | None, guessing: bool, spelling: Locale) -> ColumnReading:
    match kind:
        case "category":
            return ColumnReading(_category(texts))
        case "truth":
            fitting = texts.matching(_TRUTH_OR_BIT)
            if not fitting.all():
                raise CellError("not a truth value", *texts.first_row(~fitting))
            return ColumnReading(_truth(texts))
        case "number":
            return _required_numbers(texts, spelling)
        case "time":
            return _required_times(texts, spelling)
        case None:
            reading = _guessed(texts, guessing, spelling) if len(texts.distinct) else None
            return reading or ColumnReading(_few(texts))


def _required_numbers(texts: Texts, spelling: Locale) -> ColumnReading:
    reading = _as_numbers(texts, spelling) or _as_times(texts, spelling)
    if reading is not None:
        return reading
    numeric = texts.matching(PLAIN) | numerals(texts.distinct).likely
    if 2 * texts.matching(TIME_LIKE).sum() > numeric.size:
        raise CellError("not a time", *first_misfit(texts))
    raise CellError("not a number", *texts.first_row(~numeric if not numeric.all() else numeric))


def _required_times(texts: Texts, spelling: Locale) -> ColumnReading:
    reading = _as_times(texts, spelling)
    if reading is None:
        raise CellError("not a time", *first_misfit(texts))
    return reading


def _guessed(texts: Texts, guessing: bool, spelling: Locale) -> ColumnReading | None:
    """Find truth values, numbers or times among texts, else None."""
    if texts.matching(_TRUTH).all():
        return ColumnReading(_truth(texts))
    plain = texts.matching(PLAIN)
    if plain.all() and not guessing:
        return None
    reading = _as_numbers(texts, spelling) or _as_times(texts, spelling)
    if reading is not None or not guessing:
        return reading
    parsed = numerals(texts.distinct)
    numeric = plain | parsed.likely
    if numeric.all():
        return ColumnReading(_few(texts), _unlike(texts, parsed))
    if numeric.sum() > (~numeric).sum():
        return ColumnReading(_few(texts), Ambiguity("mixed", *texts.first_row(~numeric)))
    return None


def _unlike(texts: Texts, parsed: ParsedNumbers) -> Ambiguity:
    """Return the ambiguity of numbers that do not go together."""
    if parsed.one_unit:
        return Ambiguity("mixed", *texts.first_row(~parsed.fitting["."]))
    common, _ = Counter(parsed.units).most_common(1)[0]
    return Ambiguity("units", *texts.first_row(np.array([unit != common for unit in parsed.units])))


def _as_numbers(texts: Texts, spelling: Locale) -> ColumnReading | None:
    """Read texts that are all numbers in some spelling, else None."""
    is_plain = bool(texts.matching(PLAIN).all())
    if is_plain and not spelling.has_commas:
        plain = _spread(texts, plain_values(texts.distinct))
        either = bool(texts.matching(PLAIN_EITHER).any())
        return ColumnReading(_noted_plain(plain, spelling, either))
    parsed = numerals(texts.distinct)
    marks = parsed.marks()
    if not marks or not parsed.one_unit:
        return ColumnReading(_spread(texts, plain_values(texts.distinct))) if is_plain else None
    mark = spelling.mark if spelling.mark in marks else marks[0]
    column = _spread(texts, parsed.values[mark])
    column = replace(column, habit=spelling.noted(mark, either=parsed.either))
    return ColumnReading(column, _doubtful_mark(texts, parsed, mark, spelling))


def _doubtful_mark(
    texts: Texts, parsed: ParsedNumbers, mark: Mark, spelling: Locale
) -> Ambiguity | None:
    """Return the ambiguity of a decimal mark, if any."""
    learned = spelling.habit if spelling.habit in MARKS else None
    if spelling.decimal is not None:
        return None
    if len(parsed.marks()) == 1:
        other_mark: Mark = "," if mark == "." else "."
        is_unlike = learned not in (None, mark)
        return (
            Ambiguity("unlike", *texts.first_row(~parsed.fitting[other_mark]), mark)
            if is_unlike
            else None
        )
    if not parsed.differ or (learned is not None and spelling.evident in (None, learned)):
        return None
    shown = texts.first_row(parsed.values["."] != parsed.values[","])
    return Ambiguity("decimal", *shown, mark)


def _as_times(texts: Texts, spelling: Locale) -> ColumnReading | None:
    """Read texts that are all times in some spelling, else None."""
    times = text_days(texts)
    if times is not None:
        return ColumnReading(time_column(times, moment_of_texts(texts)))
    parsed = dates(texts.distinct)
    if parsed is None:
        return None
    learned = spelling.habit if spelling.habit in ORDERS else None
    if parsed.month_first is None or not parsed.ambiguous:
        column = _spread(texts, parsed.days, dated=True)
        if parsed.order is None:
            return ColumnReading(column)
        is_unlike = learned not in (None, parsed.order) and spelling.dates is None
        doubt = Ambiguity("unlike", *_first_evident(texts), parsed.order) if is_unlike else None
        return ColumnReading(replace(column, habit=parsed.order), doubt)
    days = parsed.days if spelling.order == "dmy" else parsed.month_first
    column = replace(_spread(texts, days, dated=True), habit=spelling.order)
    if spelling.dates is not None or learned is not None:
        return ColumnReading(column)
    shown = texts.first_row(parsed.days != parsed.month_first)
    return ColumnReading(column, Ambiguity("dates", *shown, spelling.order))


def _first_evident(texts: Texts) -> tuple[int, str]:
    """Return the first row whose date has only one order."""
    for row, code in enumerate(texts.codes.tolist(), 1):
        alone = None if code < 0 else dates(texts.distinct.slice(code, 1))
        if alone is not None and alone.order is not None:
            return row, str(texts.distinct[code])
    raise AssertionError  # one date decides the order of all


def _noted_plain(column: NumberColumn, spelling: Locale, either: bool) -> NumberColumn:
    """Note the decimal mark of numbers as programs write them."""
    mark = spelling.mark if column.whole and not either else "."
    return replace(column, habit=spelling.noted(mark, either=either))


_PART = 65_536


def _has_thousandths(values: Floats) -> bool:
    """Whether a number is written like ``1.234``, which could have a decimal comma elsewhere."""
    for start in range(0, values.size, _PART):
        sizes = np.abs(values[start : start + _PART])
        sizes = sizes[(sizes >= 1) & (sizes < 1000)]
        if ((np.round(sizes, 3) == sizes) & (np.round(sizes, 2) != sizes)).any():
            return True
    return False


def _few(texts: Texts) -> Column | SkippedColumn:
    if len(texts.distinct) > MAX_TEXTS:
        return SkippedColumn(f"it has {len(texts.distinct)} different texts.", wordy=True)
    return _category(texts)


def _require_finite(column: NumberColumn) -> None:
    infinite = np.isinf(column.values)
    if infinite.any():
        raise CellError("infinite", int(np.argmax(infinite)) + 1)


def _floats(column: Any) -> Floats:
    return doubles(column.cast(pa.float64(), safe=False))


def _spread(texts: Texts, values: Floats, *, dated: bool = False) -> NumberColumn:
    """Give each row the number of its text."""
    spread = np.append(values, np.nan)[texts.codes]
    return time_column(spread, "date") if dated else NumberColumn(spread)


def _truth(texts: Texts) -> SymbolColumn:
    values = [int(text.lower() in ("true", "1")) for text in texts.distinct.to_pylist()]
    return SymbolColumn(np.array([*values, -1], dtype=np.int32)[texts.codes], (False, True))


def _category(texts: Texts) -> SymbolColumn:
    return SymbolColumn(texts.codes, tuple(texts.distinct.to_pylist()))
