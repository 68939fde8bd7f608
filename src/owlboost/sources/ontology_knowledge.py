"""The knowledge base of an ontology: elements are numbered, derived facts frozen in arrays.

Individuals that are the same remain elements of their own with the same classes, fillers and
values; as a filler only the first of them by number is listed.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy import sparse

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.data.vocabulary import Lexicon, Vocabulary
from owlboost.ontology.ontology import Labels, Ontology, Remark, Signature, shown_labels
from owlboost.ontology.reasoner.inferences import Inferences, number_of
from owlboost.ontology.reasoner.reason import PreparedOntology, classes_below, prepare_ontology
from owlboost.ontology.reasoner.relations import Keys, objects, subjects
from owlboost.ontology.transform import hide_classes
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.sources.ontology_values import LearnableValues, learnable_values, with_text_remarks


def lexicon_of(labels: Labels, signature: Signature, lang: str | None = None) -> Lexicon:
    """Return the labels of an ontology, in the language ``lang`` if possible.

    Examples
    --------
    >>> from owlboost.ontology.ontology import TaggedLabel
    >>> from owlboost.runtime.names import Names
    >>> labels = {"ex#E7": (TaggedLabel("Hotel", "de", 1), TaggedLabel("inn", "en", 1))}
    >>> lexicon_of(labels, Signature(classes=Names(["ex#E7"])), "de").all_names("ex#E7")
    ('Hotel', 'inn')
    """
    synonyms = {
        iri: tuple(dict.fromkeys(label.text for label in tagged)) for iri, tagged in labels.items()
    }
    return Lexicon(shown_labels(labels, signature, lang), synonyms)


def knowledge_base(inferred: Inferences, values: LearnableValues) -> KnowledgeBase:
    """Return inferences as a knowledge base."""
    names, n_elements = inferred.vocabulary, inferred.n_elements
    properties = names.data_properties
    return KnowledgeBase(
        vocabulary=Vocabulary(names.classes, names.roles, properties, names.individuals),
        n_elements=n_elements,
        types=_transposed(inferred.members, n_elements),
        members=inferred.members,
        taxonomy=inferred.hierarchy,
        roles=inferred.roles,
        numbers=_numbers(inferred, values),
        symbols=_symbols(inferred, values),
        functional=inferred.functional,
        lexicon=Lexicon(
            times={prop: values.times[prop] for prop in properties if prop in values.times}
        ),
    )


def _transposed(rows: Rows, n: int) -> Rows:
    ones = np.ones(rows.indices.size, dtype=np.bool_)
    turned = sparse.csr_array((ones, rows.indices, rows.indptr), shape=(len(rows), n)).tocsc()
    return Rows(turned.indptr.astype(np.int64), turned.indices.astype(np.int32))


def _numbers(inferred: Inferences, values: LearnableValues) -> dict[int, Values]:
    """Return data property → its numeric values; of some properties these are days."""
    numbers = {}
    for number, prop in enumerate(inferred.vocabulary.data_properties):
        numeric = values.days if prop in values.times else values.numbers
        is_kept = np.isfinite(numeric)
        if is_kept[inferred.values.seen(prop)].any():
            pairs = inferred.values.pairs(prop, is_kept)
            numbers[number] = Values.from_pairs(
                subjects(pairs).astype(np.int32), numeric[objects(pairs)], inferred.n_elements
            )
    return numbers


def _symbols(inferred: Inferences, values: LearnableValues) -> dict[int, Symbols]:
    """Return data property → its truth values and categories; days are numbers already."""
    symbols = {}
    for number, prop in enumerate(inferred.vocabulary.data_properties):
        seen = inferred.values.seen(prop)
        is_kept = values.symbols(prop, seen)
        if is_kept[seen].any():
            pairs = inferred.values.pairs(prop, is_kept)
            symbols[number] = _symbols_of(pairs, values.meanings, inferred.n_elements)
    return symbols


def _symbols_of(rows: Keys, meanings: Sequence[float | bool | str], n: int) -> Symbols:
    """Return (element, value) pairs as positions in a sorted list of values."""
    numbers, codes = np.unique(objects(rows), return_inverse=True)
    named = [value for number in numbers if isinstance(value := meanings[number], bool | str)]
    values = tuple(sorted(set(named), key=lambda value: (str(type(value)), value)))
    place = np.array([values.index(value) for value in named], dtype=np.int32)
    return Symbols(Rows.from_pairs(subjects(rows).astype(np.int32), place[codes], n), values)


@dataclass(frozen=True, slots=True)
class Saturated:
    """A knowledge base, and where reasoning may have missed something.

    Synonyms are the individuals that are the same as one before them: that one is listed as a
    filler.
    """

    kb: KnowledgeBase
    remarks: tuple[Remark, ...]
    synonyms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Compiled:
    """An ontology prepared for reasoning with any of its individuals held out."""

    prepared: PreparedOntology
    hidden: frozenset[str]
    values: LearnableValues

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""
        return self.prepared.remarks

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without the assertions about some individuals; they keep their numbers."""
        inferred = self.prepared.infer(without=without, hidden=self.hidden)
        remarks = with_text_remarks(inferred, self.values, self.prepared.naming)
        return Saturated(knowledge_base(inferred, self.values), remarks, inferred.synonyms)

    def hiding(self, more: Collection[str]) -> "Compiled":
        """Return the same, with further classes that the knowledge base must not know of."""
        return replace(self, hidden=self.hidden.union(more))


def compile_ontology(
    ontology: Ontology, *, target: str | None = None, hide: Collection[str] = ()
) -> Compiled:
    """Prepare an ontology once, for several saturations.

    The target, and what is hidden beside it, disappears before reasoning, with every axiom that
    mentions it; the classes that the whole ontology proves equivalent to the target or below it
    disappear from the vocabulary.
    """
    removed = frozenset(hide) | ({target} if target is not None else frozenset())
    hidden = removed if target is None else hidden_classes(ontology, target, hide)
    prepared = prepare_ontology(hide_classes(ontology, removed))
    return Compiled(prepared, hidden, learnable_values(prepared))


def hidden_classes(ontology: Ontology, target: str, hide: Collection[str] = ()) -> frozenset[str]:
    """Return the classes that must not be seen when ``target`` is learned.

    They are the target, those to hide, and all that the terminology, with the target's axioms,
    proves equivalent to the target or below it.
    """
    for iri in (target, *hide):
        number_of(iri, ontology.signature.classes, "class")
    return classes_below(ontology, target).union(hide)


def saturate(
    ontology: Ontology,
    *,
    target: str | None = None,
    hide: Collection[str] = (),
    without: Collection[str] = (),
) -> Saturated:
    """Derive what follows from an ontology (note 1 of the paper notes).

    Everything derived does follow. Of what the W3C's tests for OWL 2 EL, QL and RL ask, all is
    derived but some of what takes data ranges; where something may be missed, a remark says so. The
    result knows nothing of target and hidden classes, see :func:`compile_ontology`. Individuals
    whose assertions are dropped (``without``) keep their numbers.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    return compile_ontology(ontology, target=target, hide=hide).saturate(without=without)


class CompiledOntology(Protocol):
    """An ontology prepared for reasoning with any of its individuals held out."""

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without the assertions about some individuals; they keep their numbers."""

    def hiding(self, more: Collection[str]) -> "CompiledOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
