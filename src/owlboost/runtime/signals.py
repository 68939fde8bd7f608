"""Signals that ask the process to end, obeyed between steps.

Nothing is raised where a signal happens to fall, such as in compiled code or in an import. The
first one is obeyed at the next :func:`check_interrupt`. If there is none within half a second, or
when a second one comes, a thread of its own ends the process at once, after it has undone what
would stay behind (:func:`undone`). A library that is imported leaves signals alone: only a program
heeds them (:func:`heed`).
"""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeVar

Made = TypeVar("Made")

_NUMBERS = (signal.SIGINT, signal.SIGTERM)

_PATIENCE = 0.5
"""End the process if no check comes within this many seconds of a signal."""

_UNWINDING = 10.0
"""End the process this many seconds after a signal, once a check has obeyed it."""

_CLEAR_LINE = b"\r\x1b[2K\x1b[?25h"
"""Clear the line of a terminal and show its cursor, which progress hides."""


@dataclass(slots=True)
class _Courtesy:
    """The action of the first Ctrl-C within a block, instead of ending."""

    stop: Callable[[], object]
    is_used: bool = False


@dataclass(slots=True)
class _Process:
    """The signal that this process received, and its pending clean-up."""

    number: int = 0
    since: float = 0.0
    is_obeyed: bool = False
    has_written: bool = False
    courtesies: list[_Courtesy] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    undoings: dict[object, Callable[[], object]] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)


_process = _Process()


def heed() -> None:
    """Handle SIGINT and SIGTERM until the process ends, unless they are ignored."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    for number in _NUMBERS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _note)
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(ours,), name="signals", daemon=True).start()


def check_interrupt() -> None:
    """Obey a signal that has come: raise what ends the command.

    It costs next to nothing; call it between steps, where nothing is half-done.

    Raises
    ------
    KeyboardInterrupt
        SIGINT has come.
    SystemExit
        SIGTERM has come.
    """
    if not _process.number or _process.is_obeyed:
        return
    if threading.current_thread() is threading.main_thread():
        _process.is_obeyed = True
        if _process.number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + _process.number)


@contextmanager
def politely(stop: Callable[[], object]) -> Iterator[None]:
    """Let the first Ctrl-C within the block only ask for an end.

    The second one ends the process at once.
    """
    courtesy = _Courtesy(stop)
    _process.courtesies.append(courtesy)
    try:
        yield
    finally:
        _process.courtesies.remove(courtesy)


@contextmanager
def explained(sentence: str) -> Iterator[None]:
    """Print this sentence if Ctrl-C ends the process within the block."""
    _process.sentences.append(sentence)
    try:
        yield
    finally:
        _process.sentences.remove(sentence)


def wrote() -> None:
    """Note that a file was written, for the message on interruption."""
    _process.has_written = True


def interruption_message() -> str:
    """Return the message on an interruption by Ctrl-C.

    Examples
    --------
    >>> with explained("owlboost: interrupted. Half of it is in results."):
    ...     interruption_message()
    'owlboost: interrupted. Half of it is in results.'
    """
    if _process.sentences:
        return _process.sentences[-1]
    if _process.has_written:
        return "owlboost: interrupted."
    return "owlboost: interrupted, nothing was written."


@contextmanager
def undone(make: Callable[[], Made], undo: Callable[[], object]) -> Iterator[Made]:
    """Make something that outlives processes; undo it when the block ends.

    Parameters
    ----------
    make
        Makes a file, a folder or a process; it must not take long.
    undo
        Removes it, even if it was only half made, or is gone already.

    Examples
    --------
    >>> made = []
    >>> with undone(lambda: made.append("file"), made.clear):
    ...     made
    ['file']
    >>> made
    []
    """
    key = object()
    try:
        with _process.lock:
            _process.undoings[key] = undo
            thing = make()
        yield thing
    finally:
        with _process.lock:
            _process.undoings.pop(key, None)
            undo()


def _note(number: int, frame: FrameType | None) -> None:
    """Note a signal.

    This is called between any two instructions of Python, so it does no more.
    """
    del frame
    courtesy = _courtesy(number)
    if courtesy is not None:
        courtesy.stop()
    elif not _process.number:
        _process.since, _process.number = time.monotonic(), number


def _courtesy(number: int) -> _Courtesy | None:
    """Return the action that replaces the end of the process, if any."""
    innermost = _process.courtesies[-1:]
    return innermost[0] if innermost and number == signal.SIGINT else None


def _watch(arrivals: int) -> None:
    """End the process at a second signal, or after the time allowed."""
    is_second = bool(_process.number)  # one has come before there was this thread
    while True:
        ready, _, _ = select.select([arrivals], [], [], _left() if is_second else None)
        if not ready:
            if _left() <= 0.0:
                _end(_process.number or signal.SIGINT)
            continue
        number = os.read(arrivals, 1)[0]
        if number not in _NUMBERS or signal.getsignal(number) is not _note:
            continue  # somebody else sees to it, such as a server
        courtesy = _courtesy(number)
        if is_second if courtesy is None else courtesy.is_used:
            _end(number)
        if courtesy is not None:
            courtesy.is_used = True
            continue
        is_second = True
        _process.since = _process.since or time.monotonic()


def _left() -> float:
    """Return the seconds left until the process ends."""
    patience = _UNWINDING if _process.is_obeyed else _PATIENCE
    return max(0.0, _process.since + patience - time.monotonic())


def _end(number: int) -> None:
    """Clean up, and end the process."""
    _process.lock.acquire(timeout=_PATIENCE)  # never released: nothing more is to be made
    for undo in reversed([*_process.undoings.values()]):
        with suppress(Exception):  # whatever is wrong, the process ends
            undo()
    with suppress(OSError):
        if os.isatty(2):
            os.write(2, _CLEAR_LINE)
        if number == signal.SIGINT:
            os.write(2, f"{interruption_message()}\n".encode())
    os._exit(128 + number)
