"""Conditions as people write them: parsed, and suggested."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ModelError, UnknownNameError
from owlboost.exchange.grammar.builder import ConceptBuilder
from owlboost.exchange.grammar.parser import ListedConditions
from owlboost.exchange.grammar.tokens import CONDITION, ListedWords, tokens
from owlboost.exchange.grammar.tree import detail_of
from owlboost.exchange.names import NameIndex, NameResolver
from owlboost.features.partitions import fit_partitions
from owlboost.ontology.expressions import NOTHING, THING
from owlboost.runtime.array_types import Floats
from owlboost.runtime.limits import require_shallow

MOST_CONDITIONS = 20_000
"""Search at most this many conditions."""

_MOST_FILLERS = 200
"""Propose at most this many classes of fillers for a role, the most frequent ones."""

_MOST_VALUES = 200
"""Propose at most this many values of a property."""

_GRANULARITIES = (3, 5, 7)


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """Understands and proposes conditions over a knowledge base.

    Attributes
    ----------
    kb
        The knowledge base whose names rules may use.
    n_sets, fuzzify
        The placing of fuzzy sets that the draft does not have.
    labels
        Of each element, NaN where it is no example, for placings that look at them.
    draft_sets
        Fuzzy sets that the draft has: name → property and set.
    """

    kb: KnowledgeBase
    index: NameIndex
    lexicon: Lexicon
    n_sets: int | None
    fuzzify: str
    labels: Floats | None
    draft_sets: Mapping[str, tuple[str, FuzzySet]]

    @cached_property
    def sets(self) -> dict[str, tuple[FuzzySet, ...]]:
        """Fuzzy sets by property, preferring those of the draft."""
        drafted: dict[str, set[str]] = {}
        for name, (prop, _) in self.draft_sets.items():
            drafted.setdefault(prop, set()).add(name)
        chosen: dict[str, tuple[FuzzySet, ...]] = {}
        first = self.n_sets or _GRANULARITIES[1]
        for number in dict.fromkeys((first, *_GRANULARITIES)):
            for partition in self._partitions(number):
                prop, names = partition.prop, {fuzzy_set.name for fuzzy_set in partition.sets}
                if prop not in chosen or (
                    not drafted.get(prop, set()) <= {fuzzy_set.name for fuzzy_set in chosen[prop]}
                    and drafted[prop] <= names
                ):
                    chosen[prop] = partition.sets
            if all(
                names <= {fuzzy_set.name for fuzzy_set in chosen.get(prop, ())}
                for prop, names in drafted.items()
            ):
                break
        return {
            prop: tuple(
                self.draft_sets.get(fuzzy_set.name, (prop, fuzzy_set))[1] for fuzzy_set in sets
            )
            for prop, sets in chosen.items()
        }

    def _partitions(self, n_sets: int) -> tuple[Partition, ...]:
        return fit_partitions(self.kb, n_sets, self.fuzzify, labels=self.labels)

    @cached_property
    def _named_sets(self) -> dict[str, FuzzySet]:
        """All fuzzy sets by name, and by displayed name."""
        every = [fuzzy_set for sets in self.sets.values() for fuzzy_set in sets]
        every += [fuzzy_set for _, fuzzy_set in self.draft_sets.values()]
        called = {self.lexicon.set_name(fuzzy_set.name): fuzzy_set for fuzzy_set in every}
        return called | {fuzzy_set.name: fuzzy_set for fuzzy_set in every}

    def understood(self, text: str) -> Concept:
        """Return the concept that a text in Manchester syntax means.

        Raises
        ------
        ModelError
            It cannot be read.
        UnknownNameError
            The source has no such name, or several.
        """
        try:
            return self._read(text)
        except (ModelError, UnknownNameError) as error:
            message = detail_of(error)
            raise type(error)(message[:1].upper() + message[1:]) from error

    def _read(self, text: str) -> Concept:
        require_shallow(text, "The condition")
        words = ListedWords(list(tokens(text, CONDITION)), CONDITION)
        body = ListedConditions(words).body()
        if not words.next_is("end"):
            raise words.syntax_error("nothing more, or “and”, should stand here")
        sets = {
            name: FuzzySet(name, fuzzy_set.shape) for name, fuzzy_set in self._named_sets.items()
        }
        names = NameResolver(self.index)
        concept = ConceptBuilder(names, sets, None, CONDITION).concept(body)
        names.remarks()  # two names that would mean the same by a guess are refused
        return concept.map_sets(self._own_set)

    def _own_set(self, label: FuzzyValue) -> FuzzyValue:
        """Return a set by its own name, whatever its displayed name."""
        name = label.fuzzy_set.name
        own = self._named_sets[name]
        if own not in self.sets.get(label.prop, ()) and own.name not in self.draft_sets:
            raise ModelError(
                f"The fuzzy set {name!r} is not one of {self.lexicon.name(label.prop)!r}."
            )
        return FuzzyValue(label.prop, own)

    @cached_property
    def conditions(self) -> list[tuple[str, Concept]]:
        """Conditions that rules may have, each with its text."""
        layout = people(self.lexicon)
        listed = []
        for concept in self._conditions():
            listed.append((_bare(manchester(concept, layout)), concept))
            if len(listed) == MOST_CONDITIONS:
                break
        return listed

    def suggested(self, text: str, most: int = 20) -> list[tuple[str, Concept]]:
        """Return conditions with all words of a text, best matches first."""
        words = text.casefold().split()
        whole = " ".join(words)
        hits = []
        for condition, concept in self.conditions:
            folded = condition.casefold()
            if all(word in folded for word in words):
                begins = folded.startswith(whole)
                hits.append((not begins, len(condition), condition, concept))
        hits.sort(key=lambda hit: hit[:3])
        return [(condition, concept) for _, _, condition, concept in hits[:most]]

    def _conditions(self) -> Iterator[Concept]:
        kb = self.kb
        for prop, sets in self.sets.items():
            for fuzzy_set in sets:
                yield Concept((FuzzyValue(prop, fuzzy_set),))
        for number, symbols in kb.symbols.items():
            for value in symbols.values[:_MOST_VALUES]:
                yield Concept((CrispValue(kb.vocabulary.data_properties[number], value),))
        classes = [iri for iri in kb.vocabulary.classes if iri not in (THING, NOTHING)]
        for iri in classes:
            if kb.members[kb.vocabulary.classes.id(iri)].size:
                yield Concept((Atom(iri),))
        for number, role in enumerate(kb.vocabulary.roles):
            for filler in self._fillers(number):
                yield Concept((), (Edge(role, filler),))

    def _fillers(self, role: int) -> Iterator[Concept]:
        """Yield concepts for fillers of a role, the most frequent first."""
        kb = self.kb
        fillers = np.unique(kb.roles[role].indices)
        if not fillers.size:
            return
        yield Concept()
        counts = np.bincount(kb.types.at(fillers).indices, minlength=len(kb.vocabulary.classes))
        order = np.argsort(-counts, kind="stable")
        shown = 0
        for number in order.tolist():
            if not counts[number] or shown == _MOST_FILLERS:
                return
            iri = kb.vocabulary.classes[number]
            if iri not in (THING, NOTHING):
                shown += 1
                yield Concept((Atom(iri),))


def _bare(text: str) -> str:
    """Return a condition without the parentheses around it."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
