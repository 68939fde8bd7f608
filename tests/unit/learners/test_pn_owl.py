"""P-rules and N-rules, worked by hand (mathematics §18)."""

import numpy as np
import pytest
from tests.configurations import pn
from tests.events import Recorder

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.learners.training import fit, train
from owlboost.models.model_files import model_from_json, model_to_json

A, B, C = (Concept((Atom(name),)) for name in "ABC")


def problem(
    n_positives: int,
    n_negatives: int,
    others: int = 0,
    weights: list[float] | None = None,
    **types: list[int],
) -> LearningProblem:
    """The positives come first, then the negatives, then those that are no examples."""
    n_examples = n_positives + n_negatives
    names = [f"a{number:02}" for number in range(n_examples + others)]
    members = {name: [names[at] for at in found] for name, found in types.items()}
    kb = KnowledgeBase.from_facts(names, types=members)
    return LearningProblem(
        kb,
        "T",
        np.arange(n_examples, dtype=np.int32),
        np.arange(n_examples) < n_positives,
        None if weights is None else np.array(weights),
        np.arange(n_examples, n_examples + others, dtype=np.int32),
    )


def both(hypothesis: Hypothesis) -> tuple[tuple[Inclusion, ...], tuple[Inclusion, ...]]:
    """Return P-rules and N-rules."""
    assert isinstance(hypothesis, BoostedHypothesis)
    assert [term.name for term in hypothesis.terms] == ["P", "N"]
    assert hypothesis.leverages == (1.0, -1.0)
    return hypothesis.terms[0].inclusions, hypothesis.terms[1].inclusions


def test_what_the_p_rules_cover_wrongly_is_taken_back() -> None:
    #   A covers 4 positives and 2 negatives: d = 4/6.  Of these 6, B covers the 2 negatives: e = 1
    examples = problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[4, 5])
    found = fit(examples, pn())
    why, why_not = both(found.hypothesis)
    assert why == (Inclusion(A, 4 / 6, 4 / 6, 4, 2),)
    assert why_not == (Inclusion(B, 1.0, 0.0, 0, 2),)
    #   p − n = 2/3 − 1 < 0 at the two negatives
    assert found.degrees.tolist() == pytest.approx([2 / 3] * 4 + [0.0] * 6)
    assert found.evidence.tolist() == pytest.approx([2 / 3] * 4 + [-1 / 3] * 2 + [0.0] * 4)


def test_an_n_rule_is_as_strong_as_its_confidence_among_what_is_covered() -> None:
    #   B covers one of 4 covered positives (η_N = 0.3 allows it) and 2 of 2 covered negatives:
    #   e = 2/3.  Elsewhere it covers 2 more positives, which no P-rule covers: they do not count
    examples = problem(6, 6, A=[0, 1, 2, 3, 6, 7], B=[0, 4, 5, 6, 7], C=[6])
    chosen = pn(max_conjuncts=1, min_confidence=0.65, min_recall=0.5)
    why, why_not = both(fit(examples, chosen).hypothesis)
    assert why == (Inclusion(A, 4 / 6, 4 / 6, 4, 2),)
    (rule,) = why_not
    assert (rule.body, rule.covered_positives, rule.covered_negatives) == (B, 1, 2)
    assert [rule.degree, rule.confidence] == pytest.approx([2 / 3, 1 / 3])


def test_too_many_positives_below_an_n_rule_forbid_it() -> None:
    #   the same B covers 1 of 4 positives
    examples = problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[0, 4, 5])
    chosen = pn(min_recall=0.5)
    both(fit(examples, chosen.adjusted(max_positive_coverage=0.25)).hypothesis)
    strict = fit(examples, chosen.adjusted(max_positive_coverage=0.24)).hypothesis
    assert strict == RuleSet((Inclusion(A, 4 / 6, 4 / 6, 4, 2),))


def test_an_n_rule_that_is_not_confident_enough_is_none() -> None:
    #   e = 2/3
    examples = problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[0, 4, 5])
    chosen = pn(min_recall=0.5, min_confidence_against=0.66)
    both(fit(examples, chosen).hypothesis)
    strict = fit(examples, chosen.adjusted(min_confidence_against=0.67)).hypothesis
    assert isinstance(strict, RuleSet)


def test_the_n_stage_ends_before_it_costs_too_many_positives() -> None:
    #   d = 4/6 and e = 2/3: of the positive below B, p − n = 0 is left, so 3 of 4 stay above 0
    examples = problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[0, 4, 5])
    both(fit(examples, pn(min_recall=0.75)).hypothesis)
    assert isinstance(fit(examples, pn(min_recall=0.76)).hypothesis, RuleSet)


