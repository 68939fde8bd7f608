"""Which individuals are examples, which are positive, and what the learner may see."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold
from tests.ontologies import related, types_of

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import (
    ExamplesError,
    InconsistentError,
    ParameterError,
    SourceError,
    UnknownNameError,
)
from owlboost.runtime.array_types import Mask
from owlboost.sources.example_files import ExampleLists
from owlboost.sources.ontology_examples import Background
from owlboost.sources.ontology_source import LoadedOntology, read_ontology

EX = "http://ex.org#"
HEAD = (
    f"Prefix(:=<{EX}>) Prefix(o:=<http://other.org#>) "
    "Prefix(owl:=<http://www.w3.org/2002/07/owl#>) Ontology(<http://ex.org> "
)
HOTELS = """
EquivalentClasses(:Good :Nice)
SubClassOf(:Superb :Good)
SubClassOf(:Good :Place)
EquivalentClasses(:Calm ObjectIntersectionOf(:Good :Quiet))
SubClassOf(:Hotel :Place)
ObjectPropertyDomain(:praises :Guest)
ObjectPropertyRange(:praises :Good)
ClassAssertion(:Good :a)
ClassAssertion(:Superb :b)
ClassAssertion(:Nice :c)
ObjectPropertyAssertion(:praises :guest :d)
ClassAssertion(:Hotel :a) ClassAssertion(:Hotel :d) ClassAssertion(:Hotel :e)
ClassAssertion(:Quiet :a) ClassAssertion(:Quiet :e)
Declaration(Class(:Bar)) Declaration(Class(o:Bar))
Declaration(NamedIndividual(:f)) Declaration(NamedIndividual(o:f))
"""


def loaded(folder: Path, body: str) -> LoadedOntology:
    file = folder / "small.ofn"
    file.write_text(HEAD + body + ")", encoding="utf-8")
    return read_ontology(file)


@pytest.fixture
def hotels(tmp_path: Path) -> LoadedOntology:
    return loaded(tmp_path, HOTELS)


def names_of(X: Examples) -> list[str]:
    return [
        X.names[number].replace(EX, "").replace("http://other.org#", "o:")
        for number in X.individuals
    ]


def split(found: tuple[Examples, Mask]) -> tuple[list[str], list[str]]:
    """Names of positives and negatives."""
    X, positive = found
    return names_of(X[positive]), names_of(X[~positive])


def classes_of(kb: KnowledgeBase) -> set[str]:
    return {name.removeprefix(EX) for name in kb.vocabulary.classes}


# A target alone


def test_positives_are_the_inferred_members_and_negatives_all_others(
    hotels: LoadedOntology,
) -> None:
    #  a is stated, b in a subclass, c in an equivalent, d in the range of praises
    positives, negatives = split(hotels.examples("Good"))
    assert positives == ["a", "b", "c", "d"]
    assert negatives == ["e", "f", "guest", "o:f"]
    X, _ = hotels.examples(f"<{EX}Good>")
    assert X.target == EX + "Good"


def test_the_target_its_equivalents_and_subclasses_are_hidden(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Good")
    kb = X.problem(positive).kb
    assert classes_of(kb) == {"Place", "Hotel", "Quiet", "Guest", "Bar", "http://other.org#Bar"}
    assert types_of(kb, EX + "b") == set()  # it was a Place only through the target
    assert types_of(kb, EX + "a") == {EX + name for name in ("Hotel", "Place", "Quiet")}
    assert related(kb, EX + "praises") == {(EX + "guest", EX + "d")}


def test_the_source_for_others_still_knows_the_target(hotels: LoadedOntology) -> None:
    hotels.examples("Good")
    assert types_of(hotels.source().knowledge_base(), EX + "b") == {
        EX + name for name in ("Good", "Nice", "Superb", "Place")
    }


def test_hidden_classes_are_gone_before_reasoning(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Quiet", hide=["Hotel", EX + "Calm"])
    kb = X.problem(positive).kb
    assert classes_of(kb).isdisjoint({"Quiet", "Hotel", "Calm"})
    assert types_of(kb, EX + "e") == set()  # a Place only as a Hotel
    assert types_of(kb, EX + "d") == {EX + name for name in ("Good", "Nice", "Place")}


def test_the_members_of_a_scope_are_the_examples(hotels: LoadedOntology) -> None:
    assert split(hotels.examples("Good", scope="Hotel")) == (["a", "d"], ["e"])
    assert split(hotels.examples("Good", scope="Place")) == (["a", "b", "c", "d"], ["e"])


def test_a_target_without_members_is_refused_when_learning(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples(EX + "Bar")
    with pytest.raises(ExamplesError, match=f"target {EX}Bar has no positive examples"):
        X.problem(positive)


def test_a_scope_without_others_is_refused_when_learning(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Place", scope="Hotel")
    with pytest.raises(ExamplesError, match="no negative examples"):
        X.problem(positive)


def test_something_must_be_named(hotels: LoadedOntology) -> None:
    with pytest.raises(ExamplesError, match="Give a target class or lists of examples"):
        hotels.examples()


# Lists


def test_lists_are_exactly_the_examples(hotels: LoadedOntology) -> None:
    lists = ExampleLists(("e", EX + "b"), ("a", "a"))
    assert split(hotels.examples(lists=lists)) == (["b", "e"], ["a"])


def test_without_negatives_all_others_are_negative(hotels: LoadedOntology) -> None:
    lists = ExampleLists(("e", "b"), ())
    positives, negatives = split(hotels.examples(lists=lists))
    assert positives == ["b", "e"]
    assert negatives == ["a", "c", "d", "f", "guest", "o:f"]
    assert split(hotels.examples(lists=lists, scope="Hotel")) == (["e"], ["a", "d"])


@pytest.mark.parametrize(
    ("background", "others"),
    [
        ("none", []),
        ("scope", ["d", "e"]),
        ("all", ["c", "d", "e", "f", "guest", "o:f"]),
    ],
)
def test_others_may_weigh_in_beside_lists(
    background: Background, others: list[str], hotels: LoadedOntology
) -> None:
    lists = ExampleLists(("a",), ("b",))
    X, positive = hotels.examples(lists=lists, scope="Hotel", background=background)
    assert split((X, positive)) == (["a"], ["b"])
    assert sorted(names_of(replace(X, individuals=X.others))) == others
    train = X[np.array([0])]
    assert train.others.tolist() == X.others.tolist()
    assert [name.removeprefix(EX) for name in np.array(X.names)[train.held_out]] == ["b"]


def test_where_all_are_examples_there_are_no_others(hotels: LoadedOntology) -> None:
    assert not hotels.examples("Good", background="all")[0].others.size
    within, _ = hotels.examples("Good", scope="Hotel", background="all")
    assert sorted(names_of(replace(within, individuals=within.others))) == [
        "b", "c", "f", "guest", "o:f",
    ]  # fmt: skip


def test_a_background_is_one_of_three(hotels: LoadedOntology) -> None:
    with pytest.raises(ParameterError, match="background 'scope' needs a scope"):
        hotels.examples("Good", background="scope")
    with pytest.raises(ParameterError, match="must be none, scope or all, not some"):
        hotels.examples("Good", background="some")  # type: ignore[arg-type]


def test_a_target_with_lists_is_hidden_but_does_not_label(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Good", lists=ExampleLists(("e",), ("a", "b")))
    assert split((X, positive)) == (["e"], ["a", "b"])
    assert X.target == EX + "Good"
    assert classes_of(X.problem(positive).kb).isdisjoint({"Good", "Nice", "Superb"})


@pytest.mark.parametrize(
    ("target", "iri"),
    [
        (None, "urn:owlboost:target#Target"),
        ("ToLearn", "urn:owlboost:target#ToLearn"),
        ("to learn #1", "urn:owlboost:target#to%20learn%20%231"),
        ("http://new.org#ToLearn", "http://new.org#ToLearn"),
        ("<http://new.org#ToLearn>", "http://new.org#ToLearn"),
    ],
)
def test_a_target_with_lists_may_be_new(
    target: str | None, iri: str, hotels: LoadedOntology
) -> None:
    X, positive = hotels.examples(target, lists=ExampleLists(("e",), ("a",)))
    assert X.target == iri
    assert "Good" in classes_of(X.problem(positive).kb)  # nothing is hidden


def test_nobody_is_positive_and_negative(hotels: LoadedOntology) -> None:
    with pytest.raises(
        ExamplesError, match=f"^{EX}a is listed both as a positive and as a negative"
    ):
        hotels.examples(lists=ExampleLists(("a", "b"), (EX + "a",)))


# Names


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan])
def test_a_reasoner_needs_time(seconds: float, tmp_path: Path) -> None:
    file = tmp_path / "o.ttl"
    file.write_text("@prefix : <urn:x#> . :a a :A .", encoding="utf-8")
    with pytest.raises(ParameterError, match="reasoner_timeout must be above 0 seconds"):
        read_ontology(file, reasoner="hermit", reasoner_timeout=seconds)


@pytest.mark.parametrize("option", ["target", "scope", "hide"])
def test_unknown_classes_come_with_suggestions(option: str, hotels: LoadedOntology) -> None:
    value: list[str] | str = ["Superbe"] if option == "hide" else "Superbe"
    wanted: dict[str, object] = {"target": "Good", option: value}
    with pytest.raises(
        UnknownNameError, match=r"no class.* named 'Superbe'\. Did you mean Superb\?"
    ):
        hotels.examples(**wanted)  # type: ignore[arg-type]


def test_unknown_individuals_come_with_suggestions(hotels: LoadedOntology) -> None:
    message = r"no individual named 'gest'\. Did you mean guest\?"
    with pytest.raises(UnknownNameError, match=message):
        hotels.examples(lists=ExampleLists(("gest",), ()))
    with pytest.raises(UnknownNameError, match="no individual named 'Hotel'"):
        hotels.examples(lists=ExampleLists(("a",), ("Hotel",)))


def test_ambiguous_names_list_the_iris(hotels: LoadedOntology) -> None:
    with pytest.raises(
        UnknownNameError, match=f"'Bar' is ambiguous: it could be {EX}Bar, http://other.org#Bar"
    ):
        hotels.examples("Bar")
    with pytest.raises(
        UnknownNameError, match=f"'f' is ambiguous: it could be {EX}f, http://other.org#f"
    ):
        hotels.examples("Good", lists=ExampleLists(("f",), ()))


def test_a_name_may_be_a_class_and_an_individual(tmp_path: Path) -> None:
    value = loaded(
        tmp_path, "ClassAssertion(:Dry :Dry) ClassAssertion(:Dry :x) ClassAssertion(:W :y)"
    )
    assert split(value.examples("Dry")) == (["Dry", "x"], ["y"])
    assert split(value.examples("Dry", lists=ExampleLists(("Dry",), ("y",)))) == (["Dry"], ["y"])


def test_anonymous_individuals_are_no_examples(tmp_path: Path) -> None:
    value = loaded(
        tmp_path,
        "ClassAssertion(:A _:b) ClassAssertion(:A :x) ClassAssertion(:B :y) "
        "ObjectPropertyAssertion(:r :y _:b) ClassAssertion(ObjectSomeValuesFrom(:r :A) :x)",
    )
    assert split(value.examples("A")) == (["x"], ["y"])


def test_names_are_the_first_elements_whatever_is_hidden(hotels: LoadedOntology) -> None:
    for source in (hotels.source(), hotels.source(EX + "Good", [EX + "Hotel"])):
        assert source.knowledge_base().individuals == hotels.names


# Held-out individuals

LEAKS = {
    "filler": "SubClassOf(ObjectSomeValuesFrom(:r :Key) :Leak) ClassAssertion(:Key :t) "
    "ObjectPropertyAssertion(:r :a :t)",
    "inverse": "SubClassOf(ObjectSomeValuesFrom(ObjectInverseOf(:r) :Key) :Leak) "
    "ClassAssertion(:Key :t) ObjectPropertyAssertion(:r :t :a)",
    "domain": "ObjectPropertyDomain(:r :Leak) ObjectPropertyAssertion(:r :a :t)",
    "range": "ObjectPropertyRange(:r :Leak) ObjectPropertyAssertion(:r :t :a)",
    "same": "SameIndividual(:a :t) ClassAssertion(:Leak :t)",
    "chain": "SubObjectPropertyOf(ObjectPropertyChain(:r :s) :far) "
    "ObjectPropertyDomain(:far :Leak) ObjectPropertyAssertion(:r :a :t) "
    "ObjectPropertyAssertion(:s :t :b)",
    "transitive": "TransitiveObjectProperty(:r) EquivalentClasses(:Leak ObjectHasValue(:r :b)) "
    "ObjectPropertyAssertion(:r :a :t) ObjectPropertyAssertion(:r :t :b)",
    "value": "SubClassOf(ObjectHasValue(:r :t) :Leak) ClassAssertion(ObjectHasValue(:r :t) :a)",
    "only": "ClassAssertion(ObjectAllValuesFrom(:r :Leak) :t) ObjectPropertyAssertion(:r :t :a)",
    "functional": "FunctionalObjectProperty(:r) ObjectPropertyAssertion(:r :t :a) "
    "ClassAssertion(ObjectSomeValuesFrom(:r :Leak) :t)",
}
EXAMPLES = (
    "ClassAssertion(:T :a) ClassAssertion(:T :t) Declaration(NamedIndividual(:b)) "
    "Declaration(NamedIndividual(:c)) Declaration(Class(:Leak)) "
)


@pytest.mark.parametrize("leak", LEAKS)
def test_nothing_inferred_through_a_held_out_individual_reaches_training(
    leak: str, tmp_path: Path
) -> None:
    X, positive = loaded(tmp_path, EXAMPLES + LEAKS[leak]).examples("T")
    assert split((X, positive)) == (["a", "t"], ["b", "c"])
    train = np.array([0, 1, 2])
    assert names_of(X[train]) == ["a", "b", "c"]
    whole, fold = X.problem(positive).kb, X[train].problem(positive[train]).kb
    masked = X[train].problem(positive[train], mask=True).kb
    assert EX + "Leak" in types_of(whole, EX + "a")
    assert EX + "Leak" not in types_of(fold, EX + "a")
    assert EX + "Leak" in types_of(masked, EX + "a")
    assert types_of(fold, EX + "t") == set()
    assert list(fold.individuals) == list(whole.individuals)


def test_every_fold_is_reasoned_over_on_its_own(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Quiet")
    for train, test in StratifiedKFold(2).split(X, positive):
        kb = X[train].problem(positive[train]).kb
        assert all(types_of(kb, X.names[number]) == set() for number in X[test].individuals)
        assert names_of(X[train])
    again = X.problem(positive).kb
    assert again is X.problem(positive).kb  # the whole is reasoned over once


def test_individuals_outside_the_examples_are_never_held_out(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Quiet", scope="Hotel")
    assert names_of(X) == ["a", "d", "e"]
    train = np.array([0, 1])
    kb = X[train].problem(positive[train]).kb
    assert types_of(kb, EX + "c") != set()
    assert types_of(kb, EX + "e") == set()


# Files


CLASHES = {
    "individual 'x' violates DisjointClasses(A, B)": "DisjointClasses(:A :B) "
    "ClassAssertion(:A :x) ClassAssertion(:B :x)",
    "individual 'x' belongs to 'A' and to its complement": "ClassAssertion(:A :x) "
    "ClassAssertion(ObjectComplementOf(:A) :x)",
    "individual 'x' belongs to 'Nothing'": "ClassAssertion(owl:Nothing :x)",
    "what fills 'r' of individual 'x' violates DisjointClasses(B, C)": "SubClassOf(:A :B) "
    "DisjointClasses(:B :C) "
    "ClassAssertion(ObjectSomeValuesFrom(:r ObjectIntersectionOf(:A :C)) :x)",
    "individual 'y' is both the same as and different from 'z'": "FunctionalObjectProperty(:r) "
    "ObjectPropertyAssertion(:r :x :y) ObjectPropertyAssertion(:r :x :z) "
    "DifferentIndividuals(:y :z)",
}


@pytest.mark.parametrize("clash", CLASHES)
def test_an_inconsistent_ontology_names_the_clash(clash: str, tmp_path: Path) -> None:
    value = loaded(tmp_path, "Declaration(Class(:T)) " + CLASHES[clash])
    with pytest.raises(InconsistentError) as caught:
        value.examples("T")
    assert str(caught.value) == f"The ontology is inconsistent: {clash}."


def test_imports_are_found_beside_the_file_or_where_one_says(tmp_path: Path) -> None:
    parts, data = tmp_path / "parts", tmp_path / "data"
    parts.mkdir()
    data.mkdir()
    (parts / "schema.ofn").write_text(
        "Ontology(<http://ex.org/schema> SubClassOf(<urn:A> <urn:B>))"
    )
    file = data / "data.ofn"
    file.write_text(
        "Ontology(<http://ex.org/data> Import(<http://ex.org/schema>) "
        "ClassAssertion(<urn:A> <urn:x>) ClassAssertion(<urn:C> <urn:y>))"
    )
    found = read_ontology(file, import_dirs=[parts], strict=True)
    assert types_of(found.source().knowledge_base(), "urn:x") == {"urn:A", "urn:B"}
    without = read_ontology(file)
    assert [remark.code for remark in without.remarks] == ["unresolved-import"]
    assert types_of(without.source().knowledge_base(), "urn:x") == {"urn:A"}
    with pytest.raises(SourceError, match=r"imports <http://ex\.org/schema>"):
        read_ontology(file, strict=True)


def test_a_hidden_property_is_reasoned_with_but_not_seen(tmp_path: Path) -> None:
    file = tmp_path / "family.ofn"
    file.write_text(
        "Prefix(:=<urn:f#>)\nOntology(\n"
        "ObjectPropertyDomain(:uncleOf :Man)\nSubObjectPropertyOf(:uncleOf :kinOf)\n"
        "ObjectPropertyAssertion(:uncleOf :a :b)\n"
        'DataPropertyAssertion(:age :a "50"^^<http://www.w3.org/2001/XMLSchema#int>)\n'
        "Declaration(Class(:Uncle))\nClassAssertion(:Uncle :a)\n)"
    )
    X, _ = read_ontology(file).examples("Uncle", hide=["uncleOf", "age"])
    for kb in (X.source.knowledge_base(), X.source.knowledge_base(without=np.array([1]))):
        assert list(kb.vocabulary.roles) == ["urn:f#kinOf"]
        assert not kb.vocabulary.data_properties
        assert not kb.numbers
    kb = X.source.knowledge_base()
    assert kb.members[kb.vocabulary.classes.id("urn:f#Man")].tolist() == [0]
    assert kb.roles[0][0].tolist() == [1]


# Malformed values

XSD = "http://www.w3.org/2001/XMLSchema#"


def test_a_malformed_value_means_nothing_and_disturbs_no_other(tmp_path: Path) -> None:
    #  once Python read 1_000 as 1000: a and b shared a value, and it was that of a, which is none
    given = loaded(
        tmp_path,
        f"""
        SubClassOf(DataHasValue(:price "1000"^^<{XSD}integer>) :Dear)
        SubClassOf(DataSomeValuesFrom(:price <{XSD}integer>) :Priced)
        DataPropertyDomain(:price :Good)
        DataPropertyAssertion(:price :a "1_000"^^<{XSD}integer>)
        DataPropertyAssertion(:price :b "1000"^^<{XSD}integer>)
        DataPropertyAssertion(:price :c "1e3"^^<{XSD}integer>)
        """,
    )
    kb = given.source().knowledge_base()
    assert types_of(kb, EX + "a") == types_of(kb, EX + "c") == set()
    assert {name.removeprefix(EX) for name in types_of(kb, EX + "b")} == {"Dear", "Priced", "Good"}
    values = kb.numbers[0]
    assert (values.indptr.tolist(), values.values.tolist()) == ([0, 0, 1, 1], [1000.0])
    assert [(one.code, one.count) for one in given.remarks] == [("malformed-literal", 2)]


def test_a_malformed_value_in_an_axiom_is_remarked_and_the_rest_is_used(tmp_path: Path) -> None:
    given = loaded(
        tmp_path,
        f"""
        ClassAssertion(ObjectIntersectionOf(:Hotel DataHasValue(:price "1e3"^^<{XSD}int>)) :a)
        SubClassOf(DataSomeValuesFrom(:price <{XSD}int>) :Priced)
        DataPropertyAssertion(:price :b "1"^^<{XSD}int>)
        """,
    )
    kb = given.source().knowledge_base()
    assert types_of(kb, EX + "a") == {EX + "Hotel"}
    assert types_of(kb, EX + "b") == {EX + "Priced"}
    assert [(one.code, one.message) for one in given.remarks] == [
        (
            "malformed-literal",
            (
                f"what axioms say with values that are not valid for <{XSD}int>, such as '1e3', "
                "is not used"
            ),
        )
    ]


def test_nan_beside_a_facet_of_integers_is_no_reason_to_stop(tmp_path: Path) -> None:
    given = loaded(
        tmp_path,
        f"""
        SubClassOf(DataSomeValuesFrom(:price DatatypeRestriction(<{XSD}integer>
            <{XSD}minInclusive> "5"^^<{XSD}integer>)) :Dear)
        DataPropertyAssertion(:price :a "NaN"^^<{XSD}double>)
        DataPropertyAssertion(:price :b "5"^^<{XSD}integer>)
        """,
    )
    kb = given.source().knowledge_base()
    assert types_of(kb, EX + "a") == set()
    assert types_of(kb, EX + "b") == {EX + "Dear"}
