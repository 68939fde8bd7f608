import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.configurations import boost
from tests.sources import shop

from owlboost.concepts.evaluation import Extents
from owlboost.data.examples import Examples, LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError, RunError
from owlboost.evaluation.evaluate import EvaluationContext, evaluate, evaluate_all
from owlboost.evaluation.fold_store import FoldStore, fold_key, trial_digest
from owlboost.evaluation.folds import Fold, Protocol, inner_folds, outer_folds
from owlboost.evaluation.grid import grid
from owlboost.evaluation.run import RunResult
from owlboost.evaluation.run_file import load_run, run_from_json, run_to_json, save_run
from owlboost.evaluation.trial import Trial, run_fold
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.learners.training import fit
from owlboost.models.measures import measure
from owlboost.runtime.array_types import Ids
from owlboost.runtime.engine import LocalEngine

GRID = tuple(
    FuzzyOWLBoost(n_rounds=3, n_sets=n_sets, min_confidence=theta)
    for n_sets in (3, 5)
    for theta in (0.34, 0.94)
)
X, Y = shop()


def timeless(run: RunResult) -> dict[str, object]:
    """A run without what differs from one time to the next."""

    def cleaned(value: object) -> object:
        if isinstance(value, dict):
            return {name: cleaned(part) for name, part in value.items() if name != "seconds"}
        return [cleaned(part) for part in value] if isinstance(value, list) else value

    found = cleaned(json.loads(json.dumps(run_to_json(run))))
    assert isinstance(found, dict)
    return found


def test_a_run_is_what_its_folds_give_one_by_one() -> None:
    run = evaluate(GRID, X, Y, folds=4)
    for settings, configuration in zip(GRID, run.configurations, strict=True):
        for fold, score in zip(
            outer_folds(Protocol(folds=4), Y), configuration.scores.folds, strict=True
        ):
            found = fit(X[fold.train].problem(Y[fold.train]), settings)
            degrees = Extents(X.source.knowledge_base()).hypothesis(found.hypothesis)[fold.test]
            alone = measure(Y[fold.test], degrees, found.threshold).named()
            assert {name: alone[name] for name in score.measures} == dict(score.measures)
            assert score.rules == sum(1 for _ in found.hypothesis.inclusions)
            assert score.threshold == found.threshold


def test_the_best_of_each_placing_is_told_by_its_place_in_the_grid() -> None:
    grid = [
        boost(n_rounds=2, fuzzify=fuzzify, n_sets=n_sets, min_confidence=theta)
        for fuzzify in ("uniform", "cmeans")
        for n_sets in (5, 3)
        for theta in (0.94, 0.34)
    ]
    run = evaluate(grid, X, Y, folds=3)
    merits = [
        np.mean([fold.measures["fuzzy_F1"] for fold in one.scores.folds])
        * np.mean([fold.measures["F1"] for fold in one.scores.folds])
        for one in run.configurations
    ]
    for fuzzify, places in (("uniform", range(4)), ("cmeans", range(4, 8))):
        best = run.best_by_fuzzify[fuzzify]
        assert best in places
        assert merits[best] == pytest.approx(max(merits[at] for at in places))
    assert merits[run.best] == pytest.approx(max(merits))
    chosen = run.winner.parameters
    assert [chosen[name] for name in ("fuzzify", "sets", "theta")] == [
        *("uniform" if run.best < 4 else "cmeans",),
        5 if run.best % 4 < 2 else 3,
        0.94 if run.best % 2 == 0 else 0.34,
    ]


def test_folds_may_be_finished_in_any_order() -> None:
    class Backwards(LocalEngine):
        def run(self, *given: Any) -> Iterator[Any]:
            yield from reversed(list(super().run(*given)))

    protocol = Protocol(folds=3, repeats=2, nested=True)
    found = evaluate(GRID[:2], X, Y, folds=protocol, running=EvaluationContext(engine=Backwards()))
    assert timeless(found) == timeless(evaluate(GRID[:2], X, Y, folds=protocol))


