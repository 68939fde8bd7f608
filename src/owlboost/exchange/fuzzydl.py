"""The format ``fuzzydl``, for the reasoner fuzzyDL."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import get_args

from owlboost.data.fuzzy_sets import make_shape, shape_name, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, OwlboostError
from owlboost.exchange.flat import rules as flat
from owlboost.exchange.flat.facts import flatten
from owlboost.exchange.formats import ExportedText, Format, negatives_inferred
from owlboost.exchange.metadata import (
    Coverage,
    NameEntry,
    NameKind,
    coverage_of,
    coverage_remark,
    decimal_text,
    header_entry,
)
from owlboost.exchange.names import NameIndex
from owlboost.exchange.rule_files import UnresolvedRules, read_or_defer
from owlboost.models.trained import TrainedModel

TOP = "*top*"
BOTTOM = "*bottom*"
ZADEH = "zadeh"
HEADING = "% Rules of owlboost for fuzzyDL, version 1"


def fuzzydl_text(
    rules: flat.FlatModel,
    facts: flat.FlatFacts | None = None,
    *,
    data_known: bool,
    remarks: Sequence[str] = (),
) -> str:
    """Write rules, perhaps with facts, as the text of an ``.fdl`` file.

    The file is plain ASCII; ``%@`` lines are the table of names, which reading back needs. If the
    ranges were not taken from data, the file says so, as it does the remarks.

    Examples
    --------
    >>> from owlboost.exchange.flat.encoding import encode
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.models.trained import TrainedModel
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> model = TrainedModel("foil", "urn:x#GoodHotel", RuleSet((rule,)), 0.5)
    >>> print(fuzzydl_text(encode(model)[0], data_known=False).splitlines()[-1])
    (implies Weighted1 GoodHotel)
    """
    blocks = [
        _header(rules, remarks),
        _table(rules, facts),
        [f"(define-fuzzy-logic {_logic(rules)})"],
        _data_lines(rules, data_known),
        _rule_lines(rules, closed=facts is not None),
        [] if facts is None else _fact_lines(rules, facts),
    ]
    return "\n".join("\n".join(block) + "\n" for block in map(list, blocks) if block)


def _header(rules: flat.FlatModel, remarks: Sequence[str]) -> Iterator[str]:
    yield HEADING
    for remark in remarks:
        yield f"% {remark.encode('ascii', 'backslashreplace').decode()}"
    for name, value in rules.header.items():
        yield f"% {name}: {json.dumps(value)}"


def _table(rules: flat.FlatModel, facts: flat.FlatFacts | None) -> Iterator[str]:
    yield "% What the names stand for"
    for entry in (*rules.entries, *(facts.entries if facts else ())):
        yield f"%@ {entry.kind} {entry.name} {' '.join(_meaning(entry))}"


def _meaning(entry: NameEntry) -> Iterator[str]:
    yield json.dumps(entry.meaning)
    if entry.value is not None:
        yield json.dumps(entry.value)


def _data_lines(rules: flat.FlatModel, data_known: bool) -> Iterator[str]:
    owners = {axiom.set: axiom.prop for axiom in rules.axioms if isinstance(axiom, flat.DataStep)}
    if owners and not data_known:
        yield "% Ranges hold the fuzzy sets with a margin. No value of the data may lie outside:"
        yield "% export again with the source of the data to be sure."
    seen: set[str] = set()
    for flat_set in rules.sets:
        prop = owners[flat_set.name]
        if prop not in seen:
            seen.add(prop)
            yield f"(functional {prop})"
            yield (
                f"(range {prop} *real* {decimal_text(flat_set.low)} {decimal_text(flat_set.high)})"
            )
    for flat_set in rules.sets:
        yield f"(define-fuzzy-concept {flat_set.name} {_shape(flat_set)})"


def _shape(flat_set: flat.FlatSet) -> str:
    numbers = (flat_set.low, flat_set.high, *shape_points(flat_set.shape))
    return f"{shape_name(flat_set.shape)}({', '.join(map(decimal_text, numbers))})"


def _rule_lines(rules: flat.FlatModel, *, closed: bool) -> Iterator[str]:
    if not closed and any(isinstance(axiom, flat.Complement) for axiom in rules.axioms):
        yield "% Learners with a weight below 0 must be closed: for each individual whose degree in"
        yield "% one is v, assert (instance a (not L) 1-v). Exporting with the data does so."
    for axiom in rules.axioms:
        if isinstance(axiom, flat.Conjunction) and axiom.head in rules.coverage:
            yield f"% {axiom.head}: {coverage_remark(rules.coverage[axiom.head])}"
        yield axiom_text(axiom, _logic(rules), defined=rules.defined)


def _logic(rules: flat.FlatModel) -> str:
    return str(rules.header.get("logic", ZADEH))


def axiom_text(
    axiom: flat.FlatAxiom, logic: str = ZADEH, *, defined: Collection[str] = frozenset()
) -> str:
    """Write one axiom; names that are defined get no other.

    Examples
    --------
    >>> axiom_text(flat.WeightedSum("Bw1", ((0.56, "Body1"), (0.25, None))))
    '(define-concept Bw1 (w-sum (0.56 Body1) (0.25 *top*)))'
    """
    match axiom:
        case flat.Conjunction(parts, head, least):
            joined = "g-and" if least and logic != ZADEH else "and"
            left = _joined(joined, parts, TOP)
            if len(parts) > 1 and head in defined:  # fuzzyDL unfolds definitions (note 31)
                return f"(implies {left} {head})\n(implies {head} {left})"
        case flat.RoleStep(role, filler, head):
            left = f"(some {role} {filler or TOP})"
        case flat.DataStep(prop, name, head):
            left = f"(some {prop} {name})"
        case flat.Union(head, alternatives):
            return f"(define-concept {head} {_joined('g-or', alternatives, BOTTOM)})"
        case flat.WeightedSum(head, terms):
            summed = " ".join(f"({decimal_text(weight)} {part or TOP})" for weight, part in terms)
            return f"(define-concept {head} (w-sum {summed}))"
        case flat.Complement(head, negated):
            return f"(define-concept {head} (not {negated}))"
    return f"(define-concept {head} {left})" if head in defined else f"(implies {left} {head})"


def _joined(operator: str, parts: Sequence[str], none: str) -> str:
    return f"({operator} {' '.join(parts)})" if len(parts) > 1 else next(iter(parts), none)


def _fact_lines(rules: flat.FlatModel, facts: flat.FlatFacts) -> Iterator[str]:
    for individual, concept, degree in facts.types:
        yield f"(instance {individual} {concept} {decimal_text(degree)})"
    for individual, prop, value in facts.numbers:
        yield f"(instance {individual} (= {prop} {decimal_text(value)}) 1.0)"
    for individual, role, filler, degree in facts.roles:
        yield f"(related {individual} {filler} {role} {decimal_text(degree)})"
    if facts.complements:
        yield "% Weights below 0 need closed learners: these are their degrees, from above."
    for individual, concept, degree in facts.complements:
        yield f"(instance {individual} (not {concept}) {decimal_text(degree)})"
    for individual, concept in facts.excluded:
        yield f"(instance {individual} (not {concept}) 1.0)"
    (target,) = rules.names("target")
    for individual in facts.queries:
        yield f"(min-instance? {individual} {target})"
        if rules.defined:
            yield f"(max-instance? {individual} {target})"


Form = str | list["Form"]

_TOKEN = re.compile(r"[()]|[^\s(),]+")
_COVERAGE = re.compile(r"% (\w+): (confidence .*)")
_ENTRY = re.compile(r"%@ (\w+) (\S+) (.*)")
_SHAPES = ("left-shoulder", "right-shoulder", "triangular", "trapezoidal")


def model_from_fuzzydl(text: str, index: NameIndex | None = None) -> TrainedModel:
    """Read a model from an ``.fdl`` file, without facts and queries.

    Names that the table of names lacks are looked up in the index.

    Raises
    ------
    UnexplainedNameError
        A name is used that the table of names lacks, and there is nobody to ask.
    ModelError
        The text is not what owlboost writes, or an edit has broken it.

    Examples
    --------
    >>> model_from_fuzzydl("(implies A B)")
    Traceback (most recent call last):
    owlboost.errors.ModelError: The rules name 0 targets; there must be one.
    """
    header, entries, coverage = _comments(text)
    reader = _Reader({entry.name for entry in entries if entry.kind == "data"})
    for form in forms(text):
        reader.take(form)
    if reader.logic is not None:
        header["logic"] = reader.logic
    rules = flat.FlatModel(header, entries, tuple(reader.sets), tuple(reader.axioms), coverage)
    return flat.decode(rules, index)


def _comments(text: str) -> tuple[dict[str, object], tuple[NameEntry, ...], dict[str, Coverage]]:
    header: dict[str, object] = {}
    entries: list[NameEntry] = []
    coverage: dict[str, Coverage] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if matched := _ENTRY.fullmatch(line.rstrip()):
            try:
                entries.append(_entry(*matched.groups()))
            except (ValueError, TypeError):
                raise ModelError(f"Line {number} of the table of names is damaged.") from None
        elif matched := _COVERAGE.fullmatch(line.rstrip()):
            if counted := coverage_of(matched[2]):
                coverage[matched[1]] = counted
        else:
            with suppress(ModelError):  # a remark of a person's
                header |= dict(filter(None, [header_entry(line.rstrip(), "%")]))
    return header, tuple(entries), coverage


def _entry(kind: str, name: str, json_text: str) -> NameEntry:
    decoder = json.JSONDecoder()
    meaning, end = decoder.raw_decode(json_text)
    value = json.loads(json_text[end:]) if json_text[end:].strip() else None
    for name_kind in get_args(NameKind):
        if kind == name_kind:
            return NameEntry(name, name_kind, str(meaning), value)
    raise ValueError(kind)


def forms(text: str) -> Iterator[Form]:
    """Yield the parenthesised forms of a text, without comments.

    Examples
    --------
    >>> list(forms("(a (b c)) % remark"))
    [['a', ['b', 'c']]]
    """
    stack: list[list[Form]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        for token in _TOKEN.findall(line.partition("%")[0]):
            if token == "(":
                stack.append([])
            elif token == ")":
                if len(stack) == 1:
                    raise ModelError(f"Line {number} has one closing parenthesis too many.")
                done = stack.pop()
                stack[-1].append(done)
            else:
                stack[-1].append(token)
    if len(stack) > 1:
        raise ModelError("The rules end inside a parenthesis.")
    return iter(stack[0])


class _Reader:
    """A collector of axioms that names the inner expressions."""

    def __init__(self, data_properties: set[str]) -> None:
        self.axioms: list[flat.FlatAxiom] = []
        self.sets: list[flat.FlatSet] = []
        self._data = data_properties
        self.logic: str | None = None
        self._inner = 0

    def take(self, form: Form) -> None:
        """Read one top-level form."""
        match form:
            case ["implies", left, str(head)] | ["implies", left, str(head), "1" | "1.0"]:
                self._implies(left, head)
            case ["implies", str(head), ["and" | "g-and", *_]] if self._has_just_met(head):
                pass  # the other half of a definition
            case ["define-concept", str(name), definition]:
                self._define(name, definition)
            case ["define-fuzzy-concept", str(name), str(shape), list(numbers)] if shape in _SHAPES:
                self.sets.append(_fuzzy_set(name, shape, numbers))
            case ["define-fuzzy-logic", str(logic)]:
                self.logic = None if logic == _CRISP else logic
            case [str(kind), *_] if kind in _PASSED_OVER or kind.endswith("?"):
                pass
            case _:
                raise ModelError(f"The rules have an axiom that cannot be read: {_shown(form)}.")

    def _define(self, name: str, definition: Form) -> None:
        match definition:
            case ["w-sum", *parts]:
                self.axioms.append(flat.WeightedSum(name, tuple(_weighted(part) for part in parts)))
            case ["not", str(negated)]:
                self.axioms.append(flat.Complement(name, negated))
            case ["g-or", *parts]:
                self.axioms.append(flat.Union(name, tuple(self._name(part) for part in parts)))
            case "*bottom*":
                self.axioms.append(flat.Union(name, ()))
            case _:
                self._implies(definition, name)

    def _has_just_met(self, head: str) -> bool:
        last = self.axioms[-1] if self.axioms else None
        return isinstance(last, flat.Conjunction) and last.head == head

    def _implies(self, left: Form, head: str) -> None:
        match left:
            case str(name):
                self.axioms.append(flat.Conjunction(() if name == TOP else (name,), head))
            case ["and" | "g-and" as joined, *parts]:
                names = tuple(self._name(part) for part in parts if part != TOP)
                self.axioms.append(flat.Conjunction(names, head, least=joined == "g-and"))
            case ["some", str(prop), str(name)] if prop in self._data or self._is_set(name):
                self.axioms.append(flat.DataStep(prop, name, head))
            case ["some", str(role), filler]:
                inner = None if filler == TOP else self._name(filler)
                self.axioms.append(flat.RoleStep(role, inner, head))
            case _:
                raise ModelError(f"The rules have a body that cannot be read: {_shown(left)}.")

    def _is_set(self, name: str) -> bool:
        return any(flat_set.name == name for flat_set in self.sets)

    def _name(self, form: Form) -> str:
        if isinstance(form, str):
            return form
        self._inner += 1
        name = f"({self._inner})"  # no name of the file can be this
        self._implies(form, name)
        return name


_CRISP = "classical"
"""The reasoner's name for degrees of 0 and 1 only, in which all logics agree."""

