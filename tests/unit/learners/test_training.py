import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.configurations import foil
from tests.reference import measures as literal

from owlboost.concepts.evaluation import Semantics
from owlboost.concepts.hypothesis import RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.evaluation.evaluate import evaluate
from owlboost.evaluation.samples import write_iris_table
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.learners.run import RunContext, Step
from owlboost.learners.training import fit, train
from owlboost.models.measures import TABLE
from owlboost.models.verdicts import HOLDS, Verdict


def test_a_model_records_what_it_was_learned_from() -> None:
    people = [f"a{i}" for i in range(8)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:5]})
    problem = LearningProblem(kb, "urn:x#T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    model = train(problem, FoilDL(), source={"path": "people.owl"})
    assert (model.algorithm, model.target) == ("foil", "urn:x#T")
    assert model.source == {"path": "people.owl", "individuals": 8, "positives": 4}
    assert model.parameters == FoilDL(n_jobs=3).decisive()
    #   h = 0.8 at five, four of them positive: P 4/5, R 1, F1 8/9; t = 0.4 decides alike
    assert model.threshold == 0.4
    assert model.training["F1"] == pytest.approx(8 / 9)
    assert model.training["threshold_F1"] == pytest.approx(8 / 9)
    #   fuzzy TP 3.2, FP 0.8: P 0.8, R 0.8;  MSE (4·0.2² + 0.8²)/8
    assert model.training["fuzzy_F1"] == pytest.approx(0.8)
    assert model.training["MSE"] == pytest.approx(0.1)


def test_a_model_tells_which_properties_it_has() -> None:
    people = [f"a{i}" for i in range(8)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:5]})
    problem = LearningProblem(kb, "urn:x#T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    found = train(problem, FoilDL()).properties
    #   A ⊑ T to 0.8 covers all positives and a4; the knowledge base says nothing of T
    assert str(found) == ("consistent, non-redundant, complete; not: sound, strongly complete")
    assert found is not None
    assert found.sound.reason == "1 of 4 negatives above 0"
    assert found.strongly_complete.reason == "4 of 4 positives below 1"


class Contrary:
    """A judge who finds fault with everything."""

    def consistent(self, hypothesis: object, target: str, semantics: Semantics) -> Verdict:
        assert isinstance(hypothesis, RuleSet)
        return Verdict(False, f"{target} in {semantics.name}")

    def non_redundant(self, hypothesis: object, target: str, semantics: Semantics) -> Verdict:
        assert isinstance(hypothesis, RuleSet)
        return Verdict(None, f"{target}, {semantics.name}")


def test_who_knows_the_target_is_asked() -> None:
    people = [f"a{i}" for i in range(8)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:4]})
    problem = LearningProblem(
        kb, "urn:x#T", np.arange(8, dtype=np.int32), np.arange(8) < 4, judge=Contrary()
    )
    found = train(problem, FoilDL()).properties
    assert found is not None
    assert found.consistent == Verdict(False, "urn:x#T in zadeh")
    assert found.non_redundant == Verdict(None, "urn:x#T, zadeh")
    assert found.sound == found.complete == found.strongly_complete == HOLDS


def test_a_model_records_its_own_threshold_parameters_and_examples() -> None:
    people = [f"a{i}" for i in range(9)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:5]}, numbers={"n": [("a8", 1.0)]})
    problem = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    configuration = foil(min_confidence=0.5, n_sets=3, max_conjuncts=2)
    model = train(problem, configuration)
    assert model.source == {"individuals": 8, "positives": 4}
    assert model.parameters["min_confidence"] == 0.5
    assert (model.parameters["n_sets"], model.parameters["max_conjuncts"]) == (3, 2)
    lacking = ("probability", "grade", "truth")
    assert list(model.training) == [one.name for one in TABLE if one.basis not in lacking]


