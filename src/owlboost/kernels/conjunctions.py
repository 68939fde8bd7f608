"""The kernels that take a conjunction of degrees, one family for each conjunction."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from owlboost.kernels._jit import rebound
from owlboost.kernels.chains import chain_excesses, chain_moments
from owlboost.kernels.relations import restricted
from owlboost.kernels.segments import joint_excesses, joint_moments, joint_sums
from owlboost.kernels.sums import label_excesses, label_moments, label_sums
from owlboost.kernels.tnorms import bounded_difference, product


@dataclass(frozen=True, slots=True)
class Kernels:
    """Kernels compiled for one conjunction.

    Attributes
    ----------
    restricted
        A focus relation with each entry joined with a bound.
    label_sums, label_moments, label_excesses
        What every label sums up to over a focus relation.
    chain_moments, chain_excesses
        The same at the ends of many chains of roles.
    joint_sums, joint_moments, joint_excesses
        The same of columns of numbers in segments, where a row is at one element.
    """

    restricted: Callable[..., Any]
    label_sums: Callable[..., Any]
    label_moments: Callable[..., Any]
    label_excesses: Callable[..., Any]
    chain_moments: Callable[..., Any]
    chain_excesses: Callable[..., Any]
    joint_sums: Callable[..., Any]
    joint_moments: Callable[..., Any]
    joint_excesses: Callable[..., Any]

    def with_conjunction(self, name: str, conjunction: Callable[..., Any]) -> "Kernels":
        """Return the same loops around another conjunction; each is compiled when first called."""
        return Kernels(
            rebound(self.restricted, name, conjunction=conjunction),
            rebound(self.label_sums, name, conjunction=conjunction),
            rebound(self.label_moments, name, conjunction=conjunction),
            rebound(self.label_excesses, name, conjunction=conjunction),
            rebound(self.chain_moments, name, conjunction=conjunction),
            rebound(self.chain_excesses, name, conjunction=conjunction),
            rebound(self.joint_sums, name, conjunction=conjunction),
            rebound(self.joint_moments, name, conjunction=conjunction),
            rebound(self.joint_excesses, name, conjunction=conjunction),
        )


MINIMUM = Kernels(
    restricted,
    label_sums,
    label_moments,
    label_excesses,
    chain_moments,
    chain_excesses,
    joint_sums,
    joint_moments,
    joint_excesses,
)
"""The degree of a conjunction is the least of its parts."""

PRODUCT = MINIMUM.with_conjunction("product", product)
"""It is the product of its parts."""

BOUNDED = MINIMUM.with_conjunction("bounded_difference", bounded_difference)
"""It is what the sum of two parts exceeds 1 by."""
