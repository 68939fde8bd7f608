"""Which engine is meant, and with how many processes."""

import pytest

from owlboost.errors import ParameterError
from owlboost.runtime.engine import DaskEngine, LocalEngine, engine


def test_without_a_word_one_process_does_the_work() -> None:
    found = engine("local")
    assert isinstance(found, LocalEngine)
    assert found.n_jobs == 1


@pytest.mark.parametrize(("jobs", "workers"), [(1, 2), (2, 2), (5, 5)])
def test_dask_has_at_least_two_workers(jobs: int, workers: int) -> None:
    found = engine("dask", jobs, "tcp://127.0.0.1:1")
    assert isinstance(found, DaskEngine)
    assert (found.scheduler, found.n_workers) == ("tcp://127.0.0.1:1", workers)


def test_all_cores_is_told_by_minus_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("joblib.cpu_count", lambda: 7)
    found = engine("dask", -1)
    assert isinstance(found, DaskEngine)
    assert found.n_workers == 7


def test_a_scheduler_is_for_dask_and_other_engines_are_unknown() -> None:
    with pytest.raises(ParameterError, match="needs the engine dask"):
        engine("local", 1, "tcp://127.0.0.1:1")
    with pytest.raises(ParameterError, match="no engine 'spark'"):
        engine("spark")
