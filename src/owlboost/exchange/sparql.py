"""The format ``sparql``: a query for the individuals that rules cover.

The degree of a concept is the maximum, over all ways to map its tree to the data, of the minimum
of its labels' degrees; so each rule is one graph pattern, and each learner a subquery.

SPARQL 1.1 has parts of a date but no difference of two. The first instant of a date, a month or a
year is written as an ``xsd:dateTime``; its parts give the days since 1970-01-01 by the rules of the
calendar, whose years begin in March here.
"""

import unicodedata
from collections.abc import Callable, Iterator
from itertools import count
from urllib.parse import quote

from pyoxigraph import NamedNode

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import COVERED, BoostedHypothesis, Inclusion, RuleSet
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.exchange.table_ontology import CONVERTED
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import ends_in_name
from owlboost.tables.facts import NAMESPACE

_PREFIXES = (
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
)


def sparql_text(model: TrainedModel) -> str:
    """Write a query for ``?individual``, ``?degree`` and ``?evidence``.

    Declared individuals (``owl:NamedIndividual``) of a degree above 0 are found, those with most
    evidence first. The query asks for what is stated: run it on data with their inferences, such
    as those that ``owlboost inspect --materialise`` writes.

    Examples
    --------
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> query = sparql_text(TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5))
    >>> "?individual a/rdfs:subClassOf* <urn:x#Hotel> ." in query
    True
    """
    target = _comment(model.lexicon.name(model.target))
    lines = [
        f"# Individuals that owlboost's rules for {target} cover",
        *(f"PREFIX {name}: <{iri}>" for name, iri in _PREFIXES),
        "SELECT ?individual ?degree ?evidence WHERE {",
        "  ?individual a owl:NamedIndividual .",
        *(f"  {line}" for line in _where(model)),
        f"  FILTER(?degree > {_double(COVERED)})",
        "}",
        "ORDER BY DESC(?evidence) ?individual",
    ]
    return "\n".join(lines) + "\n"


def _where(model: TrainedModel) -> Iterator[str]:
    match model.hypothesis:
        case BoostedHypothesis() as hypothesis:
            summands = []
            for number, (term, weight) in enumerate(hypothesis.weighted_terms, 1):
                bodies = [(inclusion, inclusion.degree) for inclusion in term.inclusions]
                remark = f"{term.name}, weight {weight:.6g}"
                yield from _best(bodies, f"?d{number}", remark, model)
                summands.append(f"{_double(weight)} * COALESCE(?d{number}, {_double(0.0)})")
            yield f"BIND({' + '.join(summands) or _double(0.0)} AS ?evidence)"
            yield f"BIND(IF(?evidence > {_double(1.0)}, {_double(1.0)}, ?evidence) AS ?degree)"
        case RuleSet() as hypothesis:
            rules = [(rule.inclusion, rule.weight) for rule in hypothesis.rules()]
            yield from _best(rules, "?best", "rules", model)
            yield f"BIND(COALESCE(?best, {_double(0.0)}) AS ?evidence)"
            yield "BIND(?evidence AS ?degree)"


def _best(
    rules: list[tuple[Inclusion, float]], variable: str, remark: str, model: TrainedModel
) -> Iterator[str]:
    """Yield an optional subquery for the best degree of some rules."""
    if not rules:
        return
    yield f"OPTIONAL {{  # {_comment(remark)}"
    yield f"  SELECT ?individual (MAX(?m) AS {variable}) WHERE {{"
    for position, (inclusion, weight) in enumerate(rules):
        rule = manchester(inclusion.body, people(model.lexicon))
        yield f"    {'UNION ' if position else ''}{{  # {_comment(rule)}"
        yield from (f"      {line}" for line in _pattern(inclusion.body, weight, model))
        yield "    }"
    yield "  } GROUP BY ?individual"
    yield "}"


def _pattern(concept: Concept, weight: float, model: TrainedModel) -> Iterator[str]:
    """Yield the graph pattern of a body and its degree ``?m``."""
    pattern, logic = _Pattern(model.lexicon), model.semantics.name
    pattern.node("?individual", concept)
    yield "?individual a owl:NamedIndividual ."
    yield from pattern.triples
    yield from pattern.filters
    joined = _double(1.0)
    for position, degree in enumerate(pattern.degrees, 1):
        yield f"BIND({_CONJUNCTIONS[logic](joined, degree)} AS ?joined{position})"
        joined = f"?joined{position}"
    yield f"BIND({_double(weight)} * {joined} AS ?m)"


