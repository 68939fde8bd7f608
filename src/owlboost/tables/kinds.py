"""Kinds of columns, inferred alike for files, DataFrames and arrays.

:func:`read_column` converts an Arrow column to a number or symbol column.
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
"""Leave out text columns with more distinct values: they probably name the rows."""

CellErrorKind = Literal["not a number", "not a time", "not a truth value", "infinite", "not a text"]
"""Kinds of errors in a cell."""

AmbiguityKind = Literal["mixed", "units", "decimal", "dates", "unlike"]
"""What is ambiguous: numbers mixed with texts, different units, the decimal mark, the order of day
and month, or a convention unlike that of the table that a model was learned from."""

_CONVENTIONS = {
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
    """A column that is left out, and the reason."""

    reason: str
    has_too_many_values: bool = False
    """Whether it could be kept as categories if the user says so."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A column that can be read in several ways, and how it was read.

    Attributes
    ----------
    row, text
        A cell that shows the ambiguity; rows count from 1.
    assumed
        The decimal mark, or the order of day and month.
    """

    kind: AmbiguityKind
    row: int
    text: str
    assumed: str = ""


def ambiguity_text(ambiguity: Ambiguity) -> str:
    """Describe an ambiguity, as the predicate of a sentence about the column.

    Examples
    --------
    >>> ambiguity_text(Ambiguity("decimal", 7, "1,234", "."))
    " has numbers such as '1,234' in row 7, whose comma was taken to part thousands"
    """
    cell = f"{shortened(ambiguity.text)} in row {ambiguity.row}"
    match ambiguity.kind:
        case "mixed":
            return f" has numbers and texts, such as {cell}, and is read as text"
        case "units":
            return f" has numbers in different units, such as {cell}, and is read as text"
        case "decimal":
            mark = "comma" if "," in ambiguity.text else "point"
            decimal = (mark == "comma") == (ambiguity.assumed == ",")
            meaning = "stand before decimals" if decimal else "part thousands"
            return f" has numbers such as {cell}, whose {mark} was taken to {meaning}"
        case "dates":
            first = "day" if ambiguity.assumed == "dmy" else "month"
            return f" has dates such as {cell}, in which the {first} was taken to come first"
        case "unlike":
            where = "the table that the model was learned from"
            return (
                f" is not written as in {where}: {_CONVENTIONS[ambiguity.assumed]}, as {cell} shows"
            )


def shortened(text: str) -> str:
    """Quote a text, at most 40 characters of it.

    Examples
    --------
    >>> shortened("A/5 21171")
    "'A/5 21171'"
    """
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """Result of reading a column."""

    column: Column | SkippedColumn
    ambiguity: Ambiguity | None = None


class CellError(Exception):
    """An error in a cell; readers of files and of DataFrames word its message."""

    def __init__(self, kind: CellErrorKind, row: int = 0, text: str = "") -> None:
        super().__init__(kind, row, text)
        self.kind: CellErrorKind = kind
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
    infer_numbers: bool = False,
    locale: Locale | None = None,
) -> ColumnReading:
    """Read an Arrow column as a given kind, or infer the kind.

    The Arrow type decides for numbers, truth values and times. Texts are parsed as truth values,
    dates, or numbers as people write them, but plain numbers only with ``infer_numbers``; all other
    texts are categories, unless there are more than :data:`MAX_TEXTS`. A dictionary is categories,
    however many. Read as numbers, truth values are 0 and 1, and times are days.

    Parameters
    ----------
    infer_numbers
        Whether texts such as ``79`` are numbers, as in text files, which state no types.
    locale
        The conventions of numbers and dates where the column does not show them.

    Raises
    ------
    CellError
        A cell is not of the kind, or is infinite.

    Examples
    --------
    >>> read_column(pa.chunked_array([["79", "?", " .5"]]), infer_numbers=True).column.values
    array([79. ,  nan,  0.5])
    >>> read_column(pa.chunked_array([["79", "?", " .5"]])).column.values
    ('.5', '79')
    >>> read_column(pa.chunked_array([["12 %", "?", "7 %"]])).column.values
    array([12., nan,  7.])
    >>> read_column(pa.chunked_array([["1", "2", "lots"]]), infer_numbers=True).ambiguity
    Ambiguity(kind='mixed', row=3, text='lots', assumed='')
    >>> read_column(pa.chunked_array([pa.nulls(3)])).column.reason
    'it is empty.'
    """
    if pa.types.is_dictionary(column.type):
        kind = kind or "category"
        plain = [chunk.dictionary_decode() for chunk in column.chunks]
        column = pa.chunked_array(plain, column.type.value_type)
    typed = SkippedColumn(_EMPTY) if pa.types.is_null(column.type) else _typed(column, kind)
    locale = locale or Locale()
    if typed is None:
        reading = _from_texts(_texts(column), kind, infer_numbers, locale)
    elif (
        infer_numbers and isinstance(typed, NumberColumn) and not typed.is_time
    ):  # as plain numbers
        has_points = pa.types.is_floating(column.type)
        either = has_points and (locale.evident is None or _has_thousandths(typed.values))
        reading = ColumnReading(_with_habit(typed, locale, either))
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
    """Read a column by its type; None if its texts must be parsed."""
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
    """Whether cells of a column of this kind can be read without the others.

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


