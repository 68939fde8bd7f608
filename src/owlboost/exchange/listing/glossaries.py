"""Where the names of listings come from: columns of tables, names of ontologies."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Vocabulary
from owlboost.errors import ParameterError
from owlboost.exchange.listing.glossary import Glossary
from owlboost.runtime.names import Names

if TYPE_CHECKING:
    from owlboost.sources.ontology_source import LoadedOntology


def of_columns(
    names: Iterable[str], where: str, knowledge: Callable[[], KnowledgeBase] | None = None
) -> Glossary:
    """Make a glossary of the columns of a table, whose cells are read if they are asked for.

    Examples
    --------
    >>> from owlboost.exchange.listing.statements import Word
    >>> of_columns(["sea view"], "hotels.csv").found("data", Word("SeaView", 1)).iri
    'urn:owlboost:table#sea%20view'
    """
    from owlboost.tables.facts import table_iri

    columns = Names(map(table_iri, names))
    vocabulary = Vocabulary(data_properties=columns)
    return Glossary(vocabulary, table_iri, where, of_table=True, knowledge=knowledge)


def of_ontology(ontology: "LoadedOntology") -> Glossary:
    """Make a glossary of the classes and properties of an ontology."""
    from owlboost.sources.ontology_examples import new_iri

    signature = ontology.ontology.signature
    vocabulary = Vocabulary(signature.classes, signature.roles, signature.data_properties)
    return Glossary(
        vocabulary,
        new_iri,
        lexicon=ontology.lexicon,
        knowledge=lambda: ontology.source().knowledge_base(),
    )


def of_source(source: object) -> Glossary:
    """Make a glossary of an ontology, a table, examples, a knowledge base or the path of a file.

    Raises
    ------
    ParameterError
        The source is none of these.
    """
    from owlboost.sources.ontology_source import LoadedOntology, read_ontology
    from owlboost.tables.endings import is_table_path
    from owlboost.tables.files import column_names
    from owlboost.tables.reading import read_table
    from owlboost.tables.table import Table

    match source:
        case str() | os.PathLike():
            path = Path(source)
            if is_table_path(path):
                return of_columns(
                    column_names(path), path.name, lambda: read_table(path).knowledge_base()
                )
            return of_ontology(read_ontology(path))
        case Table():
            names = [*source.columns, *source.left_out]
            return of_columns(names, source.path.name, source.knowledge_base)
        case LoadedOntology():
            return of_ontology(source)
        case Examples():
            return _of_knowledge(source.source.knowledge_base())
        case KnowledgeBase():
            return _of_knowledge(source)
        case _:
            raise ParameterError(
                "The names of a listing are looked up in an ontology, a table, examples, a "
                f"knowledge base or the path of a file, not in a {type(source).__name__}."
            )


def _of_knowledge(kb: KnowledgeBase) -> Glossary:
    from owlboost.sources.ontology_examples import new_iri

    return Glossary(kb.vocabulary, new_iri, "The data", lexicon=kb.lexicon, knowledge=lambda: kb)
