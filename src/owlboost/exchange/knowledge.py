"""What a model may know of a source: an ontology or a table, in memory or in a file."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.errors import ModelError, UnknownNameError

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.models.trained import TrainedModel
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.tables.columns import Column
    from owlboost.tables.kinds import Kind
    from owlboost.tables.table import Table


def of_ontology(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """State what an ontology implies without the target and without what was hidden.

    What the ontology does not have need not be hidden.
    """
    from owlboost.sources.ontology_source import LoadedOntology

    if not isinstance(source, LoadedOntology):
        return None
    target = model.target if source.classes.has(model.target) else None
    recorded = model.source.get("hidden", [])
    names = recorded if isinstance(recorded, list) else []
    hidden = [source.hideable.iri(name) for name in names if source.hideable.has(name)]
    return source.source(target, hidden).knowledge_base()


def of_table(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """State the cells of a table, which must have the columns that the model needs.

    Raises
    ------
    ModelError
        A column is missing, or was read as something else than the model takes it for.
    """
    from owlboost.tables.application import kinds_needed
    from owlboost.tables.table import Table

    if not isinstance(source, Table):
        return None
    for name, kind in kinds_needed(model.hypothesis).items():
        try:
            column = source.column(name)
        except UnknownNameError as error:
            raise ModelError(f"The model cannot be applied: {error}") from error
        if column.present.any() and _kind(column) != kind:
            raise ModelError(
                f"The model needs column {name!r} to be of kind {kind}, but {source.path.name} was "
                f"read with kind {_kind(column)}: read it again with kinds={{{name!r}: {kind!r}}}."
            )
    return source.knowledge_base()


def _kind(column: "Column") -> "Kind":
    from owlboost.tables.columns import NumberColumn

    if isinstance(column, NumberColumn):
        return "number"
    return "truth" if column.is_truth else "category"


def of_path(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """Read a file, a table as the model needs it, and state what it says."""
    if not isinstance(source, str | os.PathLike):
        return None
    found = opened(model, source)
    table = of_table(model, found)
    return of_ontology(model, found) if table is None else table


def opened(model: "TrainedModel", path: str | os.PathLike[str]) -> "LoadedOntology | Table":
    """Read a file: an ontology, or the columns of a table that a model needs."""
    from owlboost.sources.ontology_source import read_ontology
    from owlboost.tables.application import read_table_for
    from owlboost.tables.endings import is_table_path

    path = Path(path)
    if not is_table_path(path):
        return read_ontology(path)
    return read_table_for(model.hypothesis, path, model.lexicon)
