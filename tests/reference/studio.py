"""The studio's edits as literally as can be: a list of snapshots, each a deep copy of the last.

Nothing here knows how the studio keeps its state. A rule has a weight and the name of its term.
"""

import copy
import json
from collections.abc import Mapping
from typing import Any

State = dict[str, Any]
Edit = dict[str, Any]

N_POINTS = {"left-shoulder": 2, "right-shoulder": 2, "triangular": 3, "trapezoidal": 4}
ALGORITHMS = ("gradient", "boost", "foil", "pn", "pfoil")
LOGICS = ("zadeh", "product", "lukasiewicz")


class RefusedError(Exception):
    """The edit makes no sense here."""


def empty() -> State:
    return {
        "source": None,
        "question": {"target": None, "scope": None, "marks": {}, "hidden": []},
        "settings": {
            "algorithm": "gradient",
            "rules": 10,
            "max_conjuncts": 5,
            "max_depth": 1,
            "fuzzify": "cmeans",
            "sets": "auto",
            "logic": "zadeh",
            "seed": 0,
        },
        "draft": None,
        "versions": [],
    }


class Snapshots:
    """All states so far, of which one is the present."""

    def __init__(self) -> None:
        self.states = [empty()]
        self.at = 0
        self.number = 0

    @property
    def state(self) -> State:
        return self.states[self.at]

    def do(self, edit: Edit) -> bool:
        """Do what an edit says; False if it is refused, and nothing has changed."""
        if edit["kind"] == "undo":
            if self.at == 0:
                return False
            self.at -= 1
        elif edit["kind"] == "redo":
            if self.at + 1 == len(self.states):
                return False
            self.at += 1
        else:
            new = copy.deepcopy(self.state)
            try:
                changed(new, edit)
            except RefusedError:
                return False
            self.states = [*self.states[: self.at + 1], new]
            self.at += 1
        self.number += 1
        return True


def changed(state: State, edit: Edit) -> None:
    """Change a state as an edit says."""
    match edit["kind"]:
        case "source":
            state["source"] = {"name": edit["name"], "kind": edit["source_kind"]}
            state["question"] = empty()["question"]
            state["draft"] = None
        case "target" | "mark" | "hide" | "show":
            change_question(state, edit)
        case "settings":
            change_settings(state, edit)
        case "version":
            kept = {name: state[name] for name in ("source", "question", "settings", "draft")}
            numbers = [one["number"] for one in state["versions"]]
            state["versions"].append(
                {
                    "number": max(numbers, default=0) + 1,
                    "name": edit["name"],
                    "time": edit["time"],
                    "kept": copy.deepcopy(kept),
                }
            )
        case "return":
            found = [one for one in state["versions"] if one["number"] == edit["version"]]
            if not found:
                raise RefusedError
            state |= copy.deepcopy(found[0]["kept"])
        case "fitted":
            fit(state, edit)
        case "rule-added":
            add_rule(state, edit)
        case _:
            if state["draft"] is None:
                raise RefusedError
            change_draft(state["draft"], edit)


def change_question(state: State, edit: Edit) -> None:
    question = state["question"]
    match edit["kind"]:
        case "target":
            if edit["target"] != question["target"]:
                question["marks"] = {}
                state["draft"] = None
            question["target"], question["scope"] = edit["target"], edit.get("scope")
        case "mark":
            question["marks"].pop(edit["individual"], None)
            if edit["label"] is not None:
                question["marks"][edit["individual"]] = edit["label"]
        case "hide":
            for name in edit["names"]:
                if name not in question["hidden"]:
                    question["hidden"].append(name)
        case _:  # show
            question["hidden"] = [one for one in question["hidden"] if one not in edit["names"]]


