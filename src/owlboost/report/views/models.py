"""A model as a view: everything that a page shows of it."""

from collections.abc import Sequence
from dataclasses import replace

from owlboost.concepts.hypothesis import Hypothesis, kept_rules, merged
from owlboost.data.vocabulary import Lexicon
from owlboost.learners.learner import title
from owlboost.models.trained import TrainedModel
from owlboost.report.stability import Recurrence
from owlboost.report.views.counterfactuals import counterfactuals_view
from owlboost.report.views.decisions import decisions_view, measures_view
from owlboost.report.views.facts import Mentions, facts_view
from owlboost.report.views.grades import grades_view
from owlboost.report.views.individuals import MOST, chosen_rows, individuals_view
from owlboost.report.views.labelled import Applied, Labelled
from owlboost.report.views.numbers import numbers_view
from owlboost.report.views.provenance import provenance_view
from owlboost.report.views.rules import cards_view, labels_view, overlap_view, terms_view
from owlboost.runtime.limits import Json


def model_view(
    model: TrainedModel,
    data: Labelled | None = None,
    *,
    most: int = MOST,
    stability: Sequence[Recurrence] = (),
    folds: Sequence[Recurrence] = (),
    counterfactuals: bool = True,
) -> Json:
    """Return what a page shows of a model, on the individuals of a source if there is one.

    Weak learners that are alike are one, with the sum of their weights.

    Parameters
    ----------
    model
        The model.
    data
        What it is applied to.
    most
        How many individuals the page holds.
    stability, folds
        For each rule how often it came back, from samples and over folds; empty if nobody tried.
    counterfactuals
        Whether to look for the nearest changes that turn decisions, which takes seconds.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> view = model_view(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5))
    >>> view["target"], view["rules"], view["individuals"]
    ({'iri': 'urn:x#Good', 'name': 'Good'}, [], None)
    """
    stability, folds = (_kept(model.hypothesis, each) for each in (stability, folds))
    model = replace(model, hypothesis=merged(model.hypothesis))
    words = words_of(model, data)
    mentions = Mentions(model.hypothesis)
    applied = None if data is None else Applied.of(model, data)
    return {
        "target": {"iri": model.target, "name": target_name(model, words)},
        "algorithm": {"name": model.algorithm, "title": title(model.algorithm)},
        "threshold": model.threshold,
        "logic": model.semantics.name,
        "average": model.average,
        "calibration": None if model.calibration is None else model.calibration.to_json(),
        **terms_view(model.hypothesis, mentions),
        "labels": labels_view(mentions, words),
        "rules": cards_view(model.hypothesis, words, applied, stability, folds),
        "numbers": numbers_view(model, mentions, words, data),
        "curve": [list(point) for point in model.curve],
        "training": measures_view(dict(model.training)),
        "verdicts": _verdicts(model),
        "remarks": [*model.remarks, *(() if data is None else data.remarks)],
        "provenance": provenance_view(model, words),
        **_applied_view(model, applied, mentions, words, most, turns=counterfactuals),
    }


def _kept(hypothesis: Hypothesis, told: Sequence[Recurrence]) -> Sequence[Recurrence]:
    """Return what is told of the rules that are shown."""
    return [told[number] for number in kept_rules(hypothesis)] if told else ()


def words_of(model: TrainedModel, data: Labelled | None) -> Lexicon:
    """Return what people call things: as the model says, and as the source does."""
    return model.lexicon if data is None else model.lexicon.or_else(data.kb.lexicon)


def target_name(model: TrainedModel, lexicon: Lexicon) -> str:
    """Return what the class is called; that of a table by its column, too.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> source = {"target": "class=1"}
    >>> target_name(TrainedModel("foil", "urn:x#1", RuleSet(), 0.5, source=source), Lexicon())
    'class=1'
    """
    name, told = lexicon.name(model.target), str(model.source.get("target", ""))
    return told if told.endswith(f"={name}") else name


def _applied_view(
    model: TrainedModel,
    applied: Applied | None,
    mentions: Mentions,
    words: Lexicon,
    most: int,
    *,
    turns: bool,
) -> Json:
    """Return what needs a source; nothing of it without one."""
    if applied is None:
        names = ("overlap", "decisions", "grades", "individuals", "facts", "counterfactuals")
        return dict.fromkeys(names)
    rows = chosen_rows(applied.data, most)
    return {
        "overlap": overlap_view(model.hypothesis, applied),
        "decisions": decisions_view(applied),
        "grades": grades_view(applied),
        "individuals": individuals_view(applied, rows, words),
        "facts": facts_view(applied.data.kb, rows, mentions, words),
        "counterfactuals": counterfactuals_view(applied, rows, mentions, words) if turns else None,
    }


def _verdicts(model: TrainedModel) -> list[Json]:
    if model.properties is None:
        return []
    return [
        {"name": name, "holds": verdict.holds, "reason": verdict.reason}
        for name, verdict in model.properties.named()
    ]
