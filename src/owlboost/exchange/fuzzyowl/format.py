"""The format ``fuzzyowl2``: an OWL 2 ontology with Fuzzy OWL 2 annotations."""

import re
from typing import TYPE_CHECKING

from owlboost.exchange.formats import Format

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.exchange.fuzzyowl.writing import Syntax
    from owlboost.models.trained import TrainedModel

_START = re.compile(r"\s*(<|@prefix|@base|PREFIX|Prefix\(|Ontology\()")
_OURS = "urn:owlboost:rules"


def is_ontology(text: str) -> bool:
    """Whether a text begins as an ontology does in one of its syntaxes.

    Examples
    --------
    >>> is_ontology("<?xml version='1.0'?>"), is_ontology("# Rules")
    (True, False)
    """
    return bool(_START.match(text))


def _write(
    model: "TrainedModel",
    *,
    kb: "KnowledgeBase | None" = None,
    individuals: list[int] | None = None,
    syntax: "Syntax" = "rdfxml",
    imports: str | None = None,
) -> str:
    from owlboost.exchange.flat.facts import flattened
    from owlboost.exchange.fuzzyowl.writing import fuzzyowl_text

    rules, facts = flattened(model, kb, individuals)
    return fuzzyowl_text(rules, facts, syntax=syntax, imports=imports)


def _read(text: str) -> "TrainedModel":
    from owlboost.exchange.flat.decoding import decode
    from owlboost.exchange.fuzzyowl.reading import rules_from_fuzzyowl

    return decode(rules_from_fuzzyowl(text))


def _recognises(text: str) -> bool:
    return is_ontology(text) and _OURS in text


FORMAT = Format(
    name="fuzzyowl2",
    title="An OWL 2 ontology with Fuzzy OWL 2 annotations",
    extensions=(".owl", ".owx", ".ofn"),
    write=_write,
    takes_data=True,
    options=("syntax", "imports"),
    read=_read,
    recognises=_recognises,
)
