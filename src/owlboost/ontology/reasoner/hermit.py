"""HermiT, the complete reasoner, and its inferences added to an ontology.

HermiT is part of owlready2 (``pip install 'owlboost[dl]'``) and needs Java. It runs as a process
of its own, with a time limit, and sees numbers for names, so that no name can trip it.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np

from owlboost.errors import Hint, InconsistentError, Message, ReasonerError
from owlboost.ontology.axioms import Axiom, HasKey, SubClassOf, SubRoleOf, strings_in, with_literals
from owlboost.ontology.datatypes.literals import canonical
from owlboost.ontology.expressions import NOTHING, THING, Class, Role
from owlboost.ontology.ontology import Ontology, Remark, Signature
from owlboost.ontology.transform import hide_malformed
from owlboost.ontology.vocabulary import OWL, TOP_DATA
from owlboost.ontology.writers.ntriples import write_ontology_triples
from owlboost.ontology.writers.rdf_expressions import EntityTerms, Term, iri_term
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import temporary_folder
from owlboost.runtime.names import short_name
from owlboost.runtime.signals import undone

TIMEOUT = Hint("reasoner_timeout", "reasoner_timeout")

_MAIN = "org.semanticweb.HermiT.cli.CommandLine"
_TASKS = ("-c", "-I", "--ignoreUnsupportedDatatypes")
"""Classify the classes, then give the types of individuals."""

_FILLER_TASKS = ("-O", "-Y")
"""Classify the object properties too, and give their fillers."""

_TUNING = (
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UseG1GC",
    "-XX:TieredStopAtLevel=1",
    "-Xss64m",
    "-Dfile.encoding=UTF-8",
)
"""HermiT's long-lived tables cost the serial collector, which Java takes on small machines, up
to five times as long; a run of seconds ends sooner without Java's second compiler.
"""

_LANGUAGE = {"LC_ALL": "C.UTF-8"}
"""Without it Java finds no file whose name is not ASCII, if the user has no language set."""

_SHARE = "-XX:MaxRAMPercentage=60"
_MESSAGE = re.compile(
    r'(?:Exception in thread "[^"]*" |It all went pear-shaped: )?'
    r"(?:[\w.$]+\.\w*(?:Exception|Error): )?(.*)"
)


class FillersError(ReasonerError):
    """HermiT broke down while it listed fillers; without them it may well succeed."""


def run_hermit(
    source: Path, output: Path, *, fillers: bool, timeout: float | None, memory: int | None
) -> None:
    """Run HermiT on a file of N-Triples and write its inferences to another.

    A file of its messages is written beside the output. It infers the fillers of object properties
    only if asked to, in ``timeout`` seconds and so many megabytes of Java's heap: without a number,
    in 60 % of the machine's memory.
    """
    heap = _SHARE if memory is None else f"-Xmx{memory}m"
    tasks = (*_TASKS, *_FILLER_TASKS) if fillers else _TASKS
    command = [find_java(), heap, *_TUNING, "-cp", _classpath(), _MAIN, *tasks, source.as_uri()]
    messages = output.with_suffix(".messages")
    with output.open("wb") as out, messages.open("wb") as err:
        status = _wait(command, out.fileno(), err.fileno(), timeout)
    text = messages.read_text(encoding="utf-8", errors="replace")
    if status or "It all went pear-shaped" in text:
        raise _failure(text, status)


def find_java() -> str:
    """Return the Java program of ``JAVA_HOME``, or else of the search path."""
    home = os.environ.get("JAVA_HOME")
    java = (home and shutil.which("java", path=str(Path(home) / "bin"))) or shutil.which("java")
    if not java:
        raise ReasonerError(
            "HermiT needs Java, and no 'java' was found; install Java 8 or later, set JAVA_HOME, "
            "or use the structural reasoner."
        )
    return java


def _classpath() -> str:
    """Return the class path of owlready2's HermiT without importing owlready2."""
    spec = find_spec("owlready2")
    if spec is None or spec.origin is None:
        raise ReasonerError(
            "HermiT comes with owlready2, which is not installed. "
            "Install it with: pip install 'owlboost[dl]'"
        )
    folder = Path(spec.origin).parent / "hermit"
    jar = folder / "HermiT.jar"
    if not jar.is_file():
        raise ReasonerError(
            "The installed owlready2 has no HermiT. "
            "Install it with: pip install --force-reinstall 'owlboost[dl]'"
        )
    return os.pathsep.join([str(folder), str(jar)])


