"""Times every lowering of sparse products beside what the cost model expects of it: where its constants come from.

    python tools/bench_lowerings.py [--only NAME]

Per product: the lowering that "auto" takes (*), and for each the milliseconds of processor time that a run takes (the
least of several) and the seconds to compile it, then what the model expects in ms, a thousandth of compiling included.
The last figure of a product is how much longer auto's choice takes than the best, compiling included.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from hlogen.sparse.composite import PRODUCT, form_of
from hlogen.sparse.lowerings import LOWERINGS, cost
from tools.bench_timing import on_xla

ROWS = {"mul": ("c", "c"), "outer": ("c", "c"), "inner": ("c", "c"), "vecmat": ("c", "cc"), "vecsca": ("c", "")}

# Of tensors and a lowering to the product.
Built = Callable[..., Any]


def couplings() -> Iterator[tuple[str, Built, list[tuple[int, ...]]]]:
    for name, degree, batch, channels, flags in (
        ("mul", 1, 1000, 64, ""),
        ("mul", 2, 1000, 32, ""),
        ("mul", 2, 100_000, 1, ""),
        ("mul", 3, 10, 64, ""),
        ("mul", 3, 100, 64, ""),
        ("mul", 3, 1000, 64, ""),
        ("mul", 3, 1000, 64, "shared1"),
        ("mul", 3, 1000, 64, "out_accumulated"),
        ("mul", 4, 200, 64, ""),
        ("outer", 2, 300, 32, ""),
        ("inner", 2, 300, 32, ""),
        ("vecmat", 2, 300, 32, ""),
        ("vecsca", 2, 300, 32, ""),
    ):
        product = hl.sparse.so3.tensor_product(degree)
        size = product.sizes[2]
        shapes = [(batch, size, *[channels] * len(letters)) for letters in ROWS[name]]
        if flags == "shared1":
            shapes[0] = shapes[0][1:]

        def built(x: Any, y: Any, lowering: str, product: Any = product, name: str = name, flags: str = flags) -> Any:
            said = {flags: True} if flags else {}
            return getattr(hl.sparse, name)(product, x, y, lowering=lowering, **said)

        yield f"{name}, L={degree}, N={batch}, C={channels} {flags}", built, shapes


def graphs() -> Iterator[tuple[str, Built, list[tuple[int, ...]]]]:
    for edges, vertices, channels, hub in (
        (3_000, 300, 16, False),
        (100_000, 10_000, 1, False),
        (100_000, 1_000, 16, False),
        (100_000, 10_000, 64, False),
        (100_000, 100_000, 64, False),
        (100_000, 10_000, 8, True),
        (100_000, 10_000, 64, True),
    ):
        rng = np.random.default_rng(0)
        rows = (vertices * rng.random(edges) ** (4 if hub else 1)).astype(int)
        matrix = hl.sparse.SparseMatrix.from_entries(rows, rng.integers(0, vertices, edges), None, (vertices, vertices))
        text = f"{edges} edges, {vertices} rows{' with hubs' if hub else ''}, C={channels}"

        def summed(x: Any, values: Any, lowering: Any, matrix: Any = matrix) -> Any:
            return hl.sparse.spmm(matrix, x, values=values, lowering=lowering)

        def products(x: Any, y: Any, lowering: Any, matrix: Any = matrix) -> Any:
            return hl.sparse.sddmm(matrix, x, y, lowering=lowering)

        yield f"spmm, {text}", summed, [(vertices, channels), (edges,)]
        yield f"sddmm, {text}", products, [(vertices, channels)] * 2


def timed(text: str, arguments: list[Any]) -> tuple[float, float]:
    """Milliseconds of a run, seconds of compiling."""
    xla = Xla()
    start = time.process_time()
    run = on_xla(xla, text, arguments)
    seconds = time.process_time() - start
    least = math.inf
    for _ in range(7):
        start = time.process_time()
        run()
        least = min(least, time.process_time() - start)
    return least * 1e3, seconds


def expected(function: Any) -> dict[str, float]:
    """What the cost model expects of the product in a function, in ms."""
    (body,) = [each.body for each in function.module.functions.values() if each.name == "main"]
    (operation,) = [operation for operation in body.operations if operation.name == "stablehlo.composite"]
    assert str(operation.attributes["name"]) == PRODUCT
    found: dict[str, float] = {}

    @hl.function(*(operand.type for operand in operation.operands))  # type: ignore[untyped-decorator]  # of types that a list has
    def main(*operands: hl.Tensor) -> hl.Tensor:
        form = form_of(operation)
        assert form is not None
        found.update(cost.estimates(form, operands))
        return operands[0]

    return {name: value / 1e6 for name, value in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", metavar="NAME", default="", help="only products with NAME in their name")
    options = parser.parse_args()
    losses = []
    for name, built, shapes in (*couplings(), *graphs()):
        if options.only not in name:
            continue
        types = ["x".join([*map(str, shape), "f32"]) for shape in shapes]
        rng = np.random.default_rng(0)
        arguments = [rng.normal(size=shape).astype(np.float32) for shape in shapes]

        def program(lowering: str, built: Built = built, types: list[str] = types) -> Any:
            return hl.function(*types, name="main")(lambda x, y: built(x, y, lowering=lowering))

        costs = expected(program("auto"))
        choice = min(costs, key=lambda lowering: costs[lowering])
        taken = {}
        print(name)
        for lowering in LOWERINGS:
            if lowering in costs:
                ms, seconds = timed(str(program(lowering)), arguments)
                taken[lowering] = ms + seconds
                mark = "*" if lowering == choice else " "
                print(f"  {mark} {lowering:10} {ms:9.2f} ms, compiled in {seconds:5.2f} s; {costs[lowering]:9.2f}")
        losses.append(taken[choice] / min(taken.values()))
        print(f"    {losses[-1]:.2f}", flush=True)
    if losses:
        print(f"geometric mean {statistics.geometric_mean(losses):.2f}, worst {max(losses):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
