import pytest

from owlboost.concepts.concept import (
    TOP,
    Atom,
    Concept,
    CrispValue,
    Edge,
    FuzzyValue,
    Label,
    by_taxonomy,
    chain,
    depth,
    nodes,
    normal_form,
    size,
)
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder

A, B, C = Atom("A"), Atom("B"), Atom("C")
LOW = FuzzyValue("price", FuzzySet("price_L", LeftShoulder(1, 2)))
HIGH = FuzzyValue("price", FuzzySet("price_H", RightShoulder(1, 2)))

# A ⊓ price_L ⊓ ∃q.⊤ ⊓ ∃r.(B ⊓ ∃q.C)
TREE = Concept((LOW, A), (Edge("r", Concept((B,), (Edge("q", Concept((C,))),))), Edge("q", TOP)))


def some(role: str, *labels: Label) -> Edge:
    return Edge(role, Concept(labels))


def no_taxonomy(_lower: str, _upper: str) -> bool:
    return False


def b_below_a(lower: str, upper: str) -> bool:
    return (lower, upper) == ("B", "A")


def a_equivalent_b(lower: str, upper: str) -> bool:
    return {lower, upper} == {"A", "B"}


def test_labels_and_edges_are_sorted_and_distinct() -> None:
    concept = Concept((B, A, B), (some("r", B), some("q"), some("r", A), some("r", B)))
    assert concept.labels == (A, B)
    assert concept.edges == (some("q"), some("r", A), some("r", B))


def test_order_of_construction_does_not_matter() -> None:
    assert Concept((A, LOW, B)) == Concept((B, A, LOW))
    assert hash(Concept((A, B))) == hash(Concept((B, A)))


def test_truth_values_and_their_names_are_different_labels() -> None:
    truth, text = CrispValue("flag", True), CrispValue("flag", "true")
    assert truth.key == ("flag", "truth", "true")
    assert text.key == ("flag", "value", "true")
    assert Concept((text, truth)).labels == (truth, text)


def test_a_fuzzy_set_is_ordered_by_its_name() -> None:
    assert LOW.key == ("price", "set", "price_L")
    assert Concept((LOW, HIGH)).labels == (HIGH, LOW)


def test_only_the_empty_tree_is_top() -> None:
    assert TOP.is_top
    assert not Concept((A,)).is_top
    assert not Concept((), (Edge("r", TOP),)).is_top


def test_depth_counts_roles_and_not_data() -> None:
    assert [depth(concept) for concept in (TOP, Concept((LOW,)), TREE)] == [0, 0, 2]


def test_conjuncts_are_labels_and_edges_of_the_root() -> None:
    assert [concept.n_conjuncts for concept in (TOP, TREE)] == [0, 4]


def test_size_counts_nodes_and_labels() -> None:
    #   root, filler of q, filler of r, filler of r.q;  A, price_L, B, C
    assert [size(concept) for concept in (TOP, TREE)] == [1, 8]


def test_nodes_are_walked_from_the_root_with_their_paths() -> None:
    assert [path for path, _ in nodes(TREE)] == [(), (0,), (1,), (1, 0)]
    assert list(TREE.all_labels()) == [A, LOW, B, C]


def test_a_chain_nests_roles_from_the_outside() -> None:
    assert chain(("r", "q"), Concept((A,))) == Concept(
        (), (Edge("r", Concept((), (some("q", A),))),)
    )
    assert chain((), Concept((A,))) == Concept((A,))


def test_a_move_conjoins_at_one_node_only() -> None:
    addition = Concept((LOW,), (Edge("r", TOP),))
    refined = TREE.with_node((1, 0), lambda node: Concept.meet([node, addition]))
    deepest = Concept((C, LOW), (Edge("r", TOP),))
    assert refined.labels == TREE.labels
    assert refined.edges == (Edge("q", TOP), Edge("r", Concept((B,), (Edge("q", deepest),))))


def test_a_meet_has_labels_and_edges_of_its_parts() -> None:
    parts = Concept((A,)), Concept((B,), (some("r"),))
    assert Concept.meet(parts) == Concept((A, B), (some("r"),))
    assert Concept.meet(()) == TOP


def test_parts_are_taken_from_every_node() -> None:
    deep = Concept((A,), (some("r", B, C), some("s")))
    assert list(deep.weakened()) == [
        Concept((), deep.edges),
        Concept((A,), (some("s"),)),
        Concept((A,), (some("r", C), some("s"))),
        Concept((A,), (some("r", B), some("s"))),
        Concept((A,), (some("r", B, C),)),
    ]
    assert list(Concept((A,)).weakened()) == []


@pytest.mark.parametrize(
    ("lower", "upper", "holds"),
    [
        (B, A, True),
        (A, B, False),
        (A, A, True),
        (LOW, LOW, True),
        (LOW, HIGH, False),
        (B, LOW, False),
    ],
)
def test_labels_imply_by_equality_or_taxonomy(lower: Label, upper: Label, holds: bool) -> None:
    assert by_taxonomy(b_below_a)(lower, upper) is holds


def test_top_subsumes_everything_and_is_subsumed_by_itself_only() -> None:
    assert TOP.subsumes(TREE, by_taxonomy(no_taxonomy))
    assert not TREE.subsumes(TOP, by_taxonomy(no_taxonomy))
    assert TOP.subsumes(TOP, by_taxonomy(no_taxonomy))


def test_an_edge_subsumes_a_more_special_one_of_the_same_role() -> None:
    special = Concept((), (some("r", B, LOW),))
    assert Concept((), (some("r", A),)).subsumes(special, by_taxonomy(b_below_a))
    assert not Concept((), (some("q", A),)).subsumes(special, by_taxonomy(b_below_a))
    assert not special.subsumes(Concept((), (some("r", A),)), by_taxonomy(b_below_a))


def test_two_edges_may_be_implied_by_one() -> None:
    general = Concept((), (some("r", A), some("r", C)))
    assert general.subsumes(Concept((), (some("r", B, C),)), by_taxonomy(b_below_a))


def test_normal_form_drops_a_superclass() -> None:
    assert normal_form(Concept((A, B, C)), b_below_a) == Concept((B, C))


def test_normal_form_keeps_the_first_of_equivalent_classes() -> None:
    assert normal_form(Concept((B, A)), a_equivalent_b) == Concept((A,))
    assert normal_form(Concept((B,)), a_equivalent_b) == Concept((B,))


def test_normal_form_drops_an_edge_that_another_implies() -> None:
    concept = Concept((), (Edge("r", TOP), some("r", A), some("r", B), Edge("q", TOP)))
    assert normal_form(concept, b_below_a) == Concept((), (Edge("q", TOP), some("r", B)))


def test_normal_form_keeps_edges_of_which_none_implies_another() -> None:
    concept = Concept((), (some("r", A), some("r", C)))
    assert normal_form(concept, b_below_a) == concept


def test_normal_form_reaches_inner_nodes_first() -> None:
    #   ∃r.(A ⊓ B) and ∃r.B are the same once A is dropped
    concept = Concept((), (some("r", A, B), some("r", B)))
    assert normal_form(concept, b_below_a) == Concept((), (some("r", B),))


def test_normal_form_keeps_the_first_of_equivalent_edges() -> None:
    concept = Concept((), (some("r", B), some("r", A)))
    assert normal_form(concept, a_equivalent_b) == Concept((), (some("r", A),))


def test_normal_form_keeps_two_sets_of_one_property() -> None:
    assert normal_form(Concept((LOW, HIGH)), no_taxonomy) == Concept((LOW, HIGH))
