"""What ontologies lack: parameters in Python, options in a shell.

The time limit of HermiT is tested with its process.
"""

import json
from pathlib import Path

import pytest
from tests.e2e.commands import Commands
from tests.ontologies import A, B, C, ontology

from owlboost.cli.messages import say_remarks, worded
from owlboost.errors import SourceError
from owlboost.ontology.axioms import SubClassOf, SubRoleOf
from owlboost.ontology.expressions import Or, Role
from owlboost.ontology.vocabulary import OWL
from owlboost.sources.ontology_knowledge import saturate
from owlboost.sources.ontology_source import read_ontology
from owlboost.sources.ontology_summary import summarise

IMPORTING = "Ontology(<http://ex.org/o> Import(<http://ex.org/other>))"
UNION = """Prefix(:=<http://ex.org/>)
Ontology(<http://ex.org/o>
  SubClassOf(:A ObjectUnionOf(:B :C)) ClassAssertion(:A :a) ClassAssertion(:B :b))
"""
CLAIM = "the cases of a union are told apart only within one individual; use"


def test_a_missing_import_asks_for_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "o.ofn"
    file.write_text(IMPORTING, encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        read_ontology(file, strict=True)
    claim = f"'{file}' imports <http://ex.org/other>, but no file next to it contains that ontology"
    way_out = f"{claim}; put it there, or give its folder with"
    assert str(caught.value) == f"{way_out} import_dirs."
    assert worded(caught.value) == f"{way_out} --import-dir."


def test_what_may_be_missed_asks_for_hermit(capsys: pytest.CaptureFixture[str]) -> None:
    remarks = saturate(ontology(SubClassOf(A, Or((B, C))))).remarks
    (remark,) = remarks
    assert remark.message == f"{CLAIM} reasoner='hermit' to derive everything"
    say_remarks(remarks)
    assert capsys.readouterr().err == (
        f"note: {CLAIM} --reasoner hermit to derive everything (incomplete-union, 1×)\n"
    )


def test_top_properties_ask_for_hermit() -> None:
    top = Role(OWL + "topObjectProperty")
    (remark,) = saturate(ontology(SubRoleOf((top,), Role("r")))).remarks
    claim = "axioms about the top property are left out; use"
    assert remark.message == f"{claim} reasoner='hermit' to include them"
    assert worded(remark.message) == f"{claim} --reasoner hermit to include them"


def test_inspect_names_options_where_a_summary_names_parameters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "o.ofn"
    file.write_text(UNION, encoding="utf-8")
    (remark,) = summarise(read_ontology(file)).as_json()["remarks"]
    assert remark["message"] == f"{CLAIM} reasoner='hermit' to derive everything"
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    said = f"{CLAIM} --reasoner hermit to derive everything"
    assert f"  incomplete-union (1×): {said}\n" in owlboost("inspect", str(file)).out
    (remark,) = json.loads(owlboost("inspect", str(file), "--json").out)["remarks"]
    assert remark == {"code": "incomplete-union", "message": said, "count": 1}
