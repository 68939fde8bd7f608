"""The benchmark of saturation measures what it says."""

from pathlib import Path

from benchmarks.saturation import measure
from benchmarks.syntaxes import write


def test_every_stage_of_assertions_is_measured(tmp_path: Path) -> None:
    paths, count = write("assertions", tmp_path, 50)
    found = measure(paths[0])
    assert count == 1 + 21 + 50 * 4
    assert found.types == 50  # one class each
    assert 50 < found.lines <= 50 + 100  # and up to two fillers
    assert (tmp_path / "inferred.nt").read_text("utf-8").count("\n") == found.lines
    assert found.why is None  # the campus is asked


def test_a_terminology_has_classes_above_others(tmp_path: Path) -> None:
    paths, _ = write("terminology", tmp_path, 20)
    found = measure(paths[0])
    assert (found.types, found.lines) == (0, 0)
    assert found.above >= 19
