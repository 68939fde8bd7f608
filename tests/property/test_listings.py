"""Laws of listings: what is printed, however its lines are broken, is what is read."""

import re
from collections.abc import Iterator
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.property.test_exchange import Case, cases, plain_cases
from tests.strategies import TARGET

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet, fuzzy_sets_of
from owlboost.data.fuzzy_sets import FuzzySet, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import OwlboostError
from owlboost.exchange.listing import listing_text, read_listing
from owlboost.exchange.names import NameIndex, is_misspelling, normalized
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import short_name

SHAPES = {
    "LeftShoulder": ("ls", "left-shoulder", "leftShoulder", "left shoulder"),
    "RightShoulder": ("rs", "right-shoulder", "right_shoulder", "Right Shoulder"),
    "Triangular": ("tri", "triangular"),
    "Trapezoidal": ("trz", "trapezoidal"),
}
SIGNS = (
    {"and": " and ", "below": " SubClassOf ", "times": " * ", "top": "Thing"},
    {"and": " ⊓ ", "below": " ⊑ ", "times": "·", "top": "⊤"},
    {"and": r" \andc ", "below": r" \impc ", "times": r" \cdot ", "top": r"\top"},
)


def read(text: str, kb: KnowledgeBase) -> TrainedModel:
    return read_listing(text).model(NameIndex(kb.vocabulary, "urn:test#{}".format))


@given(cases())
def test_a_listing_reads_back_as_the_same_model(case: Case) -> None:
    kb, model = case
    assert read(listing_text(model), kb) == model


@given(plain_cases(), st.randoms(use_true_random=False))
def test_a_listing_is_read_however_it_is_printed(case: Case, random: Random) -> None:
    kb, model = case
    assume(any(True for _ in model.hypothesis.inclusions))
    text = "\n".join(Printer(random).lines(model.hypothesis))
    back = read(text, kb)
    assert back.target == TARGET
    assert told(back.hypothesis) == told(model.hypothesis)


def told(hypothesis: Hypothesis) -> list[str]:
    """Rules with what they count, in any order; learners that have none are left out."""
    return sorted(
        f"{rule.learner} {rule.weight + 0.0} {rule.inclusion.degree} {rule.inclusion.body!r}"
        for rule in hypothesis.rules()
    )


class Printer:
    """Prints rules in any of the ways in which papers do."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.signs = random.choice(SIGNS)
        self.dl = self.signs["and"] != " and "

    def lines(self, hypothesis: Hypothesis) -> Iterator[str]:
        statements = [*self.rules(hypothesis), *self.sets(hypothesis)]
        self.random.shuffle(statements)
        for number, statement in enumerate(statements, 1):
            mark = self.random.choice(["", f"{number}. ", f"({number}) ", f"{number}) ", "• "])
            yield mark + self.broken(statement)
            yield self.random.choice(["", "# Fuzzy datatypes (C-Means)", "Weak Learner WL7", "% x"])

    def broken(self, statement: str) -> str:
        """Break a statement into lines at some of its blanks, but not within a text."""

        def blank(found: re.Match[str]) -> str:
            return found[0] if found[0] != " " else self.random.choice([" ", " ", "\n", "\t "])

        return re.sub(r'"[^"]*"| ', blank, statement)

    def rules(self, hypothesis: Hypothesis) -> Iterator[str]:
        below, target = self.signs["below"], short_name(TARGET)
        match hypothesis:
            case RuleSet(inclusions):
                for rule in inclusions:
                    yield self.graded(self.concept(rule.body) + below + target, rule.degree)
            case BoostedHypothesis():
                terms = [pair for pair in hypothesis.weighted_terms if pair[0].inclusions]
                for term, _ in terms:
                    for rule in term.inclusions:
                        axiom = self.concept(rule.body) + below + term.name
                        yield axiom if rule.degree == 1.0 else self.graded(axiom, rule.degree)
                summed = " + ".join(
                    f"{weight!r}{self.signs['times']}{term.name}" for term, weight in terms
                )
                yield summed.replace("+ -", "- ") + below + target

    def graded(self, axiom: str, degree: float) -> str:
        """Write a degree in one of the ways in which that is done."""
        ways = [f"{axiom} [{degree!r}]", f"⟨{axiom}, {degree!r}⟩",
                rf"\fuzzyg{{{axiom}}}{{{degree!r}}}", f"{axiom} ≥ {degree!r}"]  # fmt: skip
        return self.random.choice(ways)

    def sets(self, hypothesis: Hypothesis) -> Iterator[str]:
        for name, (_, fuzzy_set) in fuzzy_sets_of(hypothesis).items():
            shape = self.random.choice(SHAPES[type(fuzzy_set.shape).__name__])
            points = [repr(float(point)) for point in shape_points(fuzzy_set.shape)]
            ways = [f"{name} {shape} {' '.join(points)}", f"{name}: {shape}({', '.join(points)})",
                    f"{name} = {shape}( {'; '.join(points)} )"]  # fmt: skip
            yield self.random.choice(ways)

    def concept(self, concept: Concept) -> str:
        parts = [self.label(label) for label in concept.labels]
        for edge in concept.edges:
            role = short_name(edge.role)
            filler = self.concept(edge.filler)
            inner = f"({filler})" if self.signs["and"] in filler else filler
            parts.append(f"∃{role}.{inner}" if self.dl else f"({role} some {inner})")
        return self.signs["and"].join(parts) or self.signs["top"]

    def label(self, label: Label) -> str:
        match label:
            case Atom(iri):
                return short_name(iri)
            case FuzzyValue(prop, FuzzySet(name, _)):
                name_of = short_name(prop)
                return f"∃{name_of}.{name}" if self.dl else f"({name_of} some {name})"
            case CrispValue(prop, bool(value)):
                return f"({short_name(prop)} value {str(value).lower()})"
            case CrispValue(prop, value):
                return f'({short_name(prop)} value "{value}")'
            case _:
                raise TypeError(label)


@given(st.text(alphabet="AB12 ()[]<>⟨⟩∃⊓⊑.,;:=*+-#'\"\\{}$\n_", max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    assert said_of(text).endswith((".", "?"))


def said_of(text: str) -> str:
    try:
        return f"{read_listing(text)}."
    except OwlboostError as error:
        return str(error)


@given(st.text(alphabet="abc12", max_size=20), st.text(alphabet="abc12", max_size=20))
def test_slips_are_mutual_and_need_a_long_name(one: str, other: str) -> None:
    assert is_misspelling(one, other) == is_misspelling(other, one)
    if max(len(one), len(other)) < 9:
        assert not is_misspelling(one, other)


@given(st.text(max_size=12))
def test_folding_twice_is_folding_once(name: str) -> None:
    assert normalized(normalized(name)) == normalized(name)
