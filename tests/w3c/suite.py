"""The W3C's tests of OWL 2: read from the file that the W3C publishes, none of it kept here."""

import gzip
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

SUITE = Path(os.environ.get("OWLBOOST_W3C", "no-suite"))
MISSING = "set OWLBOOST_W3C to the W3C's all.rdf, or all.rdf.gz, with the tests of OWL 2"

_TEST = "{http://www.w3.org/2007/OWL/testOntology#}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_SYNTAXES = (("rdfXml", "rdf"), ("fs", "ofn"))


@dataclass(frozen=True, slots=True)
class Document:
    """An ontology as text, with the ending of a file of its syntax."""

    text: str
    ending: str

    def write(self, folder: Path, name: str) -> Path:
        """Write the text to a file, as people keep ontologies."""
        path = folder / f"{name}.{self.ending}"
        path.write_text(self.text, encoding="utf-8")
        return path


@dataclass(frozen=True, slots=True)
class Case:
    """One test: what is given, and what the suite says of it.

    Attributes
    ----------
    kinds
        Such as ``ConsistencyTest``; one test may be of several kinds.
    profiles
        ``EL``, ``QL``, ``RL`` if the ontology is in that profile, and ``DL`` if in OWL 2 DL.
    direct
        Whether the test holds for the direct semantics, that of description logics.
    imports
        File name → ontology that the premise imports.
    """

    name: str
    kinds: frozenset[str]
    profiles: frozenset[str]
    direct: bool
    premise: Document
    conclusion: Document | None
    non_conclusion: Document | None
    imports: dict[str, Document]


def read_suite(path: Path = SUITE) -> tuple[Case, ...]:
    """Return the tests that have a premise, by name."""
    content = path.read_bytes()
    root = ET.fromstring(gzip.decompress(content) if path.suffix == ".gz" else content)
    imported = {
        node.get(f"{_RDF}about"): found
        for node in root
        if (found := _document(node, "InputOntology")) is not None
    }
    cases = (_case(node, imported) for node in root.findall(f"{_TEST}TestCase"))
    return tuple(sorted(cases, key=lambda case: case.name))


def _case(node: ET.Element, imported: dict[str | None, Document]) -> Case:
    premise = _document(node, "PremiseOntology") or _document(node, "InputOntology")
    name = node.findtext(f"{_TEST}identifier") or ""
    if premise is None:
        raise ValueError(f"The test '{name}' has no premise in a known syntax.")
    needed = [one.get(f"{_RDF}resource") for one in node.findall(f"{_TEST}importedOntology")]
    return Case(
        name=name,
        kinds=frozenset(_marks(node, f"{_RDF}type")),
        profiles=frozenset(_marks(node, f"{_TEST}profile"))
        | (frozenset(_marks(node, f"{_TEST}species")) & {"DL"}),
        direct="DIRECT" in _marks(node, f"{_TEST}semantics"),
        premise=premise,
        conclusion=_document(node, "ConclusionOntology"),
        non_conclusion=_document(node, "NonConclusionOntology"),
        imports={
            f"import-{number}": imported[iri]
            for number, iri in enumerate(needed)
            if iri in imported
        },
    )


def _marks(node: ET.Element, predicate: str) -> Iterator[str]:
    """Iterate over the ends of the IRIs that a predicate leads to."""
    for one in node.findall(predicate):
        yield (one.get(f"{_RDF}resource") or "").rpartition("#")[2]


def _document(node: ET.Element, role: str) -> Document | None:
    for prefix, ending in _SYNTAXES:
        text = node.findtext(f"{_TEST}{prefix}{role}")
        if text is not None:
            return Document(text, ending)
    return None
