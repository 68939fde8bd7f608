"""Which labels are shown and what names mean, by definition: every thing against every other."""

from collections.abc import Iterable, Sequence

from owlboost.ontology.ontology import Labels, Signature, TaggedLabel
from owlboost.runtime.names import short_name

LONGEST = 120


def language_order(lang: str | None, languages: Iterable[str]) -> list[str]:
    """Languages, the one to show first: lang, its variants, its parents; none, English, others."""
    left = sorted(languages)
    wanted: list[str] = []
    tag = (lang or "").lower()
    while tag:
        wanted.append(tag)
        tag = tag.rpartition("-")[0]
    order: list[str] = []
    for tag in wanted:
        order += [one for one in left if one == tag and one not in order]
        order += [one for one in left if one.startswith(tag + "-") and one not in order]
    order += [one for one in left if one == "" and one not in order]
    order += [one for one in left if one == "en" and one not in order]
    order += [one for one in left if one.startswith("en-") and one not in order]
    return order + [one for one in left if one not in order]


def preferred(labels: Sequence[TaggedLabel], lang: str | None) -> str:
    """The label of the first language; of several the one of the first property, then alphabet."""
    first = language_order(lang, {one.language for one in labels})[0]
    spoken = [one for one in labels if one.language == first]
    rank = min(one.rank for one in spoken)
    return min(one.text for one in spoken if one.rank == rank)


def shown(labels: Labels, signature: Signature, lang: str | None) -> dict[str, str]:
    """IRI → label, where that label, in any language, is said of nothing else of its kind."""
    kinds = (
        signature.classes,
        signature.roles,
        signature.data_properties,
        signature.named_individuals,
    )
    found = {}
    for iri, texts in labels.items():
        text = preferred(texts, lang)
        others = {other for kind in kinds if iri in kind for other in kind if other != iri}
        clear = not any(text in _all_names(other, labels) for other in others)
        readable = len(text) <= LONGEST and not text.startswith("<")
        if clear and readable and text not in (iri, short_name(iri)):
            found[iri] = text
    return found


def _all_names(iri: str, labels: Labels) -> set[str]:
    return {iri, short_name(iri), *(one.text for one in labels.get(iri, ()))}


def meant(name: str, iris: Iterable[str], labels: Labels) -> set[str]:
    """What a name means: an IRI, else short names, else labels, else labels in any case."""
    text = name.removeprefix("<").removesuffix(">")
    everything = set(iris)
    for names in (
        lambda iri: {iri},
        lambda iri: {short_name(iri)},
    ):
        if found := {iri for iri in everything if text in names(iri)}:
            return found
    line = " ".join(name.split())
    told = [(iri, one.text) for iri in everything for one in labels.get(iri, ())]
    if found := {iri for iri, label in told if label == line}:
        return found
    return {iri for iri, label in told if label.casefold() == line.casefold()}
