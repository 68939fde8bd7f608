"""The comparison with well-known learners: folds, files, tables."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.peers.__main__ import main, parser, planned
from benchmarks.peers.problems import Problem
from benchmarks.peers.results import Result, finished, path_of, read_all, save
from benchmarks.peers.running import Job, Own, fold_tables, opened
from benchmarks.peers.scoring import CERTAIN, believed, ranked
from benchmarks.peers.table import csv_text, markdown
from benchmarks.peers.trials import Setting, TooSlowError, own_fold, processor_limit

from owlboost.data.examples import Examples
from owlboost.errors import DataError, ParameterError
from owlboost.evaluation.folds import Protocol, outer_folds
from owlboost.evaluation.trial import Trial, run_fold
from owlboost.learners.algorithms import GradientConcepts
from owlboost.tables.columns import NumberColumn, SymbolColumn
from owlboost.tables.table import Table, numbered_rows

TWO = Protocol(folds=2, seed=7)


@pytest.fixture(scope="module")
def setting() -> Setting:
    rng = np.random.default_rng(0)
    values = rng.normal(size=60)
    positive = values + rng.normal(scale=0.7, size=60) > 0
    columns: dict[str, NumberColumn | SymbolColumn] = {
        "size": NumberColumn(values),
        "good": SymbolColumn(positive.astype(np.int32), (False, True)),
    }
    X, y = Table(Path("t.csv"), numbered_rows(60), columns).examples("good=true")
    return Setting(X, y, X.source.knowledge_base(), tuple(outer_folds(TWO, y)))


def test_our_figures_are_those_of_an_evaluation(setting: Setting) -> None:
    learner = GradientConcepts(n_rules=2)
    trial = Trial(setting.examples, setting.positive, setting.kb, (learner,))
    for fold in setting.folds:
        ours, theirs = own_fold(setting, fold, learner), run_fold(trial, fold).scores[0]
        for name in ("F1", "fuzzy_F1", "MCC", "balanced_accuracy"):
            assert ours[name] == theirs.measures[name]
        assert ours["rules"] == theirs.rules


def test_a_division_is_told_apart(setting: Setting) -> None:
    again = Setting(setting.examples, setting.positive, setting.kb, setting.folds)
    other = tuple(outer_folds(Protocol(folds=2, seed=8), setting.positive))
    assert again.division == setting.division
    assert Setting(setting.examples, setting.positive, setting.kb, other).division != (
        setting.division
    )


def test_a_training_table_is_silent_about_the_test(setting: Setting) -> None:
    class Noting:
        def __init__(self) -> None:
            self.asked: list[list[int]] = []

        def knowledge_base(self, without: Any = None) -> Any:
            self.asked.append(without.tolist())
            return setting.examples.source.knowledge_base(without)

    source = Noting()
    X = setting.examples
    noting = Examples(source, X.target, X.names, X.individuals, X.universe)
    fold = setting.folds[0]
    learned, test = fold_tables(
        Setting(noting, setting.positive, setting.kb, setting.folds), fold, 0
    )
    assert source.asked == [fold.test.tolist()]
    assert (len(learned), len(test)) == (fold.train.size, fold.test.size)


def test_probabilities_that_are_sure_and_wrong_cost_a_finite_sum() -> None:
    found = believed(np.array([True, False]), np.array([0.0, 0.0]))
    assert found["log_loss"] == pytest.approx(-np.log(CERTAIN) / 2, rel=1e-5)
    assert found["Brier"] == 0.5


def test_a_fold_without_negatives_has_no_auc() -> None:
    assert ranked(np.array([True]), np.array([0.3])) == {"AUC": None, "AP": None}


def forever() -> None:
    while True:
        pass


def test_what_takes_too_much_of_the_processor_is_stopped() -> None:
    with pytest.raises(TooSlowError, match=r"more than 0\.05 s"), processor_limit(0.05):
        forever()
    with processor_limit(None):
        pass


def result(problem: str, learner: str, auc: float, **more: Any) -> Result:
    own = learner.startswith("owlboost")
    names = ("AUC", "Brier", "F1", "MCC", "fuzzy_F1", "rules", "conditions", "exact", "calibrated",
             "against_confidence", "against_counts", "seconds")  # fmt: skip
    fold = dict.fromkeys(names, 1.0) | {"AUC": auc, "F1": 0.5, "fuzzy_F1": 0.5}
    told: dict[str, Any] = {
        "problem": problem, "suite": "paper", "learner": learner, "title": learner, "own": own,
        "settings": {"seed": 1}, "division": "d", "folds": (fold, fold),
    }  # fmt: skip
    return Result(**told | more)


def test_a_result_is_kept_and_not_made_again(tmp_path: Path) -> None:
    save(result("hotel", "histgb", 0.7), tmp_path)
    assert finished(tmp_path, "hotel", "histgb", {"seed": 1})
    assert not finished(tmp_path, "moral", "histgb", {"seed": 1})
    with pytest.raises(DataError, match="other settings"):
        finished(tmp_path, "hotel", "histgb", {"seed": 2})
    save(result("uba", "histgb", 0.7, division="", folds=(), skipped="not at hand"), tmp_path)
    assert not finished(tmp_path, "uba", "histgb", {"seed": 1})
    path_of(tmp_path, "uba", "histgb").unlink()
    (tmp_path / "other.json").write_text(json.dumps({"format": "something"}))
    [found] = read_all([tmp_path, tmp_path])
    assert found.folds == result("hotel", "histgb", 0.7).folds


def test_tables_compare_what_all_learners_have() -> None:
    results = [
        result("hotel", "owlboost-10x3", 0.8),
        result("moral", "owlboost-10x3", 0.9),
        result("hotel", "histgb", 0.7),
        result("moral", "ebm", 0.9, folds=(), skipped="too slow"),
    ]
    text = markdown(results)
    assert "| hotel | **0.800** | 0.700 |" in text
    assert "| moral | **0.900** | – |" in text
    assert "| **mean of 1 that all have** | **0.800** | 0.700 |" in text
    assert "| **mean of those it has** | 0.850 (2) | 0.700 (1) |" in text
    assert "| owlboost-10x3 | HistGB | AUC | 1 | +0.100 | 1/0/0 | 1.0000 |" in text
    assert "Mean fF1F1 on 2 rows of the paper: 0.250." in text
    assert "Of 4 rules of all folds, 4 have a weight against their confidence" in text
    assert "- moral (ebm): too slow." in text
    assert "hotel,paper,histgb,AUC,0.7,0.0,2" in csv_text(results)


def test_results_of_other_folds_are_not_compared() -> None:
    with pytest.raises(DataError, match="different folds"):
        markdown([result("hotel", "owlboost", 0.8), result("hotel", "ebm", 0.7, division="e")])
    assert markdown([]) == "There are no figures yet.\n"


def test_less_is_better_for_brier() -> None:
    better = {"AUC": 0.5, "Brier": 0.1, "F1": 0.5, "MCC": 0.5}
    text = markdown([result("hotel", "histgb", 0.5), result("hotel", "ebm", 0.5, folds=(better,))])
    assert "| hotel | 1.000 | **0.100** |" in text


def plan(*arguments: str) -> list[Job]:
    return planned(parser().parse_args([*arguments, "-o", "x"]))


def test_learners_run_one_after_the_other_ours_last() -> None:
    jobs = plan("--peers", "histgb,ebm", "--only", "hotel,digits-8", "--rules", "30")
    assert [(job.problem.name, job.name) for job in jobs] == [
        ("hotel", "histgb"), ("digits-8", "histgb"), ("hotel", "ebm"), ("digits-8", "ebm"),
        ("hotel", "owlboost-30x3"), ("digits-8", "owlboost-30x3"),
    ]  # fmt: skip
    assert plan("--peers", "none", "--no-own") == []
    with pytest.raises(ParameterError, match="Did you mean histgb"):
        plan("--peers", "histgbm")


def test_our_learner_has_the_depth_of_the_problem_and_the_conjuncts_asked_for() -> None:
    [job] = plan("--peers", "none", "--only", "pair50", "--max-conjuncts", "2")
    assert isinstance(job.learner, Own)
    learner = job.learner.learner(job.problem, 7)
    assert isinstance(learner, GradientConcepts)
    assert (learner.max_depth, learner.max_conjuncts, learner.n_rules) == (2, 2, 10)
    assert learner.random_state == 7


def test_tables_of_no_suite() -> None:
    found = opened(Problem("breast-cancer", "tables"), TWO)
    assert (len(found.positive), int(found.positive.sum())) == (569, 212)


def test_an_interrupted_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OWLBOOST_DATA", raising=False)
    arguments = ["--no-own", "--jobs", "1", "--folds", "2", "--repeats", "1",
                 "--only", "breast-cancer,white-wine", "-o", str(tmp_path)]  # fmt: skip
    assert main([*arguments, "--peers", "logistic"]) == 0
    kept = path_of(tmp_path, "breast-cancer", "logistic")
    before = kept.stat().st_mtime_ns
    assert main([*arguments, "--peers", "logistic,histgb"]) == 0
    assert kept.stat().st_mtime_ns == before
    assert "white-wine (HistGB, logistic): The white wines" in capsys.readouterr().out
    assert (tmp_path / "table.md").is_file()
    assert main([*arguments, "--peers", "logistic", "--seed", "1"]) == 1
