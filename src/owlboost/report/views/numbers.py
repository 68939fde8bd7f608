"""Data properties that rules use: how positives and negatives lie under the fuzzy sets."""

from typing import Any

import numpy as np

from owlboost._typing import Floats
from owlboost.model.fuzzysets import Partition
from owlboost.model.hypotheses import partitions_used
from owlboost.model.lexicon import Lexicon
from owlboost.model.trained import TrainedModel
from owlboost.report.views.facts import Mentions
from owlboost.report.views.labelled import Labelled
from owlboost.report.views.rules import set_view

Json = dict[str, Any]

_BINS = 30


def numbers_view(
    model: TrainedModel, mentions: Mentions, lexicon: Lexicon, data: Labelled | None
) -> list[Json]:
    """Return every numeric property in use: its fuzzy sets, and where values lie."""
    return [
        _number(partition, mentions, lexicon, data)
        for partition in partitions_used(model.hypothesis)
    ]


def _number(
    partition: Partition, mentions: Mentions, lexicon: Lexicon, data: Labelled | None
) -> Json:
    return {
        "property": mentions.numbers.index(partition.prop),
        "iri": partition.prop,
        "name": lexicon.name(partition.prop),
        "sets": [set_view(partition.prop, one, lexicon) for one in partition.sets],
        "values": None if data is None else _values(partition, data),
    }


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
        "groups": [
            {"name": name, "size": int(one.size), "counts": np.histogram(one, edges)[0].tolist()}
            for name, one in groups.items()
        ],
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
