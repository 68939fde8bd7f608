"""Labels of examples: yes and no, grades, unknown ones, stratified folds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.errors import ExamplesError, Hint, Message, ParameterError
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask, Weights

TARGET_RANGE = Hint("target_range", "target_range")
"""The parameter that errors and remarks point to."""


@dataclass(frozen=True, slots=True)
class TargetRange:
    """The range of a graded target, such as ratings from 1 to 5.

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
            A value is outside the range, or no number.
        """
        numbers = np.asarray(values, dtype=np.float64)
        outside = ~((numbers >= self.low) & (numbers <= self.high))
        if outside.any():
            wrong = numbers.ravel()[outside.ravel().argmax()]
            raise ExamplesError(f"A label must lie between {self}, not be {wrong:g}.")
        return np.asarray((numbers - self.low) / self.width, dtype=np.float64)

    def values(self, degrees: Degrees) -> Floats:
        """Return degrees as values of the range: ``low + h·(high − low)``."""
        return np.asarray(self.low + degrees * self.width, dtype=np.float64)

    def value(self, degree: float) -> float:
        """Return a degree as a value of the range."""
        return self.low + degree * self.width

    def __str__(self) -> str:
        return f"{self.low:g} and {self.high:g}"

    def to_json(self) -> list[float]:
        """Return the record of a model file."""
        return [self.low, self.high]


def range_from_json(data: Sequence[float] | None) -> TargetRange | None:
    """Read the record of a model file; None is a crisp target.

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


UNKNOWN = Hint("unknown", "unknown")
"""The parameter that errors and remarks point to."""

_WORDS = {"ignore": 0.0, "negative": 1.0}


@dataclass(frozen=True, slots=True, eq=False)
class UnknownExamples:
    """Individuals whose membership in the target is unknown, and their weight.

    Attributes
    ----------
    individuals
        As elements, in their order.
    share
        The weight of each as a negative example; 0 if they are no examples at all.
    """

    individuals: Ids
    share: float

    def __len__(self) -> int:
        return self.individuals.size

    @property
    def ignored(self) -> bool:
        """Whether they are no examples."""
        return self.share == 0

    @property
    def ignored_individuals(self) -> Ids:
        """The individuals left out as examples, to which models still apply."""
        return self.individuals if self.ignored else self.individuals[:0]

    @property
    def treatment(self) -> str:
        """Their treatment as the end of a sentence.

        Examples
        --------
        >>> UnknownExamples(np.arange(2), 0.5).treatment
        'count as negatives of weight 0.5'
        """
        if self.ignored:
            return "are ignored"
        return "count as negatives" + ("" if self.share == 1 else f" of weight {self.share:g}")

    def among(self, individuals: Ids) -> Mask:
        """Return which individuals are unknown."""
        return np.isin(individuals, self.individuals)

    def weighed(self, individuals: Ids, weights: Weights | None) -> Weights | None:
        """Return the weights of examples, those of unknown ones times the share.

        Examples
        --------
        >>> UnknownExamples(np.array([7]), 0.25).weighed(np.array([3, 7]), None)
        array([1.  , 0.25])
        """
        if self.share in (0, 1):
            return weights
        full = np.ones(individuals.size) if weights is None else weights
        return np.where(self.among(individuals), self.share * full, full)


def unknown_share(unknown: str | float) -> float:
    """Return the weight of unknown examples: 0 if ignored, 1 as negatives.

    Raises
    ------
    ParameterError
        It is another word, or a number that is not above 0 and at most 1.

    Examples
    --------
    >>> unknown_share("ignore"), unknown_share("negative"), unknown_share("0.25")
    (0.0, 1.0, 0.25)
    >>> unknown_share(2)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: unknown must be ignore, negative, or a number above 0 and at \
most 1, not 2.
    """
    if isinstance(unknown, str) and unknown in _WORDS:
        return _WORDS[unknown]
    try:
        share = float(unknown)
    except (TypeError, ValueError):
        share = np.nan
    if isinstance(unknown, bool) or not 0 < share <= 1:
        raise ParameterError(
            Message(
                UNKNOWN,
                f" must be ignore, negative, or a number above 0 and at most 1, not {unknown}.",
            )
        )
    return share


def as_mask(labels: npt.ArrayLike) -> Mask:
    """Return which examples are positive, from truth values or 0/1.

    Raises
    ------
    ExamplesError
        The labels are something else, such as names of classes: all of those would count as true.

    Examples
    --------
    >>> as_mask([1, 0])
    array([ True, False])
    >>> as_mask(["good", "bad"])
    Traceback (most recent call last):
    ...
    owlboost.errors.ExamplesError: Labels must be true or false, not 'good'. Compare them first, \
as in y == 'good'.
    """
    values = np.asarray(labels)
    if values.dtype != np.bool_:
        for label in values.ravel().tolist():
            if label not in (0, 1):
                raise ExamplesError(
                    f"Labels must be true or false, not {label!r}. Compare them first, as in "
                    f"y == {label!r}."
                )
    return values.astype(np.bool_)


def as_labels(labels: npt.ArrayLike) -> Floats:
    """Return labels in [0, 1], from numbers or truth values.

    Raises
    ------
    ExamplesError
        The labels are something else, such as names of classes.

    Examples
    --------
    >>> as_labels([True, False])
    array([1., 0.])
    >>> as_labels([0.2, 1])
    array([0.2, 1. ])
    """
    values = np.asarray(labels)
    if values.dtype.kind not in "fiub":
        return as_mask(values).astype(np.float64)
    numbers = values.astype(np.float64)
    outside = ~((numbers >= 0) & (numbers <= 1))
    if outside.any():
        wrong = values.ravel()[outside.ravel().argmax()]
        way_out = "" if values.dtype.kind == "f" else f": compare first, such as y == {wrong}"
        raise ExamplesError(f"A label must lie between 0 and 1, not {wrong}{way_out}.")
    return numbers


def stratified_folds(
    positive: Mask, n_folds: int, seed: int
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Split examples into (train, test), each class spread evenly over the folds.

    There are at most ``n_folds`` folds. With a single example of a class, both parts are all
    examples.

    Examples
    --------
    >>> y = np.array([True, True, False, False])
    >>> [sorted(y[test].tolist()) for _, test in stratified_folds(y, 2, seed=0)]
    [[False, True], [False, True]]
    """
    n_folds = min(n_folds, int(positive.sum()), int((~positive).sum()))
    if n_folds < 2:
        all_rows = np.arange(positive.size)
        yield all_rows, all_rows
        return
    fold = dealt(positive, n_folds, seed)
    for number in range(n_folds):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def dealt(positive: Mask, n_folds: int, seed: int) -> Ids:
    """Deal out the shuffled examples of each class like cards; return folds.

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
    """Assign shuffled examples to folds by descending label, round by round.

    Each fold gets its share of every quantile; ties are broken at random.

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
    """Assign examples to folds by class, or graded ones by rank."""
    if graded:
        return dealt_by_rank(labels, n_folds, seed)
    return dealt(labels > 0, n_folds, seed)


def folds_of(
    labels: Floats, n_folds: int, seed: int, *, graded: bool
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Split examples into (train, test), by class or, if graded, by rank.

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
    """Return weights that give each class half of the total.

    Examples
    --------
    >>> class_shares(np.array([True, False, False]), np.ones(3))
    array([0.5 , 0.25, 0.25])
    """
    totals = np.where(positive, counts[positive].sum(), counts[~positive].sum())
    return np.asarray(counts / (2 * totals), dtype=np.float64)
