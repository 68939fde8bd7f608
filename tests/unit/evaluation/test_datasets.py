import gzip
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from owlboost.errors import DataError, ParameterError
from owlboost.evaluation import datasets
from owlboost.evaluation.datasets import (
    configured_examples,
    data_folder,
    local_task,
    matches,
    registry,
)

DATA = os.environ.get("OWLBOOST_DATA")


def test_the_papers_suite_has_its_nineteen_rows() -> None:
    tasks = registry().suite("paper")
    limits = {task.name: (task.max_depth, task.max_conjuncts, task.eta) for task in tasks}
    assert len(tasks) == 19
    assert len({task.dataset for task in tasks}) == 15
    assert limits["straight"] == (3, 5, 1.0)
    assert limits["pair50"] == (2, 5, 0.0)
    assert limits["hotel"] == (1, 5, 0.0)
    assert limits["mammographic"] == (3, 5, 1.0)
    assert limits["wine-2"] == (1, 5, 1.0)


def test_every_file_has_a_digest_a_licence_and_an_origin() -> None:
    for dataset in registry().datasets.values():
        assert dataset.licence
        for file in dataset.files.values():
            assert (file.sha256 is None) != (file.lines_sha256 is None)
            assert (file.url is None) != (file.made is None)
            assert file.url is None or file.url.startswith("https://raw.githubusercontent.com/")
        owner, name = dataset.project.split("/")
        assert owner
        assert name


def test_every_task_names_files_of_its_data_set() -> None:
    for task in registry().tasks.values():
        assert set(task.files) <= set(registry().datasets[task.dataset].files)
        assert (task.target is None) == (task.positives is not None)
    assert set(registry().suites["paper"]).isdisjoint(registry().suites["smlbench"])


def test_an_unknown_suite_is_named() -> None:
    with pytest.raises(ParameterError, match=r"papers.*Did you mean paper"):
        registry().suite("papers")


@pytest.mark.skipif(DATA is None, reason="OWLBOOST_DATA names no folder of data sets")
@pytest.mark.parametrize("name", sorted(registry().datasets))
def test_the_files_at_hand_are_those_of_the_registry(name: str) -> None:
    folder = Path(str(DATA)) / name
    for file in registry().datasets[name].files.values():
        path = folder / file.name
        path = path if path.is_file() else folder / f"{file.name}.gz"
        assert matches(file, path), path


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(datasets, "cache_folder", lambda: folder)
    return folder


STRAIGHT = """/** See straight.conf.
 * Copyright (C) 2007 */
prefixes = [ ("kb","http://localhost/foo#") ]
ks.fileName = "straight.owl"
lp.type = "posNegStandard"
lp.positiveExamples = {
"kb:hand1",
"kb:hand22",
"kb:hand40",
"kb:hand44"
}
lp.negativeExamples = {
"kb:hand0"
}
alg.type = "ocel"
"""


def test_examples_of_both_notations_of_dl_learner() -> None:
    hands = [f"http://localhost/foo#hand{n}" for n in (1, 22, 40, 44)]
    assert configured_examples(STRAIGHT)["positives"] == hands
    old = (
        'import("x.owl");\n/** examples **/\n+"http://x#Anna"\n// -"http://x#No"\n-"http://x#Al"\n'
    )
    assert configured_examples(old) == {
        "positives": ["http://x#Anna"],
        "negatives": ["http://x#Al"],
    }


