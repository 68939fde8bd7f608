"""Opening what the user names: a table with its options."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from owlboost.ontology.column_kinds import Kind
    from owlboost.ontology.tabular import Table


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How to read a table."""

    no_header: bool = False
    columns: str | None = None
    id_column: str | None = None
    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()


def open_table(path: Path, options: TableOptions) -> "Table":
    """Read a table and say on stderr what was left out of it."""
    from owlboost.ontology.table_reading import read_table

    wanted: dict[str, Kind] = dict.fromkeys(options.categorical, "category")
    wanted |= dict.fromkeys(options.numeric, "number")
    names = column_list(options.columns)
    table = read_table(
        path,
        header=not options.no_header and names is None,
        columns=names,
        id_column=options.id_column,
        kinds=wanted,
    )
    say(table.remarks)
    return table


def column_list(text: str | None) -> list[str] | None:
    """Split the names given to ``--columns``."""
    return None if text is None else [name.strip() for name in text.split(",")]


def say(remarks: tuple[str, ...]) -> None:
    """Print remarks on stderr."""
    for remark in remarks:
        typer.echo(f"note: {remark}", err=True)


def fingerprint(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
