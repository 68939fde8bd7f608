"""The format ``manchester``: the paper's layout with all digits, to be edited by hand."""

import re

from owlboost.exchange.formats import Format
from owlboost.exchange.fuzzyowl.format import is_ontology
from owlboost.exchange.manchester.writing import manchester_text
from owlboost.model.trained import TrainedModel

_SECTION = re.compile(r"^\s*# (Rules|Weak Learner|Weighted sum|Real AdaBoost|Names)", re.MULTILINE)


def _read(text: str) -> TrainedModel:
    from owlboost.exchange.manchester.reading import model_from_manchester

    return model_from_manchester(text)


def _recognises(text: str) -> bool:
    return not is_ontology(text) and bool(_SECTION.search(text))


FORMAT = Format(
    name="manchester",
    title="The paper's layout in Manchester syntax, with all digits",
    extensions=(".txt",),
    write=manchester_text,
    read=_read,
    recognises=_recognises,
)
