"""How HermiT's process is found, run, stopped and its failures told; with a stand-in for Java."""

import os
import signal
import stat
import threading
import time
from pathlib import Path

import pytest
from tests.ontologies import A, B, ontology

from owlboost.cli.messages import worded
from owlboost.errors import InconsistentError, ReasonerError
from owlboost.ontology.axioms import SubClassOf
from owlboost.ontology.expressions import NOTHING, Class
from owlboost.ontology.reasoner import hermit as hermit_process
from owlboost.ontology.reasoner.hermit import complete

ONTOLOGY = ontology(SubClassOf(A, B), ("http://example.org/x", "A"))

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="the stand-in for Java is a shell script"),
    pytest.mark.usefixtures("_jar"),
]


@pytest.fixture
def _jar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermit_process, "_classpath", lambda: "HermiT.jar")


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in place of Java; a test writes what it does."""
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.touch()
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    return program


def says(java: Path, errors: str = "", status: int = 0, output: str = "") -> None:
    (java.parent / "errors").write_text(errors, encoding="utf-8")
    (java.parent / "output").write_text(output, encoding="utf-8")
    script = f"#!/bin/sh\ncd {java.parent}\ncat output\ncat errors >&2\nexit {status}\n"
    java.write_text(script, encoding="utf-8")


def never_ends(java: Path) -> Path:
    """Let Java start a process of its own that runs for a minute; its number goes to a file."""
    child = java.parent / "child"
    script = f"#!/bin/sh\nsleep 60 &\necho $! > {child}\nwait\n"
    java.write_text(script, encoding="utf-8")
    return child


def is_gone(child: Path) -> bool:
    """Whether a process has ended, or will have within five seconds."""
    number = int(child.read_text(encoding="utf-8"))
    for _ in range(50):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{number}/status")
        if status.is_file() and "State:\tZ" in status.read_text(encoding="utf-8"):
            return True
        time.sleep(0.1)
    return False


def test_what_hermit_prints_is_added(java: Path) -> None:
    thing = "<http://www.w3.org/2002/07/owl#Thing>"
    nothing = "<http://www.w3.org/2002/07/owl#Nothing>"
    says(
        java,
        "Picked up JAVA_TOOL_OPTIONS: -Xmx1g\n",
        output=f"EquivalentClasses( {nothing} <urn:owlboost:c1> )\n"
        "SubClassOf( <urn:owlboost:c0> <urn:owlboost:c1> )\n\n"
        f"Type( <urn:owlboost:i0> <urn:owlboost:c1> )\nType( <urn:owlboost:i0> {thing} )\n",
    )
    completed = complete(ONTOLOGY)
    assert set(completed.axioms) == {SubClassOf(A, B), SubClassOf(B, Class(NOTHING))}
    assert completed.facts.type_classes.tolist() == [0, 1]
    assert not completed.facts.type_classes.flags.writeable


def test_no_answer_in_time(java: Path) -> None:
    child = never_ends(java)
    with pytest.raises(ReasonerError, match=r"^HermiT gave no answer within 2 s; ") as caught:
        complete(ONTOLOGY, timeout=2)
    assert is_gone(child)
    end = " or use the structural reasoner."
    assert str(caught.value).endswith(f"; allow more time with reasoner_timeout{end}")
    assert worded(caught.value).endswith(f"; allow more time with --reasoner-timeout{end}")


def test_an_interrupt_ends_hermit_too(java: Path) -> None:
    child = never_ends(java)

    def interrupt() -> None:
        for _ in range(100):
            if child.is_file() and child.read_text(encoding="utf-8").strip():
                break
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        complete(ONTOLOGY, timeout=30)
    thread.join()
    assert is_gone(child)


def test_a_contradiction(java: Path) -> None:
    name = "org.semanticweb.owlapi.reasoner.InconsistentOntologyException"
    says(java, f'Exception in thread "main" {name}: Inconsistent ontology\n\tat X.y\n', 1)
    with pytest.raises(InconsistentError, match="contradict each other"):
        complete(ONTOLOGY)


@pytest.mark.parametrize(
    ("messages", "status", "said"),
    [
        (
            "java.lang.IllegalArgumentException: No <urn:owlboost:c0> or inverse.\n\tat X\n",
            1,
            "HermiT failed: No A or inverse.",
        ),
        (
            "Picked up _JAVA_OPTIONS: -Xmx1g\nIt all went pear-shaped: Could not parse\nmore\n",
            0,
            "HermiT failed: Could not parse.",
        ),
        (
            'Exception in thread "main" java.lang.NullPointerException\n\tat a.b.C.d(E.java:1)\n',
            1,
            "HermiT failed: java.lang.NullPointerException.",
        ),
        ("", 137, "HermiT failed: it ended with status 137 and no message."),
    ],
)
def test_a_crash_is_told_in_one_sentence(java: Path, messages: str, status: int, said: str) -> None:
    says(java, messages, status)
    with pytest.raises(ReasonerError) as caught:
        complete(ONTOLOGY)
    assert str(caught.value) == said


def test_a_breakdown_over_fillers_is_mended_without_them(java: Path) -> None:
    broken = "java.util.ConcurrentModificationException\n\tat Reasoner.realiseObjectProperties(R:1)"
    java.write_text(
        f"#!/bin/sh\ncase \"$*\" in *-Y*) echo '{broken}' >&2; exit 1;; esac\n"
        "echo 'Type( <urn:owlboost:i0> <urn:owlboost:c1> )'\n",
        encoding="utf-8",
    )
    completed = complete(ontology(SubClassOf(A, B), ("x", "A"), ("x", "r", "y")), timeout=60)
    assert completed.facts.type_classes.tolist() == [0, 1]
    assert [remark.code for remark in completed.remarks] == ["hermit-fillers"]


def test_too_little_memory(java: Path) -> None:
    says(java, 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n', 1)
    with pytest.raises(ReasonerError, match=r"^HermiT ran out of memory; give it more, as in JAVA"):
        complete(ONTOLOGY)


def test_java_that_cannot_be_run(java: Path) -> None:
    java.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    with pytest.raises(ReasonerError, match="Java cannot be run"):
        complete(ONTOLOGY)


def test_memory_is_passed_on(java: Path) -> None:
    java.write_text(f"#!/bin/sh\necho $* > {java.parent}/arguments\n", encoding="utf-8")
    complete(ONTOLOGY, memory=123)
    assert "-Xmx123m" in (java.parent / "arguments").read_text(encoding="utf-8")
    complete(ONTOLOGY)
    assert "-XX:MaxRAMPercentage=60" in (java.parent / "arguments").read_text(encoding="utf-8")
