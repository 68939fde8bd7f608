"""The format ``listing``: rules as papers print them, with the data's names."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    fuzzy_sets_of,
    iris_used,
)
from owlboost.concepts.hypothesis import WeakHypothesis as Learner
from owlboost.concepts.text import Layout, hypothesis_lines
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, did_you_mean
from owlboost.exchange.formats import ALL_LOGICS, Format, is_ontology
from owlboost.exchange.grammar.builder import ConceptBuilder
from owlboost.exchange.grammar.parser import ListingParser
from owlboost.exchange.grammar.tokens import LISTING, ListedWords, Token, is_bare, tokens
from owlboost.exchange.grammar.tree import RuleDocument, RuleStatement, SetStatement
from owlboost.exchange.manchester import has_table_of_names
from owlboost.exchange.metadata import (
    Coverage,
    NameKind,
    NameTable,
    all_digits,
    coverage_of,
    header_entry,
    header_lines,
    header_of,
    model_from_header,
    one_line,
)
from owlboost.exchange.names import NameIndex, NameResolver
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import quoted

HEADING = "# Rules of owlboost as a listing, version 1"
"""A listing that begins so has a header, a remark for each of its lines."""

_RESERVED = frozenset({"Thing", "Nothing"})
_THRESHOLD = re.compile(r"^# On the training examples\n(?s:.*)^degree ≥ (\d*\.?\d+)", re.MULTILINE)
_HEADING = re.compile(r"(?:#\s*)?weak learner (.+?)(?:, weight \S+)?:?", re.IGNORECASE)
_LEARNER = re.compile(r"WL_?\d+")
_BELOW = r"⊑|\\(?:impc|sqsubseteq)\b|(?<![<\w:#/])(?i:subclassof(?![\w:(])|subclass of\b)"
_RULE = re.compile(_BELOW)
_IN_BRACKETS = re.compile(rf"\s*<[^<>\n]*(?:{_BELOW})")


# Writing


def listing_text(model: TrainedModel) -> str:
    r"""Write a model as a listing, which the same source reads back.

    A thing is called by its label or short name, or by its IRI if the rules call another thing so.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> text = listing_text(TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5))
    >>> print(text.partition("\n\n")[2])
    # Rules
    Hotel SubClassOf Good [0.56]
        # confidence 1.0, nothing was counted
    <BLANKLINE>
    """
    hypothesis = model.hypothesis
    names = NameTable(_spelling, _RESERVED)
    sets = [names.name_for("set", name) for name in fuzzy_sets_of(hypothesis)]
    lexicon = model.lexicon
    called = Counter(map(lexicon.name, iris_used(hypothesis)))

    def name(kind: str, meaning: str) -> str:
        if kind in ("set", "learner"):
            return names.name_for(cast("NameKind", kind), meaning)
        short = lexicon.name(meaning)
        clear = called[short] <= 1 and short not in sets and _is_written(short)
        if kind == "target" and _LEARNER.fullmatch(short):
            clear = False  # its rules would be those of a weak learner
        return short if clear and not lexicon.iris else f"<{meaning}>"

    layout = Layout(name, all_digits, lambda _, point: all_digits(point))
    target = quoted(name("target", model.target))
    lines = [HEADING, *header_lines({"target": model.target, **header_of(model)}), ""]
    lines += hypothesis_lines(hypothesis, target, None, layout)
    if isinstance(hypothesis, RuleSet) and not hypothesis.inclusions:
        lines.append(f"Nothing SubClassOf {target}")
    return "\n".join(lines) + "\n"


def _is_written(name: str) -> bool:
    """Return whether a name is read back as it is written."""
    if name in _RESERVED or one_line(name) != name or name.startswith("<"):
        return False
    return quoted(name) != name or is_bare(name)


def _spelling(name: str) -> str:
    """Spell a set's or learner's name as no sign, number or IRI."""
    line = one_line(name)
    return line if _is_written(line) and not line[:1].isdigit() else f"the {line}"


# Reading: first what a listing says, then, with the names of a source, what it means


@dataclass(frozen=True, slots=True)
class ParsedListing:
    """Rules whose names are still to be looked up in a source.

    Examples
    --------
    >>> from owlboost.runtime.names import Names
    >>> from owlboost.data.vocabulary import Vocabulary
    >>> listing = read_listing("(Ash some Ash_L) SubClassOf Good [0.8]; Ash_L ls(1.9, 2.1)")
    >>> names = Vocabulary(data_properties=Names(["urn:wine#ash"]))
    >>> model = listing.model(NameIndex(names, "urn:wine#{}".format))
    >>> print(str(model).splitlines()[3])
    (ash some Ash_L) SubClassOf Good [0.800]
    """

    document: RuleDocument

    @property
    def missing_name(self) -> None:
        """None: without a table, all names must be looked up."""
        return

    def model(self, index: NameIndex) -> TrainedModel:
        """Return the model of the rules in the names of a source.

        What was guessed or passed over is among the remarks of the model.
        """
        document = self.document
        names = NameResolver(index)
        sets = {
            statement.name.text: FuzzySet(statement.name.text, statement.shape)
            for statement in document.sets
        }
        builder = ConceptBuilder(names, sets, document.header.get("parameters"), LISTING)
        hypothesis = _hypothesis(document, builder)
        head = document.sums[0].head if document.sums else document.rules[0].head
        target = index.target(head, document.header.get("target"))
        header = {"algorithm": _algorithm(hypothesis), **document.header}
        remarks = (*document.remarks, *names.remarks())
        return model_from_header(header, target, hypothesis, remarks).called_in(index.lexicon)


def read_listing(text: str) -> ParsedListing:
    """Read a listing: rules, perhaps a weighted sum and fuzzy sets.

    Raises
    ------
    ModelError
        A line cannot be read, or rules, sum and sets do not belong together.
    """
    document = statements(text)
    if not document.rules and not document.sums:
        raise ModelError("The listing has no rules.")
    for check in (_require_one_sum, _require_learners, _require_degrees, _require_distinct_sets):
        check(document)
    return ParsedListing(document)


def _require_one_sum(document: RuleDocument) -> None:
    if len(document.sums) > 1:
        raise ModelError(
            f"Line {document.sums[1].head.line} of the listing has another weighted sum; a "
            "listing has one target."
        )


def _require_learners(document: RuleDocument) -> None:
    """Refuse rules and sums of different weak learners or several targets."""
    heads = {rule.head.text: rule.head for rule in document.rules}
    if not document.sums:
        learners = [name for name in heads if _LEARNER.fullmatch(name)]
        if learners or len(heads) > 1:
            raise ModelError(
                f"The listing has rules for {' and '.join(learners or heads)}, but no weighted sum "
                "such as '1.199 * WL1 + 0.544 * WL2 SubClassOf Target'."
            )
        return
    summed: dict[str, None] = {}  # in their order, which suggestions keep
    for _, word in document.sums[0].terms:
        if word.text in summed:
            raise word.error(f"the weighted sum has {word.text!r} twice.")
        if word.text not in heads and word.text not in document.learners:
            near = did_you_mean(word.text, heads)
            raise word.error(f"there are no rules for the weak learner {word.text!r}.{near}")
        summed[word.text] = None
    for name, word in heads.items():
        if name not in summed:
            near = did_you_mean(name, summed)
            raise word.error(f"the weighted sum lacks the weak learner {name!r}.{near}")


def _require_degrees(document: RuleDocument) -> None:
    for rule in document.rules:
        if rule.degree is None:
            continue
        if not 0 <= rule.degree <= 1:
            raise rule.head.error(f"a degree lies between 0 and 1: {rule.degree:g} does not.")


def _require_distinct_sets(document: RuleDocument) -> None:
    shapes: dict[str, SetStatement] = {}
    for statement in document.sets:
        first = shapes.setdefault(statement.name.text, statement)
        if first.shape != statement.shape:
            raise statement.name.error(
                f"{statement.name.text!r} is another fuzzy set in line {first.name.line}."
            )


_RULED = frozenset({"foil", "pfoil", "pn"})
"""Algorithms without weights, if they find no rules against the target."""


def _hypothesis(document: RuleDocument, builder: ConceptBuilder) -> Hypothesis:
    if not document.sums or (
        document.header.get("algorithm") in _RULED and not document.sums[0].terms
    ):
        return RuleSet(tuple(_inclusion(rule, builder) for rule in document.rules))
    learners = tuple(
        Learner(
            word.text,
            tuple(
                _inclusion(rule, builder) for rule in document.rules if rule.head.text == word.text
            ),
        )
        for _, word in document.sums[0].terms
    )
    return BoostedHypothesis(learners, tuple(weight for weight, _ in document.sums[0].terms))


def _inclusion(rule: RuleStatement, builder: ConceptBuilder) -> Inclusion:
    degree = 1.0 if rule.degree is None else rule.degree
    return builder.inclusion(builder.concept(rule.body), degree, rule.coverage)


def _algorithm(hypothesis: Hypothesis) -> str:
    """Name the algorithm: only gradient boosting has rules over ⊤."""
    if isinstance(hypothesis, RuleSet):
        return "foil"
    return "gradient" if any(rule.body.is_top for rule in hypothesis.inclusions) else "boost"


def statements(text: str) -> RuleDocument:
    r"""Read the statements of a listing.

    Examples
    --------
    >>> found = statements("1.199 * WL1 + .5 * WL2 SubClassOf 2\nHue_H tri(1, 1.08, 1.21)")
    >>> [weight for weight, _ in found.sums[0].terms], found.sets[0].shape
    ([1.199, 0.5], Triangular(a=1.0, b=1.08, c=1.21))
    """
    words = list(tokens(text))
    places = [place for place, token in enumerate(words) if token.kind == "remark"]
    parser = ListingParser(ListedWords([token for token in words if token.kind != "remark"]))
    coverages: dict[int, Coverage] = {}
    learners = set()
    for nth, place in enumerate(places):
        remark = words[place].text
        if coverage := coverage_of(remark.removeprefix("#")):
            coverages.setdefault(place - nth, coverage)  # by how many words stand before it
        elif heading := _HEADING.fullmatch(remark):
            learners.add(_name(heading[1]))
    rules, sums, sets = parser.everything(coverages)
    return RuleDocument(
        tuple(rules),
        tuple(sums),
        tuple(sets),
        frozenset(learners),
        _threshold(words[place].text for place in places)
        | _header([token.text for token in words[: _first_word(words)]]),
        tuple(parser.remarks),
    )


def _first_word(words: Sequence[Token]) -> int:
    return next(place for place, token in enumerate(words) if token.kind != "remark")


def _name(text: str) -> str:
    try:
        return next(iter(tokens(text))).text
    except ModelError:  # a heading of a person's
        return text


def _threshold(remarks: Iterable[str]) -> dict[str, object]:
    """Return the threshold that ``learn`` prints after the rules."""
    thresholds = [matched[1] for matched in map(_THRESHOLD.match, remarks) if matched]
    return {"threshold": float(thresholds[0])} if thresholds else {}


def _header(remarks: Sequence[str]) -> dict[str, object]:
    if not remarks or remarks[0] != HEADING:
        return {}
    return dict(filter(None, map(header_entry, remarks)))


def _recognises(text: str) -> bool:
    if has_table_of_names(text) or not _RULE.search(text):
        return False
    return not is_ontology(text) or bool(_IN_BRACKETS.match(text))


FORMAT = Format(
    name="listing",
    title="The paper's layout in Manchester syntax, with the names of the data",
    extensions=(".txt",),
    semantics=ALL_LOGICS,
    write=listing_text,
    read=read_listing,
    recognises=_recognises,
)
