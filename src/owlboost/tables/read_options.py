"""Options for reading a table: its path, choices of a caller, and hints to set them."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from owlboost.errors import Hint, ParameterError
from owlboost.models.source import FileSource, SourceKind, SourceNames, own_options

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel
    from owlboost.tables.table import Table

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
PARQUET_SUFFIX = ".parquet"
SHEET_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
TABLE_SUFFIXES = (*TEXT_SUFFIXES, PARQUET_SUFFIX, *SHEET_SUFFIXES)


def bare_suffix(path: Path) -> str:
    """Return the suffix of a file's name, without ``.gz``."""
    name = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return name.suffix.lower()


def is_table_path(path: str | os.PathLike[str]) -> bool:
    """Whether a file's suffix is that of a table.

    Examples
    --------
    >>> is_table_path("iris.csv"), is_table_path("iris.tsv.gz"), is_table_path("hotel.owl")
    (True, True, False)
    """
    return bare_suffix(Path(path)) in TABLE_SUFFIXES


Kind = Literal["number", "truth", "category", "time"]
"""Kind of a column. A time is a number of days: since 1970, since midnight, or of a duration."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Mark = Literal[".", ","]
"""The decimal mark."""

MARKS: tuple[Mark, ...] = get_args(Mark)

Order = Literal["dmy", "mdy"]
"""Order of a date: the day or the month first."""

ORDERS: tuple[Order, ...] = get_args(Order)

OutOfCore = Literal["auto", "on", "off"]

COLUMNS = Hint("columns", "columns")
ENCODING = Hint("encoding", "encoding")
NO_HEADER = Hint("header", "header=False")
SHEET = Hint("sheet", "sheet")


def as_categories(column: str) -> Hint:
    """Return the hint to read a column as categories.

    Examples
    --------
    >>> print(as_categories("sea view"))
    kinds={'sea view': 'category'}
    """
    return Hint("kinds=category", f"kinds={ {column: 'category'} }", column)


def as_names(column: str) -> Hint:
    """Return the hint to name the rows by a column.

    Examples
    --------
    >>> print(as_names("hotel"))
    id_column='hotel'
    """
    return Hint("id_column", f"id_column={column!r}", column)


def as_decimal(mark: str) -> Hint:
    """Return the hint to set the decimal mark.

    Examples
    --------
    >>> print(as_decimal(","))
    decimal=','
    """
    return Hint("decimal", f"decimal={mark!r}", mark)


def as_dates(order: str) -> Hint:
    """Return the hint to set the order of day and month.

    Examples
    --------
    >>> print(as_dates("dmy"))
    dates='dmy'
    """
    return Hint("dates", f"dates={order!r}", order)


@dataclass(frozen=True, slots=True)
class Locale:
    """The conventions of numbers and dates in a file.

    Attributes
    ----------
    decimal, dates
        The user's decimal mark and order of day and month; None if not given.
    evident
        The decimal mark that other columns show; None if none does, or if they contradict.
    semicolons
        Whether ``;`` separates the cells.
    habits
        Column → its convention (decimal mark or order of day and month) in the table that a model
        was learned from.
    habit
        That of the column at hand.

    Examples
    --------
    >>> Locale(semicolons=True).mark, Locale().mark, Locale(evident=",").order
    (',', '.', 'dmy')
    """

    decimal: Mark | None = None
    dates: Order | None = None
    evident: Mark | None = None
    semicolons: bool = False
    habits: Mapping[str, str] = field(default_factory=dict)
    habit: str | None = None

    @property
    def mark(self) -> Mark:
        """The decimal mark of numbers that could have either."""
        return self._stated_mark or ("," if self.semicolons else ".")

    @property
    def _stated_mark(self) -> Mark | None:
        learned: Mark | None = next((mark for mark in MARKS if mark == self.habit), None)
        return self.decimal or learned or self.evident

    @property
    def has_commas(self) -> bool:
        """Whether numbers such as ``1.234`` have a decimal comma."""
        return self._stated_mark == ","

    @property
    def order(self) -> Order:
        """The order of dates that could have either."""
        learned: Order | None = next((order for order in ORDERS if order == self.habit), None)
        return self.dates or learned or ("dmy" if self.mark == "," else "mdy")

    def for_column(self, column: str) -> "Locale":
        """Return the locale of one column.

        Examples
        --------
        >>> Locale(habits={"price": ","}).for_column("price").mark
        ','
        """
        return replace(self, habits={}, habit=self.habits.get(column))

    def mark_to_remember(self, assumed: Mark, *, either: bool = False) -> Mark | None:
        """Return a column's decimal mark if a similar file might not show it, else None.

        Parameters
        ----------
        assumed
            The mark with which the column was read.
        either
            Whether a cell would be another number with the other mark.

        Examples
        --------
        >>> Locale().mark_to_remember("."), Locale().mark_to_remember(",")
        (None, ',')
        >>> Locale(evident=",").mark_to_remember(".")
        '.'
        >>> Locale().mark_to_remember(".", either=True)
        '.'
        """
        usual: Mark = "," if self.semicolons else "."
        return None if assumed == usual == (self.evident or usual) and not either else assumed

    @property
    def commas(self) -> frozenset[str]:
        """The columns in which ``1.234`` has a decimal comma."""
        return frozenset(name for name in self.habits if self.for_column(name).has_commas)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options for reading a table; by default they are inferred.

    :func:`~owlboost.tables.reading.read_table` describes them. They are hashable, without the
    mappings, and equal if everything is.

    Raises
    ------
    ParameterError
        One of them is not among its choices.

    Examples
    --------
    >>> ReadOptions(kinds={"price": "colour"})
    Traceback (most recent call last):
    owlboost.errors.ParameterError: kinds must be one of number, truth, category, time, not \
'colour' (column 'price').
    """

    header: bool = True
    columns: tuple[str, ...] | None = None
    id_column: str | None = None
    kinds: Mapping[str, Kind] = field(default_factory=dict, hash=False)
    leave_out: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    encoding: str | None = None
    decimal: Mark | None = None
    dates: Order | None = None
    sheet: str | None = None
    calendar: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    out_of_core: OutOfCore = "auto"
    habits: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name, kind in self.kinds.items():
            if kind not in KINDS:
                raise ParameterError(
                    f"kinds must be one of {', '.join(KINDS)}, not {kind!r} (column {name!r})."
                )
        for name, given, choices in (
            ("decimal", self.decimal, MARKS),
            ("dates", self.dates, ORDERS),
        ):
            if given is not None and given not in choices:
                listed = " or ".join(map(repr, choices))
                raise ParameterError(f"{name} must be {listed}, not {given!r}.")
        if self.out_of_core not in get_args(OutOfCore):
            raise ParameterError(f"out_of_core must be auto, on or off, not {self.out_of_core!r}.")

    @property
    def all_kinds(self) -> dict[str, Kind]:
        """The kinds that are given, and those of texts."""
        texts: dict[str, Kind] = dict.fromkeys(self.texts, "category")
        return {**self.kinds, **texts}

    @property
    def locale(self) -> Locale:
        """The conventions of numbers and dates, as far as given."""
        return Locale(self.decimal, self.dates, habits=self.habits)


