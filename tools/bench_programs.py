"""Times whole programs on ours and XLA: transformers, loaded and from text to first result, and very long programs.

Transformers are golden/real's small block, where what an operation costs by itself counts, and a layer of 128 tokens,
256 wide. For first results, ours reads text, plans and runs; XLA has the module parsed, then compiles and runs. Both
must agree up to rounding. Part of tools/bench.py.
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

import interpreter
from hlogen.backends.adapters.xla import Xla
from hlogen.backends.entry import prepare
from hlogen.mlir import provider
from tools.bench_timing import compiled_on_xla, interleaved, median_ms, on_xla

ROOT = Path(__file__).resolve().parent.parent
Arrays = list[np.ndarray[Any, Any]]

_LAYERS = ("transformer_layer_f32", "transformer_layer_bf16")
_MANY, _DEEP = 100_000, 10_000
TARGETS = {
    **{f"{name}: ours/XLA": 5.0 for name in ("transformer_block", *_LAYERS)},
    **{f"{name}: first result, ours/XLA": 1.0 for name in ("transformer_block", *_LAYERS)},
    "100,000 ops: reading and planning one, us": 60.0,
    "100,000 ops: running one, us": 3.0,
    "calls 10,000 deep: running one, us": 5.0,
    "20 adds of 1,000,000: of the time with new memory for each": 0.8,
}


def programs(rounds: int) -> dict[str, float]:
    """The figures by name; prints a row per transformer."""
    xla = Xla()
    numbers = {}
    print(f"\n{'transformers':36} {'ours ms':>10} {'XLA ms':>10} {'ours, first':>12} {'XLA, first':>12}")
    for name, text, arguments in (_block(), *layers()):
        ours, run_theirs = interpreter.load(text, compile="always"), on_xla(xla, text, arguments)
        for _ in range(3):  # machine code is made of what was optimized, in a second run
            _require_close(name, ours(*arguments), run_theirs())
        ours_ms, xla_ms = interleaved(lambda ours=ours, args=arguments: ours(*args), run_theirs, rounds)
        first_ms, xla_first_ms = _first_results(xla, text, arguments, min(rounds, 5))
        numbers[f"{name}: ours/XLA"] = ours_ms / xla_ms
        numbers[f"{name}: first result, ours/XLA"] = first_ms / xla_first_ms
        print(f"{name:36} {ours_ms:10.3f} {xla_ms:10.3f} {first_ms:12.1f} {xla_first_ms:12.1f}", flush=True)
    return numbers | long_programs(min(rounds, 5))


def long_programs(rounds: int) -> dict[str, float]:
    x = np.ones(4, np.float32)
    start = time.perf_counter()
    chain = interpreter.load(_chain(_MANY, "4"))
    numbers = {f"{_MANY:,} ops: reading and planning one, us": (time.perf_counter() - start) * 1e6 / _MANY}
    numbers[f"{_MANY:,} ops: running one, us"] = median_ms(lambda: chain(x), rounds) * 1e3 / _MANY
    calls = interpreter.load(_calls(_DEEP))
    numbers["calls 10,000 deep: running one, us"] = median_ms(lambda: calls(x), rounds) * 1e3 / _DEEP
    large = np.ones(1_000_000, np.float32)
    adds = interpreter.load(_chain(20, "1000000"))

    def with_new_memory() -> Any:
        value = large
        for _ in range(20):
            value = np.add(value, large)
        return value

    ours_ms, new_ms = interleaved(lambda: adds(large), with_new_memory, rounds)
    return numbers | {"20 adds of 1,000,000: of the time with new memory for each": ours_ms / new_ms}


def _block() -> tuple[str, str, Arrays]:
    path = ROOT / "golden" / "real" / "transformer_block.mlir"
    return path.stem, path.read_text(), list(np.load(path.with_suffix(".inputs.npz")).values())


def layers() -> Iterator[tuple[str, str, Arrays]]:
    """Transformer layers: name, text and arguments."""
    return map(_layer, _LAYERS)


def _layer(name: str) -> tuple[str, str, Arrays]:
    """Its arguments: 128 tokens, weights that keep values about as large as they are, empty caches, position 64."""
    text = (ROOT / "tools" / f"{name}.mlir").read_text()
    rng = np.random.default_rng(0)
    (signature,) = re.findall(r"@main\((.*?)\) ->", text)
    arguments: Arrays = []
    for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>", signature):
        dims = tuple(map(int, shape.split("x")[:-1]))
        if element == "i32":
            arguments.append(rng.integers(0, 1000, dims, np.int32) if dims else np.array(64, np.int32))
        else:
            values = rng.standard_normal(dims) / np.sqrt(dims[0]) if len(dims) < 3 else np.zeros(dims)
            arguments.append(values.astype(np.float32 if element == "f32" else ml_dtypes.bfloat16))
    return name, text, arguments


_fresh = itertools.count()


def _first_results(xla: Any, text: str, arguments: Arrays, rounds: int) -> tuple[float, float]:
    """Median milliseconds from text to results on ours, from a parsed module to results on XLA."""

    def ours() -> Any:
        return interpreter.run(f"// {next(_fresh)}\n{text}", *arguments)

    bindings = provider.find()
    prepared = prepare(bindings, bindings.context(), text.encode(), "main", arguments)

    def theirs() -> Any:
        return compiled_on_xla(xla, prepared, arguments)()

    return interleaved(ours, theirs, rounds)


def _chain(count: int, shape: str) -> str:
    kind = f"tensor<{shape}xf32>"
    lines = [f"func.func @main(%x: {kind}) -> {kind} {{", f"  %0 = stablehlo.add %x, %x : {kind}"]
    lines += [f"  %{i} = stablehlo.add %{i - 1}, %x : {kind}" for i in range(1, count)]
    return "\n".join([*lines, f"  return %{count - 1} : {kind}", "}", ""])


def _calls(depth: int) -> str:
    kind = "tensor<4xf32>"
    name = ["main", *(f"f{i}" for i in range(1, depth))]
    functions = [
        f"func.func {'private ' if i else ''}@{name[i]}(%x: {kind}) -> {kind} {{\n"
        f"  %0 = stablehlo.add %x, %x : {kind}\n"
        + (f"  %1 = call @{name[i + 1]}(%0) : ({kind}) -> {kind}\n" if i + 1 < depth else "")
        + f"  return %{int(i + 1 < depth)} : {kind}\n}}\n"
        for i in range(depth)
    ]
    return "".join(functions)


def _require_close(name: str, ours: Any, theirs: Any) -> None:
    for x, y in zip(ours, theirs, strict=True):
        got, expected = np.asarray(x).astype(np.float32), np.asarray(y).astype(np.float32)
        tolerance = 0.05 if x.dtype == ml_dtypes.bfloat16 else 1e-4
        if not np.allclose(got, expected, rtol=tolerance, atol=tolerance):
            raise SystemExit(f"{name}: the backends give different results")
