"""Verdicts against the definitions: in all small models, and on random degrees."""

from itertools import product

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.hypotheses import classes as conjunction
from tests.hypotheses import rules, some, weighted
from tests.ontologies import Statement, ontology
from tests.reference import verdicts as literal
from tests.reference.verdicts import FuzzyModel, fuzzy_models

from owlboost.concepts.concept import TOP, Concept
from owlboost.concepts.evaluation import ZADEH, reach
from owlboost.concepts.hypothesis import (
    COVERED,
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    WeakHypothesis,
)
from owlboost.errors import InconsistentError
from owlboost.models.verdicts import arguing, judged_on_examples
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)
from owlboost.ontology.reasoner.reason import explore
from owlboost.sources.ontology_judge import OntologyJudge

MODELS = list(fuzzy_models(["A", "B"], "T", ["a"]))
PLAIN = [one for one in MODELS if not one.crisp.roles["r"]]
"""Those in which nothing is related: all that matters where axioms have no roles."""

names = st.sampled_from([Class("A"), Class("B"), Class("T"), Class("T")])
roles = st.sampled_from([Role("r"), Role("r", inverse=True)])


def _boolean(inner: st.SearchStrategy[ClassExpression]) -> st.SearchStrategy[ClassExpression]:
    return st.one_of(
        st.builds(lambda one, two: And((one, two)), inner, inner),
        st.builds(lambda one, two: Or((one, two)), inner, inner),
        st.builds(Not, inner),
    )


def _any(inner: st.SearchStrategy[ClassExpression]) -> st.SearchStrategy[ClassExpression]:
    kinds, numbers = st.sampled_from(["min", "max", "exact"]), st.integers(0, 2)
    return st.one_of(
        _boolean(inner),
        st.builds(Some, roles, inner),
        st.builds(Only, roles, inner),
        st.builds(Cardinality, kinds, numbers, roles, inner),
    )


limits: st.SearchStrategy[Axiom] = st.sampled_from(
    [
        ClassAssertion("a", Not(Class("T"))),
        DisjointClasses((Class("T"), Class("A"))),
        SubClassOf(Class("T"), And((Class("A"), Not(Class("B"))))),
    ]
)
"""What hypotheses often contradict."""


def axioms_over(of: st.SearchStrategy[ClassExpression]) -> st.SearchStrategy[Axiom]:
    return st.one_of(
        limits,
        st.builds(SubClassOf, of, of),
        st.builds(SubClassOf, of, of),
        st.builds(lambda one, two: EquivalentClasses((one, two)), names, of),
        st.builds(lambda one, two: DisjointClasses((one, two)), names, of),
        st.builds(ClassAssertion, st.just("a"), of),
    )


plain = axioms_over(st.recursive(names, _boolean, max_leaves=3))
expressions = st.recursive(names | st.just(OneOf(("a",))), _any, max_leaves=3)
related = st.one_of(
    axioms_over(expressions),
    axioms_over(expressions),
    st.builds(RoleDomain, roles, expressions),
    st.builds(RoleRange, roles, expressions),
)
facts: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(st.just("a"), st.sampled_from(["A", "B", "T"])),
    st.tuples(st.just("a"), st.just("r"), st.just("a")),
)
A, B = conjunction("A"), conjunction("B")
bodies = st.sampled_from([A, B, conjunction("A", "B")])
deep = st.sampled_from([A, B, some("r", TOP), some("r", A), Concept(B.labels, some("r", A).edges)])
weights = st.sampled_from([-0.7, -0.3, 0.2, 0.5, 0.9])


def hypotheses(of: st.SearchStrategy[Concept]) -> st.SearchStrategy[Hypothesis]:
    graded = st.builds(
        lambda some_bodies, degree: rules(*some_bodies, degree=degree),
        st.lists(of, min_size=1, max_size=2, unique=True),
        st.sampled_from([0.4, 1.0]),
    )
    pairs = st.lists(st.tuples(weights, of | st.just(TOP)), min_size=1, max_size=3)
    return graded | pairs.map(lambda found: weighted(*found))


BACKGROUND: list[Statement] = [SubClassOf(Class(name), Class(name)) for name in "ABT"]
BACKGROUND += [
    ClassAssertion("a", OneOf(("a",))),
    SubClassOf(Some(Role("r"), Class("A")), Class("http://www.w3.org/2002/07/owl#Thing")),
]


def models_of(models: list[FuzzyModel], statements: list[Statement]) -> list[FuzzyModel]:
    for statement in statements:
        models = [model for model in models if model.satisfies(statement)]
    return models


