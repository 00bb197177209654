"""Sizes that only a model's run knows: arithmetic on them, and what can be said of them."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from hlogen.export.onnx.sizes import Symbol, UnknownSize, broadcast_shapes, positive_part, size_of

N, M = (size_of(Symbol(label, label, 0)) for label in "nm")


def test_arithmetic_goes_by_the_value_of_the_symbols() -> None:
    for n, m in ((2, 3), (5, 1)):
        values = {"n": n, "m": m}

        def at(size: int, values: dict[str, int] = values) -> int:
            terms = getattr(size, "terms", {(): size})
            return sum(times * prod(values[factor.label] for factor in factors) for factors, times in terms.items())

        for size, expected in (
            (N + M + 1, n + m + 1),
            (2 * N - 3, 2 * n - 3),
            (7 - N * M, 7 - n * m),
            ((N + 1) * (M - 1), (n + 1) * (m - 1)),
            (6 * N * M // (3 * M), 2 * n),
            (prod([4, N, 2]) // 8, n),
            (sum([N, M]), n + m),
        ):
            assert at(size) == expected, size


def test_the_same_size_is_equal_and_known_differences_are_numbers() -> None:
    assert N * M + 2 * N == N * (M + 2)
    assert hash(N + M) == hash(M + N)
    assert ((N + 3) - N, N - N, 0 * N, (N + 5) // 1 - N) == (3, 0, 0, 5)
    assert N != M
    assert N not in (0, 1)
    assert [str(size) for size in (2 * N * M - 1 + M, 1 - N)] == ["2*n*m + m - 1".replace("n*m", "m*n"), "-n + 1"]


def test_what_is_certain_of_every_size_is_decided() -> None:
    assert N >= 0
    assert N + 1 > 0
    assert bool(N + 1)
    assert N < N + 1
    assert not N < 0
    assert (N >= 0, N <= N, N + 1 <= N, N >= N + 1, N % 1, (3 * N) % N, (4 * N + 6) % 2) == (
        *(True, True, False, False),
        0,
        0,
        0,
    )
    assert (max(N, 0), min(N, N + 2), positive_part(-N), positive_part(N)) == (N, N, 0, N)


def test_what_the_run_decides_is_an_error() -> None:
    for ask in (
        lambda: bool(N),
        lambda: N > 1,
        lambda: N < 3,
        lambda: int(N),
        lambda: range(N),
        lambda: np.array([N, 1], np.int64),
        lambda: N // 2,
        lambda: (N + 1) // M,
        lambda: positive_part(N - 1),
        lambda: N.bit_length(),
    ):
        with pytest.raises(UnknownSize, match="only the run knows"):
            ask()
    for ask, said in (
        (lambda: N > 1, "whether n > 1"),
        (lambda: N < M, "whether n < m"),
        (lambda: N // 2, r"\(n\) / \(2\)"),
    ):
        with pytest.raises(UnknownSize, match=f"it needs to know {said}, which"):
            ask()


def test_shapes_broadcast() -> None:
    assert broadcast_shapes((N, 1), (1, M)) == (N, M)
    assert broadcast_shapes((4,), (N, 1)) == (N, 4)
    assert broadcast_shapes((N,), (4,), ()) == (4,)
    assert broadcast_shapes((2, 1), (1, 3)) == np.broadcast_shapes((2, 1), (1, 3))
