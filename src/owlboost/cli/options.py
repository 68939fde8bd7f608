"""Options that several commands share, under the names that scripts rely on."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

SourceFile = Annotated[
    Path, typer.Argument(metavar="SOURCE", help="A table: .csv, .tsv or .parquet.")
]
ModelFile = Annotated[Path, typer.Argument(metavar="MODEL.json", help="A model made by learn.")]

_TABLE = "Tables"
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first line is data.", rich_help_panel=_TABLE)
]
Columns = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="a,b,c",
        help="Names for a file without header.",
        rich_help_panel=_TABLE,
    ),
]
IdColumn = Annotated[
    str | None,
    typer.Option(
        "--id", metavar="COLUMN", help="Column that names the rows.", rich_help_panel=_TABLE
    ),
]
Categorical = Annotated[
    list[str] | None,
    typer.Option(
        "--categorical", metavar="COLUMN", help="Take as categories.", rich_help_panel=_TABLE
    ),
]
Numeric = Annotated[
    list[str] | None,
    typer.Option("--numeric", metavar="COLUMN", help="Take as numbers.", rich_help_panel=_TABLE),
]
Hide = Annotated[
    list[str] | None,
    typer.Option("--hide", metavar="COLUMN", help="Keep from the learner; repeatable."),
]


class Algorithm(StrEnum):
    """The outer loop."""

    BOOST = "boost"
    FOIL = "foil"


class WeakLearner(StrEnum):
    """What one round of boosting learns."""

    RULES = "rules"
    AXIOM = "axiom"


class Fuzzify(StrEnum):
    """How fuzzy sets are placed."""

    UNIFORM = "uniform"
    CMEANS = "cmeans"


class Format(StrEnum):
    """How predictions are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
