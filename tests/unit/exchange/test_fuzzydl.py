import pytest
from tests.hotels import GRADIENT, MODELS, PAPER_KB, PAPER_RULE, hotels, iri

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError
from owlboost.exchange.flat.encoding import encode
from owlboost.exchange.flat.facts import collect_facts
from owlboost.exchange.fuzzydl import fuzzydl_text, model_from_fuzzydl
from owlboost.models.trained import TrainedModel

PAPER = """(define-fuzzy-logic zadeh)

(functional hasPrice)
(range hasPrice *real* 34.2 103.8)
(define-fuzzy-concept hasPrice_F triangular(34.2, 103.8, 40.0, 60.0, 98.0))

(implies (some hasPrice hasPrice_F) Some1)
% Body1: confidence 1.0, nothing was counted
(implies (and Accommodation Some1) Body1)
(define-concept Weighted1 (w-sum (0.56 Body1)))
(implies Weighted1 GoodHotel)

(instance Hotel_010 Accommodation 1.0)
(instance Hotel_010 (= hasPrice 79.0) 1.0)
(min-instance? Hotel_010 GoodHotel)
"""


def text_of(model: TrainedModel) -> str:
    return fuzzydl_text(encode(model)[0], data_known=False)


def test_the_papers_example() -> None:
    rules, names = encode(PAPER_RULE, PAPER_KB)
    facts = collect_facts(PAPER_RULE, rules, names, PAPER_KB, [0])
    assert fuzzydl_text(rules, facts, data_known=True).endswith(PAPER)


@pytest.mark.parametrize("name", MODELS)
def test_files_are_ascii_and_read_back(name: str) -> None:
    model = MODELS[name]
    text = text_of(model)
    assert text.isascii()
    back = model_from_fuzzydl(text)
    assert back.target == model.target
    assert [each.body for each in back.hypothesis.inclusions] == [
        each.body for each in model.hypothesis.inclusions
    ]
    if isinstance(model.hypothesis, BoostedHypothesis):
        assert isinstance(back.hypothesis, BoostedHypothesis)
        assert back.hypothesis.leverages == pytest.approx(model.hypothesis.leverages, abs=1e-12)
        assert [term.name for term in back.hypothesis.terms] == [
            term.name for term in model.hypothesis.terms
        ]
    else:
        degrees = [each.degree for each in back.hypothesis.inclusions]
        assert degrees == pytest.approx([0.56, 1.0, 1 / 3], abs=1e-14)


def test_a_file_without_data_says_how_its_ranges_were_made() -> None:
    assert "Ranges hold the fuzzy sets with a margin" in text_of(PAPER_RULE)
    assert "must be closed" in text_of(GRADIENT)


def test_a_sum_with_weights_below_0_is_shifted() -> None:
    #   Σ|α| = 2.66, β = 1.15, S = max(2.66, 2.15) = 2.66
    text = text_of(GRADIENT)
    assert "(define-concept Not_WL2 (not WL2))" in text
    assert "(0.300751879699248 WL1) (0.338345864661654 Not_WL2)" in text
    assert "(w-sum (0.37593984962406 n2) (0.432330827067669 *top*))" in text


def test_a_slice_has_only_what_is_reached() -> None:
    kb = hotels()
    rules, names = encode(GRADIENT, kb)
    facts = collect_facts(GRADIENT, rules, names, kb, [0])
    assert facts.queries == ("n12",)
    assert len(facts.entries) < len(kb.individuals)
    assert {name for name, _, _ in facts.complements} == {"n12"}


def test_many_valued_properties_are_stated_as_degrees() -> None:
    kb = hotels()
    rules, names = encode(GRADIENT, kb)
    facts = collect_facts(GRADIENT, rules, names, kb, range(36))
    assert "seats" not in {prop for _, prop, _ in facts.numbers}
    assert any(concept.startswith("Some") for _, concept, _ in facts.types)


