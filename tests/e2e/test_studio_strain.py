"""A studio on a full disk, among other users, and among those who open connections for nothing."""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.e2e.commands import environment
from tests.studio_servers import PATIENCE, Server, hotels, serving

from owlboost.studio.serving import MOST, TO_ASK

resource = pytest.importorskip("resource", reason="limits of processes are POSIX's")
if not hasattr(resource, "prlimit"):
    pytest.skip("limits of other processes are Linux's", allow_module_level=True)

HALF = b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@contextmanager
def half_sent(server: Server, count: int) -> Iterator[list[socket.socket]]:
    """Open connections that never finish what they ask."""
    with ExitStack() as stack:
        found: list[socket.socket] = []
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            one.sendall(HALF)
            found.append(one)
        yield found


def is_open(one: socket.socket) -> bool:
    """Whether the other side still listens."""
    one.setblocking(False)
    try:
        return one.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def complaints(server: Server) -> list[str]:
    """End a server, and return what it said on standard error."""
    server.process.terminate()
    server.process.wait(30)
    assert server.process.stderr is not None
    said = server.process.stderr.read().splitlines()
    return [line for line in said if not line.startswith("The studio keeps everything in ")]


def test_half_sent_requests_do_not_keep_a_studio_from_answering(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = server.client()
        with half_sent(server, 4 * MOST) as connections:
            for _ in range(5):
                assert page.state()["number"] == 0
            open_ = sum(map(is_open, connections))
            assert open_ <= MOST
            slow, end = connections[-1], time.monotonic() + TO_ASK + 5
            slow.setblocking(True)
            while time.monotonic() < end and any(map(is_open, connections)):
                time.sleep(0.5)
                try:  # some bytes now and then do not help
                    slow.sendall(b"x")
                except OSError:
                    continue
            assert not any(map(is_open, connections))
        assert server.client().state()["number"] == 0
        assert complaints(server) == [
            f"warning: more than {MOST} connections at once; those that ask for nothing are closed"
        ]


def test_a_studio_without_descriptors_says_so_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.client().state()["number"] == 0
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        with half_sent(server, 80):
            time.sleep(3)
        assert server.client().state()["number"] == 0
        assert complaints(server) == [
            "warning: connections wait, because of the system: Too many open files"
        ]


def test_a_disk_that_is_full_is_told_and_nothing_is_half_kept(tmp_path: Path) -> None:
    """Files larger than some kilobytes cannot be written."""
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as server:
        page = server.client()
        page.edit("rule-added", text="Hotel")
        folder = tmp_path / "hotels.ofn.studio"
        most = 8192
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert (folder / "journal.jsonl").stat().st_size < most
        upload = page.http.post("/api/upload", params={"name": "a.csv"}, content=b"1,2\n" * most)
        report = page.get("/api/report")
        for response in (upload, report):
            assert response.status_code == 507, response.text
            assert response.json()["error"].endswith(": File too large.")
        assert page.state()["number"] == 3
        assert list((folder / "sources").iterdir()) == []
        assert list((folder / "exports").iterdir()) == []


def test_a_version_is_named_by_plain_digits(tmp_path: Path) -> None:
    """Its name is part of that of a file, which a header of the answer tells in Latin letters."""
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as server:
        page = server.client()
        page.edit("rule-added", text="Hotel")
        page.edit("version", name="First")
        assert page.get("/api/export", version="1").status_code == 200
        other = page.get("/api/export", version="\N{ARABIC-INDIC DIGIT ONE}")
        assert other.status_code == 409
        assert other.json()["error"].startswith("There is no version ")


def test_a_browser_is_opened_without_the_token_in_the_process_list(tmp_path: Path) -> None:
    browser = tmp_path / "bin" / "xdg-open"
    browser.parent.mkdir()
    browser.write_text('#!/bin/sh\necho "$@" > opened.part\nmv opened.part opened\n')
    browser.chmod(0o755)
    path = os.pathsep.join([str(browser.parent), os.environ["PATH"]])
    process = subprocess.Popen(
        [sys.executable, "-m", "owlboost", "studio", "--port", "0"],
        cwd=tmp_path,
        env={**environment(), "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        token = address.partition("/?token=")[2]
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "opened").exists() and time.monotonic() < end:
            time.sleep(0.05)
        page = tmp_path / "owlboost.studio" / "open.html"
        assert (tmp_path / "opened").read_text() == f"{page}\n"
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        assert address in page.read_text()
        lines = Path("/proc").glob("[0-9]*/cmdline")
        assert not [line for line in lines if token.encode() in _bytes_of(line)]
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert not page.exists()


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""


def test_a_planted_project_gets_a_new_token_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    known = "a-token-that-somebody-knows"
    (folder / "address.json").write_text(json.dumps({"token": known, "port": None}))
    with serving(tmp_path, "--project", "p") as server:
        assert server.token != known
        assert server.client().state()["number"] == 0
        (said,) = complaints(server)
        assert re.fullmatch("warning: others may know the token in .*, so it has a new one", said)
    with serving(tmp_path, "--project", "p") as again:
        assert again.token == server.token
        assert complaints(again) == []
