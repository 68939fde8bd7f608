"""Examples of an ontology: positives, negatives, unknown ones, background."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from owlboost.data.example_labels import TARGET_RANGE, UNKNOWN, TargetRange, UnknownExamples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Resolver
from owlboost.errors import ExamplesError, Hint, Message, ParameterError
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.incompleteness import HERMIT
from owlboost.ontology.reasoner.reason import Reasoner
from owlboost.ontology.transform import with_complement
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask
from owlboost.runtime.names import Names
from owlboost.sources.example_files import ExampleLists
from owlboost.sources.ontology_reasoning import Reasoning, compile_with

Background = Literal["none", "scope", "all"]
"""The choice of background individuals."""


def no_negatives(reasoner: Reasoner) -> Message:
    """Return the message that no negatives are known, with remedies."""
    more: tuple[str | Hint, ...] = (", use ", HERMIT, " to derive more")
    return Message(
        "The ontology implies of nobody that it does not belong to the target, so there are no "
        "negative examples if unknown ones are ignored; list negatives",
        *(more if reasoner == "structural" else ()),
        ", or give another ",
        UNKNOWN,
        ".",
    )


def require_three_values(grades: Mapping[str, float] | None, background: Background) -> None:
    """Raise ParameterError if examples are graded, or there is a background."""
    if grades is not None:
        raise ParameterError(Message(UNKNOWN, " does not go with graded examples."))
    if background != "none":
        raise ParameterError(
            Message(UNKNOWN, " and background both say what others count for; give one of them.")
        )


@dataclass(frozen=True, slots=True)
class ExampleChooser:
    """Chooses the examples of a class, from an ontology and from lists."""

    ontology: Ontology
    reasoning: Reasoning
    knowledge_base: Callable[[], KnowledgeBase]
    classes: Resolver
    individuals: Resolver

    @property
    def names(self) -> Names:
        """The named individuals: element numbers are positions here."""
        return self.ontology.signature.named_individuals

    def background(self, background: Background, scope: str | None) -> Ids:
        """Return the background individuals, examples or not."""
        match background:
            case "none":
                return np.empty(0, dtype=np.int32)
            case "all":
                return np.arange(len(self.names), dtype=np.int32)
            case "scope" if scope is not None:
                return self._members(self.classes.iri(scope))
            case "scope":
                raise ParameterError("background 'scope' needs a scope: name its class as well.")
        raise ParameterError(f"background must be none, scope or all, not {background}.")

    def target_iri(self, target: str | None) -> str | None:
        """Return the class that a target names, if the ontology has it."""
        if target is None:
            return None
        return self.classes.iri(target) if self.classes.has(target) else None

    def listed(
        self, target: str | None, lists: ExampleLists | None
    ) -> tuple[str | None, Ids, Ids | None]:
        """Return the class of a target, its positives, and listed negatives."""
        if lists is not None:
            positives = self._numbers(lists.positives)
            negatives = self._numbers(lists.negatives) if lists.negatives else None
            return self.target_iri(target), positives, negatives
        if target is None:
            raise ExamplesError("Give a target class or lists of examples.")
        iri = self.classes.iri(target)
        return iri, self._members(iri), None

    def _members(self, iri: str) -> Ids:
        """Return the individuals that belong to a class, to any degree."""
        return self.degrees_of(iri)[0]

    def degrees_of(self, iri: str) -> tuple[Ids, Degrees]:
        """Return the individuals that belong to a class, with their degrees."""
        kb = self.knowledge_base()
        number = kb.vocabulary.classes.id(iri)
        members, degrees = kb.members[number], kb.members.degrees_of(number)
        named = members < len(self.names)
        return members[named], degrees[named]

    def grades(self, iri: str, scope: str | None) -> dict[str, float] | None:
        """Return degrees of each example; None if all are crisp."""
        members, degrees = self.degrees_of(iri)
        if (degrees == 1).all():
            return None
        everyone = np.arange(len(self.names), dtype=np.int32)
        among = everyone if scope is None else self._members(self.classes.iri(scope))
        held = dict(zip(members.tolist(), degrees.tolist(), strict=True))
        return {self.names[number]: held.get(number, 0.0) for number in among.tolist()}

    def _outside(self, iri: str) -> Ids:
        """Return the individuals that provably do not belong to a class."""
        extended, complement = with_complement(self.ontology, iri)
        reasoning = self.reasoning
        kb = compile_with(extended, reasoning.reasoner, timeout=reasoning.timeout).saturate().kb
        number = kb.vocabulary.classes.id(complement)
        members, degrees = kb.members[number], kb.members.degrees_of(number)
        sure: Ids = members[(members < len(self.names)) & (degrees == 1)]
        return sure

    def classes_against(self, iri: str) -> frozenset[str]:
        """Return the classes that are provably disjoint from a class."""
        extended, complement = with_complement(self.ontology, iri)
        reasoning = self.reasoning
        compiled = compile_with(
            extended, reasoning.reasoner, timeout=reasoning.timeout, target=complement
        )
        return compiled.hidden - {complement}

    def crisp(
        self,
        positives: Ids,
        negatives: Ids | None,
        scope: str | None,
        target: str | None,
        share: float | None,
    ) -> tuple[Ids, Mask, UnknownExamples | None]:
        """Return examples, a mask of positives, and unknown ones, if distinguished."""
        if share is None:
            return *self._labelled(positives, negatives, scope), None
        positives, negatives, unknown = self._three_values(
            positives, negatives, scope, target, share
        )
        return *self._labelled(positives, negatives, None), unknown

    def _three_values(
        self,
        positives: Ids,
        negatives: Ids | None,
        scope: str | None,
        target: str | None,
        share: float,
    ) -> tuple[Ids, Ids, UnknownExamples]:
        """Return positives, all that count as negatives, and unknown ones."""
        everyone = np.arange(len(self.names), dtype=np.int32)
        among = everyone if scope is None else self._members(self.classes.iri(scope))
        if negatives is None:
            outside = everyone[:0] if target is None else self._outside(target)
            wrong = np.intersect1d(positives, outside)
            if wrong.size:
                raise ExamplesError(
                    f"{self.names[wrong[0]]} is listed as a positive example, but the ontology "
                    "implies that it does not belong to the target."
                )
            positives, negatives = np.intersect1d(positives, among), np.intersect1d(outside, among)
        unknown = np.setdiff1d(among, np.union1d(positives, negatives)).astype(np.int32)
        if share == 0:
            if not negatives.size:
                raise ExamplesError(no_negatives(self.reasoning.reasoner))
            return positives, negatives, UnknownExamples(unknown, share)
        return positives, np.union1d(negatives, unknown), UnknownExamples(unknown, share)

    def _numbers(self, names: Sequence[str]) -> Ids:
        return np.array(self.names.ids(self.individuals.iris(names)), dtype=np.int32)

    def graded(self, grades: Mapping[str, float], target_range: TargetRange) -> tuple[Ids, Floats]:
        """Return examples in the order of the ontology, and their degrees."""
        listed = self._numbers(list(grades))
        individuals, first = np.unique(listed, return_index=True)
        if individuals.size < listed.size:
            twice = np.setdiff1d(np.arange(listed.size), first)[0]
            raise ExamplesError(f"{self.names[listed[twice]]} is listed twice among the examples.")
        values = np.array(list(grades.values()), dtype=np.float64)
        for name, value in zip(grades, values.tolist(), strict=True):
            if not target_range.low <= value <= target_range.high:
                raise ExamplesError(
                    Message(
                        f"{name} has the label {value:g}, which does not lie between "
                        f"{target_range}; give a ",
                        TARGET_RANGE,
                        " that has all labels.",
                    )
                )
        return individuals.astype(np.int32), target_range.labels(values[first])

    def _labelled(
        self, positives: Ids, negatives: Ids | None, scope: str | None
    ) -> tuple[Ids, Mask]:
        if negatives is None:
            everyone = np.arange(len(self.names), dtype=np.int32)
            among = everyone if scope is None else self._members(self.classes.iri(scope))
            negatives = np.setdiff1d(among, positives)
            if scope is not None:
                positives = np.intersect1d(among, positives)
        both = np.intersect1d(positives, negatives)
        if both.size:
            raise ExamplesError(
                f"{self.names[both[0]]} is listed both as a positive and as a negative example."
            )
        individuals = np.union1d(positives, negatives).astype(np.int32)
        return individuals, np.isin(individuals, positives)
