"""The command on ontologies: small ones, the bundled hotels, and files that are none."""

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import BlankNode, RdfFormat, parse

from owlboost.cli.entry import run as run_command
from owlboost.evaluation.samples import hotels

GOLDEN = Path(__file__).parents[1] / "golden"
EX = "http://ex.org/trains#"
TRAINS = f"""
Prefix(:=<{EX}>) Prefix(o:=<http://other.org#>) Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://ex.org/trains>
Declaration(Class(:Green)) Declaration(Class(o:Green))
Declaration(Class(:Unused))
EquivalentClasses(:East :Sunrise)
SubClassOf(:East :Train)
SubClassOf(:West :Train)
DisjointClasses(:East :West)
ObjectPropertyRange(:hasCar :Car)
ClassAssertion(:East :e1) ClassAssertion(:Sunrise :e2) ClassAssertion(:East :e3)
ClassAssertion(:West :w1) ClassAssertion(:West :w2) ClassAssertion(:West :w3)
ObjectPropertyAssertion(:hasCar :e1 :c1) ObjectPropertyAssertion(:hasCar :e2 :c2)
ObjectPropertyAssertion(:hasCar :e3 :c3) ObjectPropertyAssertion(:hasCar :w1 :c4)
ObjectPropertyAssertion(:hasCar :w2 :c5) ObjectPropertyAssertion(:hasCar :w3 :c6)
ClassAssertion(ObjectSomeValuesFrom(:carries :Coal) :c1)
ClassAssertion(ObjectSomeValuesFrom(:carries :Coal) :c2)
ClassAssertion(ObjectSomeValuesFrom(:carries :Coal) :c3)
ClassAssertion(ObjectSomeValuesFrom(:carries :Wood) :c4)
ClassAssertion(ObjectSomeValuesFrom(:carries :Wood) :c5)
ClassAssertion(:Fast :e1) ClassAssertion(:Fast :e2) ClassAssertion(:Fast :e3)
)"""
COAL = "(hasCar some (carries some Coal)) SubClassOf East"


