"""Names as people write them: a short name or a label works wherever an IRI does."""

import unicodedata
from collections.abc import Iterable

from owlboost.errors import UnknownNameError, did_you_mean
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.runtime.names import Names, as_line, short_name

_MOST_LISTED = 10
"""How many IRIs are listed that a name could mean."""


class Resolver:
    """Finds the IRI that a name means among the names of one kind.

    A name is first taken for an IRI, then for a short name, then for a label in any language, as
    written; last for a label whatever its case.

    Parameters
    ----------
    names
        The IRIs.
    kind
        What messages call one of them.
    where
        What messages call the source, at the beginning of a sentence.
    lexicon
        The labels.

    Examples
    --------
    >>> classes = Resolver(Names(["http://ex.org#Hotel", "http://ex.org#Bar"]), "class")
    >>> classes.iri("Hotel")
    'http://ex.org#Hotel'
    >>> classes.iri("Hotl")
    Traceback (most recent call last):
    owlboost.errors.UnknownNameError: The ontology has no class named 'Hotl'. Did you mean Hotel?
    """

    def __init__(
        self,
        names: Names,
        kind: str,
        where: str = "The ontology",
        lexicon: Lexicon = SHORT_NAMES,
    ) -> None:
        self._names = names
        self._kind = kind
        self._where = where
        self._by_short_name: dict[str, list[str]] = {}
        for iri in names:
            self._by_short_name.setdefault(short_name(iri), []).append(iri)
        self._by_label: dict[str, dict[str, None]] = {}
        self._by_folded_label: dict[str, dict[str, None]] = {}
        for iri in sorted(lexicon.labels.keys() | lexicon.synonyms.keys()):
            if iri in names:
                for label in lexicon.all_names(iri):
                    self._by_label.setdefault(label, {})[iri] = None
                    self._by_folded_label.setdefault(_folded(label), {})[iri] = None

    def has(self, name: str) -> bool:
        """Whether a name means something here, perhaps more than one thing."""
        return bool(self._found(name))

    def iri(self, name: str) -> str:
        """Return the IRI of a name; UnknownNameError if there is none, or more than one."""
        found = self._found(name)
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(found[:_MOST_LISTED])
            if len(found) > _MOST_LISTED:
                listed += f" or {len(found) - _MOST_LISTED} more"
            raise UnknownNameError(
                f"The {self._kind} {name!r} is ambiguous: it could be {listed}. Give the full IRI."
            )
        near = did_you_mean(short_name(_bare(name)), (*self._by_short_name, *self._by_label))
        raise UnknownNameError(f"{self._where} has no {self._kind} named {name!r}.{near}")

    def iris(self, names: Iterable[str]) -> list[str]:
        """Resolve several names."""
        return [self.iri(name) for name in names]

    def _found(self, name: str) -> list[str]:
        """Return all that a name may mean."""
        text = name if name in self._by_short_name else _bare(name)
        if text in self._names:
            return [text]
        line = as_line(name)
        labelled = self._by_label.get(line) or self._by_folded_label.get(_folded(line), {})
        return self._by_short_name.get(text) or list(labelled)


def _bare(name: str) -> str:
    return name.removeprefix("<").removesuffix(">")


def _folded(label: str) -> str:
    """Return a label without case, and with each letter written in one way."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", label).casefold())
