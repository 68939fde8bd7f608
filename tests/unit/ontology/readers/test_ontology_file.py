"""Files as they come: encodings, entities, missing bases, imports, and damage."""

import contextlib
import gzip
import time
from pathlib import Path
from urllib.parse import unquote

import pytest
from tests.unit.ontology.readers.snippets import RDF_XML, TURTLE, E, codes, facts, read, turtle

from owlboost.errors import SourceError
from owlboost.ontology.axioms import SubClassOf
from owlboost.ontology.expressions import Class
from owlboost.ontology.readers.ontology_file import read_ontology_file

GOLDEN = Path(__file__).parents[3] / "golden"
FUNCTIONAL = f"Prefix(:=<{E}>) Ontology(<http://example.org/> %s)"
OWL_XML = (
    '<Ontology xmlns="http://www.w3.org/2002/07/owl#" %s'
    ' ontologyIRI="http://example.org/onto.owl">%s</Ontology>'
)
MANCHESTER = f"Prefix: : <{E}>\nOntology: <http://example.org/>\n"


def test_latin_1_is_read(tmp_path: Path) -> None:
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
    body = RDF_XML % ("", '<A rdf:about="http://example.org/#Café"/>')
    assert facts(read((head + body).encode("iso-8859-1"), tmp_path)) == {("Café", "A")}


def test_undeclared_latin_1_is_guessed_and_said(tmp_path: Path) -> None:
    ontology = read((TURTLE + ':a :d "Café" .').encode("iso-8859-1"), tmp_path)
    assert ("d", "a", "Café") in facts(ontology)
    assert "guessed-encoding" in codes(ontology)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_encodings(encoding: str, tmp_path: Path) -> None:
    text = '<?xml version="1.0"?>' + RDF_XML % ("", '<A rdf:about="http://example.org/#Café"/>')
    assert facts(read(text.encode(encoding), tmp_path)) == {("Café", "A")}


@pytest.mark.parametrize("quote", ["'", '"'])
def test_entities_are_expanded(quote: str, tmp_path: Path) -> None:
    doctype = (
        f"<?xml version='1.0'?>\n<!-- a --><!DOCTYPE rdf:RDF [\n<!-- > ]> -->\n"
        f"<!ENTITY host {quote}http://example.org/{quote}>\n<!ENTITY e {quote}&host;#{quote} >]>\n"
    )
    body = RDF_XML % ("", '<A rdf:about="&e;a"><d>&lt;&e;</d></A>')
    assert facts(read(doctype + body, tmp_path)) == {("a", "A"), ("d", "a", f"<{E}")}


def test_entities_in_owl_xml(tmp_path: Path) -> None:
    text = f'<!DOCTYPE Ontology [<!ENTITY e "{E}">]>' + OWL_XML % (
        "",
        '<SubClassOf><Class IRI="&e;A"/><Class IRI="&e;B"/></SubClassOf>',
    )
    assert read(text, tmp_path).axioms == (SubClassOf(Class(E + "A"), Class(E + "B")),)


@pytest.mark.parametrize(
    ("subset", "reference", "message"),
    [
        (
            '<!ENTITY a0 "lol">'
            + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12)),
            "&a12;",
            "without limit",
        ),
        (f'<!ENTITY a "{"x" * 50_000}">', "&a;" * 50_000, "without limit"),
        ('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;", "refers to itself"),
        ('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;", "never fetched"),
        ("", "&a;", "does not declare"),
    ],
)
def test_bad_entities_are_refused_at_once(
    subset: str, reference: str, message: str, tmp_path: Path
) -> None:
    text = f"<!DOCTYPE rdf:RDF [{subset}]>" + RDF_XML % ("", f"<A><d>{reference}</d></A>")
    start = time.process_time()
    with pytest.raises(SourceError, match=message):
        read(text, tmp_path)
    assert time.process_time() - start < 2


def test_a_missing_base_is_the_file_name(tmp_path: Path) -> None:
    body = '<owl:Ontology rdf:about=""/><A rdf:about="#a"/><A rdf:ID="b"/>'
    ontology = read(RDF_XML % ("", body), tmp_path, "some hotels.owl")
    assert ontology.iri == "file:///some%20hotels.owl"
    assert list(ontology.signature.individuals) == [ontology.iri + "#a", ontology.iri + "#b"]


def test_a_nameless_ontology(tmp_path: Path) -> None:
    assert turtle("[] a owl:Ontology . :a a :A .", tmp_path).iri == ""


def test_relative_iris_of_owl_xml_are_resolved(tmp_path: Path) -> None:
    text = OWL_XML % ("", '<SubClassOf><Class IRI="#A"/><Class IRI="B"/></SubClassOf>')
    lower, upper = "http://example.org/onto.owl#A", "http://example.org/B"
    assert read(text, tmp_path).axioms == (SubClassOf(Class(lower), Class(upper)),)


