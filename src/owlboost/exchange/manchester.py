"""The format ``manchester``: the paper's layout with all digits, for editing.

The file has sections with ``#`` headings: weak learners or rules, aggregation, fuzzy datatypes and
a table of names. It can be edited; each axiom stands on one line, or on indented further lines.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.concepts.text import Layout, hypothesis_lines
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, did_you_mean
from owlboost.exchange.formats import (
    ALL_LOGICS,
    ExportedText,
    Format,
    both_written,
    is_ontology,
    negatives_inferred,
)
from owlboost.exchange.grammar.builder import ConceptBuilder
from owlboost.exchange.grammar.parser import ManchesterParser
from owlboost.exchange.grammar.tokens import QUOTED, RULES, ScannedWords
from owlboost.exchange.metadata import (
    Coverage,
    NameEntry,
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
from owlboost.exchange.names import Kind, NameIndex, NameResolver
from owlboost.exchange.rule_files import UnresolvedRules, read_or_defer
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import quoted

HEADING = "# Rules of owlboost in Manchester syntax, version 1"
NAMES = "# Names"
RESERVED = frozenset({"Thing", "Nothing", "SubClassOf", "EquivalentTo"})

_TABLE = re.compile(rf"^\s*{NAMES}\s*$", re.MULTILINE)
_LEARNER = "# Weak Learner "
_SECTIONS = {
    "# Rules": "axiom",
    "# Real AdaBoost aggregation": "aggregation",
    "# Weighted sum": "aggregation",
    "# Fuzzy datatypes": "datatype",
    NAMES: "entry",
}


# Writing


def manchester_text(model: TrainedModel, *, equivalent: bool = False) -> str:
    r"""Write a model as a file that reads back the same.

    With ``equivalent``, the target is nothing else than what the rules say.

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
    names = NameTable(one_line, RESERVED, model.lexicon)
    layout = Layout(
        lambda kind, iri: names.name_for(cast("NameKind", kind), iri),
        all_digits,
        lambda _, point: all_digits(point),
    )
    target = quoted(names.name_for("target", model.target))
    rules = list(hypothesis_lines(model.hypothesis, target, None, layout, equivalent=equivalent))
    remarks = negatives_inferred(model) if equivalent else ()
    remark_lines = [f"# {remark}" for remark in remarks]
    lines = [
        HEADING,
        *remark_lines,
        *header_lines(header_of(model)),
        "",
        *rules,
        "",
        *_table(names),
    ]
    return ExportedText("\n".join(lines) + "\n", remarks)


def _table(names: NameTable) -> Iterator[str]:
    """List the meanings of names that do not speak for themselves."""
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


# Reading


@dataclass(slots=True)
class _Line:
    """A statement with its section, its line and its coverage."""

    section: str
    number: int
    text: str
    coverages: list[Coverage] = field(default_factory=list)

    def parser(self) -> ManchesterParser:
        """Return a parser of the statement."""
        return ManchesterParser(ScannedWords(self.text, self.number))


@dataclass(slots=True)
class _Sections:
    header: dict[str, Any] = field(default_factory=dict)
    lines: list[_Line] = field(default_factory=list)
    is_rule_set: bool = False

    def in_section(self, section: str) -> Iterator[_Line]:
        return (line for line in self.lines if line.section == section)


def model_from_manchester(text: str, index: NameIndex | None = None) -> TrainedModel:
    """Read a model from a text in the paper's layout.

    Names that the table of names lacks are looked up in the index.

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
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5)
    >>> model_from_manchester(manchester_text(model)) == model
    True
    """
    sections = _split(text)
    table: dict[str, NameEntry] = {}
    for line in sections.in_section("entry"):
        entry = _entry(line)
        table[entry.name] = entry
    sets = dict(_fuzzy_set(line, table) for line in sections.in_section("datatype"))
    learners = [
        _learner(line.parser().learner().text, table) for line in sections.in_section("heading")
    ]

    def missing(kind: Kind, name: str) -> str:
        choices = [entry.name for entry in table.values() if entry.kind == kind]
        return f"The table of names has no {kind} {name!r}.{did_you_mean(name, choices)}"

    names = NameResolver(index, table.values(), missing)
    builder = ConceptBuilder(names, sets, sections.header.get("parameters"), RULES)
    axioms = [
        (_learner(head, table), axiom)
        for line in sections.in_section("axiom")
        for head, axiom in _axioms(line, builder)
    ]
    hypothesis = (
        RuleSet(tuple(inclusion for _, inclusion in axioms))
        if sections.is_rule_set
        else _boosted(learners, axioms, _leverages(sections, table))
    )
    return model_from_header(sections.header, _target(table), hypothesis, names.remarks())


