"""Identifiers of the OBO format to IRIs, by declared spaces and by the rules of OBO's PURLs."""

from urllib.parse import quote

from owlboost.ontology.language.reserved import SKOS, STANDARD_PREFIXES
from owlboost.ontology.reading.headers import Header
from owlboost.ontology.reading.obo.stanzas import Stanza, TagLineError, stanzas

PURL = "http://purl.obolibrary.org/obo/"
_PREFERRED = ("BFO:", "RO:")


def obo_header(text: str) -> Header:
    r"""Return what the header of a text in OBO format says.

    Examples
    --------
    >>> obo_header("ontology: go\n").iri
    'http://purl.obolibrary.org/obo/go.owl'
    """
    try:
        return header_of(next(stanzas(text)))
    except TagLineError:
        return Header()


def header_of(stanza: Stanza) -> Header:
    """Return the IRI, the version and the imports that a header gives."""
    name, version = stanza.first("ontology"), stanza.first("data-version")
    header = Header(_document(name) if name else "")
    if name and version and not _is_url(name):
        header.version = f"{PURL}{name}/{quote(version, safe='/:')}/{name.rpartition('/')[2]}.owl"
    elif _is_url(version):
        header.version = version
    header.imports = [_document(clause.value) for clause in stanza.all("import") if clause.value]
    return header


def _document(name: str) -> str:
    """Return the IRI of an ontology named by a URL, a file or a short name."""
    if _is_url(name):
        return name
    return PURL + (name if name.endswith((".owl", ".obo")) else f"{name}.owl")


def _is_url(text: str) -> bool:
    return text.startswith(("http:", "https:", "file:", "urn:", "ftp:"))


class Identifiers:
    """Turns the identifiers of one file into IRIs.

    ``GO:0000001`` is ``…/obo/GO_0000001`` unless its space is declared otherwise. A relation
    without a space, such as ``part_of``, is the relation that its ``xref`` names, of BFO or RO
    before others; else it belongs to the ontology itself.
    """

    def __init__(self, header: Stanza) -> None:
        self._spaces = {**STANDARD_PREFIXES, "skos": SKOS}
        for clause in header.all("idspace"):
            if len(clause.words) > 1:
                self._spaces[clause.words[0]] = clause.words[1]
        self._ontology = header.first("ontology").removesuffix(".owl")
        self._shorthands: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def learn(self, stanza: Stanza) -> None:
        """Note what the shorthand of a relation stands for."""
        name = stanza.first("id")
        if not name or ":" in name:
            return
        xrefs = [clause.words[0] for clause in stanza.all("xref") if clause.words]
        xrefs = [xref for xref in xrefs if ":" in xref and not _is_url(xref)]
        xrefs.sort(key=lambda xref: not xref.startswith(_PREFERRED))
        if xrefs:
            self._shorthands[name] = xrefs[0]

    def iri(self, name: str) -> str:
        """Return the IRI of an identifier."""
        if name not in self._known:
            self._known[name] = self._looked_up(self._shorthands.get(name, name))
        return self._known[name]

    def _looked_up(self, name: str) -> str:
        if _is_url(name):
            return name
        space, colon, local = name.partition(":")
        if not colon:
            ontology = self._ontology or "TEMP"
            start = ontology if _is_url(ontology) else PURL + ontology
            return f"{start}#{quote(name, safe='')}"
        safe = quote(local, safe="-._~:/")
        if space in self._spaces:
            return self._spaces[space] + safe
        return f"{PURL}{space}{'#_' if '_' in local else '_'}{safe}"
