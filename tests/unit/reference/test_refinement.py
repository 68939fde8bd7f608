from tests.reference.refinement import all_labels, refinements

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge
from owlboost.data.knowledge_base import KnowledgeBase

A, B = Concept((Atom("A"),)), Concept((Atom("B"),))
KB = KnowledgeBase.from_facts(
    ["x", "y"],
    types={"A": ["x", "y"], "B": ["x"]},
    subclasses=[("B", "A")],
    roles={"r": [("x", "y")]},
)


def some(filler: Concept, *labels: Atom) -> Concept:
    return Concept(labels, (Edge("r", filler),))


def moves(
    concept: Concept, kb: KnowledgeBase = KB, *, max_conjuncts: int = 2, lookahead: int = 0
) -> dict[Concept, Concept]:
    return refinements(
        concept,
        all_labels(kb, 2),
        kb,
        max_depth=1,
        max_conjuncts=max_conjuncts,
        lookahead=lookahead,
    )


def test_the_literal_moves_from_a_class() -> None:
    #   adding A changes nothing, adding B replaces its superclass
    assert moves(A) == {B: B, some(TOP, Atom("A")): some(TOP)}


def test_lookahead_adds_chains_that_keep_the_depth() -> None:
    assert moves(A, lookahead=2) == moves(A) | {
        some(A, Atom("A")): A,
        some(B, Atom("A")): B,
    }


def test_replacing_a_class_keeps_the_limit_of_conjuncts() -> None:
    assert moves(A, max_conjuncts=1) == {B: B}


def test_moves_reach_inner_nodes() -> None:
    assert moves(some(A), max_conjuncts=1) == {some(B): B}


def test_a_move_at_an_inner_node_and_the_chain_to_it_end_alike() -> None:
    #   B ⊑ A, so ∃r.B comes from ∃r.A by B at its node or by the chain ∃r.B at the root: X = B
    assert moves(some(A), max_conjuncts=1, lookahead=1)[some(B)] == B


def test_a_functional_property_is_restricted_once_in_a_node() -> None:
    facts: list[tuple[str, bool | str]] = [("x", True), ("y", False)]
    kb = KnowledgeBase.from_facts(["x", "y"], symbols={"flag": facts})
    true, false = (Concept((CrispValue("flag", value),)) for value in (True, False))
    assert moves(TOP, kb) == {true: true, false: false}
    assert moves(true, kb) == {}


def test_a_property_with_two_values_may_be_restricted_twice() -> None:
    facts: list[tuple[str, bool | str]] = [("x", "a"), ("x", "b")]
    kb = KnowledgeBase.from_facts(["x", "y"], symbols={"tag": facts})
    first, second = (CrispValue("tag", value) for value in ("a", "b"))
    assert moves(Concept((first,)), kb) == {Concept((first, second)): Concept((second,))}
