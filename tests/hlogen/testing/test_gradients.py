"""``hl.testing.assert_gradients``: what is wrong is found, what isn't there is told, and what is right passes."""

import numpy as np
import pytest

import hlogen as hl
from hlogen.autodiff.registry import rows
from hlogen.errors import UsageError
from hlogen.ir import dtype_of
from hlogen.testing import assert_gradients


def said(*args, **options):
    with pytest.raises(AssertionError) as raised:
        assert_gradients(*args, **options)
    return str(raised.value)


def test_what_is_right_passes():
    """By each number and along directions; complex, small and open types; constants, calls, loops; large numbers."""

    @hl.function("2x3xf32", "3xf32", "2xi32", "2xcomplex<f32>", "3xbf16", "?xf32")
    def program(x, y, n, z, b, d):
        turned = hl.fori(0, 3, lambda i, s: hl.sine(s) + y, y)
        return hl.tanh(x * turned).sum(axis=1), n, hl.exponential(z) * z, b * b, d / (d * d + 1.0)

    assert_gradients(program)
    assert_gradients(hl.function("20x20xf32")(lambda x: hl.matmul(x, hl.tanh(x))), seed=3)
    assert_gradients(hl.function("2xf32")(hl.log), [np.float32([0.01, 1e20])])
    cosine = "%y = stablehlo.cosine %x : tensor<f64>\n return %y : tensor<f64>"
    assert_gradients(f"func.func @main(%x: tensor<f64>) -> tensor<f64> {{ {cosine} }}")


def test_what_is_cut_off_is_told():
    stopped = hl.function("2xf32")(lambda x: x * hl.stop_gradient(x))
    first, entry, _, cut, *_ = said(stopped, [np.float32([3, 5])]).splitlines()
    assert first == "derivatives aren't those of the results:"
    assert entry.startswith("  d result 0[0] / d x[0]: hl.jvp gives 3.0, differences 6")
    assert cut.startswith(f"hl.stop_gradient cuts derivatives off at {__file__}:")


def test_where_there_is_no_derivative_none_is_judged():
    """At a tie, at a step, beside a pole; 0 times infinity in other directions says nothing."""
    relu = hl.function("3xf32")(lambda x: hl.maximum(x, 0.0))
    with pytest.warns(UserWarning, match=r"d result 0\[1\] / d x\[1\]: the slope is 0 from the left, 1 from the right"):
        assert_gradients(relu, [np.float32([1, 0, -1])])
    with pytest.warns(UserWarning, match="results around it aren't finite"):
        assert_gradients(hl.function("2xf32")(hl.sqrt), [np.float32([0, 1])])
    with pytest.raises(UsageError, match="fix: give inputs beside it"):
        assert_gradients(hl.function("f32")(hl.floor), [np.float32(2)])
    with pytest.raises(UsageError, match="@main has no derivative: it takes or gives no floats"):
        assert_gradients(hl.function("2xi32")(lambda x: x))
    with pytest.raises(UsageError, match="seed is a whole number from 0 on, not -1"):
        assert_gradients(relu, seed=-1)


def test_a_wrong_rule_is_found_forwards_and_backwards(monkeypatch):
    monkeypatch.setattr(rows()["stablehlo.tanh"], "jvp", lambda site, tangents: tangents[0])
    monkeypatch.setattr(rows()["stablehlo.reverse"], "transpose", lambda site, cotangents, linear: [cotangents[0]])
    tanh, backwards = hl.function("f32")(lambda x: hl.tanh(x)), hl.function("2xf32")(lambda x: hl.reverse(x, [0]))
    slope = 1 - np.tanh(0.5) ** 2
    assert f"  d result 0 / d x: hl.jvp gives 1.0, differences {slope:.9f}"[:-3] in said(tanh, [np.float32(0.5)])
    assert "  d results / d x[0]: hl.vjp gives " in said(backwards, [np.float32([1, 2])])
    within = said(hl.function("f32")(lambda x: hl.sine(x) + hl.tanh(hl.cosine(x))), [np.float32(0.5)])
    place, entry = within.splitlines()[2:4]
    assert place.startswith(f"the first operation whose derivative is wrong: stablehlo.tanh at {__file__}:")
    assert entry.startswith("  d result 0 / d operand 0: hl.jvp gives 1.0, differences 0.50")


def test_a_derivative_that_is_lost_in_the_program_s_own_types_is_found():
    """The derivative of x / 2^-100 * 2^-100, twice over, overflows f32 and is 1."""
    program = hl.function("f32")(lambda x: x * 1e-30 * 1e-30 * 1e30 * 1e30)
    assert "hl.jvp gives 0.0, and 1.0" in said(program, [np.float32(1)])


