"""A Dask cluster: one that runs already, or processes of this machine that end with the work."""

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from owlboost.errors import MissingExtraError, ParameterError

_SECONDS = 10
"""How long to wait for a scheduler, and for its first worker."""


@contextmanager
def connected(scheduler: str | None = None, n_workers: int = 2) -> Iterator[Any]:
    """Connect to a scheduler, or start one with some workers, and yield the client.

    Parameters
    ----------
    scheduler
        Address such as ``tcp://host:8786``; its workers need owlboost installed.
    n_workers
        Without an address, how many processes to start.

    Raises
    ------
    MissingExtraError
        Dask is not installed.
    ParameterError
        Nobody answers at the address, or there are no workers.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise MissingExtraError("The engine dask", "dask") from error
    quiet = {"distributed.admin.large-graph-warning-threshold": "1 TiB"}  # examples travel in tasks
    with dask.config.set(quiet):
        if scheduler is not None:
            with _client(Client, scheduler) as client:
                yield client
            return
        with _undisturbed():
            cluster = LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=":0",
                silence_logs=logging.ERROR,  # a worker that is lost or slow to end is no news
            )
        with cluster, Client(cluster) as client:
            yield client


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let processes that are started now leave Ctrl-C to this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _client(client: Any, scheduler: str) -> Iterator[Any]:
    import asyncio

    try:
        asyncio.run(_called(scheduler))  # a client that finds nobody complains when it is gone
        found = client(scheduler, timeout=_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise ParameterError(
            f"There is no Dask scheduler at {scheduler or 'an empty address'}: start one with dask "
            "scheduler, or correct the address, such as tcp://host:8786."
        ) from error
    with found:
        try:
            found.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError as error:
            raise ParameterError(
                f"The Dask scheduler at {scheduler} has no workers: start some with dask worker "
                f"{scheduler}."
            ) from error
        yield found


async def _called(scheduler: str) -> None:
    """Call a scheduler and hang up; OSError or ValueError if nobody answers."""
    from distributed.comm.core import connect

    comm = await connect(scheduler, timeout=_SECONDS)
    await comm.close()
