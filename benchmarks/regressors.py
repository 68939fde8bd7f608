"""Graded labels in five folds, repeated: concepts beside boosted trees, EBM and a small tree.

scikit-learn's diabetes and California housing (where it can be had), and wine quality as a grade
(where ``OWLBOOST_DATA`` has it); those named on the command line, or all. All models see the same
folds, ``RepeatedKFold(n_splits=5, n_repeats=3, random_state=0)``, from a thousand examples on one
repeat, and have default parameters; whatever a model chooses, it chooses within the training part
of a fold. MSE is of y scaled to [0, 1] by its range.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import fetch_california_housing, load_diabetes
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import RepeatedKFold
from sklearn.tree import DecisionTreeRegressor

import owlboost as ob
from benchmarks.wine_quality import COLUMNS, read_graded_wines
from owlboost.runtime.array_types import Floats

REPEATS = 3
LARGE = 1000
"""From so many examples on, folds are not repeated."""

Data = tuple[str, Any, Floats]
"""Name, features and grades of a data set."""


def models() -> dict[str, Any]:
    """Return what is compared, all with default parameters."""
    found: dict[str, Any] = {
        "`GradientConceptRegressor()`": ob.GradientConceptRegressor(),
        "tree of depth 4": DecisionTreeRegressor(max_depth=4, random_state=0),
        "HistGradientBoosting": HistGradientBoostingRegressor(random_state=0),
    }
    try:
        from interpret.glassbox import ExplainableBoostingRegressor
    except ImportError:
        print("interpret is not installed, so there is no EBM", file=sys.stderr)
    else:
        found["EBM"] = ExplainableBoostingRegressor(random_state=0, n_jobs=1)
    found["mean"] = DummyRegressor()
    found["`GradientConceptRegressor(n_rules=None)`"] = ob.GradientConceptRegressor(n_rules=None)
    return found


def data_sets() -> Iterator[Data]:
    """Yield the data that can be had."""
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    yield "diabetes", X, y.to_numpy()
    wines = read_graded_wines()
    if wines is None:
        print("OWLBOOST_DATA is not set, so there is no wine quality", file=sys.stderr)
    else:
        import pandas as pd

        features, quality = wines
        yield "wine quality", pd.DataFrame(features, columns=[*COLUMNS, "red"]), quality
    try:
        X, y = fetch_california_housing(return_X_y=True, as_frame=True)
    except OSError as error:
        print(f"California housing cannot be had: {error}", file=sys.stderr)
    else:
        yield "California housing", X, y.to_numpy()


def cells(model: Any, X: Any, y: Floats) -> tuple[list[str], float, float]:
    """Return MSE, R² and Spearman's correlation over folds, mean rules and CPU seconds."""
    scale = ob.TargetRange(float(y.min()), float(y.max()))
    found, rules, seconds = [], [], []
    folds = RepeatedKFold(n_splits=5, n_repeats=REPEATS if len(y) < LARGE else 1, random_state=0)
    for train, test in folds.split(X):
        start = time.process_time()
        fitted = clone(model).fit(X.iloc[train], y[train])
        seconds.append(time.process_time() - start)
        degrees = np.clip((fitted.predict(X.iloc[test]) - scale.low) / scale.width, 0.0, 1.0)
        named = ob.measure(scale.labels(y[test]), degrees, graded=True).named()
        found.append([named["MSE"], named["R2"], named.get("Spearman", np.nan)])
        rules.append(getattr(getattr(fitted, "hypothesis_", None), "n_rules", 0))
    means, spreads = np.mean(found, axis=0), np.std(found, axis=0, ddof=1)
    shown = [
        f"{mean:.{places}f} ± {far:.{places}f}" if np.isfinite(mean) else "–"
        for mean, far, places in zip(means, spreads, (4, 3, 3), strict=True)
    ]
    return shown, float(np.mean(rules)), float(np.mean(seconds))


def main(wanted: Sequence[str] = ()) -> None:
    """Print a Markdown table for each data set, or for those wanted."""
    for name, X, y in data_sets():
        if wanted and name not in wanted:
            continue
        print(f"\n**{name}** ({len(y)} examples, {X.shape[1]} columns)\n")
        print("| model | MSE | R² | Spearman | rules | CPU seconds |")
        print("|---|---|---|---|---|---|")
        for title, model in models().items():
            shown, rules, seconds = cells(model, X, y)
            told = f"{rules:.1f}" if rules else ""
            print(f"| {title} | {' | '.join(shown)} | {told} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
