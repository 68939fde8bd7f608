"""A finished fold is found again for the same question only, and nothing else is lost."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.configurations import boost, gradient
from tests.sources import FactSource, examples

from owlboost.data.example_labels import UnknownExamples
from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Trapezoidal, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import SourceError
from owlboost.evaluation.fold_store import FoldStore, authored_text, fold_key, trial_digest
from owlboost.evaluation.folds import Fold
from owlboost.evaluation.scores import MEASURES, FoldScores, Score
from owlboost.evaluation.trial import Trial

NAMES = ("a", "b", "c")
FACTS: dict[str, Any] = {
    "types": {"Low": ["a"], "High": ["b"]},
    "subclasses": [],
    "roles": {"knows": [("a", "b")], "likes": []},
    "numbers": {"price": [("a", 1.0)]},
    "symbols": {"open": [("a", True)], "kind": [("b", "inn")], "price": [("c", "free")]},
}


def symbols(**changed: Any) -> Trial:
    return trial(symbols=FACTS["symbols"] | changed)


def _with_unknown(share: float) -> Examples:
    return replace(trial().examples, unknown=UnknownExamples(np.array([2], dtype=np.int32), share))


def trial(**facts: Any) -> Trial:
    kb = KnowledgeBase.from_facts(NAMES, **(FACTS | facts))
    X = examples(FactSource(NAMES), 3)
    return Trial(X, np.array([True, False, False]), kb, (boost(n_rounds=2),))


def functional(one: Trial) -> Trial:
    return replace(one, kb=replace(one.kb, functional=frozenset({0})))


def configured(**parameters: Any) -> Trial:
    return replace(trial(), configurations=(boost(n_rounds=2, **parameters),))


OTHERS = {
    "a class of another member": trial(types={"Low": ["c"], "High": ["b"]}),
    "a class of another name": trial(types={"Cheap": ["a"], "High": ["b"]}),
    "a subclass": trial(subclasses=[("Low", "High")]),
    "another filler": trial(roles={"knows": [("a", "c")], "likes": []}),
    "the same pair of another role": trial(roles={"knows": [], "likes": [("a", "b")]}),
    "another number": trial(numbers={"price": [("a", 2.0)]}),
    "the number of somebody else": trial(numbers={"price": [("b", 1.0)]}),
    "the number of another property": trial(numbers={"kind": [("a", 1.0)]}),
    "another category": symbols(kind=[("b", "bar")]),
    "the category of somebody else": symbols(kind=[("c", "inn")]),
    "another truth value": symbols(open=[("a", False)]),
    "a functional property": functional(trial()),
    "other labels": replace(trial(), positive=np.array([False, True, False])),
    "another target": replace(trial(), examples=replace(trial().examples, target="urn:test#Bad")),
    "fewer examples": replace(trial(), examples=trial().examples[:2]),
    "a smaller universe": replace(
        trial(), examples=replace(trial().examples, universe=np.arange(2, dtype=np.int32))
    ),
    "a mask": replace(trial(), mask=True),
    "a definition": replace(trial(), definition=True),
    "unknown examples": replace(trial(), examples=_with_unknown(0.5)),
    "another share of unknown examples": replace(trial(), examples=_with_unknown(0.25)),
    "a time limit": configured(time_limit=5.0),
    "another time limit": configured(time_limit=6.0),
    "another algorithm": replace(trial(), configurations=(gradient(),)),
    "another seed": replace(trial(), configurations=(gradient(random_state=1),)),
    "more conjuncts": configured(max_conjuncts=6),
    "two configurations": replace(trial(), configurations=(boost(n_rounds=2), boost(n_rounds=3))),
}


def test_whatever_the_scores_depend_on_changes_the_key() -> None:
    digests = {name: trial_digest(one, "1") for name, one in OTHERS.items()}
    digests |= {
        "nothing": trial_digest(trial(), "1"),
        "another version": trial_digest(trial(), "2"),
        "another file": trial_digest(trial(), "1", "another"),
    }
    same = {name for name, one in digests.items() if list(digests.values()).count(one) > 1}
    assert same == set()


def test_what_is_the_same_has_the_same_key() -> None:
    assert trial_digest(trial(), "1") == trial_digest(trial(), "1")
    assert trial_digest(configured(n_jobs=3), "1") == trial_digest(trial(), "1")


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


def test_every_part_of_a_fold_changes_its_key() -> None:
    fold = Fold(0, 0, None, ids(0, 1), ids(2), ids(0, 1, 2))
    folds = [
        fold,
        replace(fold, repeat=1),
        replace(fold, number=1),
        replace(fold, inner=0),
        replace(fold, train=ids(1, 0)),
        replace(fold, train=ids(0)),
        replace(fold, test=ids(1)),
        replace(fold, visible=ids(0, 1)),
    ]
    keys = {fold_key("digest", one) for one in folds} | {fold_key("other", fold)}
    assert len(keys) == len(folds) + 1
    assert fold_key("digest", replace(fold)) == fold_key("digest", fold)


AUTHORED = {
    "urn:x#b": (FuzzySet("b_L", LeftShoulder(1, 2.5)),),
    "urn:x#a": (
        FuzzySet("a's", RightShoulder(1.0, 2.0)),
        FuzzySet("T", Triangular(1.0, 2.0, 3.0)),
        FuzzySet("Z", Trapezoidal(0.0, 1.0, 2.0, 1e300)),
    ),
    "urn:x#c": (),
}


def test_given_sets_are_spelt_by_these_bytes() -> None:
    assert authored_text({}) == "[]"
    assert authored_text(AUTHORED) == (
        "[('urn:x#a', (FuzzySet(name=\"a's\", shape=RightShoulder(a=1.0, b=2.0)), "
        "FuzzySet(name='T', shape=Triangular(a=1.0, b=2.0, c=3.0)), "
        "FuzzySet(name='Z', shape=Trapezoidal(a=0.0, b=1.0, c=2.0, d=1e+300)))), "
        "('urn:x#b', (FuzzySet(name='b_L', shape=LeftShoulder(a=1, b=2.5)),)), ('urn:x#c', ())]"
    )


def test_folds_on_disk_are_known_by_these_keys() -> None:
    """A change here means that evaluations that were interrupted begin anew."""
    plain = replace(trial(), examples=_with_unknown(0.5))
    given = replace(trial(), kb=replace(trial().kb, authored=AUTHORED))
    assert trial_digest(plain, "1", "file") == (
        "ffa000f732d3cb9329f7f75e681cd22af6a73810a49a4501addba38a73181d77"
    )
    assert trial_digest(given, "1", "file") == (
        "26b04da4450682e5c27df71dddd2fbcd748792014a84ce8354243041b14ea690"
    )
    fold = Fold(0, 1, None, ids(0, 1), ids(2), ids(0, 1, 2))
    assert fold_key("digest", fold) == (
        "9b1ac490ac7604a9d49a655f27c64061fff5b6387d5334ac48b0d0ddea739c01"
    )


SCORE = Score(dict.fromkeys(MEASURES, 0.25), 0.5, 3, 1.5)
DONE = FoldScores(1, 2, 0, (SCORE,), replace(SCORE, rules=0), ("told",))


def test_a_fold_is_kept_whole(tmp_path: Path) -> None:
    store = FoldStore(tmp_path / "deep" / "folds")
    store.save("a" * 64, DONE)
    assert store.load("a" * 64) == DONE
    assert store.load("b" * 64) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '"text"',
        '{"scores": [',
        "{}",
        '{"repeat": 0, "fold": 0, "inner": null, "scores": ["x"], "top": {}, "remarks": []}',
    ],
)
def test_a_damaged_fold_counts_as_absent(text: str, tmp_path: Path) -> None:
    store = FoldStore(tmp_path)
    (tmp_path / f"{'a' * 40}.fold.json").write_text(text, encoding="utf-8")
    assert store.load("a" * 64) is None


def test_a_fold_without_the_figures_to_choose_by_counts_as_absent(tmp_path: Path) -> None:
    store = FoldStore(tmp_path)
    store.save("a" * 64, replace(DONE, scores=(replace(SCORE, measures={"F1": 0.25}),)))
    assert store.load("a" * 64) is None


def test_only_finished_folds_are_removed(tmp_path: Path) -> None:
    store = FoldStore(tmp_path / "folds")
    store.save("a" * 64, DONE)
    note = store.folder / "note.txt"
    note.write_text("mine", encoding="utf-8")
    store.remove()
    assert list(store.folder.iterdir()) == [note]
    note.unlink()
    store.remove()
    assert not store.folder.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = FoldStore(tmp_path / "file" / "folds")
    said = r"Finished folds cannot be saved in .*: Not a directory"
    with pytest.raises(SourceError, match=said), store.held():
        pass
