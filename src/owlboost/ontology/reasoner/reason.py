"""Reasoning over an ontology: derivations, remarks, classes to hide."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from owlboost.errors import InconsistentError, Message, ParameterError, did_you_mean
from owlboost.ontology.axioms import Assertion
from owlboost.ontology.datatypes.values import DataValue
from owlboost.ontology.ontology import Facts, Ontology, Remark
from owlboost.ontology.reasoner.clauses import is_understood, says_nothing
from owlboost.ontology.reasoner.engine import Derived, Prepared, derive, prepare
from owlboost.ontology.reasoner.hermit import complete
from owlboost.ontology.reasoner.incompleteness import (
    HERMIT,
    REMEDY,
    derived_remarks,
    incomplete_axioms,
    names_apart,
)
from owlboost.ontology.reasoner.inferences import Inferences, class_hierarchy, infer, number_of
from owlboost.ontology.text import Spelling
from owlboost.ontology.transform import alpha_cut, hide_classes, hide_malformed, hold_out
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names

Reasoner = Literal["structural", "hermit"]
REASONERS: tuple[Reasoner, ...] = get_args(Reasoner)


def require_reasoner(reasoner: str) -> None:
    """Raise ParameterError unless it is a known reasoner."""
    if reasoner not in REASONERS:
        hint = did_you_mean(reasoner, REASONERS)
        raise ParameterError(f"There is no reasoner '{reasoner}'.{hint}")


@dataclass(frozen=True, slots=True)
class Derivation:
    """The facts derived from a whole ontology."""

    prepared: Prepared
    derived: Derived

    def belongs(self, individual: str, iri: str) -> bool:
        """Whether an individual was shown to belong to a class.

        The individual may be named or anonymous.
        """
        program, state = self.prepared.program, self.derived.state
        element = state.representative[program.signature.individuals.id(individual)]
        return bool(state.has(program.terms.named(iri))[element])


def derive_from(ontology: Ontology) -> Derivation:
    """Derive the consequences of an ontology, without remarks."""
    prepared = prepare(understood(ontology)[0])
    return Derivation(prepared, derive(prepared))


@dataclass(frozen=True, slots=True)
class Exploration(Derivation):
    """The facts derived from a whole ontology, with remarks.

    The remarks say where something may have been missed.
    """

    remarks: tuple[Remark, ...]


def explore(ontology: Ontology) -> Exploration:
    """Derive the consequences of an ontology, with remarks."""
    prepared = prepare_ontology(ontology)
    derived = derive(prepared.prepared)
    return Exploration(prepared.prepared, derived, prepared.all_remarks(derived))


@dataclass(frozen=True, slots=True)
class PreparedOntology:
    """An ontology compiled for reasoning with any of its individuals left out.

    The remarks say where reasoning may miss something, as far as the axioms show it.
    """

    prepared: Prepared
    remarks: tuple[Remark, ...]

    @property
    def literals(self) -> tuple[DataValue, ...]:
        """The values that the ontology mentions; their positions are their numbers."""
        return self.prepared.program.data.known_values

    @property
    def stated_values(self) -> dict[str, Sequence[Ids]]:
        """Data property → values that are stated of it or of one below it, by number."""
        program = self.prepared.program
        names = program.signature.data_properties
        return {names[number]: values for number, values in program.data.stated.items()}

    def naming(self) -> Spelling:
        """Return the function that names entities in messages."""
        return self.prepared.program.naming()

    def infer(self, *, without: Collection[str] = (), hidden: Collection[str] = ()) -> Inferences:
        """Reason without what is stated about some individuals; they keep their numbers.

        Classes that are hidden are reasoned with, but the inferences do not have them.
        """
        derived = derive(self.prepared, without)
        return infer(self.prepared, derived, hidden, self.all_remarks(derived))

    def all_remarks(self, derived: Derived) -> tuple[Remark, ...]:
        """Return where something may have been missed in all that was derived."""
        return (*self.remarks, *derived_remarks(self.prepared, derived))


def prepare_ontology(ontology: Ontology) -> PreparedOntology:
    """Compile an ontology once, to reason several times."""
    visible, remarks = understood(ontology)
    prepared = prepare(visible)
    incomplete = incomplete_axioms(prepared, visible.axioms)
    return PreparedOntology(prepared, (*remarks, *names_apart(visible), *incomplete))


def prepare_with_hermit(
    ontology: Ontology,
    structural: PreparedOntology,
    *,
    without: Collection[str] = (),
    timeout: float | None = None,
) -> PreparedOntology:
    """Compile an ontology without some individuals, with all that HermiT infers of it.

    ``structural`` is the ontology prepared for the structural reasoner; HermiT has ``timeout``
    seconds.
    """
    try:
        completed = complete(hold_out(ontology, without), timeout=timeout)
    except InconsistentError:
        structural.infer(without=without)  # names the axiom, if it sees the clash
        raise
    added = (*names_apart(completed), *completed.remarks[len(ontology.remarks) :])
    return replace(prepare_ontology(completed), remarks=added)


def after_hermit(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return the remarks that still hold: those on anonymous fillers, and on values."""
    return tuple(replace(remark, message=remark.message.removesuffix(REMEDY)) for remark in remarks)


