"""Gradient-boosted concepts as a learner."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from owlboost.learners.learner import FUZZY_SETS, NUMBERS_OF_SETS, ConceptLearner
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import BoostedHypothesis

LossChoice = Literal["auto", "squared", "logistic"]


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
    >>> [term.name for term in GradientConcepts().learn(problem, Watch()).terms]
    ['WL0', 'WL1']
    """

    name: ClassVar[str] = "gradient"
    title: ClassVar[str] = "Gradient concepts"
    advice: ClassVar[str] = "a larger {max_depth} or {algorithm} boost"
    calibrates: ClassVar[bool] = True

    n_rules: int = param(10, "Maximum number of rules.", "--rules", least=1)
    n_sets: int | None = param(
        None,
        "Number of fuzzy sets per numeric property.",
        "--sets",
        choices=NUMBERS_OF_SETS,
        unset="chosen by validation",
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
    balance: bool = param(
        True,
        "Give both classes the same total weight and validate choices by fF1F1; otherwise use the "
        "weights of the examples and validate accuracy.",
    )
    random_state: int = param(0, "Seed for the inner folds.", "--seed", least=0)

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "BoostedHypothesis":
        """Choose how to learn by inner validation, then learn so from all examples."""
        from owlboost.learners.gradient.result import gradient

        return gradient(problem, self, watch)
