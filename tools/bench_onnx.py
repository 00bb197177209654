"""Times exported ONNX models beside models written by hand, in one run of onnxruntime on its CPU: ratios count.

    python tools/bench_onnx.py [--rounds N] [--only NAME] [--threads N] [--jax2onnx PYTHON]

PYTHON is one that has jax2onnx: then its models of the same rows take their turns too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx.parser
import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, RuntimeException

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hlogen.export.onnx import to_onnx
from tools.bench_timing import interleaved
from tools.bench_workloads import ROWS, SCATTER_ROWS, SCATTER_SCALARS, Workload, gather, normal, one_op, scatter, set_to

EMBEDDING = "ONNX: embedding, ours/by hand"
UNIQUE_ROWS = "ONNX: scatter of unique rows, ours/by hand"
SCATTER = "ONNX: scatter with duplicates, ours/ScatterElements"
TARGETS = {EMBEDDING: 1.2, UNIQUE_ROWS: 1.2, SCATTER: 2.0}
# Our programs clamp indices; what is written by hand, and JAX's function, take them as they are.
AS_THEY_ARE = 'mode="promise_in_bounds"'


@dataclass(frozen=True)
class Row:
    """A program, the model that a person would write for it, and its function in JAX.

    The model is ONNX's text from the inputs on: those have the program's order. JAX's function takes the program's
    arguments as `x`, `i` and `u`. `figure` is the name of the figure that has a target.
    """

    workload: Workload
    by_hand: str | None = None
    jax: str | None = None
    figure: str | None = None


ROW_TABLE = [
    Row(
        gather(
            "embedding",
            "50000x64xf32, 16384x1xi32 -> 16384x64xf32",
            ROWS,
            "1, 64",
            lambda rng: [normal(rng, 50_000, 64), rng.integers(0, 50_000, (16_384, 1), np.int32)],
        ),
        """(float[50000,64] x, int32[16384,1] i) => (float[16384,64] y) <int64[1] axes = {1}>
        { j = Squeeze(i, axes)  y = Gather<axis = 0>(x, j) }""",
        f"x.at[i[:, 0]].get({AS_THEY_ARE})",
        EMBEDDING,
    ),
    Row(
        gather(
            "embedding, i64 ids",
            "50000x64xf32, 16384xi64 -> 16384x64xf32",
            ROWS,
            "1, 64",
            lambda rng: [normal(rng, 50_000, 64), rng.integers(0, 50_000, 16_384, np.int64)],
        ),
        "(float[50000,64] x, int64[16384] i) => (float[16384,64] y) { y = Gather<axis = 0>(x, i) }",
    ),
    Row(
        gather(
            "rows by two indices",
            "256x256x32xf32, 65536x2xi32 -> 65536x32xf32",
            "offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1",
            "1, 1, 32",
            lambda rng: [normal(rng, 256, 256, 32), rng.integers(0, 256, (65_536, 2), np.int32)],
        ),
        """(float[256,256,32] x, int32[65536,2] i) => (float[65536,32] y)
        { j = Cast<to = 7>(i)  y = GatherND(x, j) }""",
        f"x.at[i[:, 0], i[:, 1]].get({AS_THEY_ARE})",
    ),
    Row(
        gather(
            "single elements",
            "1000x1000xf32, 500000x2xi32 -> 500000xf32",
            "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1",
            "1, 1",
            lambda rng: [normal(rng, 1000, 1000), rng.integers(0, 1000, (500_000, 2), np.int32)],
        ),
        """(float[1000,1000] x, int32[500000,2] i) => (float[500000] y)
        { j = Cast<to = 7>(i)  y = GatherND(x, j) }""",
        f"x.at[i[:, 0], i[:, 1]].get({AS_THEY_ARE})",
    ),
    Row(
        gather(
            "take_along_axis",
            "1024x4096xf32, 1024x512x1xi32 -> 1024x512xf32",
            "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
            "start_index_map = [1], index_vector_dim = 2",
            "1, 1",
            lambda rng: [normal(rng, 1024, 4096), rng.integers(0, 4096, (1024, 512, 1), np.int32)],
        ),
        """(float[1024,4096] x, int32[1024,512,1] i) => (float[1024,512] y) <int64[1] axes = {2}>
        { j = Squeeze(i, axes)  y = GatherElements<axis = 1>(x, j) }""",
        f"jnp.take_along_axis(x, i[:, :, 0], 1, {AS_THEY_ARE})",
    ),
    Row(
        gather(
            "batched rows",
            "32x2048x64xf32, 32x1024x1xi32 -> 32x1024x64xf32",
            "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], "
            "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2",
            "1, 1, 64",
            lambda rng: [normal(rng, 32, 2048, 64), rng.integers(0, 2048, (32, 1024, 1), np.int32)],
        ),
        """(float[32,2048,64] x, int32[32,1024,1] i) => (float[32,1024,64] y)
        { j = Cast<to = 7>(i)  y = GatherND<batch_dims = 1>(x, j) }""",
        f"jax.vmap(lambda x, i: x.at[i[:, 0]].get({AS_THEY_ARE}))(x, i)",
    ),
    Row(
        gather(
            "columns",
            "64x50000xf32, 16384x1xi32 -> 64x16384xf32",
            "offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1",
            "64, 1",
            lambda rng: [normal(rng, 64, 50_000), rng.integers(0, 50_000, (16_384, 1), np.int32)],
        ),
        """(float[64,50000] x, int32[16384,1] i) => (float[64,16384] y) <int64[1] axes = {1}>
        { j = Squeeze(i, axes)  y = Gather<axis = 1>(x, j) }""",
        f"x.at[:, i[:, 0]].get({AS_THEY_ARE})",
    ),
    Row(
        gather(
            "windows",
            "1024x1024xf32, 4096x2xi32 -> 4096x16x16xf32",
            "offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1",
            "16, 16",
            lambda rng: [normal(rng, 1024, 1024), rng.integers(0, 1008, (4096, 2), np.int32)],
        ),
        None,
        "jax.vmap(lambda s: jax.lax.dynamic_slice(x, (s[0], s[1]), (16, 16)))(i)",
    ),
    Row(
        gather(
            "one window",
            "2048x2048xf32, 2xi32 -> 512x512xf32",
            "offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0",
            "512, 512",
            lambda rng: [normal(rng, 2048, 2048), rng.integers(0, 1500, 2, np.int32)],
        ),
        """(float[2048,2048] x, int32[2] i) => (float[512,512] y) <int32[2] sizes = {512, 512}>
        { j = Add(i, sizes)  y = Slice(x, i, j) }""",
        "jax.lax.dynamic_slice(x, (i[0], i[1]), (512, 512))",
    ),
    Row(
        scatter(
            "scatter unique rows",
            ["100000x64xf32", "10000x1xi64", "10000x64xf32"],
            ["f32"],
            SCATTER_ROWS,
            set_to("f32"),
            lambda rng: [normal(rng, 100_000, 64), rng.permutation(100_000)[:10_000, None], normal(rng, 10_000, 64)],
            unique_indices=True,
        ),
        "(float[100000,64] x, int64[10000,1] i, float[10000,64] u) => (float[100000,64] y) { y = ScatterND(x, i, u) }",
        f"x.at[i[:, 0]].set(u, unique_indices=True, {AS_THEY_ARE})",
        UNIQUE_ROWS,
    ),
    Row(
        scatter(
            "scatter-add unique rows",
            ["20000x64xf32", "20000x1xi64", "20000x64xf32"],
            ["f32"],
            SCATTER_ROWS,
            one_op("add", "f32"),
            lambda rng: [normal(rng, 20_000, 64), rng.permutation(20_000)[:, None], normal(rng, 20_000, 64)],
            unique_indices=True,
        ),
        """(float[20000,64] x, int64[20000,1] i, float[20000,64] u) => (float[20000,64] y)
        { y = ScatterND<reduction = "add">(x, i, u) }""",
        f"x.at[i[:, 0]].add(u, unique_indices=True, {AS_THEY_ARE})",
    ),
    Row(
        scatter(
            "scatter-add elements",
            ["1000000xf32", "1000000x1xi64", "1000000xf32"],
            ["f32"],
            SCATTER_SCALARS,
            one_op("add", "f32"),
            lambda rng: [normal(rng, 1_000_000), rng.integers(0, 1_000_000, (1_000_000, 1)), normal(rng, 1_000_000)],
        ),
        """(float[1000000] x, int64[1000000,1] i, float[1000000] u) => (float[1000000] y) <int64[1] axes = {1}>
        { j = Squeeze(i, axes)  y = ScatterElements<reduction = "add">(x, j, u) }""",
        f"x.at[i[:, 0]].add(u, {AS_THEY_ARE})",
        SCATTER,
    ),
    Row(
        scatter(
            "scatter-add rows",
            ["50000x64xf32", "16384x1xi32", "16384x64xf32"],
            ["f32"],
            SCATTER_ROWS,
            one_op("add", "f32"),
            lambda rng: [
                normal(rng, 50_000, 64),
                rng.integers(0, 50_000, (16_384, 1), np.int32),
                normal(rng, 16_384, 64),
            ],
        ),
        """(float[50000,64] x, int32[16384,1] i, float[16384,64] u) => (float[50000,64] y) <int64[2] s = {16384, 64}>
        { j = Expand(i, s)  y = ScatterElements<axis = 0, reduction = "add">(x, j, u) }""",
        f"x.at[i[:, 0]].add(u, {AS_THEY_ARE})",
    ),
    Row(
        scatter(
            "scatter rows",
            ["50000x64xf32", "16384x1xi32", "16384x64xf32"],
            ["f32"],
            SCATTER_ROWS,
            set_to("f32"),
            lambda rng: [
                normal(rng, 50_000, 64),
                rng.integers(0, 50_000, (16_384, 1), np.int32),
                normal(rng, 16_384, 64),
            ],
        ),
        """(float[50000,64] x, int32[16384,1] i, float[16384,64] u) => (float[50000,64] y) <int64[2] s = {16384, 64}>
        { j = Expand(i, s)  y = ScatterElements<axis = 0>(x, j, u) }""",
        f"x.at[i[:, 0]].set(u, {AS_THEY_ARE})",
    ),
    Row(
        scatter(
            "scatter-max elements",
            ["1000000xf32", "1000000x1xi64", "1000000xf32"],
            ["f32"],
            SCATTER_SCALARS,
            one_op("maximum", "f32"),
            lambda rng: [normal(rng, 1_000_000), rng.integers(0, 1_000_000, (1_000_000, 1)), normal(rng, 1_000_000)],
        ),
        """(float[1000000] x, int64[1000000,1] i, float[1000000] u) => (float[1000000] y) <int64[1] axes = {1}>
        { j = Squeeze(i, axes)  y = ScatterElements<reduction = "max">(x, j, u) }""",
        f"x.at[i[:, 0]].max(u, {AS_THEY_ARE})",
    ),
    Row(
        scatter(
            "scatter, any computation",
            ["100000xf32", "100000x1xi32", "100000xf32"],
            ["f32"],
            SCATTER_SCALARS,
            """%c = stablehlo.constant dense<0.5> : tensor<f32>
    %d = stablehlo.multiply %old0, %c : tensor<f32>
    %r = stablehlo.add %d, %new0 : tensor<f32>
    stablehlo.return %r : tensor<f32>""",
            lambda rng: [normal(rng, 100_000), rng.integers(0, 100_000, (100_000, 1), np.int32), normal(rng, 100_000)],
        ),
    ),
    Row(
        gather(
            "tiny",
            "8x8xf32, 8x1xi32 -> 8x8xf32",
            ROWS,
            "1, 8",
            lambda rng: [normal(rng, 8, 8), rng.integers(0, 8, (8, 1), np.int32)],
        ),
        """(float[8,8] x, int32[8,1] i) => (float[8,8] y) <int64[1] axes = {1}>
        { j = Squeeze(i, axes)  y = Gather<axis = 0>(x, j) }""",
        f"x.at[i[:, 0]].get({AS_THEY_ARE})",
    ),
]

_BY_JAX2ONNX = """
import sys
import jax, jax.numpy as jnp, numpy as np, onnx
from jax2onnx import to_onnx
for line in sys.stdin:
    path, code, *shapes = line.rstrip("\\n").split("\\t")
    function = eval(f"lambda x, i, u=None: {code}", {"jax": jax, "jnp": jnp})
    inputs = [jax.ShapeDtypeStruct(tuple(map(int, s.split("x")[:-1])), s.split("x")[-1]) for s in shapes]
    try:
        onnx.save(to_onnx(function, inputs=inputs), path)
    except Exception as error:
        print(f"{path}: {type(error).__name__}: {str(error).splitlines()[0]}", file=sys.stderr)