def change_settings(state: State, edit: Edit) -> None:
    wanted = {**state["settings"], **{name: edit[name] for name in edit if name != "kind"}}
    ranges = {"max_conjuncts": (1, 100), "max_depth": (0, 100), "seed": (0, 2**32 - 1)}
    ranges |= {"rules": (1, 60), "sets": (2, 9)}
    for name, (least, most) in ranges.items():
        value = wanted[name]
        if value == "auto" and name in ("rules", "sets"):
            continue
        if not isinstance(value, int) or not least <= value <= most:
            raise RefusedError
    if wanted["algorithm"] not in ALGORITHMS or wanted["logic"] not in LOGICS:
        raise RefusedError
    if wanted["fuzzify"] not in ("cmeans", "uniform", "quantile"):
        raise RefusedError
    state["settings"] = wanted


def conditions(concept: Mapping[str, Any]) -> list[Any]:
    if concept["type"] == "top":
        return []
    return list(concept["parts"]) if concept["type"] == "and" else [concept]


def same(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold the same conditions, however often and in any order."""
    first, second = ({json.dumps(part, sort_keys=True) for part in parts} for parts in (one, other))
    return first == second


def find(draft: State, id: str) -> State:
    for rule in draft["rules"]:
        if rule["id"] == id:
            found: State = rule
            return found
    raise RefusedError


def fresh_term(draft: State) -> str:
    """Return the first name after as many as there are that no term has."""
    terms = {rule["term"] for rule in draft["rules"]}
    number = len(terms)
    while f"WL{number}" in terms:
        number += 1
    return f"WL{number}"


def know_sets(draft: State, sets: list[State]) -> None:
    for one in sets:
        if one["name"] not in [known["name"] for known in draft["sets"]]:
            draft["sets"].append(copy.deepcopy(one))


def new_draft(logic: str) -> State:
    return {
        "base": None,
        "form": "sum",
        "logic": logic,
        "threshold": 0.5,
        "threshold_set": False,
        "rules": [],
        "sets": [],
        "forbidden": [],
        "made": 0,
    }


def require_weight(draft: State, weight: float) -> None:
    if draft["form"] == "best" and not 0 <= weight <= 1:
        raise RefusedError


def add_rule(state: State, edit: Edit) -> None:
    draft = state["draft"] or new_draft(state["settings"]["logic"])
    weight = edit.get("weight")
    parts = conditions(edit["concept"])
    counts = edit["fitted"] if weight is None else weight
    if not parts or any(same(rule["parts"], parts) for rule in draft["rules"]):
        raise RefusedError
    require_weight(draft, counts)
    draft["made"] += 1
    draft["rules"].append(
        {
            "id": f"r{draft['made']}",
            "parts": parts,
            "weight": counts,
            "term": fresh_term(draft) if draft["form"] == "sum" else "",
            "weight_set": weight is not None,
            "pinned": False,
            "note": "",
        }
    )
    know_sets(draft, edit["sets"])
    state["draft"] = draft


def fit(state: State, edit: Edit) -> None:
    before = state["draft"] or new_draft("zadeh")
    draft = new_draft(edit["logic"]) | {
        "base": edit["model"],
        "form": edit["form"],
        "threshold": edit["threshold"],
        "made": before["made"],
        "forbidden": before["forbidden"],
    }
    left = list(before["rules"])
    stay = []
    for given in edit["rules"]:
        parts = conditions(given["concept"])
        old = [rule for rule in left if parts and same(rule["parts"], parts)][:1]
        left = [rule for rule in left if rule not in old]
        if not old:
            draft["made"] += 1
        rule = {
            "id": old[0]["id"] if old else f"r{draft['made']}",
            "parts": parts,
            "weight": given["leverage"] * given["degree"],
            "term": given["term"],
            "weight_set": False,
            "pinned": bool(old) and old[0]["pinned"],
            "note": old[0]["note"] if old else "",
        }
        draft["rules"].append(rule)
        if old and old[0]["pinned"] and old[0]["weight_set"] and before["form"] == edit["form"]:
            stay.append((rule, old[0]["weight"]))
    for rule, weight in stay:
        others = [one for one in draft["rules"] if one is not rule]
        weigh(draft, rule, others, {"weight": weight})
    know_sets(draft, edit["sets"])
    know_sets(draft, before["sets"])
    state["draft"] = draft


def change_draft(draft: State, edit: Edit) -> None:
    match edit["kind"]:
        case "set":
            move_sets(draft, edit)
        case "threshold":
            if not 0 <= edit["threshold"] <= 1:
                raise RefusedError
            draft["threshold"], draft["threshold_set"] = edit["threshold"], True
        case "allow":
            left = [one for one in draft["forbidden"] if one["id"] != edit["forbidden"]]
            if len(left) == len(draft["forbidden"]):
                raise RefusedError
            draft["forbidden"] = left
        case _:
            change_rule(draft, find(draft, edit["rule"]), edit)


def move_sets(draft: State, edit: Edit) -> None:
    moves = edit.get("sets", []) + ([edit] if "name" in edit else [])
    for move in moves:
        found = [one for one in draft["sets"] if one["name"] == move["name"]]
        points = list(move["points"])
        if not found or points != sorted(points) or len(points) != N_POINTS[found[0]["shape"]]:
            raise RefusedError
        found[0]["points"] = points


def change_rule(draft: State, rule: State, edit: Edit) -> None:  # noqa: C901 - one case an edit
    others = [one for one in draft["rules"] if one is not rule]
    top = not rule["parts"]
    match edit["kind"]:
        case "rule-removed":
            draft["rules"] = others
        case "note":
            rule["note"] = edit["text"]
        case "pin":
            if top:
                raise RefusedError
            rule["pinned"] = edit["pinned"]
        case "forbid":
            if top:
                raise RefusedError
            draft["made"] += 1
            draft["forbidden"].append({"id": f"f{draft['made']}", "parts": rule["parts"]})
            draft["rules"] = others
        case "weight":
            weigh(draft, rule, others, edit)
        case "condition-removed":
            if not 0 <= edit["part"] < len(rule["parts"]) or len(rule["parts"]) == 1:
                raise RefusedError
            left = [part for at, part in enumerate(rule["parts"]) if at != edit["part"]]
            rewrite(rule, others, left)
        case _:  # condition-added
            new = [part for part in conditions(edit["concept"]) if part not in rule["parts"]]
            if top or not new:
                raise RefusedError
            rewrite(rule, others, rule["parts"] + new)
            know_sets(draft, edit["sets"])


def rewrite(rule: State, others: list[State], parts: list[Any]) -> None:
    if any(same(one["parts"], parts) for one in others):
        raise RefusedError
    rule["parts"] = parts


def weigh(draft: State, rule: State, others: list[State], edit: Edit) -> None:
    given = edit["weight"]
    weight = edit["fitted"] if given is None else given
    require_weight(draft, weight)
    if draft["form"] == "sum":
        mates = [one["weight"] for one in others if one["term"] == rule["term"]]
        sides = {weight_side(one) for one in (*mates, rule["weight"])} - {0}
        if mates and weight_side(weight) and sides and weight_side(weight) not in sides:
            rule["term"] = fresh_term(draft)
    rule["weight"], rule["weight_set"] = weight, given is not None


def weight_side(weight: float) -> int:
    return (weight > 0) - (weight < 0)


def mentioned_sets(part: Any) -> set[str]:
    """Return the names of all fuzzy sets in a condition."""
    if isinstance(part, list):
        return set().union(*map(mentioned_sets, part)) if part else set()
    found = {part["datatype"]} if part["type"] == "some_data" else set()
    return (
        found
        | mentioned_sets(part.get("parts", []))
        | mentioned_sets([part["filler"]] if "filler" in part else [])
    )


def shown(snapshots: Snapshots) -> State:
    """Return what a page must see of the present, but for words."""
    state = copy.deepcopy(snapshots.state)
    draft = state["draft"]
    if draft is not None:
        used = set().union(*(mentioned_sets(rule["parts"]) for rule in draft["rules"]))
        draft["sets"] = [one for one in draft["sets"] if one["name"] in used]
        del draft["made"]
    for version in state["versions"]:
        del version["kept"]
    return state | {
        "number": snapshots.number,
        "can_undo": snapshots.at > 0,
        "can_redo": snapshots.at + 1 < len(snapshots.states),
    }
