"""The text by which ``evaluate`` finds finished folds again is spelt out, not made of names."""

import json
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from owlboost.cli.evaluate import fold_fingerprint
from owlboost.cli.options import (
    Background,
    DateOrder,
    Decimal,
    ExampleOptions,
    OntologyOptions,
    OutOfCoreMode,
    TableOptions,
)

DATA = b"x,k\n1,a\n2,b\n"
SHA = sha256(DATA).hexdigest()
EXAMPLES = ExampleOptions(
    target="kind=good's",
    target_range="0,5",
    graded=Path("g.csv"),
    positives=Path("p"),
    negatives=Path("n.txt"),
    problem="q.json",
    scope="Hotel",
    background=Background.SCOPE,
    unknown="0.5",
    hide=["a", "b"],
    sets_from=Path("m.json"),
)
TABLE = TableOptions(
    no_header=True,
    columns="a,b",
    id_column="name",
    categorical=["a"],
    numeric=["b"],
    drop=["c"],
    encoding="latin-1",
    decimal=Decimal.COMMA,
    dates=DateOrder.DAY_FIRST,
    calendar=["d"],
    texts=["t"],
    sheet="S",
    out_of_core=OutOfCoreMode.ON,
)


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.csv").write_bytes(DATA)
    monkeypatch.chdir(tmp_path)


def text(examples: ExampleOptions | None = None, table: TableOptions | None = None) -> str:
    wanted, reading = examples or ExampleOptions(), table or TableOptions()
    return fold_fingerprint(Path("t.csv"), wanted, OntologyOptions(), reading)


def test_the_fingerprint_without_options_has_these_bytes() -> None:
    assert text() == (
        f'[{{"path": "t.csv", "sha256": "{SHA}"}}, '
        '"ExampleOptions(target=None, target_range=None, graded=None, positives=None, '
        "negatives=None, problem=None, scope=None, background=<Background.NONE: 'none'>, "
        'unknown=None, hide=None, sets_from=None)", '
        '"TableOptions(no_header=False, columns=None, id_column=None, categorical=None, '
        "numeric=None, drop=None, encoding=None, decimal=None, dates=None, calendar=None, "
        "texts=None, sheet=None, out_of_core=<OutOfCoreMode.AUTO: 'auto'>)\"]"
    )


@pytest.mark.skipif("os.name == 'nt'", reason="paths are spelt by their class")
def test_the_fingerprint_with_all_options_has_these_bytes() -> None:
    record, examples, reading = json.loads(text(EXAMPLES, TABLE))
    assert json.dumps(record) == (
        f'{{"path": "t.csv", "sha256": "{SHA}", "target": "kind=good\'s", "scope": "Hotel", '
        '"problem": "q.json", "positives_file": "p", "negatives_file": "n.txt", '
        '"examples_file": "g.csv", "target_range": "0,5", "unknown": "0.5", '
        '"sets_from": "m.json", "background_from": "scope", "hidden": ["a", "b"]}'
    )
    assert examples == (
        "ExampleOptions(target=\"kind=good's\", target_range='0,5', graded=PosixPath('g.csv'), "
        "positives=PosixPath('p'), negatives=PosixPath('n.txt'), problem='q.json', scope='Hotel', "
        "background=<Background.SCOPE: 'scope'>, unknown='0.5', hide=['a', 'b'], "
        "sets_from=PosixPath('m.json'))"
    )
    assert reading == (
        "TableOptions(no_header=True, columns='a,b', id_column='name', categorical=['a'], "
        "numeric=['b'], drop=['c'], encoding='latin-1', decimal=<Decimal.COMMA: ','>, "
        "dates=<DateOrder.DAY_FIRST: 'dmy'>, calendar=['d'], texts=['t'], sheet='S', "
        "out_of_core=<OutOfCoreMode.ON: 'on'>)"
    )


@pytest.mark.parametrize(
    ("options", "spelt"),
    [
        ({"background": Background.NONE}, "background=<Background.NONE: 'none'>"),
        ({"background": Background.ALL}, "background=<Background.ALL: 'all'>"),
        ({"decimal": Decimal.POINT}, "decimal=<Decimal.POINT: '.'>"),
        ({"dates": DateOrder.MONTH_FIRST}, "dates=<DateOrder.MONTH_FIRST: 'mdy'>"),
        ({"out_of_core": OutOfCoreMode.OFF}, "out_of_core=<OutOfCoreMode.OFF: 'off'>"),
    ],
)
def test_a_choice_is_spelt_like_this(options: dict[str, Any], spelt: str) -> None:
    if "background" in options:
        assert spelt in text(replace(EXAMPLES, **options))
    else:
        assert spelt in text(table=replace(TABLE, **options))


@pytest.mark.parametrize("name", [option.name for option in fields(ExampleOptions)])
def test_every_option_of_examples_changes_the_fingerprint(name: str) -> None:
    assert text(replace(ExampleOptions(), **{name: getattr(EXAMPLES, name)})) != text()


@pytest.mark.parametrize("name", [option.name for option in fields(TableOptions)])
def test_every_option_of_tables_changes_the_fingerprint(name: str) -> None:
    changed = replace(TableOptions(), **{name: getattr(TABLE, name)})
    assert text(table=changed) != text()
