"""Random numbers and bits.

The specification leaves both to the implementation. Bits are those of the interpreter and of XLA, so that programs
that make keys of them and numbers of keys, as JAX's do, give the same as elsewhere; DEFAULT is Philox. Numbers are
drawn by ONNX's own generators, and differ from run to run; onnxruntime begins anew with each session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from hlogen.builder.elementwise import (
    add,
    and_,
    compare,
    convert,
    floor,
    maximum,
    minimum,
    multiply,
    or_,
    shift_left,
    shift_right_logical,
    subtract,
    xor,
)
from hlogen.builder.emit import emit_constant, emit_one
from hlogen.builder.shape import broadcast_in_dim, concatenate, iota, reshape
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.errors import UsageError
from hlogen.export.onnx.plain.registry import definition
from hlogen.ir import EnumAttr, FloatType, IntegerType, Operation, TensorType
from hlogen.ir.types import is_boolean

_U32, _U64 = IntegerType(32, "unsigned"), IntegerType(64, "unsigned")
_F64 = FloatType("f64")

_THREEFRY_PARITY = 0x1BD11BDA
_THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PHILOX_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_PHILOX_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_PHILOX_ROUNDS = 10

Words = tuple[Tensor, ...]


@definition("stablehlo.rng")
def rng(op: Operation, a: Tensor, b: Tensor, shape: Tensor) -> tuple[Tensor]:
    """From [a, b) or with mean a and standard deviation b; in f64, and rounded once."""
    type, distribution = op.result.type, op.attributes["rng_distribution"]
    assert isinstance(type, TensorType)
    assert isinstance(distribution, EnumAttr)
    low, high = (broadcast_in_dim(x, type.static_shape, broadcast_dimensions=[]) for x in (a, b))
    if is_boolean(type.element_type):  # there is only [false, true), which has one element
        return (low,)
    drawn = emit_one("hlogen:drawn", (), {"distribution": distribution}, result_type=type.with_element_type(_F64))
    wide_low, wide_high = convert(low, _F64), convert(high, _F64)
    if distribution.value == "NORMAL":
        return (convert(add(wide_low, multiply(drawn, wide_high)), type.element_type),)
    spread = multiply(drawn, subtract(wide_high, wide_low))
    if isinstance(type.element_type, FloatType):
        found = convert(add(wide_low, spread), type.element_type)
        last = emit_one("chlo.next_after", [high, low], result_type=type)
    else:
        places = add(convert(low, _U64), convert(floor(spread), _U64))  # which wrap, and so back
        found = convert(places, type.element_type)
        last = subtract(high, emit_constant(1, type.element_type, type.shape))
    return (minimum(maximum(found, low), last),)  # `b` itself is only ever reached by rounding


@definition("stablehlo.rng_bit_generator")
def rng_bit_generator(op: Operation, initial_state: Tensor) -> tuple[Tensor, Tensor]:
    """Elements of 64 bits take 64 bits, narrower ones the low bits of 32."""
    algorithm, output = op.attributes["rng_algorithm"], op.results[1].type
    assert isinstance(algorithm, EnumAttr)
    assert isinstance(output, TensorType)
    type = output.element_type
    if not isinstance(type, (IntegerType, FloatType)) or is_boolean(type):
        raise UsageError(f"random bits as {type} aren't defined")
    is_wide = type.width == 64
    generate = _three_fry if algorithm.value == "THREE_FRY" else _philox
    allowed = (2,) if algorithm.value == "THREE_FRY" else (2, 3)
    (size,) = initial_state.type.static_shape
    if size not in allowed or initial_state.element_type != _U64:
        wanted = " or ".join(f"{count}xui64" for count in allowed)
        raise UsageError(f"initial_state is {initial_state.type}; {algorithm.value} takes {wanted}")
    if not output.size:
        return initial_state, emit_constant(0, type, output.shape)
    state, words = generate(initial_state, output.static_shape, is_wide)
    if type.width < 32:
        words = and_(words, emit_constant((1 << type.width) - 1, _U32, words.shape))
    return state, words if words.element_type == type else convert(words, type)


def _three_fry(state: Tensor, shape: Sequence[int], is_wide: bool) -> tuple[Tensor, Tensor]:
    """The state is [key, counter]. Each counter gives 64 bits: one element, or two of 32, one in each half of output.

    The halves lie along the first dimension of even size, the first longest one where all are odd.
    """
    key, counter = _elements(state)
    if is_wide:
        count = prod(shape)
        words = _joined(*_threefry_2x32(key, _counters(counter, count)))
        return _advanced(state, count), reshape(words, shape)
    if not shape:
        first, _ = _threefry_2x32(key, _counters(counter, 1))
        return _advanced(state, 1), reshape(first, ())
    even = [axis for axis, size in enumerate(shape) if size % 2 == 0]
    axis = even[0] if even else int(np.argmax(shape))
    half = (*shape[:axis], (shape[axis] + 1) // 2, *shape[axis + 1 :])
    count = prod(half)
    split = (*half[: axis + 1], 1, *half[axis + 1 :])
    halves = [reshape(words, split) for words in _threefry_2x32(key, _counters(counter, count))]
    both = reshape(concatenate(halves, dimension=axis + 1), (*half[:axis], 2 * half[axis], *half[axis + 1 :]))
    return _advanced(state, count), _first(both, shape)


def _threefry_2x32(key: Tensor, counters: Tensor) -> Words:
    """20 rounds of Threefry on 2 words, of each counter under one key."""
    key_0, key_1 = _split(key)
    keys = (key_0, key_1, xor(xor(key_0, key_1), emit_constant(_THREEFRY_PARITY, _U32, key_0.shape)))
    low, high = _split(counters)
    x, y = add(low, _like(keys[0], low)), add(high, _like(keys[1], high))
    for group in range(5):
        for rotation in _THREEFRY_ROTATIONS[group % 2]:
            x = add(x, y)
            y = xor(x, or_(_moved(shift_left, y, rotation), _moved(shift_right_logical, y, 32 - rotation)))
        x = add(x, _like(keys[(group + 1) % 3], x))
        y = add(y, _like(_plus(keys[(group + 2) % 3], group + 1), y))
    return x, y


def _philox(state: Tensor, shape: Sequence[int], is_wide: bool) -> tuple[Tensor, Tensor]:
    """The state is [key, low, high] of a counter of 128 bits, or [key, low], where the key is the high half as well.

    Each counter gives 128 bits, in turn.
    """
    key, low, *rest = _elements(state)
    high = rest[0] if rest else key
    size, per_counter = prod(shape), 2 if is_wide else 4
    count = -(-size // per_counter)
    lows = _counters(low, count)
    carried = convert(compare(lows, _like(low, lows), "LT"), _U64)
    words = _philox_4x32(key, lows, add(_like(high, lows), carried))
    elements = words if not is_wide else (_joined(*words[:2]), _joined(*words[2:]))
    columns = concatenate([reshape(column, (count, 1)) for column in elements], dimension=1)
    flat = _first(reshape(columns, (count * per_counter,)), (size,))
    advanced = _advanced(state, count)
    if rest:
        carry = convert(compare(_elements(advanced)[1], low, "LT"), _U64)
        nothing = emit_constant(np.zeros(2, np.uint64))
        advanced = add(advanced, concatenate([nothing, carry], dimension=0))
    return advanced, reshape(flat, shape)


def _philox_4x32(key: Tensor, low: Tensor, high: Tensor) -> Words:
    """10 rounds of Philox on 4 words, of each 128-bit counter under one key of 64 bits."""
    x: Words = (*_split(low), *_split(high))
    keys = _split(key)
    for _ in range(_PHILOX_ROUNDS):
        (low_0, high_0), (low_1, high_1) = (
            _split(multiply(convert(x[2 * at], _U64), emit_constant(multiplier, _U64, x[0].shape)))
            for at, multiplier in enumerate(_PHILOX_MULTIPLIERS)
        )
        x = (
            xor(xor(high_1, x[1]), _like(keys[0], high_1)),
            low_1,
            xor(xor(high_0, x[3]), _like(keys[1], high_0)),
            low_0,
        )
        keys = (_plus(keys[0], _PHILOX_KEY_STEPS[0]), _plus(keys[1], _PHILOX_KEY_STEPS[1]))
    return x


def _elements(state: Tensor) -> list[Tensor]:
    """The elements, as tensors of one."""
    (size,) = state.type.static_shape
    return [sliced(state, start_indices=[at], limit_indices=[at + 1]) for at in range(size)]


def _counters(start: Tensor, count: int) -> Tensor:
    """`count` counters from `start` on; after the largest comes 0."""
    steps = iota(TensorType((count,), _U64))
    return add(_like(start, steps), steps)


def _advanced(state: Tensor, count: int) -> Tensor:
    """The state with `count` added to its counter."""
    (size,) = state.type.static_shape
    return add(state, emit_constant(np.array([0, count, 0][:size], np.uint64)))


def _split(words: Tensor) -> Words:
    """The low and the high halves."""
    return convert(and_(words, emit_constant(0xFFFFFFFF, _U64, words.shape)), _U32), convert(
        _moved(shift_right_logical, words, 32), _U32
    )


def _joined(low: Tensor, high: Tensor) -> Tensor:
    return or_(convert(low, _U64), _moved(shift_left, convert(high, _U64), 32))


def _moved(shift: Callable[[Tensor, Tensor], Tensor], words: Tensor, places: int) -> Tensor:
    return shift(words, emit_constant(places, words.element_type, words.shape))


def _plus(word: Tensor, value: int) -> Tensor:
    return add(word, emit_constant(value, word.element_type, word.shape))


def _like(word: Tensor, words: Tensor) -> Tensor:
    """A tensor of one element, repeated."""
    return broadcast_in_dim(word, words.type.static_shape, broadcast_dimensions=[0])


def _first(x: Tensor, shape: Sequence[int]) -> Tensor:
    if x.shape == tuple(shape):
        return x
    return sliced(x, start_indices=[0] * len(shape), limit_indices=shape)
