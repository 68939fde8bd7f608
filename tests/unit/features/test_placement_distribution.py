import numpy as np
import pytest

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features import placement as partitions
from owlboost.features.partitions import PartitionCache, fit_several, peaks
from owlboost.features.placement import MOST_DISTINCT, Distribution
from owlboost.kernels.fuzzy import fuzzy_cmeans
from owlboost.runtime.array_types import Floats
from owlboost.runtime.threads import ThreadPool

N = 60_000
DRAWN = np.random.default_rng(0)
COLUMNS: dict[str, tuple[Floats, float]] = {
    #   values, and by how much of their standard deviation a peak may shift
    "normal": (DRAWN.normal(size=N), 2e-5),
    "lognormal": (DRAWN.lognormal(0, 1.5, N), 1e-4),
    "pareto": (DRAWN.pareto(1.2, N), 2e-3),
    "two peaks": (np.where(DRAWN.random(N) < 0.2, 8.0, 0.0) + DRAWN.normal(size=N), 2e-5),
}


def of_all_values(values: Floats, n_sets: int) -> Floats:
    """C-means over every single value, started at the quantiles of NumPy."""
    distinct, counts = np.unique(values, return_counts=True)
    start = np.quantile(values, (np.arange(n_sets) + 0.5) / n_sets)
    limits = (partitions.CMEANS_TOLERANCE, partitions.CMEANS_ITERATIONS, 2.0)
    return fuzzy_cmeans(distinct, counts.astype(np.float64), start, *limits)


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("n_sets", [3, 5, 7])
def test_cells_shift_peaks_of_many_values_by_next_to_nothing(name: str, n_sets: int) -> None:
    values, allowed = COLUMNS[name]
    cells, _ = Distribution.from_values(values).cells()
    assert cells.size < MOST_DISTINCT < np.unique(values).size
    shift = np.abs(peaks(values, n_sets) - of_all_values(values, n_sets)).max()
    assert shift <= allowed * values.std()


def test_up_to_a_number_of_distinct_values_nothing_is_joined() -> None:
    values = np.arange(MOST_DISTINCT, dtype=np.float64) ** 1.5
    distribution = Distribution.from_values(values)
    cells, counts = distribution.cells()
    assert np.ldexp(cells, distribution.exponent).tolist() == values.tolist()
    assert (counts == 1).all()
    assert peaks(values, 5).tolist() == of_all_values(values, 5).tolist()


def test_values_that_vanish_beside_the_largest_are_equal() -> None:
    #   divided by 2¹⁰²⁴, both small numbers are 0
    found = Distribution.from_values(np.array([1e-300, 2e-300, 1.7e308]))
    assert found.values[0] == 0.0
    assert found.counts.tolist() == [2.0, 1.0]


def kb_of_columns(n_columns: int) -> KnowledgeBase:
    rng = np.random.default_rng(1)
    rows = [f"a{number}" for number in range(200)]
    facts = {
        f"urn:x#c{number}": list(zip(rows, rng.normal(size=200).tolist(), strict=True))
        for number in range(n_columns)
    }
    return KnowledgeBase.from_facts(rows, numbers=facts)


def test_sets_are_the_same_on_any_number_of_threads() -> None:
    kb = kb_of_columns(6)
    assert fit_several(kb, (3, 5, 7)) == fit_several(kb, (3, 5, 7), pool=ThreadPool(3))


def test_sets_of_one_number_are_placed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []
    fit = fit_several

    def counted(kb: KnowledgeBase, numbers: list[int], *placing: object) -> object:
        asked.append(numbers)
        return fit(kb, numbers, *placing)  # type: ignore[arg-type]

    monkeypatch.setattr("owlboost.features.partitions.fit_several", counted)
    sets = PartitionCache(kb_of_columns(1))
    sets.place((5, 3))
    assert sets.partitions((3,))[0].sets[0].name == "c0_L"
    names = [fitted.sets[0].name for fitted in sets.partitions((3, 5, 7))]
    assert names == ["c0_L3", "c0_VL5", "c0_VVL7"]
    assert asked == [[3, 5], [7]]
