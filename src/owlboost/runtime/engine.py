"""Run independent jobs in this process, in others, or on Dask."""

import logging
import mmap
import os
import pickle
import signal
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from owlboost.errors import Hint, Message, MissingExtraError, ParameterError
from owlboost.runtime.files import temporary_folder
from owlboost.runtime.signals import check_interrupt

_SECONDS = 10
"""Wait this long for a scheduler, and for its first worker."""


@contextmanager
def connected(scheduler: str | None = None, n_workers: int = 2) -> Iterator[Any]:
    """Yield a client of a scheduler, or of a local cluster of some processes.

    Raises
    ------
    MissingExtraError
        Dask is not installed.
    ParameterError
        No scheduler answers at the address, or it has no workers.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise MissingExtraError("The engine dask", "dask") from error
    settings = {
        "distributed.admin.large-graph-warning-threshold": "1 TiB",  # examples travel in tasks
        "distributed.deploy.lost-worker-timeout": "1 day",  # a busy machine starts it again late
    }
    with dask.config.set(settings):
        if scheduler is not None:
            with _client(Client, scheduler) as client:
                yield client
            return
        with _ignoring_sigint():
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
def _ignoring_sigint() -> Iterator[None]:
    """Let processes started in the block ignore Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def _client(client_class: Any, scheduler: str) -> Iterator[Any]:
    import asyncio

    try:
        asyncio.run(_ping(scheduler))  # a client that finds nobody complains when it is gone
        client = client_class(scheduler, timeout=_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise ParameterError(
            f"There is no Dask scheduler at {scheduler or 'an empty address'}: start one with dask "
            "scheduler, or correct the address, such as tcp://host:8786."
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError as error:
            raise ParameterError(
                f"The Dask scheduler at {scheduler} has no workers: start some with dask worker "
                f"{scheduler}."
            ) from error
        yield client


async def _ping(scheduler: str) -> None:
    """Connect to a scheduler and hang up.

    Raises OSError or ValueError if nothing answers.
    """
    from distributed.comm.core import connect

    comm = await connect(scheduler, timeout=_SECONDS)
    await comm.close()


_ALIGNED = 64
_HEADER = struct.Struct("<QQ")


def pack(value: object, path: Path) -> None:
    """Write an object to a file, followed by its arrays.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> path = Path(tempfile.mkdtemp()) / "shared"
    >>> pack({"weights": np.arange(3)}, path)
    >>> weights = unpack(path)["weights"]
    >>> weights, weights.flags.writeable
    (array([0, 1, 2]), False)
    """
    buffers: list[pickle.PickleBuffer] = []
    body = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    views = [buffer.raw() for buffer in buffers]
    sizes = struct.pack(f"<{len(views)}Q", *(view.nbytes for view in views))
    with path.open("wb") as file:
        file.write(_HEADER.pack(len(body), len(views)) + sizes + body)
        for view in views:
            file.write(b"\0" * (-file.tell() % _ALIGNED))
            file.write(view)


def unpack(path: Path) -> Any:
    """Read an object whose arrays are read-only views of the mapped file."""
    with path.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    n_body, n_views = _HEADER.unpack_from(content)
    sizes = struct.unpack_from(f"<{n_views}Q", content, _HEADER.size)
    offset = _HEADER.size + 8 * n_views
    body = content[offset : offset + n_body]
    offset += n_body
    views = []
    for size in sizes:
        offset += -offset % _ALIGNED
        views.append(content[offset : offset + size])
        offset += size
    return pickle.loads(body, buffers=views)


DASK = Hint("engine", "name='dask'", "dask")

_Shared = TypeVar("_Shared")
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class Engine(Protocol):
    """Runs jobs of one function that share a large argument."""

    def run(
        self,
        function: Callable[[_Shared, _Job], _Result],
        shared: _Shared,
        jobs: Sequence[_Job],
    ) -> Iterator[tuple[int, _Result]]:
        """Yield each job's position and result, in order of completion."""
        ...


class LocalEngine:
    """One process, or ``n_jobs`` processes; −1 means one for each core.

    The shared argument is written to a file once and mapped by all processes.

    Examples
    --------
    >>> dict(LocalEngine().run(pow, 2, [1, 2, 3]))
    {0: 2, 1: 4, 2: 8}
    """

    def __init__(self, n_jobs: int = 1) -> None:
        if n_jobs == 0:
            raise ParameterError("n_jobs must be a positive number, or -1 for all cores, not 0.")
        self.n_jobs = n_jobs

    def run(
        self,
        function: Callable[[_Shared, _Job], _Result],
        shared: _Shared,
        jobs: Sequence[_Job],
    ) -> Iterator[tuple[int, _Result]]:
        """Yield each job's position and result."""
        from joblib import effective_n_jobs

        if min(effective_n_jobs(self.n_jobs), len(jobs)) <= 1:
            return self._run_serially(function, shared, jobs)
        return self._run_in_processes(function, shared, jobs)

    def _run_serially(
        self, function: Callable[[_Shared, _Job], _Result], shared: _Shared, jobs: Sequence[_Job]
    ) -> Iterator[tuple[int, _Result]]:
        from threadpoolctl import threadpool_limits

        for number, job in enumerate(jobs):
            check_interrupt()
            with threadpool_limits(limits=1, user_api="blas"):
                result = function(shared, job)
            yield number, result

    def _run_in_processes(
        self, function: Callable[[_Shared, _Job], _Result], shared: _Shared, jobs: Sequence[_Job]
    ) -> Iterator[tuple[int, _Result]]:
        from joblib import Parallel, delayed

        with temporary_folder() as folder:
            path = folder / "shared"
            pack(shared, path)
            parallel = Parallel(
                n_jobs=self.n_jobs, return_as="generator_unordered", batch_size=1, max_nbytes=None
            )
            yield from parallel(
                delayed(_mapped_job)(os.getpid(), function, path, number, job)
                for number, job in enumerate(jobs)
            )


class DaskEngine:
    """A Dask cluster: the one at ``scheduler``, or ``n_workers`` local processes.

    A scheduler has an address such as ``tcp://host:8786``; its workers need owlboost installed.
    """

    def __init__(self, scheduler: str | None = None, n_workers: int = 2) -> None:
        self.scheduler = scheduler
        self.n_workers = n_workers

    def run(
        self,
        function: Callable[[_Shared, _Job], _Result],
        shared: _Shared,
        jobs: Sequence[_Job],
    ) -> Iterator[tuple[int, _Result]]:
        """Yield each job's position and result."""
        with connected(self.scheduler, self.n_workers) as client:
            [sent] = client.scatter([shared], broadcast=True, hash=False)
            futures = [
                client.submit(_sent_job, function, sent, number, job, pure=False)
                for number, job in enumerate(jobs)
            ]
            yield from _as_done(futures)


def _as_done(futures: list[Any]) -> Iterator[tuple[int, Any]]:
    from distributed import as_completed

    for future in as_completed(futures):
        yield future.result()


def _mapped_job(
    parent: int, function: Callable[[Any, _Job], _Result], path: Path, number: int, job: _Job
) -> tuple[int, _Result]:
    _end_with(parent)
    _one_blas_thread()
    return number, function(_mapped(path), job)


def _sent_job(
    function: Callable[[_Shared, _Job], _Result], shared: _Shared, number: int, job: _Job
) -> tuple[int, _Result]:
    _one_blas_thread()
    return number, function(shared, job)


@lru_cache(maxsize=1)
def _mapped(path: Path) -> Any:
    return unpack(path)


@lru_cache(maxsize=1)
def _end_with(parent: int) -> None:
    """End this worker process soon after its parent, even a killed one."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=1)
def _one_blas_thread() -> Any:
    """Limit BLAS to one thread for the life of this worker process."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(limits=1, user_api="blas")


def portable(value: object) -> Any:
    """Return a form of a value that other processes can unpickle.

    Functions and classes of a script or notebook are sent whole, those of modules by their names.
    """
    from joblib import wrap_non_picklable_objects

    return wrap_non_picklable_objects(value, keep_wrapper=False)


def engine(name: str, jobs: int = 1, scheduler: str | None = None) -> Engine:
    """Return an engine by its name, ``local`` or ``dask``.

    Examples
    --------
    >>> engine("local", jobs=2).n_jobs
    2
    """
    if name == "dask":
        return DaskEngine(scheduler, max(jobs, 2) if jobs > 0 else _cores())
    if name != "local":
        raise ParameterError(f"There is no engine {name!r}; choose local or dask.")
    if scheduler is not None:
        raise ParameterError(Message("A scheduler needs the engine dask: use ", DASK, "."))
    return LocalEngine(jobs)


def _cores() -> int:
    from joblib import cpu_count

    return int(cpu_count())
