"""Small random knowledge bases, problems, concepts and settings for Hypothesis.

Values come from small grids, so that ties, duplicates and empty extents are common. Strategies that
stay the same are made once, and what can be drawn at once is: making and drawing them takes longer
than most of what is tested.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress, product
from typing import TypedDict, TypeVar

import numpy as np
from hypothesis import strategies as st
from tests.reference.learning import Settings, Task
from tests.reference.refinement import all_labels

from owlboost.concepts.concept import TOP, Concept, Edge, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.example_labels import TargetRange
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Floats
from owlboost.runtime.sparse_rows import Rows

TARGET = "urn:test#Target"
GRID = (-2.0, 0.0, 0.5, 1.0, 1.5, 3.0, 10.0)

COUNTS = st.sampled_from([1.0, 1.0, 2.0, 3.0, 0.5])
"""How many examples an individual may stand for."""

Pairs = set[tuple[str, str]]
Value = TypeVar("Value")


class SettingsDict(TypedDict):
    """Keywords of the reference's ``Settings``."""

    max_depth: int
    max_conjuncts: int
    lookahead: int
    min_confidence: float
    max_negative_coverage: float
    backtrack: int
    overlapping_sets: bool


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


ONE_OR_TWO = st.integers(1, 2)
UP_TO_TWO = st.integers(0, 2)
N_CLASSES = st.sampled_from(range(5))
ONE_IN_FOUR = st.sampled_from([False, False, False, True])
N_SETS_AND_METHOD = st.tuples(st.integers(2, 7), st.sampled_from(["uniform", "cmeans"]))


@lru_cache
def choices(n: int) -> st.SearchStrategy[list[bool]]:
    """Yes or no for each of n things: unlike in ``st.sets``, much yes is as common as little."""
    return st.integers(0, 2**n - 1).map(lambda bits: [bool(bits >> at & 1) for at in range(n)])


@lru_cache
def orders(n: int) -> st.SearchStrategy[list[int]]:
    """Orders of n things."""
    return st.permutations(range(n))


@lru_cache
def places(n: int) -> st.SearchStrategy[set[tuple[int, int]]]:
    """At most 12 pairs of n things."""
    return st.sets(st.sampled_from(list(product(range(n), repeat=2))), max_size=12)


@lru_cache
def some_of(items: tuple[Value, ...]) -> st.SearchStrategy[set[Value]]:
    """At most 4 of some things."""
    return st.sets(st.sampled_from(items), max_size=4)


@lru_cache
def two_of(items: tuple[Value, ...]) -> st.SearchStrategy[list[Value]]:
    """At most 2 of some things, in any order."""
    return st.lists(st.sampled_from(items), unique=True, max_size=2)


@lru_cache
def counts_of(n: int) -> st.SearchStrategy[list[float] | None]:
    """How many examples each of n individuals stands for; None if one each."""
    return st.none() | st.lists(COUNTS, min_size=n, max_size=n)


@lru_cache
def one_at_most(n: int) -> st.SearchStrategy[frozenset[int]]:
    """None or one of n numbers."""
    return st.sampled_from([frozenset[int]()] * max(n, 1) + [frozenset({at}) for at in range(n)])


@lru_cache
def sizes(most: int) -> st.SearchStrategy[int]:
    """From 2 to a limit, more often 5 and above."""
    return st.sampled_from([*range(2, most + 1), *range(5, most + 1)])


@lru_cache
def at_most(most: int, values: tuple[Value, ...]) -> st.SearchStrategy[tuple[Value, ...]]:
    """Tuples of 0 to 1 or 0 to 2 values, each length as common as the others, in one draw."""
    if most == 1:
        return st.sampled_from([*((),) * len(values), *product(values)])
    singles = [one for one in product(values) for _ in values]
    return st.sampled_from([*((),) * len(singles), *singles, *product(values, values)])


@st.composite
def taxonomies(draw: st.DrawFn) -> tuple[list[str], Pairs]:
    """0 to 4 classes and all subclass pairs between them; cycles make equivalent classes."""
    names = [iri(name) for name in "ABCD"[: draw(N_CLASSES)]]
    pairs = tuple((a, b) for a, b in product(names, names) if a != b)
    stated = draw(some_of(pairs)) if pairs else set()
    return names, {(a, b) for a, b in closed(stated) if a != b}


@st.composite
def class_members(
    draw: st.DrawFn, names: Sequence[str], subclasses: Pairs, elements: Sequence[str]
) -> dict[str, set[str]]:
    """Members of each class, closed upward under the taxonomy."""
    chosen = choices(len(elements))
    stated = {name: set(compress(elements, draw(chosen))) for name in names}
    return {
        name: stated[name].union(*(stated[low] for low, high in subclasses if high == name))
        for name in names
    }


