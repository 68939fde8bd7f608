"""Months and weekdays of dates, and words of texts: made on request, and made again for a model."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

import owlboost as ob
from owlboost.errors import ModelError, SourceError, UnknownNameError
from owlboost.tables.columns import (
    MONTHS,
    WEEKDAYS,
    DerivedColumn,
    NumberColumn,
    SymbolColumn,
    derivation_of,
    frequent_words,
    words_of,
)
from owlboost.tables.reading import read_table

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@given(st.dates())
def test_months_and_weekdays_are_those_of_the_calendar(date: dt.date) -> None:
    days = float((date - dt.date(1970, 1, 1)).days)
    column = NumberColumn(np.array([days, np.nan, days + 0.75]), "dateTime")
    month = DerivedColumn("built", "month").compute(column)
    weekday = DerivedColumn("built", "weekday").compute(column)
    assert month.codes.tolist() == [date.month - 1, -1, date.month - 1]
    assert weekday.codes.tolist() == [date.weekday(), -1, date.weekday()]
    assert (month.values, weekday.values) == (MONTHS, WEEKDAYS)


@given(st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_words_are_those_of_scikit_learn(texts: list[str]) -> None:
    analyse = CountVectorizer(binary=True).build_analyzer()
    for text in texts:
        assert words_of(text) == set(analyse(text))


def test_frequent_words_are_those_of_enough_texts() -> None:
    texts = ("by the sea", "the sea again", "in the city", "sea the")
    column = SymbolColumn(np.array([0, 1, 2, 3, -1], dtype=np.int32), texts)
    assert frequent_words(column) == ("sea",)  # all have "the", one each has the others
    cut = CountVectorizer(min_df=2, max_df=3).fit(texts)
    assert tuple(sorted(cut.vocabulary_)) == frequent_words(column)
    sea = DerivedColumn("comment", "word", "sea").compute(column)
    assert sea.codes.tolist() == [1, 1, 0, 1, -1]


@given(st.text('aé "\n=', min_size=1, max_size=9), st.sampled_from(["month", "weekday"]))
def test_a_name_tells_what_a_column_is_made_of(name: str, part: str) -> None:
    made = DerivedColumn(name, part)  # type: ignore[arg-type]
    assert derivation_of(made.name) == made
    told = DerivedColumn(name, "word", "sea_9")
    assert derivation_of(told.name) == told


def hotels(n: int = 60) -> str:
    lines = ["built,comment,good"]
    start = dt.date(2024, 1, 1)  # a Monday
    for number in range(n):
        day = start + dt.timedelta(days=number)
        good = day.weekday() == 5
        words = "a room near the sea" if number % 2 else "a room in town"
        lines.append(f"{day},{words} {number},{str(good).lower()}")
    return "\n".join(lines)


def test_a_model_of_weekdays_is_applied_to_dates(write: Write, tmp_path: Path) -> None:
    path = write(hotels())
    table = read_table(path, calendar=["built"])
    assert {"built", "month of built", "weekday of built"} <= set(table.columns)
    model = ob.train(table.problem("good=true"), ob.FoilDL())
    assert 'weekday of built\' value "Saturday"' in str(model)
    model.save(tmp_path / "m.json")
    loaded = ob.load(tmp_path / "m.json")
    expected = [1.0 if number % 7 == 5 else 0.0 for number in range(60)]
    assert loaded.degrees(path).tolist() == loaded.degrees(table).tolist() == expected
    with pytest.raises(ModelError, match="no column named 'built'"):
        loaded.degrees(write("other\n1\n"))


def test_a_model_of_words_is_applied_to_texts(write: Write, tmp_path: Path) -> None:
    path = write(hotels())
    table = read_table(path, texts=["comment"], leave_out=["good"])
    assert set(table.columns) == {
        "built",
        *(f'comment contains "{word}"' for word in ("in", "near", "sea", "the", "town")),
    }
    lines = [
        f"{line.rsplit(',', 1)[0]},{str('sea' in line).lower()}"
        for line in hotels().splitlines()[1:]
    ]
    path = write("\n".join(["built,comment,good", *lines]))
    learned = read_table(path, texts=["comment"])
    model = ob.train(learned.problem("good=true"), ob.FoilDL())
    assert 'contains "' in str(model)
    model.save(tmp_path / "m.json")
    found = ob.load(tmp_path / "m.json").degrees(
        write("comment\nBy the SEA near town\nin town\n?\n")
    )
    assert found.tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("text", "options", "error", "message"),
    [
        ("a,b\n1,2\n", {"calendar": ["a"]}, SourceError, "'a' of t.csv does not contain dates, so"),
        ("a,b\n1,2\n", {"calendar": ["c"]}, UnknownNameError, "no column named 'c'"),
        ("a,b\n18:00,2\n", {"calendar": ["a"]}, SourceError, "does not contain dates"),
        ("a,b\nsea,2\n", {"texts": ["a"]}, SourceError, "No word recurs in column 'a' of t.csv"),
        ("a,b\nsea,2\n", {"texts": ["c"]}, UnknownNameError, "no column named 'c'"),
        (
            "a,month of a\n2024-01-01,x\n",
            {"calendar": ["a"]},
            SourceError,
            "has a column named 'month of a' already, so it cannot be made of 'a'; rename it",
        ),
    ],
)
def test_what_cannot_be_made_is_told(
    write: Write, text: str, options: dict[str, list[str]], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_table(write(text), **options)  # type: ignore[arg-type]
