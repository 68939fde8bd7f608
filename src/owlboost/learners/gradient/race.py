"""Choosing how to learn by inner validation: loss, ridge, conjuncts, granularity, rules.

The ways to learn race: each is validated on one division into inner folds, the better ones on a
second, and so on, so that most of the work goes into telling the best ones apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlboost._typing import Degrees, Floats, Weights
from owlboost.learners.gradient.validation import (
    class_shares,
    fuzzy_crisp_accuracy,
    fuzzy_crisp_f1,
    squared_errors,
)
from owlboost.learners.gradient.weights import Loss
from owlboost.learners.gradient.workshop import FOLDS, Configuration, Workshop
from owlboost.learners.settings import Settings
from owlboost.model.examples import LearningProblem

MIXED = (3, 5, 7)
"""Granularities that are tried side by side."""

MOST_VALIDATED = 20_000
"""Choices are validated on at most about this many examples."""

_FEW = 50
"""Below this number of examples validation is too noisy to choose much: only the width of concepts
and the number of rules are chosen, and there is always a rule."""

_MANY = 500
"""From this number of examples on, one division tells enough and the ridge matters little."""

_HEATS = (1.0, 0.5, 0.25, 0.25, 0.25)
"""Shares of the ways to learn that take part in each division of fewer than many examples."""

_PATIENCE = 3
"""After so many rules in turn that lower no error, validation ends."""

_PRICE_OF_A_RULE = 0.0003
"""By how much a further rule must lower the validated error."""

_PRICE_OF_WIDTH = 0.05
"""By what share concepts of several conditions must lower it."""

_NO_ERROR = 0.003
"""A validated error below this is as good as none."""

_SAME = 1e-9

_SOFTNESS = 0.005
"""The least sharp degrees are taken that lose no larger share of the best figure."""

RIDGES: dict[Loss, tuple[float, ...]] = {"squared": (1.0,), "logistic": (0.3, 1.0)}
SHARPNESS: dict[Loss, tuple[float, ...]] = {
    "squared": (1.0, 2.0, 4.0, 10.0),
    "logistic": (0.5, 1.0, 2.0, 5.0),
}
USUAL_SHARPNESS: dict[Loss, float] = {"squared": 4.0, "logistic": 2.0}
"""What is taken where too few examples are at hand to choose."""

MIDDLE: dict[Loss, float] = {"squared": 0.5, "logistic": 0.0}
"""The score F that stands for a degree of ½."""

OnChoice = Callable[[int, int], None]
"""Told how many validations are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration, how many rules to take and how sharply to turn scores into degrees."""

    configuration: Configuration
    n_rules: int
    sharpness: float


def degrees_of(scores: Floats, loss: Loss, sharpness: float) -> Degrees:
    """``h = clip(½ + s·(F − middle), 0, 1)`` (mathematics §9).

    Examples
    --------
    >>> degrees_of(np.array([0.25, 0.75]), "squared", 1.0)
    array([0.25, 0.75])
    """
    return np.clip(0.5 + sharpness * (scores - MIDDLE[loss]), 0.0, 1.0)


def configurations(problem: LearningProblem, settings: Settings) -> list[Configuration]:
    """All ways to learn that the settings leave open."""
    losses: tuple[Loss, ...] = ("squared", "logistic")
    granularities = [(3,), MIXED] if problem.kb.numbers else [(3,)]
    if len(problem) < _FEW:
        losses, granularities = losses[:1], granularities[:1]
    if settings.loss != "auto":
        losses = (settings.loss,)
    if settings.n_sets is not None:
        granularities = [(settings.n_sets,)]
    return [
        Configuration(loss, ridge, width, sets)
        for sets in granularities
        for loss in losses
        for ridge in _ridges(loss, problem, settings)
        for width in sorted({1, settings.max_conjuncts})
    ]


def _ridges(loss: Loss, problem: LearningProblem, settings: Settings) -> tuple[float, ...]:
    if settings.ridge is not None:
        return (settings.ridge,)
    return RIDGES[loss] if _FEW <= len(problem) < _MANY else RIDGES[loss][:1]


def _shares(workshop: Workshop) -> Weights:
    """Return what each example counts in validation, 1 in all."""
    positive, counts = workshop.problem.positive, workshop.problem.counts
    return class_shares(positive, counts) if workshop.settings.balance else counts / counts.sum()


@dataclass(slots=True, eq=False)
class _Entrant:
    """A configuration in the race, with its validated scores of every division so far."""

    configuration: Configuration
    runs: list[Floats] = field(default_factory=list)

    def validate(self, workshop: Workshop, seed: int) -> None:
        """Validate on one more division, rule by rule until no further one helps."""
        rows: list[Floats] = []
        errors: list[float] = []
        for row in workshop.validated(self.configuration, seed):
            rows.append(row)
            errors.append(self._error(row, workshop))
            if len(errors) - 1 - int(np.argmin(errors)) >= _PATIENCE:
                break
        rows += [rows[-1]] * (workshop.most_rules + 1 - len(rows))
        self.runs.append(np.array(rows))

    def _error(self, scores: Floats, workshop: Workshop) -> float:
        """Squared error of degrees; of all measures tried it varies least between folds."""
        loss, positive = self.configuration.loss, workshop.problem.positive
        return float((squared_errors(scores, loss, positive) * _shares(workshop)).sum())

    def best(self, workshop: Workshop) -> tuple[float, int]:
        """Return what it is worth by its error, and with how many rules."""
        errors = np.mean([[self._error(row, workshop) for row in run] for run in self.runs], axis=0)
        width = 1 + _PRICE_OF_WIDTH * (self.configuration.max_conjuncts > 1)
        costs = np.maximum(errors, _NO_ERROR) * width + _PRICE_OF_A_RULE * np.arange(errors.size)
        worths = np.round(-costs, 9)
        if len(workshop.problem) < _FEW:
            worths[0] = -np.inf
        n_rules = int(np.argmax(worths))  # of equals the first, with the fewest rules
        return float(worths[n_rules]), n_rules

    def rank(self, workshop: Workshop) -> tuple[float, ...]:
        """Higher is better; between equals, simpler."""
        worth, n_rules = self.best(workshop)
        chosen = self.configuration
        return worth, -n_rules, -chosen.max_conjuncts, -len(chosen.granularities)

    def choice(self, workshop: Workshop) -> Choice:
        """Choose the sharpness by ``fF1F1``, if there are examples enough."""
        positive, counts = workshop.problem.positive, workshop.problem.counts
        worth_of = fuzzy_crisp_f1 if workshop.settings.balance else fuzzy_crisp_accuracy
        loss, (_, n_rules) = self.configuration.loss, self.best(workshop)
        if len(workshop.problem) < _FEW:
            return Choice(self.configuration, n_rules, USUAL_SHARPNESS[loss])
        earned = np.array(
            [
                np.mean(
                    [
                        worth_of(degrees_of(run[[n_rules]], loss, sharpness), positive, counts)
                        for run in self.runs
                    ]
                )
                for sharpness in SHARPNESS[loss]
            ]
        )
        softest = int(np.argmax(earned >= (1 - _SOFTNESS) * earned.max() - _SAME))
        return Choice(self.configuration, n_rules, SHARPNESS[loss][softest])


def choose(workshop: Workshop, on_choice: OnChoice | None = None) -> Choice:
    """Let all ways to learn race, and take the one with the least validated error.

    A spent budget ends the race early.
    """
    open_choices = configurations(workshop.problem, workshop.settings)
    if workshop.rarer < FOLDS:
        return _unvalidated(open_choices)
    entrants = [_Entrant(configuration) for configuration in open_choices]
    heats = _HEATS if len(workshop.problem) < _MANY else _HEATS[:1]
    sizes = [min(len(entrants), max(2, round(share * len(entrants)))) for share in heats]
    done, total = 0, sum(sizes)
    for repeat, size in enumerate(sizes):
        entrants = _ranked(entrants, workshop)[:size] if repeat else entrants
        for entrant in entrants:
            if workshop.budget.spent and done:
                break
            if on_choice is not None:
                on_choice(done, total)
            seed = workshop.settings.random_state + repeat
            entrant.validate(workshop, seed)
            done += 1
    return _ranked(entrants, workshop)[0].choice(workshop)


def _ranked(entrants: Sequence[_Entrant], workshop: Workshop) -> list[_Entrant]:
    """Those that were validated at all, best first."""
    started = [entrant for entrant in entrants if entrant.runs]
    return sorted(started, key=lambda entrant: entrant.rank(workshop), reverse=True)


def _unvalidated(open_choices: Sequence[Configuration]) -> Choice:
    """Take one rule, as wide as allowed: with so few examples nothing else can be told."""
    widest = max(one.max_conjuncts for one in open_choices)
    configuration = next(one for one in open_choices if one.max_conjuncts == widest)
    return Choice(configuration, 1, USUAL_SHARPNESS[configuration.loss])
