"""What is said of integers before a program runs holds when it runs."""

import time
import tracemalloc

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.builder.known import integers_of, ranges_of

TYPES = ("i8", "ui8", "i32", "ui64", "i64")


def grown(rng, x, element_type, depth):
    """A random expression of shape 2x3 of constants, counters and the argument `x`."""
    if depth == 0 or rng.random() < 0.15:
        kind = rng.integers(3)
        if kind == 0:
            return hl.constant(rng.integers(0, 100, (2, 3)), element_type)
        return x if kind == 1 else hl.iota(f"2x3x{element_type}", iota_dimension=int(rng.integers(2)))
    parts = [grown(rng, x, element_type, depth - 1) for _ in range(2)]
    match rng.integers(12):
        case 0:
            return hl.add(*parts)
        case 1:
            return hl.subtract(*parts)
        case 2:
            return hl.minimum(*parts)
        case 3:
            return hl.maximum(*parts)
        case 4:
            return hl.select(hl.compare(parts[0], parts[1], "LT"), *parts)
        case 5:
            low, high = sorted(int(bound) for bound in rng.integers(0, 100, 2))
            return hl.clamp(low, parts[0], high)
        case 6:
            return hl.clamp(parts[0], parts[1], grown(rng, x, element_type, 0))
        case 7:
            return hl.reshape(hl.transpose(parts[0], permutation=[1, 0]), [2, 3])
        case 8:
            return hl.slice(hl.concatenate(parts, dimension=1), start_indices=[0, 2], limit_indices=[2, 5])
        case 9:
            column = hl.slice(parts[0], start_indices=[0, 1], limit_indices=[2, 2])
            return hl.broadcast_in_dim(hl.reshape(column, [2]), (2, 3), broadcast_dimensions=[0])
        case 10:
            return hl.convert(hl.convert(parts[0], str(rng.choice(TYPES))), element_type)
        case _:
            return hl.multiply(*parts)


@pytest.mark.parametrize("element_type", TYPES)
def test_integers_are_in_their_interval(element_type):
    found = known = 0
    for seed in range(48):
        rng, told = np.random.default_rng(seed), []

        def main(x, seed=seed, rng=rng, told=told):
            rows = [grown(rng, x, element_type, seed % 4) for _ in range(2)]
            whole = hl.concatenate([hl.reshape(row, [2, 3, 1]) for row in rows], dimension=2)
            told.extend([ranges_of(whole, 2, 2), integers_of(whole.value)])
            return whole

        function = hl.function(f"2x3x{element_type}", name="main")(main)
        intervals, integers = told
        info = np.iinfo(name_of(element_type))
        for _ in range(3):
            x = rng.integers(info.min, info.max, (2, 3), endpoint=True, dtype=info.dtype)
            (result,) = interpreter.run(function, x)
            for column, (low, high) in enumerate(intervals):
                assert low <= int(result[..., column].min())
                assert int(result[..., column].max()) <= high
            if integers is not None:
                np.testing.assert_array_equal(integers, result)
        known += integers is not None
        found += any((low, high) != (info.min, info.max) for low, high in intervals)
    assert found > 16
    assert known > 0


def name_of(element_type):
    return element_type.replace("ui", "uint") if element_type.startswith("u") else element_type.replace("i", "int")


def test_there_are_no_index_vectors():
    @hl.function("0x2xi32", name="main")
    def main(x):
        assert ranges_of(x, 1, 2) == [(0, -1)] * 2
        return x


def test_constants_of_any_size_cost_nothing():
    size = 1 << 30

    @hl.function(f"{size}xf32", name="main")
    def main(x):
        indices = hl.clamp(0, hl.constant(3, f"{size}xi32") + 1, 5)
        rows = hl.gather(
            x,
            indices,
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1],
        )
        return hl.reduce(rows, 0, [0], "add")

    tracemalloc.start()
    gradient = hl.grad(main)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 24
    # 0 <= 4 <= 5 is known, so nothing is clamped again to credit what was read.
    assert [operation.name for operation in gradient.module.walk()].count("stablehlo.clamp") == 1


def test_what_is_used_twice_is_looked_at_once():
    @hl.function("3x2xi32", name="main")
    def main(x):
        for _ in range(300):
            x = hl.clamp(x, x, x)
        return x.at[ranges_of(x, 1, 2)[0][0] * 0].set(0)

    start = time.process_time()
    assert main.module
    assert time.process_time() - start < 10
