"""``owlboost learn`` and ``owlboost demo``."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.command import STANDARD, spread
from owlboost.cli.examples import open_examples, source_record
from owlboost.cli.learner_options import (
    DEFAULT_ALGORITHM,
    AlgorithmOption,
    ClusterOptions,
    GuidanceOptions,
    LearnerOptions,
)
from owlboost.cli.options import (
    DefinitionFlag,
    ExampleOptions,
    OntologyOptions,
    Option,
    RuleLayout,
    SourceFile,
    TableOptions,
    Where,
    everywhere,
)
from owlboost.errors import SourceError
from owlboost.learners.algorithms import GradientConcepts
from owlboost.runtime.files import atomic_path, require_writable
from owlboost.runtime.threads import cores
from owlboost.tables.suffixes import is_table_path

if TYPE_CHECKING:
    from owlboost.data.examples import Examples, LearningProblem
    from owlboost.learners.learner import Learner
    from owlboost.learners.search.scorer import Cluster
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.array_types import Mask


@spread
def learn(
    source: SourceFile,
    *,
    output: Annotated[
        Path | None,
        everywhere(
            "--output -o MODEL.json",
            "Where to write the model; - for standard output.",
            role="output",
        ),
    ] = None,
    as_json: Annotated[
        bool, everywhere("--json", "Print the model as JSON instead of rules.")
    ] = False,
    layout: Annotated[
        RuleLayout | None,
        Option(
            "--layout",
            "How to print rules: in sentences, as the paper does, or as plain axioms; by "
            "default text for gradient and paper for others.",
            only=Where.RULES,
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        everywhere(
            "--trace FILE.jsonl", "Write every refinement step, one per line.", role="output"
        ),
    ] = None,
    seed: Annotated[
        int, Option("--seed", "Seed for all random choices.", only=Where.ALGORITHM, min=0)
    ] = 0,
    jobs: Annotated[
        int | None,
        Option(
            "--jobs",
            "Number of threads; does not affect the result.",
            only=Where.ALGORITHM,
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
    from owlboost.cli.model_output import deliver, deliver_definition, say_giveaways
    from owlboost.models.definition import Definition, complement

    n_jobs = cores() if jobs is None else jobs
    learner = guidance.guided(options.learner(algorithm, random_state=seed, n_jobs=n_jobs))
    if output == STANDARD:
        output, as_json = None, True
    for path in (output, trace):
        if path is not None:
            require_writable(path)
    if definition:
        examples = examples.defining(of_table=is_table_path(source))
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
    say_giveaways(model, problem, of_table=is_table_path(source))
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
    """Train with progress and a trace; Ctrl-C asks for an end."""
    from owlboost.cli.progress import watching
    from owlboost.learners.training import train

    with watching(learner, len(problem), trace) as watched:
        watch = replace(watched.watch, cluster=cluster)
        model = train(problem, learner, source=record, watch=watch)
    if watched.out_of_time:
        typer.echo("note: the time limit was reached; this is the best result so far", err=True)
    return model, watched.interrupted


def demo(
    folder: Annotated[
        Path, everywhere("--output -o FOLDER", "Where to put the files.", role="output")
    ] = Path("owlboost-demo"),
) -> None:
    """Learn from an ontology of 60 hotels what makes a good one.

    Example: owlboost demo -o owlboost-demo
    """
    from owlboost.cli.model_output import deliver
    from owlboost.evaluation.samples import hotels, write_iris_table

    folder.mkdir(parents=True, exist_ok=True)
    source, model = folder / "hotels.ofn", folder / "good_hotel.json"
    with hotels() as bundled:
        _copy(bundled, source)
    table = folder / "iris.csv"
    if not table.exists():
        write_iris_table(table)
    wanted, reading = ExampleOptions(target="Good_Hotel", scope="Accommodation"), OntologyOptions()
    typer.echo(
        f"$ owlboost learn {source} --target Good_Hotel --scope Accommodation "
        f"--monotone --max-conjuncts 2 --rules 5 -o {model}\n"
    )
    X, positive = open_examples(source, wanted, reading, TableOptions())
    learner = GradientConcepts(monotone=True, max_conjuncts=2, n_rules=5)
    trained, _ = train_watched(X.problem(positive), learner, source_record(source, wanted, reading))
    deliver(trained, model)
    page = _report(trained, X, positive, folder / "good_hotel.html")
    typer.echo(f"\nTo look at the rules and at every hotel, open this page in a browser: {page}")
    typer.echo(f"The same with a table: owlboost learn {table} --target species=versicolor")
    typer.echo(f"Now try: owlboost predict {model} {source} --individual Hotel_010")


def _report(model: "TrainedModel", X: "Examples", positive: "Mask", path: Path) -> Path:
    """Write the page that shows a model on its examples."""
    from owlboost.report.html_report import report_of, save_page
    from owlboost.report.views.applied import Labelled

    shown = Labelled(X.source.knowledge_base(), X.individuals, positive)
    save_page(report_of([(model, shown)]), path)
    return path


def _copy(bundled: Path, source: Path) -> None:
    """Write the bundled ontology, unless the file exists."""
    content = bundled.read_bytes()
    if source.exists():
        if not source.is_file() or source.read_bytes() != content:
            raise SourceError(
                f"{source} is not the ontology of this demonstration; remove it, or choose another "
                "folder with -o."
            )
        return
    with atomic_path(source) as temporary:
        temporary.write_bytes(content)
