"""Times operations with regions and windows at 100,000 elements on ours, upstream's interpreter and XLA, and a loop.

Upstream's interpreter runs each once: parse, verify and evaluate, which is all it offers. XLA compiles before the clock
runs. Numbers are small integers in f32, so that all three give equal results. Part of tools/bench.py.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import interpreter
from tools.bench_timing import interleaved, median_ms, on_xla, upstream_in_process
from tools.bench_workloads import Workload

ITERATIONS = 20_000


def _region(*lines: str, element: str = "f32") -> str:
    body = "\n    ".join(lines)
    return f"({{\n  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n    {body}\n  }})"


_ADD = _region("%r = stablehlo.add %a, %b : tensor<f32>", "stablehlo.return %r : tensor<f32>")
_MAX = _region("%r = stablehlo.maximum %a, %b : tensor<f32>", "stablehlo.return %r : tensor<f32>")
_GE = _region(
    "%r = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>", "stablehlo.return %r : tensor<i1>"
)
_LT = _GE.replace("GE", "LT")
_ZERO = "%zero = stablehlo.constant dense<0.0> : tensor<f32>"


def _op(name: str, op: str, inputs: list[str], result: str) -> Workload:
    """`op` may use %x, %y and %zero; its type is that of `inputs` and `result`."""
    parameters = ", ".join(f"%{n}: tensor<{shape}xf32>" for n, shape in zip("xy", inputs, strict=False))
    text = (
        f"func.func @main({parameters}) -> tensor<{result}xf32> {{\n  {_ZERO}\n  %0 = {op}\n"
        f"  return %0 : tensor<{result}xf32>\n}}\n"
    )
    shapes = [tuple(map(int, shape.split("x"))) for shape in inputs]
    return Workload(name, text, lambda rng: [rng.integers(-8, 9, shape).astype(np.float32) for shape in shapes])


def _convolution(name: str, *, dim: int, features: int, window: int, outputs: int, stride: int = 1) -> Workload:
    """Of one square image, padded so that a window's centre comes to every `stride`th element."""
    count, pad = (dim - 1) // stride + 1, window // 2
    lhs, rhs, result = (
        f"1x{dim}x{dim}x{features}",
        f"{window}x{window}x{features}x{outputs}",
        f"1x{count}x{count}x{outputs}",
    )
    return _op(
        name,
        "stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        f"window = {{stride = [{stride}, {stride}], pad = [[{pad}, {pad}], [{pad}, {pad}]]}} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        f": (tensor<{lhs}xf32>, tensor<{rhs}xf32>) -> tensor<{result}xf32>",
        [lhs, rhs],
        result,
    )


OPS = [
    _op(
        "reduce",
        f'"stablehlo.reduce"(%x, %zero) {_ADD} {{dimensions = array<i64: 1>}} '
        ": (tensor<100x1000xf32>, tensor<f32>) -> tensor<100xf32>",
        ["100x1000"],
        "100",
    ),
    _op(
        "reduce_window",
        f'"stablehlo.reduce_window"(%x, %zero) {_MAX} {{window_dimensions = array<i64: 3, 3>}} '
        ": (tensor<402x252xf32>, tensor<f32>) -> tensor<400x250xf32>",
        ["402x252"],
        "400x250",
    ),
    _op(
        "dot_general",
        "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] "
        ": (tensor<1000x100xf32>, tensor<100x10xf32>) -> tensor<1000x10xf32>",
        ["1000x100", "100x10"],
        "1000x10",
    ),
    _convolution("convolution", dim=100, features=10, window=3, outputs=2),
    _op(
        "sort",
        f'"stablehlo.sort"(%x) {_LT} {{dimension = 0 : i64, is_stable = true}} '
        ": (tensor<100000xf32>) -> tensor<100000xf32>",
        ["100000"],
        "100000",
    ),
    _op(
        "select_and_scatter",
        f'"stablehlo.select_and_scatter"(%x, %y, %zero) ({_GE[1:-1]}, {_ADD[1:-1]}) '
        "{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} "
        ": (tensor<400x250xf32>, tensor<200x125xf32>, tensor<f32>) -> tensor<400x250xf32>",
        ["400x250", "200x125"],
        "400x250",
    ),
]
RESNET = [  # its convolutions: the first, and those of the blocks
    _convolution("conv 224x224x3, 7x7, 64, stride 2", dim=224, features=3, window=7, outputs=64, stride=2),
    _convolution("conv 56x56x64, 3x3, 64", dim=56, features=64, window=3, outputs=64),
    _convolution("conv 56x56x64, 1x1, 256", dim=56, features=64, window=1, outputs=256),
    _convolution("conv 14x14x256, 3x3, 256", dim=14, features=256, window=3, outputs=256),
    _convolution("conv 7x7x512, 3x3, 512", dim=7, features=512, window=3, outputs=512),
]
_LOOP = f"""
func.func @main() -> tensor<i32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<{ITERATIONS}> : tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32> cond {{
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }}
  return %0 : tensor<i32>
}}
"""
TARGETS = {
    **{f"{op.name} of 100,000: upstream/ours": 100.0 for op in OPS},
    **{f"{op.name}: ours/XLA": 5.0 for op in RESNET},
    "an iteration of a scalar while, us": 20.0,
}


def operations(rounds: int) -> dict[str, float]:
    """The figures by name; prints a row per operation."""
    from hlogen.backends.adapters.xla import Xla

    upstream, xla = upstream_in_process(), Xla()
    numbers = {}
    print(f"\n{'100,000 elements, ResNet':36} {'ours ms':>10} {'XLA ms':>10} {'upstream ms':>12}")
    for op in [*OPS, *RESNET]:
        arguments = op.arguments(np.random.default_rng(0))
        ours, run_theirs = interpreter.load(op.text), on_xla(xla, op.text, arguments)
        (found,) = ours(*arguments)
        _require_equal(op.name, found, np.asarray(run_theirs()[0]))
        ours_ms, xla_ms = interleaved(lambda ours=ours, args=arguments: ours(*args), run_theirs, rounds)
        row = f"{op.name:36} {ours_ms:10.3f} {xla_ms:10.3f}"
        if op in RESNET:  # minutes on upstream's interpreter
            numbers[f"{op.name}: ours/XLA"] = ours_ms / xla_ms
        else:
            start = time.perf_counter()
            (expected,) = upstream.run(op.text.encode(), "main", arguments)
            upstream_ms = (time.perf_counter() - start) * 1e3
            _require_equal(op.name, found, expected)
            numbers[f"{op.name} of 100,000: upstream/ours"] = upstream_ms / ours_ms
            row += f" {upstream_ms:12.1f}"
        print(row, flush=True)
    loop = interpreter.load(_LOOP)
    numbers["an iteration of a scalar while, us"] = median_ms(loop, min(rounds, 5)) * 1e3 / ITERATIONS
    return numbers


def _require_equal(name: str, ours: Any, theirs: Any) -> None:
    if not np.array_equal(ours, theirs):
        raise SystemExit(f"{name}: the backends give different results")
