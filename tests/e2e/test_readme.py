"""Every command and every line of Python in the README does what it says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.commands import Commands
from tests.e2e.test_bench import small_suites

from owlboost.evaluation.samples import hotels, write_iris_table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language; those without one are outputs."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folder with the files that the README speaks of."""
    write_iris_table(tmp_path / "iris.csv")
    with hotels() as path:
        shutil.copyfile(path, tmp_path / "hotels.ofn")
    return tmp_path


def run_line(owlboost: Commands, line: str) -> str:
    words = shlex.split(line, comments=True)
    if words[0] == "cp":
        shutil.copy(owlboost.folder / words[1], owlboost.folder / words[2])
        return ""
    assert words[0] == "owlboost", f"what does '{line}' do?"
    return owlboost.done(*words[1:])


def test_there_are_commands_and_python_to_try() -> None:
    assert len(blocks("sh")) >= 4
    assert len(blocks("python")) == 2


def test_commands_run_and_rules_are_those_shown(
    folder: Path, owlboost: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_suites(folder, monkeypatch)
    output = "".join(
        run_line(owlboost, line) for block in blocks("sh") for line in block.splitlines()
    )
    shown = next(block for block in blocks("") if block.startswith("What makes a good hotel"))
    assert shown in output


def test_python_runs(folder: Path) -> None:
    for number, block in enumerate(blocks("python")):
        script = folder / f"snippet{number}.py"
        script.write_text(block, encoding="utf-8")
        command = [sys.executable, str(script)]
        subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=True, capture_output=True)


def test_commands_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    goals = re.findall(r"^make (\w+)", README, re.MULTILINE)
    assert goals == ["demo", "test"]
    assert all(re.search(rf"^{goal}:", makefile, re.MULTILINE) for goal in goals)


def test_documents_exist() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
