"""``owlboost predict``, ``explain``, ``score`` and ``compare``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import owlboost
from owlboost.cli.command import spread
from owlboost.cli.examples import labels_of
from owlboost.cli.messages import width
from owlboost.cli.options import (
    Argument,
    JsonFlag,
    LabelOptions,
    ModelFile,
    OntologyOptions,
    PredictionFormat,
    SourceFile,
    TableOptions,
    everywhere,
)
from owlboost.cli.source import CommandSource
from owlboost.errors import ParameterError

if TYPE_CHECKING:
    from owlboost.sources.condition_reasons import Grounding


@spread
def predict(
    model: ModelFile,
    source: SourceFile,
    *,
    layout: Annotated[
        PredictionFormat, everywhere("--format", "How to print.")
    ] = PredictionFormat.TABLE,
    individual: Annotated[
        list[str] | None, everywhere("--individual A", "Only this individual; repeatable.")
    ] = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Apply a model: degree, evidence and probability of every individual.

    The degree says how far it belongs, from 0 to 1. The evidence is the sum behind it, not clipped.
    The probability, if the model is calibrated, says how often things with such evidence belong.
    A definition answers yes, no or unknown.

    Example: owlboost predict setosa.json iris.csv --format csv
    """
    import numpy as np

    from owlboost.cli.prediction_output import (
        print_answers,
        print_predictions,
        print_spooled,
        spooled,
    )
    from owlboost.models.definition import holds_definition, load_definition

    wanted, opened = individual or [], CommandSource(source, ontology, table)
    if holds_definition(model):
        definition = load_definition(model)
        kb = opened.knowledge_for(definition.joint)
        answers = definition.answers(kb, np.array(opened.chosen(wanted, kb), dtype=np.int32))
        print_answers(answers, layout, kb.lexicon)
        return
    if opened.of_table and not wanted:
        trained = opened.rules(model)
        with spooled(trained, opened.source, named=table.id_column is not None) as spool:
            if spool is not None:
                print_spooled(spool, layout)
                return
        kb = opened.knowledge_for(trained)
    else:
        trained, kb = opened.model(model)
    chosen = opened.chosen(wanted, kb) if wanted else "all"
    print_predictions(trained.predictions(kb, chosen), layout, kb.lexicon)


@spread
def explain(
    model: ModelFile,
    source: SourceFile,
    *,
    individual: Annotated[
        str, everywhere("--individual A", "Individual to explain.", show_default=False)
    ],
    why: Annotated[
        bool,
        everywhere("--why", "Show from which axioms and assertions it follows what rules ask for."),
    ] = False,
    as_json: JsonFlag = False,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Show why a model gives an individual its degree, by which values, and what would turn it.

    What the rules contribute adds up to the evidence. The degree is the evidence clipped to [0, 1],
    and the probability says how often things with such evidence belong. The last sentence names
    the nearest change of its own values that would turn the answer.

    Example: owlboost explain setosa.json iris.csv --individual row1
    """
    from owlboost.report.explanation_text import explanation_lines

    opened = CommandSource(source, ontology, table)
    if why and opened.of_table:
        raise ParameterError("--why is for ontologies; there is nothing to infer from a table.")
    trained, kb = opened.model(model)
    (number,) = opened.chosen([individual], kb)
    explanation, name = trained.explain(kb, number), kb.individuals[number]
    if as_json:
        record = explanation.as_json()
        if trained.properties is not None:
            record["properties"] = trained.properties.to_json()
        if why:
            record["inferred"] = [
                reason.as_json() for reason in opened.opened.why_conditions(trained, name, kb)
            ]
        typer.echo(json.dumps(record, indent=1, ensure_ascii=False))
        return
    for line in explanation_lines(explanation, width()):
        typer.echo(line)
    for line in _condition_lines(opened.opened.why_conditions(trained, name, kb)) if why else ():
        typer.echo(line)
    if trained.properties is not None:
        typer.echo(f"\nThe rules: {trained.properties}")


@spread
def score(
    model: ModelFile,
    source: SourceFile,
    *,
    as_json: JsonFlag = False,
    labels: LabelOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Measure a model, saved or edited, on labelled data.

    Prints the measures of evaluate, and how many examples each rule gets right and wrong: a rule
    with a weight below 0 is right about negatives. For an ontology, the target is that of the
    model unless you say otherwise.

    Example: owlboost score setosa.json iris.csv --target species=setosa
    """
    opened = CommandSource(source, ontology, table)
    trained, kb = opened.model(model)
    individuals, positive = labels_of(opened, labels, trained)
    assessment = owlboost.assess(trained, kb, positive, individuals)
    if as_json:
        typer.echo(json.dumps(assessment.to_json(), indent=1, ensure_ascii=False))
        return
    for line in assessment.lines():
        typer.echo(line)


@spread
def compare(
    first: Annotated[Path, Argument("A", "A model, or rules.")],
    second: Annotated[Path, Argument("B", "Another one.")],
    source: SourceFile,
    *,
    show: Annotated[int, everywhere("--show N", "Show the N largest changes.", min=0)] = 20,
    limit: Annotated[
        int | None, everywhere("--limit", "An older name of --show.", min=0, hidden=True)
    ] = None,
    as_json: JsonFlag = False,
    labels: LabelOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Tell what changes from a model A to a model B: for whom, by how much, and why.

    First come the rules that only one of them has, or that have other weights or fuzzy sets in B.
    Then those whose degree or decision changes, with the rules that contribute more or less than
    before: what these add to the evidence. With --target or lists of examples, it is also told
    which changes are for the better.

    Example: owlboost compare setosa.json edited.txt iris.csv --target species=setosa
    """
    from owlboost.models.comparison import compare_known

    opened = CommandSource(source, ontology, table)
    a, b = opened.model(first), opened.model(second)
    individuals, positive = list(range(len(a[1].individuals))), None
    if labels.given:
        individuals, positive = labels_of(opened, labels, b[0])
    comparison = compare_known(
        a, b, individuals, labels=positive, limit=show if limit is None else limit
    )
    if as_json:
        typer.echo(json.dumps(comparison.to_json(), indent=1, ensure_ascii=False))
        return
    for line in comparison.lines():
        typer.echo(line)


def _condition_lines(reasons: "tuple[Grounding, ...]") -> Iterator[str]:
    """Yield inferred conditions of rules, with reasons, after an empty line."""
    yield ""
    if not reasons:
        yield "All classes and fillers that the rules which fire ask for are stated."
    for reason in reasons:
        yield from reason.lines()
