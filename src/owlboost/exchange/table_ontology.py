"""Tables as OWL 2 ontologies (Appendix B of the paper).

Each value T of the target column is a class below one common class, each other column a functional
data property, each row an individual (note 24, conversion)::

    T ⊑ class        class ⊑ ∃s.t        row : T        row : ∃s.=v

``row : ∃s.=v`` is written as the property assertion ``s(row, v)``, which says the same. RDF/XML
has no way to write a property whose IRI does not end in a name, such as that of a column ``2``;
then it is the class assertion itself, in both syntaxes.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import Any, cast, get_args
from typing import Literal as OneOf

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from owlboost.errors import ParameterError, SourceError
from owlboost.exchange.formats import OWL_SYNTAXES
from owlboost.ontology.writers.rdf_expressions import NOT_IN_XML
from owlboost.runtime.calendar import Moment, stamp_of
from owlboost.runtime.files import atomic_path
from owlboost.runtime.names import ends_in_name
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn, distinct_values, value_text
from owlboost.tables.facts import NAMESPACE, table_iri
from owlboost.tables.table import Table

Syntax = OneOf["rdfxml", "owlxml", "functional", "turtle"]

CONVERTED: frozenset[Moment] = frozenset({"date", "dateTime"})
"""Times that become ``xsd:dateTime``, the one such datatype in OWL 2; others are numbers."""

_TITLES: dict[str, str] = {
    "rdfxml": "RDF/XML",
    "owlxml": "OWL/XML",
    "functional": "Functional syntax",
    "turtle": "Turtle",
}
_UNUSED = {"": f"{NAMESPACE.rstrip('#')}/none#"}
"""Some readers of OWL/XML need a prefix; with one that is in use, names would be no IRIs."""
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_PREFIXES = {"owl": _OWL, "rdfs": _RDFS, "xsd": _XSD}

_TYPE = NamedNode(f"{_RDF}type")
_BELOW = NamedNode(f"{_RDFS}subClassOf")
_ON_PROPERTY = NamedNode(f"{_OWL}onProperty")


def write_ontology(
    table: Table,
    target_column: str,
    path: str | os.PathLike[str],
    syntax: Syntax | None = None,
) -> None:
    r"""Write a table as an ontology, a column's values as classes.

    Parameters
    ----------
    table
        The table. Its missing cells state nothing.
    target_column
        The column whose values are the classes; a row without one belongs to none.
    path
        The file to write: ``.owl``, ``.rdf`` or ``.xml`` for RDF/XML, ``.ofn`` for Functional
        syntax, ``.owx`` for OWL/XML, ``.ttl`` for Turtle. It is replaced at once, never left
        half-written.
    syntax
        ``"rdfxml"``, ``"functional"``, ``"owlxml"`` or ``"turtle"``, whatever the name of the file.

    Raises
    ------
    UnknownNameError
        There is no such column.
    ExamplesError
        It holds times, which are no classes.
    SourceError
        The file cannot be written, or its name does not show the syntax.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from owlboost.tables.table import numbered_rows
    >>> price = NumberColumn(np.array([79.5, np.nan]))
    >>> kind = SymbolColumn(np.array([0, 1], dtype=np.int32), ("Hostel", "Hotel"))
    >>> table = Table(Path("h.csv"), numbered_rows(2), {"price": price, "kind": kind})
    >>> file = Path(tempfile.mkdtemp()) / "hotels.ttl"
    >>> write_ontology(table, "kind", file)
    >>> ":row2 a owl:NamedIndividual , :Hotel ." in file.read_text()
    True
    """
    table.class_column(target_column)
    syntax = _syntax(Path(path)) if syntax is None else syntax
    if syntax not in _TITLES:
        raise ParameterError(f"syntax must be {' or '.join(_TITLES)}, not {syntax!r}.")
    if syntax != "turtle":
        _require_xml(table, target_column, path, syntax)
    triples, prefixes = ontology_triples(table, target_column), _prefixes(table, target_column)
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        if syntax in ("functional", "owlxml"):
            graph = BytesIO()
            serialize(triples, graph, format=RdfFormat.RDF_XML, prefixes=prefixes)
            text = _respelled(graph.getvalue().decode("utf-8"), syntax, prefixes)
            file.write(text.encode("utf-8"))
        else:
            rdf = RdfFormat.TURTLE if syntax == "turtle" else RdfFormat.RDF_XML
            serialize(triples, file, format=rdf, prefixes=prefixes)


def _respelled(rdf_xml: str, syntax: Syntax, prefixes: Mapping[str, str]) -> str:
    """Convert an ontology from RDF/XML to another syntax."""
    import pyhornedowl

    ontology = pyhornedowl.open_ontology_from_string(rdf_xml, "rdf")
    for prefix, iri in (prefixes if syntax == "functional" else _UNUSED).items():
        ontology.add_prefix_mapping(prefix, iri)
    return str(ontology.save_to_string("ofn" if syntax == "functional" else "owx"))


def _prefixes(table: Table, target_column: str) -> dict[str, str]:
    """Return prefixes for the table's names, unless one ends in a dot."""
    values, _ = distinct_values(table.column(target_column))
    names = chain(table.columns, table.row_names, map(value_text, values))
    dotted = any(name.endswith(".") for name in names)
    return _PREFIXES if dotted else {"": NAMESPACE, **_PREFIXES}


