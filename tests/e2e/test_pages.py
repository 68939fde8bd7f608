"""Every command of the README and of all pages runs."""

import re
import shutil
from pathlib import Path

import pytest
from sklearn.datasets import load_wine
from tests.e2e.commands import Commands
from tests.e2e.pages import DOCS, ROOT, Page, pages, run_words
from tests.e2e.test_bench import small_suites
from tests.listings import WINE

from owlboost.evaluation.samples import hotels, write_iris_table

TRIED_HERE = {f"docs/how-to/{name}.md" for name in ("edit", "evaluate", "export")}
"""Pages whose commands are run below, all of them."""

TAKES_HOURS = {"docs/results-paper.md"}
"""Pages that tell how their figures were made."""

OTHER_SHELLS = {"bash", "console", "shell", "zsh", "powershell"}
"""Names of languages under which commands would not be found: a page writes ``sh``."""


_SHELL = re.compile(r"\"sh\"|```sh")


@pytest.fixture
def reader(owlboost: Commands, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """Commands in a folder with the files that pages speak of; suites have one small task."""
    folder = owlboost.folder
    write_iris_table(folder / "iris.csv")
    with hotels() as path:
        shutil.copyfile(path, folder / "hotels.ofn")
    for name, numbers in (("pos.txt", range(1, 6)), ("neg.txt", range(6, 16))):
        owlboost.write(name, "".join(f"Hotel_{number:03}\n" for number in numbers))
    wine = load_wine(as_frame=True)
    wine.data.assign(kind=wine.target + 1).to_csv(folder / "wine.csv", index=False)
    owlboost.write("wine.txt", WINE)
    small_suites(folder, monkeypatch)
    return owlboost


WITH_COMMANDS = [page for page in pages() if any("owlboost" in words for words in page.commands())]


def test_pages_with_commands_are_found() -> None:
    assert {page.name for page in WITH_COMMANDS} > TRIED_HERE


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_a_page_with_commands_is_tried_here_or_in_a_module_of_its_own(page: Page) -> None:
    modules = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    trying = [text for text in modules if f'"{page.path.name}"' in text and _SHELL.search(text)]
    assert page.name in TRIED_HERE or trying


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_other_lines_of_shell_can_be_done(page: Page, owlboost: Commands) -> None:
    for words in page.commands():
        if "owlboost" not in words and words[0] != "cp":
            assert run_words(owlboost, words) == ""


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_commands_stand_in_blocks_that_are_run(page: Page) -> None:
    assert not {language for language, _ in page.blocks} & OTHER_SHELLS
    if page.name in TAKES_HOURS:
        return
    for text in page.texts(""):
        assert not any(line.lstrip("$ ").startswith("owlboost ") for line in text.splitlines())


def test_the_page_on_editing_prints_what_it_shows(reader: Commands) -> None:
    page = Page(DOCS / "how-to" / "edit.md")
    printed = page.follow(reader)
    assert len(page.texts("")) == 4
    for text in page.texts(""):
        assert text in printed


def test_the_page_on_exports(reader: Commands) -> None:
    target = ("--target", "species=versicolor")
    reader.done("learn", "iris.csv", *target, "--algorithm", "foil", "-o", "versicolor.json")
    for words in Page(DOCS / "how-to" / "export.md").commands():
        run = reader(*words[1:])
        assert run.code == 0, run.err
        assert run.out or (reader.folder / words[-1]).stat().st_size


def test_the_page_on_evaluation(reader: Commands) -> None:
    for words in Page(DOCS / "how-to" / "evaluate.md").commands():
        assert reader.done(*words[1:])


def test_the_readme_is_the_page_that_test_readme_tries() -> None:
    from tests.e2e import test_readme

    assert Page(ROOT / "README.md").texts("sh") == test_readme.blocks("sh")
