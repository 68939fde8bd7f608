"""Figures of fuzzy sets, rules and degrees, for notebooks and papers (extra ``report``)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.errors import ParameterError
from owlboost.model.examples import as_mask
from owlboost.model.fuzzysets import Partition, membership, shape_points
from owlboost.model.hypotheses import BoostedHypothesis
from owlboost.model.measures import require_same_shape
from owlboost.model.text import manchester
from owlboost.model.trained import TrainedModel
from owlboost.model.vocabulary import short_name
from owlboost.report.plots import COLOURS, new_axes


def plot_partition(partition: Partition) -> Any:
    """Draw the fuzzy sets of a property.

    Parameters
    ----------
    partition
        From ``fit_partitions``, or one of ``partitions_used(hypothesis)``.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.model.fuzzysets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> plot_partition(Partition("ex#price", (low,))).axes[0].get_xlabel()
    'price'
    """
    figure, axes = new_axes(6.5, 2.6)
    points = sorted({point for one in partition.sets for point in shape_points(one.shape)})
    margin = 0.15 * ((points[-1] - points[0]) or 1.0)
    at = np.array([points[0] - margin, *points, points[-1] + margin])
    for number, one in enumerate(partition.sets):
        degrees = [membership(one.shape, value) for value in at.tolist()]
        axes.plot(at, degrees, color=COLOURS[number % len(COLOURS)], label=one.name)
    axes.set_xlabel(short_name(partition.prop))
    axes.set_ylabel("degree")
    axes.set_ylim(0, 1.05)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4, frameon=False)
    return figure


def plot_rules(model: TrainedModel, most: int = 20) -> Any:
    """Draw the rules of a model as bars of their weights, those against the target in red.

    Parameters
    ----------
    model
        Such as one of a classifier's ``models_``.
    most
        Rules of the smallest weights are left out beyond this number.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.model.concepts import Atom, Concept
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("ex#Cheap"),)), 0.8),))
    >>> figure = plot_rules(TrainedModel("foil", "ex#Good", rules, 0.5))
    >>> [text.get_text() for text in figure.axes[0].get_yticklabels()]
    ['Cheap']
    """
    if hasattr(model, "models_"):
        raise ParameterError(
            "A classifier has a model for each class: plot_rules takes one of them, such as "
            "models_[0]."
        )
    rules = sorted(_weights(model), key=lambda rule: -abs(rule[1]))[:most][::-1]
    figure, axes = new_axes(6.5, 1 + 0.3 * max(len(rules), 1))
    values = [weight for _, weight in rules]
    colours = [COLOURS[1] if weight < 0 else COLOURS[0] for weight in values]
    axes.barh(range(len(rules)), values, color=colours)
    axes.set_yticks(range(len(rules)), [_cut(text) for text, _ in rules])
    axes.axvline(0, color="0.2", linewidth=1)
    axes.set_xlabel(f"weight for {short_name(model.target)}")
    return figure


def plot_degrees(
    positive: npt.ArrayLike, degrees: npt.ArrayLike, threshold: float | None = None
) -> Any:
    """Draw how the degrees of positives and of negatives are spread.

    Parameters
    ----------
    positive
        Which examples are positive.
    degrees
        Their degrees, such as a ``decision_function``.
    threshold
        Where to draw a line.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> plot_degrees([True, False], [0.9, 0.1], 0.5).axes[0].get_xlabel()
    'degree'
    """
    labels, found = as_mask(positive), np.asarray(degrees, dtype=np.float64)
    require_same_shape(labels, found)
    figure, axes = new_axes(6.5, 2.6)
    edges = np.linspace(0, 1, 21)
    for wanted, colour, name in ((True, COLOURS[0], "positive"), (False, COLOURS[1], "negative")):
        chosen = found[labels == wanted]
        axes.hist(chosen, edges, color=colour, alpha=0.6, label=f"{name} ({chosen.size})")
    if threshold is not None:
        axes.axvline(threshold, color="0.2", linestyle="--", label=f"threshold {threshold:.2f}")
    axes.set_xlabel("degree")
    axes.set_ylabel("examples")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    return figure


def _weights(model: TrainedModel) -> list[tuple[str, float]]:
    hypothesis = model.hypothesis
    if not isinstance(hypothesis, BoostedHypothesis):
        return [(manchester(one.body), one.degree) for one in hypothesis.inclusions]
    return [
        (manchester(one.body), leverage)
        for term, leverage in zip(hypothesis.terms, hypothesis.leverages, strict=True)
        for one in term.inclusions
    ]


def _cut(text: str) -> str:
    return text if len(text) <= 70 else f"{text[:69]}…"
