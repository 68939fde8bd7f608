"""Random literals and data ranges for Hypothesis."""

from hypothesis import strategies as st

from owlboost.ontology.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.vocabulary import LANG_STRING, OWL, PLAIN_LITERAL, RDF, RDFS_LITERAL, XSD

_FORMS = {
    "integer": ["-129", "-1", "0", "1", "5", "127", "128", "300"],
    "byte": ["5", "127"],
    "decimal": ["-0.5", "0.5", "1.0", "5.5"],
    "float": ["-0.0", "0.0", "1.0", "16777216", "INF", "-INF", "NaN", "0.1"],
    "double": ["-0.0", "0.0", "1.0", "16777217", "INF", "-INF", "NaN", "0.1"],
    "boolean": ["true", "false"],
    "string": ["", "a", "abc", "a  b", " a", "en-GB", "1a", "a\tb"],
    "anyURI": ["", "a", "urn:x"],
    "hexBinary": ["", "0A", "0AFF"],
    "base64Binary": ["", "Cg==", "YWJj"],
    "dateTime": [
        "2020-01-01T12:00:00",
        "2020-01-01T12:00:00+00:00",
        "2020-01-01T13:00:00+01:00",
        "2020-01-02T01:00:00",
        "2020-01-02T02:00:00",
        "2020-01-02T02:00:01",
        "2020-01-02T12:00:00+00:00",
    ],
}
VALUES = [Literal(form, XSD + name) for name, forms in _FORMS.items() for form in forms]
VALUES += [Literal(form, OWL + "rational") for form in ("1/3", "1/2", "5/1")]
VALUES += [
    Literal("chat", LANG_STRING, "fr"),
    Literal("chat", LANG_STRING, "en-gb"),
    Literal("", LANG_STRING, "en"),
]
"""Literals of all spaces, some of them one value."""

DATATYPES = [
    *(XSD + name for name in _FORMS),
    *(XSD + name for name in ("nonNegativeInteger", "positiveInteger", "negativeInteger")),
    *(XSD + name for name in ("nonPositiveInteger", "unsignedByte", "short", "dateTimeStamp")),
    *(XSD + name for name in ("normalizedString", "token", "NCName", "language")),
    *(OWL + "real", OWL + "rational", PLAIN_LITERAL, LANG_STRING, RDFS_LITERAL),
]
_ORDERED = ("integer", "byte", "decimal", "float", "double", "dateTime")
_MEASURED = ("string", "token", "anyURI", "hexBinary", "base64Binary")

values = st.sampled_from(VALUES)


def _bounds(name: str) -> st.SearchStrategy[tuple[str, Literal]]:
    """A facet of order with a bound of its space."""
    names = ("integer", "decimal") if name in ("integer", "byte", "decimal") else (name,)
    literals = [Literal(form, XSD + space) for space in names for form in _FORMS[space]]
    facets = [XSD + side + kind for side in ("min", "max") for kind in ("Inclusive", "Exclusive")]
    return st.tuples(st.sampled_from(facets), st.sampled_from(literals))


_lengths = st.tuples(
    st.sampled_from([XSD + name for name in ("length", "minLength", "maxLength")]),
    st.integers(0, 4).map(lambda number: Literal(str(number), XSD + "integer")),
)
_languages = st.sampled_from(["*", "en", "EN-GB", "fr"]).map(
    lambda text: (RDF + "langRange", Literal(text, XSD + "string"))
)
_patterns = st.sampled_from(["a.*", "[a-z]+", "", "(en|fr)-?[A-Z]*"]).map(
    lambda text: (XSD + "pattern", Literal(text, XSD + "string"))
)


def _restricted(
    datatype: str, facets: st.SearchStrategy[tuple[str, Literal]]
) -> st.SearchStrategy[DataRange]:
    several = st.lists(facets, min_size=1, max_size=2, unique=True).map(tuple)
    return several.map(lambda found: DatatypeRestriction(datatype, found))


simple_ranges: st.SearchStrategy[DataRange] = st.one_of(
    st.sampled_from(DATATYPES).map(Datatype),
    st.lists(values, min_size=1, max_size=3, unique=True).map(lambda all_: DataOneOf(tuple(all_))),
    *(_restricted(XSD + name, _bounds(name)) for name in _ORDERED),
    *(_restricted(XSD + name, _lengths) for name in _MEASURED),
    _restricted(XSD + "string", _patterns),
    _restricted(PLAIN_LITERAL, st.one_of(_lengths, _languages, _patterns)),
)
ranges: st.SearchStrategy[DataRange] = st.recursive(
    simple_ranges,
    lambda inner: st.one_of(
        st.builds(DataUnion, st.tuples(inner, inner)),
        st.builds(DataIntersection, st.tuples(inner, inner)),
        st.builds(DataComplement, inner),
    ),
    max_leaves=4,
)
