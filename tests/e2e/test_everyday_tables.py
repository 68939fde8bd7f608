"""Tables as people have them are learned from without options beyond ``--target``."""

import datetime as dt
import io
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests import everyday_tables
from tests.e2e.commands import Commands
from tests.spreadsheets import write_xlsx

import owlboost as ob
from owlboost.models.trained import TrainedModel

LEARN = ("--algorithm", "foil", "--sets", "3")
"""Another learner than the default, where rules matter less than reading."""


@pytest.mark.parametrize(
    ("text", "target", "condition"),
    [
        (everyday_tables.passengers(), "Survived=1", "the sex “female”"),
        (everyday_tables.penguins(), "species=Gentoo", "flipper length mm"),
        (everyday_tables.diamonds(), "price>=5000", "carat"),
    ],
    ids=["passengers", "penguins", "diamonds"],
)
def test_a_table_is_learned_without_options(
    owlboost: Commands, text: str, target: str, condition: str
) -> None:
    owlboost.write("t.csv", text)
    run = owlboost("learn", "t.csv", "--target", target, "-o", "m.json")
    assert run.code == 0, run.err
    assert condition in run.out
    assert json.loads((owlboost.folder / "m.json").read_text())["training"]["F1"] > 0.7
    predicted = owlboost.done("predict", "m.json", "t.csv", "--format", "csv").splitlines()
    assert len(predicted) == len(text.splitlines())


def test_what_is_remarked_of_passengers(owlboost: Commands) -> None:
    owlboost.write("t.csv", everyday_tables.passengers())
    said = owlboost("inspect", "t.csv").err.splitlines()
    assert said[0].startswith("note: Column 'Ticket' has numbers and texts, such as 'A/0 ")
    assert said[0].endswith(
        "' in row 1, and is read as text. Correct the cell, or write ? if the value is missing."
    )
    assert [line.partition(" is left out")[0] for line in said[1:]] == [
        "note: Column 'Name'",
        "note: Column 'Ticket'",
    ]


def test_a_german_table_gives_the_same_rules(owlboost: Commands) -> None:
    text = everyday_tables.passengers()
    owlboost.write("en.csv", text)
    (owlboost.folder / "de.csv").write_bytes(everyday_tables.german(text))
    (owlboost.folder / "u.csv").write_bytes(text.encode("utf-16"))
    rules = [
        owlboost.done("learn", name, "--target", "Survived=1", *LEARN)
        for name in ("en.csv", "de.csv", "u.csv")
    ]
    assert rules[1:] == rules[:1] * 2


