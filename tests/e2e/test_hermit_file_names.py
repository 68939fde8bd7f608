"""Files with names that a shell, Java or a URI would take for something else go to HermiT."""

import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.e2e.commands import Commands

pytestmark = [
    pytest.mark.skipif(
        not (os.environ.get("JAVA_HOME") or shutil.which("java")), reason="HermiT needs Java"
    ),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]

CASES = """Prefix(:=<http://e/o#>) Ontology(<http://e/o>
EquivalentClasses(:Known ObjectUnionOf(:Left :Right)) ClassAssertion(ObjectUnionOf(:Left :Right) :a)
)"""
KNOWN = "<http://e/o#a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/o#Known> ."
NAMES = (
    "-Xmx1k.ofn",
    "$(touch made);`touch made`.ofn",
    "a b#c?d%41&e.ofn",
    "'\"\\.ofn",
    "two\nlines.ofn",
    "grüße-∃.ofn",
    "@argfile.ofn",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_is_reasoned_over(owlboost: Commands, name: str) -> None:
    owlboost.write(name, CASES)
    owlboost.done("inspect", f"./{name}", "--reasoner", "hermit", "--materialise", "out.nt")
    assert KNOWN in (owlboost.folder / "out.nt").read_text("utf-8").splitlines()
    assert sorted(path.name for path in owlboost.folder.iterdir()) == sorted([name, "out.nt"])


@pytest.mark.parametrize("language", ["C", "C.UTF-8"])
@pytest.mark.parametrize("name", ["-a b#c?d%41&e;$(x)'\"", "grüße-∃"])
def test_temporary_files_may_lie_in_a_folder_of_any_name(
    owlboost: Commands, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    folder = owlboost.folder / name
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("LC_ALL", language)
    owlboost.write("o.ofn", CASES)
    owlboost.done("inspect", "o.ofn", "--reasoner", "hermit", "--materialise", "out.nt")
    assert KNOWN in Path(owlboost.folder, "out.nt").read_text("utf-8").splitlines()
    assert list(folder.iterdir()) == []
