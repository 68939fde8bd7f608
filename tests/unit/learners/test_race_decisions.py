"""Each constant that decides in the race of configurations, with errors made to measure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.events import Recorder

from owlboost._typing import Floats
from owlboost.learners import budget as budgets
from owlboost.learners.budget import Budget
from owlboost.learners.gradient import race, result
from owlboost.learners.gradient.learner import GradientConcepts
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED
from owlboost.learners.gradient.race import choose, configurations
from owlboost.learners.gradient.workshop import Configuration, Workshop
from owlboost.learners.watch import Validating, Watch
from owlboost.model.examples import LearningProblem
from owlboost.model.knowledge_base import KnowledgeBase

NARROW = Configuration(SQUARED, 1.0, 1, (3,))
WIDE = replace(NARROW, max_conjuncts=5)


def problem(n: int) -> LearningProblem:
    """Half of them are positive; a class and a number tell most of them apart."""
    names = [f"a{number:04d}" for number in range(n)]
    kb = KnowledgeBase.from_facts(
        names,
        types={"Cheap": names[: n // 2 - 3]},
        numbers={"price": [(name, float(at % 11)) for at, name in enumerate(names)]},
    )
    return LearningProblem(kb, "Good", np.arange(n, dtype=np.int32), np.arange(n) < n // 2)


def scores_with(errors: Sequence[float], examples: LearningProblem) -> Floats:
    """Rows of scores whose squared error is the one given, at every example."""
    off = np.sqrt(np.array(errors))[:, None]
    return np.asarray(np.where(examples.labels > 0, 1 - off, off))


def entrant(
    configuration: Configuration, errors: Sequence[float], examples: LearningProblem
) -> race._Entrant:
    return race._Entrant(configuration, [scores_with(errors, examples)])


def workshop(n: int = 100) -> Workshop:
    return Workshop(problem(n), GradientConcepts())


def test_a_rule_must_pay_its_price() -> None:
    room = workshop()
    #   a rule costs 0.0003
    assert entrant(NARROW, [0.1, 0.1 - 0.0002], room.problem).best(room)[1] == 0
    assert entrant(NARROW, [0.1, 0.1 - 0.0004], room.problem).best(room)[1] == 1
    #   the second pays, the third does not
    errors = [0.1, 0.05, 0.04, 0.0399]
    assert entrant(NARROW, errors, room.problem).best(room)[1] == 2


def test_wide_concepts_must_lower_the_error_by_a_twentieth() -> None:
    room = workshop()
    narrow = entrant(NARROW, [0.5, 0.1], room.problem)
    for error, winner in ((0.0955, NARROW), (0.0945, WIDE)):  # 0.1 / 1.05 = 0.0952
        wide = entrant(WIDE, [0.5, error], room.problem)
        assert race._ranked([narrow, wide], room)[0].configuration == winner


def test_errors_below_the_floor_are_as_good_as_none() -> None:
    room = workshop()
    assert entrant(NARROW, [0.2, 0.0029, 0.0001], room.problem).best(room)[1] == 1
    assert entrant(NARROW, [0.2, 0.0045, 0.0001], room.problem).best(room)[1] == 2


def test_below_fifty_examples_there_is_always_a_rule() -> None:
    for n, n_rules in ((48, 1), (50, 0)):
        room = workshop(n)
        assert entrant(NARROW, [0.1, 0.2], room.problem).best(room)[1] == n_rules


def test_between_equals_the_simpler_is_ahead() -> None:
    room = workshop()
    mixed = replace(NARROW, granularities=(3, 5, 7))
    first, second = (entrant(one, [0.5, 0.1], room.problem) for one in (mixed, NARROW))
    assert race._ranked([first, second], room)[0] is second
    few, many = (entrant(NARROW, errors, room.problem) for errors in ([0.1], [0.2, 0.0997]))
    assert race._ranked([many, few], room)[0] is few


@pytest.mark.parametrize(("balance", "error"), [(True, 0.5), (False, 0.25)])
def test_both_classes_count_half_unless_examples_weigh_what_they_are_said_to(
    *, balance: bool, error: float
) -> None:
    #   25 of 100 are positive; every positive is missed and every negative is right
    whole = problem(100)
    examples = replace(whole, labels=np.arange(100) < 25)
    room = Workshop(examples, GradientConcepts(balance=balance))
    missed = race._Entrant(NARROW, [np.zeros((1, 100))])
    worth, n_rules = missed.best(room)
    assert -worth == pytest.approx(error)
    assert n_rules == 0


def test_validation_ends_three_rules_after_the_least_error(monkeypatch: pytest.MonkeyPatch) -> None:
    room = workshop()
    errors = [0.3, 0.2, 0.1, 0.11, 0.12, 0.13, 0.01, 0.01, 0.01, 0.01, 0.01]
    taken: list[int] = []

    def told(self: Workshop, configuration: Configuration, seed: int) -> Iterator[Floats]:
        del configuration, seed
        for number, row in enumerate(scores_with(errors, self.problem)):
            taken.append(number)
            yield row

    monkeypatch.setattr(Workshop, "validated", told)
    tried = race._Entrant(NARROW)
    tried.validate(room, seed=0)
    assert taken == [0, 1, 2, 3, 4, 5]  # the least error is that of two rules
    assert tried.runs[0].shape == (room.most_rules + 1, len(room.problem))
    assert (tried.runs[0][6:] == tried.runs[0][5]).all()


@pytest.mark.parametrize(
    ("positive", "negative", "sharpness"),
    [
        (1.0, 0.0, 1.0),  # all sharpnesses give the same degrees
        (0.75, 0.25, 2.0),  # 1 leaves negatives above 0; 4 and 10 gain nothing
        (0.6, 0.4, 10.0),  # ½ ± 0.1·s reaches 0 and 1 at s = 5: 4 is not enough
    ],
)
def test_the_softest_degrees_are_taken_that_lose_nothing(
    positive: float, negative: float, sharpness: float
) -> None:
    room = workshop()
    row = np.where(room.problem.labels > 0, positive, negative)
    assert race._Entrant(NARROW, [np.array([row])]).choice(room).sharpness == sharpness


@pytest.mark.parametrize(("short", "sharpness"), [(0.018, 1.0), (0.022, 2.0)])
def test_a_loss_of_less_than_half_a_percent_is_no_loss(short: float, sharpness: float) -> None:
    #   500 of 1000 positives fall short of 1; from s = 2 on none does, and fF1F1 is 1.
    #   At s = 1: H = 1000 − 500·short, fuzzy F1 = 2·H / (H + 1000) = 0.9955 or 0.9945
    room = workshop(2000)
    row = room.problem.labels.copy()
    row[:500] -= short
    tried = race._Entrant(NARROW, [np.array([row])])
    assert tried.choice(room).sharpness == sharpness


def test_below_fifty_examples_the_usual_sharpness_is_taken() -> None:
    room = workshop(40)
    for loss, usual in ((SQUARED, 4.0), (LOGISTIC, 2.0)):
        row = np.where(room.problem.labels > 0, 5.0, -5.0)
        tried = race._Entrant(replace(NARROW, loss=loss), [np.array([row, row])])
        assert tried.choice(room).sharpness == usual


@pytest.mark.parametrize(("n", "expected"), [(48, 2), (50, 12), (498, 12), (500, 8)])
def test_how_much_is_tried_depends_on_the_number_of_examples(n: int, expected: int) -> None:
    #   below 50: two widths; then × two losses, one with two ridges, × two granularities;
    #   from 500 on one ridge for each loss
    assert len(configurations(problem(n), GradientConcepts())) == expected


def test_from_five_hundred_examples_on_there_is_one_heat() -> None:
    for n, heats in ((120, 5), (500, 1)):
        recorder = Recorder()
        room = Workshop(problem(n), GradientConcepts(n_rules=1, n_sets=3), recorder.watch())
        choose(room)
        open_ones = len(configurations(room.problem, room.parameters))
        sizes = [open_ones] + [
            max(2, round(share * open_ones)) for share in (0.5, 0.25, 0.25, 0.25)
        ]
        assert {event.total for event in recorder.validations} == {sum(sizes[:heats])}


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


def test_the_race_takes_no_more_than_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(budgets, "time", clock)
    validations: list[Validating] = []

    def on_event(event: object) -> None:
        if isinstance(event, Validating):
            validations.append(event)
            clock.now += 1.0

    examples, learner = problem(100), GradientConcepts(n_rules=2, time_limit=10.0)
    learner.learn(examples, Watch(on_event, Budget(learner.time_limit)))
    assert validations[0].total > 12
    assert len(validations) == 5  # after five seconds of ten


def test_half_a_budget_is_spent_at_half_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(budgets, "time", clock)
    whole = Budget(60.0)
    clock.now = 10.0
    half = whole.half()  # of the 50 seconds that are left
    spent = []
    for clock.now in (34.0, 36.0, 60.0):
        spent.append((half.spent, whole.spent))
    assert spent == [(False, False), (True, False), (True, True)]


def test_the_sample_for_validation_follows_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    def sample(given: LearningProblem, most: int, seed: int) -> LearningProblem:
        seen.append((most, seed))
        return given

    monkeypatch.setattr(result, "sampled", sample)
    GradientConcepts(random_state=7, n_rules=1, loss="squared").learn(problem(40), Watch())
    assert seen == [(20_000, 7)]
