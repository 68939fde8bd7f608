"""The format ``manchester``: the paper's layout with all digits, to be edited by hand.

The file has sections with ``#`` headings: weak learners or rules, aggregation, fuzzy datatypes and
a table of names. It can be edited; each axiom stands on one line, or on indented further lines.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast, get_args

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.concepts.text import Layout, hypothesis_lines
from owlboost.data.fuzzy_sets import FuzzySet, make_shape
from owlboost.errors import ModelError, UnknownNameError, did_you_mean
from owlboost.exchange.formats import (
    ALL_LOGICS,
    Format,
    Written,
    both_written,
    is_ontology,
    negatives_inferred,
)
from owlboost.exchange.grammar.tokens import UnlearnedError, Word, unlearned
from owlboost.exchange.metadata import (
    Coverage,
    Entry,
    NameKind,
    SafeNames,
    all_digits,
    coverage_of,
    header_lines,
    header_of,
    model_from_header,
    one_line,
    uncounted,
)
from owlboost.exchange.names import Kind, Lookup, UnexplainedNameError, UnnamedRules, read_or_defer
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import quoted

HEADING = "# Rules of owlboost in Manchester syntax, version 1"
NAMES = "# Names"
RESERVED = frozenset({"Thing", "Nothing", "SubClassOf", "EquivalentTo"})


def manchester_text(model: TrainedModel, *, equivalent: bool = False) -> str:
    r"""Write a model as the text of a file; reading it back gives the same model.

    Parameters
    ----------
    model
        The model.
    equivalent
        Whether the target is to be nothing else than what the rules say.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> text = manchester_text(TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5))
    >>> print(text.partition("\n\n")[2])
    # Rules
    Hotel SubClassOf Good [0.56]
        # confidence 1.0, nothing was counted
    <BLANKLINE>
    # Names
    Good   target  "urn:x#Good"
    Hotel  class   "urn:x#Hotel"
    <BLANKLINE>
    """
    names = SafeNames(one_line, RESERVED, model.lexicon)
    layout = Layout(
        lambda kind, iri: names.of(cast("NameKind", kind), iri),
        all_digits,
        lambda _, point: all_digits(point),
    )
    target = quoted(names.of("target", model.target))
    rules = list(hypothesis_lines(model.hypothesis, target, None, layout, equivalent=equivalent))
    remarks = negatives_inferred(model) if equivalent else ()
    said = [f"# {remark}" for remark in remarks]
    lines = [HEADING, *said, *header_lines(header_of(model)), "", *rules, "", *_table(names)]
    return Written("\n".join(lines) + "\n", remarks)


def _table(names: SafeNames) -> Iterator[str]:
    """List what names stand for, but for sets and learners that are called what they are."""
    entries = [
        entry
        for entry in names.entries
        if entry.kind not in ("set", "learner") or entry.name != entry.meaning
    ]
    width = max(len(quoted(entry.name)) for entry in entries)
    yield NAMES
    for entry in entries:
        meaning = json.dumps(entry.meaning, ensure_ascii=False)
        yield f"{quoted(entry.name):<{width}}  {entry.kind:<6}  {meaning}"


_GRAMMAR = r"""
axiom: concept "SubClassOf" name ["[" NUMBER "]"]
definition: graded ("or" graded)* "EquivalentTo" name
graded: concept ["[" NUMBER "]"]
aggregation: "Nothing" "SubClassOf" name | term signed* ("SubClassOf" | "EquivalentTo") name
term: NUMBER "*" name
signed: SIGN NUMBER "*" name
datatype: name SHAPE NUMBER+
entry: name KIND STRING
heading: name ["," "weight" NUMBER]

concept: part ("and" part)*
?part: atom | "(" some ")" | "(" concept ")" | "(" text_value ")" | "(" truth_value ")"
some: name "some" part
text_value: name "value" STRING
truth_value: name "value" TRUTH
atom: name
name: PLAIN | QUOTED

