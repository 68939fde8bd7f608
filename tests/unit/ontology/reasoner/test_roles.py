"""Each rule on roles: hierarchy, characteristics, chains, restrictions, equality, keys."""

import pytest
from tests.ontologies import A, B, C, Statement, inferred, ontology, r, related, s, t, types_of

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointClasses,
    DisjointRoles,
    EquivalentClasses,
    EquivalentRoles,
    HasKey,
    InverseRoles,
    NegativeRoleAssertion,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    THING,
    And,
    Cardinality,
    Class,
    HasSelf,
    HasValue,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)
from owlboost.ontology.reasoner.roles import RoleNumbers
from owlboost.runtime.names import Names
from owlboost.sources.ontology_knowledge import saturate

ANYTHING = Class(THING)


def pairs(role: str, *statements: Statement) -> set[tuple[str, str]]:
    return related(saturate(ontology(*statements)).kb, role)


def test_subroles() -> None:
    assert pairs("s", SubRoleOf((r,), s), ("a", "r", "b")) == {("a", "b")}


def test_equivalent_roles() -> None:
    for name in "rst":
        for other in "rst":
            assert pairs(other, EquivalentRoles((r, s, t)), ("a", name, "b")) == {("a", "b")}


def test_inverse_roles() -> None:
    assert pairs("s", InverseRoles(r, s), ("a", "r", "b")) == {("b", "a")}


def test_inverse_without_a_name() -> None:
    found = inferred(SubClassOf(Some(Role("r", inverse=True), A), B), ("a", "r", "b"), ("a", "A"))
    assert found == {"a": {"A"}, "b": {"B"}}


def test_inclusions_and_inverses_in_a_row_keep_the_direction() -> None:
    #  r ⊑ s⁻, s ⊑ t, t ⊑ u⁻, u ⊑ v: turned once up to t, twice from u on
    axioms = (
        InverseRoles(r, s),
        SubRoleOf((s,), t),
        InverseRoles(t, Role("u")),
        SubRoleOf((Role("u"),), Role("v")),
    )
    kb = saturate(ontology(*axioms, ("a", "r", "b"))).kb
    found = {name: related(kb, name) for name in "rstuv"}
    there, back = {("a", "b")}, {("b", "a")}
    assert found == {"r": there, "s": back, "t": back, "u": there, "v": there}


def test_the_inverse_of_an_inverse_is_the_role() -> None:
    axiom, fact = InverseRoles(r, Role("s", inverse=True)), ("a", "r", "b")
    assert pairs("r", axiom, fact) == pairs("s", axiom, fact) == {("a", "b")}
    query = SubClassOf(Some(Role("r", inverse=True), A), B)
    assert inferred(axiom, query, fact, ("a", "A"))["b"] == {"B"}


def test_of_several_inverses_the_first_by_name_stands_for_all() -> None:
    axioms = [InverseRoles(r, t), InverseRoles(r, s)]
    for order in (axioms, axioms[::-1]):
        assert RoleNumbers.from_axioms(Names("rst"), order).inverses == {
            "r": "s",
            "s": "r",
            "t": "r",
        }


def test_inverse_roles_on_the_left_and_on_the_right_of_an_inclusion() -> None:
    backwards = SubRoleOf((Role("r", inverse=True),), s), SubRoleOf((s,), Role("t", inverse=True))
    assert pairs("s", *backwards, ("a", "r", "b")) == {("b", "a")}
    assert pairs("t", *backwards, ("a", "r", "b")) == {("a", "b")}


def test_symmetric() -> None:
    found = pairs("r", RoleCharacteristic(r, "symmetric"), ("a", "r", "b"))
    assert found == {("a", "b"), ("b", "a")}


def test_characteristics_of_an_inverse_are_those_of_the_role_turned_round() -> None:
    inverse = Role("r", inverse=True)
    turned = pairs("r", RoleCharacteristic(inverse, "symmetric"), ("a", "r", "b"))
    assert turned == {("a", "b"), ("b", "a")}
    fillers = ("a", "r", "b"), ("a", "r", "c"), ("b", "B")
    assert inferred(RoleCharacteristic(inverse, "inverse-functional"), *fillers)["c"] == {"B"}
    owners = ("a", "r", "c"), ("b", "r", "c"), ("a", "A")
    assert inferred(RoleCharacteristic(inverse, "functional"), *owners)["b"] == {"A"}


