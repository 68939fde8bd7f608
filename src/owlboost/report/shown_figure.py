"""A figure that a notebook shows; imported only where there is something to draw."""

from io import BytesIO

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A figure without a display that draws itself when a cell ends with it.

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
