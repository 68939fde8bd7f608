"""Ontologies to learn from; whenever examples are held out, they are reasoned over anew."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from owlboost.concepts.evaluation import Extents
from owlboost.data.example_labels import TARGET_RANGE, TargetRange, UnknownExamples, unknown_share
from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon, Resolver, Vocabulary, new_iri
from owlboost.errors import ExamplesError, Message
from owlboost.models.explanation import fired
from owlboost.models.source import SourceNames
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import Judge, UndecidedJudge
from owlboost.ontology.explain.justifications import Justification, why_inconsistent, why_member
from owlboost.ontology.expressions import Class
from owlboost.ontology.ontology import Ontology, Remark, has_language, languages, require_tag
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.reasoner.inferences import Inferences
from owlboost.ontology.reasoner.reason import Reasoner, reason
from owlboost.ontology.transform import hide_classes
from owlboost.runtime.array_types import Answers, Ids
from owlboost.runtime.names import Names
from owlboost.sources.condition_reasons import Grounding, computed_from, grounds
from owlboost.sources.example_files import ExampleLists
from owlboost.sources.ontology_examples import (
    Background,
    ExampleChooser,
    require_three_values,
)
from owlboost.sources.ontology_judge import OntologyJudge
from owlboost.sources.ontology_knowledge import CompiledOntology, Saturated, lexicon_of
from owlboost.sources.ontology_reasoning import Reasoning, compile_with
from owlboost.sources.ontology_values import authored_sets


class OntologySource:
    """An ontology without its target, as a source of knowledge bases.

    Hidden properties are reasoned with, but left out of the knowledge bases. The judge and the
    lexicon are those of the whole ontology.
    """

    def __init__(
        self,
        compiled: CompiledOntology,
        names: Names,
        hidden: frozenset[str] = frozenset(),
        judge: Judge | None = None,
        lexicon: Lexicon = SHORT_NAMES,
        authored: Mapping[str, tuple[FuzzySet, ...]] | None = None,
    ) -> None:
        self._authored = authored or {}
        self._compiled = compiled
        self._names = names
        self._hidden = hidden
        self._lexicon = lexicon
        self.judge = UndecidedJudge() if judge is None else judge
        self._saturated: Saturated | None = None

    def __getstate__(self) -> dict[str, object]:
        """Leave the judge out of pickles: it holds the whole ontology a second time."""
        return vars(self) | {"judge": UndecidedJudge()}

    def saturated(self) -> Saturated:
        """Return what follows from everything; computed once."""
        if self._saturated is None:
            self._saturated = self._without_hidden(self._compiled.saturate())
        return self._saturated

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        """Infer the knowledge base without the assertions about some individuals."""
        if without is None or not without.size:
            return self.saturated().kb
        held_out = [self._names[number] for number in without]
        return self._without_hidden(self._compiled.saturate(without=held_out)).kb

    def _without_hidden(self, saturated: Saturated) -> Saturated:
        kb = saturated.kb.without_properties(self._hidden)
        lexicon = replace(self._lexicon, times=kb.lexicon.times)
        return replace(saturated, kb=replace(kb, lexicon=lexicon, authored=self._authored))


class LoadedOntology:
    """An ontology as read: look-up of names, examples, and inferences.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.ttl"
    >>> _ = file.write_text(
    ...     "@prefix : <http://ex.org#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . "
    ...     ":Good a owl:Class . :a a owl:NamedIndividual, :Good . :b a owl:NamedIndividual ."
    ... )
    >>> X, y = read_ontology(file).examples("Good")
    >>> [X.names[number] for number in X.individuals], y
    (['http://ex.org#a', 'http://ex.org#b'], array([ True, False]))
    """

    def __init__(
        self,
        path: Path,
        ontology: Ontology,
        reasoning: Reasoning,
        lang: str | None = None,
        *,
        iris: bool = False,
    ) -> None:
        self.path = path
        self.ontology = ontology
        self.reasoning = reasoning
        self.lang = lang
        self.iris = iris

    @cached_property
    def lexicon(self) -> Lexicon:
        """The labels of things, in the chosen language."""
        labels = lexicon_of(self.ontology.labels, self.ontology.signature, self.lang)
        return replace(labels, iris=self.iris)

    @cached_property
    def classes(self) -> Resolver:
        """Look-up of classes by name."""
        return Resolver(self.ontology.signature.classes, "class", lexicon=self.lexicon)

    @cached_property
    def hideable(self) -> Resolver:
        """Look-up of classes and properties by name."""
        signature = self.ontology.signature
        names = (*signature.classes, *signature.roles, *signature.data_properties)
        every = Names(dict.fromkeys(names))
        return Resolver(every, "class or property", lexicon=self.lexicon)

    @cached_property
    def individuals(self) -> Resolver:
        """Look-up of individuals by name."""
        return Resolver(self.names, "individual", lexicon=self.lexicon)

    @cached_property
    def names(self) -> Names:
        """The named individuals: element numbers are positions here."""
        return self.ontology.signature.named_individuals

    @property
    def judge(self) -> Judge:
        """The judge of hypotheses; it decides nothing for fuzzy ontologies."""
        reasoning = self.reasoning
        fuzziness = self.ontology.fuzziness
        if fuzziness.is_graded or fuzziness.inclusions:
            return UndecidedJudge("facts of the ontology hold to a degree, which is not judged")
        return OntologyJudge(self.ontology, reasoning.reasoner, reasoning.timeout, self.lexicon)

    @cached_property
    def _full_source(self) -> OntologySource:
        compiled = compile_with(
            self.ontology, self.reasoning.reasoner, timeout=self.reasoning.timeout
        )
        return OntologySource(
            compiled,
            self.names,
            judge=self.judge,
            lexicon=self.lexicon,
            authored=authored_sets(self.ontology.fuzziness),
        )

    @property
    def _chooser(self) -> ExampleChooser:
        return ExampleChooser(
            self.ontology,
            self.reasoning,
            lambda: self.source().knowledge_base(),
            self.classes,
            self.individuals,
        )

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on what was not understood or may not be inferred."""
        return (*self.ontology.remarks, *self._full_source.saturated().remarks)

    def files(self) -> tuple[Path, ...]:
        """Return the file and its imports, which no output may overwrite."""
        imported = self.ontology.imports.values()
        return (self.path, *(Path(file) for file in imported if file is not None))

    def notices(self) -> tuple[str, ...]:
        """Return a notice if no label is in the chosen language."""
        labels = self.ontology.labels
        if self.lang is None or has_language(labels, self.lang):
            return ()
        *most, last = filter(None, languages(labels)) if any(languages(labels)) else ["none"]
        present = f"{', '.join(most)} and {last}" if most else last
        return (f"no label is in the language {self.lang} (languages of labels: {present})",)

    def rule_names(self) -> SourceNames:
        """Return the names of classes and properties that rules may use."""
        signature = self.ontology.signature
        vocabulary = Vocabulary(signature.classes, signature.roles, signature.data_properties)
        return SourceNames(
            vocabulary, self.lexicon, new_iri, lambda: self.source().knowledge_base()
        )

    def knowledge_for(self, model: TrainedModel) -> KnowledgeBase:
        """Infer the knowledge base without a model's target and hidden names.

        Names that the ontology does not have are ignored.
        """
        target = model.target if self.classes.has(model.target) else None
        hidden = [self.hideable.iri(name) for name in _hidden(model) if self.hideable.has(name)]
        return self.source(target, hidden).knowledge_base()

    def source(
        self,
        target: str | None = None,
        hide: Collection[str] = (),
        unseen: Collection[str] = (),
    ) -> OntologySource:
        """Return a source without the target and hidden names.

        Hidden classes disappear before reasoning. Hidden properties and ``unseen`` classes are
        reasoned with, but left out of the knowledge bases.
        """
        if target is None and not hide:
            return self._full_source
        classes = [iri for iri in hide if iri in self.ontology.signature.classes]
        compiled = compile_with(
            self.ontology,
            self.reasoning.reasoner,
            timeout=self.reasoning.timeout,
            target=target,
            hide=classes,
            unseen=unseen,
        )
        hidden = frozenset(hide) - frozenset(classes)
        authored = authored_sets(self.ontology.fuzziness)
        return OntologySource(compiled, self.names, hidden, self.judge, self.lexicon, authored)

    def examples(  # noqa: PLR0913 - one parameter for each way to say who is an example
        self,
        target: str | None = None,
        *,
        lists: ExampleLists | None = None,
        scope: str | None = None,
        hide: Sequence[str] = (),
        background: Background = "none",
        grades: Mapping[str, float] | None = None,
        target_range: TargetRange | None = None,
        unknown: str | float | None = None,
    ) -> tuple[Examples, Answers]:
        """Return the examples with their labels.

        Parameters
        ----------
        target
            Class to learn, by name or IRI. Without lists its instances are the positives and all
            other individuals the negatives; if some are instances only to a degree, the examples
            are graded. With lists it need not be in the ontology.
        lists
            Names of positives and negatives; without negatives all others are negative.
        scope
            Class whose instances are the examples, where no negatives are listed.
        hide
            Classes and properties that the learner must not see.
        background
            The background: ``none``, ``all`` other individuals, or the other instances of the
            ``scope``. They count as not belonging to the target, but neither as negatives nor in
            any measure.
        grades
            Names of all examples, each with its degree of the target.
        target_range
            The least and largest grade; by default grades are degrees from 0 to 1.
        unknown
            How to treat individuals that are neither known to be positive nor known to be
            negative: ``ignore`` them, count them as ``negative``, or count them so with a weight
            above 0 and at most 1. Negatives are then those listed or, if none are, those of which
            the ontology implies that they do not belong to the target; the learner sees no class
            that implies it, unless all unknown ones are negative. By default nothing is unknown:
            individuals that are not positive are negative, unless negatives are listed.
        """
        chooser = self._chooser
        if grades is None and lists is None and target is not None:
            grades = chooser.grades(self.classes.iri(target), scope)
        if unknown is not None:
            require_three_values(grades, background)
        unknown_weight = None if unknown is None else unknown_share(unknown)
        hidden = self.hideable.iris(hide)
        unknown_examples: UnknownExamples | None = None
        labels: Answers
        if grades is not None:
            iri, target_range = chooser.target_iri(target), target_range or TargetRange()
            individuals, labels = chooser.graded(grades, target_range)
        elif target_range is not None:
            raise ExamplesError(Message(TARGET_RANGE, " needs graded examples."))
        else:
            iri, positives, negatives = chooser.listed(target, lists)
            individuals, labels, unknown_examples = chooser.crisp(
                positives, negatives, scope, iri, unknown_weight
            )
        background_ids = np.setdiff1d(chooser.background(background, scope), individuals)
        listed = lists is not None and bool(lists.negatives)
        unseen: frozenset[str] = frozenset()
        if iri is not None and unknown_weight is not None and unknown_weight < 1 and not listed:
            unseen = chooser.classes_against(iri)
        X = Examples(
            self.source(iri, hidden, unseen),
            iri or new_iri(target or "Target"),
            self.names,
            individuals,
            individuals,
            background_ids,
            self.lexicon,
            target_range,
            unknown_examples,
        )
        return X, labels

    def inferences(self) -> Inferences:
        """Return everything that follows for the named individuals, by the chosen reasoner.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself; see :meth:`why_inconsistent`.

        Examples
        --------
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "cats.omn"
        >>> _ = file.write_text("Class: Cat SubClassOf: Pet Class: Pet Individual: tom Types: Cat")
        >>> onto = read_ontology(file)
        >>> onto.inferences().instances_of(onto.classes.iri("Pet")) == (onto.names[0],)
        True
        """
        reasoning = self.reasoning
        return reason(self.ontology, reasoner=reasoning.reasoner, timeout=reasoning.timeout)

    def why(self, individual: str, class_: str, *, most: int = 3) -> tuple[Justification, ...]:
        """Return justifications of a membership, none if it is not derived.

        Parameters
        ----------
        individual, class_
            By name or IRI.
        most
            Return at most this many reasons, the smallest first.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself; see :meth:`why_inconsistent`.

        Examples
        --------
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "cats.omn"
        >>> _ = file.write_text("Class: Cat SubClassOf: Pet Class: Pet Individual: tom Types: Cat")
        >>> print(*read_ontology(file).why("tom", "Pet"))
        tom Type Cat
        Cat SubClassOf Pet
        """
        expression = Class(self.classes.iri(class_))
        return self._with_labels(
            why_member(self.ontology, self.individuals.iri(individual), expression, most)
        )

    def why_so_far(self, individual: str, class_: str) -> tuple[float, tuple[str, ...]]:
        """Return the degree of a membership, and the classes whose degrees it comes from.

        There are such classes only if a fuzzy concept is among them.
        """
        iri = self.classes.iri(class_)
        members, degrees = self._chooser.degrees_of(iri)
        own_degrees = degrees[members == self.names.id(self.individuals.iri(individual))]
        return float(own_degrees.max(initial=0.0)), computed_from(self.ontology, iri)

    def why_inconsistent(self, *, most: int = 3) -> tuple[Justification, ...]:
        """Return justifications of an inconsistency, none if it is not derived."""
        return self._with_labels(why_inconsistent(self.ontology, most))

    def why_conditions(
        self, model: TrainedModel, individual: str, kb: KnowledgeBase | None = None
    ) -> tuple[Grounding, ...]:
        """Return the inferred facts behind the rules that fire, with reasons.

        Parameters
        ----------
        model
            Its rules are applied without the target and what was hidden from it.
        individual
            By name or IRI.
        kb
            The result of ``model.knowledge`` for the ontology, if at hand.

        Examples
        --------
        >>> import tempfile
        >>> from owlboost.concepts.concept import Atom, Concept
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> file = Path(tempfile.mkdtemp()) / "cats.omn"
        >>> _ = file.write_text("Class: Cat SubClassOf: Pet Class: Pet Individual: tom Types: Cat")
        >>> onto = read_ontology(file)
        >>> rules = RuleSet((Inclusion(Concept((Atom(onto.classes.iri("Pet")),))),))
        >>> (pet,) = onto.why_conditions(TrainedModel("foil", "urn:x#Good", rules, 0.5), "tom")
        >>> for line in pet.lines():
        ...     print(line)
        tom Type Pet, because
          tom Type Cat
          Cat SubClassOf Pet
        """
        kb = model.knowledge(self) if kb is None else kb
        number = kb.individuals.id(self.individuals.iri(individual))
        extents, element = Extents(kb, model.semantics), np.array([number], dtype=np.int32)
        (firings,) = fired(model.hypothesis, extents, element, model.target, silent=False)
        hidden = [self.classes.iri(name) for name in _hidden(model) if self.classes.has(name)]
        visible = hide_classes(self.ontology, [model.target, *hidden])
        return tuple(grounds(visible, kb, extents, [firing.body for firing in firings], number))

    def _with_labels(self, justifications: tuple[Justification, ...]) -> tuple[Justification, ...]:
        """Show justifications with the labels of the ontology."""
        return tuple(
            replace(justification, naming=self.lexicon) for justification in justifications
        )


