"""Fuzzy OWL 2: annotations ``fuzzyLabel`` whose text is XML, and what they define."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from xml.parsers import expat

from owlboost.data.fuzzy_sets import RightShoulder, Shape, Trapezoidal, make_shape
from owlboost.errors import OwlboostError, SourceError
from owlboost.ontology.axioms import ClassAssertion, classes_in
from owlboost.ontology.expressions import Class
from owlboost.ontology.fuzzy import (
    Aggregate,
    AggregateKind,
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

_SHAPES = {
    "leftshoulder": "left-shoulder",
    "rightshoulder": "right-shoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
}


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
"""By how much weights may add up to more than 1."""


class DefinitionError(Exception):
    """A definition cannot be used; says why."""


def aggregate(
    kind: AggregateKind, weights: Sequence[str], parts: Sequence[GradedExpression]
) -> Aggregate:
    """Return a concept of weights as written and as many parts.

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
    """Return a number from 0 to 1 as written, or raise a DefinitionError."""
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
    """Return a ``linear`` or ``triangular`` modifier; None if it is of another kind.

    Raises
    ------
    DefinitionError
        Its points are no such numbers, or not as many.
    """
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
    """Return fuzzy nominals, which have one individual as a member: its degrees.

    Raises
    ------
    SourceError
        The individual is not there, or its degree is no number from 0 to 1.
    """
    found = {}
    for iri, root in _annotated(notes, "concept"):
        if root.get("type", "").lower() == "nominal":
            with _Blame(iri):
                who = _resolved(root.get("individual"), iri, entities.individuals, "individual")
                found[ClassAssertion(who, Class(iri))] = unit_number(
                    "degree", root.get("value", "")
                )
    return found


def annotated_definitions(
    notes: FuzzyNotes, entities: Entities, remarks: Remarks
) -> Iterator[GradedInclusion]:
    """Iterate over the fuzzy concepts that annotations define; remark on those of other kinds.

    Raises
    ------
    SourceError
        A definition is no sound one.
    """
    modifiers = dict(_modifiers(notes, remarks))
    for iri, root in _annotated(notes, "concept"):
        kind = root.get("type", "").lower()
        if kind == "nominal":
            continue
        with _Blame(iri):
            lower = _defined(root, kind, partial(_class, iri=iri, entities=entities), modifiers)
        if lower is None:
            said = f"the fuzzy concept {root.get('type', '')}".strip()
            remarks.add("unsupported-fuzzy-label", f"{said} of {short_name(iri)} is not used")
        else:
            yield GradedInclusion(lower, entities.class_(iri).iri, is_definition=True)


class _Blame:
    """Turns what is wrong with a definition into an error that names it."""

    def __init__(self, iri: str, noun: str = "concept") -> None:
        self.about = f"fuzzy {noun} {short_name(iri)}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, DefinitionError):
            said = f"The {self.about} cannot be used: {error}; correct its fuzzyLabel."
            raise SourceError(said) from error


def _annotated(notes: FuzzyNotes, kind: str) -> Iterator[tuple[str, ET.Element]]:
    """Iterate over the names that have annotations of a kind, each with what it has in it."""
    for iri, text in notes.entities:
        root = parsed(text)
        if root is not None and root.get("fuzzyType", "").lower() == kind:
            inner = next((one for one in root if one.tag.lower() == kind), None)
            if inner is not None:
                yield iri, inner


def is_definition(root: ET.Element) -> bool:
    """Whether an annotation defines a fuzzy concept or a modifier."""
    kind = root.get("fuzzyType", "").lower()
    return kind in ("concept", "modifier") and any(one.tag.lower() == kind for one in root)


def _modifiers(notes: FuzzyNotes, remarks: Remarks) -> Iterator[tuple[str, Modifier]]:
    for iri, root in _annotated(notes, "modifier"):
        points = [root.attrib[letter] for letter in "abc" if letter in root.attrib]
        with _Blame(iri, "modifier"):
            found = modifier(root.get("type", "").lower(), points)
        if found is None:
            said = f"the fuzzy modifier {root.get('type', '')}".strip()
            remarks.add("unsupported-fuzzy-label", f"{said} of {short_name(iri)} is not used")
        else:
            yield iri, found


def _defined(
    root: ET.Element, kind: str, named: "partial[Class]", modifiers: Mapping[str, Modifier]
) -> GradedExpression | None:
    """Return what an annotation defines a class by; None if that is not understood."""
    match kind:
        case "modified":
            known = _resolved(root.get("modifier"), named.keywords["iri"], modifiers, "modifier")
            return Modified(modifiers[known], named(root.get("base")))
        case "owa":
            weights, parts = (
                [one.text or "" for one in root.iter() if one.tag.lower() == tag]
                for tag in ("weight", "name")
            )
            return aggregate("owa", weights, [named(part) for part in parts])
        case _ if kind in _KINDS:
            inner = [root] if kind == "weighted" else [*root]
            weights = [one.get("value", "") for one in inner]
            return aggregate(_KINDS[kind], weights, [named(one.get("base")) for one in inner])
        case _:
            return None


def _class(text: str | None, iri: str, entities: Entities) -> Class:
    return Class(_resolved(text, iri, entities.classes, "class"))


def _resolved(text: str | None, iri: str, known: Collection[str], kind: str) -> str:
    """Return the name that is meant: by its IRI, beside the concept, or by its short name."""
    if not text:
        raise DefinitionError(f"it names no {kind} where it has to")
    text = text.strip().removeprefix("<").removesuffix(">").removeprefix(":")
    beside = iri.removesuffix(short_name(iri)) + text
    for candidate in (text, beside):
        if candidate in known:
            return candidate
    alike = sorted(one for one in known if short_name(one) == text)
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise DefinitionError(f"it mentions {text!r}, which several names end with; write the IRI")
    raise DefinitionError(f"it mentions {text[:60]!r}, which is no {kind} of the ontology")


def without_cycles(
    inclusions: Iterable[GradedInclusion], remarks: Remarks
) -> tuple[GradedInclusion, ...]:
    """Return inclusions without definitions that go in a circle, which are remarked on."""
    listed = tuple(sorted(set(inclusions), key=lambda one: (one.upper, repr(one.lower))))
    needs: dict[str, set[str]] = {}
    for one in listed:
        if one.is_definition:
            needs.setdefault(one.upper, set()).update(classes_in(one.lower))
    circular = {name for name in needs if name in _reached(name, needs)}
    if circular:
        names = ", ".join(sorted(map(short_name, circular)))
        said = f"the fuzzy concepts {names} are defined by themselves and are not used"
        remarks.add("fuzzy-cycle", said)
    return tuple(one for one in listed if not (one.is_definition and one.upper in circular))


def _reached(name: str, needs: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    open_ = [*needs[name]]
    while open_:
        one = open_.pop()
        if one not in found:
            found.add(one)
            open_ += needs.get(one, ())
    return found
