"""HermiT as a process of its own: found, run with a time limit, and its failures said."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from owlboost.errors import Hint, InconsistentError, ReasonerError, Sentence
from owlboost.runtime.signals import undone

TIMEOUT = Hint("reasoner_timeout", "reasoner_timeout")

_MAIN = "org.semanticweb.HermiT.cli.CommandLine"
_WHAT = ("-c", "-I", "--ignoreUnsupportedDatatypes")
"""Classify the classes, then give the types of individuals."""

_FILLERS = ("-O", "-Y")
"""Also classify the object properties, and give their fillers."""

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
_SAID = re.compile(
    r'(?:Exception in thread "[^"]*" |It all went pear-shaped: )?'
    r"(?:[\w.$]+\.\w*(?:Exception|Error): )?(.*)"
)


class FillersError(ReasonerError):
    """HermiT broke down while it listed fillers; without them it may well succeed."""


def run_hermit(
    source: Path, output: Path, *, fillers: bool, timeout: float | None, memory: int | None
) -> None:
    """Run HermiT on a file and write what it infers to another.

    Parameters
    ----------
    source
        An ontology as N-Triples.
    output
        Where HermiT's answer goes; a file of its messages is written beside it.
    fillers
        Whether to infer the fillers of object properties too.
    timeout
        Seconds until HermiT is stopped.
    memory
        Most megabytes of Java's heap; without it, up to 60 % of the machine's memory.

    Raises
    ------
    ReasonerError
        If owlready2 or Java is missing, or HermiT fails or takes too long.
    InconsistentError
        If the ontology contradicts itself.
    """
    heap = _SHARE if memory is None else f"-Xmx{memory}m"
    what = (*_WHAT, *_FILLERS) if fillers else _WHAT
    command = [find_java(), heap, *_TUNING, "-cp", _classpath(), _MAIN, *what, source.as_uri()]
    messages = output.with_suffix(".messages")
    with output.open("wb") as out, messages.open("wb") as err:
        status = _wait(command, out.fileno(), err.fileno(), timeout)
    text = messages.read_text(encoding="utf-8", errors="replace")
    if status or "It all went pear-shaped" in text:
        raise _failure(text, status)


def find_java() -> str:
    """Return the Java program of ``JAVA_HOME``, or else of the search path.

    Raises
    ------
    ReasonerError
        If there is none.
    """
    home = os.environ.get("JAVA_HOME")
    found = (home and shutil.which("java", path=str(Path(home) / "bin"))) or shutil.which("java")
    if not found:
        raise ReasonerError(
            "HermiT needs Java, and no 'java' was found; install Java 8 or later, set JAVA_HOME, "
            "or use the structural reasoner."
        )
    return found


def _classpath() -> str:
    """Return where owlready2 keeps HermiT; owlready2 itself is not imported."""
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
    """Run a command to its end; whatever ends the wait early also ends the command."""
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
            said = Sentence(claim, TIMEOUT, " or use the structural reasoner.")
            raise ReasonerError(said) from None


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
    """Return the error that HermiT's messages tell of."""
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
    said = next(_said(messages), f"it ended with status {status} and no message")
    return ReasonerError(f"HermiT failed: {said.rstrip('. ')}.")


def _said(messages: str) -> Iterator[str]:
    """Iterate over the messages, freed of Java's class names and stack traces."""
    for line in messages.splitlines():
        if line.startswith(("\t", "Picked up ", "WARNING", "OpenJDK ")):
            continue
        found = _SAID.match(line.strip())
        if found and found[1].strip():
            yield found[1].strip()


def renamed(error: ReasonerError, name: Callable[[str], str]) -> ReasonerError:
    """Return an error with every ``<iri>`` of its message replaced."""

    def rewritten(part: str | Hint) -> str | Hint:
        if isinstance(part, Hint):
            return part
        return re.sub(r"<[^<>\s]+>", lambda found: name(found[0]), part)

    return ReasonerError(Sentence(*map(rewritten, Sentence(error.said).parts)))
