import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from owlboost.errors import SourceError, UnknownNameError
from owlboost.tables.partial_reads import raw_batches
from owlboost.tables.read_options import ReadOptions
from owlboost.tables.reading import read_raw_table, read_table

TEXT = "\n\nprice;name;stars\n79;Höhe;3\n\n?; Aal ;5\n120;;4\n8.5;'x';?\n"
NUMBERS = {"price": pa.float64()}


@pytest.fixture(params=["plain", "gzipped"])
def hotels(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / ("h.csv" if request.param == "plain" else "h.csv.gz")
    content = TEXT.encode()
    path.write_bytes(content if request.param == "plain" else gzip.compress(content))
    return path


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_batches_joined_are_the_table(hotels: Path, rows: int) -> None:
    with raw_batches(hotels, types=NUMBERS, rows=rows) as found:
        batches = list(found.batches)
        assert found.names == ("price", "name", "stars")
        assert found.untyped
        assert found.locale.semicolons
    assert [batch.num_rows for batch in batches] == {
        1: [1, 1, 1, 1], 2: [2, 2], 3: [3, 1], 100: [4],
    }[rows]  # fmt: skip
    assert pa.Table.from_batches(batches).to_pydict() == {
        "price": [79.0, None, 120.0, 8.5],
        "name": ["Höhe", " Aal ", None, "'x'"],
        "stars": ["3", "5", "4", None],
    }


def test_only_some_columns_are_read(hotels: Path) -> None:
    with raw_batches(hotels, ReadOptions(only=frozenset(["stars"]))) as found:
        assert found.names == ("stars",)
        assert [batch.schema.names for batch in found.batches] == [["stars"]]


def test_many_blocks_are_read_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("n,text\n" + "".join(f"{n},{'x' * 90}\n" for n in range(40_000)))  # 3.8 MB
    with raw_batches(path, types={"n": pa.float64()}, rows=7_000) as found:
        read = [value for batch in found.batches for value in batch.column("n").to_pylist()]
    assert read == list(range(40_000))


def test_parquet_tells_its_own_types(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    table = pa.table({"price": [79, None, 120], "__index_level_0__": [0, 1, 2]})
    pq.write_table(table, path, row_group_size=2)
    with raw_batches(path, rows=2) as found:
        assert not found.untyped
        assert found.notes == read_raw_table(path).notes
        read = [batch.to_pydict() for batch in found.batches]
    assert read == [{"price": [79, None]}, {"price": [120]}]


def test_a_cell_of_another_type_is_an_error(hotels: Path) -> None:
    with (
        pytest.raises(SourceError, match=r"cannot be read as a table: .*double"),
        raw_batches(hotels, types={"name": pa.float64()}) as found,
    ):
        list(found.batches)


def test_a_ragged_row_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("a,b\n1,2\n3\n")
    with (
        pytest.raises(SourceError, match="cannot be read as a table"),
        raw_batches(path) as found,
    ):
        list(found.batches)


def test_a_column_that_is_not_there_is_an_error(hotels: Path) -> None:
    with (
        pytest.raises(UnknownNameError, match="no column named 'pricy'"),
        raw_batches(hotels, ReadOptions(kinds={"pricy": "number"})),
    ):
        pass


def test_a_workbook_is_read_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "h.xlsx"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(SourceError, match="workbook"), raw_batches(path):
        pass


def test_texts_of_parquet_that_are_none_are_told(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    cells = pa.array([b"sea", b"\xde\x20view"])
    words = pa.StringArray.from_buffers(2, cells.buffers()[1], cells.buffers()[2])
    pq.write_table(pa.table({"price": [1.0, 2.0], "comment": words}), path)
    sentence = "^Column 'comment' of t.parquet has texts that are not UTF-8"
    with pytest.raises(SourceError, match=sentence):
        read_table(path)
    with pytest.raises(SourceError, match=sentence):
        read_table(path, out_of_core="on")
    with (
        pytest.raises(SourceError, match=sentence),
        raw_batches(path, rows=1) as found,
    ):
        list(found.batches)
    assert list(read_table(path, leave_out=["comment"]).columns) == ["price"]
