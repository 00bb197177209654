"""All that is said where a program can't be derived or batched: the operation, what is wrong with it, and what to do.

What is wrong stands neither first nor last, and all numbers of a case are different, so that a message that names
another place isn't the one expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir import EnumAttr

PAIRED: dict[str, Any] = {"replica_groups": [[0, 1], [2, 3]]}
FIRST: dict[str, Any] = {"channel_id": 0, "source_target_pairs": [[0, 1]]}
Case = tuple[Callable[[Any], object], tuple[Any, ...], Callable[..., Any]]


def of(derive: Callable[[Any], object], *types: Any) -> Callable[[Callable[..., Any]], Case]:
    return lambda build: (derive, types, build)


def vjp(wrt: Any = None) -> Callable[[Any], object]:
    return lambda function: hl.vjp(function, wrt=wrt)


def vmap(*in_axes: int | None, size: int = 3, out: Any = 0) -> Callable[[Any], object]:
    return lambda function: hl.vmap(function, in_axes, out, axis_size=size)


def called(*shapes: tuple[int, ...]) -> Callable[[Any], object]:
    """A batched function, called with arrays."""
    return lambda function: hl.vmap(function, (1, None, 0))(*map(np.ones, shapes))


def made(name: str, *operands: Any, **attributes: Any) -> Any:
    return hl.operation(name, operands, result_types=[operands[-1].type], attributes=attributes)[0]


def drawn(x: Any) -> Any:
    bounds = [hl.constant(0.0, "f64"), hl.constant(1.0, "f64"), hl.constant([], "0xi64")]
    uniform = {"rng_distribution": EnumAttr("rng_distribution", "UNIFORM")}
    return x * hl.operation("stablehlo.rng", bounds, result_types=["f64"], attributes=uniform)[0]


def by_table(keys: Any, table: Any) -> Any:
    def less(a: Any, b: Any) -> Any:
        left, right = (hl.reshape(hl.dynamic_slice(table, [key], slice_sizes=[1]), []) for key in (a, b))
        return left < right

    return hl.sort(keys, less)


def rows(x: Any, i: Any, u: Any, body: Any) -> Any:
    return hl.scatter(
        x, i, u, body, update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )  # fmt: skip


THREE = ("3xf64", "4xi32", "5xf64")
TREE = ({"w": "2xf64", "b": "f64"}, "4xi32", {"n": "7xi32"})
SEVERED = (
    "argument 1 (y) of main reaches the results only through integers or booleans, first at stablehlo.convert (here), "
    "so there is no derivative to take\n"
    "  fix: leave it out of wrt, or compute with floats"
)
STOP = "cut the path before it with hl.stop_gradient, or leave the inputs it depends on out of wrt"
REFUSED: dict[str, Case] = {
    # what to derive with respect to
    "wrt names argument 1 (n) of main, a tensor<4xi32>: only floats and complex numbers have derivatives\n"
    "  fix: choose among 0 (x), 2 (y)": of(vjp([0, 1]), *THREE)(lambda x, n, y: (x, n, y)),
    "wrt names argument 3, but main takes 3 arguments, counted from 0\n  fix: choose among 0 (x), 2 (y)": of(
        vjp([2, 3]), *THREE
    )(lambda x, n, y: (x, n, y)),
    "wrt names argument 1, but main takes 1 argument, counted from 0\n  fix: choose among 0 (x)": of(vjp(1), "3xf64")(
        lambda x: x
    ),
    "wrt names argument -1, but main takes 2 arguments, counted from 0\n"
    "  fix: no argument of it has floats or complex numbers": of(vjp(-1), "3xi32", "i1")(lambda m, n: m),
    "wrt names no argument of main\n  fix: choose among 0 (x), 2 (y)": of(vjp([]), *THREE)(lambda x, n, y: y),
    "wrt names 'q', but main takes x, n, y": of(vjp(["y", "q"]), *THREE)(lambda x, n, y: y),
    "wrt names 'q', but main takes nothing": of(vjp("q"))(lambda: hl.constant(1.0)),
    "wrt names argument 2 (y) twice": of(vjp([0, 2, "y"]), *THREE)(lambda x, n, y: y),
    "wrt is a number or name of an argument, or a list of them, not float 2.5": of(vjp(2.5), "3xf64")(lambda x: x),
    "wrt is a number or name of an argument, or a list of them, not bool True": of(vjp([True]), "3xf64")(lambda x: x),
    "main has no argument of floats or complex numbers to derive: it takes tensor<3xi32>, tensor<i1>": of(
        hl.vjp, "3xi32", "i1"
    )(lambda m, n: m),
    "wrt names argument 3 (m.n) of main, a tensor<7xi32>: only floats and complex numbers have derivatives\n"
    "  fix: choose among 0 (p)": of(vjp([0, "m"]), *TREE)(lambda p, n, m: p["w"]),
    "wrt names argument 2 (n) of main, a tensor<4xi32>: only floats and complex numbers have derivatives\n"
    "  fix: choose among 0 (p)": of(vjp(1), *TREE)(lambda p, n, m: p["w"]),
    "wrt names argument 1 (p.w) twice": of(vjp([0, "p.w"]), *TREE)(lambda p, n, m: p["w"]),
    # what has a gradient
    "grad derives one float of rank 0, but main returns tensor<3xf64>, tensor<f64>\n"
    "  fix: return one number, such as a sum, return what else there is as aux (has_aux=True), or use hl.vjp, which "
    "takes a cotangent for each result": of(hl.grad, "3xf64")(lambda x: (x, hl.sum(x))),
    "value_and_grad derives one float of rank 0, but main returns tensor<complex<f64>>\n"
    "  fix: return one number, such as a sum, or use hl.vjp, which takes a cotangent for each result": of(
        hl.value_and_grad, "complex<f64>"
    )(lambda x: x),
    SEVERED: of(vjp([0, 1]), "f64", "f64")(lambda x, y: x * hl.convert(hl.convert(y, "i32") + 1, "f64")),
    # operations
    "stablehlo.custom_call @vendor.f (here): has no derivative rule, and the derivative goes through it: what it "
    "computes is its target's matter; most routines of LAPACK have rules (docs/derivatives.md)\n"
    f"  fix: derive it where its derivative is known (in JAX, export jax.vjp's program), {STOP}": of(hl.vjp, "3xf64")(
        lambda x: hl.custom_call("vendor.f", x, result_types="3xf64")
    ),
    "chlo.bessel_i1e (here): has no derivative rule, and the derivative goes through it: it is made of bessel_i0e, for "
    f"which CHLO has no operation\n  fix: {STOP}": of(hl.jvp, "3xf64")(lambda x: made("chlo.bessel_i1e", x)),
    "stablehlo.bitcast_convert (here): reads the bits of floats as something else, which has no derivative\n"
    "  fix: use hl.convert if the numbers are meant; if the bits are, cut the path before it with hl.stop_gradient": of(
        hl.jvp, "f64"
    )(lambda x: hl.bitcast_convert(hl.bitcast_convert(x, "i64"), "f64")),
    "stablehlo.uniform_quantize (here): rounds to steps, so its derivative is zero or undefined\n"
    "  fix: cut the path with hl.stop_gradient: x + hl.stop_gradient(q(x) - x) has the value of q and the slope of "
    "x": of(hl.vjp, "3xf32")(lambda x: hl.uniform_dequantize(hl.uniform_quantize(x, "!quant.uniform<i8:f32, 0.5>"))),
    "chlo.next_after (here): goes from one float to the next, which has no derivative\n"
    "  fix: cut the path before it with hl.stop_gradient": of(hl.vjp, "f64", "f64")(
        lambda x, y: made("chlo.next_after", x, y)
    ),
    "chlo.polygamma (here): its order is a whole number, so it has no derivative in it\n"
    "  fix: make the order a constant": of(hl.grad, "f64", "f64")(lambda n, x: made("chlo.polygamma", n, x)),
    "chlo.zeta (here): CHLO has no operation that gives its derivative in the first operand\n"
    "  fix: make that a constant": of(hl.grad, "f64", "f64")(lambda x, q: made("chlo.zeta", x, q)),
    "stablehlo.dynamic_pad (here): interior_padding isn't known before the program runs, and its derivative needs it\n"
    "  fix: make it a constant": of(hl.vjp, "4xf64", "1xi32")(
        lambda x, n: hl.dynamic_pad(x, 0.0, [0], [0], n, result_type="7xf64")
    ),
    "stablehlo.reduce_window (here): its derivative needs static shapes, and this has tensor<?xf64>, tensor<f64>\n"
    "  fix: give the program's arguments static shapes, or hl.transform.refine it": of(hl.vjp, "?xf64")(
        lambda x: hl.reduce_window(x, 1.0, "mul", window_dimensions=[2])
    ),
    "stablehlo.reduce_window (here): its body is none of add, maximum and minimum, so its (1, 99997) windows of "
    "(2, 50000) elements would be written out, and that is too much\n"
    "  fix: use smaller windows, or another way to compute this": of(hl.vjp, "2x149996xf32")(
        lambda x: hl.reduce_window(x, 1.0, "mul", window_dimensions=[2, 50000])
    ),
    "stablehlo.while (here): its way back runs its regions again, but stablehlo.rng (here) would do something else "
    "then\n  fix: let it run as often as the program says (hl.fori or hl.scan with constant bounds), or move it "
    "out": of(vjp(0), "f64", "i32")(lambda x, n: hl.fori(0, n, lambda i, y: y * drawn(x), x)),
    "stablehlo.while (here): whether dimension 1 of what it carries as tensor<2x?xf64> keeps its size isn't certain, "
    "and the way back stores carries, which have one size\n"
    "  fix: compute it elementwise with what the loop carries, or reshape it to sizes that are asked before the loop "
    "(hl.size(x, 0)), or make the program static with hl.transform.refine": of(hl.grad, "2x?xf64")(
        lambda x: hl.sum(hl.fori(0, 2, lambda i, c: hl.concatenate([c, c], 1), x))
    ),
    "stablehlo.custom_call @lapack_spotrf_ffi (here): needs uplo in its backend_config, 76 (L) or 85 (U), to say what "
    "it computes": of(hl.vjp, "2x2xf32")(
        lambda x: hl.custom_call("lapack_spotrf_ffi", x, result_types=["2x2xf32", "i32"], backend_config={})[0]
    ),
    "stablehlo.all_reduce (here): the derivative of this computation gathers the operands, and how many there are "
    "isn't said: its groups differ in size, or go through all partitions\n"
    "  fix: use groups of one size, and use_global_device_ids=True where they go through partitions": of(
        hl.vjp, "4xf64"
    )(lambda x: hl.all_reduce(x, "mul", replica_groups=[[0, 1, 2], [3]])),
    "stablehlo.collective_reduce (here): its results go back by a collective_broadcast, which knows no "
    "use_global_device_ids\n  fix: leave them out, or use hl.all_reduce": of(hl.vjp, "4xf64")(
        lambda x: hl.collective_reduce(
            x, "add", channel_id=1, use_global_device_ids=True, replica_groups=[[0, 1, 2, 3]]
        )
    ),
    "stablehlo.rng (here): draws numbers, and how they follow the distribution's parameters is left to the "
    "implementation\n"
    "  fix: draw from a fixed distribution and scale: a + (b - a) * hl.rng(0.0, 1.0, ...) has the derivatives of a and "
    "b": of(hl.vjp, "f64")(lambda x: hl.rng(0.0, x, [3], rng_distribution="UNIFORM")),
    "stablehlo.send (here): what becomes of the values that it sends is up to others, and their cotangents would have "
    "to come back\n"
    "  fix: send hl.stop_gradient of them, or hand them on with hl.collective_permute, which has a derivative": of(
        hl.vjp, "4xf64"
    )(lambda x: hl.recv(hl.send(x, hl.after_all(), **FIRST), "4xf64", **FIRST)[0]),
    "stablehlo.reduce_scatter (here): has a derivative where its computation adds, or takes the largest or smallest\n"
    "  fix: reduce with hl.all_reduce, which has one for any computation, and take the part from there": of(
        hl.vjp, "4xf64"
    )(lambda x: hl.reduce_scatter(x, "mul", scatter_dimension=0, **PAIRED)),
    # batches
    "in_axes has 2 entries for the 3 arguments of main": of(vmap(0, 1), *THREE)(lambda x, n, y: x),
    "in_axes[2] = -3, but tensor<5xf64> with a batch dimension has the dimensions 0 to 1": of(vmap(-2, 1, -3), *THREE)(
        lambda x, n, y: x
    ),
    "out_axes has 3 entries for the 2 results of main": of(vmap(0, 1, 0, out=[0, 0, 0]), *THREE)(
        lambda x, n, y: (x, y)
    ),
    "out_axes[1] = 2, but tensor<5xf64> with a batch dimension has the dimensions 0 to 1": of(
        vmap(0, 1, 0, out=[1, 2]), *THREE
    )(lambda x, n, y: (x, y)),
    "in_axes[1] is a dimension or None, not float 1.0": of(vmap(0, 1.0, 0), *THREE)(lambda x, n, y: x),
    "in_axes says None for every argument, so there is no batch\n  fix: name the batched ones": of(
        vmap(None, None, None), *THREE
    )(lambda x, n, y: x),
    "out_axes says None for result 1 of main, which differs along the batch\n"
    "  fix: say where its batch dimension goes, for example 0": of(vmap(None, 0, 0, out=[None, None, 0]), *THREE)(
        lambda x, n, y: (x, y, n)
    ),
    "main takes no arguments, so there is no batch": of(lambda function: hl.vmap(function, axis_size=2))(
        lambda: hl.constant(1)
    ),
    "main_vmap_in_1_none_0 takes 3 arguments, not 2": of(called((3, 2), (4,)), *THREE)(lambda x, n, y: x),
    "the arguments of main_vmap_in_1_none_0 don't agree on one size of the batch: argument 0 (x) has 2, argument 2 "
    "(y) has 6\n  fix: give them one size, or say in in_axes which have no batch dimension (None)": of(
        called((3, 2), (4,), (6, 5)), *THREE
    )(lambda x, n, y: x),
    "argument 2 of main_vmap_in_1_none_0 is tensor<f64>, which has no batch dimension": of(
        called((3, 2), (4,), ()), *THREE
    )(lambda x, n, y: x),
    "main_vmap has no size of the batch yet, so it is no program\n  fix: give it one: hl.vmap(..., axis_size=8)": of(
        lambda function: hl.linearize(hl.vmap(function)), "3xf64"
    )(lambda x: x),
    "stablehlo.sort (here): its comparator uses a tensor<7xf64> that differs along the batch\n"
    "  fix: let it use scalars, or sort that along with the operands": of(vmap(0, 0), "4xi32", "7xf64")(by_table),
    "stablehlo.scatter (here): its update computation uses a tensor<2xf64> that differs along the batch, which can "
    "only be a scalar\n"
    "  fix: compute the scalar that it needs outside of the update computation": of(
        vmap(0, 0, 0, 0), "5x3xf64", "4x1xi32", "4x3xf64", "2xf64"
    )(lambda x, i, u, w: rows(x, i, u, lambda old, new: old * hl.reduce(w, 0, [0], "add") + new)),
    "stablehlo.dynamic_gather (here): its slice_sizes differ along the batch, so its results would have different "
    "shapes\n  fix: compute them from what isn't batched": of(vmap(None, None, 0), "5xf64", "4x1xi32", "1xi32")(
        lambda x, i, sizes: hl.dynamic_gather(
            x,
            i,
            sizes,
            offset_dims=[1],
            collapsed_slice_dims=[],
            start_index_map=[0],
            index_vector_dim=1,
            result_type="4x2xf64",
        )
    ),
    "stablehlo.dynamic_reshape (here): its shape differs along the batch, and a tensor has one shape\n"
    "  fix: compute it from what is the same for the whole batch (in_axes None)": of(vmap(0, 0), "4x3xf64", "2xi32")(
        lambda x, shape: hl.dynamic_reshape(x, shape)
    ),
    "stablehlo.dynamic_pad (here): its batching needs static shapes, and this has tensor<3xf64>, tensor<f64>, "
    "tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<?xf64>\n"
    "  fix: give the program's arguments static shapes": of(vmap(None, 0, None), "3xf64", "f64", "1xi32")(
        lambda x, fill, edge: hl.dynamic_pad(x, fill, edge, edge, edge, result_type="?xf64")
    ),
    "stablehlo.all_reduce (here): has a computation of values that differ along the batch, and it is one for the whole "
    "batch\n  fix: gather the operands with hl.all_gather, and hl.reduce them": of(vmap(0, 0), "2xf64", "f64")(
        lambda x, w: hl.all_reduce(x, lambda a, b: a * b * w, **PAIRED)
    ),
    "stablehlo.collective_broadcast (here): has roots that differ along the batch\n  fix: loop over the batch": of(
        vmap(0, 0), "2xf64", "1xi32"
    )(lambda x, r: hl.collective_broadcast([x, r], has_dynamic_root=True, **PAIRED)[0]),
    "stablehlo.outfeed (here): has no batching rule: who takes what it gives away expects it without a batch\n"
    "  fix: compute it outside of hl.vmap, or loop over the batch": of(vmap(0), "2xf64")(
        lambda x: (hl.outfeed(x, hl.after_all()), x)[1]
    ),
}


@pytest.mark.parametrize("said", REFUSED, ids=lambda said: said.replace(" (here)", "")[:60])
def test_what_is_said(said: str) -> None:
    derive, types, build = REFUSED[said]
    function = hl.function(*types, name="main")(build)
    with pytest.raises(hl.UsageError) as caught:
        derive(function)
    here = rf"{re.escape(__file__)}:\d+:\d+"
    told, where = re.subn(rf"\n  where: {here}$", "", re.sub(rf"\({here}\)", "(here)", str(caught.value)), flags=re.M)
    assert told == said
    assert where == 1


@pytest.mark.parametrize(
    ("derive", "given", "fix"),
    [
        (hl.jvp, np.sin, "decorate it with @hl.function(...) and the types of its arguments"),
        (hl.vmap, "model.mlir", "read it: hl.parse(...)"),
        (hl.value_and_grad, b"module {}", "read it: hl.parse(...)"),
    ],
)
def test_what_is_said_of_what_is_no_program(derive: Any, given: Any, fix: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        derive(given)
    what, where, last = str(caught.value).split("\n")
    said = f"hl.{derive.__name__} takes a function made with @hl.function(...) or a program, not "
    assert what.startswith(said + type(given).__name__)
    assert where.startswith(f"  where: {__file__}:")
    assert last == f"  fix: {fix}"


@pytest.mark.parametrize("derive", [hl.jvp, hl.vjp, hl.grad, hl.vmap])
def test_what_is_said_of_tokens(derive: Any) -> None:
    token = "!stablehlo.token"
    takes = hl.parse(f"func.func @taking(%x: tensor<f32>, %t: {token}) -> tensor<f32> {{ return %x : tensor<f32> }}")
    gives = hl.parse(
        f"func.func @giving(%x: tensor<f32>) -> (tensor<f32>, {token}) {{\n"
        f"  %t = stablehlo.after_all : {token}\n  return %x, %t : tensor<f32>, {token}\n}}"
    )
    for program, said in ((takes, f"taking has the argument {token}"), (gives, f"giving has the result {token}")):
        with pytest.raises(hl.UsageError) as caught:
            derive(program, **{"axis_size": 2} if derive is hl.vmap else {})
        assert str(caught.value).splitlines()[0] == f"{said}, and hl.{derive.__name__} takes functions of tensors"
