"""FOIL-DL as a learner, and the parameters of all that accept rules by their confidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from owlboost.learners.learner import ClimbingLearner, Grid
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import RuleSet

PAPER_GRID: Grid = {
    "fuzzify": ("uniform", "cmeans"),
    "n_sets": (3, 5, 7),
    "min_confidence": (0.34, 0.64, 0.94, 1.0),
}
"""What the paper varies: the placing of sets, their number, and θ."""


@dataclass(frozen=True, kw_only=True)
class CoveringLearner(ClimbingLearner):
    """A learner that searches rules one by one and accepts those that are confident enough."""

    grids: ClassVar[Mapping[str, Grid]] = {"paper": PAPER_GRID}
    advice: ClassVar[str] = "a smaller {min_confidence} or a larger {max_depth}"

    min_confidence: float = param(
        0.34, "Minimum confidence of a rule (θ).", "--theta", symbol="θ", least=0, most=1
    )

    @property
    def complexity(self) -> tuple[float, ...]:
        """Of equals the paper takes the lowest θ, then the fewest sets."""
        return self.min_confidence, self.n_sets


@dataclass(frozen=True, kw_only=True)
class FoilDL(CoveringLearner):
    """FOIL-DL: a set of fuzzy rules, each with its confidence as a degree (notes 13 and 14).

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
    graded: ClassVar[bool] = True

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "RuleSet":
        """Learn rules until the positives are covered."""
        from owlboost.learners.covering.cover import foil
        from owlboost.learners.sharing import searches

        return foil(searches(self, problem, watch), watch, self.given_rules)
