"""Pictures of rules: what is written follows the grammars of DOT and Mermaid, and says it all."""

import re
from dataclasses import replace

import pytest
from tests.hotels import MODELS, iri

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.diagram import diagram
from owlboost.models.trained import TrainedModel

ID = "[A-Za-z_][A-Za-z_0-9]*"
QUOTED = r'"(?:\\.|[^"\\])*"'
ATTRIBUTES = rf"\[{ID}=(?:{ID}|{QUOTED})(?:, ?{ID}=(?:{ID}|{QUOTED}))*\]"
DOT = {
    "start": rf"digraph {ID} \{{",
    "setting": rf" *{ID}={ID};",
    "node": rf" *{ID} {ATTRIBUTES};",
    "arrow": rf" *{ID} -> {ID} {ATTRIBUTES};",
    "end": r"\}",
}
"""Lines of the DOT language as far as it is used; the grammar is that of Graphviz."""

NODE = "n[0-9]+"
TEXT = r'"(?:[^"`#;|<>&\\\[\](){}]|#[0-9]+;|<br/>)*"'
MERMAID = {
    "start": "flowchart RL",
    "node": rf" *{NODE}(?:\[\[{TEXT}\]\]|\(\({TEXT}\)\)|\({TEXT}\))",
    "arrow": rf" *{NODE} (?:-->(?:\|{TEXT}\|)?|-\.-\|{TEXT}\|) {NODE}",
}
"""Flowcharts, with texts in which nothing is left that Mermaid would take for something else."""


def kinds(text: str, grammar: dict[str, str]) -> list[str]:
    """Return of which kind each line is; every line must be of one."""
    found = [
        [kind for kind, pattern in grammar.items() if re.fullmatch(pattern, line)]
        for line in text.removesuffix("\n").split("\n")
    ]
    assert all(len(each) == 1 for each in found), text
    return [kind for each in found for kind in each]


def quoted(text: str) -> list[str]:
    return [token[1:-1] for token in re.findall(QUOTED, text)]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", MODELS)
def test_dot_is_well_formed_and_tells_everything(name: str) -> None:
    found = diagram(MODELS[name])
    text = MODELS[name].export("dot")
    lines_of = kinds(text, DOT)
    lines = [re.sub(r"\\(.)", lambda one: {"n": "\n"}.get(one[1], one[1]), text)
             for text in quoted(text)]  # fmt: skip
    expected = ["\n".join(map(plain, node.lines)) for node in found.nodes]
    assert lines == expected + [plain(arrow.text) for arrow in found.arrows]
    assert lines_of.count("node") == len(found.nodes)
    assert lines_of.count("arrow") == len(found.arrows)
    assert (lines_of[0], lines_of[-1]) == ("start", "end")


@pytest.mark.parametrize("name", MODELS)
def test_mermaid_is_well_formed_and_tells_everything(name: str) -> None:
    found = diagram(MODELS[name])
    text = MODELS[name].export("mermaid")
    assert kinds(text, MERMAID)[0] == "start"
    lines = [
        re.sub(r"#(\d+);", lambda one: chr(int(one[1])), text.replace("<br/>", "\n"))
        for text in quoted(text)
    ]
    expected = ["\n".join(map(plain, node.lines)) for node in found.nodes]
    assert lines == expected + [plain(arrow.text) for arrow in found.arrows if arrow.text]


def test_the_tree_of_a_concept_is_drawn() -> None:
    body = Concept((Atom(iri("Hotel")),), (Edge(iri("has"), Concept((Atom(iri("Bar")),))),))
    model = TrainedModel("foil", iri("Good"), RuleSet((Inclusion(body, 0.8),)), 0.5)
    assert model.export("mermaid") == (
        "flowchart RL\n"
        '  n0[["Good"]]\n'
        '  n1("Hotel")\n'
        '  n2("Bar")\n'
        '  n2 -.-|"has"| n1\n'
        '  n1 -->|"0.8"| n0\n'
    )
    assert 'n2 -> n1 [label="has", style=dashed, dir=back];' in model.export("dot")


def test_things_have_the_names_that_people_know() -> None:
    model = TrainedModel("foil", iri("EX_1"), RuleSet((Inclusion(Concept((Atom("x"),))),)), 0.5)
    found = diagram(replace(model, lexicon=Lexicon({iri("EX_1"): "good hotel"})))
    assert found.nodes[0].lines == ("good hotel",)


def test_quotes_and_line_breaks_do_no_harm() -> None:
    nasty = 'urn:x#a"];}\n"-->|b|\\'
    model = TrainedModel("foil", nasty, RuleSet(), 0.5)
    assert kinds(model.export("dot"), DOT).count("node") == 1
    assert kinds(model.export("mermaid"), MERMAID) == ["start", "node"]
    assert len(quoted(model.export("mermaid"))) == 1
    assert replace(model, target="urn:x#b").export("dot").count("\n") == 4
