"""What a trained model does with the sources it is applied to."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import owlboost as ob
from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ModelError, ParameterError, UnknownNameError
from owlboost.models.calibration import Isotonic
from owlboost.models.predictions import Prediction
from owlboost.models.trained import TrainedModel
from owlboost.tables.facts import table_iri

NS = "http://example.org/hotels#"
FAIR = FuzzyValue(f"{NS}price", FuzzySet("price_F", Triangular(40, 60, 98)))
KB = KnowledgeBase.from_facts(
    [f"{NS}{name}" for name in ("dear", "fair", "half")],
    types={f"{NS}Quiet": [f"{NS}dear", f"{NS}fair"]},
    numbers={f"{NS}price": [(f"{NS}dear", 150), (f"{NS}fair", 60), (f"{NS}half", 79)]},
)
#   price_F: 150 → 0, 60 → 1, 79 → (98 - 79)/(98 - 60) = ½


def term(name: str, *bodies: Concept) -> WeakHypothesis:
    return WeakHypothesis(name, tuple(map(Inclusion, bodies)))


QUIET = Concept((Atom(f"{NS}Quiet"),))
SUM = TrainedModel(
    "gradient",
    f"{NS}Good",
    BoostedHypothesis(
        (
            term("WL0", TOP),
            term("WL1", Concept((FAIR,))),
            term("WL2", Concept((Atom(f"{NS}Quiet"),))),
        ),
        (0.5, 1.0, -0.75),
    ),
    0.75,
)
#   0.5 + 1·price_F - 0.75·Quiet: dear -0.25, fair 0.75, half 1.0
RULES = TrainedModel("foil", f"{NS}Good", RuleSet((Inclusion(Concept((FAIR,)), 0.56),)), 0.5)


class Stated:
    """Anything that can state a knowledge base."""

    def knowledge_base(self, without: object = None) -> KnowledgeBase:
        assert without is None
        return KB


def examples(*individuals: int) -> Examples:
    chosen = np.array(individuals, dtype=np.int32)
    return Examples(Stated(), f"{NS}Good", KB.individuals, chosen, np.arange(3, dtype=np.int32))


def test_degrees_are_clipped_and_evidence_is_not() -> None:
    assert SUM.degrees(KB).tolist() == [0.0, 0.75, 1.0]
    assert SUM.evidence(KB).tolist() == [-0.25, 0.75, 1.0]
    #   0.56 · (0, 1, ½)
    assert RULES.degrees(KB) == pytest.approx([0.0, 0.56, 0.28])
    assert RULES.evidence(KB) == pytest.approx([0.0, 0.56, 0.28])


def test_examples_keep_their_order() -> None:
    assert SUM.degrees(examples(2, 0)).tolist() == [1.0, 0.0]
    assert SUM.evidence(examples(1, 0)).tolist() == [0.75, -0.25]
    told = SUM.predict(examples(2, 0))
    assert [one.individual for one in told] == [f"{NS}half", f"{NS}dear"]


def test_whatever_states_a_knowledge_base_is_a_source() -> None:
    assert SUM.degrees(Stated()).tolist() == [0.0, 0.75, 1.0]
    assert SUM.knowledge(Stated()) is KB


def test_positive_is_above_0_and_a_decision_reaches_the_threshold() -> None:
    assert SUM.predict(KB) == [
        Prediction(f"{NS}dear", 0.0, -0.25, None, positive=False, decision=False),
        Prediction(f"{NS}fair", 0.75, 0.75, None, positive=True, decision=True),
        Prediction(f"{NS}half", 1.0, 1.0, None, positive=True, decision=True),
    ]
    assert [one.decision for one in RULES.predict(KB)] == [False, True, False]


CALIBRATED = replace(SUM, calibration=Isotonic((-0.25, 0.75, 1.0), (0.0, 0.25, 1.0)))


def test_a_calibrated_model_tells_probabilities() -> None:
    assert CALIBRATED.probabilities(KB).tolist() == [0.0, 0.25, 1.0]
    assert [one.probability for one in CALIBRATED.predict(KB)] == [0.0, 0.25, 1.0]
    assert [one.evidence for one in CALIBRATED.predict(KB)] == [-0.25, 0.75, 1.0]
    with pytest.raises(ModelError, match="no calibration"):
        SUM.probabilities(KB)


def test_evidence_ranks_and_probabilities_are_measured() -> None:
    #   degrees are 0, 0.75 and 1, so those of twice the evidence are 0, 1 and 1
    twice = replace(SUM, hypothesis=BoostedHypothesis(SUM.hypothesis.terms, (1.0, 2.0, -1.5)))  # type: ignore[union-attr]
    found = twice.measure(KB, [False, False, True])
    assert (found.auc, found.exact_share) == (1.0, 1.0)
    assert "Brier" not in found.named()
    #   (0² + 0.25² + 0²) / 3
    assert CALIBRATED.measure(KB, [False, False, True]).brier == pytest.approx(0.0625 / 3)


def test_individuals_are_named_by_short_name_iri_or_number() -> None:
    found = SUM.predict(KB, ["half", f"{NS}fair", 0, np.int64(1)])
    assert [one.degree for one in found] == [1.0, 0.75, 0.0, 0.75]
    assert SUM.predict(KB, "half") == SUM.predict(KB, 2) == [found[0]]
    #   the numbers of examples are their places
    assert SUM.predict(examples(2, 0), 0) == [found[0]]


def test_an_individual_that_is_not_there_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match=r"no individual named 'hal'. Did you mean half"):
        SUM.predict(KB, "hal")
    with pytest.raises(UnknownNameError, match="no individual with number 3: the source has 3"):
        SUM.explain(KB, 3)
    with pytest.raises(UnknownNameError, match="no individual with number -1"):
        SUM.explain(KB, -1)


def test_an_explanation_tells_every_rule_and_which_decide() -> None:
    found = SUM.explain(KB, "half")
    assert found.degree == 1.0
    told = [(one.learner, one.weight, one.degree, one.decisive) for one in found.firings]
    assert told == [("WL0", 0.5, 1.0, True), ("WL1", 1.0, 0.5, True), ("WL2", -0.75, 0.0, False)]
    assert {one.target for one in found.firings} == {f"{NS}Good"}
    assert str(found.firings[1]) == "(price some price_F) SubClassOf Good: 0.500 × 1.000"
    assert found.firings[1].body == Concept((FAIR,))
    assert SUM.explain(examples(2), 0) == found


def test_an_explanation_reads_as_the_command_prints_it() -> None:
    assert str(RULES.explain(KB, "half")) == (
        "Is half a good? No: degree 0.2800 (yes from 0.500 on), evidence 0.2800\n\n"
        " +0.2800 A fair price speaks for it, 0.560 × 0.5: price 79 → fair 0.50\n\n"
        "The answer would be yes if the price were 64 instead of 79."
    )


def test_measures_use_the_threshold_of_the_model() -> None:
    found = SUM.measure(KB, [False, False, True])
    #   degrees 0, 0.75, 1: above 0 are two, one of them right
    assert (found.precision, found.recall) == (0.5, 1.0)
    assert found.fuzzy_precision == pytest.approx(1 / 1.75)
    stricter = TrainedModel("gradient", f"{NS}Good", SUM.hypothesis, 0.9)
    assert found.threshold_f1 == pytest.approx(2 / 3)
    assert stricter.measure(KB, [False, False, True]).threshold_f1 == 1.0
    assert SUM.measure(examples(2), [True]).f1 == 1.0


def test_measures_need_a_label_each() -> None:
    with pytest.raises(ExamplesError, match="one degree"):
        SUM.measure(KB, [True, False])
    with pytest.raises(ExamplesError, match="'good'"):
        SUM.measure(KB, ["good", "good", "bad"])


def test_a_saved_model_is_read_back(tmp_path: Path) -> None:
    SUM.save(tmp_path / "model.json")
    assert ob.load(tmp_path / "model.json") == SUM
    assert ob.read_model(tmp_path / "model.json") == SUM


def test_what_is_no_source_is_told() -> None:
    with pytest.raises(ParameterError, match="not to a list"):
        SUM.degrees([1, 2])


def test_the_rules_must_find_what_they_speak_of() -> None:
    with pytest.raises(ModelError, match="needs the data property 'price'"):
        SUM.degrees(KnowledgeBase.from_facts(["a"]))


HIDING = """
Prefix(:=<http://example.org/hotels#>)
Ontology(<http://example.org/hotels>
  Declaration(Class(:Good)) Declaration(Class(:Praised)) Declaration(Class(:Secret))
  Declaration(Class(:Quiet))
  Declaration(NamedIndividual(:a)) Declaration(NamedIndividual(:b)) Declaration(NamedIndividual(:c))
  SubClassOf(:Good :Praised) SubClassOf(:Secret :Praised) SubClassOf(:Quiet :Praised)
  ClassAssertion(:Good :a) ClassAssertion(:Secret :b) ClassAssertion(:Quiet :c)
)
"""


def praised(**source: object) -> TrainedModel:
    rules = RuleSet((Inclusion(Concept((Atom(f"{NS}Praised"),)), 1.0),))
    return TrainedModel("foil", f"{NS}Good", rules, 0.5, source=source)


def test_an_ontology_does_not_tell_the_target_nor_what_was_hidden(tmp_path: Path) -> None:
    file = tmp_path / "hotels.ofn"
    file.write_text(HIDING, encoding="utf-8")
    ontology = ob.read_ontology(file)
    #   a is praised only because it is good, b only because of what is secret
    assert praised().degrees(ontology).tolist() == [0.0, 1.0, 1.0]
    assert praised(hidden=["Secret", "Unheard"]).degrees(ontology).tolist() == [0.0, 0.0, 1.0]
    for path in (file, str(file)):
        assert praised(hidden=["Secret"]).degrees(path).tolist() == [0.0, 0.0, 1.0]
    X, _ = ontology.examples("Good", hide=["Secret"])
    assert praised().degrees(X).tolist() == [0.0, 0.0, 1.0]
    assert not praised().explain(ontology, "a").firings[0].decisive


def test_an_ontology_without_the_target_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "hotels.ofn"
    file.write_text(HIDING.replace(":Good", ":Fine"), encoding="utf-8")
    assert praised().degrees(file).tolist() == [1.0, 1.0, 1.0]


PRICE = FuzzyValue(table_iri("price"), FuzzySet("price_H", RightShoulder(50, 100)))
STARS = CrispValue(table_iri("stars"), "3")
TABLE_RULES = TrainedModel(
    "foil", table_iri("good"), RuleSet((Inclusion(Concept((PRICE, STARS)), 1.0),)), 0.5
)


def test_a_table_is_read_as_the_model_needs_it(tmp_path: Path) -> None:
    file = tmp_path / "hotels.csv"
    file.write_text("price,stars,kind\n75,3,good\n100,4,bad\n100,3,bad\n", encoding="utf-8")
    #   (75 - 50)/(100 - 50) = ½ with 3 stars; 4 stars; 1 with 3 stars
    assert TABLE_RULES.degrees(file).tolist() == [0.5, 0.0, 1.0]
    table = ob.read_table(file, kinds={"stars": "category"})
    assert TABLE_RULES.degrees(table).tolist() == [0.5, 0.0, 1.0]
    assert [one.individual for one in TABLE_RULES.predict(table)] == ["row1", "row2", "row3"]


def test_a_table_in_memory_that_was_read_otherwise_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "hotels.csv"
    file.write_text("price,stars\n75,3\n100,4\n", encoding="utf-8")
    with pytest.raises(ModelError, match=r"column 'stars' to be of kind category, .* kind number"):
        TABLE_RULES.degrees(ob.read_table(file))
    with pytest.raises(ModelError, match="no column named 'stars'"):
        TABLE_RULES.degrees(ob.read_table(file, leave_out=["stars"]))
    with pytest.raises(ModelError, match="learned from an ontology"):
        SUM.degrees(ob.read_table(file))


def test_cells_without_a_value_are_missing(tmp_path: Path) -> None:
    file = tmp_path / "hotels.csv"
    file.write_text("price,stars\n75,?\n100,?\n", encoding="utf-8")
    assert TABLE_RULES.degrees(file).tolist() == [0.0, 0.0]
