"""Held-out scores and what they are worth: inner folds, errors and F1 of rows of scores."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from owlboost._typing import Degrees, Floats, Ids, Mask, Weights
from owlboost.model.hypotheses import COVERED


def stratified_folds(
    positive: Mask, n_folds: int, seed: int
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Split examples into (train, test), each class evenly over at most ``n_folds`` folds.

    With a single example of a class both parts are all examples.

    Examples
    --------
    >>> y = np.array([True, True, False, False])
    >>> [sorted(y[test].tolist()) for _, test in stratified_folds(y, 2, seed=0)]
    [[False, True], [False, True]]
    """
    n_folds = min(n_folds, int(positive.sum()), int((~positive).sum()))
    if n_folds < 2:
        everyone = np.arange(positive.size)
        yield everyone, everyone
        return
    fold = dealt(positive, n_folds, seed)
    for number in range(n_folds):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def dealt(positive: Mask, n_folds: int, seed: int) -> Ids:
    """Deal out the shuffled examples of each class like cards: the fold of each.

    Examples
    --------
    >>> sorted(dealt(np.array([True, True, True]), 2, seed=0).tolist())
    [0, 0, 1]
    """
    rng = np.random.default_rng(seed)
    fold = np.empty(positive.size, dtype=np.int32)
    for label in (True, False):
        members = np.flatnonzero(positive == label)
        fold[rng.permutation(members)] = np.arange(members.size) % n_folds
    return fold


def class_shares(positive: Mask, counts: Weights) -> Weights:
    """Shares of the examples in a whole in which both classes have one half.

    Examples
    --------
    >>> class_shares(np.array([True, False, False]), np.ones(3))
    array([0.5 , 0.25, 0.25])
    """
    totals = np.where(positive, counts[positive].sum(), counts[~positive].sum())
    return np.asarray(counts / (2 * totals), dtype=np.float64)


def fuzzy_crisp_f1(degrees: Degrees, positive: Mask, counts: Weights) -> Floats:
    """``fF1F1`` of rows of degrees over examples that stand for some number each; 0/0 is 0.

    Examples
    --------
    >>> degrees, positive = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([True, False])
    >>> fuzzy_crisp_f1(degrees, positive, np.ones(2)).round(3)
    array([1.   , 0.333])
    """
    crisp = (degrees > COVERED).astype(np.float64)
    return _f1(degrees * counts, positive, counts) * _f1(crisp * counts, positive, counts)


def fuzzy_crisp_accuracy(degrees: Degrees, positive: Mask, counts: Weights) -> Floats:
    """Product of ``1 − mean |h − y|`` and of the accuracy of h > 0, for rows of degrees.

    Examples
    --------
    >>> degrees, positive = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([True, False])
    >>> fuzzy_crisp_accuracy(degrees, positive, np.ones(2))
    array([1.  , 0.25])
    """
    shares = counts / counts.sum()
    near = 1 - (np.abs(degrees - positive) * shares).sum(axis=1)
    right = (((degrees > COVERED) == positive) * shares).sum(axis=1)
    accuracy: Floats = near * right
    return accuracy


def _f1(counted: Floats, positive: Mask, counts: Weights) -> Floats:
    hits = counted[:, positive].sum(axis=1)
    whole = counted.sum(axis=1) + counts[positive].sum()
    f1: Floats = np.divide(2 * hits, whole, out=np.zeros_like(hits), where=whole > 0)
    return f1
