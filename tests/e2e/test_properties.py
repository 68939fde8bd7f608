"""What ``learn`` and ``explain`` tell of the properties of rules, in text and in files."""

import json
import os
import pickle
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.e2e.commands import Commands

import owlboost as ob
from owlboost.data.examples import JudgingSource
from owlboost.models.verdicts import UndecidedJudge

JAVA = os.environ.get("JAVA_HOME") or shutil.which("java")

HOTELS = """
Prefix(:=<http://ex.org#>)
Ontology(<http://ex.org>
  SubClassOf(:Cheap ObjectUnionOf(:Motel :Inn))
  {axioms}
  ClassAssertion(:Good :g1) ClassAssertion(:Good :g2) ClassAssertion(:Good :g3)
  ClassAssertion(:Cheap :g1) ClassAssertion(:Cheap :g2) ClassAssertion(:Cheap :g3)
  ClassAssertion(:Far :h1) ClassAssertion(:Far :h2) ClassAssertion(:Far :h3)
)
"""
"""What is cheap is good, and a motel or an inn; what is far is not known to be good."""


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    return Commands(tmp_path, monkeypatch, capsys)


def learned(owlboost: Commands, axioms: str, *options: str) -> tuple[str, str, dict[str, object]]:
    """The line on properties, what stderr says, and what the model file has."""
    owlboost.write("k.ofn", HOTELS.format(axioms=axioms))
    fixed = ("--target", "Good", "--algorithm", "foil", "-o", "m.json")
    run = owlboost("learn", "k.ofn", *fixed, *options)
    assert run.code == 0, run.err
    (line,) = [one for one in run.out.splitlines() if one.startswith("# The rules: ")]
    data = json.loads((owlboost.folder / "m.json").read_text(encoding="utf-8"))
    return line.removeprefix("# The rules: "), run.err, data["properties"]


def test_learn_tells_it_in_one_line_and_in_the_file(owlboost: Commands) -> None:
    line, said, written = learned(owlboost, "SubClassOf(:Good :Hotel)")
    assert line == ("consistent, sound, complete, strongly complete; not decided: non-redundant")
    assert (
        "note: whether the rules are non-redundant is not decided: the structural reasoner may "
        "have missed something (incomplete-union); use --reasoner hermit\n"
    ) in said
    assert written == {
        "consistent": True,
        "non_redundant": None,
        "sound": True,
        "complete": True,
        "strongly_complete": True,
        "reasons": {
            "non_redundant": "the structural reasoner may have missed something "
            "(incomplete-union); use reasoner='hermit'"
        },
    }
    told = owlboost.done("explain", "m.json", "k.ofn", "--individual", "g1")
    assert told.splitlines()[-2:] == ["", f"The rules: {line}"]
    found = json.loads(owlboost.done("explain", "m.json", "k.ofn", "--individual", "g1", "--json"))
    assert found["properties"] == written


@pytest.mark.skipif(not JAVA, reason="HermiT needs Java")
@pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2")
def test_hermit_decides_what_was_open(owlboost: Commands) -> None:
    line, said, _ = learned(owlboost, "", "--reasoner", "hermit")
    assert line == "consistent, non-redundant, sound, complete, strongly complete"
    assert "not decided" not in said
    #   in both cases what is cheap and near is good; h1 and h2 are only one of these
    known = (
        "SubClassOf(ObjectIntersectionOf(:Motel :Near) :Good) "
        "SubClassOf(ObjectIntersectionOf(:Inn :Near) :Good) "
        "ClassAssertion(:Near :g1) ClassAssertion(:Near :g2) ClassAssertion(:Near :g3) "
        "ClassAssertion(:Cheap :h1) ClassAssertion(:Near :h2)"
    )
    line, said, written = learned(owlboost, known, "--reasoner", "hermit")
    assert line == learned(owlboost, known)[0]
    assert line == "consistent, sound, complete, strongly complete; not: non-redundant"
    assert "note: the rules are not non-redundant: the ontology implies Cheap and Near Sub" in said
    assert written["non_redundant"] is False


def test_a_table_contradicts_nothing(owlboost: Commands) -> None:
    owlboost.write("t.csv", "size,good\n1,yes\n2,yes\n3,yes\n7,no\n8,no\n9,no\n")
    for algorithm in ("foil", "boost", "gradient"):
        out = owlboost.done("learn", "t.csv", "--target", "good=yes", "--algorithm", algorithm)
        assert "The rules: consistent, non-redundant, " in out
        if algorithm == "gradient":
            assert "3 of 3 found, 0 false alarms" in out
        else:
            assert "counts       TP 3  FP 0  TNP 3  FNP 0; fuzzy TP " in out


def test_the_source_of_examples_knows_the_target(tmp_path: Path) -> None:
    path = tmp_path / "k.ofn"
    path.write_text(HOTELS.format(axioms="ClassAssertion(:Cheap :h1) DisjointClasses(:Good :Far)"))
    X, y = ob.read_ontology(path).examples("Good")
    found = ob.train(X.problem(y), ob.FoilDL(min_confidence=0.5)).properties
    assert found is not None
    assert found.consistent.holds is False
    assert found.consistent.reason == "individual 'h1' violates DisjointClasses(Good, Far)"
    #   what is sent to other processes leaves the ontology behind; and classifiers do not ask it
    sent = pickle.loads(pickle.dumps(X.source))
    assert isinstance(sent, JudgingSource)
    assert isinstance(sent.judge, UndecidedJudge)
    model = ob.FoilDLClassifier(min_confidence=0.5).fit(X, y).models_[0]
    assert model.properties is not None
    assert (model.properties.consistent.holds, model.properties.sound.holds) == (None, False)
