"""A model on stdout: what a person reads of it, in colours where there are any."""

from rich.highlighter import Highlighter, RegexHighlighter
from rich.theme import Theme

from owlboost.cli.terminal import console, shows
from owlboost.models.trained import TrainedModel
from owlboost.report.model_text import model_lines, usual_layout
from owlboost.report.number_text import CHARACTERS

_THEME = Theme(
    {
        "rule.keyword": "bold",
        "rule.remark": "dim",
        "rule.number": "cyan",
        "rule.head": "bold green",
        "page.title": "bold",
        "page.support": "green",
        "page.against": "red",
        "page.right": "dim",
    }
)


class _RuleHighlighter(RegexHighlighter):
    """Colours for axioms; only a terminal shows them."""

    base_style = "rule."
    highlights = (
        r"(?P<keyword>\b(?:and|some|value|SubClassOf)\b)",
        r"(?P<number>(?<![\w.])-?\d+\.\d+(?![\w.]))",
        r"SubClassOf (?P<head>\S+)",
        r"(?P<remark>#.*)",
    )


class _PageHighlighter(RegexHighlighter):
    """Colours for sentences; only a terminal shows them."""

    base_style = "page."
    highlights = (
        r"^(?P<title>What makes .*)",
        r"^ *(?P<support>\+\d\S* \S*)",
        r"^ *(?P<against>-\d\S* \S*)",
        r"(?P<right>Right in .*)",
    )


def print_model(model: TrainedModel, layout: str | None = None) -> None:
    """Print a model in a layout, by default the one that suits its algorithm."""
    chosen = layout or usual_layout(model)
    highlighter: Highlighter = _PageHighlighter() if chosen == "text" else _RuleHighlighter()
    page = console(highlighter=highlighter, theme=_THEME)
    for line in model_lines(model, layout, page.width, blocks=shows(CHARACTERS)):
        page.print(line, soft_wrap=True)
