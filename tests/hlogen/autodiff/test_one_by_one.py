"""Operations that know nothing of batches: each example is as it would be alone."""

import numpy as np
import pytest
from helpers.batches import check_batches

import hlogen as hl
import interpreter


@pytest.mark.parametrize(("algorithm", "size"), [("THREE_FRY", 2), ("PHILOX", 2), ("PHILOX", 3), ("DEFAULT", 2)])
def test_bits_of_many_states_are_those_of_each(algorithm, size):
    @hl.function(f"{size}xui64", name="main")
    def function(state):
        return hl.rng_bit_generator(state, "3x5xui32", rng_algorithm=algorithm)

    rng = np.random.default_rng(0)
    check_batches(function, [rng.integers(0, 1 << 63, size, dtype=np.uint64)], [True], rng)


def test_each_example_is_drawn_from_its_own_interval():
    @hl.function("i32", "i32", name="main")
    def function(a, b):
        return hl.rng(a, b, [1000], "UNIFORM")

    lows, highs = np.array([-5, 100, 7], np.int32), np.array([5, 110, 8], np.int32)
    (drawn,) = interpreter.run(hl.vmap(function, axis_size=3), lows, highs)
    assert drawn.shape == (3, 1000)
    for row, low, high in zip(drawn, lows, highs, strict=True):
        assert sorted(set(row.tolist())) == list(range(low, high))
    (drawn,) = interpreter.run(hl.vmap(function, (0, None), 1, axis_size=2), lows[[0, 0]], np.int32(1000))
    assert drawn.shape == (1000, 2)
    assert not np.array_equal(drawn[:, 0], drawn[:, 1])  # each draws anew


def test_an_empty_batch():
    function = hl.function("f32", "f32", name="main")(lambda a, b: hl.rng(a, b, [4], "NORMAL"))
    (drawn,) = interpreter.run(hl.vmap(function, axis_size=0), np.zeros(0, np.float32), np.zeros(0, np.float32))
    assert drawn.shape == (0, 4)


def test_a_custom_call_sees_one_example():
    seen = []

    def norm(op, x, y):
        seen.append(x.shape)
        return np.asarray(np.linalg.norm(x) + y), np.sort(x)

    interpreter.register_custom_call("test.norm_of_one", norm)

    @hl.function("4xf64", "f64", name="main")
    def function(x, y):
        return hl.operation(
            "stablehlo.custom_call",
            [x, y],
            attributes={"call_target_name": "test.norm_of_one"},
            result_types=["f64", "4xf64"],
        )

    rng = np.random.default_rng(0)
    for which in ([True, True], [True, False], [False, True]):
        check_batches(function, [rng.normal(size=4), np.asarray(2.0)], which, rng)
    assert set(seen) == {(4,)}