def _split(text: str) -> _Sections:
    """Sort the lines into sections; an indented line continues the one before."""
    sections, section = _Sections(), ""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith(_LEARNER):
            section = "axiom"
            sections.lines.append(_Line("heading", number, stripped.removeprefix(_LEARNER)))
        elif stripped in _SECTIONS:
            section = _SECTIONS[stripped]
            if stripped == "# Rules":
                sections.is_rule_set = True
                sections.header.setdefault("algorithm", "foil")
        elif stripped.startswith("#"):
            _remark(sections, stripped)
        elif stripped and line[0].isspace() and sections.lines:
            sections.lines[-1].text += f" {stripped}"
        elif stripped:
            if not section:
                raise ModelError(f"Line {number} comes before the first section of the rules.")
            sections.lines.append(_Line(section, number, stripped))
    return sections


def _remark(sections: _Sections, line: str) -> None:
    if coverage := coverage_of(line.removeprefix("#")):
        if sections.lines:
            sections.lines[-1].coverages.append(coverage)
    elif not sections.lines and (entry := header_entry(line)):
        sections.header[entry[0]] = entry[1]


def _entry(line: _Line) -> NameEntry:
    """Read a line of the table of names."""
    name, kind, meaning = line.parser().entry()
    try:
        return NameEntry(name.text, cast("NameKind", kind), json.loads(meaning))
    except ValueError as error:
        raise name.error(str(error)) from error


def _fuzzy_set(line: _Line, table: Mapping[str, NameEntry]) -> tuple[str, FuzzySet]:
    statement = line.parser().fuzzy_set()
    name = statement.name.text
    return name, FuzzySet(_meaning("set", name, table), statement.shape)


def _learner(name: str, table: Mapping[str, NameEntry]) -> str:
    return _meaning("learner", name, table)


def _meaning(kind: NameKind, name: str, table: Mapping[str, NameEntry]) -> str:
    """Return the meaning of a name in the table, else itself."""
    entry = table.get(name)
    return name if entry is None or entry.kind != kind else entry.meaning


def _target(table: Mapping[str, NameEntry]) -> str:
    """Return the IRI of the class that was learned."""
    targets = [entry.meaning for entry in table.values() if entry.kind == "target"]
    if len(targets) != 1:
        raise ModelError(f"The rules name {len(targets)} targets; there must be one.")
    return targets[0]


def _axioms(line: _Line, builder: ConceptBuilder) -> Iterator[tuple[str, Inclusion]]:
    """Read a rule or a definition as rules with their heads."""
    defines = re.search(r"\bEquivalentTo\b", QUOTED.sub("''", line.text))
    parser = line.parser()
    bodies, head = parser.definition() if defines else parser.rule()
    concepts = [(builder.concept(body), degree) for body, degree in bodies]
    counts: list[Coverage | None] = [*line.coverages]
    if len(counts) != len(concepts):  # nobody knows which alternative a person has added
        counts = [None] * len(concepts) if len(concepts) > 1 else [*counts[-1:], None][:1]
    for (concept, degree), counted in zip(concepts, counts, strict=True):
        yield head.text, builder.inclusion(concept, degree, counted)


def _leverages(sections: _Sections, table: Mapping[str, NameEntry]) -> dict[str, float]:
    sums = [line.parser().weighted_sum() for line in sections.in_section("aggregation")]
    if len(sums) != 1:
        raise ModelError(f"The rules have {len(sums)} weighted sums of learners, not one.")
    return {_learner(name.text, table): weight for weight, name in sums[0]}


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
    terms = tuple(WeakHypothesis(name, tuple(inclusions)) for name, inclusions in rules.items())
    return BoostedHypothesis(terms, tuple(leverages.get(name, 0.0) for name in learners))


# The format


def has_table_of_names(text: str) -> bool:
    r"""Return whether a text has this format's table of names.

    Examples
    --------
    >>> has_table_of_names("# Names\nA class \"urn:A\""), has_table_of_names("A SubClassOf B")
    (True, False)
    """
    return text.lstrip().startswith(HEADING) or bool(_TABLE.search(text))


def _read(text: str) -> TrainedModel | UnresolvedRules:
    return read_or_defer(lambda index: model_from_manchester(text, index))


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
