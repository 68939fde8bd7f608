"""Rules that an ensemble takes in as long as it gets better, as a learner after pFOIL-DL."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from owlboost.learners.learner import ClimbingLearner, Grid
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import RuleSet

SETS_GRID: Grid = {"fuzzify": ("uniform", "cmeans"), "n_sets": (3, 5, 7)}
"""What the paper varies, but for θ, which is not needed here."""


@dataclass(frozen=True, kw_only=True)
class PFoilDL(ClimbingLearner):
    """Covering after pFOIL-DL: a rule is judged by what all rules would achieve with it.

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
        """Of equals the one with the fewest sets is taken."""
        return (self.n_sets,)

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "RuleSet":
        """Learn rules as long as each makes all of them better."""
        from owlboost.learners.pfoil.ensemble import learn_ensemble
        from owlboost.learners.sharing import shared_by

        ground, _ = shared_by(watch, problem).prepared(self)
        return learn_ensemble(ground, self, watch)
