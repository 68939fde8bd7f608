"""Results of a draft: measures, changed decisions, exports.

Held-out measures are those of cross-validation (mathematics §26). The rules stay as they are;
weights that a person did not set are fitted on all folds but one, and measured on that one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from owlboost.concepts.hypothesis import Hypothesis, iris_used, merged
from owlboost.concepts.text import people
from owlboost.data.example_labels import dealt, dealt_by_rank
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import did_you_mean
from owlboost.exchange.formats import FORMATS
from owlboost.learners.gradient.weights import minimise_with_signs
from owlboost.learners.training import MIDDLE, fit_threshold
from owlboost.models.comparison import compare_known
from owlboost.models.differences import IndividualChange
from owlboost.models.measures import Measures, measure
from owlboost.models.model_files import model_text
from owlboost.models.outcomes import ratio
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import page_html, report_of
from owlboost.report.views.model import model_view
from owlboost.report.views.schema import ModelView
from owlboost.report.wording import in_words
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask
from owlboost.studio import views
from owlboost.studio.draft import DraftRule, EditError, Form, RuleDraft
from owlboost.studio.draft_model import concept_of, fitted_edit, fuzzy_sets
from owlboost.studio.edits import applied
from owlboost.studio.session import RIDGE, PreparedQuestion, Workbench
from owlboost.studio.state import ProjectState

FOLDS = 5
SEED = 0

_FREE = 1e-9
"""Ridge penalty of the baseline: next to nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class DraftTerm:
    """A term of a draft over the examples.

    Its degrees are those of the examples; a person may have set its weight in the draft.
    """

    degrees: Degrees
    weight: float
    is_set: bool
    is_top: bool
    n_rules: int


