"""Options of the learners, and the settings they make."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from owlboost.learners.settings import Settings

_SEARCH = "Rules"
_GRADIENT = "Gradient boosting"
_PAPER = "Fuzzy OWL-Boost and FOIL-DL"
_SETS = "Fuzzy sets"

OPTIONS = {
    "n_rules": "--rules",
    "loss": "--loss",
    "n_rounds": "--rounds",
    "min_confidence": "--theta",
    "max_negative_coverage": "--eta",
    "max_depth": "--max-depth",
    "max_conjuncts": "--max-conjuncts",
    "lookahead": "--lookahead",
    "backtrack": "--backtrack",
    "weak_learner": "--weak-learner",
    "fuzzify": "--fuzzify",
    "n_sets": "--sets",
    "centroid_exponent": "--centroid-exponent",
    "time_limit": "--time-limit",
    "random_state": "--seed",
    "n_jobs": "--jobs",
    "folds": "--folds",
    "repeats": "--repeats",
    "seed": "--seed",
    "reasoner_timeout": "--reasoner-timeout",
}
"""What errors call a parameter in Python → the option for it."""


class Algorithm(StrEnum):
    """The outer loop."""

    GRADIENT = "gradient"
    BOOST = "boost"
    FOIL = "foil"


class WeakLearner(StrEnum):
    """What one round of boosting learns."""

    RULES = "rules"
    AXIOM = "axiom"


class LossChoice(StrEnum):
    """What gradient boosting minimises."""

    AUTO = "auto"
    SQUARED = "squared"
    LOGISTIC = "logistic"


class Fuzzify(StrEnum):
    """How fuzzy sets are placed."""

    UNIFORM = "uniform"
    CMEANS = "cmeans"


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to learn."""

    algorithm: Annotated[
        Algorithm,
        typer.Option(help="Gradient-boosted concepts, Fuzzy OWL-Boost, or its baseline FOIL-DL."),
    ] = Algorithm.GRADIENT
    rules: Annotated[
        int, typer.Option(help="Most rules (gradient).", rich_help_panel=_GRADIENT)
    ] = 10
    loss: Annotated[
        LossChoice,
        typer.Option(help="What gradient minimises; auto validates.", rich_help_panel=_GRADIENT),
    ] = LossChoice.AUTO
    monotone: Annotated[
        bool,
        typer.Option(
            "--monotone", help="Only rules that argue for the target.", rich_help_panel=_GRADIENT
        ),
    ] = False
    rounds: Annotated[
        int, typer.Option(help="Boosting rounds (boost).", rich_help_panel=_PAPER)
    ] = 10
    theta: Annotated[
        float, typer.Option(help="Least confidence of a rule (θ).", rich_help_panel=_PAPER)
    ] = 0.34
    eta: Annotated[
        float,
        typer.Option(
            help="Largest share of negatives a rule may cover (η).", rich_help_panel=_PAPER
        ),
    ] = 1.0
    max_depth: Annotated[
        int, typer.Option(help="Nested roles in a rule.", rich_help_panel=_SEARCH)
    ] = 1
    max_conjuncts: Annotated[
        int, typer.Option(help="Conditions in a rule.", rich_help_panel=_SEARCH)
    ] = 5
    lookahead: Annotated[
        int | None,
        typer.Option(
            help="Roles that one move may pass through.",
            show_default="max-depth",
            rich_help_panel=_SEARCH,
        ),
    ] = None
    backtrack: Annotated[
        int, typer.Option(help="Alternatives kept at each step.", rich_help_panel=_PAPER)
    ] = 0
    weak_learner: Annotated[
        WeakLearner,
        typer.Option(
            help="A round learns rules, or one axiom with softmax weights.", rich_help_panel=_PAPER
        ),
    ] = WeakLearner.RULES
    fuzzify: Annotated[
        Fuzzify, typer.Option(help="How sets are placed.", rich_help_panel=_SETS)
    ] = Fuzzify.CMEANS
    sets: Annotated[
        int | None,
        typer.Option(
            help="Sets per numeric property: 3, 5 or 7.",
            show_default="5; gradient chooses",
            rich_help_panel=_SETS,
        ),
    ] = None
    centroid_exponent: Annotated[
        float, typer.Option(help="Exponent of c-means' centroid step.", rich_help_panel=_SETS)
    ] = 2.0
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Return the best so far after this long."),
    ] = None

    def settings(self, seed: int = 0, threads: int = 1) -> "Settings":
        """Check the options and make settings of them."""
        from owlboost.learners.settings import Settings

        return Settings(
            algorithm=self.algorithm.value,
            n_rules=self.rules,
            loss=self.loss.value,
            monotone=self.monotone,
            n_rounds=self.rounds,
            min_confidence=self.theta,
            max_negative_coverage=self.eta,
            n_sets=self.sets,
            fuzzify=self.fuzzify.value,
            centroid_exponent=self.centroid_exponent,
            max_depth=self.max_depth,
            max_conjuncts=self.max_conjuncts,
            lookahead=self.lookahead,
            backtrack=self.backtrack,
            weak_learner=self.weak_learner.value,
            random_state=seed,
            time_limit=self.time_limit,
            n_jobs=threads,
        )
