"""Options of evaluations: folds, grid, and where they run."""

from enum import StrEnum
from typing import Annotated

import typer

_RUN = "Where it runs"


class Grid(StrEnum):
    """The configurations to compare."""

    PAPER = "paper"
    NONE = "none"


class EngineName(StrEnum):
    """Where folds run."""

    LOCAL = "local"
    DASK = "dask"


Folds = Annotated[int, typer.Option(help="Stratified folds.")]
Repeats = Annotated[int, typer.Option(help="Divide anew this often.")]
Seed = Annotated[int, typer.Option(help="Seed of the folds.")]
Nested = Annotated[
    bool,
    typer.Option("--nested", help="Also choose the configuration inside each training fold."),
]
Masked = Annotated[
    bool,
    typer.Option("--mask", help="Hide only the labels of test individuals, not their facts."),
]
Jobs = Annotated[
    int,
    typer.Option(help="Processes; -1 for all cores. The result is the same.", rich_help_panel=_RUN),
]
EngineChoice = Annotated[
    EngineName, typer.Option("--engine", help="This machine or Dask.", rich_help_panel=_RUN)
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A running Dask scheduler, tcp://…", rich_help_panel=_RUN),
]
