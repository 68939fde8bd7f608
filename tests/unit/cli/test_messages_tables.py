"""What errors and remarks point to, in Python and on the command line."""

import pickle

import pytest

from owlboost.cli.messages import worded
from owlboost.cli.options import SPELLINGS
from owlboost.errors import Hint, Message, SourceError
from owlboost.tables.read_options import COLUMNS, NO_HEADER, as_categories, as_names


@pytest.mark.parametrize(
    ("hint", "python", "option"),
    [
        (COLUMNS, "columns", "--columns"),
        (NO_HEADER, "header=False", "--no-header"),
        (as_names("it's"), 'id_column="it\'s"', "--id 'it'\"'\"'s'"),
        (as_categories("a b"), "kinds={'a b': 'category'}", "--categorical 'a b'"),
    ],
)
def test_a_hint_is_a_parameter_in_python_and_an_option_in_a_shell(
    hint: Hint, python: str, option: str
) -> None:
    assert hint.key in SPELLINGS
    said = Message("Use ", hint, "!")
    assert said == f"Use {python}!"
    assert worded(said) == f"Use {option}!"
    assert worded(SourceError(said)) == f"Use {option}!"


def test_a_sentence_keeps_its_hints_when_it_is_part_of_another_or_sent_elsewhere() -> None:
    said = Message("{name}: ", Message("use ", COLUMNS), ".")
    assert said == "{name}: use columns."
    again = pickle.loads(pickle.dumps(said))
    assert (again, worded(again)) == (said, "{name}: use --columns.")


def test_what_has_no_hint_is_said_as_it_is() -> None:
    assert worded("plain") == "plain"
    assert worded(SourceError("There is no file t.csv.")) == "There is no file t.csv."
