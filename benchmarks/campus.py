"""An ontology of invented universities, as large as one likes, in N-Triples or Turtle.

A university has departments; these have staff, students, courses and research groups; staff write
publications, teach and advise. Much is left to be inferred: most classes and properties have others
above them, membership has an inverse, being part of something is transitive, and some classes are
defined by what their members do.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyoxigraph as ox

NAMESPACE = "https://owlboost.example/campus#"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"

TERMINOLOGY = """
@prefix : <https://owlboost.example/campus#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<https://owlboost.example/campus> a owl:Ontology .

:Person a owl:Class . :Institution a owl:Class . :Course a owl:Class . :Publication a owl:Class .
:Staff a owl:Class ; rdfs:subClassOf :Person .
:Teacher a owl:Class ; rdfs:subClassOf :Staff .
:Professor a owl:Class ; rdfs:subClassOf :Teacher .
:Full_Professor a owl:Class ; rdfs:subClassOf :Professor .
:Junior_Professor a owl:Class ; rdfs:subClassOf :Professor .
:Lecturer a owl:Class ; rdfs:subClassOf :Teacher .
:Student a owl:Class ; rdfs:subClassOf :Person .
:Bachelor_Student a owl:Class ; rdfs:subClassOf :Student .
:Master_Student a owl:Class ; rdfs:subClassOf :Student,
    [ a owl:Restriction ; owl:onProperty :attends ; owl:someValuesFrom :Seminar ] .
:University a owl:Class ; rdfs:subClassOf :Institution .
:Department a owl:Class ; rdfs:subClassOf :Institution ; owl:disjointWith :University .
:Research_Group a owl:Class ; rdfs:subClassOf :Institution .
:Lecture a owl:Class ; rdfs:subClassOf :Course .
:Seminar a owl:Class ; rdfs:subClassOf :Course .
:Article a owl:Class ; rdfs:subClassOf :Publication .
:Book a owl:Class ; rdfs:subClassOf :Publication .

:Dean a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :Professor
    [ a owl:Restriction ; owl:onProperty :leads ; owl:someValuesFrom :Department ] ) ] .
:Tutor a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :Student
    [ a owl:Restriction ; owl:onProperty :assists ; owl:someValuesFrom :Course ] ) ] .
:Author a owl:Class ; owl:equivalentClass
    [ a owl:Restriction ; owl:onProperty :wrote ; owl:someValuesFrom :Publication ] .
:Supervised a owl:Class ; owl:equivalentClass
    [ a owl:Restriction ; owl:onProperty :advisedBy ; owl:someValuesFrom :Professor ] .

:memberOf a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Institution ;
    owl:inverseOf :hasMember .
:hasMember a owl:ObjectProperty .
:worksFor a owl:ObjectProperty ; rdfs:subPropertyOf :memberOf .
:leads a owl:ObjectProperty ; rdfs:subPropertyOf :worksFor .
:partOf a owl:ObjectProperty, owl:TransitiveProperty ; rdfs:domain :Institution .
:teaches a owl:ObjectProperty ; rdfs:domain :Teacher ; rdfs:range :Course .
:attends a owl:ObjectProperty ; rdfs:range :Course .
:assists a owl:ObjectProperty ; rdfs:range :Course .
:advisedBy a owl:ObjectProperty ; rdfs:range :Person .
:writtenBy a owl:ObjectProperty ; rdfs:domain :Publication ; owl:inverseOf :wrote .
:wrote a owl:ObjectProperty .
:degreeFrom a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :University ;
    owl:inverseOf :hasGraduate .
