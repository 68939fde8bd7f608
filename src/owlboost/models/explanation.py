"""Explanations of a degree: the rules that fired, how strongly, by which values.

The contributions of the rules add up to the evidence, exactly. The degree is the evidence clipped
to [0, 1]; the probability, if there is a calibration, is computed from the evidence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, covers, merged
from owlboost.concepts.text import manchester, people
from owlboost.data.example_labels import TargetRange
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.models.calibration import Calibration
from owlboost.models.conditions import Condition, conditions_at
from owlboost.models.counterfactual import Counterfactual, nearest_change
from owlboost.models.local_model import LocalModel
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask
from owlboost.runtime.registry import VIEWS, NotebookRepr

VERSION = 1
"""Version of the JSON of an explanation."""


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule at one individual.

    Attributes
    ----------
    target
        The class that it counts for or against, by IRI.
    learner
        The weak learner it belongs to, or the empty text in a set of rules.
    body
        The concept.
    weight
        The weight of its learner, or its own degree in a set of rules.
    degree
        The degree of the body for the individual.
    conditions
        The conjuncts of the body; the weakest decides.
    decisive
        Whether the learner, or the whole set of rules, has its degree from this rule; of equals,
        from the first.
    contribution
        Its part of the evidence: weight × degree if it is decisive, else 0.
    lexicon
        The labels of things.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> print(Firing("ex#Good", "WL1", Concept((Atom("ex#Cheap"),)), 0.7, 1.0, (), True, 0.7))
    Cheap SubClassOf Good: 1.000 × 0.700
    """

    target: str
    learner: str
    body: Concept
    weight: float
    degree: float
    conditions: tuple[Condition, ...]
    decisive: bool
    contribution: float
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    @property
    def rule(self) -> str:
        """The body in Manchester syntax."""
        return manchester(self.body, people(self.lexicon))

    def as_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "learner": self.learner,
            "rule": self.rule,
            "weight": self.weight,
            "degree": self.degree,
            "contribution": self.contribution,
            "decisive": self.decisive,
            "conditions": [part.as_json(self.lexicon) for part in self.conditions],
        }

    def __str__(self) -> str:
        head = self.lexicon.name(self.target)
        return f"{self.rule} SubClassOf {head}: {self.degree:.3f} × {self.weight:.3f}"


@dataclass(frozen=True, slots=True)
class WaterfallStep:
    """One step from nothing to the evidence.

    Attributes
    ----------
    rule
        The number of the rule, in the order of the model, from 0.
    total
        The sum of the contributions up to it.
    """

    rule: int
    contribution: float
    total: float


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(NotebookRepr):
    """The degree of an individual with the rules and values behind it.

    Attributes
    ----------
    degree
        The degree of the target: the evidence clipped to [0, 1].
    evidence
        The sum of the rules.
    probability
        The share of things with such evidence that belong; None if the model is not calibrated.
    firings
        The rules, in the order of the model; their contributions add up to the evidence.
    individual, target
        The individual and the class that it is about, by IRI.
    threshold
        The degree from which on the answer is yes; None if that is not known.
    counterfactual
        The nearest change that flips the decision; None if it was not sought.
    lexicon
        The labels of things.
    target_range
        The values that degrees of 0 and 1 stand for, if the target is graded; then nothing is
        decided.
    merged_firings
        The rules with weak learners that are alike as one; empty if no two are alike.

    Examples
    --------
    >>> Explanation(0.28, 0.28, None, (), "urn:x#Hotel_010", "urn:x#Good", 0.2)
    <Explanation Hotel_010: 0.28, yes>
    """

    degree: float
    evidence: float
    probability: float | None
    firings: tuple[Firing, ...]
    individual: str = ""
    target: str = "Target"
    threshold: float | None = None
    counterfactual: Counterfactual | None = None
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False)
    target_range: TargetRange | None = None
    merged_firings: tuple[Firing, ...] = ()

    @property
    def shown(self) -> tuple[Firing, ...]:
        """The rules to show, with equal weak learners merged."""
        return self.merged_firings or self.firings

    @property
    def value(self) -> float | None:
        """The degree as a value of a graded target; None if crisp."""
        return None if self.target_range is None else self.target_range.value(self.degree)

    @property
    def decision(self) -> bool | None:
        """Whether the degree reaches the threshold; None if that is not known."""
        return None if self.threshold is None else self.degree >= self.threshold

    @property
    def base(self) -> float:
        """The contribution of rules over ⊤."""
        return sum(firing.contribution for firing in self.firings if firing.body.is_top)

    @property
    def steps(self) -> tuple[WaterfallStep, ...]:
        """The steps from 0 to the evidence, in model order."""
        return steps_of(self.firings)

    @property
    def headline(self) -> str:
        """Degree, evidence and, if known, value and probability in one line."""
        scores = f"degree {self.degree:.4f}, evidence {self.evidence:.4f}"
        if self.value is not None:
            scores = f"{self.value:.6g}, {scores}"
        return (
            scores if self.probability is None else f"{scores}, probability {self.probability:.4f}"
        )

    def as_json(self) -> dict[str, Any]:
        """Return JSON values; docs/reference/explanation.md has the fields."""
        return {
            "format": "owlboost/explanation",
            "version": VERSION,
            "individual": self.individual,
            "name": self.lexicon.name(self.individual),
            "target": self.target,
            "class": self.lexicon.name(self.target),
            "degree": self.degree,
            "evidence": self.evidence,
            "probability": self.probability,
            "threshold": self.threshold,
            "decision": self.decision,
            "base": self.base,
            "rules": [firing.as_json() for firing in self.firings],
            "waterfall": [
                {"rule": step.rule, "contribution": step.contribution, "sum": step.total}
                for step in self.steps
            ],
            "counterfactual": None
            if self.counterfactual is None
            else self.counterfactual.as_json(self.lexicon),
        } | ({} if self.value is None else {"value": self.value})

    def __repr__(self) -> str:
        name = f" {self.lexicon.name(self.individual)}" if self.individual else ""
        decision = {None: "", True: ", yes", False: ", no"}[self.decision]
        value = "" if self.value is None else f", {self.value:.6g}"
        return f"<Explanation{name}: {self.degree:.2f}{decision}{value}>"

    def __str__(self) -> str:
        return VIEWS["text"](self)


