"""``owlboost learn``."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.guidance_options import GuidanceOptions
from owlboost.cli.learner_options import (
    DEFAULT_ALGORITHM,
    AlgorithmOption,
    LearnerOptions,
    option_names,
)
from owlboost.cli.options import (
    DefinitionFlag,
    ExampleOptions,
    OntologyOptions,
    RuleLayout,
    SourceFile,
    TableOptions,
    spread,
)
from owlboost.cli.protocol_options import ClusterOptions
from owlboost.cli.sources import is_table, open_examples, say, source_record
from owlboost.cli.standard_input import STANDARD
from owlboost.runtime.threads import cores

if TYPE_CHECKING:
    from owlboost.data.examples import LearningProblem
    from owlboost.learners.learner import Learner
    from owlboost.learners.search.scorer import Cluster
    from owlboost.models.trained import TrainedModel


_MOST_GIVEAWAYS = 3
"""How many conditions are named that alone tell the examples right."""


@spread
def learn(
    source: SourceFile,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="MODEL.json",
            help="Where to write the model; - for standard output.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the model as JSON instead of rules.")
    ] = False,
    layout: Annotated[
        RuleLayout | None,
        typer.Option(
            help="How to print rules: in sentences, as the paper does, or as plain axioms; by "
            "default text for gradient and paper for others.",
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Write every refinement step, one per line."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed for all random choices.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            help="Number of threads; does not affect the result.",
            show_default="one for each core",
        ),
    ] = None,
    cluster: ClusterOptions,
    examples: ExampleOptions,
    definition: DefinitionFlag = False,
    algorithm: AlgorithmOption = DEFAULT_ALGORITHM,
    options: LearnerOptions,
    guidance: GuidanceOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Learn rules for a class and print them.

    Each rule is told with its weight and how often it is right among the examples that it covers.
    In the paper's layout it has its confidence, beside the share of positives on average, and the
    number of examples it covers. The validated error is the mean squared error of degrees on
    examples that were held out in turn, by the number of rules; * marks the number that was chosen.
    The rules are consistent if nothing that the source says contradicts them, non-redundant if it
    implies none of them, sound if all negatives have degree 0, complete if all positives have a
    degree above 0, and strongly complete if all have degree 1.

    Example: owlboost learn iris.csv --target species=setosa -o setosa.json
    """
    from owlboost.cli.definition_output import deliver_definition
    from owlboost.models.definition import Definition, complement
    from owlboost.runtime.files import require_writable

    n_jobs = cores() if jobs is None else jobs
    learner = guidance.guided(options.learner(algorithm, random_state=seed, n_jobs=n_jobs))
    if output == STANDARD:
        output, as_json = None, True
    for path in (output, trace):
        if path is not None:
            require_writable(path)
    if definition:
        examples = examples.defining(of_table=is_table(source))
    with cluster.cluster(n_jobs) as workers:
        X, labels = open_examples(source, examples, ontology, table)
        record = source_record(source, examples, ontology)
        problem = X.problem(labels)
        model, interrupted = train_watched(problem, learner, record, trace, workers)
        against, stopped = None, False
        if definition:
            turned = learner.adjusted(given=())
            against, stopped = train_watched(complement(problem), turned, record, None, workers)
    if against is None:
        deliver(model, output, as_json=as_json, layout=layout)
    else:
        both = Definition(model, against)
        deliver_definition(both, output, as_json=as_json, layout=layout)
    say_giveaways(model, problem, of_table=is_table(source))
    if interrupted or stopped:
        typer.echo("owlboost: interrupted; this is the best result so far.", err=True)
        raise typer.Exit(130)


def train_watched(
    problem: "LearningProblem",
    learner: "Learner",
    record: dict[str, object],
    trace: Path | None = None,
    cluster: "Cluster | None" = None,
) -> "tuple[TrainedModel, bool]":
    """Train with progress on stderr, a trace if wanted, and Ctrl-C as a request to stop."""
    from owlboost.cli.watching import watching
    from owlboost.learners.training import train

    with watching(learner, len(problem), trace) as watched:
        watch = replace(watched.watch, cluster=cluster)
        model = train(problem, learner, source=record, watch=watch)
    if watched.out_of_time:
        typer.echo("note: the time limit was reached; this is the best result so far", err=True)
    return model, watched.interrupted


def deliver(
    model: "TrainedModel",
    output: Path | None,
    *,
    as_json: bool = False,
    layout: RuleLayout | None = None,
) -> None:
    """Print the model, as rules or JSON, and write its file."""
    from owlboost.cli.output import print_model
    from owlboost.models.model_files import model_text, save

    if output is not None:
        save(model, output)
    if as_json:
        typer.echo(model_text(model))
    else:
        print_model(model, layout)
    say(model.remarks)
    if model.properties is not None and model.hypothesis.n_rules:
        say(tuple(model.properties.notes()))
    if not model.hypothesis.n_rules:
        typer.echo(f"note: no rule was found{_advice(model.algorithm)}", err=True)
    if output is not None:
        typer.echo(f"Model written to {output}", err=True)


def say_giveaways(model: "TrainedModel", problem: "LearningProblem", *, of_table: bool) -> None:
    """Print on stderr which conditions alone tell the examples right, and how to hide them."""
    from owlboost.learners.leakage import giveaways
    from owlboost.runtime.names import short_name

    for one in giveaways(model, problem)[:_MOST_GIVEAWAYS]:
        name = short_name(one.name) if of_table else _told_apart(one.name, problem)
        typer.echo(
            f"note: {one.text} alone tells {one.n_right} of {one.n_examples} examples right. If it "
            f"merely restates the target, hide it with --hide {shlex.quote(name)}",
            err=True,
        )


def _told_apart(iri: str, problem: "LearningProblem") -> str:
    """Return what something in an ontology is called, or its IRI if others are called so."""
    known = problem.kb.vocabulary
    names = {problem.target, *known.classes, *known.roles, *known.data_properties}
    called = problem.kb.lexicon.name
    return iri if sum(called(name) == called(iri) for name in names) > 1 else called(iri)


def _advice(algorithm: str) -> str:
    """Say what may find a rule where an algorithm found none, as the end of a sentence."""
    from owlboost.learners.learner import LEARNERS

    advice = LEARNERS[algorithm].advice if algorithm in LEARNERS else ""
    spelt = advice.format_map(option_names() | {"algorithm": "--algorithm"})
    return f"; try {spelt}" if spelt else ""
