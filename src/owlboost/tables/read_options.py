"""How to read a file, as users say it, and hints to that."""

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
    """Take a column as categories.

    Examples
    --------
    >>> print(as_categories("sea view"))
    kinds={'sea view': 'category'}
    """
    return Hint("kinds=category", f"kinds={ {column: 'category'} }", column)


def as_names(column: str) -> Hint:
    """Name the rows by a column.

    Examples
    --------
    >>> print(as_names("hotel"))
    id_column='hotel'
    """
    return Hint("id_column", f"id_column={column!r}", column)


def as_decimal(mark: str) -> Hint:
    """Say what stands before decimals.

    Examples
    --------
    >>> print(as_decimal(","))
    decimal=','
    """
    return Hint("decimal", f"decimal={mark!r}", mark)


def as_dates(order: str) -> Hint:
    """Say whether the day or the month comes first.

    Examples
    --------
    >>> print(as_dates("dmy"))
    dates='dmy'
    """
    return Hint("dates", f"dates={order!r}", order)


@dataclass(frozen=True, slots=True)
class Locale:
    """Habits of a file.

    Attributes
    ----------
    decimal, dates
        What the user says of decimal marks and of the order of day and month; None if nothing.
    evident
        The decimal mark that other columns show; None if none does, or if they contradict.
    semicolons
        Whether ``;`` parts the cells.
    habits
        Column → how its cells were written in the table that a model was learned from.
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

    def __post_init__(self) -> None:
        for name, given, known in (
            ("decimal", self.decimal, MARKS),
            ("dates", self.dates, ORDERS),
        ):
            if given is not None and given not in known:
                choices = " or ".join(map(repr, known))
                raise ParameterError(f"{name} must be {choices}, not {given!r}.")

    @property
    def mark(self) -> Mark:
        """The decimal mark of numbers that could have either."""
        return self._told_mark or ("," if self.semicolons else ".")

    @property
    def _told_mark(self) -> Mark | None:
        kept: Mark | None = next((mark for mark in MARKS if mark == self.habit), None)
        return self.decimal or kept or self.evident

    @property
    def has_commas(self) -> bool:
        """Whether even a number such as ``1.234`` should be read with a decimal comma."""
        return self._told_mark == ","

    @property
    def order(self) -> Order:
        """What comes first in dates that could have either order."""
        kept: Order | None = next((order for order in ORDERS if order == self.habit), None)
        return self.dates or kept or ("dmy" if self.mark == "," else "mdy")

    def of(self, column: str) -> "Locale":
        """Return how a column is written.

        Examples
        --------
        >>> Locale(habits={"price": ","}).of("price").mark
        ','
        """
        return replace(self, habits={}, habit=self.habits.get(column))

    def noted(self, taken: str) -> str | None:
        """Return what to keep of how a column was read; None if its file alone tells it again.

        Examples
        --------
        >>> Locale().noted("."), Locale().noted(","), Locale(evident=",").noted(".")
        (None, ',', '.')
        """
        usual = Locale(semicolons=self.semicolons)
        shown = usual if self.evident is None else Locale(evident=self.evident)
        is_usual = all(taken in (one.mark, one.order) for one in (usual, shown))
        return None if is_usual else taken

    @property
    def commas(self) -> frozenset[str]:
        """Columns in which even ``1.234`` should be read with a decimal comma."""
        return frozenset(name for name in self.habits if self.of(name).has_commas)


@dataclass(frozen=True, slots=True)
class TextManner:
    """What the user tells about a text file; what is not told is found out.

    Attributes
    ----------
    header
        Whether the first row names the columns.
    names
        Names for the columns of a file without a header.
    encoding
        How letters are encoded.
    """

    header: bool = True
    names: tuple[str, ...] | None = None
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """What the user tells about a file; what is not told is found out.

    Attributes
    ----------
    text
        About one of text; the names go for spreadsheets as well.
    sheet
        Name of the sheet of a workbook.
    spelling
        How numbers and dates are written.
    """

    text: TextManner = field(default_factory=TextManner)
    sheet: str | None = None
    spelling: Locale = field(default_factory=Locale)


OutOfCore = Literal["auto", "on", "off"]


class ReadingOptions(TypedDict, total=False):
    """How to read a file, as :func:`~owlboost.tables.reading.read_table` is told."""

    header: bool
    columns: Sequence[str] | None
    id_column: str | None
    encoding: str | None
    decimal: Mark | None
    dates: Order | None
    sheet: str | None
    out_of_core: OutOfCore
