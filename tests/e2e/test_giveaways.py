"""``learn`` names conditions that alone tell the examples right, and the option that hides them."""

import re
import shlex

import pytest
from tests.e2e.commands import Commands

from owlboost.evaluation.samples import write_iris_table

PEOPLE = "age,is alive,survived\n" + "".join(
    f"{20 + number * 7 % 50},{'yes' if number % 3 else 'no'},{int(number % 3 > 0)}\n"
    for number in range(99)
)
EX = "http://ex.org/hotels#"
NOTE = re.compile(r"note: (.+) alone tells (\d+) of (\d+) examples right\. .* hide it with (.+)")


def notes(err: str) -> list[tuple[str, ...]]:
    return [found.groups() for line in err.splitlines() if (found := NOTE.fullmatch(line))]


def ontology(fact: str) -> str:
    """Twelve good hotels and twelve others; a fact holds of each good one."""
    lines = [f"Prefix(:=<{EX}>) Prefix(o:=<http://other.org#>) Ontology("]
    lines += ["Declaration(Class(:Loved)) Declaration(Class(o:Loved)) ClassAssertion(:Bar :bar)"]
    for number in range(24):
        lines.append(f"ClassAssertion(:Hotel :h{number})")
        if number < 12:
            lines.append(f"ClassAssertion(:Good :h{number}) {fact.format(f':h{number}')}")
    return "\n".join([*lines, ")"])


def test_a_column_that_copies_the_target_is_named_and_can_be_hidden(owlboost: Commands) -> None:
    owlboost.write("people.csv", PEOPLE)
    learn = ("learn", "people.csv", "--target", "survived=1", "--algorithm", "foil")
    run = owlboost(*learn, "-o", "model.json")
    assert run.code == 0
    (found,) = notes(run.err)
    assert found == ("'is alive' value \"yes\"", "99", "99", "--hide 'is alive'")
    assert run.err.endswith("If it merely restates the target, hide it with --hide 'is alive'\n")
    again = owlboost(*learn, *shlex.split(found[-1]))
    assert again.code == 0
    assert notes(again.err) == []
    assert "is alive" not in again.out


def test_a_column_that_tells_the_classes_apart_by_nature_is_named_too(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    options = ("--target", "species=setosa", "--algorithm", "foil", "--sets", "3")
    found = notes(owlboost("learn", "iris.csv", *options).err)
    assert found
    for condition, right, examples, option in found:
        assert condition.startswith("petal_")
        assert (right, examples) == ("150", "150")
        assert option in ("--hide petal_length", "--hide petal_width")


@pytest.mark.parametrize(
    ("fact", "condition", "option"),
    [
        ("ClassAssertion(:Praised {})", "Praised", "--hide Praised"),
        ("ObjectPropertyAssertion(:hasBar {} :bar)", "hasBar some Thing", "--hide hasBar"),
        ('DataPropertyAssertion(:mark {} "good")', 'mark value "good"', "--hide mark"),
        ("ClassAssertion(:Loved {})", "Loved", f"--hide '{EX}Loved'"),  # o:Loved is another
    ],
)
def test_classes_roles_and_properties_of_an_ontology_are_named(
    owlboost: Commands, fact: str, condition: str, option: str
) -> None:
    owlboost.write("hotels.ofn", ontology(fact))
    learn = ("learn", "hotels.ofn", "--target", "Good", "--scope", "Hotel", "--algorithm", "foil")
    (found,) = notes(owlboost(*learn).err)
    assert found == (condition, "24", "24", option)
    again = owlboost(*learn, *shlex.split(option))
    assert again.code == 0
    assert notes(again.err) == []


def test_nothing_is_said_of_few_examples(owlboost: Commands) -> None:
    few = "\n".join(PEOPLE.splitlines()[:25]) + "\n"  # 8 of 24 did not survive
    owlboost.write("people.csv", few)
    run = owlboost("learn", "people.csv", "--target", "survived=1", "--algorithm", "foil")
    assert run.code == 0
    assert notes(run.err) == []
