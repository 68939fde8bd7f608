"""Literals: the lexical forms that datatypes have, and the data value that each stands for.

One table tells how a literal of each datatype is read: what becomes of its white space, which
texts are forms of the datatype, and which value they mean. Readers, reasoners and writers all ask
here. A literal whose text is no form of its datatype stands for no value.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from xml.parsers import expat

from owlboost.ontology.datatypes.dates import CALENDAR, Instant, instant_of
from owlboost.ontology.datatypes.numbers import (
    BOUNDS,
    Binary,
    binary_text,
    decimal_of,
    double_of,
    exact_text,
    float_of,
    in_bounds,
    integer_of,
    rational_of,
)
from owlboost.ontology.datatypes.values import (
    DERIVED,
    LANGUAGE,
    OPEN,
    Content,
    DataValue,
    Tagged,
    base64_octets,
    hex_octets,
    is_text,
    spaced,
)
from owlboost.ontology.expressions import Literal
from owlboost.ontology.vocabulary import (
    LANG_STRING,
    OWL,
    PLAIN_LITERAL,
    RDF,
    RDFS_LITERAL,
    STRING,
    XSD,
)

_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
Reader = Callable[[str], Content | None]


def _integer(least: int | None, greatest: int | None) -> Reader:
    def read(text: str) -> Content | None:
        number = integer_of(text)
        return number if number is not None and in_bounds(number, least, greatest) else None

    return read


def _stamp(text: str) -> Instant | None:
    """Return the point in time that a text means if it tells its zone."""
    found = instant_of(text)
    return found if found is not None and found.offset is not None else None


def _no_form(_: str) -> Content | None:
    return None


def _text(test: Callable[[str], bool]) -> Reader:
    """Return what reads the texts that pass a test as themselves."""
    return lambda text: text if test(text) else None


def _writing(datatype: str, test: Callable[[str], bool] = is_text) -> Reader:
    """Return what reads the texts that pass a test, to be told apart by their writing."""
    return lambda text: (datatype, text) if test(text) else None


def _is_xml(text: str) -> bool:
    """Whether a text can be the content of an XML element."""
    try:
        expat.ParserCreate(namespace_separator=" ").Parse(f"<x>{text}</x>", True)
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _is_json(text: str) -> bool:
    def no_constant(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(text, parse_constant=no_constant, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the literals of a datatype are read.

    ``read`` returns the content of a value, None for what is no form of the datatype; ``spaces``
    is what becomes of white space first: ``preserve``, ``replace`` or ``collapse``.
    """

    space: str
    read: Reader
    spaces: str = "collapse"


def _dates() -> Mapping[str, _Reading]:
    """Return the readings of dates, times and durations, which OWL 2 leaves out."""
    return {
        XSD + name: _Reading(_DURATIONS.get(name, name), _writing(XSD + name, test))
        for name, test in CALENDAR.items()
    }


_DURATIONS = {"dayTimeDuration": "duration", "yearMonthDuration": "duration"}
_SPACED = {STRING: "preserve", XSD + "normalizedString": "replace"}
_READINGS: Mapping[str, _Reading] = {
    OWL + "real": _Reading("real", _no_form),  # which has values, but no literals of its own
    OWL + "rational": _Reading("real", rational_of),
    XSD + "decimal": _Reading("real", decimal_of),
    **{iri: _Reading("real", _integer(*bounds)) for iri, bounds in BOUNDS.items()},
    XSD + "double": _Reading("double", double_of),
    XSD + "float": _Reading("float", float_of),
    XSD + "boolean": _Reading("boolean", _BOOLEANS.get),
    **{
        iri: _Reading("string", _text(test), _SPACED.get(iri, "collapse"))
        for iri, test in DERIVED.items()
    },
    LANG_STRING: _Reading("string", _text(is_text), "preserve"),
    PLAIN_LITERAL: _Reading("string", _text(is_text), "preserve"),
    RDFS_LITERAL: _Reading(OPEN, _writing(RDFS_LITERAL), "preserve"),
    RDF + "HTML": _Reading("markup", _writing(RDF + "HTML"), "preserve"),
    RDF + "XMLLiteral": _Reading("markup", _writing(RDF + "XMLLiteral", _is_xml), "preserve"),
    RDF + "JSON": _Reading("json", _writing(RDF + "JSON", _is_json), "preserve"),
    XSD + "anyURI": _Reading("uri", _text(is_text)),
    XSD + "hexBinary": _Reading("hex", hex_octets),
    XSD + "base64Binary": _Reading("base64", base64_octets),
    **_dates(),
    XSD + "dateTime": _Reading("dateTime", instant_of),
    XSD + "dateTimeStamp": _Reading("dateTime", _stamp),
}
SPACES: Mapping[str, str] = {iri: reading.space for iri, reading in _READINGS.items()}
"""The datatypes whose literals are understood, each with the space of its values."""


