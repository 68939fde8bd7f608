"""Rules as plain axioms, one a line: in Manchester syntax, and in the symbols of DL."""

from collections.abc import Callable, Iterator

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Rule, fuzzy_sets_of
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet, shape_name, shape_points
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.exchange.english.phrases import Phrases
from owlboost.models.trained import TrainedModel


def manchester_lines(model: TrainedModel) -> Iterator[str]:
    """Write rules as axioms in Manchester syntax; what speaks against it implies its negation.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> list(manchester_lines(TrainedModel("foil", "urn:x#Good", rules, 0.5)))
    ['Cheap SubClassOf Good  # degree 0.800']
    """
    layout = people(model.lexicon)
    target = layout.written("class", model.target)

    def axiom(rule: Rule) -> str:
        head = f"not {target}" if rule.weight < 0 else target
        return f"{manchester(rule.inclusion.body, layout)} SubClassOf {head}"

    yield from _axioms(model, axiom, "Thing")
    yield from _sets(model, lambda _, fuzzy_set: layout.written("set", fuzzy_set.name))


def dl_lines(model: TrainedModel) -> Iterator[str]:
    """Write rules in the symbols of description logic; what speaks against it implies ¬.

    Examples
    --------
    >>> from owlboost.concepts.concept import Edge
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> bar = Concept((Atom("urn:x#Inn"),), (Edge("urn:x#has", Concept((Atom("urn:x#Bar"),))),))
    >>> list(dl_lines(TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(bar, 0.8),)), 0.5)))
    ['Inn ⊓ ∃has.Bar ⊑ Good  # degree 0.800']
    """
    lexicon = model.lexicon
    target = lexicon.name(model.target)

    def axiom(rule: Rule) -> str:
        return f"{dl(rule.inclusion.body, lexicon)} ⊑ {'¬' if rule.weight < 0 else ''}{target}"

    yield from _axioms(model, axiom, "⊤")
    yield from _sets(model, lambda prop, fuzzy_set: _set_name(prop, fuzzy_set, lexicon))


def dl(concept: Concept, lexicon: Lexicon = SHORT_NAMES) -> str:
    """Write a concept in the symbols of description logic.

    Examples
    --------
    >>> from owlboost.concepts.concept import Edge
    >>> dl(Concept((CrispValue("urn:x#colour", "red"),), (Edge("urn:x#has", Concept()),)))
    '∃colour.{red} ⊓ ∃has.⊤'
    """
    parts = [_label(label, lexicon) for label in concept.labels]
    for edge in concept.edges:
        filler = dl(edge.filler, lexicon)
        compound = edge.filler.n_conjuncts > 1
        parts.append(f"∃{lexicon.name(edge.role)}.{f'({filler})' if compound else filler}")
    return " ⊓ ".join(parts) if parts else "⊤"


def _label(label: Label, lexicon: Lexicon) -> str:
    match label:
        case Atom(iri):
            return lexicon.name(iri)
        case FuzzyValue(prop, fuzzy_set):
            return f"∃{lexicon.name(prop)}.{_set_name(prop, fuzzy_set, lexicon)}"
        case CrispValue(prop, value):
            told = str(value).lower() if isinstance(value, bool) else value
            return f"∃{lexicon.name(prop)}.{{{told}}}"


def _set_name(prop: str, fuzzy_set: FuzzySet, lexicon: Lexicon) -> str:
    """Return a word for a fuzzy set, or its name if it is none of the usual ones."""
    return Phrases(lexicon).size(prop, fuzzy_set).replace(" ", "-") or lexicon.set_name(
        fuzzy_set.name
    )


def _axioms(model: TrainedModel, axiom: Callable[[Rule], str], top: str) -> Iterator[str]:
    counts = "weight" if isinstance(model.hypothesis, BoostedHypothesis) else "degree"
    rules = list(model.hypothesis.rules())
    for rule in rules:
        if not rule.inclusion.body.is_top:
            yield f"{axiom(rule)}  # {counts} {abs(rule.weight):.3f}"
    for rule in rules:
        if rule.inclusion.body.is_top:
            yield f"# {top}: {counts} {rule.weight:.3f}"
    if not rules:
        yield "# none found"


def _sets(model: TrainedModel, name: Callable[[str, FuzzySet], str]) -> Iterator[str]:
    found = list(fuzzy_sets_of(model.hypothesis).values())
    if found:
        yield ""
    for prop, fuzzy_set in found:
        shape = fuzzy_set.shape
        points = "  ".join(model.lexicon.number(prop, point) for point in shape_points(shape))
        of = model.lexicon.name(prop)
        yield f"# {of}: {name(prop, fuzzy_set)}  {shape_name(fuzzy_set.shape)}  {points}"
