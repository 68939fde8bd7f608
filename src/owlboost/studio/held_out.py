"""Cross-validation of the weights of a draft (mathematics §26).

The rules stay as they are. Weights that a person did not set are fitted on all folds but one, and
measured on that one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from owlboost.data.example_labels import dealt, dealt_by_rank
from owlboost.learners.gradient.weights import minimise_with_signs
from owlboost.learners.training import MIDDLE, fit_threshold
from owlboost.models.measures import Measures, measure
from owlboost.models.outcomes import ratio
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask
from owlboost.studio.draft import DraftRule, Form, RuleDraft

FOLDS = 5
SEED = 0

RIDGE = 1.0
"""Ridge penalty of fitted weights."""

_FREE = 1e-9
"""Ridge penalty of the baseline: next to nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class DraftTerm:
    """A term of a draft over the examples.

    Attributes
    ----------
    degrees
        Of each example.
    weight
        Its weight in the draft.
    is_set
        Whether a person set that.
    is_top
        Whether it is the baseline.
    n_rules
        How many rules it has.
    """

    degrees: Degrees
    weight: float
    is_set: bool
    is_top: bool
    n_rules: int


@dataclass(frozen=True, eq=False)
class DraftTrial:
    """The terms of a draft with the examples to try them on.

    Attributes
    ----------
    form
        A sum of terms, or the best of them.
    terms
        The terms, in the order of the draft.
    labels
        Of the examples, in [0, 1].
    threshold
        The threshold that a person set; None if it is fitted.
    graded
        Whether labels are degrees.
    """

    form: Form
    terms: tuple[DraftTerm, ...]
    labels: Floats
    threshold: float | None
    graded: bool = False

    @cached_property
    def folds(self) -> Ids:
        """The fold of each example; a single one for few examples."""
        if self.graded:
            n_folds = min(FOLDS, self.labels.size // 2)
            return dealt_by_rank(self.labels, max(n_folds, 1), SEED)
        positive = self.labels > 0
        n_folds = min(FOLDS, int(positive.sum()), int((~positive).sum()))
        return dealt(positive, max(n_folds, 1), SEED)

    @property
    def n_folds(self) -> int:
        """The number of folds."""
        return int(self.folds.max(initial=0)) + 1

    def parts(self, fold: int) -> tuple[Mask, Mask]:
        """Return training and test examples; a single fold has all in both."""
        test: Mask = self.folds == fold
        return (test if self.n_folds == 1 else ~test), test

    @cached_property
    def evidence(self) -> Floats:
        """The score of each example with the draft as it is."""
        weights = np.array([term.weight for term in self.terms])
        return _combined(self.form, self.terms, weights, self.labels.size)

    def weights(self, train: Mask, terms: Sequence[DraftTerm]) -> Floats:
        """Return the weights of terms, fitted to examples unless set."""
        if self.form == "best":
            return np.array([self._share(term, train) for term in terms])
        fitted = np.array([term.weight for term in terms])
        free = [at for at, term in enumerate(terms) if not term.is_set]
        if not free or not train.any():
            return fitted
        columns = np.array([terms[at].degrees[train] for at in free])
        residual = self._aims(train)
        for term in terms:
            if term.is_set:
                residual = residual - term.weight * term.degrees[train]
        penalty = np.array([_FREE if terms[at].is_top else RIDGE for at in free])
        sides = np.array([0.0 if terms[at].is_top else np.sign(terms[at].weight) for at in free])
        matrix = np.einsum("ie,je->ij", columns, columns) + np.diag(penalty)
        right = np.einsum("ie,e->i", columns, residual)
        fitted[free] = minimise_with_signs(matrix, right, sides)
        return fitted

    def _aims(self, train: Mask) -> Floats:
        """Return the labels on the scale of the draft's scores.

        The weights are fitted to these. Least squares shrink towards the mean; the labels are
        spread so far that a draft whose weights are best keeps them.
        """
        labels, evidence = self.labels[train], self.evidence[train]
        around, of_labels = evidence - evidence.mean(), labels - labels.mean()
        common = float((around * of_labels).sum())
        if common <= 0:
            return labels
        spread = float((around**2).sum()) / common
        return np.asarray(evidence.mean() + spread * of_labels)

    def _share(self, term: DraftTerm, train: Mask) -> float:
        if term.is_set:
            return term.weight
        degrees = term.degrees[train]
        return float(ratio((degrees * self.labels[train]).sum(), degrees.sum()))

    def measured(self, fold: int) -> Measures:
        """Measure one fold after fitting weights and threshold on the others."""
        train, test = self.parts(fold)
        evidence = _combined(
            self.form, self.terms, self.weights(train, self.terms), self.labels.size
        )
        degrees = np.clip(evidence, 0.0, 1.0)
        labels = self.labels if self.graded else self.labels > 0
        return measure(
            labels[test],
            degrees[test],
            self._threshold(degrees[train], train),
            evidence=evidence[test],
            graded=self.graded,
        )

    def _threshold(self, degrees: Degrees, train: Mask) -> float:
        if self.threshold is not None:
            return self.threshold
        return MIDDLE if self.graded else fit_threshold(degrees, self.labels[train] > 0)

    def sizes(self) -> list[int]:
        """Return the number of rules of the first 0, 1, … terms."""
        sizes, n_rules = [0], 0
        for term in self.terms:
            if not term.is_top:
                n_rules += term.n_rules
                sizes.append(n_rules)
        return sizes

    def errors(self, fold: int) -> list[float]:
        """Return the mean squared error on a fold by number of terms."""
        train, test = self.parts(fold)
        begin = [term for term in self.terms if term.is_top]
        weighted = [term for term in self.terms if not term.is_top]
        errors = []
        for count in range(len(weighted) + 1):
            terms = [*begin, *weighted[:count]]
            evidence = _combined(self.form, terms, self.weights(train, terms), self.labels.size)
            wrong = np.clip(evidence[test], 0.0, 1.0) - self.labels[test]
            errors.append(float((wrong**2).mean()) if test.any() else float("nan"))
        return errors


def _combined(form: Form, terms: Sequence[DraftTerm], weights: Floats, n_examples: int) -> Floats:
    total = np.zeros(n_examples)
    for term, weight in zip(terms, weights.tolist(), strict=True):
        if form == "best":
            np.maximum(total, weight * term.degrees, out=total)
        else:
            total += weight * term.degrees
    return total


def draft_terms(draft: RuleDraft, degrees: Sequence[Degrees]) -> tuple[DraftTerm, ...]:
    """Return the terms of a draft, given the degrees of its rules."""
    groups: dict[str, list[tuple[DraftRule, Degrees]]] = {}
    for rule, of_rule in zip(draft.rules, degrees, strict=True):
        key = rule.id if draft.form == "best" else rule.term
        groups.setdefault(key, []).append((rule, of_rule))
    return tuple(_term(draft.form, group) for group in groups.values())


def _term(form: Form, group: list[tuple[DraftRule, Degrees]]) -> DraftTerm:
    if form == "best":
        ((rule, degrees),) = group
        return DraftTerm(degrees, rule.degree, rule.weight_set, rule.is_top, int(not rule.is_top))
    best = np.zeros(group[0][1].size)
    for rule, degrees in group:
        np.maximum(best, rule.degree * degrees, out=best)
    rules = [rule for rule, _ in group]
    return DraftTerm(
        best,
        rules[0].leverage,
        any(rule.weight_set for rule in rules),
        all(rule.is_top for rule in rules),
        sum(not rule.is_top for rule in rules),
    )
