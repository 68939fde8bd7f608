"""Kernels are compiled where nothing beside temporary files can be written."""

import subprocess
import sys
from pathlib import Path

from tests.e2e.commands import environment

from owlboost.kernels._jit import private_folder

WITHOUT_A_PLACE = """
from numba.core import caching
implementation = caching.CompileResultCacheImpl
implementation._locator_classes = [
    one for one in implementation._locator_classes if "UserProvided" in one.__name__
]
from owlboost.kernels.relations import max_over_successors
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
