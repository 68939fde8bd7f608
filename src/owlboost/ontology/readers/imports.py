"""Imported ontologies: found in files of the folders given, never in the network.

In this order: a catalog names a file, a file beside the importing one has the right name and
declares the ontology, a file anywhere in the folders declares it or its version, a file beside
the importing one at least has the right name. What a file declares its beginning tells. Catalogs
(``catalog-v001.xml``, as Protégé keeps it) are read with the rules of OASIS XML Catalogs 1.1 for
URIs; of what they point to only what lies in the folders given is opened.
"""

import contextlib
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote
from xml.parsers import expat

import pyoxigraph as ox

from owlboost.errors import SourceError
from owlboost.ontology.readers.builder import Header, Remarks, joined, parts_of
from owlboost.ontology.readers.obo_stanzas import obo_header
from owlboost.ontology.readers.rdf_terms import parsed_triples
from owlboost.ontology.readers.text import RDF_SYNTAXES, Syntax, beginning, decoded_text, syntax_of
from owlboost.ontology.vocabulary import OWL, TYPE
from owlboost.runtime.files import real_path
from owlboost.runtime.limits import LimitError, require_shallow

CATALOG_NAME = "catalog-v001.xml"
MAX_SIZE = 20_000_000
"""Reject catalogs of more bytes than this."""

_NAMESPACE = "urn:oasis:names:tc:entity:xmlns:xml:catalog"
_XML_BASE = "http://www.w3.org/XML/1998/namespace base"


class CatalogError(Exception):
    """A catalog cannot be read; the message says why."""


@dataclass(slots=True)
class Catalog:
    """The entries of one catalog file, resolved to absolute URIs."""

    path: Path
    uris: dict[str, str] = field(default_factory=dict)
    rewrites: list[tuple[str, str]] = field(default_factory=list)
    suffixes: list[tuple[str, str]] = field(default_factory=list)
    delegates: list[tuple[str, str]] = field(default_factory=list)
    """Beginnings of URIs, and the catalogs for them."""
    following: list[str] = field(default_factory=list)

    def match(self, iri: str) -> str | None:
        """Return the most specific URI that this catalog gives for an IRI."""
        for name in (iri, iri.rstrip("#/")):
            if name in self.uris:
                return self.uris[name]
        for start, replacement in _longest_first(self.rewrites):
            if iri.startswith(start):
                return replacement + iri[len(start) :]
        for suffix, uri in _longest_first(self.suffixes):
            if iri.endswith(suffix):
                return uri
        return None

    def next_catalogs(self, iri: str) -> Iterator[str]:
        """Return the catalogs to search next."""
        for start, catalog in _longest_first(self.delegates):
            if iri.startswith(start):
                yield catalog
        yield from self.following


