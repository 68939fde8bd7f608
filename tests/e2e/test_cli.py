"""Every command, on small files, as scripts and people use it."""

import csv
import io
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from rdflib import OWL, RDF, RDFS, XSD, Graph, Literal, URIRef
from tests.e2e.commands import Commands, environment, in_another_process
from tests.e2e.conftest import HOTELS
from tests.reference import learning as literal

from owlboost.cli.training import deliver
from owlboost.concepts.concept import by_taxonomy
from owlboost.concepts.concept_json import concept_from_json
from owlboost.concepts.evaluation import Extents
from owlboost.data.examples import LearningProblem
from owlboost.evaluation.samples import write_iris_table
from owlboost.features.label_matrix import label_matrix
from owlboost.features.partitions import fit_partitions
from owlboost.learners.algorithms import FuzzyOWLBoost, GradientConcepts
from owlboost.learners.training import train
from owlboost.models.calibration import Isotonic
from owlboost.models.model_files import load, model_from_json
from owlboost.tables.reading import read_table

COMMANDS = ("inspect", "learn", "predict", "explain", "report", "convert", "demo")
BOOST = ("--algorithm", "boost")
LEARN = (
    "learn", "hotels.csv", "--target", "kind=good", "--sets", "3", "--rounds", "3", *BOOST
)  # fmt: skip


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(HOTELS)))


def predictions(owlboost: Commands, *more: str) -> list[dict[str, Any]]:
    out = owlboost.done("predict", "model.json", "hotels.csv", "--format", "json", *more)
    found: list[dict[str, Any]] = json.loads(out)
    return found


# Learning


def test_the_commands_work_as_installed(hotels: Commands) -> None:
    learned = in_another_process("-m", "owlboost", *LEARN, "-o", "m.json", folder=hotels.folder)
    assert (learned.code, learned.err) == (0, "Model written to m.json\n")
    assert "SubClassOf good" in learned.out
    applied = in_another_process(
        "-m", "owlboost", "predict", "m.json", "hotels.csv", folder=hotels.folder
    )
    assert (applied.code, applied.err) == (0, "")
    assert len(applied.out.splitlines()) == 13


def test_rules_are_printed_with_their_worth(hotels: Commands) -> None:
    out = hotels.done(*LEARN)
    assert out.startswith("# good: ")
    assert "learned from 12 examples, 6 of them positive" in out.splitlines()[0]
    assert "# Weak Learner WL1, weight " in out
    assert "# Fuzzy datatypes" in out
    assert re.search(
        r"^fuzzy +precision \d\.\d{3}  recall \d\.\d{3}  F1 \d\.\d{3}", out, re.MULTILINE
    )


@pytest.mark.parametrize("options", [(), ("--algorithm", "foil"), ("--weak-learner", "axiom")])
def test_what_is_printed_has_no_colours_and_no_long_lines(
    hotels: Commands, options: tuple[str, ...]
) -> None:
    run = hotels(*LEARN, *options)
    assert run.code == 0
    assert "\x1b" not in run.out + run.err
    assert max(map(len, run.out.splitlines())) <= 100


def test_long_names_are_broken_into_lines(owlboost: Commands) -> None:
    price = "average price of one night in " + "high " * 20 + "season"
    cells = [f"{'x' * 120}{i},{i},{'good' if i < 5 else 'bad'}" for i in range(10)]
    owlboost.write("t.csv", "\n".join([f"id,{price},kind", *cells]))
    out = owlboost.done("learn", "t.csv", "--target", "kind=good", "--id", "id", "-o", "model.json")
    table = owlboost.done("predict", "model.json", "t.csv", "--id", "id")
    assert "season" in out
    assert "x" * 45 in table
    assert max(map(len, (out + table).splitlines())) <= 100