def test_what_is_left_out_of_the_examples_is_left_out_of_what_is_known() -> None:
    asked: list[set[int]] = []

    class Spy:
        def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
            asked.append(set() if without is None else set(without.tolist()))
            return X.source.knowledge_base(without)

    spied = replace(X, source=Spy())
    evaluate(GRID[0], spied[np.arange(30)], Y[:30], folds=3)
    left_out = set(range(30, 40))
    assert left_out in asked
    assert all(left_out <= one for one in asked)


def test_top_says_that_everything_is_positive() -> None:
    run = evaluate(FuzzyOWLBoost(), X, Y, folds=4)
    for fold, score in zip(outer_folds(Protocol(folds=4), Y), run.top.folds, strict=True):
        share = Y[fold.test].mean()
        assert score.measures["recall"] == 1
        assert score.measures["precision"] == pytest.approx(share)
        assert score.measures["F1"] == pytest.approx(2 * share / (1 + share))
        assert score.measures["balanced_accuracy"] == 0.5
        assert score.measures["MCC"] == 0
        assert score.measures["MSE"] == pytest.approx(1 - share)


def test_two_algorithms_on_the_same_folds_equal_each_alone() -> None:
    foil = tuple(FoilDL().adjusted(**asdict(one)) for one in GRID)
    both = evaluate_all((*GRID, *foil), X, Y, folds=4)
    assert [run.algorithm for run in both] == ["boost", "foil"]
    assert timeless(both[0]) == timeless(evaluate(GRID, X, Y, folds=4))
    assert timeless(both[1]) == timeless(evaluate(foil, X, Y, folds=4))
    with pytest.raises(ParameterError, match="2 algorithms"):
        evaluate((*GRID, *foil), X, Y, folds=4)


def test_a_single_configuration_is_nested_without_inner_folds() -> None:
    told: list[int] = []
    running = EvaluationContext(on_fold=lambda _, total: told.append(total))
    run = evaluate(GRID[:1], X, Y, folds=Protocol(folds=3, nested=True), running=running)
    assert set(told) == {3}
    assert run.nested is not None
    assert run.nested.scores == run.configurations[0].scores


def test_an_inner_test_does_not_know_the_outer_test() -> None:
    asked: list[set[int]] = []

    class Spy:
        def knowledge_base(self, without: object = None) -> object:
            asked.append(set() if without is None else set(np.asarray(without).tolist()))
            return X.source.knowledge_base(without)  # type: ignore[arg-type]

    protocol = Protocol(folds=3)
    outer = outer_folds(protocol, Y)[0]
    inner = inner_folds(protocol, Y, outer)[0]
    spied = replace(X, source=Spy())  # type: ignore[arg-type]
    run_fold(Trial(spied, Y, X.source.knowledge_base(), GRID[:1]), inner)
    assert asked == [{*outer.test, *inner.test}, {*outer.test}]


def test_repeats_average_over_all_folds() -> None:
    run = evaluate(GRID[:1], X, Y, folds=Protocol(folds=3, repeats=2))
    scores = run.winner.scores
    assert scores.places == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    f1 = [score.measures["F1"] for score in scores.folds]
    assert scores.mean["F1"] == pytest.approx(np.mean(f1))
    assert scores.deviation["F1"] == pytest.approx(np.std(f1, ddof=1))


def test_too_few_positives_are_starred_and_said() -> None:
    few = np.zeros(len(Y), dtype=bool)
    few[:3] = True
    run = evaluate(GRID, X, few, folds=Protocol(folds=5, nested=True))
    assert run.starred
    assert len(run.winner.scores.folds) == 1
    assert run.nested is None
    assert run.remarks[0].startswith("★ 3 positives")


def test_train_is_test_is_starred_and_said() -> None:
    run = evaluate(GRID, X, Y, folds=Protocol(folds=3, nested=True, train_is_test=True))
    assert run.starred
    assert len(run.winner.scores.folds) == 1
    assert run.nested is None
    assert run.remarks[0].startswith("★ As asked for, training and test use the same examples.")
    found = fit(X.problem(Y), GRID[0])
    alone = measure(Y, found.degrees, found.threshold).named()
    (score,) = run.configurations[0].scores.folds
    assert score.measures["F1"] == alone["F1"]
    assert score.measures["MSE"] == alone["MSE"]
    again = run_from_json(json.loads(json.dumps(run_to_json(run))))
    assert again.protocol.train_is_test


