"""Consistent and non-redundant with an ontology, each by hand where it holds and where it fails."""

import pickle

import pytest
from tests.hypotheses import classes, numeric, rules, some, value, weighted
from tests.ontologies import Statement, literal, ontology, r, text

from owlboost.concepts.concept import TOP, Concept
from owlboost.concepts.evaluation import ZADEH
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.fuzzy_sets import LeftShoulder
from owlboost.models.verdicts import HOLDS, Verdict
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import ClassAssertion, DisjointClasses, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import And, Class, Not, Or, Some
from owlboost.ontology.reasoner import entailment as questions
from owlboost.ontology.vocabulary import XSD
from owlboost.sources.ontology_judge import OntologyJudge

GOOD, CHEAP, CLEAN, HOSTEL = (Class(name) for name in ("Good", "Cheap", "Clean", "Hostel"))
Cheap, Clean, Both = classes("Cheap"), classes("Clean"), classes("Cheap", "Clean")
ANYHOW: list[Statement] = [("g", "Good"), ("g", "Cheap"), ("g", "Clean")]
"""What every ontology here says: g is a good hotel."""


def consistent(hypothesis: Hypothesis, *statements: Statement) -> Verdict:
    judge = OntologyJudge(ontology(*ANYHOW, *statements))
    return judge.consistent(hypothesis, "Good", ZADEH)


def non_redundant(hypothesis: Hypothesis, *statements: Statement) -> Verdict:
    judge = OntologyJudge(ontology(*ANYHOW, *statements))
    return judge.non_redundant(hypothesis, "Good", ZADEH)


# Consistency

BAD: list[Statement] = [("h", "Cheap"), ClassAssertion("h", Not(GOOD))]
"""h is cheap and not good."""


def test_rules_that_make_something_good_that_is_not_are_inconsistent() -> None:
    #   T(h) ≥ d·1 > 0, but ¬T(h) = 1: however small d is
    for hypothesis in (rules(Cheap), rules(Cheap, degree=0.01), weighted((0.3, Cheap))):
        found = consistent(hypothesis, *BAD)
        assert found == Verdict(False, "individual 'h' violates SubClassOf(Cheap, Good)")
    #   h is not known to be clean
    assert consistent(rules(Clean), *BAD) == HOLDS
    assert consistent(rules(Cheap, degree=0.0), *BAD) == HOLDS


def test_rules_may_contradict_a_disjointness() -> None:
    apart = DisjointClasses((GOOD, HOSTEL))
    found = consistent(rules(Cheap), apart, ("h", "Cheap"), ("h", "Hostel"))
    assert found == Verdict(False, "individual 'h' violates DisjointClasses(Good, Hostel)")
    assert consistent(rules(Cheap), apart, ("h", "Clean"), ("h", "Hostel")) == HOLDS


def test_rules_may_contradict_what_follows_from_being_good() -> None:
    #   what is good has a clean room only, and the room of h is not clean
    told = (SubClassOf(GOOD, ex.Only(r, CLEAN)), ("h", "r", "room"))
    assert consistent(rules(Cheap), *told, ("h", "Cheap"), ("room", "Hostel")) == HOLDS
    dirty = ClassAssertion("room", Not(CLEAN))
    found = consistent(rules(Cheap), *told, ("h", "Cheap"), dirty)
    assert found.holds is False
    #   the rule speaks of something else
    assert consistent(rules(some("r", Clean)), *told, ("h", "Cheap"), dirty) == HOLDS


def test_a_witness_may_be_reached_too() -> None:
    #   every hostel has something cheap that is not good
    told = (SubClassOf(HOSTEL, Some(r, And((CHEAP, Not(GOOD))))), ("h", "Hostel"))
    assert consistent(rules(Clean), *told) == HOLDS
    assert consistent(rules(Cheap), *told).holds is False


def test_fuzzy_sets_reach_as_far_as_they_are_above_0() -> None:
    low = rules(numeric("price", LeftShoulder(40, 60)), degree=0.5)
    bad = ClassAssertion("h", Not(GOOD))
    #   low(59.5) = 0.025, low(60) = 0
    assert consistent(low, bad, ("h", "price", literal(59.5))).holds is False
    assert consistent(low, bad, ("h", "price", literal(60.0))) == HOLDS


