"""Ontologies of statements, written in several syntaxes."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import pyhornedowl
import pyhornedowl.model as owl

from owlboost.errors import ParameterError
from owlboost.exchange.owl.horned import Serialisation, class_of, declarations, named, written
from owlboost.exchange.owl.statements import StatedInclusion, StatedInclusions
from owlboost.ontology.reasoner.entailment import AxiomStanding
from owlboost.ontology.vocabulary import RDFS, STRING, XSD

Syntax = Literal["functional", "rdfxml", "owlxml", "turtle"]

MEASURES = "urn:owlboost:measures#"
"""What is said of axioms."""

_SERIALISATIONS: Mapping[str, Serialisation] = MappingProxyType(
    {"functional": "ofn", "rdfxml": "rdf", "owlxml": "owx", "turtle": "rdf"}
)
_PREFIXES = {
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": RDFS,
    "xsd": XSD,
    "measures": MEASURES,
}

Annotated = tuple[owl.Component, list[owl.Annotation]]


def require_syntax(syntax: str) -> None:
    """Refuse a syntax that axioms cannot be written in.

    Raises
    ------
    ParameterError
        It is none, or Manchester syntax.
    """
    if syntax == "manchester":
        raise ParameterError(
            "Manchester syntax has no place for axioms about nameless classes: write a file that "
            "ends in .ofn, .owx, .owl or .ttl."
        )
    if syntax not in _SERIALISATIONS:
        raise ParameterError(f"syntax must be {' or '.join(_SERIALISATIONS)}, not {syntax}.")


def document(
    statements: StatedInclusions,
    components: Iterator[Annotated],
    *,
    syntax: str,
    imports: str | None = None,
) -> str:
    """Write components as an ontology that says where they come from."""
    ontology = pyhornedowl.PyIndexedOntology()
    for prefix, iri in _prefixes(statements, syntax).items():
        ontology.add_prefix_mapping(prefix, iri)
    ontology.add_component(owl.OntologyID(named(_ontology_iri(statements)), None), None)
    if imports is not None:
        ontology.add_component(owl.Import(named(imports)), None)
    for remark in (_purpose(statements), *statements.limits):
        ontology.add_component(owl.OntologyAnnotation(comment(remark)), None)
    for name in ("precision", "covered", "members", "confidence", "standing"):
        prop = owl.AnnotationProperty(named(MEASURES + name))
        ontology.add_component(owl.DeclareAnnotationProperty(prop), None)
    for component, annotations in components:
        ontology.add_component(component, annotations or None)
    if syntax == "turtle":
        return _turtle(str(ontology.save_to_string("rdf")))
    return written(ontology, _SERIALISATIONS[syntax])


def _prefixes(statements: StatedInclusions, syntax: str) -> Mapping[str, str]:
    """Return what is abbreviated; OWL/XML would not be read with anything that is in use."""
    if syntax == "functional":
        return {**_PREFIXES, "": _namespace(statements.target)}
    return {"": f"{_ontology_iri(statements)}#"}


def _turtle(text: str) -> str:
    """Return RDF/XML as Turtle; nameless nodes are numbered as they come.

    Raises
    ------
    ParameterError
        A name is no absolute IRI, or a text has a character that RDF has not.
    """
    import pyoxigraph as ox
    from rdflib import BNode, Graph, URIRef
    from rdflib import Literal as Value

    places: dict[str, BNode] = {}

    def node(term: ox.NamedNode | ox.BlankNode | ox.Literal) -> URIRef | BNode | Value:
        if isinstance(term, ox.BlankNode):
            return places.setdefault(term.value, BNode(f"n{len(places):06}"))
        if isinstance(term, ox.NamedNode):
            return URIRef(term.value)
        if term.language:
            return Value(term.value, lang=term.language)
        datatype = None if term.datatype.value == STRING else URIRef(term.datatype.value)
        return Value(term.value, datatype=datatype, normalize=False)

    graph = Graph()
    for prefix, iri in _PREFIXES.items():
        graph.bind(prefix, iri)
    try:
        for quad in ox.parse(text, format=ox.RdfFormat.RDF_XML):
            graph.add((node(quad.subject), node(quad.predicate), node(quad.object)))
    except SyntaxError as error:
        raise ParameterError(
            f"syntax turtle cannot hold a name or a text of the rules ({error.msg}); choose "
            "functional."
        ) from error
    return str(graph.serialize(format="turtle"))


def _namespace(iri: str) -> str:
    """Return an IRI up to its last part."""
    cut = max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":"))
    return iri[: cut + 1]


def _ontology_iri(statements: StatedInclusions) -> str:
    """Name the ontology of rules after the target, within the namespace that it is in."""
    namespace = _namespace(statements.target)
    name = statements.target.removeprefix(namespace)
    return f"{namespace.rstrip('#/')}/rules/{name}"


def _purpose(statements: StatedInclusions) -> str:
    cut = f"{statements.decision.cut:g}"
    among = f" among the individuals of {_source(statements)}"
    where = "" if statements.decision.everywhere else among
    return (
        f"What belongs to {statements.name} to a degree of at least {cut}{where}, after rules that "
        "owlboost has learned."
    )


def _source(statements: StatedInclusions) -> str:
    return statements.source or "the source"


def comment(text: str) -> owl.Annotation:
    """Return a remark."""
    return owl.Annotation(
        owl.AnnotationProperty(named(f"{RDFS}comment")), owl.SimpleLiteral(str(text))
    )


def axioms(
    statements: StatedInclusions, *, equivalent: bool = False, complement_of: str | None = None
) -> Iterator[Annotated]:
    """Yield declarations and axioms: inclusions in the target, or its definition.

    With ``complement_of``, what is covered is put into the complement of that class.
    """
    iri = statements.target if complement_of is None else complement_of
    yield owl.DeclareClass(owl.Class(named(iri))), []
    for one in statements.inclusions:
        yield from ((each, []) for each in declarations(one.body))
    target = owl.Class(named(iri))
    if equivalent:
        classes = [class_of(each) for each in statements.definition.classes]
        yield owl.EquivalentClasses(classes), measures(statements.whole, statements)
        return
    head = target if complement_of is None else owl.ObjectComplementOf(target)
    for one in statements.inclusions:
        yield owl.SubClassOf(class_of(one.body), head), measures(one, statements)


def measures(statement: StatedInclusion, statements: StatedInclusions) -> list[owl.Annotation]:
    """Return what was measured of a statement, for programs and for people."""
    found: list[owl.Annotation] = []
    if statement.precision is not None:
        found.append(_measure("precision", f"{statement.precision:.6f}", "decimal"))
    for name, count in (("covered", statement.covered), ("members", statement.members)):
        if count is not None:
            found.append(_measure(name, str(count), "integer"))
    alone = statement.rules[0].inclusion if len(statement.rules) == 1 else None
    if statement.covered is None and alone is not None and alone.is_counted:
        found.append(_measure("confidence", f"{alone.confidence:.6f}", "decimal"))
    if statement.finding is not None:
        found.append(_measure("standing", statement.finding.standing.value, "string"))
    return [*found, comment(" ".join(spoken(statement, statements)))]


def _measure(name: str, text: str, datatype: str) -> owl.Annotation:
    value = (
        owl.SimpleLiteral(text)
        if datatype == "string"
        else owl.DatatypeLiteral(text, named(XSD + datatype))
    )
    return owl.Annotation(owl.AnnotationProperty(named(MEASURES + name)), value)


def spoken(statement: StatedInclusion, statements: StatedInclusions) -> Iterator[str]:
    """Yield sentences on a statement: what it covers, where it comes from, how it stands."""
    learners = list(dict.fromkeys(rule.learner for rule in statement.rules if rule.learner))
    if statement.covered is not None:
        covers = f"Covers {_individuals(statement.covered)} of {_source(statements)}"
        if statement.members is None:
            yield f"{covers}."
        else:
            yield f"{covers}; {statement.members} of them known as {statements.name}."
    elif len(statement.rules) == 1:
        one = statement.rules[0].inclusion
        if one.is_counted:
            yield (
                f"When learned, of confidence {one.confidence:.3g}: it covered "
                f"{one.covered_positives} positive and {one.covered_negatives} negative."
            )
        else:
            yield "Nothing was counted."
    if learners:
        yield f"After {', '.join(learners)}."
    if statement.finding is not None and statement.finding.standing is AxiomStanding.ENTAILED:
        yield "Already entailed."
    elif (
        statement.finding is not None and statement.finding.standing is AxiomStanding.CONTRADICTORY
    ):
        yield f"Contradictory: {statement.finding.why}."


def _individuals(count: int) -> str:
    return "1 individual" if count == 1 else f"{count} individuals"
