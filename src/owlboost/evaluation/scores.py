"""Scores of folds, their means, and the rules behind them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

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
from owlboost.models.measures import TABLE, Measures

MEASURES = tuple(measure.name for measure in TABLE if not measure.product_of)
"""Names of the measures of a fold; others are computed from their means."""


@dataclass(frozen=True, slots=True)
class Score:
    """Measures of one hypothesis on one test fold.

    Attributes
    ----------
    measures
        By the names that files use; one that has no value, or that a file of another version
        lacks, is not there.
    threshold
        The decision threshold fitted on the training examples.
    seconds
        Time of learning and testing it, without the savings of sharing.
    """

    measures: Mapping[str, float]
    threshold: float
    rules: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the record of a fold in RUN.json."""
        present = {name: self.measures[name] for name in MEASURES if name in self.measures}
        return present | {
            "threshold": self.threshold,
            "seconds": self.seconds,
            "rules": self.rules,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Score":
        """Read the record of a fold, ignoring measures of other versions.

        Examples
        --------
        >>> record = {"F1": 1, "news": 2, "MCC": None, "threshold": 0.5, "rules": 3, "seconds": 4}
        >>> Score.from_json(record).measures
        {'F1': 1.0}
        """
        return cls(
            {name: float(data[name]) for name in MEASURES if data.get(name) is not None},
            float(data["threshold"]),
            int(data["rules"]),
            float(data["seconds"]),
        )


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """A rule that was learned on a fold, with its weight."""

    body: Concept
    weight: float

    def to_json(self) -> Json:
        """Return the JSON of a fold file."""
        return body_to_json(self.body) | {"weight": self.weight}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "LearnedRule":
        """Read a rule from a fold file."""
        return cls(body_from_json(data), float(data["weight"]))


@dataclass(frozen=True, slots=True)
class FoldScores:
    """The scores of all configurations on one fold, and the baseline's.

    Attributes
    ----------
    scores
        One for each configuration.
    top
        The score of "everything is positive"; with graded labels, that of their mean in training.
    learned
        For each configuration its rules; empty for inner folds, and if a file has none.
    """

    repeat: int
    number: int
    inner: int | None
    scores: tuple[Score, ...]
    top: Score
    remarks: tuple[str, ...] = ()
    learned: tuple[tuple[LearnedRule, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON of a fold file."""
        record: dict[str, Any] = {
            "repeat": self.repeat,
            "fold": self.number,
            "inner": self.inner,
            "scores": [score.to_json() for score in self.scores],
            "top": self.top.to_json(),
            "remarks": list(self.remarks),
        }
        if self.learned:
            record["learned"] = [[rule.to_json() for rule in rules] for rules in self.learned]
        return record

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "FoldScores":
        """Read the scores of a fold file."""
        return cls(
            int(data["repeat"]),
            int(data["fold"]),
            None if data["inner"] is None else int(data["inner"]),
            tuple(Score.from_json(score) for score in data["scores"]),
            Score.from_json(data["top"]),
            tuple(map(str, data["remarks"])),
            tuple(tuple(map(LearnedRule.from_json, rules)) for rules in data.get("learned", ())),
        )


def means(scores: Iterable[Score]) -> dict[str, float]:
    """Macro averages over folds, with the mean of rules and seconds.

    Folds without a measure are left out of its mean.

    Examples
    --------
    >>> low = Score(dict.fromkeys(MEASURES, 0.0), 0.5, 1, 2.0)
    >>> high = Score(dict.fromkeys(MEASURES, 1.0), 0.5, 4, 4.0)
    >>> mean = means([low, high])
    >>> mean["F1"], mean["rules"], mean["seconds"]
    (0.5, 2.5, 3.0)
    """
    return {name: float(np.mean(column)) for name, column in _columns(list(scores)).items()}


def deviations(scores: Iterable[Score]) -> dict[str, float]:
    """Sample standard deviations over folds; 0 for a single one.

    Examples
    --------
    >>> low = Score(dict.fromkeys(MEASURES, 0.0), 0.5, 1, 2.0)
    >>> high = Score(dict.fromkeys(MEASURES, 1.0), 0.5, 4, 4.0)
    >>> round(deviations([low, high])["F1"], 4), deviations([low])["F1"]
    (0.7071, 0.0)
    """
    return {
        name: float(np.std(column, ddof=1)) if len(column) > 1 else 0.0
        for name, column in _columns(list(scores)).items()
    }


def figures(scores: Iterable[Score]) -> dict[str, float]:
    """Return the means over folds, and what follows from them.

    Examples
    --------
    >>> folds = [Score({"F1": f1, "fuzzy_F1": 0.5}, 0.5, 1, 2.0) for f1 in (0.5, 1.0)]
    >>> figures(folds)
    {'F1': 0.75, 'fuzzy_F1': 0.5, 'rules': 1.0, 'seconds': 2.0, 'fF1F1': 0.375}
    """
    mean = means(scores)
    for measure in TABLE:
        if measure.product_of and all(name in mean for name in measure.product_of):
            mean[measure.name] = prod(mean[name] for name in measure.product_of)
    return mean


def fuzzy_crisp_f1(scores: Sequence[Score]) -> float:
    """Mean fuzzy F1 times mean F1 (Eq. 17, note 25: means first)."""
    return figures(scores)[Measures.fuzzy_crisp_f1.name]


def selection_score(scores: Sequence[Score]) -> float:
    """Return the score that configurations are chosen by.

    It is fF1F1 or, for graded labels, the negative mean squared error.

    Examples
    --------
    >>> selection_score([Score({"MSE": 0.25, "MAE": 0.5}, 0.5, 1, 2.0)])
    -0.25
    """
    values = figures(scores)
    if Measures.mae.name in values:
        return -values[Measures.mse.name]
    return values[Measures.fuzzy_crisp_f1.name]


def can_be_chosen(score: Score) -> bool:
    """Whether a score has the measures that selection needs.

    Examples
    --------
    >>> can_be_chosen(Score({"F1": 1.0}, 0.5, 1, 2.0))
    False
    """
    values = figures([score])
    graded = Measures.mae.name in values and Measures.mse.name in values
    return graded or Measures.fuzzy_crisp_f1.name in values


def _columns(scores: list[Score]) -> dict[str, list[float]]:
    columns = {
        name: [score.measures[name] for score in scores if name in score.measures]
        for name in MEASURES
    }
    columns["rules"] = [float(score.rules) for score in scores]
    columns["seconds"] = [score.seconds for score in scores]
    return {name: column for name, column in columns.items() if column}


@dataclass(frozen=True, slots=True)
class RecurringRule:
    """A rule over the folds of an evaluation.

    Attributes
    ----------
    body
        The concept, with its fuzzy sets as the first fold that has it placed them.
    weights
        Its weight on each fold; None where it was not learned.

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
        """The number of folds on which it was learned."""
        return sum(weight is not None for weight in self.weights)

    @property
    def is_against(self) -> bool:
        """Whether the rule opposes the target, on all folds alike."""
        return any(weight is not None and weight < 0 for weight in self.weights)

    def to_json(self, lexicon: Lexicon = SHORT_NAMES) -> Json:
        """Return the record of a rule in RUN.json."""
        text = manchester(self.body, people(lexicon))
        return body_to_json(self.body) | {"manchester": text, "weights": list(self.weights)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RecurringRule":
        """Read the record of a rule in RUN.json."""
        weights = (None if weight is None else float(weight) for weight in data["weights"])
        return cls(body_from_json(data), tuple(weights))


def learned_rules(hypothesis: Hypothesis) -> tuple[LearnedRule, ...]:
    """Return the rules of a hypothesis, including the one for everything.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> learned_rules(RuleSet((Inclusion(TOP, 0.3),)))
    (LearnedRule(body=Concept(labels=(), edges=()), weight=0.3),)
    """
    return tuple(LearnedRule(rule.inclusion.body, rule.weight) for rule in hypothesis.rules())


def recurring(folds: Sequence[Sequence[LearnedRule]]) -> tuple[RecurringRule, ...]:
    """Gather rules over folds, the most frequent first.

    Rules with the same text and sign are the same, even if fuzzy sets of one name differ in shape.
    If a fold has a rule twice, its weights add up.

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
            by_fold = weights.setdefault(key, [None] * len(folds))
            by_fold[number] = (by_fold[number] or 0.0) + rule.weight
    gathered = [RecurringRule(body, tuple(weights[key])) for key, body in bodies.items()]
    return tuple(sorted(gathered, key=lambda rule: -rule.n_folds))


def body_to_json(body: Concept) -> Json:
    """Write a body with its fuzzy sets, as model files do."""
    sets = datatypes_to_json(RuleSet((Inclusion(body),)))
    return {"concept": concept_to_json(body)} | ({"datatypes": sets} if sets else {})


def body_from_json(data: Mapping[str, Any]) -> Concept:
    """Read a body; malformed data raise a ValueError."""
    try:
        return concept_from_json(data["concept"], fuzzy_sets_from_json(data.get("datatypes", [])))
    except OwlboostError as error:
        raise ValueError(str(error)) from error
