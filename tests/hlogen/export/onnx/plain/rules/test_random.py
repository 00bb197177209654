"""Random bits in models are the interpreter's, bit by bit; random numbers are of their interval or distribution."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.onnx_parts import Array, calling
from helpers.onnx_runs import session_of, through_onnx

import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx

SHAPES: list[tuple[int, ...]] = [(), (1,), (5,), (3, 5), (3, 4, 2), (0,), (1000,)]
DTYPES = [np.uint32, np.int32, np.uint64, np.int64, np.uint8, np.int8, np.uint16, np.float32, ml_dtypes.bfloat16]


def bits(algorithm: str, state: Array, output: Array) -> str:
    attributes = f"rng_algorithm = #stablehlo<rng_algorithm {algorithm}>"
    return calling("stablehlo.rng_bit_generator", [state], state, output, attributes=attributes)


@pytest.mark.share(4)
@pytest.mark.parametrize("number", range(len(SHAPES)))
@pytest.mark.parametrize("generator", [("THREE_FRY", 2), ("PHILOX", 2), ("PHILOX", 3), ("DEFAULT", 3)], ids=str)
def test_bits(generator: tuple[str, int], number: int) -> None:
    """Each shape with words of both widths and some of the other types."""
    algorithm, size = generator
    opset, shape = (18 if number == 2 else 21), SHAPES[number]
    for dtype in {np.uint32, np.uint64, *DTYPES[number::4]}:
        low = 2**64 - 3 if number % 2 else 12345  # a counter that begins anew
        state = np.array([0x0123456789ABCDEF, low, 7][:size], np.uint64)
        program = bits(algorithm, state, np.zeros(shape, dtype))
        for mine, theirs in zip(
            through_onnx(program, state, opset=opset), interpreter.run(program, state), strict=True
        ):
            assert (mine.dtype, mine.shape, mine.tobytes()) == (theirs.dtype, theirs.shape, theirs.tobytes())


def test_known_answers() -> None:
    """Of Random123, for keys and counters of zeros."""
    zeros, output = np.zeros(2, np.uint64), np.zeros(2, np.uint32)
    _, threefry = through_onnx(bits("THREE_FRY", zeros, output), zeros)
    assert [f"{word:08x}" for word in threefry.tolist()] == ["6b200159", "99ba4efe"]
    zeros, output = np.zeros(3, np.uint64), np.zeros(4, np.uint32)
    _, philox = through_onnx(bits("PHILOX", zeros, output), zeros)
    assert [f"{word:08x}" for word in philox.tolist()] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]


def test_a_state_that_does_not_fit() -> None:
    state = np.zeros(3, np.uint64)
    with pytest.raises(ExportError, match=r"initial_state is tensor<3xui64>; THREE_FRY takes 2xui64|rng_bit_generator"):
        to_onnx(bits("THREE_FRY", state, np.zeros(4, np.uint32)))


def drawing(dtype: Any, distribution: str, shape: tuple[int, ...]) -> str:
    scalar, result = np.zeros((), dtype), np.zeros(shape, dtype)
    sizes = np.array(shape, np.int64)
    attributes = f"rng_distribution = #stablehlo<rng_distribution {distribution}>"
    text = calling("stablehlo.rng", [scalar, scalar, sizes], result, attributes=attributes)
    listed = f"%a2 = stablehlo.constant dense<{list(shape)}> : tensor<{len(shape)}xi64>"
    return text.replace(f", %a2: tensor<{len(shape)}xi64>)", ")").replace("{\n", "{\n" + listed + "\n", 1)


@pytest.mark.parametrize(
    ("dtype", "a", "b"),
    [
        (np.float32, -2, 3),
        (np.float64, 0, 1),
        (np.float16, 1, 1.5),
        (np.int32, -3, 4),
        (np.uint8, 3, 250),
        (np.int64, -(2**62), 2**62),
        (np.int64, -(2**63), 2**63 - 1),
    ],
)
def test_uniform_numbers(dtype: Any, a: float, b: float) -> None:
    """All inside of [a, b); a mean is off by six deviations once in 500 million runs."""
    low, high = np.array(a, dtype), np.array(b, dtype)
    (found,) = through_onnx(drawing(dtype, "UNIFORM", (50, 60)), low, high)
    assert (found.dtype, found.shape) == (np.dtype(dtype), (50, 60))
    assert (low <= found).all()
    assert (found < high).all()
    width = float(high) - float(low)
    assert abs(found.astype(np.float64).mean() - (float(low) + width / 2)) < 6 * width / np.sqrt(12 * 3000) + 1


def test_normal_numbers_differ_from_run_to_run() -> None:
    session = session_of(to_onnx(drawing(np.float32, "NORMAL", (3000,))))
    given = {"a0": np.array(5, np.float32), "a1": np.array(2, np.float32)}
    first, second = (np.asarray(session.run(None, given)[0]) for _ in range(2))
    assert abs(first.mean() - 5) < 6 * 2 / np.sqrt(3000)
    assert 1.7 < first.std() < 2.3
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("shape", [(), (0, 3)])
def test_one_number_and_none(shape: tuple[int, ...]) -> None:
    attributes = "rng_distribution = #stablehlo<rng_distribution UNIFORM>"
    scalar = np.zeros((), np.float32)
    text = calling(
        "stablehlo.rng", [scalar, scalar, np.array(shape, np.int64)], np.zeros(shape, np.float32), attributes=attributes
    )
    (found,) = through_onnx(text, np.float32(2), np.float32(3), np.array(shape, np.int64))
    assert found.shape == shape
    assert ((found >= 2) & (found < 3)).all()


def test_numbers_are_drawn_up_to_the_opset_that_onnxruntime_draws_them_in() -> None:
    with pytest.raises(ExportError, match=r"onnxruntime draws them up to opset 21\n  fix: use opset 21"):
        to_onnx(drawing(np.float32, "UNIFORM", (3,)), opset=22)


def test_flags_between_false_and_true_are_false() -> None:
    program = """func.func @main(%a: tensor<i1>, %b: tensor<i1>) -> tensor<3xi1> {
      %shape = stablehlo.constant dense<3> : tensor<1xi64>
      %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
        : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<3xi1>
      return %0 : tensor<3xi1>
    }"""
    assert through_onnx(program, np.False_, np.True_)[0].tolist() == [False] * 3
