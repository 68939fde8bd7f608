"""Kernels are compiled where nothing beside temporary files can be written."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
from tests.e2e.commands import environment

from owlboost.kernels import relations
from owlboost.kernels._jit import Kernel, private_folder

WITHOUT_A_PLACE = """
from numba.core import caching
implementation = caching.CompileResultCacheImpl
implementation._locator_classes = [
    one for one in implementation._locator_classes if "UserProvided" in one.__name__
]
from owlboost.kernels.relations import max_over_successors, row_maxima
max_over_successors.machine_code(), row_maxima.machine_code()
import numba
print(numba.config.CACHE_DIR)
"""


def test_kernels_are_kept_with_temporary_files_if_nowhere_else(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_PLACE],
        env=environment() | {"TMPDIR": str(tmp_path), "NUMBA_CACHE_DIR": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (folder,) = tmp_path.glob("owlboost-kernels-*")
    assert done.stdout.strip() == str(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.rglob("*.nbc"))


def test_a_folder_that_others_can_write_to_is_not_used(tmp_path: Path) -> None:
    first = private_folder(tmp_path)
    first.chmod(0o777)
    assert private_folder(tmp_path) != first
    first.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    first.symlink_to(tmp_path / "elsewhere")
    assert private_folder(tmp_path) != first


def test_a_kernel_is_compiled_when_it_is_first_called() -> None:
    code = (
        "import sys; from owlboost.kernels import fuzzy, relations, sums; "
        "import numpy as np; print('numba' in sys.modules, end=' '); "
        "relations.row_maxima(np.array([0, 1]), np.array([0.5])); print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


def test_only_kernels_that_are_called_are_compiled(tmp_path: Path) -> None:
    code = "from owlboost.kernels import relations as r; r.row_maxima.machine_code()"
    subprocess.run(
        [sys.executable, "-c", code],
        env=environment() | {"NUMBA_CACHE_DIR": str(tmp_path)},
        check=True,
    )
    assert {path.name.split("-")[0] for path in tmp_path.rglob("*.nbi")} == {"relations.row_maxima"}


def test_a_kernel_is_pickled_by_name() -> None:
    assert isinstance(relations.row_maxima, Kernel)
    assert pickle.loads(pickle.dumps(relations.row_maxima)) is relations.row_maxima


def test_a_kernel_takes_frozen_and_fresh_arrays() -> None:
    frozen = np.array([0.3, 0.5])
    frozen.flags.writeable = False
    for degrees in (frozen, frozen.copy()):
        assert relations.row_maxima(np.array([0, 1, 2]), degrees).tolist() == [0.3, 0.5]


def told_by(code: str, cache: Path) -> list[str]:
    """What Python prints, with compiled code of its own."""
    environs = environment() | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", f"import sys, numpy as np\n{code}"]
    done = subprocess.run(command, env=environs, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_kernel_is_compiled_around_one_that_was_loaded(tmp_path: Path) -> None:
    told_by("from owlboost.kernels.regression import dot; dot.machine_code()", tmp_path)
    code = (
        "from owlboost.kernels.regression import column_products\n"
        "columns = np.array([[1.0, 1.0], [0.5, 0.0]])\n"
        "print(column_products(columns, 0, np.ones(2), np.ones(2), 0)[0].tolist())"
    )
    assert told_by(code, tmp_path) == ["[[2.0, 0.5], [0.5, 0.25]]"]
    assert told_by(code, tmp_path) == ["[[2.0, 0.5], [0.5, 0.25]]"]
