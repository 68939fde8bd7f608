"""One ontology with every construct, in seven syntaxes, is one ontology."""

import gzip
from pathlib import Path

import pytest
from tests.ontology_key import ontology_key

from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import ClassExpression, DataRange
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.text import Syntax, read_text, syntax_of

GOLDEN = Path(__file__).parents[3] / "golden"
FILES = {
    "everything.ofn": Syntax.FUNCTIONAL,
    "everything.owx": Syntax.OWL_XML,
    "everything.omn": Syntax.MANCHESTER,
    "everything.rdf": Syntax.RDF_XML,
    "everything.ttl": Syntax.TURTLE,
    "everything.nt": Syntax.N_TRIPLES,
    "everything.jsonld": Syntax.JSON_LD,
}


@pytest.mark.parametrize("name", FILES)
def test_seven_syntaxes_give_the_same_axioms(name: str) -> None:
    expected = ontology_key(read_ontology_file(GOLDEN / "everything.ofn"))
    assert ontology_key(read_ontology_file(GOLDEN / name)) == expected


@pytest.mark.parametrize("name", FILES)
def test_only_annotations_are_left_out(name: str) -> None:
    codes = {remark.code for remark in read_ontology_file(GOLDEN / name).remarks}
    assert codes <= {"annotation-ignored"}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_gzip_encoding_and_a_false_extension_change_nothing(
    name: str, encoding: str, tmp_path: Path
) -> None:
    text = (GOLDEN / name).read_text(encoding="utf-8").replace('encoding="UTF-8"', "")
    path = tmp_path / "ontology.txt"
    path.write_bytes(gzip.compress(text.encode(encoding)))
    assert ontology_key(read_ontology_file(path)) == ontology_key(read_ontology_file(GOLDEN / name))


@pytest.mark.parametrize(("name", "syntax"), FILES.items())
def test_syntax_is_told_by_content(name: str, syntax: Syntax) -> None:
    assert syntax_of(read_text(GOLDEN / name).text, Path("x")) is syntax


def test_every_construct_occurs() -> None:
    text = repr(read_ontology_file(GOLDEN / "everything.ofn").axioms)
    for union in (Axiom, ClassExpression, DataRange):
        for kind in union.__args__:
            assert f"{kind.__name__}(" in text


@pytest.mark.parametrize("name", FILES)
def test_reading_twice_gives_the_same_names_and_order(name: str) -> None:
    one, two = (read_ontology_file(GOLDEN / name) for _ in range(2))
    assert (one.signature, one.axioms, one.facts.literals) == (
        two.signature,
        two.axioms,
        two.facts.literals,
    )
