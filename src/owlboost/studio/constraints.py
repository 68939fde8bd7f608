"""What a person pins and forbids, as learners and files take it."""

from typing import TYPE_CHECKING

from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.concepts.hypothesis import WeakHypothesis as Term
from owlboost.studio.draft_models import concept_of, fuzzy_sets
from owlboost.studio.drafts import DraftRule, RuleDraft
from owlboost.studio.work import Work

if TYPE_CHECKING:
    from owlboost.learners.learner import Learner


def constrained(learner: "Learner", work: Work) -> "Learner":
    """Return a learner that keeps what is pinned and leaves out what is forbidden."""
    from owlboost.learners.rule_constraints import guided

    pinned, forbidden = pinned_rules(work.draft), forbidden_rules(work.draft)
    return guided(
        learner,
        () if pinned is None else (pinned,),
        () if forbidden is None else tuple(one.body for one in forbidden.inclusions),
    )


def pinned_rules(draft: RuleDraft | None) -> Hypothesis | None:
    """Return the rules that are pinned; None if there are none.

    Rules against the target keep their side, and rules of one term stay in one.
    """
    pinned = () if draft is None else tuple(rule for rule in draft.rules if rule.pinned)
    if draft is None or not pinned:
        return None
    sets = fuzzy_sets(draft)

    def inclusion(rule: DraftRule) -> Inclusion:
        return Inclusion(concept_of(rule.parts, sets), rule.degree)

    if draft.form == "best":
        return RuleSet(tuple(map(inclusion, pinned)))
    terms: dict[str, list[DraftRule]] = {}
    for rule in pinned:
        terms.setdefault(rule.term, []).append(rule)
    return BoostedHypothesis(
        tuple(Term(name, tuple(map(inclusion, rules))) for name, rules in terms.items()),
        tuple(rules[0].leverage for rules in terms.values()),
    )


def has_kept_weights(draft: RuleDraft | None) -> bool:
    """Whether a person has set the weight of a rule that is pinned."""
    return draft is not None and any(rule.pinned and rule.weight_set for rule in draft.rules)


def forbidden_rules(draft: RuleDraft | None) -> RuleSet | None:
    """Return the rules that are forbidden; None if there are none."""
    if draft is None or not draft.forbidden:
        return None
    sets = fuzzy_sets(draft)
    return RuleSet(tuple(Inclusion(concept_of(one.parts, sets)) for one in draft.forbidden))
