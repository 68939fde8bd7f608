"""Questions put to a reasoner: by a class that names the question, or by denial."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.w3c.extending import extended
from tests.w3c.questions import FRESH, Question

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    SubClassOf,
    classes_in,
    individuals_in,
    walk,
)
from owlboost.ontology.expressions import NOTHING, THING, Class, Not, Role
from owlboost.ontology.ontology import Ontology, Remark, Signature
from owlboost.runtime.names import Names
from owlboost.sources.ontology_knowledge import Saturated, saturate


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether all questions have the answer yes, and what was remarked on the way to a no."""

    yes: bool
    remarks: tuple[Remark, ...] = ()


Reasoning = Callable[[Ontology], Saturated]
"""A reasoner: from an ontology to what follows from it."""


def answered(
    premise: Ontology,
    names: Signature,
    questions: Sequence[Question],
    reasoning: Reasoning = saturate,
) -> Answer:
    """Ask whether all of some questions have the answer yes.

    Parameters
    ----------
    premise
        What is known.
    names
        Further names that the questions use.
    questions
        Those without assumptions are asked together.
    reasoning
        The reasoner to ask.
    """
    known = extended(premise, names, ())
    plain = [one for one in questions if not one.assumed]
    groups = [plain] if plain else []
    groups += [[one] for one in questions if one.assumed]
    for group in groups:
        answer = _named(known, group, reasoning)
        if not answer.yes:
            return answer
    return Answer(yes=True)


def _named(known: Ontology, group: Sequence[Question], reasoning: Reasoning) -> Answer:
    """Ask by new classes above what is asked for; what is left open is denied in turn."""
    marks = [Class(f"{FRESH}Question{number}") for number in range(len(group))]
    asked = [SubClassOf(one.expression, mark) for one, mark in zip(group, marks, strict=True)]
    try:
        saturated = reasoning(with_axioms(known, [*asked, *group[0].assumed], group))
    except InconsistentError:
        return Answer(yes=True)
    for one, mark in zip(group, marks, strict=True):
        if not _is_member(saturated.kb, one.who, mark.iri) and not _undeniable(
            known, one, reasoning
        ):
            return Answer(yes=False, remarks=saturated.remarks)
    return Answer(yes=True)


def _is_member(kb: KnowledgeBase, who: str | None, iri: str) -> bool:
    found = kb.members[kb.vocabulary.classes.id(iri)]
    return bool(found.size) if who is None else kb.individuals.id(who) in found


def _undeniable(known: Ontology, question: Question, reasoning: Reasoning) -> bool:
    """Whether it is a contradiction that the answer is no."""
    no = Not(question.expression)
    denial: Axiom = (
        SubClassOf(Class(THING), no) if question.who is None else ClassAssertion(question.who, no)
    )
    try:
        reasoning(with_axioms(known, [*question.assumed, denial], [question]))
    except InconsistentError:
        return True
    return False


def with_axioms(known: Ontology, axioms: Sequence[Axiom], asked: Iterable[Question]) -> Ontology:
    """Return an ontology with axioms, and with the names in them."""
    nodes = [*walk(tuple(axioms))]
    people = individuals_in(tuple(axioms)) | {one.who for one in asked if one.who is not None}
    data = {name for node in nodes if (name := getattr(node, "property", None)) is not None}
    names = Signature(
        classes=Names(sorted(classes_in(tuple(axioms)) - {THING, NOTHING})),
        roles=Names(sorted({node.iri for node in nodes if isinstance(node, Role)})),
        data_properties=Names(sorted(data)),
        individuals=Names(sorted(people)),
    )
    return extended(known, names, axioms)
