"""Rules with names that their own file does not explain: they are looked up in a source."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, did_you_mean
from owlboost.exchange.listing.consultation import Consultation
from owlboost.exchange.listing.glossary import Glossary, Kind
from owlboost.exchange.listing.statements import Word
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import exceeded


class UnexplainedNameError(ModelError):
    """A file of rules uses a name that its table of names lacks."""


class UnnamedRules(Protocol):
    """Rules that become a model when their names have been looked up in a source."""

    @property
    def lacking(self) -> ModelError | None:
        """Which name must be looked up; None if all must."""
        ...

    def model(self, glossary: Glossary) -> TrainedModel:
        """Return the model that the rules describe in the names of a source."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class EditedRules:
    """Rules that were edited, and now use names that their table of names lacks.

    Attributes
    ----------
    read
        Reads them again, with somebody to ask for names.
    lacking
        What nobody could tell the first time.
    """

    read: "Callable[[Lookup], TrainedModel]"
    lacking: UnexplainedNameError

    def model(self, glossary: Glossary) -> TrainedModel:
        """Return the model that the rules describe in the names of a source.

        Raises
        ------
        UnknownNameError
            The source has no such name, either, or several.
        ModelError
            The rules are broken in another way.
        LimitError
            They are nested too deeply.
        """
        try:
            return self.read(Lookup(glossary))
        except RecursionError:
            raise exceeded("depth", "A concept of the rules") from None


class Lookup:
    """Looks up names that a table of names lacks, in a source if there is one.

    Examples
    --------
    >>> from owlboost.data.vocabulary import Vocabulary
    >>> from owlboost.runtime.names import Names
    >>> names = Vocabulary(Names(["urn:x#Female"]))
    >>> lookup = Lookup(Glossary(names, "urn:x#{}".format))
    >>> lookup.iri("class", "female", 7, lambda: "There is no 'female'.")
    'urn:x#Female'
    >>> Lookup().iri("class", "female", 7, lambda: "There is no 'female'.")
    Traceback (most recent call last):
    owlboost.exchange.unnamed.UnexplainedNameError: There is no 'female'.
    """

    def __init__(self, glossary: Glossary | None = None) -> None:
        self._asked = None if glossary is None else Consultation(glossary)

    def has(self, kind: Kind, name: str) -> bool:
        """Whether there is a source, and it has something of this name."""
        return self._asked is not None and self._asked.glossary.has(kind, Word(name, 0))

    def iri(self, kind: Kind, name: str, line: int, lacking: Callable[[], str]) -> str:
        """Return what a name means; without a source, raise what the file lacks."""
        if self._asked is None:
            raise UnexplainedNameError(lacking())
        return self._asked.iri(kind, Word(name, line, of="rules"))

    def fuzzy_set(
        self, prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet:
        """Return a fuzzy set that the file does not define, as learning places it on a source.

        Raises
        ------
        UnexplainedNameError
            There is no source.
        ModelError
            It is not clear how the sets of these rules were placed on the source, if they were.
        """
        found = None
        if self._asked is not None:
            found = self._asked.glossary.fuzzy_set(prop, name, defined, parameters)
        if found is not None:
            return found
        near = did_you_mean(name, defined)
        lacking = f"there is no fuzzy set {name!r}; add it to the fuzzy sets of the file.{near}"
        raise UnexplainedNameError(lacking) if self._asked is None else ModelError(lacking)

    def remarks(self) -> tuple[str, ...]:
        """Say what was guessed."""
        return () if self._asked is None else self._asked.remarks()


def read_or_defer(read: Callable[[Lookup], TrainedModel]) -> "TrainedModel | EditedRules":
    r"""Read rules; if only names are lacking, let them be read again with a source.

    Examples
    --------
    >>> from owlboost.exchange.manchester.reading import model_from_manchester
    >>> text = "# Rules\nA SubClassOf T [0.5]\n# Names\nT target \"urn:T\""
    >>> print(read_or_defer(lambda lookup: model_from_manchester(text, lookup)).lacking)
    Line 2 of the rules: The table of names has no class 'A'.
    """
    try:
        return read(Lookup())
    except UnexplainedNameError as error:
        return EditedRules(read, error)
