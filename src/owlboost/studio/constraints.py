"""What a person pins and forbids, as a learner takes it."""

from owlboost.learners.learner import Learner
from owlboost.studio.work import Work


def constrained(learner: Learner, work: Work) -> Learner:
    """Return a learner that keeps what is pinned and leaves out what is forbidden."""
    del work  # learners do not take a given part yet
    return learner