@pytest.mark.parametrize("error", [OSError("no network"), PermissionError(), ValueError("x")])
def test_no_download_names_the_folder_to_fill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def get(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("requests.get", get)
    folder = tmp_path / "data"
    folder.mkdir()
    with pytest.raises(DataError) as caught:
        local_task(registry().tasks["pair50"], registry(), folder)
    assert f"Put it into {folder / 'pair50'}" in str(caught.value)
    assert "(folder or the environment variable OWLBOOST_DATA)" in str(caught.value)


def test_a_file_that_is_made_says_how(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"made from Hotel\.owl, by leaving out"):
        local_task(registry().tasks["hotel"], registry(), tmp_path)


def test_downloads_are_checked_and_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def retrieve(url: str, known_hash: None, fname: str, path: Path) -> None:
        assert known_hash is None
        asked.append(url)
        path.mkdir(parents=True)
        (path / fname).write_text(STRAIGHT, encoding="utf-8")

    monkeypatch.setattr("pooch.retrieve", retrieve)
    file = registry().datasets["straight"].files["pos.txt"]
    found = datasets._downloaded(registry().datasets["straight"], file, None)
    assert found == cache / "straight" / "pos.txt"
    assert found.read_text(encoding="utf-8").count("\n") == 4
    assert matches(file, found)
    assert asked == [file.url]
    negatives = registry().datasets["straight"].files["neg.txt"]
    monkeypatch.setattr("pooch.retrieve", lambda *_, **__: None)
    with pytest.raises(DataError, match="has changed"):
        datasets._downloaded(registry().datasets["straight"], negatives, None)


def test_a_compressed_or_altered_file_at_hand_is_taken_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "iris"
    folder.mkdir()
    with gzip.open(folder / "iris.csv.gz", "wb") as file:
        file.write(b"1,2,3,4,Iris-setosa\n")
    found = local_task(registry().tasks["iris-setosa"], registry(), tmp_path)
    assert found.source == folder / "iris.csv.gz"
    assert "checksum differs" in found.remarks[0]


def test_a_folder_that_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWLBOOST_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    with pytest.raises(DataError, match=r"data folder .* does not exist"):
        data_folder(tmp_path / "absent")


def test_a_wrong_download_is_not_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["<html>Please log in</html>", STRAIGHT]

    def retrieve(url: str, known_hash: None, fname: str, path: Path) -> None:
        assert (url, known_hash) == (file.url, None)
        if not (path / fname).exists():  # pooch takes what is there
            path.mkdir(parents=True)
            (path / fname).write_text(answers.pop(0), encoding="utf-8")

    monkeypatch.setattr("pooch.retrieve", retrieve)
    dataset = registry().datasets["straight"]
    file = dataset.files["pos.txt"]
    with pytest.raises(DataError, match="has changed"):
        datasets._downloaded(dataset, file, None)
    assert datasets._downloaded(dataset, file, None) == cache / "straight" / "pos.txt"


def test_a_page_in_place_of_an_archive_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset, file = next(
        (dataset, file)
        for dataset in registry().datasets.values()
        for file in dataset.files.values()
        if file.member is not None
    )

    def retrieve(url: str, known_hash: None, fname: str, path: Path) -> None:
        assert (url, known_hash) == (file.url, None)
        path.mkdir(parents=True)
        (path / fname).write_text("<html>Please log in</html>", encoding="utf-8")

    monkeypatch.setattr("pooch.retrieve", retrieve)
    with pytest.raises(DataError, match="has changed"):
        datasets._downloaded(dataset, file, None)


@pytest.mark.parametrize("damaged", [b"", b"no gzip", gzip.compress(b"1,2,3", mtime=0)[:-9]])
def test_a_damaged_file_at_hand_is_told(tmp_path: Path, damaged: bytes) -> None:
    folder = tmp_path / "iris"
    folder.mkdir()
    (folder / "iris.csv.gz").write_bytes(damaged)
    found = local_task(registry().tasks["iris-setosa"], registry(), tmp_path)
    assert "checksum differs" in found.remarks[0]


@pytest.mark.parametrize("stored", ["pos.txt", "carcinogenesis/lp/pos.txt"])
def test_a_file_of_an_archive_is_found_at_its_top_and_in_a_folder(
    tmp_path: Path, stored: str
) -> None:
    archive = tmp_path / "data.zip"
    with zipfile.ZipFile(archive, "w") as writing:
        writing.writestr("notpos.txt", "wrong")
        writing.writestr(stored, "right")
    assert datasets._from_archive(archive, "pos.txt") == b"right"
    assert datasets._from_archive(archive, "neg.txt") == b""
