"""Positive, negative and unknown individuals of an ontology, and what the last count for."""

from pathlib import Path

import numpy as np
import pytest

from owlboost.data.examples import Examples
from owlboost.errors import ExamplesError, OwlboostError, ParameterError
from owlboost.evaluation.evaluate import evaluate
from owlboost.evaluation.folds import Protocol, distinct_examples
from owlboost.evaluation.run_file import run_from_json, run_to_json
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.models.measures import measure
from owlboost.runtime.array_types import Answers
from owlboost.runtime.names import short_name
from owlboost.sources.example_files import ExampleLists
from owlboost.sources.ontology_source import LoadedOntology, read_ontology

HOTELS = """
Prefix: : <http://ex.org#>
Class: Hotel
Class: Good SubClassOf: Hotel DisjointWith: Run_Down
Class: Run_Down SubClassOf: Hotel
Class: Ruin SubClassOf: Run_Down
Class: Complained_Of SubClassOf: not Good
Class: Clean DisjointWith: Dirty
Class: Dirty
Class: Spotless EquivalentTo: Good and Clean
Individual: good Types: Good
Individual: spotless Types: Spotless
Individual: disjoint Types: Run_Down
Individual: below Types: Ruin
Individual: complement Types: Complained_Of
Individual: stated Types: not Good
Individual: hotel Types: Hotel
Individual: dirty Types: Dirty
Individual: nobody
"""


@pytest.fixture
def hotels(tmp_path: Path) -> LoadedOntology:
    return _ontology(tmp_path, HOTELS)


def _ontology(folder: Path, text: str) -> LoadedOntology:
    path = folder / "hotels.omn"
    path.write_text(text, encoding="utf-8")
    return read_ontology(path)


def _names(X: Examples, numbers: np.ndarray) -> set[str]:
    return {short_name(X.names[number]) for number in numbers}


def _told(X: Examples, y: Answers) -> tuple[set[str], set[str], set[str]]:
    """Positives, what counts as negative, and the unknown."""
    assert X.unknown is not None
    return (
        _names(X, X.individuals[y]),
        _names(X, X.individuals[~y]),
        _names(X, X.unknown.individuals),
    )


KNOWN_NEGATIVES = {"disjoint", "below", "complement", "stated"}
UNKNOWN = {"hotel", "dirty", "nobody"}

MUST_BE = "unknown must be ignore, negative, or a number above 0 and at most 1, not"
TWICE = "unknown and background both say what others count for; give one of them."
CONTRADICTED = (
    "http://ex.org#below is listed as a positive example, but the ontology implies that it does "
    "not belong to the target."
)


