"""The address of a project stays the same, and is its owner's alone."""

import json
import os
import stat
from pathlib import Path

import pytest

from owlboost.studio.kept_address import KeptAddress, kept_address


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
    data = {"token": "a-token-of-some-length", "port": port}
    (tmp_path / "address.json").write_text(json.dumps(data), encoding="utf-8")
    assert kept_address(tmp_path) == KeptAddress("a-token-of-some-length")