@dataclass(frozen=True)
class Run:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line of the error; lines before it are notes."""
        *notes, last = self.err.splitlines()
        assert self.code == 1, self.err
        assert all(line.startswith("note: ") for line in notes), self.err
        assert last.startswith("owlboost: ")
        assert not last.startswith("owlboost: owlboost")
        assert "Traceback" not in self.err
        assert self.out == ""
        return last.removeprefix("owlboost: ")


Owlboost = Callable[..., Run]


@pytest.fixture
def owlboost(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Owlboost:
    """Runs the command in this process."""

    def run(*arguments: object) -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["owlboost", *map(str, arguments)])
        code: object = 0
        try:
            run_command()
        except SystemExit as stopped:
            code = stopped.code or 0
        assert isinstance(code, int)
        return Run(code, *capsys.readouterr())

    return run


@pytest.fixture
def trains(tmp_path: Path) -> Path:
    return written(tmp_path, "trains.ofn", TRAINS)


@pytest.fixture(scope="module")
def town() -> Iterator[Path]:
    with hotels() as path:
        yield path


def written(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def same_model(one: Path, two: Path) -> bool:
    """Whether two models say the same, wherever their sources are."""
    found: list[dict[str, Any]] = [json.loads(path.read_text()) for path in (one, two)]
    for model in found:
        del model["source"]
    return found[0] == found[1]


# inspect


def test_inspect_says_what_is_there(owlboost: Owlboost, trains: Path) -> None:
    run = owlboost("inspect", trains)
    lines = run.out.splitlines()
    assert (run.code, run.err) == (0, "")
    assert lines[0] == "http://ex.org/trains, ALC"
    assert "individuals                 12" in lines
    assert "anonymous fillers            5" in lines
    heading = "Classes that could be learned, nearest to half first (members, of 12 individuals)"
    assert lines[lines.index(heading) + 1] == "       6  Car"
    assert lines.index("       6  Car") < lines.index("       3  East")


def test_inspect_as_json(owlboost: Owlboost, trains: Path) -> None:
    data = json.loads(owlboost("inspect", trains, "--json").out)
    assert data["expressivity"] == "ALC"
    assert (data["classes"], data["roles"], data["individuals"]) == (11, 2, 12)
    assert {"name": "East", "iri": EX + "East", "members": 3} in data["candidates"]
    assert data["remarks"] == []


def test_inspect_materialises(owlboost: Owlboost, trains: Path, tmp_path: Path) -> None:
    file = tmp_path / "inferred.nt"
    run = owlboost("inspect", trains, "--materialise", file)
    triples = list(parse(path=file, format=RdfFormat.N_TRIPLES))
    assert run.err == f"{len(triples)} inferred types and fillers written to {file}\n"
    carried = [one.object for one in triples if one.predicate.value == EX + "carries"]
    assert len(carried) == 5
    assert all(isinstance(node, BlankNode) for node in carried)
    assert sum(one.object.value == EX + "Sunrise" for one in triples) == 3  # e1, e3 inferred


def test_inspect_the_hotels(owlboost: Owlboost, town: Path) -> None:
    run = owlboost("inspect", town)
    assert run.code == 0
    assert "Good_Hotel" in run.out
    assert "Not understood" not in run.out


OWL, RDFS = "http://www.w3.org/2002/07/owl#", "http://www.w3.org/2000/01/rdf-schema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
SYNTAXES = {
    "Functional": "Ontology(SubClassOf(<urn:x:A> <urn:x:B>) ClassAssertion(<urn:x:A> <urn:x:a>) "
    "ClassAssertion(<urn:x:B> <urn:x:b>) ClassAssertion(<urn:x:C> <urn:x:c>))",
    "Manchester": "Prefix: : <urn:x:>\nOntology: <urn:x>\nClass: :B\nClass: :C\n"
    "Class: :A SubClassOf: :B\nIndividual: :a Types: :A\nIndividual: :b Types: :B\n"
    "Individual: :c Types: :C\n",
    "Turtle": f"@prefix : <urn:x:> . :A <{RDFS}subClassOf> :B . :a a :A . :b a :B . :c a :C .",
    "N-Triples": f"<urn:x:A> <{RDFS}subClassOf> <urn:x:B> .\n"
    + "".join(f"<urn:x:{x.lower()}> <{RDF}type> <urn:x:{x}> .\n" for x in "ABC"),
    "JSON-LD": json.dumps(
        [
            {"@id": "urn:x:A", RDFS + "subClassOf": {"@id": "urn:x:B"}},
            *({"@id": f"urn:x:{x.lower()}", "@type": f"urn:x:{x}"} for x in "ABC"),
        ]
    ),
    "RDF/XML": f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:rdfs="{RDFS}" xmlns="urn:x:">'
    '<rdf:Description rdf:about="urn:x:A"><rdfs:subClassOf rdf:resource="urn:x:B"/>'
    '</rdf:Description><A rdf:about="urn:x:a"/><B rdf:about="urn:x:b"/><C rdf:about="urn:x:c"/>'
    "</rdf:RDF>",
    "OWL/XML": f'<Ontology xmlns="{OWL}" ontologyIRI="urn:x">'
    '<SubClassOf><Class IRI="urn:x:A"/><Class IRI="urn:x:B"/></SubClassOf>'
    + "".join(
        f'<ClassAssertion><Class IRI="urn:x:{x}"/><NamedIndividual IRI="urn:x:{x.lower()}"/>'
        "</ClassAssertion>"
        for x in "ABC"
    )
    + "</Ontology>",
}


@pytest.mark.parametrize("name", ["x.owl", "x.rdf", "x.ttl.gz", "x"])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("syntax", SYNTAXES)
def test_inspect_any_syntax_under_any_name(
    syntax: str, packed: bool, name: str, owlboost: Owlboost, tmp_path: Path
) -> None:
    content = SYNTAXES[syntax].encode()
    file = written(tmp_path, name, gzip.compress(content) if packed else content)
    run = owlboost("inspect", file, "--json")
    assert (run.code, run.err) == (0, "")
    found = json.loads(run.out)
    assert (found["classes"], found["individuals"], found["inferred_types"]) == (3, 3, 4)
    assert found["candidates"] == [{"name": "B", "iri": "urn:x:B", "members": 2}]


def test_an_ontology_without_individuals_says_so(owlboost: Owlboost, tmp_path: Path) -> None:
    file = written(tmp_path, "a.ofn", "Ontology(<urn:a> SubClassOf(<urn:A> <urn:B>))")
    assert owlboost("inspect", file).out.endswith("There are no individuals to learn from\n")


def test_an_ontology_with_one_class_asks_for_lists(owlboost: Owlboost, tmp_path: Path) -> None:
    file = written(tmp_path, "a.ofn", "Ontology(ClassAssertion(<urn:A> <urn:x>))")
    run = owlboost("inspect", file)
    assert run.out.startswith("an ontology without a name, AL\n")
    assert "give examples with --positives and --negatives, or with --problem" in run.out


def test_an_import_not_found_is_shown(owlboost: Owlboost, tmp_path: Path) -> None:
    text = "Ontology(<urn:a> Import(<http://ex.org/other>) ClassAssertion(<urn:A> <urn:x>))"
    run = owlboost("inspect", written(tmp_path, "a.ofn", text))
    assert "imports http://ex.org/other: not found" in run.out
    assert "unresolved-import (1×)" in run.out


# learn

SETS = f"""
prefixes = [("t", "{EX}")]
lp.positiveExamples = {{
    "t:e1", // first
    "t:e2"}}
