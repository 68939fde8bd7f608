import datetime as dt
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from owlboost.errors import OwlboostError, ParameterError, SourceError, UnknownNameError
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.kinds import kind_of
from owlboost.tables.read_options import ReadOptions, is_table_path
from owlboost.tables.reading import column_names, read_table
from owlboost.tables.table import Table

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: str | bytes, name: str = "t.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def parquet(tmp_path: Path, columns: dict[str, Any]) -> Path:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table(columns), path)
    return path


def cells_of(column: Column) -> list[float | bool | str | None]:
    if isinstance(column, NumberColumn):
        return [None if np.isnan(value) else float(value) for value in column.values]
    return [column.values[code] if code >= 0 else None for code in column.codes]


def contents(table: Table) -> dict[str, list[float | bool | str | None]]:
    return {name: cells_of(column) for name, column in table.columns.items()}


# What a text file holds


def test_numbers_truth_values_and_categories_are_told_apart(write: Write) -> None:
    table = read_table(write("x,y,good,colour\n.28,1,TRUE,red\n5.,2.5,false,blue\n"))
    assert contents(table) == {
        "x": [0.28, 5.0],
        "y": [1.0, 2.5],
        "good": [True, False],
        "colour": ["red", "blue"],
    }
    assert table.columns["colour"].values == ("blue", "red")
    assert list(table.row_names) == ["row1", "row2"]
    assert table.n_rows == 2
    assert table.column_names == ("x", "y", "good", "colour")
    assert table.remarks == ()


@pytest.mark.parametrize("word", ["?", "", "NA", "NaN", "nan", "N/A", "null", "None", " ? "])
@pytest.mark.parametrize("quote", ["", '"'])
def test_missing_cells(write: Write, word: str, quote: str) -> None:
    missing = f"{quote}{word}{quote}"
    rows = [f"{missing},{missing},{missing}", "1,true,red", "-2e3,false,blue"]
    table = read_table(write("n,t,c\n" + "\n".join(rows) + "\n"))
    assert contents(table) == {
        "n": [None, 1.0, -2000.0],
        "t": [None, True, False],
        "c": [None, "red", "blue"],
    }


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(write: Write, delimiter: str) -> None:
    text = 'a,b\n1,"x,;|\ty"\n2,"say ""hi"""\n'
    quoted = text.replace(",", delimiter, 1).replace("1,", f"1{delimiter}")
    table = read_table(write(quoted.replace("2,", f"2{delimiter}"), "t.txt"))
    assert contents(table)["a"] == [1.0, 2.0]
    assert contents(table)["b"][1] == 'say "hi"'


def test_a_tsv_is_split_at_tabs_even_with_one_column_of_commas(write: Write) -> None:
    assert contents(read_table(write("a\nx,y\nz,w\n", "t.tsv"))) == {"a": ["x,y", "z,w"]}


def test_a_byte_order_mark_spaces_and_windows_lines_are_no_content(write: Write) -> None:
    table = read_table(write("\ufeffa, b\r\n1, Private\r\n2, ?\r\n"))
    assert contents(table) == {"a": [1.0, 2.0], "b": ["Private", None]}


def test_a_quoted_cell_may_hold_line_breaks(write: Write) -> None:
    table = read_table(write('"a\nb",c\n1,"x\ny"\n2,z\n'))
    assert contents(table) == {"a\nb": [1.0, 2.0], "c": ["x\ny", "z"]}


def test_compressed_text_is_read(write: Write) -> None:
    assert contents(read_table(write(gzip.compress(b"a\n1\n"), "t.csv.gz"))) == {"a": [1.0]}
    assert contents(read_table(write(gzip.compress(b"a\n1\n"), "t.csv"))) == {"a": [1.0]}


def test_a_file_without_header(write: Write) -> None:
    path = write("5.1,Iris-setosa\n4.9,Iris-setosa")  # no line break at the end
    assert contents(read_table(path, header=False)) == {
        "column1": [5.1, 4.9],
        "column2": ["Iris-setosa", "Iris-setosa"],
    }
    assert read_table(path, columns=["length", "class"]).column_names == ("length", "class")


