"""Which of several classes: what can be compared between them, and how probable each of them is."""

from collections.abc import Sequence

import numpy as np

from owlboost.models.calibration import Calibration
from owlboost.runtime.array_types import Floats


def comparable(calibrations: Sequence[Calibration | None], evidence: Floats) -> Floats:
    """Return what can be compared between classes: log-odds if all are calibrated, else evidence.

    Each class has a hypothesis of its own, and what evidence of 2 is worth may differ.

    Examples
    --------
    >>> from owlboost.models.calibration import Platt
    >>> evidence = np.array([[2.0, 1.0]])
    >>> comparable([Platt(1.0, 0.0), Platt(5.0, -1.0)], evidence)
    array([[2., 4.]])
    >>> comparable([Platt(1.0, 0.0), None], evidence)
    array([[2., 1.]])
    """
    known = [one for one in calibrations if one is not None]
    if len(known) < len(calibrations):
        return evidence
    columns = zip(known, evidence.T, strict=True)
    return np.column_stack([one.log_odds(column) for one, column in columns])


def without_ties(numbers: Floats, preference: Floats) -> Floats:
    """Tell the largest of a row apart: the preferred one leads, the others lose a last bit.

    Parameters
    ----------
    numbers
        Of each row for each class.
    preference
        Of each class, or of each row for each class. Of equally preferred classes the first leads.

    Examples
    --------
    >>> tied = np.array([[1.5, 1.5, 0.5], [0.0, 0.0, 0.0]])
    >>> without_ties(tied, np.array([5.0, 6.0, 9.0])).argmax(axis=1)
    array([1, 2])
    """
    tied = numbers == numbers.max(axis=1, keepdims=True)
    winner = np.where(tied, preference, -np.inf).argmax(axis=1)
    rivals = tied & (np.arange(numbers.shape[1]) != winner[:, None])
    return np.where(rivals, np.nextafter(numbers, -np.inf), numbers)


def shares(probabilities: Floats, frequencies: Floats) -> Floats:
    """Scale the probabilities of a row's classes, each learnt against the rest, to a sum of 1.

    Where all are 0 the frequencies of the classes stand for them.

    Examples
    --------
    >>> shares(np.array([[0.9, 0.6], [0.0, 0.0]]), np.array([3.0, 1.0]))
    array([[0.6 , 0.4 ],
           [0.75, 0.25]])
    """
    known = np.where(probabilities.any(axis=1, keepdims=True), probabilities, frequencies)
    return np.asarray(known / known.sum(axis=1, keepdims=True), dtype=np.float64)
