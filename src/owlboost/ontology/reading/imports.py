"""Where an imported ontology may be: files beside the importing one, never the network."""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

_HEAD = 65_536
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
    ".txt",
)


def same_ontology(one: str, two: str) -> bool:
    """Whether two IRIs name the same ontology, but for a last ``#`` or ``/``."""
    return bool(one) and one.rstrip("#/") == two.rstrip("#/")


def candidates(
    iri: str, directories: Sequence[Path], importer: Path
) -> Iterator[tuple[Path, bool]]:
    """Return files that may hold an ontology, most likely first.

    Yields
    ------
    path, by_name
        Files named as the IRI ends (``by_name``), then files whose beginning mentions the IRI.
    """
    itself = importer.resolve()
    name = unquote(urlsplit(iri).path.rstrip("/").rpartition("/")[2])
    names = [name, *(name + suffix for suffix in _SUFFIXES)] if name not in ("", ".", "..") else []
    for directory in directories:
        for file_name in names:
            for path in (directory / file_name, directory / f"{file_name}.gz"):
                if path.is_file() and path.resolve() != itself:
                    yield path, True
    for directory in directories:
        for path in sorted(directory.iterdir()) if directory.is_dir() else ():
            if path.is_file() and path.resolve() != itself and _mentions(path, iri):
                yield path, False


def _mentions(path: Path, iri: str) -> bool:
    if Path(path.name.removesuffix(".gz")).suffix.lower() not in _SUFFIXES:
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head.startswith(b"\x1f\x8b"):
            with gzip.open(path) as file:
                head = file.read(_HEAD)
    except (OSError, EOFError, zlib.error):
        return False  # a neighbour that cannot be opened is none of ours
    text = re.sub(rb"\x00", b"", head)  # UTF-16 looks like this
    return iri.rstrip("#/").encode() in text
