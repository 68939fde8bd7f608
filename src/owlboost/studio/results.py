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
from owlboost.report.wording import in_words
from owlboost.runtime.limits import Json
from owlboost.studio.draft import EditError, RuleDraft
from owlboost.studio.draft_model import concept_of, fitted_edit, fuzzy_sets
from owlboost.studio.edits import applied
from owlboost.studio.held_out import DraftTrial, draft_terms
from owlboost.studio.session import Asked, Workbench
from owlboost.studio.state import Work
from owlboost.studio.views import MODEL_FORMAT

MOST_CHANGES = 50
"""How many individuals that change are told."""


def judge(bench: Workbench, work: Work) -> Json:
    """Tell how a draft does on the examples, and what it changes since it was learned."""
    asked, model = bench.asked(work), bench.model(work)
    base = _comparable_base(bench, work)
    measures = _measures(bench, model, asked)
    found: Json = {
        "measures": measures,
        "folds": draft_trial(bench, work).n_folds,
        "sizes": draft_trial(bench, work).sizes(),
        "before": None,
        "changes": [],
        "changed": 0,
    }
    if base is None:
        return found
    comparison = _compared((base, asked), (model, asked))
    return found | {
        "before": {"measures": _measures(bench, base, asked)},
        "changes": comparison["changes"],
        "changed": comparison["changed"],
    }


def judge_fold(bench: Workbench, work: Work, fold: int) -> Json:
    """Tell how a draft, and the model that it began as, do on one fold."""
    trial = draft_trial(bench, work)
    before = _base_work(bench, work)
    return {
        "measures": trial.measured(fold).named(),
        "errors": trial.errors(fold),
        "before": None if before is None else draft_trial(bench, before).measured(fold).named(),
    }


def draft_trial(bench: Workbench, work: Work) -> DraftTrial:
    """Return what tries a draft on held-out examples."""
    asked, draft = bench.asked(work), work.draft or RuleDraft()
    extents, sets = bench.extents(asked, draft.logic), fuzzy_sets(draft)
    degrees = [
        extents.degrees(concept_of(rule.parts, sets))[asked.elements] for rule in draft.rules
    ]
    return DraftTrial(
        draft.form,
        draft_terms(draft, degrees),
        np.asarray(asked.labels, dtype=np.float64),
        draft.threshold if draft.threshold_set else None,
        asked.X.target_range is not None,
    )


def _comparable_base(bench: Workbench, work: Work) -> TrainedModel | None:
    """Return the model that a draft began as, if it says something of the same source."""
    base = None if work.draft is None else bench.base(work.draft.base)
    if base is None or not _is_known(base.hypothesis, bench.asked(work).kb):
        return None
    return base


def _base_work(bench: Workbench, work: Work) -> Work | None:
    """Return the work with the draft as it was learned."""
    base = _comparable_base(bench, work)
    if base is None or work.draft is None or work.draft.base is None:
        return None
    return applied(replace(work, draft=None), fitted_edit(base, work.draft.base))


def _measures(bench: Workbench, model: TrainedModel, asked: Asked) -> Json:
    extents = bench.extents(asked, model.semantics.name)
    return model.measured(extents, asked.elements, model.as_labels(asked.labels)).named()


def _compared(a: tuple[TrainedModel, Asked], b: tuple[TrainedModel, Asked]) -> Json:
    """Tell what changes from one model to another, on the examples of the second."""
    asked = b[1]
    before, after = (replace(model, hypothesis=merged(model.hypothesis)) for model, _ in (a, b))
    found = compare_known(
        (before, a[1].kb),
        (after, asked.kb),
        asked.elements,
        labels=b[0].as_labels(asked.labels),
        limit=MOST_CHANGES,
    )
    lexicon = found.lexicon
    return {
        "rules": [
            {
                "words": in_words(pair.body, lexicon),
                "manchester": pair.text(people(lexicon)),
                "fate": pair.fate,
                "a": None if pair.before is None else {"weight": pair.before.weight},
                "b": None if pair.after is None else {"weight": pair.after.weight},
            }
            for pair in found.rules
        ],
        "thresholds": list(found.thresholds),
        "changes": [_change(one, lexicon) for one in found.changes],
        "changed": found.tally.changed,
        "turned": found.tally.turned,
        "better": found.tally.better,
        "worse": found.tally.worse,
    }


def compare(bench: Workbench, a: Work, b: Work) -> Json:
    """Tell what changes from one state of a project to another."""
    if a.source != b.source:
        raise EditError("Versions of different sources cannot be compared.", gone=True)
    first = bench.model(a), bench.asked(a)
    second = bench.model(b), bench.asked(b)
    return _compared(first, second) | {
        "measures": {
            "a": _measures(bench, first[0], first[1]),
            "b": _measures(bench, second[0], second[1]),
        }
    }


def _is_known(hypothesis: Hypothesis, kb: KnowledgeBase) -> bool:
    """Whether a knowledge base has all that a hypothesis speaks of."""
    names = kb.vocabulary
    known = {*names.classes, *names.roles, *names.data_properties}
    return iris_used(hypothesis) <= known


def _change(one: IndividualChange, lexicon: Lexicon) -> Json:
    return {
        "individual": one.individual,
        "name": lexicon.name(one.individual),
        "before": {"degree": one.before.degree, "decision": one.before.decision},
        "after": {"degree": one.after.degree, "decision": one.after.decision},
        "label": one.label,
        "better": one.better,
    }


MOST_SHOWN = 5_000
"""How many individuals a view holds at most."""


def view(bench: Workbench, work: Work) -> Json:
    """Return what a page shows of the draft on its source."""
    model, asked = bench.model(work), bench.asked(work)
    return model_view(model, asked.labelled, most=MOST_SHOWN, counterfactuals=False)


def export(bench: Workbench, work: Work, name: str) -> tuple[str, str]:
    """Return a model in another format, and how the name of such a file ends."""
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
        source = bench.asked(work).kb
    return str(model.export(name, source=source)), form.extensions[0]


def report(bench: Workbench, work: Work) -> str:
    """Return the page of a report."""
    model, asked = bench.model(work), bench.asked(work)
    return page_html(report_of([(model, asked.labelled)], most=MOST_SHOWN))
