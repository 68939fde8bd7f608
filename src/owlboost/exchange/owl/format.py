"""The formats ``owl`` and ``swrl``: crisp rules at a cut."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Literal

from owlboost.exchange.crisp.decision import CUT
from owlboost.exchange.formats import OWL_SYNTAXES, ExportedText, Format
from owlboost.exchange.owl.document import require_syntax

if TYPE_CHECKING:
    from owlboost.models.definition import Definition
    from owlboost.models.trained import TrainedModel


def _writer(*, of_rules: bool) -> Callable[..., ExportedText]:
    """Return the writer of SWRL rules, or else of OWL axioms."""

    def write(
        model: "TrainedModel",
        *,
        source: object = None,
        cut: float | None = None,
        equivalent: bool = False,
        force: bool = False,
        syntax: str = "functional",
        imports: str | None = None,
    ) -> ExportedText:
        from owlboost.exchange.owl import axioms, statements

        require_syntax(syntax)
        at = CUT if cut is None else cut
        inclusions = statements.crisp_inclusions(
            model, source, at, equivalent=equivalent, force=force
        )
        components = (
            axioms.rules(inclusions)
            if of_rules
            else axioms.axioms(inclusions, equivalent=equivalent)
        )
        text = axioms.document(inclusions, components, syntax=syntax, imports=imports)
        return ExportedText(text, inclusions.remarks)

    return write


def _write_owl_definition(
    definition: "Definition",
    *,
    source: object = None,
    cut: float | None = None,
    force: bool = False,
    syntax: str = "functional",
    imports: str | None = None,
) -> ExportedText:
    from owlboost.exchange.owl import axioms, statements

    require_syntax(syntax)
    at = CUT if cut is None else cut
    belongs, does_not = statements.crisp_inclusion_pair(definition, source, at, force=force)
    components = chain(
        axioms.axioms(belongs), axioms.axioms(does_not, complement_of=belongs.target)
    )
    text = axioms.document(belongs, components, syntax=syntax, imports=imports)
    return ExportedText(text, tuple(dict.fromkeys((*belongs.remarks, *does_not.remarks))))


OWL = Format(
    name="owl",
    title="Plain OWL 2 axioms for what the rules cover at a cut",
    extensions=(".ofn", ".owl", ".owx", ".ttl"),
    write=_writer(of_rules=False),
    write_definition=_write_owl_definition,
    takes_source=True,
    crisp_facts=True,
    options=("cut", "equivalent", "force", "syntax", "imports"),
    syntaxes=OWL_SYNTAXES,
)


SWRL = Format(
    name="swrl",
    title="SWRL rules for what the rules cover at a cut",
    extensions=(".ofn", ".owl", ".owx", ".ttl"),
    write=_writer(of_rules=True),
    takes_source=True,
    crisp_facts=True,
    options=("cut", "force", "syntax", "imports"),
    syntaxes=OWL_SYNTAXES,
)


Syntax = Literal["functional", "rdfxml", "owlxml", "turtle"]
