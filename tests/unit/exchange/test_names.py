"""Edited rules may use names of the data that their table of names lacks."""

from pathlib import Path

import numpy as np
import pytest
from tests.hotels import FOIL, GRADIENT, PAPER_RULE, iri

from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion, RuleSet, fuzzy_sets_of
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Shape, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, UnknownNameError
from owlboost.exchange.rule_files import needs_source, read_model
from owlboost.exchange.sources import placed_set
from owlboost.features.partitions import shapes
from owlboost.models.trained import TrainedModel

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
    return {one.iri for body in bodies for one in body.all_labels() if isinstance(one, Atom)}


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
    [label] = [one for one in rule.body.labels if isinstance(one, FuzzyValue)]
    assert (label.prop, label.fuzzy_set.name) == (iri("hasTax"), "hasPrice_F")


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


PRICES = KnowledgeBase.from_facts(
    [iri(name) for name in "abcde"],
    numbers={
        iri("hasPrice"): [(iri(n), v) for n, v in zip("abcde", (40, 50, 60, 70, 80), strict=True)],
        iri("hasTax"): [(iri(n), v) for n, v in zip("abcde", (0, 1, 2, 3, 4), strict=True)],
    },
)
LOW, FAIR, HIGH = shapes(np.array([40.0, 60.0, 80.0]))


def priced(shape: Shape, parameters: dict[str, object]) -> TrainedModel:
    """A model of one rule, about a fair price."""
    body = Concept((FuzzyValue(iri("hasPrice"), FuzzySet("hasPrice_F", shape)),))
    rules = RuleSet((Inclusion(body, 0.5),))
    return TrainedModel("foil", iri("Good"), rules, 0.5, parameters)


def used(model: TrainedModel) -> dict[str, Shape]:
    return {name: one.shape for name, (_, one) in fuzzy_sets_of(model.hypothesis).items()}


@pytest.mark.parametrize("form", ["manchester", "listing", "fuzzydl"])
def test_a_set_that_learning_places_on_the_data_may_take_the_place_of_another(
    form: str, tmp_path: Path
) -> None:
    old = "hasPrice some hasPrice_F" if form != "fuzzydl" else "(some hasPrice hasPrice_F)"
    model = priced(FAIR, {"n_sets": 3, "fuzzify": "uniform"})
    path = edited(model, form, tmp_path, old, old.replace("_F", "_H"))
    assert used(read_model(path, PRICES)) == {"hasPrice_H": HIGH}


@pytest.mark.parametrize("parameters", [{}, {"n_sets": None, "fuzzify": "uniform"}])
def test_sets_of_the_rules_tell_how_others_were_placed(parameters: dict[str, object]) -> None:
    defined = {"hasPrice_F": FuzzySet("hasPrice_F", FAIR)}
    found = placed_set(PRICES, iri("hasPrice"), "hasPrice_L", defined, parameters)
    assert found == FuzzySet("hasPrice_L", LOW)
    #   three uniform sets of 0, 1, …, 4, because those of prices are uniform
    other = placed_set(PRICES, iri("hasTax"), "hasTax_L", defined, parameters)
    assert other == FuzzySet("hasTax_L", LeftShoulder(0.0, 2.0))


@pytest.mark.parametrize(
    ("shape", "name", "parameters"),
    [
        (Triangular(40.0, 61.0, 80.0), "hasPrice_H", {}),  # nothing places it so
        (Triangular(40.0, 61.0, 80.0), "hasPrice_H", {"n_sets": 3, "fuzzify": "uniform"}),
        (FAIR, "hasPrice_VH", {}),  # three sets have no such name
        (FAIR, "hasTax_H", {"n_sets": 5}),
    ],
)
def test_a_set_that_nothing_tells_is_not_made_up(
    shape: Shape, name: str, parameters: dict[str, object], tmp_path: Path
) -> None:
    prop = name.partition("_")[0]
    model = priced(shape, parameters)
    path = edited(model, "manchester", tmp_path, "hasPrice some hasPrice_F", f"{prop} some {name}")
    with pytest.raises(ModelError, match=f"Line .*: there is no fuzzy set '{name}'; add it"):
        read_model(path, PRICES)
    with pytest.raises(ModelError, match="give the data, too"):
        read_model(path)


def test_without_sets_in_the_rules_parameters_must_tell() -> None:
    price = (PRICES, iri("hasPrice"), "hasPrice_L")
    assert placed_set(*price, {}, {"n_sets": 3, "fuzzify": "uniform"}) == FuzzySet(
        "hasPrice_L", LOW
    )
    assert placed_set(*price, {}, {"fuzzify": "uniform"}) is None
