"""The complete reasoner: what HermiT infers, added to an ontology.

HermiT is part of owlready2 (``pip install 'owlboost[dl]'``) and needs Java. It runs as a process
of its own and sees numbers for names, so that no name can trip it.
"""

import re
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from owlboost.errors import ReasonerError
from owlboost.model.vocabulary import short_name
from owlboost.ontology.language.axioms import HasKey, Ontology, Remark, Signature
from owlboost.ontology.language.hiding import hide_malformed
from owlboost.ontology.language.literals import canonical
from owlboost.ontology.language.mentions import strings_in, with_literals
from owlboost.ontology.language.reserved import OWL, TOP_DATA
from owlboost.ontology.reasoning.hermit.answer import PREFIX, Answer, read_answer
from owlboost.ontology.reasoning.hermit.process import FillersError, renamed, run_hermit
from owlboost.ontology.writing.expressions import EntityTerms, Term, iri_term
from owlboost.ontology.writing.ntriples import write_ontology_triples
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import temporary_folder

_BUILT_IN = re.compile(re.escape(OWL) + r"(?:Thing|Nothing|(?:top|bottom)(?:Object|Data)Property)")


def complete(
    ontology: Ontology, *, timeout: float | None = None, memory: int | None = None
) -> Ontology:
    """Return an ontology together with all that HermiT infers from it.

    Added are, as axioms, the inclusions between named classes and between object properties,
    and, as facts, the most specific named classes and the fillers of every individual. Together
    with the inclusions these give all classes and fillers, so a structural reasoner derives from
    the result whatever follows for named individuals.

    Anonymous individuals are reasoned about like named ones, unless there are keys, which hold
    for named individuals only; a remark then says that nothing is added for anonymous ones.
    HermiT breaks down over some fillers that depend on a distinction of cases; it is then
    run again without fillers, and a remark says so.

    Parameters
    ----------
    ontology
        Without the classes that must not be seen.
    timeout
        Seconds until HermiT is stopped; None waits as long as it takes.
    memory
        Most megabytes of Java's heap; None allows 60 % of the machine's memory.

    Raises
    ------
    ReasonerError
        If owlready2 or Java is missing, or HermiT fails or takes too long.
    InconsistentError
        If the ontology contradicts itself.
    """
    nameless = _has_keys(ontology) and _has_anonymous(ontology.signature)
    terms = _numbers_for_names(ontology.signature, nameless=nameless)
    with temporary_folder() as folder:
        source, output = folder / "ontology.nt", folder / "answer.txt"
        write_ontology_triples(_for_hermit(ontology), source, terms=terms)
        try:
            all_fillers = _ask(source, output, terms, timeout, memory)
        except ReasonerError as error:
            names = _names_for_numbers(ontology.signature, terms)
            raise renamed(error, lambda term: names.get(term, term)) from None
        answer = read_answer(output, ontology.signature)
    remarks = [
        remark for remark, holds in ((_NAMELESS, nameless), (_FILLERS, not all_fillers)) if holds
    ]
    return replace(enriched(ontology, answer), remarks=(*ontology.remarks, *remarks))


_NAMELESS = Remark(
    "hermit-anonymous",
    "keys hold for named individuals only, so HermiT adds nothing for anonymous ones",
)
_FILLERS = Remark(
    "hermit-fillers",
    "HermiT failed to list fillers, so those that require case distinctions may be missing",
)


def _ask(
    source: Path, output: Path, terms: EntityTerms, timeout: float | None, memory: int | None
) -> bool:
    """Run HermiT, and once more without fillers if it breaks down over them.

    Returns
    -------
    bool
        Whether fillers were inferred, where there can be any.
    """
    start = time.monotonic()
    fillers = any(term.startswith(f"<{PREFIX}") for term in terms.roles)
    try:
        run_hermit(source, output, fillers=fillers, timeout=timeout, memory=memory)
    except FillersError:
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - start))
        run_hermit(source, output, fillers=False, timeout=left, memory=memory)
        return False
    return True


