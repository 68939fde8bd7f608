"""Justifications: the fewest statements that the structural reasoner needs for a conclusion.

They are found by leaving out statements one by one, so that the result does not depend on how the
reasoner works (:mod:`.search`); a trace of what it derived only says where to begin.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import Assertion, SameIndividual, SubClassOf
from owlboost.ontology.explain.backward_rules import Premises, statements_behind
from owlboost.ontology.explain.derivation_log import NEVER, ChronicledState, Fact, member, pair
from owlboost.ontology.explain.search import JustificationSearch, Question
from owlboost.ontology.expressions import Class, ClassExpression, HasValue, Role
from owlboost.ontology.locality import layers
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.clashes import contradiction
from owlboost.ontology.reasoner.engine import Prepared, derive, prepare
from owlboost.ontology.reasoner.reason import understood
from owlboost.ontology.statements import (
    DataAssertion,
    RoleAssertion,
    Selections,
    Statement,
    strings_of,
)
from owlboost.ontology.text import SHORT_NAMES, Naming, sentences
from owlboost.runtime.array_types import Mask
from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True)
class Tracing:
    """The facts derived from an ontology, in their order, or a contradiction."""

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
        """Return the statements met on the way back from a membership, perhaps not all."""
        return self._behind(member(self._term(iri), self._element(individual)))

    def behind_filler(self, role: str, subject: str, object_: str) -> list[Statement]:
        """Return the statements met on the way back from a filler, perhaps not all."""
        return self._behind(self._pair(role, subject, object_))

    def behind_contradiction(self) -> list[Statement]:
        """Return the statements met on the way back from a contradiction, perhaps not all."""
        program, stated = self.prepared.program, self.prepared.assertions
        contradictory = contradiction(program, self.state, stated.different)
        if contradictory is None:
            return []
        element, clash = contradictory
        facts = [member(term, element) for term in clash.terms]
        axioms = [] if clash.axiom is None else [clash.axiom]
        way = self._premises.way_to(element, NEVER)
        return [*axioms, *self._behind(*facts, *way)]

    @property
    def _premises(self) -> Premises:
        return Premises(self.prepared, self.state, self.ontology)

    def _behind(self, *facts: Fact) -> list[Statement]:
        statements = statements_behind(self._premises, facts, self.ontology.axioms)
        elements = {end for fact in facts if fact.kind != "value" for end in fact.ends}
        return [*statements, *self._same(statements, elements)]

    def _same(self, statements: Iterable[Statement], elements: set[int]) -> Iterator[Statement]:
        """Iterate over the axioms that identify individuals met so far."""
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
    """Derive the consequences of an ontology, perhaps a contradiction, and log their order."""
    visible = understood(ontology)[0]
    prepared, made = prepare(visible), list[ChronicledState]()

    def make(individual: Mask, real: Mask) -> ChronicledState:
        made.append(ChronicledState(individual, real))
        return made[-1]

    error: InconsistentError | None = None
    try:
        derive(prepared, make=make)
    except InconsistentError as raised:
        error = raised
    return Tracing(visible, prepared, made[-1], error)


_GOAL = "urn:owlboost:why#it"
"""The class that is asked about, if it has no name."""

_LOOKED_AT = 4
"""Look for so many justifications for each one that is shown."""


@dataclass(frozen=True, slots=True)
class Justification:
    """A minimal set of statements from which something follows.

    Without any one of the statements, it does not follow. Assertions come first, then axioms, each
    after those that it builds on.

    Examples
    --------
    >>> from owlboost.ontology.axioms import ClassAssertion
    >>> tom = ClassAssertion("urn:tom", Class("urn:Cat"))
    >>> print(Justification((tom, SubClassOf(Class("urn:Cat"), Class("urn:Pet")))))
    tom Type Cat
    Cat SubClassOf Pet
    """

    statements: tuple[Statement, ...]
    naming: Naming = field(default=SHORT_NAMES, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.statements)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return each statement in Manchester syntax, with labels or short names."""
        return sentences(self.statements, self.naming)

    @property
    def is_stated(self) -> bool:
        """Whether it takes assertions only, and no axiom."""
        return all(isinstance(statement, _ASSERTIONS) for statement in self.statements)

    def as_json(self) -> dict[str, Any]:
        """Return the statements as JSON values."""
        return {"statements": self.lines()}


_ASSERTIONS = Assertion | RoleAssertion | DataAssertion


