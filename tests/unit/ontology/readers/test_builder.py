"""IRIs that are no URIs stop no reader."""

from pathlib import Path

import pytest

from owlboost.ontology.readers.imports import path_of, read_catalog
from owlboost.sources.ontology_source import read_ontology

BAD = "http://[e/pets"
OWL = "http://www.w3.org/2002/07/owl#"
DOCUMENTS = {
    "o.ofn": f"Ontology(<http://e/o> Import(<{BAD}>) ClassAssertion(<http://e/Cat> <http://e/tom>))",
    "o.omn": f"Prefix: : <http://e/>\nOntology: <http://e/o>\nImport: <{BAD}>\n"
    "Class: :Cat\nIndividual: :tom\n    Types: :Cat\n",
    "o.owx": f'<Ontology xmlns="{OWL}" xml:base="{BAD}" ontologyIRI="http://e/o">'
    f'<Import>{BAD}</Import><ClassAssertion><Class IRI="#Cat"/><NamedIndividual IRI="#tom"/>'
    "</ClassAssertion></Ontology>",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_an_address_in_brackets_that_is_none_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(DOCUMENTS[name], encoding="utf-8")
    names = read_ontology(path).source().knowledge_base().vocabulary
    space = f"{BAD}#" if name == "o.owx" else "http://e/"
    assert [*names.individuals] == [f"{space}tom"]
    assert f"{space}Cat" in names.classes


def test_a_catalog_with_such_an_address_is_read(tmp_path: Path) -> None:
    path = tmp_path / "catalog-v001.xml"
    path.write_text(
        f'<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog" xml:base="{BAD}">'
        '<uri name="http://e/a" uri="a.owl"/></catalog>',
        encoding="utf-8",
    )
    assert read_catalog(path).match("http://e/a") == f"{BAD}a.owl"
    assert path_of(f"{BAD}a.owl") is None
