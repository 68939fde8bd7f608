"""Fuzzy concepts of ontologies: read in both syntaxes, computed, hidden; what is wrong is said."""

from pathlib import Path

import numpy as np
import pytest
from tests.fuzzy_hotels import HOTELS, PRICES, functional, held, label

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import SourceError
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.ontology.expressions import Class
from owlboost.ontology.fuzzy import Aggregate, LinearModifier, Modified, TriangularModifier
from owlboost.sources.ontology_source import LoadedOntology, read_ontology
from owlboost.sources.ontology_summary import summarise


def noted(name: str, content: str, kind: str = "concept") -> str:
    """Return an annotation of a name in Functional syntax."""
    text = label(kind, content).partition(" ")[2][:-1]
    return f"AnnotationAssertion(:fuzzyLabel :{name} {text})\n"


def weighted(kind: str, **weights: float | str) -> str:
    """Return a concept of weighted parts."""
    parts = "".join(
        f"<Concept type='weighted' value='{weight}' base='{name}'/>"
        for name, weight in weights.items()
    )
    return f"<Concept type='{kind}'>{parts}</Concept>"


OWA = (
    "<Concept type='owa'><Weights><Weight>0.7</Weight><Weight>0.3</Weight></Weights>"
    "<Names><Name>Quiet</Name><Name>Central</Name></Names></Concept>"
)
CONCEPTS = "".join(
    [
        "Declaration(Datatype(:very)) Declaration(Datatype(:nearly))",
        noted("very", "<Modifier type='linear' c='3'/>", "modifier"),
        noted("nearly", "<Modifier type='triangular' a='0.2' b='0.9' c='1.1'/>", "modifier"),
        *(f"Declaration(Class(:{name}))" for name in ("Quiet", "Central", "Good", "Best")),
        noted("Half", "<Concept type='weighted' value='0.5' base='Quiet'/>"),
        noted("Good", weighted("weightedSum", Quiet=0.6, Central=0.3)),
        noted("Both", weighted("weightedSumZero", Quiet=0.6, Central=0.3)),
        noted("Either", weighted("weightedMaximum", Quiet=1, Central=0.3)),
        noted("Balanced", weighted("weightedMinimum", Quiet=1, Central=0.3)),
        noted("Ordered", OWA),
        noted("Best", "<Concept type='modified' modifier='very' base='Good'/>"),
        noted("Nearly", "<Concept type='modified' modifier='nearly' base='Quiet'/>"),
        noted("Mine", "<Concept type='nominal' value='0.4' individual='h2'/>"),
        "SubClassOf(:Best :Noted)",
        f"ClassAssertion({held(0.8)} :Quiet :h1)",
        f"ClassAssertion({held(0.5)} :Central :h1)",
        f"ClassAssertion({held(0.5)} :Quiet :h2)",
    ]
)


@pytest.fixture
def hotels(tmp_path: Path) -> LoadedOntology:
    return loaded(functional(CONCEPTS), tmp_path)


def loaded(text: str, folder: Path, suffix: str = "ofn") -> LoadedOntology:
    path = folder / f"hotels.{suffix}"
    path.write_text(text)
    return read_ontology(path)


def degrees(kb: KnowledgeBase, x: str) -> dict[str, float]:
    """How far an individual belongs to classes, by short names."""
    element = kb.individuals.id(HOTELS + x)
    held = zip(kb.types[element].tolist(), kb.types.degrees_of(element).tolist(), strict=True)
    return {kb.vocabulary.classes[c].removeprefix(HOTELS): round(degree, 6) for c, degree in held}


def test_fuzzy_concepts_are_computed(hotels: LoadedOntology) -> None:
    kb = hotels.source().knowledge_base()
    assert degrees(kb, "h1") == {
        "Quiet": 0.8,
        "Central": 0.5,
        "Half": 0.4,
        "Good": 0.63,  # 0.6 · 0.8 + 0.3 · 0.5
        "Both": 0.63,
        "Either": 0.8,  # max(min(1, 0.8), min(0.3, 0.5))
        "Balanced": 0.7,  # min(max(0, 0.8), max(0.7, 0.5))
        "Ordered": 0.71,  # 0.7 · 0.8 + 0.3 · 0.5
        "Best": 0.21,  # very: a third of it, up to 3/4
        "Noted": 0.21,
        "Nearly": 0.5,  # 0.857 now, and 0.5 if it is quiet to 1
    }
    assert degrees(kb, "h2") == {
        "Quiet": 0.5,
        "Half": 0.25,
        "Good": 0.3,
        "Either": 0.5,
        "Balanced": 0.5,
        "Ordered": 0.35,
        "Best": 0.1,
        "Noted": 0.1,
        "Nearly": 0.428571,
        "Mine": 0.4,
    }
    assert hotels.remarks == ()
    assert summarise(hotels).fuzzy_concepts == 8


