"""Plain assertions of OWL/XML, found by one pattern: of large files they are nearly everything.

What is found is cut out of the text, and the XML parser reads the rest. Each piece is a whole
element without anything unusual in it; whatever is not written exactly so stays in the text.
Most programs lay out all assertions of a kind alike, so that the pattern has to find but a few.
"""

import re
from array import array
from collections.abc import Callable

import numpy as np

from owlboost.ontology.expressions import NOTHING, THING, Literal
from owlboost.ontology.readers.builder import FactRows
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.vocabulary import OWL
from owlboost.runtime.array_types import Mask

_NO_CLASS = (THING, NOTHING)
_DEFAULT_NAMESPACE = re.compile(r"""\sxmlns\s*=\s*["']([^"']*)["']""")
_ROOT = re.compile(r"<Ontology\s[^>]*>")


def _entity(group: str, name: str) -> str:
    return rf'<{name}\s+(?P<{group}>(?:abbreviatedIRI="(?!_:)|IRI=")[^"<&\s]*")\s*/>\s*'


_PIECE = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    rf"|<ClassAssertion>\s*{_entity('class', 'Class')}{_entity('member', 'NamedIndividual')}"
    r"</ClassAssertion>"
    rf"|<ObjectPropertyAssertion>\s*{_entity('role', 'ObjectProperty')}"
    rf"{_entity('subject', 'NamedIndividual')}{_entity('object', 'NamedIndividual')}"
    r"</ObjectPropertyAssertion>"
    rf"|<DataPropertyAssertion>\s*{_entity('data', 'DataProperty')}"
    rf"{_entity('of', 'NamedIndividual')}<Literal"
    r'(?P<value>(?:\s+(?:datatypeIRI|xml:lang)="[^"<&\s]*")?>[^<&\r]*)</Literal>\s*'
    r"</DataPropertyAssertion>",
    re.DOTALL,
)
_WRITTEN_NAME = re.compile(r'[^"<&\s]*|abbreviatedIRI="(?!_:)[^"<&\s]*"')
_WRITTEN_VALUE = re.compile(r'(?:\s+(?:datatypeIRI|xml:lang)="[^"<&\s]*")?>[^<&\r]*')
_NARROW, _WIDE = 1_000, 1 << 18
"""Characters that are taken apart at once, at first and when all of them were plain."""

_OTHER = re.compile(r"[^ \t\r\n]|\r(?!\n)")
"""What stands between assertions and is more than white space, or a line end without its feed."""

_MANY = 100
"""Ways of laying out assertions that are remembered at most."""

_VALUE = re.compile(r'(?:\s+(datatypeIRI|xml:lang)="([^"]*)")?>(.*)', re.DOTALL)


class _Numbers(dict[str, int]):
    """What was written, numbered when it is first asked for; KeyError for what is not plain."""

    def __init__(self, plain: re.Pattern[str]) -> None:
        super().__init__()
        self.plain = plain

    def __missing__(self, written: str) -> int:
        if not self.plain.fullmatch(written):
            raise KeyError(written)
        self[written] = number = len(self)
        return number


class _Layout(dict[str, "_Layout"]):
    """How assertions of a kind are written; maps what stands after its last name or value.

    That is its own end together with how another layout begins.
    """

    def __init__(self, markup: list[str], attribute: str, layouts: "dict[str, _Layout]") -> None:
        super().__init__()
        self.start, *self.between, self.end = markup
        self.attribute = attribute
        self.layouts = layouts

    def __missing__(self, markup: str) -> "_Layout":
        if not markup.startswith(self.end):
            raise KeyError(markup)
        self[markup] = layout = self.layouts[markup.removeprefix(self.end)]
        return layout


