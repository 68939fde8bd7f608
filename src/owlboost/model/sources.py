"""What a model can be applied to. What opens files stands in a room above this one."""

from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from owlboost.errors import ParameterError, UnknownNameError
from owlboost.model.examples import Examples
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.resolving import Resolver
from owlboost.runtime.array_types import Ids
from owlboost.runtime.registry import Registry

if TYPE_CHECKING:
    from owlboost.model.trained import TrainedModel

Individual = str | SupportsIndex
"""A name, an IRI, or a number from 0."""

Wanted = Individual | Iterable[Individual] | Literal["all"]

Opener = Callable[["TrainedModel", Any], KnowledgeBase | None]
"""States what a model may know of a source, or returns None if that is of another kind."""

SOURCES: Registry[Opener] = Registry(
    "kind of source",
    "owlboost.sources",
    {
        "ontology": "owlboost.exchange.knowledge:of_ontology",
        "table": "owlboost.exchange.knowledge:of_table",
        "path": "owlboost.exchange.knowledge:of_path",
    },
)
"""Ways to open a source; the last one is asked first."""


def known_to(model: "TrainedModel", source: object) -> tuple[KnowledgeBase, Ids]:
    """Return what a model may know of a source, and the individuals in question, in their order.

    Raises
    ------
    ParameterError
        The source is nothing that a model can be applied to.
    """
    if isinstance(source, Examples):
        return source.source.knowledge_base(), source.individuals
    kb = source if isinstance(source, KnowledgeBase) else _opened(model, source)
    return kb, np.arange(len(kb.individuals), dtype=np.int32)


def _opened(model: "TrainedModel", source: object) -> KnowledgeBase:
    for name in reversed(list(SOURCES)):
        found = SOURCES[name](model, source)
        if found is not None:
            return found
    if hasattr(source, "knowledge_base"):
        kb: KnowledgeBase = source.knowledge_base()
        return kb
    raise ParameterError(
        "A model is applied to an ontology, a table, examples, a knowledge base or the path of a "
        f"file, not to a {type(source).__name__}."
    )


def chosen(wanted: Wanted, kb: KnowledgeBase, among: Ids) -> list[int]:
    """Return elements by name, by IRI, or by their number from 0 in a list of elements.

    Raises
    ------
    UnknownNameError
        There is no such individual, or more than one of that name.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["urn:x#a", "urn:x#b", "urn:x#c"])
    >>> chosen(["c", 0], kb, np.array([1, 2])), chosen("all", kb, np.array([1, 2]))
    ([2, 1], [1, 2])
    """
    if isinstance(wanted, str):
        wanted = range(among.size) if wanted == "all" else [wanted]
    listed = list(wanted) if isinstance(wanted, Iterable) else [wanted]
    names = kb.individuals
    texts = [one for one in listed if isinstance(one, str)]
    found = iter(_individuals(kb).iris(texts) if texts else ())
    return [
        names.id(next(found)) if isinstance(one, str) else _counted(one, among) for one in listed
    ]


def _individuals(kb: KnowledgeBase) -> Resolver:
    return Resolver(kb.individuals, "individual", "The source", kb.lexicon)


def _counted(place: SupportsIndex, among: Ids) -> int:
    number = index(place)
    if not 0 <= number < among.size:
        raise UnknownNameError(
            f"There is no individual with number {number}: the source has {among.size} of them, "
            "counted from 0."
        )
    return int(among[number])