def test_they_are_read_as_values(hotels: LoadedOntology) -> None:
    found = {
        one.upper.removeprefix(HOTELS): one.lower for one in hotels.ontology.fuzziness.inclusions
    }
    quiet, good = Class(HOTELS + "Quiet"), Class(HOTELS + "Good")
    assert found["Half"] == Aggregate("sum", (0.5,), (quiet,))
    assert found["Best"] == Modified(LinearModifier(3), good)
    assert found["Nearly"] == Modified(TriangularModifier(0.2, 0.9, 1.1), quiet)


def test_classes_with_fuzzy_datatypes_are_computed(tmp_path: Path) -> None:
    kb = loaded(functional(PRICES, "ClassAssertion(:Hotel :h1)"), tmp_path).source()
    found = degrees(kb.knowledge_base(), "h1")
    assert found == {"Hotel": 1.0, "Bargain": 0.25, "Luxury": 0.25}  # a price of 90
    assert degrees(kb.knowledge_base(), "h4") == {"Luxury": 0.75}  # no hotel


@pytest.mark.parametrize(
    ("logic", "degree"), [("zadeh", 0.6), ("product", 0.48), ("lukasiewicz", 0.4)]
)
def test_an_inclusion_to_a_degree_is_that_of_the_logic(
    logic: str, degree: float, tmp_path: Path
) -> None:
    text = functional(
        f"SubClassOf({held(0.6)} :Quiet :Pleasant)"
        f"SubClassOf(:Pleasant :Noted) ClassAssertion({held(0.8)} :Quiet :h1)"
    )
    ontology = loaded(text.replace("zadeh", logic), tmp_path)
    kb = ontology.source().knowledge_base()
    assert degrees(kb, "h1") == {"Quiet": 0.8, "Pleasant": degree, "Noted": degree}
    assert not kb.implies(HOTELS + "Quiet", HOTELS + "Pleasant")
    assert not [one for one in ontology.remarks if one.code == "graded-axiom"]


def test_roles_may_be_below_others_to_a_degree(tmp_path: Path) -> None:
    text = functional(
        f"SubObjectPropertyOf({held(0.4)} :beside :near)"
        "SubClassOf(ObjectSomeValuesFrom(:near :Park) :Pleasant)"
        "ClassAssertion(:Park :p1) ObjectPropertyAssertion(:beside :h1 :p1)"
    )
    found = degrees(loaded(text, tmp_path).source().knowledge_base(), "h1")
    assert found == {"Pleasant": 0.4}