def redundant_in(models: list[FuzzyModel], hypothesis: Hypothesis) -> bool:
    """Whether one of the rules for the target holds in all models."""
    return any(
        all(model.obeys(one.body, one.degree) for model in models) for one in arguing(hypothesis)
    )


@settings(max_examples=scaled(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(related, min_size=1, max_size=3), st.lists(facts, max_size=3), hypotheses(deep))
def test_what_fails_fails_in_every_model(
    told: list[Axiom], known: list[Statement], hypothesis: Hypothesis
) -> None:
    statements: list[Statement] = [*known, *told]
    models = models_of(MODELS, statements)
    judge = OntologyJudge(ontology(*BACKGROUND, *statements))
    try:
        explore(judge.ontology)
    except InconsistentError:
        return  # nothing is learned from it
    if judge.consistent(hypothesis, "T", ZADEH).holds is False:
        assert not [model for model in models if model.follows(hypothesis)]
    if judge.non_redundant(hypothesis, "T", ZADEH).holds is False and reach(hypothesis).most:
        assert redundant_in(models, hypothesis)


@settings(max_examples=scaled(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(plain, max_size=3), st.lists(facts, max_size=2), hypotheses(bodies))
def test_without_roles_two_elements_show_everything(
    told: list[Axiom], known: list[Statement], hypothesis: Hypothesis
) -> None:
    #   a is one of the two; whatever is possible for something else, the other one shows
    statements: list[Statement] = [*[fact for fact in known if len(fact) == 2], *told]  # type: ignore[arg-type]
    models = models_of(PLAIN, statements)
    if not [one for one in models if set(one.degrees) <= {0.0, 1.0}]:
        return  # nothing is learned from it
    judge = OntologyJudge(ontology(*BACKGROUND, *statements))
    consistent = judge.consistent(hypothesis, "T", ZADEH).holds
    if consistent is not None:
        assert consistent == any(model.follows(hypothesis) for model in models)
    if not reach(hypothesis).most:
        return
    covered = [one for one in arguing(hypothesis) if any(m.held(one.body, 0) for m in models)]
    non_redundant = judge.non_redundant(hypothesis, "T", ZADEH).holds
    if non_redundant is not None and len(covered) == len(arguing(hypothesis)):
        assert non_redundant == (not redundant_in(models, hypothesis))


graded_learners = st.lists(
    st.builds(Inclusion, bodies | st.just(TOP), st.sampled_from([0.0, 0.3, 0.6, 1.0])),
    min_size=1,
    max_size=2,
)
"""Rules with degrees, as weak learners have them that tell why and why not."""


def graded_sum(found: list[tuple[float, list[Inclusion]]]) -> BoostedHypothesis:
    terms = [WeakHypothesis(f"WL{at}", tuple(own)) for at, (_, own) in enumerate(found)]
    return BoostedHypothesis(tuple(terms), tuple(weight for weight, _ in found))


graded_sums = st.lists(st.tuples(weights, graded_learners), min_size=1, max_size=3).map(graded_sum)


@settings(max_examples=scaled(400))
@given(hypotheses(bodies) | graded_sums)
def test_a_hypothesis_is_above_0_between_its_bounds(hypothesis: Hypothesis) -> None:
    found = reach(hypothesis)
    for a, b in product([0.0, 0.25, 1.0], repeat=2):

        def degree(body: Concept, a: float = a, b: float = b) -> float:
            return min([1.0, *({"A": a, "B": b}[label.iri] for label in body.labels)])  # type: ignore[union-attr]

        if isinstance(hypothesis, BoostedHypothesis):
            pairs = hypothesis.weighted_terms
            value = sum(
                weight * max(one.degree * degree(one.body) for one in term.inclusions)
                for term, weight in pairs
            )
        else:
            value = max(one.degree * degree(one.body) for one in hypothesis.inclusions)
        if value > COVERED:
            assert any(degree(body) > 0 for body in found.most)
        if any(degree(body) >= (1 if found.full else COVERED) for body in found.least):
            assert value > COVERED


rows = st.lists(
    st.tuples(st.sampled_from([0.0, 1e-13, 0.3, 1 - 1e-13, 1.0]) | st.floats(0, 1), st.booleans()),
    max_size=12,
)


@given(rows)
def test_soundness_and_completeness_are_those_of_the_definition(
    given: list[tuple[float, bool]],
) -> None:
    degrees, positive = [h for h, _ in given], [y for _, y in given]
    found = judged_on_examples(np.array(degrees), np.array(positive, dtype=np.bool_))
    assert [one.holds for one in found] == [
        literal.is_sound(degrees, positive),
        literal.is_complete(degrees, positive),
        literal.is_strongly_complete(degrees, positive),
    ]