def steps_of(firings: Sequence[Firing]) -> tuple[WaterfallStep, ...]:
    """Return the steps from 0 to the evidence, over contributing rules."""
    total, steps = 0.0, []
    for number, firing in enumerate(firings):
        total += firing.contribution
        if firing.contribution:
            steps.append(WaterfallStep(number, firing.contribution, total))
    return tuple(steps)


def explain(
    hypothesis: Hypothesis,
    extents: Extents,
    element: int,
    target: str = "Target",
    calibration: Calibration | None = None,
    lexicon: Lexicon = SHORT_NAMES,
    *,
    threshold: float | None = None,
) -> Explanation:
    """Explain the degree of one element.

    With a threshold, it includes the nearest change that flips the decision, except in product
    logic, where degrees are not piecewise linear.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> extents = Extents(KnowledgeBase.from_facts(["h"], types={"Hotel": ["h"], "Bar": []}))
    >>> hotel = explain(RuleSet((Inclusion(Concept((Atom("Hotel"),)), 0.56),)), extents, 0)
    >>> hotel, hotel.firings[0].contribution
    (<Explanation h: 0.56>, 0.56)
    """
    elements = np.array([element])
    (firings,) = fired(hypothesis, extents, elements, target, lexicon=lexicon)
    merged_firings: list[Firing] = []
    if (shown := merged(hypothesis)) is not hypothesis:
        (merged_firings,) = fired(shown, extents, elements, target, lexicon=lexicon)
    evidence = float(extents.evidence(hypothesis)[element])
    nearest = None
    if threshold is not None and extents.semantics.is_piecewise_linear:
        nearest = nearest_change(LocalModel(hypothesis, extents, element), threshold)
    return Explanation(
        float(extents.hypothesis(hypothesis)[element]),
        evidence,
        None if calibration is None else float(calibration.probability(evidence)),
        tuple(firings),
        extents.kb.individuals[element],
        target,
        threshold,
        nearest,
        lexicon,
        merged_firings=tuple(merged_firings),
    )


def fired(
    hypothesis: Hypothesis,
    extents: Extents,
    elements: Ids,
    target: str = "Target",
    *,
    silent: bool = True,
    lexicon: Lexicon = SHORT_NAMES,
) -> list[list[Firing]]:
    """Return the rules at each element, in order; on request also those of degree 0."""
    out: list[list[Firing]] = [[] for _ in elements]
    for learner, leverage, inclusions in _learners(hypothesis):
        held = [extents.degrees(inclusion.body)[elements] for inclusion in inclusions]
        worths = [
            inclusion.degree * degrees for inclusion, degrees in zip(inclusions, held, strict=True)
        ]
        decisive = _decisive(worths, counts=leverage != 0)
        for inclusion, degrees, worth, decides in zip(
            inclusions, held, worths, decisive, strict=True
        ):
            contribution = np.where(decides, leverage * worth, 0.0)
            for place in np.flatnonzero(covers(degrees) | silent).tolist():
                out[place].append(
                    Firing(
                        target,
                        learner,
                        inclusion.body,
                        leverage * inclusion.degree,
                        float(degrees[place]),
                        conditions_at(inclusion.body, extents, int(elements[place])),
                        bool(decides[place]),
                        float(contribution[place]),
                        lexicon,
                    )
                )
    return out


def contributions(hypothesis: Hypothesis, extents: Extents, elements: Ids) -> Floats:
    """Return contributions to the evidence: elements by rules.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> extents = Extents(KnowledgeBase.from_facts(["a"]))
    >>> contributions(RuleSet((Inclusion(Concept(), 0.3),)), extents, np.array([0]))
    array([[0.3]])
    """
    columns: list[Floats] = []
    for _, leverage, inclusions in _learners(hypothesis):
        worths = [
            inclusion.degree * extents.degrees(inclusion.body)[elements] for inclusion in inclusions
        ]
        for worth, decides in zip(worths, _decisive(worths, counts=leverage != 0), strict=True):
            columns.append(np.where(decides, leverage * worth, 0.0))
    return np.array(columns).reshape(len(columns), len(elements)).T


def _learners(hypothesis: Hypothesis) -> Iterator[tuple[str, float, tuple[Inclusion, ...]]]:
    """Yield the name, weight and rules of each weak learner.

    A set of rules counts as one learner of weight 1.
    """
    if isinstance(hypothesis, BoostedHypothesis):
        for term, leverage in hypothesis.weighted_terms:
            yield term.name, leverage, term.inclusions
    else:
        yield "", 1.0, hypothesis.inclusions


def _decisive(worths: list[Degrees], *, counts: bool) -> list[Mask]:
    """Return masks of the elements at which each rule is decisive."""
    best: Floats = np.max(worths, axis=0) if worths else np.zeros(0)
    out: list[Mask] = []
    for worth in worths:
        decides = (worth > 0) & (worth == best) & counts
        best = np.where(decides, np.inf, best)  # one counts, no more
        out.append(decides)
    return out
