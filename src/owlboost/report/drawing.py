"""What all figures share: colours, and the library that draws, if it is installed."""

from typing import Any

from owlboost.errors import MissingExtraError

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#999999",
    "#000000",
)
"""Okabe and Ito's colours: told apart by all readers."""

FOR, AGAINST = COLOURS[:2]


def canvas() -> Any:
    """Return the module that draws.

    Raises
    ------
    MissingExtraError
        Matplotlib is not installed.
    """
    try:
        from owlboost.report import canvas
    except ImportError as error:
        raise MissingExtraError("A plot", "report") from error
    return canvas


def cut(text: str, most: int = 70) -> str:
    """Shorten a text.

    Examples
    --------
    >>> cut("a long rule", 7)
    'a long…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
