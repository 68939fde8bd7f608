"""The range of a graded target: what degrees of 0 and 1 stand for (mathematics §23)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.errors import ExamplesError, Hint
from owlboost.runtime.array_types import Degrees, Floats

TARGET_RANGE = Hint("target_range", "target_range")
"""The parameter that errors and remarks point to."""


@dataclass(frozen=True, slots=True)
class TargetRange:
    """From which number to which a target goes, such as ratings from 1 to 5.

    Attributes
    ----------
    low, high
        What becomes degree 0, and what becomes degree 1.

    Examples
    --------
    >>> stars = TargetRange(1, 5)
    >>> stars.labels([1, 4, 5]), stars.values(np.array([0.5]))
    (array([0.  , 0.75, 1.  ]), array([3.]))
    >>> TargetRange(5, 5)
    Traceback (most recent call last):
    owlboost.errors.ExamplesError: A target range needs two numbers, the lower first, not 5 and 5.
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.low) and np.isfinite(self.high) and self.low < self.high):
            raise ExamplesError(
                "A target range needs two numbers, the lower first, not "
                f"{self.low:g} and {self.high:g}."
            )
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))

    @property
    def width(self) -> float:
        """The distance between its ends."""
        return self.high - self.low

    @property
    def is_plain(self) -> bool:
        """Whether values are degrees already."""
        return (self.low, self.high) == (0.0, 1.0)

    def labels(self, values: npt.ArrayLike) -> Floats:
        """Return values as labels in [0, 1].

        Raises
        ------
        ExamplesError
            One is outside the range, or no number.
        """
        found = np.asarray(values, dtype=np.float64)
        outside = ~((found >= self.low) & (found <= self.high))
        if outside.any():
            wrong = found.ravel()[outside.ravel().argmax()]
            raise ExamplesError(f"A label must lie between {self}, not be {wrong:g}.")
        return np.asarray((found - self.low) / self.width, dtype=np.float64)

    def values(self, degrees: Degrees) -> Floats:
        """Return what degrees stand for in the range: ``low + h·(high − low)``."""
        return np.asarray(self.low + degrees * self.width, dtype=np.float64)

    def value(self, degree: float) -> float:
        """Return what one degree stands for in the range."""
        return self.low + degree * self.width

    def __str__(self) -> str:
        return f"{self.low:g} and {self.high:g}"

    def to_json(self) -> list[float]:
        """Return the record of a model file."""
        return [self.low, self.high]


def range_from_json(data: Sequence[float] | None) -> TargetRange | None:
    """Read the record of a model file; None stands for a target that is not graded.

    Examples
    --------
    >>> range_from_json([1, 5])
    TargetRange(low=1.0, high=5.0)
    """
    if data is None:
        return None
    low, high = data
    return TargetRange(float(low), float(high))


def parsed_range(text: str) -> TargetRange:
    """Read a range that is written as ``LOW,HIGH``.

    Raises
    ------
    ExamplesError
        It is not written so, or is empty.

    Examples
    --------
    >>> parsed_range("0, 5")
    TargetRange(low=0.0, high=5.0)
    >>> parsed_range("0-5")
    Traceback (most recent call last):
    owlboost.errors.ExamplesError: A target range is written LOW,HIGH, such as 0,5, not '0-5'.
    """
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise ExamplesError(
            f"A target range is written LOW,HIGH, such as 0,5, not {text!r}."
        ) from None
    return TargetRange(low, high)
