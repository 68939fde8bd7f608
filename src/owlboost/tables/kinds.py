"""What a column of a file holds: numbers, truth values, categories, or nothing of use."""

import shlex
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost._typing import Floats, Ids, Mask
from owlboost.errors import SourceError
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn

Kind = Literal["number", "truth", "category"]
KINDS: tuple[Kind, ...] = ("number", "truth", "category")

MISSING = ("", "?", "NA", "NaN", "nan", "N/A", "null", "None")
"""How a missing cell is written."""

MAX_TEXTS = 100
"""A text column with more different texts names its rows rather than describing them."""

TRUE_WORDS = ("true", "True", "TRUE")
FALSE_WORDS = ("false", "False", "FALSE")

_NUMBER = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$|^[+-]?(?i:inf|infinity)$"
_COMMA_NUMBER = r"^[+-]?[0-9]*(?:,[0-9]+)+$"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A column that gives no data property, and why."""

    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A column of text: the different texts, sorted, and each row's position among them."""

    codes: Ids
    """−1 where the cell is missing."""
    distinct: Any
    """Arrow array of strings, stripped of surrounding space."""

    def first_row(self, wanted: Mask) -> tuple[int, str]:
        """Return the first row (from 1) whose text is wanted, and the text."""
        row = int(np.argmax((self.codes >= 0) & wanted[self.codes]))
        return row + 1, str(self.distinct[int(self.codes[row])])


def as_texts(column: Any) -> Texts:
    """Strip the cells of an Arrow column, find the missing ones and number the others.

    Examples
    --------
    >>> texts = as_texts(pa.chunked_array([["b ", "?", "a", "b"]]))
    >>> texts.codes, texts.distinct.to_pylist()
    (array([ 1, -1,  0,  1], dtype=int32), ['a', 'b'])
    """
    encoded = column.cast(pa.large_string()).combine_chunks().dictionary_encode()
    stripped = pc.utf8_trim_whitespace(encoded.dictionary)
    missing = pc.is_in(stripped, value_set=pa.array(MISSING, pa.large_string()))
    merged = pc.if_else(missing, pa.scalar(None, pa.large_string()), stripped).dictionary_encode()
    order = pc.sort_indices(merged.dictionary)
    rank = np.empty(len(order) + 1, dtype=np.int32)
    rank[order.to_numpy()] = np.arange(len(order), dtype=np.int32)
    rank[-1] = -1
    renumbered = np.append(rank[_codes(merged.indices)], np.int32(-1))
    return Texts(renumbered[_codes(encoded.indices)], merged.dictionary.take(order))


def _codes(indices: Any) -> Ids:
    codes: Ids = pc.fill_null(indices, -1).to_numpy(zero_copy_only=False).astype(np.int32)
    return codes


def _matching(distinct: Any, pattern: str) -> Mask:
    matches: Mask = pc.match_substring_regex(distinct, pattern).to_numpy(zero_copy_only=False)
    return matches.astype(np.bool_)


