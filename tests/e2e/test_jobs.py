"""Threads change the time that learning takes, and nothing else."""

import numpy as np
import pytest
from tests.e2e.commands import Commands

from owlboost.cli import learn, training
from owlboost.learners.learner import Learner
from owlboost.learners.search.shard import ROWS

N_ROWS = ROWS + 5_000


@pytest.fixture
def long(owlboost: Commands) -> Commands:
    """A table of more than one shard."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, N_ROWS))
    kind = np.where(x + y + rng.normal(size=N_ROWS) > 1, "good", "bad")
    rows = "".join(f"{a:.3f},{b:.3f},{c}\n" for a, b, c in zip(x, y, kind, strict=True))
    owlboost.write("t.csv", f"x,y,kind\n{rows}")
    return owlboost


@pytest.mark.parametrize("algorithm", ["gradient", "boost"])
def test_a_model_is_the_same_for_any_number_of_jobs(long: Commands, algorithm: str) -> None:
    rules = ("--rules", "2") if algorithm == "gradient" else ("--rounds", "2")
    command = ("learn", "t.csv", "--target", "kind=good", "--algorithm", algorithm, *rules)
    printed = [
        long.done(*command, "-o", f"m{number}.json", *jobs)
        for number, jobs in enumerate([("--jobs", "1"), ("--jobs", "2"), ("--jobs", "4"), ()])
    ]
    models = [long.files()[f"m{number}.json"] for number in range(4)]
    assert len({*models}) == 1
    assert len({*printed}) == 1
    assert b"jobs" not in models[0]


def test_there_is_a_thread_for_each_core(
    owlboost: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    owlboost.write("t.csv", "x,k\n1,a\n2,b\n")
    threads = []
    train = training.train_watched

    def watched(problem: object, learner: Learner, *rest: object) -> object:
        threads.append(learner.n_jobs)
        return train(problem, learner, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(learn, "cores", lambda: 3)
    monkeypatch.setattr(training, "train_watched", watched)
    owlboost.done("learn", "t.csv", "--target", "k=a")
    owlboost.done("learn", "t.csv", "--target", "k=a", "--jobs", "2")
    assert threads == [3, 2]
