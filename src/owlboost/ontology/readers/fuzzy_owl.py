"""Fuzzy OWL 2: annotations ``fuzzyLabel`` whose text is XML, and what they define."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from xml.parsers import expat

from owlboost.errors import OwlboostError, SourceError
from owlboost.ontology.axioms import ClassAssertion, classes_in
from owlboost.ontology.expressions import Class
from owlboost.ontology.fuzzy import (
    Aggregate,
    AggregateKind,
    FuzzyDatatype,
    FuzzyKind,
    GradedExpression,
    GradedInclusion,
    LinearModifier,
    Modified,
    Modifier,
    TriangularModifier,
)
from owlboost.ontology.readers.builder import Entities, FuzzyNotes, Remarks
from owlboost.ontology.readers.xml_text import shallow_parser
from owlboost.runtime.names import short_name

_SHAPES: dict[str, FuzzyKind] = {
    "leftshoulder": "left-shoulder",
    "rightshoulder": "right-shoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
}


def degree_in(text: str, about: str) -> float | None:
    """Return the degree in an axiom's annotation, None if it has none.

    Raises
    ------
    SourceError
        It is no number from 0 to 1, or the text cannot be read: without it, the degree of the axiom
        is unknown.

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
    element = next((node for node in root.iter() if node.tag.lower() == "degree"), None)
    if element is None:
        return None
    value = element.get("value", "")
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
    """Return the XML of a Fuzzy OWL 2 annotation, None for others."""
    try:
        shallow_parser("The annotation fuzzyLabel").Parse(text.strip().encode(), True)
        root = ET.fromstring(text.strip())
    except (expat.ExpatError, ET.ParseError):
        return None
    return root if root.tag.lower() == "fuzzyowl2" else None


def datatype_in(root: ET.Element, name: str) -> FuzzyDatatype | None:
    """Return the fuzzy set in a datatype's annotation, None for other kinds."""
    element = next((node for node in root.iter() if node.tag.lower() == "datatype"), None)
    if element is None or root.get("fuzzyType", "").lower() != "datatype":
        return None
    kind = element.get("type", "").lower()
    try:
        points = [float(element.attrib[letter]) for letter in "abcd" if letter in element.attrib]
        return _datatype(kind, points)
    except (ValueError, OwlboostError) as error:
        reason = str(error) if isinstance(error, OwlboostError) else "A point is no number."
        raise SourceError(f"The fuzzy datatype {name} cannot be used: {reason}") from error


def _datatype(kind: str, points: list[float]) -> FuzzyDatatype | None:
    if kind == "crisp" and len(points) == 2:
        return FuzzyDatatype("trapezoidal", (points[0], points[0], points[1], points[1]))
    return FuzzyDatatype(_SHAPES[kind], tuple(points)) if kind in _SHAPES else None


def linear_in(root: ET.Element, low: float, high: float) -> FuzzyDatatype | None:
    """Return a linear datatype that rises evenly over its whole range."""
    element = next((node for node in root.iter() if node.tag.lower() == "datatype"), None)
    if element is None or element.get("type", "").lower() != "linear" or not low < high:
        return None
    try:
        point, degree = float(element.get("a", "")), float(element.get("b", ""))
    except ValueError:
        return None
    is_even = math.isclose(degree, (point - low) / (high - low), abs_tol=1e-9)
    return FuzzyDatatype("right-shoulder", (low, high)) if is_even else None


def logic_in(texts: list[str]) -> Iterator[str]:
    """Iterate over the logics that ontology annotations name, in lower case."""
    for text in texts:
        root = parsed(text)
        for element in () if root is None else root.iter():
            if element.tag.lower() == "fuzzylogic" and element.get("logic"):
                yield element.get("logic", "").lower()


_KINDS: dict[str, AggregateKind] = {
    "weighted": "sum",
    "weightedsum": "sum",
    "weightedsumzero": "sum-zero",
    "weightedmax": "max",
    "weightedmaximum": "max",
    "weightedmin": "min",
    "weightedminimum": "min",
}
_ROUNDING = 1e-9
"""Tolerance of the sum of weights above 1."""


