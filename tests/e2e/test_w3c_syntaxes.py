"""The W3C's tests of OWL 2 that are written in two syntaxes are read as the same ontologies."""

import os
from collections import defaultdict
from pathlib import Path

import pyoxigraph as ox
import pytest
from tests.ontology_key import ontology_key

from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.text import read_text

SUITE = Path(os.environ.get("OWLBOOST_W3C", "no-suite"))
TEST = "http://www.w3.org/2007/OWL/testOntology#"
UNEQUAL = {
    "FS2RDF-domain-range-expression-ar",  # object property axioms on data properties
    "FS2RDF-domain-range-simple-ar",  # the same
    "FS2RDF-literals-ar",  # RDF/XML within RDF/XML
    "New-Feature-Keys-007",  # the RDF lacks an axiom
    "New-Feature-Rational-002",  # the RDF has a list without an end
    "New-Feature-Rational-003",  # the same
}
"""Tests that do not say the same in both syntaxes."""


def _pairs() -> dict[str, tuple[str, str]]:
    """Return the documents in Functional syntax and RDF/XML, by test and role in it."""
    documents: dict[str, dict[str, str]] = defaultdict(dict)
    names: dict[str, str] = {}
    text = read_text(SUITE).text
    for triple in ox.parse(text, format=ox.RdfFormat.RDF_XML, base_iri="file:///suite"):
        name, value = triple.predicate.value.removeprefix(TEST), triple.object
        if isinstance(value, ox.Literal) and name == "identifier":
            names[str(triple.subject)] = value.value
        elif isinstance(value, ox.Literal) and name.startswith(("fs", "rdfXml")):
            documents[str(triple.subject)][name] = value.value
    return {
        f"{names[test]} {role}": (found[f"fs{role}"], found[f"rdfXml{role}"])
        for test, found in documents.items()
        for role in ("PremiseOntology", "ConclusionOntology", "NonConclusionOntology")
        if f"fs{role}" in found and f"rdfXml{role}" in found and names[test] not in UNEQUAL
    }


@pytest.mark.skipif(not SUITE.is_file(), reason="set OWLBOOST_W3C to the W3C's all.rdf.gz")
def test_both_syntaxes_say_the_same(tmp_path: Path) -> None:
    pairs = _pairs()
    assert len(pairs) > 60
    path = tmp_path / "document.owl"
    unlike = []
    for name, texts in pairs.items():
        keys = []
        for text in texts:
            path.write_text(text, encoding="utf-8")
            keys.append(ontology_key(read_ontology_file(path))[1:])
        if keys[0] != keys[1]:
            unlike.append(name)
    assert unlike == []
