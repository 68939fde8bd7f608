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

MEASURES = tuple(one.name for one in TABLE if not one.product_of)
"""Names of the measures of a fold; the others follow from their means."""


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
    rules
        How many axioms the hypothesis has.
    seconds
        What learning and testing it took, or would have taken without sharing.
    """

    measures: Mapping[str, float]
    threshold: float
    rules: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the record of a fold in RUN.json."""
        known = {name: self.measures[name] for name in MEASURES if name in self.measures}
        return known | {
            "threshold": self.threshold,
            "seconds": self.seconds,
            "rules": self.rules,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Score":
        """Read the record of a fold; measures of other versions are passed over.

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
class FoldScores:
    """What all configurations reached on one fold, and the concept ⊤ as a baseline.

    Attributes
    ----------
    repeat, number, inner
        The place of the fold.
    scores
        One for each configuration.
    top
        The score of "everything is positive"; with graded labels, that of their mean in training.
    remarks
        What there is to tell, such as a time limit that was reached.
    learned
        For each configuration its rules; empty for inner folds, and if a file does not tell.
    """

    repeat: int
    number: int
    inner: int | None
    scores: tuple[Score, ...]
    top: Score
    remarks: tuple[str, ...] = ()
    learned: tuple[tuple[LearnedRule, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what is kept on disk."""
        told: dict[str, Any] = {
            "repeat": self.repeat,
            "fold": self.number,
            "inner": self.inner,
            "scores": [score.to_json() for score in self.scores],
            "top": self.top.to_json(),
            "remarks": list(self.remarks),
        }
        if self.learned:
            told["learned"] = [[rule.to_json() for rule in rules] for rules in self.learned]
        return told

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "FoldScores":
        """Read what was kept on disk."""
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

    A fold that lacks a measure does not count for it; a measure that all lack has no mean.

    Examples
    --------
    >>> low = Score(dict.fromkeys(MEASURES, 0.0), 0.5, 1, 2.0)
    >>> high = Score(dict.fromkeys(MEASURES, 1.0), 0.5, 4, 4.0)
    >>> found = means([low, high])
    >>> found["F1"], found["rules"], found["seconds"]
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
    for one in TABLE:
        if one.product_of and all(name in mean for name in one.product_of):
            mean[one.name] = prod(mean[name] for name in one.product_of)
    return mean


def fuzzy_crisp_f1(scores: Sequence[Score]) -> float:
    """``fF1F1 = mean(F1_f) · mean(F1)`` over folds (Eq. 17, note 25)."""
    return figures(scores)[Measures.fuzzy_crisp_f1.name]


def selection_score(scores: Sequence[Score]) -> float:
    """Return what configurations are chosen by: fF1F1 or, for graded labels, a small error.

    Examples
    --------
    >>> selection_score([Score({"MSE": 0.25, "MAE": 0.5}, 0.5, 1, 2.0)])
    -0.25
    """
    found = figures(scores)
    if Measures.mae.name in found:
        return -found[Measures.mse.name]
    return found[Measures.fuzzy_crisp_f1.name]


def can_be_chosen(score: Score) -> bool:
    """Whether a score has what configurations are chosen by.

    Examples
    --------
    >>> can_be_chosen(Score({"F1": 1.0}, 0.5, 1, 2.0))
    False
    """
    found = figures([score])
    graded = Measures.mae.name in found and Measures.mse.name in found
    return graded or Measures.fuzzy_crisp_f1.name in found


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
