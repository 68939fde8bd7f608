"""Each constant that decides in the race of configurations, with errors made to measure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.events import Recorder

from owlboost.data.example_labels import stratified_folds
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners import run as budgets
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient import learn as result
from owlboost.learners.gradient import selection as race
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED
from owlboost.learners.gradient.scale import Scale
from owlboost.learners.gradient.selection import choose, configurations
from owlboost.learners.gradient.trainer import Configuration, Trainer
from owlboost.learners.run import Budget, RunContext, Validating
from owlboost.runtime.array_types import Floats

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
) -> race._Candidate:
    return race._Candidate(configuration, [scores_with(errors, examples)], [0], len(errors) - 1)


def workshop(n: int = 100, **parameters: Any) -> Trainer:
    return Trainer(problem(n), GradientConcepts(**parameters))


def skewed(n: int, n_positives: int, **parameters: Any) -> Trainer:
    """Fewer of them are positive."""
    examples = replace(problem(n), labels=np.arange(n) < n_positives)
    return Trainer(examples, GradientConcepts(**parameters))


def test_a_rule_must_pay_its_price() -> None:
    room = workshop()
    #   a rule costs 0.0003
    assert entrant(NARROW, [0.1, 0.1 - 0.0002], room.problem).best(room)[1] == 0
    assert entrant(NARROW, [0.1, 0.1 - 0.0004], room.problem).best(room)[1] == 1
    #   the second pays, the third does not
    errors = [0.1, 0.05, 0.04, 0.0399]
    assert entrant(NARROW, errors, room.problem).best(room)[1] == 2


@pytest.mark.parametrize(("n_rules", "taken"), [(10, 0), (11, 1), (None, 1)])
def test_a_rule_of_a_longer_model_costs_less(n_rules: int | None, taken: int) -> None:
    #   0.0002 is below 0.0003, the price among up to ten rules, and above 0.0001
    room = workshop(n_rules=n_rules)
    assert entrant(NARROW, [0.1, 0.1 - 0.0002], room.problem).best(room)[1] == taken
    assert entrant(NARROW, [0.1, 0.1 - 0.00005], room.problem).best(room)[1] == 0


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
    room = skewed(100, 25)
    missed = race._Candidate(replace(NARROW, balance=balance), [np.zeros((1, 100))])
    worth, n_rules = missed.best(room)
    assert (-worth, n_rules) == (pytest.approx(error), 0)  # type: ignore[comparison-overlap]


@pytest.mark.parametrize(("n_rules", "last"), [(10, 5), (None, 8)])
def test_validation_ends_three_rules_after_the_least_error_and_six_in_longer_models(
    monkeypatch: pytest.MonkeyPatch, n_rules: int | None, last: int
) -> None:
    room = workshop(n_rules=n_rules)
    #   the least error is that of two rules, until the ninth
    errors = [0.3, 0.2, 0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.01, 0.01]
    taken: list[int] = []

    def told(
        self: Trainer, configuration: Configuration, seed: int, *_: object
    ) -> Iterator[Floats]:
        del configuration, seed
        for number, row in enumerate(scores_with(errors, self.problem)):
            taken.append(number)
            yield row

    monkeypatch.setattr(Trainer, "validated", told)
    tried = race._Candidate(NARROW)
    tried.validate(room, seed=4)
    assert taken == list(range(last + 1))
    assert tried.runs[0].shape == (room.most_rules + 1, len(room.problem))
    assert (tried.runs[0][last + 1 :] == tried.runs[0][last]).all()
    assert (tried.seeds, tried.longest) == ([4], last)
    #   the curve ends where validation did
    curve = tried.choice(room).curve
    assert [at for at, _ in curve] == list(range(last + 1))
    assert [error for _, error in curve] == pytest.approx(errors[: last + 1])


def test_the_curve_tells_the_mean_error_of_all_divisions() -> None:
    room = workshop()
    runs = [scores_with(errors, room.problem) for errors in ([0.3, 0.2], [0.1, 0.04])]
    chosen = race._Candidate(NARROW, runs, [0, 1], 1).choice(room)
    assert [at for at, _ in chosen.curve] == [0, 1]
    assert [error for _, error in chosen.curve] == pytest.approx([0.2, 0.12])


def test_what_was_held_out_is_kept_for_the_number_of_rules_that_is_taken() -> None:
    room = workshop()
    runs = [scores_with(errors, room.problem) for errors in ([0.3, 0.1, 0.1], [0.3, 0.2, 0.2])]
    chosen = race._Candidate(NARROW, runs, [3, 5], 2).choice(room)
    assert chosen.n_rules == 1
    assert chosen.held_out is not None
    for row, run in zip(chosen.held_out.runs, runs, strict=True):
        assert row.tolist() == run[1].tolist()
    #   every example is in the fold in which its division held it out
    for folds, seed in zip(chosen.held_out.folds, (3, 5), strict=True):
        divided = stratified_folds(room.problem.positive, 5, seed)
        for number, (_, test) in enumerate(divided):
            assert np.flatnonzero(folds == number).tolist() == test.tolist()


@pytest.mark.parametrize(("n", "is_usual"), [(28, True), (30, False)])
def test_below_thirty_examples_degrees_rise_as_usual(n: int, *, is_usual: bool) -> None:
    room = workshop(n)
    for loss in (SQUARED, LOGISTIC):
        row = np.where(room.problem.labels > 0, 5.0, -5.0)
        tried = race._Candidate(replace(NARROW, loss=loss), [np.array([row, row])], [0], 1)
        assert (tried.choice(room).scale == Scale.usual(loss)) == is_usual


@pytest.mark.parametrize(("n", "expected"), [(48, 3), (50, 12), (498, 12), (500, 8)])
def test_how_much_is_tried_depends_on_the_number_of_examples(n: int, expected: int) -> None:
    #   below 50: two widths, and covering; then two widths × two losses, one with two ridges, × two
    #   granularities; from 500 on one ridge for each loss
    assert len(configurations(problem(n), GradientConcepts())) == expected


def test_from_five_hundred_examples_on_there_is_one_heat() -> None:
    for n, heats in ((120, 5), (500, 1)):
        recorder = Recorder()
        room = Trainer(problem(n), GradientConcepts(n_rules=1, n_sets=3), recorder.context())
        choose(room)
        open_ones = len(configurations(room.problem, room.parameters))
        sizes = [open_ones] + [
            max(2, round(share * open_ones)) for share in (0.5, 0.25, 0.25, 0.25)
        ]
        assert {event.total for event in recorder.validations} == {sum(sizes[:heats])}


def test_covering_takes_part_below_fifty_examples() -> None:
    *grown, covering = configurations(problem(48), GradientConcepts())
    assert not any(one.covering for one in grown)
    #   as wide as allowed, all rules for the target, and weights kept small by a ridge of its own
    assert covering == Configuration(SQUARED, 0.1, 5, (3,), monotone=True, covering=True)
    assert not any(one.covering for one in configurations(problem(50), GradientConcepts()))
    given = GradientConcepts(loss="logistic", ridge=2.0, n_sets=7, max_conjuncts=2, balance="off")
    *_, covering = configurations(problem(48), given)
    expected = Configuration(LOGISTIC, 2.0, 2, (7,), monotone=True, balance=False, covering=True)
    assert covering == expected


@pytest.mark.parametrize(("n", "n_positives"), [(20, 4), (20, 16), (100, 4), (100, 96)])
def test_below_five_of_a_class_the_positives_are_covered_without_validation(
    monkeypatch: pytest.MonkeyPatch, n: int, n_positives: int
) -> None:
    def validated(*_: object) -> Iterator[Floats]:
        raise AssertionError

    monkeypatch.setattr(Trainer, "validated", validated)
    room = skewed(n, n_positives, n_rules=None)
    chosen = choose(room)
    #   three sets for each number: rules found by covering are of one partition
    assert chosen.configuration == Configuration(
        SQUARED, 0.1, 5, (3,), monotone=True, covering=True
    )
    assert (chosen.n_rules, chosen.scale) == (60, Scale.usual(SQUARED))
    assert (chosen.held_out, chosen.curve) == (None, ())


def test_from_five_of_a_class_on_there_is_validation() -> None:
    for n_positives in (5, 15):
        assert choose(skewed(20, n_positives)).held_out is not None


@pytest.mark.parametrize(
    ("n", "n_positives", "balance", "tried"),
    [
        (60, 19, "auto", True),
        (60, 41, "auto", True),  # the rarer class may be that of the negatives
        (60, 20, "auto", False),  # a third
        (49, 10, "auto", False),
        (60, 19, "on", False),
        (60, 19, "off", False),
    ],
)
def test_rare_classes_are_tried_as_rare_as_they_are(
    monkeypatch: pytest.MonkeyPatch, n: int, n_positives: int, balance: str, *, tried: bool
) -> None:
    asked: list[dict[str, bool]] = []

    def challenged(
        winner: race._Candidate, room: Trainer, is_better: object, **changes: bool
    ) -> race._Candidate:
        del room, is_better
        asked.append(changes)
        return winner

    monkeypatch.setattr(race, "_better_of", challenged)
    room = skewed(n, n_positives, balance=balance)
    winner = entrant(NARROW, [0.2, 0.1], room.problem)
    assert race._try_without_balance(winner, room) is winner
    assert asked == [{"balance": False}] * tried


@pytest.mark.parametrize(("balance", "balanced"), [("auto", True), ("on", True), ("off", False)])
def test_all_that_race_balance_classes_unless_told_not_to(balance: str, *, balanced: bool) -> None:
    for n in (48, 100):
        parameters = GradientConcepts(balance=balance)  # type: ignore[arg-type]
        assert {one.balance for one in configurations(problem(n), parameters)} == {balanced}


def challenged_by(rival: race._Candidate) -> Callable[..., race._Candidate]:
    """Let a rival be taken if it is better."""

    def challenged(
        winner: race._Candidate,
        room: Trainer,
        is_better: Callable[[race._Candidate], bool],
        **changes: bool,
    ) -> race._Candidate:
        del room
        assert replace(winner.configuration, **changes) == rival.configuration  # type: ignore[arg-type]
        return rival if is_better(rival) else winner

    return challenged


def alternating(mean: float) -> Floats:
    """100 numbers, half of them 1 below their mean and half of them 1 above.

    Their standard deviation is √(100/99) = 1.00504, so that of the mean is 0.100504.
    """
    return np.tile([mean - 1, mean + 1], 50)


@pytest.mark.parametrize(("mean", "taken"), [(0.2005, False), (0.2015, True), (-0.2015, False)])
def test_classes_stay_unequal_if_that_is_better_by_two_standard_errors(
    monkeypatch: pytest.MonkeyPatch, mean: float, *, taken: bool
) -> None:
    room = skewed(100, 30)
    winner = entrant(NARROW, [0.2, 0.1], room.problem)
    rival = entrant(replace(NARROW, balance=False), [0.2, 0.1], room.problem)

    def errors(self: race._Candidate, room: Trainer, times: int) -> Floats:
        del room
        assert times == 1
        return alternating(mean) if self is winner else np.zeros(100)

    monkeypatch.setattr(race, "_better_of", challenged_by(rival))
    monkeypatch.setattr(race._Candidate, "probability_errors", errors)
    assert race._try_without_balance(winner, room) is (rival if taken else winner)


@pytest.mark.parametrize(("mean", "taken"), [(0.1002, True), (0.101, False), (-0.5, True)])
def test_rules_all_argue_for_the_target_if_that_is_worse_by_less_than_a_standard_error(
    monkeypatch: pytest.MonkeyPatch, mean: float, *, taken: bool
) -> None:
    room = workshop()
    winner = entrant(NARROW, [0.2, 0.1], room.problem)
    rival = entrant(replace(NARROW, monotone=True), [0.2, 0.1], room.problem)

    def errors(self: race._Candidate, room: Trainer, times: int) -> Floats:
        del room
        assert times == 1
        return np.zeros(100) if self is winner else alternating(mean)

    monkeypatch.setattr(race, "_better_of", challenged_by(rival))
    monkeypatch.setattr(race._Candidate, "example_errors", errors)
    assert race._try_monotone(winner, room) is (rival if taken else winner)


def test_a_winner_whose_rules_all_argue_for_the_target_has_no_rival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def challenged(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(race, "_better_of", challenged)
    room = workshop()
    winner = entrant(replace(NARROW, monotone=True), [0.2, 0.1], room.problem)
    assert race._try_monotone(winner, room) is winner


@pytest.mark.parametrize(("good_enough", "seeds"), [(True, [7, 9, 4]), (False, [7, 9])])
def test_a_challenger_differs_in_one_respect_and_runs_on_the_divisions_of_the_winner(
    monkeypatch: pytest.MonkeyPatch, *, good_enough: bool, seeds: list[int]
) -> None:
    asked: list[tuple[Configuration, int]] = []

    def told(
        self: Trainer, configuration: Configuration, seed: int, *_: object
    ) -> Iterator[Floats]:
        asked.append((configuration, seed))
        yield from scores_with([0.2, 0.1], self.problem)

    monkeypatch.setattr(Trainer, "validated", told)
    room = workshop()
    runs = [scores_with([0.2, 0.1], room.problem)] * 3
    winner = race._Candidate(WIDE, runs, [7, 9, 4], 1)
    for changes in ({"monotone": True}, {"balance": False}):
        asked.clear()
        found = race._better_of(winner, room, lambda _: good_enough, **changes)
        other = replace(WIDE, **changes)  # type: ignore[arg-type]
        #   after two divisions one that is not good enough is given up
        assert race._REPEATS_BEFORE_REJECTING == 2
        assert asked == [(other, seed) for seed in seeds]
        assert found.configuration == (other if good_enough else WIDE)
    room.context.budget.stop()
    assert race._better_of(winner, room, lambda _: True, monotone=True) is winner


def test_what_an_example_adds_to_the_error_by_hand() -> None:
    #   ten positives of fifty: each counts 1/20 and each negative 1/80, times 50
    room = skewed(50, 10)
    good, bad = (np.where(room.problem.labels > 0, score, 0.5) for score in (0.6, 0.2))
    nothing = np.full(50, 0.9)
    runs = [np.array([nothing, good]), np.array([nothing, bad])]
    tried = race._Candidate(NARROW, runs, [0, 1], 1)
    assert tried.best(room)[1] == 1
    #   of a positive (0.4² + 0.8²)/2 · 50/20, of a negative ¼ · 50/80
    found = tried.example_errors(room, 2)
    assert found == pytest.approx(np.repeat([0.4 * 2.5, 0.25 * 0.625], [10, 40]))
    #   the mean is the validated error
    assert found.mean() == pytest.approx(tried.errors(room)[1])
    plain = race._Candidate(replace(NARROW, balance=False), runs, [0, 1], 1)
    assert plain.example_errors(room, 2) == pytest.approx(np.repeat([0.4, 0.25], [10, 40]))


def test_errors_of_probabilities_by_hand() -> None:
    #   score 1 for 8 of 10 positives and 4 of 40 negatives, else 0; targets 11/12 and 1/42
    room = skewed(50, 10)
    row = np.zeros(50)
    row[[*range(8), *range(10, 14)]] = 1.0
    tried = race._Candidate(NARROW, [np.array([row])], [0], 0)
    high = (8 * 11 / 12 + 4 / 42) / 12
    low = (2 * 11 / 12 + 36 / 42) / 38
    squares = [(1 - high) ** 2, (1 - low) ** 2, high**2, low**2]
    assert tried.probability_errors(room, 1) == pytest.approx(np.repeat(squares, [8, 2, 4, 36]))
    #   where the first of all stands for 51, the mean weight is 2: one counts 51/2, the others ½
    counts = np.where(np.arange(50) == 0, 51.0, 1.0)
    heavy = Trainer(replace(room.problem, weights=counts), GradientConcepts())
    #   58 of 60 positives have score 1: targets 61/62 and 1/42
    high = (58 * 61 / 62 + 4 / 42) / 62
    low = (2 * 61 / 62 + 36 / 42) / 38
    squares = [51 * (1 - high) ** 2, *((1 - high) ** 2, (1 - low) ** 2, high**2, low**2)]
    expected = np.repeat(squares, [1, 7, 2, 4, 36]) / 2
    assert tried.probability_errors(heavy, 1) == pytest.approx(expected)


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
    learner.learn(examples, RunContext(on_event, Budget(learner.time_limit)))
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
    GradientConcepts(random_state=7, n_rules=1, loss="squared").learn(problem(40), RunContext())
    assert seen == [(20_000, 7)]


# Threads


def numbers(n: int) -> LearningProblem:
    """Numbers that tell most of the positives apart."""
    rng = np.random.default_rng(0)
    names = [f"a{number:04d}" for number in range(n)]
    columns = rng.normal(size=(3, n))
    kb = KnowledgeBase.from_facts(
        names,
        numbers={
            f"x{number}": list(zip(names, column.tolist(), strict=True))
            for number, column in enumerate(columns)
        },
    )
    positive = np.minimum(columns[0], columns[1]) + 0.2 * rng.normal(size=n) > 0
    return LearningProblem(kb, "Good", np.arange(n, dtype=np.int32), positive)


def test_threads_change_nothing_of_the_choice() -> None:
    examples = numbers(1200)
    one, two = (
        choose(Trainer(examples, GradientConcepts(n_rules=3, n_jobs=jobs))) for jobs in (1, 2)
    )
    assert (one.configuration, one.n_rules, one.scale) == (
        two.configuration,
        two.n_rules,
        two.scale,
    )
    assert one.curve == two.curve
    assert one.held_out is not None
    assert two.held_out is not None
    for some, others in zip(one.held_out.runs, two.held_out.runs, strict=True):
        assert some.tolist() == others.tolist()


@pytest.mark.parametrize("jobs", [1, 2])
def test_without_time_one_way_to_learn_is_validated(jobs: int) -> None:
    budget = Budget()
    budget.stop()
    parameters = GradientConcepts(n_rules=2, n_jobs=jobs)
    room = Trainer(numbers(1200), parameters, RunContext(budget=budget))
    (first, *_) = configurations(room.problem, parameters)
    assert choose(room).configuration == first
