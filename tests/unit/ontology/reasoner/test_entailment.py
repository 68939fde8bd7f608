"""Inclusions that are to be added to an ontology: new, entailed or contradictory."""

from tests.ontologies import A, B, C, Statement, ontology, r

from owlboost.ontology.axioms import DisjointClasses, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import And, ClassExpression, Or, Some
from owlboost.ontology.reasoner.entailment import Additions, AxiomStanding


def standings(*bodies: ClassExpression, given: list[Statement]) -> list[AxiomStanding]:
    findings = Additions(ontology(*given)).findings(bodies, "C")
    return [one.standing for one in findings]


def test_what_nobody_says_is_new() -> None:
    assert standings(A, Some(r, B), given=[("a", "A"), ("b", "C"), ("a", "r", "b")]) == [
        AxiomStanding.NEW,
        AxiomStanding.NEW,
    ]


def test_what_follows_is_entailed() -> None:
    given: list[Statement] = [EquivalentClasses((C, Some(r, B))), SubClassOf(A, B), ("a", "A")]
    assert standings(Some(r, A), A, given=given) == [AxiomStanding.ENTAILED, AxiomStanding.NEW]


def test_what_nothing_can_satisfy_follows() -> None:
    given: list[Statement] = [DisjointClasses((A, B)), ("a", "A"), ("c", "C")]
    assert standings(And((A, B)), A, given=given) == [AxiomStanding.ENTAILED, AxiomStanding.NEW]


def test_a_member_that_is_excluded_is_a_contradiction() -> None:
    given: list[Statement] = [DisjointClasses((A, C)), ("a", "A"), ("b", "B"), ("c", "C")]
    assert standings(A, B, given=given) == [AxiomStanding.CONTRADICTORY, AxiomStanding.NEW]


def test_a_class_that_becomes_empty_is_a_contradiction() -> None:
    given: list[Statement] = [DisjointClasses((A, C)), ("b", "B"), ("c", "C")]
    assert standings(A, B, given=given) == [AxiomStanding.CONTRADICTORY, AxiomStanding.NEW]


def test_of_two_that_contradict_together_the_last_does() -> None:
    given: list[Statement] = [
        DisjointClasses((Some(r, C), C)),
        ("a", "A"),
        ("b", "B"),
        ("a", "r", "b"),
        ("c", "C"),
    ]
    assert standings(A, B, given=given) == [AxiomStanding.NEW, AxiomStanding.CONTRADICTORY]


def test_what_the_reasoner_may_miss_is_left_open() -> None:
    given: list[Statement] = [SubClassOf(A, Or((B, C))), DisjointClasses((B, C)), ("a", "A")]
    (finding,) = Additions(ontology(*given)).findings([A], "C")
    assert finding.standing is AxiomStanding.OPEN
    assert "the structural reasoner may have missed something" in finding.why


def test_a_class_that_the_ontology_lacks_is_free() -> None:
    findings = Additions(ontology(("a", "A"))).findings([A, B], "New")
    assert [one.standing for one in findings] == [AxiomStanding.NEW, AxiomStanding.NEW]


def test_a_definition_may_contradict() -> None:
    given: list[Statement] = [DisjointClasses((A, B)), ("a", "A"), ("a", "C")]
    additions = Additions(ontology(*given))
    assert additions.contradicted(EquivalentClasses((C, B))).yes is True
    assert additions.contradicted(EquivalentClasses((C, A))).yes is False
