"""The ontology room works where no other room can be imported but runtime and errors."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src"
EVERYTHING = ROOT / "tests" / "golden" / "everything.ttl"

FORBID_OTHER_ROOMS = """
import sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        package, _, inside = name.partition(".")
        room = inside.partition(".")[0]
        if package == "owlboost" and room not in ("", "errors", "ontology", "runtime"):
            raise ImportError(f"{name} is another room")

sys.meta_path.insert(0, Wall())
"""
PETS = """
Prefix: : <http://ex.org#>
Ontology: <http://ex.org>
Class: Pet
Class: Cat SubClassOf: Pet and hasOwner some Person
Class: Person
ObjectProperty: hasOwner
Individual: tom Types: Cat
"""


def alone(script: str, *arguments: Path) -> str:
    """Run a script behind the wall, and return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", FORBID_OTHER_ROOMS + script, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wall_stops_other_rooms() -> None:
    script = """
try:
    import owlboost.data.vocabulary
except ImportError as error:
    print(error)
"""
    assert alone(script) == "owlboost.data is another room\n"


def test_every_module_loads_alone_and_none_loads_a_compiler() -> None:
    script = """
import importlib, pkgutil, owlboost.ontology

for module in pkgutil.walk_packages(owlboost.ontology.__path__, "owlboost.ontology."):
    importlib.import_module(module.name)
    print(module.name)
assert "numba" not in sys.modules
"""
    assert len(alone(script).splitlines()) > 60


def test_every_public_name_is_there_alone() -> None:
    script = """
import owlboost.ontology

for name in owlboost.ontology.__all__:
    print(getattr(owlboost.ontology, name).__module__)
"""
    modules = alone(script).split()
    assert len(modules) > 15
    assert all(name.startswith("owlboost.ontology.") for name in modules)


def test_everything_is_read_explained_and_written_alone(tmp_path: Path) -> None:
    script = """
from owlboost.errors import InconsistentError
from owlboost.ontology import (
    read_ontology_file, reason, why_inconsistent, write_ontology_triples
)

everything, copy = sys.argv[1:]
ontology = read_ontology_file(everything)
write_ontology_triples(ontology, copy)
assert read_ontology_file(copy).signature == ontology.signature
try:
    reason(ontology)
except InconsistentError as error:
    print(error)
print(why_inconsistent(ontology, most=1)[0])
"""
    message, *reason = alone(script, EVERYTHING, tmp_path / "everything.nt").splitlines()
    assert message.startswith("The ontology is inconsistent: ")
    assert len(reason) >= 2


def test_what_follows_is_derived_explained_and_written_alone(tmp_path: Path) -> None:
    (tmp_path / "pets.omn").write_text(PETS, "utf-8")
    script = """
from owlboost.ontology import read_ontology_file, reason, why_member, write_inferences
from owlboost.ontology.expressions import Class

ontology = read_ontology_file(sys.argv[1])
tom, pet = "http://ex.org#tom", "http://ex.org#Pet"
inferred = reason(ontology)
print(inferred.instances_of(pet), write_inferences(inferred, sys.argv[2]))
print(*why_member(ontology, tom, Class(pet)))
"""
    assert alone(script, tmp_path / "pets.omn", tmp_path / "pets.nt").splitlines() == [
        "('http://ex.org#tom',) 4",
        "tom Type Cat",
        "Cat SubClassOf Pet and (hasOwner some Person)",
    ]
    assert "<http://ex.org#Pet>" in (tmp_path / "pets.nt").read_text("utf-8")
