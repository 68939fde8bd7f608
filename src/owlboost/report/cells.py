"""What stands in the cells of tables: numbers as people read them."""

from collections.abc import Sequence

from owlboost.models.measures import TABLE

ABSENT = "–"
"""Stands where there is no number."""

DECIMALS = {one.name: one.decimals for one in TABLE} | {"rules": 1, "seconds": 2}
"""How many are shown of a figure, by its name in files."""


def number(value: float | None, decimals: int = 3) -> str:
    """Write a number, or that there is none.

    Examples
    --------
    >>> number(0.25), number(12, 1), number(None)
    ('0.250', '12.0', '–')
    """
    return ABSENT if value is None else f"{value:.{decimals}f}"


def figure(name: str, value: float | None) -> str:
    """Write a figure with as many decimals as its kind has.

    Examples
    --------
    >>> figure("F1", 0.25), figure("seconds", 0.25)
    ('0.250', '0.25')
    """
    return number(value, DECIMALS[name])


def with_deviation(name: str, value: float | None, deviation: float | None) -> str:
    """Write a mean and how far it varies, as far as they are known.

    Examples
    --------
    >>> with_deviation("F1", 0.75, 0.125), with_deviation("F1", 0.75, None)
    ('0.750 ± 0.125', '0.750')
    """
    shown = figure(name, value)
    return shown if value is None or deviation is None else f"{shown} ± {figure(name, deviation)}"


def with_brief_deviation(name: str, value: float | None, deviation: float | None) -> str:
    """Write the same where there is little room.

    Examples
    --------
    >>> with_brief_deviation("F1", 0.75, 0.125), with_brief_deviation("F1", None, None)
    ('0.750±.12', '–')
    """
    shown = figure(name, value)
    if value is None or deviation is None:
        return shown
    return f"{shown}±{number(deviation, 2).replace('0.', '.')}"


def markdown_row(cells: Sequence[str]) -> str:
    """Lay out a row of a table in Markdown.

    Examples
    --------
    >>> markdown_row(["a", "b"])
    '| a | b |'
    """
    return f"| {' | '.join(cells)} |"


def markdown_head(titles: Sequence[str]) -> str:
    """Lay out the head of a table in Markdown.

    Examples
    --------
    >>> print(markdown_head(["a", "b"]))
    | a | b |
    |---|---|
    """
    return f"{markdown_row(titles)}\n|{'---|' * len(titles)}"


_FORMULAS = tuple("=+-@\t\r\n＝＋－＠")
"""How cells begin that spreadsheets take for formulas; some do so with full-width signs."""


def harmless(cell: str) -> str:
    """Return a text for a CSV file that no spreadsheet takes for a formula.

    What begins as formulas do gets an apostrophe in front, which spreadsheets do not show.

    Examples
    --------
    >>> harmless("=HYPERLINK(1)"), harmless("Hotel_010"), harmless("-1.5")
    ("'=HYPERLINK(1)", 'Hotel_010', '-1.5')
    """
    if not cell.startswith(_FORMULAS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
