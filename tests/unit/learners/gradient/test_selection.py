from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.example_labels import stratified_folds
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient.losses import SQUARED
from owlboost.learners.gradient.scale import Scale, weighted_f1
from owlboost.learners.gradient.selection import MULTIPLE_GRANULARITIES, choose, configurations
from owlboost.learners.gradient.trainer import Configuration, Trainer, sampled
from owlboost.learners.run import Budget, RunContext
from owlboost.learners.training import fit
from owlboost.runtime.array_types import Floats

GRADIENT = GradientConcepts()


def problem(n: int, n_positives: int, *, shuffled: bool = False) -> LearningProblem:
    """Cheap ones are good, but one; the others have a price that says nothing."""
    names = [f"a{number:03d}" for number in range(n)]
    kb = KnowledgeBase.from_facts(
        names,
        types={"Cheap": [*names[: n_positives - 1], names[-1]]},
        numbers={"price": [(name, number % 7) for number, name in enumerate(names)]},
    )
    order = np.arange(n)
    if shuffled:
        order = np.random.default_rng(3).permutation(n)
    return LearningProblem(kb, "Good", order.astype(np.int32), order < n_positives)


def noise(n: int) -> LearningProblem:
    """Classes that have nothing to do with the label."""
    names = [f"a{number:03d}" for number in range(n)]
    rng = np.random.default_rng(0)
    types = {f"C{at}": [name for name in names if rng.random() < 0.5] for at in range(3)}
    kb = KnowledgeBase.from_facts(names, types=types)
    return LearningProblem(kb, "T", np.arange(n, dtype=np.int32), rng.permutation(n) < n // 2)


def test_folds_hold_each_class_evenly_and_every_example_once() -> None:
    positive = np.arange(23) < 10
    tests = [test for _, test in stratified_folds(positive, 5, seed=1)]
    assert sorted(np.concatenate(tests).tolist()) == list(range(23))
    assert {int(positive[test].sum()) for test in tests} == {2}


def test_what_the_settings_fix_is_not_chosen() -> None:
    open_ones = configurations(problem(60, 20), GRADIENT)
    assert {one.granularities for one in open_ones} == {(3,), MULTIPLE_GRANULARITIES}
    assert len(open_ones) == 12
    fixed = GradientConcepts(n_sets=5, loss="squared", max_conjuncts=1, ridge=2.0)
    (one,) = configurations(problem(60, 20), fixed)
    assert (one.granularities, one.loss, one.max_conjuncts, one.ridge) == ((5,), SQUARED, 1, 2.0)


def test_one_rule_is_enough_where_one_class_decides() -> None:
    workshop = Trainer(problem(100, 40), GRADIENT)
    assert choose(workshop).n_rules == 1


def test_only_the_better_ones_are_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Configuration, int]] = []
    validated = Trainer.validated

    def counted(
        self: Trainer, configuration: Configuration, seed: int, *_: object
    ) -> Iterator[Floats]:
        asked.append((configuration, seed))
        return validated(self, configuration, seed)

    monkeypatch.setattr(Trainer, "validated", counted)
    chosen = choose(Trainer(problem(60, 20), GRADIENT))
    #   then, on all five divisions, the winner with rules that all argue for the target
    assert Counter(seed for _, seed in asked) == {0: 13, 1: 7, 2: 4, 3: 4, 4: 4}
    assert [one.monotone for one, _ in asked] == [False] * 27 + [True] * 5
    assert (chosen.configuration, 4) in asked


def test_held_out_scores_are_of_models_that_have_not_seen_them() -> None:
    workshop = Trainer(problem(40, 15), GRADIENT)
    configuration = configurations(workshop.problem, GRADIENT)[0]
    rows = list(workshop.validated(configuration, seed=3))
    assert len(rows) == workshop.most_rules + 1
    for train, test in stratified_folds(workshop.problem.positive, 5, seed=3):
        ground = workshop.training_set(configuration, train)
        stages = list(workshop.growth(ground, configuration).stages(workshop.most_rules))
        for number, row in enumerate(rows):
            stage = stages[min(number, len(stages) - 1)]
            elements = workshop.problem.individuals[test]
            degrees = [ground.space.degrees(one.body, elements) for one in stage.learned]
            expected = np.column_stack([np.ones(test.size), *degrees]) @ stage.alpha
            assert row[test] == pytest.approx(expected)


def test_validation_ends_when_no_rule_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []
    validated = Trainer.validated

    def counted(
        self: Trainer, configuration: Configuration, seed: int, *_: object
    ) -> Iterator[Floats]:
        rows = validated(self, configuration, seed)
        for number, row in enumerate(rows):
            grown.append(number)
            yield row

    monkeypatch.setattr(Trainer, "validated", counted)
    choose(Trainer(noise(120), GRADIENT))
    assert max(grown) < GRADIENT.most_rules


def test_with_few_examples_little_is_chosen_and_there_is_a_rule() -> None:
    few = noise(20)
    assert {(one.loss, one.granularities) for one in configurations(few, GRADIENT)} == {
        (SQUARED, (3,))
    }
    chosen = choose(Trainer(few, GRADIENT))
    assert chosen.n_rules >= 1
    assert chosen.scale == Scale.usual(SQUARED)


def test_with_more_examples_that_say_nothing_there_is_no_rule() -> None:
    assert choose(Trainer(noise(120), GRADIENT)).n_rules == 0


def test_there_are_no_more_rules_than_examples_of_the_rarer_class() -> None:
    assert Trainer(problem(40, 6), GRADIENT).most_rules == 6
    assert Trainer(problem(40, 34), GRADIENT).most_rules == 6
    assert Trainer(problem(40, 15), GRADIENT).most_rules == 10
    assert Trainer(problem(40, 15), GradientConcepts(n_rules=None)).most_rules == 15


@pytest.mark.parametrize("n_positives", [1, 19])
def test_a_single_example_of_a_class_is_learned_from_without_validation(n_positives: int) -> None:
    hypothesis = fit(problem(20, n_positives), GRADIENT).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    assert len(hypothesis.terms) <= 2


def test_the_order_of_examples_changes_nothing() -> None:
    first = fit(problem(30, 12), GRADIENT).hypothesis
    assert fit(problem(30, 12, shuffled=True), GRADIENT).hypothesis == first


def test_large_problems_are_sampled_by_class() -> None:
    large = problem(1000, 100)
    sample = sampled(large, 200, seed=0)
    assert (len(sample), int(sample.positive.sum())) == (200, 20)
    assert sampled(large, 1000, seed=0) is large


def test_a_spent_budget_still_gives_a_rule() -> None:
    budget = Budget()
    budget.stop()
    hypothesis = GRADIENT.learn(problem(40, 15), RunContext(budget=budget)).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    assert [term.name for term in hypothesis.terms] == ["WL0", "WL1"]


def test_f1_counts_examples_of_little_weight() -> None:
    positive, quarters = np.array([True, False]), np.full(2, 0.25)
    #   2·¼/(¼ + ¼) = 1 and 2·⅛/(⅛ + ¼) = ⅔
    assert weighted_f1(np.array([1.0, 0.0]), positive, quarters) == 1.0
    assert weighted_f1(np.array([0.5, 0.0]), positive, quarters) == pytest.approx(2 / 3)
