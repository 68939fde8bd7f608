"""``python -m tools.faults``: end commands at random moments and look at what they leave."""

import argparse
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.faults.commands import COMMANDS, Command, content, prepare
from tools.faults.processes import (
    CopiedProcess,
    RunningCommand,
    Start,
    cold_process,
    import_everything,
    new_process,
)

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
_OLDER = "older\n"
_STARTS: dict[Start, float] = {CopiedProcess: 0.5, new_process: 0.45, cold_process: 0.05}
"""How many commands are started how."""

_CODES = {signal.SIGINT: (0, 130, -2), signal.SIGTERM: (0, 143, -15), signal.SIGKILL: (0, -9)}
"""How a command may end; before it heeds signals, one ends Python at once."""

_FAILURE = re.compile(r"(?m)^(?:Traceback |Exception ignored|Fatal Python error|Error in ).*")
_PLACE = re.compile(r'File "[^"]*/owlboost/([^"]*)"')
_FIRST = {"__init__.py", "__main__.py", "cli/__init__.py"}
"""The files of owlboost that Python runs before Ctrl-C is owlboost's."""

_FIRST_SECONDS = 1.0
_WRITING = 0.02  # seconds that writing takes, at most, when it has begun


def main() -> None:
    """End commands, print what is wrong with their files, and exit 1 if anything is."""
    options = _options()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="owlboost-faults-") as name:
        inputs = Path(name) / "inputs"
        inputs.mkdir()
        prepare(inputs)
        import_everything()
        wanted = options.command or list(COMMANDS)
        whole = {one: _whole(COMMANDS[one], inputs, Path(name) / one) for one in wanted}
        wrong, early, done = 0, 0, Counter[str]()
        for number in range(options.interruptions):
            one = wanted[number % len(wanted)]
            number_of_signal = chance.choice(SIGNALS)
            folder = Path(name) / f"{number}"
            shutil.copytree(inputs, folder)
            seconds, expected = whole[one]
            [start] = chance.choices(list(_STARTS), list(_STARTS.values()))
            moment = _moment(chance, seconds[start])
            trial = Trial(COMMANDS[one], folder, start)
            for what in trial.faults(number_of_signal, moment, expected):
                wrong += 1
                print(f"{one}, {number_of_signal.name} {moment}: {what}", flush=True)
            early += len(trial.early)
            done[f"{one} {number_of_signal.name}"] += 1
            _remove(folder)
    for what, times in sorted(done.items()):
        print(f"{what:<20}{times:>6}")
    print(f"{done.total()} interruptions, {wrong} wrong, {early} before owlboost began")
    sys.exit(1 if wrong else 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """When to end a command.

    Attributes
    ----------
    delay
        Seconds to wait.
    writing
        Whether they count from the first file that is written, rather than from the start.
    """

    delay: float
    writing: bool

    def __str__(self) -> str:
        since = "the first file" if self.writing else "the start"
        return f"{self.delay:.4f} s after {since}"

    def wait(self, process: RunningCommand, folder: Path) -> None:
        """Wait for this moment of a process, or for its end."""
        while self.writing and process.poll() is None:
            if any(path.suffix == ".part" for path in folder.rglob(".*")):
                break
            time.sleep(0.001)
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.delay)


def _moment(chance: random.Random, seconds: float) -> Moment:
    """Return a moment of a command that takes so long: any, an early one, or one of writing."""
    kind = chance.choice(("writing", "writing", "first", "any", "any"))
    longest = {"writing": _WRITING, "first": min(_FIRST_SECONDS, seconds), "any": 1.1 * seconds}
    return Moment(chance.uniform(0, longest[kind]), kind == "writing")


def _whole(
    command: Command, inputs: Path, folder: Path
) -> tuple[dict[Start, float], dict[str, object]]:
    """Return how long a command takes that nobody ends, and what it writes."""
    seconds: dict[Start, float] = {}
    for start in _STARTS:
        shutil.copytree(inputs, folder)
        begun = time.monotonic()
        Trial(command, folder, start).whole()
        seconds[start] = time.monotonic() - begun
        written = {one: content(folder / one) for one in command.outputs}
        _remove(folder)
    return seconds, written


