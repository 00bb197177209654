"""Operations that move elements move stored integers, and refuse to where these would mean something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.one_op import i64, ints, run_op
from helpers.quantized_arrays import Q, T, stored, values_of

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, tensor

MOVES: dict[str, tuple[list[str], str, dict[str, Attribute], Callable[..., Any]]] = {
    "broadcast_in_dim": (["2x3"], "2x4x3", {"broadcast_dimensions": ints(0, 2)}, lambda x: x[:, None].repeat(4, 1)),
    "reshape": (["2x3"], "6", {}, lambda x: x.reshape(6)),
    "transpose": (["2x3"], "3x2", {"permutation": ints(1, 0)}, lambda x: x.T),
    "reverse": (["2x3"], "2x3", {"dimensions": ints(1)}, lambda x: x[:, ::-1]),
    "slice": (
        ["4x3"], "2x2", {"start_indices": ints(0, 1), "limit_indices": ints(4, 3), "strides": ints(2, 1)},
        lambda x: x[0:4:2, 1:3],
    ),
    "concatenate": (["2x3", "1x3"], "3x3", {"dimension": i64(0)}, lambda x, y: np.concatenate([x, y])),
    "pad": (
        ["2", ""], "5", {"edge_padding_low": ints(1), "edge_padding_high": ints(1), "interior_padding": ints(1)},
        lambda x, y: [y, x[0], y, x[1], y],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVES)
def test_what_only_moves_elements_moves_stored_integers(name: str) -> None:
    shapes, result, attributes, moved = MOVES[name]
    dims = [[int(dim) for dim in shape.split("x") if dim] for shape in shapes]
    given = [values_of(Q, max(int(np.prod(d)), 2), i)[: int(np.prod(d))].reshape(d) for i, d in enumerate(dims)]
    found = run_op(f"stablehlo.{name}", [(T, x) for x in given], f"{result}x{T}", attributes)
    assert np.array_equal(found, moved(*given))
    other = "!quant.uniform<i8:f32, 0.25:3>"
    message = rf"{name} moves stored integers, so its tensors should be quantized alike, but they are .*{other}>; use"
    with pytest.raises(ExecutionError, match=message):
        run_op(f"stablehlo.{name}", [(T, x) for x in given], f"{result}x{other}", attributes)


@pytest.mark.parametrize(
    ("name", "shapes", "result", "attributes"),
    [
        ("concatenate", ["2", "2", "2"], "6", {"dimension": i64(0)}),
        ("pad", MOVES["pad"][0], MOVES["pad"][1], MOVES["pad"][2]),
        ("dynamic_update_slice", ["4", "2", "i32"], "4", {}),
    ],
)
def test_each_of_what_is_moved_has_to_be_quantized_alike(
    name: str, shapes: list[str], result: str, attributes: dict[str, Attribute]
) -> None:
    """A single one of other parameters is refused, whichever it is, and nothing else is."""
    other = "!quant.uniform<i8:f32, 0.25:3>"
    moved = [number for number, shape in enumerate(shapes) if shape != "i32"]
    for odd in (None, *moved, len(shapes)):
        types = [other if number == odd else T for number in range(len(shapes) + 1)]
        given = [
            ("i32", np.int32(1)) if shape == "i32" else (type, np.ones([int(shape)] if shape else [], np.int8))
            for shape, type in zip(shapes, types, strict=False)
        ]
        if odd is None:
            assert np.array_equal(run_op(f"stablehlo.{name}", given, f"{result}x{T}", attributes), [1] * int(result))
        else:
            with pytest.raises(ExecutionError, match=f"{name} moves stored integers, so its tensors should be"):
                run_op(f"stablehlo.{name}", given, f"{result}x{types[-1]}", attributes)


AXES: list[tuple[str, list[str], dict[str, Attribute], str | None]] = [
    ("transpose", ["3x2x{A0}", "2x3x{A1}"], {"permutation": ints(1, 0)}, None),
    (
        "transpose",
        ["3x2x{A0}", "2x3x{A0}"],
        {"permutation": ints(1, 0)},
        "dimension 0 of the operand isn't dimension 0",
    ),
    ("transpose", ["3x2x{A0}", "2x3x{B1}"], {"permutation": ints(1, 0)}, "their scales and zero points differ"),
    ("transpose", ["3x2x4x{A0}", "2x4x3x{A2}"], {"permutation": ints(1, 2, 0)}, None),
    ("transpose", ["3x2x4x{A0}", "4x3x2x{A1}"], {"permutation": ints(2, 0, 1)}, None),
    ("transpose", ["3x2x3x{A0}", "2x3x3x{A1}"], {"permutation": ints(1, 2, 0)}, "operand isn't dimension 1 of the"),
    ("broadcast_in_dim", ["3x2x{A0}", "2x4x3x{A2}"], {"broadcast_dimensions": ints(2, 0)}, None),
    ("broadcast_in_dim", ["3x{A0}", "2x3x{A1}"], {"broadcast_dimensions": ints(1)}, None),
    ("broadcast_in_dim", ["1x{O0}", "2x3x{P1}"], {"broadcast_dimensions": ints(1)}, None),
    ("broadcast_in_dim", ["1x{O0}", "2x3x{A1}"], {"broadcast_dimensions": ints(1)}, "scales and zero points differ"),
    ("broadcast_in_dim", ["1x{O0}", "2x3x{Z1}"], {"broadcast_dimensions": ints(1)}, "scales and zero points differ"),
    ("reshape", ["3x4x{A0}", "3x2x2x{C0}"], {}, "their scales and zero points differ"),
    ("broadcast_in_dim", ["3x{A0}", "3x3x{A1}"], {"broadcast_dimensions": ints(0)}, "operand isn't dimension 1 of the"),
    ("reshape", ["3x4x{A0}", "3x2x2x{A0}"], {}, None),
    ("reshape", ["2x2x3x{A2}", "4x3x{A1}"], {}, None),
    ("reshape", ["3x3x{A0}", "3x3x{A1}"], {}, "dimension 0 of the operand isn't dimension 1 of the result"),
    ("reshape", ["3x{A0}", "3x{A1}"], {}, "it is beyond the last dimension"),
    ("reshape", ["3x{A1}", "3x{A0}"], {}, "it is beyond the last dimension"),
    ("reshape", ["3x{A0}", f"3x{T}"], {}, "both should be quantized per axis"),
    ("reverse", ["3x{A0}", "3x{A0}"], {"dimensions": ints(0)}, "it is defined on tensors quantized per tensor"),
]
PARAMETERS = {
    "A": "{0.5:1, 2.0, 4.0:-1}",
    "B": "{0.5:1, 2.0, 8.0:-1}",  # of another scale
    "C": "{0.5:1, 2.0, 4.0:-2}",  # of another zero point
    "O": "{0.5:1}",
    "P": "{0.5:1, 0.5:1, 0.5:1}",
    "Z": "{0.5:1, 0.5:1, 0.5:2}",
}


@pytest.mark.parametrize(("name", "types", "attributes", "problem"), AXES)
def test_slices_of_a_tensor_quantized_per_axis_keep_their_parameters(
    name: str, types: list[str], attributes: dict[str, Attribute], problem: str | None
) -> None:
    for letter, pairs in PARAMETERS.items():
        for axis in range(3):
            types = [type.replace(f"{{{letter}{axis}}}", f"!quant.uniform<i8:f32:{axis}, {pairs}>") for type in types]
    operand, result = map(tensor, types)
    given = values_of(Q, max(operand.size, 2))[: operand.size].reshape(operand.static_shape)
    if problem is None:
        found = run_op(f"stablehlo.{name}", [(str(operand.element_type), given)], str(result)[7:-1], attributes)
        expected = run_op(f"stablehlo.{name}", [("i8", given)], "x".join(map(str, result.shape)) + "xi8", attributes)
        assert np.array_equal(found, expected)
    else:
        with pytest.raises(ExecutionError, match=f"{name} can't keep the quantization per axis of .*: .*{problem}"):
            run_op(f"stablehlo.{name}", [(str(operand.element_type), given)], str(result)[7:-1], attributes)


def test_gathers_scatters_and_slices_move_stored_integers() -> None:
    text = f"""func.func @main(%a: tensor<4x{T}>, %i: tensor<2x1xi32>, %u: tensor<2x{T}>, %at: tensor<i32>)
        -> (tensor<2x{T}>, tensor<4x{T}>, tensor<2x{T}>, tensor<4x{T}>, tensor<2xi8>) {{
  %0 = "stablehlo.gather"(%a, %i) <{{slice_sizes = array<i64: 1>, dimension_numbers = #stablehlo.gather<
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}}>
    : (tensor<4x{T}>, tensor<2x1xi32>) -> tensor<2x{T}>
  %1 = "stablehlo.scatter"(%a, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
  ^bb0(%old: tensor<{T}>, %new: tensor<{T}>):
    stablehlo.return %new : tensor<{T}>
  }}) : (tensor<4x{T}>, tensor<2x1xi32>, tensor<2x{T}>) -> tensor<4x{T}>
  %2 = stablehlo.dynamic_slice %a, %at, sizes = [2] : (tensor<4x{T}>, tensor<i32>) -> tensor<2x{T}>
  %3 = stablehlo.dynamic_update_slice %a, %u, %at : (tensor<4x{T}>, tensor<2x{T}>, tensor<i32>) -> tensor<4x{T}>
  %4 = stablehlo.bitcast_convert %u : (tensor<2x{T}>) -> tensor<2xi8>
  return %0, %1, %2, %3, %4 : tensor<2x{T}>, tensor<4x{T}>, tensor<2x{T}>, tensor<4x{T}>, tensor<2xi8>
}}"""
    a, i, u = stored(Q, 10, 20, 30, 40), np.array([[3], [0]], np.int32), stored(Q, -1, -2)
    results = interpreter.run(text, a, i, u, 1)
    assert [x.tolist() for x in results] == [[40, 10], [-2, 20, 30, -1], [20, 30], [10, -1, -2, 40], [-1, -2]]


def test_an_axis_stays_where_sizes_are_known_by_the_run() -> None:
    type = "!quant.uniform<i8:f32:0, {0.5, 0.25}>"
    program = f"""func.func @main(%x: tensor<2x4x{type}>, %shape: tensor<3xi32>) -> tensor<2x?x2x{type}> {{
      %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x4x{type}>, tensor<3xi32>) -> tensor<2x?x2x{type}>
      return %0 : tensor<2x?x2x{type}>
    }}"""
    x = np.arange(8, dtype=np.int8).reshape(2, 4)
    assert interpreter.run(program, x, [2, 2, 2])[0].tolist() == x.reshape(2, 2, 2).tolist()
