"""The beginning of a file: which ontology it declares, without reading all of it."""

import contextlib
import re
import zlib
from pathlib import Path

import pyoxigraph as ox

from owlboost.errors import SourceError
from owlboost.ontology.language.reserved import OWL, TYPE
from owlboost.ontology.reading.decoding import beginning, decoded_text
from owlboost.ontology.reading.headers import Header
from owlboost.ontology.reading.obo.identifiers import obo_header
from owlboost.ontology.reading.rdf.triples import parsed_triples
from owlboost.ontology.reading.syntaxes import RDF_SYNTAXES, Syntax, syntax_of
from owlboost.runtime.limits import LimitError, require_shallow

_FUNCTIONAL_PREFIX = re.compile(r"Prefix\s*\(\s*([^\s()<>:=]*):\s*=\s*<([^<>\s]*)>\s*\)")
_FUNCTIONAL = re.compile(r"\bOntology\s*\(\s*(<[^<>\s]*>|[\w.-]*:[\w./#-]*)?\s*(<[^<>\s]*>)?")
_MANCHESTER = re.compile(r"^\s*Ontology:\s+<([^<>\s]*)>(?:\s+<([^<>\s]*)>)?", re.MULTILINE)
_ROOT = re.compile(r"<(?:[\w.-]+:)?Ontology\b[^>]*>")
_ATTRIBUTE = re.compile(r"""\b(ontologyIRI|versionIRI)\s*=\s*["']([^"']*)["']""")


def read_head(path: Path) -> Header | None:
    """Return what the beginning of a file declares, or None if it is no ontology.

    The imports are not looked for.
    """
    try:
        text = decoded_text(path, beginning(path))
        syntax = syntax_of(text, path)
        require_shallow(text, path)
    except (SourceError, LimitError, OSError, EOFError, zlib.error):
        return None  # a neighbour that cannot be opened is none of ours
    if syntax in RDF_SYNTAXES:
        return _of_triples(text, syntax)
    return {
        Syntax.FUNCTIONAL: _of_functional,
        Syntax.OWL_XML: _of_owl_xml,
        Syntax.MANCHESTER: _of_manchester,
        Syntax.OBO: obo_header,
    }[syntax](text)


def _of_triples(text: str, syntax: Syntax) -> Header:
    """Parse as far as the beginning goes."""
    found: dict[str, list[tuple[str, str]]] = {TYPE: [], OWL + "versionIRI": []}
    with contextlib.suppress(SyntaxError, ValueError):  # where the beginning ends
        for triple in parsed_triples(text, syntax, "file:///"):
            pairs = found.get(triple.predicate.value)
            if pairs is not None and isinstance(triple.subject, ox.NamedNode):
                pairs.append((triple.subject.value, getattr(triple.object, "value", "")))
    iris = [iri for iri, type_ in found[TYPE] if type_ == OWL + "Ontology"]
    iri = iris[0] if iris else ""
    return Header(iri, dict(reversed(found[OWL + "versionIRI"])).get(iri, ""))


def _of_functional(text: str) -> Header:
    prefixes = dict(_FUNCTIONAL_PREFIX.findall(text))
    found = _FUNCTIONAL.search(text)
    name, version = (found[1] or "", found[2] or "") if found else ("", "")
    if name and not name.startswith("<"):
        prefix, _, local = name.partition(":")
        name = f"<{prefixes.get(prefix, '')}{local}>"
    return Header(name[1:-1], version[1:-1])


def _of_manchester(text: str) -> Header:
    found = _MANCHESTER.search(text)
    return Header(found[1], found[2] or "") if found else Header()


def _of_owl_xml(text: str) -> Header:
    root = _ROOT.search(text)
    attributes = dict(_ATTRIBUTE.findall(root[0] if root else ""))
    return Header(attributes.get("ontologyIRI", ""), attributes.get("versionIRI", ""))
