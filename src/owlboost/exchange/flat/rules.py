"""Flat axioms over plain names, as reasoners for fuzzy ontologies take them.

In normal form each axiom has one existential restriction, or a conjunction of names, on its left
and a name on its right. Degrees are products and sums (note 30).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from owlboost.concepts.concept import Atom, Concept, CrispValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.errors import ModelError
from owlboost.exchange.grammar.builder import ConceptBuilder
from owlboost.exchange.grammar.tokens import RULES
from owlboost.exchange.grammar.tree import Word
from owlboost.exchange.metadata import Coverage, NameEntry, NameKind, model_from_header
from owlboost.exchange.names import Kind, NameIndex, NameResolver
from owlboost.models.trained import TrainedModel


@dataclass(frozen=True, slots=True)
class FlatSet:
    """A fuzzy set of a data property, and the property's range."""

    name: str
    shape: Shape
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Conjunction:
    """``A₁ ⊓ … ⊓ Aₙ ⊑ head``; no part is ⊤.

    With ``least`` it is the minimum of the degrees, in any logic.
    """

    parts: tuple[str, ...]
    head: str
    least: bool = False


@dataclass(frozen=True, slots=True)
class RoleStep:
    """``∃role.filler ⊑ head``; no filler is ⊤."""

    role: str
    filler: str | None
    head: str


@dataclass(frozen=True, slots=True)
class DataStep:
    """``∃prop.set ⊑ head``."""

    prop: str
    set: str
    head: str


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """``name ≡ w₁·A₁ + … + wₙ·Aₙ``; None is ⊤.

    The weights are in (0, 1] and sum to 1 at most.
    """

    name: str
    parts: tuple[tuple[float, str | None], ...]


@dataclass(frozen=True, slots=True)
class Complement:
    """``name ≡ ¬negated``."""

    name: str
    negated: str


@dataclass(frozen=True, slots=True)
class Union:
    """``name ≡ max(A₁, …, Aₙ)``."""

    name: str
    parts: tuple[str, ...]


FlatAxiom = Conjunction | RoleStep | DataStep | WeightedSum | Complement | Union


@dataclass(frozen=True, slots=True)
class FlatModel:
    """A model without trees.

    The header is what else the model records, as JSON values; ``coverage`` is by the name of a
    rule's body. ``defined`` are the names that stand for nothing else than what the one axiom below
    them says; none unless the target is defined by the rules.
    """

    header: Mapping[str, object]
    entries: tuple[NameEntry, ...]
    sets: tuple[FlatSet, ...] = ()
    axioms: tuple[FlatAxiom, ...] = ()
    coverage: Mapping[str, Coverage] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()

    def names(self, kind: NameKind) -> dict[str, NameEntry]:
        """Return the entries of one kind by name.

        Examples
        --------
        >>> rules = FlatModel({}, (NameEntry("Hotel", "class", "urn:x#Hotel"),))
        >>> rules.names("class")["Hotel"].meaning
        'urn:x#Hotel'
        """
        return {entry.name: entry for entry in self.entries if entry.kind == kind}


