"""Gradient-boosted concepts as a learner."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from owlboost.errors import ParameterError
from owlboost.learners.learner import FUZZY_SETS, NUMBERS_OF_SETS, ConceptLearner
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from owlboost.learners.guidance import GivenRule
    from owlboost.learners.learner import Learnt
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem

LossChoice = Literal["auto", "squared", "logistic"]
FitSets = Literal["auto", "off"]
Balance = Literal["auto", "on", "off"]
Optimised = Literal["f1", "mcc", "balanced", "accuracy", "cost"]

MOST_RULES = 60
"""No model has more rules."""


@dataclass(frozen=True, kw_only=True)
class GradientConcepts(ConceptLearner):
    """Gradient-boosted concepts: an additive model over fuzzy concepts, chosen by validation.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.learners.watch import Watch
    >>> from owlboost.model.examples import LearningProblem
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> names = [f"a{number}" for number in range(12)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Cheap": names[:6]})
    >>> problem = LearningProblem(kb, "Good", np.arange(12), np.arange(12) < 6)
    >>> learnt = GradientConcepts().learn(problem, Watch())
    >>> [term.name for term in learnt.hypothesis.terms]
    ['WL0', 'WL1']
    """

    name: ClassVar[str] = "gradient"
    title: ClassVar[str] = "Gradient concepts"
    graded: ClassVar[bool] = True
    advice: ClassVar[str] = "a larger {max_depth} or {algorithm} boost"
    calibrates: ClassVar[bool] = True
    argues_against: ClassVar[bool] = True

    n_rules: int | None = param(
        10,
        "Maximum number of rules; validation finds out how many are worth having.",
        "--rules",
        least=1,
        most=MOST_RULES,
        unset=f"up to {MOST_RULES}, by validation",
        word="auto",
    )
    n_sets: int | None = param(
        None,
        "Number of fuzzy sets per numeric property.",
        "--sets",
        choices=NUMBERS_OF_SETS,
        unset="chosen by validation",
        panel=FUZZY_SETS,
    )
    fit_sets: FitSets = param(
        "auto",
        "Whether fuzzy sets move to where they fit better, if validation is for it.",
        "--fit-sets",
        panel=FUZZY_SETS,
    )
    loss: LossChoice = param("auto", "What is minimised; auto chooses by validation.", "--loss")
    ridge: float | None = param(
        None,
        "Penalty that keeps weights small (λ).",
        symbol="λ",
        above=0,
        unset="chosen by validation",
    )
    min_cover: float = param(2.0, "Minimum sum of the degrees of a rule.", least=0)
    monotone: bool = param(False, "Learn only rules that argue for the target.", "--monotone")
    balance: Balance = param(
        "auto",
        "Whether both classes get the same total weight; auto chooses by validation.",
        "--balance",
    )
    optimise: Optimised = param(
        "f1",
        "What decisions are to be good at: F1, Matthews' correlation, balanced accuracy, accuracy, "
        "or the least cost.",
        "--optimise",
    )
    miss_cost: float = param(
        1.0,
        "What a missed positive costs, where a false alarm costs 1.",
        "--miss-cost",
        above=0,
        needs=("optimise", "cost"),
    )
    points: bool = param(
        False, "Give every rule whole points, as on a scorecard, in place of weights.", "--points"
    )
    random_state: int = param(0, "Seed for the inner folds.", "--seed", least=0)

    @property
    def most_rules(self) -> int:
        """The largest number of rules in question."""
        return MOST_RULES if self.n_rules is None else self.n_rules

    def require_room(self, given: "Sequence[GivenRule]") -> None:
        """Raise ParameterError if there are more given rules than a model may have."""
        if len(given) > self.most_rules:
            raise ParameterError(
                f"n_rules must be at least {len(given)}, the number of given rules, not "
                f"{self.most_rules}."
            )

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "Learnt":
        """Choose how to learn by inner validation, then learn so from all examples."""
        from owlboost.learners.gradient.result import gradient

        return gradient(problem, self, watch)
