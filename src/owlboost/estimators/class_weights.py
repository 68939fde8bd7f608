"""What the weights of a class's examples are multiplied with."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from owlboost.errors import ParameterError
from owlboost.runtime.array_types import Weights

ClassWeight = dict[Any, float] | Literal["balanced"] | None
Labels = npt.NDArray[Any]


def class_factors(wanted: ClassWeight, labels: Labels, weights: Weights) -> Weights:
    """Return what the weight of each example is multiplied with, by its class.

    ``"balanced"`` gives all classes the same total, and the examples the same total as before.

    Examples
    --------
    >>> class_factors("balanced", np.array(list("aab")), np.array([1.0, 1.0, 1.0]))
    array([0.75, 0.75, 1.5 ])
    >>> class_factors({"b": 2}, np.array(list("aab")), np.ones(3))
    array([1., 1., 2.])
    """
    classes, codes = np.unique(labels, return_inverse=True)
    if wanted is None:
        return np.ones(labels.size)
    if wanted == "balanced":
        totals = np.bincount(codes, weights, classes.size)
        present = totals > 0
        share = weights.sum() / max(np.count_nonzero(present), 1)
        factors = np.divide(share, totals, out=np.zeros(classes.size), where=present)
    elif isinstance(wanted, dict):
        factors = np.array([float(wanted.get(label, 1.0)) for label in classes.tolist()])
    else:
        raise ParameterError(f"class_weight must be 'balanced', a dict or None, not {wanted!r}.")
    found: Weights = factors[codes]
    return found
