"""Measures of degrees, evidence and probabilities.

The formulas are Eq. 10-15 of the paper and mathematics §13 (note 23 on measures). The body of
:class:`Measures` is the table of all measures. To add one is to add an entry: files, tables,
summaries and scorers follow it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, overload

import numpy as np
import numpy.typing as npt

from owlboost.concepts.hypothesis import COVERED, covers
from owlboost.data.example_labels import as_labels, as_mask
from owlboost.errors import ExamplesError
from owlboost.models.outcomes import Confusion, Forecast, GradedFit, Outcome, Ranking, Rates, ratio
from owlboost.runtime.array_types import Answers, Degrees, Floats, Mask, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

View = Literal[
    "training",
    "run",
    "repeats",
    "summary",
    "compared",
    "nested",
    "nested_compared",
    "graded",
    "counts",
    "rates",
]
"""The views that show measures: of a model, a run, its repeats, a suite, algorithms in pairs,
graded labels; the counts behind precision and recall; answers against truths of three values.
"""

Basis = Literal["crisp", "fuzzy", "grade", "threshold", "evidence", "probability", "truth"]
"""The basis of a measure: the decisions ``h > 0``, the degrees, also against graded labels, the
decisions ``h ≥ t``, evidence, probabilities, or answers against truths of three values."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measure:
    """A measure: its name, its computation, and its places in views.

    In the class :class:`Measures` it is also the attribute that gives its value.

    Attributes
    ----------
    name
        Its name in files.
    compute
        Its value for an outcome; None if it has none there.
    basis
        The decisions, degrees, evidence or probabilities that it measures.
    title, brief
        Its names for people, and for narrow columns; the name and the title if not given.
    decimals
        The number of decimals that are shown.
    larger_is_better
        False for errors.
    product_of
        Names of measures whose means over folds are multiplied; without them it is averaged itself.
    shown
        The views that show it, and its place there.
    """

    name: str
    compute: Callable[[Outcome], float | None]
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
        if instance is None:
            return self
        value = instance.values[TABLE.index(self)]
        if value is None:
            raise AttributeError(f"There is no {self.name} here: {_LACKING[self.basis]}.")
        return value

    @property
    def heading(self) -> str:
        """The name of its column."""
        return self.title or self.name

    @property
    def brief_heading(self) -> str:
        """The name of a narrow column."""
        return self.brief or self.heading

    @property
    def bare_name(self) -> str:
        """The name without its basis."""
        return self.name.removeprefix(f"{self.basis}_")


def _crisp(compute: Callable[[Confusion], float]) -> Callable[[Outcome], float | None]:
    """Return a measure of the decisions ``h > 0`` of crisp labels."""
    return lambda outcome: None if outcome.crisp is None else compute(outcome.crisp)


def _decided(compute: Callable[[Confusion], float]) -> Callable[[Outcome], float | None]:
    """Return a measure of the decisions ``h ≥ t`` of crisp labels."""
    return lambda outcome: None if outcome.decided is None else compute(outcome.decided)


def _rate(compute: Callable[[Rates], float]) -> Callable[[Outcome], float | None]:
    """Return a rate of answers against truths of three values, if given."""
    return lambda outcome: None if outcome.rates is None else compute(outcome.rates)


