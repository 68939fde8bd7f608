"""Evaluations as views: folds with their spread, and algorithms side by side."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import RunError
from owlboost.evaluation.run import RunResult, Scores
from owlboost.evaluation.statistics import average_ranks, compare, critical_difference
from owlboost.learners.learner import title
from owlboost.models.measures import Measures, shown_in
from owlboost.report.stability import run_recurrences
from owlboost.report.views import schema
from owlboost.report.views.rules import recurrence_view
from owlboost.report.wording import in_manchester, in_words
from owlboost.runtime.files import read_bytes

MERIT = Measures.fuzzy_crisp_f1.name


def run_view(run: RunResult, lexicon: Lexicon) -> schema.RunView:
    """Return the view of one evaluation."""
    return {
        "dataset": run.dataset,
        "target": {"iri": run.target, "name": lexicon.name(run.target)},
        "algorithm": {"name": run.algorithm, "title": title(run.algorithm)},
        "protocol": {
            "folds": run.protocol.folds,
            "repeats": run.protocol.repeats,
            "seed": run.protocol.seed,
            "name": run.protocol.name,
            "starred": run.starred,
        },
        "examples": run.examples,
        "positives": run.positives,
        "parameters": dict(run.parameters),
        "configurations": [
            {
                "parameters": dict(configuration.parameters),
                "scores": scores_view(configuration.scores, folds=number == run.best),
            }
            for number, configuration in enumerate(run.configurations)
        ],
        "best": run.best,
        "nested": None if run.nested is None else scores_view(run.nested.scores),
        "top": scores_view(run.top),
        "rules": recurring_view(run, lexicon),
        "environment": dict(run.environment),
        "seconds": run.seconds,
        "remarks": [*run.remarks, *_given(run, lexicon)],
    }


def _given(run: RunResult, lexicon: Lexicon) -> tuple[str, ...]:
    given = run.given_sets
    return () if given is None else (f"Fuzzy sets were given: {given.text(lexicon)}.",)


def recurring_view(run: RunResult, lexicon: Lexicon) -> list[schema.RecurringRuleJson]:
    """Return the best configuration's rules with their recurrence over folds."""
    return [
        {
            "words": in_words(rule.body, lexicon),
            "manchester": in_manchester(rule.body, lexicon),
            "against": rule.is_against,
            "weights": list(rule.weights),
            **recurrence_view(recurrence),
        }
        for rule, recurrence in zip(run.rules, run_recurrences(run), strict=True)
        if not rule.body.is_top
    ]


def scores_view(scores: Scores, *, folds: bool = True) -> schema.ScoresView:
    """Return means, deviations and, if wanted, the scores of all folds."""
    return {
        "mean": scores.figures,
        "deviation": scores.deviation,
        "folds": [
            {**score.measures, "rules": score.rules, "seconds": score.seconds}
            for score in scores.folds
        ]
        if folds
        else [],
    }


def measure_titles(*, graded: bool = False) -> list[schema.MeasureTitleJson]:
    """Return the measures of runs, in reading order."""
    return [
        {
            "name": measure.name,
            "title": measure.title or measure.name,
            "decimals": measure.decimals,
            "larger_is_better": measure.larger_is_better,
        }
        for measure in shown_in("graded" if graded else "summary")
    ]


def comparison_view(
    figures: Mapping[str, Mapping[str, Mapping[str, float | None]]],
) -> schema.ComparisonJson | None:
    """Compare algorithms over data sets; None if there is nothing to compare.

    Parameters
    ----------
    figures
        Data set → algorithm → measure → its value.

    Examples
    --------
    >>> figures = {"foil": {"fF1F1": 0.5}, "boost": {"fF1F1": 0.75}}
    >>> view = comparison_view({"wine": figures, "iris": figures})
    >>> view["ranks"], view["algorithms"][1]["title"]
    ({'foil': 2.0, 'boost': 1.0}, 'Fuzzy OWL-Boost')
    """
    algorithms = list(dict.fromkeys(name for row in figures.values() for name in row))
    if not algorithms or (len(algorithms) < 2 and len(figures) < 2):
        return None
    whole = [row for row in figures.values() if _is_whole(row, algorithms)]
    ranked = np.array(
        [[row[name][MERIT] for name in algorithms] for row in whole], dtype=np.float64
    )
    several = 2 <= len(algorithms) <= 10 and len(whole) >= 2
    return {
        "algorithms": [{"name": name, "title": title(name)} for name in algorithms],
        "measures": measure_titles(),
        "merit": MERIT,
        "rows": [{"dataset": name, "figures": dict(row)} for name, row in figures.items()],
        "ranked": len(whole),
        "ranks": dict(zip(algorithms, average_ranks(ranked).tolist(), strict=True))
        if several
        else {},
        "critical_difference": critical_difference(len(algorithms), len(whole))
        if several
        else None,
        "pairs": _pairs(algorithms, ranked) if several else [],
    }


def _is_whole(row: Mapping[str, Mapping[str, float | None]], algorithms: Sequence[str]) -> bool:
    return all(row.get(name, {}).get(MERIT) is not None for name in algorithms)


def _pairs(algorithms: Sequence[str], ranked: Any) -> list[schema.PairJson]:
    """Compare every two algorithms by Wilcoxon's test."""
    pairs: list[schema.PairJson] = []
    for second in range(len(algorithms)):
        for first in range(second):
            comparison = compare(ranked[:, second].tolist(), ranked[:, first].tolist())
            pairs.append(
                {
                    "first": algorithms[second],
                    "second": algorithms[first],
                    "wins": comparison.wins,
                    "ties": comparison.ties,
                    "losses": comparison.losses,
                    "p": comparison.p_value,
                }
            )
    return pairs


def comparison_of_runs(runs: Sequence[RunResult]) -> schema.ComparisonJson | None:
    """Compare the best configurations of runs.

    A data set that was learned with several targets counts once for each.
    """
    targets: dict[str, set[str]] = {}
    for run in runs:
        targets.setdefault(run.dataset, set()).add(run.target)
    figures: dict[str, dict[str, Mapping[str, float | None]]] = {}
    for run in runs:
        name = run.dataset or run.target
        if len(targets[run.dataset]) > 1:
            name = f"{run.dataset} {SHORT_NAMES.name(run.target)}".strip()
        figures.setdefault(name, {})[run.algorithm] = run.winner.scores.figures
    return comparison_view(figures)


def comparison_of_suite(summary: Mapping[str, Any]) -> schema.ComparisonJson | None:
    """Compare the algorithms of a suite, given the summary that ``bench`` writes."""
    figures: dict[str, dict[str, Mapping[str, float | None]]] = {}
    for row in summary["rows"]:
        figures.setdefault(row["task"], {})[row["algorithm"]] = {
            name: value
            for name, value in row.items()
            if value is None or isinstance(value, int | float)
        }
    return comparison_view(figures)


def load_suite(path: Path) -> tuple[schema.ComparisonJson | None, schema.SuiteJson]:
    """Read what ``bench`` writes: the comparison, and the suite's description."""
    data = json.loads(read_bytes(path).decode("utf-8"))
    try:
        about: schema.SuiteJson = {
            "name": str(data["suite"]),
            "protocol": str(data["protocol"]),
            "not_run": dict(data["not_run"]),
            "remarks": {name: list(remarks) for name, remarks in data["remarks"].items()},
        }
        return comparison_of_suite(data), about
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RunError(f"{path} is a damaged summary of a suite: {error!r}.") from error