def _double(value: float) -> str:
    text = repr(float(value))
    return text if "e" in text else f"{text}e0"


_CONJUNCTIONS: dict[str, Callable[[str, str], str]] = {
    "zadeh": lambda left, right: f"IF({left} < {right}, {left}, {right})",
    "product": lambda left, right: f"{left} * ({right})",
    "lukasiewicz": lambda left, right: (
        f"IF({left} + ({right}) > {_double(1.0 + ROUNDING)}, {left} + ({right}) - 1, "
        f"{_double(0.0)})"
    ),
}


class _Pattern:
    """Triples of a tree, with one variable for each node and number."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.triples: list[str] = []
        self.filters: list[str] = []
        self.degrees: list[str] = []
        self._numbers = count(1)

    def node(self, variable: str, concept: Concept) -> None:
        for label in concept.labels:
            self._label(variable, label)
        for edge in concept.edges:
            filler = f"?x{next(self._numbers)}"
            role = self._reference(edge.role)
            self.triples.append(f"{variable} {role} {filler} .")
            self.node(filler, edge.filler)

    def _label(self, variable: str, label: Label) -> None:
        match label:
            case Atom(iri):
                class_ = self._reference(iri)
                self.triples.append(f"{variable} a/rdfs:subClassOf* {class_} .")
            case CrispValue(prop, value):
                number = next(self._numbers)
                self._value(variable, prop, f"?v{number}")
                self.triples.append(f"FILTER({_equals(f'?v{number}', value)})")
            case FuzzyValue(prop, FuzzySet(_, shape)):
                number = next(self._numbers)
                self._value(variable, prop, f"?v{number}")
                self.triples += self._number(prop, f"?v{number}", f"?n{number}")
                self.triples += _membership(shape, f"?n{number}", f"?f{number}")
                self.degrees.append(f"?f{number}")

    def _number(self, prop: str, value: str, number: str) -> Iterator[str]:
        """Yield the lines that make a number of a value."""
        moment = self._lexicon.times.get(prop)
        if moment == "duration":
            raise ParameterError(
                f"The rules cannot be written in SPARQL: they compare durations, those of "
                f"'{self._lexicon.name(prop)}', which SPARQL cannot take apart; learn without the "
                f"property, or use another format."
            )
        if moment is None or (prop.startswith(NAMESPACE) and moment not in CONVERTED):
            yield f"FILTER(isNumeric({value}))"
            yield f"BIND(xsd:double({value}) AS {number})"
        else:
            yield from days_lines(value, number)

    def _value(self, variable: str, prop: str, value: str) -> None:
        name = self._reference(prop)
        stated = f"{variable} {name} {value} ."
        if not ends_in_name(prop):  # such properties are stated as restrictions in RDF/XML
            restriction = f"[ owl:onProperty {name} ; owl:hasValue {value} ]"
            stated = f"{{ {stated} }} UNION {{ {variable} a {restriction} . }}"
        self.triples.append(stated)

    def _reference(self, iri: str) -> str:
        """Return an IRI, or a variable if it is not legal."""
        written = _iri(iri)
        if _is_legal(written):
            return written
        variable = f"?named{next(self._numbers)}"
        self.filters.append(f"FILTER(STR({variable}) = {_string(iri)})")
        return variable


def _membership(shape: Shape, number: str, degree: str) -> Iterator[str]:
    """Yield a fuzzy set's degree, and a filter for its support."""
    a, b, c, d = shape.corners
    text = _double(1.0)
    if d < float("inf"):
        falling = f"({_double(d)} - {number}) / ({_double(d)} - {_double(c)})"
        text = f"IF({number} <= {_double(c)}, {text}, IF({number} < {_double(d)}, {falling}, 0e0))"
    if a > -float("inf"):
        rising = f"({number} - {_double(a)}) / ({_double(b)} - {_double(a)})"
        text = f"IF({number} < {_double(b)}, IF({number} > {_double(a)}, {rising}, 0e0), {text})"
    yield f"BIND({text} AS {degree})"
    yield f"FILTER({degree} > {_double(COVERED)})"


