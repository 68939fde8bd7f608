"""Choose the configuration by racing candidates on repeated inner folds.

Every candidate is validated on a first split into inner folds, the better ones on a second, and so
on, so that most of the work goes into separating the best. Of those that validation cannot
separate, the simplest is taken (mathematics §10).
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
    HeldOutScores,
    Scale,
    chosen_scale,
    optimised,
    scale_of_grades,
)
from owlboost.learners.gradient.trainer import FOLDS, Configuration, Trainer
from owlboost.learners.run import Validating
from owlboost.models.calibration import fit_platt
from owlboost.runtime.array_types import Floats, Ids, Weights

MULTIPLE_GRANULARITIES = (3, 5, 7)
"""Numbers of sets per property that are used together."""

MAX_VALIDATION_EXAMPLES = 20_000
"""Approximate maximum number of examples to validate on."""

_FEW = 50
"""Below this number of examples, validation is too noisy to choose more than the width of concepts,
covering or growth, and the number of rules; there is always a rule."""

_VERY_FEW = 30
"""Below this number of examples the scale is not fitted."""

_MANY = 500
"""From this number of examples on, one repeat is enough and the ridge matters little."""

_SKEWED = 1 / 3
"""If the rarer class has a smaller share, unbalanced learning is tried."""

_SURVIVORS = (1.0, 0.5, 0.25, 0.25, 0.25)
"""Fraction of the candidates validated in each repeat, below ``_MANY`` examples."""

_SHORT = 10
"""Maximum number of rules of a short model."""

_REPEATS_BEFORE_REJECTING = 2
"""Number of repeats after which a rival must be good enough to go on."""

_PATIENCE = (3, 6)
"""Stop after this many rules without improvement; for short and longer models."""

_RULE_PENALTY = (0.0003, 0.0001)
"""Minimum fall of the validated error per rule; for short and longer models."""

_WIDTH_PENALTY = 0.05
"""Share of the error that concepts of several conditions must save."""

_NO_ERROR = 0.003
"""Validated errors below this count as none."""

_USUAL_ERROR = 0.25
"""Squared error of always predicting ½: the unit of penalties."""

_COVERING_RIDGE = 0.1
"""Ridge for the weights of rules learned by covering."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The chosen configuration and its validation.

    Attributes
    ----------
    held_out
        Held-out scores of models with ``n_rules`` rules; None if nothing was validated.
    curve
        Validated errors by number of rules, without tuning of fuzzy sets.
    tuned
        Whether fuzzy sets are tuned.
    """

    configuration: Configuration
    n_rules: int
    scale: Scale
    held_out: HeldOutScores | None = None
    curve: tuple[tuple[int, float], ...] = ()
    tuned: bool = False


def configurations(problem: LearningProblem, parameters: GradientConcepts) -> list[Configuration]:
    """List the configurations that the parameters leave open."""
    losses = tuple(LOSSES.values())
    granularities = [(3,), MULTIPLE_GRANULARITIES] if problem.kb.numbers else [(3,)]
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
    if problem.is_graded:  # which examples a rule covers says too little about degrees
        return grown
    return [*grown, *(_covering(sets, parameters) for sets in granularities if few)]


def _covering(sets: tuple[int, ...], parameters: GradientConcepts) -> Configuration:
    """Return the configuration that learns by covering, for few examples."""
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
    """Return the first of a pair for short models, else the second."""
    return pair[parameters.most_rules > _SHORT]


@dataclass(slots=True, eq=False)
class _Candidate:
    """A configuration in the race, with its validated scores.

    Attributes
    ----------
    runs
        Held-out scores by repeat and by number of rules beyond those given, from 0 on.
    longest
        Largest number of rules validated, beyond those given.
    run_errors
        Errors of these scores, as far as they were computed.
    """

    configuration: Configuration
    runs: list[Floats] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    longest: int = 0
    run_errors: list[list[float]] = field(default_factory=list)

    def validate(self, trainer: Trainer, seed: int) -> None:
        """Validate on one more repeat, until no further rule helps."""
        rows: list[Floats] = []
        errors: list[float] = []
        patience = _of_length(_PATIENCE, trainer.parameters)
        for row in trainer.validated(self.configuration, seed):
            rows.append(row)
            errors.append(self._error(row, trainer))
            if len(errors) - 1 - int(np.argmin(errors)) >= patience:
                break
        self.longest = max(self.longest, len(rows) - 1)
        missing = trainer.most_rules - trainer.n_given + 1 - len(rows)
        self.runs.append(np.array(rows + [rows[-1]] * missing))
        self.run_errors.append(errors + [errors[-1]] * missing)
        self.seeds.append(seed)

    def _error(self, scores: Floats, trainer: Trainer) -> float:
        """Squared error of degrees, the metric that varies least over folds."""
        errors = self.configuration.loss.squared_errors(scores, trainer.problem.labels)
        return float((errors * self._shares(trainer)).sum())

    def _shares(self, trainer: Trainer) -> Weights:
        """Weigh the examples for validation; the weights sum to 1."""
        return trainer.shares(balance=self.configuration.balance)

    def errors(self, trainer: Trainer) -> Floats:
        """Return validated errors by number of rules beyond those given."""
        for run in self.runs[len(self.run_errors) :]:
            self.run_errors.append([self._error(row, trainer) for row in run])
        return np.asarray(np.mean(self.run_errors, axis=0))

    def best(self, trainer: Trainer) -> tuple[float, int]:
        """Return the best score and its number of rules beyond those given."""
        errors = self.errors(trainer)
        width = 1 + _WIDTH_PENALTY * (self.configuration.max_conjuncts > 1)
        unit = _unit_of_error(trainer.problem)
        penalties = unit * _of_length(_RULE_PENALTY, trainer.parameters) * np.arange(errors.size)
        scores = np.round(-np.maximum(errors, unit * _NO_ERROR) * width - penalties, 9)
        if len(trainer.problem) < _FEW and not trainer.n_given:
            scores[0] = -np.inf
        n_rules = int(np.argmax(scores))  # the first maximum has the fewest rules
        return float(scores[n_rules]), n_rules

    def rank(self, trainer: Trainer) -> tuple[float, ...]:
        """Higher is better; between equals, simpler."""
        score, n_rules = self.best(trainer)
        chosen = self.configuration
        return score, -n_rules, -chosen.max_conjuncts, -len(chosen.granularities)

    def example_errors(self, trainer: Trainer, n_repeats: int) -> Floats:
        """Return each example's error on the first repeats, scaled by the number of examples."""
        _, n_rules = self.best(trainer)
        return self._example_errors([run[n_rules] for run in self.runs[:n_repeats]], trainer)

    def _example_errors(self, scores: Sequence[Floats], trainer: Trainer) -> Floats:
        """Return each example's mean error, scaled by the number of examples."""
        loss, labels = self.configuration.loss, trainer.problem.labels
        errors = np.mean([loss.squared_errors(run, labels) for run in scores], axis=0)
        return np.asarray(errors * self._shares(trainer) * labels.size)

    def probability_errors(self, trainer: Trainer, n_repeats: int) -> Floats:
        """Return squared errors of calibrated probabilities on the first repeats."""
        _, n_rules = self.best(trainer)
        problem = trainer.problem
        errors = []
        for run in self.runs[:n_repeats]:
            curve = fit_platt(run[n_rules], problem.positive, problem.counts)
            errors.append((curve.probability(run[n_rules]) - problem.labels) ** 2)
        return np.asarray(np.mean(errors, axis=0) * problem.counts / problem.counts.mean())

    def choice(self, trainer: Trainer) -> Choice:
        """Choose the number of rules, whether to tune sets, and the scale."""
        problem, parameters = trainer.problem, trainer.parameters
        n_rules = self._fewest(trainer)
        placed_scores = tuple(run[n_rules] for run in self.runs)
        tuned_scores = self._with_tuned_sets(placed_scores, n_rules, trainer)
        held_out = HeldOutScores(
            tuned_scores or placed_scores,
            tuple(_folds(problem, seed) for seed in self.seeds),
            problem.positive,
            problem.counts,
        )
        scale = Scale.usual(self.configuration.loss)
        if problem.is_graded:
            scale = scale_of_grades(held_out, problem.labels, self.configuration.loss)
        elif len(problem) >= _VERY_FEW:
            metric = optimised(parameters.optimise, parameters.miss_cost)
            loss, numeric = self.configuration.loss, bool(problem.kb.numbers)
            scale = chosen_scale(held_out, loss, metric, numeric=numeric)
        errors = self.errors(trainer)[: self.longest + 1]
        curve = tuple((at, float(error)) for at, error in enumerate(errors, trainer.n_given))
        n_rules += trainer.n_given
        return Choice(self.configuration, n_rules, scale, held_out, curve, tuned_scores is not None)

    def _fewest(self, trainer: Trainer) -> int:
        """Return the fewest rules within one standard error of the best number.

        Given rules are not counted.
        """
        _, most = self.best(trainer)
        best = self._example_errors([run[most] for run in self.runs], trainer)
        for n_rules in range(0 if trainer.n_given else 1, most):
            more = self._example_errors([run[n_rules] for run in self.runs], trainer) - best
            if float(more.mean()) <= _standard_error(more):
                return n_rules
        return most

    def _with_tuned_sets(
        self, placed_scores: tuple[Floats, ...], n_rules: int, trainer: Trainer
    ) -> tuple[Floats, ...] | None:
        """Return validated scores of models with tuned sets, if better.

        They must be better by more than one standard error, since untuned sets are easier to read.
        """
        problem, context = trainer.problem, trainer.context
        wanted = trainer.parameters.fit_sets == "auto" and bool(problem.kb.numbers)
        if not wanted or len(problem) < _MANY or not n_rules or context.budget.spent:
            return None
        tuned_scores = tuple(
            trainer.validated_with_tuned_sets(self.configuration, trainer.n_given + n_rules, seed)
            for seed in self.seeds
        )
        less = self._example_errors(placed_scores, trainer) - self._example_errors(
            tuned_scores, trainer
        )
        return tuned_scores if float(less.mean()) > _standard_error(less) else None