@dataclass(frozen=True, slots=True)
class Trial:
    """A command in a folder of its own.

    Attributes
    ----------
    command
        The command.
    folder
        Its inputs, and nothing else.
    start
        What starts it.
    early
        What Python said when it was ended before a line of owlboost heeded signals.
    """

    command: Command
    folder: Path
    start: Start
    early: list[str] = field(default_factory=list)

    def whole(self) -> None:
        """Run the command undisturbed; RuntimeError if it fails."""
        if code := self._started().wait():
            raise RuntimeError(f"{self.command.arguments[0]} fails: exit code {code}.")

    def faults(
        self, number: signal.Signals, moment: Moment, expected: dict[str, object]
    ) -> Iterator[str]:
        """End the command, and run it again undisturbed; yield what is wrong."""
        given = {path: path.read_bytes() for path in _files(self.folder)}
        outputs = {self.folder / one for one in self.command.outputs}
        for path in outputs:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_OLDER, encoding="utf-8")
        process = self._started()
        moment.wait(process, self.folder)
        process.send_signal(number)
        yield from self._ended(number, process.wait(), process.said())
        for path, data in given.items():
            if path.read_bytes() != data:
                yield f"the input {path.name} was changed"
        for path in sorted(outputs):
            yield from _half(self.command, path)
        interim = self.folder / self.command.interim
        if number is not signal.SIGKILL:
            yield from _left(_files(self.folder) - outputs - set(given), interim, "")
        if code := self._started().wait():
            yield f"running it again fails: exit code {code}"
            return
        interim = interim if self.command.stays else self.folder
        yield from _left(_files(self.folder) - outputs - set(given), interim, " after the next run")
        for one in self.command.outputs:
            if content(self.folder / one) != expected[one]:
                yield f"{one} is not what an undisturbed run writes"

    def _ended(self, number: signal.Signals, code: int, said: str) -> Iterator[str]:
        """Yield what is wrong with how the command ended, and what it said."""
        failure = _FAILURE.search(said)
        is_ours = set(_PLACE.findall(said)) - _FIRST
        is_early = code in (70, -2) or (code == 1 and failure is not None)
        if number is signal.SIGINT and is_early and not is_ours:
            self.early.append(said)
        elif failure is not None:
            yield f"it says: {said[failure.start() :].strip()}"
        elif code not in _CODES[number]:
            yield f"its exit code is {code}: {said.strip()}"

    def _started(self) -> RunningCommand:
        return self.start(self.command.arguments, self.folder)


def _remove(folder: Path) -> None:
    """Remove a folder, what was said in it and what was compiled for it."""
    for path in folder.parent.glob(f"{folder.name}*"):
        if path.is_dir() and path.name in (folder.name, f"{folder.name}.compiled"):
            shutil.rmtree(path)
        elif path.name == f"{folder.name}.said":
            path.unlink()


def _files(folder: Path) -> set[Path]:
    """Return all files in a folder, and folders in which nothing is."""
    return {path for path in folder.rglob("*") if not path.is_dir() or not any(path.iterdir())}


def _left(others: set[Path], interim: Path, when: str) -> Iterator[str]:
    """Yield what stays behind; finished folds may, in their folder."""
    for path in sorted(others):
        is_fold = path.parent == interim and path.name.endswith(".fold.json")
        if path != interim and not is_fold:
            yield f"{path.name} stays behind{when}"


def _half(command: Command, path: Path) -> Iterator[str]:
    """Yield what is wrong with an output: it is the older file, or a whole new one."""
    if not path.exists():
        yield f"{path.name} is lost"
    elif path.read_text("utf-8") != _OLDER:
        try:
            command.check(path)
        except Exception as error:  # noqa: BLE001  whatever is wrong with it
            yield f"{path.name} is half-written: {type(error).__name__} {error}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("--interruptions", type=int, default=500)
    parser.add_argument("--command", action="append", choices=list(COMMANDS), help="repeatable")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
