"""Edits of a project: their fields, limits and effects."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from owlboost.errors import OwlboostError, did_you_mean
from owlboost.runtime.limits import Json
from owlboost.studio.draft import (
    DraftRule,
    DraftSet,
    EditError,
    ForbiddenRule,
    RuleDraft,
    canonical,
    parts_of,
)
from owlboost.studio.draft_model import concept_of, fuzzy_sets
from owlboost.studio.state import LearningQuestion, Settings, StudioSource, Version, Work

Check = Callable[[Any], bool]

LONGEST_TEXT = 10_000
LONGEST_NAME = 2_000
_LARGEST = sys.float_info.max


def is_text(value: Any) -> bool:
    """Whether a value is a text that is not too long."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def is_name(value: Any) -> bool:
    """Whether a value is a name that is not too long."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def is_number(value: Any) -> bool:
    """Whether a value is a number that a float can be near."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -_LARGEST <= value <= _LARGEST


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _each(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_moved(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"name", "points"}
        and is_name(value["name"])
        and _each(is_number)(value["points"])
    )


def _is_number_or_auto(value: Any) -> bool:
    return is_whole(value) or value == "auto"


_SETTINGS: Mapping[object, Check] = {str: is_name, int: is_whole}
"""Checks of settings, by their types."""


@dataclass(frozen=True, slots=True)
class EditFields:
    """The fields of a kind of edit.

    Attributes
    ----------
    must, may
        Required and optional fields, with their checks.
    own
        Fields that only the server writes, so that a journal can be read without look-ups.
    """

    must: Mapping[str, Check]
    may: Mapping[str, Check]
    own: frozenset[str] = frozenset()


def _fields(
    must: Mapping[str, Check] | None = None, may: Mapping[str, Check] | None = None, *own: str
) -> EditFields:
    return EditFields(must or {}, may or {}, frozenset(own))


_RULE = {"rule": is_name}
_LOOKED_UP = ("concept", "sets", "labels")

EDITS: Mapping[str, EditFields] = {
    "source": _fields({"name": is_name}, None, "file", "source_kind"),
    "target": _fields({"target": _or_none(is_name)}, {"scope": _or_none(is_name)}),
    "mark": _fields({"individual": is_name, "label": _or_none(_is_truth)}),
    "hide": _fields({"names": _each(is_name)}),
    "show": _fields({"names": _each(is_name)}),
    "settings": _fields(
        None,
        {
            setting.name: _SETTINGS.get(setting.type, _is_number_or_auto)
            for setting in fields(Settings)
        },
    ),
    "set": _fields(None, {"name": is_name, "points": _each(is_number), "sets": _each(_is_moved)}),
    "condition-added": _fields({**_RULE, "text": is_text}, None, *_LOOKED_UP),
    "condition-removed": _fields({**_RULE, "part": is_whole}),
    "rule-added": _fields(
        {"text": is_text}, {"weight": _or_none(is_number)}, *_LOOKED_UP, "fitted"
    ),
    "rule-removed": _fields(_RULE),
    "weight": _fields({**_RULE, "weight": _or_none(is_number)}, None, "fitted"),
    "pin": _fields({**_RULE, "pinned": _is_truth}),
    "forbid": _fields(_RULE),
    "allow": _fields({"forbidden": is_name}),
    "threshold": _fields({"threshold": is_number}),
    "note": _fields({**_RULE, "text": is_text}),
    "version": _fields({"name": is_name}, None, "time"),
    "return": _fields({"version": is_whole}),
    "undo": _fields(),
    "redo": _fields(),
}
"""The edits of people. The journal also has ``fitted``, which only the server writes."""


def checked_edit(data: object) -> Json:
    """Return an edit of a person's, if it has the right fields.

    Raises
    ------
    EditError
        There is no such edit, or a field is missing, unknown or of the wrong kind.

    Examples
    --------
    >>> checked_edit({"kind": "threshold", "threshold": 0.5})
    {'kind': 'threshold', 'threshold': 0.5}
    >>> checked_edit({"kind": "threshold", "threshold": "high"})
    Traceback (most recent call last):
    owlboost.studio.draft.EditError: The edit threshold cannot have 'high' as its threshold.
    """
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise EditError('An edit is an object with a "kind".')
    kind = data["kind"]
    if kind not in EDITS:
        raise EditError(f"There is no edit {kind[:80]!r}.{did_you_mean(kind[:80], EDITS)}")
    expected = EDITS[kind]
    for name in expected.must:
        if name not in data:
            raise EditError(f"The edit {kind} needs {name}.")
    checks = {**expected.must, **expected.may}
    for name, value in data.items():
        if name == "kind":
            continue
        if name not in checks:
            raise EditError(f"The edit {kind} has no {str(name)[:80]!r}.")
        if not checks[name](value):
            raise EditError(f"The edit {kind} cannot have {str(value)[:80]!r} as its {name}.")
    return data


