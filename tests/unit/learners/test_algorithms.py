import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.configurations import learner
from tests.events import Recorder

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet, fuzzy_sets_of
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.learners.covering import n_positives
from owlboost.learners.run import Budget, RoundEnded, RunContext, Step
from owlboost.learners.search.training_set import training_set_for
from owlboost.learners.training import fit
from owlboost.models.model_files import model_from_json, model_to_json
from owlboost.models.trained import TrainedModel

ROWS = [f"row{i}" for i in range(40)]


def noisy_table() -> LearningProblem:
    """Two columns, no clear border: boosting goes on for several rounds."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=(2, len(ROWS)))
    positive = values.sum(axis=0) + rng.normal(size=len(ROWS)) > 0
    numbers = {
        name: list(zip(ROWS, column.tolist(), strict=True))
        for name, column in zip(("urn:x#p", "urn:x#q"), values, strict=True)
    }
    kb = KnowledgeBase.from_facts(ROWS, numbers=numbers)
    return LearningProblem(kb, "T", np.arange(len(ROWS), dtype=np.int32), positive)


def boosted(hypothesis: Hypothesis) -> BoostedHypothesis:
    assert isinstance(hypothesis, BoostedHypothesis)
    return hypothesis


# Stopping early


@pytest.mark.parametrize("algorithm", ["boost", "foil", "pn", "pfoil"])
def test_a_budget_already_spent_gives_an_empty_hypothesis_without_a_step(algorithm: str) -> None:
    budget, recorder = Budget(), Recorder()
    budget.stop()
    found = fit(noisy_table(), learner(algorithm), recorder.context(budget))
    assert not list(found.hypothesis.inclusions)
    assert recorder.events == []


def test_a_time_limit_that_is_over_spends_the_budget() -> None:
    assert Budget(0.0).spent
    assert not Budget(3600.0).spent
    assert not Budget().spent


def test_a_budget_stopped_in_the_third_round_leaves_the_first_two() -> None:
    budget, rounds = Budget(), list[RoundEnded]()

    def on_event(event: object) -> None:
        if isinstance(event, RoundEnded):
            rounds.append(event)
        elif isinstance(event, Step) and len(rounds) == 2:
            budget.stop()

    full = boosted(fit(noisy_table(), FuzzyOWLBoost(n_rounds=6)).hypothesis)
    assert len(full.terms) > 3
    context = RunContext(on_event, budget)
    stopped = boosted(fit(noisy_table(), FuzzyOWLBoost(n_rounds=6), context).hypothesis)
    assert stopped.terms[:2] == full.terms[:2]
    assert stopped.leverages[:2] == full.leverages[:2]
    assert len(stopped.terms) <= 3  # the third ends with the step under way


def test_a_stopped_search_still_judges_what_it_has() -> None:
    #   after one step towards A ⊓ B the search stops; A alone has confidence 0.8
    people = [f"a{i}" for i in range(8)]
    types = {"A": people[:5], "B": people[:4] + people[5:]}
    kb = KnowledgeBase.from_facts(people, types=types)
    problem = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    for theta, expected in ((0.8, [Concept((Atom("A"),))]), (0.9, [])):
        budget = Budget()
        context = RunContext(lambda _, budget=budget: budget.stop(), budget)  # type: ignore[misc]
        settings = FoilDL(min_confidence=theta)
        found = fit(problem, settings, context).hypothesis
        assert [axiom.body for axiom in found.inclusions] == expected


# What comes out


def test_foil_rules_carry_their_confidence() -> None:
    people = [f"a{i}" for i in range(8)]
    kb = KnowledgeBase.from_facts(people, types={"A": people[:5]})
    problem = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    found = fit(problem, FoilDL())
    assert isinstance(found.hypothesis, RuleSet)
    (rule,) = found.hypothesis.inclusions
    assert (rule.degree, rule.confidence) == (0.8, 0.8)  # 4 of 5
    assert (rule.covered_positives, rule.covered_negatives) == (4, 1)
    assert found.degrees.tolist() == [0.8] * 5 + [0.0] * 3
    assert found.threshold == 0.4


@pytest.mark.parametrize("weak_learner", ["rules", "axiom"])
def test_the_order_in_which_examples_are_listed_changes_nothing(weak_learner: str) -> None:
    problem, settings = noisy_table(), FuzzyOWLBoost(n_rounds=4, weak_learner=weak_learner)  # type: ignore[arg-type]
    order = np.random.default_rng(0).permutation(len(problem))
    shuffled = replace(
        problem, individuals=problem.individuals[order], labels=problem.labels[order]
    )
    first, second = fit(problem, settings), fit(shuffled, settings)
    assert first.hypothesis == second.hypothesis
    assert first.degrees[order].tolist() == second.degrees.tolist()
    assert first.threshold == second.threshold


def test_the_ground_puts_positives_first_and_finds_its_way_back() -> None:
    kb = KnowledgeBase.from_facts(["a", "b", "c", "d"], types={"A": ["a"]})
    listed = np.array([3, 0, 2, 1], dtype=np.int32)
    problem = LearningProblem(kb, "T", listed, np.array([True, False, True, False]))
    ground = training_set_for(problem, label_matrix(kb, ()))
    assert ground.elements.tolist() == [3, 2, 0, 1]
    assert (n_positives(ground), ground.negative_count) == (2, 2)
    assert ground.signs.tolist() == [1.0, 1.0, -1.0, -1.0]
    assert ground.in_problem_order(ground.elements.astype(np.float64)).tolist() == listed.tolist()


def properties_used(hypothesis: Hypothesis) -> Sequence[str]:
    return sorted({prop for prop, _ in fuzzy_sets_of(hypothesis).values()})


def test_sets_of_properties_with_one_short_name_survive_the_model_file() -> None:
    #   positive where both prices are low; the third property takes the name of a numbered one
    people = [f"a{i}" for i in range(9)]
    grid = [(float(i // 3), float(i % 3)) for i in range(9)]
    kb = KnowledgeBase.from_facts(
        people,
        numbers={
            "urn:a#price": [(p, x) for p, (x, _) in zip(people, grid, strict=True)],
            "urn:b#price": [(p, y) for p, (_, y) in zip(people, grid, strict=True)],
            "urn:c#price.2": [(p, float(i % 2)) for i, p in enumerate(people)],
        },
    )
    positive = np.array([max(xy) < 1.5 for xy in grid])
    problem = LearningProblem(kb, "T", np.arange(9, dtype=np.int32), positive)
    found = fit(problem, FuzzyOWLBoost(n_sets=3, n_rounds=3))
    assert properties_used(found.hypothesis) == ["urn:a#price", "urn:b#price"]
    model = TrainedModel("boost", "T", found.hypothesis, found.threshold)
    again = model_from_json(json.loads(json.dumps(model_to_json(model))))
    assert again == model
    assert Extents(kb).hypothesis(again.hypothesis).tolist() == found.degrees.tolist()
    names = {
        label.fuzzy_set  # type: ignore[union-attr]
        for axiom in found.hypothesis.inclusions
        for label in axiom.body.all_labels()
    }
    assert len(names) == len(fuzzy_sets_of(found.hypothesis))
