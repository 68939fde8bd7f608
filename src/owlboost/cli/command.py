"""Commands: handling of their arguments before they run."""

import functools
import inspect
import os
import re
import shutil
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from owlboost.cli.messages import listed
from owlboost.cli.options import Idle, Options, Where, declared
from owlboost.errors import ExtensionError, Message, OwlboostError, SourceError
from owlboost.models.source import source_from
from owlboost.runtime.files import LimitedStream, require_apart, temporary_folder

STANDARD = Path("-")
"""Standard input or standard output on the command line."""

_STEM = "standard-input"
_SAMPLE = 1 << 16
_HEADER_WITH_COLON = re.compile(r"[\w.-]*:[^\s,;|]*[,;\t|]")


@contextmanager
def standard_input(options: Options, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command's arguments, with standard input as a temporary file."""
    sources = [name for name, option in options.items() if option.role == "source"]
    names = [name for name in sources if values[name] == STANDARD]
    if not names:
        yield dict(values)
        return
    with temporary_folder() as folder:
        path = _save_standard_input(folder)
        try:
            yield {**values, **dict.fromkeys(names, path)}
        except OwlboostError as error:
            error.args = (_without(error.message, f"{path.parent}{os.sep}"), *error.args[1:])
            raise


def is_standard_input(path: Path) -> bool:
    """Whether a file holds standard input."""
    return path.stem == _STEM and path.parent.name.startswith("owlboost-")


def shown(path: Path) -> str:
    """Return the name of a file in messages."""
    return "Standard input" if is_standard_input(path) else str(path)


def _save_standard_input(folder: Path) -> Path:
    """Write standard input to a file with a fitting suffix."""
    path = folder / _STEM
    standard: Any = sys.stdin.buffer
    with path.open("wb") as file:
        shutil.copyfileobj(LimitedStream(standard, "Standard input"), file)
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    if not head:
        raise SourceError("Standard input is empty.")
    return path.rename(folder / f"{_STEM}{_suffix(path, head)}")


def _suffix(path: Path, head: bytes) -> str:
    from owlboost.tables.files import is_workbook

    if head.startswith(b"\x1f\x8b"):
        content = zlib.decompressobj(wbits=31).decompress(head, _SAMPLE)
        return f"{_suffix_of_content(content, complete=False)}.gz"
    if is_workbook(head):
        return _workbook_suffix(path)
    return _suffix_of_content(head, complete=len(head) < _SAMPLE)


def _workbook_suffix(path: Path) -> str:
    if not zipfile.is_zipfile(path):
        return ".xls"
    with zipfile.ZipFile(path) as archive:
        return ".ods" if "mimetype" in archive.namelist() else ".xlsx"


def _suffix_of_content(head: bytes, *, complete: bool) -> str:
    """Return the suffix of an ontology, or else of a table."""
    from owlboost.ontology.readers.text import syntax_of
    from owlboost.tables.text_layout import decoded, encoding_of

    if head.startswith(b"PAR1"):
        return ".parquet"
    encoding = encoding_of(head, complete=complete) or "latin-1"
    text = decoded(head, encoding, complete=complete) or ""
    if _HEADER_WITH_COLON.match(text):
        return ".csv"
    try:
        syntax_of(text, STANDARD)
    except SourceError:
        is_xml = text.lstrip("\ufeff \t\r\n").startswith("<")
        return ".owl" if is_xml else ".csv"  # its reader reports the error in the XML
    return ".owl"


def _without(text: str, folder: str) -> str:
    if isinstance(text, Message):
        parts = (part.replace(folder, "") if isinstance(part, str) else part for part in text.parts)
        return Message(*parts)
    return text.replace(folder, "")


Values = Mapping[str, Any]
"""Arguments of a command, by the names of its parameters."""


def say_unused(
    context: typer.Context, options: Options, groups: Iterable[Any], values: Values
) -> None:
    """Print notes on options on the command line that have no effect."""
    given = _given_options(context)
    for idle in _unused(options, groups, values):
        names = [name for name in given if idle.has(name, options[name])]
        if names:
            verb = "has" if len(names) == 1 else "have"
            text = listed([given.pop(name) for name in names])
            typer.echo(f"note: {text} {verb} no effect {idle.where}", err=True)


def is_given(context: typer.Context, name: str) -> bool:
    """Whether a parameter is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _given_options(context: typer.Context) -> dict[str, str]:
    """Return the parameters on the command line, with their spelling."""
    spellings = {}
    for parameter in context.command.params:
        name = parameter.name or ""
        if is_given(context, name):
            is_option = parameter.param_type_name == "option"
            spellings[name] = max(parameter.opts, key=len) if is_option else name.upper()
    return spellings


def _unused(options: Options, groups: Iterable[Any], values: Values) -> Iterator[Idle]:
    """Yield the options without effect: those that groups report, then those of all commands."""
    for group in groups:
        if hasattr(group, "unused"):
            yield from group.unused(values, options)
    yield from _unused_on_source(values)
    for name in ("why", "clash"):
        if "clash" in values and values[name]:
            yield Idle(f"with --{name}", only=Where.INFERENCES)
    if values.get("as_json"):
        yield Idle("with --json", only=Where.RULES)
    if values.get("train_is_test"):
        yield Idle("with --train-is-test", only=Where.FOLDS)
    if values.get("reasoner") == "structural":
        yield Idle("without --reasoner hermit", only=Where.HERMIT)


def _unused_on_source(values: Values) -> Iterator[Idle]:
    if values.get("source") is None:
        if "model" in values:
            yield Idle("without a SOURCE", only=Where.ONTOLOGY | Where.TABLE)
    elif source_from(values["source"]).kind == "table":
        yield Idle("on a table", only=Where.ONTOLOGY)
        if "model" in values and "target" not in values:
            yield Idle("here, because the model defines the columns", only=Where.COLUMNS)
    else:
        yield Idle("on an ontology", only=Where.TABLE)


_written: ContextVar[tuple[Path, ...]] = ContextVar("_written", default=())
"""Outputs of the running command, for checks against files that it reads later."""


def refuse_overwriting(options: Options, values: Values) -> None:
    """Reject outputs that are inputs, or each other, at the start."""
    _written.set(tuple(_outputs(options, values)))
    require_apart(_written.get(), _inputs(options, values))


def refuse_overwriting_read(files: Iterable[Path]) -> None:
    """Reject outputs of the running command that a source was read from."""
    require_apart(_written.get(), files)


def _outputs(options: Options, values: Values) -> Iterator[Path]:
    """Yield the files to write, except folders.

    A folder is rejected elsewhere, or meant to be filled.
    """
    for name, option in options.items():
        path = values[name]
        if option.role == "output" and path is not None and not Path(path).is_dir():
            yield Path(path)


def _inputs(options: Options, values: Values) -> Iterator[Path]:
    for name, option in options.items():
        value = values[name]
        if option.role == "input" and value is not None:
            yield Path(value)
            yield Path(value.partition("#")[0])  # FILE#NAME
        elif option.role != "output":
            items = value if isinstance(value, list | tuple) else [value]
            yield from (item for item in items if isinstance(item, Path))


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options, such as dataclasses of them.

    A group is a dataclass whose fields are options, or a class with ``option_parameters`` and
    ``from_command_line``. Before the command runs, options without effect are reported, and outputs
    that are inputs are rejected.
    """
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return", None)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if _is_group(hint)}
    parameters = [
        parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name not in groups
    ]
    for group in groups.values():
        parameters += _parameters(group)
    _require_distinct(parameters)
    options = {parameter.name: declared(parameter) for parameter in parameters}
    parameters.append(
        inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    )

    @functools.wraps(command)
    def run(context: typer.Context, **values: Any) -> None:
        with standard_input(options, values) as arguments:
            say_unused(context, options, groups.values(), arguments)
            refuse_overwriting(options, arguments)
            given = {name for name in arguments if is_given(context, name)}
            packed = {}
            for name, group in groups.items():
                parts = {part.name: arguments.pop(part.name) for part in _parameters(group)}
                packed[name] = (
                    group.from_command_line(parts, given) if _is_made(group) else group(**parts)
                )
            command(**arguments, **packed)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _require_distinct(parameters: list[inspect.Parameter]) -> None:
    """Reject two options of the same name, such as a plugin's."""
    for name, times in Counter(parameter.name for parameter in parameters).items():
        if times > 1:
            raise ExtensionError(
                f"Two parameters have the option --{name.replace('_', '-')}: a learner must give "
                "its own another name."
            )


def _is_made(hint: Any) -> bool:
    """Whether a group makes its own options."""
    return hasattr(hint, "option_parameters")


def _is_group(hint: Any) -> bool:
    return is_dataclass(hint) or _is_made(hint)


def _parameters(group: Any) -> list[inspect.Parameter]:
    if _is_made(group):
        parameters: list[inspect.Parameter] = group.option_parameters()
        return parameters
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            part.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=part.default,
            annotation=Annotated[hints[part.name], part.metadata["option"]],
        )
        for part in fields(group)
    ]