_PASSED_OVER = frozenset({"functional", "range", "instance", "related"})


def _weighted(part: Form) -> tuple[float, str | None]:
    match part:
        case [str(weight), str(name)]:
            return _number(weight), None if name == TOP else name
        case _:
            raise ModelError(f"A sum has a term that cannot be read: {_shown(part)}.")


def _fuzzy_set(name: str, shape: str, numbers: list[Form]) -> flat.FlatSet:
    if len(numbers) < 2:
        raise ModelError(f"The fuzzy set {name!r} is damaged: it has no range.")
    low, high, *points = [_number(number) for number in numbers]
    try:
        return flat.FlatSet(name, make_shape(shape, points), low, high)
    except OwlboostError as error:
        raise ModelError(f"The fuzzy set {name!r} is damaged: {error}") from error


def _number(text: Form) -> float:
    try:
        return float(str(text))
    except ValueError:
        raise ModelError(f"There is {_shown(text)} where a number should be.") from None


def _shown(form: Form) -> str:
    if isinstance(form, str):
        return form
    return f"({' '.join(map(_shown, form))})"[:120]


_START = re.compile(r"\s*(%|\((define-|implies|functional|range))")


def _write(
    model: TrainedModel,
    *,
    kb: KnowledgeBase | None = None,
    individuals: list[int] | None = None,
    equivalent: bool = False,
) -> str:
    remarks = negatives_inferred(model) if equivalent else ()
    rules, facts = flatten(model, kb, individuals, equivalent=equivalent)
    return ExportedText(
        fuzzydl_text(rules, facts, data_known=kb is not None, remarks=remarks), remarks
    )


def _read(text: str) -> TrainedModel | UnresolvedRules:
    return read_or_defer(lambda index: model_from_fuzzydl(text, index))


def _recognises(text: str) -> bool:
    return bool(_START.match(text))


FORMAT = Format(
    name="fuzzydl",
    title="Rules, and facts if wanted, for the reasoner fuzzyDL",
    extensions=(".fdl",),
    write=_write,
    takes_data=True,
    options=("equivalent",),
    semantics=("zadeh", "lukasiewicz"),
    read=_read,
    recognises=_recognises,
)
