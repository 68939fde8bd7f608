"""Looking up all names of one listing."""

from owlboost.errors import UnknownNameError
from owlboost.exchange.listing.glossary import Glossary, Kind, Meaning
from owlboost.exchange.listing.statements import Word


class Consultation:
    """Looks up the names of one listing, and keeps what was guessed.

    Examples
    --------
    >>> from owlboost.data.vocabulary import Vocabulary
    >>> from owlboost.runtime.names import Names
    >>> names = Vocabulary(data_properties=Names(["urn:x#malic_acid"]))
    >>> asked = Consultation(Glossary(names, "urn:x#{}".format, "wine.csv", of_table=True))
    >>> asked.iri("data", Word("MalidAcid", 2))
    'urn:x#malic_acid'
    >>> asked.remarks()
    ("Line 2: 'MalidAcid' is taken for the column 'malic_acid'.",)
    """

    def __init__(self, glossary: Glossary) -> None:
        self.glossary = glossary
        self._found: dict[tuple[Kind, str], tuple[Word, Meaning]] = {}

    def iri(self, kind: Kind, word: Word) -> str:
        """Return what a name means; UnknownNameError if that is nothing, or not clear."""
        key = kind, word.text
        if key not in self._found:
            self._found[key] = word, self.glossary.found(kind, word)
        return self._found[key][1].iri

    def remarks(self) -> tuple[str, ...]:
        """Say what was guessed; UnknownNameError if two names would mean the same by a guess."""
        told = []
        for (kind, text), (word, meaning) in self._found.items():
            if not meaning.guessed:
                continue
            meant = f"the {self.glossary.noun(kind)} {self.glossary.lexicon.name(meaning.iri)!r}"
            for (other_kind, other), (_, also) in self._found.items():
                if (other_kind, also.iri) == (kind, meaning.iri) and other != text:
                    raise UnknownNameError(
                        f"{word.place}{text!r} and {other!r} would both be {meant}; correct one of "
                        "them."
                    )
            line = f"Line {word.line}: " if word.line else ""
            told.append(f"{line}{text!r} is taken for {meant}.")
        return tuple(told)