def test_blank_lines_above_the_header_are_skipped(write: Write) -> None:
    assert contents(read_table(write("\n\na,b\n1,2\n\n3,4\n"))) == {
        "a": [1.0, 3.0],
        "b": [2.0, 4.0],
    }


def test_a_column_without_a_name_gets_one(write: Write) -> None:
    table = read_table(write(",a\n0,x\n1,y\n"))
    assert table.column_names == ("column1", "a")
    assert table.remarks == ("A column without a name was named 'column1'.",)


def test_a_header_of_numbers_is_remarked(write: Write) -> None:
    table = read_table(write("5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n"))
    assert table.remarks == (
        (
            "The header contains numbers, such as '5.1'. If it is a row of data, use "
            "header=False or columns."
        ),
    )


def test_the_rows_are_named_by_an_id_column(write: Write) -> None:
    table = read_table(write("id,a\n007,1\nB 2,2\n"), id_column="id")
    assert list(table.row_names) == ["007", "B 2"]
    assert table.column_names == ("a",)


def test_columns_are_left_out_on_request(write: Write) -> None:
    assert read_table(write("a,b\n1,2\n"), leave_out=["a"]).column_names == ("b",)


def test_arrays_are_read_only(write: Write) -> None:
    table = read_table(write("a,b\n1,x\n"))
    for column in table.columns.values():
        array = column.values if isinstance(column, NumberColumn) else column.codes
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# Kinds


def test_numbers_forced_to_categories_keep_their_text(write: Write) -> None:
    table = read_table(write("a\n1\n2.50\n01\n"), kinds={"a": "category"})
    assert contents(table) == {"a": ["1", "2.50", "01"]}


def test_zero_and_one_are_truth_values_on_request(write: Write) -> None:
    table = read_table(write("a,b\n1,True\n0,?\n"), kinds={"a": "truth", "b": "truth"})
    assert contents(table) == {"a": [True, False], "b": [True, None]}


def test_a_forced_number_column_takes_signs_and_exponents(write: Write) -> None:
    table = read_table(write("a\n+1\n-.5e1\n?\n"), kinds={"a": "number"})
    assert contents(table) == {"a": [1.0, -5.0, None]}


def test_an_unknown_kind_is_refused(write: Write) -> None:
    with pytest.raises(
        ParameterError, match="kinds must be one of number, truth, category, time, not 'text'"
    ):
        read_table(write("a\n1\n"), kinds={"a": "text"})  # type: ignore[dict-item]


def test_texts_that_name_the_rows_are_left_out_with_a_remark(write: Write) -> None:
    text = "name,x\n" + "".join(f"n{i},{i}\n" for i in range(150))
    table = read_table(write(text))
    assert table.column_names == ("x",)
    assert table.remarks == (
        (
            "Column 'name' is left out: it has 150 different texts. Use id_column='name' if "
            "it names the rows, or kinds={'name': 'category'} to keep it."
        ),
    )
    kept = read_table(write(text), kinds={"name": "category"}).columns["name"]
    assert isinstance(kept, SymbolColumn)
    assert len(kept.values) == 150


def test_empty_columns_are_left_out_with_a_remark(write: Write) -> None:
    table = read_table(write("e,x\n?,1\n,2\n"))
    assert table.column_names == ("x",)
    assert table.left_out == {"e": "Column 'e' is left out: it is empty."}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1970-01-02", "1969-12-31", "?"], [1.0, -1.0, None]),
        # 50 · 365 + 12 leap days + 30;  330 · 365 + 80 leap days
        (["2020-01-31", " 2020-02-01 "], [18292.0, 18293.0]),
        (["2300-01-01T12:00:00.5", "1970-01-01"], [120530 + 43200.5 / 86400, 0.0]),
        (["1970-01-02T12:00", "1970-01-01 06:00:00"], [1.5, 0.25]),
        (["1970-01-02", "1970-01-01T06:00:00.864"], [1.0, 0.25001]),
        (["1970-01-02T01:00+01:00", "1970-01-01T23:00:00-01:00"], [1.0, 1.0]),
        (["1970-01-02T00:00Z", "?"], [1.0, None]),
        (["12:00", "18:00:00", ""], [0.5, 0.75, None]),
        (["12:00:00.0", "18:00:00.864"], [0.5, 0.75001]),
    ],
)
def test_dates_and_times_are_numbers_of_days(
    write: Write, cells: list[str], expected: list[float | None]
) -> None:
    table = read_table(write("\n".join(["d,x", *(f"{cell},1" for cell in cells)])))
    column = table.columns["d"]
    assert kind_of(column) == "time"
    exact = [None if day is None else pytest.approx(day, rel=1e-15) for day in expected]
    assert cells_of(column) == exact
    assert table.remarks == ()


