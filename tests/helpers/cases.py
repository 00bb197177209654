"""What a generated case must give by the slow model, and how results are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from model import bodies
from model.dynamic_gather import dynamic_gather
from model.gather import gather
from model.scatter import scatter

from hlogen.conform.generate import Body, Case, Expression
from hlogen.ir import dtype_of

Array = np.ndarray[Any, Any]

_OPS = {
    "add": bodies.add,
    "subtract": bodies.subtract,
    "multiply": bodies.multiply,
    "minimum": bodies.minimum,
    "maximum": bodies.maximum,
    "and": bodies.bitwise_and,
    "or": bodies.bitwise_or,
    "xor": bodies.bitwise_xor,
}
_DIRECTIONS = {
    "LT": lambda a, b: a < b,
    "LE": lambda a, b: a <= b,
    "GT": lambda a, b: a > b,
    "GE": lambda a, b: a >= b,
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
}


def expected(case: Case, schedule: Any = None) -> tuple[Array, ...]:
    """What the specification's formulas give, index by index. ModelError where they read out of bounds."""
    layout = case.layout
    if case.op == "scatter":
        assert case.body is not None
        return scatter(
            case.operands[: len(case.element_types)],
            case.indices,
            case.updates,
            update_computation(case.body),
            **vars(layout.scatter_numbers()),
            result_dtypes=[dtype_of(element) for element in case.body.element_types],
            schedule=schedule,
        )
    dims: dict[str, Any] = {
        "offset_dims": layout.offset_dims,
        "collapsed_slice_dims": layout.collapsed_slice_dims,
        "operand_batching_dims": layout.operand_batching_dims,
        "start_indices_batching_dims": layout.start_indices_batching_dims,
        "start_index_map": layout.start_index_map,
        "index_vector_dim": layout.index_vector_dim,
        "result_shape": layout.result_shape,
    }
    if case.op == "dynamic_gather":
        return (dynamic_gather(*case.operands, **dims),)
    return (gather(*case.operands, slice_sizes=layout.slice_sizes, **dims),)


def update_computation(body: Body) -> Callable[..., tuple[Any, ...]]:
    """The body of a generated scatter, as the slow model takes it: old values, then updates, as NumPy scalars."""
    count = len(body.element_types)
    dtypes = [dtype_of(element) for element in body.element_types]
    results = [_evaluation(result, dtypes) for result in body.results]

    def computation(*values: Any) -> tuple[Any, ...]:
        old, new = values[:count], values[count:]
        return tuple([result(old, new) for result in results])

    return computation


def same(actual: Array, wanted: Array) -> bool:
    """Equal type, shape and elements; a NaN equals any NaN, and 0.0 isn't -0.0."""
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return False
    if actual.tobytes() == wanted.tobytes():
        return True
    if wanted.dtype.kind == "c":
        return same(actual.real, wanted.real) and same(actual.imag, wanted.imag)
    if wanted.dtype.kind in "iub":
        return False
    with np.errstate(all="ignore"):
        a, b = actual.astype(np.float64), wanted.astype(np.float64)
        nan = np.isnan(a) & np.isnan(b)
        return bool(np.all(nan | ((a == b) & (np.signbit(a) == np.signbit(b)))))


def all_same(actual: tuple[Array, ...], wanted: tuple[Array, ...]) -> bool:
    return len(actual) == len(wanted) and all(map(same, actual, wanted))


def _evaluation(expression: Expression, dtypes: Any) -> Callable[[Any, Any], Any]:
    """What an expression is, as a function of old and new values: bodies are applied hundreds of thousands of times."""
    kind, *rest = expression
    if kind in ("old", "new"):
        (number,) = rest
        return (lambda old, new: old[number]) if kind == "old" else (lambda old, new: new[number])
    if kind in ("constant", "captured"):
        constant = np.array(rest[1]).astype(dtypes[rest[0]])[()]
        return lambda old, new: constant
    if kind == "select":
        is_so = _DIRECTIONS[rest[0]]
        of_a, of_b, of_x, of_y = (_evaluation(operand, dtypes) for operand in rest[1:])

        def select(old: Any, new: Any) -> Any:
            a, b = of_a(old, new), of_b(old, new)
            dtype = np.asarray(a).dtype
            exact = int if bodies.is_integer(dtype) or dtype == np.bool_ else float
            return (of_x if is_so(exact(a), exact(b)) else of_y)(old, new)

        return select
    op = _OPS[kind]
    left, right = (_evaluation(operand, dtypes) for operand in rest)
    return lambda old, new: op(left(old, new), right(old, new))
