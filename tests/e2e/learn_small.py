"""Learn from fixed small data and print the models, for other processes to compare.

``python learn_small.py`` learns on a knowledge base with roles and on iris, ``python
learn_small.py long`` also on a table long enough for BLAS to split sums among threads.
"""

import json
import sys

import numpy as np
from sklearn.datasets import load_iris

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.training import train
from owlboost.models.model_files import model_to_json

HOTELS = [f"hotel{i}" for i in range(12)]
BARS = [f"bar{i}" for i in range(4)]


def hotels() -> LearningProblem:
    """Hotels with prices, bars and pools; good ones are cheap or have a quiet bar."""
    prices = [40.0, 55.0, 79.0, 120.0, 60.0, 98.0, 150.0, 45.0, 200.0, 70.0, 65.0, 90.0]
    kb = KnowledgeBase.from_facts(
        HOTELS,
        types={"Place": [*HOTELS, *BARS], "Hotel": HOTELS[:9], "Bar": BARS, "Quiet": BARS[:2]},
        subclasses=[("Hotel", "Place"), ("Bar", "Place")],
        roles={
            "has": [(hotel, BARS[i % 4]) for i, hotel in enumerate(HOTELS) if i % 3],
            "near": [(hotel, HOTELS[(5 * i + 2) % 12]) for i, hotel in enumerate(HOTELS)],
        },
        numbers={
            "price": list(zip(HOTELS, prices, strict=True)),
            "rating": [(hotel, (7 * i % 11) / 2) for i, hotel in enumerate(HOTELS[:10])],
        },
        symbols={"pool": [(hotel, i % 2 == 0) for i, hotel in enumerate(HOTELS)]},
        witnesses=BARS,
    )
    good = np.array([price < 75 or i % 4 == 1 for i, price in enumerate(prices)])
    return LearningProblem(kb, "Good", np.arange(12, dtype=np.int32), good)


def iris() -> LearningProblem:
    """Which flowers are Iris versicolor."""
    data = load_iris()
    rows = [f"row{i}" for i in range(150)]
    numbers = {
        name: list(zip(rows, column, strict=True))
        for name, column in zip(data.feature_names, data.data.T.tolist(), strict=True)
    }
    kb = KnowledgeBase.from_facts(rows, numbers=numbers)
    return LearningProblem(kb, "versicolor", np.arange(150, dtype=np.int32), data.target == 1)


def long_table() -> LearningProblem:
    """20 000 rows."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 20_000)).round(2)
    rows = [f"row{i}" for i in range(20_000)]
    numbers = {
        name: list(zip(rows, column, strict=True))
        for name, column in zip("xy", values.tolist(), strict=True)
    }
    positive = values.sum(axis=0) + rng.normal(size=20_000) > 1
    kb = KnowledgeBase.from_facts(rows, numbers=numbers)
    return LearningProblem(kb, "T", np.arange(20_000, dtype=np.int32), positive)


def main() -> None:
    """Print one model a line."""
    runs = [
        (hotels(), FuzzyOWLBoost(n_rounds=3, max_depth=2, n_sets=3)),
        (hotels(), FoilDL(backtrack=2, min_confidence=0.9)),
        (hotels(), FuzzyOWLBoost(n_rounds=3, weak_learner="axiom", fuzzify="uniform")),
        (iris(), PNOWL(n_sets=3)),
        (hotels(), PFoilDL(backtrack=2, max_depth=2, max_negative_coverage=0.5)),
        (iris(), FuzzyOWLBoost(n_rounds=5, centroid_exponent=1.0)),
        (iris(), FuzzyOWLBoost(n_rounds=3, n_sets=7)),
        (hotels(), GradientConcepts(max_depth=2, n_sets=3, min_cover=1.0, n_rules=3)),
        (hotels(), GradientConcepts(loss="logistic", monotone=True, n_rules=2)),
    ]
    if "long" in sys.argv[1:]:
        runs.append((long_table(), FuzzyOWLBoost(n_rounds=3, n_sets=3)))
        short = GradientConcepts(loss="squared", n_sets=3, n_rules=2, max_conjuncts=1)
        runs.append((long_table(), short))
        runs.append((long_table(), PFoilDL(n_sets=3)))
    for problem, settings in runs:
        print(json.dumps(model_to_json(train(problem, settings))))


if __name__ == "__main__":
    main()
