"""Operations that move elements: batches against loops, the programs that come out, backends."""

import numpy as np
import pytest
from helpers.backends import run_on
from helpers.batches import check_batches, every_choice

import hlogen as hl
import interpreter
from hlogen.autodiff.batching.registry import batch_rules
from hlogen.autodiff.registry import rows
from hlogen.ir import dtype_of
from hlogen.spec.optable import OPS

BOUNDS = {"edge_padding_low": [-1, 2], "edge_padding_high": [1, -2], "interior_padding": [1, 2]}
FEW = {"edge_padding_low": [1, 0], "edge_padding_high": [0, 2]}
CASES = {
    "broadcast_in_dim": (lambda x: hl.broadcast_in_dim(x, [3, 5, 2, 4], broadcast_dimensions=[3, 1]), "4x5xf64"),
    "broadcast_in_dim of size 1": (lambda x: hl.broadcast_in_dim(x, [3, 5], broadcast_dimensions=[0, 1]), "1x5xf64"),
    "broadcast_in_dim of a scalar": (lambda x: hl.broadcast_in_dim(x, [3, 2], broadcast_dimensions=[]), "f64"),
    "reshape": (lambda x: hl.reshape(x, [2, 10]), "4x5xf64"),
    "reshape to a scalar": (lambda x: hl.reshape(x, []), "1x1xi32"),
    "transpose": (lambda x: hl.transpose(x, permutation=[2, 0, 1]), "4x5x2xf64"),
    "reverse": (lambda x: hl.reverse(x, dimensions=[1]), "4x5xi1"),
    "slice": (lambda x: hl.slice(x, start_indices=[1, 0], limit_indices=[4, 4], strides=[2, 3]), "4x5xf64"),
    "concatenate": (lambda x, y, z: hl.concatenate([x, y, z], dimension=1), "2x1xf64", "2x3xf64", "2x0xf64"),
    "pad": (lambda x, v: hl.pad(x, v, **FEW), "4x5xf64", "f64"),
    "pad that takes away": (lambda x, v: hl.pad(x, v, **BOUNDS), "4x5xf64", "f64"),
    "pad of booleans": (lambda x, v: hl.pad(x, v, **BOUNDS), "4x5xi1", "i1"),
    "get_dimension_size": (lambda x: hl.get_dimension_size(x, dimension=1), "4x5xf64"),
    "optimization_barrier": (lambda x, y: hl.optimization_barrier(x, y), "4xf64", "i32"),
    "dynamic_slice": (lambda x, i, j: hl.dynamic_slice(x, [i, j], slice_sizes=[2, 3]), "4x5xf64", "i32", "i32"),
    "dynamic_slice of nothing": (lambda x, i: hl.dynamic_slice(x, [i, i], slice_sizes=[0, 3]), "4x5xf64", "i8"),
    "dynamic_slice of a scalar": (lambda x: hl.dynamic_slice(x, [], slice_sizes=[]), "f64"),
    "dynamic_slice, unsigned": (lambda x, i: hl.dynamic_slice(x, [i], slice_sizes=[2]), "4xf64", "ui8"),
    "dynamic_slice of a wide dimension": (lambda x, i: hl.dynamic_slice(x, [i], slice_sizes=[2]), "300xf64", "i8"),
    "dynamic_update_slice": (
        lambda x, u, i, j: hl.dynamic_update_slice(x, u, [i, j]), "4x5xf64", "2x3xf64", "i32", "i32"),
    "dynamic_update_slice of nothing": (
        lambda x, u, i, j: hl.dynamic_update_slice(x, u, [i, j]), "4x5xf64", "2x0xf64", "i32", "i32"),
    "dynamic_update_slice of a scalar": (lambda x, u: hl.dynamic_update_slice(x, u, []), "f64", "f64"),
    "dynamic_update_slice, unsigned": (lambda x, u, i: hl.dynamic_update_slice(x, u, [i]), "4xi32", "2xi32", "ui8"),
    "dynamic_update_slice of a wide dimension": (
        lambda x, u, i: hl.dynamic_update_slice(x, u, [i]), "300xf64", "2xf64", "i8"),
    "constants beside": (lambda x: x + hl.iota("4xf64") * hl.constant(2.0), "4xf64"),
}  # fmt: skip


def drawn(rng, type):
    """Integers of rank 0 are starts: from well below to well above what is inside."""
    dtype, shape = dtype_of(type.element_type), type.static_shape
    if dtype.kind == "b":
        return np.asarray(rng.random(shape) < 0.5)
    if dtype.kind == "f":
        return np.asarray(rng.normal(size=shape))
    if shape:
        return rng.integers(0, 9, shape).astype(dtype)
    limits = np.iinfo(dtype.name)
    return rng.choice(np.clip([-300, -1, 0, 1, 2, 3, 400], limits.min, limits.max)).astype(dtype)


@pytest.mark.parametrize("name", CASES)
def test_batches(name):
    body, *types = CASES[name]
    function = hl.function(*types, name="main")(body)
    choices = every_choice(len(types))
    for seed, which in enumerate(choices * (2 if "dynamic" in name else 1)):
        rng = np.random.default_rng(seed)
        inputs = [drawn(rng, type) for type in function.type.inputs]
        hold(function, inputs, which, rng)


