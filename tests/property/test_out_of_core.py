"""A table whose columns lie on disk is the table that would be in memory."""

import gzip
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import OwlboostError
from owlboost.learners.algorithms import FuzzyOWLBoost, GradientConcepts
from owlboost.learners.preparation import canonical_order
from owlboost.learners.training import train
from owlboost.runtime.arrays import MappedStore
from owlboost.tables.read_options import OutOfCore
from owlboost.tables.reading import read_table
from owlboost.tables.table import Table

KINDS = (
    ("1", "2", "-3", "40"),
    ("1", "2", "2.5", "1e3"),
    ("1.5", "inf"),
    ("1", "true"),
    ("1", "12.5", "many"),
    ("true", "false", "True"),
    ("red", "blue", "a b", "it's", 'say "x"', "two\nlines", "x,y;z"),
    ("2024-12-31", "2024-01-02"),
    ("2024-12-31", "2024-01-02 12:30", "2024-01-02 12:30:00.5"),
    ("2024-01-02 12:30", "1500-01-02 12:30", "2024-01-02 12:30:00.123456789"),
    ("12:30", "18:00"),
    ("31.12.2024", "1.2.2024"),
    ("03/04/2024", "12/31/2024"),
    ("03/04/2024", "05/06/2024"),
    ("1,234", "2,500"),
    ("1.234,5", "18,0"),
    ("12 %", "7 %"),
    ("$1,200.50", "€ 3"),
    ("9223372036854775808", "1"),
    (" 1", "2 "),
    tuple(f"t{number}" for number in range(150)),
)
MISSING = ("", "?", "NA", "null")


@st.composite
def text_tables(draw: st.DrawFn) -> tuple[str, bytes]:
    """Return the end of a file's name, and its bytes."""
    n_rows = draw(st.integers(1, 150) | st.just(150))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    random = draw(st.randoms(use_true_random=False))
    delimiter = draw(st.sampled_from([",", ";", "\t"]))
    gaps = draw(st.sampled_from([0.0, 0.2]))

    def cell(texts: tuple[str, ...], row: int) -> str:
        if random.random() < gaps:
            return random.choice(MISSING)
        late = row >= n_rows - 2  # odd cells come after many batches
        text = random.choice(texts if late else texts[:-1] or texts)
        if set(text) & set(f'{delimiter}"\n') or random.random() < 0.1:
            return '"' + text.replace('"', '""') + '"'
        return text

    header = delimiter.join(f"c{number}" for number in range(len(kinds)))
    rows = (delimiter.join(cell(texts, row) for texts in kinds) for row in range(n_rows))
    whole = ("\n".join([header, *rows]) + "\n").encode()
    suffix = ".tsv" if delimiter == "\t" else ".csv"
    return (f"{suffix}.gz", gzip.compress(whole)) if draw(st.booleans()) else (suffix, whole)


def plain(table: Table) -> dict[str, Any]:
    """Everything that a table says, as plain values."""
    return {
        "names": tuple(table.row_names),
        "columns": {
            name: (type(column), {key: _listed(value) for key, value in asdict(column).items()})
            for name, column in table.columns.items()
        },
        "remarks": tuple(map(str, table.remarks)),
    }


def _listed(value: object) -> object:
    return repr(value.tolist()) if isinstance(value, np.ndarray) else value


def outcome(path: Path, out_of_core: OutOfCore, **options: Any) -> object:
    """What is read, or the sentence that says why nothing can be."""
    try:
        return plain(read_table(path, out_of_core=out_of_core, **options))
    except OwlboostError as error:
        return str(error)


@settings(max_examples=scaled(60))
@given(text_tables(), st.sampled_from([None, "category", "number", "time"]))
def test_a_text_file_is_read_as_in_memory(file: tuple[str, bytes], kind: str | None) -> None:
    suffix, whole = file
    options: dict[str, Any] = {} if kind is None else {"kinds": {"c0": kind}}
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("owlboost.tables.text_files._BLOCK_BYTES", 200),
    ):
        path = Path(folder) / f"table{suffix}"
        path.write_bytes(whole)
        assert outcome(path, "on", **options) == outcome(path, "off", **options)


