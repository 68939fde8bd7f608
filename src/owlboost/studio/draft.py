"""A draft: rules that a person edits, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypedDict

from owlboost.data.fuzzy_sets import make_shape
from owlboost.errors import OwlboostError, ParameterError
from owlboost.runtime.limits import Json

Name = Annotated[str, lambda text: 0 < len(text) <= 2_000]
Text = Annotated[str, lambda text: len(text) <= 10_000]

Form = Literal["sum", "best"]
"""A sum of terms, or the best of all rules."""


class EditError(OwlboostError):
    """An edit cannot be applied.

    Attributes
    ----------
    conflict
        Whether the state of the project is in the way (HTTP status 409), not the edit itself (422).
    """

    def __init__(self, message: str, *, conflict: bool = False) -> None:
        super().__init__(message)
        self.conflict = conflict


class DraftSetJson(TypedDict):
    """A fuzzy set as model files have it."""

    name: Text
    property: Text
    shape: Text
    points: list[float]


@dataclass(frozen=True, slots=True)
class DraftSet:
    """A fuzzy set of a property, as in model files."""

    name: str
    prop: str
    shape: str
    points: tuple[float, ...]

    def __post_init__(self) -> None:
        try:
            make_shape(self.shape, list(self.points))
        except ParameterError as error:
            raise EditError(f"The fuzzy set {self.name} cannot be so: {error}") from error

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DraftSet":
        """Read a set as a model file has it."""
        points = tuple(map(float, data["points"]))
        return cls(str(data["name"]), str(data["property"]), str(data["shape"]), points)

    def to_json(self) -> DraftSetJson:
        """Write the set as a model file has it."""
        return {
            "name": self.name,
            "property": self.prop,
            "shape": self.shape,
            "points": list(self.points),
        }


@dataclass(frozen=True, slots=True)
class DraftRule:
    """A rule that a person may edit.

    Attributes
    ----------
    id
        Its name in edits.
    parts
        Its conditions, each a CONCEPT of the model format; none for ⊤. Sets are meant by name.
    leverage, degree
        The weight of its term, and its degree within that.
    term
        Name of the term of the sum that it belongs to; of the rules of one term the best counts.
    weight_set
        Whether a person set its weight, so that it is not fitted.
    pinned
        Whether learning again keeps it.
    """

    id: str
    parts: tuple[Json, ...]
    leverage: float
    degree: float = 1.0
    term: str = ""
    weight_set: bool = False
    pinned: bool = False
    note: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DraftRule":
        """Read a rule that was learned, which has no id yet."""
        parts, term = parts_of(data["concept"]), str(data["term"])
        return cls("", parts, float(data["leverage"]), float(data["degree"]), term)

    @property
    def weight(self) -> float:
        """Its weight if its conditions hold fully."""
        return self.leverage * self.degree

    @property
    def concept(self) -> Json:
        """Its conditions as one CONCEPT."""
        return together(self.parts)

    @property
    def is_top(self) -> bool:
        """Whether it has no conditions, and so applies to everything."""
        return not self.parts


@dataclass(frozen=True, slots=True)
class ForbiddenRule:
    """A rule that must not be learned, nor any refinement of it."""

    id: str
    parts: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """Rules that a person edits, with their threshold.

    Attributes
    ----------
    base
        Number of the model that it began as; None if it is made by hand.
    form, logic
        The combination of rules, and the fuzzy logic of conjunctions.
    threshold, threshold_set
        The decision threshold, and whether a person set it.
    sets
        All fuzzy sets that rules may mean.
    made
        How many rules and forbidden ones have got an id.
    """

    base: int | None = None
    form: Form = "sum"
    logic: str = "zadeh"
    threshold: float = 0.5
    threshold_set: bool = False
    rules: tuple[DraftRule, ...] = ()
    sets: tuple[DraftSet, ...] = ()
    forbidden: tuple[ForbiddenRule, ...] = ()
    made: int = 0

    def rule(self, id: str) -> DraftRule:
        """Return a rule; EditError if it does not exist any more."""
        for rule in self.rules:
            if rule.id == id:
                return rule
        raise EditError(f"There is no rule {id!r} any more.", conflict=True)

    def conditional_rule(self, id: str, action: str) -> DraftRule:
        """Return a rule; EditError if it has no conditions."""
        rule = self.rule(id)
        if rule.is_top:
            raise EditError(f"What everybody begins with cannot be {action}.")
        return rule

    def with_rule(self, rule: DraftRule) -> "RuleDraft":
        """Return the draft with a rule replaced by its id."""
        return replace(
            self, rules=tuple(rule if present.id == rule.id else present for present in self.rules)
        )

    def without_rule(self, id: str) -> "RuleDraft":
        """Return the draft without a rule."""
        self.rule(id)
        return replace(self, rules=tuple(rule for rule in self.rules if rule.id != id))

    def with_sets(self, further: tuple[DraftSet, ...]) -> "RuleDraft":
        """Return the draft with further sets, keeping those it has."""
        names = {fuzzy_set.name for fuzzy_set in self.sets}
        return replace(
            self,
            sets=(*self.sets, *(fuzzy_set for fuzzy_set in further if fuzzy_set.name not in names)),
        )

    def added(self, parts: tuple[Json, ...], weight: float, *, weight_set: bool) -> "RuleDraft":
        """Return the draft with one more rule, in its own term."""
        require_weight(weight, self.form)
        self._require_new(parts)
        number = self.made + 1
        term = self._free_term() if self.form == "sum" else ""
        split = (weight, 1.0) if self.form == "sum" else (1.0, weight)
        rule = DraftRule(f"r{number}", parts, *split, term, weight_set)
        return replace(self, rules=(*self.rules, rule), made=number)

    def with_parts(self, id: str, parts: tuple[Json, ...]) -> "RuleDraft":
        """Return the draft with other conditions of a rule."""
        rule = self.rule(id)
        self._require_new(parts, besides=id)
        return self.with_rule(replace(rule, parts=parts))

    def weighed(self, id: str, weight: float, *, weight_set: bool) -> "RuleDraft":
        """Return the draft with another weight of a rule.

        Others of its term keep theirs.

        A rule that changes sides leaves its term.
        """
        require_weight(weight, self.form)
        rule = self.rule(id)
        if self.form == "best":
            return self.with_rule(replace(rule, degree=weight, weight_set=weight_set))
        mates = [mate for mate in self.rules if mate.term == rule.term and mate.id != id]
        sides = {member.weight > 0 for member in (rule, *mates) if member.weight}
        leaves = bool(mates and weight and sides) and (weight > 0) not in sides
        rule = replace(rule, weight_set=weight_set)
        if leaves or not mates:
            term = self._free_term() if leaves else rule.term
            return self.with_rule(replace(rule, leverage=weight, degree=1.0, term=term))
        largest = max([abs(weight), *(abs(mate.weight) for mate in mates)])
        leverage = -largest if weight < 0 or False in sides else largest
        draft = self
        for member, value in ((rule, weight), *((mate, mate.weight) for mate in mates)):
            degree = value / leverage if leverage else 1.0
            draft = draft.with_rule(replace(member, leverage=leverage, degree=degree))
        return draft

    def after(self, before: "RuleDraft") -> "RuleDraft":
        """Return a learned draft with the ids, pins and notes of the one before it.

        Pinned rules also keep weights that a person set, if weights mean the same as before.
        """
        by_conditions: dict[frozenset[str], list[DraftRule]] = {}
        for earlier in before.rules:
            if not earlier.is_top:
                by_conditions.setdefault(canonical(earlier.parts), []).append(earlier)
        made, rules, set_by_hand = before.made, [], []
        for rule in self.rules:
            same = by_conditions.get(canonical(rule.parts)) if rule.parts else None
            if not same:
                made += 1
                rules.append(replace(rule, id=f"r{made}"))
                continue
            old = same.pop(0)  # boosting may have a rule more than once
            rules.append(replace(rule, id=old.id, pinned=old.pinned, note=old.note))
            if old.pinned and old.weight_set and before.form == self.form:
                set_by_hand.append(old)
        draft = replace(self, rules=tuple(rules), forbidden=before.forbidden, made=made)
        for old in set_by_hand:
            draft = draft.weighed(old.id, old.weight, weight_set=True)
        return draft.with_sets(before.sets)

    def _require_new(self, parts: tuple[Json, ...], besides: str = "") -> None:
        wanted = canonical(parts)
        for rule in self.rules:
            if rule.id != besides and canonical(rule.parts) == wanted:
                raise EditError("There is a rule with the same conditions already.")

    def _free_term(self) -> str:
        taken = {rule.term for rule in self.rules}
        number = len(taken)
        while f"WL{number}" in taken:
            number += 1
        return f"WL{number}"


def require_weight(weight: float, form: Form) -> None:
    """Raise EditError unless a rule of this form may have this weight."""
    if form == "best" and not 0 <= weight <= 1:
        raise EditError(f"The degree of such a rule lies between 0 and 1: {weight:g} does not.")


def together(parts: tuple[Json, ...]) -> Json:
    """Return a conjunction as the model format has it.

    Examples
    --------
    >>> together(())
    {'type': 'top'}
    >>> together(({"type": "class", "iri": "urn:A"},))
    {'type': 'class', 'iri': 'urn:A'}
    """
    if not parts:
        return {"type": "top"}
    return parts[0] if len(parts) == 1 else {"type": "and", "parts": list(parts)}


def parts_of(concept: Mapping[str, Any]) -> tuple[Json, ...]:
    """Return the conditions of a CONCEPT; ⊤ has none.

    Examples
    --------
    >>> parts_of({"type": "and", "parts": [{"type": "class", "iri": "urn:A"}]})
    ({'type': 'class', 'iri': 'urn:A'},)
    """
    match concept["type"]:
        case "top":
            return ()
        case "and":
            return tuple(dict(part) for part in concept["parts"])
        case _:
            return (dict(concept),)


def canonical(parts: tuple[Json, ...]) -> frozenset[str]:
    """Return a key that is equal for equal conditions, in any order."""
    return frozenset(map(_key, parts))


def _key(concept: Json) -> str:
    match concept["type"]:
        case "and":
            return f"({' '.join(sorted(map(_key, concept['parts'])))})"
        case "some":
            return f"some {concept['property']!r} {_key(concept['filler'])}"
        case _:
            return repr(sorted(concept.items(), key=lambda item: item[0]))


def sets_named(concept: Json) -> frozenset[str]:
    """Return the names of all fuzzy sets that a CONCEPT means.

    Examples
    --------
    >>> low = {"type": "some_data", "property": "urn:price", "datatype": "price_L"}
    >>> sorted(sets_named({"type": "some", "property": "urn:near", "filler": low}))
    ['price_L']
    """
    match concept["type"]:
        case "and":
            return frozenset().union(*map(sets_named, concept["parts"]))
        case "some":
            return sets_named(concept["filler"])
        case "some_data":
            return frozenset({concept["datatype"]})
        case _:
            return frozenset()