@pytest.mark.parametrize(
    "cells",
    [
        ["2020-01-31", "soon"],
        ["31/01/2020", "01/32/2020"],
        ["2020-01-31T10:00Z", "2020-01-31T10:00"],  # which zone has the second?
        ["2020-01-31", "12:00"],
    ],
)
def test_what_is_no_date_stays_text(write: Write, cells: list[str]) -> None:
    table = read_table(write("\n".join(["d,x", *(f"{cell},1" for cell in cells)])))
    assert contents(table)["d"] == cells


def test_dates_may_be_asked_for_as_texts_numbers_or_times(write: Write) -> None:
    path = write("d\n2020-01-31\n?\n")
    assert contents(read_table(path, kinds={"d": "category"})) == {"d": ["2020-01-31", None]}
    for kind in ("time", "number"):
        table = read_table(path, kinds={"d": kind})
        assert contents(table) == {"d": [18292.0, None]}


def test_a_number_asked_for_is_read_as_one_found(write: Write) -> None:
    path = write("a,b,c\n0x10,TRUE, 1\n0x11,false,+2\n")
    found = contents(read_table(path))
    assert found == {"a": [16.0, 17.0], "b": [True, False], "c": [1.0, 2.0]}
    asked = contents(read_table(path, kinds={"a": "number", "b": "number", "c": "number"}))
    assert asked == {"a": [16.0, 17.0], "b": [1.0, 0.0], "c": [1.0, 2.0]}


# Parquet


def test_the_names_of_columns_are_those_that_are_read(tmp_path: Path) -> None:
    columns = {"price": [79.0, 60.0], "sea view": [True, False], "__index_level_0__": [1, 2]}
    path = parquet(tmp_path, columns)
    zipped = tmp_path / "z.parquet.gz"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    text = tmp_path / "t.csv"
    text.write_text("price;sea view\n79;true\n60;false\n")
    for file in (path, zipped, text):
        assert column_names(file) == ("price", "sea view") == tuple(read_table(file).columns)
    assert column_names(text, ReadOptions(header=False)) == ("column1", "column2")
    named = ReadOptions(columns=("a", "b"))
    assert column_names(text, named) == ("a", "b")
    with pytest.raises(SourceError, match="leave out columns"):
        column_names(path, named)


def test_parquet_columns_have_their_own_types(tmp_path: Path) -> None:
    path = parquet(
        tmp_path,
        {
            "i": pa.array([1, None], pa.int16()),
            "f": pa.array([0.5, float("nan")], pa.float32()),
            "b": [True, None],
            "s": ["1", "2"],  # text stays text
            "d": pa.array(["x", None]).dictionary_encode(),
            "m": pa.array([1, 2]).cast(pa.decimal128(20, 1)),
            "t": [dt.datetime(1970, 1, 2, 12, tzinfo=dt.UTC), None],
            "y": pa.array([dt.date(1970, 1, 3), None], pa.date64()),
            "w": pa.array([dt.time(6), None], pa.time32("ms")),
            "u": [dt.timedelta(hours=36), None],
            "l": [[1], [2]],
            "n": pa.nulls(2),
            "__index_level_0__": [0, 1],
        },
    )
    table = read_table(path)
    assert contents(table) == {
        "i": [1.0, None],
        "f": [0.5, None],
        "b": [True, None],
        "s": ["1", "2"],
        "d": ["x", None],
        "m": [1.0, 2.0],
        "t": [1.5, None],
        "y": [2.0, None],
        "w": [0.25, None],
        "u": [1.5, None],
    }
    assert set(table.left_out) == {"l", "n"}
    assert table.notes == ("Column '__index_level_0__' is left out: it is a data frame's index.",)


