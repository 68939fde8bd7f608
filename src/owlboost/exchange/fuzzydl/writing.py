"""Rules in the language of the reasoner fuzzyDL (``.fdl``), notes 30 and 31."""

import json
from collections.abc import Collection, Iterator, Sequence

from owlboost.data.fuzzy_sets import shape_name, shape_points
from owlboost.exchange.flat.rules import (
    Complement,
    Conjunction,
    DataStep,
    Entry,
    FlatAxiom,
    FlatFacts,
    FlatRules,
    FlatSet,
    RoleStep,
    Sum,
    Union,
    coverage_remark,
    decimal_text,
)

TOP = "*top*"
BOTTOM = "*bottom*"
ZADEH = "zadeh"
HEADING = "% Rules of owlboost for fuzzyDL, version 1"


def fuzzydl_text(
    rules: FlatRules,
    facts: FlatFacts | None = None,
    *,
    data_known: bool,
    remarks: Sequence[str] = (),
) -> str:
    """Write rules, and facts if there are any, as the text of an ``.fdl`` file.

    The file is plain ASCII; ``%@`` lines are the table of names, which reading back needs.

    Parameters
    ----------
    rules, facts
        What to write.
    data_known
        Whether the ranges were taken from data; if not, the file says so.
    remarks
        What the file is to say of itself.

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


def _header(rules: FlatRules, remarks: Sequence[str]) -> Iterator[str]:
    yield HEADING
    for remark in remarks:
        yield f"% {remark.encode('ascii', 'backslashreplace').decode()}"
    for name, value in rules.header.items():
        yield f"% {name}: {json.dumps(value)}"


def _table(rules: FlatRules, facts: FlatFacts | None) -> Iterator[str]:
    yield "% What the names stand for"
    for entry in (*rules.entries, *(facts.entries if facts else ())):
        yield f"%@ {entry.kind} {entry.name} {' '.join(_meaning(entry))}"


def _meaning(entry: Entry) -> Iterator[str]:
    yield json.dumps(entry.meaning)
    if entry.value is not None:
        yield json.dumps(entry.value)


def _data_lines(rules: FlatRules, data_known: bool) -> Iterator[str]:
    owners = {axiom.set: axiom.prop for axiom in rules.axioms if isinstance(axiom, DataStep)}
    if owners and not data_known:
        yield "% Ranges hold the fuzzy sets with a margin. No value of the data may lie outside:"
        yield "% export again with the source of the data to be sure."
    seen: set[str] = set()
    for each in rules.sets:
        prop = owners[each.name]
        if prop not in seen:
            seen.add(prop)
            yield f"(functional {prop})"
            yield f"(range {prop} *real* {decimal_text(each.low)} {decimal_text(each.high)})"
    for each in rules.sets:
        yield f"(define-fuzzy-concept {each.name} {_shape(each)})"


def _shape(each: FlatSet) -> str:
    numbers = (each.low, each.high, *shape_points(each.shape))
    return f"{shape_name(each.shape)}({', '.join(map(decimal_text, numbers))})"


def _rule_lines(rules: FlatRules, *, closed: bool) -> Iterator[str]:
    if not closed and any(isinstance(axiom, Complement) for axiom in rules.axioms):
        yield "% Learners with a weight below 0 must be closed: for each individual whose degree in"
        yield "% one is v, assert (instance a (not L) 1-v). Exporting with the data does so."
    for axiom in rules.axioms:
        if isinstance(axiom, Conjunction) and axiom.head in rules.coverage:
            yield f"% {axiom.head}: {coverage_remark(rules.coverage[axiom.head])}"
        yield axiom_text(axiom, _logic(rules), defined=rules.defined)


def _logic(rules: FlatRules) -> str:
    return str(rules.header.get("logic", ZADEH))


def axiom_text(
    axiom: FlatAxiom, logic: str = ZADEH, *, defined: Collection[str] = frozenset()
) -> str:
    """Write one axiom; names that are defined stand for nothing else than it says.

    Examples
    --------
    >>> axiom_text(Sum("Bw1", ((0.56, "Body1"), (0.25, None))))
    '(define-concept Bw1 (w-sum (0.56 Body1) (0.25 *top*)))'
    """
    match axiom:
        case Conjunction(parts, head, least):
            joined = "g-and" if least and logic != ZADEH else "and"
            left = _joined(joined, parts, TOP)
            if len(parts) > 1 and head in defined:  # fuzzyDL unfolds definitions, see note 31
                return f"(implies {left} {head})\n(implies {head} {left})"
        case RoleStep(role, filler, head):
            left = f"(some {role} {filler or TOP})"
        case DataStep(prop, name, head):
            left = f"(some {prop} {name})"
        case Union(head, alternatives):
            return f"(define-concept {head} {_joined('g-or', alternatives, BOTTOM)})"
        case Sum(head, terms):
            summed = " ".join(f"({decimal_text(weight)} {part or TOP})" for weight, part in terms)
            return f"(define-concept {head} (w-sum {summed}))"
        case Complement(head, of):
            return f"(define-concept {head} (not {of}))"
    return f"(define-concept {head} {left})" if head in defined else f"(implies {left} {head})"


def _joined(operator: str, parts: Sequence[str], none: str) -> str:
    return f"({operator} {' '.join(parts)})" if len(parts) > 1 else next(iter(parts), none)


def _fact_lines(rules: FlatRules, facts: FlatFacts) -> Iterator[str]:
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
