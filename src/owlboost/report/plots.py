"""Plots of models and explanations, drawn from views (extra ``report``)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.concepts.hypothesis import merged, partitions_used
from owlboost.data.example_labels import as_mask
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import MissingExtraError, ParameterError
from owlboost.models.explanation import Explanation
from owlboost.models.measures import require_same_shape
from owlboost.models.trained import TrainedModel
from owlboost.report.views.applied import labelled
from owlboost.report.views.decisions import histogram_view
from owlboost.report.views.explanations import waterfall_view
from owlboost.report.views.model import words_of
from owlboost.report.views.rules import cards_view, property_view
from owlboost.report.views.schema import PropertyJson

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#999999",
    "#000000",
)
"""Okabe and Ito's colours, which colour-blind readers can distinguish."""

FOR, AGAINST = COLOURS[:2]


def canvas() -> Any:
    """Return the module that draws.

    Raises
    ------
    MissingExtraError
        Matplotlib is not installed.
    """
    try:
        from owlboost.report import canvas
    except ImportError as error:
        raise MissingExtraError("A plot", "report") from error
    return canvas


def cut(text: str, most: int = 70) -> str:
    """Shorten a text.

    Examples
    --------
    >>> cut("a long rule", 7)
    'a long…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


_SIDES = {"positive": FOR, "negative": AGAINST}
_ABOVE: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "frameon": False}


def plot_partition(partition: Partition, lexicon: Lexicon = SHORT_NAMES) -> Any:
    """Draw the fuzzy sets of a property.

    Parameters
    ----------
    partition
        From ``fit_partitions``, or one of ``partitions_used(hypothesis)``.
    lexicon
        Names of properties, such as the ``lexicon`` of a model.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> plot_partition(Partition("ex#price", (low,))).axes[0].get_xlabel()
    'price'
    """
    return _property_figure(property_view(partition, lexicon))


def plot_property(
    model: TrainedModel, prop: str, source: object = None, labels: object = None
) -> Any:
    """Draw the fuzzy sets and values of a property in use.

    Parameters
    ----------
    model
        The rules.
    prop
        A data property: its name or its IRI.
    source
        Whose values to draw as a histogram: examples, a knowledge base, an ontology or a table.
    labels
        Which of the examples are positive; these have a histogram of their own then.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ParameterError
        The rules do not use this property.

    Examples
    --------
    >>> from owlboost.concepts.concept import Concept, FuzzyValue
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> low = FuzzyValue("ex#price", FuzzySet("price_L", LeftShoulder(40, 60)))
    >>> model = TrainedModel("foil", "ex#Good", RuleSet((Inclusion(Concept((low,))),)), 0.5)
    >>> len(plot_property(model, "price").axes[0].get_lines())
    1
    """
    require_model(model, "plot_property")
    data = labelled(model, source, labels)
    lexicon = words_of(model, data)
    used = {partition.prop: partition for partition in partitions_used(model.hypothesis)}
    matches = [partition for iri, partition in used.items() if prop in (iri, lexicon.name(iri))]
    if not matches:
        names = ", ".join(sorted(map(lexicon.name, used))) or "none"
        raise ParameterError(
            f"The rules use no numeric property {prop!r}; those that they use: {names}."
        )
    return _property_figure(property_view(matches[0], lexicon, data))


def _property_figure(view: PropertyJson) -> Any:
    figure, axes = canvas().new_axes(6.5, 2.6)
    if view["values"] is not None:
        beside = axes.twinx()
        beside.set_ylabel("share of values")
        beside.spines[["top", "left"]].set_visible(False)
        for group in view["values"]["groups"]:
            colour = _SIDES.get(group["name"], COLOURS[6])
            label = f"{group['name']} ({group['size']})"
            edges = view["values"]["edges"]
            beside.stairs(group["shares"], edges, fill=True, color=colour, alpha=0.25, label=label)
        axes.set_zorder(beside.get_zorder() + 1)
        axes.set_frame_on(False)
    for number, fuzzy_set in enumerate(view["sets"]):
        points, degrees = zip(*fuzzy_set["outline"], strict=True)
        axes.plot(points, degrees, color=COLOURS[number % len(COLOURS)], label=fuzzy_set["name"])
    axes.set_xlim(*view["range"])
    axes.set_xlabel(view["name"])
    axes.set_ylabel("degree")
    axes.set_ylim(0, 1.05)
    axes.legend(**_ABOVE, ncols=4)
    return figure


def plot_rules(model: TrainedModel, most: int = 20) -> Any:
    """Draw rule weights as bars, those against the target in red.

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
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("ex#Cheap"),)), 0.8),))
    >>> figure = plot_rules(TrainedModel("foil", "ex#Good", rules, 0.5))
    >>> [text.get_text() for text in figure.axes[0].get_yticklabels()]
    ['Cheap']
    """
    require_model(model, "plot_rules")
    cards = cards_view(merged(model.hypothesis), model.lexicon, None)
    rules = sorted(cards, key=lambda card: -abs(card["weight"]))[:most][::-1]
    figure, axes = canvas().new_axes(6.5, 1 + 0.3 * max(len(rules), 1))
    values = [card["weight"] for card in rules]
    colours = [AGAINST if weight < 0 else FOR for weight in values]
    axes.barh(range(len(rules)), values, color=colours)
    axes.set_yticks(range(len(rules)), [cut(card["manchester"]) for card in rules])
    axes.axvline(0, color="0.2", linewidth=1)
    axes.set_xlabel(f"weight for {model.lexicon.name(model.target)}")
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
        Their degrees, such as ``model.degrees(X)``.
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
    mask, values = as_mask(positive), np.asarray(degrees, dtype=np.float64)
    require_same_shape(mask, values)
    view = histogram_view(values, mask)
    figure, axes = canvas().new_axes(6.5, 2.6)
    counts = {"positive": view["positive"], "negative": view["negative"]}
    for name, colour in _SIDES.items():
        label = f"{name} ({sum(counts[name])})"
        edges = view["edges"]
        axes.stairs(counts[name], edges, fill=True, color=colour, alpha=0.6, label=label)
    if threshold is not None:
        axes.axvline(threshold, color="0.2", linestyle="--", label=f"threshold {threshold:.2f}")
    axes.set_xlabel("degree")
    axes.set_ylabel("examples")
    axes.legend(**_ABOVE, ncols=3)
    return figure


def plot_curve(model: TrainedModel) -> Any:
    """Draw the validated error by number of rules, the choice marked.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ParameterError
        The model has no such curve, as its learner validates nothing.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> model = TrainedModel("gradient", "ex#Good", RuleSet(), 0.5, curve=((0, 0.25), (1, 0.1)))
    >>> plot_curve(model).axes[0].get_xlabel()
    'rules'
    """
    require_model(model, "plot_curve")
    if not model.curve:
        raise ParameterError("This model has no validated error by the number of rules.")
    figure, axes = canvas().new_axes(6.5, 2.6)
    sizes, errors = zip(*model.curve, strict=True)
    axes.plot(sizes, errors, color=FOR, marker="o", markersize=4)
    chosen = [point for point in model.curve if point[0] == model.hypothesis.n_rules]
    axes.plot(*zip(*chosen, strict=True) if chosen else ((), ()), "o", color=AGAINST, markersize=9)
    axes.set_xlabel("rules")
    axes.set_ylabel("validated error")
    axes.set_ylim(bottom=0)
    return figure


def plot_contributions(explanation: Explanation) -> Any:
    """Draw how rules add up to one individual's evidence and degree.

    Parameters
    ----------
    explanation
        From ``model.explain(source, individual)``.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> explanation = Explanation(1.0, 1.25, None, (), "ex#a", "ex#Good", 0.5)
    >>> [text.get_text() for text in plot_contributions(explanation).axes[0].get_yticklabels()]
    ['degree', 'evidence']
    """
    given: object = explanation
    if not isinstance(given, Explanation):
        kind = type(given).__name__
        raise ParameterError(
            f"plot_contributions draws an explanation, as model.explain gives it, not a {kind}."
        )
    view = waterfall_view(explanation)
    steps = view["steps"][::-1]
    figure, axes = canvas().new_axes(6.5, 1.4 + 0.32 * len(steps))
    axes.barh([0, 1], [view["degree"], view["evidence"]], color="0.45")
    for height, step in enumerate(steps, 2):
        colour = AGAINST if step["contribution"] < 0 else FOR
        axes.barh(height, step["contribution"], left=step["from"], color=colour)
    names = ["degree", "evidence", *(cut(step["words"], 60) for step in steps)]
    axes.set_yticks(range(len(names)), names)
    axes.axvline(0, color="0.2", linewidth=1)
    if view["threshold"] is not None:
        axes.axvline(view["threshold"], color="0.2", linestyle="--", linewidth=1)
    axes.set_xlabel(f"{view['individual']} as {view['target']}")
    return figure


def require_model(model: object, wanted: str) -> None:
    """Raise ParameterError if this is a classifier, which has several models."""
    if hasattr(model, "models_"):
        raise ParameterError(
            f"A classifier has one model per class; give {wanted} one of them, such as models_[0]."
        )