def _from_texts(
    texts: Texts, kind: Kind | None, infer_numbers: bool, locale: Locale
) -> ColumnReading:
    match kind:
        case "category":
            return ColumnReading(_category(texts))
        case "truth":
            fitting = texts.matching(_TRUTH_OR_BIT)
            if not fitting.all():
                raise CellError("not a truth value", *texts.first_row(~fitting))
            return ColumnReading(_truth(texts))
        case "number":
            return _required_numbers(texts, locale)
        case "time":
            return _required_times(texts, locale)
        case None:
            reading = _inferred(texts, infer_numbers, locale) if len(texts.distinct) else None
            return reading or ColumnReading(_category_unless_too_many(texts))


def _required_numbers(texts: Texts, locale: Locale) -> ColumnReading:
    reading = _as_numbers(texts, locale) or _as_times(texts, locale)
    if reading is not None:
        return reading
    numeric = texts.matching(PLAIN) | numerals(texts.distinct).likely
    if 2 * texts.matching(TIME_LIKE).sum() > numeric.size:
        raise CellError("not a time", *first_misfit(texts))
    raise CellError("not a number", *texts.first_row(~numeric if not numeric.all() else numeric))


def _required_times(texts: Texts, locale: Locale) -> ColumnReading:
    reading = _as_times(texts, locale)
    if reading is None:
        raise CellError("not a time", *first_misfit(texts))
    return reading


def _inferred(texts: Texts, infer_numbers: bool, locale: Locale) -> ColumnReading | None:
    """Parse texts as truth values, numbers or times, else None."""
    if texts.matching(_TRUTH).all():
        return ColumnReading(_truth(texts))
    plain = texts.matching(PLAIN)
    if plain.all() and not infer_numbers:
        return None
    reading = _as_numbers(texts, locale) or _as_times(texts, locale)
    if reading is not None or not infer_numbers:
        return reading
    parsed = numerals(texts.distinct)
    numeric = plain | parsed.likely
    if numeric.all():
        return ColumnReading(_category_unless_too_many(texts), _incompatible_numbers(texts, parsed))
    if numeric.sum() > (~numeric).sum():
        return ColumnReading(
            _category_unless_too_many(texts), Ambiguity("mixed", *texts.first_row(~numeric))
        )
    return None


def _incompatible_numbers(texts: Texts, parsed: ParsedNumbers) -> Ambiguity:
    """Report numbers that cannot be one column: odd formats or different units."""
    if parsed.one_unit:
        return Ambiguity("mixed", *texts.first_row(~parsed.fitting["."]))
    common, _ = Counter(parsed.units).most_common(1)[0]
    return Ambiguity("units", *texts.first_row(np.array([unit != common for unit in parsed.units])))


def _as_numbers(texts: Texts, locale: Locale) -> ColumnReading | None:
    """Parse texts if all are numbers in some notation, else None."""
    is_plain = bool(texts.matching(PLAIN).all())
    if is_plain and not locale.has_commas:
        plain = _to_rows(texts, plain_values(texts.distinct))
        either = bool(texts.matching(PLAIN_EITHER).any())
        return ColumnReading(_with_habit(plain, locale, either))
    parsed = numerals(texts.distinct)
    marks = parsed.marks()
    if not marks or not parsed.one_unit:
        return ColumnReading(_to_rows(texts, plain_values(texts.distinct))) if is_plain else None
    mark = locale.mark if locale.mark in marks else marks[0]
    column = _to_rows(texts, parsed.values[mark])
    column = replace(column, habit=locale.mark_to_remember(mark, either=parsed.either))
    return ColumnReading(column, _mark_ambiguity(texts, parsed, mark, locale))


