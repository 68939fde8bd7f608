"""Names and fuzzy sets that rules use, looked up in a source."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal, Protocol

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon, Resolver, Vocabulary
from owlboost.errors import ModelError, UnknownNameError, did_you_mean
from owlboost.exchange.grammar.tokens import Word
from owlboost.features import PLACINGS
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import exceeded
from owlboost.runtime.names import Names, short_name

Kind = Literal["class", "role", "data"]

LETTERS_PER_SLIP = 9
"""A name of so many letters may be spelt wrong in one of them, one of twice as many in two."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means, and whether that is a guess."""

    iri: str
    guessed: bool = False


class Glossary:
    """Finds what the names of a listing mean in a source.

    A name means what is called so, by its IRI, short name or label; else what is called so but for
    case and for marks between words. Columns of one data set go by many spellings: a long name may
    also mean the only column that differs from it by a slip or two (:func:`is_slip`).

    Parameters
    ----------
    vocabulary
        The names of the source.
    new_target
        Makes the IRI of a target that the source does not have.
    where
        What messages call the source, at the beginning of a sentence.
    of_table
        Whether its data properties are the columns of a table.
    lexicon
        What people call things.
    knowledge
        States the numbers of the source, to place fuzzy sets on; None if it has none to place.

    Examples
    --------
    >>> columns = Names(["urn:x#malic_acid", "urn:x#ash"])
    >>> names = Vocabulary(data_properties=columns)
    >>> glossary = Glossary(names, "urn:x#{}".format, "wine.csv", of_table=True)
    >>> glossary.found("data", Word("Ash", 1))
    Meaning(iri='urn:x#ash', guessed=False)
    >>> glossary.found("data", Word("MalidAcid", 2))
    Meaning(iri='urn:x#malic_acid', guessed=True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        new_target: Callable[[str], str],
        where: str = "The ontology",
        *,
        of_table: bool = False,
        lexicon: Lexicon = SHORT_NAMES,
        knowledge: Callable[[], KnowledgeBase] | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.where = where
        self._knowledge = knowledge
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
        self._folded: dict[Kind, dict[str, list[str]]] = {}

    def noun(self, kind: Kind) -> str:
        """Return what messages call a thing of a kind."""
        return self._nouns[kind]

    def has(self, kind: Kind, word: Word) -> bool:
        """Whether a name means something of a kind, and nothing is guessed."""
        return self._resolver(kind).has(word.text) or bool(self._alike(kind, word.text))

    def target(self, word: Word, recorded: object = None) -> str:
        """Return the IRI of the target, which the source need not have; it may be recorded."""
        if self.has("class", word):
            return self.found("class", word).iri
        if isinstance(recorded, str) and word.text in (recorded, *self._called(recorded)):
            return recorded
        return word.text if word.whole else self._new_target(word.text)

    def found(self, kind: Kind, word: Word) -> Meaning:
        """Return what a name means; UnknownNameError if that is nothing, or not clear."""
        if word.whole or self._resolver(kind).has(word.text):
            return Meaning(self._known(kind, word))
        exact = self._alike(kind, word.text)
        found = exact or self._nearly_alike(kind, word.text)
        if len(found) == 1:
            return Meaning(found[0], guessed=not exact)
        if found:
            choice = " or ".join(sorted({repr(self.lexicon.name(iri)) for iri in found}))
            raise UnknownNameError(
                f"{word.place}the {self.noun(kind)} {word.text!r} could be {choice}; write which."
            )
        known = (self.lexicon.name(iri) for iri in self._names[kind])
        raise UnknownNameError(
            f"{word.place}{self.where} has no {self.noun(kind)} named {word.text!r}."
            f"{did_you_mean(word.text, known)}"
        )

    def _called(self, iri: str) -> set[str]:
        """Return all that a thing is called."""
        return {short_name(iri), *self.lexicon.all_names(iri)}

    def fuzzy_set(
        self, prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet | None:
        """Return the fuzzy set that learning would place so on the data, if that is clear."""
        if self._knowledge is None:
            return None
        return placed_set(self._knowledge(), prop, name, defined, parameters)

    def _resolver(self, kind: Kind) -> Resolver:
        if kind not in self._resolvers:
            self._resolvers[kind] = Resolver(
                self._names[kind], self._nouns[kind], self.where, self.lexicon
            )
        return self._resolvers[kind]

    def _alike(self, kind: Kind, text: str) -> list[str]:
        """IRIs of the things that are called so but for case and marks."""
        if kind not in self._folded:
            found = self._folded.setdefault(kind, {})
            for iri in self._names[kind]:
                for name in {*map(folded, self._called(iri))}:
                    found.setdefault(name, []).append(iri)
        return self._folded[kind].get(folded(text), [])

    def _nearly_alike(self, kind: Kind, text: str) -> list[str]:
        """IRIs of the columns whose names differ by slips."""
        if not self._guessing:
            return []
        names = self._folded[kind]
        near = [name for name in names if is_slip(folded(text), name)]
        return [iri for name in near for iri in names[name]]

    def _known(self, kind: Kind, word: Word) -> str:
        try:
            return self._resolver(kind).iri(word.text)
        except UnknownNameError as error:
            raise UnknownNameError(f"{word.place}{error}") from None


def folded(name: str) -> str:
    """Return a name without case and without marks between words.

    Examples
    --------
    >>> folded("ColorIntensity") == folded("color_intensity") == folded("Color intensity")
    True
    """
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())


def is_slip(one: str, other: str) -> bool:
    """Whether two folded names differ by slips of spelling: one for nine letters at most.

    They begin with the same letter and have the same digits.

    Examples
    --------
    >>> is_slip("malidacid", "malicacid"), is_slip("symmetric", "asymmetric"), is_slip("ash", "as")
    (True, False, False)
    >>> is_slip("measurement12", "measurement13")
    False
    """
    most = max(len(one), len(other)) // LETTERS_PER_SLIP
    if not most or one[:1] != other[:1] or abs(len(one) - len(other)) > most:
        return False
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return False
    return _n_edits(one, other) <= most


def _n_edits(one: str, other: str) -> int:
    """How many letters must be changed, added or left out to get from one text to another.

    Examples
    --------
    >>> _n_edits("flavonoids", "flavanoid")
    2
    """
    before = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        after = [row]
        for column, right in enumerate(other, 1):
            changed = before[column - 1] + (left != right)
            after.append(min(changed, before[column] + 1, after[-1] + 1))
        before = after
    return before[-1]


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


_NUMBERS_OF_SETS = (3, 5, 7)


@dataclass(frozen=True, slots=True)
class Placement:
    """How fuzzy sets are placed: their number for each property, the method, its exponent."""

    n_sets: int
    fuzzify: str
    centroid_exponent: float

    def sets(self, kb: KnowledgeBase) -> dict[str, dict[str, FuzzySet]]:
        """Place them: property → name → set."""
        from owlboost.features.partitions import fit_partitions

        found = fit_partitions(kb, self.n_sets, self.fuzzify, self.centroid_exponent)
        return {part.prop: {one.name: one for one in part.sets} for part in found}


def placements(parameters: object) -> tuple[Placement, ...]:
    """Return the ways to place sets that the parameters of a model leave open.

    Examples
    --------
    >>> placements({"n_sets": 3, "fuzzify": "uniform"})
    (Placement(n_sets=3, fuzzify='uniform', centroid_exponent=2.0),)
    >>> len(placements({"n_sets": None, "fuzzify": "cmeans"}))
    3
    """
    known = parameters if isinstance(parameters, Mapping) else {}
    number, method = known.get("n_sets"), known.get("fuzzify")
    exponent = known.get("centroid_exponent", 2.0)
    numbers = (number,) if isinstance(number, int) else _NUMBERS_OF_SETS
    methods = (method,) if isinstance(method, str) and method in PLACINGS else tuple(PLACINGS)
    power = float(exponent) if isinstance(exponent, int | float) else 2.0
    return tuple(Placement(n, how, power) for how, n in product(methods, numbers))


def placed_set(
    kb: KnowledgeBase,
    prop: str,
    name: str,
    defined: Mapping[str, FuzzySet],
    parameters: object,
) -> FuzzySet | None:
    """Return the fuzzy set of a property that learning calls so; None if that is not clear.

    The placement must give the sets that the rules define, those of this property or else all of
    them, exactly. If the rules define none, their parameters must tell the placement.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import RightShoulder
    >>> kb = KnowledgeBase.from_facts("ab", numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> high = FuzzySet("price_H", RightShoulder(10, 30))
    >>> placed_set(kb, "ex#price", "price_L", {"price_H": high}, {}).shape
    LeftShoulder(a=10.0, b=30.0)
    """
    ways = placements(parameters)
    for way in ways:
        placed = way.sets(kb)
        own = placed.get(prop, {})
        if name not in own:
            continue
        everywhere = {one: fuzzy_set for sets in placed.values() for one, fuzzy_set in sets.items()}
        wanted = {one: defined[one] for one in defined if one in own} or defined
        same = all(everywhere.get(one) == fuzzy_set for one, fuzzy_set in wanted.items())
        if same and (wanted or len(ways) == 1):
            return own[name]
    return None


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
    owlboost.exchange.names.UnexplainedNameError: There is no 'female'.
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
    >>> from owlboost.exchange.manchester import model_from_manchester
    >>> text = "# Rules\nA SubClassOf T [0.5]\n# Names\nT target \"urn:T\""
    >>> print(read_or_defer(lambda lookup: model_from_manchester(text, lookup)).lacking)
    Line 2 of the rules: The table of names has no class 'A'.
    """
    try:
        return read(Lookup())
    except UnexplainedNameError as error:
        return EditedRules(read, error)