class DefinitionError(Exception):
    """An error in a definition, with the reason."""


def aggregate(
    kind: AggregateKind, weights: Sequence[str], parts: Sequence[GradedExpression]
) -> Aggregate:
    """Return an aggregate of weights as written and as many parts.

    Raises
    ------
    DefinitionError
        A weight is no number from 0 to 1, weights add up to more than 1 where they must not, or
        there are none, or not as many as parts.
    """
    if not parts:
        raise DefinitionError("it has no parts")
    if len(weights) != len(parts):
        raise DefinitionError(f"it has {len(weights)} weights for {len(parts)} parts")
    numbers = tuple(unit_number("weight", weight) for weight in weights)
    total = math.fsum(numbers)
    if kind not in ("max", "min") and total > 1 + _ROUNDING:
        raise DefinitionError(f"its weights add up to {total:g}, which is more than 1")
    return Aggregate(kind, numbers, tuple(parts))


def unit_number(noun: str, text: str) -> float:
    """Return the number from 0 to 1 that a text means."""
    number = _number(text)
    if not 0 <= number <= 1:
        raise DefinitionError(f"the {noun} {text[:60]!r} is no number from 0 to 1")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def modifier(kind: str, points: Sequence[str]) -> Modifier | None:
    """Return a ``linear`` or ``triangular`` modifier, None for another kind."""
    numbers = [_number(point) for point in points]
    if kind == "linear":
        if len(numbers) != 1 or not 0 < numbers[0] < math.inf:
            raise DefinitionError("a linear modifier takes one number above 0")
        return LinearModifier(*numbers)
    if kind == "triangular":
        finite = all(map(math.isfinite, numbers))
        if len(numbers) != 3 or not finite or numbers != sorted(numbers):
            raise DefinitionError("a triangular modifier takes three numbers that ascend")
        return TriangularModifier(*numbers)
    return None


def nominals(notes: FuzzyNotes, entities: Entities) -> dict[ClassAssertion, float]:
    """Return the degrees of fuzzy nominals, which have one member.

    Raises
    ------
    SourceError
        The individual is not there, or its degree is no number from 0 to 1.
    """
    degrees = {}
    for iri, root in _annotated(notes, "concept"):
        if root.get("type", "").lower() == "nominal":
            with _ErrorContext(iri):
                individual = _resolved(
                    root.get("individual"), iri, entities.individuals, "individual"
                )
                degrees[ClassAssertion(individual, Class(iri))] = unit_number(
                    "degree", root.get("value", "")
                )
    return degrees


def annotated_definitions(
    notes: FuzzyNotes, entities: Entities, remarks: Remarks
) -> Iterator[GradedInclusion]:
    """Iterate over annotated fuzzy concepts; remark on unsupported kinds."""
    modifiers = dict(_modifiers(notes, remarks))
    for iri, root in _annotated(notes, "concept"):
        kind = root.get("type", "").lower()
        if kind == "nominal":
            continue
        with _ErrorContext(iri):
            lower = _defined(root, kind, partial(_class, iri=iri, entities=entities), modifiers)
        if lower is None:
            concept = f"the fuzzy concept {root.get('type', '')}".strip()
            remarks.add("unsupported-fuzzy-label", f"{concept} of {short_name(iri)} is not used")
        else:
            yield GradedInclusion(lower, entities.class_(iri).iri, is_definition=True)


class _ErrorContext:
    """Turn an error of a definition into one that names it."""

    def __init__(self, iri: str, noun: str = "concept") -> None:
        self.about = f"fuzzy {noun} {short_name(iri)}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, DefinitionError):
            message = f"The {self.about} cannot be used: {error}; correct its fuzzyLabel."
            raise SourceError(message) from error


def _annotated(notes: FuzzyNotes, kind: str) -> Iterator[tuple[str, ET.Element]]:
    """Iterate over names annotated as a kind, with the annotation's content."""
    for iri, text in notes.entities:
        root = parsed(text)
        if root is not None and root.get("fuzzyType", "").lower() == kind:
            inner = next((element for element in root if element.tag.lower() == kind), None)
            if inner is not None:
                yield iri, inner