def test_texts_and_truth_values_are_reached() -> None:
    told = (ClassAssertion("h", Not(GOOD)), ("h", "colour", text("red")))
    assert consistent(rules(value("colour", "red")), *told).holds is False
    assert consistent(rules(value("colour", "blue")), *told) == HOLDS


def test_a_prior_against_the_target_must_be_outweighed() -> None:
    #   0.4 + 0.4 - 0.5 > 0 where both hold, and h is only cheap
    sum_of_two = weighted((-0.5, TOP), (0.4, Cheap), (0.4, Clean))
    assert consistent(sum_of_two, *BAD) == HOLDS
    assert consistent(sum_of_two, *BAD, ("h", "Clean")).holds is False


def test_a_rule_against_the_target_leaves_it_open() -> None:
    #   whether 0.4·Cheap - 0.5·Clean is above 0 at h depends on whether h is clean
    found = consistent(weighted((0.4, Cheap), (-0.5, Clean)), *BAD)
    assert found == Verdict(
        None, "it depends on how far rules for and against the target hold together"
    )
    #   0.6 - 0.5 > 0 even if it is
    assert consistent(weighted((0.6, Cheap), (-0.5, Clean)), *BAD).holds is False


def test_where_nothing_limits_the_target_no_reasoner_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "explore", lambda _: pytest.fail("nobody is to be asked"))
    hotel = Class("Hotel")
    told = (
        SubClassOf(GOOD, hotel),
        SubClassOf(CHEAP, Or((CLEAN, HOSTEL))),
        SubClassOf(CLEAN, GOOD),
    )
    assert consistent(rules(Cheap), *told) == HOLDS
    judge = OntologyJudge(ontology(*told))
    assert judge.consistent(rules(Cheap), "urn:x#Other", ZADEH) == HOLDS


CASES: list[Statement] = [
    SubClassOf(CHEAP, Or((HOSTEL, Class("Motel")))),
    DisjointClasses((GOOD, HOSTEL)),
    ("h", "Cheap"),
]
"""h is a hostel, which is never good, or a motel."""


def test_a_distinction_of_cases_is_not_decided() -> None:
    found = consistent(rules(Cheap), *CASES)
    assert found == Verdict(
        None,
        "the structural reasoner may have missed something (incomplete-union); "
        "use reasoner='hermit'",
    )


def test_degrees_may_satisfy_an_axiom_that_0_and_1_do_not() -> None:
    #   Good ⊑ ¬Good holds if everything is good to ½, so 0.5·Cheap contradicts nothing
    odd = SubClassOf(GOOD, Not(GOOD))
    judge = OntologyJudge(ontology(odd, ("h", "Cheap")))
    found = judge.consistent(rules(Cheap, degree=0.5), "Good", ZADEH)
    assert found == Verdict(
        None, "an axiom compares degrees of Good with degrees of its complement"
    )


# Non-redundancy

KNOWN = SubClassOf(And((CHEAP, CLEAN)), GOOD)


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        (Both, False),
        (classes("Cheap", "Clean", "Hostel"), False),
        (classes("Inn", "Clean"), False),
        (Cheap, True),
        (classes("Cheap", "Hostel"), True),
        (some("r", Both), True),
    ],
)
def test_a_rule_that_follows_is_redundant(body: Concept, holds: bool) -> None:
    told = (KNOWN, SubClassOf(Class("Inn"), CHEAP), ("h", "Hostel"), ("h", "r", "g"))
    for hypothesis in (rules(body, degree=0.3), weighted((1.2, body), (0.5, Cheap))):
        assert non_redundant(hypothesis, *told).holds is holds


def test_the_reason_names_the_rule() -> None:
    found = non_redundant(rules(Cheap, Both), KNOWN)
    assert found.reason == "the ontology implies Cheap and Clean SubClassOf Good"


