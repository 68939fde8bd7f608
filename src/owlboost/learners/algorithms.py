"""The built-in learners as values: their parameters and their algorithms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from owlboost.errors import ParameterError
from owlboost.learners.learner import (
    FUZZY_SETS,
    NUMBERS_OF_SETS,
    ClimbingLearner,
    ConceptLearner,
    Grid,
    LearnResult,
)
from owlboost.learners.parameters import param
from owlboost.runtime.registry import imported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from owlboost.data.examples import LearningProblem
    from owlboost.learners.rule_constraints import GivenRule
    from owlboost.learners.run import RunContext


PAPER_GRID: Grid = {
    "fuzzify": ("uniform", "cmeans"),
    "n_sets": (3, 5, 7),
    "min_confidence": (0.34, 0.64, 0.94, 1.0),
}
"""What the paper varies: the placing of sets, their number, and θ."""


Result = TypeVar("Result")


class _Lazy(Generic[Result]):
    """Learns by a function that is imported when it is first called: help imports no NumPy."""

    algorithm: ClassVar[str]
    """Its place, as ``module:name``."""

    def learn(self, problem: "LearningProblem", context: "RunContext") -> Result:
        """Learn rules for the target of a problem."""
        result: Result = imported(self.algorithm)(self, problem, context)
        return result


@dataclass(frozen=True, kw_only=True)
class CoveringLearner(ClimbingLearner):
    """A learner that finds confident rules one by one."""

    grids: ClassVar[Mapping[str, Grid]] = {"paper": PAPER_GRID}
    advice: ClassVar[str] = "a smaller {min_confidence} or a larger {max_depth}"

    min_confidence: float = param(
        0.34, "Minimum confidence of a rule (θ).", "--theta", symbol="θ", least=0, most=1
    )

    @property
    def complexity(self) -> tuple[float, ...]:
        """Among equals, the lowest θ wins, then the fewest sets, as in the paper."""
        return self.min_confidence, self.n_sets


@dataclass(frozen=True, kw_only=True)
class FoilDL(_Lazy[Any], CoveringLearner):
    """FOIL-DL: fuzzy rules with their confidences as degrees (notes 13 and 14).

    Examples
    --------
    >>> FoilDL(n_sets=3, min_confidence=0.64).lookahead_or_depth
    1
    >>> FoilDL(n_sets=1)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: n_sets must be one of 2, 3, 4, 5, 6, 7, 8, 9, not 1.
    """

    name: ClassVar[str] = "foil"
    title: ClassVar[str] = "FOIL-DL"
    algorithm: ClassVar[str] = "owlboost.learners.covering:learn_rules"
    graded: ClassVar[bool] = True


WeakLearner = Literal["rules", "axiom"]


@dataclass(frozen=True, kw_only=True)
class FuzzyOWLBoost(_Lazy[Any], CoveringLearner):
    """Fuzzy OWL-Boost: weak learners weighted by Real AdaBoost (Algorithm 1).

    Examples
    --------
    >>> FuzzyOWLBoost(n_rounds=0)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: n_rounds must be at least 1, not 0.
    """

    name: ClassVar[str] = "boost"
    title: ClassVar[str] = "Fuzzy OWL-Boost"
    algorithm: ClassVar[str] = "owlboost.learners.boosting:learn_boosted"
    graded: ClassVar[bool] = True
    has_weak_learners: ClassVar[bool] = True
    advice: ClassVar[str] = "a smaller {min_confidence}, a larger {max_depth} or {algorithm} foil"

    n_rounds: int = param(10, "Number of boosting rounds.", "--rounds", least=1)
    weak_learner: WeakLearner = param(
        "rules",
        "What a round learns: rules that cover the positives, or one axiom (softmax weights).",
        "--weak-learner",
    )

    def require_room(self, given: "Sequence[GivenRule]") -> None:
        """Raise ParameterError if there are more given weak learners than rounds."""
        from owlboost.learners.rule_constraints import weak_learners

        number = len(weak_learners(given, apart=self.weak_learner == "axiom"))
        if number > self.n_rounds:
            raise ParameterError(
                f"n_rounds must be at least {number}, the number of given weak learners, not "
                f"{self.n_rounds}."
            )


@dataclass(frozen=True, kw_only=True)
class PNOWL(_Lazy[Any], CoveringLearner):
    """PN-OWL in two stages: rules for, then rules against.

    The two stages are PN-OWL's; how they stop and how they are aggregated is our design
    (mathematics §18).

    Examples
    --------
    >>> PNOWL(min_recall=2)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: min_recall must lie between 0 and 1, not 2.
    """

    name: ClassVar[str] = "pn"
    title: ClassVar[str] = "PN-OWL (own design)"
    algorithm: ClassVar[str] = "owlboost.learners.pn_owl:learn_both"
    graded: ClassVar[bool] = True
    argues_against: ClassVar[bool] = True

    min_confidence_against: float = param(
        0.5,
        "Minimum confidence of a rule that tells why not, among what the others cover.",
        "--theta-n",
        symbol="θ_N",
        least=0,
        most=1,
    )
    max_positive_coverage: float = param(
        0.3,
        "Maximum share of the covered positives that a rule which tells why not may cover.",
        "--eta-n",
        symbol="η_N",
        least=0,
        most=1,
    )
    min_recall: float = param(
        0.8,
        "Share of the positives that rules which tell why not must leave above 0.",
        "--min-recall",
        least=0,
        most=1,
    )


SETS_GRID: Grid = {"fuzzify": ("uniform", "cmeans"), "n_sets": (3, 5, 7)}
"""What the paper varies, but for θ, which is not needed here."""


@dataclass(frozen=True, kw_only=True)
class PFoilDL(_Lazy[Any], ClimbingLearner):
    """Covering after pFOIL-DL: rules are judged by the whole ensemble.

    That the ensemble is judged, and by probabilities, is pFOIL-DL's; the estimate is as we remember
    it, and the rest is our design (mathematics §19).

    Examples
    --------
    >>> PFoilDL(beta=0)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: beta (β) must be above 0, not 0.
    """

    name: ClassVar[str] = "pfoil"
    title: ClassVar[str] = "pFOIL-DL (own design)"
    algorithm: ClassVar[str] = "owlboost.learners.pfoil_dl:learn_together"
    graded: ClassVar[bool] = True
    grids: ClassVar[Mapping[str, Grid]] = {"paper": SETS_GRID}
    advice: ClassVar[str] = "a smaller {min_gain}, a larger {max_depth} or {algorithm} foil"

    beta: float = param(
        1.0,
        "How much more recall counts than precision in the score of the rules (β).",
        "--beta",
        symbol="β",
        above=0,
    )
    prior_examples: float = param(
        2.0,
        "How many examples the prior counts for in both estimates (m).",
        "--prior-examples",
        symbol="m",
        least=0,
    )
    min_gain: float = param(
        0.001,
        "What a rule must add to the score of all rules, to be taken in.",
        "--min-gain",
        least=0,
        most=1,
    )

    @property
    def complexity(self) -> tuple[float, ...]:
        """Among equals, the fewest sets win."""
        return (self.n_sets,)


LossChoice = Literal["auto", "squared", "logistic"]
FitSets = Literal["auto", "off"]
Balance = Literal["auto", "on", "off"]
Optimised = Literal["f1", "mcc", "balanced", "accuracy", "cost"]

MOST_RULES = 60
"""Maximum number of rules of any model."""


@dataclass(frozen=True, kw_only=True)
class GradientConcepts(_Lazy[LearnResult], ConceptLearner):
    """Gradient-boosted concepts: an additive model, chosen by validation.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.learners.run import RunContext
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> names = [f"a{number}" for number in range(12)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Cheap": names[:6]})
    >>> problem = LearningProblem(kb, "Good", np.arange(12), np.arange(12) < 6)
    >>> learnt = GradientConcepts().learn(problem, RunContext())
    >>> [term.name for term in learnt.hypothesis.terms]
    ['WL0', 'WL1']
    """

    name: ClassVar[str] = "gradient"
    title: ClassVar[str] = "Gradient concepts"
    algorithm: ClassVar[str] = "owlboost.learners.gradient.learn:gradient"
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
        """Maximum number of rules of the model."""
        return MOST_RULES if self.n_rules is None else self.n_rules

    def require_room(self, given: "Sequence[GivenRule]") -> None:
        """Raise ParameterError if there are more given rules than allowed."""
        if len(given) > self.most_rules:
            raise ParameterError(
                f"n_rules must be at least {len(given)}, the number of given rules, not "
                f"{self.most_rules}."
            )
