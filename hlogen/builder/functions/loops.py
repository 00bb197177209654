"""Loops and choices on trees of values: fori, scan, while_loop, cond, switch. They build `while_`, `if_` and `case`.

What a loop carries is a tree (tuples, lists, dicts, dataclasses; see `hlogen.function`) whose types stay the same.
Numbers at its start become f32 where they are floats, i64 where they are integers. Tokens may be in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.analysis.sizes import changing
from hlogen.builder import trees
from hlogen.builder.broadcasting import start_fix
from hlogen.builder.control_flow import chosen
from hlogen.builder.elementwise import clamp, compare
from hlogen.builder.emit import as_tensor, boolean, described, emit, emit_constant, integer, traced_value
from hlogen.builder.functions.common import I32, I64, PRED, as_pred, as_type
from hlogen.builder.functions.creation import default_type
from hlogen.builder.inner import emit_while
from hlogen.builder.regions import check_signature, inlined
from hlogen.builder.rows import row, with_row
from hlogen.builder.sizes import Size, checked_sizes, constant_of_sizes, of_sizes, size_as, size_of, sizes_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import Scope, current_scope, filling, require_scope, usage_error, user_location
from hlogen.builder.traced import Token
from hlogen.builder.trees import Structure, Tree
from hlogen.builder.tuples import as_token
from hlogen.door import public
from hlogen.ir import Block, DenseElements, ElementType, FloatType, IntegerType, Operation, TensorType
from hlogen.program.structure import returned


@public
def fori(lower: TensorLike, upper: TensorLike, body: Callable[[Tensor, Any], Tree], init: Tree) -> Tree:
    """``body(i, carry)`` for each i from `lower` up to, not including, `upper`; the first `carry` is `init`.

    i is i64, or has the type of a limit that is a tensor. Raises UsageError where `body` gives another tree, or other
    types.
    """
    require_scope("hl.fori")
    limits = {"lower": lower, "upper": upper}
    element_type: ElementType = I64
    for what, limit in limits.items():
        if isinstance(limit, Tensor):
            element_type = limit.element_type
            if limit.rank or not isinstance(element_type, IntegerType) or element_type == PRED:
                raise usage_error(f"{what} of fori is an integer of rank 0, not a {limit.type}")
        else:
            limits[what] = integer(limit, f"{what} of fori")  # type: ignore[arg-type]  # it says what it can't take
    first, last = (as_tensor(limit, what, element_type) for what, limit in limits.items())
    if first.element_type != last.element_type:
        raise usage_error(f"lower and upper of fori have one type, not {first.type} and {last.type}")
    check_signature(body, 2, "body of fori")
    values, structure = _carried(init)

    def step(inner: list[Tensor]) -> list[Tensor]:
        number, *carry = inner
        _note_starts(carry, values)
        returned = body(number, structure.unflatten(carry))
        return [number + 1, *_checked(returned, structure, carry, "body of fori")]

    results = emit_while([first, *values], lambda inner: compare(inner[0], last, "LT"), step)
    return structure.unflatten(results[1:])


@public
def while_loop(cond: Callable[[Any], Tensor], body: Callable[[Any], Tree], init: Tree) -> Tree:
    """``body(carry)`` for as long as the i1 scalar ``cond(carry)`` is true; the first `carry` is `init`.

    As `hlogen.while_`, of a tree. Raises UsageError where `body` gives another tree, or other types.
    """
    require_scope("hl.while_loop")
    check_signature(cond, 1, "cond of while_loop")
    check_signature(body, 1, "body of while_loop")
    values, structure = _carried(init)

    def condition(inner: list[Tensor]) -> Tensor:
        found = as_tensor(cond(structure.unflatten(inner)), "what cond of while_loop gives")
        if found.type != TensorType((), PRED):
            raise usage_error(f"cond of while_loop gives an i1 of rank 0, not a {found.type}")
        return found

    def step(inner: list[Tensor]) -> list[Tensor]:
        _note_starts(inner, values)
        return _checked(body(structure.unflatten(inner)), structure, inner, "body of while_loop")

    return structure.unflatten(emit_while(values, condition, step))


@public
def scan(
    body: Callable[[Any, Any], tuple[Tree, Tree]],
    init: Tree,
    xs: Tree = None,
    length: TensorLike | None = None,
    reverse: bool = False,
) -> tuple[Tree, Tree]:
    """``carry, y = body(carry, x)`` for each x along the first dimension of `xs`, from the last on where `reverse`.

    Gives the last carry, and the ys along a new first dimension. `xs` is a tensor or a tree of them, all of one first
    size, which may be dynamic; without it, `length` is how often the body runs, on None: an int, or an integer of rank
    0. Either of carry and y may be a tree or None. A y has sizes that are known before the loop.
    Raises UsageError where `body` gives another carry than it takes.
    """
    require_scope("hl.scan")
    check_signature(body, 2, "body of scan")
    carry, structure = _carried(init)
    rows, row_structure = trees.flatten(xs, "xs")
    rows = [as_tensor(row, path) for row, path in zip(rows, row_structure.paths("xs"), strict=True)]
    count = _length(rows, row_structure, length)
    backwards = boolean(reverse, "reverse")
    block, made, y_structure = _traced(body, carry, structure, rows, row_structure)
    stacks = [constant_of_sizes(0, element_type, [count, *sizes]) for element_type, sizes in made]
    last = size_as(count, I64)
    if isinstance(count, int) and not count:
        return structure.unflatten(carry), y_structure.unflatten(stacks)

    def step(inner: list[Tensor]) -> list[Tensor]:
        number, now = inner[0], inner[1 : 1 + len(carry)]
        at = last - 1 - number if backwards else number
        results = inlined(block, [*now, *(row(each, at) for each in rows)])
        written = zip(inner[1 + len(carry) :], results[len(carry) :], strict=True)
        return [number + 1, *results[: len(carry)], *(with_row(stack, at, y) for stack, y in written)]

    results = emit_while([emit_constant(0, I64), *carry, *stacks], lambda inner: compare(inner[0], last, "LT"), step)
    ys = y_structure.unflatten(results[1 + len(carry) :])
    return structure.unflatten(results[1 : 1 + len(carry)]), ys


@public
def cond(
    pred: TensorLike | float, true_branch: Callable[..., Tree], false_branch: Callable[..., Tree], *operands: Any
) -> Tree:
    """What ``true_branch(*operands)`` gives where the scalar `pred` is true, ``false_branch(*operands)`` otherwise.

    As `hlogen.if_`, whose branches take nothing. Both give the same tree; a number takes the type that the other gives
    there. A `pred` that is a number is true where it isn't 0.
    """
    require_scope("hl.cond")
    check_signature(true_branch, len(operands), "true_branch of cond")
    check_signature(false_branch, len(operands), "false_branch of cond")
    if isinstance(pred, (int, float, np.number, np.bool_)):
        pred = bool(pred)
    condition = as_tensor(pred, "pred")
    if not condition.rank and isinstance(condition.element_type, (IntegerType, FloatType)):
        condition = as_pred(condition, "pred")
    branches = {"true_branch": _applied(true_branch, operands), "false_branch": _applied(false_branch, operands)}
    return chosen("if", condition, branches, _type_of_numbers)


@public
def switch(index: TensorLike, branches: Sequence[Callable[..., Tree]], *operands: Any) -> Tree:
    """What ``branches[index](*operands)`` gives; an index below 0 takes the first, one too large the last.

    As `hlogen.case`, which takes the last for both. All give the same tree; numbers as in `cond`.
    """
    require_scope("hl.switch")
    if not isinstance(branches, (list, tuple)) or not branches:
        raise usage_error("switch's branches are a non-empty list of functions")
    named = {f"branches[{place}]": _applied(branch, operands) for place, branch in enumerate(branches)}
    for name, branch in zip(named, branches, strict=True):
        check_signature(branch, len(operands), f"{name} of switch")
    number = as_tensor(index, "index", None if isinstance(index, Tensor) else I32)
    if number.rank or not isinstance(number.element_type, IntegerType):
        raise usage_error(f"index of switch is an integer of rank 0, not a {number.type}")
    if number.element_type == PRED or len(branches) - 1 > number.element_type.maximum:
        number = as_type(number, I32)
    inside = as_type(clamp(0, number, len(branches) - 1), I32)
    return chosen("case", inside, named, _type_of_numbers)


def _type_of_numbers(numbers: Sequence[Any]) -> ElementType:
    """The type of numbers that stand for each other: the one that holds them all, as NumPy has it."""
    return default_type(np.zeros((), np.result_type(*numbers)), "numbers")


def _applied(branch: Callable[..., Tree], operands: Sequence[Any]) -> Callable[[], Tree]:
    return lambda: branch(*operands)


def _carried(init: Tree) -> tuple[list[Tensor], Structure]:
    """The values that a loop starts with, flat; tokens among them."""
    values, structure = trees.flatten(init, "init")
    carried: list[Any] = [
        value if isinstance(value, (Tensor, Token)) else as_tensor(value, path, default_type(value, path))
        for value, path in zip(values, structure.paths("init"), strict=True)
    ]
    return carried, structure


def _note_starts(carry: Sequence[Tensor], values: Sequence[Tensor]) -> None:
    """Lets messages say how to start with another type where a carry starts with a number."""
    starts = require_scope("a loop").starts
    for inner, value in zip(carry, values, strict=True):
        if isinstance(value, Token):
            continue
        owner = value.value.owner
        number = owner.attributes.get("value") if isinstance(owner, Operation) and not value.rank else None
        if isinstance(number, DenseElements) and isinstance(number.array.item(), (bool, int, float)):
            starts[inner.value] = number.array.item()


def _checked(returned: Tree, structure: Structure, carry: Sequence[Tensor], what: str) -> list[Tensor]:
    """What a body returned, flat; UsageError where it isn't what it carries. Numbers take the types there."""
    given = structure.leaves_of(returned, f"what {what} gives for carry")
    paths = structure.paths("carry")
    results: list[Any] = [
        as_token(one, f"what {what} gives for {path}")
        if isinstance(inner, Token)
        else as_tensor(one, f"what {what} gives for {path}", inner.element_type)
        for one, path, inner in zip(given, paths, carry, strict=True)
    ]
    for result, path, inner in zip(results, paths, carry, strict=True):
        if result.type != inner.type:
            raise usage_error(
                f"{what} gives {path} as {result.type}, but takes it as {inner.type}\n"
                "  fix: what a loop carries keeps its types: convert or broadcast it, or "
                + (start_fix(inner, result.type) or "start with the other type")
            )
    return results


