"""A source is found by what it is, and read as it says."""

import hashlib
from pathlib import Path

import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.exchange.grammar.tree import Word
from owlboost.exchange.sources import names_of_source
from owlboost.models.source import SOURCES, SourceKind, SourceNames, source_from
from owlboost.models.trained import TrainedModel
from owlboost.sources.ontology_path import OntologyPath, OntologyReading
from owlboost.tables.read_options import ReadOptions, TablePath

KB = KnowledgeBase.from_facts(["urn:x#a", "urn:x#b"], types={"urn:x#Quiet": ["urn:x#b"]})
QUIET = TrainedModel(
    "foil", "urn:x#Good", RuleSet((Inclusion(Concept((Atom("urn:x#Quiet"),)), 1.0),)), 0.5
)


class Database:
    """A source of a kind that nobody else knows, which is open at once."""

    name = "there"
    kind: SourceKind = "ontology"

    def record(self) -> dict[str, object]:
        return {"path": self.name}

    def open(self) -> "Database":
        return self

    def open_for(self, _: TrainedModel) -> None: ...

    def portions(self, model: TrainedModel, rows: int) -> None: ...

    def files(self) -> tuple[Path, ...]:
        return ()

    def notices(self) -> tuple[str, ...]:
        return ()

    def rule_names(self) -> SourceNames:
        return SourceNames(KB.vocabulary, KB.lexicon, "urn:x#{}".format)

    def knowledge_for(self, _: TrainedModel) -> KnowledgeBase:
        return KB


class Stated:
    """Something that merely has a knowledge base."""

    def knowledge_base(self) -> KnowledgeBase:
        return KB


def test_a_new_kind_of_source_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SOURCES, "_loaded", {})
    SOURCES.register("one", lambda thing, _: Database() if thing == "there.db" else None)
    assert source_from("there.db").kind == "ontology"
    assert QUIET.degrees("there.db").tolist() == [0.0, 1.0]
    assert QUIET.degrees(Database()).tolist() == [0.0, 1.0]
    assert QUIET.degrees(Stated()).tolist() == [0.0, 1.0]
    assert names_of_source("there.db").find("class", Word("Quiet", 1)).iri == "urn:x#Quiet"
    assert source_from("there.csv").kind == "table"


def test_a_source_takes_the_options_of_its_kind() -> None:
    table, ontology = ReadOptions(sheet="rooms"), OntologyReading(lang="de")
    assert source_from("h.xlsx", table, ontology) == TablePath(Path("h.xlsx"), table)
    assert source_from(Path("h.ofn"), table, ontology) == OntologyPath(Path("h.ofn"), ontology)
    assert source_from("h.ofn", table) == OntologyPath(Path("h.ofn"), OntologyReading())


def test_what_is_no_source_is_told() -> None:
    with pytest.raises(ParameterError, match="not to a list"):
        source_from([1, 2])


def test_a_file_is_recorded_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    path.write_text("price\n79\n")
    digest = hashlib.sha256(b"price\n79\n").hexdigest()
    assert source_from(path).record() == {"path": str(path), "sha256": digest}


def test_names_of_columns_are_known_before_the_cells_are_read(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    path.write_text("sea view,price\nyes,79\n")
    names = source_from(path).rule_names()
    assert names is not None
    assert list(names.vocabulary.data_properties) == [
        "urn:owlboost:table#sea%20view", "urn:owlboost:table#price",
    ]  # fmt: skip
    assert names.where == "h.csv"
    assert names.knowledge is not None
    assert names.knowledge().n_elements == 1
    assert source_from("h.ofn").rule_names() is None