def test_transitive() -> None:
    steps = [("a", "r", "b"), ("b", "r", "c"), ("c", "r", "d")]
    found = pairs("r", RoleCharacteristic(r, "transitive"), *steps)
    assert found == {(x, y) for x in "abc" for y in "bcd" if x < y}


def test_reflexive() -> None:
    assert pairs("r", RoleCharacteristic(r, "reflexive"), ("a", "A")) == {("a", "a")}


def test_chains_of_three() -> None:
    steps = [("a", "r", "b"), ("b", "s", "c"), ("c", "r", "d")]
    assert pairs("t", SubRoleOf((r, s, r), t), *steps) == {("a", "d")}


def test_a_chain_is_followed_when_its_second_step_comes_last() -> None:
    u = Role("u")
    axioms = SubRoleOf((r, s), t), SubRoleOf((u,), Role("v")), SubRoleOf((Role("v"),), s)
    assert pairs("t", *axioms, ("a", "r", "b"), ("b", "u", "c")) == {("a", "c")}


def test_domain_and_range() -> None:
    assert inferred(RoleDomain(r, A), RoleRange(r, B), ("a", "r", "b")) == {"a": {"A"}, "b": {"B"}}


def test_some_on_the_left() -> None:
    found = inferred(SubClassOf(Some(r, A), B), ("x", "r", "y"), ("y", "A"), ("y", "r", "x"))
    assert found == {"x": {"B"}, "y": {"A"}}


def test_value_on_both_sides() -> None:
    axioms = SubClassOf(A, HasValue(r, "o")), SubClassOf(HasValue(r, "o"), B)
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "B"}
    assert pairs("r", *axioms, ("a", "A")) == {("a", "o")}


def test_self_on_both_sides() -> None:
    axioms = SubClassOf(HasSelf(r), A), SubClassOf(B, HasSelf(r))
    assert inferred(*axioms, ("a", "r", "a"), ("b", "B")) == {"a": {"A"}, "b": {"A", "B"}}


def test_only_reaches_the_known_fillers() -> None:
    assert inferred(SubClassOf(A, Only(r, B)), ("a", "A"), ("a", "r", "b"))["b"] == {"B"}


def test_only_on_the_left_is_not_met_by_what_is_known() -> None:
    found = inferred(SubClassOf(Only(r, B), A), ("x", "r", "y"), ("y", "B"))
    assert found["x"] == set()


def test_only_on_the_left_is_met_by_the_one_filler_of_a_functional_role() -> None:
    axioms = SubClassOf(Only(r, Or((B, C))), A), RoleCharacteristic(r, "functional")
    assert inferred(*axioms, ("x", "r", "y"), ("y", "B"))["x"] == {"A"}


def test_only_on_the_left_is_met_by_a_narrower_only() -> None:
    axioms = SubClassOf(Only(r, Or((B, C))), A), ClassAssertion("x", Only(r, B))
    assert inferred(*axioms)["x"] == {"A"}


def test_only_on_the_left_is_met_by_that_of_a_wider_role() -> None:
    axioms = SubClassOf(Only(r, B), A), ClassAssertion("x", Only(s, B))
    assert inferred(*axioms, SubRoleOf((r,), s))["x"] == {"A"}
    assert inferred(*axioms, SubRoleOf((s,), r))["x"] == set()


def test_only_on_the_left_is_not_met_where_just_the_fillers_of_a_kind_are_one() -> None:
    axioms = SubClassOf(Only(r, C), A), ClassAssertion("x", Cardinality("max", 1, r, B))
    assert inferred(*axioms, ("x", "r", "y"), ("y", "C"))["x"] == set()


def test_min_cardinality_needs_fillers_that_are_different() -> None:
    axiom = SubClassOf(Cardinality("min", 2, r, ANYTHING), A)
    facts = ("a", "r", "b"), ("a", "r", "c")
    assert inferred(axiom, *facts)["a"] == set()
    assert inferred(axiom, DifferentIndividuals(("b", "c")), *facts)["a"] == {"A"}
    assert inferred(axiom, DisjointClasses((B, C)), *facts, ("b", "B"), ("c", "C"))["a"] == {"A"}