def applied(work: Work, edit: Json) -> Work:
    """Return the work after an edit other than ``undo`` and ``redo``.

    Raises
    ------
    EditError
        It cannot be applied.

    Examples
    --------
    >>> applied(Work(), {"kind": "settings", "rules": 3}).settings.rules
    3
    """
    try:
        return _APPLIED[edit["kind"]](work, edit)
    except EditError:
        raise
    except OwlboostError as error:
        raise EditError(str(error)) from error
    except RecursionError:
        raise EditError("The conditions are nested too deeply.") from None


def _source(work: Work, edit: Json) -> Work:
    source = StudioSource(edit["name"], edit["source_kind"], edit["file"])
    return replace(work, source=source, question=LearningQuestion(), draft=None, labels={})


def _target(work: Work, edit: Json) -> Work:
    before = work.question
    target, scope = edit["target"], edit.get("scope")
    if (target, scope) == (before.target, before.scope):
        return work
    marks = before.marks if target == before.target else {}
    draft = work.draft if target == before.target else None
    question = replace(before, target=target, scope=scope, marks=marks)
    return replace(work, question=question, draft=draft)


def _mark(work: Work, edit: Json) -> Work:
    marks = dict(work.question.marks)
    marks.pop(edit["individual"], None)
    if edit["label"] is not None:
        marks[edit["individual"]] = edit["label"]
    return replace(work, question=replace(work.question, marks=marks))


def _hide(work: Work, edit: Json) -> Work:
    hidden = tuple(dict.fromkeys((*work.question.hidden, *edit["names"])))
    return replace(work, question=replace(work.question, hidden=hidden))


def _show(work: Work, edit: Json) -> Work:
    shown = {*edit["names"]}
    hidden = tuple(name for name in work.question.hidden if name not in shown)
    return replace(work, question=replace(work.question, hidden=hidden))


def _settings(work: Work, edit: Json) -> Work:
    given = {name: value for name, value in edit.items() if name != "kind"}
    return replace(work, settings=replace(work.settings, **given))


def _draft(work: Work) -> RuleDraft:
    if work.draft is None:
        raise EditError("There are no rules yet: learn some, or add one.", gone=True)
    return work.draft


