"""Fuzzy datatypes of ontologies are refused as fuzzy sets of knowledge bases are, word for word."""

import math

import pytest

from owlboost.data.fuzzy_sets import SHAPE_NAMES, make_shape, shape_name, shape_points
from owlboost.errors import ParameterError
from owlboost.ontology.fuzzy import N_POINTS, FuzzyDatatype, FuzzyKind
from owlboost.sources.ontology_values import shape_of


def test_the_kinds_are_those_of_fuzzy_sets() -> None:
    assert [*N_POINTS] == [*SHAPE_NAMES.values()]


@pytest.mark.parametrize("kind", N_POINTS)
def test_a_datatype_becomes_the_set_of_its_kind_and_points(kind: FuzzyKind) -> None:
    points = (0.5, 1.0, 1.0, 7.25)[: N_POINTS[kind]]
    shape = shape_of(FuzzyDatatype(kind, points))
    assert (shape_name(shape), shape_points(shape)) == (kind, points)


@pytest.mark.parametrize("kind", N_POINTS)
@pytest.mark.parametrize(
    "points", [(), (1.0,), (3.0, 2.0), (3.0, 2.0, 4.0), (0.0, 1.0, 2.0, math.inf), (math.nan, 1.0)]
)
def test_invalid_points_are_refused_in_the_same_words(
    kind: FuzzyKind, points: tuple[float, ...]
) -> None:
    with pytest.raises(ParameterError) as expected:
        make_shape(kind, [*points])
    with pytest.raises(ParameterError) as refused:
        FuzzyDatatype(kind, points)
    assert str(refused.value) == str(expected.value)
