"""The server of a studio: its addresses and responses."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from owlboost.errors import OwlboostError
from owlboost.runtime.limits import LimitError, exceeded, limits, page_json, parse_json
from owlboost.studio.access import Door, Guard
from owlboost.studio.draft import EditError
from owlboost.studio.journal import ProjectError
from owlboost.studio.learning import all_formats, repeating, setting_choices
from owlboost.studio.project import plain_name
from owlboost.studio.state import ProjectState
from owlboost.studio.studio import Studio
from owlboost.studio.views import MODEL_FORMAT
from owlboost.studio.worker import WorkerError

Handler = Callable[[Request], Awaitable[Response]]

MOST_BYTES = 4 * 2**20
"""Largest size of an edit in bytes."""

_PARTS = {"app.js": "text/javascript", "app.css": "text/css"}


def studio_app(studio: Studio, door: Door) -> Guard:
    """Return the application that serves a studio."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        try:
            yield
        finally:
            studio.close()

    answers = _Handlers(studio)
    routes = [
        Route("/", answers.index),
        Route("/app.js", answers.part),
        Route("/app.css", answers.part),
    ]
    for path, handler in answers.gets().items():
        routes.append(Route(path, _with_error_responses(handler), methods=["GET"]))
    for path, handler in answers.posts().items():
        routes.append(Route(path, _with_error_responses(handler), methods=["POST"]))
    return Guard(Starlette(routes=routes, lifespan=lifespan), door)


def json_response(value: object, status: int = 200) -> Response:
    """Return a value as JSON; unrepresentable numbers become null."""
    return Response(page_json(value), status, media_type="application/json")


def _with_error_responses(handler: Handler) -> Handler:
    """Turn errors that people can correct into one-sentence responses."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except OwlboostError as error:
            return json_response({"error": str(error)}, status_of(error))

    return answer


def status_of(error: OwlboostError) -> int:
    """Return the HTTP status of an error.

    Examples
    --------
    >>> status_of(EditError("It is gone.", conflict=True)), status_of(EditError("It is bad."))
    (409, 422)
    """
    match error:
        case EditError(conflict=True):
            return 409
        case LimitError():
            return 413
        case WorkerError():
            return 503
        case ProjectError():
            return 507
        case _:
            return 422


async def read_json(request: Request) -> Any:
    """Return the JSON of a request that is not too long."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise EditError("Send JSON, as application/json.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise EditError(f"A request has at most {MOST_BYTES} bytes.")
    return parsed_request(bytes(data))


def parsed_request(data: bytes) -> Any:
    """Return the JSON of a request.

    Raises
    ------
    EditError
        It is none.

    Examples
    --------
    >>> parsed_request(b'{"edit": {"kind": "undo"}}')
    {'edit': {'kind': 'undo'}}
    """
    try:
        return parse_json(data.decode("utf-8"), "The request")
    except ValueError as error:
        raise EditError(f"The request is not JSON: {error}.") from error


