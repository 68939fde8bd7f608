"""Pages of the documentation, followed as a reader follows them."""

import re
import shlex
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.e2e.commands import Commands

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_GOALS = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """A page, and the blocks of code in it: the language and the text of each."""

    path: Path

    @property
    def name(self) -> str:
        """What tests call it."""
        return str(self.path.relative_to(ROOT))

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """Language and text of each block, in order."""
        return _FENCE.findall(self.path.read_text("utf-8"))

    def texts(self, language: str) -> list[str]:
        """Return the blocks of one language."""
        return [text for found, text in self.blocks if found == language]

    def commands(self) -> list[list[str]]:
        """Words of each line in a block of shell commands."""
        lines = (line for text in self.texts("sh") for line in text.splitlines())
        return [words for line in lines if (words := shlex.split(line, comments=True))]

    def follow(self, owlboost: Commands) -> str:
        """Do all that the page says, in its order; return what was printed."""
        printed = ""
        for language, text in self.blocks:
            kind, _, name = language.partition(" file=")
            if language == "sh":
                lines = [shlex.split(line, comments=True) for line in text.splitlines()]
                printed += "".join(run_words(owlboost, words) for words in lines if words)
            elif language == "python":
                exec(compile(text, self.name, "exec"), {})
                printed += owlboost.capsys.readouterr().out
            elif name:
                write_file(owlboost.folder / name, kind, text)
        return printed


def pages() -> list[Page]:
    """All pages that people read, in the order of their names."""
    return [Page(path) for path in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))]


def run_words(owlboost: Commands, words: list[str]) -> str:
    """Do what a line of a page says, or see that it can be done."""
    match words:
        case ["owlboost", *arguments]:
            return owlboost.done(*arguments)
        case ["cp", source, target]:
            shutil.copy(owlboost.folder / source, owlboost.folder / target)
        case [*variables, "make", goal] | [*variables, "make", goal, _]:
            assert all("=" in variable for variable in variables)
            assert goal in _GOALS
        case ["pip", "install", *_]:
            pass
        case [*variables, "python", "-m", module, _] | [*variables, "python", "-m", module]:
            assert all("=" in one for one in variables)
            assert find_spec(module)
        case ["dask", "scheduler" | "worker", *_]:
            assert find_spec("distributed")  # test_clusters.py starts them
        case _:
            raise AssertionError(f"What does {shlex.join(words)!r} do?")
    return ""


def write_file(path: Path, kind: str, text: str) -> None:
    """Write the file that a page shows, or change it as a page says."""
    if kind == "text":
        path.write_text(text, encoding="utf-8")
        return
    assert kind == "diff"
    old, new = (
        "".join(line[1:] + "\n" for line in text.splitlines() if line[0] == s) for s in "-+"
    )
    before = path.read_text("utf-8")
    assert before.count(old) == 1
    path.write_text(before.replace(old, new), encoding="utf-8")