def _equals(variable: str, value: bool | str) -> str:
    if isinstance(value, bool):
        return f"{variable} = {str(value).lower()}"
    return f"isLiteral({variable}) && STR({variable}) = {_string(value)}"


def _string(text: str) -> str:
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(mark) or _visible(mark) for mark in text) + '"'


def _visible(mark: str) -> str:
    return f"\\u{ord(mark):04X}" if unicodedata.category(mark) == "Cc" else mark


def _iri(iri: str) -> str:
    """Write an IRI; what may not stand in one is percent-encoded."""
    return "<" + "".join(quote(m) if m in ' <>"{}|^`\\' else m for m in iri) + ">"


def _is_legal(written: str) -> bool:
    """Return whether an IRI can stand in a query."""
    try:
        NamedNode(written[1:-1])
    except ValueError:
        return False
    return True


def _comment(text: str) -> str:
    """Write a remark on one line, without escapes and controls."""
    line = " ".join(text.replace("\\", "∖").split())
    return "".join("�" if unicodedata.category(mark) == "Cc" else mark for mark in line)


FORMAT = Format(
    name="sparql",
    title="A SPARQL query for the individuals with degree and evidence",
    extensions=(".rq",),
    semantics=ALL_LOGICS,
    write=sparql_text,
    crisp_facts=True,
)


_ZONE = r"(Z|[+-][0-9]{2}:[0-9]{2})$"
_MIDNIGHT = "T00:00:00"
_FIRST = {"date": _MIDNIGHT, "gYearMonth": f"-01{_MIDNIGHT}", "gYear": f"-01-01{_MIDNIGHT}"}
"""Datatype → the text that completes its values to an instant, before the zone."""

_FIRST_DAY = 719_468
"""Days from 1 March of the year 0 to 1970-01-01."""


def days_lines(value: str, days: str) -> Iterator[str]:
    """Yield the lines that bind the days of a date or time.

    Examples
    --------
    >>> next(days_lines("?v1", "?n1"))
    'FILTER(isLiteral(?v1))'
    """
    name = value.lstrip("?")
    instant, year, month, zone = (f"?{part}_{name}" for part in ("t", "y", "m", "z"))
    local = f"?l_{name}"
    yield f"FILTER(isLiteral({value}))"
    yield f'BIND(REPLACE(STR({value}), "{_ZONE}", "") AS {local})'
    text = f"STR({value})"
    for datatype, first in _FIRST.items():
        begun = f'CONCAT({local}, "{first}", SUBSTR(STR({value}), STRLEN({local}) + 1))'
        text = f"IF(DATATYPE({value}) = xsd:{datatype}, {begun}, {text})"
    clock = f'CONCAT("1970-01-01T", REPLACE(STR({value}), "^24", "00"))'
    text = f"IF(DATATYPE({value}) = xsd:time, {clock}, {text})"
    yield f"BIND(xsd:dateTime({text}) AS {instant})"
    yield f"BIND(YEAR({instant}) - IF(MONTH({instant}) < 3, 1, 0) AS {year})"
    yield f"BIND(MONTH({instant}) + IF(MONTH({instant}) < 3, 9, -3) AS {month})"
    yield f"BIND(TZ({instant}) AS {zone})"
    whole = (
        f"365 * {year} + FLOOR({year} / 4) - FLOOR({year} / 100) + FLOOR({year} / 400)"
        f" + FLOOR((153 * {month} + 2) / 5) + DAY({instant}) - 1 - {_FIRST_DAY}"
    )
    ahead = (
        f"IF(STRLEN({zone}) < 6, 0, (xsd:integer(SUBSTR({zone}, 2, 2)) * 60"
        f' + xsd:integer(SUBSTR({zone}, 5, 2))) * IF(SUBSTR({zone}, 1, 1) = "-", -1, 1))'
    )
    clock = f"HOURS({instant}) * 3600 + (MINUTES({instant}) - {ahead}) * 60 + SECONDS({instant})"
    yield f"BIND(xsd:double({whole}) + xsd:double({clock}) / 86400e0 AS {days})"
