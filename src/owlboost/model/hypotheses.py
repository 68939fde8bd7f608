"""What is learned: weighted sums of weak learners, and sets of graded rules (Eq. 5 and 16)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from owlboost._typing import Degrees, Floats
from owlboost.model.concepts import Concept, SomeData, labels_of
from owlboost.model.fuzzysets import FuzzySet, Partition
from owlboost.model.views import Shown
from owlboost.model.vocabulary import short_name

COVERED = 1e-12
"""A degree above this counts as covered (note 23)."""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An axiom ``⟨body ⊑ head, degree⟩`` with what it covered where it was learned.

    The head is the target, or the weak learner that the axiom belongs to. What it covered are
    numbers of examples; where these have weights, sums of weights, rounded.
    """

    body: Concept
    degree: float = 1.0
    confidence: float = 1.0
    covered_positives: int = 0
    covered_negatives: int = 0


@dataclass(frozen=True, slots=True)
class WeakHypothesis:
    """A named disjunction of axioms: an individual belongs to it as far as to its best body."""

    name: str
    inclusions: tuple[Inclusion, ...]


@dataclass(frozen=True, slots=True)
class BoostedHypothesis(Shown):
    """``α₁·WL₁ + … + αₙ·WLₙ ⊑ T``, clipped to [0, 1] (Eq. 5, note 20)."""

    terms: tuple[WeakHypothesis, ...] = ()
    leverages: tuple[float, ...] = ()

    @property
    def inclusions(self) -> Iterator[Inclusion]:
        """All axioms, weak learner by weak learner."""
        return (inclusion for term in self.terms for inclusion in term.inclusions)

    def __str__(self) -> str:
        return _text(self, "Target")


@dataclass(frozen=True, slots=True)
class RuleSet(Shown):
    """``⟨C₁ ⊑ T, d₁⟩ …``: the degree is ``max dᵢ · Cᵢ(a)`` (Eq. 16, note 14)."""

    inclusions: tuple[Inclusion, ...] = ()

    def __str__(self) -> str:
        return _text(self, "Target")


Hypothesis = BoostedHypothesis | RuleSet


def fuzzy_sets_of(hypothesis: Hypothesis) -> dict[str, tuple[str, FuzzySet]]:
    """Fuzzy sets that a hypothesis uses: name → (property IRI, set), by name."""
    found = {
        label.range.name: (label.prop, label.range)
        for inclusion in hypothesis.inclusions
        for label in labels_of(inclusion.body)
        if isinstance(label, SomeData) and isinstance(label.range, FuzzySet)
    }
    return dict(sorted(found.items()))


def partitions_used(hypothesis: Hypothesis) -> tuple[Partition, ...]:
    """Fuzzy sets that a hypothesis uses, by property, from low to high."""
    found: dict[str, list[FuzzySet]] = {}
    for prop, fuzzy_set in fuzzy_sets_of(hypothesis).values():
        found.setdefault(prop, []).append(fuzzy_set)
    return tuple(
        Partition(prop, tuple(sorted(sets, key=lambda one: one.shape.corners)))
        for prop, sets in sorted(found.items())
    )


def combine(hypothesis: Hypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Degrees:
    """Degrees ``h(a)`` from the degrees of the bodies, for n individuals (note 20)."""
    match hypothesis:
        case BoostedHypothesis():
            return np.clip(evidence(hypothesis, bodies, n), 0.0, 1.0)
        case RuleSet():
            return evidence(hypothesis, bodies, n)


def evidence(hypothesis: Hypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Floats:
    """Return what a hypothesis adds up to before it is clipped to a degree."""
    match hypothesis:
        case BoostedHypothesis(terms, leverages):
            total = np.zeros(n)
            for term, leverage in zip(terms, leverages, strict=True):
                total += leverage * disjunction(term, bodies, n)
            return total
        case RuleSet(inclusions):
            best = np.zeros(n)
            for inclusion in inclusions:
                np.maximum(best, inclusion.degree * bodies[inclusion.body], out=best)
            return best


def disjunction(term: WeakHypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Degrees:
    """Degrees ``max_j C_j(a)`` of a weak hypothesis."""
    best = np.zeros(n)
    for inclusion in term.inclusions:
        np.maximum(best, bodies[inclusion.body], out=best)
    return best


@dataclass(frozen=True, slots=True)
class TrainedModel(Shown):
    """A hypothesis with all that is needed to read, check and apply it.

    Attributes
    ----------
    algorithm
        ``boost`` or ``foil``.
    target
        IRI of the class that was learned.
    parameters
        Every parameter as it was used.
    source
        Where the examples came from: path, sha256, individuals, positives.
    hypothesis
        The rules.
    threshold
        The fitted decision threshold: ``decision`` is ``h(a) ≥ threshold`` (note 22).
    training
        Measures on the training examples.
    """

    algorithm: str
    target: str
    hypothesis: Hypothesis
    threshold: float
    parameters: Mapping[str, object] = field(default_factory=dict)
    source: Mapping[str, object] = field(default_factory=dict)
    training: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return _text(self.hypothesis, short_name(self.target))


def _text(hypothesis: Hypothesis, target: str) -> str:
    from owlboost.model.text import hypothesis_lines

    return "\n".join(hypothesis_lines(hypothesis, target))
