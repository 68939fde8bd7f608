"""What the worker remembers: never what belongs to another question."""

from dataclasses import replace
from pathlib import Path

from owlboost.studio.session import Workbench
from owlboost.studio.state import LearningQuestion, ProjectState, StudioSource


def test_degrees_are_those_of_the_question_that_is_asked(tmp_path: Path) -> None:
    """Questions come and go, so that a new one may lie where an old one lay."""
    (tmp_path / "a.csv").write_text("x,y,good\n1,2,yes\n2,1,no\n3,5,yes\n4,4,no\n")
    bench = Workbench(tmp_path)
    work = ProjectState(StudioSource("a.csv", "table", "a.csv"))
    for number in range(200):
        hidden = ("urn:owlboost:table#x",) if number % 3 else ()
        question = LearningQuestion(f"good={'yes' if number % 2 else 'no'}", hidden=hidden)
        asked = bench.prepared(replace(work, question=question))
        if number % 2:
            assert bench.extents(asked, "zadeh").kb is asked.kb, number
