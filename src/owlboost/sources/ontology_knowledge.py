"""The knowledge base of an ontology: elements are numbered, derived facts frozen in arrays.

Individuals that are the same remain elements of their own with the same classes, fillers and
values; as a filler only the first of them by number is listed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy import sparse

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.data.vocabulary import Lexicon, Vocabulary
from owlboost.ontology.labels import shown_labels
from owlboost.ontology.ontology import Labels, Ontology, Remark, Signature
from owlboost.ontology.reasoner.engine import Derived, Prepared, derive, prepare
from owlboost.ontology.reasoner.incompleteness import (
    MOST_CATEGORIES,
    categories,
    derived_remarks,
    incomplete_axioms,
    names_apart,
    undated,
)
from owlboost.ontology.reasoner.inferences import (
    Elements,
    class_hierarchy,
    class_members,
    number_elements,
    role_fillers,
)
from owlboost.ontology.reasoner.reason import hidden_classes, understood
from owlboost.ontology.reasoner.relations import Keys, lefts, rights
from owlboost.ontology.transform import hide_classes
from owlboost.ontology.vocabulary import OWL
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows, Values


def lexicon_of(labels: Labels, signature: Signature, lang: str | None = None) -> Lexicon:
    """Return what people call the things of an ontology.

    Parameters
    ----------
    labels
        All of them.
    signature
        The things, by kind.
    lang
        Tag of the language of the labels to show.

    Examples
    --------
    >>> from owlboost.ontology.ontology import TaggedLabel
    >>> labels = {"ex#E7": (TaggedLabel("Hotel", "de", 1), TaggedLabel("inn", "en", 1))}
    >>> lexicon_of(labels, Signature(classes=Names(["ex#E7"])), "de").all_names("ex#E7")
    ('Hotel', 'inn')
    """
    synonyms = {
        iri: tuple(dict.fromkeys(label.text for label in found)) for iri, found in labels.items()
    }
    return Lexicon(shown_labels(labels, signature, lang), synonyms)


def build(prepared: Prepared, derived: Derived, hidden: Collection[str]) -> KnowledgeBase:
    """Return what was derived as a knowledge base without the hidden classes."""
    signature = prepared.program.signature
    classes = Names(name for name in prepared.classes if name not in hidden)
    roles = [i for i, name in enumerate(signature.roles) if not name.startswith(OWL)]
    properties = [i for i, name in enumerate(signature.data_properties) if not name.startswith(OWL)]
    elements = number_elements(derived.state, len(prepared.named), roles)
    members = class_members(prepared, derived, elements, classes)
    stores = {i: derived.state.data(p) for i, p in enumerate(properties)}
    known = prepared.program.data.times
    times = {i: known[p] for i, p in enumerate(properties) if p in known}
    return KnowledgeBase(
        vocabulary=Vocabulary(
            classes=classes,
            roles=Names(signature.roles[i] for i in roles),
            data_properties=Names(signature.data_properties[i] for i in properties),
            individuals=prepared.named,
        ),
        n_elements=elements.source.size,
        types=_transposed(members, elements.source.size),
        members=members,
        taxonomy=class_hierarchy(prepared, derived, classes, derived.impossible),
        roles=tuple(role_fillers(derived.state, role, elements) for role in roles),
        numbers=_numbers(prepared, stores, elements, times),
        symbols=_symbols(prepared, stores, elements, times),
        functional=frozenset(
            i for i, p in enumerate(properties) if p in prepared.program.data.functional
        ),
        lexicon=Lexicon(
            times={signature.data_properties[properties[i]]: one for i, one in times.items()}
        ),
    )


def _transposed(rows: Rows, n: int) -> Rows:
    ones = np.ones(rows.indices.size, dtype=np.bool_)
    turned = sparse.csr_array((ones, rows.indices, rows.indptr), shape=(len(rows), n)).tocsc()
    return Rows(turned.indptr.astype(np.int64), turned.indices.astype(np.int32))


def _numbers(
    prepared: Prepared, stores: Mapping[int, Keys], elements: Elements, times: Collection[int]
) -> dict[int, Values]:
    """Return data property → its numeric values; of some properties these are days."""
    data = prepared.program.data
    found = {}
    for property_, store in stores.items():
        numeric = data.days if property_ in times else data.numbers
        keys = store[np.isfinite(numeric[rights(store)])]
        if keys.size:
            rows = elements.rows(keys)
            found[property_] = Values.from_pairs(
                lefts(rows).astype(np.int32), numeric[rights(rows)], elements.source.size
            )
    return found


def _symbols(
    prepared: Prepared, stores: Mapping[int, Keys], elements: Elements, times: Collection[int]
) -> dict[int, Symbols]:
    """Return data property → its truth values and categories; days are numbers already."""
    data = prepared.program.data
    found = {}
    for property_, whole in stores.items():
        store = undated(whole, data) if property_ in times else whole
        kept = data.truths
        if len(categories(store, data)) <= MOST_CATEGORIES:
            kept = data.truths | data.texts
        keys = store[kept[rights(store)]]
        if keys.size:
            found[property_] = _coded(elements.rows(keys), data.meanings, elements.source.size)
    return found


def _coded(rows: Keys, known: Sequence[float | bool | str], n: int) -> Symbols:
    """Return (element, value) pairs as positions in a sorted list of values."""
    numbers, codes = np.unique(rights(rows), return_inverse=True)
    named = [value for number in numbers if isinstance(value := known[number], bool | str)]
    values = tuple(sorted(set(named), key=lambda value: (str(type(value)), value)))
    place = np.array([values.index(value) for value in named], dtype=np.int32)
    return Symbols(Rows.from_pairs(lefts(rows).astype(np.int32), place[codes], n), values)


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


class CompiledOntology(Protocol):
    """An ontology prepared for reasoning with any of its individuals held out."""

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""

    def hiding(self, more: Collection[str]) -> "CompiledOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