def test_min_cardinality_counts_fillers_of_its_kind_by_whatever_name() -> None:
    facts = ("x", "r", "b"), ("x", "r", "c"), ("b", "B")
    apart = DifferentIndividuals(("b", "c"))
    of_kind = SubClassOf(Cardinality("min", 2, r, B), A)
    assert inferred(of_kind, apart, *facts)["x"] == set()
    assert inferred(of_kind, apart, *facts, ("c", "B"))["x"] == {"A"}
    of_any = SubClassOf(Cardinality("min", 2, r, ANYTHING), A)
    assert inferred(of_any, apart, SameIndividual(("aa", "b")), *facts)["x"] == {"A"}


def test_min_cardinality_three_for_mixed_reasons() -> None:
    axiom = SubClassOf(Cardinality("min", 3, r, ANYTHING), A)
    facts = [("a", "r", x) for x in "bcd"]
    apart = DifferentIndividuals(("b", "c")), DisjointClasses((B, C))
    types = ("b", "B"), ("c", "B"), ("d", "C")
    assert inferred(axiom, *apart, *facts, *types)["a"] == {"A"}
    assert inferred(axiom, *apart[1:], *facts, *types)["a"] == set()
    others = ("b", "C"), ("c", "B"), ("d", "B")
    assert inferred(axiom, DifferentIndividuals(("c", "d")), apart[1], *facts, *others)["a"] == {
        "A"
    }


@pytest.mark.parametrize(
    "axiom",
    [
        RoleCharacteristic(r, "functional"),
        SubClassOf(A, Cardinality("max", 1, r, ANYTHING)),
        SubClassOf(A, Cardinality("exact", 1, r, ANYTHING)),
    ],
)
def test_at_most_one_filler_merges(axiom: Axiom) -> None:
    facts = ("a", "A"), ("a", "r", "b"), ("a", "r", "c"), ("b", "B"), ("c", "C")
    found = inferred(axiom, *facts)
    assert found["b"] == found["c"] == {"B", "C"}


def test_at_most_one_filler_of_a_kind_leaves_others_alone() -> None:
    limit, need = ClassAssertion("a", Cardinality("max", 1, r, B)), ClassAssertion("a", Some(r, C))
    facts = ("a", "r", "b"), ("b", "B"), ("a", "r", "d"), ("d", "D")
    found = inferred(limit, need, *facts)
    assert found == {"a": set(), "b": {"B"}, "d": {"D"}}


def test_who_was_merged_stays_so_when_others_are() -> None:
    axioms = SameIndividual(("a", "b")), RoleCharacteristic(r, "functional")
    facts = ("a", "A"), ("c", "r", "d"), ("c", "r", "e"), ("e", "B"), ("b", "s", "c")
    kb = saturate(ontology(*axioms, *facts)).kb
    assert types_of(kb, "b") == {"A"}
    assert types_of(kb, "d") == {"B"}
    assert related(kb, "s") == {("a", "c"), ("b", "c")}


def test_inverse_functional_merges_subjects() -> None:
    facts = ("a", "r", "c"), ("b", "r", "c"), ("a", "A"), ("b", "B")
    found = inferred(RoleCharacteristic(r, "inverse-functional"), *facts)
    assert found["a"] == found["b"] == {"A", "B"}


def test_functional_and_inverse_functional_leaves_strangers_alone() -> None:
    kinds = RoleCharacteristic(r, "functional"), RoleCharacteristic(r, "inverse-functional")
    facts = ("a", "r", "b"), ("c", "r", "d"), ("a", "A"), ("b", "B"), ("c", "C")
    found = inferred(*kinds, *facts)
    # unsound: a, c and b, d merged because both roles have "a filler"
    assert found == {"a": {"A"}, "b": {"B"}, "c": {"C"}, "d": set()}


def test_same_individuals_share_types_fillers_and_values_but_stay_elements() -> None:
    facts = ("b", "A"), ("b", "r", "c"), ("c", "s", "a"), ("b", "price", 3)
    kb = saturate(ontology(SameIndividual(("a", "b")), *facts)).kb
    assert list(kb.individuals) == ["a", "b", "c"]
    assert types_of(kb, "a") == types_of(kb, "b") == {"A"}
    assert related(kb, "r") == {("a", "c"), ("b", "c")}
    assert related(kb, "s") == {("c", "a")}  # fillers are listed by the first name only
    assert kb.numbers[0].values.tolist() == [3.0, 3.0]


