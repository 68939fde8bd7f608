"""Views of explanations and counterfactuals."""

from dataclasses import replace
from typing import cast

import numpy as np

from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.english.phrases import Phrases
from owlboost.exchange.english.words import breaking
from owlboost.models.conditions import IndividualFacts
from owlboost.models.counterfactual import Counterfactual, nearest_change
from owlboost.models.explanation import Explanation, steps_of
from owlboost.models.local_model import LocalModel
from owlboost.report.views import schema
from owlboost.report.views.applied import Applied
from owlboost.report.views.facts import Mentions
from owlboost.report.wording import counterfactual_sentence, in_words
from owlboost.runtime.array_types import Ids
from owlboost.runtime.limits import Json


def waterfall_view(explanation: Explanation) -> Json:
    """Return the steps from 0 to the evidence, and the decision.

    Examples
    --------
    >>> waterfall_view(Explanation(1.0, 1.25, None, (), "ex#a", "ex#Good", 0.5))["degree"]
    1.0
    """
    rules = explanation.shown
    return {
        "individual": explanation.lexicon.name(explanation.individual),
        "target": explanation.lexicon.name(explanation.target),
        "steps": [
            {
                "words": "Start"
                if rules[step.rule].body.is_top
                else in_words(rules[step.rule].body, explanation.lexicon),
                "weight": rules[step.rule].weight,
                "degree": rules[step.rule].degree,
                "from": step.total - step.contribution,
                "to": step.total,
                "contribution": step.contribution,
            }
            for step in steps_of(rules)
        ],
        "evidence": explanation.evidence,
        "degree": explanation.degree,
        "threshold": explanation.threshold,
    }


MOST_SOUGHT = 300
"""Compute the nearest change for at most this many individuals."""


def counterfactuals_view(
    applied: Applied, rows: Ids, mentions: Mentions, lexicon: Lexicon
) -> schema.CounterfactualsJson | None:
    """Return the nearest changes, and the rows they belong to.

    They are sought at the threshold of the model. There are none where degrees are not piecewise
    linear, as in product logic.
    """
    model = applied.model
    if not model.semantics.is_piecewise_linear:
        return None
    places, whom = sought(applied, rows)
    return {
        "threshold": model.threshold,
        "whom": whom,
        "rows": places.tolist(),
        "found": [
            _counterfactual_view(applied, int(rows[place]), mentions, lexicon)
            for place in places.tolist()
        ],
    }


def sought(applied: Applied, rows: Ids, most: int = MOST_SOUGHT) -> tuple[Ids, schema.Whom]:
    """Choose the rows for which the nearest change is sought.

    The text names them: ``"all"`` rows, or all ``"examples"``; of more than ``most`` the
    ``"nearest"`` to the threshold, errors first.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> from owlboost.models.trained import TrainedModel
    >>> from owlboost.report.views.applied import Labelled
    >>> kb = KnowledgeBase.from_facts(list("abc"))
    >>> model = TrainedModel("foil", "T", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
    >>> data = Labelled(kb, np.array([1, 2]), np.array([False, True]))
    >>> everyone = np.arange(3, dtype=np.int32)
    >>> sought(Applied.from_model(model, data), everyone)
    (array([1, 2], dtype=int32), 'examples')
    >>> sought(Applied.from_model(model, data), everyone, most=1)
    (array([2], dtype=int32), 'nearest')
    """
    labels = applied.data.labels[rows]
    labelled = labels >= 0
    chosen = np.flatnonzero(labelled) if labelled.any() else np.arange(rows.size)
    places: Ids = chosen.astype(np.int32)
    if places.size <= most:
        return places, "examples" if labelled.any() else "all"
    at, threshold = rows[places], applied.model.threshold
    wrong = labelled[places] & ((applied.degrees[at] >= threshold) != (labels[places] == 1))
    order = np.lexsort((places, np.abs(applied.evidence[at] - threshold), ~wrong))
    return np.sort(places[order[:most]]), "nearest"


def _counterfactual_view(
    applied: Applied, element: int, mentions: Mentions, lexicon: Lexicon
) -> schema.CounterfactualJson:
    """Return the nearest change with its sentence and new values."""
    standpoint = LocalModel(applied.model.hypothesis, applied.extents, element)
    counterfactual = nearest_change(standpoint, applied.model.threshold)
    yes = bool(applied.degrees[element] >= applied.model.threshold)
    nearest = cast("schema.NearestChangeJson", counterfactual.as_json(lexicon))
    return {
        **nearest,
        "text": breaking(counterfactual_sentence(counterfactual, Phrases(lexicon), yes=yes)),
        "values": _values(standpoint, counterfactual, mentions),
    }


def _values(
    standpoint: LocalModel, counterfactual: Counterfactual, mentions: Mentions
) -> schema.ChangedFactsJson:
    """Return the changed values by the numbers of facts."""
    before = after = standpoint.facts
    for change in counterfactual.changes:
        after = after.changed(replace(change, after=change.shown), standpoint.kb)
    return {
        "numbers": [
            (place, list(after.numbers[prop]))
            for place, prop in enumerate(mentions.numbers)
            if after.numbers.get(prop, ()) != before.numbers.get(prop, ())
        ],
        "symbols": [
            (place, cast("list[schema.Symbol]", list(after.symbols[prop])))
            for place, prop in enumerate(mentions.symbols)
            if after.symbols.get(prop, ()) != before.symbols.get(prop, ())
        ],
        "classes": [
            (place, iri in after.classes)
            for place, iri in enumerate(mentions.classes)
            if _differ(before, after, iri)
        ],
    }


def _differ(before: IndividualFacts, after: IndividualFacts, iri: str) -> bool:
    return (iri in before.classes) != (iri in after.classes)
