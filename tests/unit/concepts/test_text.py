import pytest

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.concepts.text import coverage, hypothesis_lines, label_text, manchester, weighted_sum
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Triangular
from owlboost.models.calibration import Isotonic, Platt, calibration_text
from owlboost.models.trained import TrainedModel
from owlboost.report.model_text import curve_text
from owlboost.runtime.names import quoted

HOTEL = Atom("http://example.org/hotels#Hotel")
LOW = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_L", LeftShoulder(40, 60.5)))
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
        (CrispValue("urn:x#open", False), "open value false"),
        (CrispValue("urn:x#open", "false"), 'open value "false"'),
        (CrispValue("urn:x#tag", 'a "b" \\'), r'tag value "a \"b\" \\"'),
    ],
)
def test_labels_read_as_manchester_syntax(label: Label, text: str) -> None:
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


@pytest.mark.parametrize(
    ("confidence", "average", "told"),
    [
        #   0.75 / 0.25,  0.075 / 0.25,  0.6 / 0.6,  0.9 / 0.0005
        (0.75, 0.25, "0.750 (3 times the average 0.250)"),
        (0.075, 0.25, "0.075 (0.3 times the average 0.250)"),
        (0.6, 0.6, "0.600 (about the average 0.600)"),
        (0.9, 0.0005, "0.900 (1800 times the average 0.0005)"),
        (0.9, None, "0.900"),
    ],
)
def test_a_confidence_is_compared_with_the_average(
    confidence: float, average: float | None, told: str
) -> None:
    axiom = Inclusion(Concept((HOTEL,)), 1.0, confidence, 3, 1)
    assert coverage(axiom, average=average) == (
        f"confidence {told}, covers 3 positive and 1 negative"
    )


def test_everything_is_not_compared_with_itself() -> None:
    everything = Inclusion(TOP, 1.0, 0.25, 2, 6)
    rule = Inclusion(Concept((HOTEL,)), 1.0, 0.5, 2, 2)
    terms = (WeakHypothesis("WL0", (everything,)), WeakHypothesis("WL1", (rule,)))
    told = str(BoostedHypothesis(terms, (0.1, 1.0))).splitlines()
    assert "    # confidence 0.250, covers 2 positive and 6 negative" in told
    assert (
        "    # confidence 0.500 (2 times the average 0.250), covers 2 positive and 2 negative"
        in told
    )


def test_a_model_knows_the_average_from_its_source_too() -> None:
    rules = RuleSet((Inclusion(Concept((HOTEL,)), 0.5, 0.5, 2, 2),))
    for source, average in (
        ({"individuals": 8, "positives": 2}, 0.25),
        ({"individuals": "8", "positives": 2}, None),
        ({"individuals": 2, "positives": 2}, None),
        ({}, None),
    ):
        model = TrainedModel("foil", "urn:x#Good", rules, 0.5, source=source)
        assert model.average == average
        assert ("2 times the average 0.250" in str(model)) == (average is not None)


def test_a_curve_shows_some_points_and_the_number_of_the_model() -> None:
    assert curve_text([(0, 0.25), (1, 0.14251), (2, 1.2)], 1) == "0: .250  1: .143 *  2: 1.200"
    long = [(number, number / 100) for number in range(31)]
    #   every fifth of 0 … 30, and 7
    told = curve_text(long, 7).replace(" *", "*").split("  ")
    assert [point.partition(":")[0] for point in told] == [
        "0", "5", "7", "10", "15", "20", "25", "30",
    ]  # fmt: skip
    assert told[2] == "7: .070*"
    assert "*" not in curve_text(long, 99)


def test_a_calibration_is_told_by_three_points() -> None:
    #   σ(4e − 2) at 0, ½ and 1:  0.1192, ½, 0.8808
    assert calibration_text(Platt(4.0, -2.0)) == (
        "an evidence of 0 means a probability of 0.12, 0.5 of 0.50, 1 of 0.88"
    )


def test_even_odds_beyond_these_points_are_told() -> None:
    told = "an evidence of 0 means a probability of 0.95, 0.5 of 0.98, 1 of 0.99"
    #   σ(2e + 3) = ½ at −1.5
    assert calibration_text(Platt(2.0, 3.0)) == f"{told}; even odds are at -1.5"
    assert "even" not in calibration_text(Platt(0.0, 3.0))
    assert "even" not in calibration_text(Isotonic((0.0, 1.0), (0.6, 0.9)))
    assert calibration_text(Isotonic((0.0, 4.0), (0.1, 0.9))).endswith("even odds are at 2")


def test_rules_show_their_degree() -> None:
    rules = RuleSet((Inclusion(Concept((HOTEL,)), 0.56, 0.56, 5, 4),))
    assert list(hypothesis_lines(rules, "GoodHotel")) == [
        "# Rules",
        "Hotel SubClassOf GoodHotel [0.560]",
        "    # confidence 0.560, covers 5 positive and 4 negative",
    ]


def test_fuzzy_sets_are_listed_once_by_name() -> None:
    fair = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
    rules = RuleSet((Inclusion(Concept((LOW,))), Inclusion(Concept((fair, HOTEL)))))
    lines = list(hypothesis_lines(rules, "T"))
    assert [line.split()[0] for line in lines[-2:]] == ["hasPrice_F", "hasPrice_L"]


def test_lines_break_between_names_not_within_them() -> None:
    wide = CrispValue("urn:x#sepal%20width%20(cm)", "very, very wide")
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
