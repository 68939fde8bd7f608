import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from owlboost.errors import SourceError
from owlboost.runtime.files import atomic_path, require_apart, require_writable


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


def test_the_mode_of_the_older_file_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "model.json"
    target.write_text("old")
    target.chmod(0o600)
    with atomic_path(target) as temporary:
        assert temporary.stat().st_mode & 0o777 == 0o600  # nobody reads it meanwhile, either
        temporary.write_text("new")
    assert target.stat().st_mode & 0o777 == 0o600
    assert target.read_text() == "new"


def test_a_read_only_file_stays_read_only(tmp_path: Path) -> None:
    target = tmp_path / "model.json"
    target.write_text("old")
    target.chmod(0o444)
    with atomic_path(target) as temporary:
        temporary.write_text("new")
    assert target.stat().st_mode & 0o777 == 0o444


def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    with atomic_path(tmp_path / "new") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_file_is_on_the_disk_before_it_takes_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        done.append(f"sync {os.fstat(descriptor).st_size if not done else 'folder'}")
        sync(descriptor)

    def replaced(self: Path, target: Path) -> Path:
        done.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    with atomic_path(tmp_path / "model.json") as temporary:
        temporary.write_text("seven..")
    assert done == ["sync 7", "replace", "sync folder"]


def test_what_a_killed_process_left_is_removed_by_the_next_write(tmp_path: Path) -> None:
    left = tmp_path / ".model.json.0123456789ab.part"
    others = [tmp_path / ".other.json.0123456789ab.part", tmp_path / ".model.json.part"]
    for path in (left, *others):
        path.write_text("half")
    with atomic_path(tmp_path / "model.json") as temporary:
        temporary.write_text("whole")
    assert not left.exists()
    assert all(path.exists() for path in others)


def test_what_a_living_process_is_writing_is_not_removed(tmp_path: Path) -> None:
    target = tmp_path / "model.json"
    script = (
        "import sys\n"
        "from owlboost.runtime.files import atomic_path\n"
        "with atomic_path(sys.argv[1]) as temporary:\n"
        "    temporary.write_text('theirs')\n"
        "    print('writing', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", script, str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "writing\n"
    with atomic_path(target) as temporary:
        temporary.write_text("ours")
    assert target.read_text() == "ours"
    other.communicate("")
    assert other.returncode == 0
    assert target.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [target]


def test_a_long_name_of_wide_characters_is_written(tmp_path: Path) -> None:
    target = tmp_path / ("🦉" * 60)
    with atomic_path(target) as temporary:
        temporary.write_text("whole")
    assert target.read_text() == "whole"


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be written: File name too long"):
        require_writable(tmp_path / ("x" * 300))


def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for path in (tmp_path / "a", tmp_path / "a" / "model.json"):
        with pytest.raises(SourceError, match="cannot be written"), atomic_path(path):
            pass


def test_an_output_that_is_an_input_is_refused_by_whatever_name(tmp_path: Path) -> None:
    source, link, hard = (tmp_path / name for name in ("iris.csv", "link", "hard"))
    source.write_text("data")
    link.symlink_to(source)
    hard.hardlink_to(source)
    for output in (source, link, hard, tmp_path / "x" / ".." / "iris.csv"):
        with pytest.raises(SourceError, match="is read, so it is not written to"):
            require_apart([output], [source])


def test_two_outputs_to_one_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is given as two outputs"):
        require_apart([tmp_path / "m.json", tmp_path / "." / "m.json"])
    require_apart([tmp_path / "m.json", tmp_path / "t.json"])
    require_apart(["/dev/null", "/dev/null"], ["/dev/null"])
