"""What a fuzzy ontology gives here, it gives in a fuzzy reasoner too.

The ontology is written twice by hand, in Functional syntax with annotations of Fuzzy OWL 2 and in
fuzzyDL's own syntax. The reasoner knows Zadeh's and Łukasiewicz's logic.
"""

import re
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

from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue
from owlboost.concepts.evaluation import SEMANTICS, Extents
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.readers.fuzzydl import FUZZYDL_NAMES
from owlboost.sources.ontology_source import read_ontology

__all__ = ["pytestmark"]


def atom(name: str) -> Concept:
    return Concept((Atom(HOTELS + name),))


def near(filler: Concept) -> Concept:
    return Concept((), (Edge(HOTELS + "near", filler),))


CHEAP = FuzzyValue(HOTELS + "price", FuzzySet("Cheap", LeftShoulder(60, 100)))
DEAR = FuzzyValue(HOTELS + "price", FuzzySet("Dear", RightShoulder(80, 120)))
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


DEFINED = """
(define-modifier very linear-modifier(3))
(define-modifier rather linear-modifier(0.8))
(define-modifier nearly triangular-modifier(0.2,0.9,1.1))
(define-concept Bargain (some price Cheap))
(define-concept Good (w-sum (0.6 Quiet) (0.3 Bargain)))
(define-concept Both (w-sum-zero (0.6 Quiet) (0.3 Central)))
(define-concept Either (w-max (1.0 Central) (0.4 Bargain)))
(define-concept Balanced (w-min (1.0 Bargain) (0.3 Quiet)))
(define-concept Ordered (owa (0.7 0.3) (Quiet Bargain)))
(define-concept Least (g-and Quiet Bargain))
(define-concept Most (g-or Quiet Bargain))
(define-concept Overlap (l-and Quiet Central))
(define-concept Total (l-or Quiet Bargain))
(define-concept VeryGood (very Good))
(define-concept RatherGood (rather Good))
(define-concept NearlyQuiet (nearly Quiet))
(define-concept Mixed (w-sum (0.5 VeryGood) (0.25 Either) (0.25 *top*)))
(implies Mixed Noted)
(l-implies Good Fair 0.8)
(g-implies Good Capped 0.4)
"""
"""Fuzzy concepts of each kind; none needs the conjunction of the logic."""
NAMES = (
    *re.findall(r"define-concept (\w+)", DEFINED),
    *("Noted", "Fair", "Capped"),
)


@pytest.mark.parametrize(("logic", "x"), [("zadeh", "h1"), ("lukasiewicz", "h2")])
def test_fuzzy_concepts_hold_to_the_same_degree(logic: str, x: str, tmp_path: Path) -> None:
    said = [*ONE_PREMISE, *FUZZYDL_PRICES.splitlines(), *DEFINED.splitlines()]
    others = re.compile(rf"\((instance (?!{x})|related|implies-role)")
    lines = [f"(define-fuzzy-logic {logic})", *(one for one in said if not others.match(one))]
    lines += [f"(min-instance? {x} {name})" for name in NAMES]
    (tmp_path / "concepts.fdl").write_text("\n".join(lines))
    kb = read_ontology(tmp_path / "concepts.fdl").source().knowledge_base()
    extents, person = Extents(kb), kb.individuals.id(FUZZYDL_NAMES + x)
    atoms = {name: Concept((Atom(FUZZYDL_NAMES + name),)) for name in NAMES}
    told = {name: float(extents.degrees(one)[person]) for name, one in atoms.items()}
    assert len({round(degree, 3) for degree in told.values()}) > 8
    (answers,) = ask(tmp_path, ["concepts.fdl"], SEEDS[0])
    assert dict(zip(NAMES, answers, strict=True)) == pytest.approx(told, abs=TOLERANCE)
