"""Rules whose author wants to take all time: they are read in time, or told in one sentence."""

from pathlib import Path

import pytest
from tests.hotels import MODELS, hotels
from tests.patience import computing_at_most

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.concepts.text import hypothesis_lines
from owlboost.errors import ModelError
from owlboost.exchange.fuzzydl import model_from_fuzzydl
from owlboost.exchange.fuzzyowl_reader import rules_from_fuzzyowl
from owlboost.exchange.grammar.tokens import tokens
from owlboost.exchange.manchester import model_from_manchester
from owlboost.exchange.rule_files import DeferredRules, RuleFile, read_or_defer, read_rules
from owlboost.exchange.sources import names_of_source
from owlboost.runtime.limits import LimitError

SECONDS = 5.0


@pytest.mark.parametrize(
    "text",
    [
        "1" * 100_000 + "x",
        "1." * 50_000 + "x",
        "." + "1" * 100_000 + "x",
        "1e" + "1" * 100_000 + "x",
        "rules" + " " * 100_000 + "x",
        "rules:" + "\t" * 100_000 + "x",
        "<" + ":" * 50_000,
    ],
)
def test_a_long_word_of_a_listing_is_read_in_time(text: str) -> None:
    with computing_at_most(SECONDS):
        found = "".join(token.text for token in tokens(text))
    assert found == text.replace(" ", "").replace("\t", "")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("1.5 x", ["number", "name"]),
        ("1.", ["number"]),
        (".5e-3", ["number"]),
        ("1e5x", ["name"]),
        ("1.5.x", ["name"]),
        ("3-star", ["name"]),
        ("5.-", ["number", "sign"]),
        ("1e+5)", ["number", "close"]),
        ("1e+x", ["name", "sign", "name"]),
        ("<http://e/a:b>", ["iri"]),
        ("<a>", ["left", "name", "right"]),
        ("  Weighted sum : ", ["remark"]),
    ],
)
def test_numbers_names_and_iris_are_told_apart(text: str, kinds: list[str]) -> None:
    assert [token.kind for token in tokens(text)] == [*kinds, "end"]


LEARNER = "# Weak Learner WL1, weight 1.0\nA SubClassOf WL1 [0.5]\n"
REST = "# Weighted sum\n1.0 * WL1 SubClassOf T\n# Names\nA class 'urn:A'\nT target 'urn:T'\n"


def test_a_learner_that_is_repeated_is_told() -> None:
    """Each heading would have the rules of all: 2 000 of them four million rules."""
    rest = REST.replace("'", '"')
    assert len(list(model_from_manchester(LEARNER + rest).hypothesis.rules())) == 1
    with computing_at_most(SECONDS), pytest.raises(ModelError) as told:
        model_from_manchester(LEARNER * 2_000 + rest)
    assert str(told.value) == (
        "The rules have two headings '# Weak Learner WL1'; put what it says under one."
    )


def test_names_that_a_table_lacks_are_compared_with_it_only_if_nobody_knows_them() -> None:
    names = "".join(f'{"a" * 40}{number} class "urn:{number}"\n' for number in range(1_500))
    rules = "".join(f"Hotel SubClassOf T [0.{number}]\n" for number in range(1, 1_500))
    text = f'# Rules\n{rules}# Names\n{names}T target "urn:T"\n'
    with computing_at_most(SECONDS):
        model = model_from_manchester(text, names_of_source(hotels()))
    assert len(list(model.hypothesis.rules())) == 1_499


def of_definitions(definitions: str) -> str:
    """Return rules for fuzzyDL whose first body is X, which definitions lead to."""
    text = MODELS["pn"].export("fuzzydl")
    old = "(implies (and n3 Some5) Body3)"
    assert old in text
    return text.replace(old, f"{definitions}(implies (and n3 X) Body3)\n")


def test_definitions_that_double_each_other_are_told() -> None:
    steps = [
        f"(implies (some hasAmenity X{n}) A{n})\n(implies (some near X{n}) B{n})\n"
        f"(implies (and A{n} B{n}) X{n + 1})\n"
        for n in range(40)
    ]
    definitions = "(implies (and n3) X0)\n" + "".join(steps) + "(implies (and X40) X)\n"
    with computing_at_most(SECONDS), pytest.raises(ModelError) as told:
        model_from_fuzzydl(of_definitions(definitions))
    assert str(told.value) == (
        "The rules become too long once what they define is put in its place; define fewer "
        "concepts by others."
    )


def test_definitions_that_lead_too_deep_are_told_even_if_names_are_looked_up() -> None:
    steps = "".join(f"(implies (some near X{n}) X{n + 1})\n" for n in range(5_000))
    text = of_definitions(f"(implies (and n3) X0)\n{steps}(implies (and X5000) X)\n")
    text = text.replace("(implies (and Hotel Some1) Body1)", "(implies (and hotel Some1) Body1)")
    rules = read_or_defer(lambda index: model_from_fuzzydl(text, index))
    assert isinstance(rules, DeferredRules)
    with pytest.raises(LimitError, match="nested more than 150 deep"):
        rules.model(names_of_source(hotels()))


def test_an_ontology_that_is_nested_too_deeply_is_told_before_it_is_parsed(tmp_path: Path) -> None:
    """The parser would end the process."""
    path = tmp_path / "rules.owl"
    deep = f"{'ObjectComplementOf(' * 16_000}:B{')' * 16_000}"
    path.write_text(f"Prefix(:=<urn:owlboost:rules#>)\nOntology(<urn:o> SubClassOf(:A {deep}))")
    with pytest.raises(LimitError, match="nested more than 600 deep"):
        read_rules(path)
    head = "Prefix: : <urn:owlboost:rules#>\nOntology: <urn:o>\nClass: :A SubClassOf: "
    with pytest.raises(LimitError, match="nested more than 150 deep"):
        rules_from_fuzzyowl(f"{head}{'not ' * 100_000}:B\n")


def test_a_name_of_many_digits_is_printed_in_time() -> None:
    rule = Inclusion(Concept((Atom("urn:x#Hote" + "9" * 100_000),)), 0.5)
    with computing_at_most(SECONDS):
        lines = list(hypothesis_lines(RuleSet((rule,)), "T", 100))
    assert any("Hote999" in line for line in lines)


@pytest.mark.parametrize("form", ["manchester", "fuzzydl", "listing"])
def test_half_a_character_is_told_even_if_names_are_looked_up(form: str, tmp_path: Path) -> None:
    """The class and its IRI are no longer in the table of names, a text has half a character."""
    text = MODELS["pn"].export(form)
    lines = [line for line in text.split("\n") if 'hotels#Hotel"' not in line]
    path = tmp_path / "rules.txt"
    path.write_text("\n".join(lines).replace('"y ', '"\\ud800 '), encoding="utf-8")
    rules = read_rules(path)
    assert isinstance(rules, RuleFile)
    with pytest.raises(ModelError, match="has half of a character"):
        rules.model(names_of_source(hotels()))


def test_a_weight_and_its_term_stay_in_one_line() -> None:
    terms = tuple(WeakHypothesis(f"WL{number}", ()) for number in range(30))
    hypothesis = BoostedHypothesis(terms, tuple(0.125 * (-1) ** n for n in range(30)))
    lines = [line.strip() for line in hypothesis_lines(hypothesis, "T", 60)]
    summed = [line for line in lines if " * " in line]
    assert len(summed) > 3
    assert all(line.startswith(("+ 0.125 *", "- 0.125 *")) for line in summed[1:])
