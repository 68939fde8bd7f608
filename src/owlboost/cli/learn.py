"""``owlboost learn`` and ``owlboost demo``."""

from pathlib import Path
from typing import Annotated

import typer

import owlboost
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
from owlboost.models.source import source_from
from owlboost.runtime.files import atomic_path, require_writable
from owlboost.runtime.threads import cores


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
        everywhere(
            "--jobs",
            "Number of threads; does not affect the result.",
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
    from owlboost.cli import training

    of_table = source_from(source).kind == "table"
    n_jobs = cores() if jobs is None else jobs
    learner = guidance.with_rules(options.learner(algorithm, random_state=seed, n_jobs=n_jobs))
    if output == STANDARD:
        output, as_json = None, True
    for path in (output, trace):
        if path is not None:
            require_writable(path)
    if definition:
        examples = examples.defining(of_table=of_table)
    with cluster.cluster(n_jobs) as workers:
        X, labels = open_examples(source, examples, ontology, table)
        record = source_record(source, examples, ontology)
        problem = X.problem(labels)
        train = training.train_definition if definition else training.train_watched
        trained, interrupted = train(problem, learner, record, trace, workers)
    training.deliver(trained, output, as_json=as_json, layout=layout)
    training.say_giveaways(trained, problem, of_table=of_table)
    if interrupted:
        typer.echo("owlboost: interrupted; this is the best result so far.", err=True)
        raise typer.Exit(130)


def demo(
    folder: Annotated[
        Path, everywhere("--output -o FOLDER", "Where to put the files.", role="output")
    ] = Path("owlboost-demo"),
) -> None:
    """Learn from an ontology of 60 hotels what makes a good one.

    Example: owlboost demo -o owlboost-demo
    """
    from owlboost.cli.training import deliver, train_watched
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
    page = folder / "good_hotel.html"
    owlboost.write_report(trained, page, source=X, labels=positive)
    typer.echo(f"\nTo look at the rules and at every hotel, open this page in a browser: {page}")
    typer.echo(f"The same with a table: owlboost learn {table} --target species=versicolor")
    typer.echo(f"Now try: owlboost predict {model} {source} --individual Hotel_010")


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