def hold(function, inputs, which, rng):
    """As check_batches, with starts that differ."""
    size = 3
    stacks = [
        np.stack([value, *(drawn(rng, type) for _ in range(size - 1))]) if batched else value
        for value, type, batched in zip(inputs, function.type.inputs, which, strict=True)
    ]
    batched = hl.vmap(function, [0 if flag else None for flag in which], axis_size=size)
    str(batched)  # upstream's verifier has seen it
    results = interpreter.run(batched, *stacks)
    for number in range(size):
        entry = [stack[number] if flag else stack for stack, flag in zip(stacks, which, strict=True)]
        for got, want in zip(results, interpreter.run(function, *entry), strict=True):
            np.testing.assert_array_equal(got[number], want)


def test_batch_dimensions_anywhere():
    rng = np.random.default_rng(1)
    function = hl.function("4x5xf64", "f64", name="main")(lambda x, v: hl.pad(x, v, **BOUNDS))
    for which in every_choice(2):
        check_batches(function, [rng.normal(size=(4, 5)), np.float64(2)], which, rng)


def operations(function):
    return [
        operation.name.removeprefix("stablehlo.") for operation in function.module.function(function.name).body.walk()
    ]


def test_what_a_dynamic_slice_becomes():
    """One of a batch of operands at one place stays; of one operand at many places it is a gather without batching."""
    function = hl.function("4x5xf64", "i32", name="main")(lambda x, i: hl.dynamic_slice(x, [i, i], slice_sizes=[2, 3]))
    assert "gather" not in operations(hl.vmap(function, (0, None), axis_size=3))
    shared, both = (str(hl.vmap(function, axes, axis_size=3)) for axes in ((None, 0), (0, 0)))
    assert "operand_batching_dims" not in shared
    assert "operand_batching_dims = [0], start_indices_batching_dims = [0]" in both


def test_what_a_dynamic_update_slice_becomes():
    function = hl.function("4x5xf64", "2x3xf64", "i32", name="main")(
        lambda x, u, i: hl.dynamic_update_slice(x, u, [i, i])
    )
    assert "scatter" not in operations(hl.vmap(function, (0, 0, None), axis_size=3))
    text = str(hl.vmap(function, axis_size=3))
    assert "input_batching_dims = [0], scatter_indices_batching_dims = [0]" in text
    assert "unique_indices = true" in text


def test_a_slice_that_is_moved_inside_gets_its_gradient_there():
    function = hl.function("4xf64", "2xf64", "i32", name="main")(lambda x, u, i: hl.dynamic_update_slice(x, u, [i]))
    x, u, cotangent = np.zeros(4), np.ones(2), np.array([1.0, 2.0, 4.0, 8.0])
    _, of_x, of_u = interpreter.run(hl.vjp(function), x, u, np.int32(9), cotangent)
    np.testing.assert_array_equal(of_x, [1, 2, 0, 0])
    np.testing.assert_array_equal(of_u, [4, 8])


def test_a_barrier_keeps_its_place():
    """Cotangents that there are go through one barrier, integers stay out of it."""
    function = hl.function("3xf64", "3xi32", "3xf64", name="main")(
        lambda x, i, y: tuple(hl.optimization_barrier(x, i, y)[:2])
    )
    text = str(hl.vjp(function, wrt=[0]))
    assert text.count("optimization_barrier") == 2
    assert "stablehlo.optimization_barrier %cotangent0 : tensor<3xf64>" in text


def test_every_operation_that_moves_elements_has_a_row_and_a_batching_rule():
    there = {name for name, operation in OPS.items() if operation.kind == "shape"}
    assert there <= set(batch_rules())
    assert there <= set(rows())


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_backends_agree(name):
    """On a program of all of them, its gradient, and the gradient's own, which has all that in it; one and a batch."""

    @hl.function("4x5xf64", "2x3xf64", "f64", "i32", name="main")
    def program(x, u, v, i):
        y = hl.dynamic_update_slice(hl.pad(x, v, **BOUNDS), u * u, [i, i])
        part = hl.dynamic_slice(hl.reverse(y, dimensions=[0]), [i, i], slice_sizes=[2, 3])
        rows = hl.slice(x, start_indices=[0, 1], limit_indices=[4, 5], strides=[2, 2])
        wide = hl.broadcast_in_dim(hl.transpose(rows, permutation=[1, 0]), [2, 3, 2], broadcast_dimensions=[2, 0])
        flat = hl.concatenate([hl.reshape(part, [6]), hl.reshape(wide, [12])], dimension=0)
        (kept,) = hl.optimization_barrier(flat)
        return kept * kept

    rng = np.random.default_rng(2)
    inputs = [rng.normal(size=(4, 5)), rng.normal(size=(2, 3)), np.float64(0.5), np.int32(3), rng.normal(size=18)]
    twice = hl.vjp(hl.vjp(program), wrt=[0, 1, 2])
    more = [rng.normal(size=type.static_shape) for type in twice.type.inputs[5:]]
    batches = [np.stack([value, value]) for value in [*inputs, *more]]
    batches[3] = np.array([9, 1], np.int32)
    for derived, values in ((twice, [*inputs, *more]), (hl.vmap(twice, axis_size=2), batches)):
        expected = interpreter.run(derived, *values)
        for got, want in zip(run_on(name, derived, *values), expected, strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-14)
