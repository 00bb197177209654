"""How a derivative is held against what it should be: central differences, and jvp and vjp against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import hlogen as hl
import interpreter
from hlogen.ir import ComplexType, FloatType, TensorType, dtype_of

Array = npt.NDArray[Any]
Example = tuple[hl.Function, Sequence[Array]]


@dataclass(frozen=True)
class Row:
    """One rule's proof: `sampler(rng, element_type)` draws a function around the operation and its inputs.

    `order` is how often the derivative is taken (2: the gradient's own derivative too), `samples` how many examples
    are drawn; `tolerance` is relative to the largest value, for f64 (wider ones follow from the element type). With
    `processes` the function runs on a grid, and its inputs have those of each replica along a first dimension.
    """

    op: str
    sampler: Callable[[np.random.Generator, str], Example]
    element_types: tuple[str, ...] = ("f64",)
    order: int = 2
    samples: int = 3
    tolerance: float = 1e-6
    wrt: tuple[int, ...] | None = None
    processes: int = 0


def check(
    function: Any,
    inputs: Sequence[Array],
    *,
    order: int = 2,
    tolerance: float = 1e-6,
    wrt: Any = None,
    run: Callable[..., Sequence[Array]] = interpreter.run,
) -> None:
    """The derivatives of `function` at `inputs` are right, up to `order`, to `tolerance` of the largest value."""
    rng = np.random.default_rng(len(str(function.type)))
    numbers = list(wrt) if wrt is not None else floats(function.type.inputs)
    tangents = [direction(rng, inputs[number]) for number in numbers]
    forward, backward = hl.jvp(function, wrt=numbers), hl.vjp(function, wrt=numbers)
    hold_types(function, forward, backward, numbers)
    results = run(function, *inputs)
    out = floats(function.type.results)
    pushed = run(forward, *inputs, *tangents)
    same(pushed[: len(results)], results, tolerance)
    outgoing = pushed[len(results) :]
    same(outgoing, difference(function, inputs, numbers, tangents, out, run), tolerance)
    cotangents = [direction(rng, results[number]) for number in out]
    pulled = run(backward, *inputs, *cotangents)
    same(pulled[: len(results)], results, tolerance)
    dual(cotangents, outgoing, pulled[len(results) :], tangents, tolerance)
    if order > 1:
        check(backward, [*inputs, *cotangents], order=order - 1, tolerance=tolerance * 10, wrt=numbers, run=run)


def agree(
    function: Any,
    inputs: Sequence[Array],
    *,
    tolerance: float = 1e-6,
    wrt: Any = None,
    run: Callable[..., Sequence[Array]] = interpreter.run,
) -> None:
    """jvp and vjp of `function` at `inputs` are transposes of each other."""
    rng = np.random.default_rng(len(str(function.type)))
    numbers = list(wrt) if wrt is not None else floats(function.type.inputs)
    tangents = [direction(rng, inputs[number]) for number in numbers]
    forward, backward = hl.jvp(function, wrt=numbers), hl.vjp(function, wrt=numbers)
    hold_types(function, forward, backward, numbers)
    outgoing = run(forward, *inputs, *tangents)[len(function.type.results) :]
    cotangents = [direction(rng, tangent) for tangent in outgoing]
    gradients = run(backward, *inputs, *cotangents)[len(function.type.results) :]
    dual(cotangents, outgoing, gradients, tangents, tolerance)


def hold_types(function: Any, forward: Any, backward: Any, numbers: Sequence[int]) -> None:
    """A tangent has the type of its result, a gradient that of its argument."""
    given, results = function.type.inputs, function.type.results
    assert list(forward.type.results) == [*results, *(results[number] for number in floats(results))]
    assert list(backward.type.results) == [*results, *(given[number] for number in numbers)]


def floats(types: Sequence[TensorType]) -> list[int]:
    """The numbers of the types that have tangents."""
    return [n for n, type in enumerate(types) if isinstance(type.element_type, (FloatType, ComplexType))]


def direction(rng: np.random.Generator, like: Array) -> Array:
    """A random tangent or cotangent of the type of `like`."""
    value = rng.normal(size=like.shape)
    if np.iscomplexobj(like):
        value = value + 1j * rng.normal(size=like.shape)
    return np.asarray(value).astype(like.dtype)


def on_grid(replicas: int, partitions: int = 1) -> Callable[..., Sequence[Array]]:
    """Runs a program on a grid. Arguments and results have those of each process along a first dimension."""

    def run(function: Any, *stacked: Array) -> Sequence[Array]:
        arguments = [tuple(np.asarray(array)[at] for array in stacked) for at in range(replicas * partitions)]
        results = interpreter.run_parallel(function, arguments, replicas, partitions)
        return [np.stack(parts) for parts in zip(*results, strict=True)]

    return run


def difference(
    function: Any,
    inputs: Sequence[Array],
    numbers: Sequence[int],
    tangents: Sequence[Array],
    out: Sequence[int],
    run: Callable[..., Sequence[Array]] = interpreter.run,
) -> list[Array]:
    """The central difference quotients of the results `out` along `tangents`, of the fourth order, in f64."""
    step = 1e-3 if all(np.asarray(x).dtype in (np.float64, np.complex128) for x in tangents) else 1e-1
    moved = []
    for factor in (-2, -1, 1, 2):
        shifted = list(inputs)
        for number, tangent in zip(numbers, tangents, strict=True):
            shifted[number] = (inputs[number] + factor * step * tangent).astype(inputs[number].dtype)
        moved.append(run(function, *shifted))
    wide = [[np.asarray(r[n]).astype(np.result_type(np.float64, np.asarray(r[n]).dtype)) for n in out] for r in moved]
    return [(a - 8 * b + 8 * c - d) / (12 * step) for a, b, c, d in zip(*wide, strict=True)]


def dual(cotangents: Any, outgoing: Any, gradients: Any, tangents: Any, tolerance: float) -> None:
    """<cotangents, J tangents> = <transpose(J) cotangents, tangents>, real parts."""
    left, right = _inner(cotangents, outgoing), _inner(gradients, tangents)
    size = sum(float(np.abs(np.asarray(a) * np.asarray(b)).sum()) for a, b in zip(cotangents, outgoing, strict=True))
    assert abs(left - right) <= max(tolerance * 1e-3, 1e-12) * max(1.0, size), (left, right)


def same(actual: Sequence[Array], expected: Sequence[Array], tolerance: float) -> None:
    assert len(actual) == len(expected)
    for got, wanted in zip(actual, expected, strict=True):
        scale = max(1.0, float(np.abs(np.asarray(wanted)).max(initial=0)))
        np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance * scale)


def normal(rng: np.random.Generator, shape: Sequence[int], element_type: str) -> Array:
    """Random values of an element type."""
    value = rng.normal(size=tuple(shape))
    if element_type.startswith("complex"):
        value = value + 1j * rng.normal(size=tuple(shape))
    return np.asarray(value).astype(dtype_of(hl.tensor(element_type).element_type))


def in_turn(rng: np.random.Generator, choices: Sequence[Any], every: int = 1) -> Any:
    """Of what few examples have to go through all: one after the other by the seed, each for `every` seeds.

    The first numbers that generators of seeds 0, 1, 2, ... draw are much alike: of three none of seeds 0 to 7 draws 0.
    """
    sequence = rng.bit_generator.seed_seq
    assert isinstance(sequence, np.random.SeedSequence)
    assert isinstance(sequence.entropy, int)
    return choices[sequence.entropy // every % len(choices)]


def distinct(rng: np.random.Generator, shape: Sequence[int], element_type: str) -> Array:
    """Random values at least 0.1 apart, for what has kinks where values are equal."""
    count = int(np.prod(tuple(shape)))
    value = (rng.permutation(count) - count / 2 + 0.25) * 0.1
    return value.reshape(tuple(shape)).astype(dtype_of(hl.tensor(element_type).element_type))


def _inner(first: Any, second: Any) -> float:
    return float(sum(np.real(np.sum(np.asarray(a) * np.asarray(b))) for a, b in zip(first, second, strict=True)))
