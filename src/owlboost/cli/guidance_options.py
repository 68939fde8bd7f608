"""Options for learning with a given part: rules that every model has, and rules that none has."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from owlboost.learners.learner import Learner

_PANEL = "Rules"


@dataclass(frozen=True, slots=True)
class GuidanceOptions:
    """Files of rules that are given and forbidden."""

    given: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Rules that every model is to have, in any format that import reads, or a line of "
            "conditions for each; repeatable.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    forbid: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Rules that no model may have, nor anything stricter; repeatable.",
            rich_help_panel=_PANEL,
        ),
    ] = None

    def guided(self, learner: "Learner") -> "Learner":
        """Return a learner that heeds these rules."""
        from owlboost.learners.rule_constraints import guided

        return guided(learner, self.given or (), self.forbid or ())
