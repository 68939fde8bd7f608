"""``owlboost predict``."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.options import (
    ModelFile,
    OntologyOptions,
    PredictionFormat,
    SourceFile,
    TableOptions,
    spread,
)
from owlboost.cli.sources import (
    chosen_individuals,
    is_table,
    open_for_model,
    open_model,
    open_rules,
)


@spread
def predict(
    model: ModelFile,
    source: SourceFile,
    *,
    layout: Annotated[
        PredictionFormat, typer.Option("--format", help="How to print.")
    ] = PredictionFormat.TABLE,
    individual: Annotated[
        list[str] | None, typer.Option(metavar="A", help="Only this individual; repeatable.")
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
    from owlboost.cli.prediction_output import print_predictions, print_spooled
    from owlboost.models.definition import holds_definition

    if holds_definition(model):
        _answer(model, source, layout, individual or [], ontology, table)
        return
    if is_table(source) and not individual:
        from owlboost.cli.spooling import spooled

        trained = open_rules(model, source, ontology, table)
        with spooled(trained, source, table) as spool:
            if spool is not None:
                print_spooled(spool, layout)
                return
        kb = open_for_model(trained, source, ontology, table)
    else:
        trained, kb = open_model(model, source, ontology, table)
    wanted = individual or []
    chosen = chosen_individuals(kb.individuals, wanted, source, kb.lexicon) if wanted else "all"
    print_predictions(trained.predictions(kb, chosen), layout, kb.lexicon)


def _answer(
    path: Path,
    source: Path,
    layout: PredictionFormat,
    wanted: list[str],
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Print what a definition says of individuals."""
    import numpy as np

    from owlboost.cli.definition_output import print_answers
    from owlboost.models.definition import load_definition

    definition = load_definition(path)
    kb = open_for_model(definition.joint, source, ontology, table)
    numbers = chosen_individuals(kb.individuals, wanted, source, kb.lexicon)
    told = definition.told(kb, np.array(numbers, dtype=np.int32))
    print_answers(told, layout, kb.lexicon)
