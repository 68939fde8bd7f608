"""How values show themselves in notebooks. What draws them stands in a room above this one."""

from collections.abc import Callable

from owlboost.registries import Registry

VIEWS: Registry[Callable[[object], str]] = Registry(
    "view", "owlboost.views", {"notebook": "owlboost.report.notebooks:html"}
)


class Shown:
    """A value that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return VIEWS["notebook"](self)
