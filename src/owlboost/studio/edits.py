"""The edits of a project: their fields and effects."""

from collections.abc import Iterator
from dataclasses import fields, replace

from owlboost.errors import did_you_mean
from owlboost.models.source import SourceKind
from owlboost.runtime.limits import Json
from owlboost.studio.draft import (
    DraftRule,
    DraftSet,
    DraftSetJson,
    EditError,
    ForbiddenRule,
    Form,
    Name,
    RuleDraft,
    Text,
    canonical,
    parts_of,
)
from owlboost.studio.edit_kind import (
    EDITS,
    ConditionEdit,
    DraftEdit,
    Edit,
    LearnedRuleJson,
    ModelNumber,
    Move,
    SourcePath,
    by_server,
    edit,
    edit_fields,
    optional,
    require_readable,
    require_sendable,
)
from owlboost.studio.state import (
    LearningQuestion,
    ProjectState,
    Settings,
    StudioSource,
    Version,
)


def edits_of_people() -> dict[str, type[Edit]]:
    """Return the edits that pages may send: all but taking a model."""
    return {kind: cls for kind, cls in EDITS.items() if cls is not TakeModel}


def checked_edit(data: object) -> Edit:
    """Return an edit of a person's, if it has the right fields.

    Raises
    ------
    EditError
        There is no such edit, or a field is missing, unknown or of the wrong kind.

    Examples
    --------
    >>> checked_edit({"kind": "threshold", "threshold": 0.5})
    ChangeThreshold(threshold=0.5)
    >>> checked_edit({"kind": "threshold", "threshold": "high"})
    Traceback (most recent call last):
    owlboost.studio.draft.EditError: The edit threshold cannot have 'high' as its threshold.
    """
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise EditError('An edit is an object with a "kind".')
    kind, edits = data["kind"], edits_of_people()
    if kind not in edits:
        raise EditError(f"There is no edit {kind[:80]!r}.{did_you_mean(kind[:80], edits)}")
    require_sendable(data, edits[kind].fields)
    return edit_of(data)


