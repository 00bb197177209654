"""``hl.check_grads`` and ``hlogen grad --check``: what is wrong in any order, NaN, or not there is said."""

import warnings

import numpy as np
import pytest
from click.testing import CliRunner

import hlogen as hl
from hlogen.autodiff.registry import rows
from hlogen.cli import main


def said(*args, **options):
    with pytest.raises(AssertionError) as raised:
        hl.check_grads(*args, **options)
    return str(raised.value)


def tree(x, p):
    return hl.sum(hl.tanh(x @ p["w"]) ** 2)


def test_what_is_right_passes():
    """Drawn and given, where tanh is nearly flat too: differences over one step are noise there."""
    function = hl.function("3xf32", {"w": "3x2xf32"})(tree)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hl.check_grads(function)
        hl.check_grads(function, np.float32([1, 2, 3]), {"w": np.ones((3, 2), np.float32)})
        hl.check_grads(hl.function("complex<f64>")(lambda z: z * hl.exponential(z)), order=1)


def test_a_rule_that_is_wrong_in_its_second_derivative_alone(monkeypatch):
    """The cosine that the sine's derivative is made of."""
    monkeypatch.setattr(rows()["stablehlo.cosine"], "jvp", lambda site, tangents: tangents[0])
    sine = hl.function("f64")(lambda x: hl.sine(x))
    hl.check_grads(sine, order=1)
    first, *lines = said(sine, np.float64(0.5)).splitlines()
    assert first == "derivatives of order 2, through hl.jvp: derivatives aren't those of the results:"
    assert any("the first operation whose derivative is wrong: stablehlo.cosine at " in line for line in lines)


def test_a_nan_is_led_back_to_where_it_is_made():
    """A square root whose result isn't chosen: infinity times zero on the way back."""
    rooted = hl.function("2xf32")(lambda x: hl.where(x > 0.0, hl.sqrt(x), 0.0))
    _, wrong, first, where, fix, *_ = said(rooted, np.float32([1, -4])).splitlines()
    assert "d x[1]: hl.vjp gives nan for random cotangents, hl.jvp 0" in wrong
    assert first.startswith("the first NaN on the way: stablehlo.sqrt makes NaN in 1 of 2 elements")
    assert where.startswith(f"  where: stablehlo.sqrt at {__file__}:")
    assert fix == "  fix: where its result isn't used, give it other operands, chosen before it by hl.where"


def test_where_there_is_no_derivative_it_says_so():
    relu = hl.function("3xf32")(lambda x: hl.maximum(x, 0.0))
    with pytest.warns(UserWarning, match=r"order 1: where there is no.*\n.*0 from the left, 1 from the right"):
        hl.check_grads(relu, np.float32([1, 0, -1]))
    with pytest.raises(hl.UsageError, match=r"d result 0 / d operand: [\s\S]*fix: give inputs beside it"):
        hl.check_grads(hl.function("f32")(hl.floor), np.float32(2), order=1)


@pytest.mark.parametrize("order", [0, -1, True, "2", 1.5])
def test_an_order_is_a_number(order):
    with pytest.raises(hl.UsageError, match="order is how often the derivative is taken, 1 or more, not"):
        hl.check_grads(hl.function("f32")(hl.sine), order=order)
    with pytest.raises(hl.UsageError, match="it takes or gives no floats"):
        hl.check_grads(hl.function("i32")(lambda x: x))


SCRIPT = """\
import hlogen as hl
right = hl.function("3xf64", name="right")(lambda x: hl.sum(hl.sine(x)))
stopped = hl.function("3xf64", name="stopped")(lambda x: x * hl.stop_gradient(x))
kinked = hl.function("2xf64", name="kinked")(lambda x: hl.abs(x))
stepped = hl.function("f64", name="stepped")(lambda x: hl.floor(x))
"""


def test_the_command_says_what_it_found(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    def ran(*words):
        done = CliRunner().invoke(main, ["grad", *words])
        return done.exit_code, done.output

    for _ in range(2):
        code, output = ran(f"{script}:right", "--check")
        assert code == 0
        assert [line.split(":")[0] for line in output.splitlines()] == [
            "derivatives of order 1",
            "derivatives of order 2, through hl.jvp",
            "derivatives of order 2, through hl.vjp",
        ]
    code, output = ran(f"{script}:stopped", "--check", "-i", "[1, 2, 3]")
    assert code == 1
    assert output.startswith(
        "derivatives of order 1: wrong\n  d result 0[0] / d x[0]: hl.jvp gives 1.0, differences 2 "
    )
    assert f"hl.stop_gradient cuts derivatives off at {script}:3" in output
    code, output = ran(f"{script}:kinked", "--check", "--order", "1", "-i", "[0, 2]")
    assert code == 0
    assert "d result 0[0] / d x[0]: the slope is -1 from the left, 1 from the right" in output
    code, output = ran(f"{script}:stepped", "--check", "--order", "1", "-i", "2")
    assert code == 2
    assert output.startswith("derivatives of order 1: none could be judged")
    assert output.endswith("and none is judged; give inputs beside it to judge more\n")
    for words in (["--check", "--wrt", "0"], ["--order", "2"], ["--check", "-o", "x.mlir"]):
        code, output = ran(f"{script}:right", *words)
        assert code == 2
        assert "--check" in output
