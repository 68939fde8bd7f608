"""What is mended in a text before py-horned-owl sees it: prefixes, relative IRIs, shorthands."""

import re
from pathlib import Path
from urllib.parse import quote, urljoin

from owlboost.errors import SourceError
from owlboost.ontology.syntaxes import Syntax
from owlboost.ontology.vocabularies import STANDARD_PREFIXES

_SHORT_DATATYPES = frozenset({"integer", "decimal", "float", "string"})
_COUNT_WORDS = frozenset({"min", "max", "exactly"})
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
        return manchester(_with_prefixes(text, r"Prefix:\s*{}:\s", "Prefix: {}: <{}> "))
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

    relative = r"(?![A-Za-z][A-Za-z0-9+.-]*:)([^\"'<>&]*)"
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


def manchester(text: str) -> str:
    """Rewrite what py-horned-owl reads otherwise than the Manchester syntax has it.

    ``integer`` is ``xsd:integer``; a data range after ``some``, ``only`` or a number ends before
    ``and``; ``that`` is ``and``; ``Individuals:`` of a class frame become individual frames.

    Examples
    --------
    >>> manchester("Class: A SubClassOf: B that age some integer[> 5] and r some C")
    'Class: A SubClassOf: B and age some (xsd:integer[> 5]) and r some C'
    """
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    tokens, frames = _members_apart([_plain(kind, token) for kind, token in tokens])
    return "".join(token for _, token in _parenthesised(tokens)) + frames


def _plain(kind: str, token: str) -> tuple[str, str]:
    if kind == "word" and token in _SHORT_DATATYPES:
        return kind, "xsd:" + token
    return (kind, "and") if kind == "word" and token == "that" else (kind, token)


def _parenthesised(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put parentheses around data ranges that follow a quantifier or a number."""
    datatypes = _datatypes(tokens)
    out: list[tuple[str, str]] = []
    before = ["", ""]
    position = 0
    while position < len(tokens):
        kind, token = tokens[position]
        quantified = before[1] in ("some", "only") or before[0] in _COUNT_WORDS
        if kind in ("word", "iri") and quantified and token in datatypes:
            end = _end_of_range(tokens, position)
            out += [("mark", "("), *tokens[position:end], ("mark", ")")]
            position, before = end, ["", ""]
            continue
        out.append((kind, token))
        if kind != "space":
            before = [before[1], token]
        position += 1
    return out


def _datatypes(tokens: list[tuple[str, str]]) -> set[str]:
    words = [token for kind, token in tokens if kind != "space"]
    known = {word for word in words if word.startswith("xsd:") or word == "rdfs:Literal"}
    declared = {two for one, two in zip(words, words[1:], strict=False) if one == "Datatype:"}
    return known | declared


def _end_of_range(tokens: list[tuple[str, str]], position: int) -> int:
    """Return where a datatype and the facets behind it end."""
    after = position + 1
    while after < len(tokens) and tokens[after][0] == "space":
        after += 1
    if after >= len(tokens) or tokens[after][1] != "[":
        return position + 1
    while after < len(tokens) and tokens[after][1] != "]":
        after += 1
    return after + 1


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
