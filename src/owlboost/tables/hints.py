"""Parameters of :func:`~owlboost.tables.reading.read_table` that errors and remarks point to."""

from owlboost.errors import Hint

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
