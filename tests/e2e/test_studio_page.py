"""The commands of the page on the studio start a studio that answers."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.e2e.pages import DOCS, ROOT, Page

PAGE = Page(DOCS / "how-to" / "studio.md")  # its "sh" blocks


def test_the_commands_of_the_page_open_a_studio(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the extra studio is not installed")
    demo, studio = PAGE.commands()
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-m", *demo], cwd=tmp_path, env=environment, check=True, capture_output=True)
    running = subprocess.Popen(
        [sys.executable, "-m", *studio, "--no-browser", "--port", "0"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    try:
        assert running.stdout is not None
        with running.stdout:
            address = running.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=\S+", address)
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert b"owlboost studio" in answer.read()
        assert (tmp_path / "hotels.ofn.studio" / "journal.jsonl").is_file()
    finally:
        running.terminate()
        running.wait(timeout=60)
