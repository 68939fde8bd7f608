"""How much of a file is read: every reader stops at the limit, and says so."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.patience import computing_at_most

from owlboost.concepts.hypothesis import RuleSet
from owlboost.errors import ModelError, OwlboostError, ParameterError
from owlboost.evaluation.run_file import load_run
from owlboost.exchange.rule_files import read_rules
from owlboost.models.model_files import load
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import VARIABLE, LimitError, exceeded, limits, parse_json, parse_limits
from owlboost.sources.example_files import read_names, read_problem
from owlboost.sources.ontology_source import read_ontology
from owlboost.tables.reading import read_table

READERS: dict[str, Callable[[Path], object]] = {
    "o.ofn": read_ontology,
    "t.csv": read_table,
    "m.json": load,
    "r.txt": read_rules,
    "run.json": load_run,
    "names.txt": read_names,
    "p.conf": read_problem,
}


@pytest.mark.parametrize("name", READERS)
def test_a_file_of_more_bytes_than_the_limit_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "bytes=1K")
    path = tmp_path / name
    path.write_bytes(b" " * 1025)
    with pytest.raises(LimitError, match=r"has more than 1,024 bytes; if you trust it, use "):
        READERS[name](path)


@pytest.mark.parametrize("name", ["o.ofn.gz", "t.csv.gz", "t.parquet.gz"])
def test_what_a_small_file_becomes_is_limited(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "bytes=1M")
    path = tmp_path / name
    start = b"PAR1" if "parquet" in name else b"a,b\n"
    path.write_bytes(gzip.compress(start + b"1,2\n" * 500_000))
    assert path.stat().st_size < 10_000
    read = read_ontology if name.startswith("o") else read_table
    with pytest.raises(LimitError, match=r"has more than 1,048,576 bytes"):
        read(path)


def test_a_device_without_end_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "bytes=1M")
    readers: tuple[Callable[[str], object], ...] = (read_ontology, load, read_names)
    for read in readers:
        with pytest.raises(LimitError, match="has more than 1,048,576 bytes"):
            read("/dev/zero")


def test_a_parquet_file_of_few_bytes_with_many_cells_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "bytes=100K")
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"x": [1] * 60_000, "k": ["a"] * 60_000}), path)
    assert path.stat().st_size < 20_000
    with pytest.raises(LimitError, match="has more than 102,400 bytes"):
        read_table(path)


def test_more_columns_than_the_limit_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "columns=3")
    (tmp_path / "t.csv").write_text("a,b,c,d\n1,2,3,4\n")
    pq.write_table(pa.table({name: [1] for name in "abcd"}), tmp_path / "t.parquet")
    for name in ("t.csv", "t.parquet"):
        with pytest.raises(LimitError, match=r"has more than 3 columns"):
            read_table(tmp_path / name)


@pytest.mark.parametrize("read", [load, load_run, read_problem])
def test_deep_json_and_long_numbers_are_refused(
    read: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "digits=5000")  # more than Python itself converts
    path = tmp_path / "x.json"
    path.write_text('{"a": ' + "[" * 700 + "]" * 700 + "}")
    with pytest.raises(LimitError, match="nested more than 600 deep"):
        read(path)
    path.write_text('{"a": ' + "9" * 5001 + "}")
    with pytest.raises(LimitError, match="a number of more than 5,000 digits"):
        read(path)
    path.write_text('{"a": ' + "9" * 4999 + "}")
    with pytest.raises(OwlboostError):
        read(path)


def test_brackets_in_texts_are_not_nested() -> None:
    text = json.dumps(["[" * 10_000, '"' + "{" * 10_000])
    assert parse_json(text, "it") == json.loads(text)


def test_half_a_character_is_refused_and_a_whole_one_is_not() -> None:
    assert parse_json(r'"\ud83e\udd89"', "it") == "🦉"
    with pytest.raises(ValueError, match="half of a character"):
        parse_json(r'"\ud83e"', "it")


NESTED = {
    "ofn": (
        "Prefix(:=<http://e/>) Ontology(<http://e/o> SubClassOf(:A ",
        "ObjectSomeValuesFrom(:r ",
        ":B",
        ")",
        ") ClassAssertion(:A :a))",
    ),
    "omn": (
        (
            "Prefix: : <http://e/>\nOntology: <http://e/o>\nObjectProperty: :r\nClass: :B\n"
            "Individual: :a Types: :A\nClass: :A SubClassOf: "
        ),
        ":r some (",
        ":B",
        ")",
        "\n",
    ),
    "owx": (
        (
            '<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/o"><SubClassOf>'
            '<Class IRI="#A"/>'
        ),
        '<ObjectSomeValuesFrom><ObjectProperty IRI="#r"/>',
        '<Class IRI="#B"/>',
        "</ObjectSomeValuesFrom>",
        "</SubClassOf></Ontology>",
    ),
    "rdf": (
        (
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            'xmlns:owl="http://www.w3.org/2002/07/owl#" '
            'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"><owl:Class rdf:about="http://e/A">'
            "<rdfs:subClassOf>"
        ),
        '<owl:Restriction><owl:onProperty rdf:resource="http://e/r"/><owl:someValuesFrom>',
        '<owl:Class rdf:about="http://e/B"/>',
        "</owl:someValuesFrom></owl:Restriction>",
        "</rdfs:subClassOf></owl:Class></rdf:RDF>",
    ),
    "ttl": (
        (
            "@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . "
            "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :r a owl:ObjectProperty . "
            ":a a owl:NamedIndividual, :A . :A a owl:Class ; rdfs:subClassOf "
        ),
        "[a owl:Restriction; owl:onProperty :r ; owl:someValuesFrom ",
        ":B",
        "]",
        " .",
    ),
    "jsonld": (
        (
            '{"@context": {"owl": "http://www.w3.org/2002/07/owl#"}, "@id": "http://e/A", '
            '"@type": "owl:Class", "http://www.w3.org/2000/01/rdf-schema#subClassOf": '
        ),
        (
            '{"@type": "owl:Restriction", "owl:onProperty": {"@id": "http://e/r"}, '
            '"owl:someValuesFrom": '
        ),
        '{"@id": "http://e/B"}',
        "}",
        "}",
    ),
}


def nested(syntax: str, depth: int) -> str:
    start, opening, core, closing, end = NESTED[syntax]
    return start + opening * depth + core + closing * depth + end


@pytest.mark.parametrize("syntax", NESTED)
@pytest.mark.parametrize("depth", [1_000, 50_000])
def test_what_is_nested_too_deeply_is_told_and_kills_nothing(
    syntax: str, depth: int, tmp_path: Path
) -> None:
    path = tmp_path / f"o.{syntax}"
    path.write_text(nested(syntax, depth))
    try:
        with computing_at_most(15):
            remarks = read_ontology(path).ontology.remarks
        said = " ".join(remark.message for remark in remarks)
    except OwlboostError as error:
        said = str(error)
    assert re.search(r"nested more than (150|600|3,000) deep", said)


def test_a_data_range_that_is_nested_too_deeply_is_told(tmp_path: Path) -> None:
    path = tmp_path / "o.ofn"
    deep = "DataComplementOf(" * 1_000 + "<http://www.w3.org/2001/XMLSchema#int>" + ")" * 1_000
    path.write_text(f"Ontology(DataPropertyRange(<urn:p> {deep}))")
    (remark,) = read_ontology(path).ontology.remarks
    assert "a data range is nested more than 150 deep" in remark.message


@pytest.mark.parametrize("syntax", NESTED)
def test_the_depth_can_be_raised(
    syntax: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "depth=400")
    path = tmp_path / f"o.{syntax}"
    path.write_text(nested(syntax, 190 if syntax == "omn" else 390))
    loaded = read_ontology(path)
    assert not [one for one in loaded.ontology.remarks if "malformed" in one.code]
    assert loaded.source().knowledge_base().vocabulary.classes


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("o.ofn", "Ontology(SubClassOf(<a:A> ObjectMinCardinality({} <a:r>)))"),
        ("o.omn", "Class: <a:A> SubClassOf: <a:r> min {}\nObjectProperty: <a:r>\n"),
    ],
)
def test_a_cardinality_of_many_digits_is_told(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text.format("9" * 5_000))
    with pytest.raises(LimitError, match="of more than 4,000 digits"):
        read_ontology(tmp_path / name)


def test_an_encoding_that_is_none_of_texts_is_guessed(tmp_path: Path) -> None:
    path = tmp_path / "o.owl"
    for encoding in ("punycode", "idna", "rot13", "hex"):
        text = (
            f'<?xml version="1.0" encoding="{encoding}"?><rdf:RDF '
            'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            '<rdf:Description rdf:about="http://e/a"><rdf:type rdf:resource="http://e/ä"/>'
            "</rdf:Description></rdf:RDF>"
        )
        path.write_text(text, encoding="utf-8")
        assert "guessed-encoding" in {one.code for one in read_ontology(path).ontology.remarks}


def test_limits_are_named_as_people_write_them() -> None:
    assert limits().bytes == 2 * 2**30
    assert parse_limits("bytes=8G,columns=7").bytes == 8 * 2**30
    assert parse_limits("bytes=8G,columns=7").columns == 7
    for wrong in ("bytes", "bytes=", "bytes=-1", "bytes=8X", "=3"):
        with pytest.raises(ParameterError):
            parse_limits(wrong)
    with pytest.raises(ParameterError, match="cannot be more than 400"):
        parse_limits("depth=401")


def test_the_way_out_is_told() -> None:
    assert str(exceeded("bytes", "it")).endswith("use OWLBOOST_LIMITS=bytes=4294967296.")


def test_long_space_in_functional_syntax_takes_no_time(tmp_path: Path) -> None:
    space = "\r \t\n" * 5_000
    text = f"Ontology(<http://e/o>{space}SubClassOf(<a:A>{space}<a:B>{space}){space}"
    path = tmp_path / "o.ofn"
    path.write_text(f"{text})", newline="")
    assert len(read_ontology(path).ontology.axioms) == 1
    path.write_text(f"{text}wrong{space}", newline="")
    with pytest.raises(OwlboostError, match="is not valid Functional syntax"):
        read_ontology(path)


@pytest.mark.parametrize("form", ["manchester", "fuzzydl"])
def test_half_a_character_in_rules_is_refused(form: str, tmp_path: Path) -> None:
    model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5, remarks=("half",))
    path = tmp_path / "rules.txt"
    path.write_text(model.export(form), encoding="utf-8")
    assert read_rules(path) == model
    path.write_text(path.read_text("utf-8").replace("half", r"\ud800"), encoding="utf-8")
    with pytest.raises(ModelError, match="half of a character"):
        read_rules(path)
