"""Names that every fuzzy reasoner takes: ASCII letters, digits and underscores."""

import re
import unicodedata
from collections.abc import Callable, Iterable

from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.exchange.flat.rules import Entry, NameKind

KEYWORDS = frozenset({
    "all", "and", "binary", "bottom", "boolean", "choquet", "classical", "constraints",
    "crisp", "disjoint", "domain", "false", "free", "functional", "implies", "instance",
    "integer", "inverse", "la", "linear", "lla", "lua", "lukasiewicz", "modified", "not",
    "or", "owa", "range", "real", "reflexive", "related", "self", "some", "string", "sugeno",
    "symmetric", "thing", "tla", "top", "transitive", "trapezoidal", "triangular", "true",
    "tua", "ua", "zadeh",
})  # fmt: skip

_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


def safe_name(text: str) -> str:
    """Write a name with letters, digits and underscores only, beginning with a letter.

    Examples
    --------
    >>> safe_name("sepal length (cm)"), safe_name("2"), safe_name("Größe"), safe_name("some")
    ('sepal_length_cm', 'n2', 'Gro_e', 'some_')
    """
    folded = unicodedata.normalize("NFKD", text)
    plain = "".join(mark for mark in folded if not unicodedata.combining(mark))
    name = _UNSAFE.sub("_", plain).strip("_") or "name"
    if not name[0].isalpha():
        name = f"n{name}"
    return f"{name}_" if name.lower() in KEYWORDS else name


class SafeNames:
    """Gives each thing one safe name, no two things the same, and keeps the table.

    Parameters
    ----------
    spell
        Makes a name out of any text.
    taken
        Names that nothing may have.
    lexicon
        What people call things; names for reasoners do without.

    Examples
    --------
    >>> names = SafeNames()
    >>> names.of("class", "urn:x#Good Hotel"), names.of("class", "urn:y#Good_Hotel")
    ('Good_Hotel', 'Good_Hotel_2')
    >>> names.of("class", "urn:x#Good Hotel")
    'Good_Hotel'
    >>> names.fresh("Body"), names.fresh("Body")
    ('Body1', 'Body2')
    """

    def __init__(
        self,
        spell: Callable[[str], str] = safe_name,
        taken: Iterable[str] = (),
        lexicon: Lexicon = SHORT_NAMES,
    ) -> None:
        self._spell = spell
        self._lexicon = lexicon
        self._entries: dict[tuple[NameKind, str, bool | str | None], Entry] = {}
        self._taken = set(taken)
        self._counts: dict[str, int] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The table, in the order in which names were given."""
        return tuple(self._entries.values())

    def of(self, kind: NameKind, meaning: str, value: bool | str | None = None) -> str:
        """Return the name of a thing."""
        key = (kind, meaning, value if not isinstance(value, bool) else f"\0{value}")
        if key not in self._entries:
            name = self._free(self._spell(self._spoken(kind, meaning, value)))
            self._entries[key] = Entry(name, kind, meaning, value)
        return self._entries[key].name

    def fresh(self, stem: str) -> str:
        """Return a numbered name for an auxiliary concept."""
        while True:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}{self._counts[stem]}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def reserved(self, name: str) -> str:
        """Return this very name for an auxiliary concept, or a numbered one if it is taken."""
        return self._free(name)

    def _free(self, name: str) -> str:
        candidate, number = name, 1
        while candidate in self._taken:
            number += 1
            candidate = f"{name}_{number}"
        self._taken.add(candidate)
        return candidate

    def _spoken(self, kind: NameKind, meaning: str, value: bool | str | None) -> str:
        if kind == "learner":
            return meaning
        if kind == "set":
            return self._lexicon.set_name(meaning)
        name = self._lexicon.name(meaning)
        if kind == "value":
            return f"{name} {str(value).lower() if isinstance(value, bool) else value}"
        return name