def test_an_edited_file_may_nest_expressions() -> None:
    text = text_of(PAPER_RULE).replace(
        "(implies Weighted1 GoodHotel)",
        "(implies Weighted1 GoodHotel)\n"
        '%@ role hasRoom "urn:y#hasRoom"\n%@ class Suite "urn:y#Suite"\n'
        "(implies (and Accommodation (some hasRoom (and Suite (some hasRoom *top*)))) GoodHotel)",
    )
    hypothesis = model_from_fuzzydl(text).hypothesis
    assert isinstance(hypothesis, RuleSet)
    inner = Concept((Atom("urn:y#Suite"),), (Edge("urn:y#hasRoom", Concept()),))
    assert hypothesis.inclusions[1].body == Concept(
        (Atom(iri("Accommodation")),), (Edge("urn:y#hasRoom", inner),)
    )
    assert hypothesis.inclusions[1].degree == 1.0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(implies Weighted1 GoodHotel)", "(implies Weighted1 GoodHotel", "inside a parenthesis"),
        ("(implies Weighted1 GoodHotel)", ")", "one closing parenthesis too many"),
        ("Weighted1 GoodHotel", "Nonsense GoodHotel", "use 'Nonsense' without saying what it is"),
        ("(0.56 Body1)", "(x Body1)", "There is x where a number should be"),
        ("(0.56 Body1)", "(0.56 Body1 Body1)", "a term that cannot be read"),
        ("(0.56 Body1)", "(0.5 Body1) (0.1 Body1)", "must give a weight to exactly one body"),
        ("%@ target", "%@ class", "name 0 targets"),
        ('%@ target GoodHotel "', "%@ target GoodHotel ", "table of names is damaged"),
        ("%@ class Acc", '%@ value x "y" [1]\n%@ class Acc', "table of names is damaged"),
        ("(34.2, 103.8, 40.0, 60.0, 98.0)", "(34.2)", "'hasPrice_F' is damaged: it has no range"),
        ("40.0, 60.0, 98.0", "98.0, 60.0, 40.0", "'hasPrice_F' is damaged"),
        ("(0.56 Body1)", "(nan Body1)", "nan is neither a weight nor a degree"),
        ("(define-fuzzy-concept", "(define-crisp-concept", "an axiom that cannot be read"),
        ("(some hasPrice hasPrice_F) S", "(all hasPrice hasPrice_F) S", "a body that cannot be"),
        ("(and Accommodation Some1) Body1", "(and Body1 Some1) Body1", "in a circle"),
    ],
)
def test_a_broken_edit_is_named(old: str, new: str, message: str) -> None:
    text = text_of(PAPER_RULE)
    assert old in text
    with pytest.raises(ModelError, match=message):
        model_from_fuzzydl(text.replace(old, new))


def test_a_learner_of_weight_0_keeps_its_rules() -> None:
    assert isinstance(GRADIENT.hypothesis, BoostedHypothesis)
    terms = GRADIENT.hypothesis.terms
    model = TrainedModel("boost", "urn:T", BoostedHypothesis(terms, (0.0,) * len(terms)), 0.5)
    back = model_from_fuzzydl(text_of(model))
    assert back.hypothesis == model.hypothesis


@pytest.mark.parametrize("name", MODELS)
def test_rules_that_define_the_target_read_back(name: str) -> None:
    plain = model_from_fuzzydl(text_of(MODELS[name]))
    text = MODELS[name].export("fuzzydl", equivalent=True)
    assert "% nothing else belongs to 2: who is shown to meet" in text
    assert model_from_fuzzydl(text) == plain


def test_the_papers_rule_defines_its_target() -> None:
    text = PAPER_RULE.export("fuzzydl", equivalent=True)
    assert "(define-concept Some1 (some hasPrice hasPrice_F))" in text
    assert "(implies (and Accommodation Some1) Body1)\n" in text
    assert "(implies Body1 (and Accommodation Some1))\n" in text
    assert text.endswith(
        "(define-concept Weighted1 (w-sum (0.56 Body1)))\n(define-concept GoodHotel Weighted1)\n"
    )


def test_a_rule_of_degree_0_defines_a_target_without_members() -> None:
    rule = Inclusion(Concept((Atom("urn:A"),)), 0.0)
    text = TrainedModel("foil", "urn:T", RuleSet((rule,)), 0.5).export("fuzzydl", equivalent=True)
    assert text.endswith("(define-concept T *bottom*)\n")
    assert model_from_fuzzydl(text).hypothesis == RuleSet()


def test_of_several_numbers_no_upper_bound_is_claimed() -> None:
    #   seats has several values somewhere, and fuzzyDL takes it for functional
    text = GRADIENT.export("fuzzydl", source=hotels(), equivalent=True)
    assert "(implies (some seats " in text
    assert "(define-concept Some1 (some seats" not in text


def test_another_value_of_a_property_is_excluded() -> None:
    rule = Inclusion(Concept((CrispValue("urn:colour", "red"),)))
    model = TrainedModel("foil", "urn:T", RuleSet((rule,)), 0.5)
    kb = KnowledgeBase.from_facts(
        ["urn:a", "urn:b", "urn:c"], symbols={"urn:colour": [("urn:a", "red"), ("urn:b", "blue")]}
    )
    names = ["urn:a", "urn:b", "urn:c"]
    text = model.export("fuzzydl", source=kb, individuals=names, equivalent=True)
    assert text.count("(not colour_red) 1.0)") == 1
    assert "(instance b (not colour_red) 1.0)" in text
    assert "(not " not in model.export("fuzzydl", source=kb, individuals=names)
