"""The small changes a module allows: one operator, number or condition at a time.

Only what computes is changed. Left alone are texts of every kind (docstrings, f-strings, whatever
a ``raise``, a warning or a log line says, ``__repr__``), annotations, decorators, types and
``assert``.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
OPPOSITES = {
    one: other
    for pair in (
        ("min", "max"),
        ("any", "all"),
        ("minimum", "maximum"),
        ("argmin", "argmax"),
        ("zeros", "ones"),
        ("floor", "ceil"),
    )
    for one, other in (pair, pair[::-1])
}
SPOKEN = ("__repr__", "__str__", "_repr_html_")
PATHS = re.compile(r"(folder|path|root)(\(.*\))?$", re.IGNORECASE)
LOGGERS = re.compile(r"_?log(ger)?$|warnings$", re.IGNORECASE)

Edit = tuple[str, int, int, str]
"""Kind of a change, first byte, byte after the last, and what comes in between."""


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a file, in bytes, and what is put in its place."""

    kind: str
    start: int
    end: int
    text: str
    where: str
    """Class and function around it, as in ``Cover.add``; empty at the top of a module."""
    lines: tuple[int, int]
    """First and last line of the changed expression."""
    statement: int
    """First line of the statement it is part of."""

    def applied(self, source: bytes) -> bytes:
        """Source with the change made."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def changes(source: bytes) -> list[Change]:
    """All changes of a module that leave a different program, in the order of the text.

    >>> [change.applied(b"a = b + 1").decode() for change in changes(b"a = b + 1")]
    ['a = b - 1', 'a = b + 2']
    """
    tree = ast.parse(source)
    meaning = ast.dump(tree)
    found = sorted(
        _Finder(source).found(tree), key=lambda one: (one.start, one.end, one.kind, one.text)
    )
    return [change for change in found if _differs(change.applied(source), meaning)]


def changes_of(path: Path) -> list[Change]:
    """All changes of the module in a file."""
    return changes(path.read_bytes())


def _differs(source: bytes, meaning: str) -> bool:
    try:
        return ast.dump(ast.parse(source)) != meaning
    except SyntaxError:
        return False


class _Finder(ast.NodeVisitor):
    """Walks a module and notes what could be changed."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        lines = source.splitlines(keepends=True)
        self._starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
        self._names: list[str] = []
        self._statement = 1
        self._changes: list[Change] = []

    def found(self, tree: ast.Module) -> list[Change]:
        """Find the changes of a whole module."""
        self.visit(tree)
        return self._changes

    def visit(self, node: ast.AST) -> None:
        """Note the changes of a node and of what is inside, unless it is left alone."""
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        if not _left_alone(node):
            if isinstance(node, ast.expr | ast.stmt):
                for kind, start, end, text in self._of(node):
                    self._note(node, kind, start, end, text)
            for condition in _conditions(node):
                start, end = self._place(condition)
                text = self._source[start:end].decode()
                self._note(condition, "condition", start, end, f"(not ({text}))")
            for child in _parts(node):
                self._enter(node, child)

    def _enter(self, node: ast.AST, child: ast.AST) -> None:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            self._names.append(node.name)
            self.visit(child)
            self._names.pop()
        else:
            self.visit(child)

    def _note(self, node: ast.expr | ast.stmt, kind: str, start: int, end: int, text: str) -> None:
        self._changes.append(
            Change(
                kind=kind,
                start=start,
                end=end,
                text=text,
                where=".".join(self._names),
                lines=(node.lineno, node.end_lineno or node.lineno),
                statement=self._statement,
            )
        )

    def _of(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        """Find the changes of one node."""
        yield from self._operators(node)
        yield from self._values(node)
        yield from self._calls(node)
        if isinstance(node, ast.Break | ast.Continue):
            word = "continue" if isinstance(node, ast.Break) else "break"
            yield "loop", *self._place(node), word

    def _operators(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.Compare():
                yield from self._comparisons(node)
            case ast.BinOp(left, op, right) if type(op) in OPERATORS and not _joins(node):
                old, new = OPERATORS[type(op)]
                yield from self._between("arithmetic", left, right, re.escape(old), new)
            case ast.AugAssign(target, op, value) if type(op) in OPERATORS:
                old, new = OPERATORS[type(op)]
                yield from self._between("arithmetic", target, value, re.escape(old), new)
            case ast.BoolOp(op, values):
                old, new = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for left, right in pairwise(values):
                    yield from self._between("logic", left, right, rf"\b{old}\b", new)
            case _:
                pass

    def _values(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
                yield "negation", self._start(node), self._start(operand), ""
            case ast.Constant(bool(value)):
                yield "truth value", *self._place(node), str(not value)
            case ast.Constant(int(value) | float(value)):
                yield "number", *self._place(node), repr(value + 1)
            case _:
                pass

    def _calls(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.Expr(ast.Call()):
                yield "call", *self._place(node), "pass"
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in OPPOSITES:
                end = self._end(node.func)
                yield "function", end - len(name), end, OPPOSITES[name]
            case _:
                pass

    def _comparisons(self, node: ast.Compare) -> Iterator[Edit]:
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, node.comparators, strict=False):
            old, replacements = COMPARISONS[type(op)]
            for new in replacements:
                yield from self._between("comparison", left, right, old, new)

    def _between(
        self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str
    ) -> Iterator[Edit]:
        start, end = self._end(left), self._start(right)
        gap = re.sub(rb"#.*", lambda found: b" " * len(found[0]), self._source[start:end])
        found = re.search(old.encode(), gap)
        if found:
            yield kind, start + found.start(), start + found.end(), new

    def _place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self._start(node), self._end(node)

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Children that compute something: no annotations, decorators, bases, signs of numbers."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (default for default in node.args.defaults)
            yield from (default for default in node.args.kw_defaults if default)
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.Lambda():
            yield node.body
        case ast.AnnAssign():
            if node.value:
                yield node.value
        case ast.Call(ast.Name("cast"), [_, value]):
            yield value
        case _:
            yield from ast.iter_child_nodes(node)


def _left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.FunctionDef(name=name):
            return name in SPOKEN
        case ast.Assign([ast.Name(name)]):
            return name.startswith("__")
        case ast.BinOp(left, ast.BitOr(), right):
            return _is_type(left) or _is_type(right)
        case _:
            return _is_said(node)


def _is_said(node: ast.AST) -> bool:
    """Whether a call writes to a log or warns, or something is a type spelled as a value."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(name))):
            return LOGGERS.match(name) is not None
        case ast.Expr(ast.Call() as call):
            return _is_said(call)
        case ast.Call(ast.Name("TypeVar" | "NewType")) | ast.Subscript(ast.Name("Literal")):
            return True
        case _:
            return False


def _is_type(node: ast.expr) -> bool:
    """Whether an operand of ``|`` is a type, as in ``isinstance(x, Atom | FuzzyValue)``."""
    match node:
        case ast.Constant(None):
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            builtin = name in {"int", "float", "str", "bool", "bytes", "list", "dict", "tuple"}
            return builtin or (name[0].isupper() and not name.isupper())
        case ast.Subscript(value):
            return _is_type(value)
        case _:
            return False


def _joins(node: ast.BinOp) -> bool:
    """Whether an operator visibly joins texts, lists or paths: any other one is a type error."""
    if isinstance(node.op, ast.Div) and PATHS.search(ast.unparse(node.left)):
        return True
    literal = ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr
    return any(
        isinstance(part, literal)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """Conditions that no other change turns around."""
    tests: list[ast.expr]
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            tests = [test]
        case ast.comprehension(ifs=ifs):
            tests = ifs
        case _:
            tests = []
    for test in tests:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.Constant) and not (
            isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        ):
            yield test
