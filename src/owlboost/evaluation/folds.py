"""Stratified, repeated and nested folds; duplicate examples."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from owlboost.data.example_labels import dealt, dealt_by_rank
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ParameterError
from owlboost.runtime.array_types import Answers, Ids

Positions = npt.NDArray[np.int64]
"""Positions among the examples."""


def is_graded(labels: Answers) -> bool:
    """Whether labels are degrees rather than truth values.

    Examples
    --------
    >>> is_graded(np.array([0.5, 1.0])), is_graded(np.array([False, True]))
    (True, False)
    """
    return labels.dtype.kind == "f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """The division of examples into training and test.

    Attributes
    ----------
    repeats
        Number of repeats; repeat r draws with the seed ``seed + r``.
    seed
        Seed of the first division.
    mask
        Hide only the labels of test individuals while training, not what is known about them.
    nested
        Also choose a configuration inside each training fold, by folds of its own.
    train_is_test
        Do not divide at all: training and test are the same examples (★), to explain these data.
    definition
        Learn who belongs to the target and who does not; the rates are those of both together.
    name
        What a suite calls it, such as ``paper``; empty for a protocol of one's own.

    Examples
    --------
    >>> Protocol(folds=1)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: folds must be at least 2, not 1.
    """

    folds: int = 5
    repeats: int = 1
    seed: int = 0
    mask: bool = False
    nested: bool = False
    train_is_test: bool = False
    definition: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        for name, least in (("folds", 2), ("repeats", 1), ("seed", 0)):
            value = getattr(self, name)
            if value < least:
                raise ParameterError(f"{name} must be at least {least}, not {value}.")

    def starred(self, positive: Answers) -> bool:
        """Whether training and test are the same examples (★).

        They are if requested, or if there are too few examples for folds. Graded examples are too
        few if a fold would have less than two.

        Examples
        --------
        >>> Protocol(folds=3).starred(np.array([True, True, False, False, False]))
        True
        """
        n_positives = int(np.count_nonzero(positive))
        too_few = n_positives < self.folds or positive.size - n_positives < 2
        if is_graded(positive):
            too_few = positive.size < 2 * self.folds
        return self.train_is_test or too_few


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """One division into training and test examples, as positions among the examples.

    Attributes
    ----------
    repeat, number
        Its place in the protocol, from 0.
    inner
        Number of the inner fold, or None.
    visible
        Positions of the examples that may be known when the test is taken: all, but for an inner
        fold only the training examples of the fold around it.
    queried
        Positions among the ignored unknown individuals that the test asks about.
    """

    repeat: int
    number: int
    inner: int | None
    train: Ids
    test: Ids
    visible: Ids
    queried: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int32))

    @property
    def place(self) -> tuple[int, int, int]:
        """Position among all folds; an outer one precedes its inner ones."""
        return self.repeat, self.number, -1 if self.inner is None else self.inner


def outer_folds(protocol: Protocol, positive: Answers) -> list[Fold]:
    """Divide the examples, stratified by class or by rank of graded labels.

    Raises
    ------
    ExamplesError
        There is no positive or no negative example, or all grades are the same.

    Examples
    --------
    >>> folds = outer_folds(Protocol(folds=2), np.array([True, False, True, False]))
    >>> [sorted(fold.test.tolist()) for fold in folds]
    [[1, 2], [0, 3]]
    """
    if is_graded(positive):
        if (positive == positive[0]).all():
            raise ExamplesError("All examples have the same label, so there is nothing to learn.")
    elif not positive.any() or positive.all():
        kind = "negative" if positive.any() else "positive"
        raise ExamplesError(f"There is no {kind} example to evaluate on.")
    all_rows = np.arange(positive.size, dtype=np.int32)
    if protocol.starred(positive):
        return [Fold(0, 0, None, all_rows, all_rows, all_rows)]
    return [
        Fold(repeat, number, None, train, test, all_rows)
        for repeat in range(protocol.repeats)
        for number, (train, test) in enumerate(
            _divided(positive, protocol.folds, protocol.seed + repeat)
        )
    ]


def asking(folds: list[Fold], protocol: Protocol, n_unknown: int) -> list[Fold]:
    """Deal out unknown individuals to outer folds, all in each repeat.

    Examples
    --------
    >>> labels = np.array([True, False, True, False])
    >>> protocol = Protocol(folds=2)
    >>> first, second = asking(outer_folds(protocol, labels), protocol, 3)
    >>> sorted(first.queried.tolist() + second.queried.tolist())
    [0, 1, 2]
    """
    if len(folds) == 1:
        return [replace(fold, queried=np.arange(n_unknown, dtype=np.int32)) for fold in folds]
    alike = np.zeros(n_unknown, dtype=np.bool_)
    dealt_out = [
        dealt(alike, protocol.folds, protocol.seed + repeat) for repeat in range(protocol.repeats)
    ]
    return [
        replace(
            fold, queried=np.flatnonzero(dealt_out[fold.repeat] == fold.number).astype(np.int32)
        )
        for fold in folds
    ]


def inner_folds(protocol: Protocol, positive: Answers, fold: Fold) -> list[Fold]:
    """Divide the training examples of a fold into inner folds.

    Examples
    --------
    >>> positive = np.array([True, False] * 6)
    >>> protocol = Protocol(folds=3)
    >>> outer = outer_folds(protocol, positive)[0]
    >>> [len(inner.test) for inner in inner_folds(protocol, positive, outer)]
    [3, 3, 2]
    """
    labels = positive[fold.train]
    n_positives = int(np.count_nonzero(labels))
    folds = min(protocol.folds, n_positives)
    if is_graded(labels):
        folds = min(protocol.folds, labels.size // 2)
    if folds < 2 or (not is_graded(labels) and labels.size - n_positives < 2):
        return [Fold(fold.repeat, fold.number, 0, fold.train, fold.train, fold.train)]
    return [
        Fold(fold.repeat, fold.number, inner, fold.train[train], fold.train[test], fold.train)
        for inner, (train, test) in enumerate(_divided(labels, folds, protocol.seed + fold.repeat))
    ]


def _divided(positive: Answers, folds: int, seed: int) -> Iterator[tuple[Ids, Ids]]:
    """Yield stratified folds."""
    if is_graded(positive):
        parts = _parts(dealt_by_rank(positive, folds, seed), folds)
    elif min(np.count_nonzero(positive), np.count_nonzero(~positive)) < folds:
        parts = _parts(dealt(positive, folds, seed), folds)
    else:
        from sklearn.model_selection import StratifiedKFold

        splitter = StratifiedKFold(folds, shuffle=True, random_state=seed)
        parts = splitter.split(np.zeros(positive.size), positive)
    for train, test in parts:
        yield train.astype(np.int32), test.astype(np.int32)


def _parts(number: Ids, folds: int) -> Iterator[tuple[Positions, Positions]]:
    for at in range(folds):
        yield np.flatnonzero(number != at), np.flatnonzero(number == at)


def distinct_examples(X: Examples, y: Answers) -> tuple[Examples, Answers]:
    """Drop examples that repeat the facts and label of an earlier one.

    An example with a role to or from it is never a duplicate, nor an unknown one of a negative.

    Examples
    --------
    >>> from owlboost.runtime.names import Names
    >>> kb = KnowledgeBase.from_facts(list("abc"), numbers={"p": [("a", 1), ("b", 1), ("c", 2)]})
    >>> class Constant:
    ...     def knowledge_base(self, without=None):
    ...         return kb
    >>> three = np.arange(3, dtype=np.int32)
    >>> X = Examples(Constant(), "T", Names("abc"), three, three)
    >>> distinct_examples(X, np.array([True, True, False]))[0].individuals
    array([0, 2], dtype=int32)
    """
    facts = _facts(X.source.knowledge_base(), X.individuals)
    is_unknown = [False] * len(X) if X.unknown is None else X.unknown.among(X.individuals).tolist()
    seen: set[tuple[bytes, float, bool]] = set()
    places = []
    for place, (content, *label) in enumerate(zip(facts, y.tolist(), is_unknown, strict=True)):
        if content is None or (content, *label) not in seen:
            places.append(place)
        if content is not None:
            seen.add((content, *label))
    chosen = np.array(places, dtype=np.int32)
    return X[chosen], y[chosen]


def _facts(kb: KnowledgeBase, individuals: Ids) -> Iterator[bytes | None]:
    """Yield the facts of each individual; None if related to others."""
    related = np.zeros(kb.n_elements, dtype=np.bool_)
    for role in kb.roles:
        related[role.indices] = True
        related[np.diff(role.indptr) > 0] = True
    for individual in individuals.tolist():
        if related[individual]:
            yield None
            continue
        parts = [kb.types[individual].tobytes()]
        if kb.types.degrees is not None:
            parts.append(kb.types.degrees_of(individual).tobytes())
        for values in kb.numbers.values():
            ends = values.indptr[individual : individual + 2]
            parts.append(values.values[slice(*ends)].tobytes())
        parts += [symbols.rows[individual].tobytes() for symbols in kb.symbols.values()]
        yield b"".join(len(part).to_bytes(8) + part for part in parts)
