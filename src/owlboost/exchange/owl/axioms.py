"""Crisp inclusions as an ontology of annotated OWL axioms or SWRL rules.

A SWRL rule speaks of named individuals only, and has no "or": what may be in several ways becomes
several rules, with comparisons as built-ins.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product

import pyhornedowl
import pyhornedowl.model as owl

from owlboost.concepts.concept import Concept, CrispValue, DataLabel, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.exchange.crisp.rules import CrispRule, HoldsAtLeast, OutsideRange, numbers_at
from owlboost.exchange.owl.classes import DataStyle, bound_text
from owlboost.exchange.owl.document import (
    MEASURES,
    PREFIXES,
    SERIALISATIONS,
    class_of,
    declarations,
    literal_of,
    owl_iri,
    serialized,
    turtle_text,
)
from owlboost.exchange.owl.statements import CrispInclusion, CrispInclusions
from owlboost.ontology.expressions import THING, Literal
from owlboost.ontology.reasoner.entailment import AxiomStanding
from owlboost.ontology.vocabulary import OWL, RDFS, SWRLB, XSD
from owlboost.runtime.calendar import stamp_of
from owlboost.sources.ontology_values import DATE_TIME

Annotated = tuple[owl.Component, list[owl.Annotation]]


def document(
    statements: CrispInclusions,
    components: Iterator[Annotated],
    *,
    syntax: str,
    imports: str | None = None,
) -> str:
    """Write components as an ontology that says where they come from."""
    ontology = pyhornedowl.PyIndexedOntology()
    for prefix, iri in _prefixes(statements, syntax).items():
        ontology.add_prefix_mapping(prefix, iri)
    ontology.add_component(owl.OntologyID(owl_iri(_ontology_iri(statements)), None), None)
    if imports is not None:
        ontology.add_component(owl.Import(owl_iri(imports)), None)
    for remark in (_purpose(statements), *statements.limits):
        ontology.add_component(owl.OntologyAnnotation(comment(remark)), None)
    for name in ("precision", "covered", "members", "confidence", "standing"):
        prop = owl.AnnotationProperty(owl_iri(MEASURES + name))
        ontology.add_component(owl.DeclareAnnotationProperty(prop), None)
    for component, annotations in components:
        ontology.add_component(component, annotations or None)
    if syntax == "turtle":
        return turtle_text(str(ontology.save_to_string("rdf")))
    return serialized(ontology, SERIALISATIONS[syntax])


def _prefixes(statements: CrispInclusions, syntax: str) -> Mapping[str, str]:
    """Return the prefixes; OWL/XML can only have an unused one."""
    if syntax == "functional":
        return {**PREFIXES, "": _namespace(statements.target)}
    return {"": f"{_ontology_iri(statements)}#"}


def _namespace(iri: str) -> str:
    """Return an IRI up to its last part."""
    cut = max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":"))
    return iri[: cut + 1]


def _ontology_iri(statements: CrispInclusions) -> str:
    """Name the ontology of rules after the target, in its namespace."""
    namespace = _namespace(statements.target)
    name = statements.target.removeprefix(namespace)
    return f"{namespace.rstrip('#/')}/rules/{name}"


def _purpose(statements: CrispInclusions) -> str:
    cut = f"{statements.decision.cut:g}"
    among = f" among the individuals of {_source(statements)}"
    where = "" if statements.decision.is_exact else among
    return (
        f"What belongs to {statements.name} to a degree of at least {cut}{where}, after rules that "
        "owlboost has learned."
    )


def _source(statements: CrispInclusions) -> str:
    return statements.source or "the source"


def comment(text: str) -> owl.Annotation:
    """Return a remark."""
    return owl.Annotation(
        owl.AnnotationProperty(owl_iri(f"{RDFS}comment")), owl.SimpleLiteral(str(text))
    )


def axioms(
    statements: CrispInclusions, *, equivalent: bool = False, complement_of: str | None = None
) -> Iterator[Annotated]:
    """Yield declarations and axioms: inclusions in the target, or its definition.

    With ``complement_of``, what is covered is put into the complement of that class.
    """
    iri = statements.target if complement_of is None else complement_of
    yield owl.DeclareClass(owl.Class(owl_iri(iri))), []
    for inclusion in statements.inclusions:
        yield from ((component, []) for component in declarations(inclusion.body))
    target = owl.Class(owl_iri(iri))
    if equivalent:
        classes = [class_of(part) for part in statements.definition.classes]
        yield owl.EquivalentClasses(classes), measures(statements.whole, statements)
        return
    head = target if complement_of is None else owl.ObjectComplementOf(target)
    for inclusion in statements.inclusions:
        yield owl.SubClassOf(class_of(inclusion.body), head), measures(inclusion, statements)


def measures(statement: CrispInclusion, statements: CrispInclusions) -> list[owl.Annotation]:
    """Annotate a statement with its measures, for programs and people."""
    annotations: list[owl.Annotation] = []
    if statement.precision is not None:
        annotations.append(_measure("precision", f"{statement.precision:.6f}", "decimal"))
    for name, number in (("covered", statement.covered), ("members", statement.members)):
        if number is not None:
            annotations.append(_measure(name, str(number), "integer"))
    alone = statement.rules[0].inclusion if len(statement.rules) == 1 else None
    if statement.covered is None and alone is not None and alone.is_counted:
        annotations.append(_measure("confidence", f"{alone.confidence:.6f}", "decimal"))
    if statement.finding is not None:
        annotations.append(_measure("standing", statement.finding.standing.value, "string"))
    return [*annotations, comment(" ".join(statement_sentences(statement, statements)))]


def _measure(name: str, text: str, datatype: str) -> owl.Annotation:
    value = (
        owl.SimpleLiteral(text)
        if datatype == "string"
        else owl.DatatypeLiteral(text, owl_iri(XSD + datatype))
    )
    return owl.Annotation(owl.AnnotationProperty(owl_iri(MEASURES + name)), value)


def statement_sentences(statement: CrispInclusion, statements: CrispInclusions) -> Iterator[str]:
    """Yield sentences on a statement: its coverage, origin and standing."""
    learners = list(dict.fromkeys(rule.learner for rule in statement.rules if rule.learner))
    if statement.covered is not None:
        covers = f"Covers {_individuals(statement.covered)} of {_source(statements)}"
        if statement.members is None:
            yield f"{covers}."
        else:
            yield f"{covers}; {statement.members} of them known as {statements.name}."
    elif len(statement.rules) == 1:
        inclusion = statement.rules[0].inclusion
        if inclusion.is_counted:
            yield (
                f"When learned, of confidence {inclusion.confidence:.3g}: it covered "
                f"{inclusion.covered_positives} positive and "
                f"{inclusion.covered_negatives} negative."
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


_VARIABLES = "urn:swrl:var#"

Ways = list[list[owl.Atom]]
"""Several lists of atoms, one of which is to hold."""


def rules(statements: CrispInclusions) -> Iterator[Annotated]:
    """Yield declarations and rules."""
    target = owl.Class(owl_iri(statements.target))
    yield owl.DeclareClass(target), []
    for inclusion in statements.inclusions:
        yield from ((component, []) for component in declarations(inclusion.body))
    for inclusion in statements.inclusions:
        for body in bodies(inclusion.conjunction, statements.style):
            head: list[owl.Atom] = [owl.ClassAtom(target, _variable("x"))]
            yield owl.Rule(head, body), measures(inclusion, statements)


def bodies(conjunction: CrispRule, style: DataStyle) -> Iterator[list[owl.Atom]]:
    """Yield the rule bodies that say together what a conjunction says."""
    writer = _Writer(style)
    root = _variable("x")
    ways: list[Ways] = []
    for condition in conjunction.conditions:
        match condition:
            case HoldsAtLeast(concept, degree):
                ways += writer.concept(root, concept, degree)
            case OutsideRange(label, degree):
                ways.append(writer.outside(root, label, degree))
    for chosen in product(*ways):
        atoms = [atom for way in chosen for atom in way]
        yield atoms or [owl.ClassAtom(owl.Class(owl_iri(THING)), root)]


class _Writer:
    """A writer of atoms, with new variables for fillers and values."""

    def __init__(self, style: DataStyle) -> None:
        self._style = style
        self._numbers = count(1)

    def concept(self, variable: owl.Variable, concept: Concept, degree: float) -> list[Ways]:
        """Return the ways for each part of a concept to hold."""
        ways: list[Ways] = []
        for label in concept.labels:
            if isinstance(label, DataLabel):
                ways.append(self._inside(variable, label, degree))
            else:
                holds = CrispRule((HoldsAtLeast(Concept((label,)), degree),), ())
                ways.append([[owl.ClassAtom(class_of(self._style.class_of(holds)), variable)]])
        for edge in concept.edges:
            filler = _variable(f"x{next(self._numbers)}")
            role = owl.ObjectProperty(owl_iri(edge.role))
            ways.append([[owl.ObjectPropertyAtom(role, (variable, filler))]])
            ways += self.concept(filler, edge.filler, degree)
        return ways

    def _inside(self, variable: owl.Variable, label: DataLabel, degree: float) -> Ways:
        match label:
            case FuzzyValue(_, FuzzySet(_, shape)):
                value = self._value()
                low, high = numbers_at(shape, degree)
                return [
                    [
                        _has(label.prop, variable, value),
                        *self._compared(label.prop, "greaterThanOrEqual", value, low),
                        *self._compared(label.prop, "lessThanOrEqual", value, high),
                    ]
                ]
            case CrispValue(_, value_):
                literals = self._style.literals_of(value_)
                return [[_has(label.prop, variable, literal_of(literal))] for literal in literals]

    def outside(self, variable: owl.Variable, label: DataLabel, degree: float) -> Ways:
        """Return the ways for a value to lie outside a range."""
        value = self._value()
        has = _has(label.prop, variable, value)
        match label:
            case FuzzyValue(_, FuzzySet(_, shape)):
                low, high = numbers_at(shape, degree)
                beside = [
                    self._compared(label.prop, "lessThan", value, low),
                    self._compared(label.prop, "greaterThan", value, high),
                ]
                return [[has, *atoms] for atoms in beside if atoms]
            case CrispValue(_, value_):
                literals = self._style.literals_of(value_)
                return [[has, *(_built_in("notEqual", value, literal) for literal in literals)]]

    def _value(self) -> owl.Variable:
        return _variable(f"v{next(self._numbers)}")

    def _compared(
        self, prop: str, name: str, value: owl.Variable, bound: float
    ) -> Sequence[owl.Atom]:
        """Compare a value with a bound, if it is finite."""
        if not math.isfinite(bound):
            return []
        up = name in ("greaterThanOrEqual", "lessThan")
        if self._style.compared_times(prop):
            return [_built_in(name, value, Literal(f"{stamp_of(bound, up=up)}Z", DATE_TIME))]
        datatype = self._style.numbers.get(prop, (XSD + "double",))[0]
        if datatype.startswith(OWL):
            datatype = XSD + "decimal"
        text = bound_text(bound, datatype, up=up)
        return [_built_in(name, value, Literal(text, datatype))]


def _variable(name: str) -> owl.Variable:
    return owl.Variable(owl_iri(_VARIABLES + name))


def _has(prop: str, variable: owl.Variable, value: owl.DArgument) -> owl.Atom:
    return owl.DataPropertyAtom(owl.DataProperty(owl_iri(prop)), (variable, value))


def _built_in(name: str, value: owl.Variable, literal: Literal) -> owl.Atom:
    return owl.BuiltInAtom(owl_iri(SWRLB + name), [value, literal_of(literal)])
