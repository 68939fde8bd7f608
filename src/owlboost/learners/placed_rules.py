"""Given rules of which some fuzzy sets are only named, for parts of what they were looked up in."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from owlboost.learners.guidance import AnyLearner, GivenRule, placings_of, sets_of
from owlboost.learners.learner import ConceptLearner
from owlboost.model.concepts import FuzzyValue, Label

if TYPE_CHECKING:
    from owlboost.model.examples import LearningProblem

Places = Mapping[Label, FuzzyValue]


def placed_on(
    learner: AnyLearner, problem: "LearningProblem"
) -> tuple[AnyLearner, tuple[str, ...]]:
    """Place the sets that given and forbidden rules only name on the values of a problem (§25).

    Returns the learner, whose rules have been looked up before, and what could not be placed there:
    it stays as it is.

    Examples
    --------
    >>> from owlboost.learners.covering.learner import FoilDL
    >>> from owlboost.learners.guidance import looked_up
    >>> from owlboost.model.examples import LearningProblem
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> def problem(*prices):
    ...     names = [f"h{price}" for price in prices]
    ...     kb = KnowledgeBase.from_facts(names, numbers={"price": [*zip(names, prices)]})
    ...     labels = [price > 20 for price in prices]
    ...     return LearningProblem(kb, "Dear", list(range(len(names))), labels)
    >>> low = FoilDL(given=["price is low"], n_sets=3, fuzzify="uniform")
    >>> found, _ = looked_up(low, problem(0, 10, 20, 90, 100))
    >>> part, _ = placed_on(found, problem(0, 10, 20, 30, 40))
    >>> [one.given[0].placed[0].fuzzy_set.shape for one in (found, part)]
    [LeftShoulder(a=0.0, b=50.0), LeftShoulder(a=0.0, b=20.0)]
    """
    if not isinstance(learner, ConceptLearner):
        return learner, ()
    rules = [one for one in (*learner.given, *learner.forbidden) if isinstance(one, GivenRule)]
    drawn = {
        label
        for one in learner.given
        if isinstance(one, GivenRule)
        for label in sets_of([one])
        if label not in one.placed
    }
    named = {label: None for rule in rules for label in rule.placed if label not in drawn}
    if not named:
        return learner, ()
    places, missing = _places(learner, problem, named)

    def anew(one: object) -> object:
        return _moved(one, places) if isinstance(one, GivenRule) else one

    given, forbidden = (tuple(map(anew, rules)) for rules in (learner.given, learner.forbidden))
    remarks = tuple(
        f"The training values of a fold have no fuzzy set {name!r}, which a given or forbidden "
        "rule names: there it is the one of all examples."
        for name in missing
    )
    return replace(learner, given=given, forbidden=forbidden), remarks


def _places(
    learner: ConceptLearner, problem: "LearningProblem", named: Iterable[FuzzyValue]
) -> tuple[Places, tuple[str, ...]]:
    """Return where named sets lie on the values of a problem, and the names of all others."""
    first: dict[tuple[str, str], FuzzyValue] = {}
    for partitions in placings_of(learner, problem):
        for part in partitions:
            for one in part.sets:
                first.setdefault((part.prop, one.name), FuzzyValue(part.prop, one))
    found: dict[Label, FuzzyValue] = {}
    missing: list[str] = []
    for label in named:
        here = first.get((label.prop, label.fuzzy_set.name))
        found[label] = here or label
        missing += [] if here else [label.fuzzy_set.name]
    return found, tuple(missing)


def _moved(rule: GivenRule, places: Places) -> GivenRule:
    return replace(
        rule,
        body=rule.body.map_labels(lambda label: places.get(label, label)),
        placed=tuple(places.get(label, label) for label in rule.placed),
    )
