"""What the words of a concept mean for degrees: the conjunction, in arrays and in kernels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from owlboost.errors import ModelError, ParameterError
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.kernels.sums import BOUNDED, MINIMUM, PRODUCT, Kernels
from owlboost.runtime.array_types import Degrees


@dataclass(frozen=True, slots=True)
class Semantics:
    """The meaning of ``C ⊓ D``; that of ``∃r.C`` is the largest degree, whatever the conjunction.

    Attributes
    ----------
    name
        What files and options call it.
    title
        What people call it.
    conjunction
        Degrees of a conjunction from those of its two parts; ``out`` takes the result, if given.
    kernels
        The same in compiled loops.
    idempotent
        Whether ``C ⊓ C`` is C, so that a weaker condition beside a stronger one says nothing.
    is_piecewise_linear
        Whether degrees are so in every number between the corners of fuzzy sets.

    Examples
    --------
    >>> ZADEH.conjunction(np.array([0.3, 1.0]), np.array([0.5, 0.2]))
    array([0.3, 0.2])
    >>> half = np.array([0.5])
    >>> PRODUCT_LOGIC.conjunction(half, half), LUKASIEWICZ.conjunction(half, np.array([0.75]))
    (array([0.25]), array([0.25]))
    """

    name: str
    title: str
    conjunction: Callable[..., Any] = field(compare=False)
    kernels: Kernels = field(compare=False, repr=False)
    idempotent: bool = field(default=False, compare=False)
    is_piecewise_linear: bool = field(default=True, compare=False)

    def __reduce__(self) -> "tuple[Callable[[str], Semantics], tuple[str]]":
        return semantics_named, (self.name,)

    def all_of(self, parts: Sequence[Degrees]) -> Degrees:
        """Degrees of a conjunction of some parts, the first two first."""
        return np.asarray(reduce(self.conjunction, parts))


def _bounded_difference(left: Any, right: Any, out: Degrees | None = None) -> Any:
    """``max(0, x + y − 1)``, rounded once as :mod:`owlboost.kernels.fuzzy` does it."""
    lacking = 1.0 - np.maximum(left, right)
    joined = np.minimum(left, right) - lacking
    meets = (joined > ROUNDING) | (lacking == 0.0)
    return np.maximum(np.where(meets, joined, 0.0), 0.0, out=out)


ZADEH = Semantics("zadeh", "Zadeh's logic", np.minimum, MINIMUM, idempotent=True)
"""Zadeh's: a conjunction holds as far as its weakest part."""

PRODUCT_LOGIC = Semantics(
    "product", "product logic", np.multiply, PRODUCT, is_piecewise_linear=False
)
"""Goguen's: each part of a conjunction scales the others down."""

LUKASIEWICZ = Semantics("lukasiewicz", "Łukasiewicz logic", _bounded_difference, BOUNDED)
"""Łukasiewicz's: what parts lack to 1 adds up."""

SEMANTICS = {one.name: one for one in (ZADEH, PRODUCT_LOGIC, LUKASIEWICZ)}
"""All that models may be learned and read in, by name."""


def known_semantics(name: object) -> Semantics:
    """Return the meaning that a file names.

    Raises
    ------
    ModelError
        It is none that is known here.
    """
    if not isinstance(name, str) or name not in SEMANTICS:
        raise ModelError(
            f"The model uses the logic {name!r}, but this owlboost knows {', '.join(SEMANTICS)}."
        )
    return SEMANTICS[name]


def semantics_named(name: str) -> Semantics:
    """Return the meaning of a name.

    Examples
    --------
    >>> semantics_named("goedel")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no logic 'goedel': take zadeh, product or lukasiewicz.
    """
    if name not in SEMANTICS:
        *most, last = SEMANTICS
        known = f"{', '.join(most)} or {last}"
        raise ParameterError(f"There is no logic {name!r}: take {known}.")
    return SEMANTICS[name]