def test_names_with_brackets_and_colons_are_printed_as_they_are(owlboost: Commands) -> None:
    owlboost.write("t.csv", "id,x,k\n[/b],1,:dog:\n[red]r,2,:dog:\n:cat:,8,b\nd,9,b\n")
    out = owlboost.done("learn", "t.csv", "--target", "k=:dog:", "--id", "id", "-o", "model.json")
    assert out.startswith("What makes “:dog:”: 1 rule, ")
    table = owlboost.done("predict", "model.json", "t.csv", "--id", "id")
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["[/b]", "[red]r", ":cat:", "d"]


def test_what_was_validated_is_printed_and_remarks_are_notes(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    model = load(hotels.folder / "model.json")
    n_rules = model.hypothesis.n_rules
    deliver(model, None)
    plain = hotels.capsys.readouterr()
    assert (plain.err, "Validated" in plain.out, "Calibrated" in plain.out) == ("", False, False)
    told = replace(
        model,
        curve=((0, 0.25), (n_rules, 0.125), (n_rules + 1, 0.13)),
        calibration=Isotonic((0.0, 1.0), (0.1, 0.9)),
        remarks=("Few examples were validated.",),
    )
    deliver(told, None)
    printed = hotels.capsys.readouterr()
    #   straight from 0.1 at 0 to 0.9 at 1
    assert printed.out == plain.out + (
        f"# Validated error by number of rules: 0: .250  {n_rules}: .125 *  {n_rules + 1}: .130\n"
        "# Calibrated: an evidence of 0 means a probability of 0.10, 0.5 of 0.50, 1 of 0.90\n"
    )
    assert printed.err == "note: Few examples were validated.\n"


def test_a_rule_tells_how_many_times_the_average_its_confidence_is(hotels: Commands) -> None:
    out = hotels.done(*LEARN, "-o", "model.json")
    #   6 of 12 hotels are good
    lifts = re.findall(r"# confidence (\S+) \((\S+) times the average 0\.500\), covers", out)
    assert lifts
    for confidence, times in lifts:
        assert float(times) == pytest.approx(float(confidence) / 0.5, abs=0.06)


def test_json_on_stdout_is_the_model_file(hotels: Commands) -> None:
    run = hotels(*LEARN, "--json", "-o", "model.json")
    assert run.out == (hotels.folder / "model.json").read_text(encoding="utf-8")
    assert run.err == "Model written to model.json\n"
    data = json.loads(run.out)
    assert (data["format"], data["version"]) == ("owlboost/model", 1)
    assert data["target"] == "urn:owlboost:table#good"
    assert data["source"]["individuals"] == 12
    assert data["source"]["positives"] == 6
    assert data["parameters"]["n_sets"] == 3


def test_the_model_file_is_what_the_library_learns(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    problem = read_table(hotels.folder / "hotels.csv").problem("kind=good")
    expected = train(problem, FuzzyOWLBoost(n_sets=3, n_rounds=3))
    loaded = load(hotels.folder / "model.json")
    assert (loaded.hypothesis, loaded.threshold) == (expected.hypothesis, expected.threshold)
    assert loaded.training == expected.training


@pytest.mark.parametrize("suffix", [".tsv", ".parquet", ".csv.gz"])
def test_all_kinds_of_tables_give_the_same_rules(hotels: Commands, suffix: str) -> None:
    expected = hotels.done(*LEARN)
    same = hotels.folder / f"same{suffix}"
    options = pa_csv.ConvertOptions(null_values=["", "?", "NA"], strings_can_be_null=True)
    table = pa_csv.read_csv(hotels.folder / "hotels.csv", convert_options=options)
    if suffix == ".parquet":
        pq.write_table(table, same)
    elif suffix == ".tsv":
        same.write_text(HOTELS.replace(",", "\t"))
    else:
        with pa.output_stream(same, compression="gzip") as stream:
            stream.write(HOTELS.encode())
    assert hotels.done("learn", same.name, *LEARN[2:]) == expected


def test_a_table_without_a_header_gets_names(hotels: Commands) -> None:
    expected = hotels.done(*LEARN)
    hotels.write("bare.csv", HOTELS.partition("\n")[2])
    names = HOTELS.partition("\n")[0]
    assert hotels.done("learn", "bare.csv", *LEARN[2:], "--columns", names) == expected
    numbered = hotels.done(
        "learn", "bare.csv", "--no-header", "--target", "column5=good", "--rounds", "1"
    )
    assert " column1 up to " in numbered


def test_the_target_column_and_hidden_ones_are_kept_from_the_learner(hotels: Commands) -> None:
    assert "(price some" in hotels.done(*LEARN)
    hidden = hotels.done(*LEARN, "--hide", "price", "--hide", "stars")
    for name in ("price", "stars", "kind value"):
        assert name not in hidden


def test_numbers_are_categories_if_asked(hotels: Commands) -> None:
    options = ("--hide", "price", "--hide", "pool", "--hide", "sea view")
    assert "stars some stars_" in hotels.done(*LEARN, *options)
    assert 'stars value "' in hotels.done(*LEARN, *options, "--categorical", "stars")


def test_foil_gives_rules_with_degrees(hotels: Commands) -> None:
    data = json.loads(hotels.done(*LEARN, "--algorithm", "foil", "--json"))
    (learner,) = data["learners"]
    assert learner["weight"] == 1.0
    assert all(axiom["degree"] == axiom["confidence"] for axiom in learner["axioms"])


def test_one_axiom_a_round_has_weights_that_sum_to_1(hotels: Commands) -> None:
    data = json.loads(hotels.done(*LEARN, "--weak-learner", "axiom", "--json"))
    assert all(len(learner["axioms"]) == 1 for learner in data["learners"])
    assert sum(learner["weight"] for learner in data["learners"]) == pytest.approx(1.0)


def test_missing_cells_of_the_target_are_no_examples(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x,k\n1,a\n2,b\n3,?\n")
    run = owlboost("learn", "t.csv", "--target", "k=a", *BOOST, "--json")
    assert run.err == "note: 1 row has no value in column 'k' and is not used.\n"
    assert json.loads(run.out)["source"]["individuals"] == 2


# The trace


def test_the_trace_can_be_replayed(hotels: Commands) -> None:
    hotels.done(*LEARN, "--trace", "trace.jsonl")
    text = (hotels.folder / "trace.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    problem = read_table(hotels.folder / "hotels.csv").problem("kind=good")
    partitions = fit_partitions(problem.kb, 3)
    sets = {fuzzy.name: fuzzy for part in partitions for fuzzy in part.sets}
    steps = [
        (concept_from_json(line["concept"], sets), concept_from_json(line["chosen"], sets))
        for line in lines
    ]
    assert (lines[0]["round"], lines[0]["axiom"], lines[0]["step"]) == (1, 1, 1)
    for line, (concept, chosen) in zip(lines, steps, strict=True):
        assert concept.is_top == (line["step"] == 1)
        assert concept.subsumes(chosen, by_taxonomy(problem.kb.implies))
        assert chosen.n_conjuncts == concept.n_conjuncts + 1
        assert line["gain"] > 0
        assert 0 < line["confidence"] <= 1
        assert line["candidates"] > 0
        assert line["pruned"] >= 0
    labels = label_matrix(problem.kb, partitions).labels
    limits = literal.Settings(max_depth=1, max_conjuncts=5, min_confidence=0.34)
    task = literal.Task(problem, labels, limits)
    first_axiom = [i for i, line in enumerate(lines) if line["round"] == line["axiom"] == 1]
    assert len(first_axiom) > 1
    for i in first_axiom:  # weights are uniform and no positive is covered yet
        candidates = literal.improvements(steps[i][0], task, [1 / 12] * 12, task.positive)
        best = literal.best(candidates)
        assert steps[i][1] == best.concept
        assert lines[i]["gain"] == pytest.approx(best.gain)
        assert lines[i]["confidence"] == pytest.approx(best.cf)


def test_the_trace_numbers_rounds_axioms_and_steps(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    data = json.loads(
        owlboost.done(
            "learn", "iris.csv", "--target", "species=versicolor", *BOOST, "--rounds", "3",
            "--sets", "3", "--max-conjuncts", "1", "--trace", "trace.jsonl", "--json",
        )
    )  # fmt: skip
    text = (owlboost.folder / "trace.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    places = [(line["round"], line["axiom"], line["step"]) for line in lines]
    assert places == sorted(set(places))
    assert len(data["learners"]) > 1
    for number, learner in enumerate(data["learners"], 1):
        steps = [line for line in lines if line["round"] == number]
        assert (steps[0]["axiom"], steps[0]["step"]) == (1, 1)
        for axiom in learner["axioms"]:  # each ends a search of its round
            assert axiom["concept"] in [line["chosen"] for line in steps]


# Predicting


def test_predictions_are_the_degrees_of_the_model_bit_for_bit(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    problem = read_table(hotels.folder / "hotels.csv").problem("kind=good")
    expected = train(problem, FuzzyOWLBoost(n_sets=3, n_rounds=3))
    degrees = Extents(problem.kb).hypothesis(expected.hypothesis).tolist()
    by_row = dict(zip(problem.kb.individuals, degrees, strict=True))
    found = predictions(hotels)
    assert [one["individual"] for one in found] == [f"row{i}" for i in range(1, 13)]
    assert [one["degree"] for one in found] == [by_row[f"row{i}"] for i in range(1, 13)]
    assert len(set(degrees)) > 2  # 0, 1 and something between


def test_positive_is_above_0_and_a_decision_reaches_the_threshold(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    path = hotels.folder / "model.json"
    data = json.loads(path.read_text())
    degrees = [one["degree"] for one in predictions(hotels)]
    threshold = sorted(degree for degree in degrees if degree > 0)[1]
    path.write_text(json.dumps(data | {"threshold": threshold}))
    for one in predictions(hotels):
        assert one["positive"] == (one["degree"] > 0)
        assert one["decision"] == (one["degree"] >= threshold)
    counted = [(one["positive"], one["decision"]) for one in predictions(hotels)]
    assert {(False, False), (True, False), (True, True)} == set(counted)


def test_csv_and_table_say_the_same_as_json(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    expected = predictions(hotels)
    as_csv = hotels.done("predict", "model.json", "hotels.csv", "--format", "csv")
    cells = list(csv.DictReader(io.StringIO(as_csv)))
    assert [float(row["degree"]) for row in cells] == [one["degree"] for one in expected]
    assert [row["decision"] == "true" for row in cells] == [one["decision"] for one in expected]
    table = hotels.done("predict", "model.json", "hotels.csv").splitlines()
    columns = ["individual", "degree", "evidence", "probability", "positive", "decision"]
    assert table[0].split() == as_csv.splitlines()[0].split(",") == list(expected[0]) == columns
    assert [line.split()[0] for line in table[1:]] == [one["individual"] for one in expected]
    assert [line.split()[1] for line in table[1:]] == [f"{one['degree']:.4f}" for one in expected]
    assert [line.split()[2] for line in table[1:]] == [f"{one['evidence']:.4f}" for one in expected]


def test_a_probability_is_told_where_the_model_is_calibrated(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    path = hotels.folder / "model.json"
    data = json.loads(path.read_text())
    without = ("predict", "model.json", "hotels.csv", "--individual", "row1")
    path.write_text(json.dumps(data | {"calibration": None}))
    assert predictions(hotels)[0]["probability"] is None
    assert hotels.done(*without).splitlines()[1].split()[3] == "-"
    assert hotels.done(*without, "--format", "csv").splitlines()[1].split(",")[3] == ""
    calibration = {"method": "isotonic", "evidence": [-1.0, 3.0], "probability": [0.0, 1.0]}
    path.write_text(json.dumps(data | {"calibration": calibration}))
    for one in predictions(hotels):
        assert one["degree"] == min(1.0, max(0.0, one["evidence"]))
        #   straight from 0 at −1 to 1 at 3, level outside
        assert one["probability"] == pytest.approx(min(1, max(0, (one["evidence"] + 1) / 4)))
    first = predictions(hotels)[0]
    assert hotels.done(*without).splitlines()[1].split()[3] == f"{first['probability']:.4f}"
    cells = hotels.done(*without, "--format", "csv").splitlines()[1].split(",")
    assert [float(cell) for cell in cells[1:4]] == [
        first[name] for name in ("degree", "evidence", "probability")
    ]


def test_an_explanation_adds_up_to_the_evidence_that_is_predicted(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    path = hotels.folder / "model.json"
    calibration = {"method": "platt", "slope": 1.7, "intercept": -0.4}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"calibration": calibration}))
    for one in predictions(hotels):
        asked = ("explain", "model.json", "hotels.csv", "--individual", one["individual"])
        told = json.loads(hotels.done(*asked, "--json"))
        assert sum(rule["contribution"] for rule in told["rules"]) == pytest.approx(one["evidence"])
        for name in ("individual", "degree", "evidence", "probability"):
            assert told[name] == one[name]
        head = " ".join(hotels.done(*asked).split())
        assert f"evidence {one['evidence']:.4f}, probability {one['probability']:.4f} " in head
        assert f"? {'Yes' if one['decision'] else 'No'}: degree {one['degree']:.4f} (yes" in head


def test_some_individuals_come_in_the_order_asked_for(hotels: Commands) -> None:
    hotels.done(*LEARN, "-o", "model.json")
    everyone = {one["individual"]: one for one in predictions(hotels)}
    found = predictions(hotels, "--individual", "row7", "--individual", "row2")
    assert found == [everyone["row7"], everyone["row2"]]


def test_rows_can_be_named_by_a_column(owlboost: Commands) -> None:
    owlboost.write("hotels.csv", "id,x,k\nRitz,1,a\nHilton,2,b\n")
    owlboost.done("learn", "hotels.csv", "--target", "k=a", "--id", "id", "-o", "model.json")
    found = predictions(owlboost, "--id", "id", "--individual", "Hilton")
    assert [one["individual"] for one in found] == ["Hilton"]


def test_only_the_columns_that_rules_use_are_needed(hotels: Commands) -> None:
    hotels.done("learn", "hotels.csv", "--target", "kind=good", "--hide", "pool", "--hide",
                "sea view", "--hide", "stars", "-o", "model.json")  # fmt: skip
    expected = predictions(hotels)
    prices = "\n".join(["other;price", *(f"7 or so;{row['price']}" for row in rows())])
    hotels.write("hotels.csv", prices + "\n")
    assert predictions(hotels) == expected


def test_a_model_written_by_hand_is_applied(owlboost: Commands) -> None:
    #   price 79: (98 - 79)/(98 - 60) = ½;  0.56 · ½ = 0.28
    concept = {"type": "some_data", "property": "urn:owlboost:table#price", "datatype": "fair"}
    model: dict[str, Any] = {
        "format": "owlboost/model",
        "version": 1,
        "algorithm": "foil",
        "target": "urn:owlboost:table#good",
        "datatypes": [
            {
                "name": "fair",
                "property": "urn:owlboost:table#price",
                "shape": "triangular",
                "points": [40, 60, 98],
            }
        ],
        "learners": [
            {"name": "WL1", "weight": 1, "axioms": [{"concept": concept, "degree": 0.56}]}
        ],
        "threshold": 0.3,
    }
    owlboost.write("model.json", json.dumps(model))
    owlboost.write("hotels.csv", "price\n79\n60\n?\n")
    assert [one["degree"] for one in predictions(owlboost)] == pytest.approx([0.28, 0.56, 0.0])
    assert [one["decision"] for one in predictions(owlboost)] == [False, True, False]
    model["learners"][0]["axioms"][0]["degree"] = 1e-15  # what rounding may leave of 0 (note 23)
    owlboost.write("model.json", json.dumps(model))
    assert [one["positive"] for one in predictions(owlboost)] == [False, False, False]


# Converting


TABLE = "urn:owlboost:table#"


@pytest.mark.parametrize("name", ["hotels.owl", "hotels.ttl"])
def test_a_converted_table_states_every_cell_and_no_more(hotels: Commands, name: str) -> None:
    run = hotels("convert", "hotels.csv", "--target", "kind", "-o", name)
    assert (run.code, run.out, run.err) == (0, "", f"Ontology written to {name}\n")
    graph = Graph().parse(hotels.folder / name, format="turtle" if "ttl" in name else "xml")
    kinds = {"price": XSD.double, "pool": XSD.boolean, "sea%20view": XSD.string}
    kinds["stars"] = XSD.integer
    for column in kinds:
        prop = URIRef(TABLE + column)
        assert (prop, RDF.type, OWL.DatatypeProperty) in graph
        assert (prop, RDF.type, OWL.FunctionalProperty) in graph
    stated = {
        (f"row{number}", column.replace("%20", " "), literal_value(value, kinds[column]))
        for number in range(1, 13)
        for column in kinds
        for value in graph.objects(URIRef(f"{TABLE}row{number}"), URIRef(TABLE + column))
    }
    expected = {
        (f"row{number}", column, cell_value(cell))
        for number, row in enumerate(rows(), 1)
        for column, cell in row.items()
        if column != "kind" and cell not in ("", "?", "NA")
    }
    assert stated == expected
    for number, row in enumerate(rows(), 1):
        types = set(graph.objects(URIRef(f"{TABLE}row{number}"), RDF.type))
        assert types == {OWL.NamedIndividual, URIRef(TABLE + row["kind"])}
    for kind in ("good", "bad"):
        assert (URIRef(TABLE + kind), RDFS.subClassOf, URIRef(f"{TABLE}class")) in graph


def literal_value(value: object, kind: URIRef) -> float | bool | str:
    assert isinstance(value, Literal)
    assert (value.datatype or XSD.string) == kind  # RDF 1.1: a plain literal is a string
    found = value.toPython()
    assert isinstance(found, float | int | bool | str)
    return found


def cell_value(cell: str) -> float | bool | str:
    if cell in ("true", "false"):
        return cell == "true"
    try:
        return float(cell)
    except ValueError:
        return cell


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(owlboost: Commands, command: str) -> None:
    out = owlboost.done(command, "--help")
    assert "Example: owlboost " in out
    assert out == owlboost.done(command, "-h")


def test_the_examples_of_the_help_work_one_after_the_other(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    for command in COMMANDS:
        text = re.sub(r"\s+", " ", owlboost.done(command, "--help").partition("╭")[0])
        example = shlex.split(text.partition("Example: ")[2])
        assert example[:2] == ["owlboost", command]
        assert owlboost(*example[1:]).code == 0
    found = set(owlboost.files())
    assert found == {"iris.csv", "setosa.json", "setosa.html", "iris.owl"}
    assert {path.name for path in (owlboost.folder / "owlboost-demo").iterdir()} == {
        "hotels.ofn",
        "good_hotel.json",
        "good_hotel.html",
        "iris.csv",
    }


def test_the_demo_suggests_a_command_that_works(owlboost: Commands) -> None:
    out = owlboost.done("demo")
    suggestion = shlex.split(out.partition("Now try: owlboost ")[2])
    assert "Hotel_010" in owlboost.done(*suggestion)


def test_the_version_is_told(owlboost: Commands) -> None:
    assert re.fullmatch(r"owlboost \d+\.\d+\.\d+(\.dev\d+)?\n", owlboost.done("--version"))


# Stopping early


def test_a_time_limit_gives_a_valid_model(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    learn = ["learn", "iris.csv", "--target", "species=virginica", "-o", "model.json"]
    for options in ([*BOOST, "--rounds", "1000"], []):
        run = owlboost(*learn, *options, "--time-limit", "0.01")
        assert run.code == 0
        assert run.err.startswith("note: the time limit was reached; this is the best result so")
        assert "time limit" not in owlboost(*learn, "--algorithm", "foil").err
    model = load(owlboost.folder / "model.json")
    assert len(list(model.hypothesis.inclusions)) < 1000
    out = owlboost.done("predict", "model.json", "iris.csv", "--format", "json")
    assert len(json.loads(out)) == 150


def endless_table(path: Path) -> None:
    """Write a table so noisy that thousands of rounds find something to mend."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(6, 5000)).round(2)
    noisy = values.sum(axis=0) + 2 * rng.normal(size=5000) > 0
    columns = {f"x{i}": column for i, column in enumerate(values)}
    pq.write_table(pa.table({**columns, "y": noisy}), path)


def test_ctrl_c_ends_the_search_and_keeps_what_it_has(tmp_path: Path) -> None:
    endless_table(tmp_path / "t.parquet")
    process = subprocess.Popen(
        [sys.executable, "-m", "owlboost", "learn", "t.parquet", "--target", "y=true",
         *BOOST, "--rounds", "1000000", "--sets", "7", "--max-conjuncts", "6",
         "-o", "model.json", "--trace", "trace.jsonl"],
        cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 120
        while not any(path.stat().st_size for path in tmp_path.glob(".trace.jsonl.*.part")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)  # steps are being written: the search is under way
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert err.splitlines()[-1] == "owlboost: interrupted; this is the best result so far."
    assert "Traceback" not in err
    assert "SubClassOf 'y = true'" in out
    model = load(tmp_path / "model.json")
    assert list(model.hypothesis.inclusions)
    lines = (tmp_path / "trace.jsonl").read_text().splitlines()
    assert all(json.loads(line)["gain"] > 0 for line in lines)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "model.json",
        "t.parquet",
        "trace.jsonl",
    ]


def test_ctrl_c_before_the_search_exits_130_and_says_so(tmp_path: Path) -> None:
    assert missing(("owlboost.cli.command",)) == []  # or it would be waited for, for ever
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "owlboost", "learn", "-",
         "--target", "y=true", "-o", "model.json"],
        cwd=tmp_path, env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    said = ""
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if "owlboost.cli.command" in line:
                break  # one of the last imports before standard input is read, for ever
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        _, said = process.communicate()
    finally:
        process.kill()
    assert said.splitlines()[-1] == "owlboost: interrupted, nothing was written."
    assert list(tmp_path.iterdir()) == []


# Imports


HEAVY = ("numba", "numpy", "pandas", "sklearn", "pyarrow")
TOLD = f"import sys; print(sorted(set({HEAVY!r}) & set(sys.modules)))"


def missing(modules: tuple[str, ...]) -> list[str]:
    """Modules that are nowhere: that they are not imported would say nothing."""
    return [name for name in modules if find_spec(name) is None]


def test_importing_the_package_is_light(tmp_path: Path) -> None:
    assert missing(HEAVY) == []
    run = in_another_process("-c", f"import owlboost; {TOLD}", folder=tmp_path)
    assert (run.code, run.out) == (0, "[]\n")


def test_help_lists_every_command_in_the_order_of_its_use(owlboost: Commands) -> None:
    lines = owlboost.done("--help").partition("─ Commands ─")[2].splitlines()
    rows = [line for line in lines if line.startswith("│ ") and line[2] != " "]
    named = [row.split()[1] for row in rows]
    assert named == [
        "inspect", "learn", "predict", "explain", "score", "compare", "evaluate", "report",
        "export", "import", "bench", "convert", "studio", "demo",
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [["--help"], ["learn", "--help"]])
def test_help_is_light(tmp_path: Path, arguments: list[str]) -> None:
    assert missing(HEAVY) == []
    code = (
        f"import sys, atexit; atexit.register(lambda: print(sorted(set({HEAVY!r}) "
        f"& set(sys.modules)))); sys.argv = ['owlboost', *{arguments!r}]; "
        "from owlboost.cli import main; main()"
    )
    run = in_another_process("-c", code, folder=tmp_path)
    assert (run.code, run.out.splitlines()[-1]) == (0, "[]")


OPTIONAL = (
    "dask",
    "joblib",
    "matplotlib",
    "narwhals",
    "pandas",
    "rdflib",
    "scipy.optimize",
    "sklearn",
    "owlboost.cli.bench",
    "owlboost.cli.export",
)
WITH_NUMBA = (*OPTIONAL, "numba")


@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (["learn", "iris.csv", "--target", "species=setosa", "-o", "m.json"], OPTIONAL),
        (["learn", "many.csv", "--target", "sign=minus"], OPTIONAL),  # calibrated by steps
        (["inspect", "iris.csv"], WITH_NUMBA),
        (["predict", "setosa.json", "iris.csv"], WITH_NUMBA),
        (["explain", "setosa.json", "iris.csv", "--individual", "row7"], WITH_NUMBA),
    ],
    ids=lambda value: " ".join(value[:2]),
)
def test_a_command_imports_what_it_needs(
    tmp_path: Path, arguments: list[str], unused: tuple[str, ...]
) -> None:
    assert missing(unused) == []
    write_iris_table(tmp_path / "iris.csv")
    rows = [f"{row % 37},{'minus' if row % 37 < 15 + row % 4 else 'plus'}" for row in range(1200)]
    (tmp_path / "many.csv").write_text("\n".join(["x,sign", *rows]), encoding="utf-8")
    table = read_table(tmp_path / "iris.csv")
    train(table.problem("species=setosa"), GradientConcepts(n_rules=1)).save(
        tmp_path / "setosa.json"
    )
    code = (
        f"import sys, atexit; atexit.register(lambda: print(sorted(set({unused!r}) "
        f"& set(sys.modules)))); sys.argv = ['owlboost', *{arguments!r}]; "
        "from owlboost.cli import main; main()"
    )
    run = in_another_process("-c", code, folder=tmp_path)
    assert (run.code, run.out.splitlines()[-1]) == (0, "[]")


@pytest.mark.parametrize(("told", "threads"), [({}, "1"), ({"OMP_NUM_THREADS": "2"}, "None")])
def test_linear_algebra_starts_no_threads_unless_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, str], threads: str
) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    for name, number in told.items():
        monkeypatch.setenv(name, number)
    code = (
        "import os, sys, atexit; sys.argv = ['owlboost', '--version']; atexit.register("
        "lambda: print('numpy' in sys.modules, os.environ.get('OPENBLAS_NUM_THREADS'))); "
        "from owlboost.cli import main; main()"
    )
    run = in_another_process("-c", code, folder=tmp_path)
    assert (run.code, run.out.splitlines()[-1]) == (0, f"False {threads}")


def test_json_of_an_empty_model_parses(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x,k\n1,a\n1,b\n")
    data = json.loads(owlboost.done("learn", "t.csv", "--target", "k=a", *BOOST, "--json"))
    assert data["learners"] == []
    assert not list(model_from_json(data).hypothesis.inclusions)


def positives(problem: LearningProblem) -> int:
    return int(problem.positive.sum())


def test_the_paper_s_measures_are_in_the_model(hotels: Commands) -> None:
    data = json.loads(hotels.done(*LEARN, "--json"))
    table = read_table(hotels.folder / "hotels.csv")
    assert positives(table.problem("kind=good")) == data["source"]["positives"]
    degrees = Extents(table.knowledge_base()).hypothesis(model_from_json(data).hypothesis)
    assert data["training"]["fuzzy_recall"] == pytest.approx(degrees[:6].sum() / 6)
    assert data["training"]["precision"] == pytest.approx(
        (degrees[:6] > 0).sum() / (degrees > 0).sum()
    )
