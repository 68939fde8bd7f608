"""Rules over folds: which were learned on each, and which come back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from owlboost.concepts.concept import Concept
from owlboost.concepts.concept_json import (
    concept_from_json,
    concept_to_json,
    datatypes_to_json,
    fuzzy_sets_from_json,
)
from owlboost.concepts.hypothesis import Hypothesis, Inclusion, RuleSet
from owlboost.concepts.text import manchester, people
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import OwlboostError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """A rule that was learned on a fold: its body, and what it counts."""

    body: Concept
    weight: float

    def to_json(self) -> Json:
        """Return what is kept on disk."""
        return body_to_json(self.body) | {"weight": self.weight}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "LearnedRule":
        """Read what was kept on disk."""
        return cls(body_from_json(data), float(data["weight"]))


@dataclass(frozen=True, slots=True)
class RecurringRule:
    """A rule over the folds of an evaluation.

    Attributes
    ----------
    body
        The concept, with its fuzzy sets as the first fold that has it placed them.
    weights
        For each fold what it counts there; None where it was not learned.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> RecurringRule(TOP, (0.5, None, 0.25)).n_folds
    2
    """

    body: Concept
    weights: tuple[float | None, ...]

    @property
    def n_folds(self) -> int:
        """On how many folds it was learned."""
        return sum(weight is not None for weight in self.weights)

    @property
    def is_against(self) -> bool:
        """Whether it argues against the target; it does so on all folds, or on none."""
        return any(weight is not None and weight < 0 for weight in self.weights)

    def to_json(self, lexicon: Lexicon = SHORT_NAMES) -> Json:
        """Return the record of a rule in RUN.json."""
        text = manchester(self.body, people(lexicon))
        return body_to_json(self.body) | {"manchester": text, "weights": list(self.weights)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RecurringRule":
        """Read the record of a rule in RUN.json."""
        weights = (None if one is None else float(one) for one in data["weights"])
        return cls(body_from_json(data), tuple(weights))


def learned_rules(hypothesis: Hypothesis) -> tuple[LearnedRule, ...]:
    """Return the rules of a hypothesis, what holds of everything among them.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> learned_rules(RuleSet((Inclusion(TOP, 0.3),)))
    (LearnedRule(body=Concept(labels=(), edges=()), weight=0.3),)
    """
    return tuple(LearnedRule(rule.inclusion.body, rule.weight) for rule in hypothesis.rules())


def recurring(folds: Sequence[Sequence[LearnedRule]]) -> tuple[RecurringRule, ...]:
    """Gather rules over folds, those that came back most often first.

    Rules of the same words that argue for the same side are the same; fuzzy sets of one name are
    the same words, wherever they lie. If a fold has a rule twice, its weights add up.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> cheap, rare = Concept((Atom("Cheap"),)), Concept((Atom("Rare"),))
    >>> folds = [[LearnedRule(rare, 1.0)], [LearnedRule(cheap, 0.5)], [LearnedRule(cheap, 0.25)]]
    >>> [(rule.body == cheap, rule.weights) for rule in recurring(folds)]
    [(True, (None, 0.5, 0.25)), (False, (1.0, None, None))]
    """
    bodies: dict[Any, Concept] = {}
    weights: dict[Any, list[float | None]] = {}
    for number, rules in enumerate(folds):
        for rule in rules:
            key = rule.body.key, rule.weight < 0
            bodies.setdefault(key, rule.body)
            found = weights.setdefault(key, [None] * len(folds))
            found[number] = (found[number] or 0.0) + rule.weight
    gathered = [RecurringRule(body, tuple(weights[key])) for key, body in bodies.items()]
    return tuple(sorted(gathered, key=lambda rule: -rule.n_folds))


def body_to_json(body: Concept) -> Json:
    """Write a body with the fuzzy sets that it uses, as model files do."""
    sets = datatypes_to_json(RuleSet((Inclusion(body),)))
    return {"concept": concept_to_json(body)} | ({"datatypes": sets} if sets else {})


def body_from_json(data: Mapping[str, Any]) -> Concept:
    """Read a body; what is wrong with it is a ValueError."""
    try:
        return concept_from_json(data["concept"], fuzzy_sets_from_json(data.get("datatypes", [])))
    except OwlboostError as error:
        raise ValueError(str(error)) from error
