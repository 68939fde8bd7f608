"""Which changes ``make mutants`` makes to code, which ones it tries, and whom it asks."""

from pathlib import Path

import pytest
from tools.mutants.changes import changes
from tools.mutants.sample import (
    PACKAGES,
    Equivalent,
    Mutant,
    all_mutants,
    known_equivalents,
    mutants_of,
    sampled,
    why_equivalent,
)
from tools.mutants.selection import CoverageMap, chosen_for
from tools.mutants.trials import EQUIVALENT, KILLED, SURVIVED, TIMEOUT, Journal, Verdict, score

ROOT = Path(__file__).parents[3]


def changed(source: str) -> list[str]:
    """Return the programs that changes make of one."""
    return [change.applied(source.encode()).decode() for change in changes(source.encode())]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a == b", ["a != b"]),
        ("(a) is not (b)", ["(a) is (b)"]),
        ("a not in b", ["a in b"]),
        ("a + b", ["a - b"]),
        ("a -= b", ["a += b"]),
        ("a // b", ["a * b"]),
        ("a and b or c", ["a or b or c", "a and b and c"]),
        ("not a", ["a"]),
        ("-a", ["a"]),
        ("7", ["8"]),
        ("0.5", ["1.5"]),
        ("True", ["False"]),
        ("max(a)", ["min(a)", "pass"]),
        ("x = np.zeros(n)", ["x = np.ones(n)"]),
        ("a.append(b)", ["pass"]),
        ("if a: b", ["if (not (a)): b"]),
        ("[a for a in b if c]", ["[a for a in b if (not (c))]"]),
        ("def f(a=True): pass", ["def f(a=False): pass"]),
        ("x: int = 3", ["x: int = 4"]),
        ("'⊓'; é = a + b", ["'⊓'; é = a - b"]),
    ],
)
def test_changes_of_a_line(source: str, expected: list[str]) -> None:
    assert sorted(changed(source)) == sorted(expected)


def test_a_loop_may_go_on_or_stop() -> None:
    assert changed("for a in b: break") == ["for a in b: continue"]
    assert changed("for a in b: continue") == ["for a in b: break"]


