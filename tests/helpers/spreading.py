"""Programs that spread what a scatter's order decides through every kind of operation on floats and integers.

The scatter's updates differ much in size and cancel, so that other orders give quite different results, infinities and
NaNs among them. All intermediate values are returned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.ir import Module, dtype_of, parse_element_type

ELEMENTS = 6
UNARY = (
    "abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
    "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh",
)  # fmt: skip
INTEGER_UNARY = ("abs", "negate", "sign", "not_", "popcnt", "count_leading_zeros")
BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2", "remainder")
INTEGER_BINARY = (
    "add", "subtract", "multiply", "maximum", "minimum", "and_", "or_", "xor",
    "shift_left", "shift_right_arithmetic", "shift_right_logical", "divide", "remainder",
)  # fmt: skip
BODIES: tuple[Any, ...] = (
    "add", "add", "mul", "set", "min",
    lambda old, new: old * 0.5 + new, lambda old, new: old - new, lambda old, new: hl.select(new > 1, new, old),
)  # fmt: skip
TYPES = ("f32", "f64", "bf16", "f16", "i32", "i8", "f32")


def draw_spreading(seed: int) -> tuple[Module, list[Any]]:
    """A program and its arguments."""
    rng = np.random.default_rng(seed)
    element = str(rng.choice(TYPES))
    count = int(rng.choice([4, 8, 30, 80]))
    body = BODIES[rng.integers(len(BODIES))]
    if element.startswith("i") and callable(body):
        body = "set"

    @hl.function(f"{ELEMENTS}x{element}", f"{count}x1xi32", f"{count}x{element}", name="main")
    def main(values: Any, indices: Any, updates: Any) -> Any:
        x = hl.scatter(
            values,
            indices,
            updates,
            body,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )
        found = [x]
        for _ in range(int(rng.integers(1, 7))):
            found.append(_drawn(rng, found, values))
        return tuple(found)

    indices = rng.integers(0, ELEMENTS + 1, (count, 1)).astype(np.int32)
    return main.module, [_values(rng, element, ELEMENTS), indices, _values(rng, element, count)]


def _values(rng: np.random.Generator, element: str, count: int) -> Any:
    dtype = dtype_of(parse_element_type(element))
    if element.startswith("i"):
        return rng.integers(-5, 9, count).astype(dtype)
    kind = int(rng.integers(5))
    values: Any = rng.normal(size=count)
    if kind == 1:
        values = np.abs(values) + 0.5
    if kind == 2:  # sums that cancel
        values = values * rng.choice([1.0, 1e4, -1e4, 3e4], count)
    if kind == 3:
        values = rng.choice([1.0, -0.0, 0.0, 2.0, 1e-3, np.inf, 7.5], count)
    if kind == 4:
        values = rng.choice([1.0, 0.5, -2.0, 6e4, -6e4, np.nan if rng.random() < 0.3 else 3.0, 2.0, -1.0], count)
    with np.errstate(all="ignore"):
        return values.astype(dtype)


def _drawn(rng: np.random.Generator, found: Sequence[Any], values: Any) -> Any:
    x = found[int(rng.integers(max(0, len(found) - 3), len(found)))]
    element = str(x.element_type)
    if element == "i1":
        return hl.select(x, hl.constant(np.full(x.shape, 2.5, np.float32)), hl.constant(np.zeros(x.shape, np.float32)))
    is_float = element.startswith(("f", "bf"))
    with np.errstate(all="ignore"):
        known = hl.constant(_values(rng, element, int(np.prod(x.shape))).reshape(x.shape), element)
    same = [y for y in found if y.type == x.type]
    other = [known, same[int(rng.integers(len(same)))]][int(rng.integers(2))]
    drawers: list[Callable[[], Any]] = [
        lambda: getattr(hl, str(rng.choice(UNARY if is_float else INTEGER_UNARY)))(x),
        lambda: _binary(rng, x, other, BINARY if is_float else INTEGER_BINARY),
        lambda: _binary(rng, x, other, ("add", "multiply", "subtract", "maximum")),
        lambda: hl.compare(x, other, comparison_direction=str(rng.choice(["LT", "LE", "GT", "GE", "EQ", "NE"]))),
        lambda: hl.select(x > other, x, known),
        lambda: hl.clamp(hl.minimum(known, other), x, known),
        lambda: hl.convert(x, str(rng.choice(["f32", "f64", "bf16", "i32", "i8", "f16", "i16"]))),
        lambda: _of_rank_one(rng, x, is_float),
        lambda: _of_rank_one(rng, x, is_float),
        lambda: hl.reduce_precision(x, exponent_bits=5, mantissa_bits=4) if is_float else hl.negate(x),
    ]
    return drawers[int(rng.integers(len(drawers)))]()


def _binary(rng: np.random.Generator, x: Any, other: Any, names: Sequence[str]) -> Any:
    operands = (x, other) if rng.random() < 0.5 else (other, x)
    return getattr(hl, str(rng.choice(names)))(*operands)


def _of_rank_one(rng: np.random.Generator, x: Any, is_float: bool) -> Any:
    if not x.rank:
        return hl.broadcast_in_dim(x, [3], broadcast_dimensions=[])
    n = x.shape[0]
    if x.rank > 1 or n < 2:
        return hl.reshape(x, [int(np.prod(x.shape))])
    zero = hl.constant(0, x.element_type)
    drawers: list[Callable[[], Any]] = [
        lambda: hl.reduce(x, zero, [0], "add"),
        lambda: hl.reduce(x, zero, [0], str(rng.choice(["min", "max"]))),
        lambda: hl.reduce(x, hl.constant(1, x.element_type), [0], "mul"),
        lambda: hl.reduce_window(x, zero, str(rng.choice(["add", "max"])), window_dimensions=[2]),
        lambda: hl.sort(x, lambda a, b: a < b, dimension=0),
        lambda: hl.reverse(x, dimensions=[0]),
        lambda: hl.slice(x, start_indices=[1], limit_indices=[n]),
        lambda: hl.concatenate([x, x], dimension=0),
        lambda: hl.pad(x, zero, edge_padding_low=[1], edge_padding_high=[0], interior_padding=[1]),
        lambda: hl.dynamic_slice(x, [hl.clamp(0, hl.convert(x[0], "i32"), n)], slice_sizes=[2]),
        lambda: hl.dynamic_update_slice(x, x[0:2] + x[0:2], [hl.constant(1, "i32")]),
        lambda: hl.take(x, hl.constant(rng.integers(0, n, 4).astype(np.int32)), axis=0),
        lambda: hl.broadcast_in_dim(x, [2, n], broadcast_dimensions=[1]),
        lambda: x @ x,
    ]
    return drawers[int(rng.integers(len(drawers)))]()
