"""Random edits of a studio, sensible and not."""

from typing import Any

from hypothesis import strategies as st

from owlboost.studio.journal import Journal

Edit = dict[str, Any]


def record(journal: Journal, edit: Edit) -> None:
    """Apply an edit and save it, or do neither."""
    journal.append(edit, journal.history.apply(edit))


def _class(name: str) -> Edit:
    return {"type": "class", "iri": f"urn:x#{name}"}


def _set(name: str) -> Edit:
    return {"type": "some_data", "property": "urn:x#price", "datatype": name}


SETS = [
    {
        "name": "price_L",
        "property": "urn:x#price",
        "shape": "left-shoulder",
        "points": [40.0, 60.0],
    },
    {
        "name": "price_F",
        "property": "urn:x#price",
        "shape": "triangular",
        "points": [40.0, 60.0, 90.0],
    },
]

PARTS = [
    _class("Hotel"),
    _class("Hostel"),
    _set("price_L"),
    _set("price_F"),
    {"type": "has_value", "property": "urn:x#open", "value": True},
    {"type": "some", "property": "urn:x#near", "filler": _class("Beach")},
    {"type": "some", "property": "urn:x#near", "filler": _set("price_L")},
]


def _concept(parts: list[Edit]) -> Edit:
    if not parts:
        return {"type": "top"}
    return parts[0] if len(parts) == 1 else {"type": "and", "parts": parts}


def _sets_of(concept: Edit) -> list[Edit]:
    text = repr(concept)
    return [one for one in SETS if str(one["name"]) in text]


bodies = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3, unique_by=repr).map(_concept)
rule_ids = st.integers(-1, 6)
"""A rule by its place in the draft (see :func:`aimed`); one that is not there now and then."""

weights = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5])
names = st.sampled_from(["urn:x#a", "urn:x#b", "urn:x#c"])


def _edit(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Edit]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


def _looked_up(edit: Edit) -> Edit:
    return {**edit, "sets": _sets_of(edit["concept"]), "labels": {}}


@st.composite
def fitted(draw: st.DrawFn, least: int = 0) -> Edit:
    """Draw what learning leaves: a sum with terms of several rules, or rules of which the best."""
    form = draw(st.sampled_from(["sum", "best"]))
    found = draw(st.lists(bodies, min_size=least, max_size=5, unique_by=repr))
    if form == "sum" and draw(st.booleans()):
        found = [{"type": "top"}, *found]
    distinct: dict[frozenset[str], Edit] = {}
    for body in found:
        key = frozenset(map(repr, body["parts"] if body["type"] == "and" else [body]))
        distinct.setdefault(key, body)
    rules: list[Edit] = []
    leverages: dict[str, float] = {}
    for number, body in enumerate(distinct.values()):
        term = "" if form == "best" else f"WL{draw(st.integers(0, number)) if number else 0}"
        if body["type"] != "top" and term == "WL0" and rules and form == "sum":
            term = "WL1"
        leverage = leverages.setdefault(term, 1.0 if form == "best" else draw(weights))
        degree = draw(st.sampled_from([0.25, 0.5, 1.0]))
        rules.append({"term": term, "leverage": leverage, "degree": degree, "concept": body})
    if form == "sum" and rules and rules[-1]["concept"]["type"] != "top" and draw(st.booleans()):
        rules.append({**rules[-1], "term": "WL8", "leverage": draw(weights)})  # as boosting may
    return {
        "kind": "fitted",
        "model": draw(st.integers(1, 9)),
        "form": form,
        "logic": draw(st.sampled_from(["zadeh", "product"])),
        "threshold": draw(st.sampled_from([0.25, 0.5])),
        "rules": rules,
        "sets": [one for one in SETS if any(one in _sets_of(rule["concept"]) for rule in rules)],
        "labels": {},
    }


