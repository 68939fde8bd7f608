"""Many small ontologies through few runs of HermiT: Java starts more slowly than it answers."""

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from owlboost.ontology.expressions import NOTHING, THING
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.reasoner.hermit import find_java
from owlboost.ontology.vocabulary import OWL, RDF, RDFS, RESERVED
from owlboost.ontology.writers.ntriples import write_ontology_triples
from owlboost.ontology.writers.rdf_expressions import EntityTerms

_CLASSES = ("-c", "-I", "-N", "--ignoreUnsupportedDatatypes")
_ROLES = ("-O", "-Y")
_NAME = r"<(?:urn:o\d+:)?([^<>]+)>"
_INVERSE = "ObjectInverseOf"

_FIRST, _REST = (f"<{RDF}{name}>" for name in ("first", "rest"))
_SETS = {
    f"<{OWL}{name}>"
    for name in (
        *("unionOf", "intersectionOf", "oneOf", "disjointUnionOf", "hasKey"),
        *("members", "distinctMembers"),
    )
}
"""What has a list that stands for a set."""

Pairs = set[tuple[str, str]]
Triples = set[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Entailed:
    """What follows, by name: (individual, class), (class, class above), (role, one, other).

    The fillers are None where HermiT breaks down over them.
    """

    types: Pairs
    above: Pairs
    fillers: Triples | None


Reply = Entailed | str
"""What follows, or ``inconsistent``, or else what HermiT said instead of an answer."""

NO_ANSWER = "no answer in time"


def ask_hermit(ontologies: Sequence[Ontology], folder: Path, timeout: float = 40) -> list[Reply]:
    """Return HermiT's reply to each ontology.

    An ontology without an answer ends the process; the next one goes on after it.
    """
    files = [_written(one, folder, number) for number, one in enumerate(ontologies)]
    signatures = [one.signature for one in ontologies]
    replies: list[Reply] = []
    while len(replies) < len(files):
        start = len(replies)
        lines, error = _run(files[start:], (*_CLASSES, *_ROLES), timeout)
        replies += _answers(lines, start, signatures, fillers=True)
        stopped = len(replies)
        if stopped == len(files):
            break
        if "ConcurrentModification" in error:
            lines, error = _run(files[stopped : stopped + 1], _CLASSES, timeout)
            replies += _answers(lines, stopped, signatures[: stopped + 1], fillers=False)
        if len(replies) == stopped:
            replies.append("inconsistent" if "InconsistentOntology" in error else error[:300])
    return replies


def _answers(
    lines: Sequence[str], start: int, signatures: Sequence[Signature], *, fillers: bool
) -> list[Reply]:
    """Return the answers that are whole, up to the first that is not.

    Types come last, and every ontology has an individual.
    """
    found: list[Reply] = []
    for number, signature in enumerate(signatures[start:], start):
        own = [line for line in lines if f"<urn:o{number}:" in line]
        if not any(line.startswith("Type(") for line in own):
            break
        found.append(_read(own, signature, fillers=fillers))
    return found


def _written(ontology: Ontology, folder: Path, number: int) -> str:
    """Write an ontology whose names tell its number."""
    signature = ontology.signature
    kinds = (
        signature.classes,
        signature.roles,
        signature.data_properties,
        signature.individuals,
    )
    terms = EntityTerms(*([_term(name, number) for name in names] for names in kinds))
    path = folder / f"o{number}.nt"
    write_ontology_triples(ontology, path, terms=terms)
    path.write_text(with_repeated_operands(path.read_text("utf-8")), "utf-8")
    return path.as_uri()


def with_repeated_operands(triples: str) -> str:
    """Repeat the first operand of every list of N-Triples that stands for a set.

    Lists of data ranges stay, for HermiT's parser takes some of those with repeated ones amiss.
    """
    lines = triples.splitlines()
    firsts = {line.split(" ")[0]: line.split(" ", 2)[2] for line in lines if _FIRST in line}
    words = [*map(str.split, lines)]
    ranges = {node for node, _, value, *_ in words if value == f"<{RDFS}Datatype>"}
    heads = {
        head for node, predicate, head, *_ in words if predicate in _SETS and node not in ranges
    }
    longer = []
    for line in lines:
        node, predicate, rest = line.split(" ", 2)
        if predicate == _REST and node in heads:
            again = f"{node}again"
            longer.append(f"{node} {_REST} {again} .")
            longer.append(f"{again} {_FIRST} {firsts[node]}")
            node = again
        longer.append(f"{node} {predicate} {rest}")
    return "".join(f"{line}\n" for line in longer)


def _term(name: str, number: int) -> str:
    """Return the term of an entity in N-Triples; anonymous individuals and OWL's names stay."""
    if name.startswith("_:"):
        return name
    return f"<{name}>" if name.startswith(RESERVED) else f"<urn:o{number}:{name}>"


def _run(files: Sequence[str], what: Sequence[str], timeout: float) -> tuple[list[str], str]:
    spec = find_spec("owlready2")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("HermiT comes with owlready2.")
    home = Path(spec.origin).parent / "hermit"
    path = os.pathsep.join([str(home), str(home / "HermiT.jar")])
    main = "org.semanticweb.HermiT.cli.CommandLine"
    command = [find_java(), "-XX:TieredStopAtLevel=1", "-cp", path, main, *what, *files]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired as error:
        return (error.stdout or b"").decode().splitlines(), NO_ANSWER
    return done.stdout.decode().splitlines(), done.stderr.decode()


def _read(lines: Sequence[str], signature: Signature, *, fillers: bool) -> Entailed:
    types: Pairs = set()
    steps: Pairs = set()
    for line in lines:
        names = re.findall(_NAME, line)
        if line.startswith("Type(") and len(names) == 2:
            types.add((names[0], names[1]))
        elif line.startswith(("SubClassOf(", "EquivalentClasses(")):
            steps |= _steps(line, names)
    above = _closed(steps, signature)
    everyone = {(one, name) for one in signature.named_individuals for name in _up(above, THING)}
    types |= everyone | {(one, upper) for one, name in types for upper in _up(above, name)}
    return Entailed(types, above, _fillers(lines) if fillers else None)


def _steps(line: str, names: Sequence[str]) -> Pairs:
    """Return (lower, upper) of an inclusion, or of an equivalence in all directions."""
    if line.startswith("Sub"):
        return {(names[0], names[1])}
    return {(one, two) for one, two in product(names, repeat=2) if one != two}


def _up(above: Pairs, name: str) -> set[str]:
    return {upper for lower, upper in above if lower == name}


def _closed(steps: Pairs, signature: Signature) -> Pairs:
    """Return all pairs of a class and one above it, everything being above Nothing."""
    names = [*signature.classes, THING, NOTHING]
    above = {*steps, *((name, THING) for name in names), *((NOTHING, name) for name in names)}
    for middle, lower, upper in product(names, repeat=3):
        if (lower, middle) in above and (middle, upper) in above:
            above.add((lower, upper))
    return above


def _fillers(lines: Sequence[str]) -> Triples:
    """Return what fills each role; HermiT lists it under the most specific ones only."""
    found: Triples = set()
    steps: Pairs = set()
    for line in lines:
        if line.startswith(("SubObjectPropertyOf(", "EquivalentObjectProperties(")):
            turned = re.sub(rf"{_INVERSE}\( {_NAME} \)", rf"<{_INVERSE} \1>", line)
            steps |= _steps(turned, re.findall(_NAME, turned))
        elif "(known instances: " in line:
            role, known = line.split(" (known instances: ")
            pairs = re.findall(rf"\({_NAME}, {_NAME}\)", known.split(" | possible")[0])
            found |= {(re.findall(_NAME, role)[0], one, two) for one, two in pairs}
    while True:
        new = {
            (upper, one, two)
            for lower, upper in steps
            for role, one, two in _both_ways(found)
            if role == lower
        }
        if new <= {*_both_ways(found)}:
            return found
        found |= {one for one in _both_ways(new) if not one[0].startswith(_INVERSE)}


def _both_ways(triples: Triples) -> Triples:
    """Return triples of roles and of their inverses, each with its name."""
    turned = set()
    for role, one, two in triples:
        bare = role.removeprefix(f"{_INVERSE} ")
        turned.add((bare if bare != role else f"{_INVERSE} {role}", two, one))
    return triples | turned
