"""The page on degrees, evidence and probabilities, followed to the letter."""

import re
import shlex
from pathlib import Path

import pytest
from tests.e2e.commands import Commands

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "trust.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS: list[tuple[str, str]] = FENCE.findall(PAGE.read_text("utf-8"))


def blocks(kind: str) -> list[str]:
    return [block for language, block in BLOCKS if language == kind]


def followed(owlboost: Commands) -> str:
    """Everything that the page's commands and Python print; all commands succeed."""
    (rules,) = blocks("text file=rules.txt")
    owlboost.write("rules.txt", rules)
    printed = ""
    for line in "".join(blocks("sh")).splitlines():
        words = shlex.split(line)
        assert words[0] == "owlboost"
        run = owlboost(*words[1:])
        assert run.code == 0, run.err
        printed += run.out + run.err
    for block in blocks("python"):
        exec(compile(block, PAGE.name, "exec"), {})
    return printed + owlboost.capsys.readouterr().out


def test_commands_and_python_print_what_the_page_shows(owlboost: Commands) -> None:
    printed = "\n".join(line.rstrip() for line in followed(owlboost).splitlines())
    assert len(blocks("")) == 4
    for block in blocks(""):
        assert block.strip() in printed


def test_the_numbers_of_the_page_are_right() -> None:
    #   σ(3 · evidence − 1.5) at 0.75 and at 1.0921
    probabilities = [1 / (1 + 2.718281828 ** (1.5 - 3 * evidence)) for evidence in (0.75, 1.0921)]
    assert probabilities == pytest.approx([0.6792, 0.8552], abs=1e-4)


def test_the_limits_that_the_page_states_are_those_of_the_code() -> None:
    from owlboost.learners.training import FEWEST_OF_A_CLASS, LEAK_SHARE

    told = " ".join(PAGE.read_text("utf-8").split())
    assert f"at least {100 * LEAK_SHARE:.0f} % of the positives" in told
    assert f"at least {FEWEST_OF_A_CLASS} of each" in told
