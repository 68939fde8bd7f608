import re

import pytest
from tests.hotels import BOOST, FOIL, GRADIENT, MODELS, PAPER_RULE, iri

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet
from owlboost.errors import ModelError, ParameterError
from owlboost.exchange.manchester import manchester_text, model_from_manchester
from owlboost.models.trained import TrainedModel

PAPER = """
# Rules
Accommodation and (hasPrice some hasPrice_F) SubClassOf GoodHotel [0.56]
    # confidence 1.0, nothing was counted

# Fuzzy datatypes
hasPrice_F  triangular      40.0  60.0  98.0

# Names
GoodHotel      target  "http://example.org/hotels#GoodHotel"
Accommodation  class   "http://example.org/hotels#Accommodation"
hasPrice       data    "http://example.org/hotels#hasPrice"
"""


def test_the_papers_layout() -> None:
    assert manchester_text(PAPER_RULE).endswith(PAPER)


@pytest.mark.parametrize("name", MODELS)
def test_files_read_back_bit_for_bit(name: str) -> None:
    assert model_from_manchester(manchester_text(MODELS[name])) == MODELS[name]


@pytest.mark.parametrize(
    "names",
    [
        ("urn:a#Hotel", "urn:b#Hotel", "urn:c#Hotel"),
        ("urn:x#Thing", "urn:x#SubClassOf", "urn:x#and"),
        ("urn:x#'", "urn:x#\\", "urn:x#%0A#"),
        ("urn:x#0.5", "urn:x#-", "urn:x#Nothing"),
        ("urn:x#true", "urn:x#triangular", "urn:x#class"),
    ],
)
def test_awkward_names_survive(names: tuple[str, str, str]) -> None:
    target, first, second = names
    rule = Inclusion(Concept((Atom(first), Atom(second))), 0.5)
    model = TrainedModel("foil", target, RuleSet((rule,)), 0.1)
    assert model_from_manchester(manchester_text(model)) == model


def test_a_person_may_add_a_learner_and_break_lines() -> None:
    text = manchester_text(GRADIENT)
    text = text.replace(
        "# Weighted sum",
        "# Weak Learner Mine\nHotel\n    and (open value true)\n  SubClassOf Mine\n\n"
        "# Weighted sum",
    )
    text = text.replace(" SubClassOf 2", "\n    + .5 * Mine SubClassOf 2")
    text = text.replace("# Names", f'# Names\nopen data "{iri("open")}"')
    hypothesis = model_from_manchester(text).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    assert (hypothesis.terms[-1].name, hypothesis.leverages[-1]) == ("Mine", 0.5)


def test_a_text_without_header_is_read() -> None:
    model = model_from_manchester(
        '# Rules\nA SubClassOf T [0.5]\n# Names\nA class "urn:A"\nT target "urn:T"'
    )
    assert model.algorithm == "foil"
    assert model.hypothesis == RuleSet((Inclusion(Concept((Atom("urn:A"),)), 0.5, 0.5),))


def test_the_sum_must_be_there() -> None:
    with pytest.raises(ModelError, match="0 weighted sums of learners, not one"):
        model_from_manchester('# Weak Learner A\n# Names\nT target "urn:T"')


@pytest.mark.parametrize(
    ("model", "old", "new", "message"),
    [
        (FOIL, "Hotel and", "Hotel or", r"Line \d+ of the rules cannot be read, at 'or "),
        (FOIL, "Hotel and", "Hotl and", "no class 'Hotl'. Did you mean Hotel"),
        (FOIL, "some hasPrice_F", "some hasPrice_X", "no fuzzy set 'hasPrice_X'; add it"),
        (
            FOIL,
            "Hotel and (hasPrice some hasPrice_F)",
            "hasPrice_F",
            "is used where a class should be",
        ),
        (FOIL, "40.0  60.0  98.0", "98.0  60.0  40.0", "must be finite and ascending"),
        (FOIL, "target", "class", "name 0 targets"),
        (FOIL, '# algorithm: "foil"', "# algorithm: foil", "'algorithm' is damaged"),
        (FOIL, "# Rules\n", "Hotel SubClassOf 2\n", "before the first section"),
        (BOOST, "# Weak Learner WL2, weight 0.6", "", "the learner 'WL2' without a heading"),
        (BOOST, "# Real AdaBoost aggregation", "# sum", "cannot be read, at"),
        (BOOST, "# threshold: 0.25", '# threshold: "x"', "header of the rules is damaged"),
        (
            BOOST,
            "# threshold: 0.25",
            "# threshold: NaN",
            "header .* is damaged: nan is not a valid",
        ),
    ],
)
def test_a_broken_edit_is_named(model: TrainedModel, old: str, new: str, message: str) -> None:
    text = manchester_text(model)
    assert old in text
    with pytest.raises(ModelError, match=message):
        model_from_manchester(text.replace(old, new))


def test_a_lift_in_a_remark_is_passed_over() -> None:
    text = re.sub(
        r"(confidence \S+), covers",
        r"\1 (2.1 times the average 0.011), covers",
        manchester_text(FOIL),
    )
    assert "2.1 times" in text
    assert model_from_manchester(text) == FOIL


def test_a_remark_that_resembles_a_coverage_is_passed_over() -> None:
    text = re.sub(r"confidence \S+, covers", "confidence high, covers", manchester_text(FOIL))
    assert "confidence high" in text
    read = model_from_manchester(text).hypothesis.inclusions
    assert [each.covered_positives for each in read] == [0 for _ in FOIL.hypothesis.inclusions]


@pytest.mark.parametrize("name", MODELS)
def test_rules_that_define_the_target_read_back(name: str) -> None:
    text = manchester_text(MODELS[name], equivalent=True)
    assert "SubClassOf" not in text
    assert "# nothing else belongs to 2: who is shown to meet" in text
    assert model_from_manchester(text) == MODELS[name]


def test_rules_that_define_the_target_are_one_axiom() -> None:
    text = manchester_text(FOIL, equivalent=True)
    rules = text.partition("# Rules\n")[2].partition("\n\n")[0]
    said = [line.strip() for line in rules.splitlines() if not line.strip().startswith("#")]
    assert len(said) == len(list(FOIL.hypothesis.inclusions)) + 1
    assert [line.startswith("or ") for line in said] == [False, *[True] * (len(said) - 2), False]
    assert said[-1] == "EquivalentTo 2"


def test_an_alternative_that_a_person_adds_has_no_counts() -> None:
    text = manchester_text(FOIL, equivalent=True)
    back = model_from_manchester(text.replace("EquivalentTo 2", "or Hotel [0.5] EquivalentTo 2"))
    assert [one.is_counted for one in back.hypothesis.inclusions] == [False] * 4


def test_no_rules_define_nothing() -> None:
    with pytest.raises(ParameterError, match="There is no rule that could define T"):
        TrainedModel("foil", "urn:T", RuleSet(), 0.5).export("manchester", equivalent=True)
