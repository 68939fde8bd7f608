"""Options that have no effect are told in a note, and nothing else is."""

import pytest
from tests.e2e.commands import Commands

LEARN = ("learn", "hotels.csv", "--target", "kind=good", "--rules", "2")
FOIL = ("learn", "hotels.csv", "--target", "kind=good", "--algorithm", "foil")
EVALUATE = ("evaluate", "hotels.csv", "--target", "kind=good", "--folds", "2", "--algorithm")
EXPORT = ("export", "model.json")


def notes(owlboost: Commands, *arguments: str) -> list[str]:
    run = owlboost(*arguments)
    assert run.code == 0, run.err
    return [line for line in run.err.splitlines() if "no effect" in line]


@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        ((*LEARN, "--rounds", "3"), "--rounds has no effect with --algorithm gradient"),
        (
            (*LEARN, "--theta", "0.5", "--eta", "1", "--backtrack", "1"),
            "--eta, --backtrack and --theta have no effect with --algorithm gradient",
        ),
        (
            (*FOIL, "--rules", "2", "--loss", "squared", "--monotone", "--seed", "1"),
            "--seed, --rules, --loss and --monotone have no effect with --algorithm foil",
        ),
        (
            (*FOIL, "--rounds", "10", "--weak-learner", "axiom"),
            "--rounds and --weak-learner have no effect with --algorithm foil",
        ),
        (
            (*FOIL, "--fuzzify", "uniform", "--centroid-exponent", "1.5"),
            "--centroid-exponent has no effect with --fuzzify uniform",
        ),
        (
            (*LEARN, "--max-depth", "2", "--reasoner", "hermit", "--strict"),
            "--max-depth, --strict and --reasoner have no effect on a table",
        ),
        (
            (*EVALUATE, "foil", "--sets", "3", "--theta", "0.5"),
            "--sets and --theta have no effect with --grid paper, which tries its own values",
        ),
        (
            (*EVALUATE, "gradient", "--grid", "paper"),
            "--grid has no effect with --algorithm gradient",
        ),
        (
            (*EVALUATE, "foil", "--grid", "none", "--train-is-test", "--mask"),
            "--folds and --mask have no effect with --train-is-test",
        ),
    ],
)
def test_an_option_that_the_learner_does_not_ask_for_is_told(
    hotels: Commands, arguments: tuple[str, ...], note: str
) -> None:
    assert notes(hotels, *arguments) == [f"note: {note}"]


@pytest.mark.parametrize(
    "arguments",
    [
        (*LEARN, "--seed", "1", "--monotone", "--loss", "squared", "--sets", "3"),
        (*FOIL, "--theta", "0.5", "--eta", "1", "--backtrack", "1", "--numeric", "price"),
        (*EVALUATE, "foil", "--seed", "1", "--grid", "none", "--theta", "0.5", "--sets", "3"),
        (*EVALUATE, "gradient", "--grid", "none"),
    ],
)
def test_what_has_an_effect_is_not_told(hotels: Commands, arguments: tuple[str, ...]) -> None:
    assert notes(hotels, *arguments) == []


@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        (
            ("predict", "model.json", "hotels.csv", "--numeric", "price"),
            "--numeric has no effect here, because the model defines the columns",
        ),
        (
            (*EXPORT, "hotels.csv", "--format", "text", "--with-data", "--id", "price"),
            "SOURCE, --with-data and --id have no effect with --format text",
        ),
        (
            (*EXPORT, "--format", "fuzzydl", "--syntax", "owlxml"),
            "--syntax has no effect with --format fuzzydl",
        ),
        (
            (*EXPORT, "--format", "fuzzyowl2", "--no-header"),
            "--no-header has no effect without a SOURCE",
        ),
        (
            (*EXPORT, "hotels.csv", "--format", "fuzzydl", "--with-data", "--individual", "row1"),
            "--with-data has no effect together with --individual",
        ),
    ],
)
def test_an_option_that_a_model_makes_idle_is_told(
    hotels: Commands, arguments: tuple[str, ...], note: str
) -> None:
    hotels.done(*FOIL, "-o", "model.json")
    assert notes(hotels, *arguments) == [f"note: {note}"]


def test_options_of_tables_and_of_hermit_on_an_ontology(owlboost: Commands) -> None:
    owlboost.write(
        "o.ttl",
        "@prefix : <urn:x#> . :a a :Good, :Cheap, :Place . :b a :Good, :Cheap, :Place . "
        ":c a :Place . :d a :Place .",
    )
    assert notes(owlboost, "inspect", "o.ttl", "--id", "x", "--reasoner-timeout", "9") == [
        "note: --id has no effect on an ontology",
        "note: --reasoner-timeout has no effect without --reasoner hermit",
    ]
    for name, members in (("pos.txt", "a\nb\n"), ("neg.txt", "c\nd\n")):
        owlboost.write(name, members)
    learn = ("learn", "o.ttl", "--positives", "pos.txt", "--scope", "Place")
    assert notes(owlboost, *learn) == []
    assert notes(owlboost, *learn, "--negatives", "neg.txt") == [
        "note: --scope has no effect when negative examples are listed"
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*LEARN, "--theta", "2"), "--theta (θ) must lie between 0 and 1, not 2.0."),
        ((*LEARN, "--rounds", "0"), "--rounds must be at least 1, not 0."),
        ((*FOIL, "--rules", "0"), "--rules must lie between 1 and 60, not 0."),
    ],
)
def test_an_option_without_effect_must_make_sense_still(
    hotels: Commands, arguments: tuple[str, ...], told: str
) -> None:
    run = hotels(*arguments)
    assert run.code == 1
    assert run.err.splitlines()[-1] == f"owlboost: {told}"


def test_help_tells_defaults_and_choices(
    owlboost: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "240")  # no column is broken
    told = owlboost.done("learn", "--help")
    assert "[default: cmeans]" in told
    assert "[default: 0.34]" in told
    assert "<2|3|4|5|6|7|8|9>" in "".join(told.split())
    assert (
        "Gradient concepts, Fuzzy OWL-Boost, FOIL-DL, PN-OWL (own design) or pFOIL-DL (own design)."
        in " ".join(told.replace("│", " ").split())
    )
