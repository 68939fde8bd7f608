"""What a fuzzy ontology gives here, it gives in a fuzzy reasoner too.

The ontology is written twice by hand, in Functional syntax with annotations of Fuzzy OWL 2 and in
fuzzyDL's own syntax. The reasoner knows Zadeh's and Łukasiewicz's logic.
"""

from pathlib import Path

import pytest
from tests.e2e.test_fuzzydl_tools import SEEDS, TOLERANCE, ask, pytestmark
from tests.fuzzy_hotels import (
    DEGREES,
    FACTS,
    FUZZYDL,
    FUZZYDL_PRICES,
    HOTELS,
    PRICES,
    functional,
)

from owlboost.model.concepts import Atom, Concept, Edge, SomeData
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.semantics import SEMANTICS
from owlboost.ontology.loading import read_ontology

__all__ = ["pytestmark"]


def atom(name: str) -> Concept:
    return Concept((Atom(HOTELS + name),))


def near(filler: Concept) -> Concept:
    return Concept((), (Edge(HOTELS + "near", filler),))


CHEAP = SomeData(HOTELS + "price", FuzzySet("Cheap", LeftShoulder(60, 100)))
DEAR = SomeData(HOTELS + "price", FuzzySet("Dear", RightShoulder(80, 120)))
CONCEPTS = {
    "Quiet": atom("Quiet"),
    "(and Quiet Central)": Concept((Atom(HOTELS + "Quiet"), Atom(HOTELS + "Central"))),
    "(some near Green)": near(atom("Green")),
    "(some near Park)": near(atom("Park")),
    "(some price Cheap)": Concept((CHEAP,)),
    "(and Central (some price Dear))": Concept((Atom(HOTELS + "Central"), DEAR)),
    "(and Quiet (some near Green))": Concept((Atom(HOTELS + "Quiet"),), near(atom("Green")).edges),
}
"""Concepts in fuzzyDL's syntax and as values; none needs two graded facts to be inferred."""

ONE_PREMISE = [line for line in FUZZYDL.splitlines() if "Favourite" not in line]
ONE_PREMISE = [line for line in ONE_PREMISE if not line.startswith("(implies (some")]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    path = tmp_path_factory.mktemp("fuzzy") / "hotels.ofn"
    path.write_text(functional(FACTS, PRICES))
    return read_ontology(path).source().knowledge_base()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_follows_does_so_to_the_same_degree(
    seed: str, kb: KnowledgeBase, tmp_path: Path
) -> None:
    queries = "".join(f"(min-instance? {x} {name})\n" for x, name in DEGREES)
    (tmp_path / "facts.fdl").write_text(f"(define-fuzzy-logic zadeh)\n{FUZZYDL}{queries}")
    (answers,) = ask(tmp_path, ["facts.fdl"], seed)
    assert answers == pytest.approx(list(DEGREES.values()), abs=TOLERANCE)
    found = [Extents(kb).degrees(atom(name))[kb.individuals.id(HOTELS + x)] for x, name in DEGREES]
    assert found == list(DEGREES.values())


@pytest.mark.parametrize("logic", ["zadeh", "lukasiewicz"])
def test_concepts_hold_to_the_same_degree(logic: str, kb: KnowledgeBase, tmp_path: Path) -> None:
    asked = [(x, text) for x in ("h1", "h2", "h3", "h4") for text in CONCEPTS]
    rules = "\n".join([f"(define-fuzzy-logic {logic})", *ONE_PREMISE, FUZZYDL_PRICES])
    queries = "".join(f"(min-instance? {x} {text})\n" for x, text in asked)
    (tmp_path / "concepts.fdl").write_text(f"{rules}\n{queries}")
    extents = Extents(kb, SEMANTICS[logic])
    found = [
        float(extents.degrees(CONCEPTS[text])[kb.individuals.id(HOTELS + x)]) for x, text in asked
    ]
    assert len({round(degree, 3) for degree in found}) > 5
    (answers,) = ask(tmp_path, ["concepts.fdl"], SEEDS[0])
    assert answers == pytest.approx(found, abs=TOLERANCE)
