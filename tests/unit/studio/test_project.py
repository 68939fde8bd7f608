"""The folder of a project: files that come at the same time."""

import threading
import time
from pathlib import Path

import pytest

from owlboost.studio.project import opened_project


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
