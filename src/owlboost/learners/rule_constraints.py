"""Rules that every model has, and rules that none has (§25).

They are given as texts, files or concepts. :func:`resolve_rules` looks their names up in the
learning problem. Sets given by name only are placed again on each part of it.
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
"""Signs of a rule: for the target, against it, or decided by the examples."""

GRANULARITIES = (3, 5, 7)
"""Granularities to try, coarsest first, if the number of sets is open."""

Partitions = Callable[[], Iterator[tuple[Partition, ...]]]
"""The fuzzy sets that learning places, the coarsest first."""

RuleReader = Callable[
    ["str | Path", "KnowledgeBase", Partitions],
    tuple[Hypothesis | tuple[Concept, ...], tuple[str, ...]],
]
"""Reads rules, or bare concepts whose sign the examples decide; also returns remarks on guesses."""

RULE_READERS: Registry[RuleReader] = Registry(
    "reader of rules", "owlboost.rule_readers", {"rules": "owlboost.exchange.given_rules:read"}
)
"""Registered by name, since the readers of rules are in another package."""


@dataclass(frozen=True, slots=True)
class GivenRule:
    """A rule that every model has.

    Attributes
    ----------
    body
        Its conditions.
    sign
        1 if for the target, −1 if against it, 0 if the examples decide.
    learner
        The weak learner that it belongs to, with all others of that name.
    placed
        Its fuzzy sets given by name only, hence placed on the training values.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> GivenRule(Concept((Atom("ex#Cheap"),))).sign
    0
    """

    body: Concept
    sign: int = OPEN
    learner: str = ""
    placed: tuple[FuzzyValue, ...] = ()


AnyLearner = TypeVar("AnyLearner", bound=Learner)


def with_rules(learner: AnyLearner, given: Any, forbidden: Any) -> AnyLearner:
    """Return a learner with further given and forbidden rules.

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


def has_rules(learner: Learner) -> bool:
    """Whether a learner has rules that are given or forbidden."""
    return isinstance(learner, ConceptLearner) and bool(learner.given or learner.forbidden)


def resolve_rules(
    learner: AnyLearner, problem: "LearningProblem"
) -> tuple[AnyLearner, tuple[str, ...]]:
    """Resolve the given and forbidden rules of a learner on its problem.

    Returns the learner with rules in place of texts and files, and remarks on guesses.

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
    >>> learner, _ = resolve_rules(FoilDL(given=["cheap"]), problem)
    >>> [rule.body for rule in learner.given_rules]
    [Concept(labels=(Atom(iri='ex#Cheap'),), edges=())]
    """
    resolved, remarks = look_up_rules(learner, problem)
    if not isinstance(resolved, ConceptLearner) or not resolved.forbidden:
        return resolved, remarks
    return replace(resolved, forbidden=tuple(rule.body for rule in resolved.forbidden)), remarks


def look_up_rules(
    learner: AnyLearner, problem: "LearningProblem"
) -> tuple[AnyLearner, tuple[str, ...]]:
    """Resolve rules like :func:`resolve_rules`, keeping which sets were given by name only."""
    if not isinstance(learner, ConceptLearner) or not has_rules(learner):
        return learner, ()
    lookup = _RuleLookup(learner, problem)
    given = tuple(lookup.given())
    barred = tuple({rule.body: rule for rule in lookup.rules(learner.forbidden)}.values())
    forbidden = [rule.body for rule in barred]
    name = people(problem.kb.lexicon)
    if any(body.is_top for body in forbidden):
        raise ParameterError("forbidden must not have a rule without conditions: it forbids all.")
    against = next((rule for rule in given if rule.sign < 0), None)
    if against is not None and not learner.argues_against:
        raise ParameterError(
            f"given must have no rule against the target for {learner.title}, but "
            f"'{manchester(against.body, name)}' is one: learn with gradient or pn."
        )
    _require_one_meaning(given)
    for excluded in forbidden:
        barrier = ForbiddenConcepts([excluded], problem.kb.implies)
        for rule in given:
            if barrier.forbids(rule.body):
                raise ParameterError(
                    f"given has '{manchester(rule.body, name)}', which is forbidden by "
                    f"'{manchester(excluded, name)}': take one of them away."
                )
    learner.require_room(given)
    return replace(learner, given=given, forbidden=barred), tuple(lookup.remarks)


