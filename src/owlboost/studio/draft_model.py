"""A draft as a model, and as constraints on learning."""

from collections.abc import Callable, Iterable, Mapping
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
from owlboost.learners.learner import Learner
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import Json
from owlboost.studio.draft import DraftRule, EditError, RuleDraft, together
from owlboost.studio.state import ProjectState, Settings


def fuzzy_sets(draft: RuleDraft) -> dict[str, FuzzySet]:
    """Return the fuzzy sets that a draft may mean, by name."""
    return {
        draft_set.name: FuzzySet(
            draft_set.name, make_shape(draft_set.shape, list(draft_set.points))
        )
        for draft_set in draft.sets
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
    """Return the hypothesis that a draft describes, without coverage."""
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
    """Return the edit that replaces the draft by a model.

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
    """Return the model that a draft describes.

    It is the model that the draft began as, if nothing was changed. An edited model loses the
    validation and the results of the older one.
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
    """Return a hypothesis without the coverage of its rules."""
    return map_inclusions(hypothesis, lambda inclusion: Inclusion(inclusion.body, inclusion.degree))


def map_inclusions(hypothesis: Hypothesis, change: Callable[[Inclusion], Inclusion]) -> Hypothesis:
    """Return a hypothesis with every inclusion changed."""
    match hypothesis:
        case BoostedHypothesis(terms, leverages):
            changed = (
                WeakHypothesis(term.name, tuple(map(change, term.inclusions))) for term in terms
            )
            return BoostedHypothesis(tuple(changed), leverages)
        case RuleSet(inclusions):
            return RuleSet(tuple(map(change, inclusions)))


def constrained(learner: Learner, work: ProjectState) -> Learner:
    """Return a learner with the pinned and forbidden rules."""
    from owlboost.learners.rule_constraints import with_rules

    pinned, forbidden = pinned_rules(work.draft), forbidden_rules(work.draft)
    return with_rules(
        learner,
        () if pinned is None else (pinned,),
        () if forbidden is None else tuple(rule.body for rule in forbidden.inclusions),
    )


def pinned_rules(draft: RuleDraft | None) -> Hypothesis | None:
    """Return the rules that are pinned; None if there are none.

    Rules against the target keep their side, and rules of one term stay in one.
    """
    pinned = () if draft is None else tuple(rule for rule in draft.rules if rule.pinned)
    if draft is None or not pinned:
        return None
    return hypothesis_of(replace(draft, rules=pinned))


def has_kept_weights(draft: RuleDraft | None) -> bool:
    """Whether a person has set the weight of a rule that is pinned."""
    return draft is not None and any(rule.pinned and rule.weight_set for rule in draft.rules)


def forbidden_rules(draft: RuleDraft | None) -> RuleSet | None:
    """Return the rules that are forbidden; None if there are none."""
    if draft is None or not draft.forbidden:
        return None
    sets = fuzzy_sets(draft)
    return RuleSet(tuple(Inclusion(concept_of(rule.parts, sets)) for rule in draft.forbidden))


def require_kept(learned: ProjectState, now: ProjectState) -> None:
    """Raise EditError if a new state does not fit the rules that are being learned.

    They are learned for one target of one source, with what was pinned and without what was
    forbidden when learning began. Rules may be let go meanwhile, but none may be pinned or
    forbidden that learning does not know of.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from owlboost.studio.state import LearningQuestion
    >>> learned = ProjectState()
    >>> require_kept(learned, replace(learned, question=LearningQuestion(hidden=("urn:x#pets",))))
    >>> require_kept(learned, replace(learned, question=LearningQuestion("urn:x#Good")))
    Traceback (most recent call last):
    owlboost.studio.draft.EditError: Rules are being learned for the question as it is; stop or \
cancel that first.
    """
    if (learned.source, learned.question.target) != (now.source, now.question.target):
        raise EditError(
            "Rules are being learned for the question as it is; stop or cancel that first.",
            conflict=True,
        )
    if not _bodies(pinned_rules(now.draft)) <= _bodies(pinned_rules(learned.draft)):
        raise EditError(
            "Rules are being learned beside those that are pinned; stop or cancel that first.",
            conflict=True,
        )
    if not _bodies(forbidden_rules(now.draft)) <= _bodies(forbidden_rules(learned.draft)):
        raise EditError(
            "Rules are being learned without what is forbidden; stop or cancel that before you "
            "forbid more.",
            conflict=True,
        )


def _bodies(rules: Hypothesis | None) -> frozenset[Concept]:
    return frozenset() if rules is None else frozenset(each.body for each in rules.inclusions)