"""


def models(rounds: int, only: str = "", threads: int = 1, python: str | None = None) -> dict[str, float]:
    """Prints milliseconds of every row, and returns the figures that have a target."""
    figures = {}
    rows = [row for row in ROW_TABLE if only in row.workload.name]
    prepared = [row.workload.arguments(np.random.default_rng(0)) for row in rows]
    theirs = _by_jax2onnx(python, rows, prepared) if python else [None] * len(rows)
    for row, arguments, other in zip(rows, prepared, theirs, strict=True):
        model = to_onnx(row.workload.text)
        ours = _runner(model.SerializeToString(), arguments, threads)
        line = f"{row.workload.name:24}"
        for name, model_bytes in (("by hand", row.by_hand and _parsed(row.by_hand)), ("jax2onnx", other)):
            if not model_bytes:
                continue
            try:
                beside = _runner(model_bytes, arguments, threads)
                np.testing.assert_array_equal(ours()[0].numpy(), beside()[0].numpy())
            except (AssertionError, Fail, InvalidArgument, RuntimeException) as error:
                line += f"   {name}: {str(error).strip().splitlines()[0][:60]}"
                continue
            mine, other_ms = interleaved(ours, beside, rounds)
            line += f"   ours {mine:8.3f} ms, {name} {other_ms:8.3f} ms: {mine / other_ms:5.2f}"
            if name == "by hand" and row.figure:
                figures[row.figure] = mine / other_ms
        if not row.by_hand and not other:
            line += f"   ours {interleaved(ours, ours, rounds)[0]:8.3f} ms"
        print(line, flush=True)
    return figures


def _runner(model: bytes, arguments: list[Any], threads: int) -> Callable[[], Any]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(argument) for argument in arguments]
    given = dict(zip((each.name for each in session.get_inputs()), values, strict=True))
    return lambda: session.run_with_ort_values(None, given)


def _parsed(text: str) -> bytes:
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["": 21]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    return bytes(model.SerializeToString())


def _by_jax2onnx(python: str, rows: list[Row], arguments: list[list[Any]]) -> list[bytes | None]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.onnx") for number in range(len(rows))]
        lines = []
        for path, row, given in zip(paths, rows, arguments, strict=True):
            if row.jax:
                shapes = ["x".join([*map(str, array.shape), array.dtype.name]) for array in given]
                lines.append("\t".join([str(path), row.jax, *shapes]))
        subprocess.run([python, "-c", _BY_JAX2ONNX], input="\n".join(lines), text=True, check=True)
        return [path.read_bytes() if path.exists() else None for path in paths]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jax2onnx", metavar="PYTHON")
    options = parser.parse_args()
    for name, value in models(options.rounds, options.only, options.threads, options.jax2onnx).items():
        print(f"\n{name:54} {value:10.3g}   {'ok' if value <= TARGETS[name] else 'above'} {TARGETS[name]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
