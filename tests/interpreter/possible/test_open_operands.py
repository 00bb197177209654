"""What comes of open values where bounds, signs of zero, and initial values meet: legal results aren't refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from interpreter.values.digits import digits

Array = np.ndarray[Any, Any]
AT_0 = np.zeros((9, 1), np.int32)
ROWS: dict[str, Any] = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def onto(x: Any, updates: Any, body: Any) -> Any:
    """`updates`, all folded into the only element of `x`."""
    return hl.scatter(x, hl.constant(AT_0[: updates.shape[0]]), updates, body, **ROWS)


def one_of(element: str, values: Array, after: Callable[[Any, Any], Any], other: Array) -> interpreter.Admissible:
    """What a program admits that does `after` with one of `values`, left open by a scatter, and with `other`."""

    @hl.function(f"1x{element}", f"{len(values)}x{element}", f"{len(other)}x{element}", name="main")
    def main(x: Any, updates: Any, other: Any) -> Any:
        return after(onto(x, updates, "set"), other)

    return interpreter.admissible(main, np.zeros(1, values.dtype), values, other)


def f32(*values: float) -> Array:
    return np.array(values, np.float32)


def test_the_initial_value_of_an_extremum_need_not_count() -> None:
    def greatest(y: Any, other: Any) -> Any:
        return hl.reduce(hl.concatenate([y, other], dimension=0), np.float32(3), [0], hl.maximum)

    found = one_of("f32", f32(1, 7, 5), greatest, f32(0))
    assert found.contains([np.float32(7)])
    assert found.contains([np.float32(3)])  # of 1 and 0, and the initial value
    assert found.contains([np.float32(1)])  # of 1 and 0
    assert found.contains([np.float32(0.5)]).status == "inadmissible"


def test_zeros_of_either_sign_in_a_sorted_slice() -> None:
    def in_order(y: Any, other: Any) -> Any:
        return hl.sort(hl.concatenate([y, other], dimension=0), lambda a, b: a < b, dimension=0, is_stable=True)

    found = one_of("f32", f32(0.0, -0.0, 1), in_order, f32(0))
    for values in (f32(0, 0), f32(-0.0, 0), f32(0, 1)):
        assert found.contains([values])


@pytest.mark.parametrize("zeros", [(0.0, -0.0), (-0.0, 0.0)])
@pytest.mark.parametrize(("body", "beyond"), [("max", 1), ("min", -1)])
def test_zeros_of_both_signs_meet_in_a_scattered_extremum(body: str, beyond: int, zeros: tuple[float, float]) -> None:
    found = one_of("f32", f32(zeros[0], beyond), lambda y, other: onto(y, other, body), f32(zeros[1]))
    extremum = 0.0 if body == "max" else -0.0  # by IEEE-754, -0 is less
    assert all(found.contains([f32(value)]) for value in (extremum, beyond))
    assert {found.contains([f32(value)]).status for value in (-extremum, 2 * beyond)} == {"inadmissible"}


def test_an_interval_of_complex_numbers_that_is_overwritten() -> None:
    @hl.function("1xcomplex<f32>", "9xcomplex<f32>", "1xcomplex<f32>", name="main")
    def main(x: Any, updates: Any, other: Any) -> Any:
        return onto(x, hl.concatenate([onto(x, updates, "add"), other], dimension=0), "set")

    rng = np.random.default_rng(0)
    updates = (rng.normal(size=9) + 1j * rng.normal(size=9)).astype(np.complex64)
    found = interpreter.admissible(main, np.zeros(1, np.complex64), updates, np.array([1 + 2j], np.complex64))
    for order in (np.arange(9), np.arange(9)[::-1]):
        (result,) = interpreter.run(main, np.zeros(1, np.complex64), updates[order], np.zeros(1, np.complex64))
        assert found.contains([result]).status != "inadmissible"
        assert found.contains([np.array([1 + 2j], np.complex64)])


def test_samples_give_no_bounds() -> None:
    @hl.function("1xf32", "9xf32", name="main")
    def main(x: Any, updates: Any) -> Any:
        sampled = onto(x, updates, lambda old, new: old * 2.0 + new)
        return onto(x, hl.concatenate([onto(x, updates, "add"), sampled], dimension=0), "set")

    updates = f32(*(2.0**n for n in range(9))) + f32(0.1)
    found = interpreter.admissible(main, f32(0), updates, samples=1)
    assert found.of(0, 0).kind == "unknown"


def test_alternatives_of_samples_are_samples() -> None:
    @hl.function("1xf32", "9xf32", "1xf32", name="main")
    def main(x: Any, updates: Any, other: Any) -> Any:
        sampled = onto(x, updates, lambda old, new: old * 2.0 + new)
        return onto(x, hl.concatenate([sampled, other], dimension=0), "set"), onto(sampled, other, "add")

    updates = f32(*(2.0**n for n in range(9)))
    found = interpreter.admissible(main, f32(0), updates, f32(1), samples=2)
    assert [found.of(number, 0).kind for number in range(2)] == ["sampled", "sampled"]
    assert found.contains([f32(1), f32(0.5)]).status == "undecided"


@pytest.mark.parametrize("body", ["add", "max"])
def test_samples_bound_nothing(body: str) -> None:
    """Where they are too many to be combined: others may be less, and more."""

    @hl.function("1xf32", "9xf32", name="main")
    def main(x: Any, updates: Any) -> Any:
        sampled = onto(x, updates, lambda old, new: old * 2.0 + new)
        return onto(x, hl.concatenate([sampled, sampled], dimension=0), body), onto(sampled, sampled, body)

    updates = f32(*(2.0**n for n in range(9)))
    found = interpreter.admissible(main, f32(0), updates, samples=2, limit=2)
    assert [found.of(number, 0).kind for number in range(2)] == ["unknown", "unknown"]


def test_bounds_end_with_the_largest_number_of_a_type_without_infinities() -> None:
    """A NaN says nothing of the other elements that it may be dropped for."""
    dtype = ml_dtypes.float8_e4m3fn

    @hl.function("1xf8E4M3FN", "9xf8E4M3FN", "1xf8E4M3FN", name="main")
    def main(x: Any, updates: Any, other: Any) -> Any:
        return onto(onto(x, updates, "add"), other, "max")

    updates, nan = np.array([24.5 + n for n in range(9)]).astype(dtype), np.array([np.nan]).astype(dtype)
    found = interpreter.admissible(main, np.zeros(1, dtype), updates, nan, limit=1).of(0, 0)
    assert float(found.high) == 448


@pytest.mark.parametrize("dtype", [ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2])
def test_bounds_of_small_integers(dtype: Any) -> None:
    element = str(np.dtype(dtype)).replace("uint", "ui").replace("int", "i")

    @hl.function(f"1x{element}", f"3x{element}", name="main")
    def main(x: Any, updates: Any) -> Any:
        y = onto(x, updates, "set")
        return onto(x, hl.concatenate([y, y], dimension=0), "max")

    args = np.zeros(1, dtype), np.array([1, 0, 1]).astype(dtype)
    found = interpreter.admissible(main, *args, limit=1)
    assert all(found.contains([np.array([value]).astype(dtype)]) for value in (0, 1))


AFTER: dict[str, Callable[[Any], Any]] = {
    "sort": lambda x: hl.sort(x, lambda a, b: a < b, dimension=0, is_stable=True),
    "an unstable sort, descending": lambda x: hl.sort(x, lambda a, b: a > b, dimension=0, is_stable=False),
    "sort of total order": lambda x: hl.sort(
        x, lambda a, b: hl.compare(a, b, "LT", compare_type="TOTALORDER"), dimension=0, is_stable=True
    ),
    "the maximum": lambda x: hl.reduce(x, np.float32(-np.inf), [0], hl.maximum),
    "the minimum": lambda x: hl.reduce(x, np.float32(np.inf), [0], hl.minimum),
    "the sum": lambda x: hl.reduce(x, np.float32(0), [0], hl.add),
    "maximum": lambda x: hl.maximum(x, hl.constant(f32(1, 1, 1))),
    "minimum": lambda x: hl.minimum(x, hl.constant(f32(1, 1, 1))),
    "clamp": lambda x: hl.clamp(np.float32(0), x, np.float32(2)),
    "add": lambda x: x + hl.constant(f32(1, 1, 1)),
    "abs": hl.abs,
    "sign": hl.sign,
    "tanh": hl.tanh,
    "is_finite": hl.is_finite,
    "is it NaN": lambda x: hl.compare(x, x, "NE"),
    "convert": lambda x: hl.convert(x, "f16"),
    "moved": lambda x: hl.reverse(x, dimensions=[0]),
    "onto another": lambda x: onto(hl.constant(f32(0)), x, "max"),
}


@pytest.mark.parametrize("name", AFTER)
def test_what_comes_of_a_sum_that_some_orders_make_nan(name: str) -> None:
    """Inf and large negative numbers: inf where it comes early, NaN where the sum has come to -inf before it."""
    count = 30
    at = np.zeros((count, 1), np.int32)

    @hl.function("3xf32", f"{count}xf32", name="main")
    def main(x: Any, updates: Any) -> Any:
        return AFTER[name](hl.scatter(x, hl.constant(at), updates, "add", **ROWS))

    x, updates = f32(5, 1, 2), f32(np.inf, *[-3e38] * (count - 1))
    found = interpreter.admissible(main, x, updates)
    for first in (0, 1, count - 1):
        (result,) = interpreter.run(main, x, np.roll(updates, first))
        assert found.contains([result]).status != "inadmissible", result


@pytest.mark.parametrize("vector_dim", [0, 1])
@pytest.mark.parametrize("open_components", [(0,), (1,), (0, 1)])
def test_gathers_at_index_vectors_with_several_open_components(
    open_components: tuple[int, ...], vector_dim: int
) -> None:
    """What each pair of choices reads isn't refused, and what none of them reads isn't admissible."""
    choices = [[2, 0] if k in open_components else [1] for k in range(2)]

    @hl.function("3x3xf32", "1xi32", *(f"{len(of)}xi32" for of in choices), name="main")
    def main(table: Any, x: Any, first: Any, second: Any) -> Any:
        shape = (1, 2) if vector_dim else (2, 1)
        vector = hl.concatenate([onto(x, first, "set"), onto(x, second, "set")], dimension=0)
        return hl.gather(
            table,
            hl.reshape(vector, shape),
            offset_dims=[],
            collapsed_slice_dims=[0, 1],
            start_index_map=[0, 1],
            index_vector_dim=vector_dim,
            slice_sizes=[1, 1],
        )

    table = np.arange(9, dtype=np.float32).reshape(3, 3)
    found = interpreter.admissible(main, table, np.zeros(1, np.int32), *(np.array(of, np.int32) for of in choices))
    may_be = {float(table[row, column]) for row in choices[0] for column in choices[1]}
    for value in table.reshape(-1):
        verdict = found.contains([np.array([value])])
        assert (verdict.status != "inadmissible") if value in may_be else not verdict, value


INTO = """<{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>"""
# What a program does with %y, in which an order leaves one of 1.0 and 2.0, and what is known of its last element.
USES = {
    "a size": (
        """
  %r = stablehlo.get_dimension_size %y, dim = 0 : (tensor<1xf32>) -> tensor<i32>""",
        "%r",
        "tensor<i32>",
        "single",
    ),
    "bits of integers": (
        """
  %c = stablehlo.convert %y : (tensor<1xf32>) -> tensor<1xi32>
  %r = stablehlo.bitcast_convert %c : (tensor<1xi32>) -> tensor<1xui32>""",
        "%r",
        "tensor<1xui32>",
        "set",
    ),
    "bytes of floats": (
        """
  %r = stablehlo.bitcast_convert %y : (tensor<1xf32>) -> tensor<1x4xui8>""",
        "%r",
        "tensor<1x4xui8>",
        "unknown",
    ),
    "branches that give a token besides": (
        """
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %q = stablehlo.compare EQ, %y, %one : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
  %p = stablehlo.reshape %q : (tensor<1xi1>) -> tensor<i1>
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.if"(%p) ({
  stablehlo.return %one, %t : tensor<1xf32>, !stablehlo.token
  }, {
  %n = stablehlo.negate %y : tensor<1xf32>
  %v = stablehlo.after_all %t, %t : !stablehlo.token
  stablehlo.return %n, %v : tensor<1xf32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<1xf32>, !stablehlo.token)""",
        "%r#0",
        "tensor<1xf32>",
        "set",
    ),
    "a branch that can't be run": (
        """
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %q = stablehlo.compare EQ, %y, %one : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
  %p = stablehlo.reshape %q : (tensor<1xi1>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
  "check.expect_eq_const"(%one) {value = dense<5.0> : tensor<1xf32>} : (tensor<1xf32>) -> ()
  stablehlo.return %one : tensor<1xf32>
  }, {
  %n = stablehlo.negate %y : tensor<1xf32>
  stablehlo.return %n : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<1xf32>""",
        "%r",
        "tensor<1xf32>",
        "unknown",
    ),
    "quantized per axis": (
        """
  %two = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<1xf32>) -> tensor<2xf32>
  %r = stablehlo.uniform_quantize %two : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>""",
        "%r",
        "tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>",
        "unknown",
    ),
    "a product of quantized elements": (
        """
  %k = stablehlo.uniform_quantize %y : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  %r = stablehlo.dot_general %k, %k, contracting_dims = [0] x [0]
    : (tensor<1x!quant.uniform<i8:f32, 0.5>>, tensor<1x!quant.uniform<i8:f32, 0.5>>)
    -> tensor<!quant.uniform<i32:f32, 0.25>>""",
        "%r",
        "tensor<!quant.uniform<i32:f32, 0.25>>",
        "unknown",
    ),
    "padding of as much on one side as is taken away on the other": (
        """
  %c = stablehlo.convert %y : (tensor<1xf32>) -> tensor<1xi32>
  %m = stablehlo.negate %c : tensor<1xi32>
  %both = stablehlo.concatenate %c, %m, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %p = stablehlo.reshape %both : (tensor<2xi32>) -> tensor<1x2xi32>
  %v = stablehlo.constant dense<1.0> : tensor<1x2x1xf32>
  %k = stablehlo.constant dense<1.0> : tensor<1x1x1xf32>
  %r = "stablehlo.dynamic_conv"(%v, %k, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64
  } : (tensor<1x2x1xf32>, tensor<1x1x1xf32>, tensor<1x2xi32>) -> tensor<1x2x1xf32>""",
        "%r",
        "tensor<1x2x1xf32>",
        "unknown",
    ),
    "a check of bounds that any order keeps": (
        """
  %c = stablehlo.convert %y : (tensor<1xf32>) -> tensor<1xi32>
  %low = stablehlo.constant dense<1> : tensor<i32>
  %high = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.composite "hlogen.in_bounds" %c, %low, %high {
    composite_attributes = {index_vector_dim = 1 : i64}, decomposition = @different
  } : (tensor<1xi32>, tensor<i32>, tensor<i32>) -> tensor<1xi1>""",
        "%r",
        "tensor<1xi1>",
        "single",
    ),
    "a comparator of its own": (
        """
  %c = stablehlo.constant dense<-1.5> : tensor<1xf32>
  %w = stablehlo.concatenate %y, %c, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %r = "stablehlo.sort"(%w) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %l = stablehlo.compare LE, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %m = stablehlo.not %l : tensor<i1>
  stablehlo.return %m : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>""",
        "%r",
        "tensor<2xf32>",
        "unknown",
    ),
    "a scatter in wider floats": (
        """
  %w = "stablehlo.scatter"(%y, %i, %u) INTO ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
  %s = stablehlo.add %a, %b : tensor<f64>
  stablehlo.return %s : tensor<f64>
  }) : (tensor<1xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<1xf64>""",
        "%w",
        "tensor<1xf64>",
        "set",
    ),
    "a body that takes a tuple from outside": (
        """
  %t = stablehlo.tuple %y : tuple<tensor<1xf32>>
  %w = "stablehlo.scatter"(%x, %i, %u) INTO ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %g = stablehlo.get_tuple_element %t[0] : (tuple<tensor<1xf32>>) -> tensor<1xf32>
  %h = stablehlo.reshape %g : (tensor<1xf32>) -> tensor<f32>
  stablehlo.return %h : tensor<f32>
  }) : (tensor<1xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<1xf32>""",
        "%w",
        "tensor<1xf32>",
        "unknown",
    ),
}


@pytest.mark.parametrize("name", USES)
def test_what_any_order_gives_is_not_refused(name: str) -> None:
    after, result, type, kind = USES[name]
    program = f"""func.func @main(%x: tensor<1xf32>, %u: tensor<2xf32>) -> {type} {{
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) {INTO} ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }}) : (tensor<1xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<1xf32>
{after.replace("INTO", INTO)}
  return {result} : {type}
}}
func.func private @different(%x: tensor<1xi32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<1xi1> {{
  %0 = stablehlo.compare NE, %x, %x : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
  return %0 : tensor<1xi1>
}}"""
    found = interpreter.admissible(program, f32(0), f32(1, 2))
    assert found.of(0, tuple(size - 1 for size in found.results[0].shape)).kind == kind
    for updates in (f32(1, 2), f32(2, 1)):
        if name == "a branch that can't be run" and updates[1] == 1:
            continue
        (given,) = interpreter.run(program, f32(0), updates)
        status = found.contains([given]).status
        assert status == "admissible" if kind in ("single", "set") else status != "inadmissible"
    if kind in ("single", "set"):
        other = ~given if given.dtype == bool else given + given + given
        assert found.contains([other.astype(given.dtype)]).status == "inadmissible"


def test_elements_of_a_size_that_only_the_run_knows() -> None:
    found = interpreter.admissible(
        f"""func.func @main(%x: tensor<?xf32>, %u: tensor<2xf32>) -> tensor<?xf32> {{
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) {INTO} ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }}) : (tensor<?xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<?xf32>
  %0 = stablehlo.negate %y : tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  %2 = stablehlo.subtract %1, %y : tensor<?xf32>
  return %2 : tensor<?xf32>
}}""",
        *(f32(0, 5), f32(1, 2)),
    )
    assert all(found.contains([f32(one, -5)]) for one in (-1, -2))
    wrong = found.contains([f32(-3, -5)])
    assert wrong.status == "inadmissible"
    assert repr(wrong) == "<inadmissible: 1 inadmissible of 2 elements>"
    assert repr(wrong.reasons[0]) == "<result 0, [0]: -3.0 is inadmissible>"
    with pytest.raises(interpreter.UsageError, match=r"^result 0: expected shape \[2\], got \[3\]$"):
        found.contains([f32(1, 2, 3)])


def test_booleans_are_drawn_from_a_range_of_one_and_the_largest_are_known() -> None:
    found = interpreter.admissible(
        """func.func @main(%x: tensor<4xf32>) -> (tensor<3xi1>, tensor<2xf32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<false> : tensor<i1>
  %b = stablehlo.constant dense<true> : tensor<i1>
  %s = stablehlo.constant dense<[3]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<3xi1>
  %1:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %0, %1#0, %1#1 : tensor<3xi1>, tensor<2xf32>, tensor<2xi32>
}""",
        f32(1, 5, 3, 5),
    )
    places, no = np.array([1, 3], np.int32), np.zeros(3, np.bool_)
    assert found.contains([no, f32(5, 5), places])
    assert found.contains([~no, f32(5, 5), places]).status == "inadmissible"
    assert found.contains([no, f32(5, 5), places[::-1].copy()]).status == "inadmissible"


def test_where_nan_stands_among_the_largest_is_open() -> None:
    found = interpreter.admissible(
        """func.func @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}""",
        f32(1, np.nan, 3, 5),
    )
    for values, places in ((f32(np.nan, 5), [1, 3]), (f32(5, 3), [3, 2])):
        assert found.contains([values, np.array(places, np.int32)]).status != "inadmissible"


def test_an_interval_says_from_where_to_where() -> None:
    total = hl.function("60xf32", name="main")(lambda x: hl.reduce(x, 0.0, [0], hl.add))
    x = np.linspace(0.1, 1, 60, dtype=np.float32)
    found = interpreter.admissible(total, x).of(0, ())
    assert found.kind == "interval"
    assert re.fullmatch(rf"from {re.escape(digits(found.low))} to {re.escape(digits(found.high))}.*", str(found))
    assert found.low <= np.float32(x.astype(np.float64).sum()) <= found.high
