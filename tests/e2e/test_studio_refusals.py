"""Whom the studio refuses, and what: tokens, names, origins, paths, uploads."""

import http.client
import json
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.e2e.commands import Commands
from tests.studio_servers import PATIENCE, Server, hotels, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("studio")
    (found / "secret.csv").write_text("a,b\n1,2\n")
    return found


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder, "--project", "p.studio", OWLBOOST_LIMITS="bytes=2000") as found:
        yield found


def said(response: httpx.Response) -> str:
    """Return the one sentence that says why something was refused."""
    found = response.json()
    assert found.keys() == {"error"}
    sentence: str = found["error"]
    assert sentence.endswith((".", "?"))
    assert "Traceback" not in sentence
    return sentence


READS = ["state", "source", "view", "individuals", "suspects", "suggest", "judgement", "compare",
         "formats", "export", "report", "command", "events"]  # fmt: skip
WRITES = ["edits", "fit", "fit/stop", "fit/cancel", "upload"]


@pytest.mark.parametrize("path", READS)
def test_nothing_is_told_without_the_token(server: Server, path: str) -> None:
    for token in ("", "wrong", server.token[:-1], server.token + "x"):
        response = server.client(token).get(f"/api/{path}", token=token)
        assert response.status_code == 403
        assert "token" in said(response)


@pytest.mark.parametrize("path", WRITES)
def test_nothing_is_done_without_the_token(server: Server, path: str) -> None:
    page = server.client("wrong")
    assert page.post(f"/api/{path}", {"edit": {"kind": "undo"}}, name="a.csv").status_code == 403


def test_the_token_in_the_address_is_for_streams_and_downloads_only(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        assert client.get("/api/state", params={"token": server.token}).status_code == 403
        formats = client.get("/api/export", params={"token": server.token})
        assert formats.status_code == 409  # there are no rules yet
        edit = {"edit": {"kind": "settings", "rules": 3}}
        wrong = client.post("/api/edits", params={"token": server.token}, json=edit)
        assert wrong.status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "", "127.0.0.1:1"]
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    for path in ("/", "/app.js", "/api/state"):
        page = server.client(Host=host.format(port=server.port))
        response = page.get(path)
        assert response.status_code == 403
        assert "name" in said(response)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "http://[", "//[]x"],
)
def test_another_origin_is_refused(server: Server, origin: str) -> None:
    page = server.client(Origin=origin)
    response = page.try_edit("settings", rules=3)
    assert response.status_code == 403
    assert "somebody else" in said(response)
    assert server.client().state()["number"] == 0


def test_its_own_page_may_ask(server: Server) -> None:
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
        page = server.client(Host=host, Origin=f"http://{host}")
        assert page.state()["number"] == 0


def test_a_page_may_load_and_run_nothing_of_others(server: Server) -> None:
    response = server.client().get("/")
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http:" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["x-frame-options"] == "DENY"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert "<script>" not in response.text
    assert "style=" not in response.text


HOSTILE = [
    "../secret.csv", "/etc/passwd", "..", ".", ".hidden.csv", "a/b.csv", "a\\b.csv", "a\0b.csv",
    "C:secret.csv", "con.csv", " a.csv", "a.csv ", "x" * 300 + ".csv", "a\nb.csv", "",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_names_lead_nowhere_else(server: Server, folder: Path, name: str) -> None:
    page = server.client()
    opened = page.try_edit("source", name=name)
    assert opened.status_code in (409, 422)
    said(opened)
    if "\0" not in name:
        uploaded = page.http.post("/api/upload", params={"name": name}, content=b"a,b\n1,2\n")
        assert uploaded.status_code == 422
        assert "plain name" in said(uploaded)
    assert list((folder / "p.studio" / "sources").iterdir()) == []


def test_a_file_outside_is_not_opened_by_its_path(server: Server, folder: Path) -> None:
    page = server.client()
    for fields in (
        {"name": "secret.csv"},
        {"name": "secret.csv", "file": str(folder / "secret.csv")},
        {"name": "secret.csv", "source_kind": "table", "file": "../secret.csv"},
    ):
        response = page.post("/api/edits", {"edit": {"kind": "source", **fields}})
        assert response.status_code in (409, 422)
    assert page.state()["source"] is None


@pytest.mark.parametrize("path", ["/../secret.csv", "/%2e%2e/secret.csv", "/api/../secret.csv",
                                  "/page/app.js", "/journal.jsonl", "//etc/passwd"])  # fmt: skip
def test_no_file_is_served_but_the_page(server: Server, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"X-Owlboost-Token": server.token})
    response = connection.getresponse()
    assert response.status == 404
    response.read()
    connection.close()


def test_an_upload_that_is_too_large_leaves_nothing(server: Server, folder: Path) -> None:
    page = server.client()
    large = b"a,b\n" + b"1,2\n" * 1000
    response = page.http.post("/api/upload", params={"name": "large.csv"}, content=large)
    assert response.status_code == 413
    assert "more than 2,000 bytes" in said(response)

    def pieces() -> Iterator[bytes]:  # no length is told before
        for start in range(0, len(large), 500):
            yield large[start : start + 500]

    response = page.http.post("/api/upload", params={"name": "large.csv"}, content=pieces())
    assert response.status_code == 413
    assert list((folder / "p.studio" / "sources").iterdir()) == []