def test_others_weigh_in_on_every_fold_and_are_not_measured() -> None:
    some = np.arange(30, dtype=np.int32)
    others = np.arange(30, 40, dtype=np.int32)
    wider = Examples(X.source, X.target, X.names, some, some, others)
    labels = Y[:30]
    run = evaluate(GRID[:1], wider, labels, folds=3)
    assert (run.examples, run.background) == (30, 10)
    assert run_from_json(json.loads(json.dumps(run_to_json(run)))) == run
    kb = X.source.knowledge_base()
    for fold, score in zip(
        outer_folds(Protocol(folds=3), labels), run.winner.scores.folds, strict=True
    ):
        known = X.source.knowledge_base(without=fold.test)
        problem = LearningProblem(known, X.target, fold.train, labels[fold.train], others=others)
        found = fit(problem, GRID[0])
        degrees = Extents(kb).hypothesis(found.hypothesis)[fold.test]
        alone = measure(labels[fold.test], degrees, found.threshold).named()
        assert score.measures["MSE"] == alone["MSE"]
        assert score.measures["F1"] == alone["F1"]


def test_a_fold_without_others_is_not_taken_for_one_with_them() -> None:
    kb = X.source.knowledge_base()
    some = np.arange(30, dtype=np.int32)
    part = replace(X, individuals=some, universe=some)
    digests = {
        trial_digest(Trial(replace(part, others=one), Y[:30], kb, GRID), "1")
        for one in (some[:0], np.array([35], dtype=np.int32))
    }
    assert len(digests) == 2


def test_a_run_file_gives_back_the_run(tmp_path: Path) -> None:
    run = evaluate(GRID, X, Y, folds=Protocol(folds=3, nested=True))
    save_run(run, tmp_path / "run.json")
    assert load_run(tmp_path / "run.json") == run
    data = run_to_json(run)
    assert {
        "dataset",
        "target",
        "algorithm",
        "protocol",
        "configurations",
        "best",
        "nested",
        "environment",
        "seconds",
    } <= set(data)
    assert {"fuzzify", "sets", "theta", "folds", "mean", "fF1F1"} <= set(data["configurations"][0])
    assert {
        "F1",
        "fuzzy_F1",
        "precision",
        "recall",
        "fuzzy_precision",
        "fuzzy_recall",
        "MSE",
        "threshold_F1",
        "balanced_accuracy",
        "MCC",
        "seconds",
        "rules",
    } <= set(data["configurations"][0]["folds"][0])
    assert {"folds", "seed", "starred"} <= set(data["protocol"])


CHEAP = {"name": "Cheap", "property": "urn:x#price", "shape": "left-shoulder", "points": [5, 9]}


def test_a_damaged_run_is_refused() -> None:
    data = run_to_json(evaluate(GRID[:1], X, Y, folds=3))
    del data["best"]
    with pytest.raises(RunError, match="damaged: KeyError"):
        run_from_json(data)
    with pytest.raises(RunError, match="version 9"):
        run_from_json({"format": "owlboost/run", "version": 9})
    whole = run_to_json(evaluate(GRID[:2], X, Y, folds=Protocol(folds=3, nested=True)))
    for wrong in (
        {"examples": "many"},
        {"positives": True},
        {"remarks": "told"},
        {"best": 2},
        {"best": -1},
        {"best_by_fuzzify": {"cmeans": 5}},
        {"configurations": [{"folds": ["text"]}]},
        {"given_sets": {"complete": True, "datatypes": []}},
        {"given_sets": {"complete": "yes", "datatypes": [CHEAP]}},
        {"given_sets": {"complete": True, "datatypes": [CHEAP | {"points": [9, 5]}]}},
        {"given_sets": {"complete": True, "datatypes": [CHEAP | {"shape": "heap"}]}},
        {"nested": {"folds": [{**whole["nested"]["folds"][0], "configuration": 2}]}},
    ):
        with pytest.raises(RunError, match="This run is damaged"):
            run_from_json(whole | wrong)


