"""The commands: each is imported when it is asked for, and all of them for help."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

_FUNCTIONS = {
    "inspect": "inspecting.inspect",
    "learn": "learning.learn",
    "predict": "predicting.predict",
    "explain": "explaining.explain",
    "score": "scoring.score",
    "compare": "comparing.compare",
    "evaluate": "evaluating.evaluate",
    "report": "reporting.report",
    "export": "exporting.export",
    "import": "exporting.import_rules",
    "bench": "benching.bench",
    "convert": "converting.convert",
    "studio": "studying.studio",
    "demo": "demonstrating.demo",
}
"""What does each command, in the order of help: modules beside this one, and their functions."""


class Commands(TyperGroup):
    """The commands of the program; help shows a flag by its name alone, for it takes no value."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options of the program itself."""
        return _plain(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(_FUNCTIONS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or nothing if there is none of that name."""
        if cmd_name in _FUNCTIONS and cmd_name not in self.commands:
            self.commands[cmd_name] = _made(cmd_name)
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _plain(command.get_params(ctx))
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is asked for; if there is none, the nearest names are told."""
        if args[0] not in _FUNCTIONS:
            for name in _FUNCTIONS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def _made(name: str) -> Any:
    """Import a command and make its options."""
    module, function = _FUNCTIONS[name].split(".")
    alone = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    alone.command(name)(getattr(import_module(f"owlboost.cli.{module}"), function))
    return typer.main.get_command(alone)


def _plain(parameters: Any) -> Any:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters
