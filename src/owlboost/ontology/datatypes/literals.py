"""Literals: lexical forms of datatypes and the data values they stand for.

A table defines how a literal of each datatype is read: how its white space is treated, which
texts are forms of the datatype, and which value they mean. Readers, reasoners and writers all use
it. A literal whose text is no form of its datatype stands for no value.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from xml.parsers import expat

from owlboost.ontology.datatypes.dates import CALENDAR, Instant, instant_of
from owlboost.ontology.datatypes.values import (
    BOUNDS,
    DERIVED,
    LANGUAGE,
    OPEN,
    Binary,
    Content,
    DataValue,
    Tagged,
    base64_octets,
    binary_text,
    decimal_of,
    double_of,
    exact_text,
    float_of,
    hex_octets,
    in_bounds,
    integer_of,
    is_text,
    rational_of,
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
    """Return the instant that a text means, None without a time zone."""
    instant = instant_of(text)
    return instant if instant is not None and instant.offset is not None else None


def _no_form(_: str) -> Content | None:
    return None


def _text(test: Callable[[str], bool]) -> Reader:
    """Return the reader that takes texts which pass a test as themselves."""
    return lambda text: text if test(text) else None


def _writing(datatype: str, test: Callable[[str], bool] = is_text) -> Reader:
    """Return the reader of texts that pass a test, distinguished by their writing only."""
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
    """The way to read the literals of a datatype.

    ``read`` returns the content of a value, None for a text that is no form of the datatype;
    ``spaces`` is the treatment of white space: ``preserve``, ``replace`` or ``collapse``.
    """

    space: str
    read: Reader
    spaces: str = "collapse"


def _dates() -> Mapping[str, _Reading]:
    """Return readings of dates, times and durations, which OWL 2 omits."""
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
    """Return the value of a literal, None if its text is malformed.

    Values of a datatype that is not in :data:`SPACES` are only known to be the same if they are
    written the same.

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
    """Return the malformed literals; those of one datatype stay in order.

    Examples
    --------
    >>> bad = Literal("ten", XSD + "integer")
    >>> without_value([Literal("ten", STRING), bad]) == [bad]
    True
    """
    strings: list[Literal] = []
    typed: list[Literal] = []
    for literal in literals:
        (strings if literal.datatype == STRING and not literal.language else typed).append(literal)
    malformed = [literal for literal in typed if value_of(literal) is None]
    if is_text("\n".join([literal.lexical for literal in strings])):  # common, and quickly tested
        return malformed
    return malformed + [literal for literal in strings if value_of(literal) is None]


def natural_number(text: str) -> int | None:
    """Return the ``xsd:nonNegativeInteger`` of a text, None if malformed.

    Examples
    --------
    >>> natural_number(" 2 "), natural_number("2.0"), natural_number("-2")
    (2, None, None)
    """
    value = value_of(Literal(text, XSD + "nonNegativeInteger"))
    return int(value.content) if value and isinstance(value.content, Decimal) else None


def unified_literal(lexical: str, datatype: str = STRING, language: str = "") -> Literal:
    """Return a literal in the one form shared by all syntaxes.

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
    """Return a literal in the canonical form of its datatype.

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
