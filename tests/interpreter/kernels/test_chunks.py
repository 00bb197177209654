"""Large arrays in chunks: element by element what the whole gives, whatever their shapes and how they lie in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from interpreter.kernels import chunks, elementwise
from interpreter.kernels.chunks import chunked

GOLDEN = Path(__file__).parents[3] / "golden"
SHAPES = [(7,), (16,), (17,), (1, 40), (40, 1), (5, 3), (3, 5), (2, 3, 4), (4, 1, 1, 9), (2, 2, 2, 2, 3), (3, 1, 7)]


@pytest.mark.parametrize("chunk", [1, 2, 5, 16])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_element_is_computed_once_and_few_at_a_time(shape: tuple[int, ...], chunk: int, monkeypatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", chunk)
    monkeypatch.setattr(chunks, "LARGE", 1)
    size, sizes = int(np.prod(shape)), []

    def combine(x: Any, y: Any, z: Any) -> Any:
        made = x * 10_000 + y * 100 + z
        sizes.append(made.size)
        return made.astype(np.int64)

    x = np.arange(size).reshape(shape)
    others = [np.int64(3).reshape(()), np.arange(size)[::-1].reshape(shape), np.arange(shape[-1])]
    others.append(np.arange(shape[0]).reshape(-1, *[1] * (len(shape) - 1)))
    lying = [x, np.asfortranarray(x), np.flip(np.flip(x).copy())]
    for y, z in zip(others, [*others[1:], others[0]], strict=True):
        for one in lying:
            expected = x * 10_000 + y * 100 + z
            for order in ((0, 1, 2), (1, 0, 2)):
                given = [(one, y, z)[n] for n in order]
                run = chunked(lambda *xs, order=order: combine(*(xs[order.index(n)] for n in range(3))), np.int64)
                sizes.clear()
                found = run(*given)
                assert found.shape == expected.shape
                assert found.tolist() == expected.tolist()
                assert sum(sizes) == size
                assert max(sizes) <= chunk


def test_small_arrays_are_computed_at_once(monkeypatch) -> None:
    monkeypatch.setattr(chunks, "LARGE", 10)
    sizes: list[int] = []

    def same(x: Any) -> Any:
        sizes.append(x.size)
        return x

    run = chunked(same, np.dtype(np.int64))
    run(np.arange(9))
    monkeypatch.setattr(chunks, "CHUNK", 4)
    run(np.arange(10))
    assert sizes == [9, 4, 4, 2]
    assert chunked(np.add, np.dtype(np.int64)) is np.add  # which computes nothing on the way


@pytest.mark.parametrize(
    "folder",
    [
        *(
            "add",
            "atan2",
            "cbrt",
            "clamp",
            "compare",
            "complex",
            "convert",
            "divide",
            "is_finite",
            "logistic",
            "maximum",
        ),
        *("power", "reduce_precision", "remainder", "select", "shift_left", "sign", "uniform_dequantize"),
        *("uniform_quantize", "bitcast_convert"),
    ],
)
def test_goldens_in_chunks_of_three_elements(folder: str, monkeypatch) -> None:
    for module in (chunks, elementwise):
        monkeypatch.setattr(module, "LARGE", 1)
    monkeypatch.setattr(chunks, "CHUNK", 3)
    for path in sorted((GOLDEN / folder).glob("*.mlir")):
        for _, part in numbered_parts(path.read_bytes()):
            interpreter.run(read(part))
