"""Months, weekdays and words of DataFrames, and fuzzy sets of one's own, in the estimators."""

import datetime as dt
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

import owlboost as ob
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.errors import ExamplesError, ModelError, ParameterError

LIBRARIES = [pd.DataFrame, pl.DataFrame]
all_libraries = pytest.mark.parametrize("frame", LIBRARIES, ids=["pandas", "polars"])

START = dt.datetime(2024, 1, 1)
SETS = {
    "price": [FuzzySet("cheap", LeftShoulder(60, 100)), FuzzySet("dear", RightShoulder(60, 100))]
}


def days(n: int = 70, start: int = 0) -> dict[str, list[Any]]:
    return {
        "day": [START + dt.timedelta(days=start + number) for number in range(n)],
        "note": [
            f"{'a room by the Sea' if number % 3 else 'in town'} {number}" for number in range(n)
        ],
        "price": [50.0 + 7 * number % 80 for number in range(n)],
    }


def saturdays(n: int, start: int = 0) -> list[bool]:
    return [(start + number) % 7 == 5 for number in range(n)]


@all_libraries
def test_weekdays_are_made_of_dates_and_made_again(frame: Any) -> None:
    model = ob.FoilDLClassifier(calendar=["day"]).fit(frame(days()), saturdays(70))
    assert 'weekday of day\' value "Saturday"' in str(model.models_[0])
    assert model.n_features_in_ == 3
    others = frame(days(40, start=1001))
    assert model.predict(others).tolist() == saturdays(40, 1001)
    again = pickle.loads(pickle.dumps(model))
    assert again.predict(others).tolist() == saturdays(40, 1001)


@all_libraries
def test_words_are_those_of_training(frame: Any) -> None:
    X, y = frame(days(120)), ["Sea" in note for note in days(120)["note"]]
    without = ob.FoilDLClassifier().fit(X, y)
    assert [one.split(":")[0] for one in without.remarks_] == ["Column 'note' is left out"]
    model = ob.FoilDLClassifier(texts=["note"]).fit(X, y)
    assert model.remarks_ == ()
    assert 'note contains "' in str(model.models_[0])
    others = days(3)
    others["note"] = ["By the SEA in a room", "in town at night", None]
    assert model.predict(frame(others)).tolist() == [True, False, False]


def test_both_libraries_and_files_give_the_same_model(tmp_path: Path) -> None:
    y = saturdays(70)
    made = ob.FoilDLClassifier(calendar=["day"], texts=["note"])
    first, second = (clone(made).fit(frame(days()), y) for frame in LIBRARIES)
    assert first.models_ == second.models_
    path = tmp_path / "days.csv"
    table = pd.DataFrame(days())
    table["saturday"] = y
    table.to_csv(path, index=False)
    read = ob.read_table(path, calendar=["day"], texts=["note"])
    learned = ob.train(read.problem("saturday=true"), ob.FoilDL())
    (fitted,) = first.models_
    assert [one.body for one in fitted.hypothesis.inclusions] == [
        one.body for one in learned.hypothesis.inclusions
    ]
    first.save(tmp_path / "m.json")
    degrees = ob.load(tmp_path / "m.json").degrees(path)
    assert degrees.tolist() == first.degrees(pd.DataFrame(days())).tolist()


def test_cross_validation_makes_columns_in_each_fold() -> None:
    X, y = pd.DataFrame(days(140)), np.array(saturdays(140))
    model = ob.FoilDLClassifier(calendar=["day"])
    assert cross_val_score(model, X, y, cv=3, error_score="raise").tolist() == [1, 1, 1]


@all_libraries
def test_the_regressor_takes_them_too(frame: Any) -> None:
    y = np.where(saturdays(70), 5.0, 1.0)
    model = ob.GradientConceptRegressor(calendar=["day"], n_rules=2).fit(frame(days()), y)
    assert model.predict(frame(days(7))).argmax() == 5
    assert model.score(frame(days(70, start=700)), y) > 0.9


