"""Training of a model, with everything a model file records; leaks of the target."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import Extents, Semantics
from owlboost.concepts.hypothesis import Hypothesis, covers, degrees_of, iris_used
from owlboost.concepts.text import label_text, manchester, people
from owlboost.data.examples import LearningProblem
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, ParameterError
from owlboost.learners.learner import ConceptLearner, Learner, LearnResult, default_learner
from owlboost.learners.preparation import cache_for
from owlboost.learners.rule_constraints import remarks_on, resolve_rules, with_rules
from owlboost.learners.run import Budget, RunContext
from owlboost.learners.search.training_set import positive_weight
from owlboost.models.measures import measure
from owlboost.models.outcomes import cumulative_counts_descending
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import (
    Properties,
    UnconstrainedTarget,
    judged_on_examples,
    judged_on_grades,
)
from owlboost.runtime.array_types import Degrees, Floats, Mask, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

LEAK_SHARE = 0.98
"""Minimum share of each class that a leak classifies correctly."""

FEWEST_OF_A_CLASS = 10
"""Minimum number of examples per class: among fewer, a leak may be chance."""


def fit_threshold(degrees: Degrees, positive: Mask, counts: Weights | None = None) -> float:
    """Return the threshold t with the best F1 of ``h ≥ t``.

    Among equals, the lowest is taken. It lies midway between two observed degrees, so that small
    deviations do not change decisions; it is ½ if no degree is above 0. ``counts`` says how many
    examples each stands for.

    Examples
    --------
    >>> fit_threshold(np.array([0.9, 0.8, 0.4, 0.0]), np.array([True, True, False, False]))
    0.6000000000000001
    """
    covered = covers(degrees)
    if not covered.any():
        return 0.5
    values, hits, taken = counts_by_falling(np.where(covered, degrees, 0.0), positive, counts)
    above = values > 0
    f1 = (2 * hits / (taken + hits[-1]))[above]
    chosen = np.flatnonzero(f1 >= f1.max() - 1e-12)[-1]
    below = values[chosen + 1] if chosen + 1 < values.size else 0.0
    return float(values[chosen] + below) / 2


def counts_by_falling(
    degrees: Degrees, positive: Mask, counts: Weights | None
) -> tuple[Floats, Floats, Floats]:
    """Return falling degrees, with positives and all examples that reach each."""
    if counts is None:
        values, hits, taken = cumulative_counts_descending(degrees, positive)
        return values, hits.astype(np.float64), taken.astype(np.float64)
    order = np.argsort(-degrees, kind="stable")
    values, counted = degrees[order], counts[order]
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)[: values.size])
    return values[last], np.cumsum(counted * positive[order])[last], np.cumsum(counted)[last]


Rules = str | os.PathLike[str] | Sequence[Any]
"""Rules as texts, concepts or models; or the path of a file."""

MIDDLE = 0.5
"""The threshold of a graded target: the middle of its range."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A learned hypothesis with evidence and degrees of the training examples.

    Attributes
    ----------
    learnt
        The rules, with calibration, curve and remarks.
    evidence, degrees
        Of each training example.
    threshold
        The least degree that decides for the target, fitted to these degrees.
    """

    learnt: LearnResult
    evidence: Floats
    degrees: Degrees
    threshold: float

    @property
    def hypothesis(self) -> Hypothesis:
        """The rules."""
        return self.learnt.hypothesis

    def probabilities(self, evidence: Floats, pool: ThreadPool = SERIAL) -> Floats | None:
        """Return probabilities of the target, if the rules are calibrated."""
        calibration = self.learnt.calibration
        if calibration is None:
            return None
        parts = np.array_split(evidence, pool.n_jobs)
        return np.concatenate(pool.each(calibration.probability, parts))


def fit(problem: LearningProblem, learner: Learner, context: RunContext | None = None) -> Fit:
    """Learn a hypothesis for the target, and its threshold.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> import numpy as np
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> fit(problem, FoilDL()).degrees
    array([1., 0.])
    """
    if problem.is_graded:
        _require_grades(problem, learner)
    if problem.others.size and not learner.uses_background:
        raise ExamplesError(
            f"{learner.title} learns from examples alone: no other individuals may weigh in. Leave "
            "them out, or learn with another algorithm, such as boost or foil."
        )
    context = context or RunContext()
    shared = cache_for(context, problem, _threads(learner))
    learner, remarks = resolve_rules(learner, shared.ordered)
    within = Budget(learner.time_limit, within=context.budget)
    result = learner.learn(shared.ordered, replace(context, budget=within, shared=shared))
    learnt = result if isinstance(result, LearnResult) else LearnResult(result)
    extents = shared.extents(learner.semantics)
    remarks += tuple(_remarks(learner, learnt.hypothesis, shared.ordered, extents))
    learnt = replace(learnt, remarks=(*learnt.remarks, *remarks))
    evidence = shared.of_examples(extents.evidence(learnt.hypothesis), problem)
    degrees = degrees_of(learnt.hypothesis, evidence)
    if problem.is_graded:
        return Fit(learnt, evidence, degrees, MIDDLE)
    threshold = fit_threshold(degrees, problem.positive, problem.weights)
    return Fit(learnt, evidence, degrees, threshold)


def _remarks(
    learner: Learner, hypothesis: Hypothesis, problem: LearningProblem, extents: Extents
) -> Iterator[str]:
    """Report given rules that say nothing of the examples."""
    if not isinstance(learner, ConceptLearner):
        return

    def is_idle(body: Concept) -> bool:
        return not extents.degrees(body)[problem.individuals].any()

    yield from remarks_on(learner.given_rules, hypothesis, is_idle, problem.kb.lexicon)


def train(
    problem: LearningProblem,
    learner: Learner | None = None,
    *,
    given: Rules = (),
    forbidden: Rules = (),
    source: Mapping[str, object] | None = None,
    context: RunContext | None = None,
) -> TrainedModel:
    """Learn a model and measure it on its training examples.

    Parameters
    ----------
    problem
        The examples, such as ``X.problem(y)``.
    learner
        How to learn; by gradient-boosted concepts, if nothing else is said.
    given
        Rules that the model is to have: texts such as ``"price is low and breakfast"``, concepts or
        models; or the path of a file of rules.
    forbidden
        Rules that it may not have, nor anything stricter.
    source
        What the model is to record of where the examples came from.
    context
        Whom to tell on the way, and what may end it early.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FuzzyOWLBoost
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> import numpy as np
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> train(problem, FuzzyOWLBoost()).training["F1"]
    1.0
    """
    _require_problem(problem)
    learner = default_learner() if learner is None else learner
    _require_learner(learner)
    context = context or RunContext()
    shared = cache_for(context, problem, _threads(learner))
    problem = shared.ordered
    learner, remarks = resolve_rules(with_rules(learner, given, forbidden), problem)
    fitted = fit(problem, learner, replace(context, shared=shared))
    used = iris_used(fitted.hypothesis)
    computed = sorted(problem.kb.computed.intersection(used))
    measures = measure(
        problem.labels if problem.is_graded else problem.positive,
        fitted.degrees,
        fitted.threshold,
        problem.weights,
        evidence=fitted.evidence,
        probability=fitted.probabilities(fitted.evidence, shared.pool),
        graded=problem.is_graded,
        pool=shared.pool,
    )
    return TrainedModel(
        algorithm=learner.name,
        target=problem.target,
        hypothesis=fitted.hypothesis,
        threshold=fitted.threshold,
        parameters=learner.decisive(),
        source={
            **(source or {}),
            "individuals": round(problem.counts.sum()),
            "positives": round(positive_weight(problem.labels, problem.counts)),
            **({"background": problem.others.size} if problem.others.size else {}),
            **({"graded_facts": True} if problem.kb.is_graded else {}),
            **({"fuzzy_concepts": computed} if computed else {}),
        },
        training=measures.named(),
        semantics=learner.semantics,
        calibration=fitted.learnt.calibration,
        curve=fitted.learnt.curve,
        remarks=(*remarks, *fitted.learnt.remarks),
        properties=_judged(problem, fitted, learner.semantics),
        lexicon=problem.kb.lexicon.only([problem.target, *used]),
        target_range=problem.target_range,
    )


def _judged(problem: LearningProblem, fitted: Fit, semantics: Semantics) -> Properties:
    """Return which of the paper's properties a hypothesis has (mathematics §20)."""
    judge = UnconstrainedTarget() if problem.judge is None else problem.judge
    return Properties(
        judge.consistent(fitted.hypothesis, problem.target, semantics),
        judge.non_redundant(fitted.hypothesis, problem.target, semantics),
        *(
            judged_on_grades(fitted.degrees, problem.labels)
            if problem.is_graded
            else judged_on_examples(fitted.degrees, problem.positive)
        ),
    )