def test_categories_of_a_parquet_file_are_kept_as_such(tmp_path: Path) -> None:
    names = [f"n{number:03}" for number in range(150)]
    path = parquet(tmp_path, {"c": pa.array(names).dictionary_encode(), "s": names})
    table = read_table(path)
    assert contents(table) == {"c": names}
    assert set(table.left_out) == {"s"}


def test_parquet_columns_of_a_forced_kind(tmp_path: Path) -> None:
    path = parquet(tmp_path, {"i": [1, 0], "s": ["1.5", "?"], "id": [7, 8]})
    table = read_table(path, id_column="id", kinds={"i": "category", "s": "number"})
    assert contents(table) == {"i": ["1", "0"], "s": [1.5, None]}
    assert list(table.row_names) == ["7", "8"]
    assert contents(read_table(path, kinds={"i": "truth"}))["i"] == [True, False]
    path = parquet(tmp_path, {"f": [1.0, 0.5], "b": [True, None], "t": [dt.date(1970, 1, 2)] * 2})
    table = read_table(path, kinds={"f": "category", "b": "number", "t": "number"})
    assert contents(table) == {"f": ["1", "0.5"], "b": [1.0, None], "t": [1.0, 1.0]}


def test_compressed_parquet_and_parquet_by_content(tmp_path: Path) -> None:
    path = parquet(tmp_path, {"a": [1]})
    packed = tmp_path / "t.parquet.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert contents(read_table(packed)) == {"a": [1.0]}
    assert contents(read_table(path.rename(tmp_path / "t.data"))) == {"a": [1.0]}


# What is wrong with a file, in one sentence


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "t.csv is empty."),
        (" \n\n", "t.csv is empty."),
        ("a,b\n", "t.csv has a header but no rows."),
        ("a,b\n\n\n", "t.csv has no rows."),
        ("a,b,a\n1,2,3\n", "t.csv has two columns named 'a': rename one of them, or"),
        (
            "a,b\n1,2\n1,2,3\n",
            "but row 2 has 3 cells: correct that row, or quote the cells that contain ','.",
        ),
        ("a,b\n1\n", "t.csv has 2 columns, but row 1 has 1 cell:"),
        (b"a,b\n1,\x81\n", "t.csv is no text in UTF-8, UTF-16 or Windows-1252: save it as UTF-8"),
        (b"a,b\n" + b"1,x\n" * 300_000 + b"1,\x81\n", "or say its encoding with encoding."),
        (b"a,b\n1,\0\n", "t.csv is not a text file: it contains zero bytes."),
        ('a,b\n1,"x\n2,y\n', "t.csv has a quotation mark that is never closed"),
        ('a,b\n1,"x\n' + "2,y\n" * 600_000, "t.csv has a row of more than 1,048,576 bytes: "),
        ("a,b\n1," + "x" * 3_000_000 + "\n", "t.csv has a row of more than 1,048,576 bytes: "),
        ("a\n1\ninf\n", "Column 'a' of t.csv has an infinite number in row 2: correct the cell"),
        ("a\n1\n-1e999\n", "Column 'a' of t.csv has an infinite number in row 2"),
        ("a,b\n1,2\n2,-inf\n3, ?\n", "Column 'b' of t.csv has an infinite number in row 2"),
    ],
)
def test_what_is_wrong_with_a_text_file(write: Write, content: str | bytes, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_table(write(content))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"kinds": {"b": "number"}}, SourceError, "should contain numbers, but row 1 has 'x'"),
        ({"kinds": {"a": "truth"}}, SourceError, "should contain true and false, but row 2"),
        (
            {"kinds": {"b": "time"}},
            SourceError,
            "'b' of t.csv should contain dates or times, but row 1 has 'x': correct the cell, or",
        ),
        ({"kinds": {"a": "time"}}, SourceError, "contain dates or times, but row 1 has '1'"),
        (
            {"kinds": {"e": "number"}},
            SourceError,
            "contain dates or times, but row 3 has '2020-13-01'",
        ),
        (
            {"kinds": {"e": "time"}},
            SourceError,
            "contain dates or times, but row 3 has '2020-13-01'",
        ),
        ({"kinds": {"aa": "number"}}, UnknownNameError, "no column named 'aa'. Did you mean a?"),
        ({"leave_out": ["c"]}, UnknownNameError, "t.csv has no column named 'c'."),
        ({"id_column": "B"}, UnknownNameError, "Did you mean b?"),
        ({"id_column": "b"}, SourceError, "rows 1 and 3 both have 'x'"),
        ({"id_column": "d"}, SourceError, "it has no value in row 2"),
        ({"columns": ["a", "b"]}, SourceError, "has 4 columns, but 2 names were given"),
        ({"columns": ["a", "b", "a", "c"]}, SourceError, "two columns named 'a'"),
    ],
)
def test_what_is_wrong_with_the_options(
    write: Write, options: Any, error: type[OwlboostError], message: str
) -> None:
    path = write("a,b,d,e\n1,x,p,2020-01-31\n2,y,?,?\n3,x,q,2020-13-01\n")
    with pytest.raises(error) as caught:
        read_table(path, **options)
    assert message in str(caught.value)


