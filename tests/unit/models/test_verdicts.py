"""Sound, complete, and what can be told without asking a reasoner, by hand."""

from itertools import product

import numpy as np
import pytest
from tests.hypotheses import classes, rules, weighted

from owlboost.cli.messages import worded
from owlboost.concepts.concept import TOP
from owlboost.concepts.evaluation import ZADEH
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet
from owlboost.errors import Hint, Message, ModelError
from owlboost.models.verdicts import (
    HOLDS,
    Properties,
    UnconstrainedTarget,
    UndecidedJudge,
    Verdict,
    judged_on_examples,
)

A, B = classes("A"), classes("B")
POSITIVE = np.array([True, True, False, False])


def judged(*degrees: float) -> tuple[bool | None, ...]:
    return tuple(one.holds for one in judged_on_examples(np.array(degrees), POSITIVE))


def test_sound_complete_and_strongly_complete_by_hand() -> None:
    #   h = 1, 1 over E⁺ and 0, 0 over E⁻
    assert judged(1.0, 1.0, 0.0, 0.0) == (True, True, True)
    #   a negative of degree 0.01 is enough
    assert judged(1.0, 1.0, 0.01, 0.0) == (False, True, True)
    #   a positive of degree 0.99 is covered, but not strongly
    assert judged(0.99, 1.0, 0.0, 0.0) == (True, True, False)
    #   a positive of degree 0 is not covered at all
    assert judged(0.0, 1.0, 0.0, 0.0) == (True, False, False)
    #   what rounding leaves of 0 and 1 counts as such
    assert judged(1 - 1e-13, 1.0, 1e-13, 0.0) == (True, True, True)


def test_the_reasons_are_numbers_of_examples() -> None:
    sound, complete, strongly = judged_on_examples(np.array([0.0, 0.5, 0.1, 0.2]), POSITIVE)
    assert sound.reason == "2 of 2 negatives above 0"
    assert complete.reason == "1 of 2 positives at 0"
    assert strongly.reason == "2 of 2 positives below 1"


@pytest.mark.parametrize("hypothesis", [rules(A, degree=0.5), weighted((0.5, A), (-0.2, B))])
def test_a_target_of_which_nothing_is_known_contradicts_no_rule(hypothesis: Hypothesis) -> None:
    judge = UnconstrainedTarget()
    assert judge.consistent(hypothesis, "Good", ZADEH) == HOLDS
    assert judge.non_redundant(hypothesis, "Good", ZADEH) == HOLDS


@pytest.mark.parametrize(
    ("hypothesis", "holds"),
    [
        (RuleSet(), True),
        (BoostedHypothesis(), True),
        (rules(A, degree=0.0), False),
        #   0.4·A - 0.5 is never above 0
        (weighted((-0.5, TOP), (0.4, A)), False),
        (weighted((-0.5, A)), False),
        #   whether anything can satisfy a rule that covers nothing is not known
        (rules(A, covers=0), None),
    ],
)
def test_what_says_nothing_is_redundant(hypothesis: Hypothesis, holds: bool | None) -> None:
    assert UnconstrainedTarget().non_redundant(hypothesis, "Good", ZADEH).holds is holds


def test_nobody_may_have_been_asked() -> None:
    judge = UndecidedJudge()
    assert judge.consistent(rules(A), "Good", ZADEH).holds is None
    assert judge.non_redundant(rules(A), "Good", ZADEH).holds is None


FOUND = Properties(
    HOLDS,
    Verdict(None, "the reasoner is at a loss"),
    Verdict(False, "1 of 9 negatives above 0"),
    HOLDS,
    Verdict(False, "2 of 3 positives below 1"),
)


def test_properties_are_told_in_one_line() -> None:
    assert str(FOUND) == (
        "consistent, complete; not: sound, strongly complete; not decided: non-redundant"
    )
    no, open_ = Verdict(False, "why"), Verdict(None, "whence")
    assert str(Properties(HOLDS, HOLDS, HOLDS, HOLDS, HOLDS)) == (
        "consistent, non-redundant, sound, complete, strongly complete"
    )
    assert str(Properties(no, no, no, no, no)) == (
        "not: consistent, non-redundant, sound, complete, strongly complete"
    )
    #   a line of learn has 100 columns
    every = [Properties(*some) for some in product((HOLDS, no, open_), repeat=5)]
    assert max(len(f"# The rules: {one}") for one in every) <= 100


def test_what_examples_do_not_show_is_told_in_sentences() -> None:
    assert list(FOUND.notes()) == [
        "whether the rules are non-redundant is not decided: the reasoner is at a loss"
    ]
    both = Properties(Verdict(None, "who knows?"), Verdict(None, "who knows?"), HOLDS, HOLDS, HOLDS)
    assert list(both.notes()) == [
        "whether the rules are consistent and non-redundant is not decided: who knows?"
    ]
    no = Verdict(False, Message("use ", Hint("reasoner", "reasoner='hermit'", "hermit")))
    (note,) = Properties(no, HOLDS, no, no, no).notes()
    assert note == "the rules are not consistent: use reasoner='hermit'"
    assert worded(note) == "the rules are not consistent: use --reasoner hermit"


def test_properties_are_written_as_true_false_and_null() -> None:
    written = FOUND.to_json()
    assert written == {
        "consistent": True,
        "non_redundant": None,
        "sound": False,
        "complete": True,
        "strongly_complete": False,
        "reasons": {
            "non_redundant": "the reasoner is at a loss",
            "sound": "1 of 9 negatives above 0",
            "strongly_complete": "2 of 3 positives below 1",
        },
    }
    assert Properties.from_json(written) == FOUND
    assert Properties.from_json(None) is None
    partial = Properties.from_json({"sound": True})
    assert partial is not None
    assert (partial.sound.holds, partial.complete.holds) == (True, None)
    with pytest.raises(ModelError, match="sound is 'yes', not true, false or null"):
        Properties.from_json({"sound": "yes"})
