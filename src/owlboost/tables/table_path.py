"""The path of a table, as a source that is read when it is asked for."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.models.source import FileSource, SourceKind, SourceNames, own_options
from owlboost.tables.read_options import ReadOptions, is_table_path

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel
    from owlboost.tables.table import Table


@dataclass(frozen=True, slots=True)
class TablePath(FileSource):
    """The file of a table, and how it is read."""

    options: ReadOptions
    kind: SourceKind = "table"

    def open(self) -> "Table":
        """Read the table."""
        from owlboost.tables.reading import read_table_with

        return read_table_with(self.path, self.options)

    def open_for(self, model: "TrainedModel") -> "Table":
        """Read the columns that a model needs."""
        from owlboost.tables.partial_reads import read_table_for

        return read_table_for(model.hypothesis, self.path, model.lexicon, self.options)

    def portions(self, model: "TrainedModel", rows: int) -> "Iterator[Table]":
        """Read these columns, some rows at a time."""
        from owlboost.tables.partial_reads import portions_for

        return portions_for(model.hypothesis, self.path, rows, model.lexicon, self.options)

    def rule_names(self) -> SourceNames:
        """Return the names of the columns; the cells are read late."""
        from owlboost.tables.facts import names_of_columns
        from owlboost.tables.reading import column_names

        names = column_names(self.path, self.options)
        return names_of_columns(names, self.name, lambda: self.open().knowledge_base())


def table_path(thing: object, options: tuple[object, ...]) -> TablePath | None:
    """Return a path as a source, if its name is that of a table."""
    if not isinstance(thing, str | os.PathLike) or not is_table_path(thing):
        return None
    return TablePath(Path(thing), own_options(ReadOptions, options))
