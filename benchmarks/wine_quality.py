"""Ten boosting rounds on Wine Quality beside scikit-learn's AdaBoost with fifty stumps.

Red and white wines together, without duplicates, without ``quality``; positive are red wines with
quality above 7. One process, compilation excluded.
"""

import csv
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sklearn.ensemble import AdaBoostClassifier

from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.training import train
from owlboost.runtime.array_types import Floats, Mask
from owlboost.tables.columns import NumberColumn, SymbolColumn
from owlboost.tables.table import Table, numbered_rows

COLUMNS = (
    "fixed_acidity", "volatile_acidity", "citric_acid", "residual_sugar", "chlorides",
    "free_sulfur_dioxide", "total_sulfur_dioxide", "density", "pH", "sulphates", "alcohol",
)  # fmt: skip


def read_graded_wines() -> tuple[Floats, Floats] | None:
    """Features with the colour (1 is red) last, and the quality of the wines."""
    folder = os.environ.get("OWLBOOST_DATA")
    if folder is None:
        return None
    rows: dict[tuple[float, ...], None] = {}
    for red, name in ((1.0, "winequality-red.csv"), (0.0, "winequality-white.csv")):
        with (Path(folder) / "winequality" / name).open() as file:
            rows |= {(*map(float, line), red): None for line in csv.reader(file)}
    wines = np.array(list(rows))
    return np.delete(wines, -2, axis=1), wines[:, -2]


def read_wines() -> tuple[Floats, Mask] | None:
    """Features with the colour (1 is red) last, and which wines are good and red."""
    wines = read_graded_wines()
    if wines is None:
        return None
    features, quality = wines
    return features, (features[:, -1] == 1) & (quality > 7)


def as_problem(features: Floats, positive: Mask) -> LearningProblem:
    """Make the same matrix a table, the colour a truth value."""
    columns: dict[str, NumberColumn | SymbolColumn] = {
        name: NumberColumn(features[:, position]) for position, name in enumerate(COLUMNS)
    }
    columns["red"] = SymbolColumn(features[:, -1].astype(np.int32), (False, True))
    columns["good"] = SymbolColumn(positive.astype(np.int32), (False, True))
    return Table(Path("wines"), numbered_rows(len(features)), columns).problem("good=true")


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """Shortest of several runs, in seconds."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def run() -> list[str]:
    """Return the figures, one line each."""
    wines = read_wines()
    if wines is None:
        return ["wine quality: skipped, OWLBOOST_DATA names no folder with the data"]
    features, positive = wines
    problem = as_problem(features, positive)
    settings = FuzzyOWLBoost(n_rounds=10, min_confidence=0.0)  # a higher θ ends sooner
    model = train(problem, settings)  # compiles
    ours = best_of(3, lambda: train(problem, settings))
    theirs = best_of(3, lambda: AdaBoostClassifier(n_estimators=50).fit(features, positive))
    assert isinstance(model.hypothesis, BoostedHypothesis)
    rounds = len(model.hypothesis.terms)
    axioms = sum(1 for _ in model.hypothesis.inclusions)
    figures = (
        f"wine quality, {features.shape[0]} × {features.shape[1]}, {positive.sum()} positive: "
        f"{rounds} rounds ({axioms} axioms) {ours:.3f} s, AdaBoost with 50 stumps {theirs:.3f} s, "
        f"ratio {ours / theirs:.2f} (goal: at most 3)"
    )
    return [figures]
