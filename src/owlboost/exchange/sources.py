"""Sources of data for rules: their names, facts and fuzzy sets."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import new_iri
from owlboost.errors import ParameterError
from owlboost.exchange.names import NameIndex, PlacedSets
from owlboost.features import PLACINGS
from owlboost.features.partitions import fit_partitions
from owlboost.models.source import OpenSource, SourceNames, source_from
from owlboost.tables import facts


def names_of_columns(
    names: Iterable[str], where: str, knowledge: Callable[[], KnowledgeBase] | None = None
) -> NameIndex:
    """Index the columns of a table, whose cells are read late.

    Examples
    --------
    >>> from owlboost.exchange.grammar.tree import Word
    >>> names_of_columns(["sea view"], "hotels.csv").find("data", Word("SeaView", 1)).iri
    'urn:owlboost:table#sea%20view'
    """
    return name_index(facts.names_of_columns(names, where, knowledge))


def name_index(names: SourceNames) -> NameIndex:
    """Index the names of a source."""
    return NameIndex(
        names.vocabulary,
        names.new_target,
        names.where,
        of_table=names.of_table,
        lexicon=names.lexicon,
        fuzzy_sets=None if names.knowledge is None else _placed_on(names.knowledge),
    )


def names_of_source(source: object) -> NameIndex:
    """Index the names of a source: in memory, or a path.

    Raises
    ------
    ParameterError
        The source is none of these.
    """
    match source:
        case str() | os.PathLike():
            path = source_from(source)
            return name_index(path.rule_names() or path.open().rule_names())
        case OpenSource():
            return name_index(source.rule_names())
        case Examples():
            return _names_of_knowledge(source.source.knowledge_base())
        case KnowledgeBase():
            return _names_of_knowledge(source)
        case _:
            raise ParameterError(
                "The names of a listing are looked up in an ontology, a table, examples, a "
                f"knowledge base or the path of a file, not in a {type(source).__name__}."
            )


def _names_of_knowledge(kb: KnowledgeBase) -> NameIndex:
    names = SourceNames(kb.vocabulary, kb.lexicon, new_iri, lambda: kb, "The data")
    return name_index(names)


# Fuzzy sets that rules name but do not define: those that learning places on the data


def _placed_on(knowledge: Callable[[], KnowledgeBase]) -> PlacedSets:
    """Return a finder of the fuzzy sets placed on data."""

    def find(
        prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet | None:
        return placed_set(knowledge(), prop, name, defined, parameters)

    return find


_NUMBERS_OF_SETS = (3, 5, 7)


@dataclass(frozen=True, slots=True)
class Placement:
    """A way to place fuzzy sets: number, method, exponent."""

    n_sets: int
    fuzzify: str
    centroid_exponent: float

    def sets(self, kb: KnowledgeBase) -> dict[str, dict[str, FuzzySet]]:
        """Place the sets: property → name → set."""
        partitions = fit_partitions(kb, self.n_sets, self.fuzzify, self.centroid_exponent)
        return {
            partition.prop: {fuzzy_set.name: fuzzy_set for fuzzy_set in partition.sets}
            for partition in partitions
        }


def placements(parameters: object) -> tuple[Placement, ...]:
    """Return the placements that a model's parameters leave open.

    Examples
    --------
    >>> placements({"n_sets": 3, "fuzzify": "uniform"})
    (Placement(n_sets=3, fuzzify='uniform', centroid_exponent=2.0),)
    >>> len(placements({"n_sets": None, "fuzzify": "cmeans"}))
    3
    """
    given = parameters if isinstance(parameters, Mapping) else {}
    number, method = given.get("n_sets"), given.get("fuzzify")
    exponent = given.get("centroid_exponent", 2.0)
    numbers = (number,) if isinstance(number, int) else _NUMBERS_OF_SETS
    methods = (method,) if isinstance(method, str) and method in PLACINGS else tuple(PLACINGS)
    power = float(exponent) if isinstance(exponent, int | float) else 2.0
    return tuple(Placement(n, way, power) for way, n in product(methods, numbers))


def placed_set(
    kb: KnowledgeBase,
    prop: str,
    name: str,
    defined: Mapping[str, FuzzySet],
    parameters: object,
) -> FuzzySet | None:
    """Return the placed fuzzy set of a name; None if unclear.

    The placement must give the sets that the rules define, those of this property or else all of
    them, exactly. If the rules define none, their parameters must tell the placement.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import RightShoulder
    >>> kb = KnowledgeBase.from_facts("ab", numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> high = FuzzySet("price_H", RightShoulder(10, 30))
    >>> placed_set(kb, "ex#price", "price_L", {"price_H": high}, {}).shape
    LeftShoulder(a=10.0, b=30.0)
    """
    candidates = placements(parameters)
    for placement in candidates:
        placed = placement.sets(kb)
        own = placed.get(prop, {})
        if name not in own:
            continue
        all_sets = {
            set_name: fuzzy_set for sets in placed.values() for set_name, fuzzy_set in sets.items()
        }
        wanted = {set_name: defined[set_name] for set_name in defined if set_name in own} or defined
        same = all(all_sets.get(set_name) == fuzzy_set for set_name, fuzzy_set in wanted.items())
        if same and (wanted or len(candidates) == 1):
            return own[name]
    return None
