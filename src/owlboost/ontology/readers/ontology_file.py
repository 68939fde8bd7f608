"""Ontology files in any of nine syntaxes, read with all that they import."""

import gc
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from owlboost.errors import Hint, Message, SourceError
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.assembly import assemble
from owlboost.ontology.readers.builder import Draft, Header, Remarks, distinct_numbers
from owlboost.ontology.readers.functional import read_functional
from owlboost.ontology.readers.fuzzydl import read_fuzzydl
from owlboost.ontology.readers.imports import Library, same_ontology
from owlboost.ontology.readers.manchester import declare, map_frames
from owlboost.ontology.readers.manchester_frames import Frames, read_manchester
from owlboost.ontology.readers.obo import read_obo
from owlboost.ontology.readers.owl_xml import read_owl_xml
from owlboost.ontology.readers.rdf_axioms import map_graph
from owlboost.ontology.readers.rdf_streams import STREAMED, stream_triples
from owlboost.ontology.readers.rdf_terms import TermTable, Triples, read_triples
from owlboost.ontology.readers.text import (
    RDF_SYNTAXES,
    Syntax,
    plain_beginning,
    read_text,
    syntax_of,
)
from owlboost.ontology.readers.xml_text import check_well_formed
from owlboost.ontology.vocabulary import OWL, TYPE
from owlboost.runtime.files import real_path

IMPORT_DIRS = Hint("import_dirs", "import_dirs")


def read_ontology_file(
    path: str | Path, *, import_dirs: Sequence[Path] = (), strict: bool = False
) -> Ontology:
    """Read an ontology and what it imports.

    Parameters
    ----------
    path
        A file in RDF/XML, OWL/XML, Functional syntax, Manchester syntax, Turtle, N-Triples,
        JSON-LD, OBO format or fuzzyDL's, plain or gzipped. The content decides on the syntax.
    import_dirs
        Directories searched for imported ontologies besides that of the file, with all
        directories below. Nothing is ever fetched from the network.
    strict
        Whether an import that is not found is an error, rather than a remark.

    Raises
    ------
    SourceError
        If a file is no ontology, is damaged or cut short, or (if strict) misses an import.
    """
    with _without_garbage_collection():
        return _read(Path(path), [Path(directory) for directory in import_dirs], strict)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Pause garbage collection, as nearly all names and literals stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _read(path: Path, import_dirs: Sequence[Path], strict: bool) -> Ontology:
    reader = _Reader(path, import_dirs, strict)
    main = reader.read(path)
    draft = Draft(remarks=reader.remarks)
    table: TermTable | None = None
    frames: list[Frames] = []
    for number, parsed in enumerate(reader.files.values()):
        match parsed.content:
            case Triples():
                table = table or TermTable()
                table.add(parsed.content, number)
            case Draft():
                draft.update(parsed.content)
            case Frames():
                frames.append(parsed.content)
                declare(parsed.content, draft.entities)
    if table:
        map_graph(table, draft)
    for file_frames in frames:
        map_frames(file_frames, draft)
    return assemble(main.header.iri, draft, reader.imports)


@dataclass(frozen=True, slots=True)
class _Parsed:
    """The header and the content of one file.

    RDF is kept as triples and Manchester syntax as frames, as it takes the imported files to know
    which of their properties are object and which are data properties.
    """

    header: Header
    content: Triples | Frames | Draft


