"""Reasons for conditions of rules that are inferred, not stated."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from owlboost.concepts.concept import Concept, DataLabel
from owlboost.concepts.evaluation import Extents
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.ontology.axioms import ClassAssertion, SubClassOf, classes_in
from owlboost.ontology.explain.justifications import Justification, Justifier, why_member
from owlboost.ontology.expressions import Class, ClassExpression, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.statements import RoleAssertion, Selections
from owlboost.ontology.text import sentences
from owlboost.sources.crisp_expressions import Cut, crisp, meanings
from owlboost.sources.ontology_values import timelines

Inferred = ClassAssertion | RoleAssertion
"""A membership, or a filler of a role."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """An inferred fact behind a condition, with the statements it follows from.

    There is no reason if the built-in reasoner does not derive it, but another one does; a fuzzy
    concept is computed from the degrees of some classes.

    Examples
    --------
    >>> tom = ClassAssertion("urn:tom", Class("urn:Pet"))
    >>> print(*Grounding(tom, None).lines(), sep="")
    tom Type Pet, which does not follow by the built-in reasoner
    """

    fact: Inferred
    reason: Justification | None
    lexicon: Lexicon = SHORT_NAMES
    computed_from: tuple[str, ...] = ()

    def __str__(self) -> str:
        return sentences([self.fact], self.lexicon)[0]

    def lines(self) -> Iterator[str]:
        """Yield the fact, and the statements below it."""
        if self.reason is None and self.computed_from:
            names = ", ".join(map(self.lexicon.name, self.computed_from))
            yield f"{self}, which is computed from how far it is {names}"
            return
        if self.reason is None:
            yield f"{self}, which does not follow by the built-in reasoner"
            return
        yield f"{self}, because"
        yield from (f"  {line}" for line in self.reason.lines())

    def as_json(self) -> dict[str, Any]:
        """Return the fact and its statements, null without a reason."""
        return {
            "fact": str(self),
            "statements": None if self.reason is None else self.reason.lines(),
        }


def grounds(
    ontology: Ontology, kb: KnowledgeBase, extents: Extents, bodies: Iterable[Concept], element: int
) -> Iterator[Grounding]:
    """Yield the inferred facts behind concepts of an individual, each once.

    Of the fillers that satisfy a condition, the best counts; of equals, one that has a name, in the
    order of names. Facts of a filler without a name are reported as those of its owner. The
    ontology is without what the rules must not know; the element has each of the concepts to a
    degree above 0.
    """
    stated, justifier = Selections(ontology), Justifier(ontology)
    needed = (fact for body in bodies for fact in _needed(ontology, kb, extents, body, element))
    for fact in dict.fromkeys(needed):
        if not stated.numbers([fact]):
            reasons = _reasons(ontology, justifier, fact)
            lexicon = kb.lexicon
            justification = Justification(reasons[0].statements, lexicon) if reasons else None
            yield Grounding(fact, justification, lexicon, _parts(ontology, fact))


def _parts(ontology: Ontology, fact: Inferred) -> tuple[str, ...]:
    if not isinstance(fact, ClassAssertion):
        return ()
    computed = (computed_from(ontology, iri) for iri in classes_in(fact.expression))
    return tuple(sorted({iri for parts in computed for iri in parts}))


def computed_from(ontology: Ontology, class_: str) -> tuple[str, ...]:
    """Return the parts of, or the classes below, a fuzzy concept; none if there is none."""
    if not ontology.fuzziness.inclusions:
        return ()
    below = {
        inclusion.upper: classes_in(inclusion.lower) for inclusion in ontology.fuzziness.inclusions
    }
    for axiom in ontology.axioms:
        if isinstance(axiom, SubClassOf) and isinstance(axiom.upper, Class):
            below.setdefault(axiom.upper.iri, classes_in(axiom.lower))
    return tuple(sorted(below.get(class_, ())))


def _reasons(ontology: Ontology, justifier: Justifier, fact: Inferred) -> tuple[Justification, ...]:
    match fact:
        case RoleAssertion(role, subject, object_):
            return justifier.filler(role.iri, subject, object_, most=1)
        case ClassAssertion(individual, Class(iri)):
            return justifier.member(individual, iri, most=1)
        case ClassAssertion(individual, expression):
            return why_member(ontology, individual, expression, most=1)


def _needed(
    ontology: Ontology, kb: KnowledgeBase, extents: Extents, concept: Concept, element: int
) -> Iterator[Inferred]:
    """Yield the memberships and fillers behind the degree of a concept."""
    name = kb.individuals[element]

    def as_class(part: Concept) -> ClassExpression:
        return crisp(part, Cut.SUPPORT, meanings(ontology), timelines(ontology))

    for label in concept.labels:
        if not isinstance(label, DataLabel):  # values are told with the condition
            yield ClassAssertion(name, as_class(Concept((label,))))
    for edge in concept.edges:
        fillers = kb.roles[kb.vocabulary.roles.id(edge.role)][element]
        best = int(fillers[np.argmax(extents.degrees(edge.filler)[fillers])])
        if best < len(kb.individuals):
            yield RoleAssertion(Role(edge.role), name, kb.individuals[best])
            yield from _needed(ontology, kb, extents, edge.filler, best)
        else:
            yield ClassAssertion(name, as_class(Concept((), (edge,))))
