"""Sources of data for rules: their names, facts and fuzzy sets."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Vocabulary
from owlboost.errors import ModelError, ParameterError, UnknownNameError
from owlboost.exchange.names import NameIndex, PlacedSets
from owlboost.features import PLACINGS
from owlboost.features.partitions import fit_partitions
from owlboost.runtime.names import Names
from owlboost.tables.columns import Column, NumberColumn
from owlboost.tables.facts import table_iri
from owlboost.tables.read_options import is_table_path

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.tables.read_options import Kind
    from owlboost.tables.table import Table


def knowledge_of_ontology(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """State what an ontology implies, without target and hidden names.

    What the ontology does not have need not be hidden.
    """
    from owlboost.sources.ontology_source import LoadedOntology

    if not isinstance(source, LoadedOntology):
        return None
    target = model.target if source.classes.has(model.target) else None
    recorded = model.source.get("hidden", [])
    names = recorded if isinstance(recorded, list) else []
    hidden = [source.hideable.iri(name) for name in names if source.hideable.has(name)]
    return source.source(target, hidden).knowledge_base()


def knowledge_of_table(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """State the cells of a table that has the model's columns.

    Raises
    ------
    ModelError
        A column is missing, or was read as something else than the model takes it for.
    """
    from owlboost.tables import partial_reads, table

    if not isinstance(source, table.Table):
        return None
    for name, kind in partial_reads.kinds_needed(model.hypothesis).items():
        try:
            column = source.column(name)
        except UnknownNameError as error:
            raise ModelError(f"The model cannot be applied: {error}") from error
        if column.present.any() and _kind(column) != kind:
            raise ModelError(
                f"The model needs column {name!r} to be of kind {kind}, but {source.path.name} was "
                f"read with kind {_kind(column)}: read it again with kinds={{{name!r}: {kind!r}}}."
            )
    return source.knowledge_base()


def _kind(column: "Column") -> "Kind":
    if isinstance(column, NumberColumn):
        return "number"
    return "truth" if column.is_truth else "category"


def knowledge_of_path(model: "TrainedModel", source: object) -> "KnowledgeBase | None":
    """Read a file as a model needs it, and state its facts."""
    if not isinstance(source, str | os.PathLike):
        return None
    loaded = open_for_model(model, source)
    table = knowledge_of_table(model, loaded)
    return knowledge_of_ontology(model, loaded) if table is None else table


def open_for_model(model: "TrainedModel", path: str | os.PathLike[str]) -> "LoadedOntology | Table":
    """Read an ontology, or the columns that a model needs."""
    path = Path(path)
    if not is_table_path(path):
        from owlboost.sources.ontology_source import read_ontology

        return read_ontology(path)
    from owlboost.tables.partial_reads import read_table_for

    return read_table_for(model.hypothesis, path, model.lexicon)


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
    columns = Names(map(table_iri, names))
    vocabulary = Vocabulary(data_properties=columns)
    placed = None if knowledge is None else _placed_on(knowledge)
    return NameIndex(vocabulary, table_iri, where, of_table=True, fuzzy_sets=placed)


def names_of_ontology(ontology: "LoadedOntology") -> NameIndex:
    """Index the classes and properties of an ontology."""
    signature = ontology.ontology.signature
    vocabulary = Vocabulary(signature.classes, signature.roles, signature.data_properties)
    return NameIndex(
        vocabulary,
        _new_target,
        lexicon=ontology.lexicon,
        fuzzy_sets=_placed_on(lambda: ontology.source().knowledge_base()),
    )


def names_of_source(source: object) -> NameIndex:
    """Index the names of a source: in memory, or a path.

    Raises
    ------
    ParameterError
        The source is none of these.
    """
    from owlboost.sources import ontology_source
    from owlboost.tables import reading, table

    match source:
        case str() | os.PathLike():
            path = Path(source)
            if is_table_path(path):
                return names_of_columns(
                    reading.column_names(path),
                    path.name,
                    lambda: reading.read_table(path).knowledge_base(),
                )
            return names_of_ontology(ontology_source.read_ontology(path))
        case table.Table():
            names = [*source.columns, *source.left_out]
            return names_of_columns(names, source.path.name, source.knowledge_base)
        case ontology_source.LoadedOntology():
            return names_of_ontology(source)
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
    placed = _placed_on(lambda: kb)
    return NameIndex(kb.vocabulary, _new_target, "The data", lexicon=kb.lexicon, fuzzy_sets=placed)


def _new_target(name: str) -> str:
    """Return the IRI of a target that an ontology does not have."""
    from owlboost.sources.ontology_examples import new_iri

    return new_iri(name)


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
