"""``python -m tools.faults``: end commands at random moments and look at what they leave."""

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.faults.commands import COMMANDS, Command, content, prepare, run

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
_OLDER = "older\n"


def main() -> None:
    """End commands, print what is wrong with their files, and exit 1 if anything is."""
    options = _options()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="owlboost-faults-") as name:
        inputs = Path(name) / "inputs"
        inputs.mkdir()
        prepare(inputs)
        wanted = options.command or list(COMMANDS)
        whole = {one: _whole(COMMANDS[one], inputs, Path(name) / one) for one in wanted}
        wrong, done = 0, Counter[str]()
        for number in range(options.interruptions):
            one = wanted[number % len(wanted)]
            number_of_signal = chance.choice(SIGNALS)
            folder = Path(name) / f"{number}"
            shutil.copytree(inputs, folder)
            seconds, expected = whole[one]
            delay = chance.uniform(0, 1.1 * seconds)
            for what in _tried(COMMANDS[one], folder, number_of_signal, delay, expected):
                wrong += 1
                print(f"{one}, {number_of_signal.name} after {delay:.3f} s: {what}", flush=True)
            done[f"{one} {number_of_signal.name}"] += 1
            shutil.rmtree(folder)
    for what, times in sorted(done.items()):
        print(f"{what:<20}{times:>6}")
    print(f"{done.total()} interruptions, {wrong} wrong")
    sys.exit(1 if wrong else 0)


def _whole(command: Command, inputs: Path, folder: Path) -> tuple[float, dict[str, object]]:
    """Return how long a command takes that nobody ends, and what it writes."""
    shutil.copytree(inputs, folder)
    start = time.monotonic()
    if code := run(command, folder).wait():
        raise RuntimeError(f"{command.arguments[0]} fails: exit code {code}.")
    return time.monotonic() - start, {one: content(folder / one) for one in command.outputs}


def _tried(
    command: Command,
    folder: Path,
    number: signal.Signals,
    delay: float,
    expected: dict[str, object],
) -> Iterator[str]:
    """End a command, and run it again undisturbed; yield what is wrong."""
    given = {path.name: path.read_bytes() for path in folder.iterdir()}
    for one in command.outputs:
        (folder / one).write_text(_OLDER, encoding="utf-8")
    process = run(command, folder)
    time.sleep(delay)
    process.send_signal(number)
    process.wait()
    yield from _changed(given, folder)
    for one in command.outputs:
        yield from _half(command, folder / one)
    left = {path.name for path in folder.iterdir()} - set(given) - set(command.outputs)
    if command.resumes:
        left -= {f"{one}.part" for one in command.outputs}
    if left and number is not signal.SIGKILL:
        yield f"{', '.join(sorted(left))} stays behind"
    if code := run(command, folder).wait():
        yield f"running it again fails: exit code {code}"
        return
    left = {path.name for path in folder.iterdir()} - set(given) - set(command.outputs)
    if left:
        yield f"{', '.join(sorted(left))} stays behind after the next run"
    for one in command.outputs:
        if content(folder / one) != expected[one]:
            yield f"{one} is not what an undisturbed run writes"


def _changed(given: dict[str, bytes], folder: Path) -> Iterator[str]:
    for name, data in given.items():
        if (folder / name).read_bytes() != data:
            yield f"the input {name} was changed"


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
