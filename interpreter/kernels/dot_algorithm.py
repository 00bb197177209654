"""dot_general's `algorithm`: operands rounded to their precision types, products added up in the accumulation type.

An operand of several components is their sum: the operand rounded, what that left out rounded, and so on. Of the
products of components, `num_primitive_operations` are taken, those of the largest components first: (0, 0), then
(0, 1) and (1, 0), then the three of order 2 ... So of two components 1, 3 or 4 products can be asked for, of three
1, 3, 6, 8 or 9. The registered names of such algorithms (BF16_BF16_F32_X3, _X6, _X9, TF32_TF32_F32_X3) are spelled with
one component each and the number of products alone: then an operand has as many components as those products need.
`allow_imprecise_accumulation` permits to add up in less, and isn't made use of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ElementType, EnumAttr, FloatType, OpaqueAttr, Operation, dtype_of, parse_element_type
from interpreter.execution.blocks import Run
from interpreter.kernels.chunks import chunked, parts
from interpreter.kernels.convert import converter
from interpreter.kernels.numerics import F32, F64, is_complex, rounding, working_dtype
from interpreter.values.array import Array
from interpreter.values.attributes import wrong

_PRECISIONS = ("DEFAULT", "HIGH", "HIGHEST")
_FIELDS = (
    "lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count", "rhs_component_count",
    "num_primitive_operations", "allow_imprecise_accumulation",
)  # fmt: skip


@dataclass(frozen=True)
class DotAlgorithm:
    """The fields of the attribute; `components` of lhs and rhs, `pairs` of them that are multiplied."""

    lhs_precision_type: FloatType
    rhs_precision_type: FloatType
    accumulation_type: FloatType
    allow_imprecise_accumulation: bool
    components: tuple[int, int]
    pairs: tuple[tuple[int, int], ...]


def precisions(op: Operation) -> tuple[str, ...]:
    """`precision_config`: a word for each operand; DEFAULT where it is left out.

    The specification says that each is computed at least as exactly as the one before, and no more than that.
    """
    found = op.attributes.get("precision_config")
    if found is None or found == ():
        return ("DEFAULT", "DEFAULT")
    entries = found if isinstance(found, tuple) else (found,)
    words = tuple(entry.value if isinstance(entry, EnumAttr) else str(entry) for entry in entries)
    if len(words) != 2 or any(word not in _PRECISIONS for word in words):
        raise ExecutionError(f"precision_config is {_listed(words)}, expected two of {', '.join(_PRECISIONS)}")
    return words


def dot_algorithm(op: Operation) -> DotAlgorithm | None:
    """The operation's algorithm, None where it leaves it open; ExecutionError for one that isn't computed."""
    attribute = op.attributes.get("algorithm")
    words = precisions(op)
    if attribute is None:
        return None
    if not isinstance(attribute, OpaqueAttr):
        raise wrong(op, "algorithm", "#stablehlo.dot_algorithm<...>")
    fields = dict(re.findall(r"(\w+) = ([\w!.]+)", attribute.text))
    if not fields:
        return None
    if missing := [name for name in _FIELDS if name not in fields]:
        raise ExecutionError(f"algorithm lacks {', '.join(missing)}")
    if words != ("DEFAULT", "DEFAULT"):
        raise ExecutionError(
            f"precision_config is {_listed(words)} beside an algorithm, which says the precision itself; "
            "leave one of the two out (C21)"
        )
    lhs, rhs, accumulation = (_float_type(fields, name) for name in _FIELDS[:3])
    for name, type in (("lhs_precision_type", lhs), ("rhs_precision_type", rhs)):
        if not _holds(accumulation, type):
            raise ExecutionError(
                f"algorithm has {name} = {type} and accumulation_type = {accumulation}, in which products of {type} "
                "can't be added up; the accumulation type should be as wide"
            )
    is_imprecise = fields["allow_imprecise_accumulation"] == "true"
    return DotAlgorithm(lhs, rhs, accumulation, is_imprecise, *_products(*(int(fields[name]) for name in _FIELDS[3:6])))


def product_by(algorithm: DotAlgorithm, lhs: ElementType, rhs: ElementType, result: ElementType) -> Run:
    """The matrix product of (..., m, k) and (..., k, n) arrays of those element types, by the algorithm."""
    for type in (lhs, rhs, result):
        if is_complex(type):
            raise ExecutionError(f"an algorithm of dot_general is about real numbers, not {type}; leave it out")
    accumulation = algorithm.accumulation_type
    to_result = converter(accumulation, result)
    dtype, stored = working_dtype(accumulation), dtype_of(accumulation)
    of_lhs = _split(lhs, algorithm.lhs_precision_type, algorithm.components[0], dtype)
    of_rhs = _split(rhs, algorithm.rhs_precision_type, algorithm.components[1], dtype)
    product = np.matmul if accumulation.name in ("f32", "f64") else _rounding_each(accumulation)

    def run(x: Array, y: Array) -> Array:
        left, right = of_lhs(x), of_rhs(y)
        total: Any = None
        for i, j in reversed(algorithm.pairs):  # the small ones first
            found = product(left[i], right[j])
            if total is None:
                total = found
            else:
                if (i, j) == (0, 0):  # beside an infinite or invalid leading product, the small ones say nothing
                    total[np.isnan(total)] = 0
                np.add(found, total, out=total)
                del found  # before the next is there
        return np.asarray(to_result(total.astype(stored, copy=False)))

    return run


def memory_of_algorithm(algorithm: DotAlgorithm, given: Sequence[int], count: int, result: ElementType) -> int:
    """All components of operands of `given` elements; of the result's `count`, a product, the sum, and where it is NaN.

    Where that is of the result's type, the sum is the result.
    """
    itemsize = working_dtype(algorithm.accumulation_type).itemsize
    components = sum(n * parts for n, parts in zip(given, algorithm.components, strict=True))
    summed = count * itemsize if len(algorithm.pairs) > 1 else 0
    return itemsize * components + summed + (count * itemsize if algorithm.accumulation_type != result else 0)


def _split(type: ElementType, precision: FloatType, count: int, dtype: np.dtype[Any]) -> Callable[[Array], list[Array]]:
    """What turns an array into `count` components of the precision type, the largest first, as `dtype`."""
    to_precision = converter(type, precision)
    if count == 1:
        only = chunked(lambda x: to_precision(x).astype(dtype), dtype)
        return lambda x: [only(x)]
    wide = FloatType("f64")
    to_wide, from_wide, back = converter(type, wide), converter(wide, precision), converter(precision, wide)

    def component(x: Array, number: int) -> Array:
        rest = to_wide(x)
        for _ in range(number):
            rest = rest - back(from_wide(rest))
            rest = np.where(np.isfinite(rest), rest, 0)
        return from_wide(rest).astype(dtype)

    each = [chunked(partial(component, number=number), dtype) for number in range(count)]
    return lambda x: [of_part(x) for of_part in each]


def _rounding_each(type: FloatType) -> Run:
    """The matrix product in which each product and each sum is rounded to `type`, in the order of k."""
    round = rounding(type, F64)
    assert round is not None

    def summed(x: Array, y: Array) -> Array:
        """The sum over the first dimension."""
        total = np.zeros(x.shape[1:], F64)
        for column, row in zip(x, y, strict=True):
            term = round(column.astype(F64) * row.astype(F64)).astype(F64)
            total = round(total + term).astype(F64)
        return total.astype(F32)

    def product(x: Array, y: Array) -> Array:
        result = np.empty((*x.shape[:-1], y.shape[-1]), F32)
        inner = x.shape[-1]
        columns = np.broadcast_to(np.moveaxis(x, -1, 0)[..., None], (inner, *result.shape))
        rows = np.broadcast_to(np.moveaxis(y, -2, 0)[..., None, :], (inner, *result.shape))
        for part in parts(result.shape):
            result[part] = summed(columns[(slice(None), *part)], rows[(slice(None), *part)])
        return result

    return product


def _products(lhs: int, rhs: int, operations: int) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """How many components lhs and rhs have, and which pairs of them are multiplied."""
    counts = {"lhs_component_count": lhs, "rhs_component_count": rhs, "num_primitive_operations": operations}
    for name, count in counts.items():
        if count < 1:
            raise ExecutionError(f"algorithm has {name} = {count}, expected at least 1")
    if lhs == rhs == 1 and operations > 1:
        lhs = rhs = 2 if operations <= 3 else 3
    pairs = sorted(((i, j) for i in range(lhs) for j in range(rhs)), key=lambda pair: (sum(pair), pair))
    orders = [sum(pair) for pair in pairs]
    possible = [n for n in range(1, len(pairs) + 1) if n == len(pairs) or orders[n - 1] != orders[n]]
    if operations not in possible:
        raise ExecutionError(
            f"algorithm has num_primitive_operations = {operations}; of {lhs} and {rhs} components, "
            f"{', '.join(map(str, possible))} products can be taken, so that all of one size are in or out"
        )
    return (lhs, rhs), tuple(pairs[:operations])


def _float_type(fields: dict[str, str], name: str) -> FloatType:
    type = parse_element_type(fields[name])
    if not isinstance(type, FloatType):
        raise ExecutionError(f"algorithm has {name} = {fields[name]}, expected a float type")
    return type


def _holds(wide: FloatType, narrow: FloatType) -> bool:
    """Whether products of `narrow` numbers are meant to be added up in `wide`."""
    return wide.name == "f64" or wide == narrow or (wide.name == "f32" and narrow.name != "f64")


def _listed(words: Sequence[Any]) -> str:
    return f"[{', '.join(map(str, words))}]"
