"""Reasoning over an ontology: derivations, remarks, classes to hide."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from owlboost.errors import Message, UnknownNameError, did_you_mean
from owlboost.ontology.axioms import Assertion
from owlboost.ontology.ontology import Facts, Ontology, Remark
from owlboost.ontology.reasoner.engine import Derived, Prepared, derive, prepare
from owlboost.ontology.reasoner.extreme_properties import is_understood, says_nothing
from owlboost.ontology.reasoner.incompleteness import (
    HERMIT,
    derived_remarks,
    incomplete_axioms,
    names_apart,
)
from owlboost.ontology.reasoner.inferences import class_hierarchy
from owlboost.ontology.transform import hide_malformed
from owlboost.runtime.names import Names


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
    """Derive the consequences of an ontology, without remarks.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    prepared = prepare(understood(ontology)[0])
    return Derivation(prepared, derive(prepared))


@dataclass(frozen=True, slots=True)
class Exploration(Derivation):
    """The facts derived from a whole ontology, with remarks.

    The remarks say where something may have been missed.
    """

    remarks: tuple[Remark, ...]


def explore(ontology: Ontology) -> Exploration:
    """Derive the consequences of an ontology, with remarks.

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


def hidden_classes(ontology: Ontology, target: str, hide: Collection[str] = ()) -> frozenset[str]:
    """Return the classes to hide when ``target`` is learned.

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


Reasoner = Literal["structural", "hermit"]
REASONERS: tuple[Reasoner, ...] = get_args(Reasoner)
