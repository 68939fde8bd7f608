"""Drafts: weights of terms that several rules share, and what becomes of a model."""

import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel
from owlboost.studio.draft import EditError, RuleDraft
from owlboost.studio.draft_model import fitted_edit, hypothesis_of, model_of
from owlboost.studio.edits import applied, checked_edit
from owlboost.studio.journal import History
from owlboost.studio.learning import repeating
from owlboost.studio.state import LearningQuestion, ProjectState, Settings, StudioSource

A, B, C = (Inclusion(Concept((Atom(f"urn:x#{name}"),)), degree) for name, degree in
           (("A", 1.0), ("B", 0.3), ("C", 1.0)))  # fmt: skip


def drafted(*terms: WeakHypothesis, leverages: tuple[float, ...]) -> RuleDraft:
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(terms, leverages), 0.5)
    draft = applied(ProjectState(), fitted_edit(model, 1)).draft
    assert draft is not None
    return draft


def weights(draft: RuleDraft) -> dict[str, tuple[str, float]]:
    return {rule.id: (rule.term, rule.weight) for rule in draft.rules}


SHARED = (WeakHypothesis("WL1", (A, B)), WeakHypothesis("WL2", (C,)))


def test_a_model_is_the_same_after_having_been_a_draft_bit_for_bit() -> None:
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(SHARED, (0.1, 0.7)), 0.5)
    draft = applied(ProjectState(), fitted_edit(model, 1)).draft
    assert draft is not None
    assert hypothesis_of(draft) == model.hypothesis
    assert model_of(draft, model, Settings(), "urn:x#T", {}) is model


def test_an_edited_model_says_nothing_that_was_true_of_the_older_one() -> None:
    model = TrainedModel(
        "foil", "urn:x#T", RuleSet((A, C)), 0.5, training={"F1": 1.0}, curve=((1, 0.1),)
    )
    work = applied(ProjectState(), fitted_edit(model, 1))
    work = applied(work, {"kind": "rule-removed", "rule": "r2"})
    assert work.draft is not None
    found = model_of(work.draft, model, Settings(), "urn:x#T", {})
    assert found.hypothesis == RuleSet((A,))
    assert (found.training, found.curve, found.properties, found.calibration) == (
        {},
        (),
        None,
        None,
    )


def test_rules_of_one_term_keep_their_weights_when_another_is_weighed() -> None:
    draft = drafted(*SHARED, leverages=(2.0, 1.0))
    assert weights(draft) == {"r1": ("WL1", 2.0), "r2": ("WL1", 0.6), "r3": ("WL2", 1.0)}
    larger = draft.weighed("r2", 3.0, weight_set=True)
    assert weights(larger) == {"r1": ("WL1", 2.0), "r2": ("WL1", 3.0), "r3": ("WL2", 1.0)}
    assert {rule.leverage for rule in larger.rules if rule.term == "WL1"} == {3.0}
    assert all(0 <= rule.degree <= 1 for rule in larger.rules)


def test_a_rule_that_changes_sides_leaves_its_term() -> None:
    draft = drafted(*SHARED, leverages=(2.0, 1.0)).weighed("r2", -0.5, weight_set=True)
    assert weights(draft) == {"r1": ("WL1", 2.0), "r2": ("WL3", -0.5), "r3": ("WL2", 1.0)}


def test_where_the_best_rule_counts_weights_are_degrees() -> None:
    draft = applied(
        ProjectState(), fitted_edit(TrainedModel("foil", "urn:T", RuleSet((A,)), 0.5), 1)
    ).draft
    assert draft is not None
    with pytest.raises(EditError, match=r"lies between 0 and 1: 1\.5 does not"):
        draft.weighed("r1", 1.5, weight_set=True)


