"""What a model says of individuals: numbers in arrays, told one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, overload

import numpy as np

from owlboost.model.hypotheses import COVERED, covers
from owlboost.model.target_ranges import TargetRange
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model says of one individual.

    Attributes
    ----------
    individual
        Its IRI, or the name of a row.
    degree
        How far it belongs to the target, from 0 to 1.
    evidence
        What the rules add up to, before that is clipped to a degree.
    probability
        How probable it is that it belongs to the target; None if the model is not calibrated.
    positive
        Whether the degree is above 0.
    decision
        Whether it reaches the fitted threshold; that of a graded target is ½.
    value
        What the degree stands for in the range of a graded target; None if it is crisp.
    """

    individual: str
    degree: float
    evidence: float
    probability: float | None
    positive: bool
    decision: bool
    value: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return JSON values; a value is there only if the target is graded."""
        found = asdict(self)
        if self.value is None:
            del found["value"]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Predictions(Sequence[Prediction]):
    """Predictions for many individuals, each made when it is asked for.

    Attributes
    ----------
    names
        The names of all individuals.
    elements
        The numbers of those in question, in their order.
    degrees, evidence, probabilities
        Of each of them; probabilities are None if the model is not calibrated.
    threshold
        From which degree on the answer is yes.
    target_range
        What degrees of 0 and 1 stand for, if the target is graded.

    Examples
    --------
    >>> found = Predictions(
    ...     ["a", "b"], np.array([1]), np.array([0.3]), np.array([0.3]), None, 0.5
    ... )
    >>> len(found), found[0].individual, found[0].decision
    (1, 'b', False)
    """

    names: Sequence[str]
    elements: Ids
    degrees: Degrees
    evidence: Floats
    probabilities: Floats | None
    threshold: float
    target_range: TargetRange | None = None

    @property
    def individuals(self) -> Iterator[str]:
        """The names of those in question."""
        return (self.names[element] for element in self.elements.tolist())

    @property
    def positive(self) -> Mask:
        """Which degrees are above 0."""
        return covers(self.degrees)

    @property
    def decisions(self) -> Mask:
        """Which degrees reach the threshold."""
        return np.asarray(self.degrees >= self.threshold)

    def parts(self, size: int) -> "Iterator[Predictions]":
        """Cut them into parts of at most that many.

        Examples
        --------
        >>> ones = np.ones(3)
        >>> found = Predictions(["a", "b", "c"], np.arange(3), ones, ones, None, 0.5)
        >>> [list(part.individuals) for part in found.parts(2)]
        [['a', 'b'], ['c']]
        """
        for start in range(0, len(self), size):
            some = slice(start, start + size)
            told = self.probabilities
            yield replace(
                self,
                elements=self.elements[some],
                degrees=self.degrees[some],
                evidence=self.evidence[some],
                probabilities=None if told is None else told[some],
            )

    def __len__(self) -> int:
        return self.elements.size

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> list[Prediction]: ...
    def __getitem__(self, index: int | slice) -> Prediction | list[Prediction]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        degree = float(self.degrees[index])
        return Prediction(
            self.names[int(self.elements[index])],
            degree,
            float(self.evidence[index]),
            None if self.probabilities is None else float(self.probabilities[index]),
            degree > COVERED,
            degree >= self.threshold,
            None if self.target_range is None else self.target_range.value(degree),
        )
