"""A formula worked out for one element: each step with this program's numbers in it.

clamped_start_index = [clamp(0, 9, 5 - 1)] = [4]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.explaining.formula import Formula, Tensor, Touched

_MOST_SHOWN = 4  # parts of a list that are written out


@dataclass(frozen=True)
class Worked:
    """A step: its name, its expression with numbers in place of names (only the value where that says it all), its
    value, whether a bound was met in it, so that `clamp` gave another number than it was given, the elements of tensors
    of indices that it reads, and where it is a sum of earlier steps, their names."""

    name: str
    expression: str
    value: Any
    is_clamped: bool = False
    reads: Sequence[tuple[str, tuple[int, ...]]] = ()
    summands: Sequence[str] = ()

    def __str__(self) -> str:
        value = written(self.value)
        middle = "" if self.expression == value else f"{self.expression} = "
        return f"{self.name} = {middle}{value}{' (clamped)' if self.is_clamped else ''}"


def worked_out(formula: Formula, index: Sequence[int], given: Mapping[str, Any]) -> tuple[list[Worked], Touched]:
    """The steps of `formula` from `index`, written out, and the elements that it touches."""
    steps, touched = formula(index, given)
    space = dict(formula.function.__globals__)
    first, *_ = [argument.arg for argument in formula.tree.args.args]
    known: dict[str, Any] = {first: list(index), **given}
    expressions = dict(_assignments(formula.tree))
    worked = []
    for step in steps:
        numbers = _Numbers(space, known)
        text = numbers.text(expressions[step.name])
        summands = _summands(expressions[step.name])
        worked.append(Worked(step.name, text, step.value, numbers.is_clamped, tuple(numbers.reads), summands))
        known[step.name] = step.value
    return worked, touched


def written(value: Any) -> str:
    """A value as it is written in a step; of a long list the first parts."""
    if isinstance(value, Tensor):
        return "x".join(map(str, value.shape)) or "a scalar"
    if isinstance(value, range):
        return written(list(value))
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and isinstance(value[0], str):  # an element of a panel
            return f"{value[0]}{written(value[1])}"
        shown = [written(one) for one in value[:_MOST_SHOWN]] if _is_nested(value) else [written(one) for one in value]
        rest = ", ..." if len(shown) < len(value) else ""
        return f"[{', '.join(shown)}{rest}]"
    return str(value)


def _is_nested(values: Sequence[Any]) -> bool:
    return any(isinstance(value, (list, tuple)) for value in values)


def _assignments(tree: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _summands(node: ast.expr) -> tuple[str, ...]:
    """The names that are added."""
    match node:
        case ast.Call(func=ast.Name(id="added"), args=args) if all(isinstance(one, ast.Name) for one in args):
            return tuple(one.id for one in args if isinstance(one, ast.Name))
    return ()


class _Numbers:
    """Writes expressions with what names stand for, in `known`; `space` has the functions that they call."""

    def __init__(self, space: dict[str, Any], known: Mapping[str, Any]) -> None:
        self.space, self.known = space, dict(known)
        self.is_clamped = False
        self.reads: list[tuple[str, tuple[int, ...]]] = []

    def text(self, node: ast.expr) -> str:
        return ast.unparse(self.with_numbers(node))

    def value(self, node: ast.expr) -> Any:
        return eval(
            compile(ast.fix_missing_locations(ast.Expression(node)), "<formula>", "eval"), self.space | self.known
        )

    def with_numbers(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.BinOp() if not isinstance(self.value(node), list):
                return ast.BinOp(self.with_numbers(node.left), node.op, self.with_numbers(node.right))
            case ast.IfExp():
                return self.with_numbers(node.body if self.value(node.test) else node.orelse)
            case ast.List() if not any(isinstance(one, ast.Starred) for one in node.elts):
                return ast.List([self.with_numbers(one) for one in node.elts], ast.Load())
            case ast.Tuple(elts=[ast.Constant(value=str(name)), index]):
                return self._raw((name, self.value(index)))
            case ast.Call(func=ast.Name(id="element"), args=[ast.Name(id=tensor), index]):
                self.reads.append((tensor, tuple(self.value(index))))
                return ast.Name(f"{tensor}{written(self.value(index))}")
            case ast.Call(func=ast.Name(id="clamp"), args=[low, value, high]):
                self.is_clamped |= self.value(node) != self.value(value)
                return ast.Call(node.func, [self.with_numbers(one) for one in (low, value, high)], [])
            case ast.Call(func=ast.Name(id="added"), args=[first, *rest]):
                total = self.with_numbers(first)
                for one in rest:
                    total = ast.BinOp(total, ast.Add(), self.with_numbers(one))
                return total
            case ast.ListComp(generators=[generator]):
                return self._comprehension(node.elt, generator)
        return self._raw(self.value(node))

    def _comprehension(self, part: ast.expr, generator: ast.comprehension) -> ast.expr:
        outer = self.known
        parts = []
        try:
            for item in self.value(generator.iter):
                self.known = {**outer, **_bound(generator.target, item)}
                if all(self.value(test) for test in generator.ifs):
                    parts.append(self.with_numbers(part))
        finally:
            self.known = outer
        if len(parts) > _MOST_SHOWN:
            parts = [*parts[:_MOST_SHOWN], ast.Name("...")]
        return ast.List(parts, ast.Load())

    def _raw(self, value: Any) -> ast.expr:
        return ast.Name(written(value))


def _bound(target: ast.expr, item: Any) -> dict[str, Any]:
    if isinstance(target, ast.Name):
        return {target.id: item}
    assert isinstance(target, ast.Tuple), "a comprehension binds a name, or several"
    names = [name.id for name in target.elts if isinstance(name, ast.Name)]
    return dict(zip(names, item, strict=True))
