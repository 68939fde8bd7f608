"""Endless streams, pipes that nobody writes to, circles of links: one sentence, and soon."""

import gzip
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.e2e.commands import Commands, environment
from tests.e2e.test_bad_input import refused

from owlboost.runtime import files
from owlboost.runtime.files import open_bytes

MOST = 2**20


def endless(folder: Path, *arguments: str) -> tuple["subprocess.Popen[bytes]", int]:
    """Run a command whose standard input does not end, and count what it takes of it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "owlboost", *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    taken = 0
    try:
        while taken < 64 * MOST:
            taken += process.stdin.write(b"1,2\n" * 4096)
    except BrokenPipeError:
        pass
    return process, taken


@pytest.mark.parametrize(
    "command", [("inspect", "-"), ("convert", "-", "--target", "a", "-o", "o.ttl")]
)
def test_an_endless_standard_input_is_refused_while_it_is_read(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    process, taken = endless(tmp_path, *command, "--limit", f"bytes={MOST}")
    try:
        _, err = process.communicate(timeout=60)
    except ValueError:  # its standard input is closed
        err = process.stderr.read() if process.stderr else b""
    assert process.wait(60) == 1
    assert err.startswith(b"owlboost: Standard input has more than 1,048,576 bytes; ")
    assert err.count(b"\n") == 1
    assert taken < 4 * MOST


@pytest.mark.parametrize("name", ["o.owl", "o.ttl", "o.ofn", "o.obo", "o.csv", "m.json"])
def test_a_link_to_itself_is_told(owlboost: Commands, name: str) -> None:
    link = owlboost.folder / name
    link.symlink_to(link)
    command = ("report", name, "-o", "r.html") if name == "m.json" else ("inspect", name)
    assert "Too many levels of symbolic links" in refused(owlboost, *command)


def test_a_catalog_that_is_a_link_to_itself_is_none(owlboost: Commands) -> None:
    owlboost.write("o.ofn", "Ontology(<urn:o> Import(<urn:other>) Declaration(Class(<urn:o#A>)))")
    for name in ("catalog-v001.xml", "other.owl"):
        (owlboost.folder / name).symlink_to(owlboost.folder / name)
    assert "<urn:other> was not found" in owlboost.done("inspect", "o.ofn")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
@pytest.mark.parametrize("name", ["o.owl", "m.json"])
def test_a_pipe_that_nobody_writes_to_is_told(owlboost: Commands, name: str) -> None:
    os.mkfifo(owlboost.folder / name)
    owlboost.monkeypatch.setattr(files, "PATIENCE", 0.2)
    before = set(threading.enumerate())
    command = ("report", name, "-o", "r.html") if name == "m.json" else ("inspect", name)
    said = refused(owlboost, *command)
    assert said.startswith(f"{name} is a pipe that no program writes to; ")
    assert set(threading.enumerate()) <= before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_table_is_no_pipe(owlboost: Commands) -> None:
    os.mkfifo(owlboost.folder / "t.csv")
    said = refused(owlboost, "inspect", "t.csv")
    assert said.startswith("t.csv is a pipe, which can be read only once; ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_pipe_with_a_late_writer_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Timer(0.3, pipe.write_bytes, [b"some bytes"])
    writer.start()
    with open_bytes(pipe) as file:
        assert file.read() == b"some bytes"
    writer.join()


def test_a_row_that_is_too_long_is_no_open_quotation(owlboost: Commands) -> None:
    """A compressed file of some kilobytes, whose second row has twenty million characters."""
    data = gzip.compress(b"a,b\n1," + b"0" * 20_000_000 + b"\n")
    (owlboost.folder / "t.csv.gz").write_bytes(data)
    assert refused(owlboost, "inspect", "t.csv.gz").startswith(
        "t.csv.gz has a row of more than 1,048,576 bytes: "
    )


def test_sets_with_the_smallest_corners_are_reported(hotels: Commands) -> None:
    """Of numbers next to 0, ten to the power of their digits is more than any float."""
    hotels.done("learn", "hotels.csv", "--target", "kind=good", "--rules", "3", "-o", "model.json")
    model = json.loads((hotels.folder / "model.json").read_text())
    assert model["datatypes"]
    for found in model["datatypes"]:
        found["points"] = [5e-324 * place for place in range(1, 1 + len(found["points"]))]
    hotels.write("tiny.json", json.dumps(model))
    hotels.done("report", "tiny.json", "hotels.csv", "-o", "report.html")
