"""Views of rules: cards, overlap, and the fuzzy sets of numbers."""

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    RuleSet,
    covers,
    partitions_used,
)
from owlboost.concepts.text import label_text, people
from owlboost.data.fuzzy_sets import FuzzySet, Partition, Shape, shape_name, shape_points
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel
from owlboost.report.stability import Recurrence
from owlboost.report.views import schema
from owlboost.report.views.applied import Applied, Labelled
from owlboost.report.views.decisions import share_view
from owlboost.report.views.facts import Mentions, moment_view
from owlboost.report.wording import in_manchester, in_words, set_in_words
from owlboost.runtime.array_types import Floats, Mask


def terms_view(hypothesis: Hypothesis, mentions: Mentions) -> schema.TermsJson:
    """Return the terms that a page sums, each a maximum over rules.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> rules = RuleSet((Inclusion(Concept(), 0.3),))
    >>> terms_view(rules, Mentions(rules))["terms"]
    [{'name': '', 'weight': 1.0, 'rules': [{'rule': 0, 'degree': 0.3}]}]
    """
    match hypothesis:
        case BoostedHypothesis():
            pairs = [
                (term.name, weight, term.inclusions) for term, weight in hypothesis.weighted_terms
            ]
        case RuleSet(inclusions):
            pairs = [("", 1.0, inclusions)]
    terms: list[schema.TermJson] = []
    trees: list[schema.TreeJson] = []
    for name, weight, inclusions in pairs:
        rules: list[schema.DegreeJson] = []
        for inclusion in inclusions:
            rules.append({"rule": len(trees), "degree": inclusion.degree})
            trees.append(mentions.tree(inclusion.body))
        terms.append({"name": name, "weight": weight, "rules": rules})
    return {"sums": isinstance(hypothesis, BoostedHypothesis), "terms": terms, "trees": trees}


def labels_view(mentions: Mentions, lexicon: Lexicon) -> list[schema.LabelJson]:
    """Return the labels in rules as text and as data."""
    return [_label(label, mentions, lexicon) for label in mentions.labels]


def _label(label: Label, mentions: Mentions, lexicon: Lexicon) -> schema.LabelJson:
    text, words = label_text(label, people(lexicon)), in_words(Concept((label,)), lexicon)
    match label:
        case Atom(iri):
            number = mentions.classes.index(iri)
            return {"text": text, "words": words, "kind": "class", "class": number}
        case FuzzyValue(prop, fuzzy_set):
            return {
                "text": text,
                "words": words,
                "kind": "set",
                "property": mentions.numbers.index(prop),
                **set_view(prop, fuzzy_set, lexicon),
            }
        case CrispValue(prop, value):
            return {
                "text": text,
                "words": words,
                "kind": "value",
                "property": mentions.symbols.index(prop),
                "value": value,
            }


def set_view(prop: str, fuzzy_set: FuzzySet, lexicon: Lexicon) -> schema.FuzzySetJson:
    """Return a fuzzy set with its corners; None for infinite ones.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> low = FuzzySet("hasPrice_L", LeftShoulder(40, 60))
    >>> set_view("ex#hasPrice", low, Lexicon())["corners"]
    [None, None, 40, 60]
    """
    return {
        "name": lexicon.set_name(fuzzy_set.name),
        "title": set_in_words(prop, fuzzy_set, lexicon),
        "shape": shape_name(fuzzy_set.shape),
        "points": list(shape_points(fuzzy_set.shape)),
        "corners": _corners(fuzzy_set.shape),
    }


def _corners(shape: Shape) -> list[float | None]:
    return [corner if np.isfinite(corner) else None for corner in shape.corners]


def cards_view(
    hypothesis: Hypothesis,
    lexicon: Lexicon,
    applied: Applied | None,
    stability: Sequence[Recurrence] = (),
    folds: Sequence[Recurrence] = (),
) -> list[schema.RuleCardJson]:
    """Return one card for each rule, in the order of the hypothesis.

    ``stability`` tells how often it came back in samples, ``folds`` on how many folds.
    """
    return [
        {
            "learner": rule.learner,
            "weight": rule.weight,
            "is_top": rule.inclusion.body.is_top,
            "words": in_words(rule.inclusion.body, lexicon),
            "manchester": in_manchester(rule.inclusion.body, lexicon),
            "confidence": rule.inclusion.confidence,
            "trained_on": _trained(
                rule.inclusion.covered_positives, rule.inclusion.covered_negatives
            ),
            "seen": None if applied is None else _seen(rule.inclusion.body, applied),
            "stability": None if sampled is None else recurrence_view(sampled),
            "folds": None if folded is None else recurrence_view(folded),
        }
        for rule, sampled, folded in zip_longest(hypothesis.rules(), stability, folds)
    ]


def recurrence_view(recurrence: Recurrence) -> schema.RecurrenceJson:
    """Return how often a rule came back."""
    return {"same": recurrence.same, "alike": recurrence.alike, "of": recurrence.total}


def _trained(positives: int, negatives: int) -> schema.TrainedOnJson:
    return {
        "positives": positives,
        "negatives": negatives,
        "precision": share_view(positives, positives + negatives),
    }


