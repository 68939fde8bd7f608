"""The names of algorithms in tables and figures."""

TITLES = {"boost": "Fuzzy OWL-Boost", "foil": "FOIL-DL", "gradient": "Gradient concepts"}


def title(algorithm: str) -> str:
    """Return the name of an algorithm for people.

    Examples
    --------
    >>> title("foil")
    'FOIL-DL'
    """
    return TITLES.get(algorithm, algorithm)