:hasGraduate a owl:ObjectProperty .
:bachelorFrom a owl:ObjectProperty ; rdfs:subPropertyOf :degreeFrom .
:doctorateFrom a owl:ObjectProperty ; rdfs:subPropertyOf :degreeFrom .
:age a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:range xsd:integer .
:credits a owl:DatatypeProperty ; rdfs:domain :Course ; rdfs:range xsd:integer .
:pages a owl:DatatypeProperty ; rdfs:domain :Publication ; rdfs:range xsd:integer .
:email a owl:DatatypeProperty ; rdfs:domain :Person .
:title a owl:DatatypeProperty .
"""

Statement = tuple[str, str | int]
"""A property, and an individual or class (``:name``), a text or a number."""

Description = tuple[str, list[Statement]]
"""An individual, and what is said of it."""


def descriptions(n_universities: int) -> Iterator[Description]:
    """Iterate over all individuals with what is said of them."""
    rng = np.random.default_rng(7)
    for number in range(n_universities):
        name = f"University_{number}"
        yield name, [("a", ":University"), ("title", f"University of Town {number}")]
        for part in range(int(rng.integers(15, 25))):
            yield from _department(f"Department_{number}_{part}", name, n_universities, rng)


def _department(
    name: str, university: str, n_universities: int, rng: np.random.Generator
) -> Iterator[Description]:
    yield name, [("a", ":Department"), ("partOf", f":{university}"), ("title", f"Dept. {name}")]
    tail = name.removeprefix("Department")
    for number in range(12):
        yield f"Group{tail}_{number}", [("a", ":Research_Group"), ("partOf", f":{name}")]
    courses = [f"Course{tail}_{number}" for number in range(60)]
    for number, course in enumerate(courses):
        kind = ":Seminar" if number % 3 == 0 else ":Lecture"
        yield course, [("a", kind), ("credits", int(rng.integers(2, 12)))]
    teachers = [f"Teacher{tail}_{number}" for number in range(30)]
    for number, teacher in enumerate(teachers):
        yield from _teacher(teacher, number, name, courses, n_universities, rng)
    for number in range(300):
        yield _student(f"Student{tail}_{number}", number, name, courses, teachers, rng)


def _teacher(
    name: str,
    number: int,
    department: str,
    courses: list[str],
    n_universities: int,
    rng: np.random.Generator,
) -> Iterator[Description]:
    kind = (":Full_Professor", ":Junior_Professor", ":Lecturer")[number % 3]
    school = int(rng.integers(n_universities))
    said: list[Statement] = [
        ("a", kind),
        ("leads" if number == 0 else "worksFor", f":{department}"),
        ("doctorateFrom", f":University_{school}"),
        ("age", int(rng.integers(28, 68))),
        ("email", f"{name}@campus.example"),
    ]
    said += [("teaches", f":{course}") for course in (courses[number], courses[number + 30])]
    yield name, said
    for paper in range(int(rng.integers(2, 12))):
        yield (
            f"Paper_{name}_{paper}",
            [
                ("a", ":Book" if paper == 0 else ":Article"),
                ("writtenBy", f":{name}"),
                ("pages", int(rng.integers(4, 400))),
            ],
        )


def _student(
    name: str,
    number: int,
    department: str,
    courses: list[str],
    teachers: list[str],
    rng: np.random.Generator,
) -> Description:
    said: list[Statement] = [
        ("a", ":Master_Student" if number % 4 == 0 else ":Bachelor_Student"),
        ("memberOf", f":{department}"),
        ("age", int(rng.integers(18, 35))),
        ("email", f"{name}@campus.example"),
    ]
    said += [("attends", f":{courses[at]}") for at in rng.integers(len(courses), size=3)]
    if number % 4 == 0:
        said.append(("advisedBy", f":{teachers[int(rng.integers(len(teachers)))]}"))
    if number % 20 == 0:
        said.append(("assists", f":{courses[int(rng.integers(len(courses)))]}"))
    return name, said


def write_n_triples(path: Path, n_universities: int) -> int:
    """Write the ontology as N-Triples; return the number of triples."""
    terminology = [f"{triple} .\n" for triple in ox.parse(TERMINOLOGY, format=ox.RdfFormat.TURTLE)]
    count = len(terminology)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(terminology)
        for name, said in descriptions(n_universities):
            count += len(said)
            subject = f"<{NAMESPACE}{name}>"
            file.writelines(f"{subject} {_full(*one)} .\n" for one in said)
    return count


def _full(name: str, value: str | int) -> str:
    if name == "a":
        predicate = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
    else:
        predicate = f"<{NAMESPACE}{name}>"
    if isinstance(value, int):
        return f'{predicate} "{value}"^^<{INTEGER}>'
    if value.startswith(":"):
        return f"{predicate} <{NAMESPACE}{value[1:]}>"
    return f'{predicate} "{value}"'


def write_turtle(path: Path, n_universities: int) -> None:
    """Write the ontology as Turtle."""
    with path.open("w", encoding="utf-8") as file:
        file.write(TERMINOLOGY)
        for name, said in descriptions(n_universities):
            file.write(f":{name} {' ; '.join(_short(*one) for one in said)} .\n")


def _short(name: str, value: str | int) -> str:
    predicate = name if name == "a" else f":{name}"
    is_text = isinstance(value, str) and not value.startswith(":")
    return f'{predicate} "{value}"' if is_text else f"{predicate} {value}"
