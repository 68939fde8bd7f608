"""Standard streams that work whatever they are connected to."""

import io
import os
import sys

_LONGEST = 1_000


def prepare_streams() -> None:
    """Let nothing go wrong with what is printed.

    A closed stream leads nowhere, rather than into the next file that is opened. What the encoding
    of a stream lacks, as cp1252 lacks ≥, is written as an escape.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere <= 2:
        nowhere = os.open(os.devnull, os.O_RDWR)
    os.close(nowhere)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def one_line(text: str) -> str:
    r"""Return a text as one line that does nothing to a terminal, and not too long.

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
