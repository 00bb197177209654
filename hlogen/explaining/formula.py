"""The formulas of index maps: small Python functions whose assignments are the steps that a picture shows.

A formula takes the index of one element (of the result, or of the updates) and what the operation says, by the
specification's names: attributes as ints and lists of ints, tensors as `Tensor`. It gives the elements that it reads
or writes, as pairs of a panel's name and an index, in the order in which they are folded. It is written in a part of
Python that pages can run too: assignments to one name, `if`, `return`, lists and comprehensions, arithmetic on ints,
and the functions below.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

from hlogen.errors import UsageError

MOST_INDICES = 1 << 18  # that a formula goes through for one element

Index = list[int]
Touched = list[tuple[str, Index]]
"""The elements that one element reads, or the one that an update is written to: a panel's name and an index each."""


@dataclass(frozen=True)
class Tensor:
    """A tensor as a formula sees it: its shape, and its elements where the index map depends on them."""

    shape: tuple[int, ...]
    values: np.ndarray[Any, np.dtype[Any]] | None = None


Scalars: TypeAlias = Tensor
"""Several operands that are scalars each, as one tensor of rank 1."""


def shape(tensor: Tensor) -> Index:
    """The sizes of a tensor's dimensions."""
    return list(tensor.shape)


def element(tensor: Tensor, index: Sequence[int]) -> int:
    """An element of a tensor of integers, exactly."""
    assert tensor.values is not None, "the values of a tensor of indices are known"
    return int(tensor.values[tuple(index)])


def clamp(low: int, value: int, high: int) -> int:
    """`value` between both bounds; the lower one wins where they cross."""
    return max(low, min(value, high))


def inserted(index: Sequence[int], position: int, value: int) -> Index:
    """`index` with one more coordinate before `position`; a position at its end appends."""
    return [*index[:position], value, *index[position:]]


def placed(values: Sequence[int], dims: Sequence[int], rank: int) -> Index:
    """`rank` zeros, with ``values[i]`` at ``dims[i]``."""
    full = [0] * rank
    for value, dim in zip(values, dims, strict=True):
        full[dim] = value
    return full


def others(dims: Sequence[int], rank: int) -> Index:
    """The dimensions of `rank` that are not among `dims`, in order."""
    return [d for d in range(rank) if d not in dims]


def added(*indices: Sequence[int]) -> Index:
    """Indices of one length, added coordinate by coordinate."""
    return [sum(parts) for parts in zip(*indices, strict=True)]


def in_bounds(index: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether an index is of a tensor of these sizes."""
    return all(0 <= i < size for i, size in zip(index, sizes, strict=True))


def replaced(index: Sequence[int], dim: int, value: int) -> Index:
    """`index` with another coordinate at `dim`."""
    return [*index[:dim], value, *index[dim + 1 :]]


def divided(index: Sequence[int], steps: Sequence[int]) -> Index:
    """Each coordinate divided by its step, rounded down."""
    return [i // step for i, step in zip(index, steps, strict=True)]


def divisible(index: Sequence[int], steps: Sequence[int]) -> bool:
    """Whether each coordinate is a multiple of its step."""
    return all(i % step == 0 for i, step in zip(index, steps, strict=True))


def index_space(sizes: Sequence[int]) -> list[Index]:
    """All indices of a tensor of these sizes, in lexicographic order (spec: index_space).

    UsageError where they are very many.
    """
    if prod(sizes) > MOST_INDICES:
        raise UsageError(f"an element touches {prod(sizes):,} others here, too many to follow; draw a smaller program")
    return [list(index) for index in product(*map(range, sizes))]


def position(index: Sequence[int], sizes: Sequence[int]) -> int:
    """How many indices of index_space stand before this one."""
    count = 0
    for i, size in zip(index, sizes, strict=True):
        count = count * size + i
    return count


def index_at(count: int, sizes: Sequence[int]) -> Index:
    """The index of index_space before which `count` others stand."""
    index = []
    for size in reversed(sizes):
        index.append(count % size)
        count //= size
    return index[::-1]


def nth(name: str, number: int) -> str:
    """The panel of one of several tensors that are called `name...` together."""
    return f"{name}[{number}]"


def alternating(first: Touched, second: Touched) -> Touched:
    """The first of both, the second of both, and so on."""
    return [touched for pair in zip(first, second, strict=True) for touched in pair]


def group_of(groups: Sequence[Index], member: int) -> Index:
    """The group that has this member; none where no group has."""
    return next((list(group) for group in groups if member in group), [])


def place_in(values: Sequence[int], value: int) -> int:
    """Where `value` stands among `values`."""
    return list(values).index(value)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        *(shape, element, clamp, inserted, placed, others, added, in_bounds, replaced, divided, divisible),
        *(index_space, position, index_at, nth, alternating, group_of, place_in),
    )
}
"""What formulas may call besides len, range, min, max, sum, zip, enumerate and abs."""


@dataclass(frozen=True)
class Step:
    """A named value on the way from one index to another: what the specification calls it, and what it is here."""

    name: str
    value: Any


@dataclass(frozen=True)
class Formula:
    """An index map as it is written, and as a function that keeps its steps."""

    function: Callable[..., Touched]

    @property
    def tree(self) -> ast.FunctionDef:
        """The function as it stands in its file."""
        return _tree(self.function)

    def __call__(self, index: Sequence[int], given: Mapping[str, Any]) -> tuple[list[Step], Touched]:
        """The steps from `index`, and the elements that it touches, with what the operation says."""
        steps: list[Step] = []

        def kept(name: str, value: Any) -> Any:
            steps.append(Step(name, value))
            return value

        touched = _recording(self.function)(kept, list(index), **given)
        return steps, touched

    @property
    def indices(self) -> frozenset[str]:
        """The tensors whose elements it reads."""
        return _indices(self.function)

    def read(self, index: Sequence[int], given: Mapping[str, Any]) -> Touched:
        """The elements of those tensors that the way from `index` depends on."""
        reads: Touched = []
        names = {id(given[name]): name for name in self.indices}

        def noted(tensor: Tensor, at: Sequence[int]) -> int:
            reads.append((names[id(tensor)], list(at)))
            return element(tensor, at)

        space = self.function.__globals__ | {"element": noted}
        FunctionType(self.function.__code__, space)(list(index), **given)
        return reads


@cache
def _tree(function: Callable[..., Any]) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


@cache
def _recording(function: Callable[..., Any]) -> Callable[..., Touched]:
    """`function` with one more argument in front, which is told the name and the value of each assignment."""
    tree = ast.parse(ast.unparse(_tree(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list = []
    tree.args.args.insert(0, ast.arg("_step"))
    tree = ast.fix_missing_locations(_Recorder().visit(tree))
    space: dict[str, Any] = dict(function.__globals__)
    exec(compile(ast.Module([tree], []), inspect.getfile(function), "exec"), space)
    recording: Callable[..., Touched] = space[tree.name]
    return recording


@cache
def _indices(function: Callable[..., Any]) -> frozenset[str]:
    calls = (node for node in ast.walk(_tree(function)) if isinstance(node, ast.Call))
    return frozenset(
        call.args[0].id
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "element" and isinstance(call.args[0], ast.Name)
    )


class _Recorder(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        (target,) = node.targets
        assert isinstance(target, ast.Name), "a step has one name"
        call = ast.Call(ast.Name("_step", ast.Load()), [ast.Constant(target.id), node.value], [])
        return ast.Assign([target], call, node.type_comment)