def _hidden(model: TrainedModel) -> list[str]:
    """Return the names that were hidden when a model was learned."""
    recorded = model.source.get("hidden", [])
    return recorded if isinstance(recorded, list) else []


def read_ontology(
    path: str | os.PathLike[str],
    *,
    import_dirs: Sequence[str | os.PathLike[str]] = (),
    strict: bool = False,
    reasoner: Reasoner = "structural",
    reasoner_timeout: float | None = None,
    lang: str | None = None,
    iris: bool = False,
) -> LoadedOntology:
    """Read an ontology in any of nine syntaxes, with its imports.

    Parameters
    ----------
    path
        The file; its syntax is recognised by content, and it may be gzipped.
    import_dirs
        Folders to search for imported ontologies, besides the file's own; catalogs and the folders
        below them are searched, too.
    strict
        Raise an error if an import is not found.
    reasoner, reasoner_timeout
        ``structural``, or ``hermit`` with a time limit in seconds (extra ``[dl]``).
    lang
        Language tag of displayed labels, such as ``de``. By default labels without a tag come
        first, then English ones. Names are looked up in all languages.
    iris
        Show IRIs in full instead of labels and short names.
    """
    require_tag(lang)
    path = Path(path)
    folders = [Path(folder) for folder in import_dirs]
    ontology = read_ontology_file(path, import_dirs=folders, strict=strict)
    return LoadedOntology(path, ontology, Reasoning(reasoner, reasoner_timeout), lang, iris=iris)