def _syntax(path: Path) -> Syntax:
    by_suffix = OWL_SYNTAXES.get(path.suffix.lower())
    for syntax in get_args(Syntax):
        if by_suffix == syntax:
            return cast("Syntax", by_suffix)
    raise SourceError(
        f"The name {path} does not show which syntax to write: use .owl for RDF/XML, .ttl for "
        "Turtle, .ofn for Functional syntax or .owx for OWL/XML."
    )


def _require_xml(
    table: Table, target_column: str, path: str | os.PathLike[str], syntax: Syntax
) -> None:
    """Refuse texts that XML cannot carry unchanged; names are percent-encoded anyway."""
    for name, column in table.columns.items():
        if name == target_column or isinstance(column, NumberColumn):
            continue
        for value in column.values:
            if NOT_IN_XML.search(str(value)):
                raise SourceError(
                    f"{os.fspath(path)} cannot be written as {_TITLES[syntax]}, because {value!r} "
                    f"in column {name!r} contains a control character; write Turtle (.ttl) instead."
                )


@dataclass(frozen=True, slots=True, eq=False)
class _Property:
    """A column as a data property with the literals of rows."""

    iri: NamedNode
    datatype: NamedNode
    literals: tuple[Literal | None, ...]
    """The value of each row, or None."""
    total: bool
    """Whether no cell is missing."""
    named: bool
    """Whether RDF/XML can write it as an element."""


def ontology_triples(table: Table, target_column: str) -> Iterator[Triple]:
    """Yield Appendix B as RDF triples, subject by subject.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.tables.table import numbered_rows
    >>> kind = SymbolColumn(np.array([0], dtype=np.int32), ("Hotel",))
    >>> table = Table(Path("h.csv"), numbered_rows(1), {"kind": kind})
    >>> triples = list(ontology_triples(table, "kind"))
    >>> triples[3].subject.value, triples[3].object.value
    ('urn:owlboost:table#Hotel', 'urn:owlboost:table#class')
    """
    names = [name for name in table.columns if name != target_column]
    properties = [_property(name, table.columns[name]) for name in names]
    values, positions = distinct_values(table.column(target_column))
    classes = [NamedNode(table_iri(value_text(value))) for value in values]
    common = _common_class({entity.value for entity in [*classes, *(p.iri for p in properties)]})
    blanks = (BlankNode(f"r{number}") for number in count(1))
    yield Triple(NamedNode(NAMESPACE.rstrip("#")), _TYPE, _owl("Ontology"))
    yield from _terminology(common, classes, properties, blanks)
    for row, name in enumerate(table.row_names):
        individual = NamedNode(table_iri(name))
        yield Triple(individual, _TYPE, _owl("NamedIndividual"))
        if positions[row] >= 0:
            yield Triple(individual, _TYPE, classes[positions[row]])
        yield from _values(individual, row, properties, blanks)


