"""Options of the learners, as evaluations take them, and the settings they make."""

from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli import options as opt

if TYPE_CHECKING:
    from owlboost.learners.settings import Settings

_SEARCH = "Search"
_SETS = "Fuzzy sets"

Algorithm = Annotated[opt.Algorithm, typer.Option(help="Fuzzy OWL-Boost, or FOIL-DL.")]
Rounds = Annotated[int, typer.Option(help="Boosting rounds.", rich_help_panel=_SEARCH)]
Theta = Annotated[
    float,
    typer.Option(help="Least confidence of a rule (θ), with --grid none.", rich_help_panel=_SEARCH),
]
Eta = Annotated[
    float,
    typer.Option(help="Largest share of negatives a rule may cover (η).", rich_help_panel=_SEARCH),
]
MaxDepth = Annotated[int, typer.Option(help="Nested roles in a rule.", rich_help_panel=_SEARCH)]
MaxConjuncts = Annotated[int, typer.Option(help="Conditions in a rule.", rich_help_panel=_SEARCH)]
Lookahead = Annotated[
    int | None,
    typer.Option(
        help="Roles that one move may pass through.",
        show_default="max-depth",
        rich_help_panel=_SEARCH,
    ),
]
Backtrack = Annotated[
    int, typer.Option(help="Alternatives kept at each step.", rich_help_panel=_SEARCH)
]
Fuzzify = Annotated[
    opt.Fuzzify,
    typer.Option(help="How sets are placed, with --grid none.", rich_help_panel=_SETS),
]
Sets = Annotated[
    int,
    typer.Option(help="Sets per numeric property, with --grid none.", rich_help_panel=_SETS),
]
TimeLimit = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="For each fit: measure the best so far.")
]


def settings_from(
    *,
    algorithm: opt.Algorithm,
    rounds: int,
    theta: float,
    eta: float,
    max_depth: int,
    max_conjuncts: int,
    lookahead: int | None,
    backtrack: int,
    fuzzify: opt.Fuzzify,
    sets: int,
    time_limit: float | None,
) -> "Settings":
    """Make settings of options."""
    from owlboost.learners.settings import Settings

    return Settings(
        algorithm=algorithm.value,
        n_rounds=rounds,
        min_confidence=theta,
        max_negative_coverage=eta,
        n_sets=sets,
        fuzzify=fuzzify.value,
        max_depth=max_depth,
        max_conjuncts=max_conjuncts,
        lookahead=lookahead,
        backtrack=backtrack,
        time_limit=time_limit,
    )
