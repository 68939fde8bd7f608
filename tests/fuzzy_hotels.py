"""A fuzzy ontology written by hand: graded facts over a hierarchy, graded roles, authored sets."""

import re

HOTELS = "http://example.org/hotels#"


def label(kind: str, content: str) -> str:
    """Return the annotation of Fuzzy OWL 2 in Functional syntax."""
    xml = f"<fuzzyOwl2 fuzzyType='{kind}'>{content}</fuzzyOwl2>"
    return f'Annotation(:fuzzyLabel "{xml}")'


def sets(**shapes: str) -> str:
    """Return the declarations of fuzzy datatypes."""
    marks = {name: label("datatype", f"<Datatype {shape}/>") for name, shape in shapes.items()}
    return "".join(
        f"Declaration(Datatype(:{name}))\n"
        f"AnnotationAssertion(:fuzzyLabel :{name} {mark.partition(' ')[2][:-1]})\n"
        for name, mark in marks.items()
    )


def held(degree: float | str) -> str:
    """Return the annotation of an axiom that holds to a degree."""
    return label("axiom", f"<Degree value='{degree}'/>")


FACTS = f"""
SubClassOf(:Calm :Quiet)
SubClassOf(:Quiet :Pleasant)
SubClassOf(ObjectIntersectionOf(:Quiet :Central) :Favourite)
SubClassOf(ObjectSomeValuesFrom(:near :Green) :Pleasant)
SubClassOf(:Park :Green)
SubObjectPropertyOf(:beside :near)
ClassAssertion(:Hotel :h1)
ClassAssertion(:Hotel :h2)
ClassAssertion(:Hotel :h3)
ClassAssertion(:Hotel :h4)
ClassAssertion({held(0.7)} :Quiet :h1)
ClassAssertion({held(0.4)} :Calm :h1)
ClassAssertion({held(0.9)} :Central :h1)
ClassAssertion({held(0.2)} :Calm :h2)
ClassAssertion(:Central :h2)
ClassAssertion({held(0.6)} :Park :p1)
ClassAssertion(:Park :p2)
ObjectPropertyAssertion({held(0.8)} :beside :h2 :p1)
ObjectPropertyAssertion({held(0.3)} :near :h2 :p2)
ObjectPropertyAssertion(:near :h3 :p1)
ObjectPropertyAssertion({held(0.5)} :near :h4 :p2)
"""

PRICES = f"""
{sets(Cheap="type='leftshoulder' a='60' b='100'", Dear="type='rightshoulder' a='80' b='120'")}
DatatypeDefinition(:Cheap DatatypeRestriction(
    xsd:double xsd:minInclusive "0"^^xsd:double xsd:maxInclusive "200"^^xsd:double))
Declaration(DataProperty(:price))
EquivalentClasses(:Bargain ObjectIntersectionOf(:Hotel DataSomeValuesFrom(:price :Cheap)))
SubClassOf(DataSomeValuesFrom(:price :Dear) :Luxury)
DataPropertyAssertion(:price :h1 "90"^^xsd:double)
DataPropertyAssertion(:price :h2 "70"^^xsd:double)
DataPropertyAssertion(:price :h3 "50"^^xsd:double)
DataPropertyAssertion(:price :h4 "110"^^xsd:double)
"""


def functional(*parts: str) -> str:
    """Return statements as an ontology in Functional syntax; what they mention is declared."""
    body = "".join(parts)
    said = re.sub(r'"[^"]*"', "", body)
    roles = sorted({*re.findall(r":(?:near|beside)\b", said)})
    people = sorted({*re.findall(r":[hp]\d\b", said)})
    kinds = {"AnnotationProperty": [":fuzzyLabel"], "ObjectProperty": roles}
    known = {*roles, ":price", ":Cheap", ":Dear"}
    kinds["Class"] = sorted({*re.findall(r"(?<!\w):[A-Z]\w*", said)} - known)
    kinds["NamedIndividual"] = people
    declared = "\n".join(
        f"Declaration({kind}({name}))" for kind, names in kinds.items() for name in names
    )
    logic = label("ontology", "<FuzzyLogic logic='zadeh'/>")
    return (
        f"Prefix(:=<{HOTELS}>)\nPrefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\n"
        f"Ontology(<{HOTELS[:-1]}>\n{logic}\n{declared}\n{body})\n"
    )


DEGREES = {
    ("h1", "Quiet"): 0.7,
    ("h1", "Calm"): 0.4,
    ("h1", "Pleasant"): 0.7,
    ("h1", "Central"): 0.9,
    ("h1", "Favourite"): 0.7,
    ("h2", "Calm"): 0.2,
    ("h2", "Quiet"): 0.2,
    ("h2", "Central"): 1.0,
    ("h2", "Favourite"): 0.2,
    ("h2", "Pleasant"): 0.6,  # beside p1 to 0.8, which is a park to 0.6
    ("h3", "Pleasant"): 0.6,
    ("h4", "Pleasant"): 0.5,
    ("p1", "Green"): 0.6,
    ("p2", "Green"): 1.0,
}
"""What follows from the facts, as far as the weakest that is needed."""

FUZZYDL = """
(implies Calm Quiet)
(implies Quiet Pleasant)
(implies (and Quiet Central) Favourite)
(implies (some near Green) Pleasant)
(implies Park Green)
(implies-role beside near)
(instance h1 Hotel 1.0)
(instance h2 Hotel 1.0)
(instance h3 Hotel 1.0)
(instance h4 Hotel 1.0)
(instance h1 Quiet 0.7)
(instance h1 Calm 0.4)
(instance h1 Central 0.9)
(instance h2 Calm 0.2)
(instance h2 Central 1.0)
(instance p1 Park 0.6)
(instance p2 Park)
(related h2 p1 beside 0.8)
(related h2 p2 near 0.3)
(related h3 p1 near)
(related h4 p2 near 0.5)
"""
"""The facts in fuzzyDL's own syntax."""

FUZZYDL_PRICES = """
(define-fuzzy-concept Cheap left-shoulder(0,200,60,100))
(define-fuzzy-concept Dear right-shoulder(0,200,80,120))
(functional price)
(range price *real* 0 200)
(instance h1 (= price 90) 1.0)
(instance h2 (= price 70) 1.0)
(instance h3 (= price 50) 1.0)
(instance h4 (= price 110) 1.0)
"""
