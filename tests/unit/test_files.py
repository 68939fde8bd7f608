import os
import threading
from pathlib import Path

import pytest

from owlboost.errors import SourceError
from owlboost.files import atomic_path, require_writable


def test_a_failed_write_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "model.json"
    target.write_text("old")

    def fail_half_way() -> None:
        with atomic_path(target) as temporary:
            temporary.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_finished_write_replaces_the_older_file(tmp_path: Path) -> None:
    target = tmp_path / "model.json"
    target.write_text("old")
    with atomic_path(target) as temporary:
        temporary.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    with atomic_path(link) as temporary:
        temporary.write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_directly() -> None:
    with atomic_path("/dev/null") as temporary:
        temporary.write_text("gone")
    assert temporary == Path("/dev/null")


def test_a_link_to_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "stdout"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    with atomic_path(link) as temporary:
        temporary.write_text("through")
    reader.join()
    assert read == ["through"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe", "stdout"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the administrator")
def test_a_folder_that_may_not_be_written_to_is_told_before_the_work(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SourceError, match="its folder may not be written to"):
        require_writable(tmp_path / "model.json")


def test_asking_whether_a_file_can_be_written_makes_none(tmp_path: Path) -> None:
    require_writable(tmp_path / "model.json")
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(SourceError, match=r"the folder .*nowhere does not exist; create it first"),
        atomic_path(tmp_path / "nowhere" / "model.json"),
    ):
        pass


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a folder"), atomic_path(tmp_path):
        pass


def test_an_error_of_the_system_is_said_in_one_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(SourceError, match=r"out\.json cannot be written: .*No space left"),
        atomic_path(tmp_path / "out.json"),
    ):
        raise OSError(28, "No space left on device")
    assert not list(tmp_path.iterdir())
