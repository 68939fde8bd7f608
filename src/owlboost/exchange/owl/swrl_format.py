"""The format ``swrl``: rules of the Semantic Web Rule Language, in an OWL 2 file."""

from typing import TYPE_CHECKING

from owlboost.exchange.formats import Format, Written
from owlboost.exchange.owl.suffixes import SUFFIXES

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel


def _write(
    model: "TrainedModel",
    *,
    source: object = None,
    cut: float | None = None,
    force: bool = False,
    syntax: str = "functional",
    imports: str | None = None,
) -> Written:
    from owlboost.exchange.decisions.deciding import CUT
    from owlboost.exchange.owl.documents import document, require_syntax
    from owlboost.exchange.owl.rules import rules
    from owlboost.exchange.owl.statements import stated

    require_syntax(syntax)
    statements = stated(model, source, CUT if cut is None else cut, force=force)
    text = document(statements, rules(statements), syntax=syntax, imports=imports)
    return Written(text, statements.remarks)


FORMAT = Format(
    name="swrl",
    title="SWRL rules for what the rules cover at a cut",
    extensions=(".ofn", ".owl", ".owx", ".ttl"),
    write=_write,
    takes_source=True,
    crisp_facts=True,
    options=("cut", "force", "syntax", "imports"),
    syntaxes=SUFFIXES,
)
