"""What goes into a table file or an ontology file comes out of it."""

import csv
import datetime as dt
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import OWL, RDF, Graph, Literal, URIRef

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.estimators.inputs import Schema
from owlboost.exchange.table_ontology import write_ontology
from owlboost.tables.arrow import MISSING
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn, value_text
from owlboost.tables.facts import stated_facts, table_iri
from owlboost.tables.kinds import kind_of
from owlboost.tables.reading import read_table
from owlboost.tables.table import Table, numbered_rows

Cell = float | bool | str | None
Cells = dict[str, list[Cell]]

ODD_NAMES = [
    "sepal length",
    "no.",
    "a#b",
    '"q"',
    "été",
    "2",
    "class",
    "alcohol %",
    "row1",
    "a=b",
    "<x>",
]

characters = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])
texts = (
    st.text(characters, min_size=1, max_size=5)
    .map(str.strip)
    .filter(lambda text: text not in MISSING and not set(text) & {"\ufffe", "\uffff"})
)
names = st.sampled_from(ODD_NAMES) | texts
decimals = st.floats(allow_nan=False, allow_infinity=False)
integers = st.integers(-(2**40), 2**40).map(float)


@st.composite
def tables(draw: st.DrawFn) -> Cells:
    n_rows = draw(st.integers(1, 6))
    kinds: list[st.SearchStrategy[Cell]] = [
        decimals,
        integers,
        st.booleans(),
        texts.map(lambda text: f"t{text}"),
    ]
    columns = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    return {
        name: draw(
            st.lists(
                st.none() | draw(st.sampled_from(kinds)), min_size=n_rows, max_size=n_rows
            ).filter(lambda cells: any(cell is not None for cell in cells))
        )
        for name in columns
    }


def column_of(cells: list[Cell]) -> Column:
    known = sorted({cell for cell in cells if cell is not None}, key=str)
    if all(isinstance(cell, float) for cell in known):
        values: list[Any] = [np.nan if cell is None else cell for cell in cells]
        return NumberColumn(np.array(values, dtype=np.float64))
    symbols: list[Any] = [False, True] if isinstance(known[0], bool) else known
    codes = [-1 if cell is None else symbols.index(cell) for cell in cells]
    return SymbolColumn(np.array(codes, dtype=np.int32), tuple(symbols))


def table_of(cells: Cells) -> Table:
    n_rows = len(next(iter(cells.values())))
    columns = {name: column_of(column) for name, column in cells.items()}
    return Table(Path("t.csv"), numbered_rows(n_rows), columns)


def cells_of(table: Table) -> Cells:
    found: Cells = {}
    for name, column in table.columns.items():
        if isinstance(column, NumberColumn):
            found[name] = [None if np.isnan(cell) else float(cell) for cell in column.values]
        else:
            found[name] = [column.values[code] if code >= 0 else None for code in column.codes]
    return found


def stated_cells(graph: Graph, names: list[str], n_rows: int) -> Cells:
    """Read the data values of an ontology back, whichever way they are asserted."""

    def value(row: str, name: str) -> Cell:
        individual, prop = URIRef(table_iri(row)), URIRef(table_iri(name))
        for restriction in graph.objects(individual, RDF.type):
            if (restriction, OWL.onProperty, prop) in graph:
                literal = graph.value(restriction, OWL.hasValue)
                break
        else:
            literal = graph.value(individual, prop)
        if literal is None:
            return None
        assert isinstance(literal, Literal)
        found = literal.toPython()
        if isinstance(found, bool):
            return found
        return float(found) if isinstance(found, int | float) else str(found)

    return {name: [value(f"row{row + 1}", name) for row in range(n_rows)] for name in names}