def _longest_first(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def read_catalog(path: Path) -> Catalog:
    """Read a catalog.

    Raises
    ------
    CatalogError
        If it is no catalog, too large, or declares entities.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SIZE + 1)
    except OSError as error:
        raise CatalogError(f"it cannot be opened: {error.strerror}") from error
    if len(data) > MAX_SIZE:
        raise CatalogError(f"it has more than {MAX_SIZE:,} bytes")
    reader = _Reader(path)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise CatalogError(f"it is not well-formed XML (line {error.lineno}: {reason})") from error
    return reader.catalog


class _Reader:
    """Reader of the elements of a catalog, which keeps track of ``xml:base``."""

    def __init__(self, path: Path) -> None:
        self.catalog = Catalog(path)
        self.bases = [path.absolute().as_uri()]
        self.depth = 0
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.EntityDeclHandler = self.refuse
        self.parser = parser

    def refuse(self, *_: object) -> None:
        raise CatalogError("it declares entities, which catalogs do not need")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        namespace, _, name = tag.rpartition(" ")
        if not self.depth and name != "catalog":
            raise CatalogError(f"its root element is {name}, not catalog")
        self.depth += 1
        base = attributes.get(_XML_BASE)
        self.bases.append(joined(self.bases[-1], base) if base else self.bases[-1])
        if namespace in (_NAMESPACE, ""):
            self._entry(name, attributes)

    def end(self, _: str) -> None:
        self.depth -= 1
        self.bases.pop()

    def _entry(self, name: str, attributes: dict[str, str]) -> None:
        catalog = self.catalog
        match name, attributes:
            case "uri", {"name": iri, "uri": uri}:
                catalog.uris.setdefault(iri, self._absolute(uri))
                catalog.uris.setdefault(iri.rstrip("#/"), self._absolute(uri))
            case "rewriteURI", {"uriStartString": start, "rewritePrefix": prefix}:
                catalog.rewrites.append((start, self._absolute(prefix)))
            case "uriSuffix", {"uriSuffix": suffix, "uri": uri}:
                catalog.suffixes.append((suffix, self._absolute(uri)))
            case "delegateURI", {"uriStartString": start, "catalog": linked}:
                catalog.delegates.append((start, self._absolute(linked)))
            case "nextCatalog", {"catalog": linked}:
                catalog.following.append(self._absolute(linked))
            case _:
                pass  # of documents and their parts, or an entry of nobody's

    def _absolute(self, reference: str) -> str:
        return joined(self.bases[-1], reference.replace("\\", "/"))


def path_of(uri: str) -> Path | None:
    """Return the file that a URI names, None if not local.

    Examples
    --------
    >>> path_of("file:///a%20b/c.owl").as_posix(), path_of("http://example.org/c.owl")
    ('/a b/c.owl', None)
    """
    parts = parts_of(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or "\x00" in uri:
        return None
    return Path(unquote(parts.path))


_FUNCTIONAL_PREFIX = re.compile(r"Prefix\s*\(\s*([^\s()<>:=]*):\s*=\s*<([^<>\s]*)>\s*\)")
_FUNCTIONAL = re.compile(r"\bOntology\s*\(\s*(<[^<>\s]*>|[\w.-]*:[\w./#-]*)?\s*(<[^<>\s]*>)?")
_MANCHESTER = re.compile(r"^\s*Ontology:\s+<([^<>\s]*)>(?:\s+<([^<>\s]*)>)?", re.MULTILINE)
_ROOT = re.compile(r"<(?:[\w.-]+:)?Ontology\b[^>]*>")
_ATTRIBUTE = re.compile(r"""\b(ontologyIRI|versionIRI)\s*=\s*["']([^"']*)["']""")


def read_head(path: Path) -> Header | None:
    """Return the header, but for imports, in a file's beginning, None if no ontology."""
    try:
        text = decoded_text(path, beginning(path))
        syntax = syntax_of(text, path)
        require_shallow(text, path)
    except (SourceError, LimitError, OSError, EOFError, zlib.error):
        return None  # an unreadable neighbour is passed over
    if syntax in RDF_SYNTAXES:
        return _triples_header(text, syntax)
    return {
        Syntax.FUNCTIONAL: _functional_header,
        Syntax.OWL_XML: _owl_xml_header,
        Syntax.MANCHESTER: _manchester_header,
        Syntax.OBO: obo_header,
    }[syntax](text)


def _triples_header(text: str, syntax: Syntax) -> Header:
    """Return the header in as many triples as the beginning holds."""
    by_predicate: dict[str, list[tuple[str, str]]] = {TYPE: [], OWL + "versionIRI": []}
    with contextlib.suppress(SyntaxError, ValueError):  # where the beginning ends
        for triple in parsed_triples(text, syntax, "file:///"):
            pairs = by_predicate.get(triple.predicate.value)
            if pairs is not None and isinstance(triple.subject, ox.NamedNode):
                pairs.append((triple.subject.value, getattr(triple.object, "value", "")))
    iris = [iri for iri, type_ in by_predicate[TYPE] if type_ == OWL + "Ontology"]
    iri = iris[0] if iris else ""
    return Header(iri, dict(reversed(by_predicate[OWL + "versionIRI"])).get(iri, ""))


def _functional_header(text: str) -> Header:
    prefixes = dict(_FUNCTIONAL_PREFIX.findall(text))
    declaration = _FUNCTIONAL.search(text)
    name, version = (declaration[1] or "", declaration[2] or "") if declaration else ("", "")
    if name and not name.startswith("<"):
        prefix, _, local = name.partition(":")
        name = f"<{prefixes.get(prefix, '')}{local}>"
    return Header(name[1:-1], version[1:-1])


def _manchester_header(text: str) -> Header:
    declaration = _MANCHESTER.search(text)
    return Header(declaration[1], declaration[2] or "") if declaration else Header()


def _owl_xml_header(text: str) -> Header:
    root = _ROOT.search(text)
    attributes = dict(_ATTRIBUTE.findall(root[0] if root else ""))
    return Header(attributes.get("ontologyIRI", ""), attributes.get("versionIRI", ""))


MAX_FILES = 5_000
"""Stop looking into files for declared ontologies after this many."""

MAX_ENTRIES = 100_000
"""Stop looking for such files after this many names."""

_SUFFIXES = (
    ".owl",
    ".rdf",
    ".ttl",
    ".owx",
    ".ofn",
    ".omn",
    ".nt",
    ".jsonld",
    ".xml",
    ".n3",
    ".obo",
    ".txt",
)


def same_ontology(first: str, second: str) -> bool:
    """Whether IRIs are the same but for a final ``#`` or ``/``."""
    return bool(first) and first.rstrip("#/") == second.rstrip("#/")


@dataclass(slots=True)
class Library:
    """The folders searched for imported ontologies, with their contents."""

    folders: Sequence[Path]
    remarks: Remarks
    _catalogs: dict[Path, Catalog | None] = field(default_factory=dict)
    _heads: dict[Path, Header | None] = field(default_factory=dict)
    _declared: dict[str, list[Path]] | None = None

    def find(self, iri: str, importer: Path) -> Path | None:
        """Return the file that holds an ontology, or None."""
        by_catalog = self._by_catalog(iri, importer)
        if by_catalog is not None:
            return by_catalog
        named = list(self._named(iri, importer))
        for path in named:
            head = self._head(path)
            if head and (same_ontology(head.iri, iri) or same_ontology(head.version, iri)):
                return path
        declared = self._declaring(iri, importer)
        if declared is not None:
            return declared
        if not named:
            return None
        self._remark_on_name(iri, named[0])
        return named[0]

    def _remark_on_name(self, iri: str, path: Path) -> None:
        """Remark on a file with the right name and another declaration."""
        head = self._head(path)
        declared = head.iri if head else ""
        if declared and not declared.startswith("file:") and not iri.startswith("file:"):
            text = f"the import <{iri}> was read from {path} for its name; it declares <{declared}>"
            self.remarks.add("import-by-name", text)

    def holds(self, path: Path) -> bool:
        """Whether a file, links resolved, lies in one of the folders."""
        real = real_path(path)
        return any(real.is_relative_to(real_path(folder)) for folder in self.folders)

    # Catalogs

    def _by_catalog(self, iri: str, importer: Path) -> Path | None:
        visited: set[Path] = set()
        for folder in dict.fromkeys([importer.parent, *self.folders]):
            path = self._in_catalog(folder / CATALOG_NAME, iri, visited)
            if path is not None:
                return path
        return None

    def _in_catalog(self, path: Path, iri: str, visited: set[Path]) -> Path | None:
        """Look an IRI up in a catalog and those it links to."""
        pending = [path]
        while pending:
            catalog = self._catalog(pending.pop(0), visited)
            if catalog is None:
                continue
            uri = catalog.match(iri)
            target = self._followed(uri, f"<{iri}>", catalog) if uri else None
            if target is not None:
                return target
            linked = (
                self._followed(next_uri, "the next catalog", catalog)
                for next_uri in catalog.next_catalogs(iri)
            )
            pending = [
                *(linked_path for linked_path in linked if linked_path is not None),
                *pending,
            ]
        return None

    def _catalog(self, path: Path, visited: set[Path]) -> Catalog | None:
        key = real_path(path)
        if key in visited:
            return None
        visited.add(key)
        if key not in self._catalogs:
            self._catalogs[key] = self._opened(path)
        return self._catalogs[key]

    def _opened(self, path: Path) -> Catalog | None:
        if not path.is_file():
            return None
        if not self.holds(path):
            text = f"the catalog {path} is a link to a place outside the folders given"
            self.remarks.add("catalog-not-followed", f"{text}, and is not read")
            return None
        try:
            return read_catalog(path)
        except CatalogError as error:
            self.remarks.add("catalog-unreadable", f"the catalog {path} is not used: {error}")
            return None

    def _followed(self, uri: str, subject: str, catalog: Catalog) -> Path | None:
        """Return the file a catalog points to, if within the folders."""
        path = path_of(uri)
        if path is None:
            reason = f"as {uri}, which is not fetched"
        elif not self.holds(path):
            reason = f"at {path}, which is outside the folders given"
        elif not path.is_file():
            reason = f"at {path}, where there is no file"
        else:
            return path
        text = f"the catalog {catalog.path} has {subject} {reason}"
        key = ("catalog-not-followed", text)
        if key not in self.remarks.counts:
            self.remarks.add(*key)
        return None

    # Names of files

    def _named(self, iri: str, importer: Path) -> Iterator[Path]:
        """Iterate over the files named like the end of an IRI."""
        importer_path = real_path(importer)
        parts = parts_of(iri)
        whole = unquote(parts.path).strip("/")
        name = whole.rpartition("/")[2]
        if name in ("", ".", "..") or "\x00" in name:
            return
        names = [name, *(name + suffix for suffix in _SUFFIXES)]
        if parts.scheme == "file" and whole != name:
            names.insert(0, whole)  # relative to the importing file
        for folder in dict.fromkeys([importer.parent, *self.folders]):
            for file_name in names:
                for path in (folder / file_name, folder / f"{file_name}.gz"):
                    if path.is_file() and real_path(path) != importer_path and self._inside(path):
                        yield path

    def _inside(self, path: Path) -> bool:
        if self.holds(path):
            return True
        text = f"{path} lies outside the folders given, and is not read as an import"
        self.remarks.add("import-outside", text)
        return False

    # Declarations in files

    def _head(self, path: Path) -> Header | None:
        key = real_path(path)
        if key not in self._heads:
            self._heads[key] = read_head(path)
        return self._heads[key]

    def _declaring(self, iri: str, importer: Path) -> Path | None:
        """Return the nearest file that declares an ontology or a version."""
        if self._declared is None:
            self._declared = self._declarations()
        importer_path = real_path(importer)
        files = self._declared.get(iri.rstrip("#/"), [])
        files = [path for path in files if real_path(path) != importer_path]
        exact = [path for path in files if self._is_version(path, iri)] or files
        exact.sort(key=lambda path: (path.parent != importer.parent, len(path.parts), str(path)))
        if len(exact) > 1:
            unread = ", ".join(str(path) for path in exact[1:4])
            self.remarks.add(
                "several-versions",
                f"{len(exact)} files declare the import <{iri}>: {exact[0]} is read, not {unread}",
            )
        return exact[0] if exact else None

    def _is_version(self, path: Path, iri: str) -> bool:
        head = self._head(path)
        return head is not None and same_ontology(head.version, iri)

    def _declarations(self) -> dict[str, list[Path]]:
        """Return the files by the ontologies and versions they declare."""
        declared: dict[str, list[Path]] = {}
        seen: set[Path] = set()
        for path in self._files():
            if real_path(path) in seen:
                continue
            seen.add(real_path(path))
            if len(seen) > MAX_FILES:
                self._cut_short(f"{MAX_FILES:,} files")
                break
            head = self._head(path)
            names = {head.iri.rstrip("#/"), head.version.rstrip("#/")} if head else set()
            for name in names - {""}:
                declared.setdefault(name, []).append(path)
        return declared

    def _files(self) -> Iterator[Path]:
        """Iterate over possible ontology files, sorted, without following linked folders."""
        entries = 0
        for folder in self.folders:
            for directory, folders, files in os.walk(folder):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                entries += len(files)
                if entries > MAX_ENTRIES:
                    self._cut_short(f"{MAX_ENTRIES:,} names of files")
                    return
                for name in sorted(files):
                    suffix = Path(name.removesuffix(".gz")).suffix.lower()
                    path = Path(directory, name)
                    if suffix in _SUFFIXES and name != CATALOG_NAME and path.is_file():
                        if path.is_symlink() and not self.holds(path):
                            continue
                        yield path

    def _cut_short(self, limit: str) -> None:
        self.remarks.add(
            "search-cut-short",
            f"imports were looked for in the first {limit} of the folders only",
        )
