"""Functions without a promised accuracy: with `ulps`, another implementation's last digits are admissible."""

import math

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Block, Operation, parse_type
from interpreter.possible.accuracy import is_approximated

X = np.array([0.1, -3.0, 50.0, 0.0, np.inf, np.nan, 1e-30], np.float32)


@hl.function(hl.tensor("7xf32"))
def curve(x):
    return hl.tanh(x), hl.exponential(x) * 0.5


def exactly(x: np.ndarray) -> list[np.ndarray]:
    """Computed in f64 and rounded once, so at most half a unit off."""
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        return [np.tanh(wide).astype(np.float32), np.exp(wide).astype(np.float32) * np.float32(0.5)]


def test_off_by_a_unit_is_admissible_where_asked() -> None:
    (tanh, _) = results = exactly(X)
    tanh[0] = np.nextafter(np.float32(math.tanh(X[0])), np.float32(1))
    others = interpreter.run(curve, X)
    others[0][0] = np.nextafter(np.nextafter(others[0][0], np.float32(1)), np.float32(1))
    assert interpreter.admissible(curve, X).contains(others).status == "inadmissible"
    judge = interpreter.admissible(curve, X, ulps=3)
    assert judge.contains(others)
    assert judge.contains(results)
    assert judge.of(0, 0).kind == "interval"
    assert judge.of(0, 5).kind == "single"  # NaN


@pytest.mark.parametrize("place", range(7))
def test_more_than_that_is_not(place: int) -> None:
    wrong = [array.copy() for array in interpreter.run(curve, X)]
    wrong[1][place] = 0.25 if np.isnan(X[place]) else wrong[1][place] * np.float32(1.001) + np.float32(1e-6)
    if np.isposinf(X[place]):
        wrong[1][place] = 3e38
    assert interpreter.admissible(curve, X, ulps=3).contains(wrong).status == "inadmissible"


