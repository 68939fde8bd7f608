"""Fuzzy OWL 2: annotations ``fuzzyLabel`` whose text is XML, on axioms, entities and ontologies."""

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from owlboost.errors import OwlboostError, SourceError
from owlboost.model.fuzzysets import RightShoulder, Shape, Trapezoidal, make_shape
from owlboost.ontology.language.axioms import Axiom
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.fuzzy_concepts import GradedInclusion
from owlboost.ontology.reading.decoding import shallow_parser

_SHAPES = {
    "leftshoulder": "left-shoulder",
    "rightshoulder": "right-shoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
}
_LOCAL_NAME = re.compile(r"[#/:]fuzzyLabel$", re.IGNORECASE)


def is_fuzzy_label(iri: object) -> bool:
    """Whether an annotation property is that of Fuzzy OWL 2, whatever its namespace.

    Examples
    --------
    >>> is_fuzzy_label("http://ex.org#fuzzyLabel"), is_fuzzy_label("http://ex.org#label")
    (True, False)
    """
    return isinstance(iri, str) and _LOCAL_NAME.search(iri) is not None


@dataclass(slots=True)
class FuzzyNotes:
    """The texts of annotations ``fuzzyLabel``, with what they are about."""

    types: list[tuple[tuple[str, str], str]] = field(default_factory=list)
    """Individual and class."""
    roles: list[tuple[tuple[str, str, str], str]] = field(default_factory=list)
    """Role, subject, object."""
    values: list[tuple[tuple[str, str, Literal], str]] = field(default_factory=list)
    """Data property, subject, value."""
    axioms: list[tuple[Axiom, str]] = field(default_factory=list)
    entities: list[tuple[str, str]] = field(default_factory=list)
    ontology: list[str] = field(default_factory=list)
    inclusions: list[GradedInclusion] = field(default_factory=list)
    """What needs no annotation: fuzzyDL has a syntax for it."""

    def update(self, other: "FuzzyNotes") -> None:
        """Add the notes of another file."""
        self.types += other.types
        self.roles += other.roles
        self.values += other.values
        self.axioms += other.axioms
        self.entities += other.entities
        self.ontology += other.ontology
        self.inclusions += other.inclusions


def degree_in(text: str, about: str) -> float | None:
    """Return the degree that the annotation of an axiom gives; None if it gives none.

    Raises
    ------
    SourceError
        It is no number from 0 to 1, or the text cannot be read: without it, how far the axiom
        holds is not known.

    Examples
    --------
    >>> degree_in('<fuzzyOwl2 fuzzyType="axiom"><Degree value="0.7"/></fuzzyOwl2>', "a : C")
    0.7
    """
    root = parsed(text)
    if root is None:
        raise SourceError(
            f"The annotation fuzzyLabel of {about} cannot be read ({text[:60]!r}); "
            'it must be such as <fuzzyOwl2 fuzzyType="axiom"><Degree value="0.7"/></fuzzyOwl2>.'
        )
    found = next((one for one in root.iter() if one.tag.lower() == "degree"), None)
    if found is None:
        return None
    value = found.get("value", "")
    try:
        degree = float(value)
    except ValueError:
        degree = math.nan
    if not 0 <= degree <= 1:
        raise SourceError(
            f"The degree {value!r} of {about} is no number from 0 to 1; correct its fuzzyLabel."
        )
    return degree


def parsed(text: str) -> ET.Element | None:
    """Return the XML of an annotation, or None if it is none of Fuzzy OWL 2."""
    try:
        shallow_parser("The annotation fuzzyLabel").Parse(text.strip().encode(), True)
        root = ET.fromstring(text.strip())
    except (expat.ExpatError, ET.ParseError):
        return None
    return root if root.tag.lower() == "fuzzyowl2" else None


def datatype_in(root: ET.Element, name: str) -> Shape | None:
    """Return the fuzzy set that the annotation of a datatype gives; None if it gives another.

    Raises
    ------
    SourceError
        Its points are no numbers, or do not ascend.
    """
    found = next((one for one in root.iter() if one.tag.lower() == "datatype"), None)
    if found is None or root.get("fuzzyType", "").lower() != "datatype":
        return None
    kind = found.get("type", "").lower()
    try:
        points = [float(found.attrib[letter]) for letter in "abcd" if letter in found.attrib]
        return _shape(kind, points)
    except (ValueError, OwlboostError) as error:
        said = str(error) if isinstance(error, OwlboostError) else "A point is no number."
        raise SourceError(f"The fuzzy datatype {name} cannot be used: {said}") from error


def _shape(kind: str, points: list[float]) -> Shape | None:
    if kind == "crisp" and len(points) == 2:
        return Trapezoidal(points[0], points[0], points[1], points[1])
    return make_shape(_SHAPES[kind], points) if kind in _SHAPES else None


def linear_in(root: ET.Element, low: float, high: float) -> Shape | None:
    """Return a linear datatype that rises evenly from its least to its largest value."""
    found = next((one for one in root.iter() if one.tag.lower() == "datatype"), None)
    if found is None or found.get("type", "").lower() != "linear" or not low < high:
        return None
    try:
        at, degree = float(found.get("a", "")), float(found.get("b", ""))
    except ValueError:
        return None
    even = math.isclose(degree, (at - low) / (high - low), abs_tol=1e-9)
    return RightShoulder(low, high) if even else None


def logic_in(texts: list[str]) -> Iterator[str]:
    """Iterate over the logics that annotations of an ontology name, in lower case."""
    for text in texts:
        root = parsed(text)
        for one in () if root is None else root.iter():
            if one.tag.lower() == "fuzzylogic" and one.get("logic"):
                yield one.get("logic", "").lower()
