"""The algebra of concepts against literal definitions."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from tests.reference import concepts as literal

from owlboost.concepts.concept import (
    TOP,
    Atom,
    Concept,
    ConceptCases,
    CrispValue,
    Edge,
    FuzzyValue,
    Label,
    by_taxonomy,
    depth,
    nodes,
    size,
)
from owlboost.concepts.concept_json import concept_to_json
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder

LABELS: tuple[Label, ...] = (
    *map(Atom, "ABC"),
    *(FuzzyValue(prop, FuzzySet(f"{prop}_L", LeftShoulder(1, 2))) for prop in "pq"),
    *(FuzzyValue(prop, FuzzySet(f"{prop}_H", RightShoulder(1, 2))) for prop in "pq"),
    CrispValue("p", True),
    CrispValue("q", "true"),
)
SOME_LABELS = st.lists(st.sampled_from(LABELS), max_size=3).map(tuple)


def nodes_above(fillers: st.SearchStrategy[Concept]) -> st.SearchStrategy[Concept]:
    edges = st.lists(st.builds(Edge, st.sampled_from("rs"), fillers), max_size=3).map(tuple)
    return st.builds(Concept, SOME_LABELS, edges)


CONCEPTS = st.recursive(st.builds(Concept, SOME_LABELS), nodes_above, max_leaves=8)
PAIRS = st.sets(st.sampled_from(["AB", "BC", "AC", "BA"]))

REBUILT = ConceptCases[Concept](
    atom=lambda label: Concept((label,)),
    fuzzy=lambda label: Concept((label,)),
    value=lambda label: Concept((label,)),
    some=lambda role, filler: Concept((), (Edge(role, filler),)),
    meet=Concept.meet,
)


def lettered(label: Label) -> Label:
    """Another label for some: two become one."""
    return Atom("A") if isinstance(label, FuzzyValue) else label


@given(st.lists(CONCEPTS, max_size=4))
def test_a_meet_has_what_its_parts_have(parts: list[Concept]) -> None:
    assert literal.as_sets(Concept.meet(parts)) == literal.united([*map(literal.as_sets, parts)])


@given(CONCEPTS)
def test_a_concept_is_the_meet_of_its_conjuncts(concept: Concept) -> None:
    parts = list(concept.conjuncts())
    assert Concept.meet(parts) == concept
    assert [part.n_conjuncts for part in parts] == [1] * concept.n_conjuncts


@given(CONCEPTS)
def test_all_labels_are_those_of_all_nodes(concept: Concept) -> None:
    walked = [label for _, node in literal.at_paths(concept) for label in node.labels]
    assert list(concept.all_labels()) == walked
    fuzzy = [label for label in walked if isinstance(label, FuzzyValue)]
    assert list(concept.fuzzy_values()) == fuzzy
    assert list(nodes(concept)) == list(literal.at_paths(concept))


NOUNS = {"class": "class", "some": "role", "some_data": "data property"}


def names_in(data: object) -> Iterator[tuple[str, str]]:
    """All IRIs of a concept in a file, each with what it is a name of."""
    if isinstance(data, dict):
        for key in data.keys() & {"iri", "property"}:
            yield data[key], NOUNS.get(data["type"], "data property")
        for part in (data.get("filler"), *data.get("parts", ())):
            yield from names_in(part)


@given(CONCEPTS)
def test_names_are_all_iris_that_a_file_has(concept: Concept) -> None:
    found = set(names_in(concept_to_json(concept)))
    assert set(concept.names_with_nouns()) == found
    assert concept.names() == {iri for iri, _ in found}


@given(CONCEPTS)
def test_a_fold_meets_every_part_once(concept: Concept) -> None:
    assert concept.fold(REBUILT) == concept
    sizes = ConceptCases[int](
        atom=lambda _: 1, fuzzy=lambda _: 1, value=lambda _: 1,
        some=lambda _, filler: filler, meet=lambda parts: 1 + sum(parts),
    )  # fmt: skip
    assert concept.fold(sizes) == size(concept)
    depths = ConceptCases[int](
        atom=lambda _: 0, fuzzy=lambda _: 0, value=lambda _: 0,
        some=lambda _, filler: 1 + filler, meet=lambda parts: max(parts, default=0),
    )  # fmt: skip
    assert concept.fold(depths) == depth(concept)


@given(CONCEPTS)
def test_other_labels_leave_the_tree_as_it_is(concept: Concept) -> None:
    changed = literal.mapped(literal.as_sets(concept), lettered)
    assert literal.as_sets(concept.map_labels(lettered)) == changed
    assert concept.map_labels(lambda label: label) == concept


@given(CONCEPTS)
def test_other_sets_leave_all_other_labels_as_they_are(concept: Concept) -> None:
    def wider(one: FuzzyValue) -> FuzzyValue:
        return FuzzyValue(one.prop, FuzzySet(one.fuzzy_set.name, LeftShoulder(1, 9)))

    def changed(label: Label) -> Label:
        return wider(label) if isinstance(label, FuzzyValue) else label

    expected = literal.mapped(literal.as_sets(concept), changed)
    assert literal.as_sets(concept.map_sets(wider)) == expected


@given(CONCEPTS, st.sets(st.sampled_from("rs")))
def test_edges_are_kept_left_out_or_doubled(concept: Concept, kept: set[str]) -> None:
    def twice(edge: Edge) -> list[Edge]:
        return [edge, Edge("t", edge.filler)] if edge.role in kept else []

    labels, edges = literal.as_sets(concept)
    expected = frozenset((role, end) for own, end in edges if own in kept for role in (own, "t"))
    assert literal.as_sets(concept.replace_edges(twice)) == (labels, expected)


@given(CONCEPTS, CONCEPTS, st.data())
def test_a_change_is_made_at_one_node(
    concept: Concept, addition: Concept, data: st.DataObject
) -> None:
    path, _ = data.draw(st.sampled_from(list(nodes(concept))))
    changed = concept.with_node(path, lambda node: Concept.meet([node, addition]))
    assert changed == literal.conjoined_at(concept, path, addition)
    assert concept.with_node(path, lambda node: node) == concept


@given(CONCEPTS)
def test_a_weakened_concept_lacks_one_part(concept: Concept) -> None:
    found = list(concept.weakened())
    assert set(found) == literal.weaker(concept)
    assert all(one.subsumes(concept, by_taxonomy(lambda *_: False)) for one in found)


@given(CONCEPTS, CONCEPTS, PAIRS)
def test_subsumption_is_a_map_between_trees(
    upper: Concept, lower: Concept, pairs: set[str]
) -> None:
    order = by_taxonomy(lambda below, above: below + above in pairs)
    meet = Concept.meet([upper, lower])
    for one, other in [(upper, lower), (upper, meet), (lower, meet), (TOP, lower), (upper, upper)]:
        assert one.subsumes(other, order) == literal.is_below(other, one, order)
    assert upper.subsumes(meet, order)