def _set(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    listed = edit.get("sets", [])
    if ("name" in edit) != ("points" in edit) or ("name" in edit) == ("sets" in edit):
        raise EditError("The edit set needs a name and points, or a list of sets.")
    moves = [*listed, *([edit] if "name" in edit else [])]
    sets = {fuzzy_set.name: fuzzy_set for fuzzy_set in draft.sets}
    for move in moves:
        name = move["name"]
        if name not in sets:
            raise EditError(f"There is no fuzzy set {name!r} any more.", gone=True)
        points = tuple(map(float, move["points"]))
        sets[name] = replace(sets[name], points=points)
    return replace(work, draft=replace(draft, sets=tuple(sets.values())))


def _with_looked_up(work: Work, draft: RuleDraft, edit: Json) -> Work:
    """Return the work with a draft, and the names its rules need."""
    sets = tuple(map(DraftSet.from_json, edit["sets"]))
    labels = {**work.labels, **edit["labels"]}
    return replace(work, draft=draft.with_sets(sets), labels=labels)


def _condition_added(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    rule = draft.rule(edit["rule"])
    if rule.is_top:
        raise EditError("What everybody begins with has no conditions; add a rule instead.")
    new = parts_of(edit["concept"])
    have = canonical(rule.parts)
    fresh = tuple(part for part in new if not canonical((part,)) <= have)
    if not fresh:
        raise EditError("The rule has this condition already.")
    return _with_looked_up(work, draft.with_parts(rule.id, (*rule.parts, *fresh)), edit)


def _condition_removed(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    rule, part = draft.rule(edit["rule"]), edit["part"]
    if not 0 <= part < len(rule.parts):
        raise EditError(f"The rule has no condition {part}.", gone=True)
    if len(rule.parts) == 1:
        raise EditError("A rule needs a condition; remove the rule instead.")
    parts = (*rule.parts[:part], *rule.parts[part + 1 :])
    return replace(work, draft=draft.with_parts(rule.id, parts))


def _rule_added(work: Work, edit: Json) -> Work:
    draft = RuleDraft(logic=work.settings.logic) if work.draft is None else work.draft
    given = edit.get("weight")
    weight = edit["fitted"] if given is None else given
    parts = parts_of(edit["concept"])
    if not parts:
        raise EditError("A rule needs a condition.")
    draft = draft.added(parts, float(weight), weight_set=given is not None)
    return _with_looked_up(work, draft, edit)


def _rule_removed(work: Work, edit: Json) -> Work:
    return replace(work, draft=_draft(work).without_rule(edit["rule"]))


def _weight(work: Work, edit: Json) -> Work:
    given = edit["weight"]
    weight = edit["fitted"] if given is None else given
    draft = _draft(work).weighed(edit["rule"], float(weight), weight_set=given is not None)
    return replace(work, draft=draft)


def _conditional(draft: RuleDraft, id: str, action: str) -> DraftRule:
    rule = draft.rule(id)
    if rule.is_top:
        raise EditError(f"What everybody begins with cannot be {action}.")
    return rule


def _pin(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    rule = _conditional(draft, edit["rule"], "pinned")
    return replace(work, draft=draft.with_rule(replace(rule, pinned=edit["pinned"])))


def _forbid(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    rule = _conditional(draft, edit["rule"], "forbidden")
    number = draft.made + 1
    forbidden = (*draft.forbidden, ForbiddenRule(f"f{number}", rule.parts))
    left = draft.without_rule(rule.id)
    return replace(work, draft=replace(left, forbidden=forbidden, made=number))


def _allow(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    remaining = tuple(
        forbidden for forbidden in draft.forbidden if forbidden.id != edit["forbidden"]
    )
    if len(remaining) == len(draft.forbidden):
        raise EditError(f"Nothing forbidden is called {edit['forbidden']!r} any more.", gone=True)
    return replace(work, draft=replace(draft, forbidden=remaining))


def _threshold(work: Work, edit: Json) -> Work:
    draft, threshold = _draft(work), float(edit["threshold"])
    if not 0 <= threshold <= 1:
        raise EditError(f"The threshold lies between 0 and 1: {threshold:g} does not.")
    return replace(work, draft=replace(draft, threshold=threshold, threshold_set=True))


def _note(work: Work, edit: Json) -> Work:
    draft = _draft(work)
    return replace(
        work, draft=draft.with_rule(replace(draft.rule(edit["rule"]), note=edit["text"]))
    )


def _fitted(work: Work, edit: Json) -> Work:
    """Take the rules of a model, keeping ids, pins and notes.

    Pinned rules also keep weights that a person set, if weights mean the same as before.
    """
    before = RuleDraft() if work.draft is None else work.draft
    by_conditions: dict[frozenset[str], list[DraftRule]] = {}
    for earlier in before.rules:
        if not earlier.is_top:
            by_conditions.setdefault(canonical(earlier.parts), []).append(earlier)
    made, rules, set_by_hand = before.made, [], []
    for data in edit["rules"]:
        parts = parts_of(data["concept"])
        same = by_conditions.get(canonical(parts)) if parts else None
        old = same.pop(0) if same else None  # boosting may have a rule more than once
        if old is None:
            made += 1
        rule = DraftRule(
            f"r{made}" if old is None else old.id,
            parts,
            float(data["leverage"]),
            float(data["degree"]),
            str(data["term"]),
            pinned=old is not None and old.pinned,
            note="" if old is None else old.note,
        )
        rules.append(rule)
        if old is not None and old.pinned and old.weight_set and before.form == edit["form"]:
            set_by_hand.append(old)
    draft = RuleDraft(
        base=edit["model"],
        form=edit["form"],
        logic=edit["logic"],
        threshold=float(edit["threshold"]),
        rules=tuple(rules),
        sets=tuple(map(DraftSet.from_json, edit["sets"])),
        forbidden=before.forbidden,
        made=made,
    )
    for old in set_by_hand:
        draft = draft.weighed(old.id, old.weight, weight_set=True)
    labels = {**work.labels, **edit["labels"]}
    return replace(work, draft=draft.with_sets(before.sets), labels=labels)


def _version(work: Work, edit: Json) -> Work:
    number = 1 + max((version.number for version in work.versions), default=0)
    saved = Version(
        number,
        edit["name"],
        edit["time"],
        work.source,
        work.question,
        work.settings,
        work.draft,
        work.labels,
    )
    return replace(work, versions=(*work.versions, saved))


def _return(work: Work, edit: Json) -> Work:
    return work.at(edit["version"])


_APPLIED: Mapping[str, Callable[[Work, Json], Work]] = {
    "source": _source,
    "target": _target,
    "mark": _mark,
    "hide": _hide,
    "show": _show,
    "settings": _settings,
    "set": _set,
    "condition-added": _condition_added,
    "condition-removed": _condition_removed,
    "rule-added": _rule_added,
    "rule-removed": _rule_removed,
    "weight": _weight,
    "pin": _pin,
    "forbid": _forbid,
    "allow": _allow,
    "threshold": _threshold,
    "note": _note,
    "fitted": _fitted,
    "version": _version,
    "return": _return,
}


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
    """Return an edit of a journal, with its fields checked.

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
    owlboost.studio.draft.EditError: its rule cannot be 7
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str):
        raise EditError("it has no edit")
    if kind == _FITTED:
        must, may = _LEARNED, {}
    elif kind in EDITS:
        expected = EDITS[kind]
        must, may = expected.must, {**expected.may, **{name: _OWN[name] for name in expected.own}}
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
    """Raise OwlboostError unless an edit's conditions can be read in its draft."""
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
