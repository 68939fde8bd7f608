"""A small knowledge base about hotels, with roles, witnesses, awkward names, and rules for it."""

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.samples import write_hotel_ratings
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Floats

NS = "http://example.org/hotels#"
TARGET = f"{NS}2"


def iri(name: str) -> str:
    """Name of the hotels' vocabulary."""
    return NS + name


LOW = FuzzyValue(iri("hasPrice"), FuzzySet("hasPrice_L", LeftShoulder(40.0, 60.0)))
FAIR = FuzzyValue(iri("hasPrice"), FuzzySet("hasPrice_F", Triangular(40.0, 60.0, 98.0)))
HIGH = FuzzyValue(iri("hasPrice"), FuzzySet("hasPrice_H", RightShoulder(60.0, 98.0)))
FAR = FuzzyValue(iri("Entfernung%20(süß)"), FuzzySet("O'Hara # far", RightShoulder(0.5, 2.5)))
OPEN = CrispValue(iri("open"), True)
RED = CrispValue(iri("colour"), "y \"z' ü#")
HOTEL, ROOM = Atom(iri("Hotel")), Atom(iri("3"))
CRIB = Edge(iri("hasAmenity"), Concept((Atom(iri("Baby_Sitting")),)))
BIG_BAR = Edge(
    iri("hasAmenity"),
    Concept(
        (
            Atom(iri("Bar's")),
            FuzzyValue(iri("seats"), FuzzySet("seats_H", RightShoulder(2.0, 22.0))),
        ),
        (Edge(iri("near"), TOP),),
    ),
)


def _term(name: str, *bodies: Concept) -> WeakHypothesis:
    return WeakHypothesis(name, tuple(Inclusion(body, 1.0, 0.75, 3, 1) for body in bodies))


BOOST = TrainedModel(
    "boost",
    TARGET,
    BoostedHypothesis(
        (
            _term("WL1", Concept((HOTEL, FAIR)), Concept((ROOM,), (CRIB,))),
            _term("WL2", Concept((LOW,), (BIG_BAR,))),
            _term("WL 3#", Concept((FAR, OPEN))),
        ),
        (0.7, 0.6, 0.333),
    ),
    0.25,
    {"n_rounds": 3},
    {"path": "hotels.owl"},
    {"F1": 0.5},
)
GRADIENT = TrainedModel(
    "gradient",
    TARGET,
    BoostedHypothesis(
        (
            _term("WL0", TOP),
            _term("WL1", Concept((HOTEL, FAIR))),
            _term("WL2", Concept((HIGH,))),
            _term("WL3", Concept((RED,), (BIG_BAR,))),
            _term("WL4", Concept((), (CRIB,))),
        ),
        (0.31, 0.8, -0.9, -0.25, 0.4),
    ),
    0.5,
)
_GRADED = (
    Inclusion(Concept((HOTEL, FAIR)), 0.56, 0.56, 5, 4),
    Inclusion(Concept((OPEN,), (BIG_BAR,)), 1.0, 1.0, 2, 0),
    Inclusion(Concept((FAR, ROOM)), 1 / 3, 1 / 3, 1, 2),
)
FOIL = TrainedModel("foil", TARGET, RuleSet(_GRADED), 0.28)
PN = TrainedModel(
    "pn",
    TARGET,
    BoostedHypothesis(
        (
            WeakHypothesis("P", _GRADED),
            WeakHypothesis(
                "N",
                (
                    Inclusion(Concept((HIGH,)), 0.7, 0.3, 1, 3),
                    Inclusion(Concept((RED,), (CRIB,)), 1.0, 0.0, 0, 2),
                ),
            ),
        ),
        (1.0, -1.0),
    ),
    0.28,
)
MODELS = {"boost": BOOST, "gradient": GRADIENT, "foil": FOIL, "pn": PN}

PAPER_KB = KnowledgeBase.from_facts(
    [iri("Hotel_010")],
    types={iri("Accommodation"): [iri("Hotel_010")]},
    numbers={iri("hasPrice"): [(iri("Hotel_010"), 79.0)]},
)
PAPER_RULE = TrainedModel(
    "foil",
    iri("GoodHotel"),
    RuleSet((Inclusion(Concept((Atom(iri("Accommodation")), FAIR)), 0.56),)),
    0.2,
)
"""The paper's example: price 79 is fair to ½, the degree of the rule .56, so Hotel_010 gets .28."""


def hotels(n: int = 36, seed: int = 4) -> KnowledgeBase:
    """Return a knowledge base of n hotels; amenities are witnesses, some shared."""
    rng = np.random.default_rng(seed)
    names = [
        iri(name)
        for name in ("12", "Zur Grünen Au", "O'Hara", *map("Hotel_{}".format, range(3, n)))
    ]
    names = [name.replace(" ", "%20") for name in names[:n]]
    beds, bars = [f"_:c{i}" for i in range(4)], [f"_:b{i}" for i in range(6)]

    def some(share: float) -> list[str]:
        return [name for name in names if rng.random() < share]

    def links(ends: list[str], share: float) -> list[tuple[str, str]]:
        return [(name, ends[rng.integers(len(ends))]) for name in some(share)]

    return KnowledgeBase.from_facts(
        names,
        types={
            iri("Hotel"): some(0.7),
            iri("3"): some(0.5),
            iri("Baby_Sitting"): beds,
            iri("Bar's"): bars[:5],
        },
        roles={
            iri("hasAmenity"): links(beds, 0.5) + links(bars, 0.6) + links(bars, 0.3),
            iri("near"): [(bar, names[i]) for i, bar in enumerate(bars[:4])],
        },
        numbers={
            iri("hasPrice"): [(name, round(float(rng.uniform(20, 120)), 2)) for name in some(0.9)],
            iri("Entfernung%20(süß)"): [(name, float(rng.uniform(0, 3))) for name in some(0.8)],
            iri("seats"): [(bar, float(rng.integers(1, 25))) for bar in bars]
            + [(bars[0], 17.0)],  # a bar with two halls
        },
        symbols={
            iri("open"): [(name, bool(rng.random() < 0.6)) for name in names],
            iri("colour"): [(name, ("y \"z' ü#", "blue")[rng.integers(2)]) for name in some(0.8)],
        },
        witnesses=[*beds, *bars],
    )


def hotels_with_ratings() -> tuple[pd.DataFrame, Floats]:
    """Return the bundled table of hotels without names, and their ratings from 1 to 5."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hotels.csv"
        write_hotel_ratings(path)
        frame = pd.read_csv(path)
    return frame.drop(columns=["hotel", "rating"]), frame["rating"].to_numpy(np.float64)
