"""How well degrees fit labels: the paper's fuzzy and crisp measures (Eq. 10-15, note 23).

The body of :class:`Measures` is the table of all measures. To add one is to add an entry: files,
tables, summaries and scorers follow it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, SupportsFloat, overload

import numpy as np

from owlboost._typing import Degrees, Mask, Weights
from owlboost.errors import ExamplesError
from owlboost.model.examples import as_mask
from owlboost.model.hypotheses import COVERED

View = Literal["training", "run", "repeats", "summary", "compared", "nested", "nested_compared"]
"""Where people read measures: of a model, a run, its repeats, a suite, algorithms in pairs."""

Basis = Literal["crisp", "fuzzy", "threshold"]
"""What is measured: the decisions ``h > 0``, the degrees, or the decisions ``h ≥ t``."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """True and false positives by fuzzy cardinality; decisions are degrees of 0 and 1.

    Attributes
    ----------
    true_positives
        ``Σ h`` over the positives.
    covered
        ``Σ h`` over all.
    positives, negatives
        How many there are.

    Examples
    --------
    >>> Confusion(true_positives=1.0, covered=2.0, positives=2, negatives=3).f1
    0.5
    """

    true_positives: float
    covered: float
    positives: float
    negatives: float

    @property
    def false_positives(self) -> float:
        """``Σ h`` over the negatives."""
        return self.covered - self.true_positives

    @property
    def precision(self) -> float:
        """``TP / (TP + FP)``."""
        return _ratio(self.true_positives, self.covered)

    @property
    def recall(self) -> float:
        """``TP / |E⁺|``."""
        return _ratio(self.true_positives, self.positives)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        precision, recall = self.precision, self.recall
        return _ratio(2 * precision * recall, precision + recall)

    @property
    def specificity(self) -> float:
        """``TN / |E⁻|``."""
        return _ratio(self.negatives - self.false_positives, self.negatives)

    @property
    def correlation(self) -> float:
        """Matthews' correlation coefficient of labels and decisions."""
        tp, fp = self.true_positives, self.false_positives
        fn, tn = max(self.positives - tp, 0.0), max(self.negatives - fp, 0.0)  # sums are rounded
        scale = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return _ratio(tp * tn - fp * fn, scale**0.5)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Degrees against labels, counted in all the ways that measures need.

    Attributes
    ----------
    crisp, fuzzy, decided
        By ``h > 0``, by h itself, and by ``h ≥ threshold``.
    squared_error
        Mean of ``(h − y)²``.
    """

    crisp: Confusion
    fuzzy: Confusion
    decided: Confusion
    squared_error: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measure:
    """A measure: its name, how it is computed, and where and how people see it.

    In the class :class:`Measures` it is also the attribute that gives its value.

    Attributes
    ----------
    name
        In files.
    of
        Its value for an outcome.
    basis
        What it measures.
    title, brief
        For people, and where there is little room; the name and the title if not given.
    decimals
        How many are shown.
    larger_is_better
        Or smaller, as of an error.
    product_of
        Names of measures whose means over folds are multiplied; without them it is averaged itself.
    shown
        The views that show it, and its place there.
    """

    name: str
    of: Callable[[Outcome], float]
    basis: Basis = "crisp"
    title: str = ""
    brief: str = ""
    decimals: int = 3
    larger_is_better: bool = True
    product_of: tuple[str, ...] = ()
    shown: Mapping[View, int] = field(default_factory=dict)

    @overload
    def __get__(self, instance: None, owner: type) -> "Measure": ...

    @overload
    def __get__(self, instance: "Measures", owner: type) -> float: ...

    def __get__(self, instance: "Measures | None", owner: type) -> "Measure | float":
        return self if instance is None else instance.named()[self.name]

    @property
    def heading(self) -> str:
        """The name of its column."""
        return self.title or self.name

    @property
    def brief_heading(self) -> str:
        """The name of its column where there is little room."""
        return self.brief or self.heading

    @property
    def bare_name(self) -> str:
        """Its name where the basis is said already."""
        return self.name.removeprefix(f"{self.basis}_")


@dataclass(frozen=True, slots=True, repr=False)
class Measures:
    """Fuzzy and crisp measures of degrees against labels; 0/0 is 0.

    Each measure is an attribute: a number here, the :class:`Measure` itself of the class.

    Attributes
    ----------
    values
        In the order of :data:`TABLE`.

    Examples
    --------
    >>> measure([1, 0], [1.0, 0.5]).precision, Measures.precision.name
    (0.5, 'precision')
    """

    values: tuple[float, ...]

    f1 = Measure(
        name="F1",
        of=lambda found: found.crisp.f1,
        shown={
            "training": 3, "run": 1, "repeats": 1, "summary": 1, "compared": 3,
            "nested": 1, "nested_compared": 2,
        },
    )  # fmt: skip
    fuzzy_f1 = Measure(
        name="fuzzy_F1",
        of=lambda found: found.fuzzy.f1,
        basis="fuzzy",
        title="fuzzy F1",
        shown={"training": 3, "run": 2, "repeats": 2, "summary": 2, "compared": 2, "nested": 2},
    )
    precision = Measure(
        name="precision", of=lambda found: found.crisp.precision, shown={"training": 1}
    )
    recall = Measure(name="recall", of=lambda found: found.crisp.recall, shown={"training": 2})
    fuzzy_precision = Measure(
        name="fuzzy_precision",
        of=lambda found: found.fuzzy.precision,
        basis="fuzzy",
        title="fuzzy precision",
        shown={"training": 1},
    )
    fuzzy_recall = Measure(
        name="fuzzy_recall",
        of=lambda found: found.fuzzy.recall,
        basis="fuzzy",
        title="fuzzy recall",
        shown={"training": 2},
    )
    mse = Measure(
        name="MSE",
        of=lambda found: found.squared_error,
        basis="fuzzy",
        larger_is_better=False,
        shown={"training": 4, "run": 4, "summary": 3, "nested": 4},
    )
    threshold_f1 = Measure(
        name="threshold_F1",
        of=lambda found: found.decided.f1,
        basis="threshold",
        title="F1 at t",
        shown={"training": 1, "run": 3, "summary": 5},
    )
    balanced_accuracy = Measure(
        name="balanced_accuracy",
        of=lambda found: (found.crisp.recall + found.crisp.specificity) / 2,
        title="bal. acc.",
        brief="bal.acc.",
        shown={"run": 5, "summary": 6},
    )
    mcc = Measure(
        name="MCC",
        of=lambda found: found.crisp.correlation,
        shown={"run": 6, "repeats": 3, "summary": 7, "nested": 5},
    )
    fuzzy_crisp_f1 = Measure(
        name="fF1F1",
        of=lambda found: found.fuzzy.f1 * found.crisp.f1,
        product_of=("fuzzy_F1", "F1"),
        shown={"run": 7, "summary": 4, "compared": 1, "nested": 3, "nested_compared": 1},
    )
    """The paper's figure of merit, ``fF1F1 = F1_f · F1`` (Eq. 17)."""

    def named(self) -> dict[str, float]:
        """Return all measures by their names in files.

        Examples
        --------
        >>> list(measure(np.array([1, 0]), np.array([1.0, 0.0])).named())[:3]
        ['F1', 'fuzzy_F1', 'precision']
        """
        return {one.name: value for one, value in zip(TABLE, self.values, strict=True)}

    def __repr__(self) -> str:
        return f"Measures({', '.join(f'{name}={value}' for name, value in self.named().items())})"