def _threads(learner: Learner) -> ThreadPool:
    """Return as many threads as a learner may use."""
    return ThreadPool(learner.n_jobs) if isinstance(learner, ConceptLearner) else SERIAL


def _require_grades(problem: LearningProblem, learner: Learner) -> None:
    """Raise ExamplesError unless graded labels vary, and the learner takes them."""
    if not learner.graded:
        raise ExamplesError(
            f"{learner.title} learns from examples that belong to the target or do not: every "
            "label must be 0 or 1. Learn from degrees with gradient, boost, foil, pfoil or pn."
        )
    if (problem.labels == problem.labels[0]).all():
        value = problem.labels[0]
        if problem.target_range is not None:
            value = problem.target_range.value(float(value))
        raise ExamplesError(
            f"All examples have the same label, {value:g}, so there is nothing to learn."
        )


def _require_problem(given: object) -> None:
    if not isinstance(given, LearningProblem):
        raise ParameterError(
            "train needs a learning problem, such as X.problem(y) for the examples of an ontology, "
            f"not a {type(given).__name__}. For rows of data, use one of the classifiers."
        )


def _require_learner(given: object) -> None:
    if not isinstance(given, Learner):
        raise ParameterError(
            "train needs a learner, such as FuzzyOWLBoost(n_rounds=5), not a "
            f"{type(given).__name__}."
        )


