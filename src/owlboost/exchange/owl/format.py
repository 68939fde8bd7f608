"""The format ``owl``: plain OWL 2 axioms that any reasoner understands."""

from itertools import chain
from typing import TYPE_CHECKING

from owlboost.exchange.formats import Format, Written
from owlboost.exchange.owl.suffixes import SUFFIXES

if TYPE_CHECKING:
    from owlboost.models.definition import Definition
    from owlboost.models.trained import TrainedModel


def _write(
    model: "TrainedModel",
    *,
    source: object = None,
    cut: float | None = None,
    equivalent: bool = False,
    force: bool = False,
    syntax: str = "functional",
    imports: str | None = None,
) -> Written:
    from owlboost.exchange.decisions.deciding import CUT
    from owlboost.exchange.owl.documents import axioms, document, require_syntax
    from owlboost.exchange.owl.statements import stated

    require_syntax(syntax)
    at = CUT if cut is None else cut
    statements = stated(model, source, at, equivalent=equivalent, force=force)
    components = axioms(statements, equivalent=equivalent)
    return Written(
        document(statements, components, syntax=syntax, imports=imports), statements.remarks
    )


def _write_definition(
    definition: "Definition",
    *,
    source: object = None,
    cut: float | None = None,
    force: bool = False,
    syntax: str = "functional",
    imports: str | None = None,
) -> Written:
    from owlboost.exchange.decisions.deciding import CUT
    from owlboost.exchange.owl.documents import axioms, document, require_syntax
    from owlboost.exchange.owl.statements import stated_pair

    require_syntax(syntax)
    belongs, does_not = stated_pair(definition, source, CUT if cut is None else cut, force=force)
    components = chain(axioms(belongs), axioms(does_not, complement_of=belongs.target))
    text = document(belongs, components, syntax=syntax, imports=imports)
    return Written(text, tuple(dict.fromkeys((*belongs.remarks, *does_not.remarks))))


FORMAT = Format(
    name="owl",
    title="Plain OWL 2 axioms for what the rules cover at a cut",
    extensions=(".ofn", ".owl", ".owx", ".ttl"),
    write=_write,
    write_definition=_write_definition,
    takes_source=True,
    crisp_facts=True,
    options=("cut", "equivalent", "force", "syntax", "imports"),
    syntaxes=SUFFIXES,
)
