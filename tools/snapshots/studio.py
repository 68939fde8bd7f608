"""A studio that is used as a page uses it: edits one after the other, and all that it answers."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.studio_servers import Page, serving
from tools.snapshots.outputs import Outputs, masked, split_page

Edit = Mapping[str, Any]

_HOTELS: tuple[Edit, ...] = (
    {"kind": "settings", "algorithm": "gradient", "rules": 4, "max_conjuncts": 2},
    {"kind": "settings", "algorithm": "magic"},
    {"kind": "learn"},
    {"kind": "rule-added", "text": "hasPrice some hasPrice_L and Hotel", "weight": 0.5},
    {"kind": "rule-added", "text": "hasAmenity some Pool", "weight": None},
    {"kind": "rule-added", "text": "hasPrise some hasPrice_L"},
    {"kind": "condition-added", "rule": 1, "text": "hasAmenity some Bar"},
    {"kind": "condition-removed", "rule": 1, "part": 0},
    {"kind": "weight", "rule": 2, "weight": -0.25},
    {"kind": "weight", "rule": 2, "weight": None},
    {"kind": "pin", "rule": 2, "pinned": True},
    {"kind": "note", "rule": 1, "text": "because <b>"},
    {"kind": "version", "name": "first"},
    {"kind": "threshold", "threshold": 0.25},
    {"kind": "threshold", "threshold": 7},
    {"kind": "forbid", "rule": 3},
    {"kind": "learn"},
    {"kind": "undo"},
    {"kind": "redo"},
    {"kind": "mark", "individual": "Hotel_010", "label": False},
    {"kind": "mark", "individual": "Hotel_999", "label": True},
    {"kind": "hide", "names": ["hasAmenity"]},
    {"kind": "show", "names": ["hasAmenity"]},
    {"kind": "rule-removed", "rule": 1},
    {"kind": "version", "name": "second"},
    {"kind": "return", "version": 1},
    {"kind": "return", "version": 7},
    {"kind": "nonsense"},
)
_IRIS: tuple[Edit, ...] = (
    {"kind": "target", "target": "species=virginica", "scope": None},
    {"kind": "settings", "algorithm": "boost", "rules": 3, "sets": 3, "logic": "product"},
    {"kind": "learn"},
    {
        "kind": "rule-added",
        "text": "petal_length some petal_length_H and petal_width some petal_width_L",
    },
    {"kind": "rule-added", "text": "petal_length some petal_length_VVVH"},
    {"kind": "set", "set": 0, "points": [1.5, 3.5, 4.5]},
    {"kind": "set", "set": 0, "points": [4.5, 1.5, 3]},
    {"kind": "version", "name": "first"},
    {"kind": "mark", "individual": "row3", "label": True},
    {"kind": "hide", "names": ["petal_width"]},
    {"kind": "settings", "algorithm": "foil"},
    {"kind": "learn"},
    {"kind": "threshold", "threshold": 0.75},
)
_LOOKED_AT: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("state", {}),
    ("source", {}),
    ("individuals", {"text": "1", "limit": 5, "offset": 2}),
    ("view", {}),
    ("view", {"version": 1}),
    ("view", {"version": 9}),
    ("suggest", {"text": "pet"}),
    ("suggest", {"text": "hasA"}),
    ("suggest", {"text": "hasPrice some "}),
    ("suspects", {}),
    ("compare", {"a": 1, "b": "draft"}),
    ("formats", {}),
    ("choices", {}),
    ("command", {}),
    ("report", {}),
    ("report", {"version": "x"}),
    ("nothing", {}),
)


def studio(folder: Path, outputs: Outputs) -> None:
    """Record the answers and the journal of two projects."""
    wanted = ("hotels.ofn", "--target", "Good_Hotel", "--scope", "Accommodation")
    with serving(folder, *wanted) as server:
        _used("hotels", server.client(), _HOTELS, folder, outputs)
    with serving(folder, "iris.csv") as server:
        _used("iris", server.client(), _IRIS, folder, outputs)
    for name in ("hotels.ofn", "iris.csv"):
        journal = (folder / f"{name}.studio" / "journal.jsonl").read_text("utf-8")
        outputs.add(f"{name}/journal", masked(journal, {str(folder): "⟨folder⟩"}))
        for path in sorted((folder / f"{name}.studio" / "models").iterdir()):
            text = masked(path.read_text("utf-8"), {str(folder): "⟨folder⟩"})
            outputs.add(f"{name}/{path.name}", text)


def _used(name: str, page: Page, edits: Sequence[Edit], folder: Path, outputs: Outputs) -> None:
    """Apply edits, and record the state and the judgement after each; look at everything then."""
    places = {str(folder): "⟨folder⟩", page.token: "⟨token⟩", str(page.http.base_url): "⟨address⟩"}

    def add(what: str, text: str) -> None:
        outputs.add(f"{name}/{what}", masked(text, places))

    for number, edit in enumerate(edits, 1):
        before = page.json("/api/state")
        if edit["kind"] == "learn":
            told, done = page.learn(), True
        else:
            response = page.try_edit(**_aimed(edit, before))
            told, done = response.json(), response.status_code == 200
            told = {"status": response.status_code, **told}
        shown = {"edit": edit, "answer": told}
        if done and page.json("/api/state")["draft"] is not None:
            shown["judgement"] = page.judgement()
        add(f"{number:02} {edit['kind']}", json.dumps(shown, indent=1, ensure_ascii=False))
    for what, query in _LOOKED_AT:
        response = page.get(f"/api/{what}", **query)
        text, _ = split_page(response.text)
        words = " ".join(f"{key}={value}" for key, value in query.items())
        add(f"{what} {words}".strip(), f"{response.status_code}\n{text}")
    for wanted in page.json("/api/formats"):
        known = wanted["name"] if isinstance(wanted, dict) else wanted
        response = page.get("/api/export", format=known)
        add(f"export {known}", f"{response.status_code}\n{response.text}")


def _aimed(edit: Edit, state: Any) -> dict[str, Any]:
    """Return an edit that speaks of a rule or a set by its name, not by its place."""
    draft = state["draft"] or {"rules": [], "sets": []}
    found = dict(edit)
    if isinstance(edit.get("rule"), int):
        found["rule"] = draft["rules"][edit["rule"]]["id"]
    if "set" in edit:
        found["name"] = draft["sets"][found.pop("set")]["name"]
    return found
