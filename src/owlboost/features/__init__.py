"""Fuzzy partitions of data properties, and the matrix of all label degrees."""

from collections.abc import Callable
from typing import Any

from owlboost.runtime.registry import Registry

PLACINGS: Registry[Callable[..., Any]] = Registry(
    "placing of fuzzy sets",
    "owlboost.placings",
    {
        "uniform": "owlboost.features.placement:uniform_peaks",
        "cmeans": "owlboost.features.placement:cmeans_peaks",
        "quantile": "owlboost.features.placement:quantile_peaks",
        "kmeans": "owlboost.features.placement:kmeans_peaks",
        "entropy": "owlboost.features.placement:entropy_cuts",
        "uniform-trapezoids": "owlboost.features.placement:UNIFORM",
        "cmeans-trapezoids": "owlboost.features.placement:CMEANS",
        "quantile-trapezoids": "owlboost.features.placement:QUANTILE",
        "kmeans-trapezoids": "owlboost.features.placement:KMEANS",
    },
)
"""A placing takes the values of a property, the number of sets, the exponent of c-means and how
often each value counts, and returns the peaks of the sets, ascending (see ``uniform_peaks``), or
the stretches on which they give way to each other (see ``features.placement``). One whose attribute
``supervised`` is true also takes the labels of the values, NaN where there is none."""
