"""Selection of how to learn, by inner validation: loss, ridge, conjuncts, granularity, rules.

The ways to learn race: each is validated on one division into inner folds, the better ones on a
second, and so on, so that most of the work goes into telling the best ones apart. At the end the
simpler of those that cannot be told apart is taken (mathematics §10).
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from owlboost.data.example_labels import dealt_alike
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient.losses import LOSSES, SQUARED, Loss
from owlboost.learners.gradient.scale import (
    HeldOut,
    Scale,
    chosen_scale,
    optimised,
    scale_of_grades,
)
from owlboost.learners.gradient.trainer import FOLDS, Configuration, Trainer
from owlboost.learners.run import Validating
from owlboost.models.calibration import fit_platt
from owlboost.runtime.array_types import Floats, Ids, Weights

MIXED = (3, 5, 7)
"""Granularities that are tried side by side."""

MOST_VALIDATED = 20_000
"""Choices are validated on at most about this many examples."""

_FEW = 50
"""Below this number of examples validation is too noisy to choose much: only the width of concepts,
whether they cover or grow, and the number of rules are chosen, and there is always a rule."""

_VERY_FEW = 30
"""Below this number of examples degrees rise as usual."""

_MANY = 500
"""From this number of examples on, one division tells enough and the ridge matters little."""

_SKEWED = 1 / 3
"""If the rarer class has a smaller share than this, it is tried to leave it as rare as it is."""

_HEATS = (1.0, 0.5, 0.25, 0.25, 0.25)
"""Shares of the ways to learn that take part in each division of fewer than many examples."""

_SHORT = 10
"""Up to this number of rules models are meant to be short."""

_CHALLENGES = 2
"""After so many divisions a simpler way to learn must be as good as the winner to go on."""

_PATIENCE = (3, 6)
"""After so many rules in turn that lower no error, validation ends; of short and longer models."""

_PRICE_OF_A_RULE = (0.0003, 0.0001)
"""By how much a further rule must lower the validated error; of short and longer models."""

_PRICE_OF_WIDTH = 0.05
"""By what share concepts of several conditions must lower it."""

_NO_ERROR = 0.003
"""A validated error below this is as good as none."""

_USUAL_ERROR = 0.25
"""The error of knowing nothing of two classes of equal weight: prices are in its measure."""

_COVERING_RIDGE = 0.1
"""What keeps the weights of rules small that were found by covering."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """How to learn, and what validation has shown of it.

    Attributes
    ----------
    configuration
        The way to learn.
    n_rules
        How many rules to take.
    scale
        How scores become degrees.
    held_out
        Held-out scores of models with so many rules; None if nothing was validated.
    curve
        Numbers of rules with the validated error of so many, their sets as they were placed.
    tuned
        Whether fuzzy sets then move to where they fit better.
    """

    configuration: Configuration
    n_rules: int
    scale: Scale
    held_out: HeldOut | None = None
    curve: tuple[tuple[int, float], ...] = ()
    tuned: bool = False


def configurations(problem: LearningProblem, parameters: GradientConcepts) -> list[Configuration]:
    """All ways to learn that the parameters leave open."""
    losses = tuple(LOSSES.values())
    granularities = [(3,), MIXED] if problem.kb.numbers else [(3,)]
    few = len(problem) < _FEW
    if few:
        losses, granularities = losses[:1], granularities[:1]
    if problem.is_graded:
        losses = (SQUARED,)  # its scores are degrees already
    if parameters.loss != "auto":
        losses = (LOSSES[parameters.loss],)
    if parameters.n_sets is not None:
        granularities = [(parameters.n_sets,)]
    usual = {"monotone": parameters.monotone, "balance": parameters.balance != "off"}
    grown = [
        Configuration(loss, ridge, width, sets, **usual)
        for sets in granularities
        for loss in losses
        for ridge in _ridges(loss, problem, parameters)
        for width in sorted({1, parameters.max_conjuncts})
    ]
    if problem.is_graded:  # whom a rule covers says too little of degrees
        return grown
    return [*grown, *(_covering(sets, parameters) for sets in granularities if few)]


def _covering(sets: tuple[int, ...], parameters: GradientConcepts) -> Configuration:
    """Return the way to learn from few examples: by covering."""
    ridge = _COVERING_RIDGE if parameters.ridge is None else parameters.ridge
    loss = LOSSES.get(parameters.loss, SQUARED)
    balance = parameters.balance != "off"
    return Configuration(loss, ridge, parameters.max_conjuncts, sets, True, balance, covering=True)


def _ridges(
    loss: Loss, problem: LearningProblem, parameters: GradientConcepts
) -> tuple[float, ...]:
    if parameters.ridge is not None:
        return (parameters.ridge,)
    return loss.ridges if _FEW <= len(problem) < _MANY else loss.ridges[:1]


def _of_length(pair: tuple[float, float], parameters: GradientConcepts) -> float:
    """Choose between what holds for short models and what holds for longer ones."""
    return pair[parameters.most_rules > _SHORT]


@dataclass(slots=True, eq=False)
class _Entrant:
    """A configuration in the race, with its validated scores of every division so far.

    Attributes
    ----------
    configuration
        The way to learn.
    runs
        For each division the held-out scores without rules but those given, with one more, and so
        on.
    seeds
        What each division was made with.
    longest
        How many rules were validated at most, beside those given.
    run_errors
        For each division the errors of these scores, as far as they were asked for.
    """

    configuration: Configuration
    runs: list[Floats] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    longest: int = 0
    run_errors: list[list[float]] = field(default_factory=list)

    def validate(self, workshop: Trainer, seed: int) -> None:
        """Validate on one more division, rule by rule until no further one helps."""
        rows: list[Floats] = []
        errors: list[float] = []
        patience = _of_length(_PATIENCE, workshop.parameters)
        for row in workshop.validated(self.configuration, seed):
            rows.append(row)
            errors.append(self._error(row, workshop))
            if len(errors) - 1 - int(np.argmin(errors)) >= patience:
                break
        self.longest = max(self.longest, len(rows) - 1)
        missing = workshop.most_rules - workshop.n_given + 1 - len(rows)
        self.runs.append(np.array(rows + [rows[-1]] * missing))
        self.run_errors.append(errors + [errors[-1]] * missing)
        self.seeds.append(seed)

    def _error(self, scores: Floats, workshop: Trainer) -> float:
        """Squared error of degrees; of all measures tried it varies least between folds."""
        errors = self.configuration.loss.squared_errors(scores, workshop.problem.labels)
        return float((errors * self._shares(workshop)).sum())

    def _shares(self, workshop: Trainer) -> Weights:
        """Return what each example counts in validation, 1 in all."""
        return workshop.shares(balance=self.configuration.balance)

    def errors(self, workshop: Trainer) -> Floats:
        """Return the validated error without rules but those given, with one more, and so on."""
        for run in self.runs[len(self.run_errors) :]:
            self.run_errors.append([self._error(row, workshop) for row in run])
        return np.asarray(np.mean(self.run_errors, axis=0))

    def best(self, workshop: Trainer) -> tuple[float, int]:
        """Return what it is worth by its error, and with how many rules beside those given."""
        errors = self.errors(workshop)
        width = 1 + _PRICE_OF_WIDTH * (self.configuration.max_conjuncts > 1)
        unit = _unit_of_error(workshop.problem)
        prices = unit * _of_length(_PRICE_OF_A_RULE, workshop.parameters) * np.arange(errors.size)
        worths = np.round(-np.maximum(errors, unit * _NO_ERROR) * width - prices, 9)
        if len(workshop.problem) < _FEW and not workshop.n_given:
            worths[0] = -np.inf
        n_rules = int(np.argmax(worths))  # of equals the first, with the fewest rules
        return float(worths[n_rules]), n_rules

    def rank(self, workshop: Trainer) -> tuple[float, ...]:
        """Higher is better; between equals, simpler."""
        worth, n_rules = self.best(workshop)
        chosen = self.configuration
        return worth, -n_rules, -chosen.max_conjuncts, -len(chosen.granularities)

    def example_errors(self, workshop: Trainer, times: int) -> Floats:
        """Return what each example adds to the error of the first divisions, times their number."""
        _, n_rules = self.best(workshop)
        return self._example_errors([run[n_rules] for run in self.runs[:times]], workshop)

    def _example_errors(self, scores: Sequence[Floats], workshop: Trainer) -> Floats:
        """Return what each example adds to the error of held-out scores, times their number."""
        loss, labels = self.configuration.loss, workshop.problem.labels
        errors = np.mean([loss.squared_errors(one, labels) for one in scores], axis=0)
        return np.asarray(errors * self._shares(workshop) * labels.size)

    def probability_errors(self, workshop: Trainer, times: int) -> Floats:
        """Squared errors of calibrated probabilities at each example, on the first divisions."""
        _, n_rules = self.best(workshop)
        problem = workshop.problem
        errors = []
        for run in self.runs[:times]:
            curve = fit_platt(run[n_rules], problem.positive, problem.counts)
            errors.append((curve.probability(run[n_rules]) - problem.labels) ** 2)
        return np.asarray(np.mean(errors, axis=0) * problem.counts / problem.counts.mean())

    def choice(self, workshop: Trainer) -> Choice:
        """Take as many rules as pay, and choose how their scores become degrees."""
        problem, parameters = workshop.problem, workshop.parameters
        n_rules = self._fewest(workshop)
        placed = tuple(run[n_rules] for run in self.runs)
        tuned = self._with_tuned_sets(placed, n_rules, workshop)
        held_out = HeldOut(
            tuned or placed,
            tuple(_folds(problem, seed) for seed in self.seeds),
            problem.positive,
            problem.counts,
        )
        scale = Scale.usual(self.configuration.loss)
        if problem.is_graded:
            scale = scale_of_grades(held_out, problem.labels, self.configuration.loss)
        elif len(problem) >= _VERY_FEW:
            worth = optimised(parameters.optimise, parameters.miss_cost)
            loss, numeric = self.configuration.loss, bool(problem.kb.numbers)
            scale = chosen_scale(held_out, loss, worth, numeric=numeric)
        errors = self.errors(workshop)[: self.longest + 1]
        curve = tuple((at, float(error)) for at, error in enumerate(errors, workshop.n_given))
        n_rules += workshop.n_given
        return Choice(self.configuration, n_rules, scale, held_out, curve, tuned is not None)

    def _fewest(self, workshop: Trainer) -> int:
        """Return the least number of rules that validation cannot tell from the best one.

        Those given are not counted.
        """
        _, most = self.best(workshop)
        best = self._example_errors([run[most] for run in self.runs], workshop)
        for n_rules in range(0 if workshop.n_given else 1, most):
            more = self._example_errors([run[n_rules] for run in self.runs], workshop) - best
            if float(more.mean()) <= _standard_error(more):
                return n_rules
        return most

    def _with_tuned_sets(
        self, placed: tuple[Floats, ...], n_rules: int, workshop: Trainer
    ) -> tuple[Floats, ...] | None:
        """Validate models with tuned sets, and return their scores if they are better.

        They must be so by more than one standard error: sets as they were placed read better.
        """
        problem, watch = workshop.problem, workshop.watch
        wanted = workshop.parameters.fit_sets == "auto" and bool(problem.kb.numbers)
        if not wanted or len(problem) < _MANY or not n_rules or watch.budget.spent:
            return None
        tuned = tuple(
            workshop.validated_with_tuned_sets(self.configuration, workshop.n_given + n_rules, seed)
            for seed in self.seeds
        )
        less = self._example_errors(placed, workshop) - self._example_errors(tuned, workshop)
        return tuned if float(less.mean()) > _standard_error(less) else None


def _folds(problem: LearningProblem, seed: int) -> Ids:
    return dealt_alike(problem.labels, FOLDS, seed, graded=problem.is_graded)


def _unit_of_error(problem: LearningProblem) -> float:
    """Return what errors are measured in: 1 for classes, for graded labels what they vary."""
    if not problem.is_graded:
        return 1.0
    counts = problem.counts / problem.counts.sum()
    mean = float((counts * problem.labels).sum())
    return float((counts * (problem.labels - mean) ** 2).sum()) / _USUAL_ERROR


def choose(workshop: Trainer) -> Choice:
    """Let all ways to learn race, and take the one with the least validated error.

    A spent budget ends the race early.
    """
    open_choices = configurations(workshop.problem, workshop.parameters)
    if workshop.rarer < FOLDS:
        return _unvalidated(open_choices, workshop)
    workshop.sets.place(number for one in open_choices for number in one.granularities)
    entrants = [_Entrant(configuration) for configuration in open_choices]
    heats = _HEATS if len(workshop.problem) < _MANY else _HEATS[:1]
    sizes = [min(len(entrants), max(2, round(share * len(entrants)))) for share in heats]
    for configuration in open_choices:
        workshop.space(configuration.granularities)  # before threads ask for it
    done, total = 0, sum(sizes)
    for repeat, size in enumerate(sizes):
        entrants = _ranked(entrants, workshop)[:size] if repeat else entrants
        _run_heat(entrants, workshop, repeat, done, total)
        done += size
    winner = _ranked(entrants, workshop)[0]
    return _simplest(_weighed(winner, workshop), workshop).choice(workshop)


def _run_heat(
    entrants: Sequence[_Entrant], workshop: Trainer, repeat: int, done: int, total: int
) -> None:
    """Validate entrants on one more division, until the budget is spent; one is always validated.

    On threads, all are told of at once.
    """
    budget, seed = workshop.watch.budget, workshop.parameters.random_state + repeat

    def ready() -> Iterator[tuple[int, _Entrant]]:
        for number, entrant in enumerate(entrants, done):
            if budget.spent and number:
                return
            workshop.watch.tell(Validating(number, total))
            yield number, entrant

    def validate(numbered: tuple[int, _Entrant]) -> None:
        number, entrant = numbered
        is_late = workshop.each is not map and budget.spent  # since it was told of
        if not is_late or not number:
            entrant.validate(workshop, seed)

    deque(workshop.each(validate, ready()), maxlen=0)


def _weighed(winner: _Entrant, workshop: Trainer) -> _Entrant:
    """Leave the classes as unequal as they are, if that is better by two standard errors.

    Probabilities are compared, since they mean the same with balanced classes and without.
    """
    problem = workshop.problem
    skewed = not problem.is_graded and workshop.rarer < _SKEWED * len(problem)
    if workshop.parameters.balance != "auto" or not skewed or len(problem) < _FEW:
        return winner

    def is_better(rival: _Entrant) -> bool:
        times = len(rival.runs)

        def errors(entrant: _Entrant) -> Floats:
            return entrant.probability_errors(workshop, times)

        before, after = workshop.each(errors, (winner, rival))
        less = before - after
        return float(less.mean()) > 2 * _standard_error(less)

    return _challenged(winner, workshop, is_better, balance=False)


def _simplest(winner: _Entrant, workshop: Trainer) -> _Entrant:
    """Prefer rules that all argue for the target, if validation cannot tell them from the best."""
    if winner.configuration.monotone:
        return winner

    def is_as_good(rival: _Entrant) -> bool:
        times = len(rival.runs)
        more = rival.example_errors(workshop, times) - winner.example_errors(workshop, times)
        return float(more.mean()) <= _standard_error(more)

    return _challenged(winner, workshop, is_as_good, monotone=True)


def _challenged(
    winner: _Entrant,
    workshop: Trainer,
    is_better: Callable[[_Entrant], bool],
    **changes: bool,
) -> _Entrant:
    """Validate another way to learn on the divisions of the winner; take it if it is better.

    The first divisions show whether it is worth going on; without time left, the winner stays.
    """
    rival = _Entrant(replace(winner.configuration, **changes))  # type: ignore[arg-type]
    for number, seed in enumerate(winner.seeds):
        if workshop.watch.budget.spent or (number == _CHALLENGES and not is_better(rival)):
            return winner
        rival.validate(workshop, seed)
    return rival if is_better(rival) else winner


def _standard_error(values: Floats) -> float:
    return float(values.std(ddof=1)) / float(np.sqrt(values.size))


def _ranked(entrants: Sequence[_Entrant], workshop: Trainer) -> list[_Entrant]:
    """Those that were validated at all, best first."""
    started = [entrant for entrant in entrants if entrant.runs]
    return sorted(started, key=lambda entrant: entrant.rank(workshop), reverse=True)


def _unvalidated(open_choices: Sequence[Configuration], workshop: Trainer) -> Choice:
    """Cover the positives: with so few examples nothing can be validated."""
    configuration = open_choices[-1]
    if workshop.problem.is_graded:
        scale = Scale.of_labels(configuration.loss)
        return Choice(configuration, workshop.most_rules, scale)
    if not configuration.covering:  # many examples, but hardly any of one class
        configuration = _covering(open_choices[0].granularities, workshop.parameters)
    scale = Scale.usual(configuration.loss)
    return Choice(configuration, workshop.parameters.most_rules, scale)