def _length(rows: Sequence[Tensor], structure: Structure, length: TensorLike | None) -> Size:
    """How often a scan's body runs."""
    sizes: dict[str, int] = {}
    asked: list[Size] = []
    if isinstance(length, Tensor):
        asked = checked_sizes([length], "length of scan")
    elif length is not None:
        sizes["length"] = integer(length, "length")  # type: ignore[arg-type]  # it says what it can't take
    for each, path in zip(rows, structure.paths("xs"), strict=True):
        if not each.rank:
            raise usage_error(f"{path} of scan has a first dimension; it is {each.type}")
        size = size_of(each, 0)
        if isinstance(size, int):
            sizes[path] = size
        else:
            asked.append(size)
    if len(set(sizes.values())) > 1 or min(sizes.values(), default=0) < 0:
        said = ", ".join(f"{what} says {size}" for what, size in sizes.items())
        raise usage_error(f"the xs of scan have one first size, and length is that: {said}")
    known: list[Size] = [*sizes.values(), *asked]
    if not known:
        raise usage_error("scan has no xs and no length\n  fix: say how often the body runs: length=10")
    return known[0]


def _traced(
    body: Callable[[Any, Any], Any],
    carry: Sequence[Tensor],
    structure: Structure,
    rows: Sequence[Tensor],
    row_structure: Structure,
) -> tuple[Block, list[tuple[ElementType, list[Size]]], Structure]:
    """A scan's body as a block to be copied into its loop, its ys' element types and sizes, and the tree of them."""
    found = _traced_once(body, carry, structure, rows, row_structure, lasts=True)
    block, count = found[0], len(carry)
    inside = block.arguments[:count], returned(block)[:count]
    if not any(changing([value.value for value in carry], *inside)):
        return found
    return _traced_once(body, carry, structure, rows, row_structure, lasts=False)


