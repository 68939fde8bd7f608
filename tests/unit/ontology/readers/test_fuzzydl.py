"""fuzzyDL's own syntax as a source: it says the same as Fuzzy OWL 2, and what is wrong is said."""

from pathlib import Path

import pytest
from tests.fuzzy_hotels import DEGREES, FUZZYDL, FUZZYDL_PRICES

from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.errors import SourceError
from owlboost.ontology.readers.fuzzydl import FUZZYDL_NAMES
from owlboost.sources.ontology_source import LoadedOntology, read_ontology

USES = """
(define-concept Bargain (and Hotel (some price Cheap)))
(implies (some price Dear) Luxury)
(min-instance? h1 Quiet)
(kd-implies Quiet Pleasant 0.5)
(define-concept Great (choquet (0.5 0.5) (Quiet Central)))
(define-modifier very cubic-modifier(0.8))
(define-concept Calmer (w-sum (0.5 (not Quiet))))
(implies (w-sum (0.5 Quiet)) (or Calm Central))
"""


def read(text: str, folder: Path) -> LoadedOntology:
    path = folder / "hotels.fdl"
    path.write_text(text)
    return read_ontology(path)


def test_it_says_the_same_as_fuzzy_owl(tmp_path: Path) -> None:
    text = f"% hotels\n(define-fuzzy-logic zadeh)\n{FUZZYDL}{FUZZYDL_PRICES}{USES}"
    loaded = read(text, tmp_path)
    kb = loaded.source().knowledge_base()
    for (person, name), degree in DEGREES.items():
        number = kb.vocabulary.classes.id(FUZZYDL_NAMES + name)
        held = dict(zip(kb.members[number], kb.members.degrees_of(number), strict=True))
        assert held[kb.individuals.id(FUZZYDL_NAMES + person)] == degree
    assert kb.authored == {
        FUZZYDL_NAMES + "price": (
            FuzzySet("Cheap", LeftShoulder(60, 100)),
            FuzzySet("Dear", RightShoulder(80, 120)),
        )
    }
    assert kb.numbers[0].values.tolist() == [90, 70, 50, 110]
    assert loaded.examples("Pleasant", scope="Hotel")[1].tolist() == [0.7, 0.6, 0.6, 0.5]
    said = {one.message for one in loaded.remarks}
    assert {
        "queries are passed over",
        "statements (kd-implies …) are not used",
        "statements with concepts (choquet …) are not used",
        "the modifier very (cubic-modifier) is not used",
        "a fuzzy concept of Calmer has parts that are not understood and is not used",
        "inclusions of fuzzy concepts in others than names are not used",
    } <= said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(instance a C 0.7", "ends within the statement of line 1; close its bracket."),
        ("(instance a C)\n)", "has a bracket too many at line 2; take it away."),
        ("(instance a C)\nb", "has 'b' outside of brackets at line 2; fuzzyDL statements are such"),
        ("(instance a)", "has a statement at line 1 that cannot be read: it lacks something;"),
        ("(related a b r 1 2)", "cannot be read: there is something after the degree; correct it."),
        ("(instance a C 7)", "The degree '7' of a : C is no number from 0 to 1;"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read(text, tmp_path)
    assert said in str(caught.value)


def test_restrictions_and_ranges_may_have_brackets(tmp_path: Path) -> None:
    text = """
        (implies (some near (or Park Lake)) Pleasant)
        (range near (and Place Green))
        (instance p Park) (instance h Hotel) (related h p near)
    """
    kb = read(text, tmp_path).source().knowledge_base()
    members = {
        name: {kb.individuals[one] for one in kb.members[kb.vocabulary.classes.id(iri)]}
        for name in ("Pleasant", "Place", "Green")
        for iri in (FUZZYDL_NAMES + name,)
    }
    h, p = FUZZYDL_NAMES + "h", FUZZYDL_NAMES + "p"
    assert members == {"Pleasant": {h}, "Place": {p}, "Green": {p}}
