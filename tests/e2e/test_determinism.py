"""The same models, byte for byte, however Python, Numba and BLAS are run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
N_SMALL = 9
"""Models that learn_small.py prints without ``long``."""


def python(*arguments: str, **environment: str) -> str:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return run.stdout


def models(*arguments: str, **environment: str) -> list[str]:
    return python("tests/e2e/learn_small.py", *arguments, **environment).splitlines()


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return models("long", PYTHONHASHSEED="0", OPENBLAS_NUM_THREADS="1")


@pytest.fixture(scope="module")
def checked_kernels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Numba with array bounds checked, compiled apart from the normal kernels."""
    return {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("numba"))}


def test_there_is_something_to_compare(expected: list[str]) -> None:
    found = [json.loads(line) for line in expected]
    assert len(found) == N_SMALL + 3
    assert all(model["learners"][0]["axioms"] for model in found)
    concepts = json.dumps([model["learners"] for model in found])
    for kind in ("class", "some", "some_data", "has_value", "and"):
        assert f'"type": "{kind}"' in concepts


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "2"},
        {"PYTHONHASHSEED": "42"},
    ],
    ids=str,
)
def test_hash_seed_and_threads_change_no_byte(
    expected: list[str], environment: dict[str, str]
) -> None:
    assert models("long", **environment) == expected


def test_kernels_run_as_plain_python_change_no_byte(expected: list[str]) -> None:
    assert models(NUMBA_DISABLE_JIT="1") == expected[:N_SMALL]


def quick_differential_tests(**environment: str) -> str:
    return python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider",
        "tests/differential/test_kernels.py", "tests/differential/test_features.py",
        HYPOTHESIS_PROFILE="quick", **environment,
    )  # fmt: skip


def test_kernels_are_as_defined_without_compilation() -> None:
    assert " passed" in quick_differential_tests(NUMBA_DISABLE_JIT="1")


def test_kernels_keep_within_their_arrays(checked_kernels: dict[str, str]) -> None:
    assert " passed" in quick_differential_tests(**checked_kernels)


def test_checked_kernels_change_no_byte(
    expected: list[str], checked_kernels: dict[str, str]
) -> None:
    assert models(**checked_kernels) == expected[:N_SMALL]