def _property(name: str, column: Column) -> _Property:
    iri = table_iri(name)
    datatype, literals = _literals(column)
    return _Property(
        iri=NamedNode(iri),
        datatype=datatype,
        literals=literals,
        total=bool(column.present.all()),
        named=ends_in_name(iri),
    )


def _literals(column: Column) -> tuple[NamedNode, tuple[Literal | None, ...]]:
    """Write the values of a column in full precision."""
    values, positions = distinct_values(column)
    name = _datatype(column)
    lexical = _LEXICAL.get(name, value_text)
    datatype = NamedNode(_XSD + name)
    written = [Literal(lexical(value), datatype=datatype) for value in values]
    return datatype, tuple(
        written[position] if position >= 0 else None for position in positions.tolist()
    )


def _stamp(days: Any) -> str:
    return stamp_of(float(days))


_LEXICAL: Mapping[str, Callable[[Any], str]] = {
    "double": repr,  # all alike: 3.0 beside 3.5
    "dateTime": _stamp,
}


def _datatype(column: Column) -> str:
    match column:
        case NumberColumn(_, moment) if moment in CONVERTED:
            return "dateTime"
        case NumberColumn():
            return "integer" if column.whole else "double"
        case SymbolColumn():
            return "boolean" if column.is_truth else "string"


def _common_class(taken: Iterable[str]) -> NamedNode:
    """Name the class above all others, ``class`` if that is free."""
    iri, taken = table_iri("class"), set(taken)
    while iri in taken:
        iri += "_"
    return NamedNode(iri)


def _owl(name: str) -> NamedNode:
    return NamedNode(_OWL + name)


def _terminology(
    common: NamedNode,
    classes: Iterable[NamedNode],
    properties: Iterable[_Property],
    blanks: Iterator[BlankNode],
) -> Iterator[Triple]:
    for prop in properties:
        yield Triple(prop.iri, _TYPE, _owl("DatatypeProperty"))
        yield Triple(prop.iri, _TYPE, _owl("FunctionalProperty"))
    total = [(prop, next(blanks)) for prop in properties if prop.total]
    yield Triple(common, _TYPE, _owl("Class"))
    for _, restriction in total:
        yield Triple(common, _BELOW, restriction)
    for prop, restriction in total:
        yield from _restriction(restriction, prop, "someValuesFrom", prop.datatype)
    for class_ in classes:
        yield Triple(class_, _TYPE, _owl("Class"))
        yield Triple(class_, _BELOW, common)


def _values(
    individual: NamedNode, row: int, properties: Iterable[_Property], blanks: Iterator[BlankNode]
) -> Iterator[Triple]:
    """Yield what one row says of its individual."""
    unnamed = []
    for prop in properties:
        literal = prop.literals[row]
        if literal is None:
            continue
        if prop.named:
            yield Triple(individual, prop.iri, literal)
        else:
            restriction = next(blanks)
            unnamed.append((restriction, prop, literal))
            yield Triple(individual, _TYPE, restriction)
    for restriction, prop, literal in unnamed:
        yield from _restriction(restriction, prop, "hasValue", literal)


def _restriction(
    node: BlankNode, prop: _Property, quantifier: str, filler: NamedNode | Literal
) -> Iterator[Triple]:
    yield Triple(node, _TYPE, _owl("Restriction"))
    yield Triple(node, _ON_PROPERTY, prop.iri)
    yield Triple(node, _owl(quantifier), filler)
