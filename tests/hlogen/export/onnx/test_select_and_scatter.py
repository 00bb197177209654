"""select_and_scatter as ONNX: bit for bit what the interpreter gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.onnx_cases import at_interface, own_size
from helpers.onnx_runs import reference_results, run_model
from helpers.onnx_scatters import require_same
from helpers.onnx_values import ELEMENT_TYPES, elements

import hlogen as hl
import interpreter
from hlogen.export.onnx import to_onnx

SELECTS: dict[str, Any] = {
    "greatest": lambda a, b: a >= b,
    "least": lambda a, b: hl.compare(a, b, "LE"),
    "last": lambda a, b: hl.compare(a, a, "NE"),
}
SCATTERS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "max": hl.maximum,
    "set": lambda a, b: b,
    "any": lambda a, b: a * b + a,
}


def drawn(seed: int, element: str, select: str, scatter: str) -> tuple[Any, list[Any]]:
    """A random program with its arguments."""
    rng = np.random.default_rng(seed)
    while True:
        rank = int(rng.integers(0, 6))
        shape = rng.integers(0 if rng.random() < 0.2 else 1, 7, rank)
        sizes, strides = rng.integers(1, 4, rank), rng.integers(1, 4, rank)
        padding = rng.integers(-1, 3, (rank, 2)) if rng.random() < 0.6 else np.zeros((rank, 2), int)
        padded = shape + padding.sum(axis=1, dtype=int)
        if (padded >= 0).all() and np.prod(sizes) < 30 and np.prod(np.maximum(padded, 1)) < 2000:
            break
    counts = np.where(padded < sizes, 0, (padded - sizes) // strides + 1)

    @hl.function(*(hl.tensor("x".join([*map(str, dims), element])) for dims in (shape, counts, ())))
    def main(x: Any, source: Any, init: Any) -> Any:
        return hl.select_and_scatter(
            x, source, init, SELECTS[select], SCATTERS[scatter],
            window_dimensions=sizes.tolist(), window_strides=strides.tolist(), padding=padding.tolist(),
        )  # fmt: skip

    return main, [np.asarray(elements(rng, element, tuple(dims), special=0.1)) for dims in (shape, counts, ())]


@pytest.mark.share(4)
@pytest.mark.parametrize("element", ELEMENT_TYPES)
@pytest.mark.parametrize("scatter", SCATTERS)
@pytest.mark.parametrize("select", SELECTS)
def test_random_windows(select: str, scatter: str, element: str) -> None:
    check(select, scatter, element, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("element", ELEMENT_TYPES)
@pytest.mark.parametrize("scatter", SCATTERS)
@pytest.mark.parametrize("select", SELECTS)
def test_5000_random_windows(select: str, scatter: str, element: str) -> None:
    check(select, scatter, element, 20, first=campaign.seeds(100, 120).start)


def check(select: str, scatter: str, element: str, count: int, first: int = 0) -> None:
    for seed in range(first, first + count):
        program, args = drawn(seed, element, select, scatter)
        wanted = [at_interface(array) for array in interpreter.run(program, *args)]
        model = to_onnx(program)
        assert own_size(model) < 60_000
        for threads in (1, 8):
            require_same(run_model(model, *map(at_interface, args), threads=threads), wanted, str(program.module))
        if element in ("f32", "i32") and not seed:
            require_same(reference_results(model, *args), wanted, str(program.module))


@pytest.mark.parametrize("scatter", SCATTERS)
def test_of_rank_0(scatter: str) -> None:
    @hl.function(hl.tensor("f32"), hl.tensor("f32"), hl.tensor("f32"))
    def main(x: Any, source: Any, init: Any) -> Any:
        return hl.select_and_scatter(x, source, init, SELECTS["greatest"], SCATTERS[scatter])

    args = [np.array(value, np.float32) for value in (1, 2, 3)]
    require_same(run_model(to_onnx(main), *args), interpreter.run(main, *args), scatter)


def test_pooling_backwards() -> None:
    """The gradient of max pooling, of a size that takes several threads."""

    @hl.function(hl.tensor("8x64x64x16xf32"), hl.tensor("8x32x32x16xf32"))
    def main(x: Any, source: Any) -> Any:
        return hl.select_and_scatter(
            x, source, 0, SELECTS["greatest"], SCATTERS["add"],
            window_dimensions=[1, 3, 3, 1], window_strides=[1, 2, 2, 1], padding=[[0, 0], [0, 1], [0, 1], [0, 0]],
        )  # fmt: skip

    rng = np.random.default_rng(0)
    x, source = rng.standard_normal((8, 64, 64, 16), np.float32), rng.standard_normal((8, 32, 32, 16), np.float32)
    model = to_onnx(main)
    assert own_size(model) < 60_000
    require_same(run_model(model, x, source, threads=8), interpreter.run(main, x, source), "pooling")
