"""Reasoning with degrees: one crisp saturation for each distinct degree (mathematics §27).

What follows from the facts that hold at least to a degree α holds to the degree α itself. The
largest α at which something follows is its degree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from owlboost.model.knowledge_base import KnowledgeBase, Rows, Symbols, Values
from owlboost.ontology.language.axioms import Remark
from owlboost.ontology.reasoning.structural import Saturated
from owlboost.runtime.array_types import Degrees, Ids, Offsets


@dataclass(frozen=True, slots=True)
class CutKnowledge:
    """What is derived from all that holds at least to a degree."""

    degree: float
    kb: KnowledgeBase


def joined_cuts(cuts: Sequence[tuple[float, Saturated]]) -> Saturated:
    """Join saturations for falling degrees, from 1, into one knowledge base with degrees.

    A named individual belongs to a class, and fills a role, to the largest degree at which it does
    so. A witness stands for what follows at its own degree: it is reached to that degree, and what
    it is, it is in full. Witnesses that are alike are one. Values must follow from crisp facts.
    """
    found = [CutKnowledge(degree, saturated.kb) for degree, saturated in cuts]
    (_, first), (_, last) = cuts[0], cuts[-1]
    places = _places(found)
    n_elements = max(int(numbers.max(initial=-1)) for numbers in places) + 1
    classes = first.kb.vocabulary.classes
    members = _joined([(cut, cut.kb.types) for cut in found], places, n_elements)
    turned = members.transposed(len(classes))
    n_named = len(first.kb.individuals)
    numbers = {
        prop: _numbers(prop, found, places, n_elements)
        for prop in sorted({prop for cut in found for prop in cut.kb.numbers})
    }
    symbols = {
        prop: _symbols(prop, found, places, n_elements)
        for prop in sorted({prop for cut in found for prop in cut.kb.symbols})
    }
    kb = replace(
        first.kb,
        n_elements=n_elements,
        types=members,
        members=turned,
        roles=tuple(
            _joined([(cut, cut.kb.roles[role]) for cut in found], places, n_elements, places)
            for role in range(len(first.kb.roles))
        ),
        numbers={prop: values for prop, values in numbers.items() if values.values.size},
        symbols={prop: values for prop, values in symbols.items() if values.values},
    )
    missed = _n_values(last.kb, n_named) - _n_values(first.kb, n_named)
    remark = Remark("graded-value", "values that follow only to a degree are not used", missed)
    synonyms = frozenset[str]().union(*(saturated.synonyms for _, saturated in cuts))
    return Saturated(kb, (*last.remarks, *((remark,) if missed else ())), synonyms)


def _joined(
    rows: Sequence[tuple[CutKnowledge, Rows]],
    places: Sequence[Ids],
    n_elements: int,
    ends: Sequence[Ids] | None = None,
) -> Rows:
    """Join rows of elements; where some have ends, their indices are elements as well."""
    lefts, rights, degrees = [], [], []
    for number, (cut, found) in enumerate(rows):
        n_named = len(cut.kb.individuals)
        counts = np.diff(found.indptr)
        left = np.repeat(np.arange(counts.size, dtype=np.int32), counts)
        lefts.append(places[number][left])
        rights.append(found.indices if ends is None else ends[number][found.indices])
        degrees.append(np.where(left < n_named, cut.degree, 1.0))
    return Rows.from_graded_pairs(
        np.concatenate(lefts), np.concatenate(rights), np.concatenate(degrees), n_elements
    )


def _numbers(
    prop: int, cuts: Sequence[CutKnowledge], places: Sequence[Ids], n_elements: int
) -> Values:
    elements: list[Ids] = [np.empty(0, dtype=np.int32)]
    values: list[Degrees] = [np.empty(0)]
    for number, cut in enumerate(cuts):
        if prop in cut.kb.numbers:
            store = cut.kb.numbers[prop]
            owners, kept = _owners(store.indptr, cut, is_first=number == 0)
            elements.append(places[number][owners])
            values.append(store.values[kept])
    return Values.from_pairs(np.concatenate(elements), np.concatenate(values), n_elements)


def _symbols(
    prop: int, cuts: Sequence[CutKnowledge], places: Sequence[Ids], n_elements: int
) -> Symbols:
    pairs: list[tuple[int, bool | str]] = []
    for number, cut in enumerate(cuts):
        if prop in cut.kb.symbols:
            store = cut.kb.symbols[prop]
            owners, kept = _owners(store.rows.indptr, cut, is_first=number == 0)
            held = (store.values[code] for code in store.rows.indices[kept].tolist())
            pairs += zip(places[number][owners].tolist(), held, strict=True)
    values = tuple(sorted({value for _, value in pairs}, key=lambda one: (str(type(one)), one)))
    codes = {(type(value), value): code for code, value in enumerate(values)}
    return Symbols(
        Rows.from_pairs(
            np.array([element for element, _ in pairs], dtype=np.int32),
            np.array([codes[type(value), value] for _, value in pairs], dtype=np.int32),
            n_elements,
        ),
        values,
    )


def _owners(indptr: Offsets, cut: CutKnowledge, *, is_first: bool) -> tuple[Ids, Ids]:
    """Return whose the values of a column are, and where; of those named, in the first cut only."""
    owners = np.repeat(np.arange(indptr.size - 1, dtype=np.int32), np.diff(indptr))
    kept = np.flatnonzero(is_first | (owners >= len(cut.kb.individuals)))
    return owners[kept], kept.astype(np.int32)


def _n_values(kb: KnowledgeBase, n_named: int) -> int:
    """How many values the named individuals have."""
    stores = [*(one.indptr for one in kb.numbers.values())]
    stores += (one.rows.indptr for one in kb.symbols.values())
    return int(sum(indptr[n_named] for indptr in stores))


def _places(cuts: Sequence[CutKnowledge]) -> list[Ids]:
    """Return for each cut where its elements stand among all; witnesses that are alike are one.

    Two witnesses are alike if they belong to the same classes, have the same values, and if their
    fillers are the same individuals or alike: concepts cannot tell them apart.
    """
    n_named = len(cuts[0].kb.individuals)
    kinds = [[*map(hash, range(n_named)), *_own_kinds(cut)] for cut in cuts]
    numbered = _numbered(kinds)
    n_kinds = 0
    while len({number for numbers in numbered for number in numbers}) > n_kinds:
        n_kinds = len({number for numbers in numbered for number in numbers})
        refined = [
            [*range(n_named), *_refined(cut, numbers)]
            for cut, numbers in zip(cuts, numbered, strict=True)
        ]
        numbered = _numbered(refined)
    return [np.array(numbers, dtype=np.int32) for numbers in numbered]


def _numbered(kinds: Sequence[Sequence[object]]) -> list[list[int]]:
    """Give numbers to kinds as they are met."""
    known: dict[object, int] = {}
    return [[known.setdefault(kind, len(known)) for kind in each] for each in kinds]


def _own_kinds(cut: CutKnowledge) -> Iterator[object]:
    """Iterate over the classes and values of each witness."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        numbers = tuple(
            (prop, tuple(one.values[one.indptr[element] : one.indptr[element + 1]].tolist()))
            for prop, one in kb.numbers.items()
            if one.indptr[element + 1] > one.indptr[element]
        )
        symbols = tuple(
            (prop, tuple((type(one.values[code]), one.values[code]) for code in codes))
            for prop, one in kb.symbols.items()
            if (codes := one.rows[element].tolist())
        )
        yield tuple(kb.types[element].tolist()), numbers, symbols


def _refined(cut: CutKnowledge, numbers: Sequence[int]) -> Iterator[object]:
    """Iterate over the kind of each witness and of all it is related to."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        related = (
            (role, frozenset(numbers[other] for other in fillers))
            for role, rows in enumerate(kb.roles)
            if (fillers := rows[element].tolist())
        )
        yield numbers[element], tuple(related)
