"""Rules given to learning: files of any format, or plain conditions.

A line such as ``price is low and breakfast`` is a rule by its conditions alone. Names are those of
the data, and a fuzzy set that is only named is one that learning places there.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from owlboost.concepts.concept import Concept
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, UnknownNameError, did_you_mean
from owlboost.exchange.english.words import size_label
from owlboost.exchange.grammar.builder import ConceptBuilder
from owlboost.exchange.grammar.parser import ListedConditions
from owlboost.exchange.grammar.tokens import LISTING, ListedWords, Token, tokens
from owlboost.exchange.grammar.tree import (
    InLineError,
    NamePart,
    Part,
    SomePart,
    ValuePart,
    Word,
    detail_of,
)
from owlboost.exchange.listing import read_listing
from owlboost.exchange.names import NameIndex, NameResolver, normalized
from owlboost.exchange.rule_files import is_rule_text, read_rules, rule_text
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import require_shallow

Remarks = tuple[str, ...]

Partitionings = Callable[[], Iterable[tuple[Partition, ...]]]
"""Places the fuzzy sets of learning, the coarsest first."""

Rules = Hypothesis | tuple[Concept, ...]
"""Rules with what they argue for, or bare conditions."""

_YES = {"true": True, "yes": True, "false": False, "no": False}


def read(
    named: str | Path,
    kb: KnowledgeBase,
    partitions: Partitionings,
) -> tuple[Rules, tuple[str, ...]]:
    """Read a rule as a text, or a file of rules, with the data's names.

    A bare condition stays one. The partitions, the coarsest first, place the fuzzy sets of
    learning. Also returned is what was guessed.

    Raises
    ------
    ModelError
        It cannot be read.
    UnknownNameError
        The data has no such name, or several.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a"], types={"ex#Cheap": ["a"]}, symbols={})
    >>> read("cheap", kb, lambda: ())
    ((Concept(labels=(Atom(iri='ex#Cheap'),), edges=()),), ())
    """
    index = _index(kb, partitions)
    if isinstance(named, str):
        try:
            return _read_text(named, index, kb)
        except (ModelError, UnknownNameError) as error:
            raise type(error)(f"The rule '{named}': {detail_of(error)}") from error
    try:
        return _read_file(named, index, kb)
    except (ModelError, UnknownNameError) as error:
        message = str(error)
        if isinstance(error, InLineError) and error.line:
            message = f"{named}, line {error.line}: {error.detail}"
        raise type(error)(message if str(named) in message else f"{named}: {message}") from error


def _read_file(path: Path, index: NameIndex, kb: KnowledgeBase) -> tuple[Rules, Remarks]:
    if path.suffix.lower() != ".json":
        text = rule_text(path)
        if not is_rule_text(text):
            require_shallow(text, path)
            return _read_lines(text, index, kb)
    rules = read_rules(path)
    if isinstance(rules, TrainedModel):
        return rules.hypothesis, ()
    model = rules.model(index)
    return model.hypothesis, tuple(f"{path}: {remark}" for remark in model.remarks)


def _read_text(text: str, index: NameIndex, kb: KnowledgeBase) -> tuple[Rules, Remarks]:
    """Read one rule, with or without a head."""
    if is_rule_text(text):
        return read_listing(text).model(index).hypothesis, ()
    return _read_lines(text, index, kb)


def _read_lines(text: str, index: NameIndex, kb: KnowledgeBase) -> tuple[Rules, Remarks]:
    """Read a rule from each line; ``#`` begins a remark."""
    names = NameResolver(index)
    builder = ConceptBuilder(names, {}, None, LISTING)
    concepts = []
    lines: dict[int, list[Token]] = {}
    for token in tokens(text):
        if token.kind not in ("remark", "end"):
            lines.setdefault(token.line, []).append(token)
    for line, words in lines.items():
        end = Token("end", "", line, False, False)
        concepts.append(
            builder.concept(_PlainConditions(ListedWords([*words, end]), index, kb).whole_line())
        )
    if not concepts:
        raise ModelError("there are no rules.")
    return tuple(concepts), names.remarks()