def covered_examples(body: Concept, applied: Applied) -> Mask:
    """Return the mask of the examples that a concept covers."""
    return covers(applied.extents.degrees(body)[applied.data.examples])


def _seen(body: Concept, applied: Applied) -> schema.SeenJson | None:
    """Count the examples that a rule covers, by class; None without any."""
    data = applied.data
    if not data.examples.size:
        return None
    held = covered_examples(body, applied)
    positives = int((held & data.positive).sum())
    negatives = int((held & ~data.positive).sum())
    return {
        "positives": positives,
        "negatives": negatives,
        "precision": share_view(positives, positives + negatives),
        "recall": share_view(positives, int(data.positive.sum())),
        "coverage": share_view(positives + negatives, data.examples.size),
    }


def overlap_view(hypothesis: Hypothesis, applied: Applied) -> schema.OverlapJson | None:
    """Count the examples that each two rules share.

    None with fewer than two rules. ``both[i][j]`` examples are covered by the i-th and by the j-th
    of ``rules``.
    """
    listed = [
        (number, rule.inclusion.body)
        for number, rule in enumerate(hypothesis.rules())
        if not rule.inclusion.body.is_top
    ]
    if len(listed) < 2 or not applied.data.examples.size:
        return None
    held = np.array([covered_examples(body, applied) for _, body in listed], dtype=np.int64)
    both = np.einsum("ie,je->ij", held, held)
    return {"rules": [number for number, _ in listed], "both": both.tolist()}


_BINS = 30


def numbers_view(
    model: TrainedModel, mentions: Mentions, lexicon: Lexicon, data: Labelled | None
) -> list[schema.NumberView]:
    """Return the fuzzy sets and values of numeric properties in use."""
    return [
        {
            "property": mentions.numbers.index(partition.prop),
            **property_view(partition, lexicon, data),
        }
        for partition in partitions_used(model.hypothesis)
    ]


def property_view(
    partition: Partition, lexicon: Lexicon, data: Labelled | None = None
) -> schema.PropertyJson:
    """Return a numeric property: its fuzzy sets and values.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> view = property_view(Partition("ex#price", (low,)), Lexicon())
    >>> view["range"], view["sets"][0]["outline"]
    ([39.2, 60.8], [[39.2, 1.0], [40, 1.0], [60, 0.0], [60.8, 0.0]])
    """
    sets = [set_view(partition.prop, fuzzy_set, lexicon) for fuzzy_set in partition.sets]
    values = None if data is None else _values(partition, data)
    ends = [point for set_json in sets for point in set_json["points"]]
    ends += [] if values is None else [values["low"], values["high"]]
    margin = 0.04 * ((max(ends) - min(ends)) or 1.0)
    low, high = min(ends) - margin, max(ends) + margin
    return {
        "iri": partition.prop,
        "name": lexicon.name(partition.prop),
        **moment_view(partition.prop, lexicon),
        "range": [low, high],
        "sets": [
            {**set_json, "outline": outline(set_json["corners"], low, high)} for set_json in sets
        ],
        "values": values,
    }


def outline(corners: Sequence[float | None], low: float, high: float) -> list[list[float]]:
    """Return the corners of a set's degree over a range.

    Examples
    --------
    >>> outline([1.0, 1.0, 2.0, 3.0], 0.0, 4.0)
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0], [3.0, 0.0], [4.0, 0.0]]
    """
    a, b, c, d = corners
    rise = [[low, 1.0]] if a is None or b is None else [[low, 0.0], [a, 0.0], [b, 1.0]]
    fall = [[high, 1.0]] if c is None or d is None else [[c, 1.0], [d, 0.0], [high, 0.0]]
    return rise + fall


def _values(partition: Partition, data: Labelled) -> schema.ValuesJson | None:
    """Count values by class, of the examples or else of all.

    Where examples have no such value themselves, their parts have, which have no class.
    """
    column = data.kb.numbers.get(data.kb.vocabulary.data_properties.id(partition.prop))
    if column is None or not column.values.size:
        return None
    groups: dict[str, Floats] = {}
    if data.examples.size:
        groups["positive"] = column.at(data.examples[data.positive]).values
        groups["negative"] = column.at(data.examples[~data.positive]).values
    if not sum(group.size for group in groups.values()):
        groups = {"all": column.values}
    everything = np.concatenate(list(groups.values()))
    low, high = float(everything.min()), float(everything.max())
    edges = bin_edges(everything)
    return {
        "low": low,
        "high": high,
        "edges": edges.tolist(),
        "groups": [_group(name, group, edges) for name, group in groups.items()],
    }


def _group(name: str, values: Floats, edges: Floats) -> schema.ValueGroupJson:
    """Count values in bins, also as shares."""
    counts = np.histogram(values, edges)[0]
    shares = counts / max(values.size, 1)
    return {
        "name": name,
        "size": int(values.size),
        "counts": counts.tolist(),
        "shares": shares.tolist(),
    }


def bin_edges(values: Floats) -> Floats:
    """Return the edges of bins, one per integer for short ranges.

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
