"""Time that a test gives to what it tests."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def computing_at_most(seconds: float) -> Iterator[None]:
    """End the block with a TimeoutError if it computes longer; waiting does not count."""

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise TimeoutError(f"It takes more than {seconds:g} seconds.")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