def _wait(command: list[str], out: int, err: int, timeout: float | None) -> int:
    """Run a command to its end, or to whatever ends the wait early."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=os.environ | _LANGUAGE,
                start_new_session=True,
            )
        except OSError as error:
            raise ReasonerError(f"Java cannot be run: {error.strerror or error}.") from error
        started.append(process)
        return process

    with undone(start, lambda: _stop(started)) as process:
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            claim = f"HermiT gave no answer within {timeout:g} s; allow more time with "
            message = Message(claim, TIMEOUT, " or use the structural reasoner.")
            raise ReasonerError(message) from None


def _stop(started: "list[subprocess.Popen[bytes]]") -> None:
    """End processes that still run, with all that they started."""
    for process in started:
        if process.poll() is None:
            _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _failure(messages: str, status: int) -> ReasonerError | InconsistentError:
    """Return the error that HermiT's messages report."""
    if "InconsistentOntologyException" in messages:
        return InconsistentError(
            "HermiT found the ontology inconsistent: its axioms and assertions contradict "
            "each other; correct the ontology."
        )
    if "OutOfMemoryError" in messages:
        return ReasonerError(
            "HermiT ran out of memory; give it more, as in JAVA_TOOL_OPTIONS=-Xmx16g, "
            "or use the structural reasoner."
        )
    if "ConcurrentModificationException" in messages and "realiseObjectProperties" in messages:
        return FillersError("HermiT failed while listing the fillers of object properties.")
    message = next(_readable(messages), f"it ended with status {status} and no message")
    return ReasonerError(f"HermiT failed: {message.rstrip('. ')}.")


def _readable(messages: str) -> Iterator[str]:
    """Iterate over the messages, freed of Java's class names and stack traces."""
    for line in messages.splitlines():
        if line.startswith(("\t", "Picked up ", "WARNING", "OpenJDK ")):
            continue
        match = _MESSAGE.match(line.strip())
        if match and match[1].strip():
            yield match[1].strip()


def renamed(error: ReasonerError, name: Callable[[str], str]) -> ReasonerError:
    """Return an error with every ``<iri>`` of its message replaced."""

    def rewritten(part: str | Hint) -> str | Hint:
        if isinstance(part, Hint):
            return part
        return re.sub(r"<[^<>\s]+>", lambda match: name(match[0]), part)

    return ReasonerError(Message(*map(rewritten, Message(error.message).parts)))


PREFIX = "urn:owlboost:"
"""Start of the IRIs that HermiT is given for names; a letter and a number follow."""

_CLASS = re.compile(rf"<(?:{PREFIX}c(\d+)|({re.escape(THING)})|({re.escape(NOTHING)}))>")
_ROLE = re.compile(rf"(ObjectInverseOf\( )?<(?:{PREFIX}r(\d+)|[^<>]+)>")
_TYPE = re.compile(rf"Type\( <{PREFIX}i(\d+)> <{PREFIX}c(\d+)> \)")
_FILLERS = re.compile(rf"<{PREFIX}r(\d+)> \(known instances: (.*) \| possible instances: ")
_PAIR = re.compile(rf"\(<{PREFIX}i(\d+)>, <{PREFIX}i(\d+)>\)")


@dataclass(slots=True)
class Answer:
    """HermiT's inferences, with numbers for the signature's names."""

    axioms: set[Axiom] = field(default_factory=set)
    types: list[tuple[int, ...]] = field(default_factory=list)
    """Individual, class."""
    fillers: list[tuple[int, ...]] = field(default_factory=list)
    """Object property, individual, individual."""


def read_answer(path: Path, signature: Signature) -> Answer:
    """Read the file that HermiT wrote."""
    answer = Answer()
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            kind, _, arguments = line.partition("( ")
            if kind == "Type":
                answer.types += [(int(a), int(c)) for a, c in _TYPE.findall(line)]
            elif kind in ("SubClassOf", "EquivalentClasses"):
                answer.axioms |= _class_axioms(kind, _CLASS.findall(arguments), signature)
            elif kind in ("SubObjectPropertyOf", "EquivalentObjectProperties"):
                answer.axioms |= _role_axioms(kind, _ROLE.findall(arguments), signature)
            elif match := _FILLERS.match(line):
                role, pairs = int(match[1]), _PAIR.findall(match[2])
                answer.fillers += [(role, int(a), int(b)) for a, b in pairs]
    return answer