_points = st.lists(st.sampled_from([10.0, 40.0, 55.5, 90.0]), min_size=2, max_size=3).map(
    lambda points: points if len(points) == 2 and points[0] > 60 else sorted(points)
)
_settings = st.fixed_dictionaries(
    {"kind": st.just("settings")},
    optional={
        "algorithm": st.sampled_from(["gradient", "boost", "foil", "pn", "pfoil", "magic"]),
        "rules": st.sampled_from([1, 7, 60, 61, 0, "auto", "many"]),
        "max_conjuncts": st.sampled_from([0, 1, 3]),
        "max_depth": st.sampled_from([-1, 0, 2]),
        "fuzzify": st.sampled_from(["cmeans", "uniform", "dice"]),
        "sets": st.sampled_from([1, 3, 9, 10, "auto"]),
        "logic": st.sampled_from(["zadeh", "lukasiewicz", "modal"]),
        "seed": st.sampled_from([-1, 0, 5]),
    },
)

QUESTIONS = st.one_of(
    _edit("source", name=st.just("h.csv"), source_kind=st.just("table"), file=st.just("/h.csv")),
    _edit("target", target=names, scope=st.none() | names),
    _edit("mark", individual=names, label=st.sampled_from([True, False, None])),
    _edit("hide", names=st.lists(names, max_size=3)),
    _edit("show", names=st.lists(names, max_size=2)),
    _settings,
)

RULES = st.one_of(
    fitted(),
    _edit(
        "rule-added", text=st.just("…"), concept=bodies, weight=st.none() | weights, fitted=weights
    ).map(_looked_up),
    _edit("rule-removed", rule=rule_ids),
    _edit("condition-added", rule=rule_ids, text=st.just("…"), concept=bodies).map(_looked_up),
    _edit("condition-removed", rule=rule_ids, part=st.integers(-1, 3)),
    _edit("weight", rule=rule_ids, weight=st.none() | weights, fitted=weights),
    _edit("pin", rule=rule_ids, pinned=st.booleans()),
    _edit("forbid", rule=rule_ids),
    _edit("allow", forbidden=st.integers(-1, 3)),
    _edit("threshold", threshold=st.sampled_from([0.0, 0.3, 1.0, 1.5])),
    _edit("note", rule=rule_ids, text=st.sampled_from(["", "why?", "<b>"])),
    _edit("set", name=st.integers(-1, 2), points=_points),
    _edit(
        "set",
        sets=st.lists(
            st.fixed_dictionaries(
                {"name": st.sampled_from(["price_L", "price_F"]), "points": _points}
            ),
            max_size=2,
        ),
    ),
)

TIMES = st.one_of(
    _edit("version", name=st.sampled_from(["first", "best"]), time=st.just("2026-01-01T00:00:00")),
    _edit("return", version=st.integers(0, 3)),
    _edit("undo"),
    _edit("undo"),
    _edit("redo"),
)

_mostly_rules = st.integers(0, 9).flatmap(
    lambda dice: RULES if dice < 6 else TIMES if dice < 8 else QUESTIONS
)

sequences = st.builds(
    lambda first, then: [*first, *then],
    st.lists(fitted(least=3), max_size=1),
    st.lists(_mostly_rules, min_size=6, max_size=30),
)
"""Edits in which everything is looked up already, as a journal has them."""


def aimed(edit: Edit, draft: Edit | None) -> Edit:
    """Return an edit that speaks of rules, sets and forbidden things by name, not by place."""
    known = {"rules": [], "forbidden": [], "sets": []} if draft is None else draft
    lists = {"rule": ("rules", "id"), "forbidden": ("forbidden", "id"), "name": ("sets", "name")}
    found = dict(edit)
    for field, (where, called) in lists.items():
        place = edit.get(field)
        if isinstance(place, int):
            listed = [one[called] for one in known[where]]
            found[field] = listed[place % len(listed)] if listed and place >= 0 else "r99"
    return found
