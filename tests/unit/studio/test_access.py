"""The address of a project stays the same, and is its owner's alone."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from owlboost.studio.access import KeptAddress, kept_address, opening_page


def test_a_project_without_an_address_gets_a_new_token_each_time(tmp_path: Path) -> None:
    first, second = kept_address(tmp_path), kept_address(tmp_path)
    assert first.port is None
    assert len(first.token) >= 32
    assert first.token != second.token


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    kept = KeptAddress("a-token-of-some-length", 4711)
    kept.keep(tmp_path)
    assert kept_address(tmp_path) == kept


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_only_the_owner_can_read_the_token(tmp_path: Path) -> None:
    KeptAddress("a-token-of-some-length", 4711).keep(tmp_path)
    assert stat.S_IMODE((tmp_path / "address.json").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_token_that_others_could_read_is_renewed_and_its_mode_forced(tmp_path: Path) -> None:
    KeptAddress("a-token-of-some-length", 4711).keep(tmp_path)
    (tmp_path / "address.json").chmod(0o644)
    found = kept_address(tmp_path)
    assert found.refused
    assert found.token != "a-token-of-some-length"
    found.keep(tmp_path)
    assert stat.S_IMODE((tmp_path / "address.json").stat().st_mode) == 0o600
    assert not kept_address(tmp_path).refused


def test_the_token_of_a_folder_that_was_copied_or_planted_is_renewed(tmp_path: Path) -> None:
    ours, copied = tmp_path / "ours", tmp_path / "copied"
    ours.mkdir()
    KeptAddress("a-token-of-some-length", 4711).keep(ours)
    shutil.copytree(ours, copied)
    for planted in (copied, ours):
        if planted is ours:  # all that somebody else can know beforehand
            (ours / "seal").unlink()
        found = kept_address(planted)
        assert found.refused
        assert found.token != "a-token-of-some-length"
        found.keep(planted)
        assert kept_address(planted).token == found.token


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="only the administrator gives files away",
)
@pytest.mark.parametrize("name", ["address.json", "seal"])
def test_the_token_of_another_user_is_renewed(tmp_path: Path, name: str) -> None:
    KeptAddress("a-token-of-some-length", 4711).keep(tmp_path)
    os.chown(tmp_path / name, 65534, 65534)
    assert kept_address(tmp_path).refused


def test_an_address_that_is_a_link_is_replaced(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("mine")
    (tmp_path / "address.json").symlink_to(elsewhere)
    kept_address(tmp_path).keep(tmp_path)
    assert elsewhere.read_text() == "mine"
    assert not (tmp_path / "address.json").is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_the_page_that_opens_a_browser_is_its_owner_alone(tmp_path: Path) -> None:
    page = opening_page(tmp_path, 'http://127.0.0.1:1/?token=a&"<b>')
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert 'href="http://127.0.0.1:1/?token=a&amp;&quot;&lt;b&gt;"' in page.read_text()


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "{}",
        json.dumps({"token": "short", "port": 1}),
        json.dumps({"token": 7, "port": 1}),
        json.dumps({"token": "tökens-of-some-length", "port": 1}),
    ],
)
def test_a_damaged_address_is_replaced(tmp_path: Path, data: str) -> None:
    (tmp_path / "address.json").write_text(data, encoding="utf-8")
    found = kept_address(tmp_path)
    assert found.port is None
    assert len(found.token) >= 32


@pytest.mark.parametrize("port", [0, -1, 65536, "80", None, 1.5])
def test_a_port_that_is_none_is_forgotten(tmp_path: Path, port: object) -> None:
    KeptAddress("a-token-of-some-length", 4711).keep(tmp_path)
    file = tmp_path / "address.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "port": port}), encoding="utf-8")
    assert kept_address(tmp_path) == KeptAddress("a-token-of-some-length")
