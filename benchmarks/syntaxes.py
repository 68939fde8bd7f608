"""Reading one ontology in Functional syntax and OWL/XML, as ratios to its N-Triples.

There are two ontologies: a terminology with compound classes, as in the life sciences, and plain
assertions about individuals. Every file is read in a process of its own, so that its peak memory
is its own.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.memory import peak_megabytes
from benchmarks.ontologies import shortest, timed
from owlboost.ontology.readers.ontology_file import read_ontology_file

SIZE = 30_000
"""Classes of the terminology, and individuals of the assertions."""

REPEATS = 3
_E = "https://owlboost.example/parts#"
_OWL = "http://www.w3.org/2002/07/owl#"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
_SOME_NT = (
    f"_:r{{n}} <{_RDF}type> <{_OWL}Restriction> .\n_:r{{n}} <{_OWL}onProperty> <{{p}}> .\n"
    f"_:r{{n}} <{_OWL}someValuesFrom> <{{c}}> .\n"
)
_SOME_OFN = "ObjectSomeValuesFrom(<{p}> <{c}>)"
_SOME_OWX = (
    '<ObjectSomeValuesFrom><ObjectProperty IRI="{p}"/><Class IRI="{c}"/></ObjectSomeValuesFrom>'
)
AXIOMS = {
    "class": (
        f"<{{a}}> <{_RDF}type> <{_OWL}Class> .\n",
        "Declaration(Class(<{a}>))\n",
        '<Declaration><Class IRI="{a}"/></Declaration>\n',
    ),
    "role": (
        f"<{{a}}> <{_RDF}type> <{_OWL}ObjectProperty> .\n",
        "Declaration(ObjectProperty(<{a}>))\n",
        '<Declaration><ObjectProperty IRI="{a}"/></Declaration>\n',
    ),
    "data": (
        f"<{{a}}> <{_RDF}type> <{_OWL}DatatypeProperty> .\n",
        "Declaration(DataProperty(<{a}>))\n",
        '<Declaration><DataProperty IRI="{a}"/></Declaration>\n',
    ),
    "label": (
        f'<{{a}}> <{_RDFS}label> "part number {{n}}" .\n',
        'AnnotationAssertion(rdfs:label <{a}> "part number {n}")\n',
        (
            '<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>{a}</IRI>'
            "<Literal>part number {n}</Literal></AnnotationAssertion>\n"
        ),
    ),
    "below": (
        f"<{{a}}> <{_RDFS}subClassOf> <{{b}}> .\n",
        "SubClassOf(<{a}> <{b}>)\n",
        '<SubClassOf><Class IRI="{a}"/><Class IRI="{b}"/></SubClassOf>\n',
    ),
    "some": (
        f"<{{a}}> <{_RDFS}subClassOf> _:r{{n}} .\n{_SOME_NT}",
        f"SubClassOf(<{{a}}> {_SOME_OFN})\n",
        f'<SubClassOf><Class IRI="{{a}}"/>{_SOME_OWX}</SubClassOf>\n',
    ),
    "defined": (
        (
            f"<{{a}}> <{_OWL}equivalentClass> _:d{{n}} .\n_:d{{n}} <{_RDF}type> <{_OWL}Class> .\n"
            f"_:d{{n}} <{_OWL}intersectionOf> _:l{{n}} .\n_:l{{n}} <{_RDF}first> <{{b}}> .\n"
            f"_:l{{n}} <{_RDF}rest> _:m{{n}} .\n_:m{{n}} <{_RDF}first> _:r{{n}} .\n"
            f"_:m{{n}} <{_RDF}rest> <{_RDF}nil> .\n{_SOME_NT}"
        ),
        f"EquivalentClasses(<{{a}}> ObjectIntersectionOf(<{{b}}> {_SOME_OFN}))\n",
        (
            f'<EquivalentClasses><Class IRI="{{a}}"/><ObjectIntersectionOf><Class IRI="{{b}}"/>'
            f"{_SOME_OWX}</ObjectIntersectionOf></EquivalentClasses>\n"
        ),
    ),
    "type": (
        f"<{{a}}> <{_RDF}type> <{{b}}> .\n",
        "ClassAssertion(<{b}> <{a}>)\n",
        '<ClassAssertion><Class IRI="{b}"/><NamedIndividual IRI="{a}"/></ClassAssertion>\n',
    ),
    "related": (
        "<{a}> <{p}> <{b}> .\n",
        "ObjectPropertyAssertion(<{p}> <{a}> <{b}>)\n",
        (
            '<ObjectPropertyAssertion><ObjectProperty IRI="{p}"/><NamedIndividual IRI="{a}"/>'
            '<NamedIndividual IRI="{b}"/></ObjectPropertyAssertion>\n'
        ),
    ),
    "value": (
        f'<{{a}}> <{{p}}> "{{n}}"^^<{_INTEGER}> .\n',
        f'DataPropertyAssertion(<{{p}}> <{{a}}> "{{n}}"^^<{_INTEGER}>)\n',
        (
            '<DataPropertyAssertion><DataProperty IRI="{p}"/><NamedIndividual IRI="{a}"/>'
            f'<Literal datatypeIRI="{_INTEGER}">{{n}}</Literal></DataPropertyAssertion>\n'
        ),
    ),
}
FRAMES = {
    ".nt": (f"<{_E}> <{_RDF}type> <{_OWL}Ontology> .\n", ""),
    ".ofn": (f"Ontology(<{_E}>\n", ")\n"),
    ".owx": (f'<Ontology xmlns="{_OWL}" ontologyIRI="{_E}">\n', "</Ontology>\n"),
}
"""What stands before and after the axioms of a file, by its suffix."""

Axiom = tuple[str, dict[str, object]]


def terminology(size: int) -> Iterator[Axiom]:
    """Classes with labels, others above them, and what they are part of."""
    rng = np.random.default_rng(3)
    for number in range(10):
        yield "role", {"a": f"{_E}r{number}"}
    for number in range(size):
        above, other = (int(one) for one in rng.integers(number + 1, size=2))
        given = {
            "a": f"{_E}C{number}",
            "b": f"{_E}C{above}",
            "c": f"{_E}C{other}",
            "p": f"{_E}r{number % 10}",
            "n": number,
        }
        for kind in ("class", "label", "below", "defined" if number % 3 == 0 else "some"):
            yield kind, given


def assertions(size: int) -> Iterator[Axiom]:
    """Individuals with a class, others that they are related to, and a value."""
    rng = np.random.default_rng(4)
    for number in range(10):
        yield "role", {"a": f"{_E}r{number}"}
        yield "class", {"a": f"{_E}C{number}"}
    yield "data", {"a": f"{_E}d"}
    for number in range(size):
        name = f"{_E}individual_{number}"
        yield "type", {"a": name, "b": f"{_E}C{number % 10}"}
        for other in rng.integers(size, size=2):
            target = f"{_E}individual_{other}"
            yield "related", {"a": name, "p": f"{_E}r{other % 10}", "b": target}
        yield "value", {"a": name, "p": f"{_E}d", "n": number % 1000}


ONTOLOGIES = {"terminology": terminology, "assertions": assertions}


def write(name: str, folder: Path, size: int) -> tuple[list[Path], int]:
    """Write an ontology in all syntaxes; return the files and the number of triples."""
    paths = [folder / f"{name}{suffix}" for suffix in FRAMES]
    for place, path in enumerate(paths):
        before, after = FRAMES[path.suffix]
        with path.open("w", encoding="utf-8") as file:
            file.write(before)
            file.writelines(AXIOMS[kind][place].format(**x) for kind, x in ONTOLOGIES[name](size))
            file.write(after)
    with paths[0].open("rb") as file:
        return paths, sum(1 for _ in file)


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds of wall and of processor, and MB above the start."""

    wall: float
    processor: float
    memory: float