@pytest.mark.parametrize(
    "source",
    [
        '"""Add 1 + 1."""',
        'raise ValueError(f"{1 + 1} is not {a < b}")',
        "text = f'{a + 1}'",
        "def f(a: Literal[1, 2]) -> int | None: ...",
        "def __repr__(self): return self.a + 1",
        "logger.debug('%s', a + 1)",
        "_log.info(1)",
        "warnings.warn('x', stacklevel=2)",
        "assert a < 1",
        "if TYPE_CHECKING: a = 1",
        "__all__ = [1]",
        "Label = Atom | FuzzyValue",
        "x = isinstance(a, int | str)",
        "@dataclass(frozen=True)\nclass A(B, total=False): pass",
        "x = folder / name",
        "x = 'a' + b",
        "x = cast(dict[int, 'A'], b)",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert changed(source) == []


def test_a_change_knows_where_it_is() -> None:
    source = (
        b"class A:\n    def f(self):\n        return (\n            a\n            + b\n        )\n"
    )
    (change,) = changes(source)
    assert change.where == "A.f"
    assert change.lines == (4, 5)
    assert change.statement == 3


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two modules: one of 30 changes, one of 2."""
    package = tmp_path / "src" / "owlboost" / "learners"
    package.mkdir(parents=True)
    lines = "".join(f"    x{number} = a + b\n" for number in range(30))
    (package / "much.py").write_text(f"def f(a, b):\n{lines}", encoding="utf-8")
    (package / "little.py").write_text("a = b < c\n", encoding="utf-8")
    return tmp_path


def test_a_sample_is_spread_over_the_modules_and_always_the_same(root: Path) -> None:
    mutants = all_mutants(root, ["src/owlboost/learners"])
    assert len(mutants) == 32
    found = sampled(mutants, 8, seed=1)
    assert found == sampled(mutants[::-1], 8, seed=1)
    assert [mutant.module.rpartition("/")[2] for mutant in found] == ["little.py", *["much.py"] * 7]
    assert found != sampled(mutants, 8, seed=2)
    assert len(sampled(mutants, 1, seed=1)) == 1
    assert sampled(mutants, 99, seed=1) == mutants


def test_work_elsewhere_leaves_names_and_the_sample_as_they_were(root: Path) -> None:
    before = {one.name for one in sampled(all_mutants(root, ["src"]), 8, seed=1)}
    module = root / "src" / "owlboost" / "learners" / "much.py"
    module.write_text(f"# A remark.\n\n{module.read_text()}", encoding="utf-8")
    assert {one.name for one in sampled(all_mutants(root, ["src"]), 8, seed=1)} == before


def test_equal_changes_of_equal_lines_have_names_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("a = b + c\na = b + c\n", encoding="utf-8")
    first, second = all_mutants(tmp_path, ["."])
    assert (first.before, first.after) == (second.before, second.after)
    assert first.name != second.name


def mutant_of(source: str, module: str = "src/owlboost/learners/search/space.py") -> Mutant:
    return Mutant(module, changes(source.encode())[0], source.encode(), 0)


@pytest.mark.parametrize("record", known_equivalents(ROOT), ids=lambda record: str(record.where))
def test_a_record_is_of_a_mutant_that_exists(record: Equivalent) -> None:
    assert any(Path(record.module).is_relative_to(package) for package in PACKAGES)
    mutants = mutants_of(ROOT, ROOT / record.module)
    assert any(why_equivalent(mutant, [record]) for mutant in mutants)


def test_packages_with_mutants_exist() -> None:
    assert [name for name in PACKAGES if not (ROOT / name / "__init__.py").is_file()] == []


def test_a_mutant_is_excused_only_by_a_record_of_its_very_words() -> None:
    mutant = mutant_of("def f(a):\n    return a < 0\n")
    record = Equivalent(mutant.module, "f", "return a < 0", "return a <= 0", "never 0")
    assert why_equivalent(mutant, [record]) == "never 0"
    assert why_equivalent(mutant_of("def f(a):\n    return a < b\n"), [record]) is None


def test_tests_that_run_the_line_are_asked_the_quickest_first() -> None:
    mutant = mutant_of("def f(a):\n    return a < 0\n")
    seconds = {"tests/a.py::slow": 2.0, "tests/a.py::quick": 0.1, "tests/a.py::other": 0.0}
    seconds["tests/unit/learners/test_focus.py::named"] = 0.0
    seconds["tests/a.py::endless"] = 1000.0
    running = ["tests/a.py::slow", "tests/a.py::quick", "tests/a.py::endless"]
    known = CoverageMap({mutant.module: {1: ["", "tests/a.py::other"], 2: running}}, seconds)
    assert chosen_for(mutant, known)[:2] == ["tests/a.py::quick", "tests/a.py::slow"]
    assert "tests/a.py::endless" not in chosen_for(mutant, known)
    assert "tests/a.py::other" not in chosen_for(mutant, known)


def test_tests_of_the_module_or_the_room_are_asked_about_a_line_that_no_test_runs() -> None:
    mutant = mutant_of("a = 1 < 0\n")
    of_room = "tests/unit/learners/test_y.py::b"
    seconds = {"tests/x.py::a": 0.1, of_room: 0.1, "tests/z.py::c": 0.1}
    imported = {mutant.module: {1: [""]}}
    assert chosen_for(mutant, CoverageMap(imported, seconds)) == [
        "tests/unit/learners/test_y.py::b"
    ]
    elsewhere = {mutant.module: {1: [""], 9: ["tests/x.py::a"]}}
    assert chosen_for(mutant, CoverageMap(elsewhere, seconds)) == ["tests/x.py::a"]


def test_a_journal_keeps_verdicts_and_the_score_leaves_out_what_is_equivalent(
    tmp_path: Path,
) -> None:
    outcomes = (KILLED, KILLED, TIMEOUT, SURVIVED, EQUIVALENT)
    verdicts = [Verdict(str(at), outcome, 1, 1.0, "") for at, outcome in enumerate(outcomes)]
    journal = Journal(tmp_path / "verdicts")
    for verdict in verdicts:
        journal.add(verdict)
    assert list(Journal(tmp_path / "verdicts").verdicts.values()) == verdicts
    assert score(verdicts) == (
        "5 mutants: 2 killed, 1 without end (killed), 1 survived, 1 equivalent. Score 3/4 = 75.0 %."
    )