def test_what_only_members_of_the_target_show_is_new() -> None:
    assert non_redundant(rules(Cheap)) == HOLDS
    #   but not if these are all that there are: Cheap ⊑ {g}
    assert non_redundant(rules(Cheap), SubClassOf(CHEAP, ex.OneOf(("g",)))).holds is False


def test_definitions_make_rules_redundant() -> None:
    told = (EquivalentClasses((GOOD, Some(r, CLEAN))), SubClassOf(HOSTEL, CLEAN), ("h", "Hostel"))
    assert non_redundant(rules(some("r", classes("Hostel"))), *told).holds is False
    assert non_redundant(rules(some("r", Cheap)), *told) == HOLDS


def test_a_rule_that_argues_against_the_target_repeats_nothing() -> None:
    #   -0.5·(Cheap ⊓ Clean) does not say that what is cheap and clean is good
    assert non_redundant(weighted((1.0, Cheap), (-0.5, Both)), KNOWN) == HOLDS


def test_a_domain_may_make_a_rule_redundant() -> None:
    low = rules(numeric("price", LeftShoulder(40, 60)))
    assert non_redundant(low, ax.DataDomain("price", GOOD), ("h", "price", 5)).holds is False
    assert non_redundant(low, ax.DataDomain("price", CHEAP), ("h", "price", 5)) == HOLDS


def test_keys_hold_of_named_things_only() -> None:
    #   that all named cheap things of one colour are one thing says nothing of others; values of
    #   a property that axioms compare are left to HermiT
    red = ("g", "colour", text("red"))
    key = ax.HasKey(CHEAP, (), ("colour",))
    body = Concept((*Cheap.labels, *value("colour", "red").labels))
    assert non_redundant(rules(body), key, red).holds is None
    assert non_redundant(rules(Cheap), ax.HasKey(CHEAP, (r,), ()), ("g", "r", "g")) == HOLDS


def test_what_cannot_be_is_redundant() -> None:
    apart = DisjointClasses((CHEAP, HOSTEL))
    found = non_redundant(rules(Cheap, classes("Cheap", "Hostel")), apart)
    assert found.reason == "the ontology implies Cheap and Hostel SubClassOf Good"


def test_a_rule_for_a_target_that_nothing_fills_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "explore", lambda _: pytest.fail("nobody is to be asked"))
    judge = OntologyJudge(ontology(SubClassOf(GOOD, CLEAN), ("g", "Cheap")))
    assert judge.non_redundant(rules(Cheap), "Good", ZADEH) == HOLDS
    assert judge.non_redundant(rules(Cheap), "urn:x#Other", ZADEH) == HOLDS
    assert judge.non_redundant(rules(Cheap, degree=0.0), "Good", ZADEH).holds is False


UNDER_50 = ex.DatatypeRestriction(XSD + "integer", ((XSD + "maxExclusive", literal(50)),))


def test_ranges_of_numbers_are_not_compared_with_each_other() -> None:
    told = (SubClassOf(ex.DataSome("price", UNDER_50), GOOD), ("h", "price", 5))
    found = non_redundant(rules(numeric("price", LeftShoulder(30, 40))), *told)
    assert found == Verdict(
        None,
        "the structural reasoner does not compare ranges of data values with each other; "
        "use reasoner='hermit'",
    )
    #   a rule without numbers can be told
    assert non_redundant(rules(Cheap), *told) == HOLDS


def test_a_distinction_of_cases_leaves_redundancy_open() -> None:
    told = (SubClassOf(CHEAP, Or((HOSTEL, CLEAN))), SubClassOf(HOSTEL, GOOD))
    assert non_redundant(rules(Cheap), *told).holds is None


def test_an_axiom_that_compares_degrees_leaves_redundancy_open() -> None:
    odd = SubClassOf(GOOD, Not(And((GOOD, HOSTEL))))
    assert non_redundant(rules(Both), KNOWN, odd).holds is None


def test_a_judge_can_be_sent_elsewhere() -> None:
    judge = OntologyJudge(ontology(*ANYHOW, KNOWN))
    sent = pickle.loads(pickle.dumps(judge))
    assert sent.non_redundant(rules(Both), "Good", ZADEH).holds is False
