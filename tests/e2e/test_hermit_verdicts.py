"""What the structural reasoner leaves open of a hypothesis, decided by HermiT."""

import os
import shutil
from importlib.util import find_spec

import pytest
from tests.hypotheses import classes, numeric, rules, value, weighted
from tests.ontologies import Statement, literal, ontology, text

from owlboost.concepts.concept import TOP, Concept
from owlboost.concepts.evaluation import ZADEH
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder, Triangular
from owlboost.models.verdicts import HOLDS, Verdict
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import (
    ClassAssertion,
    DataPropertyRange,
    DisjointClasses,
    HasKey,
    SubClassOf,
)
from owlboost.ontology.expressions import And, Class, Literal, Not, Or
from owlboost.ontology.reasoner.reason import Reasoner
from owlboost.ontology.vocabulary import OWL, XSD
from owlboost.sources.ontology_judge import OntologyJudge

JAVA = os.environ.get("JAVA_HOME") or shutil.which("java")

pytestmark = [
    pytest.mark.skipif(not JAVA, reason="HermiT needs Java"),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]

GOOD, CHEAP, HOSTEL, MOTEL = (Class(name) for name in ("Good", "Cheap", "Hostel", "Motel"))
NEAR = ex.Role("near")
Cheap = classes("Cheap")
EITHER: list[Statement] = [
    SubClassOf(CHEAP, Or((HOSTEL, MOTEL))),
    DisjointClasses((GOOD, HOSTEL)),
    ("g", "Good"),
    ("h", "Cheap"),
]
"""What is cheap is a hostel, which is never good, or a motel."""


NOISY, BAR, CLUB = Class("Noisy"), Class("Bar"), Class("Club")
AMONG_TWO: list[Statement] = [
    SubClassOf(And((BAR, CLUB)), NOISY),
    SubClassOf(And((BAR, MOTEL)), NOISY),
    SubClassOf(And((CLUB, MOTEL)), NOISY),
    *(SubClassOf(CHEAP, ex.Some(NEAR, place)) for place in (BAR, CLUB, MOTEL)),
    SubClassOf(CHEAP, ex.Cardinality("max", 2, NEAR, Class(OWL + "Thing"))),
    ("h", "Cheap"),
]
"""What is cheap is near a bar, a club and a motel, but only near two things."""


def judges(*statements: Statement) -> tuple[OntologyJudge, OntologyJudge]:
    """The same ontology with either reasoner."""
    told, names = ontology(*statements), ("structural", "hermit")
    one, two = (OntologyJudge(told, name, 300) for name in names)  # type: ignore[arg-type]
    return one, two


def consistent(hypothesis: Hypothesis, *statements: Statement) -> tuple[bool | None, Verdict]:
    structural, hermit = judges(*statements)
    open_ = structural.consistent(hypothesis, "Good", ZADEH)
    return open_.holds, hermit.consistent(hypothesis, "Good", ZADEH)


def non_redundant(hypothesis: Hypothesis, *statements: Statement) -> tuple[bool | None, Verdict]:
    structural, hermit = judges(*statements)
    open_ = structural.non_redundant(hypothesis, "Good", ZADEH)
    return open_.holds, hermit.non_redundant(hypothesis, "Good", ZADEH)


def test_a_contradiction_in_every_case_is_found() -> None:
    #   two of the three are one and so noisy, and what is near something noisy is not good
    noise = SubClassOf(ex.Some(NEAR, NOISY), Not(GOOD))
    open_, found = consistent(rules(Cheap, degree=0.2), *AMONG_TWO, noise, ("g", "Good"))
    assert open_ is None
    assert found == Verdict(False, "HermiT finds a contradiction")


def test_a_case_without_contradiction_is_found() -> None:
    assert consistent(rules(Cheap, degree=0.2), *EITHER) == (None, HOLDS)


