"""Names as people write them: a short name works wherever an IRI does."""

from collections.abc import Iterable

from owlboost.errors import UnknownNameError, did_you_mean
from owlboost.model.vocabulary import Names, short_name


class Resolver:
    """Finds the IRI that a name means among the names of one kind.

    Examples
    --------
    >>> classes = Resolver(Names(["http://ex.org#Hotel", "http://ex.org#Bar"]), "class")
    >>> classes.iri("Hotel")
    'http://ex.org#Hotel'
    >>> classes.iri("Hotl")
    Traceback (most recent call last):
    owlboost.errors.UnknownNameError: The ontology has no class named 'Hotl'. Did you mean Hotel?
    """

    def __init__(self, names: Names, kind: str, where: str = "The ontology") -> None:
        self._names = names
        self._kind = kind
        self._where = where
        self._by_short_name: dict[str, list[str]] = {}
        for iri in names:
            self._by_short_name.setdefault(short_name(iri), []).append(iri)

    def has(self, name: str) -> bool:
        """Whether a name means something here, perhaps more than one thing."""
        text = name.removeprefix("<").removesuffix(">")
        return text in self._names or text in self._by_short_name

    def iri(self, name: str) -> str:
        """Return the IRI of a name; UnknownNameError if there is none, or more than one."""
        text = name.removeprefix("<").removesuffix(">")
        if text in self._names:
            return text
        found = self._by_short_name.get(text, [])
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(found)
            raise UnknownNameError(
                f"The {self._kind} {name!r} is ambiguous: it could be {listed}. Give the full IRI."
            )
        near = did_you_mean(short_name(text), self._by_short_name)
        raise UnknownNameError(f"{self._where} has no {self._kind} named {name!r}.{near}")

    def iris(self, names: Iterable[str]) -> list[str]:
        """Resolve several names."""
        return [self.iri(name) for name in names]
