"""Flags in help texts: they take no value, so no type is shown of them."""

from typing import Any

from typer.core import TyperGroup


class PlainFlags(TyperGroup):
    """Commands whose help shows a flag by its name alone."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options of the program itself."""
        return _plain(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _plain(command.get_params(ctx))
        return command


def _plain(parameters: Any) -> Any:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters
