"""Ontologies made of others: without classes, values or individuals, α-cuts, complements."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np

from owlboost.ontology.axioms import (
    Assertion,
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    SameIndividual,
    SubClassOf,
    classes_in,
    conjuncts,
    individuals_in,
    literals_in,
)
from owlboost.ontology.datatypes.literals import value_of, without_value
from owlboost.ontology.expressions import Class, ClassExpression, Not
from owlboost.ontology.fuzzy import GradedInclusion
from owlboost.ontology.ontology import Facts, Ontology
from owlboost.runtime.array_types import Ids, Mask, Offsets
from owlboost.runtime.names import Names


def hide_classes(ontology: Ontology, hidden: Collection[str]) -> Ontology:
    """Return the ontology without what it says about some classes.

    Their assertions go, and every axiom that mentions one of them. What an axiom states as a list
    (conjuncts of an assertion or of a superclass, equivalent or disjoint classes) is kept for the
    rest of the list: ``h : Hotel ⊓ GoodHotel`` still says that h is a hotel.
    """
    if not hidden:
        return ontology
    names = frozenset(hidden)
    ids = [number for number, name in enumerate(ontology.signature.classes) if name in names]
    keep = ~np.isin(ontology.facts.type_classes, ids)
    facts = replace(
        ontology.facts,
        type_subjects=ontology.facts.type_subjects[keep],
        type_classes=ontology.facts.type_classes[keep],
    )
    axioms = _kept(ontology.axioms, lambda part: names.isdisjoint(classes_in(part)))
    return replace(ontology, axioms=axioms, facts=facts)


def revealing(inclusions: Iterable[GradedInclusion], hidden: Collection[str]) -> frozenset[str]:
    """Return the fuzzy concepts whose degrees tell something of those of hidden classes.

    They are those that are defined by one, or by another that is.

    Examples
    --------
    >>> from owlboost.ontology.expressions import Class
    >>> good = GradedInclusion(Class("Quiet"), "Good", is_definition=True)
    >>> best = GradedInclusion(Class("Good"), "Best", is_definition=True)
    >>> sorted(revealing([good, best], ["Quiet"]))
    ['Best', 'Good']
    """
    needs = [(one.upper, classes_in(one.lower)) for one in inclusions if one.is_definition]
    found: frozenset[str] = frozenset()
    while True:
        gone = found.union(hidden)
        more = frozenset(name for name, parts in needs if not gone.isdisjoint(parts))
        if more <= found:
            return found - frozenset(hidden)
        found |= more


def hide_malformed(ontology: Ontology) -> Ontology:
    """Return the ontology without what it says with literals that have no value.

    Such values of individuals go, and every axiom that mentions one; as in :func:`hide_classes`,
    lists are kept without the parts that do.
    """
    axioms = _kept(ontology.axioms, _has_values)
    return replace(ontology, axioms=axioms, facts=_with_values(ontology.facts))


def _has_values(node: object) -> bool:
    return all(value_of(literal) is not None for literal in literals_in(node))


def _with_values(facts: Facts) -> Facts:
    """Return the facts without literals that have no value."""
    unsound = {*without_value(facts.literals)}
    if not unsound:
        return facts
    sound = np.array([one not in unsound for one in facts.literals], dtype=np.bool_)
    keep = sound[facts.value_literals]
    places = np.cumsum(sound, dtype=np.int32) - np.int32(1)
    return replace(
        facts,
        value_properties=facts.value_properties[keep],
        value_subjects=facts.value_subjects[keep],
        value_literals=places[facts.value_literals[keep]],
        literals=tuple(
            one for one, is_sound in zip(facts.literals, sound, strict=True) if is_sound
        ),
    )


def _kept(axioms: Iterable[Axiom], good: Callable[[object], bool]) -> tuple[Axiom, ...]:
    return tuple(left for axiom in axioms for left in _good_parts(axiom, good))


def _good_parts(axiom: Axiom, good: Callable[[object], bool]) -> Iterable[Axiom]:
    """Return what is left of an axiom without the parts of its lists that are not good."""
    if good(axiom):
        return (axiom,)

    def clean(expressions: Iterable[ClassExpression]) -> tuple[ClassExpression, ...]:
        return tuple(part for part in expressions if good(part))

    match axiom:
        case ClassAssertion(individual, expression):
            return [ClassAssertion(individual, part) for part in clean(conjuncts(expression))]
        case SubClassOf(lower, upper) if good(lower):
            return [SubClassOf(lower, part) for part in clean(conjuncts(upper))]
        case EquivalentClasses(classes) if len(left := clean(classes)) > 1:
            return (EquivalentClasses(left),)
        case DisjointClasses(classes) if len(left := clean(classes)) > 1:
            return (DisjointClasses(left),)
    return ()


def hold_out(ontology: Ontology, without: Collection[str]) -> Ontology:
    """Return an ontology without what it states about some individuals; they keep their numbers."""
    names = frozenset(without)
    if not names:
        return ontology
    facts, inside = ontology.facts, ~excluded(ontology.signature.individuals, names)
    types = inside[facts.type_subjects]
    fillers = inside[facts.role_subjects] & inside[facts.role_objects]
    values = inside[facts.value_subjects]
    return replace(
        ontology,
        axioms=tuple(_without_individuals(ontology.axioms, names)),
        facts=replace(
            facts,
            type_subjects=facts.type_subjects[types],
            type_classes=facts.type_classes[types],
            role_roles=facts.role_roles[fillers],
            role_subjects=facts.role_subjects[fillers],
            role_objects=facts.role_objects[fillers],
            value_properties=facts.value_properties[values],
            value_subjects=facts.value_subjects[values],
            value_literals=facts.value_literals[values],
        ),
    )


def _without_individuals(axioms: Iterable[Axiom], names: frozenset[str]) -> Iterator[Axiom]:
    for axiom in axioms:
        if isinstance(axiom, SameIndividual | DifferentIndividuals):
            left = tuple(name for name in axiom.individuals if name not in names)
            if len(left) > 1:
                yield replace(axiom, individuals=left)
        elif not isinstance(axiom, Assertion) or names.isdisjoint(individuals_in(axiom)):
            yield axiom


def excluded(individuals: Names, without: Collection[str]) -> Mask:
    """Return which individuals are held out, as a mask over their numbers."""
    mask = np.zeros(len(individuals), dtype=np.bool_)
    mask[[individuals.id(name) for name in without if name in individuals]] = True
    return mask


def alpha_cut(ontology: Ontology, degree: float) -> Ontology:
    """Return an ontology without what it states to a lesser degree; the rest is crisp.

    Names and their numbers stay as they are.
    """
    known, facts = ontology.fuzziness, ontology.facts
    names = ontology.signature
    types = _rows_kept(
        (facts.type_subjects, facts.type_classes),
        (names.individuals, names.classes),
        (key for key, held in known.types.items() if held < degree),
    )
    fillers = _rows_kept(
        (facts.role_roles, facts.role_subjects, facts.role_objects),
        (names.roles, names.individuals, names.individuals),
        (key for key, held in known.roles.items() if held < degree),
    )
    gone = {axiom for axiom, held in known.axioms.items() if held < degree}
    return replace(
        ontology,
        axioms=tuple(axiom for axiom in ontology.axioms if axiom not in gone),
        facts=replace(
            facts,
            type_subjects=facts.type_subjects[types],
            type_classes=facts.type_classes[types],
            role_roles=facts.role_roles[fillers],
            role_subjects=facts.role_subjects[fillers],
            role_objects=facts.role_objects[fillers],
        ),
        fuzziness=replace(known, types={}, roles={}, axioms={}),
    )


def _rows_kept(
    columns: tuple[Ids, ...], names: tuple[Names, ...], gone: Iterable[tuple[str, ...]]
) -> Mask:
    """Return which rows of some columns are none of those that go."""
    numbered = [
        [known.id(name) for known, name in zip(names, key, strict=True)]
        for key in gone
        if all(name in known for known, name in zip(names, key, strict=True))
    ]
    table = np.array(numbered, dtype=np.int64).reshape(-1, len(columns))
    rows = _keys(columns, names)
    return ~np.isin(rows, _keys(tuple(table.T), names))


def _keys(columns: tuple[Ids | Offsets, ...], names: tuple[Names, ...]) -> Offsets:
    keys = np.zeros(columns[0].size, dtype=np.int64)
    for column, known in zip(columns, names, strict=True):
        keys = keys * (len(known) + 1) + column
    return keys


_COMPLEMENT = "urn:owlboost:complement#"


def with_complement(ontology: Ontology, iri: str) -> tuple[Ontology, str]:
    """Return an ontology in which the complement of a class has a name, and that name.

    Its members are the individuals a with K ⊨ ¬T(a), as far as a reasoner derives them.
    """
    signature = ontology.signature
    name = _COMPLEMENT + iri
    named = EquivalentClasses((Class(name), Not(Class(iri))))
    extended = replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, name])),
        axioms=(*ontology.axioms, named),
    )
    return extended, name
