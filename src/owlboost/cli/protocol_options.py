"""Options of evaluations: folds, grid, and where they run."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from owlboost.evaluation.grids import grid_names

if TYPE_CHECKING:
    from owlboost.evaluation.folds import Protocol
    from owlboost.learners.search.scorer import Cluster
    from owlboost.runtime.engine import Engine

_RUN = "Where it runs"


Grid = StrEnum("Grid", {name.upper(): name for name in grid_names()})  # type: ignore[misc]
"""The configurations to compare: the grids of all learners, and none."""

PAPER: Any = Grid("paper")


class SuiteProtocol(StrEnum):
    """What is an example in the tasks of a suite."""

    PAPER = "paper"
    LISTS = "lists"


class EngineName(StrEnum):
    """Where folds run."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True, slots=True)
class ProtocolOptions:
    """How examples are divided into training and test."""

    folds: Annotated[int, typer.Option(help="Number of stratified folds.")] = 5
    repeats: Annotated[int, typer.Option(help="How many times to repeat with new folds.")] = 1
    nested: Annotated[
        bool,
        typer.Option("--nested", help="Also choose the configuration inside each training fold."),
    ] = False
    mask: Annotated[
        bool,
        typer.Option("--mask", help="Hide only the labels of test individuals, not their facts."),
    ] = False
    train_is_test: Annotated[
        bool,
        typer.Option(
            "--train-is-test", help="Train and test on all examples, to explain these data (★)."
        ),
    ] = False
    seed: Annotated[int, typer.Option(help="Seed for the folds.")] = 0

    def protocol(self) -> "Protocol":
        """Check the options and make a protocol of them."""
        from owlboost.evaluation.folds import Protocol

        return Protocol(
            folds=self.folds,
            repeats=self.repeats,
            seed=self.seed,
            mask=self.mask,
            nested=self.nested,
            train_is_test=self.train_is_test,
        )


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Where folds run."""

    jobs: Annotated[
        int,
        typer.Option(
            help="Number of processes, -1 for all cores; does not affect the result.",
            rich_help_panel=_RUN,
        ),
    ] = 1
    engine: Annotated[
        EngineName, typer.Option(help="Run on this machine or with Dask.", rich_help_panel=_RUN)
    ] = EngineName.LOCAL
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address of a running Dask scheduler, tcp://…",
            rich_help_panel=_RUN,
        ),
    ] = None

    def started(self) -> "Engine":
        """Check the options and start the engine."""
        from owlboost.runtime.engine import engine

        return engine(self.engine.value, self.jobs, self.scheduler)


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Where the examples of one training lie."""

    engine: Annotated[
        EngineName,
        typer.Option(
            help="Learn in this process or on the workers of Dask; does not affect the result.",
            rich_help_panel=_RUN,
        ),
    ] = EngineName.LOCAL
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address of a running Dask scheduler, tcp://…",
            rich_help_panel=_RUN,
        ),
    ] = None

    @contextmanager
    def cluster(self, jobs: int) -> Iterator["Cluster | None"]:
        """Check the options and connect to the cluster, if there is one."""
        from owlboost.runtime.engine import DaskEngine, engine

        chosen = engine(self.engine.value, jobs, self.scheduler)
        if not isinstance(chosen, DaskEngine):
            yield None
            return
        from owlboost.learners.search.dask_scorer import DaskCluster
        from owlboost.runtime.engine import connected

        with connected(chosen.scheduler, chosen.n_workers) as client:
            yield DaskCluster(client)
