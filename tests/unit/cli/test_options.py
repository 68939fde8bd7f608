"""Each option is declared once: its help, where it has an effect, what errors call it."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import owlboost
from owlboost.cli.entry import _FUNCTIONS, app
from owlboost.cli.options import SPELLINGS, Argument, Option, Options, Where, declared, option

COMMANDS = {
    name: getattr(import_module(f"owlboost.cli.{path.split('.')[0]}"), path.split(".")[1])
    for name, path in _FUNCTIONS.items()
}


def parameters(function: Any) -> Iterator[inspect.Parameter]:
    """The parameters of a command, with the annotations that Typer sees."""
    hints = get_type_hints(function, include_extras=True)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name != "context":
            yield parameter.replace(annotation=hints[parameter.name])


def options(command: str) -> Options:
    return {parameter.name: declared(parameter) for parameter in parameters(COMMANDS[command])}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_where_it_has_an_effect(command: str) -> None:
    for name, each in options(command).items():  # one that Typer makes has no declaration of ours
        assert isinstance(each.only, Where), name
        assert each.help, name


def test_the_options_of_the_program_are_declared_as_well() -> None:
    assert app.registered_callback is not None
    callback = app.registered_callback.callback
    assert [declared(each).only for each in parameters(callback)] == [Where.EVERYWHERE] * 4


def test_an_option_that_does_not_say_it_is_refused() -> None:
    with pytest.raises(TypeError, match="only"):
        Option("--loud", "Shout.")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="only"):
        option("--loud", "Shout.", default=False)


def test_a_usage_has_names_and_metavar() -> None:
    made = Option("--why -w INDIVIDUAL CLASS", "Show why.", only=Where.ONTOLOGY)
    assert (made.param_decls, made.metavar) == (["--why", "-w"], "INDIVIDUAL CLASS")
    assert Option("--quick", "Hurry.", only=Where.EVERYWHERE).metavar is None


def test_a_source_and_outputs_are_what_they_are_declared_as() -> None:
    assert {
        (command, name): each.role
        for command in COMMANDS
        for name, each in options(command).items()
        if each.role in ("output", "source")
    } == {
        **{
            (command, "source"): "source"
            for command in COMMANDS
            if command not in ("report", "bench", "convert", "demo")
        },
        ("convert", "table"): "source",
        **{
            (command, "output"): "output"
            for command in ("learn", "evaluate", "report", "export", "import", "bench", "convert")
        },
        ("inspect", "materialise"): "output",
        ("learn", "trace"): "output",
        ("demo", "folder"): "output",
    }


def test_what_hints_point_to_is_declared() -> None:
    keys = {
        key
        for path in Path(owlboost.__file__).parent.rglob("*.py")
        for key in re.findall(r'\bHint\("(\S+?)", ', path.read_text(encoding="utf-8"))
    }
    assert keys - set(SPELLINGS) == {"make_model"}  # a command, not an option


def test_an_argument_has_an_effect_unless_its_command_says_otherwise() -> None:
    assert Argument("FILE", "What to read.").only is Where.EVERYWHERE
