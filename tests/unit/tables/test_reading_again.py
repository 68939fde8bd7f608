"""Other processes read the rows of a file that they are asked about."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from owlboost.errors import SourceError
from owlboost.runtime.names import Names, NumberedNames
from owlboost.tables.reading import print_of, read_table

TEXT = "price;kind;good\n79,5;a;yes\n?;b;no\n120,0;a;yes\n20,0;?;no\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small table with gaps and decimal commas."""
    path = tmp_path / "hotels.csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_part_of_the_file_says_what_the_knowledge_says(path: Path) -> None:
    kb = read_table(path, kinds={"kind": "category"}).problem("good=yes").kb
    assert kb.origin is not None
    origin = pickle.loads(pickle.dumps(kb.origin))
    elements = np.array([2, 0], dtype=np.int32)
    there = origin.part(kb.individuals.picked(elements))
    here = kb.reordered(elements)
    assert there.vocabulary.data_properties == here.vocabulary.data_properties
    for number, values in here.numbers.items():
        assert there.numbers[number].indptr.tolist() == values.indptr.tolist()
        assert there.numbers[number].values.tolist() == values.values.tolist()
    for number, symbols in here.symbols.items():
        assert there.symbols[number].values == symbols.values
        assert there.symbols[number].rows.indices.tolist() == symbols.rows.indices.tolist()


def test_another_file_of_that_name_is_refused(path: Path) -> None:
    kb = read_table(path).problem("good=yes").kb
    assert kb.origin is not None
    assert kb.origin.is_at_hand()
    path.write_text(TEXT.replace("120", "121"), encoding="utf-8")
    assert not kb.origin.is_at_hand()
    with pytest.raises(SourceError, match=r"hotels\.csv is not the file that is learned from"):
        kb.origin.part(kb.individuals)
    path.unlink()
    assert not kb.origin.is_at_hand()


def test_rows_with_names_of_their_own_cannot_be_looked_up(path: Path) -> None:
    named = path.with_name("named.csv")
    named.write_text("name,x,good\na,1,yes\nb,2,no\n")
    assert read_table(named, id_column="name").problem("good=yes").kb.origin is None
    origin = read_table(path).problem("good=yes").kb.origin
    assert origin is not None
    assert origin.knows(NumberedNames("row", np.arange(2)))
    assert not origin.knows(Names(["a"]))


def test_the_print_tells_size_beginning_and_end(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"a" * 200_000)
    two.write_bytes(b"a" * 199_999 + b"b")
    assert print_of(one).split()[0] == print_of(two).split()[0] == "200000"
    assert print_of(one) != print_of(two)
