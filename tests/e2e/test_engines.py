"""The same numbers from one process, two processes and a Dask cluster."""

from pathlib import Path

import numpy as np
import pytest
from tests.sources import shop
from tests.unit.evaluation.test_evaluate import timeless

from owlboost.errors import ParameterError
from owlboost.evaluation.evaluate import EvaluationContext, evaluate_all
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.grid import grid
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.runtime.engine import DaskEngine, Engine, LocalEngine, engine, pack, unpack

GRID = (*grid("paper", FuzzyOWLBoost(n_rounds=3)), *grid("paper", FoilDL()))


def results(chosen: Engine) -> list[dict[str, object]]:
    X, y = shop(60)
    protocol = Protocol(folds=3, nested=True)
    runs = evaluate_all(GRID, X, y, folds=protocol, running=EvaluationContext(engine=chosen))
    return [timeless(run) for run in runs]


def test_two_processes_give_what_one_gives() -> None:
    assert results(LocalEngine(2)) == results(LocalEngine(1))


@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_gives_what_one_process_gives() -> None:
    pytest.importorskip("distributed")
    assert results(DaskEngine(n_workers=2)) == results(LocalEngine(1))


def test_arrays_of_a_packed_object_are_shared_read_only(tmp_path: Path) -> None:
    X, _ = shop()
    kb = X.source.knowledge_base()
    pack(kb, tmp_path / "kb")
    found = unpack(tmp_path / "kb")
    assert np.array_equal(found.types.indices, kb.types.indices)
    assert np.array_equal(found.numbers[0].values, kb.numbers[0].values)
    assert not found.numbers[0].values.flags.writeable
    assert not found.numbers[0].values.flags.owndata


def test_engines_refuse_nonsense() -> None:
    with pytest.raises(ParameterError, match="choose local or dask"):
        engine("cloud")
    with pytest.raises(ParameterError, match="not 0"):
        engine("local", jobs=0)
    with pytest.raises(ParameterError, match="needs the engine dask"):
        engine("local", scheduler="tcp://x:1")
