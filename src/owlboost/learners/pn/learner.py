"""P-rules and N-rules as a learner, after PN-OWL."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.parameters import param

if TYPE_CHECKING:
    from owlboost.learners.watch import Watch
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import Hypothesis


@dataclass(frozen=True, kw_only=True)
class PNOWL(CoveringLearner):
    """Two stages after PN-OWL: rules that tell why, then rules that tell why not.

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

    def learn(self, problem: "LearningProblem", watch: "Watch") -> "Hypothesis":
        """Learn why, then why not from what is covered wrongly."""
        from owlboost.learners.pn.stages import learn_why_and_why_not
        from owlboost.learners.sharing import searches

        return learn_why_and_why_not(searches(self, problem, watch), self, watch)
