"""``owlboost evaluate``."""

import json
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli import learner_options as lo
from owlboost.cli import options as opt
from owlboost.cli import protocol_options as po
from owlboost.cli.sources import TableOptions, fingerprint, open_table, say


def evaluate(
    source: opt.SourceFile,
    *,
    target: Annotated[
        str, typer.Option(help="What to learn: COLUMN=VALUE.", metavar="T", show_default=False)
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="RUN.json", help="Where to write the result."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print RUN.json, not a table.")] = False,
    folds: po.Folds = 5,
    repeats: po.Repeats = 1,
    grid: Annotated[po.Grid, typer.Option(help="Configurations to compare.")] = po.Grid.PAPER,
    nested: po.Nested = False,
    mask: po.Masked = False,
    seed: po.Seed = 0,
    hide: opt.Hide = None,
    algorithm: lo.Algorithm = opt.Algorithm.BOOST,
    rounds: lo.Rounds = 10,
    theta: lo.Theta = 0.34,
    eta: lo.Eta = 1.0,
    max_depth: lo.MaxDepth = 1,
    max_conjuncts: lo.MaxConjuncts = 5,
    lookahead: lo.Lookahead = None,
    backtrack: lo.Backtrack = 0,
    fuzzify: lo.Fuzzify = opt.Fuzzify.CMEANS,
    sets: lo.Sets = 5,
    time_limit: lo.TimeLimit = None,
    jobs: po.Jobs = 1,
    engine: po.EngineChoice = po.EngineName.LOCAL,
    scheduler: po.Scheduler = None,
    no_header: opt.NoHeader = False,
    columns: opt.Columns = None,
    id_column: opt.IdColumn = None,
    categorical: opt.Categorical = None,
    numeric: opt.Numeric = None,
) -> None:
    """Cross-validate a learner: F1, fuzzy F1, MSE and more, for a grid of configurations.

    With -o, finished folds lie in RUN.json.part until all are done: the same command goes on where
    a killed one stopped.

    Example: owlboost evaluate iris.csv --target species=setosa --nested -o setosa-run.json
    """
    from owlboost.cli.evaluation_output import folds_shown, print_run
    from owlboost.evaluation import engines, grids
    from owlboost.evaluation.evaluating import Running
    from owlboost.evaluation.evaluating import evaluate as evaluate_examples
    from owlboost.evaluation.folds import Protocol
    from owlboost.evaluation.runs import run_text, save_run
    from owlboost.evaluation.stores import FoldStore

    settings = lo.settings_from(
        algorithm=algorithm,
        rounds=rounds,
        theta=theta,
        eta=eta,
        max_depth=max_depth,
        max_conjuncts=max_conjuncts,
        lookahead=lookahead,
        backtrack=backtrack,
        fuzzify=fuzzify,
        sets=sets,
        time_limit=time_limit,
    )
    protocol = Protocol(folds=folds, repeats=repeats, seed=seed, mask=mask, nested=nested)
    chosen_engine = engines.engine(engine.value, jobs, scheduler)
    reading = TableOptions(
        no_header, columns, id_column, tuple(categorical or ()), tuple(numeric or ())
    )
    table = open_table(source, reading)
    say(table.target(target).remarks)
    X, y = table.examples(target, hide=hide or ())
    store = None if output is None else FoldStore(output.with_name(f"{output.name}.part"))
    words = [fingerprint(source), target, sorted(hide or ()), repr(reading)]
    with folds_shown(source.stem) as on_fold:
        running = Running(chosen_engine, store, json.dumps(words), on_fold)
        run = evaluate_examples(
            grids.grid(grid.value, settings),
            X,
            y,
            folds=protocol,
            dataset=source.name,
            running=running,
        )
    say(run.remarks)
    if output is not None:
        save_run(run, output)
    if as_json:
        typer.echo(run_text(run))
    else:
        print_run(run)
    if output is not None:
        typer.echo(f"The run is in {output}", err=True)
    if store is not None:
        store.remove()
