"""From facts back to the statements behind them, step by step."""

from collections.abc import Collection, Iterable, Iterator

from owlboost.ontology.language.axioms import Axiom, DatatypeDefinition, InverseRoles
from owlboost.ontology.language.expressions import Role
from owlboost.ontology.language.mentions import strings_in, walk
from owlboost.ontology.language.selections import Statement
from owlboost.ontology.reasoning.saturation.chronicle import Fact
from owlboost.ontology.reasoning.saturation.premises import Premises


def statements_behind(
    premises: Premises, goals: Iterable[Fact], axioms: Collection[Axiom]
) -> list[Statement]:
    """Return the statements that are met on the way back from facts, in that order.

    Where a fact has no step that can be read backwards, what it takes is missing.

    Parameters
    ----------
    premises
        Tells what a fact follows from.
    goals
        The facts.
    axioms
        All axioms: names of inverses and of data ranges are told by those that define them.
    """
    open_ = list(dict.fromkeys(goals))
    seen, found = set(open_), dict[Statement, None]()
    for fact in open_:  # grows on the way
        step = premises.step(fact)
        if step is not None:
            found.update(dict.fromkeys(step.statements))
            new = [one for one in step.premises if one not in seen]
            seen.update(new)
            open_.extend(new)
    found.update(dict.fromkeys(_definitions(found, axioms)))
    return [*found]


def _definitions(statements: Iterable[Statement], axioms: Collection[Axiom]) -> Iterator[Axiom]:
    """Iterate over the axioms by which inverses and data ranges got the names they go by."""
    open_: list[object] = list(statements)
    turned = {
        part.iri for one in open_ for part in walk(one) if isinstance(part, Role) and part.inverse
    }
    for axiom in axioms:
        if isinstance(axiom, InverseRoles) and not turned.isdisjoint(strings_in(axiom)):
            yield axiom
    defined = [axiom for axiom in axioms if isinstance(axiom, DatatypeDefinition)]
    while defined and open_:
        mentioned = {name for one in open_ for name in strings_in(one)}
        new = [axiom for axiom in defined if axiom.iri in mentioned]
        yield from new
        defined = [axiom for axiom in defined if axiom not in new]
        open_ = list[object](new)