def test_follows_into_a_scatter() -> None:
    @hl.function(hl.tensor("2xf32"), hl.tensor("3x1xi32"), hl.tensor("3xf32"))
    def summed(x, indices, updates):
        return hl.scatter(
            x, indices, hl.exponential(updates), "add",
            update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip

    args = np.zeros(2, np.float32), np.array([[0], [0], [1]], np.int32), np.array([1.5, 2.5, 3.5], np.float32)
    judge = interpreter.admissible(summed, *args, ulps=2)
    for off in (-2, 0, 2):
        terms = [
            t * (1 + np.float32(off) * np.float32(2**-24)) for t in np.exp(args[2].astype(np.float64)).astype("f4")
        ]
        assert judge.contains([np.array([terms[0] + terms[1], terms[2]], np.float32)])
    lost = np.array([np.exp(np.float32(1.5)), np.exp(np.float32(3.5))], np.float32)
    assert judge.contains([lost]).status == "inadmissible"


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float8_e4m3fn", "float8_e5m2"])
def test_small_types(name: str) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
    element = {"bfloat16": "bf16", "float16": "f16", "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2"}
    text = element[name]
    program = f"""func.func @main(%x: tensor<8x{text}>) -> tensor<8x{text}> {{
      %0 = stablehlo.exponential %x : tensor<8x{text}>
      return %0 : tensor<8x{text}>
    }}"""
    x = np.array([0.5, 1, 2, 4, 5, 6, 7, 8]).astype(dtype)
    (result,) = interpreter.run(program, x)
    judge = interpreter.admissible(program, x, ulps=1)
    assert judge.contains([result])
    finite = np.flatnonzero(np.isfinite(result.astype(np.float64)))[:-1]
    for place in finite.tolist():
        other = result.copy().view(np.uint8 if dtype.itemsize == 1 else np.uint16)
        other[place] += 1  # the next number
        assert judge.contains([other.view(dtype)]), (place, judge.of(0, place))
        other[place] += 6
        assert not judge.contains([other.view(dtype)])


@pytest.mark.parametrize("ulps", [-1, 1.5, "2", None])
def test_what_is_no_number_of_units(ulps: object) -> None:
    with pytest.raises(interpreter.UsageError, match="ulps is a number"):
        interpreter.admissible(curve, X, ulps=ulps)  # that is the point


def test_what_is_exact_and_what_complex_numbers_are() -> None:
    @hl.function("1xi32", "1xcomplex<f32>", "1xf32", name="main")
    def main(n, z, x):
        return n**n, z + z, x * x, hl.sqrt(x), z * z, hl.abs(z), hl.log(x)

    args = np.array([3], np.int32), np.array([0.3 - 0.7j], np.complex64), np.array([np.inf], np.float32)
    judge = interpreter.admissible(main, *args, ulps=2)
    kinds = [judge.of(i, 0).kind for i in range(7)]
    assert kinds == ["single"] * 4 + ["unknown", "interval", "single"]


def test_a_comparator_that_computes() -> None:
    @hl.function("2xf32", name="main")
    def main(x):
        return hl.sort(x, lambda a, b: hl.exponential(a) < hl.exponential(b), dimension=0, is_stable=True)

    x = np.array([1e-9, 0], np.float32)  # equal here
    assert interpreter.admissible(main, x, ulps=1).contains([x[::-1]]).status == "undecided"
    assert interpreter.admissible(main, x).contains([x[::-1]]).status == "inadmissible"


def test_chlo_operations_that_no_accuracy_touches():
    program = """
func.func @main(%x: tensor<3xi32>, %f: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) {
  %0 = "chlo.mulhi"(%x, %x) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = chlo.broadcast_compare %f, %f {comparison_direction = #chlo<comparison_direction LT>}
    : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %2 = "chlo.constant_like"(%f) {value = 2.5 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = chlo.bessel_i1e %f : tensor<3xf32> -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<3xi32>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>
}
"""
    allowed = interpreter.admissible(program, np.array([1, 2, 3], np.int32), np.ones(3, np.float32), ulps=2)
    assert [allowed.of(number, 0).kind for number in range(4)] == ["single", "single", "single", "interval"]


@pytest.mark.parametrize(
    "line",
    [
        "stablehlo.fft %x, type = FFT, length = [3] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>",
        "stablehlo.cholesky %x, lower = true : tensor<3x3xcomplex<f64>>",
    ],
)
def test_nothing_is_promised_of_transforms_and_decompositions(line):
    program = f"""
func.func @main(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {{
  %0 = {line}
  return %0 : tensor<3x3xcomplex<f64>>
}}
"""
    x = np.eye(3).astype(np.complex128)
    allowed = interpreter.admissible(program, x)
    assert allowed.of(0, (0, 0)).kind == "unknown"
    (result,) = interpreter.run(program, x)
    assert allowed.contains([result]).status == "admissible"
    assert allowed.contains([result + 1e-16j]).status == "undecided"


def test_an_open_operand_that_gives_one_value_alone() -> None:
    """All that is possible of the sums is negative, so that their roots are NaN."""
    program = """
func.func @main(%x: tensor<3x3xf32>) -> tensor<3xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %0 = stablehlo.rsqrt %s : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
    x = np.array([[-16.11425, -18.320858, 4.5849404], [-4.836356, -17.16787, 16.092052], [-11.25844, 2.7257, 2.6138]])
    allowed = interpreter.admissible(program, x.astype(np.float32), ulps=2)
    assert [allowed.of(0, k).kind for k in range(3)] == ["single"] * 3
    assert allowed.contains([np.full(3, np.nan, np.float32)])


@pytest.mark.parametrize(
    ("name", "element", "expected"),
    [
        ("stablehlo.divide", "f32", False),
        ("chlo.broadcast_divide", "f32", False),
        ("chlo.broadcast_multiply", "bf16", False),
        ("chlo.broadcast_power", "i32", False),
        ("chlo.broadcast_power", "f32", True),
        ("stablehlo.multiply", "complex<f32>", True),
        ("chlo.broadcast_multiply", "complex<f32>", True),
        ("chlo.broadcast_subtract", "complex<f32>", False),
        ("stablehlo.atan2", "f64", True),
        ("chlo.square", "f64", False),
        ("chlo.zeta", "f64", True),
        ("chlo.mulhi", "i32", False),
    ],
)
def test_what_is_rounded_in_ways_of_its_own(name, element, expected):
    type = parse_type(f"tensor<3x{element}>")
    assert is_approximated(Operation(name, Block([type, type]).arguments, [type])) == expected


def test_a_scan_is_as_exact_as_its_body():
    program = """func.func @main(%x: tensor<3xf32>, %c: tensor<f32>) -> (tensor<3xf32>, tensor<f32>) {
  %0:2 = chlo.scan(%x) inits(%c) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.OP
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<f32>
}"""
    for op, kind in (("add %a, %b : tensor<f32>", "single"), ("tanh %a : tensor<f32>", "unknown")):
        text, args = program.replace("stablehlo.OP", f"stablehlo.{op}"), (np.float32([1, 2, 3]), np.float32(0.5))
        judge = interpreter.admissible(text, *args, ulps=2)
        assert [judge.of(0, 1).kind, judge.of(1, ()).kind] == [kind] * 2
        assert judge.contains(interpreter.run(text, *args)) or kind == "unknown"


@pytest.mark.parametrize(("function", "exact"), [("tanh", np.tanh), ("exponential", np.exp)])
@pytest.mark.parametrize("asked", [{"ulps": 3}, {"atol": 0.3, "ulps": 1}, {"rtol": 0.2, "ulps": 1}], ids=str)
def test_what_a_tolerance_allows_around_the_exact_value(function, exact, asked):
    """All of it, and hardly more: a unit for each rounding, that of the interpreter and that of whoever is judged."""
    dtype = np.dtype(ml_dtypes.float8_e5m2)
    every = np.arange(256, dtype=np.uint8).view(dtype)
    every = every[np.isfinite(every.astype(np.float64))]
    x = every[(np.abs(every.astype(np.float64)) < 8)]
    given = hl.function(f"{len(x)}xf8E5M2", name="main")(lambda x: getattr(hl, function)(x, result_accuracy=asked))
    judge = interpreter.admissible(given, x)
    wanted = exact(x.astype(np.float64))
    rounded = np.abs(wanted.astype(dtype).astype(np.float64))
    unit = np.exp2(np.maximum(np.floor(np.log2(np.maximum(rounded, 2.0**-14))), -14) - 2)
    allowed = np.maximum(np.maximum(asked.get("atol", 0), asked.get("rtol", 0) * np.abs(wanted)), asked["ulps"] * unit)
    numbers = every.astype(np.float64)
    for place in range(0, len(x), 3):
        found = judge.of(0, place)
        low, high = float(found.low), float(found.high)
        off = np.abs(numbers - wanted[place])
        assert ((numbers >= low) & (numbers <= high))[off <= allowed[place]].all(), (x[place], found)
        is_far = off > (allowed[place] + 2.01 * unit[place]) * 1.25
        assert not ((numbers >= low) & (numbers <= high))[is_far].any(), (x[place], found)
