"""What names mean in Manchester syntax: prefixed, simple, in quotes."""

from urllib.parse import quote

from owlboost.ontology.language.reserved import RDFS, XSD
from owlboost.ontology.reading.drafts import Remarks
from owlboost.ontology.reading.manchester.tokens import FRAMES, SECTIONS, Lexeme, Tokens
from owlboost.ontology.reading.owl.names import Prefixes, legal, unquoted
from owlboost.ontology.reading.owl.trees import ShapeError

_SHORT_DATATYPES = frozenset({"integer", "decimal", "float", "string"})


class ManchesterNames:
    """Turns tokens into IRIs.

    A simple name has the default prefix. A name in single quotes is the label of an entity of the
    same file, or else a simple name with characters that simple names may not have.
    """

    def __init__(self, prefixes: Prefixes, base: str, remarks: Remarks) -> None:
        self.prefixes = prefixes
        self.base = base
        self._remarks = remarks
        self._labels: dict[str, set[str]] = {}
        self._known: dict[str, str] = {}

    def resolved(self, token: Lexeme) -> str:
        """Return what a name stands for."""
        text = token.text
        if text not in self._known:
            self._known[text] = self._looked_up(token)
        return self._known[text]

    def _looked_up(self, token: Lexeme) -> str:
        if token.kind == "quoted":
            return self._in_quotes(token.text[1:-1].replace("\\'", "'").replace("\\\\", "\\"))
        if token.kind == "iri":
            return legal(token.text[1:-1])
        if ":" in token.text:
            return self.prefixes.expanded(token.text)
        if token.text in _SHORT_DATATYPES:
            return XSD + token.text
        return self._simple(token.text)

    def _simple(self, name: str) -> str:
        namespace = self.prefixes.namespaces.get("")
        if namespace is None:
            namespace = self.base.rstrip("#") + "#"
            self._remarks.add(
                "no-default-prefix",
                f"names without a prefix, such as {name!r}, are taken for <{namespace}…>, "
                "as no default prefix is declared",
            )
            self.prefixes.declare("", namespace)
        return namespace + name

    def _in_quotes(self, name: str) -> str:
        labelled = self._labels.get(name, set())
        if len(labelled) > 1:
            raise ShapeError(f"the name '{name}' is the label of {len(labelled)} entities")
        if labelled:
            return next(iter(labelled))
        return self._simple(quote(name, safe="/?:@!$&'()*+,;=-._~"))

    def learn_labels(self, tokens: Tokens) -> None:
        """Note the labels of all frames, if names in quotes occur."""
        all_ = tokens.all
        if not any(token.kind == "quoted" for token in all_):
            return
        subject, section, of_axiom = None, "", False
        for place, token in enumerate(all_[:-2]):
            if token.kind == "word" and token.text in FRAMES:
                subject, section = all_[place + 1], ""
            elif token.kind == "word" and token.text in SECTIONS:
                section = token.text
                of_axiom = all_[place - 1].text in SECTIONS
            elif subject and section == "Annotations:" and not of_axiom:
                self._learn(token, all_[place + 1], subject)

    def _learn(self, token: Lexeme, value: Lexeme, subject: Lexeme) -> None:
        if value.kind != "text" or subject.kind not in ("iri", "word"):
            return
        if token.text in ("rdfs:label", f"<{RDFS}label>"):
            self._labels.setdefault(unquoted(value.text), set()).add(self.resolved(subject))
