"""Rules as cards: what they say, what they count, whom they cover, and what they share."""

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet, covers
from owlboost.concepts.text import label_text, people
from owlboost.data.fuzzy_sets import FuzzySet, Shape, shape_name, shape_points
from owlboost.data.vocabulary import Lexicon
from owlboost.report.stability import Recurrence
from owlboost.report.views.facts import Mentions
from owlboost.report.views.intervals import share_view
from owlboost.report.views.labelled import Applied
from owlboost.report.views.wording import in_manchester, in_words, set_in_words
from owlboost.runtime.array_types import Mask
from owlboost.runtime.limits import Json


def terms_view(hypothesis: Hypothesis, mentions: Mentions) -> Json:
    """Return what a page computes evidence from: summands, each the best of some rules.

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
    terms: list[Json] = []
    trees: list[Json] = []
    for name, weight, inclusions in pairs:
        rules = []
        for inclusion in inclusions:
            rules.append({"rule": len(trees), "degree": inclusion.degree})
            trees.append(mentions.tree(inclusion.body))
        terms.append({"name": name, "weight": weight, "rules": rules})
    return {"sums": isinstance(hypothesis, BoostedHypothesis), "terms": terms, "trees": trees}


def labels_view(mentions: Mentions, lexicon: Lexicon) -> list[Json]:
    """Return every label that rules mention, as text and as what a page computes with."""
    return [_label(label, mentions, lexicon) for label in mentions.labels]


def _label(label: Label, mentions: Mentions, lexicon: Lexicon) -> Json:
    told: Json = {
        "text": label_text(label, people(lexicon)),
        "words": in_words(Concept((label,)), lexicon),
    }
    match label:
        case Atom(iri):
            return told | {"kind": "class", "class": mentions.classes.index(iri)}
        case FuzzyValue(prop, fuzzy_set):
            return told | {
                "kind": "set",
                "property": mentions.numbers.index(prop),
                **set_view(prop, fuzzy_set, lexicon),
            }
        case CrispValue(prop, value):
            return told | {
                "kind": "value",
                "property": mentions.symbols.index(prop),
                "value": value,
            }


def set_view(prop: str, fuzzy_set: FuzzySet, lexicon: Lexicon) -> Json:
    """Return a fuzzy set with its corners; None stands for one that lies at infinity.

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
) -> list[Json]:
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
            "stability": None if sampled is None else sampled.to_json(),
            "folds": None if folded is None else folded.to_json(),
        }
        for rule, sampled, folded in zip_longest(hypothesis.rules(), stability, folds)
    ]


def _trained(positives: int, negatives: int) -> Json:
    return {
        "positives": positives,
        "negatives": negatives,
        "precision": share_view(positives, positives + negatives),
    }


def covered_examples(body: Concept, applied: Applied) -> Mask:
    """Whether a concept covers each example."""
    return covers(applied.extents.degrees(body)[applied.data.examples])


def _seen(body: Concept, applied: Applied) -> Json | None:
    """Count what a rule covers among the examples of the source; None if there are none."""
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


def overlap_view(hypothesis: Hypothesis, applied: Applied) -> Json | None:
    """Count the examples that two rules share; None with fewer than two rules.

    ``both[i][j]`` examples are covered by the i-th and by the j-th of ``rules``.
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
