"""Inclusions as SWRL rules: atoms over variables, with comparisons as built-ins.

A rule speaks of named individuals only, and has no "or": what may be in several ways becomes
several rules.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import count, product

import pyhornedowl.model as owl

from owlboost.concepts.concept import Atom, Concept, CrispValue, DataLabel, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.exchange.decisions.conditions import Below, CrispRule, HeldTo
from owlboost.exchange.decisions.cuts import numbers_at
from owlboost.exchange.owl.classes import Wording
from owlboost.exchange.owl.documents import Annotated, measures
from owlboost.exchange.owl.horned import declarations, literal_of, named
from owlboost.exchange.owl.ranges import bound_text
from owlboost.exchange.owl.statements import StatedInclusions
from owlboost.ontology.expressions import THING, Literal
from owlboost.ontology.vocabulary import OWL, SWRLB, XSD
from owlboost.runtime.calendar import stamp_of
from owlboost.sources.ontology_dates import DATE_TIME

_VARIABLES = "urn:swrl:var#"

Ways = list[list[owl.Atom]]
"""Several lists of atoms, one of which is to hold."""


def rules(statements: StatedInclusions) -> Iterator[Annotated]:
    """Yield declarations and rules."""
    target = owl.Class(named(statements.target))
    yield owl.DeclareClass(target), []
    for one in statements.inclusions:
        yield from ((each, []) for each in declarations(one.body))
    for one in statements.inclusions:
        for body in bodies(one.conjunction, statements.wording):
            head: list[owl.Atom] = [owl.ClassAtom(target, _variable("x"))]
            yield owl.Rule(head, body), measures(one, statements)


def bodies(conjunction: CrispRule, wording: Wording) -> Iterator[list[owl.Atom]]:
    """Yield the bodies of the rules that say together what a conjunction says."""
    writer = _Writer(wording)
    root = _variable("x")
    ways: list[Ways] = []
    for condition in conjunction.conditions:
        match condition:
            case HeldTo(concept, degree):
                ways += writer.concept(root, concept, degree)
            case Below(label, degree):
                ways.append(writer.outside(root, label, degree))
    for chosen in product(*ways):
        atoms = [atom for way in chosen for atom in way]
        yield atoms or [owl.ClassAtom(owl.Class(named(THING)), root)]


class _Writer:
    """Makes atoms, with a new variable for each filler and each value."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self._numbers = count(1)

    def concept(self, variable: owl.Variable, concept: Concept, degree: float) -> list[Ways]:
        """Return the ways in which each part of a concept may hold."""
        found: list[Ways] = []
        for label in concept.labels:
            match label:
                case Atom(iri):
                    found.append([[owl.ClassAtom(owl.Class(named(iri)), variable)]])
                case FuzzyValue() | CrispValue():
                    found.append(self._inside(variable, label, degree))
        for edge in concept.edges:
            filler = _variable(f"x{next(self._numbers)}")
            role = owl.ObjectProperty(named(edge.role))
            found.append([[owl.ObjectPropertyAtom(role, (variable, filler))]])
            found += self.concept(filler, edge.filler, degree)
        return found

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
                literals = self._wording.literals_of(value_)
                return [[_has(label.prop, variable, literal_of(one))] for one in literals]

    def outside(self, variable: owl.Variable, label: DataLabel, degree: float) -> Ways:
        """Return the ways in which the value of a property may be outside a range."""
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
                literals = self._wording.literals_of(value_)
                return [[has, *(_built_in("notEqual", value, one) for one in literals)]]

    def _value(self) -> owl.Variable:
        return _variable(f"v{next(self._numbers)}")

    def _compared(
        self, prop: str, name: str, value: owl.Variable, bound: float
    ) -> Sequence[owl.Atom]:
        """Return the comparison of a value with a bound, if there is one."""
        if not math.isfinite(bound):
            return []
        up = name in ("greaterThanOrEqual", "lessThan")
        if self._wording.compared_times(prop):
            return [_built_in(name, value, Literal(f"{stamp_of(bound, up=up)}Z", DATE_TIME))]
        datatype = self._wording.numbers.get(prop, (XSD + "double",))[0]
        if datatype.startswith(OWL):
            datatype = XSD + "decimal"
        text = bound_text(bound, datatype, up=up)
        return [_built_in(name, value, Literal(text, datatype))]


def _variable(name: str) -> owl.Variable:
    return owl.Variable(named(_VARIABLES + name))


def _has(prop: str, variable: owl.Variable, value: owl.DArgument) -> owl.Atom:
    return owl.DataPropertyAtom(owl.DataProperty(named(prop)), (variable, value))


def _built_in(name: str, value: owl.Variable, literal: Literal) -> owl.Atom:
    return owl.BuiltInAtom(named(SWRLB + name), [value, literal_of(literal)])
