"""Assessment of a model on labelled data: measures, decisions, each rule."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Rule, covers
from owlboost.concepts.text import Layout, manchester, people
from owlboost.data.example_labels import TargetRange
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError
from owlboost.models.measures import TABLE, Basis, Measures, counts_text
from owlboost.models.outcomes import Confusion, ratio
from owlboost.models.predictions import Wanted, chosen, known_to
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.registry import NotebookRepr

FORMAT = "owlboost/score"


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """The coverage of a rule on labelled data.

    Attributes
    ----------
    rule
        The rule.
    positives, negatives
        Numbers of examples that it covers to any degree.
    confidence
        Share of positives among what it covers, by fuzzy cardinality; 0 if it covers nothing. Of
        graded examples the mean label, weighted by coverage; the two numbers above then are sums of
        labels, rounded.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> against = Rule("WL1", -0.5, Inclusion(Concept((Atom("urn:x#Noisy"),))))
    >>> RuleRecord(against, positives=1, negatives=8, confidence=0.1).right
    8
    """

    rule: Rule
    positives: int
    negatives: int
    confidence: float

    @property
    def right(self) -> int:
        """Number of examples that the rule classifies correctly, given its sign."""
        return self.positives if self.rule.weight >= 0 else self.negatives

    @property
    def wrong(self) -> int:
        """Number of examples that the rule misclassifies."""
        return self.positives + self.negatives - self.right

    def to_json(self, layout: Layout) -> dict[str, Any]:
        """Return the record as JSON values."""
        return {
            "learner": self.rule.learner,
            "rule": manchester(self.rule.inclusion.body, layout),
            "weight": self.rule.weight,
            "covered_positives": self.positives,
            "covered_negatives": self.negatives,
            "right": self.right,
            "wrong": self.wrong,
            "confidence": self.confidence,
            "learned_confidence": self.rule.inclusion.confidence,
        }


@dataclass(frozen=True, slots=True)
class Assessment(NotebookRepr):
    """The scores of a model on labelled data.

    Attributes
    ----------
    target
        IRI of the class that was learned.
    threshold
        The degree from which on the model decides for it.
    measures
        All measures, as evaluations have them.
    decided
        Decisions by the threshold against labels.
    rules
        The coverage of each rule, in the order of the model.
    lexicon
        The labels of things.
    target_range
        The values that degrees of 0 and 1 stand for, if labels are graded; then nothing is decided,
        and ``decided`` is about degrees.
    """

    target: str
    threshold: float
    measures: Measures
    decided: Confusion
    rules: tuple[RuleRecord, ...]
    lexicon: Lexicon
    target_range: TargetRange | None = None

    @property
    def examples(self) -> int:
        """Number of examples."""
        return round(self.decided.positives + self.decided.negatives)

    @property
    def positives(self) -> int:
        """Number of positive examples."""
        return round(self.decided.positives)

    @property
    def decisions(self) -> dict[str, int]:
        """True and false positives and negatives of the decisions."""
        confusion = self.decided
        return {
            "TP": round(confusion.true_positives),
            "FP": round(confusion.false_positives),
            "TN": round(confusion.true_non_positives),
            "FN": round(confusion.false_non_positives),
        }

    def to_json(self) -> dict[str, Any]:
        """Return the assessment as JSON values."""
        layout = people(self.lexicon)
        return {
            "format": FORMAT,
            "version": 1,
            "target": self.target,
            "examples": self.examples,
            "positives": self.positives,
            "threshold": self.threshold,
            "measures": self.measures.named(),
            "decisions": self.decisions if self.target_range is None else None,
            "rules": [record.to_json(layout) for record in self.rules],
        } | ({} if self.target_range is None else {"target_range": self.target_range.to_json()})

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        among = f"{self.positives} of them positive"
        if self.target_range is not None:
            among = f"graded from {self.target_range.low:g} to {self.target_range.high:g}"
        yield f"{self.lexicon.name(self.target)}: {self.examples} examples, {among}"
        yield ""
        yield from self._measure_lines()
        yield ""
        yield from self._rule_lines()

    def _measure_lines(self) -> Iterator[str]:
        values = self.measures.named()
        decided = f"degree ≥ {self.threshold:.3f}"
        bases: dict[Basis, str] = {
            "crisp": "degree > 0",
            "fuzzy": "fuzzy",
            "grade": "graded",
            "threshold": decided,
            "evidence": "evidence",
            "probability": "probability",
        }
        width = max(map(len, bases.values()))
        for basis, words in bases.items():
            figures = _figures(values, basis)
            if figures:
                yield f"{words:<{width}}   {'  '.join(figures)}"
        yield f"{'counts':<{width}}   {counts_text(values)}"
        if self.target_range is not None:
            return
        decisions = "  ".join(f"{name} {count}" for name, count in self.decisions.items())
        yield f"{'decisions':<{width}}   {decisions}"

    def _rule_lines(self) -> Iterator[str]:
        layout = people(self.lexicon)
        if self.target_range is not None:
            yield from self._graded_lines(self.target_range, layout)
            return
        yield " right  wrong   weight  rule"
        for record in self.rules:
            body = record.rule.inclusion.body
            text = manchester(body, layout)
            yield f"{record.right:>6} {record.wrong:>6} {record.rule.weight:>+8.3f}  {text}"

    def _graded_lines(self, target_range: TargetRange, layout: Layout) -> Iterator[str]:
        """Yield the coverage and mean label of each rule."""
        yield "covers    mean   weight  rule"
        for record in self.rules:
            text = manchester(record.rule.inclusion.body, layout)
            covered, mean = record.right + record.wrong, target_range.value(record.confidence)
            yield f"{covered:>6} {mean:>7.4g} {record.rule.weight:>+8.3f}  {text}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _figures(values: Mapping[str, float], basis: Basis) -> list[str]:
    """Write the measures of a basis but counts, errors more finely."""
    return [
        f"{measure.bare_name.replace('_', ' ')} {values[measure.name]:.{measure.decimals + finer}f}"
        for measure in TABLE
        if measure.basis == basis
        and measure.name in values
        and (measure.shown or basis in ("evidence", "probability"))
        and "counts" not in measure.shown
        and not measure.product_of
        for finer in (int(not measure.larger_is_better),)
    ]


def assess(
    model: TrainedModel,
    source: object,
    labels: npt.ArrayLike,
    individuals: Wanted = "all",
    *,
    lexicon: Lexicon | None = None,
) -> Assessment:
    """Measure a model, its decisions and its rules against labels.

    Parameters
    ----------
    model
        A model, perhaps edited.
    source
        The source to apply it to.
    labels
        For each example of the source, or each of the individuals, whether it is positive; of a
        graded model, to what degree.
    individuals
        The individuals that the labels are for: names, IRIs, or numbers from 0.
    lexicon
        The labels of things; those of the model and the source if None.

    Raises
    ------
    ExamplesError
        There is not one label for each example.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> cheap = Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8)
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((cheap,)), 0.5)
    >>> kb = KnowledgeBase.from_facts(["a", "b", "c"], types={"urn:x#Cheap": ["a", "b"]})
    >>> assessment = assess(model, kb, [True, False, False])
    >>> assessment.decisions, assessment.measures.precision
    ({'TP': 1, 'FP': 1, 'TN': 1, 'FN': 0}, 0.5)
    >>> print(str(assessment).splitlines()[-1])
         1      1   +0.800  Cheap
    """
    kb, among = known_to(model, source)
    elements = np.array(chosen(individuals, kb, among), dtype=np.int32)
    positive = model.as_labels(labels)
    if positive.shape != elements.shape:
        raise ExamplesError(
            f"There are {positive.size} labels for {elements.size} examples; give one for each."
        )
    extents = Extents(kb, model.semantics)
    measures = model.measured(extents, elements, positive)
    degrees, weights = extents.hypothesis(model.hypothesis)[elements], np.ones(elements.size)
    if model.is_graded:
        decided = Confusion.from_grades(positive, degrees, weights)
    else:
        decided = Confusion.from_decisions(
            positive, (degrees >= model.threshold).astype(np.float64), weights
        )
    record = _graded_record if model.is_graded else _record
    return Assessment(
        model.target,
        model.threshold,
        measures,
        decided,
        tuple(record(rule, extents, elements, positive) for rule in model.hypothesis.rules()),
        model.called_in(kb.lexicon).lexicon if lexicon is None else lexicon,
        model.target_range,
    )


def _graded_record(rule: Rule, extents: Extents, elements: Ids, labels: Floats) -> RuleRecord:
    degrees: Floats = extents.degrees(rule.inclusion.body)[elements]
    covered = covers(degrees)
    positives = round(float(labels[covered].sum()))
    return RuleRecord(
        rule,
        positives,
        int(covered.sum()) - positives,
        ratio((degrees * labels).sum(), degrees.sum()),
    )


def _record(rule: Rule, extents: Extents, elements: Ids, positive: Mask) -> RuleRecord:
    degrees: Floats = extents.degrees(rule.inclusion.body)[elements]
    covered = covers(degrees)
    return RuleRecord(
        rule,
        int((covered & positive).sum()),
        int((covered & ~positive).sum()),
        ratio(degrees[positive].sum(), degrees.sum()),
    )