Crisp = bool | str
"""A value of a boolean or of a category."""


@st.composite
def numbers(draw: st.DrawFn, elements: Sequence[str]) -> list[tuple[str, float]]:
    """Values of one numeric property: at most one or at most two an element, some missing."""
    some = at_most(draw(ONE_OR_TWO), GRID)
    return [(element, value) for element in elements for value in draw(some)]


@st.composite
def symbols(
    draw: st.DrawFn, elements: Sequence[str], values: tuple[Crisp, ...]
) -> list[tuple[str, Crisp]]:
    """Crisp values of one property: at most one or at most two an element, some missing."""
    some = at_most(draw(ONE_OR_TWO), values)
    return [(element, value) for element in elements for value in draw(some)]


@st.composite
def knowledge_bases(draw: st.DrawFn, max_individuals: int = 7) -> KnowledgeBase:
    """Saturated knowledge bases of at least 2 named individuals and at most 2 witnesses."""
    individuals = [f"a{i}" for i in draw(orders(draw(sizes(max_individuals))))]
    witnesses = [f"w{i}" for i in range(draw(UP_TO_TWO))]
    elements = [*individuals, *witnesses]
    classes, subclasses = draw(taxonomies())
    role_names = [iri(name) for name in "rq"[: draw(UP_TO_TWO)]]
    pairs = places(len(elements))
    numeric = [iri(name) for name in ("price", "age")[: draw(UP_TO_TWO)]]
    crisp: dict[str, tuple[Crisp, ...]] = {iri("flag"): (True, False), iri("tag"): ("x", "y z")}
    if numeric:  # one property may have numbers and crisp values
        crisp[numeric[0]] = (True, "unknown")
    crisp_names = draw(two_of(tuple(sorted(crisp))))
    kb = KnowledgeBase.from_facts(
        individuals,
        types=draw(class_members(classes, subclasses, elements)),
        subclasses=subclasses,
        roles={role: {(elements[a], elements[b]) for a, b in draw(pairs)} for role in role_names},
        numbers={prop: draw(numbers(elements)) for prop in numeric},
        symbols={prop: draw(symbols(elements, crisp[prop])) for prop in crisp_names},
        witnesses=witnesses,
    )
    return replace(kb, functional=draw(one_at_most(len(kb.vocabulary.data_properties))))


@st.composite
def problems(draw: st.DrawFn, max_individuals: int = 7) -> LearningProblem:
    """Some or all named individuals in any order, at least one positive and one negative."""
    kb = draw(knowledge_bases(max_individuals))
    everyone = draw(orders(len(kb.individuals)))
    chosen = everyone[len(everyone) // 2 - 1 if draw(ONE_IN_FOUR) else 0 :]
    rest = draw(choices(len(chosen) - 2))
    counts = draw(counts_of(len(chosen)))
    return LearningProblem(
        kb,
        TARGET,
        np.array(chosen, dtype=np.int32),
        np.array([True, False, *rest]),
        None if counts is None else np.array(counts),
    )


def label_lists(kb: KnowledgeBase) -> st.SearchStrategy[list[Label]]:
    """All labels of a knowledge base, with 2 to 7 sets of either kind."""
    return N_SETS_AND_METHOD.map(lambda drawn: all_labels(kb, *drawn))


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


@lru_cache
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
        overlapping_sets=st.booleans(),
    )


@st.composite
def tasks(draw: st.DrawFn, max_individuals: int = 7) -> Task:
    """A problem with its labels and settings, ready to learn from."""
    problem = draw(problems(max_individuals))
    return Task(problem, draw(label_lists(problem.kb)), Settings(**draw(settings_dicts())))


@st.composite
def tasks_among_others(draw: st.DrawFn, max_individuals: int = 7) -> Task:
    """A task where some individuals weigh in without being examples: I_E ⊆ I ⊆ I_K."""
    task = draw(tasks(max_individuals))
    problem = task.problem
    is_other = [False, False, *draw(choices(len(problem) - 2))]  # a positive and a negative stay
    examples = np.flatnonzero(~np.array(is_other))
    unlisted = np.setdiff1d(np.arange(len(problem.kb.individuals)), problem.individuals)
    chosen = list(compress(unlisted, draw(choices(len(unlisted)))))
    others = np.array([*compress(problem.individuals, is_other), *chosen], dtype=np.int32)
    return replace(task, problem=replace(problem.part(examples), others=others))


@st.composite
def graded_tasks(draw: st.DrawFn, max_individuals: int = 7) -> Task:
    """A task whose examples belong to the target to a degree; some others may weigh in."""
    task = draw(tasks_among_others(max_individuals))
    labels = draw(grades(len(task.problem)))
    return replace(task, problem=replace(task.problem, labels=labels, target_range=TargetRange()))