SIGN: "+" | "-"
SHAPE: /(left|right)-shoulder|triangular|trapezoidal/
KIND: /class|role|data|set|learner|target/
TRUTH: /true|false/
NUMBER: /[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/
STRING: /"(\\.|[^"\\])*"/
QUOTED: /'(\\.|[^'\\])*'/
PLAIN: /[\w.:\/-]+/
%ignore /\s+/
"""

_HEADER = re.compile(r"# (\w+): (.*)")
_QUOTED = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_NEGATION = re.compile(r"(?<![\w.:/-])not(?![\w.:/-])|[¬⊥]")
_BOTTOM = ("Nothing", "owl:Nothing")
_LEARNER = "# Weak Learner "
_SECTIONS = {
    "# Rules": "axiom",
    "# Real AdaBoost aggregation": "aggregation",
    "# Weighted sum": "aggregation",
    "# Fuzzy datatypes": "datatype",
    NAMES: "entry",
}


@cache
def _parser() -> Lark:
    starts = ["axiom", "definition", "aggregation", "datatype", "entry", "heading"]
    return Lark(_GRAMMAR, parser="lalr", start=starts)


@dataclass(slots=True)
class _Line:
    """A statement: which section it is in, where it starts, what follows it."""

    section: str
    number: int
    text: str
    coverages: list[Coverage] = field(default_factory=list)


@dataclass(slots=True)
class _Sections:
    header: dict[str, Any] = field(default_factory=dict)
    lines: list[_Line] = field(default_factory=list)
    is_rule_set: bool = False

    def of(self, section: str) -> Iterator[_Line]:
        return (line for line in self.lines if line.section == section)


def model_from_manchester(text: str, lookup: Lookup | None = None) -> TrainedModel:
    """Read a model from a text in the paper's layout.

    Parameters
    ----------
    text
        The file.
    lookup
        Who knows names that the table of names lacks.

    Raises
    ------
    UnexplainedNameError
        A name is used that the table of names lacks, and there is nobody to ask.
    UnknownNameError
        Nobody knows that name.
    ModelError
        A line cannot be read.

    Examples
    --------
    >>> from owlboost.exchange.manchester import manchester_text
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5)
    >>> model_from_manchester(manchester_text(model)) == model
    True
    """
    sections = _split(text)
    parameters = sections.header.get("parameters")
    reader = _Reader(Lookup() if lookup is None else lookup, parameters)
    for section in ("entry", "datatype"):
        for line in sections.of(section):
            _parsed(line, reader)
    learners = [_parsed(line, reader) for line in sections.of("heading")]
    axioms = [axiom for line in sections.of("axiom") for axiom in _axioms(line, reader)]
    hypothesis = (
        RuleSet(tuple(inclusion for _, inclusion in axioms))
        if sections.is_rule_set
        else _boosted(learners, axioms, _leverages(sections, reader))
    )
    told = reader.lookup.remarks()
    return model_from_header(sections.header, reader.target(), hypothesis, told)


def _split(text: str) -> _Sections:
    """Sort the lines into sections; an indented line continues the one before."""
    found, section = _Sections(), ""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith(_LEARNER):
            section = "axiom"
            found.lines.append(_Line("heading", number, stripped.removeprefix(_LEARNER)))
        elif stripped in _SECTIONS:
            section = _SECTIONS[stripped]
            if stripped == "# Rules":
                found.is_rule_set = True
                found.header.setdefault("algorithm", "foil")
        elif stripped.startswith("#"):
            _remark(found, stripped)
        elif stripped and line[0].isspace() and found.lines:
            found.lines[-1].text += f" {stripped}"
        elif stripped:
            if not section:
                raise ModelError(f"Line {number} comes before the first section of the rules.")
            found.lines.append(_Line(section, number, stripped))
    return found


def _remark(found: _Sections, line: str) -> None:
    if coverage := coverage_of(line.removeprefix("#")):
        if found.lines:
            found.lines[-1].coverages.append(coverage)
    elif not found.lines and (mark := _HEADER.fullmatch(line)):
        try:
            found.header[mark[1]] = json.loads(mark[2])
        except ValueError:
            raise ModelError(
                f"The header line {mark[1]!r} is damaged: it is not valid JSON."
            ) from None


def _parsed(line: _Line, reader: "_Reader") -> Any:
    reader.line = line.number
    try:
        return reader.transform(_parser().parse(line.text, start=line.section))
    except UnexpectedInput as error:
        if negation := _NEGATION.search(_QUOTED.sub("''", line.text)):
            raise unlearned(Word(negation[0], line.number, of="rules")) from error
        place = f"at {line.text[error.column - 1 :][:30]!r}" if error.column > 0 else "at its end"
        raise ModelError(f"Line {line.number} of the rules cannot be read, {place}.") from error
    except VisitError as error:
        if isinstance(error.orig_exc, UnknownNameError | UnlearnedError):  # they tell the line
            raise error.orig_exc from None
        kind = UnexplainedNameError if _is_unexplained(error) else ModelError
        raise kind(f"Line {line.number} of the rules: {error.orig_exc}") from error


def _axioms(line: _Line, reader: "_Reader") -> Iterator[tuple[str, Inclusion]]:
    """Read a rule, or a definition, of which each alternative is a rule; with their heads."""
    if re.search(r"\bEquivalentTo\b", _QUOTED.sub("''", line.text)):
        line.section = "definition"
    concepts, head = _parsed(line, reader)
    counts: list[Coverage | None] = [*line.coverages]
    if len(counts) != len(concepts):  # nobody knows which alternative a person has added
        counts = [None] * len(concepts) if len(concepts) > 1 else [*counts[-1:], None][:1]
    for (concept, degree), counted in zip(concepts, counts, strict=True):
        yield head, Inclusion(concept, degree, *(counted or uncounted(degree)))


def _is_unexplained(error: VisitError) -> bool:
    return isinstance(error.orig_exc, UnexplainedNameError)


def _leverages(sections: _Sections, reader: "_Reader") -> dict[str, float]:
    sums = [_parsed(line, reader) for line in sections.of("aggregation")]
    if len(sums) != 1:
        raise ModelError(f"The rules have {len(sums)} weighted sums of learners, not one.")
    return dict(sums[0])


def _boosted(
    learners: list[str], axioms: list[tuple[str, Inclusion]], leverages: Mapping[str, float]
) -> BoostedHypothesis:
    rules: dict[str, list[Inclusion]] = {}
    for name in learners:
        if name in rules:
            raise ModelError(
                f"The rules have two headings '{_LEARNER}{name}'; put what it says under one."
            )
        rules[name] = []
    for name in [*(head for head, _ in axioms), *leverages]:
        if name not in rules:
            raise ModelError(
                f"The rules use the learner {name!r} without a heading '{_LEARNER}{name}'."
                f"{did_you_mean(name, learners)}"
            )
    for head, inclusion in axioms:
        rules[head].append(inclusion)
    terms = tuple(WeakHypothesis(name, tuple(found)) for name, found in rules.items())
    return BoostedHypothesis(terms, tuple(leverages.get(name, 0.0) for name in learners))


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    """Turns parsed statements into values, by the table of names."""

    def __init__(self, lookup: Lookup, parameters: object) -> None:
        super().__init__()
        self.lookup = lookup
        self._parameters = parameters
        self.line = 0
        self._entries: dict[str, Entry] = {}
        self._sets: dict[str, FuzzySet] = {}

    def target(self) -> str:
        """IRI of the class that was learned."""
        found = [entry.meaning for entry in self._entries.values() if entry.kind == "target"]
        if len(found) != 1:
            raise ModelError(f"The rules name {len(found)} targets; there must be one.")
        return found[0]

    def name(self, token: Token) -> str:
        text = str(token)
        return re.sub(r"\\(.)", r"\1", text[1:-1]) if token.type == "QUOTED" else text

    def entry(self, name: str, kind: Token, meaning: Token) -> None:
        for known in get_args(NameKind):
            if kind == known:
                self._entries[name] = Entry(name, known, json.loads(meaning))

    def datatype(self, name: str, shape: Token, *points: Token) -> None:
        meaning = self._entries[name].meaning if self._is("set", name) else name
        self._sets[name] = FuzzySet(meaning, make_shape(str(shape), [float(p) for p in points]))

    def heading(self, name: str, weight: Token | None) -> str:
        del weight  # the sum says it
        return self._learner(name)

    def graded(self, concept: Concept, degree: Token | None) -> tuple[Concept, float]:
        return concept, 1.0 if degree is None else float(degree)

    def axiom(
        self, concept: Concept, head: str, degree: Token | None
    ) -> tuple[list[tuple[Concept, float]], str]:
        return [self.graded(concept, degree)], self._learner(head)

    def definition(
        self, *parts: tuple[Concept, float] | str
    ) -> tuple[list[tuple[Concept, float]], str]:
        alternatives = [part for part in parts if isinstance(part, tuple)]
        return alternatives, self._learner(str(parts[-1]))

    def aggregation(self, *parts: tuple[str, float] | str) -> list[tuple[str, float]]:
        return [part for part in parts if isinstance(part, tuple)]

    def term(self, weight: Token, name: str) -> tuple[str, float]:
        return self._learner(name), float(weight)

    def signed(self, sign: Token, weight: Token, name: str) -> tuple[str, float]:
        return self._learner(name), float(weight) * (-1.0 if sign == "-" else 1.0)

    def concept(self, *parts: Concept | str) -> Concept:
        return Concept.meet(map(self._filler, parts))

    def atom(self, name: str) -> str:
        return name

    def some(self, name: str, filler: Concept | str) -> Concept:
        if isinstance(filler, str) and filler in self._sets:
            return Concept((FuzzyValue(self._meaning("data", name), self._sets[filler]),))
        if isinstance(filler, str) and self._is_numeric(name):
            prop = self._meaning("data", name)
            defined = {one.name: one for one in self._sets.values()}
            placed = self.lookup.fuzzy_set(prop, filler, defined, self._parameters)
            return Concept((FuzzyValue(prop, placed),))
        return Concept((), (Edge(self._meaning("role", name), self._filler(filler)),))

    def _filler(self, part: Concept | str) -> Concept:
        """Return what an expression means, or a name of a class."""
        if isinstance(part, Concept):
            return part
        if part in _BOTTOM and not self._is("class", part):
            raise unlearned(Word(part, self.line, of="rules"))
        if part in self._sets:
            raise ModelError(f"the fuzzy set {part!r} is used where a class should be.")
        return TOP if part == "Thing" else Concept((Atom(self._meaning("class", part)),))

    def _is_numeric(self, name: str) -> bool:
        """Whether a name means a data property, and no role."""
        if name in self._entries:
            return self._is("data", name)
        return self.lookup.has("data", name) and not self.lookup.has("role", name)

    def text_value(self, name: str, value: Token) -> Concept:
        return Concept((CrispValue(self._meaning("data", name), json.loads(value)),))

    def truth_value(self, name: str, value: Token) -> Concept:
        return Concept((CrispValue(self._meaning("data", name), value == "true"),))

    def _learner(self, name: str) -> str:
        return self._entries[name].meaning if self._is("learner", name) else name

    def _is(self, kind: str, name: str) -> bool:
        return name in self._entries and self._entries[name].kind == kind

    def _meaning(self, kind: Kind, name: str) -> str:
        if self._is(kind, name):
            return self._entries[name].meaning
        return self.lookup.iri(kind, name, self.line, lambda: self._lacking(kind, name))

    def _lacking(self, kind: Kind, name: str) -> str:
        known = [entry.name for entry in self._entries.values() if entry.kind == kind]
        return f"The table of names has no {kind} {name!r}.{did_you_mean(name, known)}"


_TABLE = re.compile(rf"^\s*{NAMES}\s*$", re.MULTILINE)


def has_table_of_names(text: str) -> bool:
    r"""Whether a text is of this format, which tells the IRIs of its names.

    Examples
    --------
    >>> has_table_of_names("# Names\nA class \"urn:A\""), has_table_of_names("A SubClassOf B")
    (True, False)
    """
    return text.lstrip().startswith(HEADING) or bool(_TABLE.search(text))


def _read(text: str) -> "TrainedModel | UnnamedRules":
    return read_or_defer(lambda lookup: model_from_manchester(text, lookup))


def _recognises(text: str) -> bool:
    return not is_ontology(text) and has_table_of_names(text)


FORMAT = Format(
    name="manchester",
    title="The paper's layout in Manchester syntax, with all digits",
    extensions=(".txt",),
    semantics=ALL_LOGICS,
    write=manchester_text,
    write_definition=lambda definition: both_written(definition, manchester_text, "# "),
    options=("equivalent",),
    read=_read,
    recognises=_recognises,
)
