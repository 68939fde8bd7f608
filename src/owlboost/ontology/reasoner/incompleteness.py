"""Incompleteness of the structural reasoner: remarks with stable codes.

It never derives what does not follow. What may follow and not be derived is named here, so that
one knows when the complete reasoner is worth its time.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from owlboost.errors import Hint, Message
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.facets import ORDER, is_clear, is_foreign
from owlboost.ontology.datatypes.literals import SPACES
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.ontology.reasoner.clauses import EXTREMES, disjunctive
from owlboost.ontology.reasoner.counting import unclear_values
from owlboost.ontology.reasoner.data_requirements import undecided_needs
from owlboost.ontology.reasoner.engine import Derived, Prepared
from owlboost.ontology.reasoner.identity import fillers_of
from owlboost.ontology.reasoner.relations import objects, subjects
from owlboost.ontology.reasoner.terms import HasData
from owlboost.ontology.vocabulary import RESERVED

HERMIT = Hint("reasoner", "reasoner='hermit'", "hermit")
REMEDY = Message("; use ", HERMIT, " to derive everything")

INCOMPLETE = {
    "incomplete-union": "the cases of a union are told apart only within one individual",
    "incomplete-negation": "a complement counts only where it is stated or follows step by step",
    "incomplete-universal": "'only' on the left of an axiom counts only where axioms show it",
    "incomplete-enumeration": "an enumeration is tried out name by name only in small ontologies",
    "incomplete-max-cardinality": "'max n' with n above 1 merges no fillers",
    "incomplete-data-values": "values that must be there are not split into cases of what they are",
    "incomplete-pattern": (
        "patterns, lengths and languages are compared with values, but not with each other"
    ),
    "incomplete-disjunction": "an axiom that needs a case distinction is used only in part",
}


def incomplete_axioms(prepared: Prepared, axioms: Sequence[ax.Axiom]) -> tuple[Remark, ...]:
    """Return the remarks on axioms that need case distinctions."""
    terms = prepared.program.terms
    incomplete: dict[int, ax.Axiom] = {
        id(clause.axiom): clause.axiom
        for clause in prepared.program.clauses
        if clause.axiom is not None and disjunctive(terms, clause.terms)
    }
    for axiom in axioms:
        if isinstance(axiom, ax.ClassAssertion) and disjunctive(
            terms, [terms.term(axiom.expression)]
        ):
            incomplete[id(axiom)] = axiom
    counts = Counter(code for axiom in incomplete.values() for code in _constructs(axiom))
    counts["incomplete-data-values"] = undecided_needs(prepared.program)
    counts["incomplete-pattern"] = sum(
        facet.iri not in ORDER for facet in _facets(prepared, axioms)
    )
    return tuple(
        Remark(code, Message(INCOMPLETE[code], REMEDY), counts[code])
        for code in INCOMPLETE
        if counts[code]
    ) + tuple(_unclear_data(prepared, axioms))


def _unclear_data(prepared: Prepared, axioms: Sequence[ax.Axiom]) -> Iterator[Remark]:
    """Iterate over the remarks on datatypes and facets without a clear meaning."""
    defined = {axiom.iri for axiom in axioms if isinstance(axiom, ax.DatatypeDefinition)}
    named = [
        part.iri if isinstance(part, ex.Datatype) else part.datatype
        for part in ax.walk(_ranges(prepared, axioms))
        if isinstance(part, ex.Datatype | ex.DatatypeRestriction)
    ]
    opened = sorted({iri for iri in named if iri not in SPACES and iri not in defined})
    if opened:
        name = prepared.program.naming()(opened[0])
        text = f"no axiom defines '{name}', so any value may belong to it or not"
        yield Remark("open-datatype", text, sum(iri in opened for iri in named))
    unclear = [facet for facet in _facets(prepared, axioms) if not is_clear(*facet)]
    foreign = [facet for facet in unclear if is_foreign(*facet)]
    if foreign:
        text = "numbers that bound a datatype they do not belong to are compared by their size"
        yield Remark("foreign-bound", text, len(foreign))
    if len(unclear) > len(foreign):
        text = "facets that OWL 2 does not have for their datatype, or not so, are not used"
        yield Remark("unclear-facet", text, len(unclear) - len(foreign))


class _UsedFacet(NamedTuple):
    """A facet, the datatype that it restricts, and its bound."""

    datatype: str
    iri: str
    bound: ex.Literal


def _facets(prepared: Prepared, axioms: Sequence[ax.Axiom]) -> list[_UsedFacet]:
    return [
        _UsedFacet(part.datatype, facet, bound)
        for part in ax.walk(_ranges(prepared, axioms))
        if isinstance(part, ex.DatatypeRestriction)
        for facet, bound in part.facets
    ]


def _ranges(prepared: Prepared, axioms: Sequence[ax.Axiom]) -> tuple[ex.DataRange, ...]:
    """Return the distinct data ranges of an ontology."""
    atoms = [atom for _, atom in prepared.program.terms.positive() if isinstance(atom, HasData)]
    kinds = ax.DataPropertyRange | ax.DatatypeDefinition
    stated = [axiom.range for axiom in axioms if isinstance(axiom, kinds)]
    return tuple(dict.fromkeys([*(atom.range for atom in atoms), *stated]))


def names_apart(ontology: Ontology) -> Iterator[Remark]:
    """Iterate over remarks on names that RDF may mean otherwise.

    OWL 2 DL keeps classes, properties and individuals of one name apart, and gives no meaning to
    statements about its own vocabulary.
    """
    signature = ontology.signature
    terms = {*signature.classes, *signature.roles, *signature.data_properties}
    own = {name for name in terms if name.startswith(RESERVED)} - EXTREMES - {ex.THING, ex.NOTHING}
    if own:
        text = "names of OWL or RDF itself are taken for names like any other"
        yield Remark("reserved-name", text, len(own))
    punned = {
        name
        for axiom in ontology.axioms
        if isinstance(axiom, ax.SameIndividual)
        for name in terms.intersection(axiom.individuals)
    }
    if punned:
        text = "individuals that are the same are also classes or properties, which stay apart"
        yield Remark("same-name", text, len(punned))


def _constructs(axiom: ax.Axiom) -> set[str]:
    """Return the codes of the constructs that make an axiom disjunctive."""
    codes: set[str] = set()
    for part in ax.walk(axiom):
        match part:
            case ex.Or() | ax.DisjointUnion():
                codes.add("incomplete-union")
            case ex.Not():
                codes.add("incomplete-negation")
            case ex.Only() | ex.DataOnly():
                codes.add("incomplete-universal")
            case ex.OneOf(individuals) if len(individuals) > 1:
                codes.add("incomplete-enumeration")
            case ex.Cardinality(kind, number, _, _) if kind != "min" and number > 1:
                codes.add("incomplete-max-cardinality")
    return codes or {"incomplete-disjunction"}


def derived_remarks(prepared: Prepared, derived: Derived) -> Iterator[Remark]:
    """Iterate over the remarks that only the derived facts can show."""
    skipped = _skipped_on_witnesses(derived)
    if skipped:
        text = "restrictions that depend on the owner of a shared anonymous filler were left out"
        yield Remark("incomplete-witness", Message(text, REMEDY), skipped)
    one_way = _one_way_witnesses(derived)
    if one_way:
        text = "inverse roles are not followed back from anonymous fillers that axioms require"
        yield Remark("witness-inverse", f"{text}; name the fillers if it matters", one_way)
    if one_way and derived.program.roles.chains:
        text = "role chains are not followed to an anonymous filler and back through an inverse"
        yield Remark("incomplete-witness-chain", Message(text, REMEDY), one_way)
    listed = _counted_names(derived)
    if listed:
        text = "'min n' of an enumeration does not say which of its names are different"
        yield Remark("incomplete-min-cardinality", Message(text, REMEDY), listed)
    if derived.overflow:
        text = "there are too many kinds of anonymous fillers to tell them all apart"
        yield Remark("incomplete-witness-kinds", Message(text, REMEDY))
    yield from _data_remarks(prepared, derived)


def _skipped_on_witnesses(derived: Derived) -> int:
    """Count pairs whose shared witness lacks an imposed condition."""
    state, program = derived.state, derived.program
    count = 0
    for role, restrictions in program.only.items():
        keys = state.role(role)
        keys = keys[~state.individual[objects(keys)] & state.real[subjects(keys)]]
        for restriction in restrictions:
            bound = keys[state.has(restriction.term)[subjects(keys)]]
            count += int((~state.has(restriction.filler)[objects(bound)]).sum())
    for limit in program.at_most_one:
        keys = fillers_of(limit, state)
        shared = keys[~state.individual[objects(keys)]]
        count += shared.size - np.unique(subjects(shared)).size
        for role, above in program.roles.above.items():
            if (limit.role, True) in above:
                ends = objects(state.role(role))
                ends = np.unique(ends[~state.individual[ends] & state.real[ends]])
                inside = ends[state.has(limit.term)[ends]]
                count += int(np.isin(inside, subjects(state.role(limit.role))).sum())
    return count


def _counted_names(derived: Derived) -> int:
    """Count the terms, of something real, that count fillers among some names."""
    terms, state = derived.program.terms, derived.state
    return sum(
        bool(terms.most(atom.filler) < math.inf and (state.has(term) & state.real).any())
        for term, atom in derived.program.counts
    )


def _one_way_witnesses(derived: Derived) -> int:
    """Count shared witnesses that fill a role with an inverse."""
    state, roles = derived.state, derived.program.roles
    reached = np.zeros(state.n, dtype=np.bool_)
    for role, keys in state.pairs.items():
        if any(swapped for _, swapped in roles.above[role]):
            reached[objects(keys)] = True
    return int((reached & state.real & ~state.individual).sum())


def _data_remarks(prepared: Prepared, derived: Derived) -> Iterator[Remark]:
    unclear = unclear_values(prepared.program, derived.state)
    if unclear:
        text = "it is not known of some values whether they lie in a range, or are the same"
        yield Remark("unclear-value", text, unclear)
    naming = cache(prepared.program.naming)
    data, names = prepared.program.data, prepared.program.signature.data_properties
    for property_, within, axiom in data.ranges:
        outside = int((~within[objects(derived.state.data(property_))]).sum())
        name = naming()(names[property_])
        if outside:
            text = f"values of '{name}' lie outside its range"
            yield Remark("data-range", f"{text}; they are kept", outside)
        elif axiom.range not in data.within.get(property_, ()):
            text = f"axioms ask for values of '{name}' outside its range"
            yield Remark("data-range", f"{text}, so nothing is inferred from that range", 1)
