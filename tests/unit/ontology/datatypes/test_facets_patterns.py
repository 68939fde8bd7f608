"""Regular expressions of XML Schema."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.ontology.datatypes.facets import PatternError, matcher


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("", [""], ["a"]),
        ("abc", ["abc"], ["ab", "xabc", "abcx"]),  # no anchors are needed
        ("^a$", ["^a$"], ["a"]),  # nor known
        ("a|bc|", ["a", "bc", ""], ["b", "abc"]),
        ("(ab)?c*d+", ["d", "abccdd", "cd"], ["ab", "abab", "c"]),
        ("(ab){2,3}", ["abab", "ababab"], ["ab", "abababab"]),
        ("a{2}b{2,}", ["aabb", "aabbbb"], ["abb", "aab"]),
        ("a{0}", [""], ["a"]),
        (".", ["a", " ", "\U0001f600"], ["\n", "\r", ""]),
        (r"[a-c-]\-", ["a-", "--"], ["d-", "a"]),
        ("[^a-c]", ["d", "^", "\n"], ["a", ""]),
        ("[a^]", ["^", "a"], ["b"]),
        ("[--/]+", ["-./"], ["a", ","]),
        ("[+-^]", ["A", "^"], ["a"]),
        (r"[^\s\D]", ["1"], ["a", " "]),
        (r"[\w\i:-]+", ["a1:+-_"], ["a b"]),
        ("$", ["$"], ["", "a"]),
        (r"\d{2}", ["12", "\u0663\u0664"], ["1a", "\u00b2\u00b2"]),
        (r"\D\S\W", ["ab!", "!!-"], ["1b!", "a !", "abc"]),
        (r"\w+", ["käse", "a1", "+"], ["a b", "a-b", ""]),
        (r"\s", [" ", "\t", "\n", "\r"], ["\u00a0", "a"]),
        (r"\i\c*", ["a:b", "_1", "käse.x-1"], ["1a", "-a", ""]),
        (r"\I\C", ["1 ", "-!"], ["a ", "1a"]),
        (r"\p{Lu}\p{L}*", ["Ab", "Äß"], ["ab", "A1"]),
        (r"\P{L}", ["1", " "], ["a"]),
        (r"[\p{Nd}\.\[\]\\]+", ["1.[]\\"], ["a"]),
        (r"\n\r\t\|\.\?\*\+\(\)\{\}\^", ["\n\r\t|.?*+(){}^"], ["n"]),
    ],
)
def test_matches(pattern: str, yes: list[str], no: list[str]) -> None:
    matches = matcher(pattern)
    assert [text for text in yes if not matches(text)] == []
    assert [text for text in no if matches(text)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "[^]", "(", ")", "a)", "(a", "[", "[]", "[a", "[a-", "a{", "a{2", "a{,2}", "a{x}", "a{3,2}",
        "*", "?a", "+", "{1}", "a**", "a|*", "]", "}", "\\", r"\q", r"\b", r"\1", r"[z-a]",
        r"\p{IsGreek}", r"\p{Xx}", r"\p", "[a[b]", "(?:a)", "(?i)a", "((a{99}){99}){99}",
        "a{999999}", "[a-[" * 200, "a)(b", r"[a-\d]",
        "[a-z-[aeiou]]", r"\p{C}", r"[\W]",
    ],
)  # fmt: skip
def test_what_is_no_expression_or_not_understood_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        matcher(pattern)


def test_time_is_linear_in_the_text() -> None:
    assert not matcher("(a*)*(a|aa)*b")("a" * 5000)  # hopeless by trying one way after the other
    assert matcher("a{625}")("a" * 625)


simple = st.recursive(
    st.sampled_from(["a", "b", "[ab]", "[^a]", ".", "\\d"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"({two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,}"])).map(
            lambda two: f"({two[0]}){two[1]}"
        ),
    ),
    max_leaves=5,
)


@given(simple, st.text("ab1", max_size=5))
def test_what_both_know_matches_as_in_python(pattern: str, text: str) -> None:
    assert matcher(pattern)(text) == (re.fullmatch(pattern, text) is not None)
