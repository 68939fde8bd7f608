"""Printing for people: notes on stderr, and lines as a terminal can show them."""

import os
import shlex
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import typer

from owlboost.cli.options import SPELLINGS
from owlboost.errors import Hint, InconsistentError, Message, OwlboostError, ParameterError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.highlighter import Highlighter
    from rich.theme import Theme

    from owlboost.ontology.ontology import Remark


_MAKE_MODEL = "owlboost learn … -o MODEL.json"


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """Join names into a list in words.

    Examples
    --------
    >>> listed(["--rules", "--loss", "--theta"])
    '--rules, --loss and --theta'
    """
    *most, last = names
    return f"{', '.join(most)} {last_word} {last}" if most else last


def worded(error_or_text: OwlboostError | str) -> str:
    """Return an error or a remark in words for the command line.

    Examples
    --------
    >>> worded(ParameterError("n_sets must be 3, 5 or 7, not 4."))
    '--sets must be 3, 5 or 7, not 4.'
    >>> worded(Message("Use ", Hint("id_column", "id_column='the name'", "the name"), "."))
    "Use --id 'the name'."
    """
    content = error_or_text.message if isinstance(error_or_text, OwlboostError) else error_or_text
    text = content.render(_option) if isinstance(content, Message) else content
    if isinstance(error_or_text, ParameterError):
        from owlboost.cli.learner_options import option_names

        return str(ParameterError(text).renamed(option_names() | SPELLINGS))
    if isinstance(error_or_text, InconsistentError):
        return f"{text} To see why: owlboost inspect SOURCE --clash"
    return text


def _option(hint: Hint) -> str:
    if hint.key == "make_model":
        return _MAKE_MODEL
    option = SPELLINGS.get(hint.key, f"--{hint.key.replace('_', '-')}")
    return f"{option} {shlex.quote(hint.argument)}" if hint.argument else option


_LONGEST = 1_000


def one_line(text: str) -> str:
    r"""Return a text as one printable line of bounded length.

    Examples
    --------
    >>> one_line("There is no file a\nb\x1b[31m.")
    'There is no file a\\nb\\x1b[31m.'
    >>> len(one_line("x" * 140_000))
    1000
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 301]}…{text[-300:]}"
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)


_HARMLESS = frozenset({"annotation-ignored", "tautology"})


def say(remarks: "tuple[str, ...]") -> None:
    """Print notes on stderr."""
    for remark in remarks:
        typer.echo(f"note: {one_line(worded(remark))}", err=True)


def say_remarks(remarks: "tuple[Remark, ...]") -> None:
    """Print remarks of ontologies on stderr, except harmless ones."""
    for remark in remarks:
        if remark.code not in _HARMLESS:
            text = one_line(worded(remark.message))
            typer.echo(f"note: {text} ({remark.code}, {remark.count}×)", err=True)


WIDTH = 100
"""Print no longer lines, however wide the terminal is, if names allow."""


def width() -> int:
    """Return the greatest length of a line on stdout."""
    from rich.console import Console

    return min(WIDTH, Console().width) if sys.stdout.isatty() else WIDTH


def colours() -> Literal["auto"] | None:
    """Return rich's colour system; None under NO_COLOR, which drops bold, too."""
    return None if os.environ.get("NO_COLOR") else "auto"


def console(
    *, stderr: bool = False, highlighter: "Highlighter | None" = None, theme: "Theme | None" = None
) -> "Console":
    """Open stdout or stderr for text as it is, styled on terminals."""
    from rich.console import Console

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
