from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter

F = np.float32


def trapped(program, *args, kind):
    with pytest.raises(interpreter.Trapped) as error:
        interpreter.run(program, *args, listeners=[interpreter.Trap(kind)])
    assert error.value.kind == kind
    return error.value


def passes(program, *args, kind):
    interpreter.run(program, *args, listeners=[interpreter.Trap(kind)])


@hl.function("3xf32", "3xf32", name="main")
def log_of_difference(x, y):
    return hl.exponential(hl.log(x - y)) * 2.0


def test_the_first_operation_that_makes_a_nan_is_named_with_operands():
    error = trapped(log_of_difference, F([1, 2, np.nan]), F([0, 3, 0]), kind="nan")
    first, second, where = str(error).splitlines()
    assert first == "stablehlo.log makes NaN in 1 of 3 elements; first result[1] = nan from -1.0"
    assert second.startswith("  %0: tensor<3xf32>: min -1.0, max 1.0, mean 0, 1 NaN; [1.0, -1.0, nan]")
    assert where.startswith("  where: stablehlo.log at ")
    assert error.operation == "stablehlo.log"
    assert error.index == (1,)
    assert error.operands[0].tolist()[:2] == [1, -1]


@pytest.mark.parametrize(("operation", "values", "kind"), [
    (lambda x, y: x / y, ([4, 7], [1, 0]), "inf"),
    (lambda x, y: x - y, ([4, np.inf], [1, np.inf]), "nan"),
    (lambda x, y: hl.power(x, y), ([4, -2], [1, 0.5]), "nan"),
    (lambda x, y: x * y, ([4, 3e38], [1, 2]), "overflow"),
])  # fmt: skip
def test_what_something_is_made_from_is_told_in_the_order_of_operands(operation, values, kind):
    program = hl.function("2xf32", "2xf32", name="main")(operation)
    error = trapped(program, *map(F, values), kind=kind)
    assert error.index == (1,)
    told = str(error).splitlines()[0].partition(" from ")[2].split(", ")
    assert np.array_equal(F(told), F(values)[:, 1])


def test_what_is_passed_on_is_not_made():
    passes(log_of_difference, F([1, 2, np.nan]), F([0, 1, 0]), kind="nan")
    passes(log_of_difference, F([np.inf, 2, 3]), F([0, 1, 0]), kind="inf")


def test_an_infinity_is_made_at_a_pole_too_but_that_is_no_overflow():
    args = F([1, 2, 3]), F([1, 1, 1])
    assert "stablehlo.log makes an infinity in 1 of 3 elements; first result[0] = -inf from 0.0" in str(
        trapped(log_of_difference, *args, kind="inf")
    )
    passes(log_of_difference, *args, kind="overflow")


@pytest.mark.parametrize(
    ("op", "type", "args", "index"),
    [
        (lambda x, y: x * y, "f32", ([1, 1e30], [1, 1e30]), (1,)),
        (lambda x, y: x / y, "f32", ([1, 1e30], [0, 1e-30]), (1,)),
        (lambda x, y: hl.power(x, y), "f32", ([0, 10], [-1, 50]), (1,)),
        (lambda x, y: hl.exponential(x) + y, "f32", ([1, 100], [0, 0]), (1,)),
        (lambda x, y: x + y, "i8", ([1, 100], [1, 28]), (1,)),
        (lambda x, y: x - y, "ui8", ([1, 5], [1, 6]), (1,)),
        (lambda x, y: x * y, "i32", ([1, 1 << 16], [1, 1 << 15]), (1,)),
        (lambda x, y: x + y, "i64", ([1, (1 << 63) - 1], [1, 1]), (1,)),
        (lambda x, y: -x + y, "i64", ([1, -(1 << 63)], [1, 1]), (1,)),
        (lambda x, y: abs(x) + y, "i16", ([1, -(1 << 15)], [1, 1]), (1,)),
        (lambda x, y: hl.convert(x, "f16") + hl.convert(y, "f16"), "f32", ([1, 7e4], [1, 1]), (1,)),
        (lambda x, y: hl.convert(x, "i8") + hl.convert(y, "i8"), "f32", ([127.5, 128], [0, 0]), (1,)),
        (lambda x, y: hl.convert(x, "i8") + hl.convert(y, "i8"), "i32", ([-128, -129], [0, 0]), (1,)),
        (lambda x, y: hl.convert(x, "f8E4M3FN") * 1.0, "f32", ([1, 1000], [0, 0]), (1,)),
        (lambda x, y: hl.reduce(x, 0.0, [0], "add"), "f32", ([3e38, 3e38], [0, 0]), ()),
    ],
)
def test_overflow(op, type, args, index):
    program = hl.function(f"2x{type}", f"2x{type}", name="main")(lambda x, y: op(x, y))
    dtype = hl.ir.dtype_of(hl.tensor(f"2x{type}").element_type)
    arrays = [np.array(arg, dtype) for arg in args]
    assert trapped(program, *arrays, kind="overflow").index == index
    passes(program, *(array[[0, 0]] for array in arrays), kind="overflow") if index else None


