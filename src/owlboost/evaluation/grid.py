"""Grids of configurations, and the paper's rule for the best."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

from owlboost.errors import ParameterError
from owlboost.learners.learner import LEARNERS, Learner, takes

AnyLearner = TypeVar("AnyLearner", bound=Learner)

NO_GRID = "none"

SAME = 1e-12
"""Scores closer than this are a tie."""

_OF_EXAMPLES = {
    "sets_from": "X.with_sets",
    "calendar": "read_table(…, calendar=…)",
    "texts": "read_table(…, texts=…)",
}
"""Estimators' parameters for reading X, and their replacements where it is read already."""

SHORT_NAMES = {"fuzzify": "fuzzify", "n_sets": "sets", "min_confidence": "theta"}
"""Parameters to list for each configuration of a run, by the names of their options."""


def grid(name: str, base: AnyLearner) -> tuple[AnyLearner, ...]:
    """Return the configurations of a named grid.

    A learner that chooses by inner validation has only one configuration.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FuzzyOWLBoost
    >>> from owlboost.learners.algorithms import GradientConcepts
    >>> learners = grid("paper", FuzzyOWLBoost())
    >>> first = learners[0]
    >>> len(learners), first.fuzzify, first.n_sets, first.min_confidence
    (24, 'uniform', 3, 0.34)
    >>> len(grid("paper", GradientConcepts())), len(grid("none", FuzzyOWLBoost()))
    (1, 1)
    """
    names = grid_names()
    if name not in names:
        raise ParameterError(f"There is no grid {name!r}; choose from {', '.join(names)}.")
    varied = base.grids.get(name, {})
    return tuple(
        replace(base, **dict(zip(varied, values, strict=True)))
        for values in product(*varied.values())
    )


def grid_names() -> list[str]:
    """Names of all grids that any learner has, and that of none.

    Examples
    --------
    >>> grid_names()
    ['paper', 'none']
    """
    named = {name: None for learner in LEARNERS.values() for name in learner.grids}
    return [*named, NO_GRID]


def configurations_of(given: Any) -> tuple[Learner, ...]:
    """Return the configurations of learners, a classifier or its grid.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> configurations_of(FoilDL()) == (FoilDL(),)
    True
    """
    if isinstance(given, Learner):
        return (given,)
    if hasattr(given, "to_learner"):
        return (_learner_of(given),)
    if hasattr(given, "param_grid"):
        from sklearn.base import clone
        from sklearn.model_selection import ParameterGrid

        return tuple(
            _learner_of(clone(given.estimator).set_params(**chosen))
            for chosen in ParameterGrid(given.param_grid)
        )
    return tuple(given)


def _learner_of(estimator: Any) -> Learner:
    """Return the learner of an estimator without parameters for reading X."""
    for name, instead in _OF_EXAMPLES.items():
        if getattr(estimator, name, None):
            raise ParameterError(
                f"{name} must not be given here, where X is read already: use {instead}."
            )
    learner: Learner = estimator.to_learner()
    return learner


def split_parameters(learners: Sequence[Learner]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Split parameters into those that vary and those all share.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> apart, common = split_parameters([FoilDL(max_depth=1), FoilDL(max_depth=2)])
    >>> apart[1]
    {'fuzzify': 'cmeans', 'sets': 5, 'theta': 0.34, 'max_depth': 2, 'lookahead': 2}
    >>> "max_conjuncts" in common
    True
    """
    used = [parameters.decisive() for parameters in learners]
    varying = [
        name
        for name in used[0]
        if any(parameters.get(name) != used[0][name] for parameters in used)
    ]
    remaining = [name for name in varying if name not in SHORT_NAMES]
    apart = [
        {short: parameters.get(name) for name, short in SHORT_NAMES.items()}
        | {name: parameters.get(name) for name in remaining}
        for parameters in used
    ]
    untold = {"algorithm", *SHORT_NAMES, *remaining}
    return apart, {name: value for name, value in used[0].items() if name not in untold}


def shown_parameters(algorithm: str, parameters: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters of a configuration as people read them.

    Examples
    --------
    >>> shown_parameters("gradient", {"sets": None, "fuzzify": "cmeans", "theta": 0.34})
    {'sets': 'auto', 'fuzzify': 'cmeans', 'theta': '–'}
    >>> shown_parameters("foil", {"sets": 3, "fuzzify": "cmeans", "theta": 1.0})
    {'sets': '3', 'fuzzify': 'cmeans', 'theta': '1'}
    """
    shown = {
        name: f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in parameters.items()
    }
    for name, short in SHORT_NAMES.items():
        if short in shown and not takes(algorithm, name):
            shown[short] = "–"
        elif short in shown and parameters[short] is None:
            shown[short] = "auto"
    return shown


def best_configuration(learners: Sequence[Learner], scores: Sequence[float]) -> int:
    """Return the position of the best, then simplest, then first configuration.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> low, high = FoilDL(min_confidence=0.34), FoilDL(min_confidence=0.94)
    >>> best_configuration([high, low], [0.5, 0.5])
    1
    """
    top = max(scores)
    ties = [number for number, score in enumerate(scores) if score >= top - SAME]
    return min(ties, key=lambda at: (learners[at].complexity, at))


def is_choice(configurations: Sequence[Learner], algorithm: str | None = None) -> bool:
    """Whether an algorithm, or any, has more than one configuration.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FuzzyOWLBoost
    >>> from owlboost.learners.algorithms import FoilDL
    >>> is_choice([FuzzyOWLBoost(), FoilDL()])
    False
    """
    counts = Counter(learner.name for learner in configurations)
    return any(n > 1 for name, n in counts.items() if algorithm in (None, name))
