"""Functional syntax, OWL/XML and Manchester syntax, parsed by py-horned-owl."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pyhornedowl
import pyhornedowl.model as horned

from owlboost.errors import SourceError
from owlboost.ontology.reading.horned.texts import prepared
from owlboost.ontology.reading.syntaxes import Syntax

Format = Literal["ofn", "owx", "omn", "rdf"]

_FORMATS: Mapping[Syntax, Format] = {
    Syntax.FUNCTIONAL: "ofn",
    Syntax.OWL_XML: "owx",
    Syntax.MANCHESTER: "omn",
}


def parse_horned(text: str, syntax: Syntax, path: Path) -> list[Any]:
    """Parse a text into the annotated components of py-horned-owl, sorted as text.

    Raises
    ------
    SourceError
        If the text is not in the syntax, or cut short.
    """
    text = prepared(text, syntax, path)
    try:
        components = horned_components(text, _FORMATS[syntax])
    except ValueError as error:
        raise SourceError(_said(str(error), text, syntax, path)) from error
    return sorted(components, key=lambda one: str(one.component))


def horned_components(text: str, layout: Format) -> list[Any]:
    """Parse a text into annotated components, in any order.

    XML must be known to be well-formed: of a text cut short the parser may never return.

    Raises
    ------
    ValueError
        If the text is not in the syntax.
    """
    try:
        return pyhornedowl.open_ontology_from_string(text, layout).get_components()
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of the parser; it is no Exception
            raise ValueError(str(error)) from error
        raise


def _said(reason: str, text: str, syntax: Syntax, path: Path) -> str:
    line: int | None = None
    if place := re.search(r"line_col: (?:Pos|Span)\(\(+(\d+)", reason):
        line = int(place[1])
    elif place := re.search(r"Byte(?:Position|Span)\((\d+)", reason):
        line = text.encode()[: int(place[1])].count(b"\n") + 1
    what = re.search(r"(?:ValidityError|IllFormed)\(\"?([^\")]+)", reason)
    detail = " ".join(what[1].split()) if what else "this is not allowed here"
    where = f" at line {line}" if line else ""
    ends = line is not None and line > text.rstrip().count("\n")
    hint = " (was the file cut short?)" if ends or "EoF" in reason else ""
    problem = f"'{path}' is not valid {syntax.value}{where}: {detail}{hint}"
    return f"{problem}; repair it or export it again."


def header_of(components: list[Any]) -> tuple[str, list[str]]:
    """Return the ontology IRI ('' if it has none) and the imported IRIs."""
    iri, imports = "", []
    for one in components:
        if isinstance(one.component, horned.OntologyID) and one.component.iri is not None:
            iri = str(one.component.iri)
        elif isinstance(one.component, horned.Import):
            imports.append(str(one.component.first))
    return iri, imports
