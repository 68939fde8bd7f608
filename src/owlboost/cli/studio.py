"""``owlboost studio``."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.command import spread
from owlboost.cli.messages import one_line
from owlboost.cli.options import Argument, everywhere
from owlboost.errors import MissingExtraError, ParameterError, SourceError
from owlboost.runtime.signals import check_interrupt

_SERVER = "Server"


@spread
def studio(
    source: Annotated[
        Path | None,
        Argument(
            "[SOURCE]", "An ontology or a table to open; the page can upload others.", role="source"
        ),
    ] = None,
    *,
    target: Annotated[
        str | None, everywhere("--target", "What to learn: a class, or COLUMN=VALUE of a table.")
    ] = None,
    scope: Annotated[
        str | None, everywhere("--scope", "Class whose instances are the examples.")
    ] = None,
    project: Annotated[
        Path | None,
        everywhere(
            "--project FOLDER",
            "Where everything is kept.",
            show_default="SOURCE.studio, or owlboost.studio",
        ),
    ] = None,
    port: Annotated[
        int | None,
        everywhere(
            "--port",
            "Port; 0 for any that is free.",
            panel=_SERVER,
            min=0,
            max=65535,
            show_default="that of the last time, or 8765, or any",
        ),
    ] = None,
    host: Annotated[
        str, everywhere("--host", "Address to listen at.", panel=_SERVER)
    ] = "127.0.0.1",
    allow_remote: Annotated[
        bool,
        everywhere(
            "--allow-remote",
            "Let other machines reach it, at the --host given; use a proxy with TLS.",
            panel=_SERVER,
        ),
    ] = False,
    name: Annotated[
        list[str] | None,
        everywhere(
            "--name NAME",
            "A name under which a proxy passes requests on; repeatable.",
            panel=_SERVER,
        ),
    ] = None,
    no_browser: Annotated[
        bool, everywhere("--no-browser", "Do not open the page in a browser.", panel=_SERVER)
    ] = False,
) -> None:
    """Change rules in a browser: learn, edit, compare and export, on a page of this machine.

    The address is printed; it has a token that keeps others out. Everything is kept in a folder,
    so that ending the studio, or losing it, loses nothing. Ctrl-C ends it.

    Example: owlboost studio hotels.ofn
    """
    try:
        from owlboost.studio.access import opening_page
        from owlboost.studio.serving import Address, serve
    except ModuleNotFoundError as error:
        if error.name in ("starlette", "uvicorn"):
            raise MissingExtraError("The studio", "studio") from error
        raise
    address = Address(host, port, tuple(name or ()))
    if not address.is_local:
        if not allow_remote:
            raise ParameterError(
                f"--host {host} lets other machines reach the studio; give --allow-remote as well "
                "if that is what you want."
            )
        typer.echo(
            "warning: other machines can reach this studio, without encryption; whoever knows the "
            "address can read and change everything in it",
            err=True,
        )
    if source is not None and not source.is_file():
        raise SourceError(f"There is no file {source}.")
    edits = [] if target is None else [{"kind": "target", "target": target, "scope": scope}]
    if scope is not None and target is None:
        raise ParameterError("--scope needs --target as well.")

    def ready(url: str) -> None:
        typer.echo(url)
        typer.echo(f"The studio keeps everything in {folder}; Ctrl-C ends it.", err=True)
        if not no_browser:
            typer.launch(str(opening_page(folder.absolute(), url)))

    folder = project or _folder(source)
    try:
        check_interrupt()
        serve(folder, address, source=source, edits=edits, ready=ready, warn=_warn)
        check_interrupt()  # the server passes on the signal that ended it
    except KeyboardInterrupt:
        typer.echo(f"The studio has ended; everything is in {folder}.", err=True)


def _warn(sentence: str) -> None:
    typer.echo(one_line(sentence), err=True)


def _folder(source: Path | None) -> Path:
    return Path("owlboost.studio") if source is None else source.with_name(f"{source.name}.studio")
