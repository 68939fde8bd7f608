"""The format ``fuzzydl``: what the reasoner fuzzyDL reads."""

import re

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.exchange.flat.facts import flattened
from owlboost.exchange.formats import Format, Written, negatives_inferred
from owlboost.exchange.fuzzydl.reading import model_from_fuzzydl
from owlboost.exchange.fuzzydl.writing import fuzzydl_text
from owlboost.exchange.unnamed import UnnamedRules, read_or_defer
from owlboost.models.trained import TrainedModel

_START = re.compile(r"\s*(%|\((define-|implies|functional|range))")


def _write(
    model: TrainedModel,
    *,
    kb: KnowledgeBase | None = None,
    individuals: list[int] | None = None,
    equivalent: bool = False,
) -> str:
    remarks = negatives_inferred(model) if equivalent else ()
    rules, facts = flattened(model, kb, individuals, equivalent=equivalent)
    return Written(fuzzydl_text(rules, facts, data_known=kb is not None, remarks=remarks), remarks)


def _read(text: str) -> TrainedModel | UnnamedRules:
    return read_or_defer(lambda lookup: model_from_fuzzydl(text, lookup))


def _recognises(text: str) -> bool:
    return bool(_START.match(text))


FORMAT = Format(
    name="fuzzydl",
    title="Rules, and facts if wanted, for the reasoner fuzzyDL",
    extensions=(".fdl",),
    write=_write,
    takes_data=True,
    options=("equivalent",),
    semantics=("zadeh", "lukasiewicz"),
    read=_read,
    recognises=_recognises,
)
