"""What a page is told of a source: dates are dates."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from owlboost.models.source import source_from
from owlboost.studio.edits import applied, checked_edit
from owlboost.studio.session import Workbench, resolved
from owlboost.studio.source import opened_material
from owlboost.studio.state import LearningQuestion, ProjectState, StudioSource

ROWS = "built,size,good\n2001-05-09,3,yes\n1999-12-31,4,no\n2024-02-29,9,yes\n2010-01-01,5,no\n"

ONTOLOGY = """Prefix(:=<urn:x#>) Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(
Declaration(Class(:Good)) ClassAssertion(:Good :a) ClassAssertion(:Good :b)
DataPropertyAssertion(:built :a "2001-05-09"^^xsd:date)
DataPropertyAssertion(:built :b "1999-12-31"^^xsd:date)
DataPropertyAssertion(:size :a "3"^^xsd:integer)
DataPropertyAssertion(:size :b "4"^^xsd:integer)
)
"""


def properties(path: Path) -> dict[str, Any]:
    return {one["name"]: one for one in opened_material(source_from(path)).view()["properties"]}


def test_dates_of_a_table_are_shown_as_dates(tmp_path: Path) -> None:
    path = tmp_path / "inns.csv"
    path.write_text(ROWS)
    found = properties(path)
    assert (found["built"]["kind"], found["built"]["range"]) == (
        "date", ["1999-12-31", "2024-02-29"],
    )  # fmt: skip
    assert (found["size"]["kind"], found["size"]["range"]) == ("number", [3.0, 9.0])


def test_dates_of_an_ontology_are_shown_as_dates(tmp_path: Path) -> None:
    path = tmp_path / "inns.ofn"
    path.write_text(ONTOLOGY)
    found = properties(path)
    assert (found["built"]["kind"], found["built"]["range"]) == (
        "date", ["1999-12-31", "2001-05-09"],
    )  # fmt: skip
    assert (found["size"]["kind"], found["size"]["range"]) == ("number", [3.0, 4.0])


def test_rules_of_a_person_speak_of_dates_too(tmp_path: Path) -> None:
    (tmp_path / "inns.csv").write_text(ROWS)
    bench = Workbench(tmp_path)
    source = StudioSource("inns.csv", "table", "inns.csv")
    work = replace(ProjectState(), source=source, question=LearningQuestion("good=yes"))
    edit = {"kind": "rule-added", "text": "built some built_VH", "weight": 1.0}
    work = applied(work, resolved(bench, work, checked_edit(edit)))
    assert work.draft is not None
    name = work.draft.sets[0].name
    points = (10_957.0, 19_782.0)  # 2000-01-01 and 2024-02-29
    work = applied(work, {"kind": "set", "name": name, "points": points})
    text = bench.model(work).export("text")
    assert "2000-01-01" in text
    assert "2024-02-29" in text
