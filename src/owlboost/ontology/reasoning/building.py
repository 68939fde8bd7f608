"""From derived facts to the knowledge base: number the elements and freeze the arrays.

Individuals that are the same remain elements of their own with the same classes, fillers and
values; as a filler only the first of them by number is listed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from owlboost.model.knowledge_base import KnowledgeBase, Rows, Symbols, Values
from owlboost.model.lexicon import Lexicon
from owlboost.model.vocabulary import Names, Vocabulary
from owlboost.ontology.language.reserved import OWL
from owlboost.ontology.reasoning.hierarchies import class_hierarchy
from owlboost.ontology.reasoning.saturation.datavalues import DataBox
from owlboost.ontology.reasoning.saturation.engine import Derived, Prepared
from owlboost.ontology.reasoning.saturation.state import (
    Keys,
    State,
    distinct,
    joined,
    lefts,
    pair_keys,
    rights,
)

MOST_CATEGORIES = 20
"""Texts of one data property; with more it is no list of categories and is left out."""


@dataclass(frozen=True, slots=True)
class Elements:
    """How elements of the knowledge base and of the derivation correspond.

    Attributes
    ----------
    source
        Element of the knowledge base → representative in the derivation.
    number
        Representative in the derivation → element of the knowledge base, or -1.
    """

    source: Keys
    number: Keys

    @property
    def one_name_each(self) -> bool:
        """Whether nobody has two names."""
        return bool((self.source[1:] > self.source[:-1]).all())

    def rows(self, keys: Keys) -> Keys:
        """Return derived pairs (representative, anything) as (element, anything)."""
        if self.one_name_each:
            rows = self.number[lefts(keys)]
            return pair_keys(rows, rights(keys))[rows >= 0]
        order = np.argsort(self.source, kind="stable")
        return joined(pair_keys(self.source, np.arange(self.source.size))[order], keys)


def build(prepared: Prepared, derived: Derived, hidden: Collection[str]) -> KnowledgeBase:
    """Return what was derived as a knowledge base without the hidden classes."""
    signature = prepared.program.signature
    classes = Names(name for name in prepared.classes if name not in hidden)
    roles = [i for i, name in enumerate(signature.roles) if not name.startswith(OWL)]
    properties = [i for i, name in enumerate(signature.data_properties) if not name.startswith(OWL)]
    elements = _elements(derived.state, len(prepared.named), roles)
    members = _members(prepared, derived, elements, classes)
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
        roles=tuple(_fillers(derived.state, role, elements) for role in roles),
        numbers=_numbers(prepared, stores, elements, times),
        symbols=_symbols(prepared, stores, elements, times),
        functional=frozenset(
            i for i, p in enumerate(properties) if p in prepared.program.data.functional
        ),
        lexicon=Lexicon(
            times={signature.data_properties[properties[i]]: one for i, one in times.items()}
        ),
    )


def _elements(state: State, n_named: int, roles: Collection[int]) -> Elements:
    """Give numbers to the named individuals, then to the witnesses that roles lead to."""
    reached = np.zeros(state.n, dtype=np.bool_)
    reached[state.representative[:n_named]] = True
    while True:
        before = int(reached.sum())
        for role in roles:
            for keys in _blocks(state.role(role)):
                reached[rights(keys[reached[lefts(keys)]])] = True
        if int(reached.sum()) == before:
            break
    witnesses = np.flatnonzero(reached[n_named:]) + n_named
    source = np.concatenate([state.representative[:n_named], witnesses])
    number = np.full(state.n, -1, dtype=np.int64)
    number[:n_named] = np.arange(n_named)
    number[witnesses] = np.arange(n_named, source.size)
    return Elements(source, number)


def _members(prepared: Prepared, derived: Derived, elements: Elements, classes: Names) -> Rows:
    """Return class → its elements."""
    terms = prepared.program.terms
    found = [
        np.flatnonzero(derived.state.has(terms.named(name))[elements.source]) for name in classes
    ]
    indptr = np.zeros(len(classes) + 1, dtype=np.int64)
    np.cumsum([members.size for members in found], out=indptr[1:])
    return Rows(indptr, np.concatenate([*found, np.empty(0)]).astype(np.int32))


def _fillers(state: State, role: int, elements: Elements) -> Rows:
    keys, n = state.role(role), elements.source.size
    if not elements.one_name_each:
        keys = elements.rows(keys)
        return _rows(distinct(pair_keys(lefts(keys), elements.number[rights(keys)])), n)
    counts = np.zeros(n, dtype=np.int64)
    indices = np.empty(keys.size, dtype=np.int32)
    filled = 0
    for block in map(elements.rows, _blocks(keys)):  # whose order stays
        counts += np.bincount(lefts(block), minlength=n)
        indices[filled : filled + block.size] = elements.number[rights(block)]
        filled += block.size
    indptr = np.concatenate([[0], np.cumsum(counts)])
    return Rows(indptr, indices if filled == keys.size else indices[:filled].copy())


_BLOCK = 4_000_000
"""Pairs that are dealt with at once."""


def _blocks(keys: Keys) -> Iterator[Keys]:
    """Cut keys into blocks, so that what is made of each takes little memory."""
    return (keys[start : start + _BLOCK] for start in range(0, keys.size, _BLOCK))


def _rows(keys: Keys, n: int) -> Rows:
    """Compress sorted pairs."""
    indptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(lefts(keys), minlength=n), out=indptr[1:])
    return Rows(indptr, rights(keys).astype(np.int32))


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


def undated(store: Keys, data: DataBox) -> Keys:
    """Return the values of a data property but for those that are numbers of days."""
    return store[np.isnan(data.days[rights(store)])]


def categories(store: Keys, data: DataBox) -> set[float | bool | str]:
    """Return the distinct texts among the values of a data property."""
    used = np.zeros(len(data.meanings), dtype=np.bool_)
    used[rights(store)] = True
    return {data.meanings[value] for value in np.flatnonzero(used & data.texts).tolist()}


def _coded(rows: Keys, known: Sequence[float | bool | str], n: int) -> Symbols:
    """Return (element, value) pairs as positions in a sorted list of values."""
    numbers, codes = np.unique(rights(rows), return_inverse=True)
    named = [value for number in numbers if isinstance(value := known[number], bool | str)]
    values = tuple(sorted(set(named), key=lambda value: (str(type(value)), value)))
    place = np.array([values.index(value) for value in named], dtype=np.int32)
    return Symbols(Rows.from_pairs(lefts(rows).astype(np.int32), place[codes], n), values)
