"""The page on fuzzy ontologies, followed to the letter; what commands say of degrees."""

import re
import shlex

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.e2e.test_bad_input import refused
from tests.fuzzy_hotels import FACTS, functional, held

PAGE = ROOT / "docs" / "how-to" / "fuzzy.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS: list[tuple[str, str]] = FENCE.findall(PAGE.read_text("utf-8"))
LEARN = ("learn", "hotels.omn", "--target", "Nice", "--scope", "Hotel", "--algorithm", "foil")


@pytest.fixture
def hotels(owlboost: Commands) -> Commands:
    """Commands in a folder with the ontology of the page."""
    for language, block in BLOCKS:
        if language.startswith("text file="):
            owlboost.write(language.removeprefix("text file="), block)
    return owlboost


def test_the_page_is_followed(hotels: Commands) -> None:
    hotels.monkeypatch.chdir(hotels.folder)
    ran, printed = 0, ""
    for language, block in BLOCKS:
        if language == "python":
            exec(compile(block, PAGE.name, "exec"), {})
            printed = hotels.capsys.readouterr().out
        elif language == "sh":
            for line in block.splitlines():
                hotels.done(*shlex.split(line)[1:])
                ran += 1
        elif not language:
            assert printed == block
    assert ran == 6


def test_an_inspection_counts_degrees(hotels: Commands) -> None:
    assert re.search(r"^… to a degree only +8$", hotels("inspect", "hotels.omn").out, re.MULTILINE)


def test_learning_says_what_is_not_used(hotels: Commands) -> None:
    run = hotels(*LEARN)
    assert run.code == 0
    assert (
        "note: what an axiom EquivalentClasses on Bargain, Hotel says with fuzzy datatypes is not "
        "reasoned with (fuzzy-axiom, 1×)\n"
    ) in run.err
    assert "learned from 4 examples, graded from 0 to 1" in run.out


def test_rules_speak_of_authored_sets(hotels: Commands) -> None:
    hotels.write(
        "cheap.ofn",
        functional(
            "Declaration(DataProperty(:price)) Declaration(Datatype(:Cheap))",
            "AnnotationAssertion(:fuzzyLabel :Cheap \"<fuzzyOwl2 fuzzyType='datatype'>"
            "<Datatype type='leftshoulder' a='60' b='100'/></fuzzyOwl2>\")",
            "DataPropertyRange(:price :Cheap)",
            *(
                f'DataPropertyAssertion(:price :h{n} "{50 + 10 * n}"^^xsd:double)'
                + (f"ClassAssertion({held(1 - n / 5 + 0.2)} :Good :h{n})" if n < 6 else "")
                for n in range(1, 9)
            ),
        ),
    )
    run = hotels("learn", "cheap.ofn", "--target", "Good", "--algorithm", "foil", "--theta", "0.3")
    assert "(price some Cheap) SubClassOf Good" in run.out
    assert re.search(r"^Cheap +left-shoulder +60 +100$", run.out, re.MULTILINE)


def test_crisp_exports_say_what_they_leave_out(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "nice.json")
    said = "note: the model was learned from facts that hold to a degree; sparql takes all in full"
    assert said in hotels("export", "nice.json", "--format", "sparql").err
    assert "to a degree" not in hotels("export", "nice.json", "--format", "manchester").err


def test_a_bad_degree_is_refused(owlboost: Commands) -> None:
    owlboost.write("bad.ofn", functional(FACTS, f"ClassAssertion({held('high')} :Park :p1)"))
    said = refused(owlboost, "learn", "bad.ofn", "--target", "Pleasant")
    assert said == (
        "The degree 'high' of p1 : Park is no number from 0 to 1; correct its fuzzyLabel."
    )


def test_a_contradiction_is_told_with_its_degree(owlboost: Commands) -> None:
    owlboost.write("apart.ofn", functional(FACTS, "DisjointClasses(:Quiet :Central)"))
    run = owlboost("learn", "apart.ofn", "--target", "Pleasant")
    assert run.code == 1
    told = "to the degree 0.7 or more; lower degrees, or take back an axiom."
    assert told in " ".join(run.err.split())
