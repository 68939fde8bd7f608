"""The siblings of Fuzzy OWL-Boost on the command line: every command that takes them."""

import json

import pytest
from tests.e2e.commands import Commands

ROWS = [  # kind, whether cheap, whether loud
    *[("good", "true", "false")] * 4,
    *[("bad", "true", "true")] * 2,
    *[("bad", "false", "false")] * 3,
    ("bad", "false", "true"),
]
TABLE = "\n".join(["kind,cheap,loud", *map(",".join, ROWS)]) + "\n"
LEARN = ("learn", "t.csv", "--target", "kind=good", "-o", "m.json", "--max-conjuncts", "1")
READABLE = {"fuzzydl": "m.fdl", "fuzzyowl2": "m.owl", "manchester": "m.txt"}


def degrees(owlboost: Commands, model: str) -> list[float]:
    found = json.loads(owlboost.done("predict", model, "t.csv", "--format", "json"))
    return [one["degree"] for one in found]


@pytest.fixture
def table(owlboost: Commands) -> Commands:
    owlboost.write("t.csv", TABLE)
    return owlboost


def test_why_and_why_not_on_the_command_line(table: Commands) -> None:
    told = table.done(*LEARN, "--algorithm", "pn", "--theta", "0.6")
    #   cheap: 4 of 6 are good;  loud among these: 2 of 2 are bad
    assert "(cheap value true) SubClassOf P [0.667]" in told
    assert "(loud value true) SubClassOf N\n" in told
    assert "# Weighted sum\n1.000 * P - 1.000 * N SubClassOf good" in told
    assert degrees(table, "m.json") == pytest.approx([2 / 3] * 4 + [0.0] * 6)
    why = table.done("explain", "m.json", "t.csv", "--individual", "row5")
    assert "\n -0.3333 in all (0.6667 for it, 1.0000 against it)\n" in why
    assert "The answer would be yes if “loud” were false.\n" in why
    model = json.loads((table.folder / "m.json").read_text(encoding="utf-8"))
    assert [(one["name"], one["weight"]) for one in model["learners"]] == [("P", 1.0), ("N", -1.0)]
    assert model["learners"][0]["axioms"][0]["degree"] == pytest.approx(2 / 3)
    assert model["parameters"]["min_confidence_against"] == 0.5


def test_an_ensemble_on_the_command_line(table: Commands) -> None:
    told = table.done(*LEARN, "--algorithm", "pfoil", "--min-gain", "0.01")
    #   cheap has t = 4 and x = 6 of 4 and 10: F1 = 0.8 without a prior; all else is worse
    assert "(cheap value true) SubClassOf good [0.667]" in told
    assert degrees(table, "m.json") == pytest.approx([2 / 3] * 6 + [0.0] * 4)
    steps = table.folder / "steps.jsonl"
    table.done(*LEARN, "--algorithm", "pfoil", "--prior-examples", "0", "--trace", str(steps))
    first = json.loads(steps.read_text(encoding="utf-8").splitlines()[0])
    assert first["gain"] == pytest.approx(0.8)


@pytest.mark.parametrize("algorithm", ["pn", "pfoil"])
def test_every_export_says_the_same_and_is_read_back(table: Commands, algorithm: str) -> None:
    table.done(*LEARN, "--algorithm", algorithm, "--theta", "0.6")
    expected = degrees(table, "m.json")
    for name, file in READABLE.items():
        table.done("export", "m.json", "--format", name, "-o", file)
        table.done("import", file, "-o", "back.json")
        assert degrees(table, "back.json") == pytest.approx(expected, abs=1e-9)
    table.done("export", "m.json", "--format", "python", "-o", "m.py")
    module: dict[str, object] = {}
    exec((table.folder / "m.py").read_text(encoding="utf-8"), module)
    rows = [{"cheap": cheap == "true", "loud": loud == "true"} for _, cheap, loud in ROWS]
    assert [module["degree"](row) for row in rows] == expected  # type: ignore[operator]
    table.done("export", "m.json", "--format", "text", "-o", "m.md")
    english = (table.folder / "m.md").read_text(encoding="utf-8")
    if algorithm == "pn":
        assert "- “cheap” being true speaks for it strongly (0.67)." in english
        assert "- “loud” being true speaks against it strongly (1.00)." in english
    else:
        assert "- “cheap” being true: up to 0.67." in english


def test_both_are_evaluated_beside_the_others(table: Commands) -> None:
    words = ("evaluate", "t.csv", "--target", "kind=good", "--folds", "2")
    for algorithm, size in (("pn", 24), ("pfoil", 6)):
        table.done(*words, "--algorithm", algorithm, "-o", "run.json")
        run = json.loads((table.folder / "run.json").read_text(encoding="utf-8"))
        assert run["algorithm"] == algorithm
        assert len(run["configurations"]) == size


def test_options_of_the_others_are_pointed_out(table: Commands) -> None:
    told = table(*LEARN, "--algorithm", "pfoil", "--theta", "0.5", "--min-recall", "0.5").err
    assert "note: --theta and --min-recall have no effect with --algorithm pfoil" in told
    wrong = table(*LEARN, "--algorithm", "pn", "--eta-n", "2")
    assert wrong.code == 1
    assert wrong.err == "owlboost: --eta-n (η_N) must lie between 0 and 1, not 2.0.\n"