@pytest.mark.parametrize(
    ("op", "type", "x", "y"),
    [
        (lambda x, y: x + y, "i32", (1 << 31) - 2, 1),
        (lambda x, y: x * y, "i64", 3037000499, 3037000499),
        (lambda x, y: x - y, "i64", -(1 << 63), 0),
        (lambda x, y: x + y, "ui64", (1 << 64) - 2, 1),
        (lambda x, y: x - y, "ui32", 5, 5),
    ],
)
def test_results_at_the_limits_are_no_overflow(op, type, x, y):
    program = hl.function(type, type, name="main")(lambda x, y: op(x, y))
    passes(program, x, y, kind="overflow")


def test_constants_and_what_carries_values_make_nothing():
    program = """func.func @main(%p: tensor<i1>) -> tensor<f32> {
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %nan : tensor<f32>
  }, {
    %1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    for kind in ("nan", "inf", "overflow"):
        for p in (True, False):
            passes(program, p, kind=kind)


def test_lanes_are_looked_at_as_elements():
    @hl.function("3xf32", "3xi32", "3xf32", name="main")
    def program(x, i, u):
        return hl.scatter(x, hl.reshape(i, [3, 1]), u, lambda old, new: hl.log(new) + old, update_window_dims=[],
            inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1)  # fmt: skip

    args = F([np.nan, 0, 0]), np.array([0, 1, 2], np.int32)
    passes(program, *args, F([1, 1, 1]), kind="nan")
    assert "stablehlo.log makes NaN" in str(trapped(program, *args, F([1, -1, 1]), kind="nan"))


@pytest.mark.parametrize("kinds", [(), ("zero",), ("nan", None)])
def test_a_trap_is_for_one_of_three(kinds):
    with pytest.raises(interpreter.UsageError, match="a trap is for 'nan', 'inf', 'overflow', not "):
        interpreter.Trap(*kinds)


@pytest.mark.parametrize("source", ["f32", "f64"])
@pytest.mark.parametrize("target", ["i8", "ui8", "i32", "ui32", "i64", "ui64"])
def test_a_trap_and_the_sanitizer_agree_on_what_integers_hold_of_floats(source, target):
    """An integer type holds what is in its range without its fraction (Python's int)."""
    width, is_signed = int(target.strip("ui")), target[0] == "i"
    least, greatest = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    dtype = np.dtype("float" + source[1:])
    ends = [dtype.type(end) for end in (least, least - 0.5, least - 1, greatest, greatest + 0.5, greatest + 1)]
    program = f"""func.func @main(%x: tensor<{source}>) -> tensor<{target}> {{
      %0 = stablehlo.convert %x : (tensor<{source}>) -> tensor<{target}>
      return %0 : tensor<{target}>
    }}"""
    for end in ends:
        for x in (end, np.nextafter(end, dtype.type(-np.inf)), np.nextafter(end, dtype.type(np.inf))):
            sanitizer = interpreter.Sanitizer()
            interpreter.run(program, x, sanitize=sanitizer)
            if least <= int(x) <= greatest:
                passes(program, x, kind="overflow")
                assert not sanitizer.findings, x
            else:
                trapped(program, x, kind="overflow")
                assert [finding.id for finding in sanitizer.findings] == ["number.conversion"], x


@pytest.mark.parametrize("count", [0, 2, 9, 12, None])
def test_so_many_elements_of_operands_are_shown_as_are_asked_for(count):
    """Six if not said."""
    program = hl.function("9xf32", "9xf32", name="main")(lambda x, y: x / y)
    x, y = F(range(9)), F([1] * 8 + [0])
    with pytest.raises(interpreter.Trapped) as caught:
        interpreter.run(
            program, x, y, listeners=[interpreter.Trap("inf", **({} if count is None else {"first": count}))]
        )
    many = 6 if count is None else count
    more = ["..."] if many < 9 else []
    _, *operands, _ = str(caught.value).splitlines()
    shown = [f"; [{', '.join([*map(str, given.tolist()[:many]), *more])}]" if many else "" for given in (x, y)]
    assert operands == [
        f"  %x: tensor<9xf32>: min 0.0, max 8.0, mean 4{shown[0]}",
        f"  %y: tensor<9xf32>: min 0.0, max 1.0, mean 0.888889{shown[1]}",
    ]
