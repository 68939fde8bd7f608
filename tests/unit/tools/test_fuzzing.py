"""Readers cope with damaged files: a short run of the fuzzer, and what it notices."""

import io
import os
import random
import signal
import time
import zipfile
from pathlib import Path

import pytest
from tools.fuzzing import __main__ as fuzzing
from tools.fuzzing.guided import guided, is_installed
from tools.fuzzing.readers import Reader, readers
from tools.fuzzing.trials import Tally, damaged, findings

from owlboost.errors import OwlboostError, SourceError

INPUTS = 25
READERS = readers()


def what_is_found(reader: Reader, inputs: int = 3) -> tuple[Tally, list[str]]:
    tally = Tally()
    found = findings(reader, "one", seed=7, inputs=inputs, seconds=60, tally=tally)
    return tally, [one.what for one in found]


@pytest.mark.parametrize("name", READERS)
def test_a_reader_says_what_is_wrong_with_damaged_files(name: str) -> None:
    found = findings(READERS[name], name, seed=0, inputs=INPUTS, seconds=20, tally=Tally())
    assert [(one.number, one.what) for one in found] == []


@pytest.mark.parametrize("name", READERS)
def test_a_reader_reads_what_is_not_damaged(name: str, tmp_path: Path) -> None:
    path = tmp_path / READERS[name].file
    done = 0
    for seed in READERS[name].seeds:
        path.write_bytes(seed)
        try:
            READERS[name].read(path)
            done += 1
        except OwlboostError:
            continue  # the ontology with everything says what no reasoner accepts
    assert done


def test_the_same_seed_gives_the_same_files() -> None:
    reader = READERS["csv"]
    files = [damaged(reader, "csv", 0, number) for number in range(50)]
    assert files == [damaged(reader, "csv", 0, number) for number in range(50)]
    assert len(set(files)) > 40
    assert damaged(reader, "csv", 1, 0) != files[0]


def _refuse(path: Path) -> None:
    raise SourceError(f"{path} is wrong.")


def _fail(path: Path) -> None:
    raise KeyError(path.name)


def _abort(_: Path) -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def _grow(_: Path) -> None:
    bytearray(3 * 2**30)


def test_an_error_of_ours_is_no_finding() -> None:
    tally, found = what_is_found(Reader("x", _refuse, [b"x"]))
    assert (found, tally.tried, tally.read) == ([], 3, 0)


def test_other_errors_aborts_and_greed_are_findings() -> None:
    tally, found = what_is_found(Reader("x", _fail, [b"x"]))
    assert (len(found), tally.tried) == (3, 3)
    assert found[0].startswith("KeyError: 'x' (test_fuzzing.py:")
    assert what_is_found(Reader("x", _grow, [b"x"]), 1)[1][0].startswith("MemoryError")


def test_an_abort_is_a_finding_and_the_next_file_is_tried(tmp_path: Path) -> None:
    def abort_once(path: Path) -> None:
        if (tmp_path / "warm").exists() and not (tmp_path / "aborted").exists():
            (tmp_path / "aborted").touch()
            _abort(path)
        (tmp_path / "warm").touch()

    tally, found = what_is_found(Reader("x", abort_once, [b"x"]))
    assert found == ["the process ended: SIGABRT"]
    assert (tally.tried, tally.read) == (3, 2)


def test_slowness_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tools.fuzzing.trials.SECONDS", 0.05)

    def dawdle(_: Path) -> None:
        if (tmp_path / "warm").exists():
            end = time.process_time() + 30
            while time.process_time() < end:
                pass
        (tmp_path / "warm").touch()

    assert what_is_found(Reader("x", dawdle, [b"x"]), 1)[1] == ["more than 0.05 seconds"]


def test_without_atheris_it_is_said_that_no_run_is_guided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = f"fuzzing --reader names --inputs 1 --guided 1 --output {tmp_path}"
    monkeypatch.setattr("sys.argv", words.split())
    monkeypatch.setattr(fuzzing, "is_installed", lambda: False)
    with pytest.raises(SystemExit) as ended:
        fuzzing.main()
    assert ended.value.code == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("No run is guided by coverage: atheris is not installed")
    assert second.split()[:3] == ["names", "1", "tried"]


@pytest.mark.skipif(not is_installed(), reason="atheris is not installed")
def test_a_guided_run_reaches_code_and_finds_nothing() -> None:
    done = guided("problem.conf", 60, 30)
    assert done.tried >= 30
    assert done.covered > 10
    assert done.found == ()


def test_a_part_of_a_workbook_is_damaged_and_packed_again() -> None:
    reader = READERS["xlsx"]
    assert reader.inside is not None
    whole = parts_of_archive(reader.seeds[0])
    for number in range(20):
        damaged_inside = parts_of_archive(reader.inside(reader.seeds[0], random.Random(number)))
        assert list(damaged_inside) == list(whole)
        assert sum(damaged_inside[name] != whole[name] for name in whole) <= 1
    assert len({damaged(reader, "xlsx", 0, number) for number in range(20)}) > 15


def parts_of_archive(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
