"""Choosing how to learn by inner validation: loss, ridge, conjuncts, granularity, rules.

The ways to learn race: each is validated on one division into inner folds, the better ones on a
second, and so on, so that most of the work goes into telling the best ones apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlboost._typing import Degrees, Floats
from owlboost.learners.additive import Loss
from owlboost.learners.settings import Settings
from owlboost.learners.validating import (
    class_shares,
    fuzzy_crisp_accuracy,
    fuzzy_crisp_f1,
    squared_error,
)
from owlboost.learners.workshop import FOLDS, Configuration, Workshop
from owlboost.model.examples import LearningProblem

MIXED = (3, 5, 7)
"""Granularities that are tried side by side."""

MOST_VALIDATED = 20_000
"""Choices are validated on at most about this many examples."""

_SMALL = 500
"""From this number of examples on, one division tells enough and the ridge matters little."""

_HEATS = (1.0, 0.5, 0.25, 0.25, 0.25)
"""Shares of the ways to learn that take part in each division of few examples."""

_PRICE_OF_A_RULE = 0.01
"""By what share a further rule must lower the validated error."""

RIDGES: dict[Loss, tuple[float, ...]] = {"squared": (1.0,), "logistic": (0.3, 1.0)}
SHARPNESS: dict[Loss, tuple[float, ...]] = {
    "squared": (1.0, 2.0, 4.0, 10.0),
    "logistic": (0.5, 1.0, 2.0, 5.0),
}
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
    """``h = clip(½ + s·(F − middle), 0, 1)`` (ALGORITHM §11).

    Examples
    --------
    >>> degrees_of(np.array([0.25, 0.75]), "squared", 1.0)
    array([0.25, 0.75])
    """
    return np.clip(0.5 + sharpness * (scores - MIDDLE[loss]), 0.0, 1.0)


def configurations(problem: LearningProblem, settings: Settings) -> list[Configuration]:
    """All ways to learn that the settings leave open."""
    losses: Sequence[Loss] = (
        ("squared", "logistic") if settings.loss == "auto" else (settings.loss,)
    )
    if settings.n_sets is not None:
        granularities: list[tuple[int, ...]] = [(settings.n_sets,)]
    elif problem.kb.numbers:
        granularities = [(3,), MIXED]
    else:
        granularities = [(3,)]
    widths = sorted({1, settings.max_conjuncts})
    few = len(problem) < _SMALL
    return [
        Configuration(loss, ridge, width, sets)
        for sets in granularities
        for loss in losses
        for ridge in _ridges(loss, settings, few=few)
        for width in widths
    ]


def _ridges(loss: Loss, settings: Settings, *, few: bool) -> tuple[float, ...]:
    if settings.ridge is not None:
        return (settings.ridge,)
    return RIDGES[loss] if few else RIDGES[loss][:1]


@dataclass(slots=True, eq=False)
class _Entrant:
    """A configuration in the race, with its validated scores of every division so far."""

    configuration: Configuration
    runs: list[Floats] = field(default_factory=list)

    def best(self, workshop: Workshop) -> tuple[float, int]:
        """Return what it is worth, and with how many rules: the error of a degree, squared.

        Of all measures tried it varies least between folds, and so chooses best.
        """
        positive, counts = workshop.problem.positive, workshop.problem.counts
        balanced = workshop.settings.balance
        shares = class_shares(positive, counts) if balanced else counts / counts.sum()
        loss = self.configuration.loss
        errors = np.mean([squared_error(run, loss, positive, shares) for run in self.runs], axis=0)
        worths = np.round(-errors * (1 + _PRICE_OF_A_RULE * np.arange(errors.size)), 9)
        n_rules = int(np.argmax(worths))  # of equals the first, with the fewest rules
        return float(worths[n_rules]), n_rules

    def rank(self, workshop: Workshop) -> tuple[float, ...]:
        """Higher is better; between equals, simpler."""
        worth, n_rules = self.best(workshop)
        chosen = self.configuration
        return worth, -n_rules, -chosen.max_conjuncts, -len(chosen.granularities)

    def choice(self, workshop: Workshop) -> Choice:
        """Choose the sharpness by ``fF1F1``."""
        positive, counts = workshop.problem.positive, workshop.problem.counts
        worth_of = fuzzy_crisp_f1 if workshop.settings.balance else fuzzy_crisp_accuracy
        loss, (_, n_rules) = self.configuration.loss, self.best(workshop)
        earned = [
            np.mean(
                [
                    worth_of(degrees_of(run[[n_rules]], loss, sharpness), positive, counts)
                    for run in self.runs
                ]
            )
            for sharpness in SHARPNESS[loss]
        ]
        sharpest = SHARPNESS[loss][int(np.argmax(np.round(earned, 9)))]
        return Choice(self.configuration, n_rules, sharpest)


def choose(workshop: Workshop, on_choice: OnChoice | None = None) -> Choice:
    """Let all ways to learn race, and take the one with the least validated error.

    A spent budget ends the race early.
    """
    open_choices = configurations(workshop.problem, workshop.settings)
    if workshop.rarer < FOLDS:
        return _unvalidated(open_choices)
    entrants = [_Entrant(configuration) for configuration in open_choices]
    heats = _HEATS if len(workshop.problem) < _SMALL else _HEATS[:1]
    sizes = [max(1, round(share * len(entrants))) for share in heats]
    done, total = 0, sum(sizes)
    for repeat, size in enumerate(sizes):
        entrants = _ranked(entrants, workshop)[:size] if repeat else entrants
        for entrant in entrants:
            if workshop.budget.spent and done:
                break
            if on_choice is not None:
                on_choice(done, total)
            seed = workshop.settings.random_state + repeat
            entrant.runs.append(workshop.validated(entrant.configuration, seed))
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
    return Choice(configuration, 1, SHARPNESS[configuration.loss][1])
