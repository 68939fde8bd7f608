"""The front door: a file in any of seven syntaxes, with its imports, to an ontology."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from owlboost.errors import Hint, Sentence, SourceError
from owlboost.ontology.language.axioms import Ontology
from owlboost.ontology.language.reserved import OWL, TYPE
from owlboost.ontology.reading.assembly import assemble
from owlboost.ontology.reading.decoding import check_well_formed, read_text
from owlboost.ontology.reading.drafts import Draft, Remarks, distinct_numbers
from owlboost.ontology.reading.horned.mapping import map_components
from owlboost.ontology.reading.horned.parsing import header_of, parse_horned
from owlboost.ontology.reading.imports import candidates, same_ontology
from owlboost.ontology.reading.rdf.mapping import map_graph
from owlboost.ontology.reading.rdf.triples import TermTable, Triples, read_triples
from owlboost.ontology.reading.syntaxes import RDF_SYNTAXES, XML_SYNTAXES, Syntax, syntax_of

IMPORT_DIRS = Hint("import_dirs", "import_dirs")


def read_ontology_file(
    path: str | Path, *, import_dirs: Sequence[Path] = (), strict: bool = False
) -> Ontology:
    """Read an ontology and what it imports.

    Parameters
    ----------
    path
        A file in RDF/XML, OWL/XML, Functional syntax, Manchester syntax, Turtle, N-Triples or
        JSON-LD, plain or gzipped. The syntax is told by the content.
    import_dirs
        Where imported ontologies are looked for, after the directory of the importing file.
        Nothing is ever fetched from the network.
    strict
        Whether an import that is not found is an error, rather than a remark.

    Raises
    ------
    SourceError
        If a file is no ontology, is damaged or cut short, or (if strict) misses an import.
    """
    reader = _Reader([Path(directory) for directory in import_dirs], strict)
    main = reader.read(Path(path))
    draft = Draft(remarks=reader.remarks)
    table = TermTable()
    for number, parsed in enumerate(reader.files.values()):
        if isinstance(parsed.content, Triples):
            table.add(parsed.content, number)
        else:
            map_components(parsed.content, draft, number)
    if table.terms:
        map_graph(table, draft)
    return assemble(main.iri, draft, reader.imports)


@dataclass(frozen=True, slots=True)
class _Parsed:
    """One file: its header, and its triples or components."""

    iri: str
    imports: list[str]
    content: Triples | list[Any]


@dataclass(slots=True)
class _Reader:
    """Reads files until no import is left."""

    import_dirs: list[Path]
    strict: bool
    remarks: Remarks = field(default_factory=Remarks)
    files: dict[Path, _Parsed] = field(default_factory=dict)
    imports: dict[str, str | None] = field(default_factory=dict)

    def read(self, path: Path) -> _Parsed:
        """Read a file and, breadth first, everything it imports."""
        main = self._add(path)
        open_ = [(path, iri) for iri in main.imports]
        while open_:
            importer, iri = open_.pop(0)
            if iri in self.imports:
                continue
            found = self._find(importer, iri)
            self.imports[iri] = str(found) if found else None
            if found is None:
                self._missing(importer, iri)
            else:
                open_ += [(found, further) for further in self.files[found.resolve()].imports]
        return main

    def _add(self, path: Path) -> _Parsed:
        key = path.resolve()
        if key not in self.files:
            self.files[key] = parse_file(path, self.remarks)
        return self.files[key]

    def _find(self, importer: Path, iri: str) -> Path | None:
        """Return the file that holds an imported ontology, after reading it."""
        for path, parsed in self.files.items():
            if same_ontology(parsed.iri, iri):
                return path
        directories = [importer.parent, *self.import_dirs]
        for path, by_name in candidates(iri, directories, importer):
            if by_name:
                self._add(path)
                return path
            neighbour = self._tried(path)
            if neighbour is not None and same_ontology(neighbour.iri, iri):
                self.files[path.resolve()] = neighbour
                return path
        return None

    def _tried(self, path: Path) -> _Parsed | None:
        """Return a neighbouring file if it can be read; one that cannot is not asked for."""
        if path.resolve() in self.files:
            return self.files[path.resolve()]
        try:
            return parse_file(path, Remarks())
        except SourceError:
            return None

    def _missing(self, importer: Path, iri: str) -> None:
        if self.strict:
            claim = f"'{importer}' imports <{iri}>, but no file next to it contains that ontology"
            way_out = "; put it there, or give its folder with "
            raise SourceError(Sentence(claim, way_out, IMPORT_DIRS, "."))
        self.remarks.add("unresolved-import", f"the import <{iri}> was not found in any file")


def parse_file(path: Path, remarks: Remarks) -> _Parsed:
    """Read one file without its imports."""
    decoded = read_text(path)
    if decoded.guessed_encoding:
        remarks.add("guessed-encoding", f"the text was read as {decoded.guessed_encoding}")
    syntax = syntax_of(decoded.text, path)
    if syntax in XML_SYNTAXES:
        check_well_formed(decoded.text, path)
    if syntax in RDF_SYNTAXES:
        return _parse_rdf(decoded.text, syntax, path, remarks)
    components = parse_horned(decoded.text, syntax, path)
    iri, imports = header_of(components)
    return _Parsed(iri, imports, components)


def _parse_rdf(text: str, syntax: Syntax, path: Path, remarks: Remarks) -> _Parsed:
    triples = read_triples(text, syntax, path, remarks)
    if not len(triples.rows):
        raise SourceError(
            f"'{path}' contains no triples ({syntax.value}), so there is no ontology to read."
        )
    imports = _rows_with(triples, f"<{OWL}imports>")
    heads = [
        subject
        for subject, object_ in _rows_with(triples, f"<{TYPE}>", f"<{OWL}Ontology>")
        if subject.startswith("<")
    ]
    importers = [subject for subject, _ in imports]
    heads.sort(key=lambda head: head not in importers)  # others are mentioned, not defined here
    return _Parsed(heads[0][1:-1] if heads else "", [iri[1:-1] for _, iri in imports], triples)


def _rows_with(triples: Triples, predicate: str, object_: str = "") -> list[tuple[str, str]]:
    """Return the distinct (subject, object) with a predicate, and an object if given."""
    terms, rows = triples.terms, triples.rows
    for place, wanted in ((1, predicate), (2, object_)):
        if wanted:
            used = distinct_numbers(rows[:, place], len(terms)).tolist()
            number = next((number for number in used if terms[number] == wanted), -1)
            rows = rows[rows[:, place] == number]
    return list(dict.fromkeys((terms[s], terms[o]) for s, _, o in rows.tolist()))
