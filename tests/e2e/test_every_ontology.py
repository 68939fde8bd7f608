"""Every ontology of the public data sets opens, with the sizes that were measured apart.

Set OWLBOOST_DATA to the directory that holds ``datasets.json``.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from owlboost.ontology.axioms import ClassAssertion, EquivalentClasses
from owlboost.ontology.expressions import Class
from owlboost.ontology.readers.ontology_file import read_ontology_file

DATA = os.environ.get("OWLBOOST_DATA", "")
pytestmark = pytest.mark.skipif(not DATA, reason="OWLBOOST_DATA names no directory of data sets")

DIFFERENCES = {
    # subOrganizationOf is typed owl:TransitiveProperty only; we count it and its 11 assertions;
    # six named classes carry their intersection themselves, as in OWL 1: equivalences to us
    "uba": {"object_props": 1, "obj_assertions": 11, "eqclass": 6},
    # has_binding_with is typed as neither kind of property; we count it and its 4796 assertions
    "nctrer": {"object_props": 1, "obj_assertions": 4796},
}


def _datasets() -> list[Any]:
    if not DATA:
        return []
    listed = json.loads((Path(DATA) / "datasets.json").read_text(encoding="utf-8"))
    return [entry for entry in listed if not entry["file"].endswith(".csv")]


@pytest.mark.parametrize("entry", _datasets(), ids=lambda entry: str(entry["name"]))
def test_sizes_are_those_measured(entry: dict[str, Any]) -> None:
    ontology = read_ontology_file(Path(DATA) / entry["name"] / entry["file"], strict=True)
    signature, facts, measured = ontology.signature, ontology.facts, entry["measured"]
    compound = [axiom for axiom in ontology.axioms if isinstance(axiom, ClassAssertion)]
    punned = set(signature.classes) & set(signature.individuals)
    found = {
        "classes": len(signature.classes),
        "object_props": len(signature.roles),
        "data_props": len(signature.data_properties),
        "individuals": len(signature.individuals),
        "obj_assertions": len(facts.role_roles),
        "complex_class_assertions": len(compound),
        "punned": len(punned),
        "data_literals": len(facts.value_literals),
        "eqclass": sum(isinstance(axiom, EquivalentClasses) for axiom in ontology.axioms),
    }
    more = DIFFERENCES.get(entry["name"], {})
    expected = {
        name: measured.get(name, 0) + more.get(name, 0) for name in found if name != "data_literals"
    }
    expected["data_literals"] = sum(measured.get("data_literals", {}).values())
    assert found == expected


@pytest.mark.parametrize("entry", _datasets(), ids=lambda entry: str(entry["name"]))
def test_nothing_is_left_out_but_annotations(entry: dict[str, Any]) -> None:
    ontology = read_ontology_file(Path(DATA) / entry["name"] / entry["file"])
    codes = {remark.code for remark in ontology.remarks}
    assert codes <= {"annotation-ignored", "tautology"}
    assert not any(
        isinstance(axiom, ClassAssertion) and isinstance(axiom.expression, Class)
        for axiom in ontology.axioms
    )


def test_other_files_of_the_data_sets_open() -> None:
    for name in ("family-benchmark/family-benchmark.owl", "hotel/Hotel_nodistance.owl"):
        assert read_ontology_file(Path(DATA) / name).signature.individuals