def test_a_column_that_is_hidden_or_dropped_is_no_reason_to_refuse(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x,y,k\n1,inf,a\n2,3,b\n3,4,a\n4,5,b\n")
    assert "infinite" in owlboost("learn", "t.csv", "--target", "k=a", *LEARN).err
    for option in ("--hide", "--drop"):
        run = owlboost("learn", "t.csv", "--target", "k=a", option, "y", *LEARN)
        assert (run.code, run.err) == (0, "")
        assert (
            "y"
            not in json.loads(
                owlboost.done("learn", "t.csv", "--target", "k=a", option, "y", *LEARN, "--json")
            )["datatypes"]
        )
    said = owlboost("inspect", "t.csv", "--drop", "z").err
    assert said == "owlboost: t.csv has no column named 'z'. The choices are 'x', 'y', 'k'.\n"


def test_a_bare_number_column_is_a_grade_and_that_is_told(owlboost: Commands) -> None:
    owlboost.write("t.csv", everyday_tables.diamonds())
    run = owlboost("learn", "t.csv", "--target", "carat")
    assert run.code == 0
    assert "graded from 0.2 to 2.5" in run.out
    assert "or name a class, such as carat>=1.35." in run.err


def test_a_threshold_makes_two_classes_of_a_converted_table(owlboost: Commands) -> None:
    owlboost.write("t.csv", everyday_tables.diamonds())
    owlboost.done("convert", "t.csv", "--target", "price>=5000", "-o", "t.ttl")
    out = owlboost.done("inspect", "t.ttl")
    assert "price>=5000" in out
    assert "price<5000" in out


@pytest.mark.parametrize(
    ("target", "label"),
    [
        ("Survived=1", "'Survived = 1'"),
        ("Fare >= 40.0", "'Fare >= 40'"),
        ("Sex=female", "female"),
    ],
)
def test_the_class_is_called_by_its_column_where_the_value_says_little(
    owlboost: Commands, target: str, label: str
) -> None:
    owlboost.write("t.csv", everyday_tables.passengers(60))
    out = owlboost.done("learn", "t.csv", "--target", target, *LEARN, "-o", "m.json")
    assert out.startswith(f"# {label}: ")
    assert str(ob.load(owlboost.folder / "m.json")).count(f"SubClassOf {label}")


def test_labels_with_a_name_call_the_class_by_it() -> None:
    frame = pd.read_csv(io.StringIO(everyday_tables.passengers(60)))
    X = frame[["Pclass", "Sex", "Fare"]]
    model = ob.FoilDLClassifier(n_sets=3).fit(X, frame["Survived"]).models_[0]
    assert (model.target, model.lexicon.name(model.target)) == (
        "urn:owlboost:table#1",
        "Survived = 1",
    )
    plain = ob.FoilDLClassifier(n_sets=3).fit(X, frame["Survived"].to_numpy()).models_[0]
    assert plain.lexicon.name(plain.target) == "1"
    texts = ob.FoilDLClassifier(n_sets=3).fit(X[["Pclass", "Fare"]], frame["Sex"]).models_[0]
    assert texts.lexicon.name(texts.target) == "male"


# Standard input and output


def piped(owlboost: Commands, data: bytes, *arguments: str) -> str:
    owlboost.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    return owlboost.done(*arguments)


def test_a_table_may_come_from_standard_input(owlboost: Commands) -> None:
    text = everyday_tables.passengers()
    path = owlboost.write("t.csv", text)
    command = ("--target", "Survived=1", *LEARN, "-o", "-")
    model = json.loads(piped(owlboost, text.encode("utf-16"), "learn", "-", *command))
    expected = json.loads(owlboost.done("learn", "t.csv", *command))
    assert model["source"].pop("path") == "-"
    assert expected["source"].pop("path") == "t.csv"
    assert model["source"].pop("sha256") != expected["source"].pop("sha256")
    assert model == expected
    owlboost.write("m.json", json.dumps(model))
    predicted = owlboost.done("predict", "m.json", "t.csv", "--format", "json")
    assert piped(owlboost, path.read_bytes(), "predict", "m.json", "-", "--format", "json") == (
        predicted
    )


def test_what_standard_input_is_is_told_by_content(owlboost: Commands) -> None:
    owlboost.write("t.csv", "dc:price,kind\n79,good\n120,bad\n")
    table = owlboost.folder / "t.csv"
    out = piped(owlboost, table.read_bytes(), "inspect", "-")
    assert out.startswith("Standard input: 2 rows, 2 columns\n")
    book = write_xlsx(owlboost.folder / "t.xlsx", {"s": [["a", "k"], [1.5, "x"], [2.5, "y"]]})
    assert "number    a\n" in piped(owlboost, book.read_bytes(), "inspect", "-")
    ontology = piped(
        owlboost, table.read_bytes(), "convert", "-", "--target", "kind", "-o", "-"
    ).encode()
    assert "2  data assertions" not in ontology.decode()
    assert "individuals                  2\n" in piped(owlboost, ontology, "inspect", "-")
    turtle = b"@prefix : <urn:x#> . :a a :B ."
    assert "individuals                  1\n" in piped(owlboost, turtle, "inspect", "-")


def test_what_is_wrong_with_standard_input(owlboost: Commands) -> None:
    for data, message in [
        (b"", "owlboost: Standard input is empty.\n"),
        (b"a,b\n", "owlboost: standard-input.csv has a header but no rows.\n"),
    ]:
        owlboost.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        run = owlboost("inspect", "-")
        assert (run.code, run.err) == (1, message)


# One table, one model


def every_kind(n: int = 75) -> pd.DataFrame:
    """Make a table with all kinds of columns, missing values and rows that say the same."""
    rng = np.random.default_rng(4)
    price = rng.normal(100, 30, n).round(2)
    pool = rng.random(n) < 0.5
    frame = pd.DataFrame(
        {
            "price": np.where(rng.random(n) < 0.1, np.nan, price),
            "stars": rng.integers(1, 6, n),
            "pool": pool,
            "style": rng.choice(["plain", "rustic", "modern"], n),
            "built": [
                dt.date(2000, 1, 1) + dt.timedelta(int(day)) for day in rng.integers(0, 9000, n)
            ],
            "free": [f"{share} %" for share in rng.integers(0, 101, n)],
            "good": np.where((price < 105) & pool | (rng.random(n) < 0.1), "yes", "no"),
        }
    )
    frame["built"] = pd.to_datetime(frame["built"])
    frame.loc[rng.random(n) < 0.1, "style"] = None
    return pd.concat([frame, frame[:15]], ignore_index=True)


def essence(model: TrainedModel) -> tuple[object, ...]:
    source = {name: model.source[name] for name in ("individuals", "positives")}
    return (
        *(model.hypothesis, model.threshold, model.calibration, model.curve),
        *(model.training, model.properties, model.parameters, source),
    )


def test_one_table_gives_one_model_whichever_way_it_comes(owlboost: Commands) -> None:
    frame = every_kind()
    X, y = frame.drop(columns="good"), frame["good"]
    expected = essence(ob.GradientConceptClassifier(n_rules=3).fit(X, y).models_[0])
    folder = owlboost.folder
    frame.to_csv(folder / "t.csv", index=False)
    frame.to_parquet(folder / "t.parquet")
    german = frame.assign(built=frame["built"].dt.strftime("%d.%m.%Y"))
    german.to_csv(folder / "de.csv", index=False, sep=";", decimal=",", encoding="utf-16")
    cells = frame.astype(object).where(frame.notna(), None)
    cells["built"] = [moment.date() for moment in frame["built"]]
    write_xlsx(folder / "t.xlsx", {"t": [list(frame), *cells.to_numpy().tolist()]})
    shuffled = frame.sample(frac=1, random_state=0)
    models = [
        ob.GradientConceptClassifier(n_rules=3)
        .fit(shuffled.drop(columns="good"), shuffled["good"])
        .models_[0],
        ob.GradientConceptClassifier(n_rules=3).fit(pl.from_pandas(X), y).models_[0],
        ob.GradientConceptClassifier(n_rules=3)
        .fit(pd.read_csv(folder / "t.csv").drop(columns="good"), y)
        .models_[0],
    ]
    for name in ("t.csv", "t.parquet", "de.csv", "t.xlsx"):
        table = ob.read_table(folder / name)
        X_table, y_table = table.examples("good=yes")
        models.append(ob.GradientConceptClassifier(n_rules=3).fit(X_table, y_table).models_[0])
        owlboost.done("learn", name, "--target", "good=yes", "--rules", "3", "-o", "m.json")
        models.append(ob.load(folder / "m.json"))
    found = [essence(model) for model in models]
    assert [one == expected for one in found] == [True] * len(found)
    assert expected[-1] == {"individuals": 90, "positives": int((y == "yes").sum())}


def test_the_slice_of_a_table_is_learned_from_as_those_rows(tmp_path: Path) -> None:
    frame = every_kind()
    path = tmp_path / "t.csv"
    frame.to_csv(path, index=False)
    X, y = ob.read_table(path).examples("good=yes")
    chosen = np.arange(0, len(frame), 2)
    by_file = ob.train(X[chosen].problem(y[chosen]))
    part = frame.iloc[chosen]
    by_frame = ob.GradientConceptClassifier().fit(part.drop(columns="good"), part["good"])
    assert essence(by_file) == essence(by_frame.models_[0])


# Help


@pytest.mark.parametrize("command", ["", "learn", "evaluate", "convert"])
def test_flags_have_no_type_in_help(owlboost: Commands, command: str) -> None:
    out = owlboost.done(*command.split(), "--help")
    assert "bool" not in out.lower().replace("boolean", "")
