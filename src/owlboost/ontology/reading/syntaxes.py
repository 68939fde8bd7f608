"""Which of nine syntaxes a text is in, told by its content and never by a file name."""

import re
from enum import Enum
from pathlib import Path

from owlboost.errors import SourceError


class Syntax(Enum):
    """A way of writing an OWL ontology; the value is its name for people."""

    RDF_XML = "RDF/XML"
    OWL_XML = "OWL/XML"
    FUNCTIONAL = "Functional syntax"
    MANCHESTER = "Manchester syntax"
    TURTLE = "Turtle"
    N_TRIPLES = "N-Triples"
    JSON_LD = "JSON-LD"
    OBO = "OBO"
    FUZZYDL = "fuzzyDL"


XML_SYNTAXES = frozenset({Syntax.RDF_XML, Syntax.OWL_XML})
RDF_SYNTAXES = frozenset({Syntax.RDF_XML, Syntax.TURTLE, Syntax.N_TRIPLES, Syntax.JSON_LD})

_OWL = "http://www.w3.org/2002/07/owl#"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XML = re.compile(
    r"<[?!]|<(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*\s|"  # an IRI has no space in it
    r"<(?:(?:rdf|owl):)?[A-Za-z_][\w.-]*/?>"  # but <urn:a> may be one
)
_XML_PROLOG = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*", re.DOTALL)
_ROOT = re.compile(
    r"<(?:(?P<prefix>[\w.-]+):)?(?P<name>[\w.-]+)(?P<attributes>(?:\s(?:\"[^\"]*\"|'[^']*'|[^>\"'])*)?)/?>"
)
_COMMENTS = re.compile(r"(?:\s+|#[^\n]*)*")
_FRAMES = (
    "Prefix|Namespace|Ontology|Class|ObjectProperty|DataProperty|AnnotationProperty|Individual|"
    "Datatype|ValuePartition|Rule|EquivalentClasses|DisjointClasses|EquivalentProperties|DisjointProperties|"
    "SameIndividual|DifferentIndividuals"
)
_N_TRIPLE = re.compile(
    r"(?:<[^<>\s:]+:[^<>\s]*>|_:\S+)[ \t]*<[^<>\s:]+:[^<>\s]*>[ \t]*"
    r"(?:<[^<>\s:]+:[^<>\s]*>|_:[^\s,;]+?|\"(?:[^\"\\\n]|\\.)*\"(?:@[\w-]+|\^\^<[^<>\s]+>)?)"
    r"[ \t]*\.[ \t]*(?:#[^\n]*)?(?:\n|$)"
)
_OBO_TAGS = (
    "format-version|data-version|version|date|saved-by|auto-generated-by|import|subsetdef|"
    "synonymtypedef|default-namespace|default-relationship-id-prefix|namespace-id-rule|idspace|"
    "id-mapping|treat-xrefs-as-[a-z-]+|remark|ontology|owl-axioms"
)
_WITHOUT_COMMENT = (
    (
        Syntax.OBO,
        re.compile(
            rf"(?:![^\n]*\n\s*)*(?:(?:{_OBO_TAGS}):[ \t]|\[(?:Term|Typedef|Instance)\][ \t]*\n)"
        ),
    ),
    (Syntax.FUNCTIONAL, re.compile(r"(?:Prefix|Ontology)\s*\(")),
    (
        Syntax.FUZZYDL,
        re.compile(
            r"(?:[%#][^\n]*\n\s*)*\(\s*(?:define-[a-z-]+|(?:g-|l-|kd-)?implies(?:-role)?|instance|related|"
            r"domain|range|functional|inverse|transitive|symmetric|disjoint|equivalent-concepts)\s"
        ),
    ),
    (Syntax.MANCHESTER, re.compile(rf"(?:{_FRAMES}):(?=\s)")),
    (Syntax.N_TRIPLES, _N_TRIPLE),
    (
        Syntax.TURTLE,
        re.compile(
            r"@(?:prefix|base)\b|(?:PREFIX|BASE)\b|<[^<>\s]*>|_:|\[|\(\s*[<_:\[(\"\w]|[\w.-]*:[\w%]",
            re.IGNORECASE,
        ),
    ),
)


def syntax_of(text: str, path: Path) -> Syntax:
    r"""Tell the syntax of a text.

    Raises
    ------
    SourceError
        If the text is in none of them.

    Examples
    --------
    >>> syntax_of("# hotels\nOntology(<http://example.org/hotels>)", Path("hotels.owl"))
    <Syntax.FUNCTIONAL: 'Functional syntax'>
    >>> syntax_of("[] a <http://www.w3.org/2002/07/owl#Ontology> .", Path("hotels.owl"))
    <Syntax.TURTLE: 'Turtle'>
    >>> syntax_of("<urn:a> <urn:b> <urn:c> .\n", Path("hotels.nt"))
    <Syntax.N_TRIPLES: 'N-Triples'>
    """
    start = text[:2000].lstrip("\ufeff \t\r\n")
    if _XML.match(start):
        return _xml_syntax(text, path)
    if re.match(r"\{|\[\s*(?:[{\"]|\]\s*$)", start):
        return _json_syntax(text, path)
    body = _COMMENTS.match(text)
    position = body.end() if body else 0
    for syntax, pattern in _WITHOUT_COMMENT:
        if pattern.match(text, position):
            return syntax
    raise SourceError(
        f"'{path}' is in none of the syntaxes {', '.join(s.value for s in Syntax)}: it begins with "
        f"{_shown(text[position:])}; convert it to one of them."
    )


def _xml_syntax(text: str, path: Path) -> Syntax:
    prolog = _XML_PROLOG.match(text)
    root = _ROOT.match(text, prolog.end() if prolog else 0)
    if root is None:
        raise SourceError(f"'{path}' is XML without a root element; it was probably cut short.")
    attributes = root["attributes"]
    if root["name"] == "RDF" or f'"{_RDF}"' in attributes or f"'{_RDF}'" in attributes:
        is_owl = root["name"] == "Ontology" and ("ontologyIRI" in attributes or not root["prefix"])
        return Syntax.OWL_XML if is_owl else Syntax.RDF_XML
    if root["name"] == "Ontology" and _OWL in attributes:
        return Syntax.OWL_XML
    if root["name"].lower() == "html":
        raise SourceError(
            f"'{path}' is a web page, not an ontology; download the raw file behind the link."
        )
    raise SourceError(
        f"'{path}' is XML with the root element <{root['name']}>, which is neither rdf:RDF "
        "nor an OWL/XML Ontology; convert it to one of them."
    )


def _json_syntax(text: str, path: Path) -> Syntax:
    if re.search(r"\"@(?:context|id|graph|type|value)\"", text) is None:
        raise SourceError(
            f"'{path}' is JSON but not JSON-LD (it has no '@id', '@graph' or '@context'); "
            "export the ontology as JSON-LD."
        )
    return Syntax.JSON_LD


def _shown(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return repr(line[:40] + ("…" if len(line) > 40 else ""))
