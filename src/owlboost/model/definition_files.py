"""Files with a definition: the model of a target and that of its complement in one."""

import json
import os
from pathlib import Path
from typing import Any

from owlboost.errors import ModelError
from owlboost.model.definitions import Definition
from owlboost.model.model_json import DEFINITION_FORMAT, model_from_json, model_to_json
from owlboost.runtime.files import atomic_path, open_bytes, read_bytes
from owlboost.runtime.limits import parse_json

VERSION = 1
_HEAD = 200
"""Within how many bytes a file says what it is."""


def definition_text(definition: Definition) -> str:
    """Return the text of a file with a definition."""
    data = {
        "format": DEFINITION_FORMAT,
        "version": VERSION,
        "target": definition.belongs.target,
        "belongs": model_to_json(definition.belongs),
        "does_not": model_to_json(definition.does_not),
    }
    return json.dumps(data, indent=1, ensure_ascii=False)


def save_definition(definition: Definition, path: str | os.PathLike[str]) -> None:
    """Write a file with a definition, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_text(f"{definition_text(definition)}\n", encoding="utf-8")


def holds_definition(path: str | os.PathLike[str]) -> bool:
    """Whether a file says that it holds a definition."""
    try:
        with open_bytes(Path(path)) as file:
            return f'"{DEFINITION_FORMAT}"'.encode() in file.read(_HEAD)
    except OSError:
        return False


def load_definition(path: str | os.PathLike[str]) -> Definition:
    """Read a file with a definition.

    Raises
    ------
    ModelError
        It is damaged, or of another version.
    """
    path = Path(path)
    try:
        data: Any = parse_json(read_bytes(path).decode("utf-8"), path)
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read as a definition: {error}.") from error
    if not isinstance(data, dict) or data.get("format") != DEFINITION_FORMAT:
        raise ModelError(f"{path} holds no definition.")
    if data.get("version") != VERSION:
        raise ModelError(
            f"The definition has format version {str(data.get('version'))[:60]}, but this owlboost "
            f"reads version {VERSION}; learn it again or install a matching owlboost."
        )
    return Definition(model_from_json(data.get("belongs")), model_from_json(data.get("does_not")))