@settings(max_examples=scaled(50))
@given(st.data())
def test_a_parquet_file_is_read_as_in_memory(data: st.DataObject) -> None:
    n_rows = data.draw(st.integers(1, 8))
    kinds: list[tuple[st.SearchStrategy[Any], pa.DataType]] = [
        (st.integers(-5, 5), pa.int64()),
        (st.floats(width=32), pa.float32()),
        (st.booleans(), pa.bool_()),
        (st.sampled_from(["a", "b", "1", "?"]), pa.string()),
        (st.dates(), pa.date32()),
        (st.sampled_from(["x", "y"]), pa.dictionary(pa.int8(), pa.string())),
        (st.lists(st.integers(0, 3), max_size=2), pa.list_(pa.int64())),
    ]
    columns = {}
    for number, (cells, type_) in enumerate(
        data.draw(st.lists(st.sampled_from(kinds), min_size=1))
    ):
        drawn = data.draw(st.lists(st.none() | cells, min_size=n_rows, max_size=n_rows))
        columns[f"c{number}"] = pa.array(drawn, type_)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.parquet"
        pq.write_table(pa.table(columns), path, row_group_size=data.draw(st.integers(1, 8)))
        assert outcome(path, "on") == outcome(path, "off")


def arrays_of(kb: KnowledgeBase) -> list[list[Any]]:
    """Everything that a knowledge base states, as plain values."""
    found: list[list[Any]] = [list(kb.individuals), list(kb.vocabulary.data_properties)]
    for number, values in kb.numbers.items():
        found += [[number], values.indptr.tolist(), values.values.tolist()]
    for number, symbols in kb.symbols.items():
        rows = symbols.rows
        found += [[number, symbols.values], rows.indptr.tolist(), rows.indices.tolist()]
    return found


CELLS = st.sampled_from(["1", "2", "3.5", "?"])


@settings(max_examples=scaled(60))
@given(
    st.lists(
        st.tuples(CELLS, CELLS, st.sampled_from(["a", "b", "?"]), st.sampled_from("ynny?")),
        min_size=4,
        max_size=30,
    )
)
def test_the_examples_of_a_table_on_disk_are_those_of_one_in_memory(
    rows: list[tuple[str, ...]],
) -> None:
    rows = [*rows, ("1", "1", "a", "y"), ("2", "3.5", "b", "n")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_text("x,z,kind,good\n" + "\n".join(map(",".join, rows)) + "\n", "utf-8")
        problems = [
            read_table(path, out_of_core=where).problem("good=y") for where in ("on", "off")
        ]
    on, off = problems
    assert isinstance(on.kb.shelf, MappedStore)
    for one, two in ((on, off), (canonical_order(on)[0], canonical_order(off)[0])):
        assert arrays_of(one.kb) == arrays_of(two.kb)
        assert one.labels.tolist() == two.labels.tolist()
        assert one.counts.tolist() == two.counts.tolist()
        assert one.individuals.tolist() == two.individuals.tolist()


def test_the_same_is_learned_out_of_core(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    generator = np.random.default_rng(0)
    x, z = generator.normal(size=(2, 400)).round(2)
    kind = generator.choice(["a", "b", ""], 400)
    good = (x + (kind == "a") > 0.3) & (z < 1)
    rows = zip(x, z, kind, good, strict=True)
    path.write_text("x,z,kind,good\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows))
    for learner in (GradientConcepts(), FuzzyOWLBoost(n_rounds=3)):
        found = [
            train(read_table(path, out_of_core=where).problem("good=true"), learner)
            for where in ("on", "off")
        ]
        assert found[0].hypothesis == found[1].hypothesis
        assert found[0].training == found[1].training
        assert found[0].hypothesis.n_rules
