"""The journal of a project: what it keeps, what it refuses, and one server at a time."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.studio_edits import record

from owlboost.errors import ExamplesError
from owlboost.models.source import source_from
from owlboost.studio.draft import EditError
from owlboost.studio.journal import Journal, ProjectError
from owlboost.studio.project import opened_project
from owlboost.studio.source import opened_material
from owlboost.studio.state import LearningQuestion

RULES_3 = {"kind": "settings", "rules": 3}


def test_an_edit_is_a_line_with_number_and_time(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        record(journal, RULES_3)
        record(journal, {"kind": "undo"})
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [one["number"] for one in entries] == [1, 2]
    assert [one["edit"] for one in entries] == [RULES_3, {"kind": "undo"}]
    assert all(one["time"].endswith("+00:00") for one in entries)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense\n", "line 1"),
        ('{"number": 2, "edit": {"kind": "undo"}}\n', r"line 1 \(it has the number 2\)"),
        ('{"number": 1, "edit": {"kind": "dance"}}\n', "line 1"),
        ('{"number": 1}\n', "line 1"),
        ("[]\n", "line 1"),
        ("\n", "line 1"),
    ],
)
def test_a_damaged_journal_is_told_and_left_alone(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(text)
    with pytest.raises(ProjectError, match=said):
        Journal(path)
    assert path.read_text() == text


LEARNED: dict[str, Any] = {
    "kind": "fitted",
    "model": None,
    "form": "sum",
    "logic": "zadeh",
    "threshold": 0.5,
    "rules": [
        {"term": "WL1", "leverage": 1.0, "degree": 1.0, "concept": {"type": "class", "iri": "A"}}
    ],
    "sets": [],
    "labels": {},
}
PRICE = {"type": "some_data", "property": "price", "datatype": "price_L"}
SOURCE = {"kind": "source", "name": "t.csv", "file": "sources/t.csv", "source_kind": "table"}


def _with_concept(concept: object) -> dict[str, object]:
    return {**LEARNED, "rules": [{**LEARNED["rules"][0], "concept": concept}]}


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ([], "it has no edit"),
        ({"kind": "target", "target": 7}, "its target cannot be 7"),
        ({"kind": "target"}, "its target is missing"),
        ({**SOURCE, "file": True}, "its file cannot be True"),
        ({**SOURCE, "file": "a\0b"}, "its file cannot be a"),
        ({**SOURCE, "source_kind": "folder"}, "its source_kind cannot be folder"),
        ({"kind": "hide", "names": [[]]}, r"its names cannot be \[\[\]\]"),
        ({"kind": "mark", "individual": True, "label": True}, "its individual cannot be True"),
        ({**LEARNED, "labels": {"A": []}}, "its labels cannot be"),
        ({**LEARNED, "threshold": 10**400}, "its threshold cannot be 1000"),
        ({**LEARNED, "model": "../x"}, r"its model cannot be \.\./x"),
        ({**LEARNED, "form": "worst"}, "its form cannot be worst"),
        (_with_concept({"type": "some_data"}), "a concept that cannot be read"),
        (_with_concept(PRICE), "the datatype 'price_L' without defining it"),
    ],
)
def test_an_entry_with_a_wrong_field_is_damage(tmp_path: Path, edit: object, said: str) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(json.dumps({"number": 1, "time": "", "edit": edit}) + "\n")
    with pytest.raises(ProjectError, match=rf"damaged in line 1 \(.*{said}"):
        Journal(path)


def test_what_learning_leaves_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        record(journal, SOURCE)
        record(journal, LEARNED)
        before = journal.history
    with Journal(path) as journal:
        assert journal.history == before


def test_a_mark_on_a_row_that_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("price,kind\n1,a\n2,b\n3,a\n")
    question = LearningQuestion("kind=a", marks={"row7": True})
    with pytest.raises(ExamplesError, match=r"t\.csv has no row named 'row7'\."):
        opened_material(source_from(tmp_path / "t.csv")).examples(question)


def test_an_edit_that_cannot_be_applied_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        with pytest.raises(EditError):
            record(journal, {"kind": "settings", "rules": 0})
        assert path.read_bytes() == b""
        assert journal.history.n_edits == 0


def test_a_full_disk_leaves_the_journal_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        record(journal, RULES_3)
        before, history = path.read_bytes(), journal.history

        def half(descriptor: int, data: bytes) -> None:
            import os

            os.write(descriptor, data[: len(data) // 2])
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("owlboost.studio.journal._write_all", half)
            with pytest.raises(ProjectError, match="cannot be written: No space left"):
                record(journal, {"kind": "undo"})
        assert path.read_bytes() == before
        assert journal.history == history
        record(journal, {"kind": "undo"})
    with Journal(path) as journal:
        assert journal.history.n_edits == 2


def test_a_folder_is_open_once(tmp_path: Path) -> None:
    with opened_project(tmp_path / "p") as first:
        with (
            pytest.raises(ProjectError, match="open in another studio"),
            opened_project(first.folder),
        ):
            pass
        assert first.name == "p"
    with opened_project(tmp_path / "p") as again:
        assert again.journal.history.n_edits == 0
