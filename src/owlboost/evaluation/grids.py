"""Configurations to compare, and the paper's rule for the best of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from owlboost.errors import ParameterError
from owlboost.features.partitions import Fuzzify
from owlboost.learners.settings import Settings

THETAS = (0.34, 0.64, 0.94, 1.0)
SETS = (3, 5, 7)
PLACINGS: tuple[Fuzzify, ...] = get_args(Fuzzify)
WITH_THETA = ("boost", "foil")
"""Algorithms that accept axioms by their confidence."""

SAME = 1e-12
"""Two scores this close are a tie."""


def paper_grid(base: Settings) -> tuple[Settings, ...]:
    """Vary θ, the number of sets and their placing as the paper does.

    An algorithm that makes its choices by itself, by validation, has only one configuration.

    Examples
    --------
    >>> grid = paper_grid(Settings())
    >>> len(grid), grid[0].fuzzify, grid[0].n_sets, grid[0].min_confidence
    (24, 'uniform', 3, 0.34)
    """
    if base.algorithm not in WITH_THETA:
        return (base,)
    return tuple(
        replace(base, fuzzify=fuzzify, n_sets=n_sets, min_confidence=theta)
        for fuzzify in PLACINGS
        for n_sets in SETS
        for theta in THETAS
    )


def no_grid(base: Settings) -> tuple[Settings, ...]:
    """Return the settings alone."""
    return (base,)


GRIDS: dict[str, Callable[[Settings], tuple[Settings, ...]]] = {
    "paper": paper_grid,
    "none": no_grid,
}


def grid(name: str, base: Settings) -> tuple[Settings, ...]:
    """Return the configurations of a named grid.

    Examples
    --------
    >>> grid("none", Settings()) == (Settings(),)
    True
    """
    if name not in GRIDS:
        raise ParameterError(f"There is no grid {name!r}; the grids are {', '.join(GRIDS)}.")
    return GRIDS[name](base)


def configurations_of(learner: Any) -> tuple[Settings, ...]:
    """Return the configurations of settings, of a list of them, of a classifier or of its grid.

    Examples
    --------
    >>> from owlboost.estimators.classifiers import FoilDLClassifier
    >>> from sklearn.model_selection import GridSearchCV
    >>> search = GridSearchCV(FoilDLClassifier(), {"min_confidence": [0.34, 0.94]})
    >>> [settings.min_confidence for settings in configurations_of(search)]
    [0.34, 0.94]
    """
    if isinstance(learner, Settings):
        return (learner,)
    if hasattr(learner, "to_settings"):
        return (learner.to_settings(),)
    if hasattr(learner, "param_grid"):
        from sklearn.base import clone
        from sklearn.model_selection import ParameterGrid

        return tuple(
            clone(learner.estimator).set_params(**chosen).to_settings()
            for chosen in ParameterGrid(learner.param_grid)
        )
    return tuple(learner)


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
    if parameters["sets"] is None:
        shown["sets"] = "auto"
    if algorithm not in WITH_THETA:
        shown["theta"] = "–"
    return shown


def best_configuration(settings: Sequence[Settings], scores: Sequence[float]) -> int:
    """Position of the best score; of equals the lowest θ, then the fewest sets, then the first.

    Examples
    --------
    >>> low, high = Settings(min_confidence=0.34), Settings(min_confidence=0.94)
    >>> best_configuration([high, low], [0.5, 0.5])
    1
    """
    top = max(scores)
    ties = [number for number, score in enumerate(scores) if score >= top - SAME]
    return min(ties, key=lambda at: (settings[at].min_confidence, settings[at].n_sets_or_5, at))
