import json
import os
from pathlib import Path

import numpy as np
import pytest
from rdflib import OWL, RDF, RDFS, XSD, Graph, Literal, URIRef
from rdflib.compare import isomorphic

from owlboost.errors import ExamplesError, ParameterError, SourceError, UnknownNameError
from owlboost.exchange.table_ontology import Syntax, write_ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.writers.ntriples import write_ontology_triples
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.reading import read_table
from owlboost.tables.table import Table, numbered_rows


def numbers(*values: float) -> NumberColumn:
    return NumberColumn(np.array(values))


def symbols(codes: list[int], *values: bool | str) -> SymbolColumn:
    return SymbolColumn(np.array(codes, dtype=np.int32), values)


def table_of(columns: dict[str, Column]) -> Table:
    n_rows = next(iter(columns.values())).present.size
    return Table(Path("t.csv"), numbered_rows(n_rows), columns)


def name(fragment: str) -> URIRef:
    return URIRef(f"urn:owlboost:table#{fragment}")


def written(table: Table, target: str, path: Path) -> Graph:
    write_ontology(table, target, path)
    return Graph().parse(path, format="turtle" if path.suffix == ".ttl" else "xml")


def someone_has(graph: Graph, fragment: str, quantifier: URIRef) -> list[tuple[object, object]]:
    """Find the restrictions on a property: whose they are, and what they ask for."""
    return [
        (owner, filler)
        for restriction in graph.subjects(OWL.onProperty, name(fragment))
        for owner in graph.subjects(None, restriction)
        for filler in graph.objects(restriction, quantifier)
    ]


