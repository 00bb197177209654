"""A backend that runs programs on the interpreter and makes mistakes: those whose names its option ``names`` lists.

A mistake is a row of MISTAKES: an operation, where it is made, and what `hlogen fuzz` has to call it. They are made at
other places, so that one backend can make all of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import hlogen as hl
import interpreter
from hlogen.ir import Block, Module, Operation, TensorType
from hlogen.program.copy import Copier
from interpreter.kernels.registry import TABLE, kernels
from interpreter.values.attributes import integers

FAR = 1 << 40


@dataclass
class Call:
    """An operation that is run, which can be run again with something changed."""

    op: Operation
    plan: Any
    planner: Any

    def run(self, operands: Any) -> Any:
        return self.plan(self.op, self.planner)(*operands)

    def run_with(self, operands: Any, **attributes: Any) -> Any:
        changed = Operation(
            self.op.name, self.op.operands, [each.type for each in self.op.results],
            {**self.op.attributes, **attributes}, self.op.regions,
        )  # fmt: skip
        return self.plan(changed, self.planner)(*operands)

    @property
    def numbers(self) -> Any:
        return self.op.attributes.get("scatter_dimension_numbers") or self.op.attributes["dimension_numbers"]

    @property
    def at(self) -> int:
        """The first operand of the indices."""
        return len(self.op.results) if self.op.name.endswith("scatter") else 1

    def starts(self, operands: Any) -> tuple[Any, Any, Any]:
        """Start indices with their components last, the sizes of their dimensions, and those of the windows there."""
        numbers, array = self.numbers, operands[self.at]
        has_vectors = numbers.index_vector_dim < array.ndim
        starts = np.moveaxis(array, numbers.index_vector_dim, -1) if has_vectors else array[..., None]
        dims = list(getattr(numbers, "scatter_dims_to_operand_dims", None) or numbers.start_index_map)
        shape = operands[0].shape
        if self.op.name.endswith("scatter"):
            window = iter([operands[-1].shape[d] for d in numbers.update_window_dims])
            gone = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
            sizes = [1 if d in gone else next(window) for d in range(len(shape))]
        else:
            sizes = list(map(int, operands[2])) if len(operands) == 3 else list(integers(self.op, "slice_sizes"))
        return starts, np.array([shape[d] for d in dims]), np.array([sizes[d] for d in dims])

    def with_starts(self, operands: Any, starts: Any) -> Any:
        numbers = self.numbers
        has_vectors = numbers.index_vector_dim < operands[self.at].ndim
        starts = np.moveaxis(starts, -1, numbers.index_vector_dim) if has_vectors else np.asarray(starts)[..., 0]
        return [*operands[: self.at], starts, *operands[self.at + 1 :]]


def signed_index(call, operands):
    starts, _, _ = call.starts(operands)
    if starts.dtype.kind == "u":
        starts = np.maximum(starts.view(starts.dtype.name.removeprefix("u")), 0)
    return call.run(call.with_starts(operands, starts))


def wrapped_index(call, operands):
    shape = operands[0].shape
    starts = [np.where(each < 0, each + size, each) for each, size in zip(operands[2:], shape, strict=True)]
    return call.run([*operands[:2], *starts])


def narrow_index(call, operands):
    return call.run([operands[0], *(each.astype(np.int8).astype(np.int64) for each in operands[1:])])


def whole_window_dropped(call, operands):
    starts, dims, sizes = call.starts(operands)
    outside = np.any((starts.astype(object) < 0) | (starts.astype(object) > dims - sizes), axis=-1, keepdims=True)
    return call.run(call.with_starts(operands, np.where(outside, FAR, starts.astype(np.int64))))


def clamp_for_drop(call, operands):
    starts, dims, sizes = call.starts(operands)
    return call.run(call.with_starts(operands, np.clip(starts.astype(object), 0, dims - sizes).astype(np.int64)))


def lost_update(call, operands):
    """Of the updates at one index, all but the last are lost."""
    starts, _, _ = call.starts(operands)
    kept = starts.astype(np.int64)
    seen = set()
    for place in reversed(list(np.ndindex(starts.shape[:-1]))):
        if starts[place].tobytes() in seen:
            kept[place] = FAR
        seen.add(starts[place].tobytes())
    return call.run(call.with_starts(operands, kept))


def doubled_update(call, operands):
    """The first update is applied once more in the end."""
    starts, _, _ = call.starts(operands)
    once = call.run(operands)
    again = np.full(starts.shape, FAR)
    first = (0,) * (starts.ndim - 1)
    again[first] = starts[first]
    count = len(call.op.results)
    return call.run(call.with_starts([*(once if count > 1 else [once]), *operands[count:]], again))


def crossed_arguments(call, operands):
    """The computation has the new value first."""
    count = len(call.op.results)
    (region,) = call.op.regions
    (block,) = region.blocks
    copier = Copier()
    body = Block([each.type for each in block.arguments])
    copier.stands(block.arguments, (*body.arguments[count:], *body.arguments[:count]))
    copier.fill(block, body.operations)
    types = [each.type for each in call.op.results]
    changed = Operation(call.op.name, call.op.operands, types, call.op.attributes, [type(region)([body])])
    return call.plan(changed, call.planner)(*operands)


def narrow_sums(call, operands):
    """Each update is rounded to the type of the inputs."""
    count = len(call.op.results)
    dtypes = [each.dtype for each in operands[:count]]
    starts, _, _ = call.starts(operands)
    values = list(operands[:count])
    wide = values
    for place in np.ndindex(starts.shape[:-1]):
        one = np.full(starts.shape, FAR)
        one[place] = starts[place]
        given = call.run(call.with_starts([*values, *operands[count:]], one))
        wide = given if count > 1 else [given]
        values = [each.astype(dtype) for each, dtype in zip(wide, dtypes, strict=True)]
    if not starts.size:
        return call.run(operands)
    results = tuple(each.astype(type.dtype) for each, type in zip(values, wide, strict=True))
    return results if count > 1 else results[0]


def transposed_windows(call, operands):
    """The dimensions of windows are laid out the other way round."""
    offset = call.numbers.offset_dims
    result = np.array(call.run(operands))
    moved = np.moveaxis(result, offset, offset[::-1])
    return np.ascontiguousarray(moved).reshape(result.shape)


def first_batch(call, operands):
    """The first batch is read for every one."""
    dims = call.numbers.operand_batching_dims
    operand = operands[0]
    for d in dims:
        operand = np.repeat(np.take(operand, [0], d), operand.shape[d], d)
    return call.run([operand, *operands[1:]])


def without_init(call, operands):
    count = len(call.op.results)
    return call.run([*operands[:count], *(np.zeros_like(each) for each in operands[count:])])


def one_off(call, operands):
    flat = operands[0].reshape(-1)
    return call.run([np.concatenate([flat[1:], flat[-1:]]).reshape(operands[0].shape)])


def last_lost(call, operands):
    (lhs, rhs), numbers = operands, call.op.attributes["dot_dimension_numbers"]
    d = numbers.lhs_contracting_dimensions[0]
    cut = np.array(lhs)
    cut[(slice(None),) * d + (-1,)] = 0
    return call.run([cut, rhs])


def floored(call, operands):
    a, b = (each.astype(object) for each in operands)
    return (
        np.where(b == 0, 0, a // np.where(b == 0, 1, b)).astype(operands[0].dtype) if np.all(b) else call.run(operands)
    )


def signed_shift(call, operands):
    arithmetic = kernels()["stablehlo.shift_right_arithmetic"].plan
    return arithmetic(call.op, call.planner)(*operands)


def saturated(call, operands):
    limits = np.iinfo(operands[0].dtype)
    return np.clip(operands[0].astype(object) + operands[1].astype(object), limits.min, limits.max).astype(
        operands[0].dtype
    )


def nan_is_less(call, operands):
    """As if NaN stood below all numbers, and were one."""
    a, b = (np.where(np.isnan(each), -np.inf, each) for each in operands)
    return call.run([a, b])


def lost_nan(call, operands):
    return np.fmax(*operands)


def lost_sign_of_zero(call, operands):
    result = np.array(call.run(operands))
    return np.where(result == 0, np.zeros((), result.dtype), result)


def rounded_to_zero(call, operands):
    result = np.array(call.run(operands))
    is_whole = (result == np.rint(result)) | ~np.isfinite(result)
    return np.where(is_whole, result, np.nextafter(result, np.zeros((), result.dtype)))


def signed_elements(call, operands):
    signed = [each.view(each.dtype.name.removeprefix("u")) for each in operands]
    return np.minimum(*signed).view(operands[0].dtype)


def flushed(call, operands):
    def flush(x: Any) -> Any:
        return np.where(np.abs(x) < np.finfo(x.dtype).tiny, np.copysign(np.zeros((), x.dtype), x), x)

    return flush(np.array(call.run([flush(each) for each in operands])))


def unstable(call, operands):
    """Of equal elements, the last comes first."""
    d = call.op.attributes["dimension"].value
    return call.run([np.ascontiguousarray(np.flip(each, d)) for each in operands])


def overwritten(call, operands):
    for each in operands:
        each.reshape(-1).view(np.uint8)[:1] ^= 1


def aborts(call, operands):
    os.abort()


def hangs(call, operands):
    time.sleep(3600)


def _kind(*kinds: str) -> Callable[[Call, Any], bool]:
    """Where the first operand has elements of these kinds, as NumPy has them."""
    return lambda call, operands: operands[0].dtype.kind in kinds


def _type(*names: str) -> Callable[[Call, Any], bool]:
    return lambda call, operands: operands[0].dtype.name in names and not _is_promoted(call, operands)


def _is_promoted(call: Call, operands: Any) -> bool:
    return bool(call.op.regions) and any(
        str(one.type.element_type) != str(other.type.element_type)
        for one, other in zip(call.op.operands, call.op.results, strict=False)
        if isinstance(one.type, TensorType) and isinstance(other.type, TensorType)
    )


_ALWAYS: Callable[[Call, Any], bool] = lambda call, operands: True  # noqa: E731 - one of a table's conditions
_SIGNED = ("int2", "int4", "int8", "int16", "int32", "int64")
_UNSIGNED = tuple(f"u{name}" for name in _SIGNED)


@dataclass(frozen=True)
class Mistake:
    """`change` is made of `op` where `when` holds; `called` is the key of all findings that come of it."""

    change: Callable[..., Any]
    op: str
    called: str
    when: Callable[[Call, Any], bool] = _ALWAYS


PARTLY_OUT = "drops the whole window where only a part of it is out of bounds in scatter"
_ROWS = (
    Mistake(signed_index, "gather", "reads unsigned indices as signed", _kind("i", "u", "b")),
    Mistake(transposed_windows, "gather", "lays windows out transposed in gather", _kind("f", "c", "V")),
    Mistake(first_batch, "dynamic_gather", "takes another batch in dynamic_gather"),
    Mistake(wrapped_index, "dynamic_update_slice", "wraps negative indices, as Python does"),
    Mistake(narrow_index, "dynamic_slice", "cuts indices to fewer bits"),
    Mistake(whole_window_dropped, "scatter", PARTLY_OUT, _type(*_SIGNED)),
    Mistake(clamp_for_drop, "scatter", "clamps indices where updates out of bounds are dropped in scatter",
            _type(*_UNSIGNED)),
    Mistake(lost_update, "scatter", "loses an update of an element that has several in scatter",
            _type("float32", "float64")),
    Mistake(doubled_update, "scatter", "applies an update twice in scatter", _type("float16", "bfloat16")),
    Mistake(crossed_arguments, "scatter", "hands a computation its arguments the other way round in scatter",
            _type("complex64", "complex128")),
    Mistake(narrow_sums, "scatter",
            "computes in the type of the operands where the computation has a wider one in scatter", _is_promoted),
    Mistake(unstable, "sort", "puts equal elements in another order in sort",
            lambda call, operands: call.op.attributes.get("is_stable") is True),
    Mistake(without_init, "reduce", "takes zeros for an operand in reduce"),
    Mistake(one_off, "slice", "reads an operand one element off in slice"),
    Mistake(last_lost, "dot_general", "leaves out the first or last of what it combines in dot_general"),
    Mistake(floored, "divide", "rounds quotients down instead of towards zero in divide", _kind("i")),
    Mistake(rounded_to_zero, "divide", "rounds otherwise in divide", _type("float32", "float64")),
    Mistake(signed_shift, "shift_right_logical",
            "computes shift_right_arithmetic instead in shift_right_logical"),
    Mistake(saturated, "add", "saturates where integers wrap in add", _kind("i", "u")),
    Mistake(nan_is_less, "compare", "takes NaN for a number in compare", _type("float32", "float64", "float16")),
    Mistake(lost_nan, "maximum", "makes or loses a NaN in maximum", _kind("f")),
    Mistake(lost_sign_of_zero, "negate", "gives zero the other sign in negate", _kind("f")),
    Mistake(signed_elements, "minimum", "reads unsigned integers as signed", _kind("u")),
    Mistake(flushed, "multiply", "takes subnormal numbers for zeros", _type("float32", "float64")),
    Mistake(overwritten, "sign", "wrote into inputs in sign"),
    Mistake(aborts, "popcnt", "run crash in popcnt"),
    Mistake(hangs, "count_leading_zeros", "time-out in count_leading_zeros"),
)  # fmt: skip
MISTAKES = {each.change.__name__: each for each in _ROWS}
assert len(MISTAKES) == len(_ROWS)


class Mistaken:
    reads = "generic"

    def __init__(self, names: str) -> None:
        self.chosen = [MISTAKES[name] for name in names.split()]

    def version(self) -> dict[str, str]:
        return {"mistaken": "1"}

    def compile(self, program: str, signature: Any) -> Module:
        return hl.parse(program)

    def run(self, module: Module, arguments: list[Any]) -> list[Any]:
        with _made(self.chosen):
            results = [np.array(each) for each in interpreter.run(module, *arguments)]
        names = {operation.name for operation in module.walk()}
        if any(each.change is overwritten and f"stablehlo.{each.op}" in names for each in self.chosen):
            overwritten(None, arguments)
        return results


@contextmanager
def _made(chosen: list[Mistake]) -> Iterator[None]:
    """Kernels that make the mistakes, while a program runs."""
    before = {}
    for name in {f"stablehlo.{each.op}" for each in chosen if each.change is not overwritten}:
        before[name] = kernels()[name]
        rows = [each for each in chosen if f"stablehlo.{each.op}" == name]
        TABLE._rows[name] = replace(before[name], plan=_changed(before[name].plan, rows))
    try:
        yield
    finally:
        TABLE._rows.update(before)


def _changed(plan: Any, rows: list[Mistake]) -> Any:
    def planned(op: Operation, planner: Any) -> Any:
        run, call = plan(op, planner), Call(op, plan, planner)

        def changed(*operands: Any) -> Any:
            arrays = [np.array(each) for each in operands]
            for row in rows:
                if row.when(call, arrays):
                    try:
                        return row.change(call, arrays)
                    except (LookupError, ValueError, TypeError, AttributeError, StopIteration, OverflowError):
                        break  # of a form that it isn't for
            return run(*operands)

        return changed

    return planned
