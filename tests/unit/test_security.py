"""What SECURITY.md promises for files of others: no code of theirs is run, nothing is fetched."""

import ast
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import owlboost
from owlboost.errors import OwlboostError
from owlboost.sources.ontology_source import read_ontology

SOURCES = Path(owlboost.__file__).parent
PICKLES = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
OWN_PICKLES = {"runtime/engine.py", "cli/prediction_output.py"}
"""Arrays for processes of ours, and predictions in a nameless temporary file of ours."""


def used(path: Path) -> Iterator[str]:
    """Yield the modules that a module imports and the functions that it calls by name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module):
                yield module or ""
            case ast.Call(ast.Name(name)):
                yield name
            case _:
                pass


def modules_with(names: set[str]) -> set[str]:
    return {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if names & set(used(path))
    }


def test_only_what_we_write_ourselves_is_a_pickle() -> None:
    assert modules_with(PICKLES) == OWN_PICKLES


def test_no_text_is_evaluated() -> None:
    assert modules_with({"eval", "exec", "compile"}) == set()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Somebody who would notice that something is fetched."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:owl="http://www.w3.org/2002/07/owl#"><owl:Ontology rdf:about="http://e/o">'
    '<owl:imports rdf:resource="{0}"/></owl:Ontology></rdf:RDF>'
)
REMOTE = {
    "import.ofn": "Ontology(<http://e/o> Import(<{0}>))",
    "import.omn": "Ontology: <http://e/o>\nImport: <{0}>\n",
    "import.rdf": RDF,
    "import.ttl": "<http://e/o> a <http://www.w3.org/2002/07/owl#Ontology> ; "
    "<http://www.w3.org/2002/07/owl#imports> <{0}> .",
    "import.obo": "format-version: 1.4\nontology: o\nimport: {0}\n",
    "entity.rdf": '<!DOCTYPE rdf:RDF [<!ENTITY x SYSTEM "{0}">]>'
    + RDF.replace("{0}", "http://e/&x;"),
    "declarations.rdf": f'<!DOCTYPE rdf:RDF SYSTEM "{{0}}">{RDF}',
    "label.ofn": "Ontology(<http://e/o> ClassAssertion(Annotation(<http://e/#fuzzyLabel> "
    "\"<!DOCTYPE x SYSTEM '{0}' [<!ENTITY d SYSTEM '{0}'>]><fuzzyOwl2 fuzzyType='axiom'>"
    "<Degree value='1'>&d;</Degree></fuzzyOwl2>\") <http://e/C> <http://e/a>))",
    "context.jsonld": '{{"@context": "{0}", "@id": "http://e/a", "b": "c"}}',
}


@pytest.mark.parametrize("name", REMOTE)
def test_nothing_is_fetched(name: str, tmp_path: Path, listener: socket.socket) -> None:
    host, port = listener.getsockname()
    path = tmp_path / name
    path.write_text(REMOTE[name].format(f"http://{host}:{port}/remote"), encoding="utf-8")
    try:
        said = " ".join(one.message for one in read_ontology(path).ontology.remarks)
    except OwlboostError as error:
        said = str(error)
    assert said, "it is told that something is missing"
    with pytest.raises(BlockingIOError):
        listener.accept()


def test_an_annotation_that_grows_is_told(tmp_path: Path) -> None:
    levels = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 10))
    label = (
        f"<!DOCTYPE x [<!ENTITY e0 'ha'>{levels}]><fuzzyOwl2 fuzzyType='axiom'>"
        "<Degree value='0.5'>&e9;</Degree></fuzzyOwl2>"
    )
    path = tmp_path / "o.ofn"
    path.write_text(
        f'Ontology(<http://e/o> ClassAssertion(Annotation(<http://e/#fuzzyLabel> "{label}") '
        "<http://e/C> <http://e/a>))"
    )
    with pytest.raises(OwlboostError, match="fuzzyLabel"):
        read_ontology(path)
