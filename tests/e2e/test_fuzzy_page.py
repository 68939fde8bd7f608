"""The page on fuzzy ontologies, followed to the letter; what commands say of degrees."""

import json
import re
import shlex

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.e2e.test_bad_input import refused
from tests.fuzzy_hotels import FACTS, functional, held

import owlboost as ob
from owlboost.report.views.runs import run_view

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
    ran, printed, names = 0, "", dict[str, object]()
    for language, block in BLOCKS:
        if language == "python":
            exec(compile(block, PAGE.name, "exec"), names)
            printed = hotels.capsys.readouterr().out
        elif language == "sh":
            for line in block.splitlines():
                hotels.done(*shlex.split(line)[1:])
                ran += 1
        elif not language:
            assert printed == block
    assert ran == 10


def test_an_inspection_counts_degrees(hotels: Commands) -> None:
    assert re.search(r"^… to a degree only +8$", hotels("inspect", "hotels.omn").out, re.MULTILINE)


def test_learning_says_what_is_not_used(hotels: Commands) -> None:
    said = "says with fuzzy datatypes is not reasoned with (fuzzy-axiom, 1×)\n"
    run = hotels(*LEARN)
    assert run.code == 0
    assert said not in run.err  # Bargain is computed
    assert "learned from 4 examples, graded from 0 to 1" in run.out
    text = (hotels.folder / "hotels.omn").read_text("utf-8")
    hotels.write("hotels.omn", text + "Class: Hostel SubClassOf: price some Cheap\n")
    assert f"note: what an axiom SubClassOf on Hostel {said}" in hotels(*LEARN).err


GOOD = ("learn", "good.fdl", "--scope", "Hotel", "--algorithm", "foil")


def test_fuzzy_concepts_of_the_page(hotels: Commands) -> None:
    inspected = hotels("inspect", "good.fdl")
    assert re.search(r"^fuzzy concepts +3$", inspected.out, re.MULTILINE)
    (note,) = re.findall(r"^ +(\S+) \(\d+×\)", inspected.out, re.MULTILINE)
    assert note == "graded-premises"  # VeryGood to a degree, which implies Recommended to another
    run = hotels(*GOOD, "--target", "Nice", "-o", "nice.json")
    assert "Good SubClassOf Nice" in run.out
    told = hotels("explain", "nice.json", "good.fdl", "--individual", "h1", "--why")
    assert "h1 Type Good, which is computed from how far it is Bargain, Quiet" in told.out
    why = hotels("inspect", "good.fdl", "--why", "h1", "Good")
    assert why.out.startswith(
        "h1 belongs to Good to the degree 0.74, computed from how far it is Bargain, Quiet."
    )
    for name in ("Quiet", "Bargain"):  # Good would give them away
        assert "Good" not in hotels(*GOOD, "--target", name, "--hide", "Nice").out


def test_a_rule_with_a_fuzzy_concept_is_exported_with_its_degree(hotels: Commands) -> None:
    hotels.done(*GOOD, "--target", "Nice", "-o", "nice.json")
    asked = ("export", "nice.json", "good.fdl", "--format", "fuzzydl", "--individual", "h1")
    assert "(instance h1 Good 0.74)" in hotels(*asked).out
    assert "takes all in full" in hotels("export", "nice.json", "--format", "owl").err


def test_crisp_exports_name_the_fuzzy_concepts_that_nobody_computes_there(hotels: Commands) -> None:
    hotels.done(*GOOD, "--target", "Nice", "-o", "nice.json")
    said = "note: degrees of fuzzy concepts (Bargain, Good) are not computed by what reads"
    for layout in ("owl", "sparql", "python"):
        assert f"{said} {layout}" in hotels("export", "nice.json", "--format", layout).err
    assert "fuzzy concepts" not in hotels("export", "nice.json", "--format", "manchester").err


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


TABLE = ("learn", "prices.csv", "--id", "name", "--target", "nice=yes", "--algorithm", "foil")


def test_sets_of_a_file_are_used_and_recorded(hotels: Commands) -> None:
    run = hotels(*TABLE, "--sets-from", "hotels.fdl", "-o", "nice.json")
    assert re.search(r"^Cheap +left-shoulder +60 +100$", run.out, re.MULTILINE)
    assert '"sets_from": "hotels.fdl"' in (hotels.folder / "nice.json").read_text()
    again = hotels(*TABLE, "--sets-from", "nice.json")
    assert again.out == run.out
    hotels.done("export", "nice.json", "--format", "fuzzyowl2", "-o", "nice.owl")
    assert hotels(*TABLE, "--sets-from", "nice.owl").out == run.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(instance a C 0.7)", "has no fuzzy datatype that an axiom uses with a data property"),
        (
            "(define-fuzzy-concept Low left-shoulder(0,9,5,2)) (range price *real* 0 9)",
            "The points of a left-shoulder must be finite and ascending, not (5.0, 2.0).",
        ),
        (
            (
                "(define-fuzzy-concept Low left-shoulder(0,9,1,2)) (range cost *real* 0 9)"
                "(implies (some cost Low) Good)"
            ),
            "There is no data property 'cost'.",
        ),
        (
            (
                "(define-fuzzy-concept Low left-shoulder(0,9,1,2)) (range colour *real* 0 9)"
                "(implies (some colour Low) Good)"
            ),
            "The property 'colour' has no numbers, so it has no sets.",
        ),
    ],
)
def test_bad_sets_are_refused(text: str, said: str, hotels: Commands) -> None:
    hotels.write("sets.fdl", text)
    hotels.write("prices.csv", "price,colour,nice\n1,red,yes\n2,blue,no\n3,red,no\n4,blue,yes\n")
    asked = ("learn", "prices.csv", "--target", "nice=yes", "--sets-from", "sets.fdl")
    assert said in refused(hotels, *asked)


def test_an_evaluation_tells_which_sets_were_given(hotels: Commands) -> None:
    rows = "".join(f"{50 + n},{n % 7},{'yes' if n < 20 else 'no'}\n" for n in range(60))
    hotels.write("two.csv", f"price,stars,nice\n{rows}")
    hotels.write("one.csv", re.sub(",[0-9]+,|,stars,", ",", f"price,stars,nice\n{rows}"))
    asked = ("--target", "nice=yes", "--algorithm", "foil", "--grid", "none", "--folds", "2")
    given = ("--sets-from", "hotels.fdl")
    plain = hotels("evaluate", "two.csv", *asked, "-o", "plain.json")
    assert "5 cmeans" in plain.out
    assert "given" not in plain.out + (hotels.folder / "plain.json").read_text()
    some = hotels("evaluate", "two.csv", *asked, *given)
    assert "5 cmeans, some given" in some.out
    every = hotels("evaluate", "one.csv", *asked, *given, "-o", "run.json")
    assert "cmeans" not in every.out
    assert "\nGiven sets: price (Cheap).\n" in every.out
    told = json.loads((hotels.folder / "run.json").read_text())["given_sets"]
    (cheap,) = told["datatypes"]
    assert told["complete"] is True
    assert (cheap["name"], cheap["shape"], cheap["points"]) == ("Cheap", "left-shoulder", [60, 100])
    run = ob.load_run(hotels.folder / "run.json")
    ob.save_run(run, hotels.folder / "again.json")
    assert (hotels.folder / "again.json").read_text() == (hotels.folder / "run.json").read_text()
    assert "<p>Given sets: price (Cheap)</p>" in run._repr_html_()
    said = run_view(run, run.lexicon)["remarks"]
    assert said[-1] == "Fuzzy sets were given: price (Cheap)."
