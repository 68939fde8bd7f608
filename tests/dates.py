"""Hotels with dates, as an ontology and as a table of the same days."""

from datetime import date, timedelta
from pathlib import Path

PREFIXES = """@prefix : <http://ex.org#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hotel a owl:Class . :Good a owl:Class .
"""
BUILT = "http://ex.org#built"


def days() -> list[date]:
    """One date for each of forty hotels, 200 days apart."""
    return [date(1999, 11, 20) + timedelta(days=200 * number) for number in range(40)]


def ontology_of(folder: Path, datatype: str, form: str = "{}", more: str = "") -> Path:
    """Write hotels with a date each; the later half is good. The form makes a literal of a date."""
    lines = [f"{PREFIXES}:built a owl:DatatypeProperty , owl:FunctionalProperty .", more]
    for number, day in enumerate(days()):
        good = ", :Good" if number >= 20 else ""
        value = f'"{form.format(day)}"^^xsd:{datatype}'
        lines.append(f":h{number} a owl:NamedIndividual , :Hotel{good} ; :built {value} .")
    path = folder / f"{datatype}.ttl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def table_of(folder: Path) -> Path:
    """Write the same hotels as a table."""
    lines = ["hotel,built,good"]
    for number, day in enumerate(days()):
        lines.append(f"h{number},{day},{str(number >= 20).lower()}")
    path = folder / "hotels.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
