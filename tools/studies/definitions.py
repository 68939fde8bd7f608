"""What each study compares, on which data and how often."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from owlboost.evaluation.datasets import registry
from owlboost.features.placement import Distribution
from owlboost.runtime.array_types import Floats, Weights

SEED, REPEATS = 100, 3
"""Divisions of every study: seeds 100, 101 and 102, fixed before the first run."""

PAPER_TASKS = tuple(task.name for task in registry().suite("paper"))
ONTOLOGIES = tuple(name for name in PAPER_TASKS if registry().tasks[name].columns is None)
NUMERIC_TASKS = (
    *("hotel", "ntn", "wineonto", "mammographic", "pyrimidine", "suramin"),
    *("iris-setosa", "iris-versicolor", "iris-virginica"),
    *("wine-1", "wine-2", "wine-3", "winequality"),
)
"""Tasks of the paper that have numbers."""

PAPER_ALGORITHMS = ("foil", "boost")
N_SETS = (3, 5, 7)


@dataclass(frozen=True, slots=True)
class Setting:
    """One column of a study: an algorithm, and what it is set to.

    Attributes
    ----------
    name
        As tables show it.
    algorithm
        Short name of the learner.
    parameters
        What the learner is set to, beside the limits of the task.
    averaged
        Values of a parameter over which figures are averaged, so that none need be chosen.
    data
        Which variant of the data, for studies that have several.
    jobs
        How many processes share the folds.
    """

    name: str
    algorithm: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    averaged: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    data: str = ""
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Study:
    """Settings that are compared on the same folds of the same tasks.

    Attributes
    ----------
    name, title
        Of the command and of the page.
    settings
        What is compared; each is compared with the first of its algorithm, or of all.
    tasks
        Names of learning problems.
    across
        Whether settings are compared with the very first, whatever the algorithm.
    measures
        Figures of the table, by their names in files.
    repeats
        How often the examples are divided anew.
    walled
        Whether times are of the whole evaluation, with reading and reasoning, not of learning.
    by_task
        Whether the table has rows for each task, since means over them would say little.
    """

    name: str
    title: str
    settings: tuple[Setting, ...]
    tasks: tuple[str, ...]
    across: bool = False
    measures: tuple[str, ...] = ("fF1F1", "F1", "MSE")
    repeats: int = REPEATS
    walled: bool = False
    by_task: bool = False


def _each(
    algorithms: tuple[str, ...],
    varied: Mapping[str, Mapping[str, Any]],
    averaged: Mapping[str, tuple[Any, ...]] | None = None,
) -> tuple[Setting, ...]:
    return tuple(
        Setting(name, algorithm, parameters, averaged or {})
        for algorithm in algorithms
        for name, parameters in varied.items()
    )


def cmeans(fuzzifier: float, tolerance: float, iterations: int) -> Callable[..., Floats]:
    """Return a placing: fuzzy c-means with other constants than the product's.

    Examples
    --------
    >>> cmeans(2.0, 0.05, 100)(np.array([0.0, 0.1, 5.0, 5.1, 9.9, 10.0]), 3).round(1)
    array([0.1, 5. , 9.9])
    """

    def placing(
        values: Floats, n_sets: int, exponent: float = 2.0, counts: Weights | None = None
    ) -> Floats:
        del exponent
        distribution = Distribution.from_values(values, counts)
        distinct, often = distribution.cells()
        if distribution.values.size == n_sets:
            return np.ldexp(distribution.values, distribution.exponent)
        shares = (np.arange(n_sets) + 0.5) / n_sets
        centres = distribution.quantiles(shares)
        if (np.diff(centres) <= 1e-9 * distribution.width).any():
            centres = np.quantile(distribution.values, shares)
        before = np.full((distinct.size, n_sets), np.inf)
        for _ in range(iterations):
            degrees = _memberships(distinct, centres, fuzzifier)
            if np.abs(degrees - before).max() <= tolerance:
                break
            powers = often[:, np.newaxis] * degrees**fuzzifier
            sums = powers.sum(axis=0)
            centres = np.where(
                sums > 0, (distinct @ powers) / np.where(sums > 0, sums, 1.0), centres
            )
            before = degrees
        return np.ldexp(np.sort(centres), distribution.exponent)

    return placing


def _memberships(values: Floats, centres: Floats, fuzzifier: float) -> Floats:
    """Degrees of values in clusters, ``d^(-2/(m-1))`` scaled to the sum 1; 1 at a centre."""
    distances = np.abs(values[:, np.newaxis] - centres)
    at_centre = distances == 0
    nearest = np.maximum(distances.min(axis=1, keepdims=True), np.finfo(float).tiny)
    powers = (nearest / np.where(at_centre, 1.0, distances)) ** (2 / (fuzzifier - 1))
    powers = np.where(at_centre.any(axis=1, keepdims=True), at_centre, powers)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


CMEANS = {
    "ε = .001, 1000 iterations": cmeans(2.0, 0.001, 1000),
    "ε = .5": cmeans(2.0, 0.5, 100),
    "m = 1.5": cmeans(1.5, 0.05, 100),
    "m = 3": cmeans(3.0, 0.05, 100),
}
"""Other constants of c-means; the product has m = 2, ε = .05 and 100 iterations."""

_GRID = {
    "n_sets": N_SETS,
    "fuzzify": ("uniform", "cmeans"),
    "min_confidence": (0.34, 0.64, 0.94, 1.0),
}
"""The paper's 24 configurations."""

