"""Pictures of rules: what is written follows the grammars of DOT and Mermaid, and says it all."""

import re
from dataclasses import replace

import pytest
from lark import Lark, Token, Tree
from tests.hotels import MODELS, iri

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.diagram import diagram
from owlboost.models.trained import TrainedModel

DOT = Lark(
    r"""
    start: "digraph" ID "{" (setting | node | arrow)* "}"
    setting: ID "=" ID ";"
    node: ID "[" attributes "]" ";"
    arrow: ID "->" ID "[" attributes "]" ";"
    attributes: attribute ("," attribute)*
    attribute: ID "=" (ID | QUOTED)
    ID: /[A-Za-z_][A-Za-z_0-9]*/
    QUOTED: /"(\\.|[^"\\\n])*"/
    %ignore /\s+/
    """
)
"""What of the DOT language is used; the grammar is that of Graphviz."""

MERMAID = Lark(
    r"""
    start: "flowchart RL" NL (line NL)*
    line: ID box | ID "-->" text? ID | ID "-.-" text ID
    box: "[[" QUOTED "]]" | "((" QUOTED "))" | "(" QUOTED ")"
    text: "|" QUOTED "|"
    ID: /n[0-9]+/
    QUOTED: /"([^"`#;|<>&\\\[\](){}\n]|#[0-9]+;|<br\/>)*"/
    NL: "\n"
    %ignore " "
    """
)
"""Flowcharts, with texts in which nothing is left that Mermaid would take for something else."""


def quoted(tree: Tree[Token]) -> list[str]:
    return [str(token)[1:-1] for token in tree.scan_values(lambda one: str(one).startswith('"'))]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", MODELS)
def test_dot_is_well_formed_and_tells_everything(name: str) -> None:
    found = diagram(MODELS[name])
    tree = DOT.parse(MODELS[name].export("dot"))
    lines = [re.sub(r"\\(.)", lambda one: {"n": "\n"}.get(one[1], one[1]), text)
             for text in quoted(tree)]  # fmt: skip
    expected = ["\n".join(map(plain, node.lines)) for node in found.nodes]
    assert lines == expected + [plain(arrow.text) for arrow in found.arrows]
    assert len(list(tree.find_data("node"))) == len(found.nodes)
    assert len(list(tree.find_data("arrow"))) == len(found.arrows)


@pytest.mark.parametrize("name", MODELS)
def test_mermaid_is_well_formed_and_tells_everything(name: str) -> None:
    found = diagram(MODELS[name])
    tree = MERMAID.parse(MODELS[name].export("mermaid"))
    lines = [
        re.sub(r"#(\d+);", lambda one: chr(int(one[1])), text.replace("<br/>", "\n"))
        for text in quoted(tree)
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
    assert len(list(DOT.parse(model.export("dot")).find_data("node"))) == 1
    assert len(quoted(MERMAID.parse(model.export("mermaid")))) == 1
    assert replace(model, target="urn:x#b").export("dot").count("\n") == 4