def _folds(problem: LearningProblem, seed: int) -> Ids:
    return dealt_alike(problem.labels, FOLDS, seed, graded=problem.is_graded)


def _unit_of_error(problem: LearningProblem) -> float:
    """Return the unit of errors: 1 for classes; for grades, from their variance."""
    if not problem.is_graded:
        return 1.0
    counts = problem.counts / problem.counts.sum()
    mean = float((counts * problem.labels).sum())
    return float((counts * (problem.labels - mean) ** 2).sum()) / _USUAL_ERROR


def choose(trainer: Trainer) -> Choice:
    """Race all configurations and return the winner.

    A spent budget ends the race early.
    """
    open_choices = configurations(trainer.problem, trainer.parameters)
    if trainer.rarer < FOLDS:
        return _unvalidated(open_choices, trainer)
    trainer.sets.place(
        number for configuration in open_choices for number in configuration.granularities
    )
    candidates = [_Candidate(configuration) for configuration in open_choices]
    shares = _SURVIVORS if len(trainer.problem) < _MANY else _SURVIVORS[:1]
    sizes = [min(len(candidates), max(2, round(share * len(candidates)))) for share in shares]
    for configuration in open_choices:
        trainer.space(configuration.granularities)  # before threads ask for it
    done, total = 0, sum(sizes)
    for repeat, size in enumerate(sizes):
        candidates = _ranked(candidates, trainer)[:size] if repeat else candidates
        _run_repeat(candidates, trainer, repeat, done, total)
        done += size
    winner = _ranked(candidates, trainer)[0]
    return _try_monotone(_try_without_balance(winner, trainer), trainer).choice(trainer)