@dataclass(frozen=True, slots=True, repr=False)
class Measures:
    """Measures of degrees, evidence and probabilities against labels; 0/0 is 0.

    Each measure is an attribute: a number here, the :class:`Measure` itself of the class. One that
    has no value, as those of probabilities where none are known, is no attribute.

    Attributes
    ----------
    values
        In the order of :data:`TABLE`; None for what has no value.

    Examples
    --------
    >>> measure([1, 0], [1.0, 0.5]).precision, Measures.precision.name
    (0.5, 'precision')
    """

    values: tuple[float | None, ...]

    f1 = Measure(
        name="F1",
        compute=_crisp(lambda confusion: confusion.f1),
        shown={
            "training": 3, "run": 1, "repeats": 1, "summary": 1, "compared": 3,
            "nested": 1, "nested_compared": 2,
        },
    )  # fmt: skip
    fuzzy_f1 = Measure(
        name="fuzzy_F1",
        compute=lambda outcome: outcome.fuzzy.f1,
        basis="fuzzy",
        title="fuzzy F1",
        shown={
            "training": 3, "run": 2, "repeats": 2, "summary": 2, "compared": 2, "nested": 2,
            "graded": 1,
        },
    )  # fmt: skip
    precision = Measure(
        name="precision",
        compute=_crisp(lambda confusion: confusion.precision),
        shown={"training": 1},
    )
    recall = Measure(
        name="recall", compute=_crisp(lambda confusion: confusion.recall), shown={"training": 2}
    )
    fuzzy_precision = Measure(
        name="fuzzy_precision",
        compute=lambda outcome: outcome.fuzzy.precision,
        basis="fuzzy",
        title="fuzzy precision",
        shown={"training": 1},
    )
    fuzzy_recall = Measure(
        name="fuzzy_recall",
        compute=lambda outcome: outcome.fuzzy.recall,
        basis="fuzzy",
        title="fuzzy recall",
        shown={"training": 2},
    )
    mse = Measure(
        name="MSE",
        compute=lambda outcome: outcome.squared_error,
        basis="fuzzy",
        larger_is_better=False,
        shown={"training": 4, "run": 3, "summary": 3, "nested": 4, "graded": 2},
    )
    mae = Measure(
        name="MAE",
        compute=lambda outcome: outcome.absolute_error,
        basis="grade",
        larger_is_better=False,
        shown={"training": 1, "graded": 3},
    )
    r2 = Measure(
        name="R2",
        compute=lambda outcome: outcome.r2,
        basis="grade",
        title="R²",
        shown={"training": 2, "graded": 4},
    )
    spearman = Measure(
        name="Spearman",
        compute=lambda outcome: outcome.rank_correlation,
        basis="grade",
        shown={"training": 3, "graded": 5},
    )
    threshold_f1 = Measure(
        name="threshold_F1",
        compute=_decided(lambda confusion: confusion.f1),
        basis="threshold",
        title="F1 at t",
        shown={"training": 1, "summary": 5},
    )
    balanced_accuracy = Measure(
        name="balanced_accuracy",
        compute=_crisp(lambda confusion: (confusion.recall + confusion.specificity) / 2),
        title="bal. acc.",
        shown={"summary": 6},
    )
    mcc = Measure(
        name="MCC",
        compute=_crisp(lambda confusion: confusion.mcc),
        shown={"run": 4, "repeats": 3, "summary": 7, "nested": 5},
    )
    auc = Measure(
        name="AUC",
        compute=lambda outcome: outcome.roc_auc,
        basis="evidence",
        shown={"run": 5, "repeats": 4, "summary": 8, "nested": 6},
    )
    average_precision = Measure(
        name="AP", compute=lambda outcome: outcome.average_precision, basis="evidence"
    )
    brier = Measure(
        name="Brier",
        compute=lambda outcome: outcome.brier,
        basis="probability",
        larger_is_better=False,
        shown={"run": 6, "summary": 9, "nested": 7},
    )
    log_loss = Measure(
        name="log_loss",
        compute=lambda outcome: outcome.log_loss,
        basis="probability",
        title="log loss",
        larger_is_better=False,
    )
    calibration_error = Measure(
        name="calibration_error",
        compute=lambda outcome: outcome.calibration_error,
        basis="probability",
        title="calibration error",
        larger_is_better=False,
    )
    exact_share = Measure(
        name="exact_share",
        compute=lambda outcome: outcome.exact_share,
        basis="fuzzy",
        title="exact share",
        larger_is_better=False,
    )
    """Share of degrees that are 0 or 1, which say no more than a decision does."""

    true_positives = Measure(
        name="TP",
        compute=_crisp(lambda confusion: confusion.true_positives),
        decimals=1,
        shown={"counts": 1},
    )
    false_positives = Measure(
        name="FP",
        compute=_crisp(lambda confusion: confusion.false_positives),
        decimals=1,
        larger_is_better=False,
        shown={"counts": 2},
    )
    true_non_positives = Measure(
        name="TNP",
        compute=_crisp(lambda confusion: confusion.true_non_positives),
        decimals=1,
        shown={"counts": 3},
    )
    false_non_positives = Measure(
        name="FNP",
        compute=_crisp(lambda confusion: confusion.false_non_positives),
        decimals=1,
        larger_is_better=False,
        shown={"counts": 4},
    )
    fuzzy_true_positives = Measure(
        name="fuzzy_TP",
        compute=lambda outcome: outcome.fuzzy.true_positives,
        basis="fuzzy",
        title="fuzzy TP",
        decimals=1,
        shown={"counts": 1},
    )
    fuzzy_false_positives = Measure(
        name="fuzzy_FP",
        compute=lambda outcome: outcome.fuzzy.false_positives,
        basis="fuzzy",
        title="fuzzy FP",
        decimals=1,
        larger_is_better=False,
        shown={"counts": 2},
    )
    fuzzy_true_non_positives = Measure(
        name="fuzzy_TNP",
        compute=lambda outcome: outcome.fuzzy.true_non_positives,
        basis="fuzzy",
        title="fuzzy TNP",
        decimals=1,
        shown={"counts": 3},
    )
    fuzzy_false_non_positives = Measure(
        name="fuzzy_FNP",
        compute=lambda outcome: outcome.fuzzy.false_non_positives,
        basis="fuzzy",
        title="fuzzy FNP",
        decimals=1,
        larger_is_better=False,
        shown={"counts": 4},
    )

    match = Measure(
        name="match", compute=_rate(lambda rates: rates.match), basis="truth", shown={"rates": 1}
    )
    commission = Measure(
        name="commission",
        compute=_rate(lambda rates: rates.commission),
        basis="truth",
        larger_is_better=False,
        shown={"rates": 2},
    )
    omission = Measure(
        name="omission",
        compute=_rate(lambda rates: rates.omission),
        basis="truth",
        larger_is_better=False,
        shown={"rates": 3},
    )
    induction = Measure(
        name="induction",
        compute=_rate(lambda rates: rates.induction),
        basis="truth",
        shown={"rates": 4},
    )

    fuzzy_crisp_f1 = Measure(
        name="fF1F1",
        compute=lambda outcome: (
            None if outcome.crisp is None else outcome.fuzzy.f1 * outcome.crisp.f1
        ),
        product_of=("fuzzy_F1", "F1"),
        shown={"run": 7, "summary": 4, "compared": 1, "nested": 3, "nested_compared": 1},
    )
    """The paper's figure of merit, ``fF1F1 = F1_f · F1`` (Eq. 17)."""

    def named(self) -> dict[str, float]:
        """Return all measures that have a value by their names in files.

        Examples
        --------
        >>> list(measure(np.array([1, 0]), np.array([1.0, 0.0])).named())[:3]
        ['F1', 'fuzzy_F1', 'precision']
        """
        values = zip(TABLE, self.values, strict=True)
        return {measure.name: value for measure, value in values if value is not None}

    def __repr__(self) -> str:
        return f"Measures({', '.join(f'{name}={value}' for name, value in self.named().items())})"