@dataclass(frozen=True, slots=True)
class FlatFacts:
    """Facts about some individuals, as far as the rules use them.

    Entries are their names, witnesses included. Types are (individual, concept, least degree);
    complements have the least degree of the concept's complement, which closes it from above. Roles
    are (individual, role, filler, least degree), numbers (individual, data property, value).
    Queries ask for the degree of an individual in the target; excluded is (individual, concept)
    where another value of a property is known.
    """

    entries: tuple[NameEntry, ...]
    types: tuple[tuple[str, str, float], ...] = ()
    complements: tuple[tuple[str, str, float], ...] = ()
    roles: tuple[tuple[str, str, str, float], ...] = ()
    numbers: tuple[tuple[str, str, float], ...] = ()
    queries: tuple[str, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()


# From flat axioms, perhaps edited by a person, back to a model

Step = Conjunction | RoleStep | DataStep

_PARTS, _REUSE = 10_000, 10
"""Refuse concepts with more parts than this in total, plus this many for each axiom.

Thirty axioms, each of which names the one before twice, would have a thousand million.
"""


def decode(rules: FlatModel, index: NameIndex | None = None) -> TrainedModel:
    """Read a model from flat axioms.

    Names that their table lacks are looked up in the index.

    Raises
    ------
    UnexplainedNameError
        A name is used that nothing explains, and there is nobody to ask.
    UnknownNameError
        Nobody knows that name.
    ModelError
        The axioms are of another form.

    Examples
    --------
    >>> from owlboost.exchange.flat.encoding import encode
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> model = TrainedModel("foil", "urn:x#GoodHotel", RuleSet((rule,)), 0.5)
    >>> decode(encode(model)[0]) == model
    True
    """
    decoder = _Decoder(rules, index)
    targets = list(rules.names("target").values())
    if len(targets) != 1:
        raise ModelError(f"The rules name {len(targets)} targets; there must be one.")
    hypothesis = decoder.hypothesis(targets[0].name)
    return model_from_header(
        rules.header, targets[0].meaning, hypothesis, decoder.builder.names.remarks()
    )


class _Decoder:
    def __init__(self, rules: FlatModel, index: NameIndex | None) -> None:
        self._rules = rules
        self._steps: dict[str, list[Step]] = defaultdict(list)
        self._sums: dict[str, WeightedSum] = {}
        self._complements: dict[str, str] = {}
        for axiom in rules.axioms:
            match axiom:
                case WeightedSum(name, _):
                    self._sums[name] = axiom
                case Complement(name, negated):
                    self._complements[name] = negated
                case Union(name, parts):
                    self._steps[name] += [Conjunction((part,), name) for part in parts]
                case _:
                    self._steps[axiom.head].append(axiom)
        self._left = _PARTS + _REUSE * len(rules.axioms)
        self._classes, self._values = rules.names("class"), rules.names("value")
        set_names = rules.names("set")
        sets = {
            flat_set.name: FuzzySet(
                set_names[flat_set.name].meaning if flat_set.name in set_names else flat_set.name,
                flat_set.shape,
            )
            for flat_set in rules.sets
        }
        names = NameResolver(index, rules.entries, _missing_name)
        self.builder = ConceptBuilder(names, sets, rules.header.get("parameters"), RULES)

    def hypothesis(self, target: str) -> BoostedHypothesis | RuleSet:
        """Read a sum of weak learners, or rules for the target itself.

        Where there is neither, the algorithm tells which of the two is empty.
        """
        if target in self._steps:
            return self.rule_set(target)
        summed = self._rules.header.get("algorithm", "boost") == "boost"
        if summed or self._rules.names("learner"):
            return self.boosted(target)
        return RuleSet()

    def rule_set(self, target: str) -> RuleSet:
        """Read rules with degrees: all axioms of the target."""
        return RuleSet(tuple(self._inclusion(step) for step in self._steps.get(target, ())))

    def boosted(self, target: str) -> BoostedHypothesis:
        """Read a weighted sum of all weak learners, with their weights."""
        weights = self._leverages(target)
        learners = self._rules.names("learner")
        unknown = [name for name in weights if name not in learners]
        if unknown:
            raise ModelError(
                f"The sum has a term {unknown[0]!r} that the table of names does not list as a "
                "learner; add it there."
            )
        terms = tuple(
            WeakHypothesis(
                learner.meaning, tuple(self._inclusion(step) for step in self._steps.get(name, ()))
            )
            for name, learner in learners.items()
        )
        return BoostedHypothesis(terms, tuple(weights.get(name, 0.0) for name in learners))

    def _leverages(self, target: str) -> dict[str, float]:
        """Return learner → weight, from the sum and its scale ``1/S``."""
        weights: dict[str, float] = {}
        for scaled in self._sums.values():
            share = {name: weight for weight, name in scaled.parts}.get(target)
            if share is None:
                continue
            for step in self._steps[scaled.name]:
                for weight, name in self._summands(step):
                    sign, learner = self._signed(name)
                    weights[learner] = weights.get(learner, 0.0) + sign * weight / share
        return weights

    def _summands(self, step: Step) -> Iterator[tuple[float, str]]:
        """Yield the terms of the sum on the left, without ⊤."""
        if not isinstance(step, Conjunction):
            raise ModelError(f"The target's sum {step.head!r} may only contain other sums.")
        for part in step.parts:
            if part not in self._sums:
                raise ModelError(
                    f"{part!r} is added to the sum of learners but is not a sum itself."
                )
            yield from ((weight, name) for weight, name in self._sums[part].parts if name)

    def _signed(self, name: str) -> tuple[int, str]:
        return (-1, self._complements[name]) if name in self._complements else (1, name)

    def _inclusion(self, step: Step) -> Inclusion:
        """Read one axiom of a learner or the target, perhaps weighted."""
        degree, body = 1.0, ""
        if isinstance(step, Conjunction) and len(step.parts) == 1:
            body = step.parts[0]
            if body in self._sums:
                parts = self._sums[body].parts
                if len(parts) != 1 or parts[0][1] is None:
                    raise ModelError(f"The rule {body!r} must give a weight to exactly one body.")
                degree, body = parts[0][0], parts[0][1]
        concept = self._unfolded(body) if body else self._concept(step)
        return self.builder.inclusion(concept, degree, self._rules.coverage.get(body))

    def _concept(self, step: Step, seen: tuple[str, ...] = ()) -> Concept:
        """Return the body of a step, met while unfolding some names."""
        match step:
            case Conjunction(parts, _):
                return Concept.meet(self._unfolded(part, seen) for part in parts)
            case RoleStep(role, filler, _):
                concept = Concept() if filler is None else self._unfolded(filler, seen)
                return self.builder.some(_word(role), concept)
            case DataStep(prop, name, _):
                return self.builder.fuzzy_value(_word(prop), _word(name))

    def _unfolded(self, name: str, seen: tuple[str, ...] = ()) -> Concept:
        """Unfold a name: class, value, or auxiliary concept."""
        self._left -= 1
        if self._left < 0:
            raise ModelError(
                "The rules become too long once what they define is put in its place; define fewer "
                "concepts by others."
            )
        if name in self._classes:
            return Concept((Atom(self._classes[name].meaning),))
        if name in self._values:
            entry = self._values[name]
            return Concept((CrispValue(entry.meaning, _crisp(entry.value)),))
        steps = self._steps.get(name, [])
        if not steps:
            return self.builder.atom(_word(name))
        if len(steps) > 1 or name in seen:
            raise ModelError(
                f"The rules define {name!r} {'in a circle' if name in seen else 'twice'}; "
                "only learners and the target may have several axioms."
            )
        return self._concept(steps[0], (*seen, name))


def _word(name: str) -> Word:
    return RULES.word(name, 0)


def _missing_name(kind: Kind, name: str) -> str:
    entry = "" if kind == "class" else f" as a {kind}"
    return f"The rules use {name!r} without saying what it is: add it to the table of names{entry}."


def _crisp(value: bool | str | None) -> bool | str:
    return "" if value is None else value