def _traced_once(
    body: Callable[[Any, Any], Any],
    carry: Sequence[Tensor],
    structure: Structure,
    rows: Sequence[Tensor],
    row_structure: Structure,
    *,
    lasts: bool,
) -> tuple[Block, list[tuple[ElementType, list[Size]]], Structure]:
    """The same; `lasts` says that what is carried keeps the sizes that it starts with."""
    types = [*(value.type for value in carry), *(row.type.with_shape(row.shape[1:]) for row in rows)]
    known = (sizes_of(value) if lasts and isinstance(value, Tensor) else [] for value in carry)
    sizes = [*known, *(sizes_of(each)[1:] for each in rows)]
    scope = Scope(Block(types), "body of scan", user_location(), current_scope())
    with filling(scope):
        arguments: list[Any] = [traced_value(argument, scope) for argument in scope.block.arguments]
        for argument, own in zip(arguments, sizes, strict=True):
            if isinstance(argument, Tensor):
                of_sizes(argument, own)
        xs = row_structure.unflatten(arguments[len(carry) :])
        now = arguments[: len(carry)]
        _note_starts(now, carry)
        given = body(structure.unflatten(now), xs)
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise usage_error(
                f"body of scan gives a pair of the carry and y, not {described(given)}\n"
                "  fix: return carry, y; y may be None"
            )
        ys, y_structure = trees.flatten(given[1], "y")
        stacked = [
            y if isinstance(y, Tensor) else as_tensor(y, path, default_type(y, path))
            for y, path in zip(ys, y_structure.paths("y"), strict=True)
        ]
        outer = [_outer_sizes(y, scope, path) for y, path in zip(stacked, y_structure.paths("y"), strict=True)]
        emit("stablehlo.return", [*_checked(given[0], structure, now, "body of scan"), *stacked], result_types=())
    return scope.block, [(y.element_type, own) for y, own in zip(stacked, outer, strict=True)], y_structure


def _outer_sizes(y: Tensor, scope: Scope, path: str) -> list[Size]:
    """What is known before a scan of the sizes of its y."""
    sizes = sizes_of(y)
    if any(isinstance(size, Tensor) and size.value in scope.values for size in sizes):
        raise usage_error(
            f"{path} of scan is stacked, so its sizes are known before the scan; it is {y.type}\n"
            "  fix: reshape it to sizes that are asked before the scan: y.reshape(hl.size(x, 0), 4)"
        )
    return sizes
