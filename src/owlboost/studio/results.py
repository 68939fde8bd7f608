"""Results of a draft: measures, changed decisions, exports."""

from dataclasses import replace

import numpy as np

from owlboost.concepts.hypothesis import Hypothesis, iris_used, merged
from owlboost.concepts.text import people
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import did_you_mean
from owlboost.exchange.formats import FORMATS
from owlboost.models.comparison import compare_known
from owlboost.models.differences import IndividualChange
from owlboost.models.model_files import model_text
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import page_html, report_of
from owlboost.report.views.model import model_view
from owlboost.report.views.schema import ModelView
from owlboost.report.wording import in_words
from owlboost.studio.draft import EditError, RuleDraft
from owlboost.studio.draft_model import concept_of, fitted_edit, fuzzy_sets
from owlboost.studio.edits import applied
from owlboost.studio.held_out import DraftTrial, draft_terms
from owlboost.studio.session import PreparedQuestion, Workbench
from owlboost.studio.state import Work
from owlboost.studio.views import (
    MODEL_FORMAT,
    ChangeJson,
    ComparedJson,
    DraftResultsJson,
    FoldResultsJson,
    ModelsComparedJson,
)

MOST_CHANGES = 50
"""List at most this many individuals with changed decisions."""


def judge(bench: Workbench, work: Work) -> DraftResultsJson:
    """Return a draft's measures, and its changes since it was learned."""
    prepared, model = bench.prepared(work), bench.model(work)
    base = _comparable_base(bench, work)
    measures = _measures(bench, model, prepared)
    judgement: DraftResultsJson = {
        "measures": measures,
        "folds": draft_trial(bench, work).n_folds,
        "sizes": draft_trial(bench, work).sizes(),
        "before": None,
        "changes": [],
        "changed": 0,
    }
    if base is None:
        return judgement
    comparison = _compared((base, prepared), (model, prepared))
    return {
        **judgement,
        "before": {"measures": _measures(bench, base, prepared)},
        "changes": comparison["changes"],
        "changed": comparison["changed"],
    }


def judge_fold(bench: Workbench, work: Work, fold: int) -> FoldResultsJson:
    """Return the measures of a draft and its base on one fold."""
    trial = draft_trial(bench, work)
    before = _base_work(bench, work)
    return {
        "measures": trial.measured(fold).named(),
        "errors": trial.errors(fold),
        "before": None if before is None else draft_trial(bench, before).measured(fold).named(),
    }


def draft_trial(bench: Workbench, work: Work) -> DraftTrial:
    """Return the trial of a draft on held-out examples."""
    prepared, draft = bench.prepared(work), work.draft or RuleDraft()
    extents, sets = bench.extents(prepared, draft.logic), fuzzy_sets(draft)
    degrees = [
        extents.degrees(concept_of(rule.parts, sets))[prepared.elements] for rule in draft.rules
    ]
    return DraftTrial(
        draft.form,
        draft_terms(draft, degrees),
        np.asarray(prepared.labels, dtype=np.float64),
        draft.threshold if draft.threshold_set else None,
        prepared.X.target_range is not None,
    )


def _comparable_base(bench: Workbench, work: Work) -> TrainedModel | None:
    """Return the model that a draft began as, if comparable."""
    base = None if work.draft is None else bench.base(work.draft.base)
    if base is None or not _is_known(base.hypothesis, bench.prepared(work).kb):
        return None
    return base


def _base_work(bench: Workbench, work: Work) -> Work | None:
    """Return the work with the draft as it was learned."""
    base = _comparable_base(bench, work)
    if base is None or work.draft is None or work.draft.base is None:
        return None
    return applied(replace(work, draft=None), fitted_edit(base, work.draft.base))


def _measures(
    bench: Workbench, model: TrainedModel, prepared: PreparedQuestion
) -> dict[str, float]:
    extents = bench.extents(prepared, model.semantics.name)
    return model.measured(extents, prepared.elements, model.as_labels(prepared.labels)).named()


def _compared(
    a: tuple[TrainedModel, PreparedQuestion], b: tuple[TrainedModel, PreparedQuestion]
) -> ModelsComparedJson:
    """Compare two models on the examples of the second."""
    prepared = b[1]
    before, after = (replace(model, hypothesis=merged(model.hypothesis)) for model, _ in (a, b))
    comparison = compare_known(
        (before, a[1].kb),
        (after, prepared.kb),
        prepared.elements,
        labels=b[0].as_labels(prepared.labels),
        limit=MOST_CHANGES,
    )
    lexicon = comparison.lexicon
    return {
        "rules": [
            {
                "words": in_words(pair.body, lexicon),
                "manchester": pair.text(people(lexicon)),
                "fate": pair.fate,
                "a": None if pair.before is None else {"weight": pair.before.weight},
                "b": None if pair.after is None else {"weight": pair.after.weight},
            }
            for pair in comparison.rules
        ],
        "thresholds": list(comparison.thresholds),
        "changes": [_change(change, lexicon) for change in comparison.changes],
        "changed": comparison.tally.changed,
        "turned": comparison.tally.turned,
        "better": comparison.tally.better,
        "worse": comparison.tally.worse,
    }


def compare(bench: Workbench, a: Work, b: Work) -> ComparedJson:
    """Compare two states of a project."""
    if a.source != b.source:
        raise EditError("Versions of different sources cannot be compared.", gone=True)
    first = bench.model(a), bench.prepared(a)
    second = bench.model(b), bench.prepared(b)
    return {
        **_compared(first, second),
        "measures": {
            "a": _measures(bench, first[0], first[1]),
            "b": _measures(bench, second[0], second[1]),
        },
    }


def _is_known(hypothesis: Hypothesis, kb: KnowledgeBase) -> bool:
    """Whether a knowledge base has all entities of a hypothesis."""
    names = kb.vocabulary
    entities = {*names.classes, *names.roles, *names.data_properties}
    return iris_used(hypothesis) <= entities


def _change(change: IndividualChange, lexicon: Lexicon) -> ChangeJson:
    return {
        "individual": change.individual,
        "name": lexicon.name(change.individual),
        "before": {"degree": change.before.degree, "decision": change.before.decision},
        "after": {"degree": change.after.degree, "decision": change.after.decision},
        "label": change.label,
        "better": change.better,
    }


MOST_SHOWN = 5_000
"""Show at most this many individuals in a view."""


def view(bench: Workbench, work: Work) -> ModelView:
    """Return the view of the draft on its source."""
    model, prepared = bench.model(work), bench.prepared(work)
    return model_view(model, prepared.labelled, most=MOST_SHOWN, counterfactuals=False)


def export(bench: Workbench, work: Work, name: str) -> tuple[str, str]:
    """Return a model in another format, with its file suffix."""
    model = bench.model(work)
    if name == MODEL_FORMAT:
        return f"{model_text(model)}\n", ".json"
    if name not in FORMATS:
        raise EditError(f"There is no format {name[:80]!r}.{did_you_mean(name[:80], FORMATS)}")
    form = FORMATS[name]
    source: object = None
    if form.takes_source:
        source = bench.material(work.source).opened
    elif form.takes_data:
        source = bench.prepared(work).kb
    return str(model.export(name, source=source)), form.extensions[0]


def report(bench: Workbench, work: Work) -> str:
    """Return the page of a report."""
    model, prepared = bench.model(work), bench.prepared(work)
    return page_html(report_of([(model, prepared.labelled)], most=MOST_SHOWN))
