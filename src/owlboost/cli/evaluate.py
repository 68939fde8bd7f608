"""``owlboost evaluate``."""

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from owlboost.cli.command import STANDARD, spread
from owlboost.cli.examples import open_examples, source_record
from owlboost.cli.learner_options import (
    DEFAULT_ALGORITHM,
    PAPER,
    AlgorithmOption,
    EngineOptions,
    Grid,
    GuidanceOptions,
    LearnerOptions,
    ProtocolOptions,
)
from owlboost.cli.messages import say
from owlboost.cli.options import (
    DefinitionFlag,
    ExampleOptions,
    OntologyOptions,
    SourceFile,
    TableOptions,
    everywhere,
)
from owlboost.evaluation.grid import grid as configurations_of
from owlboost.models.source import source_from
from owlboost.runtime.files import require_writable


@spread
def evaluate(
    source: SourceFile,
    *,
    output: Annotated[
        Path | None,
        everywhere(
            "--output -o RUN.json",
            "Where to write the result; - for standard output.",
            role="output",
        ),
    ] = None,
    as_json: Annotated[bool, everywhere("--json", "Print JSON instead of a table.")] = False,
    grid: Annotated[
        Grid,
        everywhere(
            "--grid", "Which configurations to compare: those of a grid, or only the one given."
        ),
    ] = PAPER,
    distinct: Annotated[
        bool,
        everywhere(
            "--distinct", "Keep only one of several examples with the same facts and label."
        ),
    ] = False,
    protocol: ProtocolOptions,
    examples: ExampleOptions,
    definition: DefinitionFlag = False,
    algorithm: AlgorithmOption = DEFAULT_ALGORITHM,
    options: LearnerOptions,
    guidance: GuidanceOptions,
    engine: EngineOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Cross-validate a learner: F1, fuzzy F1, MSE and more, for a grid of configurations.

    With -o, finished folds are kept in RUN.json.part until all are done; if the command is
    interrupted, run it again to continue.

    Example: owlboost evaluate iris.csv --target species=setosa --nested -o setosa-run.json
    """
    from owlboost.cli.run_output import deliver_run, watched_run
    from owlboost.evaluation.folds import distinct_examples

    if output == STANDARD:
        output, as_json = None, True
    if output is not None:
        require_writable(output)
    learner = guidance.with_rules(options.learner(algorithm, random_state=protocol.seed))
    configurations = configurations_of(grid.value, learner)
    division, started = protocol.protocol(), engine.started()
    if definition:
        examples, division = (
            examples.defining(of_table=source_from(source).kind == "table"),
            replace(division, definition=True),
        )
    X, y = open_examples(source, examples, ontology, table)
    if distinct:
        X, y = distinct_examples(X, y)
    key = fold_fingerprint(source, examples, ontology, table)
    with watched_run(configurations, (X, y), division, source, started, output, key) as run:
        say(run.remarks)
        deliver_run(run, output, as_json=as_json)


def fold_fingerprint(
    source: Path, examples: ExampleOptions, ontology: OntologyOptions, table: TableOptions
) -> str:
    """Return the key of finished folds on disk, besides the examples.

    Classes and attributes are spelt by constants: renaming one must not change the text, or the
    folds of an interrupted run are not found again.
    """
    record = source_record(source, examples, ontology)
    return json.dumps([record, _examples_text(examples), _table_text(table)])


def _examples_text(wanted: ExampleOptions) -> str:
    return (
        f"ExampleOptions(target={wanted.target!r}, target_range={wanted.target_range!r}, "
        f"graded={wanted.graded!r}, positives={wanted.positives!r}, "
        f"negatives={wanted.negatives!r}, problem={wanted.problem!r}, scope={wanted.scope!r}, "
        f"background={_choice_text('Background', wanted.background)}, unknown={wanted.unknown!r}, "
        f"hide={wanted.hide!r}, sets_from={wanted.sets_from!r})"
    )


def _table_text(table: TableOptions) -> str:
    return (
        f"TableOptions(no_header={table.no_header!r}, columns={table.columns!r}, "
        f"id_column={table.id_column!r}, categorical={table.categorical!r}, "
        f"numeric={table.numeric!r}, drop={table.drop!r}, encoding={table.encoding!r}, "
        f"decimal={_choice_text('Decimal', table.decimal)}, "
        f"dates={_choice_text('DateOrder', table.dates)}, calendar={table.calendar!r}, "
        f"texts={table.texts!r}, sheet={table.sheet!r}, "
        f"out_of_core={_choice_text('OutOfCoreMode', table.out_of_core)})"
    )


def _choice_text(kind: str, choice: StrEnum | None) -> str:
    return "None" if choice is None else f"<{kind}.{choice.name}: {choice.value!r}>"
