"""Where an imported ontology is: in files of the folders given, never in the network.

In this order: a catalog names a file, a file beside the importing one has the right name and
declares the ontology, a file anywhere in the folders declares it or its version, a file beside
the importing one at least has the right name.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from owlboost.ontology.reading.catalogs import (
    CATALOG_NAME,
    Catalog,
    CatalogError,
    path_of,
    read_catalog,
)
from owlboost.ontology.reading.drafts import Remarks
from owlboost.ontology.reading.headers import Header
from owlboost.ontology.reading.heads import read_head
from owlboost.ontology.reading.references import parts_of
from owlboost.runtime.files import real_path

MAX_FILES = 5_000
"""So many files of the folders are looked into for the ontologies that they declare."""

MAX_ENTRIES = 100_000
"""So many names are looked at to find these files."""

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


def same_ontology(one: str, two: str) -> bool:
    """Whether two IRIs name the same ontology, but for a last ``#`` or ``/``."""
    return bool(one) and one.rstrip("#/") == two.rstrip("#/")


@dataclass(slots=True)
class Library:
    """The folders in which imported ontologies are looked for, with all that is in them."""

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
        """Remark on a file that has the right name but declares something else."""
        head = self._head(path)
        other = head.iri if head else ""
        if other and not other.startswith("file:") and not iri.startswith("file:"):
            text = f"the import <{iri}> was read from {path} for its name; it declares <{other}>"
            self.remarks.add("import-by-name", text)

    def holds(self, path: Path) -> bool:
        """Whether a file, with all links followed, lies in one of the folders."""
        real = real_path(path)
        return any(real.is_relative_to(real_path(folder)) for folder in self.folders)

    # Catalogs

    def _by_catalog(self, iri: str, importer: Path) -> Path | None:
        asked: set[Path] = set()
        for folder in dict.fromkeys([importer.parent, *self.folders]):
            found = self._asked(folder / CATALOG_NAME, iri, asked)
            if found is not None:
                return found
        return None

    def _asked(self, path: Path, iri: str, asked: set[Path]) -> Path | None:
        """Ask a catalog, and those that it names, each once."""
        open_ = [path]
        while open_:
            catalog = self._catalog(open_.pop(0), asked)
            if catalog is None:
                continue
            uri = catalog.match(iri)
            found = self._followed(uri, f"<{iri}>", catalog) if uri else None
            if found is not None:
                return found
            further = (
                self._followed(other, "the next catalog", catalog) for other in catalog.others(iri)
            )
            open_ = [*(one for one in further if one is not None), *open_]
        return None

    def _catalog(self, path: Path, asked: set[Path]) -> Catalog | None:
        key = real_path(path)
        if key in asked:
            return None
        asked.add(key)
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

    def _followed(self, uri: str, what: str, catalog: Catalog) -> Path | None:
        """Return the file that a catalog points to, if it is one of the folders given."""
        path = path_of(uri)
        if path is None:
            why = f"as {uri}, which is not fetched"
        elif not self.holds(path):
            why = f"at {path}, which is outside the folders given"
        elif not path.is_file():
            why = f"at {path}, where there is no file"
        else:
            return path
        text = f"the catalog {catalog.path} has {what} {why}"
        key = ("catalog-not-followed", text)
        if key not in self.remarks.counts:
            self.remarks.add(*key)
        return None

    # Names of files

    def _named(self, iri: str, importer: Path) -> Iterator[Path]:
        """Return the files that are named as an IRI ends."""
        itself = real_path(importer)
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
                    if path.is_file() and real_path(path) != itself and self._inside(path):
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
        """Return the file that declares an ontology or a version, nearest to the importing one."""
        if self._declared is None:
            self._declared = self._looked_through()
        itself = real_path(importer)
        files = self._declared.get(iri.rstrip("#/"), [])
        files = [path for path in files if real_path(path) != itself]
        exact = [path for path in files if self._is_version(path, iri)] or files
        exact.sort(key=lambda path: (path.parent != importer.parent, len(path.parts), str(path)))
        if len(exact) > 1:
            others = ", ".join(str(path) for path in exact[1:4])
            self.remarks.add(
                "several-versions",
                f"{len(exact)} files declare the import <{iri}>: {exact[0]} is read, not {others}",
            )
        return exact[0] if exact else None

    def _is_version(self, path: Path, iri: str) -> bool:
        head = self._head(path)
        return head is not None and same_ontology(head.version, iri)

    def _looked_through(self) -> dict[str, list[Path]]:
        """Return the files of all folders by the ontologies and versions that they declare."""
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
        """Return the files that may be ontologies, sorted; links to folders are not followed."""
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
