"""Look-up of names in a rule file and a source, despite misspellings."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon, Resolver, Vocabulary
from owlboost.errors import UnknownNameError, did_you_mean
from owlboost.exchange.grammar.tree import RuleSyntaxError, Word
from owlboost.exchange.metadata import NameEntry, NameKind
from owlboost.runtime.names import Names, short_name

Kind = Literal["class", "role", "data"]

LETTERS_PER_SLIP = 9
"""Accept one misspelt letter in a name for each of so many letters."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The IRI of a name, and whether that is a guess."""

    iri: str
    guessed: bool = False


class PlacedSets(Protocol):
    """A finder of fuzzy sets that rules name without defining them."""

    def __call__(
        self, prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet | None:
        """Return the set of a property; None if ambiguous.

        Parameters
        ----------
        prop
            IRI of the property.
        name
            What the rules call the set.
        defined
            The sets that the rules define.
        parameters
            Of the learner, as far as the rules tell them.
        """
        ...


class NameIndex:
    """The names of a source.

    A name means what is called so, by its IRI, short name or label; else what is called so but for
    case and for marks between words. Columns of one data set go by many spellings: a long name may
    also mean the only column that differs from it by a slip or two (:func:`is_misspelling`). A new
    target gets an IRI; ``where`` is what messages call the source at the beginning of a sentence,
    and fuzzy sets are found that rules name without defining them, if the source has any.

    Examples
    --------
    >>> columns = Names(["urn:x#malic_acid", "urn:x#ash"])
    >>> names = Vocabulary(data_properties=columns)
    >>> index = NameIndex(names, "urn:x#{}".format, "wine.csv", of_table=True)
    >>> index.find("data", Word("Ash", 1))
    NameMatch(iri='urn:x#ash', guessed=False)
    >>> index.find("data", Word("MalidAcid", 2))
    NameMatch(iri='urn:x#malic_acid', guessed=True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        new_target: Callable[[str], str],
        where: str = "The ontology",
        *,
        of_table: bool = False,
        lexicon: Lexicon = SHORT_NAMES,
        fuzzy_sets: "PlacedSets | None" = None,
    ) -> None:
        self.lexicon = lexicon
        self.where = where
        self._fuzzy_sets = fuzzy_sets
        self._nouns: Mapping[Kind, str] = {
            "class": "class",
            "role": "object property",
            "data": "column" if of_table else "data property",
        }
        self._guessing = of_table
        self._names: dict[Kind, Names] = {
            "class": vocabulary.classes,
            "role": vocabulary.roles,
            "data": vocabulary.data_properties,
        }
        self._new_target = new_target
        self._resolvers: dict[Kind, Resolver] = {}
        self._by_normalized: dict[Kind, dict[str, list[str]]] = {}

    def noun(self, kind: Kind) -> str:
        """Return the noun for a kind of thing in messages."""
        return self._nouns[kind]

    def has(self, kind: Kind, word: Word) -> bool:
        """Return whether a name is known for a kind, without guesses."""
        return self._resolver(kind).has(word.text) or bool(self._alike(kind, word.text))

    def target(self, word: Word, recorded: object = None) -> str:
        """Return the target's IRI: of the source, recorded, or new."""
        if self.has("class", word):
            return self.find("class", word).iri
        if isinstance(recorded, str) and word.text in (recorded, *self._called(recorded)):
            return recorded
        return word.text if word.is_iri else self._new_target(word.text)

    def find(self, kind: Kind, word: Word) -> NameMatch:
        """Return the meaning of a name; UnknownNameError without a clear one."""
        if word.is_iri or self._resolver(kind).has(word.text):
            return NameMatch(self._exact_iri(kind, word))
        exact = self._alike(kind, word.text)
        matches = exact or self._nearly_alike(kind, word.text)
        if len(matches) == 1:
            return NameMatch(matches[0], guessed=not exact)
        if matches:
            choice = " or ".join(sorted({repr(self.lexicon.name(iri)) for iri in matches}))
            raise word.name_error(
                f"the {self.noun(kind)} {word.text!r} could be {choice}; write which."
            )
        choices = (self.lexicon.name(iri) for iri in self._names[kind])
        raise word.name_error(
            f"{self.where} has no {self.noun(kind)} named {word.text!r}."
            f"{did_you_mean(word.text, choices)}"
        )

    def _called(self, iri: str) -> set[str]:
        """Return all names of a thing."""
        return {short_name(iri), *self.lexicon.all_names(iri)}

    def fuzzy_set(
        self, prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet | None:
        """Return the source's fuzzy set of a name, if that is clear."""
        if self._fuzzy_sets is None:
            return None
        return self._fuzzy_sets(prop, name, defined, parameters)

    def _resolver(self, kind: Kind) -> Resolver:
        if kind not in self._resolvers:
            self._resolvers[kind] = Resolver(
                self._names[kind], self._nouns[kind], self.where, self.lexicon
            )
        return self._resolvers[kind]

    def _alike(self, kind: Kind, text: str) -> list[str]:
        """Return the IRIs of names alike but for case and marks."""
        if kind not in self._by_normalized:
            iris_by_name = self._by_normalized.setdefault(kind, {})
            for iri in self._names[kind]:
                for name in {*map(normalized, self._called(iri))}:
                    iris_by_name.setdefault(name, []).append(iri)
        return self._by_normalized[kind].get(normalized(text), [])

    def _nearly_alike(self, kind: Kind, text: str) -> list[str]:
        """Return the IRIs of columns whose names differ by slips."""
        if not self._guessing:
            return []
        names = self._by_normalized[kind]
        near = [name for name in names if is_misspelling(normalized(text), name)]
        return [iri for name in near for iri in names[name]]

    def _exact_iri(self, kind: Kind, word: Word) -> str:
        try:
            return self._resolver(kind).iri(word.text)
        except UnknownNameError as error:
            raise word.name_error(str(error)) from None


class UnexplainedNameError(RuleSyntaxError):
    """A file uses a name that its table of names lacks."""


class NameResolver:
    """The names of one file, looked up once, with guesses kept.

    Names of the file's own table go before those of the source. There may be no source to ask;
    ``missing`` says that the table lacks a name of a kind.

    Examples
    --------
    >>> names = Vocabulary(Names(["urn:x#Female"]), data_properties=Names(["urn:x#malic_acid"]))
    >>> index = NameIndex(names, "urn:x#{}".format, "wine.csv", of_table=True)
    >>> resolver = NameResolver(index, [NameEntry("M", "class", "urn:y#Male")])
    >>> resolver.resolve("class", Word("M", 1)), resolver.resolve("class", Word("female", 1))
    ('urn:y#Male', 'urn:x#Female')
    >>> resolver.resolve("data", Word("MalidAcid", 2))
    'urn:x#malic_acid'
    >>> resolver.remarks()
    ("Line 2: 'MalidAcid' is taken for the column 'malic_acid'.",)
    >>> NameResolver().resolve("class", Word("female", 7))
    Traceback (most recent call last):
    owlboost.exchange.names.UnexplainedNameError: Line 7 of the listing: There is no class 'female'.
    """

    def __init__(
        self,
        index: NameIndex | None = None,
        table: Iterable[NameEntry] = (),
        missing: Callable[[Kind, str], str] = "There is no {} {!r}.".format,
    ) -> None:
        self._index = index
        self._table: dict[str, dict[NameKind, str]] = {}
        for entry in table:
            self._table.setdefault(entry.name, {})[entry.kind] = entry.meaning
        self._missing = missing
        self._matches: dict[tuple[Kind, str], tuple[Word, NameMatch]] = {}

    def explained(self, kind: NameKind, name: str) -> str | None:
        """Return the meaning of a name in the table."""
        return self._table.get(name, {}).get(kind)

    def resolve(self, kind: Kind, word: Word) -> str:
        """Return the IRI of a name.

        Raises
        ------
        UnexplainedNameError
            The table lacks it, and there is nobody to ask.
        UnknownNameError
            It means nothing in the source, or it is not clear what.
        """
        explained = self.explained(kind, word.text)
        if explained is not None:
            return explained
        if self._index is None:
            detail = self._missing(kind, word.text)
            raise UnexplainedNameError(detail, word.line, word.document)
        key = kind, word.text
        if key not in self._matches:
            self._matches[key] = word, self._index.find(kind, word)
        return self._matches[key][1].iri

    def is_data_property(self, word: Word) -> bool:
        """Return whether a name means a data property, and no role."""
        if word.text in self._table:
            return "data" in self._table[word.text]
        index = self._index
        return index is not None and index.has("data", word) and not index.has("role", word)

    def fuzzy_set(
        self,
        prop: str,
        name: Word,
        defined: Mapping[str, FuzzySet],
        parameters: object,
        missing: Callable[[], str],
    ) -> FuzzySet:
        """Return a fuzzy set that the source places, not the file.

        Raises
        ------
        UnexplainedNameError
            There is no source.
        ModelError
            The source has no such set, or it is not clear which.
        """
        if self._index is None:
            raise UnexplainedNameError(missing(), name.line, name.document)
        placed = self._index.fuzzy_set(prop, name.text, defined, parameters)
        if placed is None:
            raise name.error(missing())
        return placed

    def remarks(self) -> tuple[str, ...]:
        """Report the guesses; UnknownNameError if two mean the same."""
        remarks = []
        for (kind, text), (word, meaning) in self._matches.items():
            if self._index is None or not meaning.guessed:
                continue
            described = f"the {self._index.noun(kind)} {self._index.lexicon.name(meaning.iri)!r}"
            for (other_kind, other_text), (_, other_match) in self._matches.items():
                if (other_kind, other_match.iri) == (kind, meaning.iri) and other_text != text:
                    raise word.name_error(
                        f"{text!r} and {other_text!r} would both be {described}; "
                        "correct one of them."
                    )
            line = f"Line {word.line}: " if word.line else ""
            remarks.append(f"{line}{text!r} is taken for {described}.")
        return tuple(remarks)


def normalized(name: str) -> str:
    """Return a name without case and without marks between words.

    Examples
    --------
    >>> [normalized(name) for name in ("ColorIntensity", "color_intensity", "Color intensity")]
    ['colorintensity', 'colorintensity', 'colorintensity']
    """
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())


def is_misspelling(first: str, second: str) -> bool:
    """Return whether two normalized names differ by slips of spelling only.

    There is one slip for nine letters at most; the first letter and all digits are the same.

    Examples
    --------
    >>> is_misspelling("malidacid", "malicacid")
    True
    >>> is_misspelling("symmetric", "asymmetric"), is_misspelling("ash", "as")
    (False, False)
    >>> is_misspelling("measurement12", "measurement13")
    False
    """
    most = max(len(first), len(second)) // LETTERS_PER_SLIP
    if not most or first[:1] != second[:1] or abs(len(first) - len(second)) > most:
        return False
    if re.findall(r"\d+", first) != re.findall(r"\d+", second):
        return False
    return _n_edits(first, second) <= most


def _n_edits(first: str, second: str) -> int:
    """Return the number of edits between two texts, letter by letter.

    Examples
    --------
    >>> _n_edits("flavonoids", "flavanoid")
    2
    """
    before = list(range(len(second) + 1))
    for row, left in enumerate(first, 1):
        after = [row]
        for column, right in enumerate(second, 1):
            changed = before[column - 1] + (left != right)
            after.append(min(changed, before[column] + 1, after[-1] + 1))
        before = after
    return before[-1]
