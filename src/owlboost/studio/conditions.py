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
"""How many conditions are looked through at most."""

_MOST_FILLERS = 200
"""How many classes of fillers are told for a role, the most frequent ones."""

_MOST_VALUES = 200
"""How many values are told for a property."""

_GRANULARITIES = (3, 5, 7)


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """Understands and proposes conditions over a knowledge base.

    Attributes
    ----------
    kb
        What rules may speak of.
    index
        Finds names.
    lexicon
        What people call things.
    n_sets, fuzzify
        How fuzzy sets are placed that the draft does not have.
    labels
        Of each element, NaN where it is no example, for placings that look at them.
    known
        Fuzzy sets that the draft has: name → property and set.
    """

    kb: KnowledgeBase
    index: NameIndex
    lexicon: Lexicon
    n_sets: int | None
    fuzzify: str
    labels: Floats | None
    known: Mapping[str, tuple[str, FuzzySet]]

    @cached_property
    def sets(self) -> dict[str, tuple[FuzzySet, ...]]:
        """Fuzzy sets of each property, those of the draft where it has some of the same names."""
        drafted: dict[str, set[str]] = {}
        for name, (prop, _) in self.known.items():
            drafted.setdefault(prop, set()).add(name)
        found: dict[str, tuple[FuzzySet, ...]] = {}
        first = self.n_sets or _GRANULARITIES[1]
        for number in dict.fromkeys((first, *_GRANULARITIES)):
            for partition in self._partitions(number):
                prop, names = partition.prop, {one.name for one in partition.sets}
                if prop not in found or (
                    not drafted.get(prop, set()) <= {one.name for one in found[prop]}
                    and drafted[prop] <= names
                ):
                    found[prop] = partition.sets
            if all(
                names <= {one.name for one in found.get(prop, ())}
                for prop, names in drafted.items()
            ):
                break
        return {
            prop: tuple(self.known.get(one.name, (prop, one))[1] for one in sets)
            for prop, sets in found.items()
        }

    def _partitions(self, n_sets: int) -> tuple[Partition, ...]:
        return fit_partitions(self.kb, n_sets, self.fuzzify, labels=self.labels)

    @cached_property
    def _named_sets(self) -> dict[str, FuzzySet]:
        """All fuzzy sets by name, and by what people call them."""
        every = [one for sets in self.sets.values() for one in sets]
        every += [one for _, one in self.known.values()]
        called = {self.lexicon.set_name(one.name): one for one in every}
        return called | {one.name: one for one in every}

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
            told = detail_of(error)
            raise type(error)(told[:1].upper() + told[1:]) from error

    def _read(self, text: str) -> Concept:
        require_shallow(text, "The condition")
        words = ListedWords(list(tokens(text, CONDITION)), CONDITION)
        body = ListedConditions(words).body()
        if not words.comes("end"):
            raise words.unreadable("nothing more, or “and”, should stand here")
        sets = {name: FuzzySet(name, one.shape) for name, one in self._named_sets.items()}
        names = NameResolver(self.index)
        concept = ConceptBuilder(names, sets, None, CONDITION).concept(body)
        names.remarks()  # two names that would mean the same by a guess are refused
        return concept.map_sets(self._own_set)

    def _own_set(self, one: FuzzyValue) -> FuzzyValue:
        """Return a set by its own name, whatever people call it."""
        name = one.fuzzy_set.name
        own = self._named_sets[name]
        if own not in self.sets.get(one.prop, ()) and own.name not in self.known:
            raise ModelError(
                f"The fuzzy set {name!r} is not one of {self.lexicon.name(one.prop)!r}."
            )
        return FuzzyValue(one.prop, own)

    @cached_property
    def conditions(self) -> list[tuple[str, Concept]]:
        """Conditions that rules may have, each with its text."""
        layout = people(self.lexicon)
        found = []
        for concept in self._conditions():
            found.append((_bare(manchester(concept, layout)), concept))
            if len(found) == MOST_CONDITIONS:
                break
        return found

    def suggested(self, text: str, most: int = 20) -> list[tuple[str, Concept]]:
        """Return conditions with all words of a text, those first that begin with it."""
        words = text.casefold().split()
        whole = " ".join(words)
        hits = []
        for told, concept in self.conditions:
            folded = told.casefold()
            if all(word in folded for word in words):
                begins = folded.startswith(whole)
                hits.append((not begins, len(told), told, concept))
        hits.sort(key=lambda one: one[:3])
        return [(told, concept) for _, _, told, concept in hits[:most]]

    def _conditions(self) -> Iterator[Concept]:
        kb = self.kb
        for prop, sets in self.sets.items():
            for one in sets:
                yield Concept((FuzzyValue(prop, one),))
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
        """Yield what fillers of a role are, the most frequent first."""
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
