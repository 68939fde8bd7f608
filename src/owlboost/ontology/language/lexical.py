"""Data values: from what is written to numbers, booleans and strings."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from owlboost.ontology.language.axioms import Remark
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.reserved import (
    LANG_STRING,
    OWL,
    PLAIN_LITERAL,
    RDF,
    RDFS,
    STRING,
    XSD,
)

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_RATIONAL = re.compile(r"[+-]?[0-9]+(?:/[0-9]*[1-9][0-9]*)?")

_WIDTHS = {"byte": 7, "short": 15, "int": 31, "long": 63}
_INTEGERS: dict[str, tuple[float, float]] = {
    XSD + "integer": (-math.inf, math.inf),
    XSD + "nonNegativeInteger": (0, math.inf),
    XSD + "positiveInteger": (1, math.inf),
    XSD + "nonPositiveInteger": (-math.inf, 0),
    XSD + "negativeInteger": (-math.inf, -1),
    **{XSD + name: (-(2**bits), 2**bits - 1) for name, bits in _WIDTHS.items()},
    **{
        XSD + "unsigned" + name.capitalize(): (0, 2 ** (bits + 1) - 1)
        for name, bits in _WIDTHS.items()
    },
}
"""The least and the greatest integer of a datatype."""

_PATTERNS = {
    **dict.fromkeys(_INTEGERS, _INTEGER),
    XSD + "decimal": _DECIMAL,
    XSD + "float": _FLOAT,
    XSD + "double": _FLOAT,
    OWL + "real": _DECIMAL,
    OWL + "rational": _RATIONAL,
}
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
TEXT_DATATYPES = frozenset(
    {
        *(
            XSD + name
            for name in [
                "string",
                "normalizedString",
                "token",
                "language",
                "Name",
                "NCName",
                "NMTOKEN",
                "anyURI",
                "dateTime",
                "dateTimeStamp",
                "date",
                "time",
                "gYear",
                "gYearMonth",
                "gMonth",
                "gMonthDay",
                "gDay",
                "duration",
                "dayTimeDuration",
                "yearMonthDuration",
                "hexBinary",
                "base64Binary",
            ]
        ),
        LANG_STRING,
        PLAIN_LITERAL,
        RDF + "XMLLiteral",
        RDF + "HTML",
        RDF + "JSON",
        RDFS + "Literal",
    }
)
NUMERIC_DATATYPES = frozenset(_PATTERNS)
BOOLEAN = XSD + "boolean"


def literal_value(literal: Literal) -> float | bool | str | None:
    """Return the value that a literal stands for, or None if it is malformed.

    Numbers of every datatype become floats; dates, strings and values of unknown datatypes stay
    text.

    Examples
    --------
    >>> xsd = "http://www.w3.org/2001/XMLSchema#"
    >>> literal_value(Literal("007", xsd + "int")), literal_value(Literal("-INF", xsd + "float"))
    (7.0, -inf)
    >>> literal_value(Literal("0", xsd + "boolean")), literal_value(Literal("cheap", xsd + "int"))
    (False, None)
    """
    pattern = _PATTERNS.get(literal.datatype)
    if pattern is not None:
        text = literal.lexical.strip()
        if pattern.fullmatch(text) is None:
            return None
        number = float(Fraction(text)) if "/" in text else float(text)
        least, greatest = _INTEGERS.get(literal.datatype, (-math.inf, math.inf))
        return number if least <= number <= greatest or math.isnan(number) else None
    if literal.datatype == BOOLEAN:
        return _BOOLEANS.get(literal.lexical.strip())
    return literal.lexical


def literal(lexical: str, datatype: str = STRING, language: str = "") -> Literal:
    """Return a literal in the one form that equal literals of all syntaxes share."""
    if datatype == PLAIN_LITERAL:
        lexical, _, language = lexical.rpartition("@") if "@" in lexical else (lexical, "", "")
        datatype = STRING
    if language:
        return Literal(lexical, LANG_STRING, language.lower())
    return Literal(lexical, datatype)


def literal_remarks(literals: Iterable[Literal], known: Iterable[str] = ()) -> Iterator[Remark]:
    """Remark on malformed values and on datatypes that neither OWL nor the ontology knows."""
    known = frozenset(known)
    malformed: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    example: dict[str, str] = {}
    for one in literals:
        if one.datatype in TEXT_DATATYPES or one.datatype in known:
            continue
        if one.datatype not in _PATTERNS and one.datatype != BOOLEAN:
            unknown[one.datatype] += 1
        elif literal_value(one) is None:
            malformed[one.datatype] += 1
            example.setdefault(one.datatype, one.lexical)
    for datatype, count in malformed.items():
        yield Remark(
            "malformed-literal",
            f"values that are no <{datatype}>, such as {example[datatype]!r}, are not used",
            count,
        )
    for datatype, count in unknown.items():
        yield Remark("unknown-datatype", f"values of <{datatype}> are read as text", count)
