"""Edited rules may use names of the data that their table of names lacks."""

from pathlib import Path

import pytest
from tests.hotels import FOIL, GRADIENT, PAPER_RULE, iri

from owlboost.errors import ModelError, UnknownNameError
from owlboost.exchange.rule_files import needs_source, read_model
from owlboost.model.concepts import Atom, Concept, Edge, SomeData, labels_of
from owlboost.model.hypotheses import Inclusion, RuleSet
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.trained import TrainedModel

KB = KnowledgeBase.from_facts(
    [iri("a"), iri("b")],
    types={iri("Hostel"): [iri("a")], iri("Motel"): []},
    roles={iri("closeTo"): [(iri("a"), iri("b"))]},
    numbers={iri("hasTax"): [(iri("a"), 50.0)]},
)


def edited(model: TrainedModel, form: str, folder: Path, old: str, new: str) -> Path:
    """Export a model and replace a word of it."""
    text = model.export(form)
    assert old in text
    path = folder / "rules.txt"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def classes(model: TrainedModel) -> set[str]:
    bodies = [inclusion.body for inclusion in model.hypothesis.inclusions]
    return {one.iri for body in bodies for one in labels_of(body) if isinstance(one, Atom)}


@pytest.mark.parametrize(
    ("form", "old", "new"),
    [
        ("manchester", "Accommodation and", "Hostel and"),
        ("manchester", "Accommodation and", "hostel and"),
        ("listing", "Accommodation and", "Hostel and"),
        ("fuzzydl", "(and Accommodation", "(and Hostel"),
    ],
)
def test_a_class_of_the_data_may_take_the_place_of_another(
    form: str, old: str, new: str, tmp_path: Path
) -> None:
    path = edited(PAPER_RULE, form, tmp_path, old, new)
    if form == "listing":  # its other names must be those of the data as well
        path.write_text(path.read_text("utf-8").replace("hasPrice some", "hasTax some"), "utf-8")
    assert needs_source(path)
    model = read_model(path, KB)
    assert classes(model) == {iri("Hostel")}
    assert model.threshold == PAPER_RULE.threshold


@pytest.mark.parametrize("form", ["manchester", "fuzzydl"])
def test_a_data_property_of_the_data_may_take_the_place_of_another(
    form: str, tmp_path: Path
) -> None:
    old = "(hasPrice some" if form == "manchester" else "(some hasPrice"
    path = edited(PAPER_RULE, form, tmp_path, old, old.replace("hasPrice", "hasTax"))
    [rule] = read_model(path, KB).hypothesis.inclusions
    [label] = [one for one in rule.body.labels if isinstance(one, SomeData)]
    assert (label.prop, label.range.name) == (iri("hasTax"), "hasPrice_F")  # type: ignore[union-attr]


@pytest.mark.parametrize("form", ["manchester", "fuzzydl"])
def test_a_role_of_the_data_may_take_the_place_of_another(form: str, tmp_path: Path) -> None:
    body = Concept((), (Edge(iri("near"), Concept((Atom(iri("Hotel")),))),))
    model = TrainedModel("foil", iri("GoodHotel"), RuleSet((Inclusion(body, 0.5),)), 0.5)
    old = "(near some" if form == "manchester" else "(some near"
    path = edited(model, form, tmp_path, old, old.replace("near", "closeTo"))
    [rule] = read_model(path, KB).hypothesis.inclusions
    assert [edge.role for edge in rule.body.edges] == [iri("closeTo")]


def test_names_of_the_file_go_before_names_of_the_data(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(GRADIENT.export("manchester"), encoding="utf-8")
    assert not needs_source(path)
    assert read_model(path, KB) == GRADIENT


def test_without_data_the_way_out_is_named(tmp_path: Path) -> None:
    path = edited(FOIL, "manchester", tmp_path, "Hotel and", "Hostel and")
    with pytest.raises(ModelError, match=r"no class 'Hostel'.* give the data, too"):
        read_model(path)


@pytest.mark.parametrize(
    ("form", "old", "message"),
    [
        (
            "manchester",
            "Hotel and",
            r"Line \d+ of the rules: .* no class named 'Hstl'. Did",
        ),
        ("fuzzydl", "(and Hotel", "^The data has no class named 'Hstl'. Did you mean"),
    ],
)
def test_a_name_that_nobody_has_is_told(form: str, old: str, message: str, tmp_path: Path) -> None:
    path = edited(FOIL, form, tmp_path, old, old.replace("Hotel", "Hstl"))
    with pytest.raises(UnknownNameError, match=message):
        read_model(path, KB)


def test_another_fault_is_told_even_if_there_is_data(tmp_path: Path) -> None:
    path = edited(FOIL, "manchester", tmp_path, "Hotel and", "Hotel or")
    with pytest.raises(ModelError, match="cannot be read"):
        read_model(path, KB)


def test_a_set_that_the_rules_lack_is_told(tmp_path: Path) -> None:
    path = edited(FOIL, "manchester", tmp_path, "hasPrice some hasPrice_F", "hasTax some hasTax_L")
    with pytest.raises(ModelError, match="no fuzzy set 'hasTax_L'; add it under"):
        read_model(path, KB)
