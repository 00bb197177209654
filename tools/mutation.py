"""Natural faults of Python statements: what a tired hand gets wrong, one at a time, as text put in place of text.

A place is a statement that runs: no import, docstring, annotation, name of a function, nor the text of a message.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("hlogen", "interpreter")

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Div: ast.Mult,
}  # fmt: skip
_PAIRS = (
    "min max", "any all", "minimum maximum", "floor ceil", "zeros ones", "first last", "lower upper", "left right",
    "lhs rhs", "operands results", "add subtract", "argmin argmax", "low high", "real imag", "isnan isinf",
    "start stop", "input output", "source target", "before after", "union intersection", "append extend", "keys values",
)  # fmt: skip
_OTHER = {a: b for pair in _PAIRS for a, b in (pair.split(), pair.split()[::-1])}
_SYMMETRIC = {"maximum", "minimum", "max", "min", "is_same", "array_equal", "isdisjoint", "join", "meet", "zip"}
_UNCHANGED = {"sorted", "reversed", "abs", "set", "frozenset", "dict", "list", "bool", "int"}
_NOT_ITS_OWN = ("annotation", "body", "orelse", "handlers", "finalbody", "cases", "returns")
_SILENT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass, ast.Global, ast.Nonlocal, ast.Try)


@dataclass(frozen=True)
class Fault:
    """``text[start:end]`` in the UTF-8 of a file becomes ``new``."""

    path: str
    line: int  # of the statement
    is_outside: bool  # of functions: it runs when the module is imported
    kind: str
    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        data = text.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def modules(room: str = "") -> list[str]:
    """The sources under a room (``interpreter/possible``), or all of them."""
    found = (path.relative_to(ROOT).as_posix() for top in SOURCES for path in (ROOT / top).rglob("*.py"))
    return sorted(path for path in found if path.startswith(room))


def statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, list[ast.arg] | None]]:
    """The statements of a module that are places, each with the parameters that it sees; None outside of functions."""
    waiting: list[tuple[ast.AST, list[ast.arg] | None]] = [(tree, None)]
    while waiting:
        node, seen = waiting.pop()
        for child in ast.iter_child_nodes(node):
            inner = seen
            if isinstance(child, ast.FunctionDef):
                if child.name in ("__repr__", "__str__"):
                    continue
                inner = [*child.args.posonlyargs, *child.args.args, *child.args.kwonlyargs]
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            if isinstance(child, ast.stmt) and not isinstance(child, _SILENT) and not _says_nothing(child):
                yield child, inner
            waiting.append((child, inner))


def _says_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring, or ...
            return True
        case ast.AnnAssign(value=None):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
    return False


def faults(path: str, text: str, statement: ast.stmt, parameters: list[ast.arg] | None) -> list[Fault]:
    """All faults of one statement; of a compound one, those of its head."""
    starts = [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)

    def fault(kind: str, old: ast.expr | ast.stmt, new: str) -> Fault:
        assert old.end_lineno is not None
        assert old.end_col_offset is not None
        start, end = starts[old.lineno - 1] + old.col_offset, starts[old.end_lineno - 1] + old.end_col_offset
        return Fault(path, statement.lineno, parameters is None, kind, start, end, new)

    found = []
    if isinstance(statement, ast.Raise):
        found.append(fault("dropped", statement, "pass"))
    elif not isinstance(statement, ast.Assert):
        for node in _expressions(statement):
            found += [fault(kind, node, f"({ast.unparse(new)})") for kind, new in _variants(node, parameters or [])]
    match statement:
        case ast.If(test=test) | ast.While(test=test):
            found += [fault("never", test, "False")] + [fault("always", test, "True")] * isinstance(statement, ast.If)
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Delete():
            found.append(fault("dropped", statement, "pass"))
        case ast.Return(value=ast.expr() as value) if isinstance(value, ast.Tuple) and len(value.elts) == 2:
            found.append(fault("swapped", value, ast.unparse(ast.Tuple(value.elts[::-1], ast.Load()))))
    if isinstance(statement, ast.AugAssign) and type(statement.op) in _SWAPPED:
        other = copy.copy(statement)
        other.op = _SWAPPED[type(statement.op)]()  # type: ignore[assignment]  # an operator's like is an operator
        found.append(fault("operator", statement, ast.unparse(other)))
    return found


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement's own lines: neither of its block, nor of annotations, nor of messages."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        for name, value in ast.iter_fields(node):
            if name in _NOT_ITS_OWN and not isinstance(node, ast.IfExp | ast.Lambda):
                continue
            for child in value if isinstance(value, list) else [value]:
                is_check = isinstance(child, ast.keyword) and child.arg == "strict"  # which nothing ever fails
                if isinstance(child, ast.JoinedStr) or not isinstance(child, ast.AST) or is_check:
                    continue
                if isinstance(child, ast.expr):
                    yield child
                waiting.append(child)


def _variants(node: ast.expr, parameters: list[ast.arg]) -> Iterator[tuple[str, ast.expr]]:
    """What an expression is mistaken for, with the kind of the mistake."""
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                yield "compared", _with(node, ops=[*ops[:i], _SWAPPED[type(op)](), *ops[i + 1 :]])
        case ast.BoolOp(op=junction, values=values):
            yield "and/or", _with(node, op=_SWAPPED[type(junction)]())
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield "condition", rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield "sign", operand
        case ast.BinOp(left=left, op=op, right=right):
            if type(op) in _SWAPPED and not isinstance(left, ast.Constant | ast.JoinedStr):
                yield "operator", _with(node, op=_SWAPPED[type(op)]())
            if not isinstance(op, ast.Add | ast.Mult | ast.BitAnd | ast.BitOr):
                yield "swapped", _with(node, left=right, right=left)
            yield "unchanged", left
        case ast.Constant(value=bool() as value):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.IfExp(body=body, orelse=orelse):
            yield "branch", body
            yield "branch", orelse
        case ast.ListComp(generators=[*_, last]) | ast.GeneratorExp(generators=[*_, last]) if last.ifs:
            yield "condition", _with(node, generators=[*node.generators[:-1], _with(last, ifs=last.ifs[1:])])
        case ast.SetComp(generators=[*_, last]) | ast.DictComp(generators=[*_, last]) if last.ifs:
            yield "condition", _with(node, generators=[*node.generators[:-1], _with(last, ifs=last.ifs[1:])])
        case ast.Attribute(attr=name) if name in _OTHER:
            yield "neighbour", _with(node, attr=_OTHER[name])
        case ast.Name(id=name) if name in _OTHER:
            yield "neighbour", _with(node, id=_OTHER[name])
        case ast.Slice(lower=lower, upper=upper):
            if lower and upper:
                yield "slice", _with(node, lower=None)
                yield "slice", _with(node, upper=None)
        case ast.Call(func=called, args=args, keywords=keywords):
            for i in range(len(args) - 1):
                is_fixed = ast.unparse(called).split(".")[-1] in _SYMMETRIC | {"isinstance", "getattr"}
                if not is_fixed and not any(isinstance(arg, ast.Starred | ast.Constant) for arg in args[i : i + 2]):
                    yield "arguments", _with(node, args=[*args[:i], args[i + 1], args[i], *args[i + 2 :]])
            for i, word in enumerate(keywords):
                if word.arg and word.arg != "strict":
                    yield "keyword", _with(node, keywords=keywords[:i] + keywords[i + 1 :])
            for i, arg in enumerate(args):
                for other in _neighbours(arg, parameters):
                    yield "neighbour", _with(node, args=[*args[:i], other, *args[i + 1 :]])
            is_taken = args and isinstance(args[0], ast.Name) and any(arg.arg == args[0].id for arg in parameters)
            if is_taken or (len(args) == 1 and isinstance(called, ast.Name) and called.id in _UNCHANGED):
                yield "unchanged", args[0]


def _neighbours(arg: ast.expr, parameters: list[ast.arg]) -> Iterator[ast.expr]:
    """Other parameters that have the type of this one."""
    types = {p.arg: ast.unparse(p.annotation) for p in parameters if p.annotation}
    if isinstance(arg, ast.Name) and arg.id in types:
        for name, annotation in types.items():
            if name != arg.id and annotation == types[arg.id]:
                yield ast.Name(name, ast.Load())


def _with(node: ast.AST, **fields: object) -> ast.expr:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed  # type: ignore[return-value]  # also a generator inside a comprehension
