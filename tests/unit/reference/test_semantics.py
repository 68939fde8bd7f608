from tests.reference.semantics import degree, degrees

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet, Triangular
from owlboost.data.knowledge_base import KnowledgeBase

FAIR = FuzzyValue("hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
BAR = Edge("hasAmenity", Concept((Atom("Bar"),)))
KB = KnowledgeBase.from_facts(
    ["Hotel_010", "Hotel_011", "Hotel_012"],
    types={"Hotel": ["Hotel_010", "Hotel_011", "Hotel_012"], "Bar": ["w"]},
    roles={"hasAmenity": [("Hotel_010", "w")], "near": [("Hotel_012", "Hotel_010")]},
    numbers={"hasPrice": [("Hotel_010", 79), ("Hotel_011", 50), ("Hotel_011", 60)]},
    symbols={"open": [("Hotel_010", True)], "tag": [("Hotel_011", "true")]},
    witnesses=["w"],
)


def test_a_missing_value_has_degree_0_and_of_several_the_best_counts() -> None:
    assert degrees(Concept((FAIR,)), KB, range(3)) == [0.5, 1.0, 0.0]


def test_a_conjunction_is_the_minimum() -> None:
    assert degree(Concept((Atom("Hotel"), FAIR), (BAR,)), 0, KB) == 0.5


def test_top_holds_everywhere() -> None:
    assert degrees(TOP, KB, range(KB.n_elements)) == [1.0] * 4


def test_witnesses_fill_roles() -> None:
    assert degrees(Concept((), (BAR,)), KB, range(4)) == [1.0, 0.0, 0.0, 0.0]


def test_degrees_pass_through_roles() -> None:
    assert degree(Concept((), (Edge("near", Concept((FAIR,))),)), 2, KB) == 0.5


def test_a_truth_value_is_not_its_name() -> None:
    assert degrees(Concept((CrispValue("open", True),)), KB, range(3)) == [1.0, 0.0, 0.0]
    assert degrees(Concept((CrispValue("tag", True),)), KB, range(3)) == [0.0] * 3


def test_unknown_names_hold_nowhere() -> None:
    for concept in (
        Concept((Atom("Castle"),)),
        Concept((CrispValue("height", "tall"),)),
        Concept((), (Edge("owns", TOP),)),
    ):
        assert degrees(concept, KB, range(3)) == [0.0] * 3
