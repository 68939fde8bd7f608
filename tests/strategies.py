"""Small random knowledge bases, problems, concepts and settings for Hypothesis.

Values come from small grids, so that ties, duplicates and empty extents are common.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TypedDict

import numpy as np
from hypothesis import strategies as st
from tests.reference.learning import Settings, Task
from tests.reference.refinement import all_labels

from owlboost.model.concepts import TOP, Concept, Edge, Label
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.trained import TrainedModel

TARGET = "urn:test#Target"
GRID = (-2.0, 0.0, 0.5, 1.0, 1.5, 3.0, 10.0)

COUNTS = st.sampled_from([1.0, 1.0, 2.0, 3.0, 0.5])
"""How many examples an individual may stand for."""

Pairs = set[tuple[str, str]]


class SettingsDict(TypedDict):
    """Keywords of the reference's ``Settings``."""

    max_depth: int
    max_conjuncts: int
    lookahead: int
    min_confidence: float
    max_negative_coverage: float
    backtrack: int


def iri(name: str) -> str:
    """Name of the test vocabulary."""
    return f"urn:test#{name}"


def closed(pairs: Pairs) -> Pairs:
    """Transitive closure."""
    closure = set(pairs)
    while True:
        longer = {(a, d) for (a, b), (c, d) in product(closure, closure) if b == c}
        if longer <= closure:
            return closure
        closure |= longer


def subsets(items: Sequence[str]) -> st.SearchStrategy[set[str]]:
    """Subsets of any size: unlike ``st.sets``, large ones are as common as small ones."""
    kept = st.lists(st.booleans(), min_size=len(items), max_size=len(items))
    return kept.map(lambda bits: {item for item, bit in zip(items, bits, strict=True) if bit})


@st.composite
def taxonomies(draw: st.DrawFn) -> tuple[list[str], Pairs]:
    """0 to 4 classes and all subclass pairs between them; cycles make equivalent classes."""
    names = [iri(name) for name in "ABCD"[: draw(st.sampled_from(range(5)))]]
    pairs = [(a, b) for a, b in product(names, names) if a != b]
    stated = draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    return names, {(a, b) for a, b in closed(stated) if a != b}


@st.composite
def class_members(
    draw: st.DrawFn, names: Sequence[str], subclasses: Pairs, elements: Sequence[str]
) -> dict[str, set[str]]:
    """Members of each class, closed upward under the taxonomy."""
    stated = {name: draw(subsets(elements)) for name in names}
    return {
        name: stated[name].union(*(stated[low] for low, high in subclasses if high == name))
        for name in names
    }


Crisp = bool | str
"""A value of a boolean or of a category."""


@st.composite
def numbers(draw: st.DrawFn, elements: Sequence[str]) -> list[tuple[str, float]]:
    """Values of one numeric property: at most one or at most two an element, some missing."""
    some = st.lists(st.sampled_from(GRID), max_size=draw(st.integers(1, 2)))
    return [(element, value) for element in elements for value in draw(some)]


@st.composite
def symbols(
    draw: st.DrawFn, elements: Sequence[str], values: Sequence[Crisp]
) -> list[tuple[str, Crisp]]:
    """Crisp values of one property: at most one or at most two an element, some missing."""
    some = st.lists(st.sampled_from(values), max_size=draw(st.integers(1, 2)))
    return [(element, value) for element in elements for value in draw(some)]


@st.composite
def knowledge_bases(draw: st.DrawFn, max_individuals: int = 7) -> KnowledgeBase:
    """Saturated knowledge bases of at least 2 named individuals and at most 2 witnesses."""
    n = draw(st.sampled_from([*range(2, max_individuals + 1), *range(5, max_individuals + 1)]))
    individuals = draw(st.permutations([f"a{i}" for i in range(n)]))
    witnesses = [f"w{i}" for i in range(draw(st.integers(0, 2)))]
    elements = [*individuals, *witnesses]
    classes, subclasses = draw(taxonomies())
    role_names = [iri(name) for name in "rq"[: draw(st.integers(0, 2))]]
    pairs = st.sets(st.tuples(st.sampled_from(elements), st.sampled_from(elements)), max_size=12)
    numeric = [iri(name) for name in ("price", "age")[: draw(st.integers(0, 2))]]
    crisp: dict[str, Sequence[Crisp]] = {iri("flag"): (True, False), iri("tag"): ("x", "y z")}
    if numeric:  # one property may have numbers and crisp values
        crisp[numeric[0]] = (True, "unknown")
    crisp_names = draw(st.lists(st.sampled_from(sorted(crisp)), unique=True, max_size=2))
    kb = KnowledgeBase.from_facts(
        individuals,
        types=draw(class_members(classes, subclasses, elements)),
        subclasses=subclasses,
        roles={role: draw(pairs) for role in role_names},
        numbers={prop: draw(numbers(elements)) for prop in numeric},
        symbols={prop: draw(symbols(elements, crisp[prop])) for prop in crisp_names},
        witnesses=witnesses,
    )
    properties = range(len(kb.vocabulary.data_properties))
    declared = draw(st.frozensets(st.sampled_from(properties), max_size=1)) if properties else ()
    return replace(kb, functional=frozenset(declared))


