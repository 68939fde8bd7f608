"""The cells of a column as texts: stripped, numbered, and which of them are missing."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.names import Names
from owlboost.tables.buffers import integers, text, texts, truths
from owlboost.tables.columns import value_text

MISSING = ("", "?", "NA", "NaN", "nan", "N/A", "null", "None")
"""How a missing cell is written."""

TRUE_WORDS = ("true", "True", "TRUE")
FALSE_WORDS = ("false", "False", "FALSE")


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

    def names(self) -> Names:
        """Return the text of every row; no cell may be missing."""
        known = self.distinct.to_pylist()
        return Names(known[code] for code in self.codes.tolist())

    def matching(self, pattern: str) -> Mask:
        """Which of the different texts match a regular expression."""
        return truths(pc.match_substring_regex(self.distinct, pattern))


def as_texts(column: Any) -> Texts:
    """Write the cells of an Arrow column as texts, find the missing ones and number the others.

    Whole numbers are written without a decimal point, whatever their type.

    Raises
    ------
    pyarrow.ArrowException
        The cells are lists, records or the like.

    Examples
    --------
    >>> texts = as_texts(pa.chunked_array([["b ", "?", "a", "b"]]))
    >>> texts.codes, texts.distinct.to_pylist()
    (array([ 1, -1,  0,  1], dtype=int32), ['a', 'b'])
    >>> as_texts(pa.chunked_array([[3.0, float("nan"), 0.5]])).distinct.to_pylist()
    ['0.5', '3']
    """
    encoded = _encodable(column).combine_chunks().dictionary_encode()
    stripped = pc.utf8_trim_whitespace(_written(encoded.dictionary))
    missing = pc.is_in(stripped, value_set=texts(MISSING))
    merged = pc.if_else(missing, text(None), stripped).dictionary_encode()
    order = pc.sort_indices(merged.dictionary)
    rank = np.empty(len(order) + 1, dtype=np.int32)
    rank[integers(order)] = np.arange(len(order), dtype=np.int32)
    rank[-1] = -1
    renumbered = np.append(rank[positions(merged.indices)], np.int32(-1))
    return Texts(renumbered[positions(encoded.indices)], merged.dictionary.take(order))


def is_text(type_: Any) -> bool:
    """Whether an Arrow type is one of texts."""
    kind_of = pa.types
    return bool(
        kind_of.is_string(type_) or kind_of.is_large_string(type_) or kind_of.is_string_view(type_)
    )


def positions(indices: Any) -> Ids:
    """Return integers of Arrow as an array, with −1 where one is missing."""
    return integers(indices, missing=-1).astype(np.int32)


def _encodable(column: Any) -> Any:
    """Widen types of which Arrow cannot tell the different values."""
    if is_text(column.type):
        return column.cast(pa.large_string())
    return column.cast(pa.float64()) if pa.types.is_floating(column.type) else column


def _written(values: Any) -> Any:
    """Write numbers and times as Python does, without zeros that say nothing."""
    if pa.types.is_floating(values.type):
        return texts(None if value is None else value_text(value) for value in values.to_pylist())
    if pa.types.is_timestamp(values.type):
        rounded = values.cast(pa.timestamp("us", values.type.tz), safe=False)
        return texts(None if value is None else str(value) for value in rounded.to_pylist())
    return values.cast(pa.large_string())