def reason(
    ontology: Ontology,
    *,
    hidden: Collection[str] = (),
    without: Collection[str] = (),
    reasoner: Reasoner = "structural",
    timeout: float | None = None,
) -> Inferences:
    """Return all that follows from an ontology for its named individuals.

    Everything inferred does follow; where something may be missed, a remark says so. Of a fuzzy
    ontology, what holds in full is reasoned with.

    Parameters
    ----------
    ontology
        As read.
    hidden
        Classes that disappear before reasoning, with every axiom that mentions one.
    without
        Individuals whose every assertion is dropped before reasoning; they keep their numbers.
    reasoner
        ``"structural"``, or ``"hermit"``, which needs owlready2 and Java.
    timeout
        Seconds that HermiT may take.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    ParameterError, ReasonerError
        If there is no such reasoner, or HermiT fails.
    UnknownNameError
        If there is no class of those to hide.
    """
    require_reasoner(reasoner)
    for iri in hidden:
        number_of(iri, ontology.signature.classes, "class")
    visible, left_out = _crisp(hide_classes(ontology, frozenset(hidden)))
    prepared = prepare_ontology(visible)
    if reasoner == "structural":
        inferred = prepared.infer(without=without, hidden=hidden)
        return replace(inferred, remarks=(*left_out, *inferred.remarks))
    completed = prepare_with_hermit(visible, prepared, without=without, timeout=timeout)
    inferred = completed.infer(hidden=hidden)
    return replace(inferred, remarks=(*left_out, *after_hermit(inferred.remarks)))


def _crisp(ontology: Ontology) -> tuple[Ontology, list[Remark]]:
    """Return an ontology without what holds to a degree only, and a remark if something does."""
    fuzziness = ontology.fuzziness
    count = fuzziness.n_graded + len(fuzziness.inclusions)
    if not count:
        return ontology, []
    text = "what holds only to a degree, and fuzzy concepts, are left out"
    return alpha_cut(ontology, 1.0), [Remark("fuzzy-left-out", text, count)]


def classes_below(ontology: Ontology, iri: str) -> frozenset[str]:
    """Return the classes that the terminology proves equivalent to a class or below it.

    Classes without any possible member are not among them for that reason alone.

    Raises
    ------
    UnknownNameError
        There is no such class.
    """
    number_of(iri, ontology.signature.classes, "class")
    terminology, _ = understood(_without_assertions(ontology))
    prepared = prepare(terminology)
    derived = derive(prepared)
    nothing = np.zeros(derived.state.n, dtype=np.bool_)
    classes = Names(prepared.classes)
    hierarchy = class_hierarchy(prepared, derived, classes, nothing)
    upper = classes.id(iri)
    below = (name for lower, name in enumerate(classes) if hierarchy.holds(lower, upper))
    return frozenset([iri, *below])


def _without_assertions(ontology: Ontology) -> Ontology:
    none = np.empty(0, dtype=np.int32)
    facts = Facts(none, none, none, none, none, none, none, none, ())
    axioms = tuple(axiom for axiom in ontology.axioms if not isinstance(axiom, Assertion))
    return replace(ontology, axioms=axioms, facts=facts)


def understood(ontology: Ontology) -> tuple[Ontology, list[Remark]]:
    """Return the part of an ontology that is used, with remarks.

    Malformed values are left out, as are axioms on the top properties that are not used. The latter
    are remarked on here, the former were when they were read.
    """
    ontology = hide_malformed(ontology)
    skipped = [axiom for axiom in ontology.axioms if not is_understood(axiom)]
    empty = [axiom for axiom in ontology.axioms if says_nothing(axiom)]
    if not skipped and not empty:
        return ontology, []
    drop = {*map(id, skipped), *map(id, empty)}
    remaining = tuple(axiom for axiom in ontology.axioms if id(axiom) not in drop)
    count = len({*map(id, skipped)}.difference(map(id, empty)))
    claim = "axioms about the top property are left out; use "
    remark = Remark("unsupported-top-property", Message(claim, HERMIT, " to include them"), count)
    return replace(ontology, axioms=remaining), [remark] if count else []
