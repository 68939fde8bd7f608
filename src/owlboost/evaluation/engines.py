"""Where folds run: in this process, in several, on a Dask cluster; the same numbers from each.

Sums of floats depend on their order, and BLAS orders them by its number of threads: every engine
runs a fold with one BLAS thread.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from owlboost.clusters import connected
from owlboost.errors import Hint, ParameterError, Sentence
from owlboost.evaluation.packing import pack, unpack
from owlboost.files import temporary_folder
from owlboost.interruptions import check

DASK = Hint("engine", "name='dask'", "dask")

_Shared = TypeVar("_Shared")
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class Engine(Protocol):
    """Runs a function on jobs that share one large argument."""

    def run(
        self,
        function: Callable[[_Shared, _Job], _Result],
        shared: _Shared,
        jobs: Sequence[_Job],
    ) -> Iterator[tuple[int, _Result]]:
        """Yield each job's position and result, in the order in which they are done."""
        ...


class LocalEngine:
    """One process, or ``n_jobs`` of this machine; −1 is one for each core, as joblib counts.

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
            return self._here(function, shared, jobs)
        return self._elsewhere(function, shared, jobs)

    def _here(
        self, function: Callable[[_Shared, _Job], _Result], shared: _Shared, jobs: Sequence[_Job]
    ) -> Iterator[tuple[int, _Result]]:
        from threadpoolctl import threadpool_limits

        for number, job in enumerate(jobs):
            check()
            with threadpool_limits(limits=1, user_api="blas"):
                result = function(shared, job)
            yield number, result

    def _elsewhere(
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

    Parameters
    ----------
    scheduler
        Address such as ``tcp://host:8786``; workers need owlboost installed.
    n_workers
        Without an address, how many processes to start.
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
    """End this worker process soon after the one that started it, even if that was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=1)
def _one_blas_thread() -> Any:
    """Hold BLAS to one thread for the life of this worker process."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(limits=1, user_api="blas")


def portable(value: object) -> Any:
    """Return what other processes make this value of again, its code included if need be.

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
        raise ParameterError(Sentence("A scheduler needs the engine dask: use ", DASK, "."))
    return LocalEngine(jobs)


def _cores() -> int:
    from joblib import cpu_count

    return int(cpu_count())
