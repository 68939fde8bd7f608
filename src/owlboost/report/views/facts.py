"""Views of the facts that rules use, packed for pages."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from owlboost.concepts.concept import (
    Atom,
    Concept,
    CrispValue,
    DataLabel,
    Edge,
    FuzzyValue,
    Label,
    depth,
)
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.report.views import schema
from owlboost.runtime.array_types import Ids, Offsets
from owlboost.runtime.sparse_rows import Rows, Values


class Mentions:
    """The numbered labels and roles in the rules of a hypothesis.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> body = Concept((Atom("ex#A"),), (Edge("ex#r", Concept((Atom("ex#A"),))),))
    >>> mentions = Mentions(RuleSet((Inclusion(body),)))
    >>> mentions.tree(body)
    {'labels': [0], 'edges': [{'role': 0, 'filler': {'labels': [0], 'edges': []}}]}
    """

    def __init__(self, hypothesis: Hypothesis) -> None:
        bodies = [inclusion.body for inclusion in hypothesis.inclusions]
        labels = {label for body in bodies for label in body.all_labels()}
        names = {name for body in bodies for name in body.names_with_nouns()}
        self.labels: tuple[Label, ...] = tuple(sorted(labels, key=lambda label: label.key))
        self.roles = tuple(sorted(iri for iri, noun in names if noun == "role"))
        self.depth = max((depth(body) for body in bodies), default=0)
        self._label_numbers = {label: number for number, label in enumerate(self.labels)}

    @property
    def classes(self) -> tuple[str, ...]:
        """IRIs of the classes."""
        return tuple(label.iri for label in self.labels if isinstance(label, Atom))

    @property
    def numbers(self) -> tuple[str, ...]:
        """IRIs of the data properties with fuzzy sets."""
        return self._properties(FuzzyValue)

    @property
    def symbols(self) -> tuple[str, ...]:
        """IRIs of the data properties with crisp values."""
        return self._properties(CrispValue)

    def _properties(self, kind: type[DataLabel]) -> tuple[str, ...]:
        return tuple(sorted({label.prop for label in self.labels if isinstance(label, kind)}))

    def tree(self, concept: Concept) -> schema.TreeJson:
        """Return a concept as the tree that a page evaluates."""
        return {
            "labels": [self._label_numbers[label] for label in concept.labels],
            "edges": [self._edge(edge) for edge in concept.edges],
        }

    def _edge(self, edge: Edge) -> schema.EdgeJson:
        return {"role": self.roles.index(edge.role), "filler": self.tree(edge.filler)}


def elements_needed(kb: KnowledgeBase, rows: Ids, mentions: Mentions) -> Ids:
    """Return the rows, then the elements that rules reach from them.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> kb = KnowledgeBase.from_facts(["a", "b", "c"], roles={"r": [("a", "c"), ("c", "b")]})
    >>> mentions = Mentions(RuleSet((Inclusion(Concept((), (Edge("r", Concept()),))),)))
    >>> elements_needed(kb, np.array([0]), mentions)
    array([0, 2], dtype=int32)
    """
    listed = np.zeros(kb.n_elements, dtype=np.bool_)
    listed[rows] = True
    edge_ends = np.asarray(rows, dtype=np.int32)
    order = [edge_ends]
    for _ in range(mentions.depth):
        reached = [successors(kb.roles[number], edge_ends) for number in _role_ids(kb, mentions)]
        fillers = np.unique(np.concatenate(reached)) if reached else edge_ends[:0]
        fresh = fillers[~listed[fillers]]
        listed[fresh] = True
        order.append(fresh)
        edge_ends = np.concatenate(order)
    return np.concatenate(order)


def _role_ids(kb: KnowledgeBase, mentions: Mentions) -> list[int]:
    return [kb.vocabulary.roles.id(role) for role in mentions.roles]


def successors(role: Rows, elements: Ids) -> Ids:
    """Return the fillers of a role at some elements, concatenated."""
    fillers: Ids = _gathered(role.indptr, role.indices, elements)[1]
    return fillers


def _gathered(indptr: Offsets, content: Any, elements: Ids) -> tuple[Offsets, Any]:
    """Return the rows of some elements, compressed again."""
    starts = indptr[elements]
    counts = indptr[np.asarray(elements) + 1] - starts
    offsets = np.zeros(counts.size + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    places = np.repeat(starts - offsets[:-1], counts) + np.arange(offsets[-1])
    return offsets, content[places]


def facts_view(
    kb: KnowledgeBase, rows: Ids, mentions: Mentions, lexicon: Lexicon
) -> schema.FactsView:
    """Return the facts about rows that rules use.

    Elements count from 0, the rows first.
    """
    elements = elements_needed(kb, rows, mentions)
    place = np.full(kb.n_elements, -1, dtype=np.int32)
    place[elements] = np.arange(elements.size)
    names = kb.vocabulary
    return {
        "elements": int(elements.size),
        "others": list(_names_beyond_rows(kb, elements[len(rows) :], lexicon)),
        "classes": [
            {**_named(iri, lexicon), **_members(kb.members, names.classes.id(iri), place)}
            for iri in mentions.classes
        ],
        "roles": [
            {**_named(iri, lexicon), **_links(kb.roles[names.roles.id(iri)], elements, place)}
            for iri in mentions.roles
        ],
        "numbers": [
            {
                **_named(iri, lexicon),
                **moment_view(iri, lexicon),
                **_numbers(kb.numbers.get(names.data_properties.id(iri)), elements),
            }
            for iri in mentions.numbers
        ],
        "symbols": [
            {**_named(iri, lexicon), **_symbols(kb, iri, elements)} for iri in mentions.symbols
        ],
    }


def _names_beyond_rows(kb: KnowledgeBase, elements: Ids, lexicon: Lexicon) -> Iterator[str]:
    """Name elements that are no rows; witnesses have no name."""
    for element in elements.tolist():
        if element < len(kb.individuals):
            yield lexicon.name(kb.individuals[element])
        else:
            yield ""


def moment_view(iri: str, lexicon: Lexicon) -> schema.TimedJson:
    """Return the unit of a property whose numbers are days.

    Examples
    --------
    >>> moment_view("urn:x#built", Lexicon(times={"urn:x#built": "date"}))
    {'moment': 'date'}
    """
    return {"moment": lexicon.times[iri]} if iri in lexicon.times else {}


def _named(iri: str, lexicon: Lexicon) -> schema.NamedJson:
    return {"iri": iri, "name": lexicon.name(iri)}


def _members(members: Rows, number: int, place: Ids) -> schema.MembersJson:
    """Return the members of a class, with degrees unless all are 1."""
    positions = place[members[number]]
    order = np.argsort(positions, kind="stable")[np.count_nonzero(positions < 0) :]
    degrees = None
    if members.degrees is not None:
        held = members.degrees_of(number)[order]
        degrees = None if (held == 1).all() else packed(held)
    return {"members": packed(positions[order]), "degrees": degrees}


def _links(role: Rows, elements: Ids, place: Ids) -> schema.LinksJson:
    offsets, ends = _gathered(role.indptr, role.indices, elements)
    listed = place[ends] >= 0
    counts = np.diff(np.concatenate([[0], np.cumsum(listed)])[offsets])
    degrees = None
    if role.degrees is not None:
        degrees = packed(_gathered(role.indptr, role.degrees, elements)[1][listed])
    return {"counts": packed(counts), "ends": packed(place[ends[listed]]), "degrees": degrees}


def _numbers(values: Values | None, elements: Ids) -> schema.NumbersJson:
    if values is None:
        return {"counts": packed(np.zeros(elements.size)), "values": packed([])}
    columns = values.at(elements)
    return {"counts": _counts(columns.indptr), "values": packed(columns.values)}


def _counts(indptr: Offsets) -> schema.PackedJson | None:
    """Return the number of values of each element; None if always 1."""
    counts = np.diff(indptr)
    return None if (counts == 1).all() else packed(counts)


def _symbols(kb: KnowledgeBase, iri: str, elements: Ids) -> schema.SymbolsJson:
    symbols = kb.symbols.get(kb.vocabulary.data_properties.id(iri))
    if symbols is None:
        return {"values": [], "counts": packed(np.zeros(elements.size)), "codes": packed([])}
    offsets, codes = _gathered(symbols.rows.indptr, symbols.rows.indices, elements)
    return {"values": list(symbols.values), "counts": _counts(offsets), "codes": packed(codes)}


_WHOLE = ("i1", "i2", "i4")
_DIVISORS = (1, 10, 100, 1000, 10_000)
_LARGE = 1e30
"""Far below the largest number of any type of floating point."""


def packed(numbers: npt.ArrayLike) -> schema.PackedJson:
    """Pack numbers into the smallest exact type.

    Numbers with few decimals become whole numbers and a divisor: division is exact enough in any
    language to give the same number back, and this is checked.

    Examples
    --------
    >>> packed([5.1, 4.9])
    {'type': 'i1', 'divisor': 10, 'data': 'MzE='}
    >>> packed([1, 2])
    {'type': 'i1', 'divisor': 1, 'data': 'AQI='}
    >>> packed([0.5, 1 / 3])["type"]
    'f8'
    """
    values = np.asarray(numbers, dtype=np.float64).ravel()
    if values.size and not np.abs(values).max() < _LARGE:  # NaN is not less, either
        return _text(values.astype("<f8"), 1)
    for divisor in _DIVISORS:
        scaled = _whole(values, divisor)
        if scaled is not None:
            return _text(scaled, divisor)
    single = values.astype("<f4")
    if (single.astype(np.float64) == values).all():
        return _text(single, 1)
    return _text(values.astype("<f8"), 1)


def _whole(values: npt.NDArray[np.float64], divisor: int) -> npt.NDArray[Any] | None:
    """Return the numbers as integers over a divisor, if exact."""
    if (np.signbit(values) & (values == 0)).any():  # there is no whole number −0
        return None
    rounded = np.rint(values * divisor)
    if rounded.size and np.abs(rounded).max() > np.iinfo(np.int32).max:
        return None
    if not (rounded / divisor == values).all():
        return None
    for name in _WHOLE:
        kind = np.iinfo(name)
        if not rounded.size or (rounded.min() >= kind.min and rounded.max() <= kind.max):
            return rounded.astype(f"<{name}")
    return None


def _text(values: npt.NDArray[Any], divisor: int) -> schema.PackedJson:
    data = b64encode(values.tobytes()).decode("ascii")
    return {
        "type": cast("schema.PackedType", values.dtype.str.lstrip("<|")),
        "divisor": divisor,
        "data": data,
    }
