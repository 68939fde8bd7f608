"""Learn-One-Axiom on knowledge bases small enough to follow by hand."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from tests.events import Recorder

from owlboost.concepts.concept import TOP, Atom, Concept, Edge, FuzzyValue
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.learners.covering import AxiomSearch
from owlboost.learners.preparation import ProblemCache
from owlboost.learners.run import RunContext, Step
from owlboost.learners.search.moves import Limits, addable_labels
from owlboost.learners.search.training_set import LearnedConcept
from owlboost.learners.training import fit

PEOPLE = [f"a{i}" for i in range(8)]


def problem(kb: KnowledgeBase, n_positive: int, n: int) -> LearningProblem:
    return LearningProblem(kb, "T", np.arange(n, dtype=np.int32), np.arange(n) < n_positive)


def four_of_eight(
    subclasses: Iterable[tuple[str, str]] = (), **extents: list[int]
) -> LearningProblem:
    types = {name: [PEOPLE[i] for i in extent] for name, extent in extents.items()}
    kb = KnowledgeBase.from_facts(PEOPLE, types=types, subclasses=subclasses)
    return problem(kb, 4, 8)


def search(
    examples: LearningProblem, settings: FuzzyOWLBoost
) -> tuple[LearnedConcept | None, list[Step]]:
    ground, recorder = ProblemCache(examples).prepared(settings)[0], Recorder()
    weights = np.full(ground.n_rows, 1 / ground.n_rows)
    searching = AxiomSearch(ground, settings, recorder.context())
    found = searching.learn_one_axiom(weights, searching.all_positives)
    return found, recorder.steps


def body(examples: LearningProblem, settings: FuzzyOWLBoost) -> Concept | None:
    found, _ = search(examples, settings)
    return found.body if found else None


def atom(name: str) -> Concept:
    return Concept((Atom(name),))


def some(role: str, filler: Concept = TOP) -> Concept:
    return Concept((), (Edge(role, filler),))


# Lookahead (note 4)


def hands() -> LearningProblem:
    """Two hands with a pair and two without; every hand has two cards."""
    cards = {hand: [f"{hand}_1", f"{hand}_2"] for hand in ("h1", "h2", "h3", "h4")}
    kb = KnowledgeBase.from_facts(
        [*cards, *(card for hand in cards.values() for card in hand)],
        roles={
            "hasCard": [(hand, card) for hand, own in cards.items() for card in own],
            "sameRank": [(cards[hand][0], cards[hand][1]) for hand in ("h1", "h2")],
        },
    )
    return problem(kb, 2, 4)


PAIR = some("hasCard", some("sameRank"))


@pytest.mark.parametrize("lookahead", [None, 1, 2])
def test_a_pair_is_found_through_the_cards(lookahead: int | None) -> None:
    assert body(hands(), FuzzyOWLBoost(max_depth=2, lookahead=lookahead)) == PAIR


def test_the_literal_operator_sees_no_pair() -> None:
    #   ∃hasCard.⊤ holds for every hand: no gain, and sameRank lies behind it
    assert body(hands(), FuzzyOWLBoost(max_depth=2, lookahead=0)) is None


def test_the_literal_operator_sees_a_pair_where_the_cards_weigh_in() -> None:
    #   among 4 hands and 8 cards ∃hasCard.⊤ tells hands from cards, cf: 2/12 → 2/4
    examples = hands()
    others = np.arange(4, 12, dtype=np.int32)
    found, steps = search(replace(examples, others=others), FuzzyOWLBoost(max_depth=2, lookahead=0))
    assert found is not None
    assert [step.chosen for step in steps] == [some("hasCard"), PAIR]
    assert steps[0].gain == pytest.approx(2 / 12 * np.log2(3))


def test_a_pair_is_deeper_than_one_role() -> None:
    assert body(hands(), FuzzyOWLBoost(max_depth=1)) is None


def test_two_plateaus_need_a_lookahead_of_two() -> None:
    people = ["p1", "p2", "p3", "p4"]
    kb = KnowledgeBase.from_facts(
        [*people, "red", "blue", *(f"car{p}" for p in people)],
        types={"Red": ["red"]},
        roles={
            "owns": [(p, f"car{p}") for p in people],
            "hasColour": [(f"car{p}", "red" if p in people[:2] else "blue") for p in people],
        },
    )
    examples = problem(kb, 2, 4)
    #   ∃owns.⊤ and ∃owns.∃hasColour.⊤ hold for all
    assert body(examples, FuzzyOWLBoost(max_depth=2, lookahead=1)) is None
    expected = some("owns", some("hasColour", atom("Red")))
    assert body(examples, FuzzyOWLBoost(max_depth=2, lookahead=2)) == expected


# Moves (notes 3 and 7)


def test_in_a_full_node_a_subclass_replaces_its_class() -> None:
    examples = four_of_eight([("B", "A")], A=[0, 1, 2, 3, 4], B=[0, 1])
    found, steps = search(examples, FuzzyOWLBoost(max_conjuncts=1))
    #   A: 4/8·log₂(0.8/0.5) = 0.339;  B: 2/8·log₂(1/0.5) = 0.25;  then B over A: 2/8·log₂(1/0.8)
    assert [step.chosen for step in steps] == [atom("A"), atom("B")]
    assert [step.gain for step in steps] == pytest.approx(
        [0.5 * np.log2(1.6), 0.25 * np.log2(1.25)]
    )
    assert found is not None
    assert found.body == atom("B")


def test_in_a_full_node_no_other_class_is_added() -> None:
    examples = four_of_eight(A=[0, 1, 2, 3, 4], B=[0, 1])
    assert body(examples, FuzzyOWLBoost(max_conjuncts=1)) == atom("A")
    assert body(examples, FuzzyOWLBoost(max_conjuncts=2)) == Concept((Atom("A"), Atom("B")))


def test_a_functional_property_is_restricted_once_in_a_node() -> None:
    numbers = [(name, float(i)) for i, name in enumerate(PEOPLE)]
    once = KnowledgeBase.from_facts(PEOPLE, numbers={"age": numbers})
    twice = KnowledgeBase.from_facts(PEOPLE, numbers={"age": [*numbers, ("a0", 9.0)]})
    for kb, left in ((once, []), (twice, ["age_H", "age_L"])):
        space = ProblemCache(problem(kb, 4, 8)).prepared(FuzzyOWLBoost(n_sets=3))[0].space
        fair = next(label for label in space.label_ids if range_name(label) == "age_F")
        mask = addable_labels(Concept((fair,)), space, Limits(1, 5, 1))
        labels = [space.matrix.labels[number] for number in np.flatnonzero(mask)]
        assert [range_name(label) for label in labels] == left


def test_sets_of_one_property_may_overlap_if_asked_for() -> None:
    #   ages 0 … 7 in three sets with peaks 0, 3.5, 7; who is 2 is positive. In sevenths L is
    #   7 5 3 1 and F 0 2 4 6 6 4 2: cf 3/16 and 4/24, gains 3·log₂(3/2) and 4·log₂(4/3), so L is
    #   taken; L ⊓ F is 0 2 3 1, cf 3/6
    numbers = [(name, float(i)) for i, name in enumerate(PEOPLE)]
    kb = KnowledgeBase.from_facts(PEOPLE, numbers={"age": numbers})
    examples = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) == 2)
    apart = FuzzyOWLBoost(n_sets=3, fuzzify="uniform", min_confidence=0.0)
    found, _ = search(examples, apart)
    assert found is not None
    assert names_in(found.body) == ["age_L"]
    assert found.confidence == pytest.approx(3 / 16)
    found, _ = search(examples, replace(apart, overlapping_sets=True))
    assert found is not None
    assert names_in(found.body) == ["age_F", "age_L"]
    assert found.confidence == pytest.approx(3 / 6)


def names_in(concept: Concept) -> list[str]:
    return [range_name(label) for label in concept.labels]


def range_name(label: object) -> str:
    return label.fuzzy_set.name if isinstance(label, FuzzyValue) else ""


# Choice (note 10)


def test_a_step_tells_what_was_chosen_and_why() -> None:
    _, steps = search(four_of_eight(A=[0, 1, 2, 3, 4], B=[0, 1]), FuzzyOWLBoost(max_conjuncts=1))
    (step,) = steps
    assert (step.step, step.concept, step.chosen) == (1, TOP, atom("A"))
    #   p = 4/8,  cf: 1/2 -> 4/5
    assert (step.gain, step.confidence) == pytest.approx((0.5 * np.log2(1.6), 0.8))
    assert (step.candidates, step.pruned) == (2, 0)


def test_steps_are_counted_from_one() -> None:
    #   A, then A ⊓ B, then A ⊓ B ⊓ C: each drops one of the negatives
    examples = four_of_eight(A=[0, 1, 2, 3, 4, 5], B=[0, 1, 2, 3, 5, 6, 7], C=[0, 1, 2, 3, 4, 6, 7])
    _, steps = search(examples, FuzzyOWLBoost())
    assert [step.step for step in steps] == [1, 2, 3]


def test_equal_candidates_are_told_apart_by_name() -> None:
    examples = four_of_eight(B=[0, 1, 2, 3], A=[0, 1, 2, 3])
    assert body(examples, FuzzyOWLBoost()) == atom("A")


def test_a_shorter_concept_wins_over_an_equal_longer_one() -> None:
    kb = KnowledgeBase.from_facts(
        PEOPLE,
        types={"Z": PEOPLE[:4], "A": ["a7"]},
        roles={"r": [(name, "a7" if name in PEOPLE[:4] else "a0") for name in PEOPLE]},
    )
    assert body(problem(kb, 4, 8), FuzzyOWLBoost()) == atom("Z")  # ∃r.A has the same degrees


# Acceptance and backtracking (notes 11 and 12)


def test_top_is_never_accepted() -> None:
    assert body(four_of_eight(A=list(range(8))), FuzzyOWLBoost(min_confidence=0.0)) is None


def test_an_axiom_below_the_least_confidence_is_rejected() -> None:
    examples = four_of_eight(A=[0, 1, 2, 3, 4])  # confidence 4/5
    assert body(examples, FuzzyOWLBoost(min_confidence=0.8)) == atom("A")
    assert body(examples, FuzzyOWLBoost(min_confidence=0.81)) is None


def test_an_axiom_that_covers_too_many_negatives_is_rejected() -> None:
    examples = four_of_eight(A=[0, 1, 2, 3, 4])  # 1 of 4 negatives
    assert body(examples, FuzzyOWLBoost(max_negative_coverage=0.25)) == atom("A")
    assert body(examples, FuzzyOWLBoost(max_negative_coverage=0.24)) is None


def test_backtracking_finds_an_axiom_where_the_greedy_one_is_rejected() -> None:
    #   A gains most and covers a negative, which η = 0 forbids; B and C wait, B has confidence 1
    examples = four_of_eight(A=[0, 1, 2, 3, 4], B=[0, 1], C=[2, 3, 4])
    greedy = FuzzyOWLBoost(max_conjuncts=1, max_negative_coverage=0.0)
    patient = FuzzyOWLBoost(max_conjuncts=1, max_negative_coverage=0.0, backtrack=1)
    assert body(examples, greedy) is None
    assert body(examples, patient) == atom("B")


def test_backtracking_ends_when_nothing_is_left_to_try() -> None:
    examples = four_of_eight(A=[0, 1, 2, 3, 4], C=[2, 3, 4])
    settings = FuzzyOWLBoost(max_conjuncts=1, max_negative_coverage=0.0, backtrack=3)
    assert body(examples, settings) is None


def test_backtracking_considers_what_gains_little() -> None:
    #   A gains ½·log₂ 1.6 = 0.339, more than all that lies beyond r can: ⅛·log₂ 2 = 0.125
    kb = KnowledgeBase.from_facts(
        PEOPLE,
        types={"A": PEOPLE[:5], "B": ["a7"]},
        roles={"r": [("a0", "a7"), ("a5", "a6")]},
    )
    examples = problem(kb, 4, 8)
    greedy = FuzzyOWLBoost(max_conjuncts=1, max_negative_coverage=0.0)
    assert body(examples, greedy) is None
    assert body(examples, replace(greedy, backtrack=1)) == some("r", atom("B"))


def test_learners_that_share_searches_backtrack_as_those_that_do_not() -> None:
    examples = four_of_eight(A=[0, 1, 2, 3, 4], B=[0, 1], C=[2, 3, 4])
    shared = ProblemCache(examples)
    for backtrack, bodies in ((0, []), (1, [atom("B")])):
        patient = FoilDL(max_conjuncts=1, max_negative_coverage=0.0, backtrack=backtrack)
        found = fit(examples, patient, RunContext(shared=shared)).hypothesis
        assert [rule.body for rule in found.inclusions] == bodies