@pytest.fixture(params=["t.owl", "t.ttl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def test_the_ontology_of_appendix_b(path: Path) -> None:
    table = table_of(
        {
            "sepal_length": numbers(5.1, 4.9),
            "petal_width": numbers(0.2, np.nan),
            "class": symbols([0, 1], "Iris-setosa", "Iris-virginica"),
        }
    )
    graph = written(table, "class", path)
    for species in ("Iris-setosa", "Iris-virginica"):
        assert (name(species), RDF.type, OWL.Class) in graph
        assert (name(species), RDFS.subClassOf, name("class")) in graph
    for column in ("sepal_length", "petal_width"):
        assert (name(column), RDF.type, OWL.DatatypeProperty) in graph
        assert (name(column), RDF.type, OWL.FunctionalProperty) in graph
    # class ⊑ ∃sepal_length.double, and nothing of the column with a missing cell (note 24)
    assert someone_has(graph, "sepal_length", OWL.someValuesFrom) == [(name("class"), XSD.double)]
    assert someone_has(graph, "petal_width", OWL.someValuesFrom) == []
    assert (name("row1"), RDF.type, OWL.NamedIndividual) in graph
    assert (name("row1"), RDF.type, name("Iris-setosa")) in graph
    assert graph.value(name("row1"), name("sepal_length")) == Literal("5.1", datatype=XSD.double)
    assert graph.value(name("row1"), name("petal_width")) == Literal("0.2", datatype=XSD.double)
    assert graph.value(name("row2"), name("petal_width")) is None
    assert len(set(graph.subjects(RDF.type, OWL.Class))) == 3  # |T_D| + 1


def test_each_kind_has_its_datatype(path: Path) -> None:
    table = table_of(
        {
            "whole": numbers(1, -20),
            "broken": numbers(1, 1e-5),
            "truth": symbols([1, 0], False, True),
            "text": symbols([0, 1], 'say "hi" & <go>', "ñ\n\t\\"),
            "t": symbols([0, 0], "A"),
        }
    )
    graph = written(table, "t", path)
    row = name("row2")
    assert graph.value(row, name("whole")) == Literal("-20", datatype=XSD.integer)
    assert str(graph.value(row, name("broken"))) == "1e-05"
    assert graph.value(name("row1"), name("broken")) == Literal("1.0", datatype=XSD.double)
    assert graph.value(row, name("truth")) == Literal("false", datatype=XSD.boolean)
    assert str(graph.value(row, name("text"))) == "ñ\n\t\\"
    assert str(graph.value(name("row1"), name("text"))) == 'say "hi" & <go>'
    ranges = {
        column: someone_has(graph, column, OWL.someValuesFrom)[0][1]
        for column in ("whole", "broken", "truth", "text")
    }
    assert ranges == {
        "whole": XSD.integer,
        "broken": XSD.double,
        "truth": XSD.boolean,
        "text": XSD.string,
    }


@pytest.mark.parametrize(
    ("column", "fragment"),
    [("2", "2"), ("alcohol %", "alcohol%20%25"), ("été", "%C3%A9t%C3%A9"), ("x/b", "x%2Fb")],
)
def test_a_property_without_an_xml_name_is_stated_by_class_assertions(
    path: Path, column: str, fragment: str
) -> None:
    table = table_of({column: numbers(0.5, np.nan), "t": symbols([0, 0], "A")})
    graph = written(table, "t", path)
    assert someone_has(graph, fragment, OWL.hasValue) == [
        (name("row1"), Literal("0.5", datatype=XSD.double))
    ]
    assert (name(fragment), RDF.type, OWL.FunctionalProperty) in graph
    assert not list(graph.triples((None, name(fragment), None)))


def test_a_name_with_a_space_is_a_plain_property(path: Path) -> None:
    table = table_of({"sepal length": numbers(0.5), "t": symbols([0], "A")})
    graph = written(table, "t", path)
    assert graph.value(name("row1"), name("sepal%20length")) is not None


def test_a_row_without_a_target_belongs_to_no_class(path: Path) -> None:
    graph = written(table_of({"x": numbers(1, 2), "t": symbols([0, -1], "A")}), "t", path)
    assert list(graph.objects(name("row2"), RDF.type)) == [OWL.NamedIndividual]
    assert graph.value(name("row2"), name("x")) is not None


def test_numbers_and_truth_values_may_be_classes(path: Path) -> None:
    graph = written(table_of({"grade": numbers(1, 2)}), "grade", path)
    assert (name("row1"), RDF.type, name("1")) in graph
    graph = written(table_of({"good": symbols([1, 0], False, True)}), "good", path)
    assert (name("row1"), RDF.type, name("true")) in graph


@pytest.mark.parametrize(
    ("columns", "common"),
    [
        ({"t": symbols([0, 1], "class", "other")}, "class_"),
        ({"t": symbols([0, 1], "class", "class_")}, "class__"),
        ({"t": symbols([0, 0], "A"), "class": numbers(1, 2)}, "class_"),
        ({"t": symbols([0, 0], "A"), "A": numbers(1, 2)}, "class"),
    ],
)
def test_the_common_class_has_a_name_of_its_own(
    path: Path, columns: dict[str, Column], common: str
) -> None:
    graph = written(table_of(columns), "t", path)
    values = columns["t"].values
    assert {(name(str(value)), name(common)) for value in values} == {
        pair for pair in graph.subject_objects(RDFS.subClassOf) if isinstance(pair[1], URIRef)
    }


def test_rows_keep_the_names_of_the_id_column(tmp_path: Path) -> None:
    source = tmp_path / "t.csv"
    source.write_text("id,t\nHôtel 1,A\n2,B\n")
    graph = written(read_table(source, id_column="id"), "t", tmp_path / "t.ttl")
    assert (name("H%C3%B4tel%201"), RDF.type, name("A")) in graph
    assert (name("2"), RDF.type, name("B")) in graph


def test_dates_are_written_as_such_and_are_no_classes(path: Path) -> None:
    built = NumberColumn(np.array([18292.0, 1.5]), "dateTime")
    opens = NumberColumn(np.array([0.25, 0.5]), "time")
    table = table_of({"built": built, "opens": opens, "t": symbols([0, 1], "A", "B")})
    graph = written(table, "t", path)
    stamps = [graph.value(name(row), name("built")) for row in ("row1", "row2")]
    assert stamps == [
        Literal("2020-01-31T00:00:00", datatype=XSD.dateTime),
        Literal("1970-01-02T12:00:00", datatype=XSD.dateTime),
    ]
    assert graph.value(name("row1"), name("opens")) == Literal("0.25", datatype=XSD.double)
    with pytest.raises(
        ExamplesError, match=r"'built' of t\.csv contains dates or times, which are"
    ):
        write_ontology(table, "built", path)


@pytest.mark.parametrize("suffix", [".owl", ".ttl", ".ofn", ".owx"])
def test_the_same_table_gives_the_same_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"t{suffix}"
    table = table_of({"2": numbers(1, 2), "x": numbers(1, 2), "t": symbols([0, 1], "A", "B")})
    write_ontology(table, "t", path)
    first = path.read_bytes()
    write_ontology(table, "t", path)
    assert path.read_bytes() == first


@pytest.mark.parametrize("dotted", [False, True])
@pytest.mark.parametrize("suffix", [".owl", ".ofn", ".owx"])
def test_every_syntax_says_the_same(tmp_path: Path, suffix: str, dotted: bool) -> None:
    table = table_of(
        {
            "2": numbers(1, 2),
            "size (cm)": numbers(1.5, np.nan),
            "v1." if dotted else "v1": symbols([1, 0], False, True),
            "note": symbols([0, 1], 'a "dark" é \\ <x>', "b"),
            "built": NumberColumn(np.array([18292.0, 1.5]), "date"),
            "t": symbols([0, 1], "A", "B c"),
        }
    )
    graphs = []
    for path in (tmp_path / f"t{suffix}", tmp_path / "t.ttl"):
        write_ontology(table, "t", path)
        write_ontology_triples(read_ontology_file(path, strict=True), tmp_path / "t.nt")
        graphs.append(Graph().parse(tmp_path / "t.nt", format="nt"))
    assert len(graphs[0]) > 40
    assert isomorphic(*graphs)


@pytest.mark.parametrize(
    ("syntax", "beginning"),
    [
        ("rdfxml", "<?xml"),
        ("owlxml", "<?xml"),
        ("functional", "Prefix(:=<urn:owlboost:table#>)"),
        ("turtle", "@prefix"),
    ],
)
def test_the_syntax_may_be_given(tmp_path: Path, syntax: Syntax, beginning: str) -> None:
    table = table_of({"t": symbols([0], "A")})
    write_ontology(table, "t", tmp_path / "t.dat", syntax=syntax)
    assert (tmp_path / "t.dat").read_text().startswith(beginning)
    with pytest.raises(
        ParameterError, match="must be rdfxml or owlxml or functional or turtle, not 'n3'"
    ):
        write_ontology(table, "t", tmp_path / "t.dat", syntax="n3")  # type: ignore[arg-type]


def test_what_is_wrong_with_a_conversion(tmp_path: Path) -> None:
    table = table_of({"t": symbols([0], "A"), "c": symbols([0], "bell \a")})
    with pytest.raises(SourceError, match=r"use \.owl for RDF/XML, \.ttl for Turtle, \.ofn for"):
        write_ontology(table, "t", tmp_path / "t.json")
    with pytest.raises(UnknownNameError, match=r"no column named 'T'\. Did you mean t"):
        write_ontology(table, "T", tmp_path / "t.ttl")
    with pytest.raises(
        SourceError, match=r"because .* in column \'c\' contains a control character"
    ):
        write_ontology(table, "t", tmp_path / "t.owl")
    with pytest.raises(SourceError, match="written as Functional syntax, because"):
        write_ontology(table, "t", tmp_path / "t.ofn")
    with pytest.raises(SourceError, match="does not exist; create it first"):
        write_ontology(table, "t", tmp_path / "nowhere" / "t.ttl")
    assert not list(tmp_path.iterdir())
    write_ontology(table, "t", tmp_path / "t.ttl")
    graph = Graph().parse(tmp_path / "t.ttl")
    assert str(graph.value(name("row1"), name("c"))) == "bell \a"


def test_the_wine_table_of_the_paper(path: Path) -> None:
    folder = os.environ.get("OWLBOOST_DATA")
    if not folder:
        pytest.skip("the environment variable OWLBOOST_DATA names no folder of data sets")
    entries = json.loads((Path(folder) / "datasets.json").read_text())
    columns = next(entry["columns"] for entry in entries if entry["name"] == "wine")
    graph = written(read_table(Path(folder) / "wine" / "wine.csv", columns=columns), "class", path)
    assert len(list(graph.subjects(RDF.type, OWL.NamedIndividual))) == 178
    assert len(list(graph.subjects(RDF.type, OWL.Class))) == 4
    assert len(list(graph.subjects(RDF.type, OWL.DatatypeProperty))) == 13
    assert len(list(graph.subjects(RDF.type, name("1")))) == 59
    assert str(graph.value(name("row1"), name("nonflavanoid_phenols"))) == "0.28"
    assert someone_has(graph, "proline", OWL.someValuesFrom) == [(name("class"), XSD.integer)]
