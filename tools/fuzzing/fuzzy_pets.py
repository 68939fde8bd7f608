"""A small fuzzy ontology of pets: in fuzzyDL's syntax, and annotated as Fuzzy OWL 2 has it."""

import random
import re

from tools.fuzzing.mutation import mutated

_FACTS = b"""% pets, to a degree
(define-fuzzy-logic zadeh)
(implies Cat Pet) (implies (and Cat Calm) Lovely 1.0)
(implies (some likes (or Cat (not Dog))) Pet 0.5)
(implies-role loves likes)
(define-concept Quiet (all likes Pet))
(define-primitive-concept Kitten Cat)
(disjoint Cat Dog) (equivalent-concepts Dog Hound)
(domain likes Pet) (range likes (or Cat Dog))
(transitive likes) (inverse likes likedBy) (symmetric knows) (functional owner)
(instance tom Cat) (instance tom Calm 0.7) (instance rex (or Dog Hound) 0.4)
(related tom rex likes 0.8) (related rex tom loves)
(min-instance? tom Pet)
"""
_SETS = b"""(define-fuzzy-concept Young left-shoulder(0,20,2,6))
(define-fuzzy-concept Grown triangular(0,20,2,6,10))
(define-fuzzy-concept Ripe trapezoidal(0,20,4,6,8,10))
(define-fuzzy-concept Old right-shoulder(0,20,6,12))
(define-fuzzy-concept Ten crisp(0,20,10,11)) # at last
(define-fuzzy-concept very linear-modifier(0.8))
(range age *real* 0 20) (functional age)
(implies (some age Old) Calm) (implies (and Cat (some age Young)) Kitten)
(implies (some age Grown) Pet) (implies (>= age 3) Adult) (implies (= name Rex) Dog)
(instance tom (= age 11)) (instance rex (= age 2.5) 0.9) (instance rex (= chipped true))
"""
_CONCEPTS = b"""(define-modifier very linear-modifier(0.8))
(define-modifier nearly triangular-modifier(0.2,0.9,1.1))
(define-concept Dear (w-sum (0.6 Calm) (0.3 Cat)))
(define-concept Dearer (w-sum-zero (0.5 Dear) (0.5 (and Cat (some age Old)))))
(define-concept Any (w-max (1.0 Calm) (0.3 (very Cat)))) (define-concept All (w-min (1 Cat)))
(define-concept Ordered (owa (0.7 0.3) (Calm Cat))) (define-concept Half (0.5 Dear))
(define-concept Mixed (l-or (nearly Dear) (l-and Any *top*))) (implies Dear Calm)
(implies (w-sum (0.5 Half)) Mixed 0.4) (g-implies Dear Fine 0.5) (l-implies Dear Good 0.8)
"""
_FEW = b"""(define-fuzzy-concept Old right-shoulder(0,20,6,12)) (range age *real* 0 20)
(instance tom Cat) (instance tom Calm 0.7) (instance rex Cat 0.4) (instance tom (= age 11))
"""
FUZZYDL_PETS = (_FACTS, _SETS, _FACTS + _SETS, _FEW + _CONCEPTS)
"""Files in fuzzyDL's own syntax."""


def _label(kind: str, content: str) -> str:
    return f"Annotation(:fuzzyLabel \"<fuzzyOwl2 fuzzyType='{kind}'>{content}</fuzzyOwl2>\")"


def _held(degree: str) -> str:
    return _label("axiom", f"<Degree value='{degree}'/>")


def _noted(name: str, kind: str, content: str) -> str:
    text = f"<fuzzyOwl2 fuzzyType='{kind}'>{content}</fuzzyOwl2>"
    return f'AnnotationAssertion(:fuzzyLabel :{name} "{text}")'


_HEAD = f"""Prefix(:=<http://e/pets#>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://e/pets> {_label("ontology", "<FuzzyLogic logic='zadeh'/>")}
Declaration(AnnotationProperty(:fuzzyLabel)) Declaration(Class(:Cat)) Declaration(Class(:Pet))
Declaration(ObjectProperty(:likes)) Declaration(DataProperty(:age))
"""
_GRADED = f"""SubClassOf(:Cat :Pet)
SubClassOf({_held("0.5")} ObjectSomeValuesFrom(:likes :Cat) :Pet)
ClassAssertion({_held("0.7")} :Cat :tom)
ClassAssertion({_held("0.4")} ObjectUnionOf(:Cat :Dog) :rex)
ObjectPropertyAssertion({_held("0.8")} :likes :tom :rex)
DataPropertyAssertion({_held("0.9")} :age :rex "2"^^xsd:double)
DataPropertyAssertion(:age :tom "11"^^xsd:double)
"""
_DATATYPES = "\n".join(
    (
        *(f"Declaration(Datatype(:{name}))" for name in ("Young", "Grown", "Even")),
        _noted("Young", "datatype", "<Datatype type='leftshoulder' a='2' b='6'/>"),
        _noted("Grown", "datatype", "<Datatype type='trapezoidal' a='2' b='4' c='6' d='9'/>"),
        _noted("Even", "datatype", "<Datatype type='linear' a='10' b='0.5'/>"),
        _noted(
            "Lovely",
            "concept",
            "<Concept type='weightedSum'><Concept type='weighted' value='0.5' base='Cat'/>"
            "</Concept>",
        ),
        _noted("very", "modifier", "<Modifier type='linear' c='3'/>"),
        _noted("Lovelier", "concept", "<Concept type='modified' modifier='very' base='Cat'/>"),
        _noted(
            "Ordered",
            "concept",
            "<Concept type='owa'><Weights><Weight>0.5</Weight><Weight>0.3</Weight></Weights>"
            "<Names><Name>Cat</Name><Name>Pet</Name></Names></Concept>",
        ),
        "DatatypeDefinition(:Even DatatypeRestriction(xsd:double",
        '  xsd:minInclusive "0"^^xsd:double xsd:maxInclusive "20"^^xsd:double))',
        "EquivalentClasses(:Kitten ObjectIntersectionOf(:Cat DataSomeValuesFrom(:age :Young)))",
        "SubClassOf(DataSomeValuesFrom(:age :Grown) :Pet) DataPropertyRange(:age :Even)",
        "",
    )
)
ANNOTATED_PETS = tuple(
    f"{_HEAD}{body})\n".encode() for body in (_GRADED, _DATATYPES, _GRADED + _DATATYPES)
)
"""Ontologies in Functional syntax with annotations ``fuzzyLabel``."""

_NOTE = re.compile(rb'"(<fuzzyOwl2.*?</fuzzyOwl2>)"')


def note_damaged(data: bytes, chance: random.Random) -> bytes:
    """Damage the XML of one annotation, and leave all around it as it is."""
    notes = list(_NOTE.finditer(data))
    if not notes:
        return mutated([data], chance)
    unlucky = chance.choice(notes)
    text = mutated([note[1] for note in notes], chance)
    escaped = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return data[: unlucky.start(1)] + escaped + data[unlucky.end(1) :]