def test_a_prior_is_outweighed_by_two_rules_only() -> None:
    both = weighted((-0.5, TOP), (0.4, Cheap), (0.4, classes("Small")))
    bad = ClassAssertion("h", Not(GOOD))
    assert consistent(both, *EITHER, bad, ("g", "Small")) == (None, HOLDS)
    open_, found = consistent(both, *EITHER, bad, ("h", "Small"))
    assert (open_, found.holds) == (False, False)


def under_50(datatype: str, of_bound: str) -> ex.DataRange:
    bound = Literal("50", XSD + of_bound)
    return ex.DatatypeRestriction(datatype, ((XSD + "maxExclusive", bound),))


@pytest.mark.parametrize(
    ("upper", "structural", "holds"), [(40.0, False, False), (60.0, None, True)]
)
def test_ranges_of_numbers_are_compared(upper: float, structural: bool | None, holds: bool) -> None:
    #   what costs less than 50 is good: that tells all of (-∞, 40), and not all of (-∞, 60)
    every_number = ex.DataUnion(
        (
            under_50(OWL + "real", "decimal"),
            under_50(XSD + "double", "double"),
            under_50(XSD + "float", "float"),
        )
    )
    cheap = SubClassOf(ex.DataSome("price", every_number), GOOD)
    low = rules(numeric("price", LeftShoulder(30, upper)))
    open_, found = non_redundant(low, cheap, ("h", "price", 5))
    assert (open_, found.holds) == (structural, holds)


def test_numbers_of_one_datatype_are_not_all_numbers() -> None:
    #   only of integers it is known; a rule speaks of all numbers
    cheap = SubClassOf(ex.DataSome("price", under_50(XSD + "integer", "integer")), GOOD)
    low = rules(numeric("price", LeftShoulder(30, 40)))
    assert non_redundant(low, cheap, ("h", "price", 5)) == (None, HOLDS)
    whole = DataPropertyRange("price", ex.Datatype(XSD + "integer"))
    open_, found = non_redundant(low, cheap, whole, ("h", "price", 5))
    assert (open_, found.holds) == (False, False)


def test_a_value_that_must_exist_is_in_reach() -> None:
    #   h has a price above 70 that nobody knows, and is not good
    dear = ex.DataSome(
        "price",
        ex.DatatypeRestriction(XSD + "double", ((XSD + "minExclusive", literal(70.0)),)),
    )
    told: list[Statement] = [
        ("g", "Good"),
        ClassAssertion("h", Not(GOOD)),
        ClassAssertion("h", dear),
    ]
    high = rules(numeric("price", Triangular(60, 80, 90)))
    #   it may be 100, which is beyond the fuzzy set
    assert consistent(high, *told) == (None, HOLDS)
    open_, found = consistent(rules(numeric("price", RightShoulder(60, 80))), *told)
    assert (open_, found.holds) == (False, False)


def test_inclusions_that_need_cases_are_found() -> None:
    #   two of the three are one and so noisy, and what is near something noisy is good
    told = [*AMONG_TWO, SubClassOf(ex.Some(NEAR, NOISY), GOOD)]
    assert non_redundant(rules(Cheap), *told[1:]) == (None, HOLDS)
    open_, found = non_redundant(rules(Cheap), *told)
    assert found == Verdict(False, "the ontology implies Cheap SubClassOf Good")
    assert open_ is None


def test_of_anonymous_things_hermit_tells_nothing_where_there_are_keys() -> None:
    red = ("g", "colour", text("red"))
    key = HasKey(CHEAP, (), ("colour",))
    body = Concept((*Cheap.labels, *value("colour", "red").labels))
    open_, found = non_redundant(rules(body), *EITHER, key, red)
    assert (open_, found.holds) == (None, None)
    assert found.reason.startswith("keys hold for named individuals only")


def test_a_reasoner_that_gives_no_answer_leaves_the_question_open() -> None:
    hasty: Reasoner = "hermit"
    judge = OntologyJudge(ontology(*EITHER), hasty, 0.001)
    found = judge.consistent(rules(Cheap), "Good", ZADEH)
    assert found.holds is None
    assert found.reason.startswith("HermiT gave no answer within 0.001 s")
    assert judge.non_redundant(rules(Cheap), "Good", ZADEH).holds is None
