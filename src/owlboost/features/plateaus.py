"""Placings with plateaus: trapezoids in place of triangles."""

from dataclasses import dataclass

import numpy as np

from owlboost.features.cuts import Placing, kmeans_peaks, quantile_peaks
from owlboost.features.partitions import cmeans_peaks, uniform_peaks
from owlboost.runtime.array_types import Floats

PLATEAU = 0.25
"""How far a plateau reaches from its peak, as a share of the way to the next one."""


@dataclass(frozen=True, slots=True)
class Plateaus:
    """A placing around whose peaks sets hold fully for a while: trapezoids in place of triangles.

    Examples
    --------
    >>> Plateaus(uniform_peaks)(np.array([0.0, 8.0]), 3)
    array([[1., 3.],
           [5., 7.]])
    """

    peaks: Placing

    def __call__(self, *given: object) -> Floats:
        """Return where sets around the peaks of the placing give way to each other."""
        found = np.unique(self.peaks(*given))
        margin = PLATEAU * np.diff(found)
        return np.column_stack([found[:-1] + margin, found[1:] - margin])


UNIFORM = Plateaus(uniform_peaks)
CMEANS = Plateaus(cmeans_peaks)
QUANTILE = Plateaus(quantile_peaks)
KMEANS = Plateaus(kmeans_peaks)
