"""A small project of the studio: its journal, and edits of it as a page sends them."""

import asyncio
import functools
import json
import tempfile
from pathlib import Path
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.studio.draft import EditError
from owlboost.studio.journal import History, Journal
from owlboost.studio.learning import repeating
from owlboost.studio.project import opened_project
from owlboost.studio.results import judge
from owlboost.studio.server import json_response, parsed_request
from owlboost.studio.session import Workbench, resolved
from owlboost.studio.studio import Studio
from owlboost.studio.views import state_view
from owlboost.studio.worker import Worker

Edit = dict[str, Any]

_TABLE = (
    "price,pool,sea view,stars,kind\n"
    "40,true,yes,2,good\n55.5,false,no,3,good\n62,true,,3,good\n48,true,yes,1,good\n"
    ",true,yes,4,bad\n71,false,yes,3,bad\n88,false,no,5,bad\n93,true,no,4,bad\n"
)
_SET = {
    "name": "price_L",
    "property": "urn:owlboost:table#price",
    "shape": "left-shoulder",
    "points": [40.0, 60.0],
}
_LOW = {"type": "some_data", "property": _SET["property"], "datatype": _SET["name"]}
_SEA = {"type": "has_value", "property": "urn:owlboost:table#sea%20view", "value": "yes"}
_POOL = {"type": "has_value", "property": "urn:owlboost:table#pool", "value": True}

_LEARNED: Edit = {
    "kind": "fitted",
    "model": None,
    "form": "sum",
    "logic": "zadeh",
    "threshold": 0.5,
    "rules": [
        {"term": "WL0", "leverage": 0.25, "degree": 1.0, "concept": {"type": "top"}},
        {"term": "WL1", "leverage": 0.5, "degree": 1.0, "concept": _LOW},
        {
            "term": "WL2",
            "leverage": -0.5,
            "degree": 0.75,
            "concept": {"type": "and", "parts": [_LOW, _POOL]},
        },
    ],
    "sets": [_SET],
    "labels": {"urn:owlboost:table#price": "price"},
}
_BEGUN: tuple[Edit, ...] = (
    {"kind": "source", "name": "t.csv", "file": "sources/t.csv", "source_kind": "table"},
    {"kind": "target", "target": "kind=good", "scope": None},
    _LEARNED,
)
_ADDED: Edit = {"kind": "rule-added", "text": "sea", "concept": _SEA, "sets": [], "labels": {}}
_FURTHER: tuple[Edit, ...] = (
    {**_ADDED, "fitted": 0.25},
    {"kind": "settings", "rules": 3, "algorithm": "boost", "sets": "auto"},
    {"kind": "mark", "individual": "row3", "label": False},
    {"kind": "hide", "names": ["urn:owlboost:table#stars"]},
    {"kind": "pin", "rule": "r2", "pinned": True},
    {"kind": "note", "rule": "r2", "text": "because"},
    {"kind": "weight", "rule": "r3", "weight": None, "fitted": -0.25},
    {"kind": "set", "name": "price_L", "points": [35, 70.5]},
    {"kind": "condition-removed", "rule": "r3", "part": 0},
    {"kind": "version", "name": "first", "time": "2024-05-06T07:08:09.000+00:00"},
    {"kind": "forbid", "rule": "r2"},
    {"kind": "undo"},
    {"kind": "redo"},
    {"kind": "allow", "forbidden": "f5"},
    {"kind": "threshold", "threshold": 0.25},
    {"kind": "return", "version": 1},
)


def _journal(*edits: Edit) -> bytes:
    time = "2024-05-06T07:08:09.000+00:00"
    entries = ({"number": n, "time": time, "edit": edit} for n, edit in enumerate(edits, 1))
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


JOURNALS = (_journal(*_BEGUN), _journal(*_BEGUN, *_FURTHER), _journal(*_FURTHER[1:2]))
"""Journals, one edit a line."""

EDITS = tuple(
    json.dumps(edit).encode()
    for edit in (
        {"kind": "source", "name": "t.csv"},
        {"kind": "target", "target": "kind=bad", "scope": None},
        {"kind": "mark", "individual": "row3", "label": False},
        {"kind": "hide", "names": ["stars", "sea view"]},
        {"kind": "show", "names": ["stars"]},
        {"kind": "settings", "rules": 3, "algorithm": "boost", "fuzzify": "uniform", "sets": 5},
        {"kind": "settings", "logic": "product", "max_depth": 2, "max_conjuncts": 3, "seed": 1},
        {"kind": "set", "name": "price_L", "points": [35, 70.5]},
        {"kind": "set", "sets": [{"name": "price_L", "points": [35.0, 70.5]}]},
        {
            "kind": "condition-added",
            "rule": "r2",
            "text": "'sea view' value \"yes\" and pool value true",
        },
        {"kind": "condition-removed", "rule": "r3", "part": 0},
        {"kind": "rule-added", "text": "stars some stars_H"},
        {"kind": "rule-added", "text": "price some price_H and pool value true", "weight": -0.5},
        {"kind": "rule-added", "text": "price some price_F", "weight": None},
        {"kind": "rule-removed", "rule": "r2"},
        {"kind": "weight", "rule": "r2", "weight": -1.5},
        {"kind": "weight", "rule": "r3", "weight": None},
        {"kind": "pin", "rule": "r2", "pinned": True},
        {"kind": "forbid", "rule": "r3"},
        {"kind": "allow", "forbidden": "f4"},
        {"kind": "threshold", "threshold": 0.25},
        {"kind": "note", "rule": "r2", "text": "because"},
        {"kind": "version", "name": "first"},
        {"kind": "return", "version": 1},
        {"kind": "undo"},
    )
)
"""Edits as a page sends them, one for each kind at least."""


class _NearWorker(Worker):
    """A worker in the same process, so that its time and memory are seen."""

    async def ask(self, task: str, *args: Any) -> Any:
        """Look up what an edit speaks of; nobody waits for anything else."""
        if task != "resolved":
            raise EditError(f"The worker does nothing but look up edits, not {task}.")
        return resolved(_bench(), *args)


@functools.cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Return the folder of a project with a table."""
    folder = tempfile.TemporaryDirectory(prefix="owlboost-project-")
    sources = Path(folder.name) / "sources"
    sources.mkdir()
    (sources / "t.csv").write_text(_TABLE, encoding="utf-8")
    return folder


@functools.cache
def _bench() -> Workbench:
    return Workbench(Path(_folder().name))


def open_journal(path: Path) -> None:
    """Open a journal, and show and judge what it holds."""
    with Journal(path) as journal:
        history = journal.history
    _show(history)


def apply_edit(path: Path) -> None:
    """Take an edit as the server does, and open the journal that has it."""
    folder = Path(_folder().name)
    (folder / "journal.jsonl").write_bytes(JOURNALS[0])
    with opened_project(folder) as project:
        asyncio.run(_edited(Studio(project), path.read_bytes()))
        history = project.journal.history
    open_journal(folder / "journal.jsonl")
    _show(history)


async def _edited(studio: Studio, data: bytes) -> None:
    studio.worker = _NearWorker(studio.project.folder)
    try:
        json_response(await studio.edit(parsed_request(data)))
    finally:
        studio.close()


def _show(history: History) -> None:
    """Show what a page shows of a project, as far as it can be."""
    json_response(state_view(history, {"name": "t", "folder": "t.studio"}))
    json_response(repeating(history.work, Path(_folder().name)))
    try:
        told = judge(_bench(), history.work)
    except OwlboostError:
        return  # the page tells why there is no judgement
    json_response(told)
