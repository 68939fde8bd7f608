"""``owlboost learn``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.sources import TableOptions, fingerprint, open_table, say

if TYPE_CHECKING:
    from owlboost.learners.settings import Settings
    from owlboost.model.examples import LearningProblem
    from owlboost.model.hypotheses import TrainedModel

_SEARCH = "Search"
_SETS = "Fuzzy sets"


def learn(
    source: opt.SourceFile,
    *,
    target: Annotated[
        str, typer.Option(help="What to learn: COLUMN=VALUE.", metavar="T", show_default=False)
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="MODEL.json", help="Where to write the model."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the model as JSON instead of rules.")
    ] = False,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Write every refinement step, one line each."),
    ] = None,
    hide: opt.Hide = None,
    algorithm: Annotated[
        opt.Algorithm, typer.Option(help="Fuzzy OWL-Boost, or its baseline FOIL-DL.")
    ] = opt.Algorithm.BOOST,
    rounds: Annotated[int, typer.Option(help="Boosting rounds.", rich_help_panel=_SEARCH)] = 10,
    theta: Annotated[
        float, typer.Option(help="Least confidence of a rule (θ).", rich_help_panel=_SEARCH)
    ] = 0.34,
    eta: Annotated[
        float,
        typer.Option(
            help="Largest share of negatives a rule may cover (η).", rich_help_panel=_SEARCH
        ),
    ] = 1.0,
    max_depth: Annotated[
        int, typer.Option(help="Nested roles in a rule.", rich_help_panel=_SEARCH)
    ] = 1,
    max_conjuncts: Annotated[
        int, typer.Option(help="Conditions in a rule.", rich_help_panel=_SEARCH)
    ] = 5,
    lookahead: Annotated[
        int | None,
        typer.Option(
            help="Roles that one move may pass through.",
            show_default="max-depth",
            rich_help_panel=_SEARCH,
        ),
    ] = None,
    backtrack: Annotated[
        int, typer.Option(help="Alternatives kept at each step.", rich_help_panel=_SEARCH)
    ] = 0,
    weak_learner: Annotated[
        opt.WeakLearner,
        typer.Option(
            help="A round learns rules, or one axiom with softmax weights.", rich_help_panel=_SEARCH
        ),
    ] = opt.WeakLearner.RULES,
    fuzzify: Annotated[
        opt.Fuzzify, typer.Option(help="How sets are placed.", rich_help_panel=_SETS)
    ] = opt.Fuzzify.CMEANS,
    sets: Annotated[
        int, typer.Option(help="Sets per numeric property: 3, 5 or 7.", rich_help_panel=_SETS)
    ] = 5,
    centroid_exponent: Annotated[
        float,
        typer.Option(help="Exponent of c-means' centroid step.", rich_help_panel=_SETS),
    ] = 2.0,
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Return the best so far after this long."),
    ] = None,
    jobs: Annotated[int, typer.Option(help="Threads; the result is the same.")] = 1,
    no_header: opt.NoHeader = False,
    columns: opt.Columns = None,
    id_column: opt.IdColumn = None,
    categorical: opt.Categorical = None,
    numeric: opt.Numeric = None,
) -> None:
    """Learn rules for a class and print them.

    Example: owlboost learn iris.csv --target species=setosa -o setosa.json
    """
    from owlboost.files import require_writable
    from owlboost.learners.settings import Settings

    settings = Settings(
        algorithm=algorithm.value,
        n_rounds=rounds,
        min_confidence=theta,
        max_negative_coverage=eta,
        n_sets=sets,
        fuzzify=fuzzify.value,
        centroid_exponent=centroid_exponent,
        max_depth=max_depth,
        max_conjuncts=max_conjuncts,
        lookahead=lookahead,
        backtrack=backtrack,
        weak_learner=weak_learner.value,
        random_state=seed,
        time_limit=time_limit,
        n_jobs=jobs,
    )
    reading = TableOptions(
        no_header, columns, id_column, tuple(categorical or ()), tuple(numeric or ())
    )
    for path in (output, trace):
        if path is not None:
            require_writable(path)
    table = open_table(source, reading)
    say(table.target(target).remarks)
    problem = table.problem(target, hide=hide or ())
    model, interrupted = train_watched(problem, settings, source, trace)
    deliver(model, output, as_json=as_json)
    if interrupted:
        typer.echo("owlboost: interrupted; this is the best so far.", err=True)
        raise typer.Exit(130)


def train_watched(
    problem: "LearningProblem", settings: "Settings", source: Path, trace: Path | None = None
) -> "tuple[TrainedModel, bool]":
    """Train with progress on stderr, a trace if wanted, and Ctrl-C as a request to stop."""
    from owlboost.cli.watching import watching
    from owlboost.evaluation.training import train

    record = {"path": str(source), "sha256": fingerprint(source)}
    with watching(settings, len(problem), trace) as watched:
        model = train(problem, settings, source=record, watch=watched.watch)
    return model, watched.interrupted


def deliver(model: "TrainedModel", output: Path | None, *, as_json: bool = False) -> None:
    """Print the model, as rules or JSON, and write its file."""
    from owlboost.cli.output import print_model
    from owlboost.model.model_files import model_text, save

    if output is not None:
        save(model, output)
    if as_json:
        typer.echo(model_text(model))
    else:
        print_model(model)
    if output is not None:
        typer.echo(f"The model is in {output}", err=True)
