"""Random edits: the page, the server and the journal read again agree after every sequence."""

import random
from typing import Any

import pytest
from tests.browser.studios import RunningStudio, StudioVisit, visited

from owlboost.studio.journal import Journal
from owlboost.studio.views import state_view

SEQUENCES = 200
LONGEST = 4

CONDITIONS = ("Hostel", "Superior_Hotel", "(near some Beach)", "(hasAmenity some Pool)")


def edit_of(state: Any, choose: random.Random) -> dict[str, Any]:
    """Make up an edit that may fit a state; some do not, and are refused."""
    draft = state["draft"]
    rules = [one for one in (draft["rules"] if draft else []) if one["parts"]] or [
        {"id": "r99", "parts": [{}]}
    ]
    rule = choose.choice(rules)
    sets = (draft["sets"] if draft else []) or [{"name": "none", "points": [1, 2, 3]}]
    moved = choose.choice(sets)
    forbidden = draft["forbidden"] if draft else []
    kinds: list[dict[str, Any]] = [
        {"kind": "pin", "rule": rule["id"], "pinned": choose.random() < 0.5},
        {"kind": "weight", "rule": rule["id"], "weight": round(choose.uniform(-3, 3), 2)},
        {"kind": "weight", "rule": rule["id"], "weight": None},
        {"kind": "note", "rule": rule["id"], "text": choose.choice(["", "<i>why</i>", "ask"])},
        {"kind": "condition-added", "rule": rule["id"], "text": choose.choice(CONDITIONS)},
        {"kind": "condition-removed", "rule": rule["id"], "part": choose.randrange(3)},
        {"kind": "rule-added", "text": choose.choice(CONDITIONS)},
        {"kind": "rule-removed", "rule": rule["id"]},
        {"kind": "forbid", "rule": rule["id"]},
        {"kind": "allow", "forbidden": forbidden[0]["id"] if forbidden else "f99"},
        {"kind": "threshold", "threshold": round(choose.random(), 2)},
        {
            "kind": "set",
            "name": moved["name"],
            "points": [one + choose.choice([-5, 0, 5]) for one in moved["points"]],
        },
        {"kind": "undo"},
        {"kind": "undo"},
        {"kind": "redo"},
    ]
    return choose.choice(kinds)


DO = """async (edits) => {
    const token = sessionStorage.getItem("owlboost-token");
    const told = [];
    for (const edit of edits) {
        const answer = await fetch("/api/edits", {
            method: "POST",
            headers: { "X-Owlboost-Token": token, "Content-Type": "application/json" },
            body: JSON.stringify({ edit }),
        });
        told.push(answer.status);
    }
    return told;
}"""

SHOWN = """() => ({
    number: Number(document.documentElement.dataset.number),
    undo: document.getElementById("undo").getAttribute("aria-disabled") === null,
    redo: document.getElementById("redo").getAttribute("aria-disabled") === null,
    rules: [...document.querySelectorAll("#rule-cards > li")].map((one) => ({
        id: one.dataset.rule,
        words: one.querySelector(".words").textContent,
        manchester: one.querySelector(".manchester").textContent,
        parts: [...one.querySelectorAll(".condition bdi")].map((part) => part.textContent),
        weight: Number(one.querySelector(".weightfield").value),
        pinned: one.classList.contains("pinned"),
        weight_set: one.querySelector(".tag.set") !== null,
        note: one.querySelector(".note-field").value,
    })),
    forbidden: [...document.querySelectorAll("#forbidden li bdi")].map((one) => one.textContent),
    sets: Object.fromEntries([...document.querySelectorAll(".handle")].map((one) =>
        [`${one.dataset.set} ${one.dataset.corner}`, Number(one.getAttribute("aria-valuenow"))])),
})"""


def expected(state: Any) -> dict[str, Any]:
    """Return what a page must show of a state."""
    draft = state["draft"] or {"rules": [], "forbidden": [], "sets": []}
    return {
        "number": state["number"],
        "undo": state["can_undo"],
        "redo": state["can_redo"],
        "rules": [
            {
                "id": one["id"],
                "words": one["words"],
                "manchester": one["manchester"],
                "parts": [part["words"] for part in one["parts"]],
                "weight": pytest.approx(one["weight"], rel=1e-5, abs=1e-12),
                "pinned": one["pinned"],
                "weight_set": one["weight_set"],
                "note": one["note"],
            }
            for one in draft["rules"]
            if not one["is_top"]
        ],
        "forbidden": [one["words"] for one in draft["forbidden"]],
        "sets": {
            f"{one['name']} {corner}": point
            for one in draft["sets"]
            for corner, point in enumerate(one["points"])
        },
    }


def on_disk(running: RunningStudio, state: Any) -> Any:
    """Fold a copy of the journal again, and show it as the server does."""
    copy = running.folder.parent / "again.jsonl"
    copy.write_bytes((running.folder / "journal.jsonl").read_bytes())
    with Journal(copy) as journal:
        return state_view(journal.history, state["project"], None)


def agree(page: StudioVisit) -> Any:
    """Compare what the page shows, what the server says, and what is on the disk."""
    state = page.in_step_with_server()
    assert page.page.evaluate(SHOWN) == expected(state)
    assert on_disk(page.running, state) == state
    return state


def test_random_edits_leave_page_server_and_disk_in_agreement(
    chromium: Any, running: RunningStudio
) -> None:
    made = refused = 0
    with visited(chromium, running, troubled=True) as page:
        page.step("rules")
        first = agree(page)
        for seed in range(SEQUENCES):
            choose = random.Random(seed)
            state = page.running.state()
            edits = [edit_of(state, choose) for _ in range(choose.randint(1, LONGEST))]
            told = page.page.evaluate(DO, edits)
            made += told.count(200)
            refused += len(told) - told.count(200)
            after = agree(page)
            assert after["number"] == state["number"] + told.count(200), edits
        assert first["number"] < after["number"]
    assert made > SEQUENCES
    assert refused > 0  # what is refused leaves nothing behind, either
