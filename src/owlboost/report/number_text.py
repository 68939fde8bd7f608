"""Numbers as text: cells of tables."""

from collections.abc import Sequence

from owlboost.models.measures import TABLE

ABSENT = "–"
"""Placeholder for a missing number."""

DECIMALS = {measure.name: measure.decimals for measure in TABLE} | {"rules": 1, "seconds": 2}
"""Number of decimals of a figure, by its name in files."""


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
    """Write a mean with its deviation, if available.

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
"""First characters of formulas in spreadsheets, some of which accept full-width signs."""


def harmless(cell: str) -> str:
    """Escape a text that spreadsheets would take for a formula.

    It gets an apostrophe in front, which spreadsheets do not show.

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
