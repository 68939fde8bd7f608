"""Signals are obeyed between steps, never where they happen to fall, and leave nothing behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.e2e.commands import environment, in_another_process
from tests.e2e.conftest import HOTELS

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]

HEEDING = """\
import os, signal, sys, time
from contextlib import ExitStack
from pathlib import Path
from owlboost.runtime import signals
from owlboost.runtime.files import atomic_path, temporary_folder
from owlboost.evaluation.fold_store import FoldStore
from owlboost.ontology.reasoner.hermit import _wait

signals.heed()
"""


def started(code: str, folder: Path) -> "subprocess.Popen[str]":
    """Start a program that heeds signals, and wait for its first line."""
    process = subprocess.Popen(
        [sys.executable, "-c", HEEDING + code],
        cwd=folder,
        env={**environment(), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def runs(number: int) -> bool:
    """Whether there is a process of this number; one that is dead and not yet buried is none."""
    try:
        status = Path(f"/proc/{number}/stat").read_text("ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_signal_within_an_import_is_obeyed_after_it(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    (tmp_path / "hotels.csv").write_text(HOTELS, encoding="utf-8")
    (tmp_path / "signalling.py").write_text(
        "import os, signal, time\n"
        "class Name:\n"
        "    def __set_name__(self, owner, name):\n"
        f"        os.kill(os.getpid(), signal.{number.name})\n"
        "        time.sleep(0.01)\n"
        "class Named:\n"
        "    name = Name()\n"
    )
    command = ("--plugin", "signalling.py", "inspect", "hotels.csv")
    run = in_another_process("-m", "owlboost", *command, folder=tmp_path)
    assert run.code == code, run.err
    said = "owlboost: interrupted, nothing was written.\n"
    assert run.err == (said if number is signal.SIGINT else "")
    assert not run.out


@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_what_never_checks_is_ended_with_nothing_left_behind(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    process = started(
        "import threading\n"
        "with ExitStack() as stack:\n"
        "    part = stack.enter_context(atomic_path('model.json'))\n"
        "    part.write_text('half')\n"
        "    folder = stack.enter_context(temporary_folder())\n"
        "    (folder / 'spooled').write_text('')\n"
        "    stack.enter_context(FoldStore(Path('run.part')).held())\n"
        "    threading.Timer(1, print, ['ready'], {'flush': True}).start()\n"
        "    _wait([sys.executable, '-c', 'import time; time.sleep(600)', 'asleep'], 1, 2, None)\n",
        tmp_path,
    )
    asleep = [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/stat")
        if f") S {process.pid} " in path.read_text("ascii", errors="replace")
    ]
    assert len(list(tmp_path.iterdir())) == 3
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert said == ("owlboost: interrupted, nothing was written.\n" if code == 130 else "")
    assert not list(tmp_path.iterdir())
    assert len(asleep) == 1
    limit = time.monotonic() + 30
    while runs(asleep[0]) and time.monotonic() < limit:
        time.sleep(0.01)
    assert not runs(asleep[0])


def test_the_first_ctrl_c_may_be_a_request_and_the_second_ends_at_once(tmp_path: Path) -> None:
    process = started(
        "ask = lambda: print('asked', flush=True)\n"
        "with atomic_path('model.json'), signals.politely(ask):\n"
        "    print('ready', flush=True)\n"
        "    while True:\n"
        "        time.sleep(0.01)\n"
        "        signals.check_interrupt()\n",
        tmp_path,
    )
    assert process.stdout is not None
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "asked\n"
    time.sleep(1)
    assert process.poll() is None
    assert len(list(tmp_path.iterdir())) == 1
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "owlboost: interrupted, nothing was written.\n")
    assert not list(tmp_path.iterdir())


def test_a_check_obeys_a_signal_and_lets_the_command_unwind(tmp_path: Path) -> None:
    process = started(
        "try:\n"
        "    print('ready', flush=True)\n"
        "    while True:\n"
        "        signals.check_interrupt()\n"
        "except KeyboardInterrupt:\n"
        "    signals.check_interrupt()\n"
        "    time.sleep(1)\n"
        "    print('unwound', flush=True)\n",
        tmp_path,
    )
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    assert (process.returncode, out, said) == (0, "unwound\n", "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, -2), (signal.SIGTERM, 143)])
def test_a_signal_that_pyarrow_took_is_obeyed(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    reading = (
        "import pyarrow as pa\n"
        "from owlboost.tables.files import reading_errors\n"
        "with reading_errors(Path('t.csv')):\n"
        f"    signal.raise_signal({int(number)})\n"
        f"    raise pa.ArrowCancelled('Operation cancelled', {int(number)})\n"
    )
    run = in_another_process("-c", HEEDING + reading, folder=tmp_path)
    assert run.code == code, run.err
    assert "SourceError" not in run.err


def test_signals_that_are_ignored_stay_so(tmp_path: Path) -> None:
    ignoring = HEEDING.replace("signals.heed()", "signal.signal(2, signal.SIG_IGN)")
    code = f"{ignoring}signals.heed(); os.kill(os.getpid(), 2); time.sleep(1)"
    run = in_another_process("-c", code, folder=tmp_path)
    assert (run.code, run.err) == (0, "")


def test_importing_the_command_line_leaves_signals_alone(tmp_path: Path) -> None:
    code = (
        "import signal; before = signal.getsignal(2), signal.getsignal(15); "
        "import owlboost.cli.entry; assert before == (signal.getsignal(2), signal.getsignal(15))"
    )
    run = in_another_process("-c", code, folder=tmp_path)
    assert (run.code, run.err) == (0, "")
