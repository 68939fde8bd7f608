"""XML text of others: its DOCTYPE and entities, its depth, its errors."""

import re
from pathlib import Path
from xml.parsers import expat

from owlboost.errors import SourceError
from owlboost.runtime.limits import exceeded, limits

MAX_GROWTH = 20
"""Limit of the length of an expanded file, as a multiple of the file's length, and a bit."""

_ELEMENTS = 20
"""Nested elements of XML that are allowed for each level of an expression."""
_XML_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*?\?>")
_PROLOG = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_SUBSET_PART = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!(?P<keyword>[A-Z]+)(?P<body>(?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>|%[^;\s]+;|\s+",
    re.DOTALL,
)
_ENTITY = re.compile(r"\s+(?P<name>[\w:.-]+)\s+(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')\s*$")
_EXTERNAL = re.compile(r"\s+(?P<name>[\w:.-]+)\s+(?:SYSTEM|PUBLIC)\b")
_REFERENCE = re.compile(r"<!\[CDATA\[.*?\]\]>|<!--.*?-->|&(?P<name>[A-Za-z_][\w:.-]*);", re.DOTALL)
_PREDEFINED = frozenset({"amp", "lt", "gt", "quot", "apos"})


def expand_entities(text: str, path: Path) -> str:
    """Return XML text without declaration and DOCTYPE, its internal entities expanded.

    External entities are never fetched; a reference to one is an error, and so is an entity
    that grows out of all proportion ("billion laughs").
    """
    declaration = _XML_DECLARATION.match(text)
    if declaration:  # blanked, so that line numbers stay right
        text = re.sub(r"[^\n]", " ", declaration[0]) + text[declaration.end() :]
    prolog = _PROLOG.match(text)
    start = prolog.end() if prolog else 0
    if not text.startswith("<!DOCTYPE", start):
        return text
    entities, external, end = _doctype(text, start, path)
    body = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return _substituted(body, _resolved(entities, external, path), external, path)


def _doctype(text: str, start: int, path: Path) -> tuple[dict[str, str], set[str], int]:
    """Return internal entities, names of external ones, end of the DOCTYPE."""
    head = re.compile(r"<!DOCTYPE(?:\"[^\"]*\"|'[^']*'|[^\[>\"'])*").match(text, start)
    position = head.end() if head else len(text)
    entities: dict[str, str] = {}
    external: set[str] = set()
    if text.startswith("[", position):
        position += 1
        while part := _SUBSET_PART.match(text, position):
            position = part.end()
            if part["keyword"] == "ENTITY":
                _declare(part["body"], entities, external)
        close = re.compile(r"\]\s*").match(text, position)
        position = close.end() if close else len(text)
    if not text.startswith(">", position):
        raise SourceError(f"The DOCTYPE of '{path}' is malformed or cut short; repair the file.")
    return entities, external, position + 1


def _declare(body: str, entities: dict[str, str], external: set[str]) -> None:
    if internal := _ENTITY.match(body):
        value = internal["double"] if internal["double"] is not None else internal["single"]
        entities.setdefault(internal["name"], value)  # the first declaration binds
    elif outside := _EXTERNAL.match(body):
        external.add(outside["name"])


def _resolved(entities: dict[str, str], external: set[str], path: Path) -> dict[str, str]:
    """Expand the entities that stand for other entities, innermost first."""
    expanded: dict[str, str] = {}

    def value(name: str, enclosing: tuple[str, ...]) -> str:
        if name in expanded:
            return expanded[name]
        if name in enclosing:
            raise SourceError(f"The entity &{name}; of '{path}' refers to itself; repair the file.")
        if name not in entities:
            raise _unknown(name, external, path)
        if len(enclosing) > 50:
            raise _bomb(path)
        parts: list[str] = []
        size = copied = 0
        for reference in _REFERENCE.finditer(entities[name]):
            inner = reference["name"]
            if inner is None or inner in _PREDEFINED:
                continue
            parts += [entities[name][copied : reference.start()], value(inner, (*enclosing, name))]
            copied = reference.end()
            size += len(parts[-2]) + len(parts[-1])
            if size > limits().entity:
                raise _bomb(path)
        expanded[name] = "".join(parts) + entities[name][copied:]
        return expanded[name]

    for name in entities:
        value(name, ())
    return expanded


def _substituted(text: str, values: dict[str, str], external: set[str], path: Path) -> str:
    room = MAX_GROWTH * len(text) + 1_000_000

    def replacement(reference: re.Match[str]) -> str:
        nonlocal room
        name = reference["name"]
        if name is None or name in _PREDEFINED:
            return reference[0]
        if name not in values:
            raise _unknown(name, external, path)
        room -= len(values[name])
        if room < 0:
            raise _bomb(path)
        return values[name]

    return _REFERENCE.sub(replacement, text)


def _bomb(path: Path) -> SourceError:
    return SourceError(
        f"The entities in the DOCTYPE of '{path}' expand without limit (an entity bomb?), "
        "so the file is not read."
    )


def _unknown(name: str, external: set[str], path: Path) -> SourceError:
    if name in external:
        return SourceError(
            f"'{path}' refers to the external entity &{name};, which is never fetched; "
            "write its text into the file."
        )
    return SourceError(
        f"'{path}' refers to the entity &{name};, which its DOCTYPE does not declare; declare it."
    )


def check_well_formed(text: str, path: Path) -> None:
    """Raise SourceError unless a text is well-formed XML to its end.

    Raise LimitError if its elements are nested too deeply.
    """
    try:
        shallow_parser(f"'{path}'").Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise not_well_formed(error, path) from error


def shallow_parser(subject: str) -> expat.XMLParserType:
    """Return an XML parser that raises LimitError at too deep nesting.

    Parsing deeper elements would take for ever. Lists may be written item within item, so much is
    allowed.
    """
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True  # which makes no dictionaries
    deepest, depth = _ELEMENTS * limits().depth, 0

    def down(_: str, __: list[str]) -> None:
        nonlocal depth
        depth += 1
        if depth > deepest:
            raise exceeded("depth", subject, times=_ELEMENTS)

    def up(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = down, up
    return parser


def not_well_formed(error: expat.ExpatError, path: Path) -> SourceError:
    """Return the error for a file that is not well-formed XML."""
    reason = expat.ErrorString(error.code)
    if error.code in _UNFINISHED:
        reason = "the file ends too early, it was probably cut short"
    return SourceError(
        f"'{path}' is not well-formed XML (line {error.lineno}: {reason}); "
        "repair it or download it again."
    )


_UNFINISHED = frozenset(
    expat.errors.codes[message]
    for message in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)
