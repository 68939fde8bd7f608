"""Rules over folds: what an evaluation keeps of them, and gives back from its file."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

import owlboost as ob
from owlboost.concepts.concept import Atom, Concept, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
from owlboost.errors import RunError
from owlboost.evaluation.folds import Protocol, outer_folds
from owlboost.evaluation.run import RunResult
from owlboost.evaluation.run_file import run_from_json, run_text
from owlboost.evaluation.scores import FoldScores, LearnedRule, recurring


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Iris flowers as examples of a table."""
    X, y = load_iris(return_X_y=True, as_frame=True)
    path = tmp_path_factory.mktemp("iris") / "iris.csv"
    X.assign(kind=y.map(lambda kind: f"k{kind}")).to_csv(path, index=False)
    return ob.read_table(path).examples("kind=k1")


@pytest.fixture(scope="module")
def run(examples: Any) -> RunResult:
    """Two configurations of boosting on three folds."""
    grid = [ob.FuzzyOWLBoost(n_rounds=2, n_sets=n_sets) for n_sets in (3, 5)]
    return ob.evaluate(grid, *examples, folds=Protocol(folds=3), dataset="iris")


def test_a_run_keeps_what_the_best_configuration_learns_on_each_fold(
    run: RunResult, examples: Any
) -> None:
    X, positive = examples
    best = ob.FuzzyOWLBoost(n_rounds=2, n_sets=(3, 5)[run.best])
    for number, fold in enumerate(outer_folds(run.protocol, positive)):
        model = ob.train(X[fold.train].problem(positive[fold.train]), best)
        expected: dict[Any, float] = {}
        for rule in model.hypothesis.rules():
            key = rule.inclusion.body.key, rule.weight < 0
            expected[key] = expected.get(key, 0.0) + rule.weight
        found = {
            (rule.body.key, rule.is_against): rule.weights[number]
            for rule in run.rules
            if rule.weights[number] is not None
        }
        assert found == expected
    counts = [rule.n_folds for rule in run.rules]
    assert counts == sorted(counts, reverse=True)
    assert max(counts) > 1


def test_the_rules_of_a_run_come_back_from_its_file(run: RunResult) -> None:
    data = json.loads(run_text(run))
    assert run_from_json(data) == run
    first = data["rules"][0]
    assert set(first) == {"concept", "datatypes", "manchester", "weights"}
    assert len(first["weights"]) == 3


def test_a_file_without_rules_is_read(run: RunResult) -> None:
    data = json.loads(run_text(run))
    del data["rules"]
    assert run_from_json(data) == replace(run, rules=())


@pytest.mark.parametrize(
    "damage",
    [
        {"weights": [1.0]},
        {"weights": ["heavy", 1.0, 1.0]},
        {"concept": {"type": "some_data", "property": "urn:x#p", "datatype": "absent"}},
        {"concept": {"type": "none of ours"}},
        {"datatypes": [{"name": "low"}]},
    ],
)
def test_damaged_rules_are_one_sentence(run: RunResult, damage: dict[str, Any]) -> None:
    data = json.loads(run_text(run))
    data["rules"][0] |= damage
    with pytest.raises(RunError, match="This run is damaged: "):
        run_from_json(data)


def test_folds_on_disk_give_their_rules_back(run: RunResult) -> None:
    low = FuzzyValue("urn:x#p", FuzzySet("p_L", LeftShoulder(1, 2.5)))
    rules = (LearnedRule(Concept((low,)), 0.1 + 0.2), LearnedRule(Concept((Atom("A"),)), -1.0))
    score = run.winner.scores.folds[0]
    fold = FoldScores(0, 1, None, (score,), score, (), (rules,))
    assert FoldScores.from_json(json.loads(json.dumps(fold.to_json()))) == fold
    before = {name: value for name, value in fold.to_json().items() if name != "learned"}
    assert FoldScores.from_json(before) == replace(fold, learned=())


BODIES = [Concept((Atom(name),)) for name in "ABC"]
RULES = st.builds(LearnedRule, st.sampled_from(BODIES), st.sampled_from([-1.0, 0.5, 2.0]))


@given(st.lists(st.lists(RULES, max_size=4), min_size=1, max_size=4))
def test_each_side_of_a_rule_has_its_weights_added_up_fold_by_fold(
    folds: list[list[LearnedRule]],
) -> None:
    found = {(rule.body, rule.is_against): rule.weights for rule in recurring(folds)}
    for body in BODIES:
        for against in (False, True):
            expected = [
                [rule.weight for rule in rules if (rule.body, rule.weight < 0) == (body, against)]
                for rules in folds
            ]
            if any(expected):
                sums = tuple(sum(weights) if weights else None for weights in expected)
                assert found.pop((body, against)) == sums
    assert found == {}


def test_rules_of_one_name_are_one_wherever_their_sets_lie() -> None:
    bodies = [
        Concept((FuzzyValue("urn:x#p", FuzzySet("p_L", LeftShoulder(1, top))),)) for top in (2, 3)
    ]
    (rule,) = recurring([[LearnedRule(body, 1.0)] for body in bodies])
    assert (rule.body, rule.weights) == (bodies[0], (1.0, 1.0))