class PlainAssertions:
    """The plain assertions of a text; names and values are numbered as they are written."""

    def __init__(self) -> None:
        self.names = _Numbers(_WRITTEN_NAME)
        """What is in ``IRI="…"``, or all of ``abbreviatedIRI="…"``."""
        self.values = _Numbers(_WRITTEN_VALUE)
        """Attributes and text of a literal."""
        self.types = array("i")
        """Individual, class."""
        self.roles = array("i")
        """Property, individual, individual."""
        self.data = array("i")
        """Property, individual, value."""
        self.layouts: dict[str, _Layout] = {}
        """By what stands before the first quotation mark."""

    def cut_out(self, text: str) -> str:
        """Take the plain assertions out of a text; return the rest, with its lines in place."""
        root = _ROOT.search(text)
        if root is None or _DEFAULT_NAMESPACE.findall(root[0]) != [OWL]:
            return text
        end = text.rfind("</Ontology")
        take, position = self._taker(), root.end()
        kept = [text[:position]]
        while found := _PIECE.search(text, position, end):
            before = text[position : found.start()]
            self._learn(before, found)
            kept += (before, take(found))
            start, position = found.end(), self._alike(text, found.end())
            kept.append("\n" * text.count("\n", start, position))
        rest = "".join([*kept, text[position:]])
        if _is_simple(rest, root[0]):
            return rest
        for numbers in (self.names, self.values):
            numbers.clear()
        for facts in (self.types, self.roles, self.data):
            del facts[:]
        return text

    def _learn(self, before: str, found: re.Match[str]) -> None:
        """Remember how an assertion is laid out, if it follows another one."""
        if found.lastgroup is None or len(self.layouts) >= _MANY or _OTHER.search(before):
            return
        parts, attribute = (before + found[0]).split('"'), ""
        if found.lastgroup == "value":
            attribute = found["value"].partition('"')[0]
            if len(parts) != 7 or attribute.startswith(">"):
                return
            parts[-1] = parts[-1][parts[-1].index("<") :]
        if "abbreviatedIRI=" not in found[0]:
            self.layouts[parts[0]] = _Layout(parts[::2], attribute, self.layouts)

    def _alike(self, text: str, position: int) -> int:
        """Take assertions that are laid out like others before; return where they end.

        The pattern would take them too. Whatever differs but in names and values is left to it.
        """
        width = _NARROW
        while True:
            parts = text[position : position + width].split('"')
            place, layout = self._walk(parts)
            if layout is None or not place:
                return position
            position += len('"'.join(parts[: place + 1])) - len(layout.start)
            width = min(2 * width, _WIDE)

    def _walk(self, parts: list[str]) -> tuple[int, _Layout | None]:
        """Take assertions; return the place of the first part of the next one, and its layout."""
        names, values, layouts = self.names, self.values, self.layouts
        types, roles, data = self.types, self.roles, self.data
        place, layout = 0, layouts.get(parts[0])
        last = len(parts) - 7
        while layout is not None and place < last:
            _, one, first, two, second, three, third = parts[place : place + 7]
            try:
                if layout.attribute:
                    lexical, mark, end = third.partition("<")
                    value, after = f'{layout.attribute}"{three}"{lexical}', layout[mark + end]
                    if [first, second] != layout.between:
                        break
                    data.extend((names[one], names[two], values[value]))
                elif len(layout.between) == 2:
                    after = layout[third]
                    if [first, second] != layout.between:
                        break
                    roles.extend((names[one], names[two], names[three]))
                else:
                    after = layout[second]
                    if [first] != layout.between:
                        break
                    types.extend((names[two], names[one]))
            except KeyError:
                break
            place, layout = place + 2 * len(layout.between) + 2, after
        return place, layout

    def _taker(self) -> Callable[[re.Match[str]], str]:
        names, values = self.names, self.values
        types, roles, data = self.types, self.roles, self.data

        def number(name: str) -> int:
            return names[name if name.startswith("abb") else name[5:-1]]

        def take(found: re.Match[str]) -> str:
            kind = found.lastgroup
            if kind == "member":
                class_, one = found.group("class", "member")
                types.extend((number(one), number(class_)))
            elif kind == "object":
                role, one, other = found.group("role", "subject", "object")
                roles.extend((number(role), number(one), number(other)))
            elif kind == "value":
                name, one, value = found.group("data", "of", "value")
                data.extend((number(name), number(one), values[value]))
            else:
                return found[0]
            return "\n" * found[0].count("\n")

        return take

    def hand_over(
        self,
        statements: AxiomReader,
        iri: Callable[[str, str], str],
        literal: Callable[[str, str, str], Literal],
    ) -> None:
        """Add the assertions to others.

        Parameters
        ----------
        statements
            Where they are added.
        iri
            Resolves an attribute and its value.
        literal
            Makes a literal of an attribute, its value and a text.
        """
        names = [iri(*_parts_of_name(written)) for written in self.names]
        literals = [literal(*_parts_of_value(written)) for written in self.values]
        numbers = np.array([statements.number(name) for name in names], np.int32)
        values = np.array([statements.number_of_value(one) for one in literals], np.int32)
        unlike = [n for n, name in enumerate(names) if name in _NO_CLASS]
        types = _rows(self.types, 2)
        for one, class_ in types[_with(types[:, 1], unlike)].tolist():
            statements.add(["ClassAssertion", names[class_], names[one]])
        types = types[~_with(types[:, 1], unlike)]
        statements.types.frombytes(numbers[types].tobytes())
        roles = _rows(self.roles, 3)
        statements.roles.frombytes(numbers[roles].tobytes())
        data = _rows(self.data, 3)
        if data.size:
            columns = (numbers[data[:, 0]], numbers[data[:, 1]], values[data[:, 2]])
            statements.values.frombytes(np.stack(columns, axis=1).tobytes())


def _rows(numbers: "array[int]", width: int) -> FactRows:
    return np.array(numbers, np.int32).reshape(-1, width)


def _with(column: FactRows, numbers: list[int]) -> Mask:
    return np.isin(column, numbers)


def _is_simple(text: str, root: str) -> bool:
    """Whether elements need no prefix, and only the root sets a namespace and a base."""
    return (
        text.count("xmlns") == root.count("xmlns")
        and text.count("xml:base") == root.count("xml:base")
        and text.count("<Ontology") == 1
        and text.count("</Ontology") == 1
    )


def _parts_of_name(written: str) -> tuple[str, str]:
    """Return the attribute and its value.

    Examples
    --------
    >>> _parts_of_name("#a"), _parts_of_name('abbreviatedIRI=":a"')
    (('IRI', '#a'), ('abbreviatedIRI', ':a'))
    """
    if not written.endswith('"'):
        return "IRI", written
    attribute, _, value = written.partition("=")
    return attribute, value[1:-1]


def _parts_of_value(written: str) -> tuple[str, str, str]:
    """Return the attribute of a literal ('' for none), its value, and the text.

    Examples
    --------
    >>> _parts_of_value(' xml:lang="en">hi'), _parts_of_value(">a > b")
    (('xml:lang', 'en', 'hi'), ('', '', 'a > b'))
    """
    found = _VALUE.fullmatch(written)
    return (found[1] or "", found[2] or "", found[3]) if found else ("", "", written)
