"""What a column holds, decided in one way for files, DataFrames and arrays.

A column on its way in is one of Arrow. :func:`read_column` finds out what it holds, or takes it as
what it is asked to be, and makes a column of a table of it.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import pyarrow as pa

from owlboost.runtime.array_types import Floats
from owlboost.tables.arrow import Texts, as_texts, doubles, is_text, positions
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.dates import (
    ORDERS,
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
from owlboost.tables.numbers import MARKS, PLAIN, Mark, ParsedNumbers, numerals, plain_values
from owlboost.tables.read_options import Locale

Kind = Literal["number", "truth", "category", "time"]
"""What a column holds. A time is a number of days: since 1970, since midnight, or of a duration."""

KINDS: tuple[Kind, ...] = get_args(Kind)

MAX_TEXTS = 100
"""A text column with more different texts names its rows rather than describing them."""

Flaw = Literal["not a number", "not a time", "not a truth value", "infinite", "not a text"]
"""What can be wrong with a cell."""

Matter = Literal["mixed", "units", "decimal", "dates", "unlike"]
"""What can be doubtful about a column: numbers and texts, different units, the decimal mark, the
order of day and month, and whether it is written as in the table that a model was learned from."""

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
    """A column that gives no data property, and why."""

    reason: str
    wordy: bool = False
    """Whether it has too many texts, and would be kept if it were asked for as categories."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """What was decided about a column although it could be meant otherwise.

    Attributes
    ----------
    matter
        What the doubt is about.
    row, text
        A cell that shows it; rows count from 1.
    taken
        How it was read: the decimal mark, or the order of day and month.
    """

    matter: Matter
    row: int
    text: str
    taken: str = ""


def doubtful(doubt: Ambiguity) -> str:
    """Say what was decided about a column, as the predicate of a sentence about it.

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
    """Quote a text, but no more than the beginning of a long one.

    Examples
    --------
    >>> cut("A/5 21171")
    "'A/5 21171'"
    """
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """What a column holds, and what is doubtful about that."""

    found: Column | SkippedColumn
    doubt: Ambiguity | None = None


class CellError(Exception):
    """A cell is wrong for its column; files and DataFrames say so in words of their own."""

    def __init__(self, flaw: Flaw, row: int = 0, text: str = "") -> None:
        super().__init__(flaw, row, text)
        self.flaw: Flaw = flaw
        self.row = row
        """From 1."""
        self.text = text


def kind_of(column: Column) -> Kind:
    """Tell what a column holds.

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
    """Read an Arrow column as what it holds, or as what it is asked to be.

    Numbers, truth values and times are told by the type of the column. Texts may be truth values,
    dates, or numbers as people write them; a plain number that came as a text is meant as a text.
    All others are categories, unless there are too many of them. A dictionary was made by somebody
    who wants categories, so they are kept whatever their number. Where a number is asked for, a
    truth value is 0 or 1, and a time its days.

    Parameters
    ----------
    column
        A chunked array.
    kind
        What it is to be read as.
    guessing
        Whether there are no types but what the texts look like, so that plain numbers are numbers:
        so in text files.
    spelling
        How numbers and dates are written where the column does not tell.

    Raises
    ------
    CellError
        A cell is not of the kind, or is infinite.

    Examples
    --------
    >>> read_column(pa.chunked_array([["79", "?", " .5"]]), guessing=True).found.values
    array([79. ,  nan,  0.5])
    >>> read_column(pa.chunked_array([["79", "?", " .5"]])).found.values
    ('.5', '79')
    >>> read_column(pa.chunked_array([["12 %", "?", "7 %"]])).found.values
    array([12., nan,  7.])
    >>> read_column(pa.chunked_array([["1", "2", "lots"]]), guessing=True).doubt
    Ambiguity(matter='mixed', row=3, text='lots', taken='')
    >>> read_column(pa.chunked_array([pa.nulls(3)])).found.reason
    'it is empty.'
    """
    if pa.types.is_dictionary(column.type):
        kind = kind or "category"
        plain = [chunk.dictionary_decode() for chunk in column.chunks]
        column = pa.chunked_array(plain, column.type.value_type)
    found = SkippedColumn(_EMPTY) if pa.types.is_null(column.type) else _typed(column, kind)
    spelling = spelling or Locale()
    if found is None:
        known = _from_texts(_texts(column), kind, guessing, spelling)
    elif guessing and isinstance(found, NumberColumn) and not found.is_time:  # cut as plain numbers
        known = ColumnReading(_noted(found, spelling.mark if found.whole else ".", spelling))
    else:
        known = ColumnReading(found)
    if isinstance(known.found, SkippedColumn):
        return known
    if not known.found.present.any():
        return ColumnReading(SkippedColumn(_EMPTY))
    if isinstance(known.found, NumberColumn):
        _require_finite(known.found)
    return known


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


def told_by_cells(type_: Any, kind: Kind) -> bool:
    """Whether each cell of a column tells alone what it means, if the kind of the column is known.

    Examples
    --------
    >>> told_by_cells(pa.string(), "category"), told_by_cells(pa.string(), "number")
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
            return _asked_numbers(texts, spelling)
        case "time":
            return _asked_times(texts, spelling)
        case None:
            known = _guessed(texts, guessing, spelling) if len(texts.distinct) else None
            return known or ColumnReading(_few(texts))


