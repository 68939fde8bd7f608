"""Rules that every model has, and rules that none has (§25).

People name them by texts, files or concepts. :func:`settled` looks their names up in what is
learned from, and says what cannot be. Sets that are only named are placed anew for parts of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from owlboost.concepts.concept import Concept, FuzzyValue, Noun, normal_form
from owlboost.concepts.concept_json import concept_to_json, datatypes_to_json
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import Partition, Shape
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ParameterError, UnknownNameError
from owlboost.features.partitions import fit_partitions
from owlboost.learners.learner import ConceptLearner, Learner
from owlboost.learners.search.moves import ForbiddenConcepts
from owlboost.models.trained import TrainedModel
from owlboost.runtime.registry import Registry

if TYPE_CHECKING:
    from owlboost.data.examples import LearningProblem
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.runtime.names import Names


FOR, AGAINST, OPEN = 1, -1, 0
"""What a rule argues for: the target, its complement, or what its examples say."""

GRANULARITIES = (3, 5, 7)
"""Where the number of sets is open, a set that is only named is the coarsest of these."""

Partitions = Callable[[], Iterator[tuple[Partition, ...]]]
"""The fuzzy sets that learning places, the coarsest first."""

RuleReader = Callable[
    ["str | Path", "KnowledgeBase", Partitions],
    tuple[Hypothesis | tuple[Concept, ...], tuple[str, ...]],
]
"""Reads rules, or bare concepts that are argued for or against as the examples will say; and tells
what was guessed."""

RULE_READERS: Registry[RuleReader] = Registry(
    "reader of rules", "owlboost.rule_readers", {"rules": "owlboost.exchange.given_rules:read"}
)
"""What reads rules stands in a room beside this one."""


@dataclass(frozen=True, slots=True)
class GivenRule:
    """A rule that every model has.

    Attributes
    ----------
    body
        Its conditions.
    side
        1 if it argues for the target, −1 if against it, 0 if the examples are to decide.
    learner
        The weak learner that it belongs to, with all others of that name.
    placed
        Its fuzzy sets that were only named, so that they were placed on what is learned from.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> GivenRule(Concept((Atom("ex#Cheap"),))).side
    0
    """

    body: Concept
    side: int = OPEN
    learner: str = ""
    placed: tuple[FuzzyValue, ...] = ()


AnyLearner = TypeVar("AnyLearner", bound=Learner)


def guided(learner: AnyLearner, given: Any, forbidden: Any) -> AnyLearner:
    """Return a learner with rules that are given and forbidden, beside those that it has.

    Raises
    ------
    ParameterError
        The learner takes none.
    """
    if not _is_some(given) and not _is_some(forbidden):
        return learner
    if not isinstance(learner, ConceptLearner):
        raise ParameterError(
            f"{learner.title} learns without given or forbidden rules. Leave them out, or learn "
            "with another algorithm, such as gradient."
        )
    added = type(learner)(given=given, forbidden=forbidden)
    return replace(
        learner,
        given=(*learner.given, *added.given),
        forbidden=(*learner.forbidden, *added.forbidden),
    )


def _is_some(rules: Any) -> bool:
    return isinstance(rules, str | Path) or bool(len(rules))


def is_guided(learner: Learner) -> bool:
    """Whether a learner has rules that are given or forbidden."""
    return isinstance(learner, ConceptLearner) and bool(learner.given or learner.forbidden)


def settled(learner: AnyLearner, problem: "LearningProblem") -> tuple[AnyLearner, tuple[str, ...]]:
    """Look up what a learner is given and forbidden in what it learns from.

    Returns the learner with rules in place of texts and files, and what was guessed.

    Raises
    ------
    UnknownNameError
        A rule names what the problem does not have.
    ParameterError
        Rules contradict each other, or are more than a model may have.
    ModelError
        A rule cannot be read.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"ex#Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", [0, 1], [True, False])
    >>> found, _ = settled(FoilDL(given=["cheap"]), problem)
    >>> [rule.body for rule in found.given_rules]
    [Concept(labels=(Atom(iri='ex#Cheap'),), edges=())]
    """
    found, remarks = looked_up(learner, problem)
    if not isinstance(found, ConceptLearner) or not found.forbidden:
        return found, remarks
    return replace(found, forbidden=tuple(rule.body for rule in found.forbidden)), remarks


def looked_up(
    learner: AnyLearner, problem: "LearningProblem"
) -> tuple[AnyLearner, tuple[str, ...]]:
    """Look rules up as :func:`settled` does, and keep which of their sets were only named."""
    if not isinstance(learner, ConceptLearner) or not is_guided(learner):
        return learner, ()
    asked = _Asked(learner, problem)
    given = tuple(asked.given())
    barred = tuple({rule.body: rule for rule in asked.rules(learner.forbidden)}.values())
    forbidden = [rule.body for rule in barred]
    name = people(problem.kb.lexicon)
    if any(body.is_top for body in forbidden):
        raise ParameterError("forbidden must not have a rule without conditions: it forbids all.")
    against = next((rule for rule in given if rule.side < 0), None)
    if against is not None and not learner.argues_against:
        raise ParameterError(
            f"given must have no rule against the target for {learner.title}, but "
            f"'{manchester(against.body, name)}' is one: learn with gradient or pn."
        )
    _require_one_meaning(given)
    for one in forbidden:
        barrier = ForbiddenConcepts([one], problem.kb.implies)
        for rule in given:
            if barrier.forbids(rule.body):
                raise ParameterError(
                    f"given has '{manchester(rule.body, name)}', which is forbidden by "
                    f"'{manchester(one, name)}': take one of them away."
                )
    learner.require_room(given)
    return replace(learner, given=given, forbidden=barred), tuple(asked.remarks)


class _Asked:
    """The rules of one learner, looked up in one problem."""

    def __init__(self, learner: ConceptLearner, problem: "LearningProblem") -> None:
        self._learner = learner
        self._problem = problem
        self.remarks: list[str] = []

    def given(self) -> Iterator[GivenRule]:
        """Yield the given rules, each once; of boosting, once in a weak learner."""
        known = set()
        for rule in self.rules(self._learner.given):
            if rule.body.is_top:
                raise ParameterError("given must not have a rule without conditions.")
            one = rule.body, rule.learner if self._learner.has_weak_learners else ""
            if one not in known:
                known.add(one)
                yield rule

    def rules(self, named: Iterable[Any]) -> Iterator[GivenRule]:
        """Yield rules in normal form, over names that the problem has."""
        kb, idempotent = self._problem.kb, self._learner.semantics.idempotent
        graded = kb.graded_names()
        for number, one in enumerate(named):
            for rule in self._meant(one, number):
                _require_names(rule.body, kb, f"{one}: " if isinstance(one, Path) else "")
                body = normal_form(rule.body, kb.implies, idempotent=idempotent, graded=graded)
                yield replace(rule, body=body)

    def _meant(self, one: Any, number: int) -> Iterator[GivenRule]:
        match one:
            case GivenRule():
                yield one
            case Concept():
                yield GivenRule(one)
            case Inclusion():
                yield GivenRule(one.body, FOR)
            case TrainedModel():
                yield from _rules_of(one.hypothesis, str(number))
            case BoostedHypothesis() | RuleSet():
                yield from _rules_of(one, str(number))
            case str() | Path():
                yield from self._read(one, number)
            case _:
                raise ParameterError(
                    "given and forbidden take texts, concepts, models and paths of files, not a "
                    f"{type(one).__name__}."
                )

    def _read(self, one: str | Path, number: int) -> Iterator[GivenRule]:
        """Yield the rules of a text or a file; sets that it only names are placed."""
        placed: set[FuzzyValue] = set()

        def partitions() -> Iterator[tuple[Partition, ...]]:
            for found in placings_of(self._learner, self._problem):
                placed.update(FuzzyValue(part.prop, one) for part in found for one in part.sets)
                yield found

        found, remarks = RULE_READERS["rules"](one, self._problem.kb, partitions)
        self.remarks += remarks
        rules = map(GivenRule, found) if isinstance(found, tuple) else _rules_of(found, str(number))
        for rule in rules:
            yield replace(rule, placed=tuple(one for one in sets_of([rule]) if one in placed))


def placings_of(
    learner: ConceptLearner, problem: "LearningProblem"
) -> Iterator[tuple[Partition, ...]]:
    """Place the sets of a learner on the training values, the coarsest first."""
    number = getattr(learner, "n_sets", None)
    labels = problem.element_labels if learner.places_by_labels else None
    for n_sets in GRANULARITIES if number is None else (number,):
        yield fit_partitions(
            problem.kb,
            n_sets,
            learner.fuzzify,
            learner.centroid_exponent,
            problem.element_counts,
            labels,
        )


def _rules_of(hypothesis: Hypothesis, where: str) -> Iterator[GivenRule]:
    """Yield the rules of a model; that over ⊤ is no condition, and its weight is fitted anyway."""
    match hypothesis:
        case RuleSet(inclusions):
            for one in inclusions:
                yield GivenRule(one.body, FOR)
        case BoostedHypothesis():
            for term, weight in hypothesis.weighted_terms:
                side = (weight > 0) - (weight < 0)
                for one in term.inclusions:
                    if not one.body.is_top:
                        yield GivenRule(one.body, side, f"{where}/{term.name}")


def _require_names(body: Concept, kb: "KnowledgeBase", where: str) -> None:
    """Raise UnknownNameError if a concept speaks of what the data do not have."""
    known = kb.vocabulary
    tables: dict[Noun, tuple[Names, str]] = {
        "class": (known.classes, "class"),
        "data property": (known.data_properties, "data property"),
        "role": (known.roles, "object property"),
    }
    for iri, noun in body.names_with_nouns():
        names, told = tables[noun]
        if iri not in names:
            raise UnknownNameError(
                f"{where}The data has no {told} '{kb.lexicon.name(iri)}' ({iri}), which a given or "
                "forbidden rule uses."
            )


def _require_one_meaning(given: Sequence[GivenRule]) -> None:
    """Raise ParameterError if two given rules call different sets the same."""
    meant: dict[str, tuple[str, Shape]] = {}
    for label in sets_of(given):
        name, here = label.fuzzy_set.name, (label.prop, label.fuzzy_set.shape)
        if meant.setdefault(name, here) != here:
            raise ParameterError(
                f"given has two different fuzzy sets named '{name}': rename one of them."
            )


def sets_of(given: Iterable[GivenRule]) -> tuple[FuzzyValue, ...]:
    """Return the fuzzy sets of given rules, each once."""
    return tuple(dict.fromkeys(label for rule in given for label in rule.body.fuzzy_values()))


def settled_rules(learner: ConceptLearner) -> tuple[GivenRule, ...]:
    """Return the given rules of a learner whose names have been looked up.

    Raises
    ------
    ParameterError
        They have not.
    """
    for one in learner.given:
        if not isinstance(one, GivenRule):
            raise ParameterError("given has rules that nobody has looked up: learn with train.")
    return tuple(learner.given)


def weak_learners(
    given: Iterable[GivenRule], *, apart: bool = False
) -> tuple[tuple[GivenRule, ...], ...]:
    """Return the given rules by the weak learner that they belong to; or each apart.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> cheap, near = Concept((Atom("Cheap"),)), Concept((Atom("Near"),))
    >>> rules = [GivenRule(cheap, 1, "WL1"), GivenRule(near, 1, "WL2")]
    >>> len(weak_learners(rules)), len(weak_learners([GivenRule(cheap), GivenRule(near)]))
    (2, 1)
    """
    if apart:
        return tuple((rule,) for rule in given)
    found: dict[str, list[GivenRule]] = {}
    for rule in given:
        found.setdefault(rule.learner, []).append(rule)
    return tuple(tuple(rules) for rules in found.values())


def guidance_to_json(learner: ConceptLearner) -> dict[str, Any]:
    """Write what a learner is given and forbidden, for files."""

    def of_rule(one: object) -> object:
        rule = GivenRule(one) if isinstance(one, Concept) else one
        if not isinstance(rule, GivenRule):
            return str(one)
        argues = {FOR: "for", AGAINST: "against", OPEN: None}[rule.side]
        body = rule.body
        told = {"rule": manchester(body), "concept": concept_to_json(body), "argues": argues}
        sets = datatypes_to_json(RuleSet((Inclusion(body),)))
        among = {"learner": rule.learner} if rule.learner else {}
        names = [one.fuzzy_set.name for one in rule.placed]
        named = {"placed": names} if names else {}
        return told | among | ({"datatypes": sets} if sets else {}) | named

    named = {"given": learner.given, "forbidden": learner.forbidden}
    return {name: [of_rule(one) for one in rules] for name, rules in named.items() if rules}


def remarks_on(
    given: Iterable[GivenRule],
    hypothesis: Hypothesis,
    is_idle: Callable[[Concept], bool],
    lexicon: Lexicon = SHORT_NAMES,
) -> Iterator[str]:
    """Say which given rules are kept although they say nothing of the training examples."""
    weights = {rule.inclusion.body: rule.weight for rule in hypothesis.rules()}
    for rule in given:
        text = manchester(rule.body, people(lexicon))
        if is_idle(rule.body):
            yield f"The given rule '{text}' covers no training example; it is kept."
        elif weights.get(rule.body) == 0:
            yield (
                f"The given rule '{text}' is kept with a weight of 0: beside the others, the "
                "training examples say nothing for it."
            )


Replacements = Mapping[FuzzyValue, FuzzyValue]


def placed_on(
    learner: AnyLearner, problem: "LearningProblem"
) -> tuple[AnyLearner, tuple[str, ...]]:
    """Place the sets that given and forbidden rules only name on the values of a problem (§25).

    Returns the learner, whose rules have been looked up before, and what could not be placed there:
    it stays as it is.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> from owlboost.learners.rule_constraints import looked_up
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
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
) -> tuple[Replacements, tuple[str, ...]]:
    """Return where named sets lie on the values of a problem, and the names of all others."""
    first: dict[tuple[str, str], FuzzyValue] = {}
    for partitions in placings_of(learner, problem):
        for part in partitions:
            for one in part.sets:
                first.setdefault((part.prop, one.name), FuzzyValue(part.prop, one))
    found: dict[FuzzyValue, FuzzyValue] = {}
    missing: list[str] = []
    for label in named:
        here = first.get((label.prop, label.fuzzy_set.name))
        found[label] = here or label
        missing += [] if here else [label.fuzzy_set.name]
    return found, tuple(missing)


def _moved(rule: GivenRule, places: Replacements) -> GivenRule:
    return replace(
        rule,
        body=rule.body.map_sets(lambda one: places.get(one, one)),
        placed=tuple(places.get(label, label) for label in rule.placed),
    )
