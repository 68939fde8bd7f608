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

from owlboost.data.vocabulary import Lexicon
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
from owlboost.ontology.text import sentences
from owlboost.runtime.array_types import Mask
from owlboost.runtime.names import Names


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


_GOAL = "urn:owlboost:why#it"
"""A class for what is asked, if it has no name."""

_LOOKED_AT = 4
"""How many justifications are looked for, for each one that is shown."""


@dataclass(frozen=True, slots=True)
class Justification:
    """Statements from which something follows; without any one of them, it does not.

    Attributes
    ----------
    statements
        Assertions first, then axioms, each after those that it builds on.
    lexicon
        What people call things.

    Examples
    --------
    >>> from owlboost.ontology.axioms import ClassAssertion
    >>> tom = ClassAssertion("urn:tom", Class("urn:Cat"))
    >>> print(Justification((tom, SubClassOf(Class("urn:Cat"), Class("urn:Pet")))))
    tom Type Cat
    Cat SubClassOf Pet
    """

    statements: tuple[Statement, ...]
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.statements)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return each statement in Manchester syntax, with labels or short names."""
        return sentences(self.statements, self.lexicon)

    @property
    def is_stated(self) -> bool:
        """Whether it takes assertions only, and no axiom."""
        return all(isinstance(one, _ASSERTIONS) for one in self.statements)

    def as_json(self) -> dict[str, Any]:
        """Return the statements as JSON values."""
        return {"statements": self.lines()}


_ASSERTIONS = Assertion | RoleAssertion | DataAssertion


class Justifier:
    """Tells why something follows from an ontology that is reasoned over once.

    Parameters
    ----------
    ontology
        As read.

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
    def _known(self) -> Tracing:
        return trace_from(self._ontology)

    @property
    def _consistent(self) -> Tracing:
        if self._known.error is not None:
            raise self._known.error
        return self._known

    def member(self, individual: str, iri: str, most: int = 3) -> tuple[Justification, ...]:
        """Return why an individual belongs to a named class; nothing if that is not derived.

        Parameters
        ----------
        individual, iri
            By IRI.
        most
            How many reasons to return, the smallest first.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself.
        """
        known = self._consistent
        if not known.belongs(individual, iri):
            return ()
        traced = known.behind_member(individual, iri)
        question = Question(self._ontology, individual, iri, traced, known.state.n_facts)
        return _smallest(question, most)

    def filler(
        self, role: str, subject: str, object_: str, most: int = 3
    ) -> tuple[Justification, ...]:
        """Return why two individuals are related by a named role; nothing if it is not derived.

        Parameters
        ----------
        role, subject, object_
            By IRI.
        most
            How many reasons to return, the smallest first.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself.
        """
        known = self._consistent
        if not known.related(role, subject, object_):
            return ()
        traced = known.behind_filler(role, subject, object_)
        whole = _with_goal(self._ontology, HasValue(Role(role), object_))
        fixed = frozenset([len(self._ontology.axioms)])
        question = Question(whole, subject, _GOAL, traced, known.state.n_facts, fixed)
        return _smallest(question, most)

    def contradiction(self, most: int = 3) -> tuple[Justification, ...]:
        """Return why the ontology contradicts itself; nothing if that is not derived.

        Parameters
        ----------
        most
            How many reasons to return, the smallest first.
        """
        known = self._known
        if known.error is None:
            return ()
        traced = known.behind_contradiction()
        about = known.error.individual
        return _smallest(Question(self._ontology, about, None, traced, known.state.n_facts), most)


def why_member(
    ontology: Ontology, individual: str, expression: ClassExpression, most: int = 3
) -> tuple[Justification, ...]:
    """Return why an individual belongs to a class, the smallest reasons first; none if it does not.

    Parameters
    ----------
    ontology
        As read.
    individual
        By IRI.
    expression
        The class, named or compound.
    most
        How many reasons to return. If the ontology is large, there may be more and smaller ones.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    if isinstance(expression, Class):
        return Justifier(ontology).member(individual, expression.iri, most)
    whole = _with_goal(ontology, expression)
    known = trace_from(whole)
    if known.error is not None:
        raise known.error
    if not known.belongs(individual, _GOAL):
        return ()
    traced = known.behind_member(individual, _GOAL)
    fixed = frozenset([len(ontology.axioms)])
    return _smallest(Question(whole, individual, _GOAL, traced, known.state.n_facts, fixed), most)


def why_inconsistent(ontology: Ontology, most: int = 3) -> tuple[Justification, ...]:
    """Return why an ontology contradicts itself, the smallest reasons first.

    There is none if the structural reasoner finds no contradiction.

    Parameters
    ----------
    ontology
        As read.
    most
        How many reasons to return. If the ontology is large, there may be more and smaller ones.
    """
    return Justifier(ontology).contradiction(most)


def _with_goal(ontology: Ontology, expression: ClassExpression) -> Ontology:
    """Return the ontology with a class above an expression; all classes keep their numbers."""
    signature, axiom = ontology.signature, SubClassOf(expression, Class(_GOAL))
    return replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, _GOAL])),
        axioms=(*ontology.axioms, axiom),
    )


def _smallest(question: Question, most: int) -> tuple[Justification, ...]:
    stated = Selections(question.whole)
    numbers = islice(JustificationSearch(question, stated).found(), most * _LOOKED_AT)
    found = (_justification(stated, one) for one in numbers)
    return tuple(sorted(found, key=lambda one: (len(one), one.lines()))[:most])


def _justification(stated: Selections, numbers: frozenset[int]) -> Justification:
    told = [stated[number] for number in sorted(numbers)]
    assertions = [one for one in told if isinstance(one, _ASSERTIONS)]
    axioms = [one for one in told if not isinstance(one, _ASSERTIONS)]
    places = list(chain.from_iterable(layers(axioms, {*strings_of(assertions)})))
    ordered = [*places, *(place for place in range(len(axioms)) if place not in places)]
    return Justification((*assertions, *(axioms[place] for place in ordered)))
