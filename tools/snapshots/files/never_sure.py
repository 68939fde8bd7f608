"""A learner that a user adds, with an option of its own: it finds no rule."""

from dataclasses import dataclass
from typing import Any

import owlboost as ob


@ob.register_learner
@dataclass(frozen=True, kw_only=True)
class NeverSure(ob.Learner):
    """Look at nothing and learn nothing."""

    name = "never-sure"
    title = "Never sure"

    doubt: int = ob.param(1, "How much to doubt.", "--doubt", least=1)

    def learn(self, problem: Any, context: Any) -> ob.RuleSet:
        """Return no rules."""
        del problem, context
        return ob.RuleSet(())