TABLE = tuple(entry for entry in vars(Measures).values() if isinstance(entry, Measure))
"""All measures, in the order in which files have them."""

_LACKING: dict[Basis, str] = {
    "crisp": "labels are graded",
    "fuzzy": "labels are graded",
    "threshold": "labels are graded",
    "grade": "labels are crisp, or all are the same",
    "evidence": "all examples are of one class, or labels are graded",
    "probability": "no probabilities were given",
    "truth": "nobody is told to be unknown",
}
"""Basis → the reason why a measure may have no value."""


def shown_in(view: View) -> tuple[Measure, ...]:
    """Return the measures that a view shows, in its order.

    Examples
    --------
    >>> [measure.heading for measure in shown_in("repeats")]
    ['F1', 'fuzzy F1', 'MCC', 'AUC']
    """
    return tuple(
        sorted(
            (measure for measure in TABLE if view in measure.shown),
            key=lambda measure: measure.shown[view],
        )
    )


def measure(  # noqa: PLR0913 - one parameter for each thing that may be measured
    positive: Answers,
    degrees: Degrees,
    threshold: float = 0.0,
    weights: Weights | None = None,
    *,
    evidence: npt.ArrayLike | None = None,
    probability: npt.ArrayLike | None = None,
    graded: bool = False,
    rates: Rates | None = None,
    pool: ThreadPool = SERIAL,
) -> Measures:
    """Measure degrees, evidence and probabilities against labels.

    Parameters
    ----------
    positive
        Which individuals are in E⁺; any array of 0 and 1, or of degrees if they are ``graded``.
    degrees
        ``h(a)`` for each of them.
    threshold
        A fitted threshold; ``threshold_F1`` decides by ``h ≥ threshold``. At 0 it decides as the
        paper does, by h > 0.
    weights
        How many individuals each of them stands for; 1 if None.
    evidence
        What ranks them, such as the sum before it is clipped to a degree; the degrees if None.
    probability
        Of the target, for each of them. If None, measures of probabilities are not there.
    graded
        Whether labels are degrees in [0, 1], not decisions. Then measures of decisions, of ranking
        by class and of probabilities are not there, and the fuzzy ones share ``Σ min(h, y)``.
    rates
        How answers compare with truths of three values; if None, these measures are not there.
    pool
        Threads that share out what is measured of crisp labels.

    Examples
    --------
    >>> measure([1, 0], [1.0, 1.0], weights=[3.0, 1.0]).precision
    0.75
    >>> scores = measure(np.array([True, True, False]), np.array([0.5, 0.0, 0.5]))
    >>> scores.f1, scores.fuzzy_f1
    (0.5, 0.3333333333333333)
    >>> measure([1, 0], [1.0, 1.0], evidence=[3.0, 2.0], probability=[0.9, 0.5]).auc
    1.0
    >>> measure([0.5, 1.0], [0.5, 0.75], graded=True).mae
    0.125
    """
    if graded:
        return _graded_measures(as_labels(positive), degrees, weights)
    positive = as_mask(positive)
    degrees = _beside(positive, degrees, "degree")
    evidence = degrees if evidence is None else _beside(positive, evidence, "piece of evidence")
    probabilities = None if probability is None else _beside(positive, probability, "probability")
    if probabilities is not None and not ((probabilities >= 0) & (probabilities <= 1)).all():
        raise ExamplesError("Probabilities must lie between 0 and 1.")
    counts = np.ones(degrees.size) if weights is None else np.asarray(weights, dtype=np.float64)
    crisp = covers(degrees)
    decided = degrees >= threshold if threshold > 0 else crisp
    labels = positive.astype(np.float64)

    def ranking() -> Ranking | None:
        return Ranking.from_evidence(positive, evidence, counts)

    def confusion(answers: Mask | Floats) -> Confusion:
        return Confusion.from_decisions(positive, answers.astype(np.float64, copy=False), counts)

    ranked, by_crisp, by_degrees, by_threshold = pool.each(
        lambda ask: ask(),
        (ranking, *(partial(confusion, answers) for answers in (crisp, degrees, decided))),
    )
    outcome = Outcome(
        crisp=by_crisp,
        fuzzy=by_degrees,
        decided=by_threshold,
        squared_error=ratio(((degrees - labels) ** 2 * counts).sum(), counts.sum()),
        exact_share=ratio(counts[~crisp | (degrees >= 1 - COVERED)].sum(), counts.sum()),
        ranking=ranked,
        forecast=None if probabilities is None else Forecast(probabilities, labels, counts),
        rates=rates,
    )
    return Measures(tuple(pool.each(lambda entry: entry.compute(outcome), TABLE)))