def measure(path: Path) -> Figures:
    """Read a file several times."""
    small = path.with_name(f"small{path.suffix}")
    small.write_text("".join(FRAMES[path.suffix]))
    read_ontology_file(small)  # imports what is needed
    before = peak_megabytes()
    seconds = shortest([timed(lambda: read_ontology_file(path)) for _ in range(REPEATS)])
    return Figures(*seconds, peak_megabytes() - before)


def _own_process(path: Path) -> Figures:
    command = [sys.executable, "-m", "benchmarks.syntaxes", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Figures(**json.loads(done.stdout))


def _lines(name: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        paths, count = write(name, Path(folder), SIZE)
        figures = [_own_process(path) for path in paths]
    plain = figures[0]
    for path, one in zip(paths, figures, strict=True):
        line = f"{path.name}, {count:,} triples: read in {one.wall:.2f} s [{one.processor:.2f} s]"
        line += f", {one.memory:.0f} MB above the start"
        if one is not plain:
            times, memory = one.processor / plain.processor, one.memory / plain.memory
            line += f", {times:.2f} times the processor's time and {memory:.2f} times the memory"
            line += " of N-Triples (goal: at most 3)"
        yield line


def run() -> list[str]:
    """Return the figures, one line each."""
    return [line for name in ONTOLOGIES for line in _lines(name)]


if __name__ == "__main__":
    print(json.dumps(asdict(measure(Path(sys.argv[1])))))
