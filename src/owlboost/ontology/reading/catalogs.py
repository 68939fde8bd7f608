"""XML catalogs (``catalog-v001.xml``): which file stands for which IRI, as Protégé keeps it.

Catalogs are read with the rules of OASIS XML Catalogs 1.1 for URIs. What they point to is not
opened here; :mod:`owlboost.ontology.reading.imports` sees to it that it lies in the folders given.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote
from xml.parsers import expat

from owlboost.ontology.reading.references import joined, parts_of

CATALOG_NAME = "catalog-v001.xml"
MAX_SIZE = 20_000_000
"""No catalog has more bytes."""

_NAMESPACE = "urn:oasis:names:tc:entity:xmlns:xml:catalog"
_XML_BASE = "http://www.w3.org/XML/1998/namespace base"


class CatalogError(Exception):
    """A catalog cannot be read; the message says why."""


@dataclass(slots=True)
class Catalog:
    """The entries of one catalog file; what they point to are absolute URIs."""

    path: Path
    uris: dict[str, str] = field(default_factory=dict)
    rewrites: list[tuple[str, str]] = field(default_factory=list)
    suffixes: list[tuple[str, str]] = field(default_factory=list)
    delegates: list[tuple[str, str]] = field(default_factory=list)
    """Beginnings of URIs, and the catalogs for them."""
    following: list[str] = field(default_factory=list)

    def match(self, iri: str) -> str | None:
        """Return the URI that this catalog alone gives for an IRI: the most specific one."""
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

    def others(self, iri: str) -> Iterator[str]:
        """Return the catalogs to ask next."""
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
        what = expat.ErrorString(error.code)
        raise CatalogError(f"it is not well-formed XML (line {error.lineno}: {what})") from error
    return reader.catalog


class _Reader:
    """Takes the elements of a catalog; ``xml:base`` holds for an element and all within it."""

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
            case "delegateURI", {"uriStartString": start, "catalog": other}:
                catalog.delegates.append((start, self._absolute(other)))
            case "nextCatalog", {"catalog": other}:
                catalog.following.append(self._absolute(other))
            case _:
                pass  # of documents and their parts, or an entry of nobody's

    def _absolute(self, reference: str) -> str:
        return joined(self.bases[-1], reference.replace("\\", "/"))


def path_of(uri: str) -> Path | None:
    """Return the file that a URI names, or None if it names none on this machine.

    Examples
    --------
    >>> path_of("file:///a%20b/c.owl").as_posix(), path_of("http://example.org/c.owl")
    ('/a b/c.owl', None)
    """
    parts = parts_of(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or "\x00" in uri:
        return None
    return Path(unquote(parts.path))
