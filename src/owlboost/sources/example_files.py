"""Files of examples: lists of names, Ontolearn's JSON, DL-Learner's ``.conf``."""

import json
import math
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from owlboost.errors import ExamplesError, SourceError, did_you_mean
from owlboost.runtime.files import read_bytes
from owlboost.runtime.limits import parse_json

_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|^\s*#[^\n]*', re.DOTALL | re.MULTILINE)
_SET = r'\.{name}\s*=\s*\{{((?:"[^"]*"|[^}}"])*)\}}'
_QUOTED = re.compile(r'"([^"]*)"')
_PREFIX = re.compile(r'\(\s*"([^"]*)"\s*,\s*"([^"]*)"\s*\)')
_GRADED = re.compile(r"(?P<name>.*\S)\s*[\t;,]\s*(?P<grade>[^\t;,]*)")
_SIGNED = re.compile(r'^\s*([+-])\s*"([^"]*)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ExampleLists:
    """Names of positive and negative examples, in the order of the file."""

    positives: tuple[str, ...]
    negatives: tuple[str, ...]


def read_names(path: str | os.PathLike[str]) -> tuple[str, ...]:
    r"""Read one name a line, skipping empty lines and ``# `` comments.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "pos.txt"
    >>> _ = file.write_text("# good ones\nHotel_010\n\nHotel_011\n")
    >>> read_names(file)
    ('Hotel_010', 'Hotel_011')
    """
    lines = (line.strip() for line in _text(Path(path)).splitlines())
    return tuple(line for line in lines if line and line != "#" and not line.startswith("# "))


def read_grades(path: str | os.PathLike[str]) -> dict[str, float]:
    r"""Read names and numbers from lines, separated by tab, semicolon, comma.

    Empty lines and those that start with ``# `` are skipped.

    Raises
    ------
    ExamplesError
        A line has no number, a name is listed twice, or there is none.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "grades.txt"
    >>> _ = file.write_text("Hotel_010, 0.8\nHotel_011\t0.2\n")
    >>> read_grades(file)
    {'Hotel_010': 0.8, 'Hotel_011': 0.2}
    """
    grades: dict[str, float] = {}
    for number, line in enumerate(_text(Path(path)).splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped == "#" or stripped.startswith("# "):
            continue
        match = _GRADED.fullmatch(stripped)
        grade = _grade(match["grade"]) if match else None
        if match is None or grade is None:
            raise ExamplesError(
                f"Line {number} of {path} is not a name and a number with a tab or a comma between "
                f"them: {stripped[:60]!r}."
            )
        if match["name"] in grades:
            raise ExamplesError(f"{path} lists {match['name']!r} twice (again in line {number}).")
        grades[match["name"]] = grade
    if not grades:
        raise ExamplesError(f"{path} has no examples; write a name and a number per line.")
    return grades


def _grade(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def read_problem(path: str | os.PathLike[str]) -> ExampleLists:
    """Read a learning problem of Ontolearn or DL-Learner, recognised by content.

    A JSON file with several problems is given as ``FILE#NAME``.

    Raises
    ------
    SourceError
        The file is neither, or there is none.
    ExamplesError
        It names no examples.
    """
    file, name = _file_and_name(os.fspath(path))
    text = _text(Path(file))
    lists = _ontolearn(text, file, name) if text.lstrip().startswith("{") else _dl_learner(text)
    if not lists.positives:
        raise ExamplesError(
            f"{file} names no positive examples: it is neither Ontolearn's JSON "
            '({"positive_examples": […]}) nor a DL-Learner .conf (lp.positiveExamples = {…}).'
        )
    return lists


def _file_and_name(path: str) -> tuple[str, str]:
    """Split ``FILE#NAME`` at the first # after an existing file."""
    if not Path(path).exists():
        for hash_sign in re.finditer("#", path):
            if Path(path[: hash_sign.start()]).is_file():
                return path[: hash_sign.start()], path[hash_sign.end() :]
    return path, ""


def _text(path: Path) -> str:
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        raise SourceError(f"There is no file {path}.") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _ontolearn(text: str, file: str, name: str) -> ExampleLists:
    try:
        data: Any = parse_json(text, file)
    except json.JSONDecodeError as error:
        raise SourceError(f"{file} is not valid JSON (line {error.lineno}).") from error
    except ValueError as error:
        raise SourceError(f"{file} cannot be read: {error}.") from error
    problems = data.get("problems", data.get("Problems"))
    if isinstance(problems, dict):
        data = _chosen(problems, file, name)
    elif name:
        raise ExamplesError(f"{file} contains a single problem without a name; leave out #{name}.")
    return ExampleLists(
        *(_names(data, key, file) for key in ("positive_examples", "negative_examples"))
    )


def _chosen(problems: dict[str, Any], file: str, name: str) -> Any:
    """Return the problem of a name; the only one needs none."""
    if name in problems:
        return problems[name]
    if name:
        near = did_you_mean(name, problems)
        raise ExamplesError(f"{file} has no problem named '{name}'.{near}")
    if len(problems) > 1:
        raise ExamplesError(
            f"{file} contains several problems; choose one with {file}#NAME, "
            f"where NAME is one of {', '.join(problems)}."
        )
    return next(iter(problems.values()), {})


def _names(data: Any, key: str, file: str) -> tuple[str, ...]:
    names = data.get(key, []) if isinstance(data, dict) else []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SourceError(f"{key} in {file} must be a list of names, each in quotes.")
    return tuple(names)


def _dl_learner(text: str) -> ExampleLists:
    text = _COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    prefixes = dict(_PREFIX.findall(text))
    lists = [
        [name for body in re.findall(_SET.format(name=key), text) for name in _QUOTED.findall(body)]
        for key in ("positiveExamples", "negativeExamples")
    ]
    if not any(lists):
        signed = _SIGNED.findall(text)
        lists = [[name for sign, name in signed if sign == wanted] for wanted in "+-"]
    return ExampleLists(*(tuple(_expanded(name, prefixes) for name in names) for names in lists))


def _expanded(name: str, prefixes: dict[str, str]) -> str:
    """Replace a declared prefix by its namespace."""
    prefix, colon, local = name.partition(":")
    return prefixes[prefix] + local if colon and prefix in prefixes else name
