import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from owlboost.errors import ExamplesError, ParameterError
from owlboost.evaluation.folds import Protocol, inner_folds, outer_folds

POSITIVE = np.arange(30) % 3 == 0


def test_folds_are_disjoint_complete_and_stratified() -> None:
    folds = outer_folds(Protocol(folds=5), POSITIVE)
    tests = np.concatenate([fold.test for fold in folds])
    assert sorted(tests.tolist()) == list(range(30))
    for fold in folds:
        assert not set(fold.train) & set(fold.test)
        assert len(fold.train) + len(fold.test) == 30
        assert POSITIVE[fold.test].sum() == 2
        assert len(fold.visible) == 30


def test_repeats_divide_anew_and_a_seed_repeats_itself() -> None:
    twice = outer_folds(Protocol(folds=5, repeats=2), POSITIVE)
    later = outer_folds(Protocol(folds=5, seed=1), POSITIVE)
    assert [(fold.repeat, fold.number) for fold in twice][4:6] == [(0, 4), (1, 0)]
    assert not np.array_equal(twice[0].test, twice[5].test)
    assert all(np.array_equal(twice[5 + n].test, later[n].test) for n in range(5))


def test_fewer_positives_than_folds_train_on_the_test() -> None:
    positive = np.arange(50) < 4
    [fold] = outer_folds(Protocol(folds=5, repeats=3), positive)
    assert Protocol(folds=5).starred(positive)
    assert np.array_equal(fold.train, fold.test)
    assert not Protocol(folds=4).starred(positive)


def test_a_training_fold_has_negatives_even_if_there_are_fewer_than_folds() -> None:
    positive = np.arange(20) >= 3
    for fold in outer_folds(Protocol(folds=5), positive):
        assert not positive[fold.train].all()
        assert positive[fold.test].any()
    assert Protocol(folds=5).starred(np.arange(20) >= 1)


def test_inner_folds_stay_inside_the_training_examples() -> None:
    protocol = Protocol(folds=5, nested=True)
    for outer in outer_folds(protocol, POSITIVE):
        inside = inner_folds(protocol, POSITIVE, outer)
        assert sorted(np.concatenate([fold.test for fold in inside])) == sorted(outer.train)
        for fold in inside:
            assert not set(outer.test) & {*fold.train, *fold.test, *fold.visible}
            assert np.array_equal(fold.visible, outer.train)


def test_inner_folds_are_as_many_as_positives_allow() -> None:
    positive = np.arange(20) < 3
    protocol = Protocol(folds=3)
    outer = outer_folds(protocol, positive)[0]
    assert len(inner_folds(protocol, positive, outer)) == 2


def test_inner_folds_are_drawn_by_the_seed_of_their_repeat() -> None:
    protocol = Protocol(folds=3, repeats=2, seed=5)
    for outer in outer_folds(protocol, POSITIVE):
        seed = 5 + outer.repeat
        splitter = StratifiedKFold(3, shuffle=True, random_state=seed)
        parts = splitter.split(np.zeros(outer.train.size), POSITIVE[outer.train])
        for fold, (train, test) in zip(inner_folds(protocol, POSITIVE, outer), parts, strict=True):
            assert fold.train.tolist() == outer.train[train].tolist()
            assert fold.test.tolist() == outer.train[test].tolist()
            assert (fold.repeat, fold.number) == (outer.repeat, outer.number)


def test_a_training_part_with_one_positive_is_its_own_inner_test() -> None:
    positive = np.arange(12) < 2
    protocol = Protocol(folds=2)
    for outer in outer_folds(protocol, positive):
        (inner,) = inner_folds(protocol, positive, outer)
        assert inner.train.tolist() == inner.test.tolist() == outer.train.tolist()


def test_as_many_positives_as_folds_are_enough_and_two_negatives() -> None:
    assert not Protocol(folds=3).starred(np.arange(9) < 3)
    assert Protocol(folds=3).starred(np.arange(9) < 2)
    assert not Protocol(folds=3).starred(np.arange(9) < 7)
    assert Protocol(folds=3).starred(np.arange(9) < 8)


def test_one_class_alone_cannot_be_evaluated() -> None:
    with pytest.raises(ExamplesError, match="no negative"):
        outer_folds(Protocol(), np.ones(9, dtype=bool))
    with pytest.raises(ExamplesError, match="no positive"):
        outer_folds(Protocol(), np.zeros(9, dtype=bool))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Protocol(folds=1),
        lambda: Protocol(repeats=0),
        lambda: Protocol(seed=-1),
    ],
)
def test_a_protocol_refuses_nonsense(wrong: object) -> None:
    with pytest.raises(ParameterError):
        wrong()  # type: ignore[operator]


def test_train_is_test_divides_nothing() -> None:
    protocol = Protocol(folds=5, repeats=2, train_is_test=True)
    assert protocol.starred(POSITIVE)
    [fold] = outer_folds(protocol, POSITIVE)
    assert fold.train.tolist() == fold.test.tolist() == fold.visible.tolist() == list(range(30))
