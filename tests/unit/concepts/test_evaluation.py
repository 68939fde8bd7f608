import pytest

from owlboost.concepts import evaluation as extents_module
from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError
from owlboost.runtime.threads import SERIAL, ThreadPool

FAIR = FuzzyValue("hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
KB = KnowledgeBase.from_facts(
    ["Hotel_009", "Hotel_010", "Hostel_001"],
    types={"Hotel": ["Hotel_009", "Hotel_010"], "Bar": ["bar"]},
    roles={"has": [("Hotel_009", "bar")]},
    numbers={"hasPrice": [("Hotel_009", 60), ("Hotel_010", 79), ("Hostel_001", 60)]},
    symbols={"pool": [("Hotel_009", True)]},
    witnesses=["bar"],
)
RULE = Concept((Atom("Hotel"), FAIR))


def test_hotel_010_is_good_to_degree_028() -> None:
    #   price 79: (98 - 79) / (98 - 60) = ½ fair;  0.56 · min(1, ½) = 0.28
    found = Extents(KB).hypothesis(RuleSet((Inclusion(RULE, 0.56),)))
    assert found == pytest.approx([0.56, 0.28, 0.0])


def test_a_boosted_hypothesis_speaks_of_named_individuals_only() -> None:
    boosted = BoostedHypothesis((WeakHypothesis("WL1", (Inclusion(RULE),)),), (0.5,))
    assert Extents(KB).hypothesis(boosted) == pytest.approx([0.5, 0.25, 0.0])


def test_a_witness_fills_a_role() -> None:
    bar = Concept((), (Edge("has", Concept((Atom("Bar"),))),))
    assert Extents(KB).degrees(bar).tolist() == [1.0, 0.0, 0.0, 0.0]


def test_a_value_that_never_occurs_holds_nowhere() -> None:
    never = Concept((CrispValue("pool", False),))
    assert Extents(KB).degrees(never).tolist() == [0.0] * 4


def test_degrees_that_are_handed_out_cannot_be_changed() -> None:
    extents = Extents(KB)
    with pytest.raises(ValueError, match="read-only"):
        extents.degrees(RULE)[0] = 0.5
    assert extents.degrees(RULE) is extents.degrees(RULE)  # remembered


@pytest.mark.parametrize(
    ("concept", "message"),
    [
        (
            Concept((Atom("urn:x#Inn"),)),
            r"the class 'Inn' \(urn:x#Inn\), which the data do not have",
        ),
        (Concept((), (Edge("near", Concept()),)), "the role 'near'"),
        (Concept((CrispValue("stars", True),)), "the data property 'stars'"),
    ],
)
def test_what_a_model_needs_and_the_source_lacks_is_named(concept: Concept, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Extents(KB).degrees(concept)


def test_some_elements_at_a_time_have_the_degrees_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"a{number}" for number in range(11)]
    prices = [(name, 35.0 + 7 * number) for number, name in enumerate(names) if number != 4]
    several = [*prices, ("a9", 61.0), ("a9", 200.0)]
    rules = BoostedHypothesis((WeakHypothesis("WL1", (Inclusion(Concept((FAIR,))),)),), (0.5,))
    for facts in (prices, several):
        kb = KnowledgeBase.from_facts(names, numbers={"hasPrice": facts})
        #   trz(40, 60, 98): up to 60 it rises by 1/20, from there on it falls by 1/38
        best = dict.fromkeys(names, 0.0)
        for name, price in facts:
            degree = (price - 40) / 20 if price <= 60 else (98 - price) / 38
            best[name] = max(best[name], degree)
        monkeypatch.setattr(extents_module, "_BLOCK", 3)
        for pool in (SERIAL, ThreadPool(2)):
            extents = Extents(kb, pool=pool)
            assert extents.degrees(Concept((FAIR,))) == pytest.approx([*best.values()])
            half = [degree / 2 for degree in best.values()]
            assert extents.evidence(rules) == pytest.approx(half)


def test_of_many_elements_little_is_remembered() -> None:
    extents = Extents(KB, most_remembered=4)
    assert extents.degrees(RULE) is not extents.degrees(RULE)
    assert extents.degrees(RULE).tolist() == Extents(KB).degrees(RULE).tolist()
