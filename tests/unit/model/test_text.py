import pytest

from owlboost.model.concepts import TOP, Atom, Concept, Edge, SomeData
from owlboost.model.fuzzysets import Equals, FuzzySet, LeftShoulder, Triangular
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.model.text import (
    coverage,
    hypothesis_lines,
    label_text,
    manchester,
    quoted,
    weighted_sum,
)

HOTEL = Atom("http://example.org/hotels#Hotel")
LOW = SomeData("urn:x#hasPrice", FuzzySet("hasPrice_L", LeftShoulder(40, 60.5)))
BAR = Edge("urn:x#hasAmenity", Concept((Atom("urn:x#Bar"),)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Good_Hotel", "Good_Hotel"),
        ("Größe", "Größe"),
        ("a.b-c:d/e", "a.b-c:d/e"),
        ("sepal length", "'sepal length'"),
        ("O'Hara", r"'O\'Hara'"),
        ("back\\slash", r"'back\\slash'"),
        ("value", "'value'"),
        ("and", "'and'"),
        ("", "''"),
    ],
)
def test_names_that_are_not_plain_words_are_quoted(name: str, text: str) -> None:
    assert quoted(name) == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        (HOTEL, "Hotel"),
        (Atom("urn:x#Good%20Hotel"), "'Good Hotel'"),
        (LOW, "hasPrice some hasPrice_L"),
        (SomeData("urn:x#open", Equals(False)), "open value false"),
        (SomeData("urn:x#open", Equals("false")), 'open value "false"'),
        (SomeData("urn:x#tag", Equals('a "b" \\')), r'tag value "a \"b\" \\"'),
    ],
)
def test_labels_read_as_manchester_syntax(label: Atom | SomeData, text: str) -> None:
    assert label_text(label) == text


@pytest.mark.parametrize(
    ("concept", "text"),
    [
        (TOP, "Thing"),
        (Concept((HOTEL,)), "Hotel"),
        (Concept((LOW,)), "(hasPrice some hasPrice_L)"),
        (Concept((), (Edge("urn:x#hasCard", TOP),)), "(hasCard some Thing)"),
        (
            Concept((HOTEL, LOW), (BAR,)),
            "Hotel and (hasPrice some hasPrice_L) and (hasAmenity some Bar)",
        ),
        (
            Concept((), (Edge("urn:x#near", Concept((HOTEL,), (BAR,))),)),
            "(near some (Hotel and (hasAmenity some Bar)))",
        ),
        (
            Concept((), (Edge("urn:x#near", Concept((), (BAR,))),)),
            "(near some (hasAmenity some Bar))",
        ),
    ],
)
def test_concepts_read_as_manchester_syntax(concept: Concept, text: str) -> None:
    assert manchester(concept) == text


def test_a_weighted_sum_shows_signs_between_terms() -> None:
    terms = tuple(WeakHypothesis(f"WL{i}", ()) for i in (1, 2, 3))
    assert weighted_sum(BoostedHypothesis(terms, (-1.0, 0.25, -0.5))) == (
        "-1.000 * WL1 + 0.250 * WL2 - 0.500 * WL3"
    )


def test_the_sum_of_nothing_is_nothing() -> None:
    assert weighted_sum(BoostedHypothesis()) == "Nothing"


def test_a_boosted_hypothesis_lists_learners_then_their_sum_then_fuzzy_sets() -> None:
    axiom = Inclusion(Concept((HOTEL, LOW)), 1.0, 0.75, 3, 1)
    hypothesis = BoostedHypothesis((WeakHypothesis("WL1", (axiom,)),), (1.199,))
    assert list(hypothesis_lines(hypothesis, "GoodHotel")) == [
        "# Weak Learner WL1, weight 1.199",
        f"{manchester(axiom.body)} SubClassOf WL1",
        f"    # {coverage(axiom)}",
        "",
        "# Real AdaBoost aggregation",
        "1.199 * WL1 SubClassOf GoodHotel",
        "",
        "# Fuzzy datatypes",
        "hasPrice_L  left-shoulder   40  60.5",
    ]


def test_coverage_reads_as_a_remark() -> None:
    axiom = Inclusion(Concept((HOTEL,)), 1.0, 0.75, 3, 1)
    assert coverage(axiom) == "confidence 0.750, covers 3 positive and 1 negative"


def test_rules_show_their_degree() -> None:
    rules = RuleSet((Inclusion(Concept((HOTEL,)), 0.56, 0.56, 5, 4),))
    assert list(hypothesis_lines(rules, "GoodHotel")) == [
        "# Rules",
        "Hotel SubClassOf GoodHotel [0.560]",
        "    # confidence 0.560, covers 5 positive and 4 negative",
    ]


def test_fuzzy_sets_are_listed_once_by_name() -> None:
    fair = SomeData("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
    rules = RuleSet((Inclusion(Concept((LOW,))), Inclusion(Concept((fair, HOTEL)))))
    lines = list(hypothesis_lines(rules, "T"))
    assert [line.split()[0] for line in lines[-2:]] == ["hasPrice_F", "hasPrice_L"]


def test_lines_break_between_names_not_within_them() -> None:
    wide = SomeData("urn:x#sepal%20width%20(cm)", Equals("very, very wide"))
    rules = RuleSet((Inclusion(Concept((Atom("urn:x#Small%20flower"), wide))),))
    _, *lines, _ = hypothesis_lines(rules, "T", 40)
    assert lines == [
        "'Small flower' and ('sepal width (cm)'",
        '    value "very, very wide")',
        "    SubClassOf T [1.000]",
    ]


def test_a_sum_breaks_between_its_terms() -> None:
    terms = tuple(WeakHypothesis(f"WL{i}", ()) for i in (1, 2))
    lines = list(hypothesis_lines(BoostedHypothesis(terms, (1.0, -0.5)), "T", 24))
    assert lines[-3:] == ["1.000 * WL1", "    - 0.500 * WL2", "    SubClassOf T"]


def test_a_degree_stays_with_its_head() -> None:
    rules = RuleSet((Inclusion(Concept((HOTEL,))),))
    assert list(hypothesis_lines(rules, "GoodHotel", 26))[1:3] == [
        "Hotel",
        "    SubClassOf GoodHotel [1.000]",
    ]
