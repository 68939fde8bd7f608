"""What follows from an ontology can be asked by name, without a knowledge base."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.ontologies import A, B, C, ontology, r, text

from owlboost.errors import InconsistentError, ParameterError, UnknownNameError
from owlboost.ontology.axioms import (
    DisjointClasses,
    EquivalentClasses,
    FunctionalData,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.expressions import Some
from owlboost.ontology.ontology import Fuzziness
from owlboost.ontology.reasoner.reason import Reasoner, classes_below, reason
from owlboost.ontology.writers.ntriples import write_inferences
from owlboost.sources.ontology_knowledge import saturate

FACTS = (("a", "A"), ("a", "r", "b"), ("a", "p", 2), ("a", "p", True), ("c", "r", "a"))
AXIOMS = (SubClassOf(A, B), EquivalentClasses((B, C)), SubClassOf(Some(r, A), A))


def test_what_follows_is_found_by_name() -> None:
    found = reason(ontology(*AXIOMS, *FACTS))
    assert found.classes_of("c") == ("A", "B", "C")
    assert found.instances_of("B") == ("a", "c")
    assert found.is_member("c", "C")
    assert not found.is_member("b", "C")
    assert found.fillers_of("c", "r") == ("a",)
    assert set(found.values_of("a", "p")) == {2.0, True}
    assert found.classes_above("A") == ("B", "C")
    assert found.remarks == ()


def test_fillers_without_a_name_are_elements_but_are_not_listed() -> None:
    found = reason(ontology(SubClassOf(A, Some(r, B)), ("a", "A")))
    assert found.n_elements == 2
    assert found.fillers_of("a", "r") == ()
    assert found.instances_of("B") == ()


def test_the_same_individual_has_all_that_the_other_has() -> None:
    found = reason(ontology(SameIndividual(("a", "b")), ("b", "A"), ("b", "p", 1)))
    assert found.classes_of("a") == found.classes_of("b") == ("A",)
    assert found.values_of("a", "p") == (1.0,)
    assert found.synonyms == {"b"}


def test_hidden_classes_and_individuals_left_out_say_nothing() -> None:
    found = reason(ontology(*AXIOMS, *FACTS), hidden=["B"], without=["a"])
    assert [*found.vocabulary.classes] == ["A", "C"]
    assert [*found.individuals] == ["a", "b", "c"]
    assert found.classes_of("c") == ()
    assert found.values_of("a", "p") == ()


def test_functional_properties_are_told() -> None:
    found = reason(ontology(FunctionalData("p"), ("a", "p", 1), ("a", "q", 1)))
    assert [found.vocabulary.data_properties[number] for number in found.functional] == ["p"]


def test_inferences_are_those_of_the_knowledge_base(tmp_path: Path) -> None:
    whole = ontology(*AXIOMS, *FACTS, SubClassOf(B, Some(r, C)))
    found, kb = reason(whole), saturate(whole).kb
    for mine, theirs in ((found.members, kb.members), *zip(found.roles, kb.roles, strict=True)):
        assert np.array_equal(mine.indptr, theirs.indptr)
        assert np.array_equal(mine.indices, theirs.indices)
    ours, learners = tmp_path / "inferred.nt", tmp_path / "kb.nt"
    assert write_inferences(found, ours) == write_inferences(kb, learners)
    assert ours.read_bytes() == learners.read_bytes()


def test_many_texts_are_no_matter_to_the_reasoner() -> None:
    texts = [(f"a{number}", "p", text(str(number))) for number in range(30)]
    assert reason(ontology(*texts)).remarks == ()


def test_of_a_fuzzy_ontology_what_holds_in_full_is_reasoned_with() -> None:
    whole = ontology(SubClassOf(A, B), ("a", "A"), ("b", "A"))
    found = reason(replace(whole, fuzziness=Fuzziness(types={("b", "A"): 0.5})))
    assert found.instances_of("B") == ("a",)
    assert [(remark.code, remark.count) for remark in found.remarks] == [("fuzzy-left-out", 1)]


def test_a_contradiction_is_an_error() -> None:
    with pytest.raises(InconsistentError, match="'a'"):
        reason(ontology(DisjointClasses((A, B)), ("a", "A"), ("a", "B")))


@pytest.mark.parametrize("ask", ["instances_of", "classes_above"])
def test_an_unknown_class_is_an_error_with_a_hint(ask: str) -> None:
    found = reason(ontology(("a", "Hotel")))
    with pytest.raises(UnknownNameError, match=r"no class named 'Hotl'\. Did you mean Hotel"):
        getattr(found, ask)("Hotl")


def test_other_unknown_names_are_errors() -> None:
    whole = ontology(*FACTS)
    found = reason(whole)
    with pytest.raises(UnknownNameError, match="no individual named 'z'"):
        found.classes_of("z")
    with pytest.raises(UnknownNameError, match="no object property named 'z'"):
        found.fillers_of("a", "z")
    with pytest.raises(UnknownNameError, match="no data property named 'z'"):
        found.values_of("a", "z")
    with pytest.raises(UnknownNameError, match="no class named 'z'"):
        reason(whole, hidden=["z"])
    with pytest.raises(UnknownNameError, match="no class named 'z'"):
        classes_below(whole, "z")


def test_an_unknown_reasoner_is_an_error() -> None:
    unknown: Reasoner = "hermes"  # type: ignore[assignment]
    with pytest.raises(
        ParameterError, match=r"There is no reasoner 'hermes'\. Did you mean hermit"
    ):
        reason(ontology(*FACTS), reasoner=unknown)


def test_classes_below_are_the_class_its_equivalents_and_subclasses() -> None:
    assert classes_below(ontology(*AXIOMS), "B") == {"A", "B", "C"}
    assert classes_below(ontology(*AXIOMS), "A") == {"A"}
