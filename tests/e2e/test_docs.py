"""All Python code of the documentation runs, and prints what the page says."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
TRIED_ELSEWHERE = ("edit", "extend", "fuzzy", "graded", "trust", "unknown")
"""Pages with a test module of their own."""

PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if "```python" in page.read_text("utf-8") and page.stem not in TRIED_ELSEWHERE
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fences = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    blocks = fences.findall(page.read_text("utf-8"))
    names: dict[str, object] = {}
    for language, block in blocks:
        if language == "python":
            exec(compile(block, page.name, "exec"), names)
    printed = capsys.readouterr().out
    for language, block in blocks:
        assert language or block in printed


@pytest.mark.parametrize("notebook", sorted(DOCS.rglob("*.ipynb")), ids=lambda one: one.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{notebook.name}[{number}]", "exec"), names)


def test_every_page_is_in_the_navigation() -> None:
    listed = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    for page in DOCS.rglob("*.md"):
        assert str(page.relative_to(DOCS)) in listed