def _asked_numbers(texts: Texts, spelling: Locale) -> ColumnReading:
    known = _as_numbers(texts, spelling) or _as_times(texts, spelling)
    if known is not None:
        return known
    numeric = texts.matching(PLAIN) | numerals(texts.distinct).likely
    if 2 * texts.matching(TIME_LIKE).sum() > numeric.size:
        raise CellError("not a time", *first_misfit(texts))
    raise CellError("not a number", *texts.first_row(~numeric if not numeric.all() else numeric))


def _asked_times(texts: Texts, spelling: Locale) -> ColumnReading:
    known = _as_times(texts, spelling)
    if known is None:
        raise CellError("not a time", *first_misfit(texts))
    return known


def _guessed(texts: Texts, guessing: bool, spelling: Locale) -> ColumnReading | None:
    """Find truth values, numbers or times among texts; None if these are texts."""
    if texts.matching(_TRUTH).all():
        return ColumnReading(_truth(texts))
    plain = texts.matching(PLAIN)
    if plain.all() and not guessing:
        return None
    known = _as_numbers(texts, spelling) or _as_times(texts, spelling)
    if known is not None or not guessing:
        return known
    found = numerals(texts.distinct)
    numeric = plain | found.likely
    if numeric.all():
        return ColumnReading(_few(texts), _unlike(texts, found))
    if numeric.sum() > (~numeric).sum():
        return ColumnReading(_few(texts), Ambiguity("mixed", *texts.first_row(~numeric)))
    return None


def _unlike(texts: Texts, found: ParsedNumbers) -> Ambiguity:
    """Say which cell does not go with the others, although all are numbers."""
    if found.one_unit:
        return Ambiguity("mixed", *texts.first_row(~found.fitting["."]))
    common, _ = Counter(found.units).most_common(1)[0]
    return Ambiguity("units", *texts.first_row(np.array([unit != common for unit in found.units])))


def _as_numbers(texts: Texts, spelling: Locale) -> ColumnReading | None:
    """Read texts that are all numbers, whichever way they are written; None if one is not."""
    is_plain = bool(texts.matching(PLAIN).all())
    if is_plain and not spelling.has_commas:
        plain = _spread(texts, plain_values(texts.distinct))
        return ColumnReading(_noted(plain, spelling.mark if plain.whole else ".", spelling))
    found = numerals(texts.distinct)
    marks = found.marks()
    if not marks or not found.one_unit:
        return ColumnReading(_spread(texts, plain_values(texts.distinct))) if is_plain else None
    mark = spelling.mark if spelling.mark in marks else marks[0]
    column = _noted(_spread(texts, found.values[mark]), mark, spelling)
    return ColumnReading(column, _doubtful_mark(texts, found, mark, spelling))


def _doubtful_mark(
    texts: Texts, found: ParsedNumbers, mark: Mark, spelling: Locale
) -> Ambiguity | None:
    """Say what speaks against the decimal mark that was taken; None if nothing does."""
    kept = spelling.habit if spelling.habit in MARKS else None
    if spelling.decimal is not None:
        return None
    if len(found.marks()) == 1:
        other: Mark = "," if mark == "." else "."
        is_unlike = kept not in (None, mark)
        return (
            Ambiguity("unlike", *texts.first_row(~found.fitting[other]), mark)
            if is_unlike
            else None
        )
    if not found.differ or (kept is not None and spelling.evident in (None, kept)):
        return None
    shown = texts.first_row(found.values["."] != found.values[","])
    return Ambiguity("decimal", *shown, mark)


def _as_times(texts: Texts, spelling: Locale) -> ColumnReading | None:
    """Read texts that are all times, whichever way they are written; None if one is not."""
    times = text_days(texts)
    if times is not None:
        return ColumnReading(time_column(times, moment_of_texts(texts)))
    found = dates(texts.distinct)
    if found is None:
        return None
    kept = spelling.habit if spelling.habit in ORDERS else None
    if found.others is None or not found.ambiguous:
        column = _spread(texts, found.days, dated=True)
        if found.order is None:
            return ColumnReading(column)
        is_unlike = kept not in (None, found.order) and spelling.dates is None
        doubt = Ambiguity("unlike", *_telling(texts), found.order) if is_unlike else None
        return ColumnReading(_noted(column, found.order, spelling), doubt)
    days = found.days if spelling.order == "dmy" else found.others
    column = _noted(_spread(texts, days, dated=True), spelling.order, spelling)
    if spelling.dates is not None or kept is not None:
        return ColumnReading(column)
    shown = texts.first_row(found.days != found.others)
    return ColumnReading(column, Ambiguity("dates", *shown, spelling.order))


def _telling(texts: Texts) -> tuple[int, str]:
    """Return the first row whose date alone has only one order, and its text."""
    for row, code in enumerate(texts.codes.tolist(), 1):
        alone = None if code < 0 else dates(texts.distinct.slice(code, 1))
        if alone is not None and alone.order is not None:
            return row, str(texts.distinct[code])
    raise AssertionError  # the order of all is that of one of them


def _noted(column: NumberColumn, taken: str, spelling: Locale) -> NumberColumn:
    """Note how a column was written, where another file could be taken to write otherwise."""
    return replace(column, habit=spelling.noted(taken))


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