TABLE = tuple(one for one in vars(Measures).values() if isinstance(one, Measure))
"""All measures, in the order in which files have them."""


def shown_in(view: View) -> tuple[Measure, ...]:
    """Return the measures that a view shows, in its order.

    Examples
    --------
    >>> [one.heading for one in shown_in("repeats")]
    ['F1', 'fuzzy F1', 'MCC']
    """
    return tuple(
        sorted((one for one in TABLE if view in one.shown), key=lambda one: one.shown[view])
    )


def measure(
    positive: Mask, degrees: Degrees, threshold: float = 0.0, weights: Weights | None = None
) -> Measures:
    """Measure degrees against labels.

    Parameters
    ----------
    positive
        Which individuals are in E⁺; any array of 0 and 1.
    degrees
        ``h(a)`` for each of them.
    threshold
        A fitted threshold; ``threshold_F1`` decides by ``h ≥ threshold``. At 0 it decides as the
        paper does, by h > 0.
    weights
        How many individuals each of them stands for; 1 if None.

    Examples
    --------
    >>> measure([1, 0], [1.0, 1.0], weights=[3.0, 1.0]).precision
    0.75
    >>> found = measure(np.array([True, True, False]), np.array([0.5, 0.0, 0.5]))
    >>> found.f1, found.fuzzy_f1
    (0.5, 0.3333333333333333)
    """
    positive, degrees = as_mask(positive), np.asarray(degrees, dtype=np.float64)
    require_same_shape(positive, degrees)
    counts = np.ones(degrees.size) if weights is None else np.asarray(weights, dtype=np.float64)
    crisp = degrees > COVERED
    decided = degrees >= threshold if threshold > 0 else crisp
    errors = (degrees - positive) ** 2 * counts
    found = Outcome(
        crisp=_confusion(positive, crisp.astype(np.float64), counts),
        fuzzy=_confusion(positive, degrees, counts),
        decided=_confusion(positive, decided.astype(np.float64), counts),
        squared_error=_ratio(errors.sum(), counts.sum()),
    )
    return Measures(tuple(one.of(found) for one in TABLE))


def require_same_shape(positive: Mask, degrees: Degrees) -> None:
    """Raise ExamplesError unless there is one degree for each label."""
    if positive.shape != degrees.shape:
        raise ExamplesError(
            f"There must be one degree per label, but the labels have shape {positive.shape} and "
            f"the degrees {degrees.shape}."
        )


def _ratio(part: SupportsFloat, whole: SupportsFloat) -> float:
    return float(part) / float(whole) if float(whole) else 0.0


def _confusion(positive: Mask, degrees: Degrees, counts: Weights) -> Confusion:
    counted = degrees * counts
    return Confusion(
        float(counted[positive].sum()),
        float(counted.sum()),
        float(counts[positive].sum()),
        float(counts[~positive].sum()),
    )
