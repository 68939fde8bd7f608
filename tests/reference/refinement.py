"""The refinement operator ρ by its definition (notes 3, 4 and 7)."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product

from tests.reference.concepts import conjoined_at
from tests.reference.partitions import fuzzy_labels
from tests.reference.prohibitions import is_forbidden
from tests.reference.semantics import held, numbers_of, property_id, symbols_of

from owlboost.concepts.concept import (
    TOP,
    Atom,
    Concept,
    CrispValue,
    DataLabel,
    Edge,
    FuzzyValue,
    Label,
    chain,
    depth,
    nodes,
    normal_form,
)
from owlboost.data.knowledge_base import KnowledgeBase


def all_labels(kb: KnowledgeBase, k: int, method: str = "uniform") -> list[Label]:
    """All that a move can conjoin: classes, fuzzy sets of partitions, occurring crisp values."""
    atoms = [Atom(iri) for iri in kb.vocabulary.classes]
    values = [
        CrispValue(kb.vocabulary.data_properties[number], value)
        for number, symbols in kb.symbols.items()
        for value in symbols.values
    ]
    return [*atoms, *fuzzy_labels(kb, k, method), *values]


def refinements(  # noqa: PLR0913 - the limits of the search, one by one
    concept: Concept,
    labels: Sequence[Label],
    kb: KnowledgeBase,
    *,
    max_depth: int,
    max_conjuncts: int,
    lookahead: int,
    overlapping_sets: bool = False,
    logic: str = "zadeh",
    forbidden: tuple[Concept, ...] = (),
) -> dict[Concept, Concept]:
    """Every distinct result of one move, with its end X (the first by name of several).

    A move picks a node, conjoins ``∃r₁.….∃rₖ.X`` with k ≤ ``lookahead`` and X a label or
    ``∃r.⊤``, and normalises. What stays the same or breaks a limit is no move; nor is what
    restricts a functional property twice, unless sets may overlap (note 7); nor, where ``C ⊓ C`` is
    not C, what would say a fuzzy condition of a node again; nor what is below a forbidden concept.
    """
    found: dict[Concept, Concept] = {}
    idempotent = logic == "zadeh"
    graded = frozenset() if idempotent else graded_names(kb)
    unchanged = normal_form(concept, kb.implies, idempotent=idempotent, graded=graded)
    for addition, end in additions(labels, kb, lookahead):
        for path, _ in nodes(concept):
            refined = normal_form(
                conjoined_at(concept, path, addition),
                kb.implies,
                idempotent=idempotent,
                graded=graded,
            )
            conditions = [*fuzzy_names(concept, graded), *fuzzy_names(addition, graded)]
            if not idempotent and sorted(fuzzy_names(refined, graded)) != sorted(conditions):
                continue
            if refined == unchanged:
                continue
            if not is_allowed(refined, max_depth=max_depth, max_conjuncts=max_conjuncts):
                continue
            if not overlapping_sets and any(restricts_twice(n, kb) for _, n in nodes(refined)):
                continue
            if is_forbidden(refined, forbidden, kb):
                continue
            found[refined] = min(found.get(refined, end), end, key=lambda added: added.key)
    return found


def graded_names(kb: KnowledgeBase) -> frozenset[str]:
    """Classes and roles of which something holds to a degree below 1."""
    names, everyone = kb.vocabulary, range(kb.n_elements)
    classes = {
        names.classes[number]
        for element in everyone
        for number, degree in held(kb.types, element).items()
        if degree < 1
    }
    roles = {
        role
        for role, rows in zip(names.roles, kb.roles, strict=True)
        if any(degree < 1 for element in everyone for degree in held(rows, element).values())
    }
    return frozenset(classes | roles)


def fuzzy_names(concept: Concept, graded: Collection[str] = ()) -> Iterator[str]:
    """Yield the names of all fuzzy sets, graded classes and graded roles, as often as they occur.

    Examples
    --------
    >>> list(fuzzy_names(Concept((Atom("Quiet"), Atom("Hotel"))), {"Quiet"}))
    ['Quiet']
    """
    for label in concept.all_labels():
        if isinstance(label, FuzzyValue):
            yield f"{label.prop} {label.fuzzy_set.name}"
        elif isinstance(label, Atom) and label.iri in graded:
            yield label.iri
    for _, node in nodes(concept):
        yield from (edge.role for edge in node.edges if edge.role in graded)


def additions(
    labels: Sequence[Label], kb: KnowledgeBase, lookahead: int
) -> Iterator[tuple[Concept, Concept]]:
    """Every fragment that a move may conjoin, chains of new roles, each with its end.

    The literal move is a label or ``∃r.⊤`` (note 4).
    """
    literal = [Concept((label,)) for label in labels]
    literal += [Concept((), (Edge(role, TOP),)) for role in kb.vocabulary.roles]
    for length in range(lookahead + 1):
        for roles in product(kb.vocabulary.roles, repeat=length):
            for end in literal:
                yield chain(roles, end), end


def is_allowed(concept: Concept, *, max_depth: int, max_conjuncts: int) -> bool:
    """Whether a concept keeps the limits (note 3)."""
    return depth(concept) <= max_depth and all(
        node.n_conjuncts <= max_conjuncts for _, node in nodes(concept)
    )


def restricts_twice(node: Concept, kb: KnowledgeBase) -> bool:
    """Whether one node has two restrictions of one functional data property (note 7)."""
    uses = Counter(label.prop for label in node.labels if isinstance(label, DataLabel))
    return any(count > 1 and is_functional(prop, kb) for prop, count in uses.items())


def is_functional(prop: str, kb: KnowledgeBase) -> bool:
    """Whether K declares a property functional or no element has two values of it (note 7)."""
    return property_id(prop, kb) in kb.functional or all(
        len(numbers_of(prop, element, kb)) + len(symbols_of(prop, element, kb)) <= 1
        for element in range(kb.n_elements)
    )
