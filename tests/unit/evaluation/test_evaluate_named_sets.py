"""Fuzzy sets that given rules only name lie on the training part of each fold."""

from pathlib import Path

import numpy as np
import pytest

from owlboost.concepts.evaluation import Extents
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.evaluate import evaluate
from owlboost.evaluation.folds import Protocol, outer_folds
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.rule_constraints import GivenRule, look_up_rules, placed_on
from owlboost.learners.training import train
from owlboost.models.measures import measure
from owlboost.tables.reading import read_table

PRICES = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 1_000)


def named(**rules: object) -> FoilDL:
    return FoilDL(n_sets=3, fuzzify="uniform", max_conjuncts=1, **rules)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rules",
    [{"given": ["price is low"]}, {"forbidden": ["price is low"]}],
    ids=["given", "forbidden"],
)
def test_a_fold_places_a_named_set_as_learning_from_its_training_part_does(
    tmp_path: Path, rules: dict[str, list[str]]
) -> None:
    """One price is far from all others: with all examples, every other price is low."""
    lines = [f"{price},{price % 40},{'no' if price > 70 else 'yes'}" for price in PRICES]
    path = tmp_path / "inns.csv"
    path.write_text("\n".join(["price,size,good", *lines]) + "\n")
    X, y = read_table(path).examples("good=yes")
    protocol = Protocol(folds=3)
    expected = []
    for fold in outer_folds(protocol, y):
        part = X[fold.train]
        model = train(part.problem(y[fold.train]), named(**rules))
        extents = Extents(X.source.knowledge_base())
        degrees = extents.hypothesis(model.hypothesis)[X[fold.test].individuals]
        expected.append(measure(y[fold.test], degrees, model.threshold).named()["MSE"])
    run = evaluate(named(**rules), X, y, folds=protocol)
    found = [one.measures["MSE"] for one in run.winner.scores.folds]
    assert found == pytest.approx(expected)
    assert len(set(np.round(expected, 6))) > 1


def problem(*prices: float) -> LearningProblem:
    names = [f"h{number}" for number in range(len(prices))]
    kb = KnowledgeBase.from_facts(names, numbers={"price": [*zip(names, prices, strict=True)]})
    labels = np.arange(len(names)) > 0
    return LearningProblem(kb, "Dear", np.arange(len(names), dtype=np.int32), labels)


def low_of(learner: ConceptLearner) -> tuple[float, ...]:
    (rule,) = [one for one in learner.given if isinstance(one, GivenRule)]
    (label,) = rule.body.labels
    return tuple(label.fuzzy_set.shape.corners)  # type: ignore[union-attr]


def test_a_set_that_is_drawn_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "drawn.txt"
    path.write_text("(price some price_L) SubClassOf Dear\nprice_L  left-shoulder  0  50\n")
    found, _ = look_up_rules(named(given=[path]), problem(0, 10, 20, 90, 100))
    part, told = placed_on(found, problem(0, 10, 20, 30, 40))
    assert low_of(part) == low_of(found)
    assert told == ()


def test_a_set_that_one_rule_draws_and_another_names_stays_too(tmp_path: Path) -> None:
    path = tmp_path / "drawn.txt"
    path.write_text("(price some price_L) SubClassOf Dear\nprice_L  left-shoulder  0  50\n")
    found, _ = look_up_rules(named(given=[path, "price is low"]), problem(0, 10, 20, 90, 100))
    part, _ = placed_on(found, problem(0, 10, 20, 30, 40))
    assert part.given == found.given


def test_a_set_that_a_training_part_lacks_is_told() -> None:
    found, _ = look_up_rules(named(given=["price is low"]), problem(0, 10, 20, 90, 100))
    part, told = placed_on(found, problem(30, 30))
    assert low_of(part) == low_of(found)
    (said,) = told
    assert "no fuzzy set 'price_L'" in said
