"""Tables on the command line: dates, and hints that name options."""

import pytest
from tests.e2e.commands import Commands

ROWS = [(number, "good" if number > 60 else "bad") for number in range(10, 110, 5)]
DATED = "built,kind\n" + "".join(
    f"{1970 + number // 12}-{number % 12 + 1:02}-15,{kind}\n" for number, kind in ROWS
)
NAMED = "the name,x\n" + "".join(f"n{number},{number % 7}\n" for number in range(150))


def test_dates_are_learned_from_and_predicted_with(owlboost: Commands) -> None:
    owlboost.write("t.csv", DATED)
    run = owlboost("learn", "t.csv", "--target", "kind=good", "--algorithm", "foil", "-o", "m.json")
    assert (run.code, run.err) == (0, "Model written to m.json\n")
    assert "built" in run.out
    owlboost.write("new.csv", "built\n1978-06-01\n1970-12-01T12:00\n?\n")
    lines = owlboost.done("predict", "m.json", "new.csv", "--format", "csv").splitlines()
    degrees = [float(line.split(",")[1]) for line in lines[1:]]
    assert degrees[0] > 0
    assert degrees[1:] == [0.0, 0.0]


def test_a_model_reads_decimal_commas_as_its_training_table_had_them(owlboost: Commands) -> None:
    rows = [f"{number / 8:.3f}\t{'good' if number > 12 else 'bad'}" for number in range(25)]
    owlboost.write("t.tsv", "price\tkind\n" + "\n".join(rows).replace(".", ",") + "\n0,5\tbad\n")
    learning = ("learn", "t.tsv", "--target", "kind=good", "--algorithm", "foil", "-o", "m.json")
    assert owlboost(*learning).code == 0
    owlboost.write("new.tsv", "price\n1,234\n2,875\n")
    predicting = ("predict", "m.json", "new.tsv", "--format", "csv")
    run = owlboost(*predicting)
    assert run.err == ""
    alike = run.out
    assert alike == owlboost.done(*predicting, "--decimal", ",")
    assert alike != owlboost.done(*predicting, "--decimal", ".")


def test_dates_are_told_as_times(owlboost: Commands) -> None:
    owlboost.write("t.csv", DATED)
    out = owlboost.done("inspect", "t.csv")
    assert "time      built" in out
    assert "built=" not in out


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (
            NAMED,
            ("inspect", "t.csv"),
            (
                "note: Column 'the name' is left out: it has 150 different texts. Use --id "
                "'the name' if it names the rows, or --categorical 'the name' to keep it."
            ),
        ),
        (
            NAMED,
            ("learn", "t.csv", "--target", "the name=n1"),
            (
                "owlboost: Column 'the name' is left out: it has 150 different texts. Use --id "
                "'the name' if it names the rows, or --categorical 'the name' to keep it."
            ),
        ),
        (
            "5.1,3.5,z\n4.9,3.0,y\n",
            ("inspect", "t.csv"),
            (
                "note: The header contains numbers, such as '5.1'. If it is a row of data, "
                "use --no-header or --columns."
            ),
        ),
        (
            "a b,k\n1,p\n2,q\nlots,p\n",
            ("inspect", "t.csv"),
            (
                "note: Column 'a b' has numbers and texts, such as 'lots' in row 3, and is read as "
                "text. Correct the cell, or write ? if the value is missing."
            ),
        ),
        (
            'a,k\n"1,500",p\n"2,500",q\n',
            ("inspect", "t.csv"),
            (
                "note: Column 'a' has numbers such as '1,500' in row 1, whose comma was taken to "
                "part thousands. If that is wrong, use --decimal , instead."
            ),
        ),
        (
            "a,k\n01/02/2020,p\n03/04/2020,q\n",
            ("inspect", "t.csv"),
            (
                "note: Column 'a' has dates such as '01/02/2020' in row 1, in which the month was "
                "taken to come first. If that is wrong, use --dates dmy instead."
            ),
        ),
        (
            "a,k\n1,p\n2,q\n",
            ("inspect", "t.csv", "--encoding", "utf9"),
            (
                "owlboost: --encoding must be one that Python knows, such as utf-8, utf-16, cp1252 "
                "or latin-1, not 'utf9'."
            ),
        ),
        (
            "a,b,a\n1,2,3\n",
            ("inspect", "t.csv"),
            (
                "owlboost: t.csv has two columns named 'a': rename one of them, or give all names "
                "with --columns if the file has no header."
            ),
        ),
        (
            DATED,
            ("learn", "t.csv", "--target", "built=1970-11-15"),
            (
                "owlboost: Column 'built' of t.csv contains dates or times, which are treated as "
                "numbers; use --categorical built to make classes of them."
            ),
        ),
        (
            DATED,
            ("convert", "t.csv", "--target", "built", "-o", "t.owl"),
            (
                "owlboost: Column 'built' of t.csv contains dates or times, which are treated as "
                "numbers; use --categorical built to make classes of them."
            ),
        ),
    ],
)
def test_hints_name_options(
    owlboost: Commands, text: str, arguments: tuple[str, ...], message: str
) -> None:
    owlboost.write("t.csv", text)
    assert owlboost(*arguments).err.splitlines()[-1] == message


def test_hints_in_json_name_options(owlboost: Commands) -> None:
    owlboost.write("t.csv", NAMED)
    assert "--categorical 'the name' to keep it." in owlboost.done("inspect", "t.csv", "--json")


def test_all_rows_of_a_table_are_examples(owlboost: Commands) -> None:
    owlboost.write("t.csv", DATED)
    run = owlboost("learn", "t.csv", "--target", "kind=good", "--background", "all", "-o", "m.json")
    assert run.code == 1
    said = "--background is for ontologies; in a table all rows are examples."
    assert run.err == f"owlboost: {said}\n"
    assert "m.json" not in owlboost.files()


def test_a_peak_that_rounding_moved_covers_no_neighbour(owlboost: Commands) -> None:
    #   the uniform peak 3·0.7 is 2.0999999999999996: the value 2.1 is in VH to 6e-16
    values = ["0", ".7", ".7", "1.4", "1.4", "2.1", "2.1", "2.8", "2.8", "2.8"]
    rows = [f"{value},{'p' if value == '2.8' else 'n'}\n" for value in values]
    owlboost.write("grid.csv", "x,t\n" + "".join(rows))
    wanted = ("--algorithm", "foil", "--fuzzify", "uniform", "--sets", "5")
    for more in ((), ("--eta", "0")):
        out = owlboost.done("learn", "grid.csv", "--target", "t=p", *wanted, *more)
        assert "covers 3 positive and 0 negative" in out
        assert "TP 3  FP 0" in out


@pytest.mark.parametrize(
    ("syntax", "beginning"),
    [("functional", "Prefix("), ("turtle", "@prefix"), ("owlxml", "<?xml"), ("rdfxml", "<?xml")],
)
def test_convert_writes_the_syntax_it_is_asked_for(
    owlboost: Commands, syntax: str, beginning: str
) -> None:
    owlboost.write("t.csv", "x,kind\n1,a\n2,b\n")
    asked = ("convert", "t.csv", "--target", "kind", "--syntax", syntax, "-o")
    printed = owlboost.done(*asked, "-")
    assert printed.startswith(beginning)
    owlboost.done(*asked, "t.txt")
    assert (owlboost.folder / "t.txt").read_text() == printed
