"""The format ``manchester``: the paper's layout with all digits, to be edited by hand."""

import re
from typing import TYPE_CHECKING

from owlboost.exchange.formats import ALL_LOGICS, Format, both_written
from owlboost.exchange.fuzzyowl.format import is_ontology
from owlboost.exchange.manchester.writing import HEADING, NAMES, manchester_text

if TYPE_CHECKING:
    from owlboost.exchange.unnamed import UnnamedRules
    from owlboost.models.trained import TrainedModel

_TABLE = re.compile(rf"^\s*{NAMES}\s*$", re.MULTILINE)


def has_table_of_names(text: str) -> bool:
    r"""Whether a text is of this format, which tells the IRIs of its names.

    Examples
    --------
    >>> has_table_of_names("# Names\nA class \"urn:A\""), has_table_of_names("A SubClassOf B")
    (True, False)
    """
    return text.lstrip().startswith(HEADING) or bool(_TABLE.search(text))


def _read(text: str) -> "TrainedModel | UnnamedRules":
    from owlboost.exchange.manchester.reading import model_from_manchester
    from owlboost.exchange.unnamed import read_or_defer

    return read_or_defer(lambda lookup: model_from_manchester(text, lookup))


def _recognises(text: str) -> bool:
    return not is_ontology(text) and has_table_of_names(text)


FORMAT = Format(
    name="manchester",
    title="The paper's layout in Manchester syntax, with all digits",
    extensions=(".txt",),
    semantics=ALL_LOGICS,
    write=manchester_text,
    write_definition=lambda definition: both_written(definition, manchester_text, "# "),
    options=("equivalent",),
    read=_read,
    recognises=_recognises,
)
