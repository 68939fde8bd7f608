"""Arrays on disk are arrays, and nothing is left of their files."""

import ctypes
import gc
import os
import pickle
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from owlboost.errors import SourceError
from owlboost.runtime.arrays import IN_MEMORY, MappedStore, available_memory, release_memory


def test_a_shelf_on_disk_keeps_what_it_is_given(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path), arena=256)
    given = [np.arange(n, dtype=dtype) for n in (1, 3, 40, 200) for dtype in ("i4", "f8", "u1")]
    kept = [shelf.put(array) for array in given]
    for before, after in zip(given, kept, strict=True):
        assert after.dtype == before.dtype
        assert after.tolist() == before.tolist()
        assert not after.flags.writeable
        assert not after.flags.owndata


def test_a_matrix_keeps_its_shape_and_nothing_takes_no_room(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path))
    matrix = np.arange(6.0).reshape(2, 3)
    assert shelf.put(matrix).tolist() == matrix.tolist()
    assert shelf.put(np.empty(0)).size == 0


def test_rooms_do_not_overlap(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path), arena=1024)
    rooms = [shelf.allocate(7, np.float64) for _ in range(50)]
    for number, room in enumerate(rooms):
        room[:] = number
    assert [set(room.tolist()) for room in rooms] == [{float(number)} for number in range(50)]


def test_threads_get_rooms_of_their_own(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path), arena=1 << 12)

    def filled(number: int) -> list[float]:
        return shelf.put(np.full(11, float(number))).tolist()  # type: ignore[no-any-return]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(filled, range(300)))
    assert found == [[float(number)] * 11 for number in range(300)]


def test_files_have_no_names_and_go_with_the_last_array(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path), arena=1 << 20)
    kept = shelf.put(np.ones(100))
    assert not list(tmp_path.iterdir())
    mapped = Path("/proc/self/maps")
    if mapped.exists():
        assert str(tmp_path) in mapped.read_text()
        del kept, shelf
        gc.collect()
        assert str(tmp_path) not in mapped.read_text()


def test_a_killed_process_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys, numpy as np; from owlboost.runtime.arrays import MappedStore; "
        "a = MappedStore(sys.argv[1]).put(np.ones(1000)); os.kill(os.getpid(), signal.SIGKILL)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=environment, check=False
    )
    assert ended.returncode == -9
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("owlboost.runtime.arrays._reserve", full)
    with pytest.raises(SourceError) as caught:
        MappedStore(str(tmp_path)).put(np.ones(10))
    assert str(caught.value) == (
        f"The folder for temporary files, {tmp_path}, cannot hold the table: No space left on "
        "device. Set TMPDIR to a folder with more room."
    )


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot hold the table: No such file or directory"):
        MappedStore(str(tmp_path / "nowhere")).put(np.ones(10))


def test_a_shelf_travels_empty(tmp_path: Path) -> None:
    shelf = MappedStore(str(tmp_path))
    array = shelf.put(np.arange(3.0))
    other, copy = pickle.loads(pickle.dumps((shelf, array)))
    assert copy.tolist() == [0.0, 1.0, 2.0]
    assert other.put(np.ones(2)).tolist() == [1.0, 1.0]


def test_memory_keeps_the_array_itself() -> None:
    array = np.ones(3)
    assert IN_MEMORY.put(array) is array
    assert not array.flags.writeable


def test_the_least_limit_is_the_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = available_memory()
    small, none = tmp_path / "memory.max", tmp_path / "none"
    small.write_text("1048576\n")
    none.write_text("max\n")
    monkeypatch.setattr(
        "owlboost.runtime.arrays._CONTROL_GROUPS", (str(none), str(tmp_path / "absent"))
    )
    assert available_memory() >= before
    monkeypatch.setattr("owlboost.runtime.arrays._CONTROL_GROUPS", (str(none), str(small)))
    assert available_memory() == 1 << 20


_HELD = """
import threading
import numpy as np
from owlboost.runtime.arrays import release_memory

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

def work():
    arrays = [np.ones(10_000) for _ in range(500)]
    kept.append(arrays[-1])  # above the others, so that these stay with the thread

kept = []
thread = threading.Thread(target=work)
thread.start(), thread.join()
before = held()
release_memory()
print(before - held())
"""


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only glibc can be told to give memory back"
)
def test_what_a_thread_no_longer_needs_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", _HELD], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 30_000_000  # of 40 MB


def test_where_allocators_take_no_orders_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    release_memory()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(ctypes, "CDLL")
    release_memory()
