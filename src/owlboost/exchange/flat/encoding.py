"""Models as flat axioms (note 30, degrees for fuzzy reasoners).

A boosted sum ``Σ αᵢ·WLᵢ ⊑ T`` with weights of either sign is divided by ``S = max(Σ|α|, 1 + β)``,
where β is the sum of the weights below 0 without their sign::

    Σ_{α>0} (αᵢ/S)·WLᵢ + Σ_{α<0} (|αᵢ|/S)·¬WLᵢ   ⊓   ((1+β)/S)·⊤   ⊑   (1/S)·T + (β/S)·⊤

which says ``T ≥ min(1, Σ αᵢ·WLᵢ)`` with weights that reasoners take. Where the target is to be
nothing else than that, all names are defined, and the right side is bounded by the left one or, if
that is less, by ``(β/S)·⊤``.
"""

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from decimal import ROUND_FLOOR, Decimal

import numpy as np

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, fuzzy_sets_of
from owlboost.data.fuzzy_sets import FuzzySet, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.exchange.flat import rules as flat
from owlboost.exchange.metadata import Coverage, NameEntry, NameTable, header_of
from owlboost.models.trained import TrainedModel

_STEP = Decimal(1).scaleb(-15)


def floored(number: float) -> float:
    """Round down to 15 decimals.

    Examples
    --------
    >>> floored(2 / 3)
    0.666666666666666
    """
    return float(Decimal(repr(float(number))).quantize(_STEP, ROUND_FLOOR))


def shares(parts: Sequence[float], whole: float) -> list[float]:
    """Divide parts by the whole, rounded down to a sum ≤ 1.

    Examples
    --------
    >>> shares([1.0, 2.0], 3.0)
    [0.333333333333333, 0.666666666666666]
    >>> sum(shares([0.1] * 10, 1.0)) <= 1
    True
    """
    rounded = [floored(min(part / whole, 1.0)) for part in parts]
    while sum(rounded) > 1.0:
        largest = max(range(len(rounded)), key=rounded.__getitem__)
        rounded[largest] = floored(rounded[largest] - 1e-15)
    return rounded


RESERVED = frozenset({"Everything", "complementOf", "entry", "header"})
"""Names that the ontology of rules has for itself."""

_MARGIN = 0.1
"""How far a range reaches beyond the known numbers, as a share of their span."""


def encode(
    model: TrainedModel, kb: KnowledgeBase | None = None, *, equivalent: bool = False
) -> tuple[flat.FlatModel, NameTable]:
    """Write a model as flat axioms, with the names in use, to name individuals apart from them.

    The ranges of fuzzy sets hold the values of the knowledge base; without one they hold the points
    of the sets with a margin. With ``equivalent``, the target is nothing else than what the rules
    say.

    Examples
    --------
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> rules, _ = encode(TrainedModel("foil", "urn:x#GoodHotel", RuleSet((rule,)), 0.5))
    >>> rules.axioms[0].parts, rules.axioms[1]
    (('Hotel',), WeightedSum(name='Weighted1', parts=((0.56, 'Body1'),)))
    """
    encoder = _Encoder(model, kb, equivalent=equivalent)
    axioms = tuple(encoder.axioms())
    rules = flat.FlatModel(
        header=header_of(model),
        entries=encoder.names.entries,
        sets=encoder.sets,
        axioms=axioms,
        coverage=encoder.coverage,
        defined=encoder.defined(axioms),
    )
    return rules, encoder.names


