"""Tables read for a model that was learned from another one."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from owlboost.concepts.concept import Concept, CrispValue, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.vocabulary import Lexicon, lexicon_from_json, lexicon_to_json
from owlboost.errors import ModelError, SourceError
from owlboost.tables.columns import Column, NumberColumn
from owlboost.tables.facts import kinds_needed, table_iri
from owlboost.tables.partial_reads import read_table_for
from owlboost.tables.read_options import ReadOptions
from owlboost.tables.reading import read_table

Write = Callable[[str], Path]


def rule(column: str, wanted: FuzzySet | bool | str) -> RuleSet:
    prop = table_iri(column)
    label = FuzzyValue(prop, wanted) if isinstance(wanted, FuzzySet) else CrispValue(prop, wanted)
    return RuleSet((Inclusion(Concept((label,))),))


NUMBER = rule("a", FuzzySet("a_H", RightShoulder(0.0, 100.0)))
TRUTH = rule("a", True)
CATEGORY = rule("a", "red")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def listed(column: Column) -> list[Any]:
    if isinstance(column, NumberColumn):
        return [None if np.isnan(value) else value for value in column.values.tolist()]
    return [None if code < 0 else column.values[code] for code in column.codes.tolist()]


def test_a_model_tells_what_its_columns_hold() -> None:
    assert kinds_needed(NUMBER) == {"a": "number"}
    assert kinds_needed(TRUTH) == {"a": "truth"}
    assert kinds_needed(CATEGORY) == {"a": "category"}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1", " 2.5", "?"], [1.0, 2.5, None]),
        (["0x10", "5", "NA"], [16.0, 5.0, None]),
        (["+1", "-.5e1", ""], [1.0, -5.0, None]),
        (["1970-01-02", "1970-01-01", "?"], [1.0, 0.0, None]),
        (["1970-01-02T12:00", "1970-01-01 06:00:00.0", "?"], [1.5, 0.25, None]),
        (["12:00", "06:00", "?"], [0.5, 0.25, None]),
    ],
)
def test_numbers_and_dates_are_read_as_for_learning(
    write: Write, cells: list[str], expected: list[float | None]
) -> None:
    path = write("\n".join(["b,a", *(f"x,{cell}" for cell in cells)]))
    applied = read_table_for(NUMBER, path)
    assert list(applied.columns) == ["a"]
    assert listed(applied.columns["a"]) == expected
    assert listed(read_table(path).columns["a"]) == expected


@pytest.mark.parametrize(
    ("model", "cells", "expected"),
    [
        (TRUTH, ["TRUE", "false", "?"], [True, False, None]),
        (TRUTH, ["1", "0", "?"], [True, False, None]),
        (CATEGORY, ["red", " red ", "?"], ["red", "red", None]),
        (CATEGORY, ["1", "01", "1970-01-02"], ["1", "01", "1970-01-02"]),
        (
            CATEGORY,
            [f"n{number}" for number in range(101)],
            [f"n{number}" for number in range(101)],
        ),
        (NUMBER, ["?", ""], [None, None]),
        (TRUTH, ["?", ""], [None, None]),
        (CATEGORY, ["?", ""], [None, None]),
    ],
)
def test_the_model_says_what_a_column_holds(
    write: Write, model: RuleSet, cells: list[str], expected: list[Any]
) -> None:
    table = read_table_for(model, write("\n".join(["b,a", *(f"x,{cell}" for cell in cells)])))
    assert listed(table.columns["a"]) == expected
    assert table.remarks == ()
    degrees = Extents(table.knowledge_base()).hypothesis(model)
    assert (degrees[[cell is None for cell in expected]] == 0).all()


@pytest.mark.parametrize(
    ("model", "cells", "message"),
    [
        (NUMBER, ["1", "2", "lots"], "should contain numbers, but row 3 has 'lots'"),
        (NUMBER, ["red", "1"], "should contain numbers, but row 1 has 'red'"),
        (NUMBER, ["1", "inf"], "has an infinite number in row 2"),
        (
            NUMBER,
            ["2020-01-31", "2020-02-01", "soon"],
            "should contain dates or times, but row 3 has 'soon'",
        ),
        (TRUTH, ["true", "perhaps"], "should contain true and false, but row 2 has 'perhaps'"),
    ],
)
def test_a_cell_that_is_not_of_its_kind_is_told(
    write: Write, model: RuleSet, cells: list[str], message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        read_table_for(model, write("\n".join(["a", *cells])))
    assert message in str(caught.value)


def test_dates_of_a_parquet_file_are_days_for_a_model_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": [dt.date(1970, 1, 26), None]}), path)
    table = read_table_for(NUMBER, path)
    assert listed(table.columns["a"]) == [25.0, None]
    # rs(0, 100) at 25
    assert Extents(table.knowledge_base()).hypothesis(NUMBER).tolist() == [0.25, 0.0]


def test_a_column_that_is_not_there_is_told(write: Write) -> None:
    with pytest.raises(ModelError, match=r"cannot be applied: t\.csv has no column named 'a'"):
        read_table_for(NUMBER, write("b\n1\n"))


def test_a_model_of_dates_refuses_other_numbers(write: Callable[[str], Path]) -> None:
    lexicon = Lexicon(times={"urn:owlboost:table#a": "date"})
    assert kinds_needed(NUMBER, lexicon.times) == {"a": "time"}
    table = read_table_for(NUMBER, write("a\n1970-01-03\n"), lexicon)
    assert table.columns["a"].values.tolist() == [2.0]  # type: ignore[union-attr]
    with pytest.raises(SourceError, match="should contain dates or times, but row 1 has '1999'"):
        read_table_for(NUMBER, write("a\n1999\n"), lexicon)


UNLIKE = "Column 'a' is not written as in the table that the model was learned from"


def values(path: Path, lexicon: Lexicon, **options: Any) -> tuple[list[float], tuple[str, ...]]:
    table = read_table_for(NUMBER, path, lexicon, ReadOptions(**options))
    column = table.columns["a"]
    assert isinstance(column, NumberColumn)
    return column.values.tolist(), tuple(map(str, table.remarks))


def learned_from(text: str, write: Write) -> Lexicon:
    """Return what a model keeps of a table whose columns it uses."""
    return read_table(write(text)).knowledge_base().lexicon.only([table_iri("a")])


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("a;b\n1,5;1\n2,5;2\n", None),  # a semicolon says as much
        ("a\tb\n1,5\t1\n2,25\t2\n", ","),
        ("a;b\n1.5;1\n2.25;2\n", "."),
        ("a,b\n1.5,1\n2.25,2\n", None),
        ("a\tb\n3\t0,5\n4\t1,5\n", ","),  # another column shows it
        ("a\tb\n31/12/2024\t1\n01/02/2024\t2\n", "dmy"),
        ("a\tb\n12/31/2024\t1\n01/02/2024\t2\n", "mdy"),  # the second alone has either order
        ("a\tb\n31-12-2024\t0,5\n01-02-2024\t1,5\n", "dmy"),
        ("a\tb\n31.12.2024\t1\n01.02.2024\t2\n", None),
        ("a\tb\n1,234\t1\n", "."),
        ("a\tb\n1,234\t0.5\n", "."),
        ("a\tb\n1,234\t0,5\n", ","),
        ("a\tb\n1,234.5\t1\n1,234\t2\n", "."),  # so is the second number
        ("a\tb\n1,234.5\t1\n$5\t2\n", None),
        ("a\tb\n1.234\t1\n", "."),
        ("a\tb\n1.234\t0.5\n7\t1\n", "."),
        ("a\tb\n123.456\t0.5\n", "."),  # with a comma it is 123456
        ("a\tb\n0.123\t0.5\n1234.567\t1\n", None),  # no comma could stand there
        ("a\tb\n1.5\t0.5\n", None),
        ("a;b\n1.000;x\n7;y\n", "."),
        ("a\tb\n7\t0.5\n", None),
        ("a;b\n12/31/2024;1\n01/02/2024;2\n", "mdy"),
    ],
)
def test_a_model_keeps_how_a_column_was_written(text: str, habit: str | None, write: Write) -> None:
    lexicon = learned_from(text, write)
    assert lexicon.habits == ({} if habit is None else {table_iri("a"): habit})
    assert lexicon_from_json(lexicon_to_json(lexicon)).habits == lexicon.habits


def test_a_like_file_is_read_alike(write: Write) -> None:
    commas = learned_from("a\tb\n1,5\t1\n2,25\t2\n", write)
    thousands = write("a\tb\n1,234\t1\n2,500\t2\n")
    assert values(thousands, Lexicon())[0] == [1234, 2500]
    assert values(thousands, commas) == ([1.234, 2.5], ())
    assert values(thousands, commas, decimal=".") == ([1234, 2500], ())
    points = write("a\tb\n1.234\t1\n2.500\t2\n")
    assert values(points, commas)[0] == [1234, 2500]
    days = learned_from("a\tb\n31/12/2024\t1\n", write)
    april = write("a\tb\n02/01/1970\t1\n")
    assert values(april, Lexicon())[0] == [31]
    assert values(april, days) == ([1], ())
    assert values(april, days, dates="mdy") == ([31], ())


@pytest.mark.parametrize(
    ("number", "read"), [("1,234", 1234), ("1.234", 1.234), ("$1,234", 1234), ("1.000", 1)]
)
def test_a_column_that_contradicts_itself_shows_no_other_its_mark(
    number: str, read: float, write: Write
) -> None:
    mixed = write(f'a,b\n"{number}","1,234"\n"{number}",0.5\n"{number}","0,5"\n')
    whole = read_table(mixed)
    column = whole.columns["a"]
    assert isinstance(column, NumberColumn)
    assert column.values.tolist() == [read] * 3
    lexicon = whole.knowledge_base().lexicon.only([table_iri("a")])
    commas = write(f'a,b\n"{number}","0,5"\n')
    assert values(commas, lexicon)[0] == [read]
    assert values(commas, Lexicon())[0] != [read]


def test_an_order_of_dates_stays_where_another_column_shows_a_comma(write: Write) -> None:
    mixed = learned_from('a,b\n01/02/1970,"0,5"\n01/31/1970,0.5\n', write)
    commas = write('a,b\n01/02/1970,"0,5"\n')
    assert values(commas, Lexicon())[0] == [31]
    assert values(commas, mixed) == ([1], ())


def test_a_file_that_is_written_otherwise_is_told(write: Write) -> None:
    commas = learned_from("a\tb\n1,5\t1\n2,25\t2\n", write)
    assert values(write("a\tb\n1,250.5\t1\n"), commas) == (
        [1250.5],
        (f"{UNLIKE}: a point stands before decimals, as '1,250.5' in row 1 shows.",),
    )
    [remark] = values(write("a\tb\n1,234\t0.5\n2,500\t1.5\n"), commas)[1]
    assert remark == (
        "Column 'a' has numbers such as '1,234' in row 1, whose comma was taken to stand before "
        "decimals. If that is wrong, use decimal='.' instead."
    )
    days = learned_from("a\tb\n31/12/2024\t1\n", write)
    read, remarks = values(write("a\tb\n1/2/1970\t1\n1/31/1970\t2\n"), days)
    assert read == [1, 30]
    assert remarks == (f"{UNLIKE}: the month comes first, as '1/31/1970' in row 2 shows.",)


def test_months_are_made_of_dates_as_they_were_written(write: Write) -> None:
    table = read_table(write("a\tb\n31/12/2024\t1\n01/02/2024\t2\n"), calendar=["a"])
    made = rule("month of a", "February")
    lexicon = table.knowledge_base().lexicon.only([table_iri("month of a")])
    applied = read_table_for(made, write("a\tb\n01/02/2024\t1\n"), lexicon)
    assert Extents(applied.knowledge_base()).hypothesis(made).tolist() == [1]
