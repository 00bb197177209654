"""Random bits (spec: rng_bit_generator).

The specification leaves the bits to the implementation; these are XLA's, bit by bit: Threefry with 2 words of 32 bits
in 20 rounds, and Philox with 4 in 10. DEFAULT is Philox, as it is for XLA on CPU. Elements of 64 bits take 64 bits,
narrower ones the low bits of 32. Floats are the numbers that the bits stand for, converted: the same as XLA, too.

Both algorithms encrypt a counter under a key, so what is generated depends on nothing but its place, and whole
arrays are computed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
import numpy.typing as npt

from hlogen.errors import ExecutionError
from hlogen.ir import FloatType, IntegerType, Operation
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes, anywhere
from interpreter.kernels.convert import converter
from interpreter.kernels.numerics import element_type, is_boolean, unsupported
from interpreter.kernels.registry import Planner, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import enum, tensor_type

Words = npt.NDArray[np.uint32]
Wide = npt.NDArray[np.uint64]

_THREEFRY_PARITY = np.uint32(0x1BD11BDA)
_THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PHILOX_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_PHILOX_KEY_STEPS = (np.uint32(0x9E3779B9), np.uint32(0xBB67AE85))
_PHILOX_ROUNDS = 10
_STATE = IntegerType(64, "unsigned")
_LOW = np.uint64(0xFFFFFFFF)
_HIGH_SHIFT = np.uint64(32)


def memory_of_bits(op: Operation, sizes: Sizes) -> int:
    return 12 * sizes.count(op.results[-1])


@kernel("stablehlo.rng_bit_generator", makes=Makes.ANYTHING, poles=anywhere, memory=memory_of_bits)
def rng_bit_generator(op: Operation, planner: Planner) -> Run:
    output = tensor_type(op.results[1])
    if not output.is_static:
        raise ExecutionError(f"the type {output} of output has dynamic dimensions, so its size isn't known")
    generate = generator(op)
    return lambda initial_state: generate(initial_state, output.static_shape)


def generator(op: Operation) -> Callable[[Wide, Sequence[int]], tuple[Wide, Array]]:
    """What gives the next state, and as many elements of the second result's type as a shape has."""
    algorithm = enum(op, "rng_algorithm")
    if algorithm not in _ALGORITHMS:
        raise ExecutionError(f"rng_algorithm is {algorithm}, expected one of {', '.join(_ALGORITHMS)}")
    sizes, generate = _ALGORITHMS[algorithm]
    if (state := element_type(op.operands[0].type)) != _STATE:
        raise ExecutionError(f"initial_state has elements of {state}, expected {_STATE}")
    type = element_type(op.results[1].type)
    if not isinstance(type, (IntegerType, FloatType)) or is_boolean(type):
        raise unsupported(op, type)
    bits = 64 if type.width == 64 else 32
    mask = np.dtype(f"u{bits // 8}").type((1 << type.width) - 1)
    as_elements = converter(IntegerType(bits, "unsigned"), type)

    def run(initial_state: Wide, shape: Sequence[int]) -> tuple[Wide, Array]:
        if initial_state.shape not in [(size,) for size in sizes]:
            raise ExecutionError(
                f"initial_state has shape {list(initial_state.shape)}; "
                f"{algorithm} needs {' or '.join(f'[{size}]' for size in sizes)}"
            )
        output_state, words = generate(initial_state, shape, bits)
        return output_state, as_elements(words & mask)

    return run


def _three_fry(initial_state: Wide, shape: Sequence[int], bits: int) -> tuple[Wide, Array]:
    """The state is [key, counter]. Each counter gives 64 bits: one element, or two neighbours of 32."""
    key, counter = initial_state
    if bits == 64:
        count = prod(shape)
        return _advanced(initial_state, count), _joined(*_threefry_2x32(key, _counters(counter, count))).reshape(shape)
    axis, half = _halves(shape)
    count = prod(half)
    halves = [words.reshape(half) for words in _threefry_2x32(key, _counters(counter, count))]
    if not shape:
        return _advanced(initial_state, count), halves[0].reshape(())
    both = np.stack(halves, axis + 1).reshape((*half[:axis], 2 * half[axis], *half[axis + 1 :]))
    return _advanced(initial_state, count), both.take(range(shape[axis]), axis)


