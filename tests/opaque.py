"""An ontology whose IRIs say nothing, with labels in English and German, in eight syntaxes.

Patients are at risk if their blood pressure is high or if they take a drug that is a steroid.
"""

import pyhornedowl
import pyoxigraph as ox

NS = "http://ex.org/onto/"
PREFIXES = (
    f"@prefix : <{NS}> .\n"
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
)
CLASSES = {
    "EX_0000001": ("patient", "Patient"),
    "EX_0000002": ("at risk patient", "Risikopatient"),
    "EX_0000003": ("drug", "Arzneimittel"),
    "EX_0000004": ("steroid", "Steroid-Präparat"),
}
ROLES = {"EX_0000005": ("takes drug", "nimmt ein")}
DATA = {"EX_0000009": ("blood pressure", "Blutdruck")}
DRUGS = {"EX_2000001": ("cortisone", "Kortison"), "EX_2000002": ("aspirin", "Aspirin-Tablette")}
N_PATIENTS = 30


def patient(number: int) -> str:
    """The local name of a patient, counted from 0."""
    return f"EX_1{number:06}"


def labels() -> dict[str, tuple[str, str]]:
    """IRI → its English and its German label."""
    people = {patient(n): (f"patient no. {n}", f"Patient Nr. {n}") for n in range(N_PATIENTS)}
    return {NS + name: both for name, both in (CLASSES | ROLES | DATA | DRUGS | people).items()}


def pressure(number: int) -> int:
    """The blood pressure of a patient."""
    return 100 + (7 * number) % 30 + (60 if number % 3 == 0 else 0)


def takes_steroids(number: int) -> bool:
    """Whether a patient does."""
    return number % 5 == 1


def at_risk(number: int) -> bool:
    """Whether a patient is."""
    return pressure(number) >= 150 or takes_steroids(number)


def turtle() -> str:
    """The ontology in Turtle."""
    lines = [PREFIXES, f"<{NS}> a owl:Ontology ."]
    lines += [f":{name} a owl:Class ." for name in CLASSES]
    lines += [f":{name} a owl:ObjectProperty ." for name in ROLES]
    lines += [f":{name} a owl:DatatypeProperty ." for name in DATA]
    lines += [":EX_0000002 rdfs:subClassOf :EX_0000001 . :EX_0000004 rdfs:subClassOf :EX_0000003 ."]
    lines += [":EX_2000001 a owl:NamedIndividual, :EX_0000004 ."]
    lines += [":EX_2000002 a owl:NamedIndividual, :EX_0000003 ."]
    for number in range(N_PATIENTS):
        one = f":{patient(number)}"
        kind = ":EX_0000002" if at_risk(number) else ":EX_0000001"
        drug = ":EX_2000001" if takes_steroids(number) else ":EX_2000002"
        lines.append(f"{one} a owl:NamedIndividual, {kind} ; :EX_0000009 {pressure(number)} .")
        lines.append(f"{one} :EX_0000005 {drug} .")
    for iri, (english, german) in labels().items():
        lines.append(f'<{iri}> rdfs:label "{english}"@en, "{german}"@de .')
    return "\n".join(lines) + "\n"


def in_syntax(syntax: str, text: str | None = None) -> str:
    """The ontology, or another in Turtle, in one of the syntaxes, by the extension of its files."""
    text = turtle() if text is None else text
    formats = {
        "rdf": ox.RdfFormat.RDF_XML,
        "ttl": ox.RdfFormat.TURTLE,
        "nt": ox.RdfFormat.N_TRIPLES,
        "jsonld": ox.RdfFormat.JSON_LD,
    }
    if syntax in formats:
        triples = ox.parse(text, format=ox.RdfFormat.TURTLE)
        written = ox.serialize((one.triple for one in triples), format=formats[syntax])
        return (written or b"").decode()
    rdf = pyhornedowl.open_ontology_from_string(in_syntax("rdf", text), "rdf")
    return rdf.save_to_string(syntax)  # type: ignore[arg-type]