def test_learning_again_keeps_ids_pins_and_notes_of_rules_that_come_back() -> None:
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(SHARED, (2.0, 1.0)), 0.5)
    work = applied(ProjectState(), fitted_edit(model, 1))
    work = applied(work, {"kind": "pin", "rule": "r3", "pinned": True})
    work = applied(work, {"kind": "note", "rule": "r3", "text": "true"})
    again = BoostedHypothesis((WeakHypothesis("WL1", (C, A)),), (0.5,))
    work = applied(work, fitted_edit(TrainedModel("boost", "urn:x#T", again, 0.5), 2))
    assert work.draft is not None
    assert [(rule.id, rule.pinned, rule.note) for rule in work.draft.rules] == [
        ("r3", True, "true"), ("r1", False, ""),
    ]  # fmt: skip


def test_a_rule_of_two_different_learners_is_two_rules_also_when_it_is_learned_again() -> None:
    twice = BoostedHypothesis(
        (WeakHypothesis("WL1", (A,)), WeakHypothesis("WL2", (A, B))), (2.0, 1.0)
    )
    work = applied(ProjectState(), fitted_edit(TrainedModel("boost", "urn:x#T", twice, 0.5), 1))
    work = applied(work, {"kind": "pin", "rule": "r2", "pinned": True})
    work = applied(work, fitted_edit(TrainedModel("boost", "urn:x#T", twice, 0.5), 2))
    assert work.draft is not None
    assert [(rule.id, rule.pinned) for rule in work.draft.rules] == [
        ("r1", False), ("r2", True), ("r3", False),
    ]  # fmt: skip


def test_learners_that_are_alike_are_one_rule_and_an_edit_of_it_means_all_of_them() -> None:
    terms = tuple(
        WeakHypothesis(f"WL{number}", rules) for number, rules in enumerate(((A,), (C,), (A,)))
    )
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(terms, (0.5, 1.0, 0.25)), 0.5)
    work = applied(ProjectState(), fitted_edit(model, 1))
    assert work.draft is not None
    assert [(rule.id, rule.weight) for rule in work.draft.rules] == [("r1", 0.75), ("r2", 1.0)]
    assert model_of(work.draft, model, Settings(), "urn:x#T", {}) is model  # which has three
    work = applied(work, {"kind": "weight", "rule": "r1", "weight": 0.6})
    assert work.draft is not None
    edited = model_of(work.draft, model, Settings(), "urn:x#T", {}).hypothesis
    assert [(rule.learner, rule.weight) for rule in edited.rules()] == [("WL0", 0.6), ("WL1", 1.0)]


def test_a_draft_of_an_older_journal_with_learners_that_are_alike_is_still_the_model() -> None:
    terms = (WeakHypothesis("WL1", (A,)), WeakHypothesis("WL2", (A,)))
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(terms, (0.5, 0.25)), 0.5)
    edit = fitted_edit(model, 1)
    [rule] = edit["rules"]
    older = [rule | {"leverage": 0.5}, rule | {"term": "WL2", "leverage": 0.25}]
    draft = applied(ProjectState(), edit | {"rules": older}).draft
    assert draft is not None
    assert len(draft.rules) == 2
    assert model_of(draft, model, Settings(), "urn:x#T", {}) is model


def weighed_and_learned_again(pinned: str, again: Hypothesis) -> RuleDraft:
    """Set weights of 0.7 on A and of 0.9 on C, pin some rules, and learn again."""
    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(SHARED, (2.0, 1.0)), 0.5)
    work = applied(ProjectState(), fitted_edit(model, 1))
    for rule, weight in (("r1", 0.7), ("r3", 0.9)):
        work = applied(work, {"kind": "weight", "rule": rule, "weight": weight})
    for rule in pinned.split():
        work = applied(work, {"kind": "pin", "rule": rule, "pinned": True})
    draft = applied(work, fitted_edit(TrainedModel("boost", "urn:x#T", again, 0.5), 2)).draft
    assert draft is not None
    return draft


def test_a_weight_that_was_set_on_a_pinned_rule_stays_when_rules_are_learned_again() -> None:
    again = BoostedHypothesis((WeakHypothesis("WL1", (A, B, C)),), (4.0,))
    draft = weighed_and_learned_again("r1", again)
    #   learned: 4·1, 4·0.3 and 4·1; only A is pinned
    assert {rule.id: rule.weight for rule in draft.rules} == pytest.approx(
        {"r1": 0.7, "r2": 1.2, "r3": 4.0}
    )
    assert [rule.id for rule in draft.rules if rule.weight_set] == ["r1"]
    both = weighed_and_learned_again("r1 r3", again)
    assert {rule.id: rule.weight for rule in both.rules} == pytest.approx(
        {"r1": 0.7, "r2": 1.2, "r3": 0.9}
    )