class _RuleLookup:
    """The rules of one learner, looked up in one problem."""

    def __init__(self, learner: ConceptLearner, problem: "LearningProblem") -> None:
        self._learner = learner
        self._problem = problem
        self.remarks: list[str] = []

    def given(self) -> Iterator[GivenRule]:
        """Yield the given rules once, or once in a weak learner."""
        seen = set()
        for rule in self.rules(self._learner.given):
            if rule.body.is_top:
                raise ParameterError("given must not have a rule without conditions.")
            key = rule.body, rule.learner if self._learner.has_weak_learners else ""
            if key not in seen:
                seen.add(key)
                yield rule

    def rules(self, named: Iterable[Any]) -> Iterator[GivenRule]:
        """Yield rules in normal form, over names that the problem has."""
        kb, idempotent = self._problem.kb, self._learner.semantics.idempotent
        graded = kb.graded_names()
        for number, item in enumerate(named):
            for rule in self._meant(item, number):
                _require_names(rule.body, kb, f"{item}: " if isinstance(item, Path) else "")
                body = normal_form(rule.body, kb.implies, idempotent=idempotent, graded=graded)
                yield replace(rule, body=body)

    def _meant(self, item: Any, number: int) -> Iterator[GivenRule]:
        match item:
            case GivenRule():
                yield item
            case Concept():
                yield GivenRule(item)
            case Inclusion():
                yield GivenRule(item.body, FOR)
            case TrainedModel():
                yield from _rules_of(item.hypothesis, str(number))
            case BoostedHypothesis() | RuleSet():
                yield from _rules_of(item, str(number))
            case str() | Path():
                yield from self._read(item, number)
            case _:
                raise ParameterError(
                    "given and forbidden take texts, concepts, models and paths of files, not a "
                    f"{type(item).__name__}."
                )

    def _read(self, text: str | Path, number: int) -> Iterator[GivenRule]:
        """Yield the rules of a text or a file, placing named sets."""
        placed: set[FuzzyValue] = set()

        def partitions() -> Iterator[tuple[Partition, ...]]:
            for candidates in placings_of(self._learner, self._problem):
                placed.update(
                    FuzzyValue(part.prop, fuzzy_set)
                    for part in candidates
                    for fuzzy_set in part.sets
                )
                yield candidates

        content, remarks = RULE_READERS["rules"](text, self._problem.kb, partitions)
        self.remarks += remarks
        rules = (
            map(GivenRule, content)
            if isinstance(content, tuple)
            else _rules_of(content, str(number))
        )
        for rule in rules:
            yield replace(rule, placed=tuple(label for label in sets_of([rule]) if label in placed))


def placings_of(
    learner: ConceptLearner, problem: "LearningProblem"
) -> Iterator[tuple[Partition, ...]]:
    """Place the sets of a learner on the training values, coarsest first."""
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


def _rules_of(hypothesis: Hypothesis, prefix: str) -> Iterator[GivenRule]:
    """Yield the rules of a model, without the one over ⊤."""
    match hypothesis:
        case RuleSet(inclusions):
            for inclusion in inclusions:
                yield GivenRule(inclusion.body, FOR)
        case BoostedHypothesis():
            for term, weight in hypothesis.weighted_terms:
                sign = (weight > 0) - (weight < 0)
                for inclusion in term.inclusions:
                    if not inclusion.body.is_top:
                        yield GivenRule(inclusion.body, sign, f"{prefix}/{term.name}")


def _require_names(body: Concept, kb: "KnowledgeBase", prefix: str) -> None:
    """Raise UnknownNameError if a concept uses unknown names."""
    vocabulary = kb.vocabulary
    tables: dict[Noun, tuple[Names, str]] = {
        "class": (vocabulary.classes, "class"),
        "data property": (vocabulary.data_properties, "data property"),
        "role": (vocabulary.roles, "object property"),
    }
    for iri, noun in body.names_with_nouns():
        names, kind = tables[noun]
        if iri not in names:
            raise UnknownNameError(
                f"{prefix}The data has no {kind} '{kb.lexicon.name(iri)}' ({iri}), which a given "
                "or forbidden rule uses."
            )


def _require_one_meaning(given: Sequence[GivenRule]) -> None:
    """Raise ParameterError if two different sets have one name."""
    meant: dict[str, tuple[str, Shape]] = {}
    for label in sets_of(given):
        name, meaning = label.fuzzy_set.name, (label.prop, label.fuzzy_set.shape)
        if meant.setdefault(name, meaning) != meaning:
            raise ParameterError(
                f"given has two different fuzzy sets named '{name}': rename one of them."
            )


def sets_of(given: Iterable[GivenRule]) -> tuple[FuzzyValue, ...]:
    """Return the fuzzy sets of given rules, each once."""
    return tuple(dict.fromkeys(label for rule in given for label in rule.body.fuzzy_values()))


def settled_rules(learner: ConceptLearner) -> tuple[GivenRule, ...]:
    """Return the given rules of a learner, which must be resolved.

    Raises
    ------
    ParameterError
        They have not.
    """
    for rule in learner.given:
        if not isinstance(rule, GivenRule):
            raise ParameterError("given has rules that nobody has looked up: learn with train.")
    return tuple(learner.given)


