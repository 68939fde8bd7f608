"""Data properties that rules use: how positives and negatives lie under the fuzzy sets."""

from collections.abc import Sequence

import numpy as np

from owlboost.concepts.hypothesis import partitions_used
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel
from owlboost.report.views.facts import Mentions, moment_view
from owlboost.report.views.labelled import Labelled
from owlboost.report.views.rules import set_view
from owlboost.runtime.array_types import Floats
from owlboost.runtime.limits import Json

_BINS = 30


def numbers_view(
    model: TrainedModel, mentions: Mentions, lexicon: Lexicon, data: Labelled | None
) -> list[Json]:
    """Return every numeric property in use: its fuzzy sets, and where values lie."""
    return [
        {"property": mentions.numbers.index(partition.prop)}
        | property_view(partition, lexicon, data)
        for partition in partitions_used(model.hypothesis)
    ]


def property_view(partition: Partition, lexicon: Lexicon, data: Labelled | None = None) -> Json:
    """Return a numeric property: its fuzzy sets as lines over a range, and where values lie.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> found = property_view(Partition("ex#price", (low,)), Lexicon())
    >>> found["range"], found["sets"][0]["outline"]
    ([39.2, 60.8], [[39.2, 1.0], [40, 1.0], [60, 0.0], [60.8, 0.0]])
    """
    sets = [set_view(partition.prop, one, lexicon) for one in partition.sets]
    values = None if data is None else _values(partition, data)
    ends = [point for one in sets for point in one["points"]]
    ends += [] if values is None else [values["low"], values["high"]]
    margin = 0.04 * ((max(ends) - min(ends)) or 1.0)
    low, high = min(ends) - margin, max(ends) + margin
    return {
        "iri": partition.prop,
        "name": lexicon.name(partition.prop),
        **moment_view(partition.prop, lexicon),
        "range": [low, high],
        "sets": [one | {"outline": outline(one["corners"], low, high)} for one in sets],
        "values": values,
    }


def outline(corners: Sequence[float | None], low: float, high: float) -> list[list[float]]:
    """Return the points between which the degree of a set is straight, over a range.

    Examples
    --------
    >>> outline([1.0, 1.0, 2.0, 3.0], 0.0, 4.0)
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0], [3.0, 0.0], [4.0, 0.0]]
    """
    a, b, c, d = corners
    rise = [[low, 1.0]] if a is None or b is None else [[low, 0.0], [a, 0.0], [b, 1.0]]
    fall = [[high, 1.0]] if c is None or d is None else [[c, 1.0], [d, 0.0], [high, 0.0]]
    return rise + fall


def _values(partition: Partition, data: Labelled) -> Json | None:
    """Count values by class: those of the examples, or of whatever else has any.

    Where examples have no such value themselves, their parts have, and nobody says of these whether
    they are positive.
    """
    found = data.kb.numbers.get(data.kb.vocabulary.data_properties.id(partition.prop))
    if found is None or not found.values.size:
        return None
    groups: dict[str, Floats] = {}
    if data.examples.size:
        groups["positive"] = found.at(data.examples[data.positive]).values
        groups["negative"] = found.at(data.examples[~data.positive]).values
    if not sum(one.size for one in groups.values()):
        groups = {"all": found.values}
    everything = np.concatenate(list(groups.values()))
    low, high = float(everything.min()), float(everything.max())
    edges = bin_edges(everything)
    return {
        "low": low,
        "high": high,
        "edges": edges.tolist(),
        "groups": [_group(name, one, edges) for name, one in groups.items()],
    }


def _group(name: str, values: Floats, edges: Floats) -> Json:
    """Count values in bins, and say which share of them each bin has."""
    counts = np.histogram(values, edges)[0]
    shares = counts / max(values.size, 1)
    return {
        "name": name,
        "size": int(values.size),
        "counts": counts.tolist(),
        "shares": shares.tolist(),
    }


def bin_edges(values: Floats) -> Floats:
    """Return the edges of bins; whole numbers of a short range have one each.

    Examples
    --------
    >>> bin_edges(np.array([1.0, 3.0]))
    array([0.5, 1.5, 2.5, 3.5])
    >>> bin_edges(np.array([0.0, 0.3])).size
    31
    """
    low, high = float(values.min()), float(values.max())
    whole = bool((values == np.rint(values)).all())
    if whole and high - low < _BINS:
        return np.arange(low - 0.5, high + 1)
    if low == high:
        return np.array([low - 0.5, low + 0.5])
    return np.linspace(low, high, _BINS + 1)
