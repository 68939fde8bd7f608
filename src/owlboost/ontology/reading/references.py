"""References to IRIs: resolved and taken apart, also those that are no proper URIs."""

import re
from urllib.parse import SplitResult, urljoin, urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def joined(base: str, reference: str) -> str:
    """Resolve a reference; one that is not absolute is put behind a base that is no URI.

    Examples
    --------
    >>> joined("http://e/a/b", "c"), joined("http://[e/a", "#c")
    ('http://e/a/c', 'http://[e/a#c')
    """
    try:
        return urljoin(base, reference)
    except ValueError:  # an address in brackets that is none
        return reference if _SCHEME.match(reference) else base + reference


def parts_of(iri: str) -> SplitResult:
    """Take an IRI apart; one that is no URI has no parts.

    Examples
    --------
    >>> parts_of("file:///a/b").path, parts_of("http://[e/a").path
    ('/a/b', '')
    """
    try:
        return urlsplit(iri)
    except ValueError:
        return SplitResult("", "", "", "", "")
