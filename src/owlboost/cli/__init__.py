"""The command line: the only room that prints and sets exit codes."""

import io
import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line as a program, handling signals from the start."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing has begun, so it just ends
    from owlboost.runtime import signals

    prepare_streams()  # first, lest a file takes the place of one that is closed
    signals.heed()
    from owlboost.cli.entry import run  # with what it imports, once signals are heeded

    run()


def prepare_streams() -> None:
    """Make printing safe with closed streams and narrow encodings.

    A closed stream leads nowhere, rather than into the next file that is opened. Characters that
    the encoding of a stream lacks, as cp1252 lacks ≥, are written as escapes.
    """
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
