"""Options for reading a file, and hints to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypedDict

from owlboost.errors import Hint, ParameterError
from owlboost.tables.dates import ORDERS, Order
from owlboost.tables.numbers import MARKS, Mark

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
    """The spelling of numbers and dates in a file.

    Attributes
    ----------
    decimal, dates
        The user's decimal mark and order of day and month; None if not given.
    evident
        The decimal mark that other columns show; None if none does, or if they contradict.
    semicolons
        Whether ``;`` separates the cells.
    habits
        Column → spelling of its cells in the table that a model was learned from.
    habit
        The spelling of the column at hand.

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

    def __post_init__(self) -> None:
        for name, given, choices in (
            ("decimal", self.decimal, MARKS),
            ("dates", self.dates, ORDERS),
        ):
            if given is not None and given not in choices:
                listed = " or ".join(map(repr, choices))
                raise ParameterError(f"{name} must be {listed}, not {given!r}.")

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
        """Return the spelling of one column.

        Examples
        --------
        >>> Locale(habits={"price": ","}).for_column("price").mark
        ','
        """
        return replace(self, habits={}, habit=self.habits.get(column))

    def noted(self, taken: str) -> str | None:
        """Return a spelling to remember; None if the file alone shows it.

        Examples
        --------
        >>> Locale().noted("."), Locale().noted(","), Locale(evident=",").noted(".")
        (None, ',', '.')
        """
        usual = Locale(semicolons=self.semicolons)
        shown = usual if self.evident is None else Locale(evident=self.evident)
        is_usual = all(taken in (spelling.mark, spelling.order) for spelling in (usual, shown))
        return None if is_usual else taken

    @property
    def commas(self) -> frozenset[str]:
        """The columns in which ``1.234`` has a decimal comma."""
        return frozenset(name for name in self.habits if self.for_column(name).has_commas)


@dataclass(frozen=True, slots=True)
class TextManner:
    """The user's options for a text file; others are found out.

    Attributes
    ----------
    header
        Whether the first row names the columns.
    names
        Names for the columns of a file without a header.
    encoding
        The encoding of letters.
    """

    header: bool = True
    names: tuple[str, ...] | None = None
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """The user's options for a file; others are found out.

    Attributes
    ----------
    text
        Options for text files; the names are for spreadsheets as well.
    sheet
        Name of the sheet of a workbook.
    spelling
        The spelling of numbers and dates.
    """

    text: TextManner = field(default_factory=TextManner)
    sheet: str | None = None
    spelling: Locale = field(default_factory=Locale)


OutOfCore = Literal["auto", "on", "off"]


class ReadingOptions(TypedDict, total=False):
    """Options of :func:`~owlboost.tables.reading.read_table`."""

    header: bool
    columns: Sequence[str] | None
    id_column: str | None
    encoding: str | None
    decimal: Mark | None
    dates: Order | None
    sheet: str | None
    out_of_core: OutOfCore
