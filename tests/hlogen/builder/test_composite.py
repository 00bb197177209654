"""hl.stop_gradient as an operation: what it builds, where, and that it runs everywhere."""

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.mlir.writer import to_bytecode, to_portable_artifact


@hl.function("3xf32", "3xcomplex<f64>", "i1", "2x0xi8", "bf16", name="main")
def all_types(*values):
    return [hl.stop_gradient(hl.stop_gradient(value)) for value in values]


INPUTS = [
    np.arange(3, dtype=np.float32),
    np.arange(3) * 1j,
    np.bool_(True),
    np.zeros((2, 0), np.int8),
    np.asarray(1.5, ml_dtypes.bfloat16),
]


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_it_does_nothing_on_every_backend(name):
    for got, given in zip(backend(name).run(all_types, *INPUTS), INPUTS, strict=True):
        np.testing.assert_array_equal(got, given)


def test_one_function_for_each_type():
    names = sorted(all_types.module.functions)
    assert names == [
        *(f"hlogen.stop_gradient.{type}" for type in ("2x0xi8", "3xcomplex<f64>", "3xf32", "bf16", "i1")),
        "main",
    ]
    assert all(function.is_private for name, function in all_types.module.functions.items() if name != "main")


def test_it_is_written_and_read():
    for written in (str(all_types), to_bytecode(all_types.module), to_portable_artifact(all_types.module, "1.9.0")):
        read = hl.parse(written)
        np.testing.assert_array_equal(interpreter.run(read, *INPUTS)[1], INPUTS[1])


def test_functions_that_use_it_call_each_other():
    inner = hl.function("f32", name="inner")(lambda x: hl.stop_gradient(x) * x)
    outer = hl.function("f32", name="main")(lambda x: inner(hl.stop_gradient(x)) + hl.stop_gradient(x))
    assert sorted(outer.module.functions) == ["hlogen.stop_gradient.f32", "inner", "main"]
    assert interpreter.run(outer, np.float32(3))[0] == 12


def test_it_may_stand_in_regions():
    @hl.function("4xf32", name="main")
    def total(x):
        return hl.reduce(x, 0.0, [0], lambda a, b: a + hl.stop_gradient(b))

    assert str(total).count("func.func private @hlogen.stop_gradient.f32") == 1
    for name in ("interpreter", "xla"):
        assert backend(name).run(total, np.arange(4, dtype=np.float32))[0] == 6


@pytest.mark.parametrize(
    "type", ["?x3xf32", "2x!quant.uniform<i8:f32, 0.5:1>", "2x!quant.uniform<i8:f32:0, {0.5, 2.0}>"]
)
def test_types_of_every_kind(type):
    function = hl.function(type, name="main")(hl.stop_gradient)
    assert hl.parse(str(function)).function(f"hlogen.stop_gradient.{hl.tensor(type).__str__()[7:-1]}").is_private


def test_a_number_becomes_a_constant():
    assert interpreter.run(hl.function(lambda: hl.stop_gradient(2.5)))[0] == 2.5


def test_outside_of_a_function():
    with pytest.raises(hl.UsageError, match=r"hl.stop_gradient was called while no function is being built"):
        hl.stop_gradient(1.0)


def test_in_a_region_of_no_function():
    with pytest.raises(hl.UsageError, match=r"belongs to no function yet(.|\n)*make the region inside a function"):

        @hl.region("f32", "f32")
        def body(old, new):
            return old + hl.stop_gradient(new)
