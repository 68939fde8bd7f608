"""Snapshots name what changed, what is missing and what is new; noise is masked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.commands import environment
from tools.snapshots import __main__ as program
from tools.snapshots.outputs import Outputs, differences, file_name, hashes_of, masked
from tools.snapshots.running import sections

BEFORE = {"a": "1", "b": "1", "c": "1"}


def test_differences_are_changed_missing_and_new() -> None:
    found = differences(BEFORE, {"a": "1", "b": "2", "d": "1"})
    assert [(one.kind, one.name) for one in found] == [
        ("changed", "b"),
        ("missing", "c"),
        ("new", "d"),
    ]
    assert differences(BEFORE, BEFORE) == []


def test_an_output_is_kept_as_it_is_and_hashed(tmp_path: Path) -> None:
    for content in ("one", "two"):  # the second time, the folder is emptied first
        outputs = Outputs("part", tmp_path)
        outputs.add("learn a/b.csv/printed", content)
        outputs.add(f"long {'x' * 300}", b"\xff")
        with pytest.raises(ValueError, match="Two outputs"):
            outputs.add("learn a/b.csv/printed", content)
        outputs.close()
    found = hashes_of("part", tmp_path)
    assert list(found) == ["part/learn a/b.csv/printed", f"part/long {'x' * 300}"]
    assert (tmp_path / "part" / "learn a%2Fb.csv%2Fprinted").read_text("utf-8") == "two"


@pytest.mark.parametrize(
    ("found", "code"), [({"p/a": "1", "p/b": "1"}, 0), ({"p/a": "2", "p/c": "1"}, 1)]
)
def test_comparing_exits_1_and_names_differences(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: dict[str, str],
    code: int,
) -> None:
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"p/a": "1", "p/b": "1", "other/x": "1"}), "utf-8")
    monkeypatch.setattr(program, "parts", lambda: ["p"])
    monkeypatch.setattr(program, "recorded", lambda *_: (found, []))
    monkeypatch.setattr(sys, "argv", ["snapshots", "--compare", str(before)])
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert ended.value.code == code
    printed = capsys.readouterr().out
    for line in ("changed  p/a", "missing  p/b", "new      p/c"):
        assert (line in printed) == bool(code)
    assert "other/x" not in printed  # of a part that was not recorded


def test_a_part_that_fails_is_told_and_nothing_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "recorded", lambda *_: ({"a/x": "1"}, ["b"]))
    for options in (["-o", str(tmp_path / "hashes.json")], []):
        monkeypatch.setattr(sys, "argv", ["snapshots", *options])
        with pytest.raises(SystemExit) as ended:
            program.main()
        assert ended.value.code == 1
    assert not list(tmp_path.iterdir())


def test_a_part_is_recorded_as_users_see_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.snapshots", "--part", "plugins", "--keep", "kept"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    name = "predict model.json iris.csv --individual row1/printed"
    assert f"plugins/{name}" in hashes_of("plugins", tmp_path / "kept")
    text = (tmp_path / "kept" / "plugins" / file_name(name)).read_text("utf-8")
    assert text.startswith("exit 0\n--- stdout\nindividual  degree")
    assert "row1" in text


def test_braces_stand_for_several_lines() -> None:
    lines = sections("[a]\nlearn {x,y}.csv --sets {2,3} -o {%}.json\n# no command\n")["a"]
    assert [line.text for line in lines] == [
        f"learn {table}.csv --sets {sets} -o {sets}.json" for table in "xy" for sets in "23"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"seconds": 1.5e-3, "seconds":2}', '{"seconds": ⟨seconds⟩, "seconds":⟨seconds⟩}'),
        ('"time": "2026-01-02T03:04:05.6+00:00"', '"time": "⟨time⟩"'),
        (
            '"environment": {"versions": {"numpy": "2"}, "platform": "x", "cores": 2}, "seed": 0',
            '"environment": "⟨environment⟩", "seed": 0',
        ),
        ('"made_by": "owlboost 1.2.0.dev0"', '"made_by": "owlboost ⟨version⟩"'),
        ("No /tmp/owlboost-abcd1234/a.csv.", "No ⟨temporary⟩/a.csv."),
        ("No /home/me/b.csv.", "No ⟨home⟩/b.csv."),
        ("Rules of owlboost for fuzzyDL, version 1", "Rules of owlboost for fuzzyDL, version 1"),
        ('"threshold": 0.25', '"threshold": 0.25'),
    ],
)
def test_times_versions_and_folders_are_masked(text: str, expected: str) -> None:
    assert masked(text, {"/home/me": "⟨home⟩"}) == expected
