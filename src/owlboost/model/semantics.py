"""What the words of a concept mean for degrees: the conjunction, in arrays and in kernels."""

from dataclasses import dataclass, field

import numpy as np

from owlboost.kernels.conjunctions import MINIMUM, Kernels


@dataclass(frozen=True, slots=True)
class Semantics:
    """The meaning of ``C ⊓ D``; that of ``∃r.C`` is the largest degree, whatever the conjunction.

    Attributes
    ----------
    name
        What files and options call it.
    conjunction
        Degrees of a conjunction from those of its two parts.
    kernels
        The same in compiled loops.

    Examples
    --------
    >>> ZADEH.conjunction(np.array([0.3, 1.0]), np.array([0.5, 0.2]))
    array([0.3, 0.2])
    """

    name: str
    conjunction: np.ufunc = field(compare=False)
    kernels: Kernels = field(compare=False, repr=False)


ZADEH = Semantics("zadeh", np.minimum, MINIMUM)
"""Zadeh's: a conjunction holds as far as its weakest part."""

SEMANTICS = {one.name: one for one in (ZADEH,)}
"""All that models may be learned and read in, by name."""