def test_a_run_file_has_the_whole_protocol() -> None:
    protocol = Protocol(folds=3, repeats=2, seed=7, mask=True, nested=True, name="lists")
    run = evaluate(GRID[:1], X, Y, folds=protocol)
    assert run_from_json(json.loads(json.dumps(run_to_json(run)))).protocol == protocol


def test_finished_folds_are_not_run_again(tmp_path: Path) -> None:
    store = FoldStore(tmp_path / "folds")
    told: list[tuple[int, int]] = []
    running = EvaluationContext(store=store, on_fold=lambda done, total: told.append((done, total)))
    first = evaluate(GRID, X, Y, folds=3, running=running)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    told.clear()
    again = evaluate(GRID, X, Y, folds=3, running=running)
    assert told == [(3, 3)]
    assert timeless(again) == timeless(first)
    next(store.folder.iterdir()).write_text('{"scores": [', encoding="utf-8")
    told.clear()
    assert timeless(evaluate(GRID, X, Y, folds=3, running=running)) == timeless(first)
    assert told == [(2, 3), (3, 3)]
    told.clear()
    assert timeless(evaluate(GRID, X, Y, folds=3, running=running)) == timeless(first)
    assert told == [(3, 3)]
    store.remove()
    assert not store.folder.exists()


def test_folds_that_are_run_again_are_kept_under_their_own_names(tmp_path: Path) -> None:
    running = EvaluationContext(store=FoldStore(tmp_path / "folds"))
    first = evaluate(GRID[0], X, Y, folds=4, running=running)
    for path in (tmp_path / "folds").iterdir():
        if json.loads(path.read_text(encoding="utf-8"))["fold"] in (1, 3):
            path.unlink()
    for _ in range(2):
        assert timeless(evaluate(GRID[0], X, Y, folds=4, running=running)) == timeless(first)
    numbers = [json.loads(path.read_text())["fold"] for path in (tmp_path / "folds").iterdir()]
    assert sorted(numbers) == [0, 1, 2, 3]


def test_a_fold_is_found_again_only_for_the_same_question() -> None:
    trial = Trial(X, Y, X.source.knowledge_base(), GRID)
    fold = outer_folds(Protocol(folds=3), Y)[0]

    def key(other: Trial, version: str = "1", digest: str = "", at: Fold = fold) -> str:
        return fold_key(trial_digest(other, version, digest), at)

    other_x, _ = shop(seed=5)
    keys = [
        key(trial),
        key(trial, version="2"),
        key(trial, digest="changed"),
        key(trial, at=outer_folds(Protocol(folds=3), Y)[1]),
        key(replace(trial, mask=True)),
        key(replace(trial, configurations=GRID[:2])),
        key(replace(trial, positive=~Y)),
        key(replace(trial, kb=other_x.source.knowledge_base())),
    ]
    assert len(set(keys)) == len(keys)
    assert key(trial) == key(
        replace(trial, configurations=tuple(replace(one, n_jobs=2) for one in GRID))
    )


def test_folds_of_a_learner_that_was_rewritten_are_not_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from owlboost.learners.algorithms import FoilDL\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Mine(FoilDL):\n    name = 'mine'\n",
        encoding="utf-8",
    )
    (mine,) = (import_module("mine").Mine,)
    trial = Trial(X, Y, X.source.knowledge_base(), (mine(),))
    before = trial_digest(trial, "1")
    assert trial_digest(trial, "1") == before
    file.write_text(file.read_text("utf-8") + "# changed\n", encoding="utf-8")
    assert trial_digest(trial, "1") != before


def test_a_time_limit_is_kept_and_told() -> None:
    hasty = tuple(replace(one, time_limit=1e-9) for one in GRID[:1])
    run = evaluate(hasty, X, Y, folds=3)
    assert any("time limit" in remark for remark in run.remarks)


def test_other_parameters_of_a_grid_are_named() -> None:
    run = evaluate([FuzzyOWLBoost(n_rounds=1), FuzzyOWLBoost(n_rounds=2)], X, Y, folds=3)
    assert [one.parameters["n_rounds"] for one in run.configurations] == [1, 2]
    assert "n_rounds" not in run.parameters
    assert evaluate(grid("paper", FuzzyOWLBoost())[:1], X, Y, folds=3).parameters["n_rounds"] == 10