def checked_entry(data: object) -> Edit:
    """Return an edit of a journal, with its fields checked.

    Raises
    ------
    EditError
        They are not.

    Examples
    --------
    >>> checked_entry({"kind": "undo"})
    Undo()
    >>> checked_entry({"kind": "pin", "rule": 7, "pinned": True})
    Traceback (most recent call last):
    owlboost.studio.draft.EditError: its rule cannot be 7
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str):
        raise EditError("it has no edit")
    if kind not in EDITS:
        raise EditError(f"there is no edit {kind[:80]!r}")
    require_readable(data, EDITS[kind].fields)
    return edit_of(data)


def edit_of(record: Json) -> Edit:
    """Parse a record as an edit."""
    cls = EDITS[record["kind"]]
    names = {each.name for each in fields(cls)} & record.keys() - {"record"}
    return cls(record=record, **{name: record[name] for name in names})


def applied(work: ProjectState, record: Json) -> ProjectState:
    """Return the state after an edit other than ``undo`` and ``redo``.

    Raises
    ------
    EditError
        It cannot be applied.

    Examples
    --------
    >>> applied(ProjectState(), {"kind": "settings", "rules": 3}).settings.rules
    3
    """
    return edit_of(record).apply(work)


@edit("source")
class ChangeSource(Edit):
    """Open another source; everything but the settings is reset."""

    name: Name
    file: SourcePath = by_server()
    source_kind: SourceKind = by_server()

    def _after(self, work: ProjectState) -> ProjectState:
        source = StudioSource(self.name, self.source_kind, self.file)
        return replace(work, source=source, question=LearningQuestion(), draft=None, labels={})


@edit("target")
class ChooseTarget(Edit):
    """Choose what to learn; another target drops marks and rules."""

    target: Name | None
    scope: Name | None = optional()

    def _after(self, work: ProjectState) -> ProjectState:
        before = work.question
        if (self.target, self.scope) == (before.target, before.scope):
            return work
        marks = before.marks if self.target == before.target else {}
        draft = work.draft if self.target == before.target else None
        question = replace(before, target=self.target, scope=self.scope, marks=marks)
        return replace(work, question=question, draft=draft)


@edit("mark")
class MarkIndividual(Edit):
    """Mark or unmark an individual as an example."""

    individual: Name
    label: bool | None

    def _after(self, work: ProjectState) -> ProjectState:
        marks = dict(work.question.marks)
        marks.pop(self.individual, None)
        if self.label is not None:
            marks[self.individual] = self.label
        return replace(work, question=replace(work.question, marks=marks))


@edit("hide")
class HideNames(Edit):
    """Hide classes and properties from the learner."""

    names: list[Name]

    def _after(self, work: ProjectState) -> ProjectState:
        hidden = tuple(dict.fromkeys((*work.question.hidden, *self.names)))
        return replace(work, question=replace(work.question, hidden=hidden))


@edit("show")
class ShowNames(Edit):
    """Let the learner see what was hidden."""

    names: list[Name]

    def _after(self, work: ProjectState) -> ProjectState:
        shown = {*self.names}
        hidden = tuple(name for name in work.question.hidden if name not in shown)
        return replace(work, question=replace(work.question, hidden=hidden))


@edit("settings", edit_fields(Settings))
class ChangeSettings(Edit):
    """Change some of the settings."""

    def _after(self, work: ProjectState) -> ProjectState:
        given = {name: value for name, value in self.record.items() if name != "kind"}
        return replace(work, settings=replace(work.settings, **given))


@edit("set")
class MoveSets(DraftEdit):
    """Move the points of one fuzzy set, or of several."""

    name: Name = optional()
    points: list[float] = optional()
    sets: list[Move] = optional()

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        given = self.record.keys() & {"name", "points", "sets"}
        if given not in ({"name", "points"}, {"sets"}):
            raise EditError("The edit set needs a name and points, or a list of sets.")
        sets = {fuzzy_set.name: fuzzy_set for fuzzy_set in draft.sets}
        for move in self.sets if "sets" in given else [self.record]:
            name = move["name"]
            if name not in sets:
                raise EditError(f"There is no fuzzy set {name!r} any more.", conflict=True)
            sets[name] = replace(sets[name], points=tuple(map(float, move["points"])))
        return replace(draft, sets=tuple(sets.values()))


@edit("condition-added")
class AddCondition(ConditionEdit):
    """Add conditions to a rule."""

    rule: Name
    text: Text

    def _drafted(self, work: ProjectState) -> RuleDraft:
        draft = work.require_draft()
        rule = draft.rule(self.rule)
        if rule.is_top:
            raise EditError("What everybody begins with has no conditions; add a rule instead.")
        have = canonical(rule.parts)
        fresh = tuple(part for part in parts_of(self.concept) if not canonical((part,)) <= have)
        if not fresh:
            raise EditError("The rule has this condition already.")
        return draft.with_parts(rule.id, (*rule.parts, *fresh))


@edit("condition-removed")
class RemoveCondition(DraftEdit):
    """Remove a condition of a rule, by its place."""

    rule: Name
    part: int

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        rule, part = draft.rule(self.rule), self.part
        if not 0 <= part < len(rule.parts):
            raise EditError(f"The rule has no condition {part}.", conflict=True)
        if len(rule.parts) == 1:
            raise EditError("A rule needs a condition; remove the rule instead.")
        return draft.with_parts(rule.id, (*rule.parts[:part], *rule.parts[part + 1 :]))


@edit("rule-added")
class AddRule(ConditionEdit):
    """Add a rule; without a weight, its best one is fitted."""

    text: Text
    weight: float | None = optional()
    fitted: float = by_server(required=False)

    def _drafted(self, work: ProjectState) -> RuleDraft:
        draft = RuleDraft(logic=work.settings.logic) if work.draft is None else work.draft
        parts = parts_of(self.concept)
        if not parts:
            raise EditError("A rule needs a condition.")
        weight = _set_or_fitted(self.weight, self.fitted)
        return draft.added(parts, weight, weight_set=self.weight is not None)


@edit("rule-removed")
class RemoveRule(DraftEdit):
    """Remove a rule."""

    rule: Name

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        return draft.without_rule(self.rule)


@edit("weight")
class ChangeWeight(DraftEdit):
    """Set the weight of a rule, or fit it again."""

    rule: Name
    weight: float | None
    fitted: float = by_server(required=False)

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        weight = _set_or_fitted(self.weight, self.fitted)
        return draft.weighed(self.rule, weight, weight_set=self.weight is not None)


def _set_or_fitted(weight: float | None, fitted: float | None) -> float:
    if weight is not None:
        return float(weight)
    if fitted is None:
        raise EditError("its fitted is missing")
    return float(fitted)


@edit("pin")
class PinRule(DraftEdit):
    """Pin or unpin a rule: pinned rules are kept when learning again."""

    rule: Name
    pinned: bool

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        rule = draft.conditional_rule(self.rule, "pinned")
        return draft.with_rule(replace(rule, pinned=self.pinned))


@edit("forbid")
class ForbidRule(DraftEdit):
    """Remove a rule, and never learn it again."""

    rule: Name

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        rule, number = draft.conditional_rule(self.rule, "forbidden"), draft.made + 1
        forbidden = (*draft.forbidden, ForbiddenRule(f"f{number}", rule.parts))
        return replace(draft.without_rule(rule.id), forbidden=forbidden, made=number)


@edit("allow")
class AllowRule(DraftEdit):
    """Allow a forbidden rule again."""

    forbidden: Name

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        remaining = tuple(rule for rule in draft.forbidden if rule.id != self.forbidden)
        if len(remaining) == len(draft.forbidden):
            raise EditError(
                f"Nothing forbidden is called {self.forbidden!r} any more.", conflict=True
            )
        return replace(draft, forbidden=remaining)


@edit("threshold")
class ChangeThreshold(DraftEdit):
    """Set the decision threshold."""

    threshold: float

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        threshold = float(self.threshold)
        if not 0 <= threshold <= 1:
            raise EditError(f"The threshold lies between 0 and 1: {threshold:g} does not.")
        return replace(draft, threshold=threshold, threshold_set=True)


@edit("note")
class NoteRule(DraftEdit):
    """Write a comment on a rule."""

    rule: Name
    text: Text

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        return draft.with_rule(replace(draft.rule(self.rule), note=self.text))


@edit("version")
class SaveVersion(Edit):
    """Keep the state under a name."""

    name: Name
    time: Text = by_server()

    def _after(self, work: ProjectState) -> ProjectState:
        number = 1 + max((version.number for version in work.versions), default=0)
        saved = Version(
            number,
            self.name,
            self.time,
            work.source,
            work.question,
            work.settings,
            work.draft,
            work.labels,
        )
        return replace(work, versions=(*work.versions, saved))


@edit("return")
class ReturnToVersion(Edit):
    """Return to a version."""

    version: int

    def _after(self, work: ProjectState) -> ProjectState:
        return work.at(self.version)


@edit("undo")
class Undo(Edit):
    """Undo the last edit (:meth:`.History.apply`)."""


@edit("redo")
class Redo(Edit):
    """Redo the last undone edit (:meth:`.History.apply`)."""


@edit("fitted")
class TakeModel(Edit):
    """Take the rules of a learned model, keeping ids, pins and notes."""

    model: ModelNumber | None
    form: Form
    logic: Name
    threshold: float
    rules: list[LearnedRuleJson]
    sets: list[DraftSetJson]
    labels: dict[str, Text]

    def _after(self, work: ProjectState) -> ProjectState:
        learned = RuleDraft(
            base=self.model,
            form=self.form,
            logic=self.logic,
            threshold=float(self.threshold),
            rules=tuple(map(DraftRule.from_json, self.rules)),
            sets=tuple(map(DraftSet.from_json, self.sets)),
        )
        draft = learned.after(RuleDraft() if work.draft is None else work.draft)
        return replace(work, draft=draft, labels={**work.labels, **self.labels})

    def concepts(self) -> Iterator[Json]:
        """Yield the conditions of all rules."""
        yield from (rule["concept"] for rule in self.rules)
