"""Conditions that alone tell nearly all examples right."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.training import FEWEST_OF_A_CLASS, LEAK_SHARE, best_cut, target_leaks
from owlboost.models.trained import TrainedModel

NAMES = [f"a{number}" for number in range(200)]
GOOD = NAMES[:100]
DEAR = FuzzyValue("price", FuzzySet("price_H", RightShoulder(0, 200)))
KB = KnowledgeBase.from_facts(
    NAMES,
    types={
        "Nice": GOOD[2:],  # 98 of 100, and no other
        "Fair": GOOD[3:],  # 97 of 100
        "Bad": [*NAMES[100:], *GOOD[:1]],
        "Bar": ["bar"],
    },
    roles={"has": [(name, "bar") for name in GOOD]},
    numbers={"price": [(name, number) for number, name in enumerate(NAMES)]},
    symbols={"kind": [(name, "good") for name in GOOD]},
    witnesses=["bar"],
)
PROBLEM = LearningProblem(
    KB, "Good", np.arange(200, dtype=np.int32), np.arange(200, dtype=np.int32) < 100
)


def model_of(*bodies: Concept) -> TrainedModel:
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(body),)) for number, body in enumerate(bodies)
    )
    return TrainedModel("gradient", "Good", BoostedHypothesis(terms, (1.0,) * len(terms)), 0.5)


def atom(name: str) -> Concept:
    return Concept((Atom(name),))


def told(*bodies: Concept) -> list[tuple[str, str, int]]:
    found = target_leaks(model_of(*bodies), PROBLEM)
    assert all(one.n_examples == 200 for one in found)
    return [(one.text, one.name, one.n_right) for one in found]


def test_a_class_with_nearly_all_positives_is_one() -> None:
    assert LEAK_SHARE == 0.98
    assert told(atom("Nice")) == [("Nice", "Nice", 198)]
    assert told(atom("Fair")) == []


def test_so_is_one_of_nearly_all_negatives() -> None:
    #   all 100 negatives and one positive are bad
    assert told(atom("Bad")) == [("Bad", "Bad", 199)]


def test_values_numbers_and_roles_are_named_by_their_property() -> None:
    kind = Concept((CrispValue("kind", "good"),))
    bar = Concept((), (Edge("has", Concept((Atom("Bar"),))),))
    assert told(kind) == [('kind value "good"', "kind", 200)]
    #   the degree rises with the price: below 100 are the positives
    assert told(Concept((DEAR,))) == [("price some price_H", "price", 200)]
    assert told(bar) == [("has some Bar", "has", 200)]


def test_each_condition_of_a_rule_is_looked_at_alone_and_the_best_come_first() -> None:
    both = Concept((Atom("Nice"), Atom("Fair")), (Edge("has", TOP),))
    assert told(TOP, both) == [("has some Thing", "has", 200), ("Nice", "Nice", 198)]


def test_of_conditions_on_one_property_the_best_is_told() -> None:
    low = FuzzyValue("price", FuzzySet("price_V", RightShoulder(-4, 98)))  # 1 from 98 on
    assert told(Concept((low,))) == [("price some price_V", "price", 198)]
    assert told(Concept((low,)), Concept((DEAR,))) == [("price some price_H", "price", 200)]


def test_rules_of_a_set_are_looked_at_too() -> None:
    rules = RuleSet((Inclusion(atom("Nice"), 0.5),))
    model = TrainedModel("foil", "Good", rules, 0.5)
    assert [one.text for one in target_leaks(model, PROBLEM)] == ["Nice"]


def test_few_examples_and_graded_labels_tell_nothing() -> None:
    def part(n_positives: int) -> LearningProblem:
        return PROBLEM.part(np.array([*range(2, 2 + n_positives), *range(100, 200)]))

    model = model_of(atom("Nice"))
    assert len(target_leaks(model, part(FEWEST_OF_A_CLASS))) == 1
    assert target_leaks(model, part(FEWEST_OF_A_CLASS - 1)) == ()
    graded = replace(PROBLEM, labels=PROBLEM.labels * 0.5)
    assert target_leaks(model, graded) == ()


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), min_size=2))
def test_the_best_cut_is_the_best_of_all(pairs: list[tuple[float, bool]]) -> None:
    degrees = np.array([degree for degree, _ in pairs])
    positive = np.array([label for _, label in pairs])
    if positive.all() or not positive.any() or np.ptp(degrees) == 0:
        return
    every = [
        (
            min(
                float((said == positive)[positive].mean()),
                float((said == positive)[~positive].mean()),
            ),
            int((said == positive).sum()),
        )
        for cut in sorted(set(degrees))[1:]
        for said in (degrees >= cut, degrees < cut)
    ]
    share, n_right = best_cut(degrees, positive)
    assert share == pytest.approx(max(one for one, _ in every))
    assert n_right == max(right for one, right in every if one == pytest.approx(share))


def test_equal_degrees_cannot_be_cut() -> None:
    assert best_cut(np.ones(3), np.array([True, False, True])) == (0.0, 0)
