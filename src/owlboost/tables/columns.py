"""Columns of numbers and symbols, and columns derived from them."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from owlboost.errors import SourceError
from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.calendar import Moment

_LARGEST_EXACT = 2.0**53


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumn:
    """One number per row, NaN where the cell is missing.

    Examples
    --------
    >>> NumberColumn(np.array([79.0, np.nan])).present
    array([ True, False])
    """

    values: Floats
    moment: Moment | None = None
    """Meaning of the numbers if they are days: dates, times or durations."""
    habit: str | None = None
    """Convention of the cells, if another file could read them differently (:class:`.Locale`)."""

    def __post_init__(self) -> None:
        values = np.ascontiguousarray(self.values, dtype=np.float64)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def present(self) -> Mask:
        """The rows with a value."""
        return ~np.isnan(self.values)

    @property
    def is_time(self) -> bool:
        """Whether the numbers are days of dates or times."""
        return self.moment is not None

    @property
    def whole(self) -> bool:
        """Whether all values are integers that a double holds exactly."""
        values = self.values[self.present]
        return bool((np.trunc(values) == values).all() and (np.abs(values) < _LARGEST_EXACT).all())


@dataclass(frozen=True, slots=True, eq=False)
class SymbolColumn:
    """One truth value or category per row, as positions in ``values``.

    The position of a missing value is −1.

    Examples
    --------
    >>> SymbolColumn(np.array([1, -1, 0], dtype=np.int32), ("blue", "red")).present
    array([ True, False,  True])
    """

    codes: Ids
    values: tuple[bool | str, ...]

    def __post_init__(self) -> None:
        codes = np.ascontiguousarray(self.codes, dtype=np.int32)
        codes.flags.writeable = False
        object.__setattr__(self, "codes", codes)

    @property
    def present(self) -> Mask:
        """The rows with a value."""
        return self.codes >= 0

    @property
    def is_truth(self) -> bool:
        """Whether the values are true and false, not categories."""
        return all(isinstance(value, bool) for value in self.values)


Column = NumberColumn | SymbolColumn


def value_text(value: float | bool | str) -> str:
    """Write a value as in a table: integers without a decimal point.

    Examples
    --------
    >>> value_text(1.0), value_text(0.28), value_text(True), value_text("red")
    ('1', '0.28', 'true', 'red')
    """
    match value:
        case str():
            return value
        case bool():
            return str(value).lower()
        case _:
            whole = float(value).is_integer() and abs(value) < _LARGEST_EXACT
            return str(int(value)) if whole else repr(float(value))


def distinct_values(column: Column) -> tuple[tuple[float | bool | str, ...], Ids]:
    """Return the distinct values, ascending, and each row's position among them.

    The position of a missing value is −1.

    Examples
    --------
    >>> distinct_values(NumberColumn(np.array([2.0, 1.0, np.nan, 2.0])))
    ((1.0, 2.0), array([ 1,  0, -1,  1], dtype=int32))
    """
    present = column.present
    positions = np.full(present.size, -1, dtype=np.int32)
    match column:
        case NumberColumn(values):
            distinct, positions[present] = np.unique(values[present], return_inverse=True)
            return tuple(distinct.tolist()), positions
        case SymbolColumn(codes, symbols):
            used, positions[present] = np.unique(codes[present], return_inverse=True)
            return tuple(symbols[code] for code in used), positions


Part = Literal["month", "weekday", "word"]

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

LEAST_SHARE = 0.01
"""Keep words that occur in at least this share of the texts, and in two of them."""

MOST_WORDS = 200
"""Keep at most this many words, the most frequent ones."""

_WORD = re.compile(r"\b\w\w+\b")
_OF_DATE = re.compile(r"(?P<part>month|weekday) of (?P<column>.+)", re.DOTALL)
_OF_TEXT = re.compile(r'(?P<column>.+) contains "(?P<word>\w\w+)"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DerivedColumn:
    """A column derived from another: its month, weekday or one word."""

    column: str
    part: Part
    word: str = ""

    @property
    def name(self) -> str:
        """The name of the derived column."""
        if self.part == "word":
            return f'{self.column} contains "{self.word}"'
        return f"{self.part} of {self.column}"

    def compute(self, column: Column) -> SymbolColumn:
        """Return the derived column."""
        match column:
            case SymbolColumn() if self.part == "word":
                return _containing(column, self.word)
            case NumberColumn() if self.part == "month":
                return _symbols(column, _months(column), MONTHS)
            case NumberColumn():
                days = np.where(column.present, column.values, 0.0)
                return _symbols(column, (np.floor(days).astype(np.int64) + 3) % 7, WEEKDAYS)
            case _:
                raise TypeError(column)


def derivation_of(name: str) -> DerivedColumn | None:
    """Return the derivation that a column's name states; None if plain.

    Examples
    --------
    >>> derivation_of("month of built")
    DerivedColumn(column='built', part='month', word='')
    >>> derivation_of('comment contains "sea"').word
    'sea'
    >>> derivation_of("price") is None
    True
    """
    dated = _OF_DATE.fullmatch(name)
    if dated is not None:
        return DerivedColumn(dated["column"], "month" if dated["part"] == "month" else "weekday")
    worded = _OF_TEXT.fullmatch(name)
    return None if worded is None else DerivedColumn(worded["column"], "word", worded["word"])


def words_of(text: str) -> set[str]:
    """Return the words of a text.

    Examples
    --------
    >>> sorted(words_of("By the Sea, by day"))
    ['by', 'day', 'sea', 'the']
    """
    return set(_WORD.findall(text.lower()))


def with_derived(
    columns: Mapping[str, Column],
    calendar: Collection[str],
    texts: Collection[str],
    file: str,
) -> dict[str, Column]:
    """Add months and weekdays of columns, and replace texts by words.

    Raises
    ------
    SourceError
        A column has no dates, no word recurs in a text, or a name is taken.
    """
    return with_made(columns, derivations(columns, calendar, texts, file))


def derivations(
    columns: Mapping[str, Column],
    calendar: Collection[str],
    texts: Collection[str],
    file: str,
) -> tuple[DerivedColumn, ...]:
    """Return the derivations of columns: months, weekdays and recurring words.

    Raises
    ------
    SourceError
        A column has no dates, no word recurs in a text, or a name is taken.

    Examples
    --------
    >>> built = NumberColumn(np.array([18_292.0]), "date")
    >>> [made.name for made in derivations({"built": built}, ["built"], [], "hotels.csv")]
    ['month of built', 'weekday of built']
    """
    made: list[DerivedColumn] = []
    for name in calendar:
        if not has_dates(columns.get(name)):
            raise SourceError(
                f"Column {name!r} of {file} does not contain dates, so it has no months and "
                "weekdays; name a column of dates."
            )
        made += (DerivedColumn(name, "month"), DerivedColumn(name, "weekday"))
    for name in texts:
        column = columns.get(name)
        words = frequent_words(column) if isinstance(column, SymbolColumn) else ()
        if not words:
            raise SourceError(
                f"No word recurs in column {name!r} of {file}, so nothing can be learned from its "
                "texts; name a column of longer texts."
            )
        made += (DerivedColumn(name, "word", word) for word in words)
    for derived in made:
        if derived.name in columns and derived.name not in texts:
            raise SourceError(
                f"{file} has a column named {derived.name!r} already, so it cannot be made of "
                f"{derived.column!r}; rename it."
            )
    return tuple(made)


def with_made(columns: Mapping[str, Column], made: Collection[DerivedColumn]) -> dict[str, Column]:
    """Add derived columns, and leave out texts replaced by their words.

    Examples
    --------
    >>> note = SymbolColumn(np.array([0, 1], dtype=np.int32), ("at sea", "in town"))
    >>> sorted(with_made({"note": note}, [DerivedColumn("note", "word", "sea")]))
    ['note contains "sea"']
    """
    texts = {derived.column for derived in made if derived.part == "word"}
    plain = {name: column for name, column in columns.items() if name not in texts}
    return plain | {derived.name: derived.compute(columns[derived.column]) for derived in made}


def has_dates(column: Column | None) -> bool:
    """Whether a column has dates, with or without times of day."""
    return isinstance(column, NumberColumn) and column.moment in ("date", "dateTime")


def frequent_words(column: SymbolColumn) -> tuple[str, ...]:
    """Return the words that enough, but not all, texts contain, in order.

    Examples
    --------
    >>> column = SymbolColumn(np.array([0, 1, 1], dtype=np.int32), ("at sea", "in the city"))
    >>> frequent_words(column)
    ('city', 'in', 'the')
    """
    rows = np.bincount(column.codes[column.present], minlength=len(column.values)).tolist()
    counts: Counter[str] = Counter()
    for text, times in zip(column.values, rows, strict=True):
        for word in words_of(str(text)):
            counts[word] += times
    n_texts = sum(rows)
    least = max(2, math.ceil(LEAST_SHARE * n_texts))
    frequent = [(-times, word) for word, times in counts.items() if least <= times < n_texts]
    return tuple(sorted(word for _, word in sorted(frequent)[:MOST_WORDS]))


def _containing(column: SymbolColumn, word: str) -> SymbolColumn:
    holds = np.array([word in words_of(str(text)) for text in column.values] + [False])
    codes = np.where(column.present, holds[column.codes].astype(np.int32), -1)
    return SymbolColumn(codes.astype(np.int32), (False, True))


def _months(column: NumberColumn) -> np.ndarray:
    days = np.floor(np.where(column.present, column.values, 0.0)).astype(np.int64)
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12
    return np.asarray(months)


def _symbols(column: NumberColumn, places: np.ndarray, names: tuple[str, ...]) -> SymbolColumn:
    return SymbolColumn(np.where(column.present, places, -1).astype(np.int32), names)
