"""The text of a file: gzip, encodings, and which of nine syntaxes it is in."""

import gzip
import re
import zlib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from owlboost.errors import SourceError
from owlboost.ontology.readers.xml_text import expand_entities
from owlboost.runtime.files import inflated, read_bytes

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
_BINARY = {
    b"bplist": "a binary property list (an Apple web archive?)",
    b"PK\x03\x04": "a zip archive",
    b"%PDF": "a PDF document",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"SQLite format 3": "an SQLite database",
}
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_SAMPLE = 65_536
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file.

    ``guessed_encoding`` is empty unless its encoding had to be guessed.
    """

    text: str
    guessed_encoding: str = ""


def read_text(path: Path) -> Text:
    """Read a file as text, whatever its compression and encoding.

    XML comes back without its declaration and its DOCTYPE, with all entities expanded.

    Raises
    ------
    SourceError
        If the file is missing, empty, binary, cut short, or an entity bomb.
    """
    decoded = _decoded(path, _inflated(path, _bytes_of(path)))
    if not decoded.text or decoded.text.isspace():
        raise SourceError(f"'{path}' is empty; give a file that contains an ontology.")
    if not _is_xml(decoded.text):
        return decoded
    return Text(expand_entities(decoded.text, path), decoded.guessed_encoding)


def decoded_text(path: Path, data: bytes) -> str:
    """Return the text of a file's beginning, decoded as by :func:`read_text`."""
    text = _decoded(path, data).text
    return expand_entities(text, path) if _is_xml(text) else text


def plain_beginning(path: Path) -> str:
    """Return the beginning of a file in UTF-8, '' for pipes and other files."""
    if not path.is_file():
        return ""
    try:
        data = beginning(path)
        text = data.decode()
    except (OSError, EOFError, zlib.error, UnicodeError):
        return ""
    if data.startswith((*_BINARY, b"\xef\xbb\xbf")) or _CONTROL.search(text):
        return ""
    return text


def beginning(path: Path) -> bytes:
    """Return the first bytes of a file, unzipped, in whole lines."""
    with path.open("rb") as file:
        data = file.read(_SAMPLE)
    if data.startswith(b"\x1f\x8b"):
        with gzip.open(path) as file:
            data = file.read(_SAMPLE)
    if len(data) == _SAMPLE and b"\n" in data:
        data = data[: data.rindex(b"\n") + 1]  # no character is cut in two
    return data


def _bytes_of(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except FileNotFoundError:
        raise SourceError(f"There is no file '{path}'; check the path.") from None
    except IsADirectoryError:
        raise SourceError(f"'{path}' is a directory; name one of the files in it.") from None
    except OSError as error:
        raise SourceError(f"'{path}' cannot be opened: {error.strerror}.") from error


def _inflated(path: Path, data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        return inflated(data, f"'{path}'")
    except (EOFError, OSError, zlib.error) as error:
        raise SourceError(
            f"'{path}' is gzipped but damaged or cut short ({error}); download it again."
        ) from error


def _decoded(path: Path, data: bytes) -> Text:
    for magic, format_name in _BINARY.items():
        if data.startswith(magic):
            raise SourceError(
                f"'{path}' is {format_name}, not an ontology; unpack or export it first."
            )
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
        guessed = ""
    except (UnicodeError, LookupError):  # the declared name may be no encoding of texts at all
        text, guessed = data.decode("iso-8859-1"), "ISO-8859-1"
    nul = text.find("\x00")
    control = _CONTROL.search(text, max(nul, 0), max(nul, 0) + _SAMPLE)
    if control:
        raise SourceError(
            f"'{path}' contains binary data (character {ord(control[0]):#04x} at position "
            f"{control.start()}), not an ontology; give a text file, gzipped or not."
        )
    return Text(text, guessed)


def _encoding(data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding
    declared = _XML_ENCODING.match(data[:400])
    return declared[1].decode("ascii") if declared else "utf-8"


def _is_xml(text: str) -> bool:
    return (
        re.match(r"\s*(?:<\?xml\b|<!DOCTYPE\b|<!--|<[A-Za-z_][\w.-]*(?:[:\s>]|/>)(?!//))", text)
        is not None
    )


class Syntax(Enum):
    """A syntax of OWL ontologies; the value is its displayed name."""

    RDF_XML = "RDF/XML"
    OWL_XML = "OWL/XML"
    FUNCTIONAL = "Functional syntax"
    MANCHESTER = "Manchester syntax"
    TURTLE = "Turtle"
    N_TRIPLES = "N-Triples"
    JSON_LD = "JSON-LD"
    OBO = "OBO"
    FUZZYDL = "fuzzyDL"


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
    r"""Recognise the syntax of a text.

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
