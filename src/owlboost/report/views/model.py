"""The view of a model: rules, decisions, individuals, provenance."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from owlboost.concepts.hypothesis import Hypothesis, kept_rules, merged
from owlboost.data.vocabulary import Lexicon
from owlboost.learners.learner import LEARNERS, title
from owlboost.models.trained import TrainedModel
from owlboost.report.stability import Recurrence
from owlboost.report.views import schema
from owlboost.report.views.applied import (
    MOST_INDIVIDUALS,
    Applied,
    Labelled,
    chosen_rows,
    individuals_view,
)
from owlboost.report.views.decisions import decisions_view, grades_view, measures_view
from owlboost.report.views.explanations import counterfactuals_view
from owlboost.report.views.facts import Mentions, facts_view
from owlboost.report.views.rules import (
    cards_view,
    labels_view,
    numbers_view,
    overlap_view,
    terms_view,
)
from owlboost.runtime.limits import Json


def model_view(
    model: TrainedModel,
    data: Labelled | None = None,
    *,
    most: int = MOST_INDIVIDUALS,
    stability: Sequence[Recurrence] = (),
    folds: Sequence[Recurrence] = (),
    counterfactuals: bool = True,
) -> schema.ModelView:
    """Return the view of a model, with decisions if applied to data.

    Weak learners that are alike are one, with the sum of their weights.

    Parameters
    ----------
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
    stability, folds = (_shown_recurrences(model.hypothesis, each) for each in (stability, folds))
    model = replace(model, hypothesis=merged(model.hypothesis))
    words = words_of(model, data)
    mentions = Mentions(model.hypothesis)
    applied = None if data is None else Applied.from_model(model, data)
    return {
        "target": {"iri": model.target, "name": target_name(model, words)},
        "algorithm": {"name": model.algorithm, "title": title(model.algorithm)},
        "threshold": model.threshold,
        "logic": model.semantics.name,
        "average": model.average,
        "calibration": _calibration(model),
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


def _shown_recurrences(
    hypothesis: Hypothesis, recurrences: Sequence[Recurrence]
) -> Sequence[Recurrence]:
    """Return the recurrences of the rules that are shown."""
    return [recurrences[number] for number in kept_rules(hypothesis)] if recurrences else ()


def words_of(model: TrainedModel, data: Labelled | None) -> Lexicon:
    """Return the names of entities, by the model, then the source."""
    return model.lexicon if data is None else model.lexicon.or_else(data.kb.lexicon)


def target_name(model: TrainedModel, lexicon: Lexicon) -> str:
    """Return the target's name; with its column if learned from a table.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> source = {"target": "class=1"}
    >>> target_name(TrainedModel("foil", "urn:x#1", RuleSet(), 0.5, source=source), Lexicon())
    'class=1'
    """
    name, condition = lexicon.name(model.target), str(model.source.get("target", ""))
    return condition if condition.endswith(f"={name}") else name


def _applied_view(
    model: TrainedModel,
    applied: Applied | None,
    mentions: Mentions,
    words: Lexicon,
    most: int,
    *,
    turns: bool,
) -> schema.AppliedJson:
    """Return the parts that need a source; all None without one."""
    if applied is None:
        return {
            "overlap": None,
            "decisions": None,
            "grades": None,
            "individuals": None,
            "facts": None,
            "counterfactuals": None,
        }
    rows = chosen_rows(applied.data, most)
    return {
        "overlap": overlap_view(model.hypothesis, applied),
        "decisions": decisions_view(applied),
        "grades": grades_view(applied),
        "individuals": individuals_view(applied, rows, words),
        "facts": facts_view(applied.data.kb, rows, mentions, words),
        "counterfactuals": counterfactuals_view(applied, rows, mentions, words) if turns else None,
    }


def _calibration(model: TrainedModel) -> schema.CalibrationJson | None:
    calibration = None if model.calibration is None else model.calibration.to_json()
    return cast("schema.CalibrationJson | None", calibration)


def _verdicts(model: TrainedModel) -> list[schema.VerdictJson]:
    if model.properties is None:
        return []
    return [
        {"name": name, "holds": verdict.holds, "reason": verdict.reason}
        for name, verdict in model.properties.named()
    ]


_FILES = {
    "positives_file": "--positives",
    "negatives_file": "--negatives",
    "examples_file": "--examples",
}
_NAMED = {
    "target": "--target",
    "scope": "--scope",
    "problem": "--problem",
    "background_from": "--background",
    "target_range": "--target-range",
}


def provenance_view(model: TrainedModel, lexicon: Lexicon) -> schema.ProvenanceJson:
    """Return the source, the parameters and the command of a model.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> source = {"path": "iris.csv", "sha256": "ab", "target": "species=setosa"}
    >>> model = TrainedModel("foil", "urn:x#setosa", RuleSet(), 0.5, {"max_depth": 2}, source)
    >>> provenance_view(model, Lexicon())["command"]
    'owlboost learn iris.csv --target species=setosa --algorithm foil --max-depth 2'
    """
    return {
        "source": {name: value for name, value in model.source.items() if value is not None},
        "parameters": _parameters(model.parameters),
        "command": command_of(model, lexicon),
    }


def _parameters(parameters: Mapping[str, object]) -> Json:
    return {name: value for name, value in parameters.items() if name != "algorithm"}


def command_of(model: TrainedModel, lexicon: Lexicon) -> str | None:
    """Return the command that learns a model again, if reproducible."""
    source = model.source
    if "path" not in source or model.algorithm not in LEARNERS:
        return None
    words = ["owlboost", "learn", str(source["path"])]
    words += _examples(source, lexicon.name(model.target))
    words += ["--algorithm", model.algorithm]
    words += learner_options(model.algorithm, model.parameters)
    return shlex.join(words)


def _examples(source: Mapping[str, object], target: str) -> Iterator[str]:
    given = {"target": target} | dict(source)
    for name, option in (_NAMED | _FILES).items():
        if given.get(name) is not None:
            yield from (option, str(given[name]))
    hidden = source.get("hidden")
    for name in hidden if isinstance(hidden, list | tuple) else ():
        yield from ("--hide", str(name))
    if source.get("reasoner", "structural") != "structural":
        yield from ("--reasoner", str(source["reasoner"]))


def learner_options(algorithm: str, parameters: Mapping[str, object]) -> Iterator[str]:
    """Yield the options of parameters that differ from their defaults."""
    learner = LEARNERS[algorithm]
    plain = learner()
    usual = {
        parameter.name: getattr(plain, parameter.name) for parameter in learner.parameters()
    } | plain.as_used()
    for parameter in learner.parameters():
        value = parameters.get(parameter.name, usual[parameter.name])
        option = parameter.about.option
        if option is None or value == usual[parameter.name]:
            continue
        if isinstance(value, bool):
            yield option if value else f"--no-{option.lstrip('-')}"
        elif parameter.name == "lookahead" and value == parameters.get("max_depth"):
            continue
        else:
            yield from (option, str(parameter.about.word if value is None else value))
