"""Crisp inclusions of a model, measured and compared with the source."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Rule, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import Hint, Message, ModelError
from owlboost.exchange.crisp.decision import Decision, decision
from owlboost.exchange.crisp.rules import CertainFacts, CrispRule
from owlboost.exchange.formats import negatives_inferred, negatives_of
from owlboost.exchange.owl.classes import DataStyle
from owlboost.models.definition import Definition
from owlboost.models.source import opened_for
from owlboost.models.trained import TrainedModel
from owlboost.ontology.axioms import DisjointClasses, DisjointUnion, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import Class, ClassExpression, Not, union_of
from owlboost.ontology.reasoner.entailment import Additions, AxiomStanding, Finding
from owlboost.ontology.text import sentences
from owlboost.runtime.array_types import Ids, Mask
from owlboost.sources.ontology_source import LoadedOntology
from owlboost.tables.table import Table


@dataclass(frozen=True, slots=True)
class CrispInclusion:
    """An inclusion of a class expression in the target, and the rules behind it.

    It covers some individuals of the source, and of these some are known to be members of the
    target; None where that is not known. The finding tells how it stands to the source, if that is
    an ontology.
    """

    conjunction: CrispRule
    body: ClassExpression
    rules: tuple[Rule, ...]
    covered: int | None = None
    members: int | None = None
    finding: Finding | None = None

    @property
    def precision(self) -> float | None:
        """Share of members among the covered, if they are known."""
        if not self.covered or self.members is None:
            return None
        return self.members / self.covered


@dataclass(frozen=True, slots=True)
class CrispInclusions:
    """All crisp inclusions in one target, from a source of some name, if any.

    ``counts`` are how many individuals they cover together, and how many of these are known to
    belong to the target; None where that is not known. ``limits`` say in sentences what the
    statements do not say.
    """

    target: str
    decision: Decision
    inclusions: tuple[CrispInclusion, ...]
    style: DataStyle
    counts: tuple[int | None, int | None] = (None, None)
    source: str = ""
    limits: tuple[str, ...] = ()
    lexicon: Lexicon = SHORT_NAMES

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on the statements, in sentences."""
        return (*self.limits, *_standings(self))

    @property
    def whole(self) -> CrispInclusion:
        """All statements as one, whose body is their union."""
        bodies = tuple(inclusion.body for inclusion in self.inclusions)
        return CrispInclusion(
            CrispRule((), ()),
            union_of(bodies),
            tuple(dict.fromkeys(rule for inclusion in self.inclusions for rule in inclusion.rules)),
            *self.counts,
        )

    @property
    def name(self) -> str:
        """The label of the target."""
        return self.lexicon.name(self.target)

    @property
    def definition(self) -> EquivalentClasses:
        """The axiom that the target is the union of all bodies."""
        return EquivalentClasses((Class(self.target), self.whole.body))


def crisp_inclusions(
    model: TrainedModel,
    source: object,
    cut: float,
    *,
    equivalent: bool = False,
    force: bool = False,
) -> CrispInclusions:
    """Return the crisp inclusions that a model implies at a cut.

    The source is what the model is applied to, or None. With ``equivalent``, the target is nothing
    else than what is covered; with ``force``, even what contradicts the source is stated.

    Raises
    ------
    ParameterError
        That cannot be expressed.
    ModelError
        A statement contradicts the source.
    """
    if isinstance(source, str | os.PathLike):
        source = opened_for(model, source)
    kb = None if source is None else model.knowledge(source)
    loaded = source if isinstance(source, LoadedOntology) else None
    apart = {} if loaded is None or kb is None else _exclusions(loaded, kb)
    decided = decision(model, cut, kb, apart)
    lexicon = model.lexicon if kb is None else model.called_in(kb.lexicon).lexicon
    style = (
        DataStyle.usual(lexicon)
        if loaded is None
        else DataStyle.of_ontology(loaded.ontology, lexicon)
    )
    rules = list(model.hypothesis.rules())
    bodies = [style.class_of(conjunction) for conjunction in decided.conjunctions]
    findings = _findings(loaded, bodies, model.target)
    masks = _masks(model, decided.conjunctions, kb)
    members = _members(loaded, model.target)
    inclusions = tuple(
        CrispInclusion(
            conjunction, body, tuple(rules[rule] for rule in conjunction.rules), *counted, finding
        )
        for conjunction, body, counted, finding in zip(
            decided.conjunctions,
            bodies,
            (_counts(mask, members) for mask in masks),
            findings,
            strict=True,
        )
    )
    statements = CrispInclusions(
        model.target,
        decided,
        inclusions,
        style,
        _counts(_union(masks), members),
        source.path.name if isinstance(source, LoadedOntology | Table) else "",
        lexicon=lexicon,
    )
    if not force:
        _require_consistent(statements)
        if equivalent and loaded is not None:
            _require_consistent_definition(statements, loaded)
    inferred = negatives_inferred(model, crisp=True) if equivalent else ()
    return replace(statements, limits=(*inferred, *_limits(model, decided)))