def test_illegal_iris_and_ids_are_mended(tmp_path: Path) -> None:
    body = '<A rdf:about="http://example.org/#a b"/><A rdf:ID="2"/><A rdf:ID="2"/>'
    ontology = read(RDF_XML % ('xml:base="http://example.org/"', body), tmp_path)
    assert facts(ontology) == {("a%20b", "A"), ("2", "A")}
    assert codes(ontology) == {"invalid-iri": 1}


@pytest.mark.parametrize("iri", ["a\nb", "a b", "a\n\nb c\n", " a", 'a"b', "a\\b", "a{b}"])
def test_no_character_in_an_iri_breaks_the_triples(iri: str, tmp_path: Path) -> None:
    attribute = iri.replace('"', "&quot;").replace("\n", "&#10;")
    body = f'<A rdf:about="{E}{attribute}"><r rdf:resource="{E}{attribute}"/></A>'
    ontology = read(RDF_XML % ("", body), tmp_path)
    (name,) = ontology.signature.individuals
    assert unquote(name).split() == (E + iri).split()
    assert len(facts(ontology)) == 2


def test_loose_rdf_xml_is_refused_in_a_sentence(tmp_path: Path) -> None:
    body = f'<A rdf:about="{E}a"><r rdf:resource="{E}b"/>stray text</A>'
    with pytest.raises(SourceError, match=r"is not valid RDF/XML: .*; repair the file"):
        read(RDF_XML % ("", body), tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        f'<A rdf:about="{E}a"><r rdf:resource="http://[x"/>stray text</A>',
        f'<A rdf:about="{E}a b"><r rdf:resource="{E}b"/>stray text</A>',
        f'<A rdf:about="{E}a"><r xml:lang="e n">x</r>stray text</A>',
        f'<A rdf:about="{E}a" rdf:nodeID="b"/>',
        f'<A rdf:about="{E}a"><r><A/><B xmlns=""/></r></A>',
    ],
)
def test_rdf_xml_that_nobody_can_read_is_refused_in_one_sentence(body: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"is not valid RDF/XML: .*; repair the file"):
        read(RDF_XML % ("", body), tmp_path)


def test_standard_prefixes_need_no_declaration(tmp_path: Path) -> None:
    read(FUNCTIONAL % "SubClassOf(:A owl:Thing)", tmp_path)
    read(MANCHESTER + 'Class: A\n  Annotations: rdfs:label "a"\n', tmp_path)
    read(OWL_XML % ("", '<Declaration><Class abbreviatedIRI="owl:Thing"/></Declaration>'), tmp_path)
    with pytest.raises(SourceError, match="prefix 'x:'"):
        read(OWL_XML % ("", '<Declaration><Class abbreviatedIRI="x:A"/></Declaration>'), tmp_path)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (
            "B that d some integer[> 5] and r some C",
            "B and (d some xsd:integer[> 5]) and (r some C)",
        ),
        ("d some {1, 2} and r some C", "(d some {1, 2}) and (r some C)"),
        ("d only (integer or string) or B", "(d only (xsd:integer or xsd:string)) or B"),
        ("not d some not integer and B", "(not (d some (not xsd:integer))) and B"),
        ("d min 1 integer and B", "(d min 1 xsd:integer) and B"),
        ("d exactly 1 and B", "(d exactly 1) and B"),
        ('d value "and, some" and B', '(d value "and, some") and B'),
    ],
)
def test_manchester_shorthands(short: str, long: str, tmp_path: Path) -> None:
    head = MANCHESTER + "DataProperty: d\nObjectProperty: r\nClass: A\n  SubClassOf: "
    assert read(head + short, tmp_path).axioms == read(head + long, tmp_path).axioms


def test_manchester_individuals_of_a_class(tmp_path: Path) -> None:
    ontology = read(MANCHESTER + "Class: A\n  Individuals: a, b\n  SubClassOf: B\n", tmp_path)
    assert facts(ontology) == {("a", "A"), ("b", "A")}
    assert len(ontology.axioms) == 1


def test_manchester_floats_lose_their_f(tmp_path: Path) -> None:
    text = MANCHESTER + "Individual: a\n  Facts: d 1.5f\n"
    assert facts(read(text, tmp_path)) == {("d", "a", "1.5")}


def test_rules_are_remarked(tmp_path: Path) -> None:
    rule = "DLSafeRule(Body(ClassAtom(:A Variable(<urn:x>)))Head(ClassAtom(:B Variable(<urn:x>))))"
    assert codes(read(FUNCTIONAL % rule, tmp_path)) == {"unsupported-axiom:SWRL": 1}


# Imports


def test_an_import_is_found_by_file_name(tmp_path: Path) -> None:
    (tmp_path / "schema.owl").write_text(FUNCTIONAL % "Declaration(DataProperty(:d))")
    ontology = turtle("<> owl:imports <http://elsewhere.org/schema.owl> .", tmp_path)
    assert list(ontology.signature.data_properties) == [E + "d"]
    found = ontology.imports["http://elsewhere.org/schema.owl"]
    assert found == str(tmp_path / "schema.owl")