@pytest.mark.parametrize("shape", ["mapping", "file"])
def test_given_sets_are_used(shape: str, tmp_path: Path) -> None:
    X = pd.DataFrame(days())[["price"]]
    y = (X["price"] < 80).to_numpy()
    given: Any = SETS
    first = ob.FoilDLClassifier(sets_from=SETS).fit(X, y)
    if shape == "file":
        given = tmp_path / "sets.json"
        first.save(given)
    model = clone(ob.FoilDLClassifier(sets_from=given)).fit(X, y)
    (partition,) = ob.partitions_used(model.hypothesis_)
    assert partition.sets == (SETS["price"][0],)
    # (100 - 70) / 40 of cheap, times the degree of the rule
    (rule,) = model.hypothesis_.inclusions
    assert model.degrees(pd.DataFrame({"price": [70.0]})) == pytest.approx([0.75 * rule.degree])
    graded = ob.GradientConceptRegressor(sets_from=given, n_rules=1).fit(X, -X["price"])
    used = {one for each in ob.partitions_used(graded.hypothesis_) for one in each.sets}
    assert used
    assert used <= set(SETS["price"])


def test_given_sets_are_used_for_examples_of_a_file(tmp_path: Path) -> None:
    table = pd.DataFrame(days())
    table["nice"] = table["price"] < 80
    table[["price", "nice"]].to_csv(tmp_path / "t.csv", index=False)
    X, y = ob.read_table(tmp_path / "t.csv").examples("nice=true")
    model = ob.FoilDLClassifier(sets_from=SETS).fit(X, y)
    (partition,) = ob.partitions_used(model.hypothesis_)
    assert partition.sets == (SETS["price"][0],)
    with pytest.raises(ParameterError, match=r"^calendar must be empty for examples of a file"):
        ob.FoilDLClassifier(calendar=["day"]).fit(X, y)
    for name, value in {"sets_from": SETS, "calendar": ["day"], "texts": ["note"]}.items():
        with pytest.raises(ParameterError, match=f"^{name} must not be given here"):
            ob.evaluate(ob.FoilDLClassifier(**{name: value}), X, y, folds=2)


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"calendar": "day"}, ParameterError, r"calendar must be a list of columns, such as"),
        ({"calendar": ["dya"]}, ParameterError, r"calendar names the column 'dya', .* mean day"),
        ({"texts": ["nope"]}, ParameterError, r"texts names the column 'nope', which X does not"),
        ({"calendar": ["price"]}, ExamplesError, "'price' of X does not contain dates, so"),
        ({"texts": ["price"]}, ExamplesError, "No word recurs in column 'price' of X"),
        ({"sets_from": 3}, ParameterError, "sets_from must be a file or a mapping"),
        ({"sets_from": {"price": []}}, ParameterError, "must have fuzzy sets for 'price', not"),
        ({"sets_from": {"prise": SETS["price"]}}, ParameterError, "no data property 'prise'. Did"),
        ({"sets_from": {"note": SETS["price"]}}, ParameterError, "'note' has no numbers"),
        ({"sets_from": "no-such.json"}, ModelError, "no-such.json"),
    ],
)
def test_what_cannot_be_read_is_told(
    parameters: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ob.FoilDLClassifier(**parameters).fit(pd.DataFrame(days()), saturdays(70))


@all_libraries
def test_other_times_than_dates_are_refused_in_predictions(frame: Any) -> None:
    model = ob.FoilDLClassifier(calendar=["day"]).fit(frame(days()), saturdays(70))
    others = days(2)
    others["day"] = [dt.timedelta(days=2), dt.timedelta(days=3)]
    with pytest.raises(ExamplesError, match="'day' must contain dates, as it did when the model"):
        model.predict(frame(others))
    others["day"] = [None, None]
    assert model.predict(frame(others)).tolist() == [False, False]


def test_columns_that_have_slashes_are_named_as_they_are() -> None:
    X = pd.DataFrame({"km/h": [50.0 + number for number in range(60)]})
    model = ob.FoilDLClassifier(sets_from={"km/h": SETS["price"]}).fit(X, X["km/h"] < 80)
    (partition,) = ob.partitions_used(model.hypothesis_)
    assert {one.name for one in partition.sets} == {"cheap"}
