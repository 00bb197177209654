"""Operations with regions that decide what runs (spec: if, case, while).

A region is given as a Python function, which is called once to record what it builds and may use the tensors of
the function around it, or as a region built by hand (`hlogen.region`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from hlogen.builder import trees
from hlogen.builder.emit import as_tensor, as_value, emit, listed
from hlogen.builder.regions import PRED, attached, called, finished, region_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import Scope, filling, require_scope, usage_error
from hlogen.builder.trees import Structure
from hlogen.door import public
from hlogen.ir import ElementType, IntegerType, Region

Branch = Callable[[], Any] | Region
Body = Callable[..., Any] | Region
TypeOf = Callable[[Sequence[Any]], ElementType]


@overload
def if_(pred: TensorLike, true_branch: Callable[[], Tensor], false_branch: Callable[[], Tensor]) -> Tensor: ...
@overload
def if_(
    pred: TensorLike, true_branch: Callable[[], Sequence[Tensor]], false_branch: Callable[[], Sequence[Tensor]]
) -> tuple[Tensor, ...]: ...
@overload
def if_(pred: TensorLike, true_branch: Branch, false_branch: Branch) -> Any: ...
@public
def if_(pred: TensorLike, true_branch: Branch, false_branch: Branch) -> Any:
    """What `true_branch()` gives where the i1 scalar `pred` is true, what `false_branch()` gives otherwise (spec: if).

    Both give tensors of the same types: a lone one, or the same tree of them (tuples, lists, dicts, dataclasses); a
    list comes out as a tuple.
    """
    require_scope("hl.if_")
    return chosen("if", as_tensor(pred, "pred"), {"true_branch": true_branch, "false_branch": false_branch})


@overload
def case(index: TensorLike, branches: Sequence[Callable[[], Tensor]]) -> Tensor: ...
@overload
def case(index: TensorLike, branches: Sequence[Callable[[], Sequence[Tensor]]]) -> tuple[Tensor, ...]: ...
@overload
def case(index: TensorLike, branches: Sequence[Branch]) -> Any: ...
@public
def case(index: TensorLike, branches: Sequence[Branch]) -> Any:
    """What ``branches[index]()`` gives; an i32 scalar `index` out of range takes the last one."""
    require_scope("hl.case")
    operand = as_tensor(index, "index", IntegerType(32))
    if not isinstance(branches, (list, tuple)) or not branches:
        raise usage_error("case's branches are a non-empty list of functions")
    return chosen("case", operand, {f"branches[{number}]": branch for number, branch in enumerate(branches)})


@overload
def while_(operand: Tensor | npt.NDArray[Any] | float, cond: Body, body: Body) -> Tensor: ...
@overload
def while_(operand: Sequence[TensorLike], cond: Body, body: Body) -> tuple[Tensor, ...]: ...
@public
def while_(operand: TensorLike | Sequence[TensorLike], cond: Body, body: Body) -> Tensor | tuple[Tensor, ...]:
    """`operand`, replaced by ``body(*operand)`` for as long as the i1 scalar ``cond(*operand)`` is true (spec: while).

    `operand` is one tensor or a list or tuple of them, and so is the result. `body` gives tensors of `operand`'s types.
    Tokens may be among them.
    """
    require_scope("hl.while_")
    entries, is_single = listed(operand)
    values = [as_value(entry, "operand" if is_single else f"operand[{n}]") for n, entry in enumerate(entries)]
    types = [value.type for value in values]
    regions = [
        region_of(cond, types, "cond of while", [PRED]),
        region_of(body, types, "body of while", types),
    ]
    results = emit("stablehlo.while", values, {}, regions)
    return results[0] if is_single else results


def chosen(what: str, operand: Tensor, branches: Mapping[str, Branch], type_of: TypeOf | None = None) -> Any:
    """What the operation `what` gives, whose branches have these names. Numbers that they return have the type of what
    another branch returns there, or `type_of` all that are returned there; without it there may be none."""
    regions, structure = _branches(branches, what, type_of)
    return structure.unflatten(emit(f"stablehlo.{what}", [operand], {}, regions))


def _branches(branches: Mapping[str, Branch], what: str, type_of: TypeOf | None) -> tuple[list[Region], Structure]:
    """The branches' regions, and the tree that all give."""
    calls = {
        name: called(branch, [], f"{name} of {what}")
        for name, branch in branches.items()
        if not isinstance(branch, Region)
    }
    if type_of is not None:
        calls = _without_numbers(calls, type_of)
    regions = []
    structures: dict[str, Structure] = {}
    for name, branch in branches.items():
        if isinstance(branch, Region):
            regions.append(attached(branch, f"{name} of {what}"))
        else:
            region, structures[name] = finished(*calls[name])
            regions.append(region)
    if not structures:
        terminator = regions[0].block.terminator
        count = 0 if terminator is None else len(terminator.operands)
        return regions, trees.LEAF if count == 1 else trees.leaves(count)
    first, *others = structures
    for name in others:
        # Where there are two trees of different numbers of values, a rule says so.
        if structures[name] != structures[first] and structures[name].leaf_count == structures[first].leaf_count:
            raise usage_error(
                f"the branches of {what} give different trees: {first} {structures[first]}, {name} {structures[name]}"
            )
    return regions, structures[first]


def _without_numbers(calls: Mapping[str, tuple[Scope, Any]], type_of: TypeOf) -> dict[str, tuple[Scope, Any]]:
    """The calls of branches, with tensors where they returned numbers and arrays."""
    flat = {name: trees.flatten(returned, "result") for name, (_, returned) in calls.items() if returned is not None}
    if len(flat) != len(calls) or len({len(leaves) for leaves, _ in flat.values()}) != 1:
        return dict(calls)  # what is wrong is said of it later
    types: list[ElementType | None] = []
    for column in zip(*(leaves for leaves, _ in flat.values()), strict=True):
        numbers = [leaf for leaf in column if _is_number(leaf)]
        tensors = [leaf for leaf in column if isinstance(leaf, Tensor)]
        types.append(None if not numbers else tensors[0].element_type if tensors else type_of(numbers))
    now = dict(calls)
    for name, (leaves, structure) in flat.items():
        if any(map(_is_number, leaves)):
            scope = calls[name][0]
            paths = structure.paths(f"what {scope.what} gives")
            with filling(scope):
                leaves = [
                    as_tensor(leaf, path, type) if _is_number(leaf) else leaf
                    for leaf, path, type in zip(leaves, paths, types, strict=True)
                ]
            now[name] = scope, structure.unflatten(leaves)
    return now


def _is_number(leaf: Any) -> bool:
    return isinstance(leaf, (bool, int, float, complex, np.generic, np.ndarray))
