"""Words: names taken apart, numbers, fuzzy sets, lists."""

import re
from collections.abc import Callable, Sequence

from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.runtime.calendar import Moment
from owlboost.runtime.names import short_name

NO_BREAK = "\xa0"
"""A blank at which no line is broken."""

_WORDS = {
    "VVVL": "exceptionally low",
    "VVL": "extremely low",
    "VL": "very low",
    "L": "low",
    "F": "fair",
    "H": "high",
    "VH": "very high",
    "VVH": "extremely high",
    "VVVH": "exceptionally high",
}
_PREPOSITIONS = frozenset(
    [
        "about",
        "above",
        "after",
        "against",
        "along",
        "at",
        "before",
        "behind",
        "below",
        "beside",
        "between",
        "by",
        "for",
        "from",
        "in",
        "inside",
        "into",
        "near",
        "next",
        "of",
        "off",
        "on",
        "onto",
        "outside",
        "over",
        "through",
        "to",
        "towards",
        "under",
        "until",
        "upon",
        "with",
        "within",
        "without",
    ]
)
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def breaking(text: str) -> str:
    """Write ordinary blanks, once lines are broken."""
    return text.replace(NO_BREAK, " ")


def words(name: str) -> str:
    """Take a name apart into words.

    Examples
    --------
    >>> words("GoodHotel"), words("Baby_Sitting"), words("sepal length (cm)"), words("RAM")
    ('good hotel', 'baby sitting', 'sepal length (cm)', 'RAM')
    """
    parts = _HUMPS.sub(" ", name.replace("_", " ")).split()
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


def relation(name: str) -> tuple[str, str]:
    """Classify a role as noun, “being near” or verb, with its words.

    Only what ends with a preposition is no noun: of other words one cannot tell.

    Examples
    --------
    >>> relation("near"), relation("is part of"), relation("located in")
    (('being', 'near'), ('being', 'part of'), ('being', 'located in'))
    >>> relation("works for"), relation("has amenity"), relation("drives")
    (('verb', 'works for'), ('noun', 'has amenity'), ('noun', 'drives'))
    """
    first, *remaining = name.split() or [""]
    last = remaining[-1] if remaining else first
    if last not in _PREPOSITIONS or first == "has":
        return "noun", name
    if first in {"is", "are", "was"} and remaining:
        return "being", " ".join(remaining)
    is_verb = bool(remaining) and first.endswith("s") and not first.endswith("ss")
    return ("verb" if is_verb else "being"), name


def size_word(prop: str, fuzzy_set: FuzzySet) -> str:
    """Return the word for a usual fuzzy set, such as “low”; else empty.

    Examples
    --------
    >>> size_word("urn:x#hasPrice", FuzzySet("hasPrice_VL", LeftShoulder(10, 20)))
    'very low'
    >>> size_word("urn:x#hasPrice", FuzzySet("cheap", LeftShoulder(10, 20)))
    ''
    """
    stem, mark, label = fuzzy_set.name.rpartition("_")
    word, number = label.rstrip("357"), label.lstrip("VLFH")
    usual = mark and stem == short_name(prop) and label == word + number
    return _WORDS.get(word, "") if usual else ""


def size_label(text: str) -> str:
    """Return the label of the usual set of a name; else nothing.

    Examples
    --------
    >>> size_label("Very  low"), size_label("cheap")
    ('VL', '')
    """
    wanted = " ".join(text.lower().split())
    return next((label for label, word in _WORDS.items() if word == wanted), "")


def among(fuzzy_set: FuzzySet) -> str:
    """State how many sets a property has, if the set's name says so.

    Examples
    --------
    >>> among(FuzzySet("hasPrice_L5", LeftShoulder(10, 20)))
    ' (of 5 ranges)'
    """
    number = fuzzy_set.name.rpartition("_")[2].lstrip("VLFH")
    return f" (of {number} ranges)" if number else ""


def moment_word(size: str, moment: Moment) -> str:
    """Return the word for a usual set of days, such as “early”.

    Examples
    --------
    >>> moment_word("very low", "date"), moment_word("high", "duration")
    ('very early', 'long')
    """
    low, high = ("short", "long") if moment == "duration" else ("early", "late")
    return size.replace("low", low).replace("high", high).replace("fair", "middling")


