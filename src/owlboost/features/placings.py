"""The ways to place the fuzzy sets of a property, by name."""

from collections.abc import Callable
from typing import Any

from owlboost.registries import Registry

PLACINGS: Registry[Callable[..., Any]] = Registry(
    "placing of fuzzy sets",
    "owlboost.placings",
    {
        "uniform": "owlboost.features.partitions:uniform_peaks",
        "cmeans": "owlboost.features.partitions:cmeans_peaks",
    },
)
"""A placing takes the values of a property, the number of sets, the exponent of c-means and how
often each value counts, and returns the peaks of the sets, ascending (see ``uniform_peaks``)."""