def _mark_ambiguity(
    texts: Texts, parsed: ParsedNumbers, mark: Mark, locale: Locale
) -> Ambiguity | None:
    """Return the ambiguity of a decimal mark, if any."""
    learned = locale.habit if locale.habit in MARKS else None
    if locale.decimal is not None:
        return None
    if len(parsed.marks()) == 1:
        other_mark: Mark = "," if mark == "." else "."
        is_unlike = learned not in (None, mark)
        return (
            Ambiguity("unlike", *texts.first_row(~parsed.fitting[other_mark]), mark)
            if is_unlike
            else None
        )
    if not parsed.differ or (learned is not None and locale.evident in (None, learned)):
        return None
    shown = texts.first_row(parsed.values["."] != parsed.values[","])
    return Ambiguity("decimal", *shown, mark)


def _as_times(texts: Texts, locale: Locale) -> ColumnReading | None:
    """Parse texts if all are times in some notation, else None."""
    times = text_days(texts)
    if times is not None:
        return ColumnReading(time_column(times, moment_of_texts(texts)))
    parsed = dates(texts.distinct)
    if parsed is None:
        return None
    learned = locale.habit if locale.habit in ORDERS else None
    if parsed.month_first is None or not parsed.ambiguous:
        column = _to_rows(texts, parsed.days, dated=True)
        if parsed.order is None:
            return ColumnReading(column)
        is_unlike = learned not in (None, parsed.order) and locale.dates is None
        ambiguity = (
            Ambiguity("unlike", *_first_unambiguous_date(texts), parsed.order)
            if is_unlike
            else None
        )
        return ColumnReading(replace(column, habit=parsed.order), ambiguity)
    days = parsed.days if locale.order == "dmy" else parsed.month_first
    column = replace(_to_rows(texts, days, dated=True), habit=locale.order)
    if locale.dates is not None or learned is not None:
        return ColumnReading(column)
    shown = texts.first_row(parsed.days != parsed.month_first)
    return ColumnReading(column, Ambiguity("dates", *shown, locale.order))


def _first_unambiguous_date(texts: Texts) -> tuple[int, str]:
    """Return the first row whose date can be read in one order only."""
    for row, code in enumerate(texts.codes.tolist(), 1):
        alone = None if code < 0 else dates(texts.distinct.slice(code, 1))
        if alone is not None and alone.order is not None:
            return row, str(texts.distinct[code])
    raise AssertionError  # one date decides the order of all


def _with_habit(column: NumberColumn, locale: Locale, either: bool) -> NumberColumn:
    """Note the decimal mark of plain numbers, if it must be remembered."""
    mark = locale.mark if column.whole and not either else "."
    return replace(column, habit=locale.mark_to_remember(mark, either=either))


_PART = 65_536


def _has_thousandths(values: Floats) -> bool:
    """Whether a number looks like ``1.234``, which elsewhere may be 1234."""
    for start in range(0, values.size, _PART):
        sizes = np.abs(values[start : start + _PART])
        sizes = sizes[(sizes >= 1) & (sizes < 1000)]
        if ((np.round(sizes, 3) == sizes) & (np.round(sizes, 2) != sizes)).any():
            return True
    return False


def _category_unless_too_many(texts: Texts) -> Column | SkippedColumn:
    if len(texts.distinct) > MAX_TEXTS:
        return SkippedColumn(
            f"it has {len(texts.distinct)} different texts.", has_too_many_values=True
        )
    return _category(texts)


def _require_finite(column: NumberColumn) -> None:
    infinite = np.isinf(column.values)
    if infinite.any():
        raise CellError("infinite", int(np.argmax(infinite)) + 1)


def _floats(column: Any) -> Floats:
    return doubles(column.cast(pa.float64(), safe=False))


def _to_rows(texts: Texts, values: Floats, *, dated: bool = False) -> NumberColumn:
    """Return the value of each row from the values of the distinct texts."""
    by_row = np.append(values, np.nan)[texts.codes]
    return time_column(by_row, "date") if dated else NumberColumn(by_row)


def _truth(texts: Texts) -> SymbolColumn:
    values = [int(text.lower() in ("true", "1")) for text in texts.distinct.to_pylist()]
    return SymbolColumn(np.array([*values, -1], dtype=np.int32)[texts.codes], (False, True))


def _category(texts: Texts) -> SymbolColumn:
    return SymbolColumn(texts.codes, tuple(texts.distinct.to_pylist()))
