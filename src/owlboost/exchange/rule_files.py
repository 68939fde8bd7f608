"""Reading a model in any form in which one is written: told by content."""

import os
from pathlib import Path

from owlboost.errors import ModelError
from owlboost.exchange.formats import FORMATS
from owlboost.model.model_files import load
from owlboost.model.trained import TrainedModel


def read_model(path: str | os.PathLike[str]) -> TrainedModel:
    """Read a model file, or rules that were exported and perhaps edited by hand.

    Raises
    ------
    ModelError
        There is no such file, or it contains no rules, or an edit has broken them.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.model.hypotheses import RuleSet
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5)
    >>> file = Path(tempfile.mkdtemp()) / "rules.txt"
    >>> _ = file.write_text(model.export("manchester"), encoding="utf-8")
    >>> read_model(file) == model
    True
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        return load(path)
    text = _text(path)
    if text.lstrip().startswith("{"):
        return load(path)
    for form in FORMATS.values():
        if form.read is not None and form.recognises is not None and form.recognises(text):
            return form.read(text)
    raise ModelError(
        f"{path} contains no owlboost rules. If it is the data, give it after the model."
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} contains no rules: it is not UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