def test_with_enough_covered_no_rule_worse_than_guessing_is_added() -> None:
    #   A covers 4 of 5 positives.  C covers the fifth and 4 of 5 negatives: more than 1 of the 6
    #   that are left to tell apart, but of all 10 the half are positive
    examples = problem(5, 5, A=[0, 1, 2, 3], C=[4, 5, 6, 7, 8])
    enough = fit(examples, pn(min_confidence=0.0)).hypothesis
    assert [rule.body for rule in enough.inclusions] == [A]
    more = fit(examples, pn(min_confidence=0.0, min_recall=0.81)).hypothesis
    assert [rule.body for rule in more.inclusions] == [A, C]


def test_others_are_no_members_of_the_target_but_no_negatives() -> None:
    #   a 7th individual below A is no example: d = 4/7, and B takes it back with the negatives
    examples = problem(4, 6, others=1, A=[0, 1, 2, 3, 4, 5, 10], B=[4, 5, 10])
    why, why_not = both(fit(examples, pn()).hypothesis)
    assert why == (Inclusion(A, 4 / 7, 4 / 7, 4, 2),)
    assert why_not == (Inclusion(B, 1.0, 0.0, 0, 2),)
    #   where only others are covered wrongly, they are reason enough
    examples = problem(4, 6, others=2, A=[0, 1, 2, 3, 10, 11], B=[10, 11])
    why, why_not = both(fit(examples, pn()).hypothesis)
    assert why_not == (Inclusion(B, 1.0, 0.0, 0, 0),)


def test_weights_count_in_both_stages() -> None:
    #   one positive of weight 3 below B: e = 2/(2 + 3) is below θ_N = ½
    examples = problem(4, 6, weights=[3.0] + [1.0] * 9, A=[0, 1, 2, 3, 4, 5], B=[0, 4, 5])
    loose = pn(max_positive_coverage=1.0, min_recall=0.0)
    assert isinstance(fit(examples, loose).hypothesis, RuleSet)
    why, why_not = both(fit(examples, loose.adjusted(min_confidence_against=0.4)).hypothesis)
    assert why == (Inclusion(A, 6 / 8, 6 / 8, 6, 2),)
    assert [why_not[0].degree, why_not[0].covered_positives] == pytest.approx([0.4, 3])


def test_an_n_rule_that_takes_next_to_nothing_back_is_none() -> None:
    #   two false positives of weight w beside four of weight 1: 2w/(4 + 2w) against 0.001
    kinds = {"A": [0, 1, 2, 3, 4, 5], "B": [4, 5]}
    for light, enough in ((0.0021, True), (0.0019, False)):
        weights = [1.0] * 4 + [light] * 2 + [1.0] * 4
        found = fit(problem(4, 6, weights=weights, **kinds), pn()).hypothesis  # type: ignore[arg-type]
        assert isinstance(found, BoostedHypothesis) == enough


def test_without_rules_or_without_false_positives_there_is_nothing_to_object_to() -> None:
    assert fit(problem(2, 2, A=[0, 2]), pn()).hypothesis == RuleSet()
    flawless = fit(problem(2, 2, A=[0, 1], B=[2]), pn()).hypothesis
    assert flawless == RuleSet((Inclusion(A, 1.0, 1.0, 2, 0),))


def test_rules_of_both_stages_are_told() -> None:
    recorder = Recorder()
    fit(problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[4, 5]), pn(), recorder.context())
    assert [event.learned.body for event in recorder.rules] == [A, B]


def test_a_model_is_saved_explained_and_told() -> None:
    examples = problem(4, 6, A=[0, 1, 2, 3, 4, 5], B=[0, 4, 5])
    model = train(examples, pn(min_recall=0.5))
    back = model_from_json(model_to_json(model))
    assert back.hypothesis == model.hypothesis
    assert model.parameters["min_confidence_against"] == 0.5
    told = str(model.explain(examples.kb, "a04")).splitlines()
    assert told == [
        "Is a04 a t? No: degree 0.0000 (yes from 0.333 on), evidence 0.0000",
        "",
        " +0.6667 Being an a speaks for it, 0.667: being a → 1",
        " -0.6667 Being a b speaks against it, 0.667: being b → 1",
        "--------",
        " +0.0000 in all (0.6667 for it, 0.6667 against it)",
        "",
        "The answer would be yes if it were not a b.",
    ]
    assert str(model.hypothesis).splitlines() == [
        "# Weak Learner P, weight 1.000",
        "A SubClassOf P [0.667]",
        "    # confidence 0.667, covers 4 positive and 2 negative",
        "",
        "# Weak Learner N, weight -1.000",
        "B SubClassOf N [0.667]",
        "    # confidence 0.333, covers 1 positive and 2 negative",
        "",
        "# Weighted sum",
        "1.000 * P - 1.000 * N SubClassOf Target",
    ]


@pytest.mark.parametrize("name", ["min_confidence_against", "max_positive_coverage", "min_recall"])
def test_shares_lie_between_0_and_1(name: str) -> None:
    with pytest.raises(ParameterError, match="between 0 and 1"):
        pn(**{name: 1.5})