def _class_axioms(
    kind: str, matches: Sequence[tuple[str, str, str]], signature: Signature
) -> set[Axiom]:
    """Return inclusions; equivalent classes become a circle of them."""
    classes = [
        Class(signature.classes[int(number)] if number else thing or nothing)
        for number, thing, nothing in matches
    ]
    circle = classes if kind == "SubClassOf" else [*classes, classes[0]]
    return {
        SubClassOf(lower, upper)
        for lower, upper in pairwise(circle)
        if lower != Class(NOTHING) and upper != Class(THING)
    }


def _role_axioms(kind: str, matches: Sequence[tuple[str, str]], signature: Signature) -> set[Axiom]:
    """Return inclusions of object properties but for the top and bottom ones."""
    if not all(number for _, number in matches):
        return set()
    roles = [Role(signature.roles[int(number)], bool(inverse)) for inverse, number in matches]
    circle = roles if kind == "SubObjectPropertyOf" else [*roles, roles[0]]
    return {_inclusion(lower, upper) for lower, upper in pairwise(circle) if lower != upper}


def _inclusion(lower: Role, upper: Role) -> SubRoleOf:
    """Return ``lower ⊑ upper`` with a name on the left."""
    if lower.inverse:
        lower, upper = Role(lower.iri), Role(upper.iri, not upper.inverse)
    return SubRoleOf((lower,), upper)


_BUILT_IN = re.compile(re.escape(OWL) + r"(?:Thing|Nothing|(?:top|bottom)(?:Object|Data)Property)")


def complete(
    ontology: Ontology, *, timeout: float | None = None, memory: int | None = None
) -> Ontology:
    """Return an ontology together with all that HermiT infers from it.

    Added are, as axioms, the inclusions between named classes and between object properties,
    and, as facts, the most specific named classes and the fillers of every individual. Together
    with the inclusions these give all classes and fillers, so a structural reasoner derives from
    the result whatever follows for named individuals.

    Anonymous individuals are reasoned about like named ones, unless there are keys, which hold for
    named individuals only; a remark then says that nothing is added for anonymous ones. HermiT
    breaks down over some fillers that depend on a distinction of cases; it is then run again
    without fillers, and a remark says so. The ontology is one without the classes that must not be
    seen; seconds and megabytes of Java's heap are limited as in :func:`run_hermit`.

    Raises
    ------
    ReasonerError
        If owlready2 or Java is missing, or HermiT fails or takes too long.
    InconsistentError
        If the ontology contradicts itself.
    """
    nameless = _has_keys(ontology) and _has_anonymous(ontology.signature)
    terms = _numbers_for_names(ontology.signature, nameless=nameless)
    with temporary_folder() as folder:
        source, output = folder / "ontology.nt", folder / "answer.txt"
        write_ontology_triples(_for_hermit(ontology), source, terms=terms)
        try:
            all_fillers = _ask(source, output, terms, timeout, memory)
        except ReasonerError as error:
            names = _names_for_numbers(ontology.signature, terms)
            raise renamed(error, lambda term: names.get(term, term)) from None
        answer = read_answer(output, ontology.signature)
    remarks = [
        remark for remark, holds in ((_NAMELESS, nameless), (_NO_FILLERS, not all_fillers)) if holds
    ]
    return replace(enriched(ontology, answer), remarks=(*ontology.remarks, *remarks))


_NAMELESS = Remark(
    "hermit-anonymous",
    "keys hold for named individuals only, so HermiT adds nothing for anonymous ones",
)
_NO_FILLERS = Remark(
    "hermit-fillers",
    "HermiT failed to list fillers, so those that require case distinctions may be missing",
)


