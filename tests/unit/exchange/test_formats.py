"""The registry of formats, and models that are written in one and read back."""

from pathlib import Path

import pytest
from tests.hotels import BOOST, FOIL, GRADIENT, MODELS, PAPER_KB, PAPER_RULE, hotels, iri

import owlboost as ob
from owlboost.errors import ModelError, ParameterError
from owlboost.exchange.formats import FORMATS, Format
from owlboost.models.trained import TrainedModel

CRISP = ("owl", "swrl")
PICTURES = ("dot", "mermaid")
NAMES = (
    *("fuzzydl", "fuzzyowl2", "manchester", "listing", "text", "sparql", "python"),
    *CRISP,
    *PICTURES,
)
READABLE = ("fuzzydl", "fuzzyowl2", "manchester", "listing")


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Format:
    """A format that only these tests have."""
    monkeypatch.setattr(FORMATS, "_loaded", {})
    form = Format(
        name="mine",
        title="What was learned, in a line",
        extensions=(".mine",),
        write=lambda model, mark="!": f"MINE {model.target}{mark}\n",
        options=("mark",),
        read=lambda text: TrainedModel("foil", text.split()[1], FOIL.hypothesis, 0.5),
        recognises=lambda text: text.startswith("MINE"),
    )
    FORMATS.register("mine", form)
    return form


def test_the_formats_are_those_that_scripts_rely_on() -> None:
    assert tuple(FORMATS) == NAMES
    for name, form in FORMATS.items():
        assert form.name == name
        assert form.title
        assert form.extensions[0].startswith(".")
        assert (form.read is not None) == (form.recognises is not None) == (name in READABLE)


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.parametrize("model", MODELS)
def test_what_was_exported_is_told_by_content_and_read(
    name: str, model: str, tmp_path: Path
) -> None:
    file = tmp_path / "rules"
    file.write_text(MODELS[model].export(name), encoding="utf-8")
    back = ob.read_model(file, hotels())
    assert back.target == MODELS[model].target
    assert [rule.inclusion.body for rule in back.hypothesis.rules()] == [
        rule.inclusion.body for rule in MODELS[model].hypothesis.rules()
    ]
    assert back.degrees(hotels()) == pytest.approx(MODELS[model].degrees(hotels()), abs=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_each_text_is_recognised_by_its_own_format_only(model: str) -> None:
    for name in NAMES:
        text = (FOIL if name in CRISP else MODELS[model]).export(name)
        knowing = [
            form.name
            for form in FORMATS.values()
            if form.recognises is not None and form.recognises(text)
        ]
        assert knowing == ([name] if name in READABLE else [])


def test_a_text_without_rules_is_no_model(tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    for text in ("", "price;stars\n79;3\n", "Ontology(<urn:x>)\n# Rules\n", FOIL.export("sparql")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ModelError, match="contains no owlboost rules"):
            ob.read_model(file)


def test_facts_are_written_about_the_individuals_asked_for() -> None:
    plain = PAPER_RULE.export("fuzzydl")
    assert "(range hasPrice *real* 34.2 103.8)" in plain  # 40 to 98, a tenth of the span around
    with_ranges = PAPER_RULE.export("fuzzydl", source=PAPER_KB)
    assert "instance" not in with_ranges
    assert "export again with the source" in plain
    assert "export again with the source" not in with_ranges
    for who in ("all", "Hotel_010", [iri("Hotel_010")], [0]):
        told = PAPER_RULE.export("fuzzydl", source=PAPER_KB, individuals=who)
        assert "(instance Hotel_010 (= hasPrice 79.0) 1.0)" in told
        assert told.count("(min-instance? Hotel_010 GoodHotel)") == 1


def test_options_of_a_format_are_passed_on() -> None:
    text = BOOST.export("fuzzyowl2", syntax="functional", imports="http://example.org/hotels")
    assert text.startswith("Prefix(")
    assert "Import(<http://example.org/hotels>)" in text
    with pytest.raises(ParameterError, match="syntax must be rdfxml or owlxml or functional"):
        BOOST.export("fuzzyowl2", syntax="turtle")


def test_what_a_format_does_not_take_is_told() -> None:
    with pytest.raises(ParameterError, match=r"no format 'spaql'. Did you mean sparql"):
        GRADIENT.export("spaql")
    with pytest.raises(ParameterError, match="The format text takes no data"):
        GRADIENT.export("text", source=PAPER_KB)
    with pytest.raises(ParameterError, match="The format owl has no facts of individuals"):
        FOIL.export("owl", source=hotels(), individuals="all")
    with pytest.raises(ParameterError, match="need a source"):
        GRADIENT.export("fuzzydl", individuals="all")
    with pytest.raises(ParameterError, match=r"fuzzyowl2 has no option 'sintax'. Did you mean syn"):
        GRADIENT.export("fuzzyowl2", sintax="functional")


@pytest.mark.usefixtures("mine")
def test_a_format_of_ones_own_is_written_and_read(tmp_path: Path) -> None:
    assert FOIL.export("mine") == f"MINE {FOIL.target}!\n"
    assert FOIL.export("mine", mark="?") == f"MINE {FOIL.target}?\n"
    (tmp_path / "rules").write_text("MINE urn:x#Good", encoding="utf-8")
    assert ob.read_model(tmp_path / "rules").target == "urn:x#Good"


def test_no_format_replaces_another(mine: Format) -> None:
    for name in ("mine", "sparql"):
        with pytest.raises(ParameterError, match=f"already a format named '{name}'"):
            FORMATS.register(name, mine)