def crisp_inclusion_pair(
    definition: Definition, source: object, cut: float, *, force: bool = False
) -> tuple[CrispInclusions, CrispInclusions]:
    """State a definition at a cut: a class, and its complement."""
    if isinstance(source, str | os.PathLike):
        source = opened_for(definition.joint, source)
    belongs = crisp_inclusions(definition.belongs, source, cut, force=force)
    does_not = crisp_inclusions(definition.does_not, source, cut, force=force)
    apart: tuple[str, ...] = ()
    if source is None:
        twice = "an individual that both rules cover makes the ontology inconsistent"
        apart = (f"{twice}; give a source to have that checked",)
    elif not force:
        _require_apart(definition, source, cut)
        _require_consistent_complement(belongs, does_not, source)
    limits = (negatives_of(definition), *apart, *belongs.limits, *does_not.limits)
    return replace(belongs, limits=tuple(dict.fromkeys(limits))), does_not


def _require_apart(definition: Definition, source: object, cut: float) -> None:
    """Refuse rules that put somebody into a class and into its complement."""
    kb = definition.knowledge(source)
    degrees = [model.degrees(kb) for model in (definition.belongs, definition.does_not)]
    both = np.flatnonzero((degrees[0] >= cut) & (degrees[1] >= cut))
    if both.size:
        name = definition.belongs.called_in(kb.lexicon).lexicon.name(kb.individuals[both[0]])
        raise ModelError(
            Message(
                f"The rules for and against cover {both.size} of the individuals together, such as "
                f"{name}, at a degree of {cut:g}, so that the axioms would be inconsistent: choose "
                "a higher cut, or ",
                _FORCE,
                ".",
            )
        )


def _require_consistent_complement(
    belongs: CrispInclusions, does_not: CrispInclusions, source: object
) -> None:
    if not isinstance(source, LoadedOntology):
        return
    for inclusion in does_not.inclusions:
        axiom = SubClassOf(inclusion.body, Not(Class(belongs.target)))
        answer = _additions(source).contradicted(axiom)
        if answer.yes:
            (text,) = sentences([axiom], belongs.lexicon)
            raise ModelError(
                Message(
                    f"What the rules say contradicts {belongs.source}, so that the axiom '{text}' "
                    f"cannot be added: {answer.why}; choose another cut, or ",
                    _FORCE,
                    ".",
                )
            )


def _exclusions(loaded: LoadedOntology, kb: KnowledgeBase) -> dict[str, frozenset[str]]:
    """Return class → the classes that disjointness keeps apart from it."""
    disjoint: dict[str, set[str]] = defaultdict(set)
    for axiom in loaded.ontology.axioms:
        if isinstance(axiom, DisjointClasses | DisjointUnion) and not kb.is_graded:
            names = [part.iri for part in axiom.classes if isinstance(part, Class)]
            for name, excluded in permutations(names, 2):
                disjoint[name].add(excluded)
    classes = kb.vocabulary.classes
    return {
        name: frozenset(apart)
        for number, name in enumerate(classes if disjoint else ())
        if (
            apart := {
                excluded
                for upper in (name, *(classes[above] for above in kb.taxonomy[number]))
                for excluded in disjoint.get(upper, ())
                if excluded in classes
            }
        )
    }


def _findings(
    loaded: LoadedOntology | None, bodies: Sequence[ClassExpression], target: str
) -> Sequence[Finding | None]:
    if loaded is None:
        return [None] * len(bodies)
    return _additions(loaded).findings(bodies, target)


