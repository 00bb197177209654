"""Operations along the batch of a vmap: `hlogen.vmap(f, axis_name="i")` gives the axis its name, ``hl.psum(x, "i")``
in the function sums over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from hlogen.builder.elementwise import convert, divide
from hlogen.builder.emit import as_tensor, described, emit_constant, emit_one
from hlogen.builder.functions.common import as_type, to_sum_in
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope, usage_error
from hlogen.builder.trees import Tree, mapped
from hlogen.door import public
from hlogen.ir import (
    Attribute,
    ComplexType,
    DenseElements,
    FloatType,
    IntegerAttr,
    IntegerType,
    QuantizedType,
    TensorType,
)
from hlogen.ir.types import I32
from hlogen.program.axes import AXIS_INDEX, PMAX, PMIN, PPERMUTE, PSUM

# The name of an axis, or several names, along all of which an operation works.
AxisName: TypeAlias = "str | Sequence[str]"


@public
def psum(x: Tree, axis_name: AxisName) -> Any:
    """The sum of `x` over the examples of a batch: the same for all of them.

    ::

        @hl.function("f32")
        def share(x):
            return x / hl.psum(x, "i")

        hl.vmap(share, axis_name="i")([1.0, 2.0, 5.0])   # 0.125, 0.25, 0.625

    `axis_name` is what the `hlogen.vmap` around is told, or a list of such names, over all of which is summed. A vmap
    without that name leaves it as it is, for each of its examples. `x` is a tensor or a tree of tensors of any shape,
    of numbers; bools are summed as i32. ``hl.psum(1, "i")`` is the batch's size.

    Until a vmap has the name, the function can't run: it has a custom call, ``@hlogen.psum``. The derivative for one
    example is that of the sum of all examples' results, as JAX has it.

    Raises UsageError where `axis_name` is no text, and of quantized `x`.
    """
    return _of_each(x, axis_name, "psum", lambda value: _along(PSUM, _summed(value), axis_name))


@public
def pmean(x: Tree, axis_name: AxisName) -> Any:
    """The mean of `x` over the examples of a batch: `psum` divided by the number of examples.

    Arguments and errors as for `psum`; the mean of integers and bools is f32 (of 64 bits f64).
    """

    def mean(value: Tensor) -> Tensor:
        of = value.element_type
        if isinstance(of, IntegerType):
            of = FloatType("f64" if of.width == 64 else "f32")
            total = convert(_along(PSUM, _summed(value), axis_name), of)
        else:
            total = _along(PSUM, as_type(value, to_sum_in(of)), axis_name)
        count = _along(PSUM, emit_constant(1, total.element_type, ()), axis_name)
        return as_type(divide(total, broadcast_to_sizes(count, sizes_of(total), ())), of)

    return _of_each(x, axis_name, "pmean", mean)


@public
def pmax(x: Tree, axis_name: AxisName) -> Any:
    """The greatest `x` among the examples of a batch, element by element: the same for all of them.

    Arguments and errors as for `psum`; complex `x` has no order. In derivatives, examples that are equally great share.
    """
    return _of_each(x, axis_name, "pmax", lambda value: _along(PMAX, _ordered(value, "pmax"), axis_name))


@public
def pmin(x: Tree, axis_name: AxisName) -> Any:
    """The least `x` among the examples of a batch, element by element; as `pmax`."""
    return _of_each(x, axis_name, "pmin", lambda value: _along(PMIN, _ordered(value, "pmin"), axis_name))


@public
def axis_index(axis_name: str) -> Tensor:
    """Which example of the batch this is, from 0: an i32 of rank 0.

    `axis_name` is what the `hlogen.vmap` around is told. Raises UsageError where it is no text.
    """
    require_scope("hl.axis_index")
    return emit_along(AXIS_INDEX, [], _name(axis_name), TensorType((), I32))


@public
def ppermute(x: Tree, axis_name: str, perm: Sequence[tuple[int, int]]) -> Any:
    """What other examples of the batch have as `x`: for each pair (source, target) in `perm`, the example `target` gets
    that of `source`; an example that is no target gets zeros.

    ::

        hl.ppermute(x, "i", [(0, 1), (1, 2), (2, 0)])   # each example's x goes to the next one

    `x` and `axis_name` as for `psum`, but that there is one name. Raises UsageError where an example is a source twice
    or a target twice; the vmap that has the name does where it has no such example.
    """
    pairs = _pairs(perm)
    said: dict[str, Attribute] = {"perm": DenseElements(TensorType(pairs.shape, IntegerType(64)), pairs)}

    def permuted(value: Tensor) -> Tensor:
        return emit_along(PPERMUTE, [value], _name(axis_name), value.type, said)

    return _of_each(x, _name(axis_name), "ppermute", permuted)


def _of_each(x: Tree, axis_name: AxisName, what: str, function: Callable[[Tensor], Tensor]) -> Tree:
    """`function` of each tensor in a tree."""
    require_scope(f"hl.{what}")
    _names(axis_name)

    def of_one(leaf: Any) -> Tensor:
        value = as_tensor(leaf, "x")
        if isinstance(value.element_type, QuantizedType):
            raise usage_error(f"hl.{what} takes numbers, not {value.type}\n  fix: hl.uniform_dequantize it before")
        return function(value)

    return mapped(of_one, x, "x")


def _along(target: str, value: Tensor, axis_name: AxisName) -> Tensor:
    for name in _names(axis_name):
        value = emit_along(target, [value], name, value.type)
    return value


def emit_along(
    target: str, operands: Sequence[Tensor], name: str, type: TensorType, said: Mapping[str, Attribute] | None = None
) -> Tensor:
    """The operation `target` along the axis `name`, which gives a tensor of `type`."""
    attributes: dict[str, Attribute] = {
        "call_target_name": target.removeprefix("@"),
        "api_version": IntegerAttr(4, I32),  # the one whose backend_config is a dict
        "backend_config": {"axis_name": name, **(said or {})},
    }
    return emit_one("stablehlo.custom_call", operands, attributes, result_type=type)


def _summed(value: Tensor) -> Tensor:
    of = value.element_type
    return convert(value, I32) if isinstance(of, IntegerType) and of.width == 1 else value


def _ordered(value: Tensor, what: str) -> Tensor:
    if isinstance(value.element_type, ComplexType):
        raise usage_error(f"hl.{what} takes what has an order, and {value.type} is complex\n  fix: take hl.abs(x)")
    return value


def _names(given: AxisName) -> tuple[str, ...]:
    if isinstance(given, (list, tuple)):
        names = tuple(_name(name) for name in given)
        twice = [name for name in names if names.count(name) > 1]
        if twice or not names:
            raise usage_error(f"axis_name is {given!r}, which " + ("has a name twice" if twice else "has no name"))
        return names
    return (_name(given),)


def _name(given: object) -> str:
    if not isinstance(given, str) or not given:
        raise usage_error(
            f'axis_name is the name that hl.vmap is told, such as "i", a non-empty text, not {described(given)}'
        )
    return given


def _pairs(perm: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    wrong = "perm is a list of pairs (source, target) of examples, whole numbers from 0"
    listed = list(perm) if isinstance(perm, (list, tuple, np.ndarray)) else None
    if listed is None:
        raise usage_error(f"{wrong}, not {described(perm)}")
    for pair in listed:
        ends = list(pair) if isinstance(pair, (list, tuple, np.ndarray)) else []
        if len(ends) != 2 or not all(map(_is_example, ends)):
            raise usage_error(f"{wrong}, with {described(pair)} in it")
    pairs = np.array(listed, np.int64).reshape(-1, 2)
    for number, what in enumerate(("source", "target")):
        ends = pairs[:, number].tolist()
        twice = [end for end in ends if ends.count(end) > 1]
        if twice:
            raise usage_error(f"perm has the {what} {twice[0]} twice")
    return pairs


def _is_example(given: object) -> bool:
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool) and bool(given >= 0)
