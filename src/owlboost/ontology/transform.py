"""Ontologies made of others: without classes, values or individuals, α-cuts, complements."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np

from owlboost.ontology import axioms as ax
from owlboost.ontology.datatypes.literals import value_of, without_value
from owlboost.ontology.expressions import Class, ClassExpression, Not
from owlboost.ontology.fuzzy import GradedInclusion
from owlboost.ontology.ontology import Facts, Ontology
from owlboost.runtime.array_types import Ids, Mask, Offsets
from owlboost.runtime.names import Names


def hide_classes(ontology: Ontology, hidden: Collection[str]) -> Ontology:
    """Return the ontology without the axioms about some classes.

    Their assertions go, and every axiom that mentions one of them. What an axiom states as a list
    (conjuncts of an assertion or of a superclass, equivalent or disjoint classes) is kept for the
    rest of the list: ``h : Hotel ⊓ GoodHotel`` still says that h is a hotel.
    """
    if not hidden:
        return ontology
    names = frozenset(hidden)
    hidden_ids = [number for number, name in enumerate(ontology.signature.classes) if name in names]
    visible = ~np.isin(ontology.facts.type_classes, hidden_ids)
    axioms = _filtered(ontology.axioms, lambda part: names.isdisjoint(ax.classes_in(part)))
    return replace(ontology, axioms=axioms, facts=ontology.facts.select(types=visible))


def revealing(inclusions: Iterable[GradedInclusion], hidden: Collection[str]) -> frozenset[str]:
    """Return the fuzzy concepts defined, over others too, by a hidden class.

    Examples
    --------
    >>> from owlboost.ontology.expressions import Class
    >>> good = GradedInclusion(Class("Quiet"), "Good", is_definition=True)
    >>> best = GradedInclusion(Class("Good"), "Best", is_definition=True)
    >>> sorted(revealing([good, best], ["Quiet"]))
    ['Best', 'Good']
    """
    definitions = [
        (inclusion.upper, ax.classes_in(inclusion.lower))
        for inclusion in inclusions
        if inclusion.is_definition
    ]
    concepts: frozenset[str] = frozenset()
    while True:
        off_limits = concepts.union(hidden)
        dependent = frozenset(
            name for name, parts in definitions if not off_limits.isdisjoint(parts)
        )
        if dependent <= concepts:
            return concepts - frozenset(hidden)
        concepts |= dependent


def hide_malformed(ontology: Ontology) -> Ontology:
    """Return the ontology without literals that have no value.

    Such values of individuals go, and every axiom that mentions one; as in :func:`hide_classes`,
    lists are kept without the parts that do.
    """
    axioms = _filtered(ontology.axioms, _has_values)
    return replace(ontology, axioms=axioms, facts=_with_values(ontology.facts))


def _has_values(node: object) -> bool:
    return all(value_of(literal) is not None for literal in ax.literals_in(node))


def _with_values(facts: Facts) -> Facts:
    """Return the facts without literals that have no value."""
    malformed = {*without_value(facts.literals)}
    if not malformed:
        return facts
    is_valid = np.array([literal not in malformed for literal in facts.literals], dtype=np.bool_)
    valid = facts.select(values=is_valid[facts.value_literals])
    places = np.cumsum(is_valid, dtype=np.int32) - np.int32(1)
    return replace(
        valid,
        value_literals=places[valid.value_literals],
        literals=tuple(
            literal for literal, good in zip(facts.literals, is_valid, strict=True) if good
        ),
    )


def _filtered(axioms: Iterable[ax.Axiom], good: Callable[[object], bool]) -> tuple[ax.Axiom, ...]:
    return tuple(left for axiom in axioms for left in _good_parts(axiom, good))


def _good_parts(axiom: ax.Axiom, good: Callable[[object], bool]) -> Iterable[ax.Axiom]:
    """Return the axioms that remain of one, lists without the parts that are not good."""
    if good(axiom):
        return (axiom,)

    def clean(expressions: Iterable[ClassExpression]) -> tuple[ClassExpression, ...]:
        return tuple(part for part in expressions if good(part))

    match axiom:
        case ax.ClassAssertion(individual, expression):
            return [ax.ClassAssertion(individual, part) for part in clean(ax.conjuncts(expression))]
        case ax.SubClassOf(lower, upper) if good(lower):
            return [ax.SubClassOf(lower, part) for part in clean(ax.conjuncts(upper))]
        case ax.EquivalentClasses(classes) if len(left := clean(classes)) > 1:
            return (ax.EquivalentClasses(left),)
        case ax.DisjointClasses(classes) if len(left := clean(classes)) > 1:
            return (ax.DisjointClasses(left),)
    return ()


def hold_out(ontology: Ontology, without: Collection[str]) -> Ontology:
    """Return an ontology without assertions about individuals, who keep their numbers."""
    names = frozenset(without)
    if not names:
        return ontology
    facts, visible = ontology.facts, ~excluded(ontology.signature.individuals, names)
    return replace(
        ontology,
        axioms=tuple(_without_individuals(ontology.axioms, names)),
        facts=facts.select(
            visible[facts.type_subjects],
            visible[facts.role_subjects] & visible[facts.role_objects],
            visible[facts.value_subjects],
        ),
    )


def _without_individuals(axioms: Iterable[ax.Axiom], names: frozenset[str]) -> Iterator[ax.Axiom]:
    for axiom in axioms:
        if isinstance(axiom, ax.SameIndividual | ax.DifferentIndividuals):
            remaining = tuple(name for name in axiom.individuals if name not in names)
            if len(remaining) > 1:
                yield replace(axiom, individuals=remaining)
        elif not isinstance(axiom, ax.Assertion) or names.isdisjoint(ax.individuals_in(axiom)):
            yield axiom


def excluded(individuals: Names, without: Collection[str]) -> Mask:
    """Return the mask of individuals that are held out, by number."""
    mask = np.zeros(len(individuals), dtype=np.bool_)
    mask[[individuals.id(name) for name in without if name in individuals]] = True
    return mask


def alpha_cut(ontology: Ontology, degree: float) -> Ontology:
    """Return the crisp ontology of what holds to at least a degree, all names kept."""
    fuzziness, facts = ontology.fuzziness, ontology.facts
    names = ontology.signature
    types = _mask_without(
        (facts.type_subjects, facts.type_classes),
        (names.individuals, names.classes),
        (key for key, held in fuzziness.types.items() if held < degree),
    )
    fillers = _mask_without(
        (facts.role_roles, facts.role_subjects, facts.role_objects),
        (names.roles, names.individuals, names.individuals),
        (key for key, held in fuzziness.roles.items() if held < degree),
    )
    weaker = {axiom for axiom, held in fuzziness.axioms.items() if held < degree}
    return replace(
        ontology,
        axioms=tuple(axiom for axiom in ontology.axioms if axiom not in weaker),
        facts=facts.select(types, fillers),
        fuzziness=replace(fuzziness, types={}, roles={}, axioms={}),
    )


def _mask_without(
    columns: tuple[Ids, ...], vocabularies: tuple[Names, ...], removed: Iterable[tuple[str, ...]]
) -> Mask:
    """Return the mask of rows that are none of the removed ones."""
    ids = [
        [vocabulary.id(name) for vocabulary, name in zip(vocabularies, key, strict=True)]
        for key in removed
        if all(name in vocabulary for vocabulary, name in zip(vocabularies, key, strict=True))
    ]
    table = np.array(ids, dtype=np.int64).reshape(-1, len(columns))
    row_keys = _row_keys(columns, vocabularies)
    return ~np.isin(row_keys, _row_keys(tuple(table.T), vocabularies))


def _row_keys(columns: tuple[Ids | Offsets, ...], vocabularies: tuple[Names, ...]) -> Offsets:
    keys = np.zeros(columns[0].size, dtype=np.int64)
    for column, vocabulary in zip(columns, vocabularies, strict=True):
        keys = keys * (len(vocabulary) + 1) + column
    return keys


_COMPLEMENT = "urn:owlboost:complement#"


def with_complement(ontology: Ontology, iri: str) -> tuple[Ontology, str]:
    """Return an ontology in which the complement of a class has a name, and that name.

    Its members are the individuals a with K ⊨ ¬T(a), as far as a reasoner derives them.
    """
    signature = ontology.signature
    name = _COMPLEMENT + iri
    named = ax.EquivalentClasses((Class(name), Not(Class(iri))))
    extended = replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, name])),
        axioms=(*ontology.axioms, named),
    )
    return extended, name
