"""The workloads that tools/bench.py times: what gathers and scatters in real programs look like, at real sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

Arguments = Callable[[np.random.Generator], list[Any]]


@dataclass(frozen=True)
class Workload:
    """A program and what makes its arguments."""

    name: str
    text: str
    arguments: Arguments


def gather(name: str, types: str, numbers: str, slice_sizes: str, arguments: Arguments) -> Workload:
    """`types`: "operand, start_indices -> result" without the words `tensor<>`."""
    inputs, result = types.split(" -> ")
    operand, indices = (f"tensor<{x}>" for x in inputs.split(", "))
    text = f"""func.func @main(%operand: {operand}, %start_indices: {indices}) -> tensor<{result}> {{
  %0 = "stablehlo.gather"(%operand, %start_indices) {{dimension_numbers = #stablehlo.gather<{numbers}>,
    slice_sizes = array<i64: {slice_sizes}>}} : ({operand}, {indices}) -> tensor<{result}>
  return %0 : tensor<{result}>
}}
"""
    return Workload(name, text, arguments)


def scatter(
    name: str,
    types: list[str],
    elements: list[str],
    numbers: str,
    body: str,
    arguments: Arguments,
    unique_indices: bool = False,
) -> Workload:
    """`types`: inputs, scatter_indices, updates without the words `tensor<>`; `body` returns from %old0, %new0, ..."""
    promise = ", unique_indices = true" if unique_indices else ""
    n = len(elements)
    full = [f"tensor<{x}>" for x in types]
    parameters = ", ".join(f"%a{i}: {x}" for i, x in enumerate(full))
    values = ", ".join(f"%{when}{i}: tensor<{e}>" for when in ("old", "new") for i, e in enumerate(elements))
    results = ", ".join(full[:n])
    many = "" if n == 1 else f":{n}"
    returned = ", ".join(f"%0#{i}" if n > 1 else "%0" for i in range(n))
    text = f"""func.func @main({parameters}) -> ({results}) {{
  %0{many} = "stablehlo.scatter"({", ".join(f"%a{i}" for i in range(len(full)))}) ({{
  ^bb0({values}):
    {body}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>{promise}}} : ({", ".join(full)}) -> ({results})
  return {returned} : {results}
}}
"""
    return Workload(name, text, arguments)


def one_op(op: str, element: str) -> str:
    t = f"tensor<{element}>"
    return f"%r = stablehlo.{op} %old0, %new0 : {t}\n    stablehlo.return %r : {t}"


def set_to(element: str) -> str:
    return f"stablehlo.return %new0 : tensor<{element}>"


def normal(rng: np.random.Generator, *shape: int) -> Any:
    return rng.standard_normal(shape, np.float32)


ROWS = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
SCATTER_ROWS = (
    "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
)
SCATTER_SCALARS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"

WORKLOADS = [
    gather(
        "embedding rows",
        "1000000x64xf32, 100000x1xi32 -> 100000x64xf32",
        ROWS,
        "1, 64",
        lambda rng: [normal(rng, 1_000_000, 64), rng.integers(0, 1_000_000, (100_000, 1), np.int32)],
    ),
    gather(
        "scalar gather",
        "10000000xf32, 1000000x1xi32 -> 1000000xf32",
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
        "1",
        lambda rng: [normal(rng, 10_000_000), rng.integers(0, 10_000_000, (1_000_000, 1), np.int32)],
    ),
    gather(
        "2-D windows",
        "1024x1024xf32, 4096x2xi32 -> 4096x16x16xf32",
        "offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1",
        "16, 16",
        lambda rng: [normal(rng, 1024, 1024), rng.integers(0, 1008, (4096, 2), np.int32)],
    ),
    gather(
        "batched rows",
        "32x2048x64xf32, 32x1024x1xi32 -> 32x1024x64xf32",
        "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], "
        "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2",
        "1, 1, 64",
        lambda rng: [normal(rng, 32, 2048, 64), rng.integers(0, 2048, (32, 1024, 1), np.int32)],
    ),
    gather(
        "take_along_axis",
        "1024x4096xf32, 1024x512x1xi32 -> 1024x512xf32",
        "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
        "start_index_map = [1], index_vector_dim = 2",
        "1, 1",
        lambda rng: [normal(rng, 1024, 4096), rng.integers(0, 4096, (1024, 512, 1), np.int32)],
    ),
    gather(
        "permuted map",
        "256x256x32xf32, 65536x2xi32 -> 65536x32xf32",
        "offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1",
        "1, 1, 32",
        lambda rng: [normal(rng, 256, 256, 32), rng.integers(0, 256, (65536, 2), np.int32)],
    ),
    gather(
        "bf16 rows",
        "200000x128xbf16, 50000x1xi32 -> 50000x128xbf16",
        ROWS,
        "1, 128",
        lambda rng: [
            normal(rng, 200_000, 128).astype(ml_dtypes.bfloat16),
            rng.integers(0, 200_000, (50_000, 1), np.int32),
        ],
    ),
    gather(
        "tiny gather",
        "8x8xf32, 8x1xi32 -> 8x8xf32",
        ROWS,
        "1, 8",
        lambda rng: [normal(rng, 8, 8), rng.integers(0, 8, (8, 1), np.int32)],
    ),
    scatter(
        "scatter-add rows",
        ["1000000x64xf32", "100000x1xi32", "100000x64xf32"],
        ["f32"],
        SCATTER_ROWS,
        one_op("add", "f32"),
        lambda rng: [
            normal(rng, 1_000_000, 64),
            rng.integers(0, 1_000_000, (100_000, 1), np.int32),
            normal(rng, 100_000, 64),
        ],
    ),
    scatter(
        "histogram",
        ["1000xi32", "1000000x1xi32", "1000000xi32"],
        ["i32"],
        SCATTER_SCALARS,
        one_op("add", "i32"),
        lambda rng: [
            np.zeros(1000, np.int32),
            rng.integers(0, 1000, (1_000_000, 1), np.int32),
            np.ones(1_000_000, np.int32),
        ],
    ),
    scatter(
        "unique rows",
        ["200000x64xf32", "50000x1xi32", "50000x64xf32"],
        ["f32"],
        SCATTER_ROWS,
        set_to("f32"),
        lambda rng: [
            normal(rng, 200_000, 64),
            rng.permutation(200_000)[:50_000].astype(np.int32)[:, None],
            normal(rng, 50_000, 64),
        ],
    ),
    scatter(
        "max windows",
        ["1024x1024xf32", "4096x2xi32", "4096x16x16xf32"],
        ["f32"],
        "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1",
        one_op("maximum", "f32"),
        lambda rng: [normal(rng, 1024, 1024), rng.integers(0, 1008, (4096, 2), np.int32), normal(rng, 4096, 16, 16)],
    ),
    scatter(
        "custom body",
        ["100000xf32", "200000x1xi32", "200000xf32"],
        ["f32"],
        SCATTER_SCALARS,
        "%two = stablehlo.constant dense<2.0> : tensor<f32>\n"
        "    %twice = stablehlo.multiply %two, %old0 : tensor<f32>\n"
        "    %r = stablehlo.add %twice, %new0 : tensor<f32>\n"
        "    stablehlo.return %r : tensor<f32>",
        lambda rng: [normal(rng, 100_000), rng.integers(0, 100_000, (200_000, 1), np.int32), normal(rng, 200_000)],
    ),
    scatter(
        "variadic argmax",
        ["100000xf32", "100000xi32", "200000x1xi32", "200000xf32", "200000xi32"],
        ["f32", "i32"],
        SCATTER_SCALARS,
        "%p = stablehlo.compare GE, %old0, %new0 : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "    %v = stablehlo.select %p, %old0, %new0 : tensor<i1>, tensor<f32>\n"
        "    %i = stablehlo.select %p, %old1, %new1 : tensor<i1>, tensor<i32>\n"
        "    stablehlo.return %v, %i : tensor<f32>, tensor<i32>",
        lambda rng: [
            normal(rng, 100_000),
            np.zeros(100_000, np.int32),
            rng.integers(0, 100_000, (200_000, 1), np.int32),
            normal(rng, 200_000),
            np.arange(200_000, dtype=np.int32),
        ],
    ),
    scatter(
        "KV-cache update bf16",
        ["32x16x1024x64xbf16", "32x1xi32", "32x16x1x64xbf16"],
        ["bf16"],
        "update_window_dims = [1, 2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
        "scatter_dims_to_operand_dims = [2], index_vector_dim = 1",
        set_to("bf16"),
        lambda rng: [
            normal(rng, 32, 16, 1024, 64).astype(ml_dtypes.bfloat16),
            rng.integers(0, 1024, (32, 1), np.int32),
            normal(rng, 32, 16, 1, 64).astype(ml_dtypes.bfloat16),
        ],
    ),
    scatter(
        "tiny scatter",
        ["8x8xf32", "4x1xi32", "4x8xf32"],
        ["f32"],
        SCATTER_ROWS,
        one_op("add", "f32"),
        lambda rng: [normal(rng, 8, 8), rng.integers(0, 8, (4, 1), np.int32), normal(rng, 4, 8)],
    ),
]