def _additions(loaded: LoadedOntology) -> Additions:
    return Additions(loaded.ontology, loaded.reasoning.reasoner, loaded.reasoning.timeout)


def _masks(
    model: TrainedModel, conjunctions: Sequence[CrispRule], kb: KnowledgeBase | None
) -> list[Mask | None]:
    """Return the individuals that each conjunction covers."""
    if kb is None:
        return [None for _ in conjunctions]
    ground = CertainFacts(kb, Extents(kb, model.semantics))
    return [ground.met(conjunction) for conjunction in conjunctions]


def _union(masks: Sequence[Mask | None]) -> Mask | None:
    known_masks = [mask for mask in masks if mask is not None]
    return np.logical_or.reduce(known_masks) if known_masks else None


def _counts(mask: Mask | None, members: Ids | None) -> tuple[int | None, int | None]:
    """Count the covered individuals, and the members among them."""
    if mask is None:
        return None, None
    return int(mask.sum()), None if members is None else int(mask[members].sum())


def _members(loaded: LoadedOntology | None, target: str) -> Ids | None:
    """Return the members of the target in an ontology that has it."""
    if loaded is None or target not in loaded.ontology.signature.classes:
        return None
    kb = loaded.source().knowledge_base()
    members = kb.members[kb.vocabulary.classes.id(target)]
    return np.asarray(members[members < len(loaded.names)])


_FORCE = Message("use ", Hint("force", "force=True"), " to write it all the same")


def _require_consistent(statements: CrispInclusions) -> None:
    for inclusion in statements.inclusions:
        if (
            inclusion.finding is not None
            and inclusion.finding.standing is AxiomStanding.CONTRADICTORY
        ):
            (axiom,) = sentences(
                [SubClassOf(inclusion.body, Class(statements.target))], statements.lexicon
            )
            raise ModelError(
                Message(
                    f"What the rules say contradicts {statements.source}, so that the axiom "
                    f"'{axiom}' cannot be added: {inclusion.finding.why}; choose another cut, or ",
                    _FORCE,
                    ".",
                )
            )


def _require_consistent_definition(statements: CrispInclusions, loaded: LoadedOntology) -> None:
    answer = _additions(loaded).contradicted(statements.definition)
    if answer.yes:
        raise ModelError(
            Message(
                f"That {statements.name} is nothing else than what the rules cover contradicts "
                f"{statements.source} ({answer.why}); write inclusions instead, or ",
                _FORCE,
                ".",
            )
        )


def _limits(model: TrainedModel, decided: Decision) -> Iterator[str]:
    """Yield remarks on what is not stated."""
    used = {rule for conjunction in decided.conjunctions for rule in conjunction.rules}
    idle = model.hypothesis.n_rules - len(used)
    if isinstance(model.hypothesis, RuleSet) and idle > 0:
        reach = "rule never reaches" if idle == 1 else "rules never reach"
        yield f"{idle} {reach} a degree of {decided.cut:g} and left no axiom"
    if not decided.is_exact:
        yield (
            "the axioms decide as the model does for the individuals of the source; of others "
            "they may miss some"
        )
    if decided.covered is not None and decided.missed is not None and decided.missed.size:
        yield (
            f"{decided.missed.size} of {decided.covered.size} individuals that the model covers "
            "are not covered by the axioms, because nothing excludes what would argue against them"
        )


def _standings(statements: CrispInclusions) -> Iterator[str]:
    reasons: dict[tuple[AxiomStanding, str], int] = {}
    for inclusion in statements.inclusions:
        if inclusion.finding is not None and inclusion.finding.standing is not AxiomStanding.NEW:
            why = inclusion.finding.why if inclusion.finding.standing is AxiomStanding.OPEN else ""
            key = inclusion.finding.standing, why
            reasons[key] = reasons.get(key, 0) + 1
    for (standing, why), count in reasons.items():
        some = f"{count} of {len(statements.inclusions)} axioms"
        match standing:
            case AxiomStanding.ENTAILED:
                yield f"the ontology already implied {some}"
            case AxiomStanding.CONTRADICTORY:
                yield f"the ontology contradicts {some}"
            case _:
                claim = f"whether the ontology contradicts or implies {some} is not decided: "
                yield Message(claim, *Message(why).parts)