def _halves(shape: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The dimension along which output is split into two halves, and the shape of a half.

    It is the first one of even size, the first longest one where all are odd.
    """
    if not shape:
        return 0, (1,)
    even = [axis for axis, size in enumerate(shape) if size % 2 == 0]
    axis = even[0] if even else int(np.argmax(shape))
    return axis, (*shape[:axis], (shape[axis] + 1) // 2, *shape[axis + 1 :])


def _threefry_2x32(key: np.uint64, counters: Wide) -> tuple[Words, Words]:
    """Of each counter under one key."""
    return threefry_2x32(*_split(np.asarray(key)), *_split(counters))


def threefry_2x32(key_0: Words, key_1: Words, x: Words, y: Words) -> tuple[Words, Words]:
    """20 rounds of Threefry on 2 words."""
    keys = (key_0, key_1, key_0 ^ key_1 ^ _THREEFRY_PARITY)
    x, y = x + keys[0], y + keys[1]
    for group in range(5):
        for rotation in _THREEFRY_ROTATIONS[group % 2]:
            x = x + y
            y = x ^ (y << np.uint32(rotation) | y >> np.uint32(32 - rotation))
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x, y


def _philox(initial_state: Wide, shape: Sequence[int], bits: int) -> tuple[Wide, Array]:
    """The state is [key, low, high] of a counter of 128 bits, or [key, low], where the key is the high half as well.

    Each counter gives 128 bits, in turn.
    """
    key, low = initial_state[:2]
    high = initial_state[2] if initial_state.size == 3 else key
    size = prod(shape)
    count = -(-size // (128 // bits))
    lows = _counters(low, count)
    words = _philox_4x32(key, lows, high + (lows < low).astype(np.uint64))
    elements = words if bits == 32 else (_joined(*words[:2]), _joined(*words[2:]))
    output_state = _advanced(initial_state, count)
    if initial_state.size == 3 and output_state[1] < low:
        output_state[2] += np.uint64(1)
    return output_state, np.stack(elements, -1).reshape(-1)[:size].reshape(shape)


def _philox_4x32(key: np.uint64, low: Wide, high: Wide) -> tuple[Words, ...]:
    """10 rounds of Philox on 4 words, of each 128-bit counter under one key of 64 bits."""
    x = (*_split(low), *_split(high))
    keys = _split(np.asarray(key))
    for _ in range(_PHILOX_ROUNDS):
        (low_0, high_0), (low_1, high_1) = (
            _split(x[2 * at].astype(np.uint64) * multiplier) for at, multiplier in enumerate(_PHILOX_MULTIPLIERS)
        )
        x = (high_1 ^ x[1] ^ keys[0], low_1, high_0 ^ x[3] ^ keys[1], low_0)
        keys = (keys[0] + _PHILOX_KEY_STEPS[0], keys[1] + _PHILOX_KEY_STEPS[1])
    return x


# The algorithms by name: the sizes that initial_state may have, and what generates bits.
_ALGORITHMS: dict[str, tuple[tuple[int, ...], Callable[[Wide, Sequence[int], int], tuple[Wide, Array]]]] = {
    "DEFAULT": ((2, 3), _philox),
    "PHILOX": ((2, 3), _philox),
    "THREE_FRY": ((2,), _three_fry),
}


def _counters(start: np.uint64, count: int) -> Wide:
    """`count` counters from `start` on; after the largest comes 0."""
    return start + np.arange(count, dtype=np.uint64)


def _advanced(state: Wide, count: int) -> Wide:
    """The state with `count` added to its counter."""
    advanced = state.copy()
    advanced[1] += np.uint64(count)
    return advanced


def _split(words: Wide) -> tuple[Words, Words]:
    """The low and the high halves."""
    return (words & _LOW).astype(np.uint32), (words >> _HIGH_SHIFT).astype(np.uint32)


def _joined(low: Words, high: Words) -> Wide:
    return low.astype(np.uint64) | high.astype(np.uint64) << _HIGH_SHIFT
