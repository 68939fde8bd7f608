"""The format ``listing``: rules as a paper prints them, whose names are those of the data."""

import re
from typing import TYPE_CHECKING

from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.exchange.fuzzyowl.format import is_ontology
from owlboost.exchange.manchester.format import has_table_of_names

if TYPE_CHECKING:
    from owlboost.exchange.listing.reading import Listing
    from owlboost.models.trained import TrainedModel

_BELOW = r"⊑|\\(?:impc|sqsubseteq)\b|(?<![<\w:#/])(?i:subclassof(?![\w:(])|subclass of\b)"
_RULE = re.compile(_BELOW)
_IN_BRACKETS = re.compile(rf"\s*<[^<>\n]*(?:{_BELOW})")


def _write(model: "TrainedModel") -> str:
    from owlboost.exchange.listing.writing import listing_text

    return listing_text(model)


def _read(text: str) -> "Listing":
    from owlboost.exchange.listing.reading import read_listing

    return read_listing(text)


def _recognises(text: str) -> bool:
    if has_table_of_names(text) or not _RULE.search(text):
        return False
    return not is_ontology(text) or bool(_IN_BRACKETS.match(text))


FORMAT = Format(
    name="listing",
    title="The paper's layout in Manchester syntax, with the names of the data",
    extensions=(".txt",),
    semantics=ALL_LOGICS,
    write=_write,
    read=_read,
    recognises=_recognises,
)
