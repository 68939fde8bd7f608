"""How values show themselves, printed and in notebooks. What does it stands in a room above."""

from collections.abc import Callable

from owlboost.runtime.registry import Registry

VIEWS: Registry[Callable[[object], str]] = Registry(
    "view",
    "owlboost.views",
    {
        "notebook": "owlboost.report.notebooks:html",
        "text": "owlboost.report.printing.values:text",
    },
)


class Shown:
    """A value that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return VIEWS["notebook"](self)