def _has_keys(ontology: Ontology) -> bool:
    return any(isinstance(axiom, HasKey) for axiom in ontology.axioms)


def _has_anonymous(signature: Signature) -> bool:
    return any(name.startswith("_:") for name in signature.individuals)


def _numbers_for_names(signature: Signature, *, nameless: bool) -> EntityTerms:
    """Return terms that hold no more of a name than its number.

    Parameters
    ----------
    nameless
        Whether anonymous individuals stay so.
    """

    def terms(kind: str, names: Iterable[str]) -> list[Term]:
        return [
            iri_term(name) if _BUILT_IN.fullmatch(name) else f"<{PREFIX}{kind}{number}>"
            for number, name in enumerate(names)
        ]

    individuals = terms("i", signature.individuals)
    if nameless:
        for number, name in enumerate(signature.individuals):
            if name.startswith("_:"):
                individuals[number] = f"_:a{number}"
    return EntityTerms(
        terms("c", signature.classes),
        terms("r", signature.roles),
        terms("d", signature.data_properties),
        individuals,
    )


def _names_for_numbers(signature: Signature, terms: EntityTerms) -> dict[Term, str]:
    """Return what people call the terms."""
    kinds = (
        (terms.classes, signature.classes),
        (terms.roles, signature.roles),
        (terms.data_properties, signature.data_properties),
        (terms.individuals, signature.individuals),
    )
    return {
        term: short_name(name)
        for numbered, names in kinds
        for term, name in zip(numbered, names, strict=True)
    }


def _for_hermit(ontology: Ontology) -> Ontology:
    """Return the ontology without values that say nothing to HermiT or that it would refuse.

    Nothing about classes and fillers follows from values of a property that no axiom mentions.
    Malformed values have been remarked on when they were read. HermiT knows not all forms of
    numbers, so that it is given the canonical ones.
    """
    ontology = hide_malformed(ontology)
    facts, properties = ontology.facts, ontology.signature.data_properties
    mentioned = {name for axiom in ontology.axioms for name in strings_in(axiom)}
    said = TOP_DATA in mentioned
    used = np.array([said or name in mentioned for name in properties], dtype=np.bool_)
    if facts.value_properties.size:
        keep = used[facts.value_properties]
        facts = replace(
            facts,
            value_properties=facts.value_properties[keep],
            value_subjects=facts.value_subjects[keep],
            value_literals=facts.value_literals[keep],
            literals=tuple(map(canonical, facts.literals)),
        )
    axioms = tuple(with_literals(axiom, canonical) for axiom in ontology.axioms)
    return replace(ontology, iri=f"{PREFIX}ontology", axioms=axioms, facts=facts)


def enriched(ontology: Ontology, answer: Answer) -> Ontology:
    """Return an ontology with what HermiT answered, each once and in a fixed order."""
    new = sorted(answer.axioms - frozenset(ontology.axioms), key=repr)
    facts = ontology.facts
    subjects, classes = _united([facts.type_subjects, facts.type_classes], answer.types)
    roles, owners, fillers = _united(
        [facts.role_roles, facts.role_subjects, facts.role_objects], answer.fillers
    )
    return replace(
        ontology,
        axioms=(*ontology.axioms, *new),
        facts=replace(
            facts,
            type_subjects=subjects,
            type_classes=classes,
            role_roles=roles,
            role_subjects=owners,
            role_objects=fillers,
        ),
    )


def _united(columns: list[Ids], rows: list[tuple[int, ...]]) -> tuple[Ids, ...]:
    """Return the distinct rows of a table and a list, as read-only columns."""
    table = np.array(rows, dtype=np.int32).reshape(-1, len(columns))
    both = np.unique(np.concatenate([np.stack(columns, axis=1), table]), axis=0)
    out = tuple(np.ascontiguousarray(both[:, place]) for place in range(len(columns)))
    for column in out:
        column.flags.writeable = False
    return out
