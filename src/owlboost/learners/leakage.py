"""Leakage: single conditions that nearly restate the target."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.concepts.text import label_text, manchester, people
from owlboost.data.examples import LearningProblem
from owlboost.data.vocabulary import Lexicon
from owlboost.learners.training import counts_by_falling
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees, Mask, Weights

SHARE = 0.98
"""Share of the examples of each class that such a condition has on the right side of a cut."""

FEWEST = 10
"""How many examples each class must have: among fewer, that may be chance."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A condition that alone decides nearly all examples right.

    Attributes
    ----------
    condition
        One conjunct of a rule.
    n_right
        How many examples are on the right side of the best cut of its degree.
    n_examples
        Of how many.
    lexicon
        What people call things.
    """

    condition: Concept
    n_right: int
    n_examples: int
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    @property
    def name(self) -> str:
        """IRI of the class, data property or role that it speaks of."""
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
    """Find conditions that alone nearly restate the target.

    They are conjuncts of a model's rules, the best first.

    A condition has degrees; all examples from some degree on are taken for positive, or all for
    negative, at the cut that serves the worse class best. Of conditions on one class, property or
    role the best is returned.

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
    if min(n_positives, positive.size - n_positives) < FEWEST or problem.is_graded:
        return ()
    best: dict[str, Leak] = {}
    n_examples = round(problem.counts.sum())
    for condition in _conditions(model.hypothesis):
        extents = Extents(problem.kb, model.semantics)  # a new one: nothing stays in memory
        degrees = extents.degrees(condition)[problem.individuals]
        share, n_right = best_cut(degrees, positive, problem.weights)
        leak = Leak(condition, n_right, n_examples, model.lexicon)
        if share >= SHARE and (leak.name not in best or n_right > best[leak.name].n_right):
            best[leak.name] = leak
    return tuple(sorted(best.values(), key=lambda leak: -leak.n_right))


def _conditions(hypothesis: Hypothesis) -> Iterator[Concept]:
    """Yield each conjunct of the rules once, as a concept."""
    bodies = (inclusion.body for inclusion in hypothesis.inclusions)
    return iter(dict.fromkeys(part for body in bodies for part in body.conjuncts()))


def best_cut(degrees: Degrees, positive: Mask, counts: Weights | None = None) -> tuple[float, int]:
    """Return the share of the worse class right at the best cut.

    The second number is how many examples are right there.

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
