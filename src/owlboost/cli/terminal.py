"""The terminal: its width, its colours, the characters it shows."""

import os
import sys
from typing import Literal

from rich.console import Console
from rich.highlighter import Highlighter
from rich.theme import Theme

WIDTH = 100
"""Print no longer lines, however wide the terminal is, if names allow."""


def width() -> int:
    """Return the greatest length of a line on stdout."""
    return min(WIDTH, Console().width) if sys.stdout.isatty() else WIDTH


def colours() -> Literal["auto"] | None:
    """Return rich's colour system; None under NO_COLOR, which drops bold, too."""
    return None if os.environ.get("NO_COLOR") else "auto"


def console(
    *, stderr: bool = False, highlighter: Highlighter | None = None, theme: Theme | None = None
) -> Console:
    """Open stdout or stderr for text as it is, styled on terminals."""
    return Console(
        stderr=stderr,
        width=None if stderr else width(),
        color_system=colours(),
        theme=theme,
        highlight=highlighter is not None,
        highlighter=highlighter,
        soft_wrap=False,
        markup=False,  # [x] and :x: in a name are the name
        emoji=False,
    )


def shows(text: str) -> bool:
    """Whether stdout can encode a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