def _run_repeat(
    candidates: Sequence[_Candidate], trainer: Trainer, repeat: int, done: int, total: int
) -> None:
    """Validate candidates on one more repeat, within the budget.

    The first is always validated. With threads, all are reported at once.
    """
    budget, seed = trainer.context.budget, trainer.parameters.random_state + repeat

    def ready() -> Iterator[tuple[int, _Candidate]]:
        for number, candidate in enumerate(candidates, done):
            if budget.spent and number:
                return
            trainer.context.emit(Validating(number, total))
            yield number, candidate

    def validate(numbered: tuple[int, _Candidate]) -> None:
        number, candidate = numbered
        is_late = trainer.each is not map and budget.spent  # since it was reported
        if not is_late or not number:
            candidate.validate(trainer, seed)

    deque(trainer.each(validate, ready()), maxlen=0)


def _try_without_balance(winner: _Candidate, trainer: Trainer) -> _Candidate:
    """Learn without class balance if that is better by two standard errors.

    Probabilities are compared, since balance does not change their meaning.
    """
    problem = trainer.problem
    skewed = not problem.is_graded and trainer.rarer < _SKEWED * len(problem)
    if trainer.parameters.balance != "auto" or not skewed or len(problem) < _FEW:
        return winner

    def is_better(rival: _Candidate) -> bool:
        n_repeats = len(rival.runs)

        def errors(candidate: _Candidate) -> Floats:
            return candidate.probability_errors(trainer, n_repeats)

        before, after = trainer.each(errors, (winner, rival))
        less = before - after
        return float(less.mean()) > 2 * _standard_error(less)

    return _better_of(winner, trainer, is_better, balance=False)


