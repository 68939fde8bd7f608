"""One training on the workers of Dask: the same model file, whatever happens to them."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.e2e.commands import Commands, environment

from owlboost.evaluation.samples import write_iris_table
from owlboost.learners.algorithms import FuzzyOWLBoost, GradientConcepts
from owlboost.learners.learner import Learner
from owlboost.learners.run import RunContext, Step
from owlboost.learners.search.dask_cluster import DaskCluster
from owlboost.learners.training import train
from owlboost.models.model_files import model_text
from owlboost.runtime.engine import connected
from owlboost.tables.reading import read_table

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "cluster.md"

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two workers; one that ends is started again."""
    pytest.importorskip("distributed")
    with connected(n_workers=2) as found:
        yield found


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """900 rows in 9 shards."""
    monkeypatch.setattr("owlboost.learners.search.shard.ROWS", 100)
    generator = np.random.default_rng(1)
    x, z = generator.normal(size=(2, 900)).round(3)
    kind = generator.choice(["a", "b", "?"], 900)
    good = (x * z + (kind == "a") > 0.4) & (z < 1)
    rows = zip(x, z, kind, good, strict=True)
    path = tmp_path / "table.csv"
    path.write_text("x,z,kind,good\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows))
    return path


def learned(path: Path, learner: Learner, context: RunContext | None = None) -> str:
    return model_text(train(read_table(path).problem("good=True"), learner, context=context))


LEARNERS = [GradientConcepts(n_rules=4), FuzzyOWLBoost(n_rounds=1, min_confidence=0.8)]
GUIDED = GradientConcepts(n_rules=3, given=["z is high"], forbidden=["kind is a"])


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: one.name)
@pytest.mark.parametrize("sent", [0, 1 << 22], ids=["read there", "sent"])
def test_workers_give_the_model_of_one_process(
    client: Any, table: Path, learner: Learner, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owlboost.learners.search.dask_cluster._SENT", sent)
    there = learned(table, learner, RunContext(cluster=DaskCluster(client)))
    assert there == learned(table, learner)


@pytest.mark.parametrize("sent", [0, 1 << 22], ids=["read there", "sent"])
def test_a_worker_that_is_killed_half_way_changes_nothing(
    client: Any, table: Path, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owlboost.learners.search.dask_cluster._SENT", sent)
    steps: list[Step] = []

    def on_event(event: object) -> None:
        if isinstance(event, Step):
            steps.append(event)
            if len(steps) == 3:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    learner = GradientConcepts(n_rules=4)
    there = learned(table, learner, RunContext(on_event, cluster=DaskCluster(client)))
    assert len(steps) > 4
    assert there == learned(table, learner)


def test_a_worker_that_comes_back_late_is_waited_for() -> None:
    dask = pytest.importorskip("dask")
    pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "0 s"}),  # any time is late
        connected(n_workers=1) as client,
    ):
        [process] = client.run(os.getpid).values()
        os.kill(process, signal.SIGKILL)
        assert client.submit(abs, -1).result(timeout=120) == 1


def test_workers_heed_given_and_forbidden_rules(client: Any, table: Path) -> None:
    there = learned(table, GUIDED, RunContext(cluster=DaskCluster(client)))
    assert there == learned(table, GUIDED)


def test_a_file_that_changes_meanwhile_is_refused(
    client: Any, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from owlboost.errors import SourceError

    monkeypatch.setattr("owlboost.learners.search.dask_cluster._SENT", 0)
    monkeypatch.setattr(DaskCluster, "_reads", lambda *_: True)
    problem = read_table(table).problem("good=True")
    table.write_text(table.read_text() + "1,1,a,True\n")
    with pytest.raises(SourceError, match="is not the file that is learned from"):
        train(problem, LEARNERS[1], context=RunContext(cluster=DaskCluster(client)))


def test_the_command_starts_workers_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    write_iris_table(tmp_path / "iris.csv")
    asked = ("learn", "iris.csv", "--target", "species=versicolor")
    here = owlboost.done(*asked, "-o", "here.json")
    there = owlboost.done(*asked, "-o", "there.json", "--engine", "dask")
    assert there == here
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_an_interruption_ends_with_the_best_so_far(tmp_path: Path, table: Path) -> None:
    pytest.importorskip("distributed")
    asked = ("learn", str(table), "--target", "good=True", "--engine", "dask", "--rules", "auto")
    running = subprocess.Popen(
        [sys.executable, "-m", "owlboost", *asked, "--trace", "trace.jsonl", "-o", "model.json"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while running.poll() is None and not list(tmp_path.glob(".trace.jsonl.*")):
        time.sleep(0.1)  # until learning begins, with all workers there
    time.sleep(0.3)  # right after its trace is there, it waits for Ctrl-C
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: workers are in the same group
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130, said
    assert said.endswith("owlboost: interrupted; this is the best result so far.\n")
    assert (tmp_path / "model.json").exists()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://127.0.0.1:1", ""])
def test_an_address_without_a_scheduler_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    address: str,
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("owlboost.runtime.engine._SECONDS", 1)
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    write_iris_table(tmp_path / "iris.csv")
    asked = ("learn", "iris.csv", "--target", "species=versicolor", "-o", "model.json")
    run = owlboost(*asked, "--engine", "dask", "--scheduler", address)
    assert run.code == 1
    assert run.err == (
        f"owlboost: There is no Dask scheduler at {address or 'an empty address'}: start one with "
        "dask scheduler, or correct the address, such as tcp://host:8786.\n"
    )
    assert not (tmp_path / "model.json").exists()


def test_a_scheduler_without_workers_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("owlboost.runtime.engine._SECONDS", 1)
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    write_iris_table(tmp_path / "iris.csv")
    asked = ("learn", "iris.csv", "--target", "species=versicolor")
    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        run = owlboost(*asked, "--engine", "dask", "--scheduler", address)
    assert run.code == 1
    assert run.err == (
        f"owlboost: The Dask scheduler at {address} has no workers: start some with dask worker "
        f"{address}.\n"
    )


def test_a_scheduler_is_for_dask_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    write_iris_table(tmp_path / "iris.csv")
    run = owlboost("learn", "iris.csv", "--target", "species=virginica", "--scheduler", "x:1")
    assert run.code == 1
    assert run.err == "owlboost: A scheduler needs the engine dask: use --engine dask.\n"


def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    write_iris_table(tmp_path / "iris.csv")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    on_cluster, out_of_core = (block.replace("8786", str(port)) for block in blocks)
    assert on_cluster.count("dask worker") == 2
    folder = Path(sys.executable).parent
    for block, model in ((on_cluster, "cluster.json"), (out_of_core, "disk.json")):
        script = "set -e\ntrap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\n" + block.replace(
            "-o versicolor.json", f"-o {model}"
        )
        subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            env={**environment(), "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
            check=True,
            timeout=300,
        )
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "disk.json").read_bytes()