def _index(kb: KnowledgeBase, partitions: Partitionings) -> NameIndex:
    """Index the names of data and of the sets placed on them."""
    placed = cache(
        lambda: tuple(partition for partitioning in partitions() for partition in partitioning)
    )

    def fuzzy_set(
        prop: str, name: str, defined: Mapping[str, FuzzySet], parameters: object
    ) -> FuzzySet | None:
        """Return a property's set by its name or size, as “low”."""
        del defined, parameters
        ending = f"_{size_label(name)}"
        for partition in placed():
            if partition.prop == prop:
                for candidate in partition.sets:
                    if candidate.name == name or (
                        ending != "_" and candidate.name.endswith(ending)
                    ):
                        return candidate
        return None

    return NameIndex(
        kb.vocabulary,
        "urn:owlboost:target#{}".format,
        "The data",
        of_table=kb.has_single_values,
        lexicon=kb.lexicon,
        fuzzy_sets=fuzzy_set,
    )


class _PlainConditions(ListedConditions):
    """A parser of plain conditions: ``price is very low and sea view``."""

    def __init__(self, words: ListedWords, index: NameIndex, kb: KnowledgeBase) -> None:
        super().__init__(words)
        self._index = index
        self._kb = kb

    def whole_line(self) -> Part:
        """Read a conjunction, up to the end of the line."""
        conditions = self.body()
        if not self.words.next_is("end"):
            raise self.words.syntax_error('"and" or the end of the line should stand here')
        return conditions

    def _nested_part(self) -> Part:
        if (
            self.words.peek().kind not in ("name", "quoted", "iri")
            or self.words.peek().text == "Thing"
        ):
            return super()._nested_part()
        word = self._name()
        if self.words.accept("some"):
            return SomePart(word, self._filler(word))
        if self.words.accept("value"):
            return ValuePart(word, self._value())
        if self.words.peek().text == "is":
            self.words.at += 1
            return self._size_or_value(word)
        return self._bare_name(word)

    def _filler(self, prop: Word) -> Part:
        """Read the filler of a property: a fuzzy set, or a condition."""
        has = self._index.has
        if has("data", prop) and not has("role", prop):
            return NamePart(self.words.word("the name of a fuzzy set should stand here"))
        return self._part()

    def _name(self) -> Word:
        """Take a name of one or more words."""
        word = self.words.word("a class or a condition should stand here")
        parts = [word.text]
        while self.words.next_is("name") and self.words.peek().text != "is":
            parts.append(self.words.take().text)
        return word if len(parts) == 1 else Word(" ".join(parts), word.line)

    def _size_or_value(self, prop: Word) -> Part:
        """Read the value of a property, or a size such as low."""
        parts = []
        while self.words.peek().kind in ("name", "quoted", "number", "text"):
            parts.append(self.words.take())
        if not parts:
            raise self.words.syntax_error("what it is should stand here, such as low")
        text = " ".join(token.text for token in parts)
        iri = self._index.find("data", prop).iri
        number = self._kb.vocabulary.data_properties.id(iri)
        symbols = self._kb.symbols.get(number)
        if symbols is None:
            if self._index.fuzzy_set(iri, text, {}, None) is None:
                raise prop.error(
                    f"'{prop.text}' has no fuzzy set called '{text}': say low, fair, "
                    "high or such, or write the set into a file of rules."
                )
            return SomePart(prop, NamePart(Word(text, prop.line)))
        values = symbols.values
        if text in values:
            return ValuePart(prop, text)
        if _YES.get(text.lower()) in values:
            return ValuePart(prop, _YES[text.lower()])
        alike = [
            value
            for value in values
            if isinstance(value, str) and normalized(value) == normalized(text)
        ]
        if len(alike) == 1:
            return ValuePart(prop, alike[0])
        shown = [str(value).lower() if isinstance(value, bool) else value for value in values]
        raise prop.name_error(f"'{prop.text}' is never '{text}'.{did_you_mean(text, shown)}")

    def _bare_name(self, word: Word) -> Part:
        """Read a bare name: a class, or a property that is true."""
        has = self._index.has
        if not has("class", word) and (self._kb.has_single_values or has("data", word)):
            iri = self._index.find("data", word).iri
            symbols = self._kb.symbols.get(self._kb.vocabulary.data_properties.id(iri))
            if symbols is None or True not in symbols.values:
                raise word.error(
                    f"'{word.text}' is neither true nor false: say what it is to be, "
                    f"as in '{word.text} is low'."
                )
            return ValuePart(word, True)
        return NamePart(word)