def test_keys_merge_named_members_that_agree() -> None:
    key = HasKey(A, (r,), ("n",))
    people = [(x, "A") for x in "abc"] + [("a", "B")]
    facts = [(x, "r", "o") for x in "abc"]
    found = inferred(key, *people, *facts, ("a", "n", 1), ("b", "n", 1), ("c", "n", 2))
    assert found["b"] == {"A", "B"}
    assert found["c"] == {"A"}


def test_keys_do_not_reach_anonymous_individuals() -> None:
    key = HasKey(A, (), ("n",))
    facts = ("a", "A"), ("_:x", "A"), ("_:x", "B"), ("a", "n", 1), ("_:x", "n", 1)
    assert inferred(key, *facts) == {"a": {"A"}}


def test_keys_do_not_count_fillers_without_a_name() -> None:
    facts = ("a", "A"), ("b", "A"), ("a", "B"), ("a", "r", "_:x"), ("b", "r", "_:x")
    assert inferred(HasKey(A, (r,), ()), *facts) == {"a": {"A", "B"}, "b": {"A"}}


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ([DisjointRoles((r, s)), ("a", "s", "b")], "'a' violates DisjointRoles(r, s)"),
        ([DisjointRoles((r, s, t)), ("a", "t", "b")], "violates DisjointRoles(r, s, t)"),
        (
            [RoleCharacteristic(r, "asymmetric"), ("b", "r", "a")],
            "RoleCharacteristic(r, asymmetric)",
        ),
        (
            [RoleCharacteristic(r, "irreflexive"), ("a", "r", "a")],
            "RoleCharacteristic(r, irreflexive)",
        ),
        ([NegativeRoleAssertion(r, "a", "b")], "'r some ({b})' and to its complement"),
        ([SameIndividual(("a", "b")), DifferentIndividuals(("a", "b"))], "different from 'b'"),
        (
            [
                RoleCharacteristic(r, "functional"),
                ("a", "r", "c"),
                DifferentIndividuals(("b", "c")),
            ],
            "'b' is both the same as and different from 'c'",
        ),
        ([ClassAssertion("a", Only(r, A)), DisjointClasses((A, B)), ("b", "B")], "'b' violates"),
    ],
)
def test_clashes(statements: list[Statement], words: str) -> None:
    with pytest.raises(InconsistentError) as caught:
        saturate(ontology(("a", "r", "b"), *statements))
    assert words in str(caught.value)


def test_definition_by_role_and_class() -> None:
    axiom = EquivalentClasses((A, Some(r, Some(s, B))))
    facts = ("x", "r", "y"), ("y", "s", "z"), ("z", "B")
    assert inferred(axiom, *facts)["x"] == {"A"}


@pytest.mark.parametrize(
    "axioms",
    [
        [SubRoleOf((s,), t), DisjointRoles((s, t))],
        [InverseRoles(r, s), InverseRoles(r, t), DisjointRoles((s, t))],
        [RoleCharacteristic(s, "symmetric"), RoleCharacteristic(s, "asymmetric")],
    ],
)
def test_a_role_below_disjoint_roles_has_no_fillers(axioms: list[Axiom]) -> None:
    with pytest.raises(InconsistentError):
        saturate(ontology(*axioms, SubClassOf(A, Some(s, B)), ("a", "A")))


def test_who_fills_a_role_itself_fills_the_roles_above() -> None:
    reflexive = RoleCharacteristic(t, "reflexive"), SubRoleOf((t,), r)
    named = SubClassOf(Some(s, HasSelf(r)), OneOf(("d",)))
    needed = SubClassOf(A, Some(s, B)), ("a", "A"), ("d", "D")
    assert inferred(*reflexive, named, *needed)["a"] == {"A", "D"}


def test_an_asymmetric_role_has_no_filler_that_fills_itself() -> None:
    axioms = RoleCharacteristic(t, "asymmetric"), SubClassOf(A, Some(s, HasSelf(t)))
    with pytest.raises(InconsistentError):
        saturate(ontology(*axioms, ("a", "A")))


def test_what_fills_itself_is_among_all_of_its_fillers() -> None:
    only = SubClassOf(A, Some(s, And((HasSelf(r), Only(t, B))))), SubRoleOf((r,), t)
    assert inferred(*only, SubClassOf(Some(s, B), C), ("a", "A"))["a"] == {"A", "C"}
