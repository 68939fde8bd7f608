"""Fuzzy OWL-Boost as a learner."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from owlboost.errors import ParameterError
from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from owlboost.learners.guidance import GivenRule
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import BoostedHypothesis

WeakLearner = Literal["rules", "axiom"]


@dataclass(frozen=True, kw_only=True)
class FuzzyOWLBoost(CoveringLearner):
    """Fuzzy OWL-Boost: weak learners of fuzzy rules, weighted by Real AdaBoost (Algorithm 1).

    Examples
    --------
    >>> FuzzyOWLBoost(n_rounds=0)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: n_rounds must be at least 1, not 0.
    """

    name: ClassVar[str] = "boost"
    title: ClassVar[str] = "Fuzzy OWL-Boost"
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
        from owlboost.learners.guidance import weak_learners

        number = len(weak_learners(given, apart=self.weak_learner == "axiom"))
        if number > self.n_rounds:
            raise ParameterError(
                f"n_rounds must be at least {number}, the number of given weak learners, not "
                f"{self.n_rounds}."
            )

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "BoostedHypothesis":
        """Learn weak hypotheses, and reweight the examples after each."""
        from owlboost.learners.boosting.rounds import boost
        from owlboost.learners.sharing import searches

        search = searches(self, problem, watch)
        return boost(search, self.n_rounds, self.weak_learner, watch, self.given_rules)
