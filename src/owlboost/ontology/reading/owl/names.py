"""Prefixed names to IRIs, as Functional syntax, OWL/XML and Manchester syntax write them."""

import re

from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.literals import unified_literal
from owlboost.ontology.language.reserved import STANDARD_PREFIXES
from owlboost.ontology.reading.owl.trees import ShapeError

_ESCAPED = re.compile(r"\\([\"\\])")
_ILLEGAL = re.compile('[\x00-\x20<>"{}|^`\\\\]')


class Prefixes:
    """The prefixes of a file; the four standard ones need no declaration.

    Parameters
    ----------
    blank
        Put before the labels of anonymous individuals, ``_:`` or ``_:3.``.
    """

    def __init__(self, blank: str) -> None:
        self.namespaces: dict[str, str] = dict(STANDARD_PREFIXES)
        self._blank = blank

    def declare(self, prefix: str, namespace: str) -> None:
        """Note what a prefix stands for."""
        self.namespaces[prefix] = namespace

    def expanded(self, name: str) -> str:
        """Return the IRI or the anonymous individual that a prefixed name stands for.

        Examples
        --------
        >>> Prefixes("_:").expanded("owl:Thing")
        'http://www.w3.org/2002/07/owl#Thing'
        """
        prefix, _, local = name.partition(":")
        if prefix == "_":
            return self._blank + local
        if prefix not in self.namespaces:
            raise ShapeError(f"the prefix '{prefix}:' is not declared")
        return self.namespaces[prefix] + local

    def resolved(self, token: str) -> str:
        """Return the IRI of ``<an IRI>`` or of a prefixed name."""
        return legal(token[1:-1]) if token[0] == "<" else self.expanded(token)

    def literal(self, quoted: str, language: str | None, datatype: str | None) -> Literal:
        """Return the literal of a text within quotes, with what follows it."""
        lexical = unquoted(quoted)
        if language:
            return unified_literal(lexical, language=language)
        return unified_literal(lexical, self.resolved(datatype)) if datatype else _plain(lexical)


def _plain(lexical: str) -> Literal:
    return unified_literal(lexical)


def legal(iri: str) -> str:
    """Return an IRI with characters that it may not hold percent-encoded."""
    return _ILLEGAL.sub(lambda found: f"%{ord(found[0]):02X}", iri)


def unquoted(quoted: str) -> str:
    r'''Return a text without the quotes around it, one or three at each end.

    Examples
    --------
    >>> unquoted('"say \\"hi\\""'), unquoted('"""say "hi\""""')
    ('say "hi"', 'say "hi"')
    '''
    width = 3 if len(quoted) >= 6 and quoted.startswith('"""') else 1
    inner = quoted[width:-width]
    return _ESCAPED.sub(r"\1", inner) if "\\" in inner else inner