@dataclass(frozen=True, slots=True)
class Leak:
    """A condition that alone classifies nearly all examples correctly.

    Attributes
    ----------
    condition
        One conjunct of a rule.
    n_right
        Number of examples that the best cut of its degree classifies correctly.
    n_examples
        Number of examples.
    lexicon
        What people call things.
    """

    condition: Concept
    n_right: int
    n_examples: int
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    @property
    def name(self) -> str:
        """IRI of the class, data property or role that it uses."""
        for label in self.condition.labels:
            return label.key[0]
        return self.condition.edges[0].role

    @property
    def text(self) -> str:
        """The condition in Manchester syntax."""
        for label in self.condition.labels:
            return label_text(label, people(self.lexicon))
        return manchester(self.condition, people(self.lexicon)).removeprefix("(").removesuffix(")")


def target_leaks(model: TrainedModel, problem: LearningProblem) -> tuple[Leak, ...]:
    """Find conditions that alone nearly restate the target, best first.

    They are conjuncts of a model's rules. The degree of a condition is cut where the share of
    correct examples in the worse class is largest, with the positives on either side. Of the
    conditions on one class, property or role only the best is returned.

    Parameters
    ----------
    model
        The model.
    problem
        Its training examples. If a class has few of them, or labels are graded, nothing is found.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> names = [f"a{number}" for number in range(20)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Nice": names[:10]})
    >>> problem = LearningProblem(kb, "Good", np.arange(20), np.arange(20) < 10)
    >>> rules = RuleSet((Inclusion(Concept((Atom("Nice"),))),))
    >>> [leak] = target_leaks(TrainedModel("foil", "Good", rules, 0.5), problem)
    >>> leak.text, leak.n_right
    ('Nice', 20)
    """
    positive = problem.positive
    n_positives = int(positive.sum())
    if min(n_positives, positive.size - n_positives) < FEWEST_OF_A_CLASS or problem.is_graded:
        return ()
    best: dict[str, Leak] = {}
    n_examples = round(problem.counts.sum())
    for condition in _conditions(model.hypothesis):
        extents = Extents(problem.kb, model.semantics)  # a new one: nothing stays in memory
        degrees = extents.degrees(condition)[problem.individuals]
        share, n_right = best_cut(degrees, positive, problem.weights)
        leak = Leak(condition, n_right, n_examples, model.lexicon)
        if share >= LEAK_SHARE and (leak.name not in best or n_right > best[leak.name].n_right):
            best[leak.name] = leak
    return tuple(sorted(best.values(), key=lambda leak: -leak.n_right))


def _conditions(hypothesis: Hypothesis) -> Iterator[Concept]:
    """Yield each conjunct of the rules once, as a concept."""
    bodies = (inclusion.body for inclusion in hypothesis.inclusions)
    return iter(dict.fromkeys(part for body in bodies for part in body.conjuncts()))


def best_cut(degrees: Degrees, positive: Mask, counts: Weights | None = None) -> tuple[float, int]:
    """Return the best cut's share of correct examples in the worse class, and their number.

    Each example stands for as many as ``counts`` says; for one, if None.

    Examples
    --------
    >>> best_cut(np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False]))
    (0.5, 3)
    >>> best_cut(np.array([0.0, 0.2, 1.0]), np.array([True, True, False]))
    (1.0, 3)
    """
    _, high_positives, high = counts_by_falling(degrees, positive, counts)
    if high.size <= 1:
        return 0.0, 0
    n_positives, n_negatives = high_positives[-1], high[-1] - high_positives[-1]
    high_positives = high_positives[:-1]
    high_negatives = high[:-1] - high_positives
    # first: positives are above the cut; then: they are below it
    right_positives = np.concatenate([high_positives, n_positives - high_positives])
    right_negatives = np.concatenate([n_negatives - high_negatives, high_negatives])
    shares = np.minimum(right_positives / n_positives, right_negatives / n_negatives)
    n_right = (right_positives + right_negatives)[shares == shares.max()]
    return float(shares.max()), round(n_right.max())
