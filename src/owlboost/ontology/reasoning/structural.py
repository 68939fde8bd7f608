"""The structural reasoner as functions: an ontology in, its knowledge base out."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from owlboost.errors import Sentence, UnknownNameError, did_you_mean
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import Assertion, Facts, Ontology, Remark
from owlboost.ontology.language.hiding import hide_classes, hide_malformed
from owlboost.ontology.reasoning.building import build
from owlboost.ontology.reasoning.diagnostics import (
    HERMIT,
    derived_remarks,
    incomplete_axioms,
    names_apart,
)
from owlboost.ontology.reasoning.hierarchies import class_hierarchy
from owlboost.ontology.reasoning.saturation.engine import Derived, Prepared, derive, prepare
from owlboost.ontology.reasoning.saturation.extremes import is_understood, says_nothing


@dataclass(frozen=True, slots=True)
class Saturated:
    """A knowledge base, and where reasoning may have missed something.

    Attributes
    ----------
    synonyms
        The individuals that are the same as one before them: that one is listed as a filler.
    """

    kb: KnowledgeBase
    remarks: tuple[Remark, ...]
    synonyms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Compiled:
    """An ontology prepared for reasoning with any of its individuals held out."""

    prepared: Prepared
    hidden: frozenset[str]
    remarks: tuple[Remark, ...]

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        derived = derive(self.prepared, without)
        kb = build(self.prepared, derived, self.hidden)
        remarks = (*self.remarks, *derived_remarks(self.prepared, derived))
        return Saturated(kb, remarks, frozenset(_synonyms(self.prepared, derived)))

    def hiding(self, more: Collection[str]) -> "Compiled":
        """Return the same, with further classes that the knowledge base must not know of."""
        return replace(self, hidden=self.hidden.union(more))


def _synonyms(prepared: Prepared, derived: Derived) -> Iterator[str]:
    first = derived.state.representative[: len(prepared.named)]
    moved = np.flatnonzero(first != np.arange(first.size))
    return (prepared.named[number] for number in moved.tolist())


def compile_ontology(
    ontology: Ontology, *, target: str | None = None, hide: Collection[str] = ()
) -> Compiled:
    """Prepare an ontology once, for several saturations.

    Parameters
    ----------
    ontology
        As read.
    target
        The class to be learned. It disappears before reasoning, with every axiom that mentions
        it; the classes that the whole ontology proves equivalent to it or below it disappear
        from the vocabulary.
    hide
        Further classes that disappear before reasoning.
    """
    gone = frozenset(hide) | ({target} if target is not None else frozenset())
    hidden = gone if target is None else hidden_classes(ontology, target, hide)
    visible, remarks = understood(hide_classes(ontology, gone))
    prepared = prepare(visible)
    incomplete = incomplete_axioms(prepared, visible.axioms)
    return Compiled(prepared, hidden, (*remarks, *names_apart(visible), *incomplete))


@dataclass(frozen=True, slots=True)
class Derivation:
    """What was derived from a whole ontology."""

    prepared: Prepared
    derived: Derived

    def belongs(self, individual: str, iri: str) -> bool:
        """Whether an individual, named or anonymous, was shown to belong to a class."""
        program, state = self.prepared.program, self.derived.state
        element = state.representative[program.signature.individuals.id(individual)]
        return bool(state.has(program.terms.named(iri))[element])


def derive_from(ontology: Ontology) -> Derivation:
    """Derive what follows from an ontology, without a word on what may have been missed.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    prepared = prepare(understood(ontology)[0])
    return Derivation(prepared, derive(prepared))


@dataclass(frozen=True, slots=True)
class Exploration(Derivation):
    """What was derived from a whole ontology, and where something may have been missed."""

    remarks: tuple[Remark, ...]


def explore(ontology: Ontology) -> Exploration:
    """Derive what follows from an ontology without making a knowledge base of it.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    visible, remarks = understood(ontology)
    prepared = prepare(visible)
    derived = derive(prepared)
    missed = (*incomplete_axioms(prepared, visible.axioms), *derived_remarks(prepared, derived))
    return Exploration(prepared, derived, (*remarks, *names_apart(visible), *missed))


def saturate(
    ontology: Ontology,
    *,
    target: str | None = None,
    hide: Collection[str] = (),
    without: Collection[str] = (),
) -> Saturated:
    """Derive what follows from an ontology (note 1 of the paper notes).

    Everything derived does follow. Of what the W3C's tests for OWL 2 EL, QL and RL ask, all is
    derived but some of what takes data ranges; where something may be missed, a remark says so.

    Parameters
    ----------
    ontology
        As read.
    target, hide
        Classes that the result must not know of, see :func:`compile_ontology`.
    without
        Individuals whose every assertion is dropped before reasoning; they keep their numbers.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    return compile_ontology(ontology, target=target, hide=hide).saturate(without=without)


def hidden_classes(ontology: Ontology, target: str, hide: Collection[str] = ()) -> frozenset[str]:
    """Return the classes that must not be seen when ``target`` is learned.

    They are the target, those to hide, and all that the terminology, with the target's axioms,
    proves equivalent to the target or below it.
    """
    names = ontology.signature.classes
    for name in (target, *hide):
        if name not in names:
            hint = did_you_mean(name, names)
            raise UnknownNameError(f"The ontology has no class named '{name}'.{hint}")
    terminology, _ = understood(_without_assertions(ontology))
    prepared = prepare(terminology)
    derived = derive(prepared)
    nothing = np.zeros(derived.state.n, dtype=np.bool_)
    classes = Names(prepared.classes)
    hierarchy = class_hierarchy(prepared, derived, classes, nothing)
    upper = classes.id(target)
    below = (name for lower, name in enumerate(classes) if hierarchy.holds(lower, upper))
    return frozenset([target, *hide, *below])


def _without_assertions(ontology: Ontology) -> Ontology:
    none = np.empty(0, dtype=np.int32)
    facts = Facts(none, none, none, none, none, none, none, none, ())
    axioms = tuple(axiom for axiom in ontology.axioms if not isinstance(axiom, Assertion))
    return replace(ontology, axioms=axioms, facts=facts)


def understood(ontology: Ontology) -> tuple[Ontology, list[Remark]]:
    """Return the ontology without malformed values and what is not used of the top properties.

    The latter are remarked on here, the former were when they were read.
    """
    ontology = hide_malformed(ontology)
    skipped = [axiom for axiom in ontology.axioms if not is_understood(axiom)]
    empty = [axiom for axiom in ontology.axioms if says_nothing(axiom)]
    if not skipped and not empty:
        return ontology, []
    drop = {*map(id, skipped), *map(id, empty)}
    kept = tuple(axiom for axiom in ontology.axioms if id(axiom) not in drop)
    count = len({*map(id, skipped)}.difference(map(id, empty)))
    claim = "axioms about the top property are left out; use "
    remark = Remark("unsupported-top-property", Sentence(claim, HERMIT, " to include them"), count)
    return replace(ontology, axioms=kept), [remark] if count else []