def test_a_weight_in_a_sum_is_no_degree_of_a_best_rule() -> None:
    draft = weighed_and_learned_again("r1 r3", RuleSet((A, C)))
    assert [(rule.weight, rule.weight_set) for rule in draft.rules] == [(1.0, False)] * 2


def test_a_version_keeps_what_people_call_things() -> None:
    model = TrainedModel(
        "foil", "urn:x#T", RuleSet((A,)), 0.5, lexicon=Lexicon({"urn:x#A": "an inn"})
    )
    work = applied(ProjectState(), fitted_edit(model, 1))
    work = applied(work, {"kind": "version", "name": "first", "time": "now"})
    work = applied(work, {"kind": "source", "name": "b", "source_kind": "table", "file": "b"})
    assert work.labels == {}
    assert applied(work, {"kind": "return", "version": 1}).labels == {"urn:x#A": "an inn"}


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"kind": "threshold"}, "The edit threshold needs threshold."),
        ({"kind": "undo", "x": 1}, "The edit undo has no 'x'."),
        ({"kind": "undoo"}, "There is no edit 'undoo'. Did you mean undo"),
        ({"kind": "fitted"}, "There is no edit 'fitted'."),
        ({"kind": "source", "name": "a.csv", "file": "/etc/passwd"}, "has no 'file'"),
        ({"kind": "note", "rule": "r1", "text": "x" * 10_001}, "cannot have 'xxx"),
        ({"kind": "threshold", "threshold": 10**400}, "cannot have '1000"),
        ({"kind": "set", "name": "price_L", "points": [1, float("nan")]}, "cannot have '[1, nan]"),
    ],
)
def test_an_edit_that_is_none_is_told(edit: dict[str, object], said: str) -> None:
    with pytest.raises(EditError) as error:
        checked_edit(edit)
    assert said in str(error.value)


def test_a_refused_edit_changes_nothing() -> None:
    history = History().apply({"kind": "settings", "rules": 3})
    with pytest.raises(EditError, match="There are no rules yet"):
        history.apply({"kind": "threshold", "threshold": 0.5})
    assert history == History().apply({"kind": "settings", "rules": 3})


def test_the_command_names_all_that_is_not_usual() -> None:
    from pathlib import Path

    work = ProjectState(
        StudioSource("hotels.ofn", "ontology", "sources/hotels.ofn"),
        LearningQuestion("urn:x#Good", "urn:x#Hotel", {"urn:x#a": True}, ("urn:x#stars",)),
        Settings("boost", 3, 2, 0, "uniform", 7, "product", 5),
    )
    found = repeating(work, Path("/p"))
    assert found["command"] == (
        "owlboost learn /p/sources/hotels.ofn --target 'urn:x#Good' --scope 'urn:x#Hotel' "
        "--positives positives.txt --hide 'urn:x#stars' --algorithm boost --fuzzify uniform "
        "--max-depth 0 --max-conjuncts 2 --logic product --sets 7 --rounds 3 -o model.json"
    )
    assert found["files"] == {"positives.txt": "urn:x#a\n"}


def test_the_command_says_that_it_fits_weights_that_were_set() -> None:
    from pathlib import Path

    model = TrainedModel("boost", "urn:x#T", BoostedHypothesis(SHARED, (2.0, 1.0)), 0.5)
    source = StudioSource("hotels.ofn", "ontology", "sources/hotels.ofn")
    work = applied(ProjectState(source, LearningQuestion("urn:x#Good")), fitted_edit(model, 1))
    work = applied(work, {"kind": "pin", "rule": "r1", "pinned": True})
    assert repeating(work, Path("/p"))["remarks"] == []
    work = applied(work, {"kind": "weight", "rule": "r1", "weight": 0.7})
    (said,) = repeating(work, Path("/p"))["remarks"]
    assert "fits all weights" in said