def weak_learners(
    given: Iterable[GivenRule], *, apart: bool = False
) -> tuple[tuple[GivenRule, ...], ...]:
    """Group given rules by weak learner; or each apart.

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
    groups: dict[str, list[GivenRule]] = {}
    for rule in given:
        groups.setdefault(rule.learner, []).append(rule)
    return tuple(tuple(rules) for rules in groups.values())


def guidance_to_json(learner: ConceptLearner) -> dict[str, Any]:
    """Write a learner's given and forbidden rules, for files."""

    def rule_to_json(item: object) -> object:
        rule = GivenRule(item) if isinstance(item, Concept) else item
        if not isinstance(rule, GivenRule):
            return str(item)
        argues = {FOR: "for", AGAINST: "against", OPEN: None}[rule.sign]
        body = rule.body
        entry = {"rule": manchester(body), "concept": concept_to_json(body), "argues": argues}
        sets = datatypes_to_json(RuleSet((Inclusion(body),)))
        among = {"learner": rule.learner} if rule.learner else {}
        names = [item.fuzzy_set.name for item in rule.placed]
        named = {"placed": names} if names else {}
        return entry | among | ({"datatypes": sets} if sets else {}) | named

    named = {"given": learner.given, "forbidden": learner.forbidden}
    return {name: [rule_to_json(item) for item in rules] for name, rules in named.items() if rules}


def remarks_on(
    given: Iterable[GivenRule],
    hypothesis: Hypothesis,
    is_idle: Callable[[Concept], bool],
    lexicon: Lexicon = SHORT_NAMES,
) -> Iterator[str]:
    """Report given rules that say nothing of the training examples."""
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
    """Place sets given by name only on a problem's values (§25).

    The rules of the learner are looked up already. Sets that cannot be placed stay as they are,
    with a remark.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> from owlboost.learners.rule_constraints import look_up_rules
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> def problem(*prices):
    ...     names = [f"h{price}" for price in prices]
    ...     kb = KnowledgeBase.from_facts(names, numbers={"price": [*zip(names, prices)]})
    ...     labels = [price > 20 for price in prices]
    ...     return LearningProblem(kb, "Dear", list(range(len(names))), labels)
    >>> low = FoilDL(given=["price is low"], n_sets=3, fuzzify="uniform")
    >>> whole, _ = look_up_rules(low, problem(0, 10, 20, 90, 100))
    >>> part, _ = placed_on(whole, problem(0, 10, 20, 30, 40))
    >>> [each.given[0].placed[0].fuzzy_set.shape for each in (whole, part)]
    [LeftShoulder(a=0.0, b=50.0), LeftShoulder(a=0.0, b=20.0)]
    """
    if not isinstance(learner, ConceptLearner):
        return learner, ()
    rules = [rule for rule in (*learner.given, *learner.forbidden) if isinstance(rule, GivenRule)]
    drawn = {
        label
        for rule in learner.given
        if isinstance(rule, GivenRule)
        for label in sets_of([rule])
        if label not in rule.placed
    }
    named = {label: None for rule in rules for label in rule.placed if label not in drawn}
    if not named:
        return learner, ()
    replacements, missing = _placements(learner, problem, named)

    def anew(item: object) -> object:
        return _moved(item, replacements) if isinstance(item, GivenRule) else item

    given, forbidden = (tuple(map(anew, rules)) for rules in (learner.given, learner.forbidden))
    remarks = tuple(
        f"The training values of a fold have no fuzzy set {name!r}, which a given or forbidden "
        "rule names: there it is the one of all examples."
        for name in missing
    )
    return replace(learner, given=given, forbidden=forbidden), remarks


def _placements(
    learner: ConceptLearner, problem: "LearningProblem", named: Iterable[FuzzyValue]
) -> tuple[Replacements, tuple[str, ...]]:
    """Place named sets on a problem's values; also return the missing names."""
    first: dict[tuple[str, str], FuzzyValue] = {}
    for partitions in placings_of(learner, problem):
        for part in partitions:
            for fuzzy_set in part.sets:
                first.setdefault((part.prop, fuzzy_set.name), FuzzyValue(part.prop, fuzzy_set))
    replacements: dict[FuzzyValue, FuzzyValue] = {}
    missing: list[str] = []
    for label in named:
        replacement = first.get((label.prop, label.fuzzy_set.name))
        replacements[label] = replacement or label
        missing += [] if replacement else [label.fuzzy_set.name]
    return replacements, tuple(missing)


def _moved(rule: GivenRule, replacements: Replacements) -> GivenRule:
    return replace(
        rule,
        body=rule.body.map_sets(lambda label: replacements.get(label, label)),
        placed=tuple(replacements.get(label, label) for label in rule.placed),
    )