class _Encoder:
    def __init__(
        self, model: TrainedModel, kb: KnowledgeBase | None, *, equivalent: bool = False
    ) -> None:
        self.names = NameTable(taken=RESERVED)
        self._kb, self._equivalent = kb, equivalent
        self.coverage: dict[str, Coverage] = {}
        self._hypothesis = model.hypothesis
        self._target = self.names.name_for("target", model.target)
        self._auxiliary: dict[Label | Edge, str] = {}
        self._pending: list[flat.FlatAxiom] = []
        self._enough_for: dict[str, list[str]] = defaultdict(list)
        self._name_all()
        self.sets = tuple(self._set(kb, *pair) for pair in fuzzy_sets_of(model.hypothesis).values())

    def _name_all(self) -> None:
        """Name things that people know before auxiliary concepts."""
        for inclusion in self._hypothesis.inclusions:
            self._name_tree(inclusion.body)
        if isinstance(self._hypothesis, BoostedHypothesis):
            for term in self._hypothesis.terms:
                self.names.name_for("learner", term.name)

    def _name_tree(self, concept: Concept) -> None:
        for label in concept.labels:
            match label:
                case Atom(iri):
                    self.names.name_for("class", iri)
                case CrispValue(prop, value):
                    self.names.name_for("value", prop, value)
                case FuzzyValue(prop, FuzzySet(name, _)):
                    self.names.name_for("data", prop)
                    self.names.name_for("set", name)
        for edge in concept.edges:
            self.names.name_for("role", edge.role)
            self._name_tree(edge.filler)

    def _set(self, kb: KnowledgeBase | None, prop: str, fuzzy_set: FuzzySet) -> flat.FlatSet:
        sets = fuzzy_sets_of(self._hypothesis).values()
        points = [
            point for owner, owned in sets if owner == prop for point in shape_points(owned.shape)
        ]
        low, high = value_range(points, value_bounds(kb, prop))
        return flat.FlatSet(self.names.name_for("set", fuzzy_set.name), fuzzy_set.shape, low, high)

    def axioms(self) -> Iterator[flat.FlatAxiom]:
        """Yield the axioms, what each needs before it."""
        match self._hypothesis:
            case RuleSet(inclusions):
                for inclusion in inclusions:
                    yield from self._rule(inclusion)
                yield from self._closed(self._target)
            case BoostedHypothesis():
                yield from self._boosted(self._hypothesis)

    def defined(self, axioms: Sequence[flat.FlatAxiom]) -> frozenset[str]:
        """Return the names that conditions define, if the target is defined.

        Where an individual has several numbers, its degrees in the sets are stated, which nobody
        could derive who takes the property for functional: so they must be allowed to hold.
        """
        if not self._equivalent:
            return frozenset()
        summed = {
            axiom.name for axiom in axioms if isinstance(axiom, flat.WeightedSum | flat.Union)
        }
        many = {entry.name for entry in self.names.entries if self._is_many_valued(entry)}
        return frozenset(
            axiom.head
            for axiom in axioms
            if isinstance(axiom, flat.Conjunction | flat.RoleStep | flat.DataStep)
            and axiom.head not in summed
            and not (isinstance(axiom, flat.DataStep) and axiom.prop in many)
        )

    def _is_many_valued(self, entry: NameEntry) -> bool:
        if entry.kind != "data" or self._kb is None:
            return False
        properties = self._kb.vocabulary.data_properties
        values = (
            self._kb.numbers.get(properties.id(entry.meaning))
            if entry.meaning in properties
            else None
        )
        return values is not None and not values.functional

    def _rule(self, inclusion: Inclusion) -> Iterator[flat.FlatAxiom]:
        """Encode ``⟨body ⊑ T, d⟩`` as a weighted name: ``d·Body ⊑ T``."""
        body = yield from self._body(inclusion)
        yield from self._weighted(body, inclusion.degree, self._target)

    def _weighted(self, body: str, degree: float, head: str) -> Iterator[flat.FlatAxiom]:
        weighted = self.names.fresh("Weighted")
        if floored(degree) > 0:
            yield flat.WeightedSum(weighted, ((floored(degree), body),))
            yield from self._enough(weighted, head)

    def _enough(self, part: str, head: str) -> Iterator[flat.FlatAxiom]:
        """State that a name holds at least as far as another, for definitions with all parts."""
        if self._equivalent:
            self._enough_for[head].append(part)
        else:
            yield flat.Conjunction((part,), head)

    def _closed(self, head: str) -> Iterator[flat.FlatAxiom]:
        """State that a name holds no further than its parts, if wanted."""
        if self._equivalent:
            yield flat.Union(head, tuple(self._enough_for.pop(head, ())))

    def _boosted(self, hypothesis: BoostedHypothesis) -> Iterator[flat.FlatAxiom]:
        terms: list[tuple[float, str]] = []
        for term, weight in hypothesis.weighted_terms:
            learner = self.names.name_for("learner", term.name)
            graded = any(inclusion.degree != 1.0 for inclusion in term.inclusions)
            for inclusion in term.inclusions:
                body = yield from self._body(inclusion)
                if graded:  # all of them, so that their names are in order
                    yield from self._weighted(body, inclusion.degree, learner)
                else:
                    yield from self._enough(body, learner)
            yield from self._closed(learner)
            if weight < 0:
                against = self.names.reserved(f"Not_{learner}")
                yield flat.Complement(against, learner)
                learner = against
            terms.append((weight, learner))
        yield from self._aggregation(terms)

    def _aggregation(self, terms: list[tuple[float, str]]) -> Iterator[flat.FlatAxiom]:
        against = sum(-weight for weight, _ in terms if weight < 0)
        whole = max(sum(abs(weight) for weight, _ in terms), 1.0 + against)
        weights = shares([abs(weight) for weight, _ in terms], whole)
        parts = [(weight, name) for weight, (_, name) in zip(weights, terms, strict=True) if weight]
        if not parts:
            return
        total = self.names.reserved("WeightedSum")
        yield flat.WeightedSum(total, tuple(parts))
        scaled = self.names.reserved("ScaledTarget")
        unit, shift = shares([1.0, against], whole)
        yield flat.WeightedSum(scaled, ((unit, self._target), *(((shift, None),) if shift else ())))
        left = [total]
        if unit + shift < 1.0:
            left.append(self.names.reserved("Cap"))
            yield flat.WeightedSum(left[1], ((floored(unit + shift), None),))
        yield flat.Conjunction(tuple(left), scaled, least=len(left) > 1)
        if self._equivalent:
            yield from self._bounded(tuple(left), scaled, shift)

    def _bounded(
        self, left: tuple[str, ...], scaled: str, shift: float
    ) -> Iterator[flat.FlatAxiom]:
        """Bound the sum with the target by the learners', cut off below."""
        reached = self.names.reserved("Reached")
        yield flat.Conjunction(left, reached, least=len(left) > 1)
        most = [reached]
        if shift:
            most.append(self.names.reserved("Floor"))
            yield flat.WeightedSum(most[1], ((shift, None),))
        bound = self.names.reserved("UpperBound")
        yield flat.Union(bound, tuple(most))
        yield flat.Conjunction((scaled,), bound)

    def _body(self, inclusion: Inclusion) -> Generator[flat.FlatAxiom, None, str]:
        """Yield the axioms of a body and return its name."""
        parts = self._parts(inclusion.body)
        name = self.names.fresh("Body")
        self.coverage[name] = (
            inclusion.confidence,
            inclusion.covered_positives,
            inclusion.covered_negatives,
        )
        parts = self._paired(parts)
        yield from self._pending
        self._pending.clear()
        yield flat.Conjunction(parts, name)
        return name

    def _parts(self, concept: Concept) -> tuple[str, ...]:
        """Name each conjunct of a node; what defines the names is pending."""
        labels = [self._label(label) for label in concept.labels]
        return (*labels, *(self._edge(edge) for edge in concept.edges))

    def _paired(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Conjoin two names at a time; a reasoner lost one of three."""
        while len(parts) > 2:
            both = self.names.fresh("Both")
            self._pending.append(flat.Conjunction(parts[:2], both))
            parts = (both, *parts[2:])
        return parts

    def _label(self, label: Label) -> str:
        match label:
            case Atom(iri):
                return self.names.name_for("class", iri)
            case CrispValue(prop, value):
                return self.names.name_for("value", prop, value)
            case FuzzyValue(prop, FuzzySet(name, _)):
                if label not in self._auxiliary:
                    some = self._auxiliary[label] = self.names.fresh("Some")
                    step = flat.DataStep(
                        self.names.name_for("data", prop), self.names.name_for("set", name), some
                    )
                    self._pending.append(step)
                return self._auxiliary[label]

    def _edge(self, edge: Edge) -> str:
        if edge not in self._auxiliary:
            filler = None
            if not edge.filler.is_top:
                parts = self._parts(edge.filler)
                filler = parts[0]
                if len(parts) > 1:
                    filler = self.names.fresh("Filler")
                    self._pending.append(flat.Conjunction(self._paired(parts), filler))
            self._auxiliary[edge] = self.names.fresh("Some")
            role = self.names.name_for("role", edge.role)
            self._pending.append(flat.RoleStep(role, filler, self._auxiliary[edge]))
        return self._auxiliary[edge]


def value_bounds(kb: KnowledgeBase | None, prop: str) -> list[float]:
    """Return the smallest and largest number of a data property, if any.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["h", "g"], numbers={"p": [("h", 79), ("g", 10), ("g", 12)]})
    >>> value_bounds(kb, "p"), value_bounds(kb, "q"), value_bounds(None, "p")
    ([10.0, 79.0], [], [])
    """
    if kb is None or prop not in kb.vocabulary.data_properties:
        return []
    values = kb.numbers.get(kb.vocabulary.data_properties.id(prop))
    finite = np.zeros(0) if values is None else values.values[np.isfinite(values.values)]
    return [float(finite.min()), float(finite.max())] if finite.size else []


def value_range(points: list[float], values: list[float]) -> tuple[float, float]:
    """Return an interval around points and values, with a margin.

    Examples
    --------
    >>> value_range([40, 60, 98], [10, 110])
    (0.0, 120.0)
    """
    numbers = [*points, *values]
    low, high = min(numbers), max(numbers)
    margin = _MARGIN * (high - low) or max(1.0, abs(high))
    return low - margin, high + margin