@settings(deadline=None)
@given(tables())
@pytest.mark.parametrize("suffix", [".owl", ".ttl"])
def test_an_ontology_states_the_cells_of_its_table(suffix: str, cells: Cells) -> None:
    target = next(iter(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        write_ontology(table_of(cells), target, path)
        graph = Graph().parse(path, format="turtle" if suffix == ".ttl" else "xml")
    others = [name for name in cells if name != target]
    assert stated_cells(graph, others, len(cells[target])) == {name: cells[name] for name in others}
    for row, cell in enumerate(cells[target]):
        if cell is not None:
            typed = (
                URIRef(table_iri(f"row{row + 1}")),
                RDF.type,
                URIRef(table_iri(value_text(cell))),
            )
            assert typed in graph


@settings(deadline=None)
@given(tables(), st.sampled_from([",", ";", "\t", "|"]), st.booleans())
def test_a_text_file_holds_the_cells_of_its_table(
    cells: Cells, delimiter: str, marked: bool
) -> None:
    rows = [
        [
            "?" if cell is None else repr(cell) if isinstance(cell, float) else str(cell)
            for cell in row
        ]
        for row in zip(*cells.values(), strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.tsv" if delimiter == "\t" else Path(folder) / "t.csv"
        with path.open("w", newline="", encoding="utf-8-sig" if marked else "utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL)
            writer.writerows([list(cells), *rows])
        assert cells_of(read_table(path)) == cells


@settings(deadline=None)
@given(tables())
def test_a_parquet_file_holds_the_cells_of_its_table(cells: Cells) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.parquet"
        pq.write_table(pa.table(cells), path)
        assert cells_of(read_table(path)) == cells


@settings(deadline=None)
@given(tables(), st.data())
def test_each_value_of_each_column_can_be_the_target(cells: Cells, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(cells)))
    cell = data.draw(st.sampled_from([cell for cell in cells[name] if cell is not None]))
    target = table_of({name: cells[name]}).target(f"{name}={value_text(cell)}")
    assert target.column == name
    assert target.positive.tolist() == [other == cell for other in cells[name]]
    assert target.has_value.tolist() == [other is not None for other in cells[name]]


# One table, whichever way it comes

Moment = int | dt.date | Cell

moments: list[st.SearchStrategy[Moment]] = [
    decimals,
    st.integers(-(2**40), 2**40),
    st.booleans(),
    texts.map(lambda text: f"t{text}"),
    st.dates(),
    st.datetimes(),
    st.datetimes().map(lambda moment: moment.replace(microsecond=0)),
]


@st.composite
def mixed_tables(draw: st.DrawFn) -> dict[str, list[Moment]]:
    """Draw columns of numbers, integers, truth values, texts, dates and datetimes."""
    n_rows = draw(st.integers(1, 6))
    columns = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    return {
        name: draw(
            st.lists(
                st.none() | draw(st.sampled_from(moments)), min_size=n_rows, max_size=n_rows
            ).filter(lambda cells: any(cell is not None for cell in cells))
        )
        for name in columns
    }


def written(cell: Moment) -> str:
    match cell:
        case None:
            return "?"
        case float():
            return repr(cell)
        case dt.date():
            return cell.isoformat()
        case _:
            return str(cell)


def meant(cell: Moment) -> Cell:
    """Return what a cell means: of a date or datetime the days since 1970."""
    match cell:
        case dt.datetime():
            microseconds = (cell - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)
            return float(microseconds) / 86_400e6
        case dt.date():
            return float((cell - dt.date(1970, 1, 1)).days)
        case bool() | str() | None:
            return cell
        case _:
            return float(cell)


def facts(kb: KnowledgeBase) -> dict[str, list[list[Cell]]]:
    """List the values of each data property at each individual."""
    stated: dict[str, list[list[Cell]]] = {}
    for number, name in enumerate(kb.vocabulary.data_properties):
        if number in kb.numbers:
            column = kb.numbers[number]
            offsets = column.indptr
            stated[name] = [
                column.values[offsets[row] : offsets[row + 1]].tolist()
                for row in range(kb.n_elements)
            ]
        else:
            symbols = kb.symbols[number]
            stated[name] = [
                [symbols.values[code] for code in symbols.rows[row]] for row in range(kb.n_elements)
            ]
    return stated


@settings(deadline=None)
@given(mixed_tables())
def test_a_table_is_the_same_from_csv_parquet_pandas_and_polars(
    cells: dict[str, list[Moment]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        as_csv, as_parquet = Path(folder) / "t.csv", Path(folder) / "t.parquet"
        with as_csv.open("w", newline="", encoding="utf-8") as file:
            rows = zip(*cells.values(), strict=True)
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerows([list(cells), *(map(written, row) for row in rows)])
        pq.write_table(pa.table(cells), as_parquet)
        found = [read_table(as_csv), read_table(as_parquet)]
    for frame in (pd.DataFrame(cells), pl.DataFrame(cells)):
        columns = Schema.from_columns(frame).columns(frame)
        found.append(Table(Path("X"), numbered_rows(len(frame)), columns))
    expected = {name: [meant(cell) for cell in column] for name, column in cells.items()}
    stated = {
        table_iri(name): [[] if cell is None else [cell] for cell in column]
        for name, column in expected.items()
    }
    for table in found:
        assert cells_of(table) == expected
        assert facts(stated_facts(table.columns, table.row_names)) == stated
        kinds = {name: kind_of(column) for name, column in table.columns.items()}
        assert kinds == {name: kind_of(found[0].columns[name]) for name in cells}