@dataclass(frozen=True, eq=False)
class DraftTrial:
    """The terms of a draft with the examples to try them on.

    Attributes
    ----------
    labels
        Of the examples, in [0, 1].
    threshold
        The threshold that a person set; None if it is fitted.
    graded
        Whether labels are degrees.
    """

    form: Form
    terms: tuple[DraftTerm, ...]
    labels: Floats
    threshold: float | None
    graded: bool = False

    @cached_property
    def folds(self) -> Ids:
        """The fold of each example; a single one for few examples."""
        if self.graded:
            n_folds = min(FOLDS, self.labels.size // 2)
            return dealt_by_rank(self.labels, max(n_folds, 1), SEED)
        positive = self.labels > 0
        n_folds = min(FOLDS, int(positive.sum()), int((~positive).sum()))
        return dealt(positive, max(n_folds, 1), SEED)

    @property
    def n_folds(self) -> int:
        """The number of folds."""
        return int(self.folds.max(initial=0)) + 1

    def parts(self, fold: int) -> tuple[Mask, Mask]:
        """Return training and test examples; a single fold has all in both."""
        test: Mask = self.folds == fold
        return (test if self.n_folds == 1 else ~test), test

    @cached_property
    def evidence(self) -> Floats:
        """The score of each example with the draft as it is."""
        weights = np.array([term.weight for term in self.terms])
        return _combined(self.form, self.terms, weights, self.labels.size)

    def weights(self, train: Mask, terms: Sequence[DraftTerm]) -> Floats:
        """Return the weights of terms, fitted to examples unless set."""
        if self.form == "best":
            return np.array([self._share(term, train) for term in terms])
        fitted = np.array([term.weight for term in terms])
        free = [at for at, term in enumerate(terms) if not term.is_set]
        if not free or not train.any():
            return fitted
        columns = np.array([terms[at].degrees[train] for at in free])
        residual = self._aims(train)
        for term in terms:
            if term.is_set:
                residual = residual - term.weight * term.degrees[train]
        penalty = np.array([_FREE if terms[at].is_top else RIDGE for at in free])
        signs = np.array([0.0 if terms[at].is_top else np.sign(terms[at].weight) for at in free])
        matrix = np.einsum("ie,je->ij", columns, columns) + np.diag(penalty)
        right = np.einsum("ie,e->i", columns, residual)
        fitted[free] = minimise_with_signs(matrix, right, signs)
        return fitted

    def _aims(self, train: Mask) -> Floats:
        """Return the labels on the scale of the draft's scores.

        The weights are fitted to these. Least squares shrink towards the mean; the labels are
        spread so far that a draft whose weights are best keeps them.
        """
        labels, evidence = self.labels[train], self.evidence[train]
        around, of_labels = evidence - evidence.mean(), labels - labels.mean()
        common = float((around * of_labels).sum())
        if common <= 0:
            return labels
        spread = float((around**2).sum()) / common
        return np.asarray(evidence.mean() + spread * of_labels)

    def _share(self, term: DraftTerm, train: Mask) -> float:
        if term.is_set:
            return term.weight
        degrees = term.degrees[train]
        return float(ratio((degrees * self.labels[train]).sum(), degrees.sum()))

    def measured(self, fold: int) -> Measures:
        """Measure one fold after fitting weights and threshold on the others."""
        train, test = self.parts(fold)
        evidence = _combined(
            self.form, self.terms, self.weights(train, self.terms), self.labels.size
        )
        degrees = np.clip(evidence, 0.0, 1.0)
        labels = self.labels if self.graded else self.labels > 0
        return measure(
            labels[test],
            degrees[test],
            self._threshold(degrees[train], train),
            evidence=evidence[test],
            graded=self.graded,
        )

    def _threshold(self, degrees: Degrees, train: Mask) -> float:
        if self.threshold is not None:
            return self.threshold
        return MIDDLE if self.graded else fit_threshold(degrees, self.labels[train] > 0)

    def sizes(self) -> list[int]:
        """Return the number of rules of the first 0, 1, … terms."""
        sizes, n_rules = [0], 0
        for term in self.terms:
            if not term.is_top:
                n_rules += term.n_rules
                sizes.append(n_rules)
        return sizes

    def errors(self, fold: int) -> list[float]:
        """Return the mean squared error on a fold by number of terms."""
        train, test = self.parts(fold)
        begin = [term for term in self.terms if term.is_top]
        weighted = [term for term in self.terms if not term.is_top]
        errors = []
        for count in range(len(weighted) + 1):
            terms = [*begin, *weighted[:count]]
            evidence = _combined(self.form, terms, self.weights(train, terms), self.labels.size)
            wrong = np.clip(evidence[test], 0.0, 1.0) - self.labels[test]
            errors.append(float((wrong**2).mean()) if test.any() else float("nan"))
        return errors


def _combined(form: Form, terms: Sequence[DraftTerm], weights: Floats, n_examples: int) -> Floats:
    total = np.zeros(n_examples)
    for term, weight in zip(terms, weights.tolist(), strict=True):
        if form == "best":
            np.maximum(total, weight * term.degrees, out=total)
        else:
            total += weight * term.degrees
    return total


def draft_terms(draft: RuleDraft, degrees: Sequence[Degrees]) -> tuple[DraftTerm, ...]:
    """Return the terms of a draft, given the degrees of its rules."""
    groups: dict[str, list[tuple[DraftRule, Degrees]]] = {}
    for rule, of_rule in zip(draft.rules, degrees, strict=True):
        key = rule.id if draft.form == "best" else rule.term
        groups.setdefault(key, []).append((rule, of_rule))
    return tuple(_term(draft.form, group) for group in groups.values())


def _term(form: Form, group: list[tuple[DraftRule, Degrees]]) -> DraftTerm:
    if form == "best":
        ((rule, degrees),) = group
        return DraftTerm(degrees, rule.degree, rule.weight_set, rule.is_top, int(not rule.is_top))
    best = np.zeros(group[0][1].size)
    for rule, degrees in group:
        np.maximum(best, rule.degree * degrees, out=best)
    rules = [rule for rule, _ in group]
    return DraftTerm(
        best,
        rules[0].leverage,
        any(rule.weight_set for rule in rules),
        all(rule.is_top for rule in rules),
        sum(not rule.is_top for rule in rules),
    )


MOST_CHANGES = 50
"""List at most this many individuals with changed decisions."""


def judge(bench: Workbench, work: ProjectState) -> views.DraftResultsJson:
    """Return a draft's measures, and its changes since it was learned."""
    prepared, model = bench.prepared(work), bench.model(work)
    base = _comparable_base(bench, work)
    measures = _measures(bench, model, prepared)
    judgement: views.DraftResultsJson = {
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


def judge_fold(bench: Workbench, work: ProjectState, fold: int) -> views.FoldResultsJson:
    """Return the measures of a draft and its base on one fold."""
    trial = draft_trial(bench, work)
    before = _base_work(bench, work)
    return {
        "measures": trial.measured(fold).named(),
        "errors": trial.errors(fold),
        "before": None if before is None else draft_trial(bench, before).measured(fold).named(),
    }


def draft_trial(bench: Workbench, work: ProjectState) -> DraftTrial:
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


def _comparable_base(bench: Workbench, work: ProjectState) -> TrainedModel | None:
    """Return the model that a draft began as, if comparable."""
    base = None if work.draft is None else bench.base(work.draft.base)
    if base is None or not _is_known(base.hypothesis, bench.prepared(work).kb):
        return None
    return base


def _base_work(bench: Workbench, work: ProjectState) -> ProjectState | None:
    """Return the state with the draft as it was learned."""
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
) -> views.ModelsComparedJson:
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


def compare(bench: Workbench, a: ProjectState, b: ProjectState) -> views.ComparedJson:
    """Compare two states of a project."""
    if a.source != b.source:
        raise EditError("Versions of different sources cannot be compared.", conflict=True)
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


def _change(change: IndividualChange, lexicon: Lexicon) -> views.ChangeJson:
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


def view(bench: Workbench, work: ProjectState) -> ModelView:
    """Return the view of the draft on its source."""
    model, prepared = bench.model(work), bench.prepared(work)
    return model_view(model, prepared.labelled, most=MOST_SHOWN, counterfactuals=False)


def export(bench: Workbench, work: ProjectState, name: str) -> tuple[str, str]:
    """Return a model in another format, with its file suffix."""
    model = bench.model(work)
    if name == views.MODEL_FORMAT:
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


def report(bench: Workbench, work: ProjectState) -> str:
    """Return the page of a report."""
    model, prepared = bench.model(work), bench.prepared(work)
    return page_html(report_of([(model, prepared.labelled)], most=MOST_SHOWN))