def test_training_measures_decide_by_the_fitted_threshold() -> None:
    #   B has five of seven positives; A has the other two and three of twenty negatives: degree 0.4
    people = [f"a{i}" for i in range(27)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[5:10], "B": people[:5]})
    positive = np.arange(27) < 7
    model = train(LearningProblem(kb, "T", np.arange(27, dtype=np.int32), positive), foil())
    assert model.threshold == pytest.approx(0.7)
    #   h > 0: P 7/10, R 1;  h ≥ 0.7: P 1, R 5/7
    assert model.training["F1"] == pytest.approx(14 / 17)
    assert model.training["threshold_F1"] == pytest.approx(10 / 12)
    expected = literal.named([1.0] * 5 + [0.4] * 5 + [0.0] * 17, positive.tolist(), 0.7)
    found = {name: value for name, value in model.training.items() if name != "fF1F1"}
    assert found == pytest.approx(expected)
    assert model.training["fF1F1"] == pytest.approx(expected["fuzzy_F1"] * 14 / 17)


def test_a_time_limit_holds_whoever_watches() -> None:
    people = [f"a{i}" for i in range(8)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:4]})
    problem = LearningProblem(kb, "urn:x#T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    told: list[object] = []
    at_leisure = RunContext(told.append)
    assert train(problem, FoilDL(), context=at_leisure).hypothesis.n_rules == 1
    assert any(isinstance(event, Step) for event in told)
    assert not at_leisure.budget.cut
    told.clear()
    in_a_hurry = RunContext(told.append)
    assert train(problem, FoilDL(time_limit=1e-9), context=in_a_hurry).hypothesis.n_rules == 0
    assert told == []
    assert in_a_hurry.budget.cut
    stopped = RunContext()
    stopped.budget.stop()
    assert train(problem, FoilDL(), context=stopped).hypothesis.n_rules == 0


def test_the_threshold_counts_an_example_as_often_as_it_stands_for() -> None:
    #   A and B have a positive each, B two negatives as well; h is 1 at A, ⅓ at B
    people = [f"a{i}" for i in range(5)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:1], "B": people[1:4]})
    labels = np.array([True, True, False, False, False])
    everyone = np.arange(5, dtype=np.int32)
    #   h ≥ ⅔: P 1, R ½, F1 ⅔;  h ≥ ⅙: P ½, R 1, F1 ⅔: of equals the lowest
    plain = LearningProblem(kb, "urn:x#T", everyone, labels)
    assert fit(plain, FoilDL(min_confidence=0.0)).threshold == pytest.approx(1 / 6)
    #   a0 stands for three. h ≥ ⅔: 2·3/(3 + 4) = 0.857;  h ≥ ⅙: 2·4/(6 + 4) = 0.8
    heavy = LearningProblem(kb, "urn:x#T", everyone, labels, np.array([3.0, 1, 1, 1, 1]))
    assert fit(heavy, FoilDL(min_confidence=0.0)).threshold == pytest.approx(2 / 3)


def test_the_bundled_table_has_150_flowers_of_three_species(tmp_path: Path) -> None:
    write_iris_table(tmp_path / "iris.csv")
    with (tmp_path / "iris.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["sepal_length", "sepal_width", "petal_length", "petal_width", "species"]
    assert rows[0] == ["5.1", "3.5", "1.4", "0.2", "setosa"]
    species = [row[-1] for row in rows]
    assert {name: species.count(name) for name in species} == {
        "setosa": 50,
        "versicolor": 50,
        "virginica": 50,
    }


def test_rows_are_for_classifiers() -> None:
    rows: Any = [[1.0], [2.0]]
    with pytest.raises(ParameterError, match=r"not a list\. For rows of data, use one of"):
        train(rows, FuzzyOWLBoost())
    with pytest.raises(ParameterError, match=r"not a list\. For rows of data, use scikit"):
        evaluate(FuzzyOWLBoost(), rows, [True, False])


def test_an_example_of_weight_three_is_measured_as_three() -> None:
    #   A covers a positive of weight 3 and a negative: confidence 3/4;  P 3/4, R 3/5, F1 2/3
    kb = KnowledgeBase.from_facts(list("abcd"), types={"A": ["a", "b"]})
    problem = LearningProblem(
        kb,
        "T",
        np.arange(4, dtype=np.int32),
        np.array([True, False, True, False]),
        np.array([3.0, 1.0, 2.0, 4.0]),
    )
    model = train(problem, foil(min_confidence=0.7))
    assert model.training["precision"] == pytest.approx(3 / 4)
    assert model.training["F1"] == pytest.approx(2 / 3)
    #   h = 0.75 at both: (3·0.25² + 0.75² + 2·1²) / 10
    assert model.training["MSE"] == pytest.approx((3 * 0.0625 + 0.5625 + 2) / 10)