def test_negatives_follow_from_disjoint_classes_and_complements(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Good", unknown="ignore")
    assert _told(X, y) == ({"good", "spotless"}, KNOWN_NEGATIVES, UNKNOWN)
    assert X.problem(y).weights is None


def test_unknown_ones_count_as_negatives(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Good", unknown="negative")
    assert _told(X, y) == ({"good", "spotless"}, KNOWN_NEGATIVES | UNKNOWN, UNKNOWN)
    assert X.problem(y).weights is None


def test_negative_is_what_is_done_if_nothing_is_said(hotels: LoadedOntology) -> None:
    (X, y), (as_ever, labels) = hotels.examples("Good", unknown="negative"), hotels.examples("Good")
    assert as_ever.unknown is None
    assert X.individuals.tolist() == as_ever.individuals.tolist()
    assert y.tolist() == labels.tolist()


@pytest.mark.parametrize("share", [0.25, "0.25"])
def test_unknown_ones_weigh_their_share(hotels: LoadedOntology, share: float | str) -> None:
    X, y = hotels.examples("Good", unknown=share)
    assert _told(X, y) == ({"good", "spotless"}, KNOWN_NEGATIVES | UNKNOWN, UNKNOWN)
    weights = X.problem(y).counts
    light = {name for name, weight in zip(X.individuals, weights, strict=True) if weight == 0.25}
    assert _names(X, np.array(sorted(light))) == UNKNOWN
    assert weights.sum() == 6 + 3 * 0.25
    twice = X.problem(y, weights=np.full(9, 2.0)).counts
    assert twice.tolist() == (2 * weights).tolist()


def test_a_scope_is_who_can_be_unknown(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Good", scope="Hotel", unknown="ignore")
    assert _told(X, y) == ({"good", "spotless"}, {"disjoint", "below"}, {"hotel"})


def test_lists_say_who_is_known(hotels: LoadedOntology) -> None:
    lists = ExampleLists(("good",), ("hotel", "dirty"))
    X, y = hotels.examples("Good", lists=lists, unknown=0.5)
    positive, negative, unknown = _told(X, y)
    assert positive == {"good"}
    assert unknown == {"spotless", *KNOWN_NEGATIVES, "nobody"}
    assert negative == unknown | {"hotel", "dirty"}


def test_without_listed_negatives_the_ontology_is_asked(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Good", lists=ExampleLists(("hotel",), ()), unknown="ignore")
    assert _told(X, y) == ({"hotel"}, KNOWN_NEGATIVES, {"good", "spotless", "dirty", "nobody"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"unknown": "ignored"}, f"{MUST_BE} ignored."),
        ({"unknown": 0}, f"{MUST_BE} 0."),
        ({"unknown": 1.5}, f"{MUST_BE} 1.5."),
        ({"unknown": "nan"}, f"{MUST_BE} nan."),
        ({"unknown": True}, f"{MUST_BE} True."),
        ({"unknown": 0.5, "background": "all"}, TWICE),
        ({"unknown": 0.5, "grades": {"good": 1.0}}, "unknown does not go with graded examples."),
        ({"unknown": 0.5, "lists": ExampleLists(("below",), ())}, CONTRADICTED),
    ],
)
def test_what_is_refused(hotels: LoadedOntology, given: dict[str, object], said: str) -> None:
    with pytest.raises(OwlboostError) as error:
        hotels.examples("Good", **given)  # type: ignore[arg-type]
    assert str(error.value) == said
    assert isinstance(error.value, ParameterError | ExamplesError)


def test_somebody_must_be_known_to_be_negative(hotels: LoadedOntology) -> None:
    with pytest.raises(ExamplesError) as error:
        hotels.examples("Hotel", unknown="ignore")
    assert str(error.value) == (
        "The ontology implies of nobody that it does not belong to the target, so there are no "
        "negative examples if unknown ones are ignored; list negatives, use reasoner='hermit' to "
        "derive more, or give another unknown."
    )
    X, y = hotels.examples("Hotel", unknown=0.5)
    assert X.problem(y).counts[~y].tolist() == [0.5] * 4


def _planted(*individuals: str) -> str:
    classes = ("Good DisjointWith: Bad", "Bad", "Sea", "Quiet", "Old")
    declared = "\n".join(f"Class: {one}" for one in classes)
    told = "\n".join(
        f"Individual: {name} Types: {types}"
        for name, types in (one.split(" ", 1) for one in individuals)
    )
    return f"Prefix: : <http://ex.org#>\n{declared}\n{told}\n"


def _f1(onto: LoadedOntology, unknown: str, truly_good: set[str]) -> float:
    """Learn with an option, and measure by who is good in truth."""
    X, y = onto.examples("Good", unknown=unknown)
    model = train(X.problem(y), FoilDL(min_confidence=0.7))
    degrees = model.degrees(onto)
    truth = np.array([short_name(name) in truly_good for name in onto.names])
    return measure(truth, degrees, model.threshold).f1


def test_ignoring_is_right_where_unknown_ones_are_good_hotels_that_nobody_has_noted(
    tmp_path: Path,
) -> None:
    # All hotels by the sea are good, but only three of nine are noted as such.
    onto = _ontology(
        tmp_path,
        _planted(
            "p1 Good, Sea, Old", "p2 Good, Sea, Quiet", "p3 Good, Sea",
            "n1 Bad, Old", "n2 Bad, Quiet", "n3 Bad, Quiet, Old",
            "u1 Sea", "u2 Sea, Old", "u3 Sea, Quiet", "u4 Sea", "u5 Sea, Old", "u6 Sea, Quiet",
        ),
    )  # fmt: skip
    good = {"p1", "p2", "p3", "u1", "u2", "u3", "u4", "u5", "u6"}
    assert _f1(onto, "ignore", good) == 1.0
    assert _f1(onto, "negative", good) == 0.0  # by the sea the confidence is 3/9, below 0.7


def test_counting_them_is_right_where_all_good_hotels_are_noted(tmp_path: Path) -> None:
    # Only quiet hotels by the sea are good, and all of them are noted; bad ones are noted inland.
    onto = _ontology(
        tmp_path,
        _planted(
            "p1 Good, Sea, Quiet", "p2 Good, Sea, Quiet, Old", "p3 Good, Sea, Quiet",
            "n1 Bad, Old", "n2 Bad, Quiet", "n3 Bad, Old",
            "u1 Sea", "u2 Sea, Old", "u3 Sea", "u4 Sea, Old",
        ),
    )  # fmt: skip
    good = {"p1", "p2", "p3"}
    assert _f1(onto, "negative", good) == 1.0
    assert _f1(onto, "ignore", good) == pytest.approx(2 * 3 / (3 + 7))  # all by the sea


def test_an_evaluation_tells_the_four_rates(tmp_path: Path) -> None:
    onto = _ontology(
        tmp_path,
        _planted("p1 Good, Sea", "p2 Good, Sea", "n1 Bad", "n2 Bad, Old", "u1 Sea", "u2 Old"),
    )
    protocol = Protocol(train_is_test=True)
    X, y = onto.examples("Good", unknown="ignore")
    run = evaluate(FoilDL(), X, y, folds=protocol)
    # The rule Sea is right of all four that are known; of u1 it says yes, of u2 no.
    rates = {name: run.winner.scores.mean[name] for name in ("match", "commission", "omission")}
    assert rates == {"match": 4 / 6, "commission": 0.0, "omission": 0.0}
    assert run.winner.scores.mean["induction"] == 2 / 6
    # ⊤ says yes of all: it is wrong of n1 and n2.
    assert run.top.mean["match"] == run.top.mean["commission"] == run.top.mean["induction"] == 2 / 6
    assert run.examples_text == "4 examples, 2 of them positive, 2 others unknown"
    again = run_from_json(run_to_json(run))
    assert again.unknown == run.unknown
    assert again.winner.scores.mean == run.winner.scores.mean


def test_figures_of_an_evaluation_weigh_unknown_ones(tmp_path: Path) -> None:
    onto = _ontology(
        tmp_path, _planted("p1 Good, Sea", "p2 Good, Sea", "n1 Bad", "n2 Bad, Old", "u1 Sea")
    )
    X, y = onto.examples("Good", unknown=0.5)
    run = evaluate(FoilDL(), X, y, folds=Protocol(train_is_test=True))
    assert run.winner.scores.mean["FP"] == 0.5
    assert run.winner.scores.mean["precision"] == 2 / 2.5
    assert run.winner.scores.mean["induction"] == 1 / 5
    assert run.examples_text == (
        "5 examples, 2 of them positive, 1 unknown (negatives of weight 0.5)"
    )


def test_ignored_ones_change_no_other_figure_of_folds(tmp_path: Path) -> None:
    known = [f"p{i} Good, Sea" for i in range(4)] + [f"n{i} Bad, Old" for i in range(4)]
    listed = ExampleLists(tuple(f"p{i}" for i in range(4)), tuple(f"n{i}" for i in range(4)))
    onto = _ontology(tmp_path, _planted(*known, "u1 Sea", "u2 Old", "u3 Quiet"))
    X, y = onto.examples("Good", unknown="ignore")
    without, labels = onto.examples("Good", lists=listed)
    protocol = Protocol(folds=2, repeats=2)
    run, plain = (evaluate(FoilDL(), *one, folds=protocol) for one in ((X, y), (without, labels)))
    rates = {"match", "commission", "omission", "induction"}
    shared = [
        {name: value for name, value in score.measures.items() if name not in rates}
        for score in run.winner.scores.folds
    ]
    assert shared == [dict(score.measures) for score in plain.winner.scores.folds]
    # Each repeat asks about all three: a fold has 4 known ones, and 1 or 2 unknown.
    found = [score.measures["induction"] for score in run.winner.scores.folds]
    assert sorted(found[:2]) == sorted(found[2:]) == [1 / 5, 2 / 6]


def test_an_unknown_example_is_no_copy_of_a_negative_one(tmp_path: Path) -> None:
    onto = _ontology(tmp_path, _planted("p Good, Sea", "n Old, not Good", "u Old", "v Old"))
    X, y = onto.examples("Good", unknown=0.5)
    kept, _ = distinct_examples(X, y)
    assert _names(kept, kept.individuals) == {"p", "n", "u"}


def test_the_learner_sees_no_class_that_excludes_the_target(hotels: LoadedOntology) -> None:
    def seen(unknown: str | float) -> set[str]:
        X, y = hotels.examples("Good", unknown=unknown)
        return {short_name(iri) for iri in X.problem(y).kb.vocabulary.classes}

    tell_tale = {"Run_Down", "Ruin", "Complained_Of"}
    for unknown in ("ignore", 0.5):
        assert not seen(unknown) & tell_tale
        assert {"Hotel", "Clean", "Dirty"} <= seen(unknown)
    assert tell_tale <= seen("negative")