def _graded_measures(
    labels: Floats, degrees: npt.ArrayLike, weights: npt.ArrayLike | None
) -> Measures:
    """Measure degrees against graded labels (mathematics §23)."""
    degrees = _beside(labels, degrees, "degree")
    counts = np.ones(degrees.size) if weights is None else np.asarray(weights, dtype=np.float64)
    exact = ~covers(degrees) | (degrees >= 1 - COVERED)
    outcome = Outcome(
        crisp=None,
        fuzzy=Confusion.from_grades(labels, degrees, counts),
        decided=None,
        squared_error=ratio(((degrees - labels) ** 2 * counts).sum(), counts.sum()),
        exact_share=ratio(counts[exact].sum(), counts.sum()),
        ranking=None,
        forecast=None,
        graded_fit=GradedFit(labels, degrees, counts),
    )
    return Measures(tuple(entry.compute(outcome) for entry in TABLE))


def require_same_shape(positive: Answers, degrees: Floats, noun: str = "degree") -> None:
    """Raise ExamplesError unless there is one number for each label."""
    if positive.shape != degrees.shape:
        raise ExamplesError(
            f"There must be one {noun} per label, but their shapes are {degrees.shape} and "
            f"{positive.shape}."
        )


def _beside(positive: Answers, numbers: npt.ArrayLike, noun: str) -> Floats:
    """Return numbers as an array that has one for each label."""
    values = np.asarray(numbers, dtype=np.float64)
    require_same_shape(positive, values, noun)
    if np.isnan(values).any():
        raise ExamplesError(f"A {noun} must be a number, not NaN.")
    return values


def counts_text(known: Mapping[str, float], times: float = 1.0) -> str:
    """Write the counts of a confusion matrix, crisp and fuzzy, if known.

    Parameters
    ----------
    known
        Measures by their names in files.
    times
        The factor to multiply them by, such as the number of folds for means over folds.

    Examples
    --------
    >>> counts_text({"TP": 9.0, "FP": 1.0, "TNP": 40.0, "FNP": 0.0, "fuzzy_TP": 8.25})
    'TP 9  FP 1  TNP 40  FNP 0; fuzzy TP 8.2'
    """
    parts = [
        "  ".join(
            f"{entry.bare_name} {round(times * known[entry.name], entry.decimals):.10g}"
            for entry in shown_in("counts")
            if entry.basis == basis and entry.name in known
        )
        for basis in ("crisp", "fuzzy")
    ]
    return "; fuzzy ".join(filter(None, parts))
