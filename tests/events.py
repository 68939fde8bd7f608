"""What a learner tells while it learns, kept for tests."""

from dataclasses import dataclass, field

from owlboost.learners.run import Budget, RoundEnded, RuleFound, RunContext, Step, Validating


@dataclass
class Recorder:
    """Keeps everything that is told, in order."""

    events: list[object] = field(default_factory=list)

    def context(self, budget: Budget | None = None) -> RunContext:
        """Return a context whose events this recorder keeps."""
        return RunContext(self.events.append, budget or Budget())

    @property
    def steps(self) -> list[Step]:
        """The refinements."""
        return [event for event in self.events if isinstance(event, Step)]

    @property
    def rounds(self) -> list[RoundEnded]:
        """The rounds of boosting."""
        return [event for event in self.events if isinstance(event, RoundEnded)]

    @property
    def rules(self) -> list[RuleFound]:
        """The rules of FOIL-DL and its siblings."""
        return [event for event in self.events if isinstance(event, RuleFound)]

    @property
    def validations(self) -> list[Validating]:
        """The validations of gradient boosting."""
        return [event for event in self.events if isinstance(event, Validating)]