def is_definition(root: ET.Element) -> bool:
    """Whether an annotation defines a fuzzy concept or a modifier."""
    kind = root.get("fuzzyType", "").lower()
    return kind in ("concept", "modifier") and any(element.tag.lower() == kind for element in root)


def _modifiers(notes: FuzzyNotes, remarks: Remarks) -> Iterator[tuple[str, Modifier]]:
    for iri, root in _annotated(notes, "modifier"):
        points = [root.attrib[letter] for letter in "abc" if letter in root.attrib]
        with _ErrorContext(iri, "modifier"):
            result = modifier(root.get("type", "").lower(), points)
        if result is None:
            described = f"the fuzzy modifier {root.get('type', '')}".strip()
            remarks.add("unsupported-fuzzy-label", f"{described} of {short_name(iri)} is not used")
        else:
            yield iri, result


def _defined(
    root: ET.Element, kind: str, class_named: "partial[Class]", modifiers: Mapping[str, Modifier]
) -> GradedExpression | None:
    """Return the definition in an annotation, None if not understood."""
    match kind:
        case "modified":
            name = _resolved(
                root.get("modifier"), class_named.keywords["iri"], modifiers, "modifier"
            )
            return Modified(modifiers[name], class_named(root.get("base")))
        case "owa":
            weights, parts = (
                [element.text or "" for element in root.iter() if element.tag.lower() == tag]
                for tag in ("weight", "name")
            )
            return aggregate("owa", weights, [class_named(part) for part in parts])
        case _ if kind in _KINDS:
            inner = [root] if kind == "weighted" else [*root]
            weights = [element.get("value", "") for element in inner]
            return aggregate(
                _KINDS[kind], weights, [class_named(element.get("base")) for element in inner]
            )
        case _:
            return None


def _class(text: str | None, iri: str, entities: Entities) -> Class:
    return Class(_resolved(text, iri, entities.classes, "class"))


def _resolved(text: str | None, iri: str, names: Collection[str], kind: str) -> str:
    """Return the name that a text means.

    It may be its IRI, one in the namespace of the concept, or a short name.
    """
    if not text:
        raise DefinitionError(f"it names no {kind} where it has to")
    text = text.strip().removeprefix("<").removesuffix(">").removeprefix(":")
    beside = iri.removesuffix(short_name(iri)) + text
    for candidate in (text, beside):
        if candidate in names:
            return candidate
    alike = sorted(name for name in names if short_name(name) == text)
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise DefinitionError(f"it mentions {text!r}, which several names end with; write the IRI")
    raise DefinitionError(f"it mentions {text[:60]!r}, which is no {kind} of the ontology")


def without_cycles(
    inclusions: Iterable[GradedInclusion], remarks: Remarks
) -> tuple[GradedInclusion, ...]:
    """Return inclusions without cyclic definitions; remark on those."""
    listed = tuple(
        sorted(set(inclusions), key=lambda inclusion: (inclusion.upper, repr(inclusion.lower)))
    )
    dependencies: dict[str, set[str]] = {}
    for inclusion in listed:
        if inclusion.is_definition:
            dependencies.setdefault(inclusion.upper, set()).update(classes_in(inclusion.lower))
    circular = {name for name in dependencies if name in _reached(name, dependencies)}
    if circular:
        names = ", ".join(sorted(map(short_name, circular)))
        message = f"the fuzzy concepts {names} are defined by themselves and are not used"
        remarks.add("fuzzy-cycle", message)
    return tuple(
        inclusion
        for inclusion in listed
        if not (inclusion.is_definition and inclusion.upper in circular)
    )


def _reached(name: str, dependencies: Mapping[str, Collection[str]]) -> set[str]:
    reached: set[str] = set()
    pending = [*dependencies[name]]
    while pending:
        concept = pending.pop()
        if concept not in reached:
            reached.add(concept)
            pending += dependencies.get(concept, ())
    return reached