class _Handlers:
    """The handlers of all addresses."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def gets(self) -> dict[str, Handler]:
        """Return the handlers of GET requests."""
        return {
            "/api/state": self._state,
            "/api/events": self._events,
            "/api/source": self._source,
            "/api/individuals": self._individuals,
            "/api/view": self._view,
            "/api/suggest": self._suggest,
            "/api/suspects": self._suspects,
            "/api/judgement": self._judgement,
            "/api/compare": self._compare,
            "/api/formats": self._formats,
            "/api/choices": self._choices,
            "/api/export": self._export,
            "/api/report": self._report,
            "/api/command": self._command,
        }

    def posts(self) -> dict[str, Handler]:
        """Return the handlers of POST requests."""
        return {
            "/api/edits": self._edit,
            "/api/fit": self._fit,
            "/api/fit/stop": self._stop,
            "/api/fit/cancel": self._cancel,
            "/api/upload": self._upload,
        }

    async def index(self, _: Request) -> Response:
        """Serve the page."""
        return HTMLResponse(_INDEX if _part("app.js") is not None else _PLACEHOLDER)

    async def part(self, request: Request) -> Response:
        """Serve a file of the front end."""
        name = request.url.path.removeprefix("/")
        text = _part(name)
        if text is None:
            return PlainTextResponse("There is no such file.", 404)
        return Response(text, media_type=_PARTS[name])

    async def _state(self, _: Request) -> Response:
        return json_response(self._studio.state())

    async def _edit(self, request: Request) -> Response:
        data = await read_json(request)
        if not isinstance(data, dict) or "edit" not in data:
            raise EditError('Send an object with an "edit".')
        after = data.get("after")
        if after is not None and (not isinstance(after, int) or isinstance(after, bool)):
            raise EditError('"after" is the number of a state.')
        return json_response({"state": await self._studio.edit(data["edit"], after)})

    async def _fit(self, _: Request) -> Response:
        await self._studio.begin_fit()
        return json_response({"fit": self._studio.fit_view()})

    async def _stop(self, _: Request) -> Response:
        self._studio.stop_fit()
        return json_response({"fit": self._studio.fit_view()})

    async def _cancel(self, _: Request) -> Response:
        self._studio.cancel_fit()
        return json_response({"fit": None})

    async def _events(self, _: Request) -> Response:
        studio = self._studio
        return StreamingResponse(studio.hub.stream(studio.news()), media_type="text/event-stream")

    async def _source(self, _: Request) -> Response:
        return json_response(await self._studio.worker.ask("source", self._studio.work))

    async def _individuals(self, request: Request) -> Response:
        text = request.query_params.get("text", "")
        offset, limit = _whole(request, "offset", 0, 10**9), _whole(request, "limit", 50, 1_000)
        studio = self._studio
        page = await studio.worker.ask("individuals", studio.work, text, offset, limit)
        return json_response(page)

    async def _view(self, request: Request) -> Response:
        work = self._at(request, "version")
        return json_response(await self._studio.worker.ask("view", work))

    async def _suggest(self, request: Request) -> Response:
        text = request.query_params.get("text", "")[:1_000]
        return json_response(await self._studio.worker.ask("suggest", self._studio.work, text))

    async def _suspects(self, _: Request) -> Response:
        return json_response(await self._studio.worker.ask("suspects", self._studio.work))

    async def _judgement(self, _: Request) -> Response:
        return json_response(self._studio.judgement())

    async def _compare(self, request: Request) -> Response:
        a, b = self._at(request, "a"), self._at(request, "b")
        return json_response(await self._studio.worker.ask("compare", a, b))

    async def _formats(self, _: Request) -> Response:
        return json_response(all_formats())

    async def _choices(self, _: Request) -> Response:
        return json_response(setting_choices())

    async def _export(self, request: Request) -> Response:
        wanted = request.query_params.get("format", MODEL_FORMAT)
        text, ending = await self._studio.worker.ask("export", self._at(request, "version"), wanted)
        name = f"{self._name(request)}-{wanted}{ending}"
        return await self._download(name, text, "text/plain")

    async def _report(self, request: Request) -> Response:
        text = await self._studio.worker.ask("report", self._at(request, "version"))
        return await self._download(f"{self._name(request)}.html", text, "text/html")

    def _name(self, request: Request) -> str:
        """Return the stem of a downloaded file's name."""
        version = request.query_params.get("version", "draft")
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", self._studio.project.name).strip("-.")[:60]
        return f"{stem or 'rules'}-{version}"

    async def _download(self, name: str, text: str, kind: str) -> Response:
        data = text.encode("utf-8")
        await asyncio.to_thread(self._studio.project.save_export, name, data)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=f"{kind}; charset=utf-8", headers=headers)

    async def _command(self, _: Request) -> Response:
        return json_response(repeating(self._studio.work, self._studio.project.folder))

    async def _upload(self, request: Request) -> Response:
        name = plain_name(request.query_params.get("name", ""))
        announced = request.headers.get("content-length", "0")
        if _is_number(announced) and int(announced) > limits().bytes:
            raise exceeded("bytes", name)
        with self._studio.project.uploading() as (temporary, keep):
            size = 0
            with temporary.open("wb") as file:
                async for chunk in request.stream():
                    size += len(chunk)
                    if size > limits().bytes:
                        raise exceeded("bytes", name)
                    await asyncio.to_thread(file.write, chunk)
                file.flush()
                await asyncio.to_thread(os.fsync, file.fileno())
            return json_response({"name": await asyncio.to_thread(keep, name)})

    def _at(self, request: Request, name: str) -> ProjectState:
        """Return the state that a request asks for: the draft or a version."""
        wanted = request.query_params.get(name, "draft")
        if wanted == "draft":
            return self._studio.work
        if not _is_number(wanted) or len(wanted) > 9:
            raise EditError(f"There is no version {wanted[:80]!r}.", conflict=True)
        return self._studio.work.at(int(wanted))


def _whole(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name, str(default))
    if not _is_number(text) or len(text) > 12 or int(text) > most:
        raise EditError(f"{name} must be a whole number up to {most}, not {text[:80]!r}.")
    return int(text)


def _is_number(text: str) -> bool:
    """Whether a text is a whole number in ASCII digits, as file names may have."""
    return text.isascii() and text.isdecimal()


def _part(name: str) -> str | None:
    """Return a built file of the front end; None if missing."""
    path = files("owlboost.studio").joinpath("page", name)
    return path.read_text(encoding="utf-8") if path.is_file() else None


_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>owlboost studio</title>
"""

_INDEX = f"""{_HEAD}<link rel="icon" href="data:,">
<link rel="stylesheet" href="app.css">
<script src="app.js" defer></script>
</head>
<body>
<div id="app"><noscript><p>The studio needs JavaScript, which this server sends. It loads nothing
from anywhere else.</p></noscript></div>
</body>
</html>
"""

_PLACEHOLDER = f"""{_HEAD}</head>
<body>
<p>The page of the studio has not been built: run <code>make front</code>. The server answers.</p>
</body>
</html>
"""