def test_an_import_is_found_by_its_ontology_iri(tmp_path: Path) -> None:
    (tmp_path / "broken.owl").write_text("http://elsewhere.org/schema is not here")
    (tmp_path / "other.ttl").write_text(
        TURTLE + "<http://elsewhere.org/schema> a owl:Ontology . :d a owl:DatatypeProperty ."
    )
    ontology = turtle("<> owl:imports <http://elsewhere.org/schema> .", tmp_path)
    assert list(ontology.signature.data_properties) == [E + "d"]


def test_an_import_is_found_in_import_dirs_gzipped(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    text = TURTLE + ":d a owl:DatatypeProperty ."
    (tmp_path / "sub" / "schema.gz").write_bytes(gzip.compress(text.encode()))
    path = tmp_path / "main.ttl"
    path.write_text(TURTLE + "<> owl:imports <http://elsewhere.org/schema> .")
    ontology = read_ontology_file(path, import_dirs=[tmp_path / "sub"], strict=True)
    assert list(ontology.signature.data_properties) == [E + "d"]


def test_a_missing_import_is_a_remark_or_an_error(tmp_path: Path) -> None:
    ontology = turtle("<> owl:imports <http://elsewhere.org/schema> .", tmp_path)
    assert ontology.imports == {"http://elsewhere.org/schema": None}
    assert codes(ontology) == {"unresolved-import": 1}
    with pytest.raises(SourceError, match=r"imports <http://elsewhere\.org/schema>"):
        read_ontology_file(tmp_path / "test.owl", strict=True)


def test_imports_may_go_round(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text(TURTLE + "<> owl:imports <b.ttl> . :a a :A .")
    (tmp_path / "b.ttl").write_text(TURTLE + "<> owl:imports <a.ttl> . :b a :B .")
    assert facts(read_ontology_file(tmp_path / "a.ttl", strict=True)) == {("a", "A"), ("b", "B")}


def test_blank_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "b.ttl").write_text(TURTLE + "_:x a :B .")
    (tmp_path / "c.owl").write_text(FUNCTIONAL % "ClassAssertion(:C _:x)")
    ontology = turtle("<> owl:imports <b.ttl>, <c.owl> . _:x a :A .", tmp_path)
    assert facts(ontology) == {("_:b1", "A"), ("_:1.b1", "B"), ("_:2.x", "C")}


# Damage


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"\x1f\x8b\x08\x00", "cut short"),
        (gzip.compress(b"<x>" * 100, mtime=0)[:-12], "cut short"),
        (b"bplist00\xd4\x01\x02", "binary property list"),
        (b"PK\x03\x04abc", "zip"),
        (bytes(range(256)), "binary data"),
        (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
        (b"<html><head/></html>", "web page"),
        (b"<?xml version='1.0'?><kml/>", "root element <kml>"),
        (b'{"name": "no JSON-LD"}', "JSON but not JSON-LD"),
        (b'{"@context": "http://schema.org", "@id": "x"}', "never fetched"),
        (b"hello, world", "none of the syntaxes"),
        (b"sepal_length,sepal_width\n5.1,3.5\n", "none of the syntaxes"),
        (b"@prefix : <http://e#> .", "no triples"),
    ],
)
def test_what_is_no_ontology_is_said_so(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(data, tmp_path)
    assert "test.owl" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_directory_are_said_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file"):
        read_ontology_file(tmp_path / "nothing.owl")
    with pytest.raises(SourceError, match="directory"):
        read_ontology_file(tmp_path)


@pytest.mark.parametrize("suffix", ["ofn", "owx", "rdf", "ttl", "jsonld"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9, 0.97])
def test_a_file_cut_short_is_an_error(suffix: str, part: float, tmp_path: Path) -> None:
    whole = (GOLDEN / f"everything.{suffix}").read_bytes().rstrip()
    cut = int(len(whole) * part)
    while suffix == "ttl" and whole[:cut].rstrip().endswith(b"."):
        cut -= 1  # Turtle that ends after a statement is whole
    with pytest.raises(SourceError, match=r"not valid|not well-formed|in none"):
        read(whole[:cut], tmp_path)


def test_every_cut_gives_our_error_or_an_ontology(tmp_path: Path) -> None:
    for suffix in ("ofn", "owx", "omn", "rdf", "ttl", "nt", "jsonld"):
        whole = (GOLDEN / f"everything.{suffix}").read_bytes()
        for cut in range(0, len(whole), len(whole) // 40):
            with contextlib.suppress(SourceError):
                read(whole[:cut], tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:A> .\n",
        "<urn:a> a <urn:A> .",
        "<urn:a>\n  a <urn:A> ; <urn:r> <urn:b> .",
        "<urn:A>a<http://www.w3.org/2002/07/owl#Class>. <urn:a> a <urn:A> .",
    ],
)
def test_a_short_iri_at_the_start_is_no_element(text: str, tmp_path: Path) -> None:
    assert ("urn:a", "urn:A") in facts(read(text, tmp_path))


@pytest.mark.parametrize(
    "text", ["<html><head>", "<html>\n<body>", "<HTML lang='en'>", "<!DOCTYPE html>\n<html>"]
)
def test_web_pages_are_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a web page"):
        read(text, tmp_path)
