"""Opening a model in any form in which owlboost writes one."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.errors import ModelError

if TYPE_CHECKING:
    from owlboost.model.hypotheses import TrainedModel

_FUZZYDL = re.compile(r"\s*(%|\((define-|implies|functional|range))")
_ONTOLOGY = re.compile(r"\s*(<|@prefix|@base|PREFIX|Prefix\(|Ontology\()")
_SECTION = re.compile(r"^\s*# (Rules|Weak Learner|Weighted sum|Real AdaBoost|Names)", re.MULTILINE)


def open_model(path: Path) -> "TrainedModel":
    """Read a model file, or rules that were exported and perhaps edited; told by content."""
    from owlboost.model.model_files import load

    if path.suffix.lower() == ".json":
        return load(path)
    text = _text(path)
    if text.lstrip().startswith("{"):
        return load(path)
    if not _has_rules(text):
        raise ModelError(
            f"{path} holds no rules of owlboost. If it is the data, name it after the model."
        )
    return model_from_rules(text)


def _has_rules(text: str) -> bool:
    """Whether a text has what only exported rules have."""
    if _FUZZYDL.match(text):
        return True
    return "urn:owlboost:rules" in text if _ONTOLOGY.match(text) else bool(_SECTION.search(text))


def model_from_rules(text: str) -> "TrainedModel":
    """Read exported rules: fuzzyDL, Fuzzy OWL 2, or the Manchester layout."""
    if _FUZZYDL.match(text):
        from owlboost.exchange.fuzzydl.reading import model_from_fuzzydl

        return model_from_fuzzydl(text)
    if _ONTOLOGY.match(text):
        from owlboost.exchange.flat.decoding import decode
        from owlboost.exchange.fuzzyowl.reading import rules_from_fuzzyowl

        return decode(rules_from_fuzzyowl(text))
    from owlboost.exchange.manchester.reading import model_from_manchester

    return model_from_manchester(text)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} holds no rules: it is no UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