def _ask(
    source: Path, output: Path, terms: EntityTerms, timeout: float | None, memory: int | None
) -> bool:
    """Run HermiT, again without fillers if these break it.

    Return whether fillers were inferred, where there can be any.
    """
    start = time.monotonic()
    fillers = any(term.startswith(f"<{PREFIX}") for term in terms.roles)
    try:
        run_hermit(source, output, fillers=fillers, timeout=timeout, memory=memory)
    except FillersError:
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - start))
        run_hermit(source, output, fillers=False, timeout=left, memory=memory)
        return False
    return True


def _has_keys(ontology: Ontology) -> bool:
    return any(isinstance(axiom, HasKey) for axiom in ontology.axioms)


def _has_anonymous(signature: Signature) -> bool:
    return any(name.startswith("_:") for name in signature.individuals)


def _numbers_for_names(signature: Signature, *, nameless: bool) -> EntityTerms:
    """Return RDF terms with numbers in place of names; anonymous individuals may stay so."""

    def terms(kind: str, names: Iterable[str]) -> list[Term]:
        return [
            iri_term(name) if _BUILT_IN.fullmatch(name) else f"<{PREFIX}{kind}{number}>"
            for number, name in enumerate(names)
        ]

    individuals = terms("i", signature.individuals)
    if nameless:
        for number, name in enumerate(signature.individuals):
            if name.startswith("_:"):
                individuals[number] = f"_:a{number}"
    return EntityTerms(
        terms("c", signature.classes),
        terms("r", signature.roles),
        terms("d", signature.data_properties),
        individuals,
    )


def _names_for_numbers(signature: Signature, terms: EntityTerms) -> dict[Term, str]:
    """Return the short names of the terms."""
    kinds = (
        (terms.classes, signature.classes),
        (terms.roles, signature.roles),
        (terms.data_properties, signature.data_properties),
        (terms.individuals, signature.individuals),
    )
    return {
        term: short_name(name)
        for numbered, names in kinds
        for term, name in zip(numbered, names, strict=True)
    }


def _for_hermit(ontology: Ontology) -> Ontology:
    """Return the ontology without values that HermiT cannot use.

    Nothing about classes and fillers follows from values of a property that no axiom mentions.
    Malformed values have been remarked on when they were read. HermiT does not know all forms of
    numbers, so it is given the canonical ones.
    """
    ontology = hide_malformed(ontology)
    facts, properties = ontology.facts, ontology.signature.data_properties
    mentioned = {name for axiom in ontology.axioms for name in strings_in(axiom)}
    all_used = TOP_DATA in mentioned
    used = np.array([all_used or name in mentioned for name in properties], dtype=np.bool_)
    if facts.value_properties.size:
        keep = used[facts.value_properties]
        facts = replace(
            facts,
            value_properties=facts.value_properties[keep],
            value_subjects=facts.value_subjects[keep],
            value_literals=facts.value_literals[keep],
            literals=tuple(map(canonical, facts.literals)),
        )
    axioms = tuple(with_literals(axiom, canonical) for axiom in ontology.axioms)
    return replace(ontology, iri=f"{PREFIX}ontology", axioms=axioms, facts=facts)


def enriched(ontology: Ontology, answer: Answer) -> Ontology:
    """Return an ontology with HermiT's inferences, each once, in a fixed order."""
    new = sorted(answer.axioms - frozenset(ontology.axioms), key=repr)
    facts = ontology.facts
    subjects, classes = _united([facts.type_subjects, facts.type_classes], answer.types)
    roles, owners, fillers = _united(
        [facts.role_roles, facts.role_subjects, facts.role_objects], answer.fillers
    )
    return replace(
        ontology,
        axioms=(*ontology.axioms, *new),
        facts=replace(
            facts,
            type_subjects=subjects,
            type_classes=classes,
            role_roles=roles,
            role_subjects=owners,
            role_objects=fillers,
        ),
    )


def _united(columns: list[Ids], rows: list[tuple[int, ...]]) -> tuple[Ids, ...]:
    """Return the distinct rows of two tables as read-only columns."""
    table = np.array(rows, dtype=np.int32).reshape(-1, len(columns))
    both = np.unique(np.concatenate([np.stack(columns, axis=1), table]), axis=0)
    out = tuple(np.ascontiguousarray(both[:, place]) for place in range(len(columns)))
    for column in out:
        column.flags.writeable = False
    return out
