"""What is mended in a text before py-horned-owl sees it: prefixes, relative IRIs, shorthands."""

import itertools
import re
from pathlib import Path
from urllib.parse import quote, urljoin

from owlboost.errors import SourceError
from owlboost.ontology.language.reserved import STANDARD_PREFIXES
from owlboost.ontology.reading.syntaxes import Syntax

_SHORT_DATATYPES = frozenset({"integer", "decimal", "float", "string"})
_QUANTIFIERS = {"some": 1, "only": 1, "min": 2, "max": 2, "exactly": 2}
"""How many words after a quantifier its range begins."""

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |(?P<text>"(?:[^"\\]|\\.)*")
    |(?P<iri><[^<>\s]*>)
    |(?P<word>[^\s"<>()\[\]{},]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


def prepared(text: str, syntax: Syntax, path: Path) -> str:
    """Return the text with its meaning made plain to py-horned-owl, line by line in place."""
    if syntax is Syntax.FUNCTIONAL:
        return _with_prefixes(text, r"Prefix\(\s*{}:\s*=", "Prefix({}:=<{}>) ")
    if syntax is Syntax.MANCHESTER:
        return mended_manchester(_with_prefixes(text, r"Prefix:\s*{}:\s", "Prefix: {}: <{}> "))
    return _owl_xml(text, path)


def _with_prefixes(text: str, declared: str, declaration: str) -> str:
    """Declare the four standard prefixes where a file takes them for granted."""
    head = text[:20_000]
    missing = [
        declaration.format(prefix, namespace)
        for prefix, namespace in STANDARD_PREFIXES.items()
        if not re.search(declared.format(prefix), head)
    ]
    return "".join(missing) + text


def _owl_xml(text: str, path: Path) -> str:
    """Resolve relative IRIs, and refuse prefixes that are not declared."""
    root = re.search(r"<(?:[\w.-]+:)?Ontology\b[^>]*>", text)
    attributes = dict(re.findall(r"([\w:]+)\s*=\s*[\"']([^\"']*)[\"']", root[0] if root else ""))
    neutral = f"file:///{quote(path.name.removesuffix('.gz'))}"
    base = urljoin(neutral, attributes.get("xml:base") or attributes.get("ontologyIRI") or "")

    def absolute(found: re.Match[str]) -> str:
        return f"{found[1]}{urljoin(base, found[2]) if found[2] else base}{found[3]}"

    relative = r"(?![A-Za-z][A-Za-z0-9+.-]*:|:)([^\"'<>&]*)"
    text = re.sub(rf"(\s(?:IRI|ontologyIRI)\s*=\s*[\"']){relative}([\"'])", absolute, text)
    text = re.sub(rf"(<(?:\w+:)?Import>\s*){relative}(\s*</)", absolute, text)
    declared = {
        name for tag in re.findall(r"<(?:\w+:)?Prefix\b[^>]*>", text) for name in _name(tag)
    }
    used = set(re.findall(r"\sabbreviatedIRI\s*=\s*[\"']([\w.-]*):", text))
    unknown = sorted(used - declared - STANDARD_PREFIXES.keys() - {"xml"})
    if unknown:
        raise SourceError(
            f"'{path}' uses the prefix '{unknown[0]}:' that it does not declare; "
            "add a <Prefix> element."
        )
    return _with_xml_prefixes(text, used - declared, root)


def _name(tag: str) -> list[str]:
    return re.findall(r"\sname\s*=\s*[\"']([\w.-]*)[\"']", tag)


def _with_xml_prefixes(text: str, names: set[str], root: re.Match[str] | None) -> str:
    if not names or root is None:
        return text
    opening = re.search(r"<(?:([\w.-]+):)?Ontology\b[^>]*>", text)
    if opening is None:
        return text
    tag = f"{opening[1]}:Prefix" if opening[1] else "Prefix"
    added = "".join(
        f'<{tag} name="{name}" IRI="{STANDARD_PREFIXES[name]}"/>'
        for name in sorted(names & STANDARD_PREFIXES.keys())
    )
    return text[: opening.end()] + added + text[opening.end() :]


def mended_manchester(text: str) -> str:
    """Rewrite what py-horned-owl reads otherwise than the Manchester syntax has it.

    ``integer`` is ``xsd:integer``; a restriction on a data property ends before ``and``; ``that``
    is ``and``; ``Individuals:`` of a class frame become individual frames.

    Examples
    --------
    >>> mended_manchester("Class: A SubClassOf: B that age some integer[> 5] and r some C")
    'Class: A SubClassOf: B and (age some xsd:integer[> 5]) and r some C'
    """
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    tokens, frames = _members_apart([_plain(kind, token) for kind, token in tokens])
    return "".join(token for _, token in _parenthesised(tokens)) + frames


def _plain(kind: str, token: str) -> tuple[str, str]:
    if kind == "word" and token in _SHORT_DATATYPES:
        return kind, "xsd:" + token
    return (kind, "and") if kind == "word" and token == "that" else (kind, token)


def _parenthesised(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put parentheses around restrictions on data properties, with nothing after their range."""
    solid = [place for place, (kind, _) in enumerate(tokens) if kind != "space"]
    words = [tokens[place][1] for place in solid]
    following = list(itertools.pairwise(words))
    data = {two for one, two in following if one == "DataProperty:"}
    ranges = {word for word in words if word.startswith("xsd:") or word == "rdfs:Literal"}
    ranges |= {two for one, two in following if one == "Datatype:"}
    before: set[int] = set()
    after: set[int] = set()
    for place in range(1, len(words) - 1):
        operand = place + _QUANTIFIERS.get(words[place], 0)
        if operand == place or operand >= len(words):
            continue
        if words[operand] in ("and", "or") and operand == place + 2:  # a number, and no range
            before.add(solid[place - 1])
            after.add(solid[place + 1])
        elif words[operand] in ranges or (
            words[place - 1] in data and words[operand] in ("(", "{", "not")
        ):
            before.add(solid[place - 1])
            after.add(solid[_end_of_range(words, operand)])
    return [
        (kind, "(" * (place in before) + token + ")" * (place in after))
        for place, (kind, token) in enumerate(tokens)
    ]


def _end_of_range(words: list[str], place: int) -> int:
    """Return the place of the last word of a data range."""
    while words[place] == "not" and place + 1 < len(words):
        place += 1
    if words[place] in _BRACKETS:
        return _closing(words, place)
    if place + 1 < len(words) and words[place + 1] == "[":
        return _closing(words, place + 1)
    return place


def _closing(words: list[str], place: int) -> int:
    """Return the place of the bracket that closes the one at a place, or the last place."""
    opening, depth = words[place], 0
    for further in range(place, len(words)):
        depth += (words[further] == opening) - (words[further] == _BRACKETS[opening])
        if depth == 0:
            return further
    return len(words) - 1


def _members_apart(tokens: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], str]:
    """Take ``Individuals:`` out of class frames; return them as individual frames."""
    kept: list[tuple[str, str]] = []
    frames: list[str] = []
    frame = section = ""
    previous = ""
    for kind, token in tokens:
        if kind == "word" and token.endswith(":") and token[:1].isupper():
            section = token
        elif kind != "space" and previous == "Class:":
            frame = token
        if kind != "space":
            previous = token
        if section != "Individuals:" or kind == "space":
            kept.append((kind, token))
        elif token not in (section, ","):
            frames.append(f"\nIndividual: {token}\n    Types: {frame}\n")
    return kept, "".join(frames)
