"""The benchmarks of large and of deep ontologies measure what they say."""

from pathlib import Path

import pytest
from benchmarks.deep import SHAPES, following, kept_by
from benchmarks.large import exponent, measure, write_classes

from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.sources.ontology_knowledge import saturate


def test_a_tree_of_classes_is_read_and_saturated(tmp_path: Path) -> None:
    path = tmp_path / "classes.nt"
    write_classes(path, 21, 40)
    found = measure(path)
    kb = saturate(read_ontology_file(path)).kb
    assert found.individuals == len(kb.individuals) == 40
    assert found.types == kb.types.indices.size >= 40
    assert kb.implies("urn:x#C20", "urn:x#C0")
    assert found.seconds == found.read + found.saturate > 0


def test_what_grows_in_proportion_has_the_exponent_one() -> None:
    assert exponent(0.5, 50, 100) == pytest.approx(1)
    assert exponent(1, 10, 100) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("shape", "kept"),
    [("chain of classes", 6 + 7), ("transitive chain", 21), ("circle of roles", 7)],
)
def test_a_deep_ontology_keeps_steps_and_fillers(shape: str, kept: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.ofn"
    path.write_text("Prefix(:=<urn:x#>)\nOntology(\n" + "\n".join(SHAPES[shape](7)) + "\n)")
    found = saturate(read_ontology_file(path))
    kb = found.kb
    assert kept_by(found) == kept
    follows = kb.taxonomy.pairs()[0].size + kb.types.indices.size
    assert follows + sum(role.indices.size for role in kb.roles) == following(shape, 7)