BROKEN = [
    b"",
    b"{",
    b"[]",
    b'{"edit": 7}',
    b'{"edit": {"kind": "dance"}}',
    b'{"edit": {"kind": "fitted", "model": 1}}',
    b'{"edit": {"kind": "mark"}}',
    b'{"edit": {"kind": "mark", "individual": "a", "label": 1}}',
    b'{"edit": {"kind": "threshold", "threshold": NaN}}',
    b'{"edit": {"kind": "threshold", "threshold": 1e999}}',
    b'{"edit": {"kind": "note", "rule": "r1", "text": "\\ud800"}}',
    b'{"edit": {"kind": "undo"}, "after": "now"}',
    b'{"edit": {"kind": "set"}}',
    b'{"edit": {"kind": "settings", "rules": true, "file": "x"}}',
    *(
        b'{"edit": {"kind": "settings", "%s": %s}}' % (name, value)
        for name in (b"algorithm", b"logic", b"fuzzify", b"sets", b"rules", b"seed")
        for value in (b"-3", b'"x"', b'""', b"[1]", b"null", b"1.5", b"true")
    ),
    b"\xff\xfe",
    b'{"edit": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    b'{"edit": {"kind": "settings", "seed": ' + b"9" * 5000 + b"}}",
]


@pytest.mark.parametrize("body", BROKEN)
def test_a_broken_edit_is_refused_in_one_sentence(server: Server, body: bytes) -> None:
    page = server.client()
    headers = {"content-type": "application/json"}
    response = page.http.post("/api/edits", content=body, headers=headers)
    assert response.status_code in (409, 413, 422), response.text
    said(response)
    assert page.state()["number"] == 0


def test_what_a_form_of_another_page_can_send_is_no_edit(server: Server) -> None:
    page = server.client()
    body = json.dumps({"edit": {"kind": "settings", "rules": 3}})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = page.http.post("/api/edits", content=body, headers={"content-type": kind})
        assert response.status_code == 422
    assert page.state()["number"] == 0


@pytest.mark.parametrize("version", ["١", "²", "1" * 30, "-1", "7", "draft\0", "ü", "None"])
@pytest.mark.parametrize("path", ["export", "report", "view", "compare"])
def test_a_version_that_is_none_is_told(server: Server, path: str, version: str) -> None:
    response = server.client().get(f"/api/{path}", version=version, a=version)
    assert response.status_code == 409
    said(response)


@pytest.mark.parametrize(
    "query", [{"offset": "١"}, {"offset": "-1"}, {"limit": "many"}, {"limit": "9" * 30}]
)
def test_numbers_of_a_query_are_checked(server: Server, query: dict[str, str]) -> None:
    response = server.client().get("/api/individuals", **query)
    assert response.status_code == 422
    said(response)


def test_a_second_server_of_a_folder_is_refused(
    server: Server, folder: Path, owlboost: Commands
) -> None:
    del server
    run = owlboost("studio", "--project", str(folder / "p.studio"), "--no-browser", "--port", "0")
    assert run.code == 1
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert "is open in another studio; close that one" in run.err


def test_other_machines_are_let_in_on_request_only(owlboost: Commands) -> None:
    run = owlboost("studio", "--host", "0.0.0.0", "--no-browser", "--port", "0")
    assert run.code == 1
    assert "--allow-remote" in run.err
    assert owlboost.files() == {}
    assert not (owlboost.folder / "owlboost.studio").exists()


def test_a_server_for_others_warns_and_knows_its_names(tmp_path: Path) -> None:
    with serving(
        tmp_path, "--host", "0.0.0.0", "--allow-remote", "--name", "studio.example.org"
    ) as found:
        assert found.url == "https://studio.example.org"
        assert found.process.stderr is not None
        assert found.process.stderr.readline().startswith("warning: other machines can reach")


def test_a_proxy_may_pass_requests_on_under_its_name(tmp_path: Path) -> None:
    with serving(tmp_path, "--project", "p", "--name", "studio.example.org") as found:
        port = json.loads((tmp_path / "p" / "address.json").read_text())["port"]
        for host, origin, status in (
            ("studio.example.org", "https://studio.example.org", 200),
            ("studio.example.org", "https://evil.example", 403),
            ("evil.example", "https://studio.example.org", 403),
        ):
            headers = {"Host": host, "Origin": origin, "X-Owlboost-Token": found.token}
            response = httpx.get(
                f"http://127.0.0.1:{port}/api/state", headers=headers, timeout=PATIENCE
            )
            assert response.status_code == status


def test_bad_arguments_are_told_in_one_sentence(owlboost: Commands, tmp_path: Path) -> None:
    for arguments, words in (
        (("nowhere.csv",), "There is no file nowhere.csv."),
        (("--scope", "Hotel"), "--scope needs --target"),
    ):
        run = owlboost("studio", *arguments, "--no-browser", "--port", "0")
        assert run.code == 1
        assert words in run.err
        assert run.err.count("\n") == 1
    source = hotels(owlboost.folder)
    run = owlboost("studio", str(source), "--target", "Good_Hotl", "--no-browser", "--port", "0")
    assert run.code == 1
    assert "Did you mean Good_Hotel" in run.err
    taken = tmp_path / "taken"
    taken.write_text("a file")
    run = owlboost("studio", "--project", str(taken), "--no-browser", "--port", "0")
    assert run.code == 1
    assert "cannot be used as a project" in run.err
    if hasattr(os, "geteuid"):
        run = owlboost("studio", "--port", "70000", "--no-browser")
        assert run.code == 2
