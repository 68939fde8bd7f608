"""Small ontologies as text, read through a file."""

from pathlib import Path

from owlboost.ontology.expressions import Literal
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file

E = "http://example.org/#"
XSD = "http://www.w3.org/2001/XMLSchema#"
TURTLE = f"""@prefix : <{E}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <{XSD}> .
"""
RDF_XML = f"""<rdf:RDF xmlns="{E}" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" %s>%s</rdf:RDF>"""


def read(text: str | bytes, directory: Path, name: str = "test.owl") -> Ontology:
    """Read a text as a file."""
    path = directory / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_ontology_file(path)


def turtle(body: str, directory: Path) -> Ontology:
    """Read Turtle with the usual prefixes."""
    return read(TURTLE + body, directory)


def facts(ontology: Ontology) -> set[tuple[str, ...]]:
    """Return all plain facts as short names: (individual, class) and (role, a, b)."""
    signature, columns = ontology.signature, ontology.facts
    people = [short(name) for name in signature.individuals]
    found: set[tuple[str, ...]] = {
        (people[a], short(signature.classes[c]))
        for a, c in zip(columns.type_subjects, columns.type_classes, strict=True)
    }
    for r, a, b in zip(
        columns.role_roles, columns.role_subjects, columns.role_objects, strict=True
    ):
        found.add((short(signature.roles[r]), people[a], people[b]))
    for p, a, v in zip(
        columns.value_properties, columns.value_subjects, columns.value_literals, strict=True
    ):
        name = short(signature.data_properties[p])
        found.add((name, people[a], columns.literals[v].lexical))
    return found


def short(name: str) -> str:
    """Cut the namespace of the snippets off."""
    return name.removeprefix(E)


def codes(ontology: Ontology) -> dict[str, int]:
    """Return the codes of all remarks with their counts."""
    out: dict[str, int] = {}
    for remark in ontology.remarks:
        out[remark.code] = out.get(remark.code, 0) + remark.count
    return out


def integer(number: int) -> Literal:
    """Return an integer literal."""
    return Literal(str(number), XSD + "integer")