def test_a_fuzzy_concept_may_be_the_target(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Good")
    assert y.tolist() == pytest.approx([0.63, 0.3])
    classes = {name.removeprefix(HOTELS) for name in X.source.knowledge_base().vocabulary.classes}
    assert {"Quiet", "Central", "Both"} <= classes
    assert classes.isdisjoint({"Good", "Best"})  # what it is, and what is computed from it
    assert "Noted" not in degrees(X.source.knowledge_base(), "h1")


def test_what_is_computed_from_the_target_is_hidden(hotels: LoadedOntology) -> None:
    X, _ = hotels.examples("Quiet")
    kb = X.source.knowledge_base()
    assert degrees(kb, "h1") == {"Central": 0.5}
    classes = {name.removeprefix(HOTELS) for name in kb.vocabulary.classes}
    assert classes == {"Central", "Mine", "Noted"}


def test_what_is_computed_from_hidden_classes_is_hidden(hotels: LoadedOntology) -> None:
    X, _ = hotels.examples("Noted", hide=["Central"])
    kb = X.source.knowledge_base()
    assert degrees(kb, "h1") == {"Quiet": 0.8, "Half": 0.4, "Nearly": 0.5}


def test_a_class_below_the_target_to_a_degree_is_hidden(tmp_path: Path) -> None:
    text = functional(f"SubClassOf({held(0.6)} :Calm :Quiet) ClassAssertion(:Calm :h1)")
    X, y = loaded(text + "", tmp_path).examples("Quiet")
    assert y.tolist() == [0.6]
    assert not len(X.source.knowledge_base().vocabulary.classes)


def test_what_is_held_out_is_not_computed(hotels: LoadedOntology) -> None:
    X, _ = hotels.examples("Noted")
    one = hotels.names.id(HOTELS + "h1")
    kb = X.source.knowledge_base(np.array([one], dtype=np.int32))
    assert degrees(kb, "h1") == {}
    assert degrees(kb, "h2")["Good"] == 0.3


def test_rules_over_fuzzy_concepts_are_not_judged(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Noted")
    model = train(X.problem(y), FoilDL())
    assert model.source["graded_facts"] is True
    assert model.properties is not None
    assert model.properties.consistent.holds is None


@pytest.mark.parametrize(("name", "parts"), [("Good", "Central, Quiet"), ("Noted", "Best")])
def test_why_somebody_belongs_to_a_fuzzy_concept(
    name: str, parts: str, hotels: LoadedOntology
) -> None:
    rules = RuleSet((Inclusion(Concept((Atom(HOTELS + name),))),))
    (found,) = hotels.why_conditions(TrainedModel("foil", "urn:x#Nice", rules, 0.5), "h1")
    said = f"h1 Type {name}, which is computed from how far it is {parts}"
    assert list(found.lines()) == [said]


def test_who_belongs_further_than_defined_is_told(tmp_path: Path) -> None:
    more = f"ClassAssertion({held(0.9)} :Good :h2)"
    ontology = loaded(functional(CONCEPTS, more), tmp_path)
    assert degrees(ontology.source().knowledge_base(), "h2")["Good"] == 0.9
    (told,) = ontology.remarks
    assert told.message == "not all that follows from how far something is Good is derived"


@pytest.mark.parametrize(
    ("axiom", "is_told"),
    [
        ("SubClassOf(:Good ObjectSomeValuesFrom(:near :Park))", True),
        ("DisjointClasses(:Good :Central)", True),
        ("DisjointClasses(:Good :Park)", False),
        ("SubClassOf(:Park ObjectSomeValuesFrom(:near :Park))", False),
        ("EquivalentClasses(:Fine ObjectIntersectionOf(:Good :Central))", False),
    ],
)
def test_what_does_not_follow_from_degrees_is_told(
    axiom: str, is_told: bool, tmp_path: Path
) -> None:
    ontology = loaded(functional(CONCEPTS, axiom), tmp_path)
    told = [one for one in ontology.remarks if one.code == "fuzzy-consequences"]
    assert bool(told) == is_told


def test_fillers_without_a_name_are_no_more_than_is_known(tmp_path: Path) -> None:
    text = functional(
        "Declaration(Class(:Quiet))",
        noted("Half", weighted("weightedSum", Quiet=0.5)),
        "SubClassOf(ObjectSomeValuesFrom(:near :Half) :Pleasant)",
        f"ClassAssertion({held(0.4)} ObjectSomeValuesFrom(:near :Quiet) :h1)",
    )
    ontology = loaded(text, tmp_path)
    assert degrees(ontology.source().knowledge_base(), "h1") == {}  # no more than 0.2, not 0.4
    assert "fuzzy-witnesses" in {one.code for one in ontology.remarks}
    crisp = loaded(text.replace("0.4", "1"), tmp_path)
    assert degrees(crisp.source().knowledge_base(), "h1") == {"Pleasant": 0.5}


def test_circles_of_definitions_are_told(tmp_path: Path) -> None:
    text = functional(
        "Declaration(Class(:Good)) Declaration(Class(:Best)) Declaration(Class(:Quiet))",
        noted("Good", weighted("weightedSum", Best=0.5)),
        noted("Best", weighted("weightedSum", Good=0.5, Quiet=0.5)),
        "ClassAssertion(:Quiet :h1)",
    )
    ontology = loaded(text, tmp_path)
    assert degrees(ontology.source().knowledge_base(), "h1") == {"Quiet": 1.0}
    assert [one.message for one in ontology.remarks] == [
        "the fuzzy concepts Best, Good are defined by themselves and are not used"
    ]


def test_a_part_may_be_above_the_whole(tmp_path: Path) -> None:
    text = functional(CONCEPTS, "SubClassOf(:Best :Good)")
    ontology = loaded(text, tmp_path)
    assert degrees(ontology.source().knowledge_base(), "h1")["Good"] == 0.63
    assert ontology.remarks == ()


WRONG = [
    (weighted("weightedSum", Quiet="much"), "the weight 'much' is no number from 0 to 1"),
    (weighted("weightedMaximum", Quiet=1.5), "the weight '1.5' is no number from 0 to 1"),
    (
        weighted("weightedSum", Quiet=0.9, Central=0.3),
        "its weights add up to 1.2, which is more than 1",
    ),
    ("<Concept type='weightedSum'/>", "it has no parts"),
    (
        weighted("weightedSum", Silent=0.5),
        "it mentions 'Silent', which is no class of the ontology",
    ),
    ("<Concept type='weighted' value='0.5'/>", "it names no class where it has to"),
    (
        "<Concept type='modified' modifier='most' base='Quiet'/>",
        "it mentions 'most', which is no modifier of the ontology",
    ),
    (OWA.replace("<Name>Central</Name>", ""), "it has 2 weights for 1 parts"),
    (
        "<Concept type='nominal' value='0.5' individual='h9'/>",
        "it mentions 'h9', which is no individual of the ontology",
    ),
]


@pytest.mark.parametrize(("content", "said"), WRONG)
def test_what_is_wrong_is_said_in_one_sentence(content: str, said: str, tmp_path: Path) -> None:
    text = functional(
        "Declaration(Class(:Quiet)) Declaration(Class(:Central))", noted("Good", content)
    )
    with pytest.raises(SourceError) as caught:
        loaded(text, tmp_path)
    assert str(caught.value) == (
        f"The fuzzy concept Good cannot be used: {said}; correct its fuzzyLabel."
    )


def test_a_wrong_modifier_is_told(tmp_path: Path) -> None:
    content = "<Modifier type='triangular' a='0.9' b='0.2' c='1'/>"
    with pytest.raises(SourceError) as caught:
        loaded(functional(noted("very", content, "modifier")), tmp_path)
    assert str(caught.value) == (
        "The fuzzy modifier very cannot be used: a triangular modifier takes three numbers that "
        "ascend; correct its fuzzyLabel."
    )


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("(define-concept G (w-sum (x A)))", "the fuzzy concept G: the weight 'x' is no number"),
        ("(define-concept G (w-sum (0.9 A) (0.3 B)))", "G: its weights add up to 1.2, which is"),
        ("(define-concept G (w-max))", "the fuzzy concept G: it has no parts; correct it."),
        ("(define-concept G (w-sum A))", "a part with its weight is such as (0.5 C); correct it."),
        ("(define-concept G (owa (0.5) (A B)))", "G: it has 1 weights for 2 parts; correct it."),
        ("(define-modifier m linear-modifier(0))", "the modifier m: a linear modifier takes one"),
        ("(l-implies A G 7)", "what is below G: the degree '7' is no number from 0 to 1;"),
        ("(g-implies A)", "it lacks something; correct it."),
    ],
)
def test_what_is_wrong_in_fuzzydl_is_said(statement: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        loaded(f"(instance a A 0.5)\n{statement}", tmp_path, "fdl")
    assert "has a statement at line 2 that cannot be read: " in str(caught.value)
    assert said in str(caught.value)


def test_a_name_under_which_no_filler_is_listed_is_told(tmp_path: Path) -> None:
    axioms = (
        "Declaration(Class(:Quiet)) Declaration(Class(:Central))",
        noted("Good", weighted("weightedSum", Central=0.5)),
        "SubClassOf(ObjectHasValue(:near :square) :Central)",
        "ObjectPropertyAssertion(:near :h1 :park) ClassAssertion(:Quiet :h1)",
    )
    once = loaded(functional(*axioms), tmp_path).remarks
    assert "fuzzy-names" not in {one.code for one in once}
    named = loaded(functional(*axioms, "SameIndividual(:park :square)"), tmp_path).remarks
    (remark,) = [one for one in named if one.code == "fuzzy-names"]
    assert "who is related to square, which has several names" in remark.message