class _Reader:
    """Reader of a file and, file by file, of all imports."""

    def __init__(self, main: Path, import_dirs: Sequence[Path], strict: bool) -> None:
        self.strict = strict
        self.remarks = Remarks()
        self.library = Library([main.parent, *import_dirs], self.remarks)
        self.files: dict[Path, _Parsed] = {}
        self.imports: dict[str, str | None] = {}

    def read(self, path: Path) -> _Parsed:
        """Read a file and, breadth first, everything it imports."""
        main = self._add(path)
        pending = deque((path, iri) for iri in main.header.imports)
        while pending:
            importer, iri = pending.popleft()
            if iri in self.imports:
                continue
            imported_path = self._find(importer, iri)
            self.imports[iri] = str(imported_path) if imported_path else None
            if imported_path is None:
                self._missing(importer, iri)
            else:
                imports = self.files[real_path(imported_path)].header.imports
                pending.extend((imported_path, import_iri) for import_iri in imports)
        self._remark_on_versions()
        return main

    def _add(self, path: Path) -> _Parsed:
        key = real_path(path)
        if key not in self.files:
            self.files[key] = parse_file(path, self.remarks, len(self.files))
        return self.files[key]

    def _find(self, importer: Path, iri: str) -> Path | None:
        """Return the file that holds an imported ontology, after reading it."""
        for path, parsed in self.files.items():
            if same_ontology(parsed.header.version, iri) or same_ontology(parsed.header.iri, iri):
                return path
        imported_path = self.library.find(iri, importer)
        if imported_path is not None:
            self._add(imported_path)
        return imported_path

    def _missing(self, importer: Path, iri: str) -> None:
        if self.strict:
            claim = f"'{importer}' imports <{iri}>, but no file next to it contains that ontology"
            way_out = "; put it there, or give its folder with "
            raise SourceError(Message(claim, way_out, IMPORT_DIRS, "."))
        self.remarks.add("unresolved-import", f"the import <{iri}> was not found in any file")

    def _remark_on_versions(self) -> None:
        versions: dict[str, list[str]] = {}
        for path, parsed in self.files.items():
            versions.setdefault(parsed.header.iri.rstrip("#/"), []).append(path.name)
        for iri, names in versions.items():
            if iri and len(names) > 1:
                text = f"the ontology <{iri}> is read from {len(names)} files, {', '.join(names)}"
                self.remarks.add("two-versions", f"{text}: imports name several versions of it")


def parse_file(path: Path, remarks: Remarks, number: int) -> _Parsed:
    """Read one file without imports; its number sets its anonymous individuals apart."""
    triples = _streamed(path)
    if triples is not None:
        return _parsed_rdf(triples)
    decoded = read_text(path)
    if decoded.guessed_encoding:
        remarks.add("guessed-encoding", f"the text was read as {decoded.guessed_encoding}")
    syntax = syntax_of(decoded.text, path)
    if syntax is Syntax.RDF_XML:
        check_well_formed(decoded.text, path)
    if syntax in RDF_SYNTAXES:
        return _parsed_rdf(_read_rdf(decoded.text, syntax, path, remarks))
    blank = f"_:{number}." if number else "_:"
    if syntax is Syntax.MANCHESTER:
        frames = read_manchester(decoded.text, path, remarks, blank)
        return _Parsed(frames.header, frames)
    read = _TO_AXIOMS[syntax]
    draft = Draft(remarks=remarks)
    return _Parsed(read(decoded.text, path, draft, blank), draft)


_TO_AXIOMS = {
    Syntax.FUNCTIONAL: read_functional,
    Syntax.OWL_XML: read_owl_xml,
    Syntax.OBO: read_obo,
    Syntax.FUZZYDL: read_fuzzydl,
}


def _streamed(path: Path) -> Triples | None:
    """Return the triples of a file without errors, read block by block."""
    beginning = plain_beginning(path)
    try:
        syntax = syntax_of(beginning, path) if beginning else None
        triples = stream_triples(path, syntax) if syntax in STREAMED else None
    except SourceError:  # reported when the whole file is read
        return None
    return triples if triples and len(triples.rows) else None


def _read_rdf(text: str, syntax: Syntax, path: Path, remarks: Remarks) -> Triples:
    triples = read_triples(text, syntax, path, remarks)
    if not len(triples.rows):
        raise SourceError(
            f"'{path}' contains no triples ({syntax.value}), so there is no ontology to read."
        )
    return triples


def _parsed_rdf(triples: Triples) -> _Parsed:
    imports = _rows_with(triples, f"<{OWL}imports>")
    heads = [
        subject
        for subject, object_ in _rows_with(triples, f"<{TYPE}>", f"<{OWL}Ontology>")
        if subject.startswith("<")
    ]
    importers = [subject for subject, _ in imports]
    heads.sort(key=lambda head: head not in importers)  # others are mentioned, not defined here
    header = Header(heads[0][1:-1] if heads else "", "", [iri[1:-1] for _, iri in imports])
    versions = dict(_rows_with(triples, f"<{OWL}versionIRI>"))
    header.version = versions.get(f"<{header.iri}>", "").strip("<>")
    return _Parsed(header, triples)


def _rows_with(triples: Triples, predicate: str, object_: str = "") -> list[tuple[str, str]]:
    """Return the distinct (subject, object) pairs of a predicate, perhaps of one object."""
    terms, rows = triples.terms, triples.rows
    for place, wanted in ((1, predicate), (2, object_)):
        if wanted:
            used = distinct_numbers(rows[:, place], len(terms)).tolist()
            number = next((number for number in used if terms[number] == wanted), -1)
            rows = rows[rows[:, place] == number]
    return list(dict.fromkeys((terms[s], terms[o]) for s, _, o in rows.tolist()))