_WITH_STRINGS = {"numbers only": "numbers", "and strings": "strings"}
_WITH_DATES = {**_WITH_STRINGS, "and strings and dates": "dates"}

STUDIES = {
    study.name: study
    for study in (
        Study(
            "algorithms",
            "All algorithms",
            tuple(
                Setting("defaults", name, data="lists")
                for name in ("foil", "boost", "pn", "pfoil", "gradient")
            ),
            PAPER_TASKS,
            across=True,
            measures=("fF1F1", "F1", "MSE", "MCC", "AUC"),
        ),
        Study(
            "placings",
            "Placings of fuzzy sets",
            _each(
                PAPER_ALGORITHMS,
                {
                    name: {"fuzzify": name}
                    for name in (
                        *("uniform", "cmeans", "quantile", "kmeans", "entropy"),
                        *("uniform-trapezoids", "cmeans-trapezoids"),
                        *("quantile-trapezoids", "kmeans-trapezoids"),
                    )
                },
                {"n_sets": N_SETS},
            ),
            NUMERIC_TASKS,
        ),
        Study(
            "cmeans",
            "Constants of c-means",
            _each(
                PAPER_ALGORITHMS,
                {
                    "m = 2, ε = .05": {"fuzzify": "cmeans"},
                    "centroids by u, not u²": {"fuzzify": "cmeans", "centroid_exponent": 1.0},
                    **{name: {"fuzzify": name} for name in CMEANS},
                },
                {"n_sets": N_SETS},
            ),
            NUMERIC_TASKS,
        ),
        Study(
            "conditions",
            "Strings and dates as conditions",
            tuple(
                Setting(name, algorithm, data=data)
                for algorithm in (*PAPER_ALGORITHMS, "gradient")
                for name, data in _WITH_DATES.items()
            ),
            (
                *("ntn", "uba", "penguins-male", "penguins-chinstrap", "penguins-unfinished"),
                *("weather-rain", "weather-snow", "weather-fog"),
            ),
        ),
        Study(
            "semantics",
            "Conjunction",
            _each(
                (*PAPER_ALGORITHMS, "gradient"),
                {name: {"logic": name} for name in ("zadeh", "product", "lukasiewicz")},
            ),
            PAPER_TASKS,
        ),
        Study(
            "reasoners",
            "Structural reasoner and HermiT",
            tuple(
                Setting(name, algorithm, data=name)
                for algorithm in PAPER_ALGORITHMS
                for name in ("structural", "hermit")
            ),
            ONTOLOGIES,
            repeats=1,
            walled=True,
        ),
        Study(
            "cores",
            "Time by cores",
            tuple(
                Setting(f"{jobs} core{'s' * (jobs > 1)}", algorithm, averaged=_GRID, jobs=jobs)
                for algorithm in PAPER_ALGORITHMS
                for jobs in (1, 2)
            ),
            PAPER_TASKS,
            repeats=1,
            walled=True,
        ),
        Study(
            "rounds",
            "Rounds of boosting",
            _each(("boost",), {f"n = {n}": {"n_rounds": n} for n in (10, 1, 3, 20, 50)}),
            PAPER_TASKS,
        ),
        Study(
            "softmax",
            "Single axioms with softmax",
            (
                Setting("FOIL-DL", "foil"),
                Setting("wFOIL-DL, α of AdaBoost (the paper)", "boost"),
                Setting("one axiom a round, softmax of α", "boost", {"weak_learner": "axiom"}),
            ),
            PAPER_TASKS,
            across=True,
        ),
        Study(
            "winequality",
            "Wine Quality",
            (
                *(
                    Setting(name, algorithm, parameters)
                    for name, algorithm, parameters in (
                        ("FOIL-DL", "foil", {}),
                        ("FOIL-DL, θ = .1", "foil", {"min_confidence": 0.1}),
                        ("Fuzzy OWL-Boost", "boost", {}),
                        ("Fuzzy OWL-Boost, θ = .1", "boost", {"min_confidence": 0.1}),
                        ("pn", "pn", {}),
                        ("pfoil", "pfoil", {}),
                        ("gradient", "gradient", {}),
                    )
                ),
            ),
            ("quality-8", "quality-7", "quality-6"),
            by_task=True,
            measures=("fF1F1", "F1", "threshold_F1", "MCC", "AUC", "AP", "MSE"),
        ),
    )
}
