"""The source of a command may be of any kind that is registered."""

from pathlib import Path

import pytest

from owlboost.cli.options import OntologyOptions, TableOptions
from owlboost.cli.source import CommandSource, read_options
from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.model_files import save
from owlboost.models.source import SOURCES, SourceKind, SourceNames
from owlboost.models.trained import TrainedModel
from owlboost.tables.read_options import ReadOptions

KB = KnowledgeBase.from_facts(["urn:x#a", "urn:x#b"], types={"urn:x#Quiet": ["urn:x#b"]})
QUIET = TrainedModel(
    "foil", "urn:x#Good", RuleSet((Inclusion(Concept((Atom("urn:x#Quiet"),)), 1.0),)), 0.5
)


class Endpoint:
    """A server that is asked: no file, and no part of it can be opened alone."""

    name = "store:inns"
    kind: SourceKind = "ontology"
    times = 0

    def record(self) -> dict[str, object]:
        return {"path": self.name}

    def open(self) -> "Endpoint":
        self.times += 1
        return self

    def open_for(self, _: TrainedModel) -> None: ...

    def portions(self, model: TrainedModel, rows: int) -> None: ...

    def files(self) -> tuple[Path, ...]:
        return ()

    def notices(self) -> tuple[str, ...]:
        return ("the server is slow",)

    def rule_names(self) -> SourceNames:
        return SourceNames(KB.vocabulary, KB.lexicon, "urn:x#{}".format)

    def knowledge_for(self, _: TrainedModel) -> KnowledgeBase:
        return KB


def test_a_source_of_a_new_kind_is_opened_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = Endpoint()
    monkeypatch.setattr(SOURCES, "_loaded", {})
    SOURCES.register("store", lambda thing, _: endpoint if str(thing) == "store:inns" else None)
    save(QUIET, tmp_path / "m.json")
    source = CommandSource(Path("store:inns"), OntologyOptions(), TableOptions())
    assert (source.name, source.of_table, source.record()) == (
        "store:inns", False, {"path": "store:inns"},
    )  # fmt: skip
    for _ in range(2):
        model, kb = source.model(tmp_path / "m.json")
        assert kb is KB
        assert model.degrees(kb).tolist() == [0.0, 1.0]
    assert source.chosen(["b"], KB) == [1]
    assert source.chosen([], KB) == [0, 1]
    assert endpoint.times == 1
    assert capsys.readouterr().err == "note: the server is slow\n"


def test_hidden_columns_are_neither_read_nor_given_a_kind() -> None:
    options = TableOptions(categorical=["a", "b"], numeric=["c"], drop=["b"], columns="a, b, c")
    assert read_options(options, ["c"]) == ReadOptions(
        header=False,
        columns=("a", "b", "c"),
        kinds={"a": "category"},
        leave_out=frozenset({"b", "c"}),
    )
