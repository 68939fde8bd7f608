"""No command writes to a file that it reads, or two results to one file."""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owlboost.runtime.files import require_apart

if TYPE_CHECKING:
    from owlboost.ontology.ontology import Ontology

_OUTPUTS = ("output", "trace", "materialise")

_written: ContextVar[tuple[Path, ...]] = ContextVar("_written", default=())
"""The outputs of the command under way: what else it reads is known only later."""


def refuse_overwriting(values: Mapping[str, Any]) -> None:
    """Refuse outputs that are inputs, or each other, before anything is done.

    Parameters
    ----------
    values
        What a command was called with, by the names of its parameters.
    """
    _written.set(tuple(_outputs(values)))
    require_apart(_written.get(), _inputs(values))


def refuse_overwriting_imports(ontology: "Ontology") -> None:
    """Refuse outputs of the command under way that are files which an ontology imports."""
    require_apart(_written.get(), (file for file in ontology.imports.values() if file is not None))


def _outputs(values: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the files that are written to; a folder is refused, or meant to be filled."""
    for name in _OUTPUTS:
        path = values.get(name)
        if path is not None and not Path(path).is_dir():
            yield Path(path)


def _inputs(values: Mapping[str, Any]) -> Iterator[Path]:
    for name, value in values.items():
        if name not in _OUTPUTS:
            listed = value if isinstance(value, list | tuple) else [value]
            yield from (one for one in listed if isinstance(one, Path))
    problem = values.get("problem")
    if problem is not None:
        yield Path(problem)
        yield Path(problem.partition("#")[0])  # FILE#NAME
