"""The folder of a project: for its owner alone, without links, and with several files at once."""

import os
import stat
import threading
import time
from pathlib import Path

import pytest

from owlboost.runtime.files import lock_file
from owlboost.studio.draft import EditError
from owlboost.studio.journal import Journal, ProjectError
from owlboost.studio.project import opened_project
from owlboost.studio.state import StudioSource

posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


def mode(path: Path) -> int:
    """Return who may do what with a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_two_uploads_of_one_name_at_once_are_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def slowly(path: Path, target: Path) -> Path:
        time.sleep(0.05)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", slowly)
    kept: list[str] = []

    with opened_project(tmp_path / "p") as project:

        def upload(text: str) -> None:
            with project.uploading() as (temporary, keep):
                temporary.write_text(text)
                kept.append(keep("a.csv"))

        threads = [threading.Thread(target=upload, args=(text,)) for text in ("1", "2")]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert sorted(kept) == ["a (2).csv", "a.csv"]
        assert sorted((project.uploads / name).read_text() for name in kept) == ["1", "2"]


@posix
@pytest.mark.parametrize("older", [False, True])
def test_what_a_project_holds_is_its_owners_alone(tmp_path: Path, older: bool) -> None:
    """Folders of earlier versions were readable by all."""
    if older:
        for name in ("sources", "models", "exports"):
            (tmp_path / "p" / name).mkdir(parents=True)
        (tmp_path / "p" / "exports" / "rules.txt").write_text("older")
    before = os.umask(0o022)
    try:
        with opened_project(tmp_path / "p") as project:
            kept = project.save_export("rules.txt", b"newer")
            with project.uploading() as (temporary, keep):
                temporary.write_text("a,b")
                uploaded = project.uploads / keep("a.csv")
            assert [mode(project.folder / name) for name in ("sources", "models", "exports")] == (
                [0o700] * 3
            )
            files = (kept, uploaded, project.folder / "lock", project.folder / "journal.jsonl")
            assert [mode(path) for path in files] == [0o600] * 4
            assert older or mode(project.folder) == 0o700
    finally:
        os.umask(before)


@posix
def test_a_lock_cannot_be_held_by_others(tmp_path: Path) -> None:
    with lock_file(tmp_path / "lock") as mine:
        assert mine
        assert mode(tmp_path / "lock") == 0o600


@posix
def test_no_link_leads_out_of_a_project(tmp_path: Path) -> None:
    outside = tmp_path / "secret.csv"
    outside.write_text("a,b\n1,2\n")
    with opened_project(tmp_path / "p") as project:
        (project.uploads / "link.csv").symlink_to(outside)
        with pytest.raises(EditError, match=r"link\.csv is a link that leads out of the project"):
            project.source("link.csv")
        for file in ("sources/link.csv", "../secret.csv", "sources/../../secret.csv"):
            with pytest.raises(EditError, match="leads out of the project"):
                StudioSource("link.csv", "table", file).path(project.folder)
        assert StudioSource("s", "table", str(outside)).path(project.folder) == outside
        (project.exports / "rules.txt").symlink_to(outside)
        project.save_export("rules.txt", b"rules")
    assert outside.read_text() == "a,b\n1,2\n"


@posix
@pytest.mark.parametrize("name", ["sources", "exports", "models", "lock", "journal.jsonl"])
def test_a_project_with_a_link_in_its_place_is_refused(tmp_path: Path, name: str) -> None:
    folder, outside = tmp_path / "p", tmp_path / "outside"
    folder.mkdir()
    outside.write_text("no line ends here") if "." in name else outside.mkdir()
    (folder / name).symlink_to(tmp_path / "nowhere" if name == "lock" else outside)
    with pytest.raises(ProjectError), opened_project(folder):
        pass
    assert not (tmp_path / "nowhere").exists()
    assert outside.is_dir() or outside.read_text() == "no line ends here"


@posix
def test_a_journal_is_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal.jsonl")
    with pytest.raises(ProjectError, match=r"journal\.jsonl cannot be opened: it is no file\."):
        Journal(tmp_path / "journal.jsonl")


def test_an_upload_is_on_the_disk_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was renamed is lost with the power unless its folder is written, too."""
    done: list[str] = []
    rename, fsync = Path.rename, os.fsync

    def renamed(path: Path, target: Path) -> Path:
        done.append("rename")
        return rename(path, target)

    def synced(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    with opened_project(tmp_path / "p") as project:
        monkeypatch.setattr(Path, "rename", renamed)
        monkeypatch.setattr(os, "fsync", synced)
        with project.uploading() as (temporary, keep):
            temporary.write_text("a,b")
            keep("a.csv")
    assert done == ["rename", "folder"]
