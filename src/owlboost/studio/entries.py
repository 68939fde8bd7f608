"""Edits as journals have them, with all that was looked up: a journal may be anybody's file."""

from collections.abc import Iterator, Mapping
from typing import Any

from owlboost.runtime.limits import Json
from owlboost.studio.draft_models import concept_of, fuzzy_sets
from owlboost.studio.drafts import EditError, RuleDraft, parts_of
from owlboost.studio.edits import EDITS, Check, is_name, is_number, is_text, is_whole

_FITTED = "fitted"


def _is_file(value: Any) -> bool:
    return is_name(value) and "\0" not in value


def _is_model(value: Any) -> bool:
    return value is None or (is_whole(value) and 0 <= value < 10**9)


def _is_labels(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


def _has(data: Any, fields: Mapping[str, Check]) -> bool:
    return isinstance(data, dict) and all(
        name in data and check(data[name]) for name, check in fields.items()
    )


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_number, value))


def _is_set(value: Any) -> bool:
    texts = {"name": is_text, "property": is_text, "shape": is_text}
    return _has(value, {**texts, "points": _is_numbers})


def _is_sets(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_set, value))


def _is_concept(value: Any) -> bool:
    return isinstance(value, dict)


def _is_rule(value: Any) -> bool:
    numbers = {"leverage": is_number, "degree": is_number}
    return _has(value, {**numbers, "term": is_text, "concept": _is_concept})


def _is_rules(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_rule, value))


_OWN: Mapping[str, Check] = {
    "file": _is_file,
    "source_kind": lambda value: value in ("table", "ontology"),
    "concept": _is_concept,
    "sets": _is_sets,
    "labels": _is_labels,
    "fitted": is_number,
    "time": is_text,
}
_LEARNED: Mapping[str, Check] = {
    "model": _is_model,
    "form": lambda value: value in ("sum", "best"),
    "logic": is_name,
    "threshold": is_number,
    "rules": _is_rules,
    "sets": _is_sets,
    "labels": _is_labels,
}


def checked_entry(data: object) -> Json:
    """Return an edit of a journal, if all its fields are of the right kind.

    Raises
    ------
    EditError
        They are not.

    Examples
    --------
    >>> checked_entry({"kind": "undo"})
    {'kind': 'undo'}
    >>> checked_entry({"kind": "pin", "rule": 7, "pinned": True})
    Traceback (most recent call last):
    owlboost.studio.drafts.EditError: its rule cannot be 7
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str):
        raise EditError("it has no edit")
    if kind == _FITTED:
        must, may = _LEARNED, {}
    elif kind in EDITS:
        known = EDITS[kind]
        must, may = known.must, {**known.may, **{name: _OWN[name] for name in known.own}}
    else:
        raise EditError(f"there is no edit {kind[:80]!r}")
    for name, check in {**may, **must}.items():
        if name not in data:
            if name in must:
                raise EditError(f"its {name} is missing")
        elif not check(data[name]):
            raise EditError(f"its {name} cannot be {str(data[name])[:80]}")
    return data


def require_meaning(edit: Json, draft: RuleDraft | None) -> None:
    """Raise OwlboostError unless the conditions that an edit brings can be read in its draft."""
    if draft is not None:
        for concept in _concepts(edit):
            concept_of(parts_of(concept), fuzzy_sets(draft))


def _concepts(edit: Json) -> Iterator[Json]:
    match edit:
        case {"kind": "fitted", "rules": rules}:
            yield from (rule["concept"] for rule in rules)
        case {"concept": concept}:
            yield concept
        case _:
            pass
