"""Model files on disk."""

import json
import os
from pathlib import Path

from owlboost.errors import ModelError
from owlboost.model.model_json import model_from_json, model_to_json
from owlboost.model.trained import TrainedModel
from owlboost.runtime.files import atomic_path, read_bytes
from owlboost.runtime.limits import parse_json


def model_text(model: TrainedModel) -> str:
    """Return the text of a MODEL.json file."""
    return json.dumps(model_to_json(model), indent=1, ensure_ascii=False)


def save(model: TrainedModel, path: str | os.PathLike[str]) -> None:
    """Write a model file, whole or not at all.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.model.hypotheses import RuleSet
    >>> file = Path(tempfile.mkdtemp()) / "model.json"
    >>> save(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), file)
    >>> load(file).target
    'urn:x#Good'
    """
    with atomic_path(path) as temporary:
        temporary.write_text(f"{model_text(model)}\n", encoding="utf-8")


def load(path: str | os.PathLike[str]) -> TrainedModel:
    """Read a model file; loading gives back the same degrees, bit for bit.

    Raises
    ------
    ModelError
        There is no such file, or it is not a model of this version.

    Examples
    --------
    >>> load("no-such-model.json")
    Traceback (most recent call last):
    owlboost.errors.ModelError: There is no file no-such-model.json.
    """
    path = Path(path)
    try:
        text = read_bytes(path).decode("utf-8")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} is not an owlboost model: it is not UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        data = parse_json(text, path)
    except json.JSONDecodeError as error:
        raise ModelError(
            f"{path} is not an owlboost model: it is not valid JSON (line {error.lineno})."
        ) from error
    except ValueError as error:
        raise ModelError(f"{path} is not an owlboost model: {error}.") from error
    return model_from_json(data)
