"""Disks that are full or may not be written to: a sentence, and everything as it was."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.commands import Commands
from tests.e2e.conftest import HOTELS

from owlboost.evaluation.samples import hotels

OLDER = "older\n"
TARGET = ("--target", "kind=good")
COMMANDS = {
    "model.json": ("learn", "hotels.csv", *TARGET, "--rules", "2", "-o", "model.json"),
    "trace.jsonl": (
        *("learn", "hotels.csv", *TARGET, "--rules", "2"),
        *("-o", "/dev/null", "--trace", "trace.jsonl"),
    ),
    "run.json": (
        *("evaluate", "hotels.csv", *TARGET, "--folds", "2", "--rules", "2"),
        *("-o", "run.json"),
    ),
    "rules.fdl": ("export", "given.json", "--format", "fuzzydl", "-o", "rules.fdl"),
    "page.html": ("report", "given.json", "hotels.csv", "-o", "page.html"),
    "hotels.ttl": ("convert", "hotels.csv", "--target", "kind", "-o", "hotels.ttl"),
    "inferred.nt": ("inspect", "hotels.ofn", "--materialise", "inferred.nt"),
    "import.json": ("import", "given.json", "-o", "import.json"),
}


@pytest.fixture
def disk(owlboost: Commands) -> Iterator[Commands]:
    """Give commands in a folder that is a small disk of its own, with inputs and older outputs."""
    place = owlboost.folder / "disk"
    place.mkdir()
    mounting = ("mount", "-t", "tmpfs", "-o", "size=256k", "none", str(place))
    try:
        done = subprocess.run(mounting, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        done = False
    if not done:
        pytest.skip("only the administrator can make a small disk")
    try:
        commands = Commands(place, owlboost.monkeypatch, owlboost.capsys)
        commands.write("hotels.csv", HOTELS)
        with hotels() as path:
            commands.write("hotels.ofn", path.read_text("utf-8"))
        learn = ("learn", "hotels.csv", *TARGET, "--rules", "2", "-o", "given.json")
        commands.done(*learn)
        for name in COMMANDS:
            commands.write(name, OLDER)
        yield commands
    finally:
        owlboost.monkeypatch.chdir("/")
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(folder: Path) -> None:
    """Write to a disk until nothing more goes on it."""
    with (folder / "filling").open("wb", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue


def everything(folder: Path) -> dict[str, bytes]:
    """Return all files, and folders as empty ones."""
    return {
        str(path.relative_to(folder)): b"" if path.is_dir() else path.read_bytes()
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_told_and_keeps_what_was_there(disk: Commands, name: str) -> None:
    fill(disk.folder)
    before = everything(disk.folder)
    run = disk(*COMMANDS[name])
    assert run.code == 1, run.err
    last = run.err.splitlines()[-1]
    assert last.startswith("owlboost: ")
    assert last.endswith("cannot be written: No space left on device.")
    assert everything(disk.folder) == before
    (disk.folder / "filling").unlink()
    disk.done(*COMMANDS[name])
    assert (disk.folder / name).read_text("utf-8") != OLDER


@pytest.mark.parametrize("name", COMMANDS)
def test_a_read_only_disk_is_told_and_keeps_what_was_there(disk: Commands, name: str) -> None:
    before = everything(disk.folder)
    subprocess.run(["mount", "-o", "remount,ro", str(disk.folder)], check=True)
    assert not os.access(disk.folder, os.W_OK)
    run = disk(*COMMANDS[name])
    assert run.code == 1
    last = run.err.splitlines()[-1]
    assert last.startswith("owlboost: ")
    assert "cannot be " in last
    assert everything(disk.folder) == before


def test_a_bench_and_a_demonstration_on_a_full_disk_are_told(disk: Commands) -> None:
    (disk.folder / "data" / "iris").mkdir(parents=True)
    kinds = ("Iris-setosa", "Iris-virginica")
    lines = [f"{n / 10},3.0,{n % 7},0.2,{kinds[n % 2]}" for n in range(40)]
    (disk.folder / "data" / "iris" / "iris.csv").write_text("\n".join(lines), encoding="utf-8")
    fill(disk.folder)
    before = everything(disk.folder)
    bench = ("bench", "--suite", "iris-setosa", "--data", "data", "--grid", "none", "-o", "out")
    for command in ((*bench, "--algorithm", "foil", "--folds", "2"), ("demo", "-o", "out")):
        run = disk(*command)
        assert run.code == 1
        assert run.err.splitlines()[-1].endswith("cannot be written: No space left on device.")
        after = everything(disk.folder)
        assert {name: after[name] for name in before} == before
        assert not any(data for name, data in after.items() if name not in before)
