"""The structural reasoner with a memory: from which statements its facts were derived."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from owlboost.errors import InconsistentError
from owlboost.ontology.language.axioms import Ontology, SameIndividual
from owlboost.ontology.language.selections import Statement, strings_of
from owlboost.ontology.reasoning.saturation.chronicle import (
    NEVER,
    ChronicledState,
    Fact,
    member,
    pair,
)
from owlboost.ontology.reasoning.saturation.clashes import contradiction
from owlboost.ontology.reasoning.saturation.engine import Prepared, derive, prepare
from owlboost.ontology.reasoning.saturation.premises import Premises
from owlboost.ontology.reasoning.saturation.traces import statements_behind
from owlboost.ontology.reasoning.structural import understood
from owlboost.runtime.array_types import Mask


@dataclass(frozen=True, slots=True)
class Tracing:
    """All that was derived from an ontology, and in which order.

    Attributes
    ----------
    ontology
        What was reasoned over.
    error
        The contradiction that was found, if there was one.
    """

    ontology: Ontology
    prepared: Prepared
    state: ChronicledState
    error: InconsistentError | None

    def belongs(self, individual: str, iri: str) -> bool:
        """Whether an individual was shown to belong to a class."""
        return bool(self.state.has(self._term(iri))[self._element(individual)])

    def related(self, role: str, subject: str, object_: str) -> bool:
        """Whether two individuals were shown to be related by a named role."""
        return bool(
            np.isin(self._pair(role, subject, object_).key, self.state.role(self._role(role)))
        )

    def behind_member(self, individual: str, iri: str) -> list[Statement]:
        """Return the statements met on the way back from a membership; it may take more."""
        return self._behind(member(self._term(iri), self._element(individual)))

    def behind_filler(self, role: str, subject: str, object_: str) -> list[Statement]:
        """Return the statements met on the way back from a filler; it may take more."""
        return self._behind(self._pair(role, subject, object_))

    def behind_contradiction(self) -> list[Statement]:
        """Return the statements met on the way back from a contradiction; it may take more."""
        program, stated = self.prepared.program, self.prepared.assertions
        found = contradiction(program, self.state, stated.different)
        if found is None:
            return []
        element, clash = found
        facts = [member(term, element) for term in clash.terms]
        told = [] if clash.axiom is None else [clash.axiom]
        way = self._premises.way_to(element, NEVER)
        return [*told, *self._behind(*facts, *way)]

    @property
    def _premises(self) -> Premises:
        return Premises(self.prepared, self.state, self.ontology)

    def _behind(self, *facts: Fact) -> list[Statement]:
        found = statements_behind(self._premises, facts, self.ontology.axioms)
        elements = {end for fact in facts if fact.kind != "value" for end in fact.ends}
        return [*found, *self._same(found, elements)]

    def _same(self, statements: Iterable[Statement], elements: set[int]) -> Iterator[Statement]:
        """Iterate over the axioms that say which individuals met on the way are the same."""
        individuals = self.prepared.program.signature.individuals
        met = {self._element(name) for name in strings_of(statements) if name in individuals}
        for axiom in self.ontology.axioms:
            if isinstance(axiom, SameIndividual) and self._element(axiom.individuals[0]) in (
                met | elements
            ):
                yield axiom

    def _term(self, iri: str) -> int:
        return self.prepared.program.terms.named(iri)

    def _role(self, iri: str) -> int:
        return self.prepared.program.signature.roles.id(iri)

    def _element(self, individual: str) -> int:
        number = self.prepared.program.signature.individuals.id(individual)
        return int(self.state.representative[number])

    def _pair(self, role: str, subject: str, object_: str) -> Fact:
        return pair(self._role(role), self._element(subject), self._element(object_))


def trace_from(ontology: Ontology) -> Tracing:
    """Derive what follows from an ontology, and keep in which order it was derived.

    A contradiction is told in the result.
    """
    known = understood(ontology)[0]
    prepared, made = prepare(known), list[ChronicledState]()

    def make(individual: Mask, real: Mask) -> ChronicledState:
        made.append(ChronicledState(individual, real))
        return made[-1]

    error: InconsistentError | None = None
    try:
        derive(prepared, make=make)
    except InconsistentError as found:
        error = found
    return Tracing(known, prepared, made[-1], error)
