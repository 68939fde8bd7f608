"""What a column holds, decided in one way for files, DataFrames and arrays.

A column on its way in is one of Arrow. :func:`read_column` finds out what it holds, or takes it as
what it is asked to be, and makes a column of a table of it.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import pyarrow as pa

from owlboost._typing import Floats
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.texts import Texts, as_texts, is_text, positions
from owlboost.tables.times import TIME_LIKE, days, first_misfit, is_time, text_days

Kind = Literal["number", "truth", "category", "time"]
"""What a column holds. A time is a number of days: since 1970, since midnight, or of a duration."""

KINDS: tuple[Kind, ...] = get_args(Kind)

MAX_TEXTS = 100
"""A text column with more different texts names its rows rather than describing them."""

Flaw = Literal[
    "not a number",
    "not a time",
    "not a truth value",
    "mostly numbers",
    "comma",
    "infinite",
    "not a text",
    "not UTF-8",
]
"""What can be wrong with a cell."""

_EMPTY = "it is empty."

_NUMBER = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$|^[+-]?(?i:inf|infinity)$"
_COMMA_NUMBER = r"^[+-]?[0-9]*(?:,[0-9]+)+$"
_TRUTH = r"^(?i:true|false)$"
_TRUTH_OR_BIT = r"^(?i:true|false|0|1)$"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A column that gives no data property, and why."""

    reason: str
    wordy: bool = False
    """Whether it has too many texts, and would be kept if it were asked for as categories."""


class MisfitError(Exception):
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
    >>> kind_of(NumberColumn(np.array([18_292.0]), is_time=True))
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
        return NumberColumn(np.full(n_rows, np.nan), is_time=kind == "time")
    return SymbolColumn(np.full(n_rows, -1), (False, True) if kind == "truth" else ())


def read_column(
    column: Any, kind: Kind | None = None, *, guessing: bool = False
) -> Column | LeftOut:
    """Read an Arrow column as what it holds, or as what it is asked to be.

    Numbers, truth values and times are told by the type of the column; texts are categories, unless
    there are too many of them. A dictionary was made by somebody who wants categories, so they are
    kept whatever their number. Where a number is asked for, a truth value is 0 or 1, and a time its
    days.

    Parameters
    ----------
    column
        A chunked array.
    kind
        What it is to be read as.
    guessing
        Whether the types were guessed from text, so that texts may still turn out to be numbers,
        truth values or times: so in text files only.

    Raises
    ------
    MisfitError
        A cell is not of the kind, or is infinite.

    Examples
    --------
    >>> read_column(pa.chunked_array([["79", "?", " .5"]]), guessing=True).values
    array([79. ,  nan,  0.5])
    >>> read_column(pa.chunked_array([["79", "?", " .5"]])).values
    ('.5', '79')
    >>> read_column(pa.chunked_array([pa.nulls(3)])).reason
    'it is empty.'
    """
    if pa.types.is_dictionary(column.type):
        kind = kind or "category"
        plain = [chunk.dictionary_decode() for chunk in column.chunks]
        column = pa.chunked_array(plain, column.type.value_type)
    if guessing and pa.types.is_binary(column.type):  # such a file has bytes where it is not UTF-8
        raise MisfitError("not UTF-8")
    found = LeftOut(_EMPTY) if pa.types.is_null(column.type) else _typed(column, kind)
    if found is None:
        found = _from_texts(_texts(column), kind, guessing)
    if isinstance(found, LeftOut):
        return found
    if not found.present.any():
        return LeftOut(_EMPTY)
    if isinstance(found, NumberColumn):
        _require_finite(found)
    return found


def _typed(column: Any, kind: Kind | None) -> Column | LeftOut | None:
    """Read a column by its type, or None if its texts decide."""
    match _kind_of_type(column.type), kind:
        case "truth", None | "truth":
            return SymbolColumn(positions(column.cast(pa.int32())), (False, True))
        case "truth", "number":
            return NumberColumn(_floats(column.cast(pa.int8())))
        case "number", None | "number":
            return NumberColumn(_floats(column))
        case "time", None | "number" | "time":
            return NumberColumn(days(column), is_time=True)
        case None, None:
            return LeftOut(f"its values ({column.type}) are neither numbers nor texts.")
        case _:
            return None


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
        raise MisfitError("not a text", text=str(column.type)) from None


def _from_texts(texts: Texts, kind: Kind | None, guessing: bool) -> Column | LeftOut:
    match kind:
        case "category":
            return _category(texts)
        case "truth":
            fitting = texts.matching(_TRUTH_OR_BIT)
            if not fitting.all():
                raise MisfitError("not a truth value", *texts.first_row(~fitting))
            return _truth(texts)
        case "number":
            return _asked_numbers(texts)
        case "time":
            return _asked_times(texts)
        case None:
            found = _guessed(texts) if guessing and len(texts.distinct) else None
            return _few(texts) if found is None else found


def _asked_numbers(texts: Texts) -> NumberColumn:
    numeric = texts.matching(_NUMBER)
    if numeric.all():
        return _numbers(texts)
    times = text_days(texts)
    if times is not None:
        return NumberColumn(times, is_time=True)
    if 2 * texts.matching(TIME_LIKE).sum() > numeric.size:
        raise MisfitError("not a time", *first_misfit(texts))
    raise MisfitError("not a number", *texts.first_row(~numeric))


def _asked_times(texts: Texts) -> NumberColumn:
    times = text_days(texts)
    if times is None:
        raise MisfitError("not a time", *first_misfit(texts))
    return NumberColumn(times, is_time=True)


def _guessed(texts: Texts) -> Column | None:
    """Find truth values, numbers or times among the texts of a text file."""
    if texts.matching(_TRUTH).all():
        return _truth(texts)
    numeric = texts.matching(_NUMBER)
    if numeric.sum() > (~numeric).sum():
        if not numeric.all():
            raise MisfitError("mostly numbers", *texts.first_row(~numeric))
        return _numbers(texts)
    times = text_days(texts)
    if times is not None:
        return NumberColumn(times, is_time=True)
    commas = texts.matching(_COMMA_NUMBER)
    if commas.any() and (commas | numeric).all():
        raise MisfitError("comma", *texts.first_row(commas))
    return None


def _few(texts: Texts) -> Column | LeftOut:
    if len(texts.distinct) > MAX_TEXTS:
        return LeftOut(f"it has {len(texts.distinct)} different texts.", wordy=True)
    return _category(texts)


def _require_finite(column: NumberColumn) -> None:
    infinite = np.isinf(column.values)
    if infinite.any():
        raise MisfitError("infinite", int(np.argmax(infinite)) + 1)


def _floats(column: Any) -> Floats:
    values: Floats = column.cast(pa.float64(), safe=False).to_numpy()
    return values


def _numbers(texts: Texts) -> NumberColumn:
    values = texts.distinct.cast(pa.float64()).to_numpy(zero_copy_only=False)
    return NumberColumn(np.append(values, np.nan)[texts.codes])


def _truth(texts: Texts) -> SymbolColumn:
    values = [int(text.lower() in ("true", "1")) for text in texts.distinct.to_pylist()]
    return SymbolColumn(np.array([*values, -1], dtype=np.int32)[texts.codes], (False, True))


def _category(texts: Texts) -> SymbolColumn:
    return SymbolColumn(texts.codes, tuple(texts.distinct.to_pylist()))