class Justifier:
    """Explanations of an ontology that is reasoned over once.

    Things go by their IRIs; of the reasons, the smallest come first.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.ontology.ontology import Facts, Signature
    >>> none, one = np.empty(0, np.int32), np.zeros(1, np.int32)
    >>> names = Signature(Names(["urn:Cat", "urn:Pet"]), individuals=Names(["urn:tom"]))
    >>> facts = Facts(one, one, none, none, none, none, none, none, ())
    >>> axioms = (SubClassOf(Class("urn:Cat"), Class("urn:Pet")),)
    >>> print(*Justifier(Ontology("", names, axioms, facts)).member("urn:tom", "urn:Pet"))
    tom Type Cat
    Cat SubClassOf Pet
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology

    @cached_property
    def _tracing(self) -> Tracing:
        return trace_from(self._ontology)

    @property
    def _consistent(self) -> Tracing:
        if self._tracing.error is not None:
            raise self._tracing.error
        return self._tracing

    def member(self, individual: str, iri: str, most: int = 3) -> tuple[Justification, ...]:
        """Return why an individual belongs to a named class.

        Nothing if that is not derived.
        """
        return _why_member(self._consistent, self._ontology, individual, iri, most)

    def filler(
        self, role: str, subject: str, object_: str, most: int = 3
    ) -> tuple[Justification, ...]:
        """Return why two individuals are related by a named role.

        Nothing if that is not derived.
        """
        tracing = self._consistent
        if not tracing.related(role, subject, object_):
            return ()
        traced = tracing.behind_filler(role, subject, object_)
        whole = _with_goal(self._ontology, HasValue(Role(role), object_))
        fixed = frozenset([len(self._ontology.axioms)])
        question = Question(whole, subject, _GOAL, traced, tracing.state.n_facts, fixed)
        return _smallest(question, most)

    def contradiction(self, most: int = 3) -> tuple[Justification, ...]:
        """Return why the ontology contradicts itself.

        Nothing if that is not derived.
        """
        tracing = self._tracing
        if tracing.error is None:
            return ()
        traced = tracing.behind_contradiction()
        about = tracing.error.individual
        return _smallest(Question(self._ontology, about, None, traced, tracing.state.n_facts), most)


def why_member(
    ontology: Ontology, individual: str, expression: ClassExpression, most: int = 3
) -> tuple[Justification, ...]:
    """Return why an individual belongs to a class.

    The smallest reasons come first. There are none if it does not belong to the class. Things go by
    their IRIs. If the ontology is large, there may be more and smaller reasons.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    if isinstance(expression, Class):
        return Justifier(ontology).member(individual, expression.iri, most)
    whole = _with_goal(ontology, expression)
    tracing = trace_from(whole)
    if tracing.error is not None:
        raise tracing.error
    fixed = frozenset([len(ontology.axioms)])
    return _why_member(tracing, whole, individual, _GOAL, most, fixed)


def _why_member(
    tracing: Tracing,
    whole: Ontology,
    individual: str,
    iri: str,
    most: int,
    fixed: frozenset[int] = frozenset(),
) -> tuple[Justification, ...]:
    if not tracing.belongs(individual, iri):
        return ()
    traced = tracing.behind_member(individual, iri)
    return _smallest(Question(whole, individual, iri, traced, tracing.state.n_facts, fixed), most)


def why_filler(
    ontology: Ontology, role: str, subject: str, object_: str, most: int = 3
) -> tuple[Justification, ...]:
    """Return why two individuals are related by a role, the smallest reasons first.

    There is none if that is not derived. Things go by their IRIs. If the ontology is large, there
    may be more and smaller reasons.
    """
    return Justifier(ontology).filler(role, subject, object_, most)


def why_inconsistent(ontology: Ontology, most: int = 3) -> tuple[Justification, ...]:
    """Return why an ontology contradicts itself, the smallest reasons first.

    There is none if the structural reasoner finds no contradiction. If the ontology is large, there
    may be more and smaller ones.
    """
    return Justifier(ontology).contradiction(most)


def _with_goal(ontology: Ontology, expression: ClassExpression) -> Ontology:
    """Return the ontology with a class, the last by number, above an expression."""
    signature, axiom = ontology.signature, SubClassOf(expression, Class(_GOAL))
    return replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, _GOAL])),
        axioms=(*ontology.axioms, axiom),
    )


def _smallest(question: Question, most: int) -> tuple[Justification, ...]:
    stated = Selections(question.whole)
    sets = islice(JustificationSearch(question, stated).justifications(), most * _LOOKED_AT)
    reasons = (_justification(stated, numbers) for numbers in sets)
    return tuple(sorted(reasons, key=lambda reason: (len(reason), reason.lines()))[:most])


def _justification(stated: Selections, numbers: frozenset[int]) -> Justification:
    statements = [stated[number] for number in sorted(numbers)]
    assertions = [statement for statement in statements if isinstance(statement, _ASSERTIONS)]
    axioms = [statement for statement in statements if not isinstance(statement, _ASSERTIONS)]
    places = list(chain.from_iterable(layers(axioms, {*strings_of(assertions)})))
    ordered = [*places, *(place for place in range(len(axioms)) if place not in places)]
    return Justification((*assertions, *(axioms[place] for place in ordered)))
