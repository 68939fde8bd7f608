"""The individuals of a page: names, labels and evidence, as short as they can be written."""

from collections.abc import Sequence

import numpy as np

from owlboost.data.vocabulary import Lexicon
from owlboost.report.views.arrays import packed
from owlboost.report.views.labelled import Applied, Labelled
from owlboost.runtime.array_types import Ids
from owlboost.runtime.limits import Json

MOST = 200_000
"""How many individuals a page holds, if nothing else is said."""


def chosen_rows(data: Labelled, most: int = MOST) -> Ids:
    """Return the individuals that a page shows: all, or examples first, evenly spread.

    Examples
    --------
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts([f"i{number}" for number in range(9)])
    >>> chosen_rows(Labelled(kb, np.array([0, 4]), np.array([True, False])), 4).tolist()
    [0, 1, 4, 8]
    """
    everyone = np.arange(len(data.kb.individuals), dtype=np.int32)
    if everyone.size <= most:
        return everyone
    known = _spread(np.sort(data.examples), most)
    others = _spread(np.setdiff1d(everyone, data.examples), most - known.size)
    return np.sort(np.concatenate([known, others]))


def _spread(elements: Ids, most: int) -> Ids:
    if elements.size <= most:
        return elements
    if most <= 0:
        return elements[:0]
    return elements[np.unique(np.linspace(0, elements.size - 1, most).astype(np.int64))]


def individuals_view(applied: Applied, rows: Ids, lexicon: Lexicon) -> Json:
    """Return names, labels and evidence of some individuals."""
    individuals = applied.data.kb.individuals
    iris = [individuals[row] for row in rows.tolist()]
    return {
        "count": len(iris),
        "total": len(individuals),
        "sampled": len(iris) < len(individuals),
        **names_view(iris, lexicon),
        "labels": packed(applied.data.labels[rows]),
        "evidence": packed(applied.evidence[rows]),
    }


def names_view(iris: Sequence[str], lexicon: Lexicon) -> Json:
    """Return what individuals are called, and their IRIs where these say more.

    Examples
    --------
    >>> names_view(["row1", "row2"], Lexicon())
    {'names': {'numbered': 'row'}, 'iris': None}
    >>> names_view(["urn:x#ab", "urn:x#ac"], Lexicon())
    {'names': ['ab', 'ac'], 'iris': {'prefix': 'urn:x#', 'rests': None}}
    """
    names = [lexicon.name(iri) for iri in iris]
    if names == list(iris):
        numbered = all(name == f"row{number}" for number, name in enumerate(names, 1))
        return {"names": {"numbered": "row"} if numbered else names, "iris": None}
    prefix = _prefix(iris, names)
    rests = [iri.removeprefix(prefix) for iri in iris]
    return {"names": names, "iris": {"prefix": prefix, "rests": None if rests == names else rests}}


def _prefix(iris: Sequence[str], names: Sequence[str]) -> str:
    """Return what IRIs begin with before the name, or what they share at least."""
    if iris and iris[0].endswith(names[0]):
        before = iris[0].removesuffix(names[0])
        if all(iri.startswith(before) for iri in iris):
            return before
    first, last = min(iris, default=""), max(iris, default="")
    shared = [a == b for a, b in zip(first, last, strict=False)]
    return first[: [*shared, False].index(False)]
