"""scikit-learn's searches over an ontology's examples against our own evaluation."""

from collections.abc import Iterator

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score

import owlboost as ob
from owlboost.data.examples import Examples
from owlboost.errors import ExamplesError
from owlboost.estimators.classifier import ConceptClassifier
from owlboost.evaluation.samples import hotels
from owlboost.runtime.array_types import Mask

CONFIDENCES = [0.34, 0.94]
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


@pytest.fixture(scope="module")
def examples() -> Iterator[tuple[Examples, Mask]]:
    with hotels() as path:
        yield ob.read_ontology(path).examples("Good_Hotel", scope="Hotel")


@pytest.mark.parametrize(
    "model",
    [
        ob.FuzzyOWLBoostClassifier(n_rounds=2, n_sets=3),
        ob.FoilDLClassifier(n_sets=3),
        ob.PNOWLClassifier(n_sets=3),
        ob.GradientConceptClassifier(n_rules=2, n_sets=3, loss="squared"),
    ],
    ids=lambda one: one._learner.name,
)
def test_a_grid_search_scores_as_our_evaluation_does(
    examples: tuple[Examples, Mask],
    model: ConceptClassifier,
) -> None:
    X, y = examples
    search = GridSearchCV(
        model, {"min_confidence": CONFIDENCES}, cv=FOLDS, scoring=ob.all_measures, refit="F1"
    ).fit(X, y)
    grid = [clone(model).set_params(min_confidence=theta).to_learner() for theta in CONFIDENCES]
    run = ob.evaluate(grid, X, y, folds=ob.Protocol(folds=3, seed=0))
    for number, configuration in enumerate(run.configurations):
        for place, fold in enumerate(configuration.scores.folds):
            for name, value in fold.measures.items():
                found = search.cv_results_[f"split{place}_test_{name}"][number]
                assert found == pytest.approx(value, abs=1e-12)


def test_classifiers_and_searches_can_be_evaluated(examples: tuple[Examples, Mask]) -> None:
    X, y = examples
    model = ob.FoilDLClassifier(n_sets=3)
    plain = ob.evaluate(model, X, y, folds=3)
    settings = ob.evaluate(model.to_learner(), X, y, folds=3)
    assert plain.winner.scores.fuzzy_crisp_f1 == settings.winner.scores.fuzzy_crisp_f1
    search = GridSearchCV(model, {"min_confidence": CONFIDENCES})
    run = ob.evaluate(search, X, y, folds=3)
    assert run.nested is not None
    assert len(run.configurations) == 2


def test_a_slice_of_examples_holds_out_what_it_leaves_out(
    examples: tuple[Examples, Mask],
) -> None:
    X, y = examples
    train, test = next(FOLDS.split(X, y))
    model = ob.FoilDLClassifier(n_sets=3).fit(X[train], y[train])
    problem = X[train].problem(y[train])
    assert model.hypothesis_ == ob.train(problem, model.to_learner()).hypothesis
    assert model.decision_function(X[test]).shape == (test.size,)
    assert cross_val_score(model, X, y, cv=FOLDS, scoring=ob.fuzzy_crisp_f1).shape == (3,)


def test_an_individual_listed_twice_weighs_twice(examples: tuple[Examples, Mask]) -> None:
    X, y = examples
    rows = np.r_[np.arange(len(X)), 0, 1]
    weights = np.ones(len(X))
    weights[:2] = 2
    twice = ob.FuzzyOWLBoostClassifier(n_rounds=2).fit(X[rows], y[rows])
    weighted = ob.FuzzyOWLBoostClassifier(n_rounds=2).fit(X, y, sample_weight=weights)
    assert twice.hypothesis_ == weighted.hypothesis_
    other = y[rows].copy()
    other[-1] = not other[-1]
    with pytest.raises(ExamplesError, match="listed twice with different labels"):
        ob.FoilDLClassifier().fit(X[rows], other)


def test_an_individual_is_explained_by_its_name(examples: tuple[Examples, Mask]) -> None:
    X, y = examples
    model = ob.FuzzyOWLBoostClassifier(n_rounds=2).fit(X, y)
    best = X.names[X.individuals[int(np.argmax(model.decision_function(X)))]]
    (fired,) = model.explain(X[best])
    assert fired[0].degree > 0


def test_measures_of_the_paper_are_for_two_classes() -> None:
    X, y = [[1.0], [2.0], [3.0]], [0, 1, 2]
    model = ob.FoilDLClassifier(n_sets=3).fit(X, y)
    with pytest.raises(ExamplesError, match="two classes"):
        ob.fuzzy_crisp_f1(model, X, y)
