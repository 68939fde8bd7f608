"""Views for pages: the state, settings and formats."""

import functools
import json
from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from owlboost.concepts.concept import Concept
from owlboost.data.vocabulary import Lexicon
from owlboost.models.source import SourceKind
from owlboost.report.views.schema import NamedJson, Pair, PartJson, Symbol, TitledJson
from owlboost.report.wording import in_manchester, in_words
from owlboost.runtime.limits import Json
from owlboost.studio.draft import DraftSetJson, Form, RuleDraft, sets_named, together
from owlboost.studio.draft_model import concept_of, fuzzy_sets
from owlboost.studio.journal import History
from owlboost.studio.state import Auto, Settings

Dates = Annotated[list[str], 2]
MODEL_FORMAT = "model"
"""Name of model files among the formats."""

Measures = Mapping[str, float | None]
"""Measures by name; null where there is none, or no number."""


class DraftRuleJson(PartJson):
    id: str
    concept: Json
    parts: list[PartJson]
    term: str
    weight: float
    weight_set: bool
    pinned: bool
    note: str
    is_top: bool


class ForbiddenJson(PartJson):
    id: str
    concept: Json


class DraftJson(TypedDict):
    """The rules that are edited; ``base`` is the model that they began as."""

    base: int | None
    form: Form
    logic: str
    threshold: float
    threshold_set: bool
    rules: list[DraftRuleJson]
    sets: list[DraftSetJson]
    forbidden: list[ForbiddenJson]


class ProjectJson(TypedDict):
    name: str
    folder: str


class OpenSourceJson(TypedDict):
    name: str
    kind: SourceKind


class QuestionJson(TypedDict):
    target: str | None
    scope: str | None
    marks: dict[str, bool]
    hidden: list[str]


class VersionJson(TypedDict):
    number: int
    name: str
    time: str


class ProgressJson(TypedDict):
    phase: Literal["waiting", "reading", "validating", "learning"]
    done: int
    total: int
    rules: list[str]


class FitJson(ProgressJson):
    seconds: float


class StateJson(TypedDict):
    number: int
    project: ProjectJson
    source: OpenSourceJson | None
    question: QuestionJson
    settings: Annotated[Json, Settings]
    draft: DraftJson | None
    versions: list[VersionJson]
    can_undo: bool
    can_redo: bool
    fit: FitJson | None


class SourceClassJson(NamedJson):
    count: int
    parents: list[str]


class SourcePropertyJson(NamedJson):
    """A role, a data property or a column; a range of dates is given as dates."""

    kind: Literal["role", "number", "category", "truth", "date"]
    count: int
    range: NotRequired[Pair | Dates]
    values: NotRequired[list[Symbol]]


class TargetJson(TypedDict):
    target: str
    name: str
    positives: int
    of: int


class SourceJson(TypedDict):
    kind: SourceKind
    individuals: int
    classes: list[SourceClassJson]
    properties: list[SourcePropertyJson]
    targets: list[TargetJson]
    remarks: list[str]


class IndividualJson(TypedDict):
    individual: str
    name: str
    label: float | bool | None
    marked: bool


class IndividualPageJson(TypedDict):
    total: int
    rows: list[IndividualJson]


class SuggestionJson(TypedDict):
    text: str
    words: str


class SuspectJson(NamedJson):
    text: str
    right: int
    of: int


class AlgorithmJson(TitledJson):
    text: str


class ChoicesJson(TypedDict):
    algorithms: list[AlgorithmJson]
    fuzzify: list[str]
    sets: list[Auto | int]
    logic: list[str]
    most_rules: int


class FormatJson(TitledJson):
    suffix: str


class CommandJson(TypedDict):
    command: str
    files: dict[str, str]
    remarks: list[str]


class SideJson(TypedDict):
    degree: float
    decision: bool


class ChangeJson(TypedDict):
    """A changed decision; ``better`` is null if unknown."""

    individual: str
    name: str
    before: SideJson
    after: SideJson
    label: float | bool | None
    better: bool | None


class HeldOutJson(TypedDict):
    mean: Measures
    folds: list[Measures]


class BaseResultsJson(TypedDict):
    measures: Measures
    held_out: NotRequired[HeldOutJson | None]


class ResultsJson(TypedDict):
    measures: Measures
    before: BaseResultsJson | None
    changes: list[ChangeJson]
    changed: int