lp.negativeExamples = {{ "t:w1", "t:w2" }}
"""


def test_learn_a_class_within_a_scope(owlboost: Owlboost, trains: Path) -> None:
    run = owlboost(
        "learn", trains, "--target", "East", "--scope", "Train", "--hide", "Fast",
        "--max-depth", 2, "--algorithm", "foil",
    )  # fmt: skip
    assert (run.code, run.err) == (0, "")
    assert "East: 1 rule, learned from 6 examples, 3 of them positive" in run.out
    assert COAL in run.out.replace("\n", " ")


def test_what_is_hidden_gives_nothing_away(owlboost: Owlboost, trains: Path) -> None:
    shown = owlboost("learn", trains, "--target", "East", "--algorithm", "foil").out
    assert "Fast SubClassOf East" in shown
    for text in ("Sunrise", "East SubClassOf"):
        assert text not in shown


def test_without_lookahead_the_chain_is_not_seen(owlboost: Owlboost, trains: Path) -> None:
    options = (
        *("--target", "East", "--scope", "Train", "--hide", "Fast", "--layout", "paper"),
        *("--max-depth", 2),
    )
    run = owlboost("learn", trains, *options, "--lookahead", 0)
    assert run.code == 0
    assert "carries some Coal" not in run.out
    assert "carries some Coal" in owlboost("learn", trains, *options, "--lookahead", 2).out
    assert "carries some Coal" not in owlboost("learn", trains, *options[:-1], 1).out


def test_learn_from_lists(owlboost: Owlboost, trains: Path, tmp_path: Path) -> None:
    positives = written(tmp_path, "pos.txt", f"# they carry coal\ne1\n{EX}e2\n\ne3\n")
    negatives = written(tmp_path, "neg.txt", "w1\nw2\nw3\n")
    model = tmp_path / "model.json"
    run = owlboost(
        "learn", trains, "--positives", positives, "--negatives", negatives, "--target", "East",
        "--hide", "Fast", "--max-depth", 2, "--algorithm", "foil", "-o", model,
    )  # fmt: skip
    assert COAL in run.out.replace("\n", " ")
    assert run.err == f"Model written to {model}\n"
    source = json.loads(model.read_text())["source"]
    assert (source["individuals"], source["positives"]) == (6, 3)
    assert source["hidden"] == ["Fast"]


def test_positives_alone_are_against_all_others(
    owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    positives = written(tmp_path, "pos.txt", "e1\ne2\ne3\n")
    run = owlboost("learn", trains, "--positives", positives, "--json")
    model = json.loads(run.out)
    assert model["source"]["individuals"] == 12
    assert model["target"] == "urn:owlboost:target#Target"


def test_others_weigh_in_beside_lists(owlboost: Owlboost, trains: Path, tmp_path: Path) -> None:
    lists = (
        "--positives", written(tmp_path, "pos.txt", "e1\ne2\ne3\n"),
        "--negatives", written(tmp_path, "neg.txt", "w1\nw2\nw3\n"),
    )  # fmt: skip
    asked = ("learn", trains, *lists, "--hide", "Fast", "--hide", "East", "--algorithm", "foil")
    literal = ("--max-depth", 2, "--lookahead", 0, "-o", tmp_path / "model.json")
    #   every train has a car: ∃hasCar.⊤ gains only where cars are there to be told apart
    alone = owlboost(*asked, *literal)
    assert "carries some Coal" not in alone.out
    run = owlboost(*asked, *literal, "--background", "all")
    assert run.code == 0
    assert "6 examples, 3 of them positive, while 6 others weighed in" in run.out
    assert "(hasCar some (carries some Coal)) SubClassOf" in run.out.replace("\n", " ")
    assert json.loads((tmp_path / "model.json").read_text())["source"]["background"] == 6
    scoped = owlboost(*asked, "--scope", "Car", "--background", "scope", "--json")
    assert json.loads(scoped.out)["source"]["background"] == 6
    assert scoped.err == ""
    gradient = owlboost(*asked[:-1], "gradient", "--background", "all")
    assert "Gradient concepts learns from examples alone" in gradient.error


def test_evaluate_with_others_and_train_is_test(
    owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run.json"
    lists = (
        "--positives", written(tmp_path, "pos.txt", "e1\ne2\ne3\n"),
        "--negatives", written(tmp_path, "neg.txt", "w1\nw2\nw3\n"),
    )  # fmt: skip
    asked = ("evaluate", trains, *lists, "--hide", "Fast", "--hide", "East", "--algorithm", "boost")
    limits = ("--max-depth", 2, "--lookahead", 0, "--grid", "none", "--background", "all")
    run = owlboost(*asked, *limits, "--train-is-test", "-o", out)
    assert run.code == 0
    assert "6 others weighing in, trained and tested on the same examples" in run.out
    assert "note: ★ As asked for, training and test use the same examples." in run.err
    data = json.loads(out.read_text())
    assert data["protocol"]["train_is_test"]
    assert data["protocol"]["starred"]
    assert (data["examples"], data["background"]) == (6, 6)
    assert data["parameters"]["lookahead"] == 0
    assert data["configurations"][0]["mean"]["F1"] == 1.0
    folded = owlboost(*asked, *limits, "--folds", 3, "--json")
    assert len(json.loads(folded.out)["configurations"][0]["folds"]) == 3


def test_a_target_that_hides_nothing_is_said(
    owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    positives = written(tmp_path, "pos.txt", "e1\ne2\ne3\n")
    run = owlboost("learn", trains, "--positives", positives, "--target", "Est")
    assert run.code == 0
    hidden, few = run.err.splitlines()
    assert hidden == "note: the ontology has no class 'Est', so nothing had to be hidden"
    assert few.startswith("note: 3 of 12 examples belong to the target. Rules from so few")
    assert run.out.startswith("What makes an est: ")


@pytest.mark.parametrize(
    ("name", "content", "chosen"),
    [
        (
            "one.json",
            json.dumps({"positive_examples": ["e1", "e2"], "negative_examples": ["w1", "w2"]}),
            "",
        ),
        (
            "several.json",
            json.dumps(
                {
                    "problems": {
                        "Coal": {
                            "positive_examples": ["e1", "e2"],
                            "negative_examples": ["w1", "w2"],
                        },
                        "Wood": {"positive_examples": ["w1"], "negative_examples": ["e1"]},
                    }
                }
            ),
            "#Coal",
        ),
        (
            "sets.conf",
            SETS,
            "",
        ),
        ("signs.conf", f'+"{EX}e1"\n+"{EX}e2"\n-"{EX}w1"\n-"{EX}w2"\n', ""),
    ],
)
def test_learn_problems_of_other_tools(
    name: str, content: str, chosen: str, owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    problem = written(tmp_path, name, content)
    run = owlboost(
        "learn", trains, "--problem", f"{problem}{chosen}", "--hide", "East", "--hide", "Fast",
        "--hide", "West", "--hide", "Sunrise", "--max-depth", 2, "--json",
        "--algorithm", "boost",
    )  # fmt: skip
    assert run.code == 0, run.err
    model = json.loads(run.out)
    assert (model["source"]["individuals"], model["source"]["positives"]) == (4, 2)
    axiom = model["learners"][0]["axioms"][0]
    assert "carries some Coal" in axiom["manchester"]
    assert axiom["confidence"] == 1.0


def test_json_is_the_model_file(owlboost: Owlboost, town: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    options = ("--target", "Good_Hotel", "--scope", "Accommodation", "--rules", 2)
    run = owlboost("learn", town, *options, "--json", "-o", model)
    assert json.loads(run.out) == json.loads(model.read_text())
    assert json.loads(run.out)["source"]["individuals"] == 60


def test_a_packed_or_renamed_file_gives_the_same_model(
    owlboost: Owlboost, town: Path, tmp_path: Path
) -> None:
    options = ("--target", "Good_Hotel", "--scope", "Accommodation", "--rules", 2)
    sources = [
        town,
        written(tmp_path, "hotels.owl.gz", gzip.compress(town.read_bytes())),
        written(tmp_path, "hotels.ttl", town.read_bytes()),
    ]
    models = [tmp_path / f"{number}.json" for number in range(3)]
    for source, model in zip(sources, models, strict=True):
        assert owlboost("learn", source, *options, "-o", model).code == 0
    assert same_model(models[0], models[1])
    assert same_model(models[0], models[2])


def test_notes_say_what_matters_to_rules(owlboost: Owlboost, tmp_path: Path) -> None:
    label = 'AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> :e1 "first")'
    union = "SubClassOf(:Train ObjectUnionOf(:Long :Short))"
    file = written(tmp_path, "a.ofn", f"{TRAINS.removesuffix(')')} {label} {union})")
    shown = owlboost("inspect", file).out
    assert "annotation-ignored (1×)" in shown
    assert "incomplete-union (1×)" in shown
    note, few, open_ = owlboost("learn", file, "--target", "East").err.splitlines()
    assert few.startswith("note: ")
    assert "Rules from so few" in few
    assert note.startswith("note: the cases of a union are told apart")
    assert note.endswith("(incomplete-union, 1×)")
    assert open_.startswith("note: whether the rules are consistent and non-redundant is not")


def test_when_nothing_is_learned_it_says_what_to_try(owlboost: Owlboost, tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "a.ofn",
        "Ontology(Declaration(NamedIndividual(<urn:x:b>)) ClassAssertion(<urn:x:A> <urn:x:a>))",
    )
    for algorithm, said, otherwise in (
        ("gradient", "What makes an a: 0 rules", "a larger --max-depth or --algorithm boost"),
        ("boost", "Nothing SubClassOf A", "a smaller --theta, a larger --max-depth or"),
        ("foil", "# none found", "a smaller --theta or a larger --max-depth"),
    ):
        run = owlboost("learn", file, "--target", "A", "--algorithm", algorithm)
        assert run.code == 0
        last = run.err.splitlines()[-1]
        assert said in run.out
        assert last.startswith(f"note: no rule was found; try {otherwise}")


# predict


def test_predict_one_individual_by_its_short_name(
    owlboost: Owlboost, town: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model.json"
    options = ("--target", "Good_Hotel", "--scope", "Accommodation", "--rules", 2)
    owlboost("learn", town, *options, "-o", model)
    run = owlboost("predict", model, town, "--individual", "Hotel_010", "--format", "json")
    (found,) = json.loads(run.out)
    assert found["individual"] == "https://owlboost.example/hotels#Hotel_010"
    assert 0 <= found["degree"] <= 1
    assert found["positive"] == (found["degree"] > 0)
    everyone = json.loads(owlboost("predict", model, town, "--format", "json").out)
    assert found in everyone
    table = owlboost("predict", model, town, "--individual", "Hotel_010").out
    assert f"{found['degree']:.4f}" in table


def test_predictions_do_not_see_what_was_hidden(
    owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model.json"
    owlboost(
        "learn", trains, "--target", "East", "--hide", "Fast", "--max-depth", 2,
        "--algorithm", "foil", "-o", model,
    )  # fmt: skip
    run = owlboost("predict", model, trains, "--format", "csv")
    rows = dict(line.split(",")[::5] for line in run.out.splitlines()[1:])
    assert [name.removeprefix(EX) for name, word in rows.items() if word == "true"] == [
        "e1",
        "e2",
        "e3",
    ]
    fresh = written(
        tmp_path,
        "new.ofn",
        f"Prefix(:=<{EX}>) Ontology(ObjectPropertyAssertion(:hasCar :new :car) "
        "ClassAssertion(ObjectSomeValuesFrom(:carries :Coal) :car))",
    )
    run = owlboost("predict", model, fresh, "--individual", "new", "--format", "json")
    assert json.loads(run.out)[0]["degree"] == 1.0


def test_predict_names_what_it_does_not_find(
    owlboost: Owlboost, trains: Path, town: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model.json"
    owlboost("learn", trains, "--target", "East", "-o", model)
    message = owlboost("predict", model, trains, "--individual", "train_e1").error
    assert message.startswith("trains.ofn has no individual named 'train_e1'.")
    message = owlboost("predict", model, town).error
    assert message == f"The model needs the class 'Fast' ({EX}Fast), which the data do not have."


# demo


def test_demo(owlboost: Owlboost, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    run = owlboost("demo", "-o", folder)
    assert run.code == 0
    assert files_in(folder) == {"hotels.ofn", "good_hotel.json", "good_hotel.html", "iris.csv"}
    assert "What makes a good hotel: 4 rules" in run.out
    assert f"open this page in a browser: {folder / 'good_hotel.html'}" in run.out
    assert run.out.startswith(f"$ owlboost learn {folder}")
    next_step = run.out.splitlines()[-1].removeprefix("Now try: owlboost ").split()
    assert owlboost(*next_step).code == 0
    with_a_table = run.out.splitlines()[-2].removeprefix("The same with a table: owlboost ")
    assert "What makes a versicolor: " in owlboost(*with_a_table.split()).out


def test_the_demo_leaves_a_table_of_the_user_alone(owlboost: Owlboost, tmp_path: Path) -> None:
    (tmp_path / "iris.csv").write_text("mine")
    assert owlboost("demo", "-o", tmp_path).code == 0
    assert (tmp_path / "iris.csv").read_text() == "mine"


def test_the_demos_command_gives_the_demos_model(owlboost: Owlboost, tmp_path: Path) -> None:
    run = owlboost("demo", "-o", tmp_path)
    again = tmp_path / "again.json"
    command = run.out.splitlines()[0].removeprefix("$ owlboost ").split()
    assert owlboost(*command[:-1], again).code == 0
    assert same_model(again, tmp_path / "good_hotel.json")


# Files that are no ontologies

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a0 "lol">'
    + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    + ']><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&a12;</rdf:RDF>'
)
IMPORTING = "Ontology(<urn:a> Import(<http://ex.org/other>) ClassAssertion(<urn:A> <urn:x>))"
INCONSISTENT = (
    "Prefix(:=<urn:x:>) Ontology(DisjointClasses(:Cat :Dog) "
    "ClassAssertion(:Cat :tom) ClassAssertion(:Dog :tom) ClassAssertion(:Dog :rex))"
)
BAD: dict[str, tuple[str | bytes, str]] = {
    "truncated.ofn": (TRAINS[:900], "truncated.ofn"),
    "truncated.rdf": ((GOLDEN / "everything.rdf").read_bytes()[:3000], "cut short"),
    "truncated.owx": ((GOLDEN / "everything.owx").read_bytes()[:3000], "cut short"),
    "truncated.ttl": ((GOLDEN / "everything.ttl").read_bytes()[:3001], "truncated.ttl"),
    "truncated.omn": ((GOLDEN / "everything.omn").read_bytes()[:1001], "truncated.omn"),
    "truncated.jsonld": ((GOLDEN / "everything.jsonld").read_bytes()[:3000], "truncated.jsonld"),
    "truncated.owl.gz": (gzip.compress(TRAINS.encode())[:200], "truncated.owl.gz"),
    "empty.owl": (b"", "empty"),
    "blank.owl": (b" \n\n", "empty"),
    "binary.owl": (bytes(range(256)) * 40, "binary.owl"),
    "picture.owl": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(200), "picture.owl"),
    "page.owl": (b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>", "is a web page"),
    "bomb.owl": (BOMB, "expand without limit"),
    "prose.owl": (b"Hotels in an invented town, by the editor.", "none of the syntaxes"),
    "data.owl": (b'{"hotels": [1, 2, 3]}', "not JSON-LD"),
    "table.owl": (b"name,price\nHotel_010,79\n", "none of the syntaxes"),
    "inconsistent.owl": (
        INCONSISTENT,
        "The ontology is inconsistent: individual 'tom' violates DisjointClasses(Cat, Dog).",
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["inspect", "learn"])
def test_a_bad_file_is_one_line_and_nothing_is_written(
    command: str, name: str, owlboost: Owlboost, tmp_path: Path
) -> None:
    content, words = BAD[name]
    file = written(tmp_path, name, content)
    options: dict[str, tuple[object, ...]] = {
        "inspect": ("--materialise", tmp_path / "out.nt"),
        "learn": ("--target", "Dog", "-o", tmp_path / "model.json"),
    }
    before = files_in(tmp_path)
    start = time.process_time()
    message = owlboost(command, file, *options[command]).error
    assert time.process_time() - start < 10
    assert words in message
    assert len(message) < 600
    assert files_in(tmp_path) == before


def test_inspect_follows_a_catalog_but_not_outside(owlboost: Owlboost, tmp_path: Path) -> None:
    folder = tmp_path / "given"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "trains.ofn").write_text(TRAINS)
    (tmp_path / "secret.ofn").write_text("Ontology(<http://ex.org/secret>)")
    (folder / "catalog-v001.xml").write_text(
        '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
        '<uri name="http://ex.org/a" uri="parts/trains.ofn"/>'
        '<uri name="http://ex.org/b" uri="../secret.ofn"/></catalog>'
    )
    main_file = folder / "main.ofn"
    main_file.write_text(
        "Ontology(<http://ex.org/main> Import(<http://ex.org/a>) Import(<http://ex.org/b>))"
    )
    run = owlboost("inspect", main_file)
    assert run.code == 0
    assert f"imports http://ex.org/a: {folder / 'parts' / 'trains.ofn'}" in run.out
    assert "imports http://ex.org/b: not found" in run.out
    assert "catalog-not-followed (1×)" in run.out
    assert "imports <http://ex.org/b>" in owlboost("inspect", main_file, "--strict").error


def test_rules_are_learned_from_obo(owlboost: Owlboost, tmp_path: Path) -> None:
    file = tmp_path / "trains.obo"
    instances = [
        f"[Instance]\nid: T:{kind}{n}\ninstance_of: T:{kind}\nrelationship: pulls T:{load}{n}\n\n"
        f"[Instance]\nid: T:{load}{n}\ninstance_of: T:{load}\n"
        for kind, load in (("East", "Coal"), ("West", "Wood"))
        for n in range(4)
    ]
    file.write_text("ontology: trains\n\n" + "\n".join(instances))
    run = owlboost("learn", file, "--target", "T_East", "--algorithm", "foil")
    assert run.code == 0
    assert "\n(pulls some T_Coal) SubClassOf T_East [1.000]" in run.out


def test_a_missing_import_is_an_error_if_one_wants(owlboost: Owlboost, tmp_path: Path) -> None:
    file = written(tmp_path, "a.ofn", IMPORTING)
    message = owlboost("inspect", file, "--strict").error
    assert "imports <http://ex.org/other>" in message
    assert "--import-dir" in message


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--target", "Sunrize"], "no class named 'Sunrize'. Did you mean Sunrise?"),
        (["--target", EX + "Eest"], "Did you mean West, East, Fast?"),
        (["--target", "Unused"], f"The target {EX}Unused has no positive examples"),
        (
            ["--target", "Green"],
            f"'Green' is ambiguous: it could be {EX}Green, http://other.org#Green",
        ),
        (["--target", "Train", "--scope", "Train"], f"{EX}Train has no negative examples"),
        (["--target", "East", "--scope", "Trains"], "no class named 'Trains'. Did you mean Train"),
        (["--target", "East", "--hide", "Slow"], "no class or property named 'Slow'"),
        (["--negatives", "{neg}"], "--negatives needs --positives as well"),
        (["--positives", "{empty}"], "empty.txt has no examples; write one name or IRI per line."),
        (
            ["--positives", "{neg}", "--negatives", "{empty}"],
            "empty.txt has no examples; write one name or IRI per line.",
        ),
        (
            ["--positives", "{neg}", "--negatives", "{neg}"],
            "w1 is listed both as a positive and as",
        ),
        (["--positives", "{unknown}"], "no individual named 'e9'. Did you mean e"),
        (["--positives", "{none}"], "There is no file"),
        (["--problem", "{neg}"], "names no positive examples"),
        (["--problem", "{neg}", "--positives", "{neg}"], "either --problem or --positives"),
        (["--target", "East", "--sets", "1"], "not 1"),
        (["--target", "East", "--background", "scope"], "--background scope needs --scope CLASS"),
    ],
)
def test_a_bad_wish_is_one_line_and_nothing_is_written(
    options: list[str], words: str, owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    lists = {
        "neg": written(tmp_path, "neg.txt", "w1\nw2\n"),
        "empty": written(tmp_path, "empty.txt", "# nobody\n"),
        "unknown": written(tmp_path, "unknown.txt", "e1\ne9\n"),
        "none": tmp_path / "none.txt",
    }
    before = files_in(tmp_path)
    arguments = [option.format(**lists) for option in options]
    message = owlboost("learn", trains, *arguments, "-o", tmp_path / "model.json").error
    assert words in message
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("place", ["nowhere/model.json", "."])
def test_a_model_that_cannot_be_written_is_told_first(
    place: str, owlboost: Owlboost, trains: Path, tmp_path: Path
) -> None:
    assert owlboost("learn", trains, "--target", "East", "-o", tmp_path / place).error


def as_process(*arguments: object) -> Run:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-m", "owlboost", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    return Run(run.returncode, run.stdout, run.stderr)


def test_debug_shows_where_it_happened(trains: Path) -> None:
    run = as_process("learn", trains, "--target", "Est", "--debug")
    assert run.code == 1
    assert "Traceback" in run.err
    assert "UnknownNameError" in run.err


def test_a_process_fails_in_one_line(trains: Path) -> None:
    message = as_process("learn", trains, "--target", "Est").error
    assert message.startswith("The ontology has no class named 'Est'.")
