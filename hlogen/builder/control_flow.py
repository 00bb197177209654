"""Operations with regions that decide what runs (spec: if, case, while).

A region is given as a Python function, which is called once to record what it builds and may use the tensors of
the function around it, or as a region built by hand (`hlogen.region`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy.typing as npt

from hlogen.builder.emit import as_tensor, as_value, emit, listed
from hlogen.builder.regions import PRED, attached, region_of, traced
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import IntegerType, Region

Branch = Callable[[], Any] | Region
Body = Callable[..., Any] | Region


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

    Both give tensors of the same types: a lone one, or a tuple or list of them, which comes out as a tuple.
    """
    require_scope("hl.if_")
    condition = as_tensor(pred, "pred")
    branches = {"true_branch": true_branch, "false_branch": false_branch}
    regions, returns_one = _branches(branches, "if")
    results = emit("stablehlo.if", [condition], {}, regions)
    return results[0] if returns_one else results


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
    chosen = as_tensor(index, "index", IntegerType(32))
    if not isinstance(branches, (list, tuple)) or not branches:
        raise usage_error("case's branches are a non-empty list of functions")
    regions, returns_one = _branches({f"branches[{number}]": branch for number, branch in enumerate(branches)}, "case")
    results = emit("stablehlo.case", [chosen], {}, regions)
    return results[0] if returns_one else results


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


def _branches(branches: dict[str, Branch], what: str) -> tuple[list[Region], bool]:
    """The branches' regions, and whether each gives a lone tensor."""
    regions, singles = [], set()
    for name, branch in branches.items():
        if isinstance(branch, Region):
            region = attached(branch, f"{name} of {what}")
            terminator = region.block.terminator
            is_single = terminator is not None and len(terminator.operands) == 1
        else:
            region, is_single = traced(branch, [], f"{name} of {what}")
        regions.append(region)
        singles.add(is_single)
    return regions, singles == {True}