def shape_words(shape: Shape, number: Callable[[float], str] = "{:.4g}".format) -> str:
    """Explain a fuzzy set by its numbers.

    Examples
    --------
    >>> shape_words(Triangular(40, 60, 98))
    'fully at 60, fading to not at all at 40 and at 98.'
    >>> shape_words(LeftShoulder(40, 60))
    'fully up to 40, fading to not at all at 60.'
    """
    match shape:
        case LeftShoulder(a, b):
            return f"fully up to {number(a)}, fading to not at all at {number(b)}."
        case RightShoulder(a, b):
            return f"not at all up to {number(a)}, rising to fully at {number(b)} and above."
        case Triangular(a, b, c):
            return f"fully at {number(b)}, fading to not at all at {number(a)} and at {number(c)}."
        case Trapezoidal(a, b, c, d):
            return (
                f"fully from {number(b)} to {number(c)}, fading to not at all at {number(a)} and "
                f"at {number(d)}."
            )


def brief_shape(shape: Shape, number: Callable[[float], str] | None = None) -> str:
    """Say where a fuzzy set holds fully and, in brackets, at all.

    Examples
    --------
    >>> shapes = LeftShoulder(40, 60), RightShoulder(60, 98), Trapezoidal(0, 1, 2, 3.5)
    >>> [breaking(brief_shape(shape)) for shape in shapes]
    ['up to 40 (at most 60)', 'from 98 (at least 60)', 'from 1 to 2 (0 – 3.5)']
    >>> breaking(brief_shape(Triangular(38.1, 77.7, 167)))
    'around 77.7 (38.1 – 167)'
    """
    write = number or brief
    match shape:
        case LeftShoulder(a, b):
            return f"up to {write(a)} (at{NO_BREAK}most{NO_BREAK}{write(b)})"
        case RightShoulder(a, b):
            return f"from {write(b)} (at{NO_BREAK}least{NO_BREAK}{write(a)})"
        case Triangular(a, b, c):
            return f"around {write(b)} ({write(a)}{NO_BREAK}–{NO_BREAK}{write(c)})"
        case Trapezoidal(a, b, c, d):
            return f"from {write(b)} to {write(c)} ({write(a)}{NO_BREAK}–{NO_BREAK}{write(d)})"


def brief(value: float) -> str:
    """Write a number with three digits, or all before the point.

    Examples
    --------
    >>> [brief(one) for one in (77.7151, 1234.5, 0.24451, -3.0, 2.5e9)]
    ['77.7', '1234', '0.245', '-3', '2.5e+09']
    """
    return f"{value:.0f}" if 1000 <= abs(value) < 1e7 else f"{value:.3g}"


def percent(share: float) -> str:
    """Write a share in percent, on one line.

    Examples
    --------
    >>> [breaking(percent(share)) for share in (0.0113, 0.256, 0.994, 1.0)]
    ['1.1 %', '26 %', '99.4 %', '100 %']
    """
    percentage = 100 * share
    text = f"{percentage:.0f}" if 10 <= percentage <= 99 else f"{percentage:.1f}".removesuffix(".0")
    return f"{text}{NO_BREAK}%"


def counted(number: int, thing: str) -> str:
    """Count things, in the plural if need be.

    Examples
    --------
    >>> counted(1, "example"), breaking(counted(1200, "example"))
    ('1 example', '1 200 examples')
    """
    return f"{digits(number)} {thing}{'' if number == 1 else 's'}"


def digits(number: int) -> str:
    """Write a whole number with blanks between thousands."""
    return f"{number:,}".replace(",", NO_BREAK)


def a(thing: str) -> str:
    """Put an article before something.

    Examples
    --------
    >>> a("hotel"), a("amenity")
    ('a hotel', 'an amenity')
    """
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"


def listed(parts: Sequence[str]) -> str:
    """Join parts with commas and a last “and”.

    Examples
    --------
    >>> listed(["a pool", "a bar", "a view"])
    'a pool, a bar and a view'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def sentence(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]
