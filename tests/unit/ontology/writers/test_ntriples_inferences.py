"""The inferred types and fillers as N-Triples that any tool reads."""

from pathlib import Path

import pytest
from pyoxigraph import BlankNode, NamedNode, RdfFormat, parse
from tests.ontologies import Statement, ontology

from owlboost.ontology.axioms import ClassAssertion, SubClassOf, SubRoleOf
from owlboost.ontology.expressions import Class, Role, Some
from owlboost.ontology.vocabulary import TYPE
from owlboost.ontology.writers.ntriples import write_inferences
from owlboost.sources.ontology_knowledge import saturate
from owlboost.sources.ontology_source import read_ontology

Term = NamedNode | BlankNode


def materialised(folder: Path, *statements: Statement) -> tuple[int, list[tuple[Term, str, Term]]]:
    file = folder / "inferred.nt"
    count = write_inferences(saturate(ontology(*statements)).kb, file)
    found = parse(path=file, format=RdfFormat.N_TRIPLES)
    return count, [(one.subject, one.predicate.value, one.object) for one in found]


def test_stated_and_inferred_types_and_fillers_are_written(tmp_path: Path) -> None:
    count, triples = materialised(
        tmp_path,
        SubClassOf(Class("urn:A"), Class("urn:B")),
        SubRoleOf((Role("urn:r"),), Role("urn:s")),
        ("urn:x", "urn:A"),
        ("urn:x", "urn:r", "urn:y"),
    )
    x, y = NamedNode("urn:x"), NamedNode("urn:y")
    assert count == len(triples) == 4
    assert set(triples) == {
        (x, TYPE, NamedNode("urn:A")),
        (x, TYPE, NamedNode("urn:B")),
        (x, "urn:r", y),
        (x, "urn:s", y),
    }


def test_blocks_leave_no_seams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [f"urn:x{number}" for number in range(5)]
    related = [(one, "urn:r", other) for one in people for other in people if one < other]
    statements: list[Statement] = [*((one, "urn:A") for one in people), *related]
    whole = materialised(tmp_path, *statements)
    assert whole[0] == 5 + 10
    monkeypatch.setattr("owlboost.ontology.writers.ntriples.BLOCK", 3)
    assert materialised(tmp_path, *statements) == whole


def test_witnesses_are_blank_nodes(tmp_path: Path) -> None:
    pool = Some(Role("urn:has"), Class("urn:Pool"))
    count, triples = materialised(
        tmp_path,
        SubClassOf(Class("urn:Pool"), Class("urn:Amenity")),
        SubClassOf(Class("urn:Hotel"), Some(Role("urn:in"), Class("urn:Town"))),
        ClassAssertion("urn:h1", pool),
        ClassAssertion("urn:h2", pool),
        ("urn:h1", "urn:Hotel"),
        ("urn:h2", "urn:Hotel"),
    )
    assert count == len(triples)
    fillers = {p: {o for _, q, o in triples if q == p} for p in ("urn:has", "urn:in")}
    assert all(isinstance(node, BlankNode) for nodes in fillers.values() for node in nodes)
    assert len(fillers["urn:has"]) == 2  # each stated one is somebody of its own
    assert len(fillers["urn:in"]) == 1  # one description for all hotels
    for pool_ in fillers["urn:has"]:
        types = {o.value for s, p, o in triples if s == pool_ and p == TYPE}
        assert types == {"urn:Pool", "urn:Amenity"}


@pytest.mark.parametrize(
    "name", ["http://ex.org/Tenutadell'Ornellaia", "http://ex.org#Café", "http://ex.org#a%20b"]
)
def test_names_are_kept(name: str, tmp_path: Path) -> None:
    _, triples = materialised(tmp_path, (name, "urn:A"))
    assert triples == [(NamedNode(name), TYPE, NamedNode("urn:A"))]


@pytest.mark.parametrize("bad", [" ", '"', "{", "}", "|", "^", "`", "\\", "<", "\x01", "\n"])
def test_characters_that_no_iri_has_are_encoded(bad: str, tmp_path: Path) -> None:
    _, triples = materialised(tmp_path, (f"http://ex.org#a{bad}b", "urn:A"))
    encoded = f"%{ord(bad):02X}"
    assert triples == [(NamedNode(f"http://ex.org#a{encoded}b"), TYPE, NamedNode("urn:A"))]


def test_nothing_to_say_is_an_empty_file(tmp_path: Path) -> None:
    assert materialised(tmp_path) == (0, [])


def test_what_was_written_is_an_ontology(tmp_path: Path) -> None:
    materialised(
        tmp_path,
        SubClassOf(Class("urn:A"), Class("urn:B")),
        ClassAssertion("urn:x", Some(Role("urn:r"), Class("urn:C"))),
        ("urn:x", "urn:A"),
        ("urn:y", "urn:B"),
    )
    again = read_ontology(tmp_path / "inferred.nt")
    assert list(again.names) == ["urn:x", "urn:y"]  # blank nodes are no examples
    _, positive = again.examples("B")
    assert positive.all()