def grades(n: int) -> st.SearchStrategy[Floats]:
    """Labels between 0 and 1 that are not all the same."""
    label = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.6, 0.75, 1.0])
    lists = st.lists(label, min_size=n, max_size=n).filter(lambda found: len(set(found)) > 1)
    return lists.map(np.array)


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
        st.builds(Inclusion, bodies, st.just(1.0), degrees, counts, counts),
        min_size=1,  # a round without a rule is none
        max_size=3,
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
def role_rich_tasks(draw: st.DrawFn, least: int = 0) -> Task:
    """Problems that roles decide, also ``∃r.⊤``: three roles, few classes, moves along roles.

    Each role has so many pairs at least.
    """
    names = [f"a{i}" for i in range(draw(st.integers(6, 9)))]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names))
    kb = KnowledgeBase.from_facts(
        names,
        types={iri("A"): draw(st.lists(st.sampled_from(names), unique=True, max_size=5))},
        roles={iri(role): draw(st.lists(pair, min_size=least, max_size=10)) for role in "rqs"},
    )
    rest = draw(st.lists(st.booleans(), min_size=len(names) - 2, max_size=len(names) - 2))
    problem = LearningProblem(
        kb, TARGET, np.arange(len(names), dtype=np.int32), np.array([True, False, *rest])
    )
    limits = Settings(max_depth=draw(st.integers(1, 2)), max_conjuncts=2, lookahead=1)
    return Task(problem, all_labels(kb, 3, "uniform"), limits)


@st.composite
def numeric_tasks(draw: st.DrawFn) -> Task:
    """Problems that numbers decide, also two sets of one property: a value for everyone.

    Some of the individuals weigh in without being examples.
    """
    names = [f"a{i}" for i in range(draw(st.integers(6, 9)))]
    values = st.lists(st.integers(0, 20).map(float), min_size=len(names), max_size=len(names))
    kb = KnowledgeBase.from_facts(
        names,
        numbers={
            iri(prop): list(zip(names, draw(values), strict=True)) for prop in ("age", "size")
        },
    )
    kinds = draw(st.lists(st.sampled_from("+-?"), min_size=len(names) - 2, max_size=len(names) - 2))
    listed = "".join(["+", "-", *kinds])
    examples = [at for at, kind in enumerate(listed) if kind != "?"]
    others = [at for at, kind in enumerate(listed) if kind == "?"]
    problem = LearningProblem(
        kb,
        TARGET,
        np.array(examples, dtype=np.int32),
        np.array([listed[at] == "+" for at in examples]),
        others=np.array(others, dtype=np.int32),
    )
    limits = Settings(0, draw(st.integers(2, 3)), 0, overlapping_sets=draw(st.booleans()))
    return Task(problem, all_labels(kb, draw(st.integers(3, 5)), "uniform"), limits)


HELD = st.sampled_from([0.125, 0.25, 0.5, 0.75, 1.0, 1.0])
"""How far facts hold; powers of two, so that ties are exact."""


@st.composite
def with_degrees(draw: st.DrawFn, kb: KnowledgeBase) -> KnowledgeBase:
    """Let facts hold to degrees: members of a class at least as far of the classes above it."""
    names, everyone = kb.vocabulary, range(kb.n_elements)
    stated = {
        (number, x): draw(HELD)
        for number in range(len(names.classes))
        for x in kb.members[number].tolist()
    }
    held = {
        (upper, x): max(
            degree
            for (lower, y), degree in stated.items()
            if y == x and kb.implies(names.classes[lower], names.classes[upper])
        )
        for upper, x in stated
    }
    members = [*held]
    types = Rows.from_graded_pairs(
        np.array([x for _, x in members], dtype=np.int32),
        np.array([number for number, _ in members], dtype=np.int32),
        np.array([held[one] for one in members], dtype=np.float64),
        kb.n_elements,
    )
    roles = []
    for rows in kb.roles:
        pairs = [(x, y) for x in everyone for y in rows[x].tolist()]
        degrees = np.array([draw(HELD) for _ in pairs], dtype=np.float64)
        left, right = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        roles.append(Rows.from_graded_pairs(left, right, degrees, kb.n_elements))
    members_of = types.transposed(len(names.classes))
    return replace(kb, types=types, members=members_of, roles=tuple(roles))


@st.composite
def fuzzy_tasks(draw: st.DrawFn) -> Task:
    """A task over facts that hold to degrees."""
    task = draw(tasks_among_others() | role_rich_tasks())
    kb = draw(with_degrees(task.problem.kb))
    return replace(task, problem=replace(task.problem, kb=kb))
