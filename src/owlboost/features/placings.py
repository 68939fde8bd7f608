"""The ways to place the fuzzy sets of a property, by name."""

from collections.abc import Callable
from typing import Any

from owlboost.runtime.registry import Registry

PLACINGS: Registry[Callable[..., Any]] = Registry(
    "placing of fuzzy sets",
    "owlboost.placings",
    {
        "uniform": "owlboost.features.partitions:uniform_peaks",
        "cmeans": "owlboost.features.partitions:cmeans_peaks",
        "quantile": "owlboost.features.cuts:quantile_peaks",
        "kmeans": "owlboost.features.cuts:kmeans_peaks",
        "entropy": "owlboost.features.cuts:entropy_cuts",
        "uniform-trapezoids": "owlboost.features.plateaus:UNIFORM",
        "cmeans-trapezoids": "owlboost.features.plateaus:CMEANS",
        "quantile-trapezoids": "owlboost.features.plateaus:QUANTILE",
        "kmeans-trapezoids": "owlboost.features.plateaus:KMEANS",
    },
)
"""A placing takes the values of a property, the number of sets, the exponent of c-means and how
often each value counts, and returns the peaks of the sets, ascending (see ``uniform_peaks``), or
the stretches on which they give way to each other (see ``features.cuts``). One whose attribute
``supervised`` is true also takes the labels of the values, NaN where there is none."""
