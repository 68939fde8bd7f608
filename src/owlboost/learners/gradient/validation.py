"""Inner folds, and what held-out degrees are worth."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from owlboost.model.hypotheses import covers
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask, Weights


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


def dealt_by_rank(labels: Floats, n_folds: int, seed: int) -> Ids:
    """Deal out the shuffled examples by falling label, as many as there are folds at a time.

    So each fold has its share of every quantile; of equal labels chance decides.

    Examples
    --------
    >>> folds = dealt_by_rank(np.array([0.1, 0.9, 0.2, 0.8]), 2, seed=0)
    >>> sorted(folds[[1, 3]].tolist()), sorted(folds[[0, 2]].tolist())
    ([0, 1], [0, 1])
    """
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(labels.size)
    ranked = shuffled[np.argsort(-labels[shuffled], kind="stable")]
    fold = np.empty(labels.size, dtype=np.int32)
    for first in range(0, labels.size, n_folds):
        places = ranked[first : first + n_folds]
        fold[places] = rng.permutation(n_folds)[: places.size]
    return fold


def dealt_alike(labels: Floats, n_folds: int, seed: int, *, graded: bool) -> Ids:
    """Deal out examples so that folds are alike: by class, or graded ones by rank."""
    if graded:
        return dealt_by_rank(labels, n_folds, seed)
    return dealt(labels > 0, n_folds, seed)


def folds_of(
    labels: Floats, n_folds: int, seed: int, *, graded: bool
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Split examples into (train, test): stratified by class, or graded ones by rank.

    Examples
    --------
    >>> labels = np.array([0.1, 0.9, 0.2, 0.8])
    >>> [labels[test].max() for _, test in folds_of(labels, 2, 0, graded=True)] in (
    ...     [0.9, 0.8], [0.8, 0.9]
    ... )
    True
    """
    if not graded:
        yield from stratified_folds(labels > 0, n_folds, seed)
        return
    n_folds = min(n_folds, labels.size)
    if n_folds < 2:
        yield np.arange(labels.size), np.arange(labels.size)
        return
    fold = dealt_by_rank(labels, n_folds, seed)
    for number in range(n_folds):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def class_shares(positive: Mask, counts: Weights) -> Weights:
    """Shares of the examples in a whole in which both classes have one half.

    Examples
    --------
    >>> class_shares(np.array([True, False, False]), np.ones(3))
    array([0.5 , 0.25, 0.25])
    """
    totals = np.where(positive, counts[positive].sum(), counts[~positive].sum())
    return np.asarray(counts / (2 * totals), dtype=np.float64)


def weighted_f1(degrees: Degrees, positive: Mask, counts: Weights) -> float:
    """Fuzzy F1 of degrees over examples that stand for some number each; 0/0 is 0.

    Examples
    --------
    >>> weighted_f1(np.array([0.5, 0.5]), np.array([True, False]), np.ones(2))
    0.5
    """
    counted = degrees * counts
    whole = float(counted.sum() + counts[positive].sum())
    return 2 * float(counted[positive].sum()) / whole if whole else 0.0


def f1_of(degrees: Degrees, positive: Mask, counts: Weights) -> float:
    """F1 of the paper's decision h > 0.

    Examples
    --------
    >>> f1_of(np.array([0.5, 0.0]), np.array([True, False]), np.ones(2))
    1.0
    """
    return weighted_f1(covers(degrees).astype(np.float64), positive, counts)
