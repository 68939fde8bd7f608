"""The studio's edits against snapshots, and its journal against being cut off anywhere."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference.studio import Edit, Snapshots, State, shown
from tests.studio_edits import aimed, record, sequences

from owlboost.studio.draft import EditError
from owlboost.studio.journal import History, Journal
from owlboost.studio.views import state_view


def seen(history: History) -> State:
    """Return what a page sees, but for words, and conditions taken from the whole concept."""
    view: State = {**state_view(history, {"name": "", "folder": ""})}
    del view["project"], view["fit"]
    if view["draft"] is not None:
        for rule in view["draft"]["rules"]:
            whole = rule.pop("concept")
            del rule["words"], rule["manchester"]
            assert rule.pop("is_top") == (whole["type"] == "top")
            assert len(rule["parts"]) == len(_parts(whole))
            rule["parts"] = _parts(whole)
            rule["weight"] = pytest.approx(rule["weight"], abs=1e-12)
        for one in view["draft"]["forbidden"]:
            del one["words"], one["manchester"]
            one["parts"] = _parts(one.pop("concept"))
    return view


def _parts(concept: Any) -> list[Any]:
    if concept["type"] == "top":
        return []
    return list(concept["parts"]) if concept["type"] == "and" else [concept]


def done(history: History, edit: Edit) -> History | None:
    try:
        return history.apply(edit)
    except EditError:
        return None


@settings(max_examples=scaled(300))
@given(sequences)
def test_edits_do_what_snapshots_do(edits: list[Edit]) -> None:
    history, snapshots = History(), Snapshots()
    for drawn in edits:
        edit = aimed(drawn, snapshots.state["draft"])
        after = done(history, edit)
        assert (after is not None) == snapshots.do(edit), edit
        history = after or history
        assert shown(snapshots) == seen(history), edit


@given(sequences, st.data())
def test_what_is_undone_comes_back_step_by_step(edits: list[Edit], data: st.DataObject) -> None:
    history = History()
    for drawn in edits:
        draft = seen(history)["draft"]
        history = done(history, aimed(drawn, draft)) or history
    states = [history.work]
    for _ in range(data.draw(st.integers(0, len(history.past)))):
        history = history.apply({"kind": "undo"})
        states.append(history.work)
    for expected in reversed(states[:-1]):
        history = history.apply({"kind": "redo"})
        assert history.work == expected
        assert history.past


@settings(max_examples=scaled(200))
@given(sequences, st.data())
def test_a_journal_that_is_cut_off_anywhere_keeps_all_that_was_confirmed(
    edits: list[Edit], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        confirmed: list[tuple[int, History]] = [(0, History())]
        with Journal(path) as journal:
            for drawn in edits:
                draft = seen(journal.history)["draft"]
                edit = aimed(drawn, draft)
                try:
                    record(journal, edit)
                except EditError:
                    assert path.stat().st_size == confirmed[-1][0]  # nothing was written
                else:
                    confirmed.append((path.stat().st_size, journal.history))
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:cut])
        size, expected = [one for one in confirmed if one[0] <= cut][-1]
        with Journal(path) as journal:
            assert journal.history == expected
            assert path.stat().st_size == size
            record(journal, {"kind": "settings", "rules": 2})
        with Journal(path) as journal:
            assert journal.history == expected.apply({"kind": "settings", "rules": 2})