@st.composite
def problems(draw: st.DrawFn, max_individuals: int = 7) -> LearningProblem:
    """Some or all named individuals in any order, at least one positive and one negative."""
    kb = draw(knowledge_bases(max_individuals))
    everyone = draw(st.permutations(range(len(kb.individuals))))
    chosen = everyone[draw(st.sampled_from([0, 0, 0, len(everyone) // 2 - 1])) :]
    rest = draw(st.lists(st.booleans(), min_size=len(chosen) - 2, max_size=len(chosen) - 2))
    counts = draw(st.none() | st.lists(COUNTS, min_size=len(chosen), max_size=len(chosen)))
    return LearningProblem(
        kb,
        TARGET,
        np.array(chosen, dtype=np.int32),
        np.array([True, False, *rest]),
        None if counts is None else np.array(counts),
    )


def label_lists(kb: KnowledgeBase) -> st.SearchStrategy[list[Label]]:
    """All labels of a knowledge base, with 2 to 7 sets of either kind."""
    return st.builds(
        all_labels, st.just(kb), st.integers(2, 7), st.sampled_from(["uniform", "cmeans"])
    )


def concepts(
    kb: KnowledgeBase, labels: Sequence[Label], max_depth: int = 2
) -> st.SearchStrategy[Concept]:
    """Concepts over some labels and the roles of a knowledge base, not always in normal form."""
    some_labels = st.lists(st.sampled_from(labels), max_size=3) if labels else st.just([])
    if not kb.vocabulary.roles or max_depth == 0:
        return some_labels.map(lambda found: Concept(tuple(found)))
    fillers = st.one_of(st.just(TOP), concepts(kb, labels, max_depth - 1))
    edges = st.lists(
        st.builds(Edge, st.sampled_from(list(kb.vocabulary.roles)), fillers), max_size=3
    )
    return st.builds(lambda found, some: Concept(tuple(found), tuple(some)), some_labels, edges)


def weights(n: int) -> st.SearchStrategy[list[float]]:
    """Positive distributions over n individuals, many of them with equal parts."""
    parts = st.lists(st.integers(1, 5), min_size=n, max_size=n)
    return parts.map(lambda found: [part / sum(found) for part in found])


def settings_dicts() -> st.SearchStrategy[SettingsDict]:
    """Keywords of ``Settings``: limits of the search, θ, η and backtracking."""
    return st.builds(
        SettingsDict,
        max_depth=st.integers(0, 2),
        max_conjuncts=st.integers(1, 3),
        lookahead=st.integers(0, 2),
        min_confidence=st.sampled_from([0.0, 0.34, 0.5, 0.64, 1.0]),
        max_negative_coverage=st.sampled_from([1.0, 0.5, 0.25, 0.0]),
        backtrack=st.integers(0, 2),
    )


@st.composite
def tasks(draw: st.DrawFn, max_individuals: int = 7) -> Task:
    """A problem with its labels and settings, ready to learn from."""
    problem = draw(problems(max_individuals))
    return Task(problem, draw(label_lists(problem.kb)), Settings(**draw(settings_dicts())))


@st.composite
def models(draw: st.DrawFn) -> TrainedModel:
    """Models of either algorithm over one knowledge base."""
    kb = draw(knowledge_bases())
    bodies = concepts(kb, draw(label_lists(kb)))
    degrees = st.floats(0, 1)
    counts = st.integers(0, 9)
    threshold = draw(degrees)
    if draw(st.booleans()):
        rules = st.builds(Inclusion, bodies, degrees, degrees, counts, counts)
        ruled = RuleSet(tuple(draw(st.lists(rules, max_size=3))))
        return TrainedModel("foil", TARGET, ruled, threshold)
    axioms = st.lists(
        st.builds(Inclusion, bodies, st.just(1.0), degrees, counts, counts), max_size=3
    )
    terms = [
        WeakHypothesis(f"WL{i + 1}", tuple(draw(axioms))) for i in range(draw(st.integers(0, 3)))
    ]
    leverages = [draw(st.floats(-5, 5)) for _ in terms]
    boosted = BoostedHypothesis(tuple(terms), tuple(leverages))
    return TrainedModel(
        "boost", TARGET, boosted, threshold, {"n_rounds": 3}, {"path": "a.owl"}, {"f1": 0.5}
    )


@st.composite
def role_rich_tasks(draw: st.DrawFn) -> Task:
    """Problems that roles decide, also ``∃r.⊤``: three roles, few classes, moves along roles."""
    names = [f"a{i}" for i in range(draw(st.integers(6, 9)))]
    pairs = st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=10)
    kb = KnowledgeBase.from_facts(
        names,
        types={iri("A"): draw(st.lists(st.sampled_from(names), unique=True, max_size=5))},
        roles={iri(role): draw(pairs) for role in "rqs"},
    )
    rest = draw(st.lists(st.booleans(), min_size=len(names) - 2, max_size=len(names) - 2))
    problem = LearningProblem(
        kb, TARGET, np.arange(len(names), dtype=np.int32), np.array([True, False, *rest])
    )
    limits = Settings(max_depth=draw(st.integers(1, 2)), max_conjuncts=2, lookahead=1)
    return Task(problem, all_labels(kb, 3, "uniform"), limits)
