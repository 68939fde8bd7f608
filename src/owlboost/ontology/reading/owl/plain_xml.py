"""Plain assertions of OWL/XML, found by one pattern: of large files they are nearly everything.

What is found is cut out of the text, and the XML parser reads the rest. Each piece is a whole
element without anything unusual in it; whatever is not written exactly so stays in the text.
"""

import re
from array import array
from collections.abc import Callable

import numpy as np

from owlboost._typing import Mask
from owlboost.ontology.language.expressions import NOTHING, THING, Literal
from owlboost.ontology.language.reserved import OWL
from owlboost.ontology.reading.drafts import FactRows
from owlboost.ontology.reading.owl.statements import AxiomReader

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
_VALUE = re.compile(r'(?:\s+(datatypeIRI|xml:lang)="([^"]*)")?>(.*)', re.DOTALL)


class PlainAssertions:
    """The plain assertions of a text; names and values are numbered as they are written."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        """``IRI="…"`` or ``abbreviatedIRI="…"``."""
        self.values: dict[str, int] = {}
        """Attributes and text of a literal."""
        self.types = array("i")
        """Individual, class."""
        self.roles = array("i")
        """Property, individual, individual."""
        self.data = array("i")
        """Property, individual, value."""

    def cut_out(self, text: str) -> str:
        """Take the plain assertions out of a text; return the rest, with its lines in place."""
        root = _ROOT.search(text)
        if root is None or not _is_simple(text, root[0]):
            return text
        end = text.rfind("</Ontology")
        rest = _PIECE.sub(self._taker(), text[root.end() : end])
        return text[: root.end()] + rest + text[end:]

    def _taker(self) -> Callable[[re.Match[str]], str]:
        names, values = self.names, self.values
        types, roles, data = self.types, self.roles, self.data

        def number(name: str) -> int:
            return names.setdefault(name, len(names))

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
                data.extend((number(name), number(one), values.setdefault(value, len(values))))
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
        _DEFAULT_NAMESPACE.findall(root) == [OWL]
        and text.count("xmlns") == root.count("xmlns")
        and text.count("xml:base") == root.count("xml:base")
        and text.count("<Ontology") == 1
        and text.count("</Ontology") == 1
    )


def _parts_of_name(written: str) -> tuple[str, str]:
    """Return the attribute and its value.

    Examples
    --------
    >>> _parts_of_name('IRI="#a"')
    ('IRI', '#a')
    """
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