class DraftResultsJson(ResultsJson):
    folds: int
    sizes: list[int]


class FoldResultsJson(TypedDict):
    measures: Measures
    errors: list[float]
    before: Measures | None


class JudgementJson(TypedDict):
    """Results as far as available; ``error`` says why there are none."""

    number: int
    pending: bool
    measures: NotRequired[Measures]
    before: NotRequired[BaseResultsJson | None]
    changes: NotRequired[list[ChangeJson]]
    changed: NotRequired[int]
    held_out: NotRequired[HeldOutJson | None]
    curve: NotRequired[list[Pair]]
    error: NotRequired[str]


class WeightJson(TypedDict):
    weight: float


class ComparedRuleJson(PartJson):
    """A rule of two models; null where one lacks it."""

    fate: str
    a: WeightJson | None
    b: WeightJson | None


class BothMeasuresJson(TypedDict):
    a: Measures
    b: Measures


class ModelsComparedJson(TypedDict):
    """Two models on the same examples; ``better`` and ``worse`` are null without labels."""

    rules: list[ComparedRuleJson]
    thresholds: Pair
    changes: list[ChangeJson]
    changed: int
    turned: int
    better: int | None
    worse: int | None


class ComparedJson(ModelsComparedJson):
    measures: BothMeasuresJson


def state_view(history: History, project: ProjectJson, fit: FitJson | None = None) -> StateJson:
    """Return the view of a project.

    Examples
    --------
    >>> view = state_view(History(), {"name": "hotels", "folder": "hotels.studio"})
    >>> view["number"], view["draft"], view["can_undo"]
    (0, None, False)
    """
    work = history.work
    source, question = work.source, work.question
    return {
        "number": history.n_edits,
        "project": project,
        "source": None if source is None else {"name": source.name, "kind": source.kind},
        "question": {
            "target": question.target,
            "scope": question.scope,
            "marks": dict(question.marks),
            "hidden": list(question.hidden),
        },
        "settings": work.settings.to_json(),
        "draft": None if work.draft is None else draft_view(work.draft, work.labels),
        "versions": [
            {"number": version.number, "name": version.name, "time": version.time}
            for version in work.versions
        ],
        "can_undo": history.can_undo,
        "can_redo": history.can_redo,
        "fit": fit,
    }


def draft_view(draft: RuleDraft, labels: Mapping[str, str]) -> DraftJson:
    """Return a draft with its rules in words."""
    texts = _RuleTexts(draft, labels)
    used = frozenset().union(*(sets_named(rule.concept) for rule in draft.rules))
    return {
        "base": draft.base,
        "form": draft.form,
        "logic": draft.logic,
        "threshold": draft.threshold,
        "threshold_set": draft.threshold_set,
        "rules": [
            {
                "id": rule.id,
                **texts.texts_of(rule.parts),
                "concept": rule.concept,
                "parts": [texts.texts_of((part,)) for part in rule.parts],
                "term": rule.term,
                "weight": rule.weight,
                "weight_set": rule.weight_set,
                "pinned": rule.pinned,
                "note": rule.note,
                "is_top": rule.is_top,
            }
            for rule in draft.rules
        ],
        "sets": [fuzzy_set.to_json() for fuzzy_set in draft.sets if fuzzy_set.name in used],
        "forbidden": [
            {
                "id": forbidden.id,
                **texts.texts_of(forbidden.parts),
                "concept": together(forbidden.parts),
            }
            for forbidden in draft.forbidden
        ],
    }


class _RuleTexts:
    """The texts of a draft's conditions."""

    def __init__(self, draft: RuleDraft, labels: Mapping[str, str]) -> None:
        self._sets = fuzzy_sets(draft)
        self._labels = json.dumps(dict(labels), sort_keys=True)

    def texts_of(self, parts: tuple[Json, ...]) -> PartJson:
        """Return some conditions in English and in Manchester syntax."""
        words, text = _concept_texts(concept_of(parts, self._sets), self._labels)
        return {"words": words, "manchester": text}


@functools.lru_cache(maxsize=4096)
def _concept_texts(concept: Concept, labels: str) -> tuple[str, str]:
    lexicon = _lexicon(labels)
    return in_words(concept, lexicon), in_manchester(concept, lexicon)


@functools.lru_cache(maxsize=4)
def _lexicon(labels: str) -> Lexicon:
    return Lexicon(json.loads(labels))
