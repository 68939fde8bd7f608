"""Answers of yes, no and unknown against what a reasoner says (mathematics §24)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.errors import ExamplesError
from owlboost.model.hypotheses import covers
from owlboost.runtime.array_types import Degrees, Mask

Truths = npt.NDArray[np.int8]
"""For each individual 1 for yes, −1 for no and 0 for unknown."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How answers compare with what a reasoner says, as shares of all individuals asked about.

    Attributes
    ----------
    match
        Both say the same.
    commission
        They say the opposite.
    omission
        The reasoner decides, and the answer is unknown.
    induction
        The reasoner does not, and the answer is yes or no.
    """

    match: float
    commission: float
    omission: float
    induction: float

    @classmethod
    def of(cls, truths: npt.ArrayLike, answers: npt.ArrayLike) -> "Rates":
        """Compare answers with truths, both 1 for yes, −1 for no and 0 for unknown.

        Raises
        ------
        ExamplesError
            There are none, not as many answers as truths, or other numbers among them.

        Examples
        --------
        >>> Rates.of([1, -1, 1, 0], [1, 1, 0, -1])
        Rates(match=0.25, commission=0.25, omission=0.25, induction=0.25)
        """
        truth, answer = _checked(truths), _checked(answers)
        if truth.shape != answer.shape:
            raise ExamplesError(
                f"There must be one answer per truth, but there are {answer.size} and {truth.size}."
            )
        if not truth.size:
            raise ExamplesError("There is nobody to ask about.")
        return cls(
            match=float((truth == answer).mean()),
            commission=float((truth * answer == -1).mean()),
            omission=float(((truth != 0) & (answer == 0)).mean()),
            induction=float(((truth == 0) & (answer != 0)).mean()),
        )


def truths_of(positive: Mask, unknown: Mask) -> Truths:
    """Return truths: unknown where they are, else whether an example is positive.

    Examples
    --------
    >>> truths_of(np.array([True, False, False]), np.array([False, False, True]))
    array([ 1, -1,  0], dtype=int8)
    """
    return np.where(unknown, 0, np.where(positive, 1, -1)).astype(np.int8)


def decisions(degrees: Degrees, threshold: float) -> Truths:
    """Return what a model of a target answers: yes if ``h ≥ threshold``, else no.

    At a threshold of 0 it decides by h > 0, as the paper does.

    Examples
    --------
    >>> decisions(np.array([0.7, 0.2]), 0.5)
    array([ 1, -1], dtype=int8)
    """
    yes = degrees >= threshold if threshold > 0 else covers(degrees)
    return np.where(yes, 1, -1).astype(np.int8)


def _checked(found: npt.ArrayLike) -> Truths:
    given = np.asarray(found)
    if not np.isin(given, (-1, 0, 1)).all():
        raise ExamplesError("An answer must be 1 for yes, -1 for no or 0 for unknown.")
    return given.astype(np.int8)