def test_what_looks_at_bits_is_judged_in_its_own_types():
    def signed(x):
        bits = hl.bitcast_convert(hl.stop_gradient(x), "i32")
        return x * x * hl.select(bits < 0, hl.full_like(x, 2.0), hl.full_like(x, 1.0))

    assert_gradients(hl.function("2xf32")(signed), [np.float32([3, -2])])


@pytest.mark.parametrize(
    ("count", "type"), [(2, "f32"), (2, "f64"), (1, "complex<f64>"), (80, "f16"), (40, "complex<f32>")]
)
def test_how_much_a_rule_may_be_off(count, type, monkeypatch):
    """A millionth of the derivative is too much, whatever the program's own types."""
    array = np.zeros(count, dtype_of(hl.tensor(type).element_type))
    program = hl.function(f"{count}x{type}")(lambda x: hl.tanh(x))  # whose slope at 0 is 1
    for off in (1e-10, 1e-6):
        monkeypatch.setattr(rows()["stablehlo.tanh"], "jvp", lambda site, tangents, off=off: tangents[0] * (1 + off))
        if off < 1e-9:
            assert_gradients(program, [array])
        else:
            assert "  d result 0[0] / d " in said(program, [array])


def test_wrong_derivatives_are_named_by_argument_element_and_part(monkeypatch):
    """Those of floats alone, wherever they stand; five are shown, and of more than 64 numbers directions at random."""
    monkeypatch.setattr(rows()["stablehlo.tanh"], "jvp", lambda site, tangents: tangents[0] * 2)
    given = [np.int32(7), np.zeros(2, np.float32), np.zeros((1, 2), np.complex64)]

    @hl.function("i32", "2xf32", "1x2xcomplex<f32>")
    def program(n, x, z):
        return n, hl.tanh(x), hl.tanh(z)

    lines = said(program, given).splitlines()
    assert [line.partition(":")[0] for line in lines[1:6]] == [
        "  d result 1[0] / d x[0]", "  d result 1[1] / d x[1]", "  d result 2[0, 0] / d z[0, 0].real",
        "  d result 2[0, 0] / d z[0, 0].imag", "  d result 2[0, 1] / d z[0, 1].real",
    ]  # fmt: skip
    assert lines[1].startswith("  d result 1[0] / d x[0]: hl.jvp gives 2.0, differences 1 (+- ")
    assert lines[6] == "  and 1 more"
    assert lines[-4:] == [
        "on inputs that were given:", "  n: tensor<i32>: 7", "  x: tensor<2xf32>: min 0.0, max 0.0, mean 0; [0.0, 0.0]",
        lines[-1],
    ]  # fmt: skip
    many = said(hl.function("65xf32")(lambda x: hl.tanh(x)), [np.zeros(65, np.float32)]).splitlines()
    assert many[1].startswith("  d result 0[0] / d direction 0 at random: ")
    assert many[6] == f"  and {8 * 65 - 5} more"
    each = said(hl.function("64xf32")(lambda x: hl.tanh(x)), [np.zeros(64, np.float32)]).splitlines()
    assert (each[1].partition(":")[0], each[6]) == ("  d result 0[0] / d x[0]", "  and 59 more")


def test_both_ways_are_judged(monkeypatch):
    """A transpose that is off is found for each argument, with what both ways give."""
    monkeypatch.setattr(
        rows()["stablehlo.multiply"], "transpose", lambda site, cotangents, linear: [cotangents[0], None]
    )
    lines = said(hl.function("f64", "i32")(lambda x, n: (n, x * 3.0)), [np.float64(1), np.int32(2)]).splitlines()
    assert lines[1].startswith("  d results / d x: hl.vjp gives ")
    vjp, jvp = (float(lines[1].split(way)[1].split()[0]) for way in ("hl.vjp gives ", "hl.jvp "))
    assert jvp == pytest.approx(3 * vjp)


def test_kinks_are_told_with_the_slopes_on_both_sides():
    """Up to five of them; where there are results that have none, the others are judged."""
    relu = hl.function("7xf32")(lambda x: hl.select(x > 0, x * 3.0, x * -2.0))
    with pytest.warns(UserWarning, match="^where there is no derivative, none is judged:") as told:
        assert_gradients(relu, [np.float32([0, 0, 0, 0, 0, 0, 1])])
    lines = str(told[0].message).splitlines()
    assert lines[:3] == [
        "where there is no derivative, none is judged:",
        "  d result 0[0] / d x[0]: the slope is -2 from the left, 3 from the right",
        "  d result 0[1] / d x[1]: the slope is -2 from the left, 3 from the right",
    ]
    assert [line for line in lines if line.startswith("  d ")] == lines[1:6]
    assert lines[6] == "on inputs that were given:"
    assert told[0].filename == __file__
