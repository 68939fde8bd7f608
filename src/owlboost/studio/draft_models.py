"""Drafts as models, and models as drafts."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from owlboost.concepts.concept import Concept
from owlboost.concepts.concept_json import concept_from_json, concept_to_json, datatypes_to_json
from owlboost.concepts.evaluation import known_semantics
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    merged,
)
from owlboost.data.fuzzy_sets import FuzzySet, make_shape
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import Json
from owlboost.studio.drafts import DraftRule, RuleDraft, together
from owlboost.studio.work import Settings


def fuzzy_sets(draft: RuleDraft) -> dict[str, FuzzySet]:
    """Return the fuzzy sets that a draft may mean, by name."""
    return {
        one.name: FuzzySet(one.name, make_shape(one.shape, list(one.points))) for one in draft.sets
    }


def concept_of(parts: Iterable[Json], sets: Mapping[str, FuzzySet]) -> Concept:
    """Return the concept of some conditions.

    Examples
    --------
    >>> concept_of([{"type": "class", "iri": "urn:A"}], {}).labels
    (Atom(iri='urn:A'),)
    """
    return concept_from_json(together(tuple(parts)), sets)


def hypothesis_of(draft: RuleDraft) -> Hypothesis:
    """Return the hypothesis that a draft describes: what counts, not what it covers."""
    sets = fuzzy_sets(draft)

    def inclusion(rule: DraftRule) -> Inclusion:
        return Inclusion(concept_of(rule.parts, sets), rule.degree)

    if draft.form == "best":
        return RuleSet(tuple(map(inclusion, draft.rules)))
    terms: dict[str, list[DraftRule]] = {}
    for rule in draft.rules:
        terms.setdefault(rule.term, []).append(rule)
    return BoostedHypothesis(
        tuple(WeakHypothesis(name, tuple(map(inclusion, rules))) for name, rules in terms.items()),
        tuple(rules[0].leverage for rules in terms.values()),
    )


def fitted_edit(model: TrainedModel, number: int) -> Json:
    """Return the edit that makes a model the draft.

    Weak learners that are alike become one rule with the sum of their weights, so that an edit of
    it means all of them.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> model = TrainedModel("foil", "urn:Good", RuleSet((Inclusion(TOP, 0.5),)), 0.25)
    >>> edit = fitted_edit(model, 1)
    >>> edit["form"], edit["rules"]
    ('best', [{'term': '', 'leverage': 1.0, 'degree': 0.5, 'concept': {'type': 'top'}}])
    """
    hypothesis = merged(model.hypothesis)
    match hypothesis:
        case BoostedHypothesis():
            form = "sum"
            listed = [
                (term.name, leverage, inclusion)
                for term, leverage in hypothesis.weighted_terms
                for inclusion in term.inclusions
            ]
        case RuleSet(inclusions):
            form = "best"
            listed = [("", 1.0, inclusion) for inclusion in inclusions]
    return {
        "kind": "fitted",
        "model": number,
        "form": form,
        "logic": model.semantics.name,
        "threshold": model.threshold,
        "rules": [
            {
                "term": term,
                "leverage": leverage,
                "degree": inclusion.degree,
                "concept": concept_to_json(inclusion.body),
            }
            for term, leverage, inclusion in listed
        ],
        "sets": datatypes_to_json(model.hypothesis),
        "labels": dict(model.lexicon.labels),
    }


def model_of(
    draft: RuleDraft,
    base: TrainedModel | None,
    settings: Settings,
    target: str,
    labels: Mapping[str, str],
) -> TrainedModel:
    """Return the model that a draft describes; the one that it began as, if nothing was changed.

    What was validated or judged of the older model is not said of an edited one.
    """
    hypothesis = hypothesis_of(draft)
    if base is None:
        return TrainedModel(
            settings.algorithm,
            target,
            hypothesis,
            draft.threshold,
            semantics=known_semantics(draft.logic),
            lexicon=Lexicon(labels),
        )
    unchanged = (_bare(base.hypothesis), _bare(merged(base.hypothesis)))
    if base.threshold == draft.threshold and hypothesis in unchanged:
        return base
    return replace(
        base,
        hypothesis=hypothesis,
        threshold=draft.threshold,
        training={},
        calibration=None,
        curve=(),
        remarks=("A person has edited these rules.",),
        properties=None,
        lexicon=Lexicon(labels),
    )


def _bare(hypothesis: Hypothesis) -> Hypothesis:
    """Return a hypothesis without what its rules covered."""

    def bare(inclusions: tuple[Inclusion, ...]) -> tuple[Inclusion, ...]:
        return tuple(Inclusion(one.body, one.degree) for one in inclusions)

    match hypothesis:
        case BoostedHypothesis(terms, leverages):
            shorn = tuple(WeakHypothesis(term.name, bare(term.inclusions)) for term in terms)
            return BoostedHypothesis(shorn, leverages)
        case RuleSet(inclusions):
            return RuleSet(bare(inclusions))
