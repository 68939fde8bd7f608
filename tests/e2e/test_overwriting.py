"""What the user has is not overwritten: an output is neither an input nor another output."""

import os
from pathlib import Path

import pytest
from tests.e2e.commands import Commands, in_another_process
from tests.e2e.test_bad_input import refused

LEARN = ("learn", "hotels.csv", "--target", "kind=good")

IMPORTING = """Prefix(:=<http://e/o#>) Ontology(<http://e/o> Import(<http://e/facts.ofn>)
Declaration(Class(:Good)) ClassAssertion(:Good :a) ClassAssertion(:Other :b))"""


@pytest.mark.parametrize(
    "command",
    [
        (*LEARN, "-o", "hotels.csv"),
        (*LEARN, "-o", "./hotels.csv"),
        (*LEARN, "--trace", "hotels.csv"),
        (*LEARN, "-o", "link.csv"),
        ("evaluate", "hotels.csv", "--target", "kind=good", "-o", "hotels.csv"),
        ("convert", "hotels.csv", "--target", "kind", "-o", "hotels.csv"),
    ],
)
def test_a_source_is_not_written_to(hotels: Commands, command: tuple[str, ...]) -> None:
    (hotels.folder / "link.csv").symlink_to("hotels.csv")
    said = refused(hotels, *command)
    assert "csv is read, so it is not written to; give another output." in said


def test_lists_of_examples_are_not_written_to(hotels: Commands) -> None:
    hotels.write("o.ofn", IMPORTING)
    hotels.write("good.txt", "a\n")
    lists = ("learn", "o.ofn", "--positives", "good.txt")
    assert "good.txt is read" in refused(hotels, *lists, "-o", "good.txt")
    hotels.write("p.json", '{"problems": {"one": {"positive_examples": ["a"]}}}')
    problem = ("learn", "o.ofn", "--problem", "p.json#one")
    assert "p.json is read" in refused(hotels, *problem, "-o", "p.json")


def test_an_imported_file_is_not_written_to(owlboost: Commands) -> None:
    owlboost.write("o.ofn", IMPORTING)
    owlboost.write("facts.ofn", "Ontology(<http://e/facts.ofn>)")
    command = ("learn", "o.ofn", "--target", "Good", "-o", "facts.ofn")
    assert "facts.ofn is read" in refused(owlboost, *command)
    materialise = ("inspect", "o.ofn", "--materialise", "facts.ofn")
    assert "facts.ofn is read" in refused(owlboost, *materialise)


def test_a_model_is_not_written_to(hotels: Commands) -> None:
    hotels.done(*LEARN, "--rules", "2", "-o", "model.json")
    export = ("export", "model.json", "--format", "python", "-o", "model.json")
    assert "model.json is read" in refused(hotels, *export)
    assert "model.json is read" in refused(hotels, "import", "model.json", "-o", "model.json")


def test_two_results_are_not_written_to_one_file(hotels: Commands) -> None:
    said = refused(hotels, *LEARN, "-o", "m.json", "--trace", "m.json")
    assert said == "m.json is given as two outputs; give each its own."


def test_a_demonstration_keeps_a_file_of_the_users(owlboost: Commands) -> None:
    owlboost.write("hotels.ofn", "Ontology(<http://e/mine>)")
    said = refused(owlboost, "demo", "-o", ".")
    assert said == (
        "hotels.ofn is not the ontology of this demonstration; remove it, or choose another folder "
        "with -o."
    )


def test_a_full_disk_leaves_nothing_of_a_demonstration(tmp_path: Path) -> None:
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000));"
        "sys.argv = ['owlboost', 'demo', '-o', 'demo'];"
        "from owlboost.cli import main; main()"
    )
    run = in_another_process("-c", limited, folder=tmp_path)
    place = os.path.join("demo", "hotels.ofn")  # noqa: PTH118
    assert (run.code, run.err) == (1, f"owlboost: {place} cannot be written: File too large.\n")
    assert list((tmp_path / "demo").iterdir()) == []


def test_a_name_is_no_formula_in_a_spreadsheet(hotels: Commands) -> None:
    hotels.done(*LEARN, "--rules", "2", "-o", "model.json")
    named = "name,price,pool,sea view,stars\n" + "".join(
        f'"{name}",40,true,yes,2\n'
        for name in (
            *("=HYPERLINK(1)", "+1+1", "@x", "-5", "plain"),
            *("＝HYPERLINK(1)", "＋1＋1", "－x", "＠x"),
        )
    )
    hotels.write("new.csv", named)
    csv = hotels.done("predict", "model.json", "new.csv", "--id", "name", "--format", "csv")
    assert [line.split(",")[0] for line in csv.splitlines()[1:]] == [
        "'=HYPERLINK(1)",
        "'+1+1",
        "'@x",
        "-5",
        "plain",
        "'＝HYPERLINK(1)",
        "'＋1＋1",
        "'－x",
        "'＠x",
    ]
    told = hotels.done("predict", "model.json", "new.csv", "--id", "name", "--format", "json")
    assert '"=HYPERLINK(1)"' in told


@pytest.mark.parametrize("options", [("--definition", "--target", "k=a"), ("--target", "size")])
def test_a_name_is_no_formula_in_answers_and_values(
    owlboost: Commands, options: tuple[str, ...]
) -> None:
    rows = "".join(f"=r{at}(1),{at},{'ab'[at % 2]},{at % 2}\n" for at in range(12))
    owlboost.write("t.csv", f"name,size,k,odd\n{rows}")
    owlboost.done("learn", "t.csv", "--id", "name", *options, "-o", "model.json")
    csv = owlboost.done("predict", "model.json", "t.csv", "--id", "name", "--format", "csv")
    names = [line.split(",")[0] for line in csv.splitlines()[1:]]
    assert names == [f"'=r{at}(1)" for at in range(12)]