@dataclass(frozen=True, slots=True)
class TablePath(FileSource):
    """The file of a table, and how it is read."""

    options: ReadOptions
    kind: SourceKind = "table"

    def open(self) -> "Table":
        """Read the table."""
        from owlboost.tables.reading import read_table_with

        return read_table_with(self.path, self.options)

    def open_for(self, model: "TrainedModel") -> "Table":
        """Read the columns that a model needs."""
        from owlboost.tables.partial_reads import read_table_for

        return read_table_for(model.hypothesis, self.path, model.lexicon, self.options)

    def portions(self, model: "TrainedModel", rows: int) -> "Iterator[Table]":
        """Read these columns, some rows at a time."""
        from owlboost.tables.partial_reads import portions_for

        return portions_for(model.hypothesis, self.path, rows, model.lexicon, self.options)

    def rule_names(self) -> SourceNames:
        """Return the names of the columns; the cells are read late."""
        from owlboost.tables.facts import names_of_columns
        from owlboost.tables.reading import column_names

        names = column_names(self.path, self.options)
        return names_of_columns(names, self.name, lambda: self.open().knowledge_base())


def table_path(thing: object, options: tuple[object, ...]) -> TablePath | None:
    """Return a path as a source, if its name is that of a table."""
    if not isinstance(thing, str | os.PathLike) or not is_table_path(thing):
        return None
    return TablePath(Path(thing), own_options(ReadOptions, options))
