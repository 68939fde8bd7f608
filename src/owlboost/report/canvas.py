"""The Matplotlib canvas of figures; imported only for drawing."""

from io import BytesIO
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from owlboost.runtime.files import atomic_path


class ShownFigure(Figure):
    """A figure that needs no display and draws itself in notebooks.

    Notebooks draw plain figures only once ``pyplot`` was imported.

    Examples
    --------
    >>> ShownFigure()._repr_png_()[1:4]
    b'PNG'
    """

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()


def new_axes(width: float, height: float) -> tuple[ShownFigure, Axes]:
    """Return a figure and its axes, without depending on a display.

    Examples
    --------
    >>> figure, axes = new_axes(4, 2)
    >>> axes.spines["top"].get_visible()
    False
    """
    figure = ShownFigure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure reproducibly, as SVG, PNG or PDF by the suffix."""
    with rc_context({"svg.hashsalt": "owlboost", "svg.fonttype": "none"}):
        dated = {"Date": None} if path.suffix == ".svg" else None
        with atomic_path(path) as temporary:
            form = path.suffix.removeprefix(".") or "png"
            figure.savefig(temporary, metadata=dated, format=form)