@dataclass(frozen=True, slots=True)
class ColumnReader:
    """Turns the Arrow columns of one file into columns of a table.

    Attributes
    ----------
    file
        Name of the file, for messages.
    guessing
        Whether text may turn out to be numbers: so in text files, not in Parquet.

    Examples
    --------
    >>> reader = ColumnReader("hotels.csv", guessing=True)
    >>> reader.read("price", pa.chunked_array([["79", "?", " .5"]]), None).values
    array([79. ,  nan,  0.5])
    >>> reader.read("note", pa.chunked_array([pa.nulls(3)]), None).reason
    'it has no value.'
    """

    file: str
    guessing: bool

    def read(self, name: str, column: Any, kind: Kind | None) -> Column | LeftOut:
        """Read one column, as ``kind`` if one is asked for."""
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        found = self._typed(name, column, kind)
        if found is None:
            found = self._from_texts(name, self._texts(name, column), kind)
        if isinstance(found, LeftOut):
            return found
        if not found.present.any():
            return LeftOut("it has no value.")
        if isinstance(found, NumberColumn):
            self._require_finite(name, found)
        return found

    def _typed(self, name: str, column: Any, kind: Kind | None) -> Column | LeftOut | None:
        """Read a column by its type in the file, or None if its texts decide."""
        kind_of = pa.types
        if kind in (None, "truth") and kind_of.is_boolean(column.type):
            return SymbolColumn(_codes(column.cast(pa.int32())), (False, True))
        if kind in (None, "number") and _is_number(column.type):
            return NumberColumn(_floats(column))
        if kind is not None or _is_text(column.type):
            return None
        if kind_of.is_null(column.type):
            return LeftOut("it has no value.")
        if kind_of.is_temporal(column.type):
            return LeftOut(
                f"it holds dates or times. Use {_option('categorical', name)} to keep them as "
                "texts."
            )
        if self.guessing:  # a text file has bytes only where they are not UTF-8
            raise SourceError(f"{self.file} is not in UTF-8: column {name!r} has other bytes.")
        return LeftOut(f"its values ({column.type}) are neither numbers nor texts.")

    def _texts(self, name: str, column: Any) -> Texts:
        try:
            return as_texts(column)
        except pa.ArrowException:
            raise SourceError(
                f"Column {name!r} of {self.file} has values ({column.type}) that cannot be read "
                f"as texts; leave it out."
            ) from None

    def _from_texts(self, name: str, texts: Texts, kind: Kind | None) -> Column | LeftOut:
        match kind:
            case "category":
                return _category(texts)
            case "number":
                numeric = _matching(texts.distinct, _NUMBER)
                self._require(name, texts, numeric, "is to be read as numbers")
                return _numbers(texts)
            case "truth":
                truth = _matching(texts.distinct, r"^(?i:true|false|0|1)$")
                self._require(name, texts, truth, "is to be read as true and false")
                return _truth(texts)
            case None:
                return self._guessed(name, texts)

    def _guessed(self, name: str, texts: Texts) -> Column | LeftOut:
        if self.guessing and len(texts.distinct):
            if _matching(texts.distinct, r"^(?i:true|false)$").all():
                return _truth(texts)
            numeric = _matching(texts.distinct, _NUMBER)
            if numeric.sum() > (~numeric).sum():
                self._require(name, texts, numeric, "is mostly numbers", guessed=True)
                return _numbers(texts)
            self._refuse_commas(name, texts, numeric)
        if len(texts.distinct) > MAX_TEXTS:
            return LeftOut(
                f"{len(texts.distinct)} different texts. Use {_option('id', name)} to name the "
                f"rows by it, or {_option('categorical', name)} to keep it."
            )
        return _category(texts)

    def _require(
        self, name: str, texts: Texts, fitting: Mask, claim: str, *, guessed: bool = False
    ) -> None:
        if not fitting.all():
            row, text = texts.first_row(~fitting)
            way_out = (
                f"write ? if it is missing, or use {_option('categorical', name)}"
                if guessed
                else "or write ? if it is missing"
            )
            raise SourceError(
                f"Column {name!r} of {self.file} {claim}, but row {row} has {_cut(text)}: mend the "
                f"cell, {way_out}."
            )

    def _refuse_commas(self, name: str, texts: Texts, numeric: Mask) -> None:
        commas = _matching(texts.distinct, _COMMA_NUMBER)
        if commas.any() and (commas | numeric).all():
            row, text = texts.first_row(commas)
            raise SourceError(
                f"Column {name!r} of {self.file} has numbers with commas, such as {_cut(text)} in "
                f"row {row}: write a decimal point and no thousands separators, or use "
                f"{_option('categorical', name)}."
            )

    def _require_finite(self, name: str, column: NumberColumn) -> None:
        infinite = np.isinf(column.values)
        if infinite.any():
            raise SourceError(
                f"Column {name!r} of {self.file} has an infinite number in row "
                f"{int(np.argmax(infinite)) + 1}: mend the cell or write ? if it is missing."
            )


def _is_number(type_: Any) -> bool:
    kind_of = pa.types
    return bool(
        kind_of.is_integer(type_) or kind_of.is_floating(type_) or kind_of.is_decimal(type_)
    )


def _is_text(type_: Any) -> bool:
    kind_of = pa.types
    return bool(
        kind_of.is_string(type_) or kind_of.is_large_string(type_) or kind_of.is_string_view(type_)
    )


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


def _option(option: str, column: str) -> str:
    """Write an option with the name of a column, as a shell takes it."""
    return f"--{option} {shlex.quote(column)}"


def _cut(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
