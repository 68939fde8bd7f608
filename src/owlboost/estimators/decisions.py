"""Which of several classes: by evidence, and how probable each of them is."""

import numpy as np

from owlboost._typing import Floats


def without_ties(evidence: Floats, frequencies: Floats) -> Floats:
    """Tell the largest of a row apart: the most frequent class leads, the others lose a last bit.

    Parameters
    ----------
    evidence
        Of each row for each class.
    frequencies
        Of each class. Of equally frequent classes the first leads.

    Examples
    --------
    >>> tied = np.array([[1.5, 1.5, 0.5], [0.0, 0.0, 0.0]])
    >>> without_ties(tied, np.array([5.0, 6.0, 9.0])).argmax(axis=1)
    array([1, 2])
    """
    tied = evidence == evidence.max(axis=1, keepdims=True)
    winner = np.where(tied, frequencies, -1.0).argmax(axis=1)
    rivals = tied & (np.arange(evidence.shape[1]) != winner[:, None])
    return np.where(rivals, np.nextafter(evidence, -np.inf), evidence)


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
