"""Damaged files handed to a reader, in a process with limits on time and memory."""

import os
import random
import resource
import select
import signal
import struct
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tools.fuzzing.mutation import mutated
from tools.fuzzing.readers import Reader

from owlboost.errors import OwlboostError

MEMORY = 2 * 2**30
"""Bytes that reading a damaged file may take, beside what the process takes anyway."""

SECONDS = 5.0
"""Seconds of computing time that reading a damaged file may take."""

_HARD = 15
"""Seconds of computing time after which a process is ended that cannot be told to stop."""

_PATIENCE = 1_800.0
"""Seconds after which a process that neither computes nor answers is ended."""

_NUMBER = struct.Struct("<q")
_WARM = 3


class TooSlowError(BaseException):
    """A reader takes too long."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A file that a reader does not cope with.

    Attributes
    ----------
    number
        Which damaged file it was, counted from 0.
    what
        What happened.
    data
        The file.
    """

    number: int
    what: str
    data: bytes


@dataclass(slots=True)
class Tally:
    """How many files were tried, and how many of them could be read."""

    tried: int = 0
    read: int = 0


def damaged(reader: Reader, name: str, seed: int, number: int) -> bytes:
    """Return the damaged file of a number; the same for the same seed."""
    chance = random.Random(f"{seed} {name} {number}")
    if reader.inside is not None and chance.random() < 0.8:
        return reader.inside(chance.choice(reader.seeds), chance)
    return mutated(reader.seeds, chance)


def findings(
    reader: Reader, name: str, *, seed: int, inputs: int, seconds: float, tally: Tally
) -> Iterator[Finding]:
    """Try damaged files until there are enough, or the time is over."""
    end = time.monotonic() + seconds
    start = 0
    while start < inputs and time.monotonic() < end:
        said = _Worker(reader, name, seed, range(start, inputs), end)
        for number, read, what in said.verdicts():
            start = number + 1
            tally.tried += 1
            tally.read += read
            if what:
                yield Finding(number, what, damaged(reader, name, seed, number))


class _Worker:
    """A process of its own, so that an abort of it is seen."""

    def __init__(self, reader: Reader, name: str, seed: int, numbers: range, end: float) -> None:
        self.reader, self.name, self.seed = reader, name, seed
        self.numbers, self.end = numbers, end
        self.folder = tempfile.TemporaryDirectory(prefix="owlboost-fuzzing-")

    def verdicts(self) -> Iterator[tuple[int, bool, str]]:
        """Yield the number of each file, whether it was read, and what went wrong if anything."""
        away, here = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                os.close(away)
                self._work(here)
            finally:
                os._exit(70)  # whatever happens, this process does nothing else
        os.close(here)
        try:
            yield from self._heard(away, pid)
        finally:
            os.close(away)
            self.folder.cleanup()

    def _heard(self, away: int, pid: int) -> Iterator[tuple[int, bool, str]]:
        begun: int | None = None
        while line := self._line(away, pid):
            kind, number, what = line
            if kind == "begun":
                begun = number
                continue
            begun = None
            yield number, kind == "read", what if kind == "finding" else ""
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if begun is None and code:
            raise RuntimeError(f"The trials of {self.name} failed with exit code {code}.")
        if begun is not None:
            why = signal.Signals(-code).name if code < 0 else f"exit {code}"
            yield begun, False, f"the process ended: {why}"

    def _line(self, away: int, pid: int) -> tuple[str, int, str] | None:
        """Return what the process says next, None when it has ended."""
        waiting, _, _ = select.select([away], [], [], _PATIENCE)
        if not waiting:
            os.kill(pid, signal.SIGKILL)
        head = os.read(away, _NUMBER.size)
        if len(head) < _NUMBER.size:
            return None
        kind, number, what = os.read(away, _NUMBER.unpack(head)[0]).decode().split(" ", 2)
        return kind, int(number), what

    def _work(self, here: int) -> None:
        """Read files, in the process of its own."""
        warnings.simplefilter("ignore")
        devnull = os.open(os.devnull, os.O_RDWR)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        path = Path(self.folder.name) / self.reader.file
        for seed in list(self.reader.seeds)[:_WARM]:  # what is compiled once does not count
            path.write_bytes(seed)
            tried(self.reader, path, limited=False)
        used = int(Path("/proc/self/statm").read_text("utf-8").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in self.numbers:
            if time.monotonic() > self.end:
                break
            path.write_bytes(damaged(self.reader, self.name, self.seed, number))
            _say(here, f"begun {number} ")
            spent = resource.getrusage(resource.RUSAGE_SELF)
            most = int(spent.ru_utime + spent.ru_stime) + _HARD
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            kind, what = tried(self.reader, path)
            _say(here, f"{kind} {number} {what}")
        os._exit(0)


def tried(reader: Reader, path: Path, *, limited: bool = True) -> tuple[str, str]:
    """Let a reader read a file; return read, no or finding, and what went wrong."""
    if limited:
        signal.signal(signal.SIGPROF, _too_slow)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        reader.read(path)
    except OwlboostError as error:
        long = len(str(error)) > 5_000
        return ("finding", f"a message of {len(str(error))} characters") if long else ("no", "")
    except TooSlowError:
        return "finding", f"more than {SECONDS:g} seconds"
    except BaseException as error:  # noqa: BLE001  anything else is what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {str(error)[:200]}"
        return "finding", f"{said} ({Path(place.filename).name}:{place.lineno})"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "read", ""


def _too_slow(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise TooSlowError


def _say(here: int, text: str) -> None:
    line = text.encode("utf-8", "backslashreplace")[:3_000]
    os.write(here, _NUMBER.pack(len(line)) + line)
