"""``hlogen run --random``: arguments that aren't given are drawn."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hlogen.conform.drawn import draw
from hlogen.errors import UsageError
from hlogen.ir import parse_type

PROGRAM = """
func.func @main(%x: tensor<2xf32>, %t: !stablehlo.token, %n: tensor<3xi32>, %y: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<3xi32>, tensor<2xf32>) {
  return %x, %n, %y : tensor<2xf32>, tensor<3xi32>, tensor<2xf32>
}
"""


def values(path):
    with np.load(path) as held:
        return [held[name].tolist() for name in held.files]


def test_what_is_not_given_is_drawn_and_named(files, invoke):
    name = files(program_mlir=PROGRAM)
    result = invoke("run", name, "-i", "[1.0, 2.0]", "-o", "a.npz", "--random")
    assert result.stderr == "note: --random --seed 0 draws n (tensor<3xi32>), y (tensor<2xf32>)\n"
    np.savez("n.npz", n=np.array([100, 200, 300], np.int32))
    result = invoke("run", name, "-i", "n.npz", "--random", "--seed", "0", "-o", "b.npz")
    assert result.stderr == "note: --random --seed 0 draws x (tensor<2xf32>), y (tensor<2xf32>)\n"
    assert invoke("run", name, "--random", "--seed", 1, "-o", "c.npz").exit_code == 0
    a, b, c = values("a.npz"), values("b.npz"), values("c.npz")
    assert (a[0], b[1]) == ([1, 2], [100, 200, 300])
    assert a[2] == b[2] != c[2]  # whatever else is given; another seed, other numbers
    assert set(a[1] + c[1]) <= set(range(10))


@pytest.mark.parametrize("element", ["f32", "f64", "i32", "ui8", "complex<f32>", "bf16", "!quant.uniform<i8:f32, 0.5>"])
def test_arguments_of_one_type_are_drawn_apart(element):
    """A program that subtracts or compares two of them would show nothing otherwise."""
    type = parse_type(f"tensor<20x{element}>")
    first, second, other_seed = draw(0, type, 1), draw(1, type, 1), draw(0, type, 2)
    assert first.tolist() == draw(0, type, 1).tolist()
    assert first.tolist() != second.tolist()
    assert first.tolist() != other_seed.tolist()
    assert second.tolist() != other_seed.tolist()  # not the sum of seed and number


def test_processes_have_the_same(files, invoke):
    result = invoke("parallel", files(program_mlir=PROGRAM), "--random", "--replicas", 2, "-o", "out.npz")
    assert (result.exit_code, result.stderr.count("draws")) == (0, 1)
    found = values("out.npz")
    assert found[:3] == found[3:]


def test_too_much_is_still_too_much(files, invoke):
    call = [part for value in ("[1.0, 2.0]", "[1, 2, 3]", "[1.0, 2.0]", "[1]") for part in ("-i", value)]
    result = invoke("run", files(program_mlir=PROGRAM), *call, "--random")
    assert result.exit_code == 2
    assert "but 4 were given" in result.stderr


def test_what_is_wrong_is_said_alone(files, invoke):
    result = invoke("run", files(program_mlir=PROGRAM), "-i", "[1.0]", "--random")
    assert (result.exit_code, "draws" in result.stderr) == (2, False)


def test_it_may_stand_anywhere_and_quietly(files, invoke):
    result = invoke("run", "--random", files(program_mlir=PROGRAM), "-q")
    assert (result.exit_code, result.output) == (0, "")


def test_many_are_listed_in_short(files, invoke):
    types = ", ".join(f"%a{n}: tensor<i32>" for n in range(200))
    program = f"func.func @main({types}) -> tensor<i32> {{\n  return %a7 : tensor<i32>\n}}"
    result = invoke("run", files(program_mlir=program), "--random", "--seed", 3)
    assert result.stderr.endswith("a7 (tensor<i32>) and 192 more\n")


@pytest.mark.parametrize(
    ("type", "dtype", "least", "most"),
    [
        ("i2", ml_dtypes.int2, 0, 1),
        ("ui2", ml_dtypes.uint2, 0, 3),
        ("i64", np.int64, 0, 9),
        ("i1", np.bool_, 0, 1),
        ("bf16", ml_dtypes.bfloat16, -6, 6),
        ("f8E8M0FNU", ml_dtypes.float8_e8m0fnu, 0, 8),
        ("complex<f64>", np.complex128, None, None),
        ("!quant.uniform<i8:f32, 0.5>", np.int8, 0, 9),
    ],
)
def test_every_kind(type, dtype, least, most):
    drawn = draw(1, parse_type(f"tensor<40x50x{type}>"), 5)
    assert (drawn.dtype, drawn.shape) == (dtype, (40, 50))
    if least is not None:
        found = drawn.astype(np.float64)
        assert (found.min() >= least, found.max() <= most) == (True, True)
        assert len(np.unique(found)) > 1
    assert draw(0, parse_type(f"tensor<{type}>"), 5).shape == ()


@pytest.mark.parametrize(
    ("type", "said"),
    [("tensor<?xf32>", "whose sizes aren't known"), ("tuple<tensor<f32>>", "which is no tensor")],
)
def test_what_cannot_be_drawn_is_said(type, said):
    with pytest.raises(UsageError, match=said):
        draw(0, parse_type(type), 0)
