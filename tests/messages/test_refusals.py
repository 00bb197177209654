"""What is said where a program can't be built: which argument, dimension or entry is wrong, and the values there.

All numbers of a case are different, and what is wrong stands neither first nor last, so that a message that names
another place, counts otherwise or tells another value isn't the one expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl

X, Y, Z, ROW = "2x3x5xf32", "2x3x7xf32", "2x1x5xf32", "4xf32"
IDS, WIDE, SCALAR, MASK, COMPLEX = "3xi32", "6xi64", "i32", "2xi1", "2x3xcomplex<f32>"
QUANTIZED, NONE, DYNAMIC = "3x!quant.uniform<i8:f32, 0.5>", "2x0x3xf32", "2x?x5xf32"

ROWS = hl.ScatterDimensionNumbers(inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,), index_vector_dim=1)


def where(*types: str) -> Callable[[Callable[..., Any]], tuple[tuple[str, ...], Callable[..., Any]]]:
    return lambda build: (types, build)


def segments_from_one(x: Any, i: Any, n: Any) -> Any:
    with hl.index_base(1):
        return hl.segment_sum(x, i, n, mode="error")


# What is said, and what is wrong.
REFUSED: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "dimension 2 of tensor<2x1x5xf32> has size 5, so it can't be squeezed out": where(Z)(
        lambda x: hl.squeeze(x, (1, 2))
    ),
    "axis [3, 1, 3] names a dimension of the result twice": where(X)(lambda x: hl.expand_dims(x, [3, 1, 3])),
    "axis -7 is out of range: the result has the dimensions 0 to 5": where(X)(lambda x: hl.expand_dims(x, [0, 1, -7])),
    "axis 3 is out of range: tensor<2x3x5xf32> has the dimensions 0 to 2": where(X)(lambda x: hl.flip(x, [0, 3])),
    "axis 0 is out of range: tensor<i32> has no dimensions": where(SCALAR)(lambda x: hl.flip(x, [0])),
    "axis [2, 1, -2] names dimension 1 of tensor<2x3x5xf32> twice": where(X)(lambda x: hl.sum(x, [2, 1, -2])),
    "tensor<2x3x5xf32> can't be broadcast to [2, 4, 5]": where(X)(lambda x: hl.broadcast_to(x, [2, 4, 5])),
    "stack takes tensors of one type, not tensor<2x3x5xf32> and tensor<2x3x7xf32>": where(X, Y, Z)(
        lambda x, y, z: hl.stack([x, x, y, z])
    ),
    "stack takes a list of at least one tensor, not list []": where()(lambda: hl.stack([])),
    "dimension 2 of tensor<2x3x5xf32> can't be split into 4 parts of one size": where(X)(lambda x: hl.split(x, 4, -1)),
    "moveaxis moves dimensions [2, 2] to [0, 1]: as many, each once": where(X)(
        lambda x: hl.moveaxis(x, [2, -1], [0, 1])
    ),
    "reps [2, -3, 4] has a negative number": where(X)(lambda x: hl.tile(x, [2, -3, 4])),
    "repeats = -2, expected at least 0": where(X)(lambda x: hl.repeat(x, -2, 1)),
    "roll has 2 shifts for 3 axes": where(X)(lambda x: hl.roll(x, [1, 2], [0, 1, 2])),
    "moveaxis moves dimensions [0, 2] to [1]: as many, each once": where(X)(lambda x: hl.moveaxis(x, [0, -1], [1])),
    "moveaxis moves dimensions [0, 2] to [1, 1]: as many, each once": where(X)(
        lambda x: hl.moveaxis(x, [0, 2], [1, -2])
    ),
    "stop of arange is a number, not str 'x'": where()(lambda: hl.arange(1, "x", 2)),
    "arange from 2 to 7 by 0 has no end": where()(lambda: hl.arange(2, 7, 0)),
    "arange from 3 to inf by 2 has no end": where()(lambda: hl.arange(3, np.inf, 2)),
    "arange from 120 to 135 by 4 doesn't fit i8: it has 132": where()(lambda: hl.arange(120, 135, 4, dtype="i8")),
    "arange from -3 to 9 by 2 doesn't fit ui8: it has -3": where()(lambda: hl.arange(-3, 9, 2, dtype="ui8")),
    "arange between tensors has a step of 1, not 2": where(SCALAR)(lambda n: hl.arange(0, n, 2)),
    "stop of arange is an integer of rank 0, not a tensor<4xf32>": where(SCALAR, ROW)(lambda n, x: hl.arange(n, x)),
    "num_classes = -3, expected at least 0": where(IDS)(lambda x: hl.one_hot(x, -3)),
    "k = -1, expected 0 to the 3 of dimension 1 of tensor<2x3x5xf32>": where(X)(lambda x: hl.top_k(x, -1, 1)),
    "slice_size -2 isn't between 0 and the 3 of dimension 1 (tensor<2x3x5xf32>)": where(X)(
        lambda x: hl.dynamic_slice_in_dim(x, 0, -2, axis=1)
    ),
    "dimension 1 of tensor<2x3x5xf32> can't be split into 0 parts of one size": where(X)(lambda x: hl.split(x, 0, 1)),
    "dimension 2 of tensor<2x3x5xf32> can't be split into -5 parts of one size": where(X)(lambda x: hl.split(x, -5, 2)),
    "shape[1] = -3, expected a size of at least 0": where()(lambda: hl.eye(2, -3)),
    "shape[2] = -4, expected a size of at least 0": where()(lambda: hl.zeros((2, 3, -4))),
    "shape[1] = -2, expected a size of at least 0, or -1 for what is left": where(X)(lambda x: hl.reshape(x, [3, -2])),
    "shape [3, -2] has a negative size": where("f32")(lambda x: hl.rng(0.0, x, [3, -2], "UNIFORM")),
    "the xs of scan have one first size, and length is that: length says -2": where(X)(
        lambda x: hl.scan(lambda c, r: (c, r), x, length=-2)
    ),
    "num = -3, expected at least 0": where()(lambda: hl.linspace(1, 2, -3)),
    "stop of linspace is a number, not bool True": where()(lambda: hl.linspace(1.5, True, 3)),
    "x of one_hot has integers, the numbers of classes, not f32": where(ROW)(lambda x: hl.one_hot(x, 3)),
    "fill_value is a number or a tensor of rank 0, not a tensor<4xf32>": where(ROW)(lambda x: hl.full([2], x)),
    "shape tensor<2x3xf32> has an element type, and dtype says i32 beside it": where()(
        lambda: hl.zeros("2x3xf32", "i32")
    ),
    "tensor<2x?xf32> doesn't say how large a dynamic dimension is": where()(lambda: hl.zeros("2x?xf32")),
    "x of tril has at least two dimensions, a tensor<4xf32> hasn't": where(ROW)(lambda x: hl.tril(x)),
    "shape[1] = -4, expected a size of at least 0": where()(lambda: hl.zeros([2, -4, 3])),
    "shape[1] is a size, an integer of rank 0, not a tensor<3xi32>": where(IDS)(lambda i: hl.zeros([2, i, 3])),
    "shape[1] is None, as the shape of a tensor has it where a size is dynamic": where(DYNAMIC)(
        lambda x: hl.zeros(x.shape)
    ),
    "upper of fori is an integer of rank 0, not a tensor<3xi32>": where(IDS)(
        lambda i: hl.fori(0, i, lambda k, c: c, 1.0)
    ),
    "lower and upper of fori have one type, not tensor<i32> and tensor<i64>": where(SCALAR, "i64")(
        lambda m, n: hl.fori(m, n, lambda k, c: c, 1.0)
    ),
    "init[1] is a tensor, a number or a NumPy array, not str 'x'": where()(
        lambda: hl.fori(0, 3, lambda k, c: c, (1.0, "x", 2.0))
    ),
    "y['b'] is a tensor, a number or a NumPy array, not str 'x'": where(IDS)(
        lambda i: hl.scan(lambda c, x: (c, {"a": x, "b": "x", "c": x}), 0, i)
    ),
    "y is a tensor, a number or a NumPy array, not str 'x'": where(MASK)(lambda p: hl.where(p, 1, "x")),
    "fill_value is a tensor, a number or a NumPy array, not str 'x'": where()(lambda: hl.full([2, 3], "x")),
    "cond of while_loop gives an i1 of rank 0, not a tensor<2xi1>": where(MASK)(
        lambda b: hl.while_loop(lambda c: b, lambda c: c, 1)
    ),
    "switch's branches are a non-empty list of functions": where(SCALAR)(lambda n: hl.switch(n, [])),
    "index of switch is an integer of rank 0, not a tensor<3xi32>": where(IDS)(
        lambda i: hl.switch(i, [lambda: 1, lambda: 2])
    ),
    "the xs of scan have one first size, and length is that: length says 2, xs['a'] says 2, xs['b'] says 3": where(
        X, IDS
    )(lambda x, i: hl.scan(lambda c, x: (c, None), 0, {"a": x, "b": i}, length=2)),
    "xs['b'] of scan has a first dimension; it is tensor<i32>": where(X, SCALAR)(
        lambda x, n: hl.scan(lambda c, x: (c, None), 0, {"a": x, "b": n})
    ),
    "what body of scan gives for carry has 1 entry, expected 2: (*, *)": where(IDS)(
        lambda i: hl.scan(lambda c, x: ((c[0],), x), (0, 1), i)
    ),
    "what body of scan gives for carry has 3 entries, expected 2: (*, *)": where(IDS)(
        lambda i: hl.scan(lambda c, x: ((*c, x), x), (0, 1), i)
    ),
    "subscripts is a text such as 'ij,jk->ik', not int 3": where(X)(lambda x: hl.einsum(3, x)),
    "einsum 'ij,jk,kl->il' has 3 operands, but 2 are given": where(X, Y)(lambda x, y: hl.einsum("ij,jk,kl->il", x, y)),
    "einsum 'ijk->im': the result has m, and no operand has": where(X)(lambda x: hl.einsum("ijk->im", x)),
    "einsum 'ijk->iji': the result has i twice": where(X)(lambda x: hl.einsum("ijk->iji", x)),
    "einsum 'ijk,i2k->ij': 'i2k' has something else than letters and ...": where(X, Y)(
        lambda x, y: hl.einsum("ijk,i2k->ij", x, y)
    ),
    "einsum 'ijk,ij->k': 'ij' has 2 letters for an operand of rank 3": where(X, Y)(
        lambda x, y: hl.einsum("ijk,ij->k", x, y)
    ),
    "einsum 'ijk,ijk->ij': k has the sizes 5 and 7": where(X, Y)(lambda x, y: hl.einsum("ijk,ijk->ij", x, y)),
    "einsum 'i...,i...->i': dimension -1 of ... has the sizes 5 and 7": where(X, Y)(
        lambda x, y: hl.einsum("i...,i...->i", x, y)
    ),
    "ord of norm is 1, 2 or inf, not int 3": where(X)(lambda x: hl.norm(x, 3)),
    "ord of norm is 1, 2 or inf, not bool True": where(X)(lambda x: hl.norm(x, True)),
    "max of no elements: tensor<2x0x3xf32> has none along [0, 1]": where(NONE)(lambda x: hl.max(x, (0, 1))),
    "max of complex numbers, which have no order: tensor<2x3xcomplex<f32>>": where(COMPLEX)(lambda x: hl.max(x)),
    "sum isn't defined for tensor<3x!quant.uniform<i8:f32, 0.5>>": where(QUANTIZED)(lambda x: hl.sum(x)),
    "mean of integers (i32) would lose the fraction": where(IDS)(lambda x: hl.mean(x)),
    "k = 6, expected 0 to the 5 of dimension 2 of tensor<2x3x5xf32>": where(X)(lambda x: hl.top_k(x, 6)),
    "a of searchsorted is a row of known size, not tensor<2x3x5xf32>": where(X, ROW)(
        lambda x, v: hl.searchsorted(x, v)
    ),
    "side is 'left' or 'right', not str 'up'": where(ROW, ROW)(lambda a, v: hl.searchsorted(a, v, "up")),
    "searchsorted takes a and v of one element type, not tensor<4xf32> and tensor<3xi32>": where(ROW, IDS)(
        lambda a, v: hl.searchsorted(a, v)
    ),
    "argsort isn't defined for tensor<2x3xcomplex<f32>>": where(COMPLEX)(lambda x: hl.argsort(x)),
    "top_k isn't defined for tensor<3x!quant.uniform<i8:f32, 0.5>>": where(QUANTIZED)(lambda x: hl.top_k(x, 2)),
    "logsumexp takes floats, not complex<f32>": where(COMPLEX)(lambda x: hl.logsumexp(x)),
    f"there can't be 3 numbers from 1 to {10**310}: int too large to convert to float": where()(
        lambda: hl.linspace(1, 10**310, 3)
    ),
    "mode 'error' inside index_base(1) needs to know num_segments": where("3xf32", IDS, SCALAR)(segments_from_one),
    "gelu takes floats, not tensor<3xi32>": where(IDS)(lambda x: hl.gelu(x)),
    "dimension 1 of tensor<2x0x3xf32> has size 0, so every index into it is out of bounds": where(NONE, "2x4x3xi32")(
        lambda x, i: hl.take_along_axis(x, i, 1)
    ),
    "indices of shape [2, 4, 5] don't fit tensor<2x3x5xf32>: dimension 1 has size 4, not 3 or 1": where(X)(
        lambda x: hl.take_along_axis(x, np.zeros((2, 4, 5), int), 2)
    ),
    "bitcast_convert isn't defined from i64 to complex<f64>": where(WIDE)(
        lambda x: hl.bitcast_convert(x, "complex<f64>")
    ),
    "bitcast_convert from i32 to f6E2M3FN: 32 bits aren't a multiple of 6": where(IDS)(
        lambda x: hl.bitcast_convert(x, "f6E2M3FN")
    ),
    "bitcast_convert from tensor<2x3x7xf32> to f64 needs a last dimension of size 64/32": where(Y)(
        lambda x: hl.bitcast_convert(x, "f64")
    ),
    "tensor<2x?x5xf32> has no known number of elements": where(DYNAMIC)(lambda x: x.size),
    "fill_value is tensor<f32>, as operand has it, not tensor<i32>": where(X, SCALAR)(
        lambda x, n: x.at[n].get(mode="fill", fill_value=n)
    ),
    "mode 'drop' of windows of 2 in dimension 1 needs to know the shape of inputs, but it is tensor<2x?x5xf32>": where(
        DYNAMIC, "3x1xi32", "3x2x5xf32"
    )(
        lambda x, i, u: hl.scatter(
            x,
            i,
            u,
            "add",
            mode="drop",
            update_window_dims=[1, 2],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[1],
            index_vector_dim=1,
        )
    ),
    "a mode needs to know the size of the windows, but updates is tensor<3x?xf32>": where(
        "7x4xf32", "3x1xi32", "3x?xf32"
    )(
        lambda x, i, u: hl.scatter(
            x,
            i,
            u,
            "add",
            mode="drop",
            update_window_dims=[1],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[1],
            index_vector_dim=1,
        )
    ),
    "a number can't become a constant of the dynamic shape [2, ?, 5]": where()(lambda: hl.constant(3, DYNAMIC)),
    "iota makes a tensor of a known shape, not tensor<2x?x5xf32>": where()(lambda: hl.iota(DYNAMIC)),
    "rhs is int 3: a value of !quant.uniform<i8:f32, 0.5>, or its storage integer?": where(QUANTIZED)(lambda x: x + 3),
    "case's branches are a non-empty list of functions": where(SCALAR)(lambda i: hl.case(i, [])),
    "concatenate's inputs are a list or tuple of tensors": where(X)(lambda x: hl.concatenate(x, 0)),
    "the index arrays have shapes that don't broadcast: [2, 1], [3], [4]": where(X)(
        lambda x: x[[[0], [1]], [0, 1, 2], [0, 1, 2, 3]]
    ),
    "an index has `...` more than once": where(X)(lambda x: x[..., 0, ...]),
    "start_index is a scalar, not a tensor (tensor<3xi32>)": where(X, IDS)(
        lambda x, i: hl.dynamic_slice_in_dim(x, i, 1)
    ),
    "rhs_component_count = 0 in algorithm, expected at least 1 (C22-C24)": where(ROW)(
        lambda x: hl.dot_general(
            x,
            x,
            lhs_contracting_dimensions=[0],
            rhs_contracting_dimensions=[0],
            algorithm={
                **dict.fromkeys(["lhs_precision_type", "rhs_precision_type", "accumulation_type"], "f32"),
                "rhs_component_count": 0,
            },
        )
    ),
    "algorithm has no accumulation_type, expected an element type such as 'bf16'": where(ROW)(
        lambda x: hl.dot_general(
            x,
            x,
            lhs_contracting_dimensions=[0],
            rhs_contracting_dimensions=[0],
            algorithm=dict.fromkeys(["lhs_precision_type", "rhs_precision_type"], "f32"),
        )
    ),
    "operand_layouts and result_layouts are given together, or neither of them": where(X)(
        lambda x: hl.custom_call("a", x, result_types=X, result_layouts=[[0, 1, 2]])
    ),
    "result_layouts[1] = [0, 0], expected the dimensions of tensor<3x2xf32> in some order": where(X)(
        lambda x: hl.custom_call(
            "a", x, result_types=[X, "3x2xf32"], operand_layouts=[[2, 1, 0]], result_layouts=[[0, 1, 2], [0, 0]]
        )
    ),
    "output_operand_aliases[1] is (output_tuple_indices, operand_index, operand_tuple_indices), not list [1, 2]": where(
        X
    )(lambda x: hl.custom_call("a", x, result_types=X, output_operand_aliases=[([], 0, []), [1, 2]])),
    "output_operand_aliases[1] names operand 2, but there are 2 inputs": where(X, X)(
        lambda x, y: hl.custom_call("a", x, y, result_types=X, output_operand_aliases=[([], 1, []), ([], 2, [])])
    ),
    "output_operand_aliases[0] takes the path [1, 0] into the results, but 0 at place 1 is no element of "
    "tensor<4xf32>": where(ROW)(
        lambda x: hl.custom_call("a", x, result_types=[X, ROW], output_operand_aliases=[([1, 0], 0, [])])
    ),
    "output_operand_aliases[0] says that tensor<2x3x5xf32> of the results is tensor<4xf32> of the operands, expected "
    "one type": where(ROW)(
        lambda x: hl.custom_call("a", x, result_types=[ROW, X], output_operand_aliases=[([1], 0, [])])
    ),
    "name is a text with a namespace, such as 'vendor.gelu', not str 'gelu'": where(ROW)(
        lambda x: hl.composite("gelu", hl.function(ROW)(lambda x: x), x)
    ),
    "source_target_pairs is a list of lists of ids such as [[0, 1], [1, 0]], not int 7": where(ROW)(
        lambda x: hl.collective_permute(x, source_target_pairs=7)
    ),
    "operand is a tensor, a number or a NumPy array, not str 'x'": where(X)(lambda x: hl.reshape("x", [3])),
    "operands[1] is a tensor, a number or a NumPy array, not str 'x'": where(X)(
        lambda x: hl.einsum("ijk,ij,i->k", x, "x", "y")
    ),
    "inputs is one tensor, but updates is a list": where(ROW, "3x1xi32", "3xf32")(
        lambda x, i, u: hl.scatter(x, i, [u], "add", dimension_numbers=ROWS)
    ),
    "segment_sum takes one segment id for each row of data, but data is tensor<2x3x5xf32> and segment_ids is "
    "tensor<3xi32>": where(X, IDS)(lambda x, i: hl.segment_sum(x, i, 4)),
    "segment_sum isn't defined for data of tensor<3x!quant.uniform<i8:f32, 0.5>>": where(QUANTIZED, IDS)(
        lambda x, i: hl.segment_sum(x, i, 4)
    ),
    "segment_ids are integers, not tensor<4xf32>": where(X, ROW)(lambda x, i: hl.segment_sum(x, i, 4)),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_said_where_a_program_cannot_be_built(said: str) -> None:
    types, build = REFUSED[said]
    with pytest.raises(hl.UsageError) as caught:
        hl.function(*types)(build)
    assert str(caught.value).splitlines()[0] == said