def test_what_is_wrong_with_a_path(tmp_path: Path, write: Write) -> None:
    for path, message in [
        (tmp_path / "nothing.csv", "There is no file"),
        (tmp_path, "is a folder"),
        (write("a\n1\n", "t.owl"), "does not look like a table: its name should end in .csv"),
        (write("a\n1\n", "t.parquet"), "is not a Parquet file"),
        (write(b"PAR1 and nothing else", "u.parquet"), "cannot be read as a table"),
        (write(gzip.compress(b"a,b\n1,2\n" * 99)[:-12], "t.csv.gz"), "cannot be read as a table"),
    ]:
        with pytest.raises(SourceError) as caught:
            read_table(path)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)


def test_what_is_wrong_with_a_parquet_file(tmp_path: Path) -> None:
    path = parquet(tmp_path, {"a": [1.0, float("inf")], "l": [[1], [2]]})
    with pytest.raises(SourceError, match="infinite number in row 2"):
        read_table(path)
    with pytest.raises(SourceError, match="columns: leave out columns"):
        read_table(path, columns=["x", "y"])
    with pytest.raises(UnknownNameError, match="no column named 'b'"):
        read_table(path, id_column="b")
    with pytest.raises(SourceError, match="cannot be read as text"):
        read_table(path, leave_out=["a"], kinds={"l": "number"})
    with pytest.raises(SourceError, match="has no rows"):
        read_table(parquet(tmp_path, {"a": pa.array([], pa.int64())}))
    pq.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
    with pytest.raises(SourceError, match="two columns named 'a'"):
        read_table(path)


def test_tables_are_told_by_their_names() -> None:
    assert is_table_path("a.PARQUET")
    assert is_table_path("a.txt.gz")
    assert not is_table_path("a.owl.gz")


def test_threads_of_arrow_hold_nothing_of_python(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would drop it late: at the end of a process that ends it with an abort."""
    path = write("a,b\n1,2\n3\n")
    on_threads: list[tuple[bool, bool]] = []
    read = pa_csv.read_csv

    def noted(stream: Any, **options: Any) -> Any:
        handler = options["parse_options"].invalid_row_handler
        on_threads.append((options["read_options"].use_threads, handler is not None))
        return read(stream, **options)

    monkeypatch.setattr(pa_csv, "read_csv", noted)
    with pytest.raises(SourceError, match="but row 2 has 1 cell"):
        read_table(path)
    assert on_threads == [(True, False), (False, True)]
