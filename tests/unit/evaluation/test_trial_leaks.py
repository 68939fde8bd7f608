"""No assertion about a test individual, and nothing inferred from one, reaches training."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.configurations import boost
from tests.sources import FactSource, LeakySource, examples, shop

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.evaluate import evaluate
from owlboost.evaluation.folds import Protocol, outer_folds
from owlboost.evaluation.trial import leaks
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.learners.training import fit
from owlboost.runtime.array_types import Ids

N = 12
NAMES = tuple(f"a{number}" for number in range(N))
POSITIVE = np.arange(N) % 2 == 0


def gossip(kind: type[FactSource]) -> FactSource:
    """Who knows a famous neighbour is good: each fact joins two examples of different folds."""
    knows = frozenset((NAMES[n], NAMES[(n + 5) % N]) for n in range(N))
    famous = frozenset(NAMES[(n + 5) % N] for n in range(N) if POSITIVE[n])
    return kind(NAMES, knows=knows, famous=famous)


def test_dropping_facts_after_reasoning_is_caught() -> None:
    for fold in outer_folds(Protocol(folds=3), POSITIVE):
        out = np.setdiff1d(np.arange(N, dtype=np.int32), fold.train)
        assert leaks(gossip(FactSource).knowledge_base(out), out) == []
        assert any(
            "belongs to" in found for found in leaks(gossip(LeakySource).knowledge_base(out), out)
        )


def test_a_leak_is_told_in_the_remarks_of_a_run() -> None:
    honest = evaluate(FuzzyOWLBoost(), examples(gossip(FactSource), N), POSITIVE, folds=3)
    leaky = evaluate(FuzzyOWLBoost(), examples(gossip(LeakySource), N), POSITIVE, folds=3)
    assert honest.remarks == ()
    assert any("'Insider'" in remark for remark in leaky.remarks)


def test_a_planted_leak_would_pay_and_does_not_reach_an_honest_run() -> None:
    """Insider is a perfect rule that rests on facts about held-out neighbours."""
    leaky = evaluate(FuzzyOWLBoost(), examples(gossip(LeakySource), N), POSITIVE, folds=3)
    masked = Protocol(folds=3, mask=True)
    open_run = evaluate(FuzzyOWLBoost(), examples(gossip(FactSource), N), POSITIVE, folds=masked)
    assert leaky.winner.scores.mean["F1"] == 1
    assert open_run.winner.scores.mean["F1"] == 1
    for fold in outer_folds(Protocol(folds=3), POSITIVE):
        train = examples(gossip(FactSource), N)[fold.train]
        kb = train.problem(POSITIVE[fold.train]).kb
        related = {(int(x), int(y)) for x in range(N) for y in kb.roles[0][x]}
        assert not {end for pair in related for end in pair} & set(fold.test.tolist())
        insiders = set(kb.members[kb.vocabulary.classes.id("Insider")].tolist())
        assert insiders <= {x for x, _ in related}


def altered(test: Ids) -> FactSource:
    """The shop, with everything about some hotels turned upside down."""
    source = shop()[0].source
    assert isinstance(source, FactSource)
    hit = {f"h{number}" for number in test}
    return FactSource(
        source.individuals,
        {name: members ^ hit for name, members in source.types.items()},
        prices={name: -price if name in hit else price for name, price in source.prices.items()},
    )


@pytest.mark.parametrize("number", range(5))
def test_training_is_blind_to_any_change_of_test_individuals(number: int) -> None:
    X, y = shop()
    fold = outer_folds(Protocol(), y)[number]
    twin = examples(altered(fold.test), len(y))
    for settings in (FuzzyOWLBoost(n_rounds=3), FoilDL(n_sets=3)):
        before = fit(X[fold.train].problem(y[fold.train]), settings)
        after = fit(twin[fold.train].problem(y[fold.train]), settings)
        assert before.hypothesis == after.hypothesis
        assert before.threshold == after.threshold
    unmasked = fit(twin[fold.train].problem(y[fold.train], mask=True), FuzzyOWLBoost(n_rounds=3))
    assert (
        unmasked.hypothesis
        != fit(
            X[fold.train].problem(y[fold.train], mask=True), FuzzyOWLBoost(n_rounds=3)
        ).hypothesis
    )  # the check can tell: with a mask the fuzzy sets see the test values


def test_what_holds_for_everybody_is_no_leak() -> None:
    source = FactSource(NAMES, types={"Thing": set(NAMES)})
    assert leaks(source.knowledge_base(), np.array([3])) == []


WITNESSED = ("a", "b", "c")
"""Three people; ``_:w`` is somebody whom the ontology does not name."""


def witnessed(**facts: Any) -> KnowledgeBase:
    return KnowledgeBase.from_facts(WITNESSED, witnesses=["_:w"], **facts)


def test_a_class_of_all_people_is_no_leak_though_a_witness_is_no_member() -> None:
    assert leaks(witnessed(types={"Person": WITNESSED}), np.array([1])) == []


def test_a_witness_does_not_stand_for_a_person_who_is_no_member() -> None:
    kb = witnessed(types={"Cheap": ["a", "b", "_:w"]})
    assert leaks(kb, np.array([1])) == ["The training data still show that 'b' belongs to 'Cheap'."]
    assert leaks(kb, np.array([2])) == []


def test_a_relation_to_a_witness_is_a_leak_from_either_end() -> None:
    out = witnessed(roles={"knows": [("b", "_:w")]})
    back = witnessed(roles={"knows": [("_:w", "b")]})
    for kb in (out, back):
        told = ["The training data still show that 'b' is related to something by 'knows'."]
        assert leaks(kb, np.array([1])) == told
        assert leaks(kb, np.array([0])) == []


def test_what_a_witness_has_is_no_leak() -> None:
    kb = witnessed(types={"Room": ["_:w"]}, numbers={"beds": [("_:w", 2.0)]})
    assert leaks(kb, np.array([0, 1, 2])) == []


def test_a_relation_to_oneself_is_no_leak() -> None:
    kb = witnessed(roles={"knows": [("b", "b")]})
    assert leaks(kb, np.array([1])) == []


def test_the_one_who_is_held_out_is_named_whichever_end_it_is() -> None:
    kb = witnessed(roles={"knows": [("a", "b")]})
    assert "'a' is related" in leaks(kb, np.array([0]))[0]
    assert "'b' is related" in leaks(kb, np.array([1]))[0]


def test_a_category_is_a_value() -> None:
    kb = witnessed(symbols={"kind": [("b", "inn")]})
    assert leaks(kb, np.array([1])) == [
        "The training data still show that 'b' has a value for 'kind'."
    ]


def test_with_a_mask_what_is_known_of_the_test_is_no_leak() -> None:
    masked = Protocol(folds=3, mask=True)
    run = evaluate(boost(n_rounds=1), examples(gossip(FactSource), N), POSITIVE, folds=masked)
    assert run.remarks == ()


def test_a_leak_inside_a_training_fold_is_told_too() -> None:
    """Only folds inside the first fold leak: nothing was left out around it."""
    X = examples(gossip(LeakySource), N)
    honest = examples(gossip(FactSource), N)

    class Late:
        def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
            inner = without is not None and len(without) > N // 3
            return (X if inner else honest).source.knowledge_base(without)

    grid = [boost(n_rounds=1, min_confidence=theta) for theta in (0.34, 0.94)]
    nested = Protocol(folds=3, nested=True)
    run = evaluate(grid, replace(X, source=Late()), POSITIVE, folds=nested)
    assert any("'Insider'" in remark for remark in run.remarks)


def test_values_and_relations_of_a_held_out_individual_are_leaks() -> None:
    source = FactSource(NAMES, knows=frozenset({("a0", "a1")}), prices={"a1": 3.0})
    found = leaks(source.knowledge_base(), np.array([1]))
    assert [sentence.split("'a1' ")[1] for sentence in found] == [
        "is related to something by 'knows'.",
        "has a value for 'price'.",
    ]
