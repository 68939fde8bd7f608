"""Studios that run as a user starts them: a process, an address, a token."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 120.0
"""Seconds after which something will not happen any more."""


@dataclass
class Server:
    """A studio under way."""

    process: "subprocess.Popen[str]"
    url: str
    token: str
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def client(self, token: str | None = None, **headers: str) -> "Page":
        """Return somebody who asks, with the token unless another is given."""
        known = {"X-Owlboost-Token": self.token if token is None else token, **headers}
        client = httpx.Client(base_url=self.url, headers=known, timeout=PATIENCE)
        self.clients.append(client)
        return Page(client, self.token)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def children(self) -> list[int]:
        """Return the processes that it has started and that live."""
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in found.stdout.split()]


@dataclass(frozen=True)
class Page:
    """What asks a studio, as its page does."""

    http: httpx.Client
    token: str

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def json(self, path: str, **query: Any) -> Any:
        response = self.get(path, **query)
        assert response.status_code == 200, response.text
        return response.json()

    def state(self) -> Any:
        return self.json("/api/state")

    def post(self, path: str, body: Any = None, **query: Any) -> httpx.Response:
        if body is None:
            return self.http.post(path, params=query)
        return self.http.post(path, params=query, json=body)

    def try_edit(self, kind: str, after: int | None = None, **fields: Any) -> httpx.Response:
        body: dict[str, Any] = {"edit": {"kind": kind, **fields}}
        if after is not None:
            body["after"] = after
        return self.post("/api/edits", body)

    def edit(self, kind: str, **fields: Any) -> Any:
        """Do something that must be possible, and return the state after it."""
        response = self.try_edit(kind, **fields)
        assert response.status_code == 200, response.text
        return response.json()["state"]

    def learn(self) -> Any:
        """Learn, and return the state after it."""
        response = self.post("/api/fit")
        assert response.status_code == 200, response.text
        return self.until(lambda state: state["fit"] is None)

    def until(self, so: Callable[[Any], bool]) -> Any:
        """Look at the state until it is so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.state()
            if so(state):
                return state
            time.sleep(0.05)
        raise AssertionError("It has not come to that.")

    def judgement(self) -> Any:
        """Wait for the judgement of the draft."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.json("/api/judgement")
            if not found["pending"]:
                return found
            time.sleep(0.05)
        raise AssertionError("Nothing was judged.")

    @contextmanager
    def events(self) -> Iterator["queue.Queue[tuple[str, Any]]"]:
        """Listen to what happens."""
        found: queue.Queue[tuple[str, Any]] = queue.Queue()
        connected = threading.Event()

        def listen() -> None:
            try:
                with httpx.stream(
                    "GET",
                    f"{self.http.base_url}/api/events".replace("//api", "/api"),
                    params={"token": self.token},
                    timeout=PATIENCE,
                ) as response:
                    name = ""
                    for line in response.iter_lines():
                        if line.startswith("event: "):
                            name = line.removeprefix("event: ")
                        elif line.startswith("data: "):
                            found.put((name, json.loads(line.removeprefix("data: "))))
                            connected.set()
            except httpx.HTTPError:
                return  # the server has ended

        threading.Thread(target=listen, daemon=True).start()
        assert connected.wait(PATIENCE)
        yield found


@contextmanager
def serving(folder: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """Run a studio in a folder, and end it afterwards."""
    command = [
        sys.executable,
        "-m",
        "owlboost",
        "studio",
        *arguments,
        "--no-browser",
        "--port",
        "0",
    ]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline().strip()
        assert "/?token=" in line, process.stderr.read()
        url, _, token = line.partition("/?token=")
        server = Server(process, url, token)
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        process.stdout.close()
        process.stderr.close()
        if "server" in locals():
            for client in server.clients:
                client.close()


def hotels(folder: Path) -> Path:
    """Put the bundled ontology of hotels into a folder."""
    from owlboost.evaluation.samples import hotels as bundled

    with bundled() as path:
        target = folder / "hotels.ofn"
        target.write_bytes(path.read_bytes())
    return target


def iris(folder: Path) -> Path:
    """Put a table of irises into a folder."""
    from owlboost.evaluation.samples import write_iris_table

    target = folder / "iris.csv"
    write_iris_table(target)
    return target
