"""The structural reasoner against HermiT on real ontologies: nothing false, nothing missing."""

import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.sources.ontology_knowledge import saturate

DATA = Path(os.environ.get("OWLBOOST_DATA", "no-data"))
HERMIT = DATA.parent / "reference" / "hermit"
OWL = "http://www.w3.org/2002/07/owl#"

pytestmark = pytest.mark.skipif(
    not HERMIT.is_dir(),
    reason="set OWLBOOST_DATA to the datasets folder, with reference/hermit beside it",
)

FILES = {
    "animals": "animals/animals.owl",
    "cardiotocography": "cardiotocography/cardiotocography.owl.gz",
    "family_rich": "family-benchmark/family-benchmark_rich_background.owl",
    "forte_family": "forte/forte_family.owl",
    "hotel_nd": "hotel/Hotel_nodistance.owl",
    "krk": "krk/KRK_ZERO_ONE.owl",
    "lymphography": "lymphography/lymphography.owl",
    "mammographic": "mammographic/mammographic.owl",
    "moral": "moral/moral.owl",
    "mutagenesis": "mutagenesis/mutagenesis.owl.gz",
    "ntn": "ntn/NTNcombined.owl",
    "pair50": "pair50/pair50.owl",
    "pyrimidine": "pyrimidine/pyrimidine.owl",
    "straight": "straight/straight.owl",
    "suramin": "suramin/suramin.owl",
    "trains2": "trains/trains2.owl",
    "wineonto": "wineonto/wineonto.owl",
}
MISSING_SUBCLASSES = {"wineonto": 4}
"""What red Bordeaux are takes a distinction of cases; a remark names the unions."""

Pairs = set[tuple[str, str]]


@dataclass(frozen=True)
class Inferred:
    """(class, individual) and (class, superclass) pairs."""

    members: Pairs
    above: Pairs


def by_hermit(name: str, kb: KnowledgeBase) -> Inferred:
    """What HermiT infers about the individuals of the file."""
    found = json.loads(gzip.decompress((HERMIT / f"{name}.json.gz").read_bytes()))
    members = {(c, x) for c, x in found["ca"] if not c.startswith(OWL) and x in kb.individuals}
    above = {(c, d) for c, d in found["sub"] if c != d}
    return Inferred(
        members, {(c, d) for c, d in above if not c.startswith(OWL) and not d.startswith(OWL)}
    )


def by_rules(kb: KnowledgeBase) -> Inferred:
    classes, names = kb.vocabulary.classes, kb.individuals
    return Inferred(
        {(c, names[x]) for i, c in enumerate(classes) for x in kb.members[i] if x < len(names)},
        {(c, classes[d]) for i, c in enumerate(classes) for d in kb.taxonomy[i]},
    )


@pytest.mark.parametrize("name", FILES)
def test_the_same_as_hermit(name: str) -> None:
    saturated = saturate(read_ontology_file(DATA / FILES[name]))
    ours, reference = by_rules(saturated.kb), by_hermit(name, saturated.kb)
    assert ours.members == reference.members
    assert ours.above <= reference.above
    missing = MISSING_SUBCLASSES.get(name, 0)
    assert len(reference.above - ours.above) == missing
    if missing:
        assert any(remark.code == "incomplete-union" for remark in saturated.remarks)


@pytest.mark.parametrize(
    ("file", "individuals", "witnesses"),
    [
        ("carcinogenesis/carcinogenesis.owl.gz", 22_372, 0),
        ("nctrer/nctrer.owl.gz", 10_209, 9_592),
        ("hotel/Hotel.owl", 1_504, 322),
    ],
)
def test_large_ontologies_saturate(file: str, individuals: int, witnesses: int) -> None:
    kb = saturate(read_ontology_file(DATA / file)).kb
    assert (len(kb.individuals), kb.n_elements - len(kb.individuals)) == (individuals, witnesses)


def test_family_tree_with_its_chains_saturates() -> None:
    kb = saturate(read_ontology_file(DATA / "familytree" / "roberts-family-full-D.owl.xml")).kb
    assert len(kb.individuals) == 405
    classes = kb.vocabulary.classes
    both = [
        kb.members[i] for i, c in enumerate(classes) if c.rpartition("#")[2] in ("Man", "Woman")
    ]
    assert len(both) == 2
    assert not set(both[0].tolist()) & set(both[1].tolist())