def _try_monotone(winner: _Candidate, trainer: Trainer) -> _Candidate:
    """Prefer rules that all count in favour of the target, if as good."""
    if winner.configuration.monotone:
        return winner

    def is_as_good(rival: _Candidate) -> bool:
        n_repeats = len(rival.runs)
        more = rival.example_errors(trainer, n_repeats) - winner.example_errors(trainer, n_repeats)
        return float(more.mean()) <= _standard_error(more)

    return _better_of(winner, trainer, is_as_good, monotone=True)


def _better_of(
    winner: _Candidate,
    trainer: Trainer,
    is_better: Callable[[_Candidate], bool],
    **changes: bool,
) -> _Candidate:
    """Validate a changed configuration on the winner's repeats; return the better.

    It is given up after the first repeats if not good enough by then, or if time runs out.
    """
    rival = _Candidate(replace(winner.configuration, **changes))  # type: ignore[arg-type]
    for number, seed in enumerate(winner.seeds):
        if trainer.context.budget.spent or (
            number == _REPEATS_BEFORE_REJECTING and not is_better(rival)
        ):
            return winner
        rival.validate(trainer, seed)
    return rival if is_better(rival) else winner


def _standard_error(values: Floats) -> float:
    return float(values.std(ddof=1)) / float(np.sqrt(values.size))


def _ranked(candidates: Sequence[_Candidate], trainer: Trainer) -> list[_Candidate]:
    """Return the validated candidates, best first."""
    started = [candidate for candidate in candidates if candidate.runs]
    return sorted(started, key=lambda candidate: candidate.rank(trainer), reverse=True)


def _unvalidated(open_choices: Sequence[Configuration], trainer: Trainer) -> Choice:
    """Cover the positives: with so few examples nothing can be validated."""
    configuration = open_choices[-1]
    if trainer.problem.is_graded:
        scale = Scale.of_labels(configuration.loss)
        return Choice(configuration, trainer.most_rules, scale)
    if not configuration.covering:  # many examples, but hardly any of one class
        configuration = _covering(open_choices[0].granularities, trainer.parameters)
    scale = Scale.usual(configuration.loss)
    return Choice(configuration, trainer.parameters.most_rules, scale)