def value_of(literal: Literal) -> DataValue | None:
    """Return the value that a literal stands for, None if its datatype has no such form.

    Of values of a datatype that is not in :data:`SPACES` nothing is known but that the same
    writing is the same value.

    Examples
    --------
    >>> value_of(Literal("007", XSD + "int")) == value_of(Literal("7.0", XSD + "decimal"))
    True
    >>> value_of(Literal("1_000", XSD + "integer")) is None
    True
    """
    if literal.datatype == STRING and not literal.language:  # as most are
        return DataValue("string", literal.lexical) if is_text(literal.lexical) else None
    if literal.datatype == PLAIN_LITERAL:
        literal = unified_literal(literal.lexical, PLAIN_LITERAL, literal.language)
    reading = _READINGS.get(literal.datatype or STRING)
    if reading is None:
        return DataValue(OPEN, (literal.datatype, literal.lexical))
    content = reading.read(spaced(literal.lexical, reading.spaces))
    if content is None:
        return None
    if literal.language and isinstance(content, str):
        return DataValue("tagged", Tagged(content, literal.language.lower()))
    return DataValue(reading.space, content)


def without_value(literals: Iterable[Literal]) -> list[Literal]:
    """Return the literals that stand for no value; those of one datatype stay in order.

    Examples
    --------
    >>> bad = Literal("ten", XSD + "integer")
    >>> without_value([Literal("ten", STRING), bad]) == [bad]
    True
    """
    strings: list[Literal] = []
    others: list[Literal] = []
    for one in literals:
        (strings if one.datatype == STRING and not one.language else others).append(one)
    found = [one for one in others if value_of(one) is None]
    if is_text("\n".join([one.lexical for one in strings])):  # most are, and that is soon told
        return found
    return found + [one for one in strings if value_of(one) is None]


def natural_number(text: str) -> int | None:
    """Return the number that a text means as an ``xsd:nonNegativeInteger``, None if none.

    Examples
    --------
    >>> natural_number(" 2 "), natural_number("2.0"), natural_number("-2")
    (2, None, None)
    """
    value = value_of(Literal(text, XSD + "nonNegativeInteger"))
    return int(value.content) if value and isinstance(value.content, Decimal) else None


def unified_literal(lexical: str, datatype: str = STRING, language: str = "") -> Literal:
    """Return a literal in the one form that equal literals of all syntaxes share.

    A plain literal should end in ``@`` and its language, if any; many files leave the ``@`` out.

    Examples
    --------
    >>> unified_literal("hi@EN", PLAIN_LITERAL).language
    'en'
    """
    if datatype == PLAIN_LITERAL:
        text, mark, tag = lexical.rpartition("@")
        if mark and (not tag or LANGUAGE.fullmatch(tag)):
            lexical, language = text, tag
        datatype = STRING
    if language:
        return Literal(lexical, LANG_STRING, language.lower())
    return Literal(lexical, datatype)


def canonical(literal: Literal) -> Literal:
    """Return the literal of the same datatype and value that is written as XML Schema prefers.

    Examples
    --------
    >>> canonical(Literal(" +1.50 ", XSD + "decimal")).lexical
    '1.5'
    >>> canonical(Literal("1000", XSD + "double")).lexical
    '1.0E3'

    Raises
    ------
    ValueError
        If the literal has no value.
    """
    value = value_of(literal)
    if value is None:
        raise ValueError(f"'{literal.lexical}' is not a form of <{literal.datatype}>.")
    match value.content:
        case Binary() as number:
            text = binary_text(number, single=value.space == "float")
        case bool() as truth:
            text = str(truth).lower()
        case Decimal() | Fraction() as exact:
            text = exact_text(exact)
        case _:
            text = str(value.meaning)
    return Literal(text, literal.datatype, literal.language)
