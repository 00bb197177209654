"""Functions of JAX, lowered and then derived and batched by hlogen, against what JAX makes of the same function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

import hlogen as hl
import interpreter


@contextmanager
def wide_numbers(jax: Any) -> Iterator[None]:
    """64-bit numbers inside the `with`, which JAX otherwise makes 32-bit ones."""
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    try:
        yield
    finally:
        jax.config.update("jax_enable_x64", before)


def lowered(jax: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    """What JAX lowers `function` to."""
    return hl.parse(jax.jit(function, keep_unused=True).lower(*arguments).as_text())


def hold_derivatives(
    jax: Any,
    function: Callable[..., Any],
    arguments: Sequence[Any],
    *,
    order: int = 2,
    tolerance: float = 1e-10,
    on: str = "interpreter",
) -> None:
    """jvp and vjp, and forward over reverse where `order` is 2, of a function.

    What JAX makes of it runs on the interpreter, or compiled (`on` is "xla"), which takes longer.
    """
    program = lowered(jax, function, *arguments)
    count = len(arguments)
    tangents = directions(_floats(jax, arguments))

    def pushed(*values: Any) -> Any:
        given = iter(values[count:])
        outgoing = jax.jvp(function, values[:count], tuple(_tangent(jax, value, given) for value in values[:count]))
        return [outgoing[0], _floats(jax, outgoing[1])]

    inputs = (*arguments, *tangents)
    agree(interpreter.run(hl.jvp(program), *inputs), evaluated(jax, pushed, inputs, on), tolerance)
    results = jax.tree.leaves(jax.eval_shape(function, *arguments))
    cotangents = directions(_floats(jax, results), seed=2)

    def pulled(*values: Any) -> Any:
        given = iter(values[count:])
        there, pull = jax.vjp(function, *values[:count])
        leaves, tree = jax.tree.flatten(there)
        filled = [_tangent(jax, leaf, given) for leaf in leaves]
        return [leaves, _floats(jax, pull(jax.tree.unflatten(tree, filled)))]

    inputs = (*arguments, *cotangents)
    backward = hl.vjp(program)
    agree(interpreter.run(backward, *inputs), evaluated(jax, pulled, inputs, on), tolerance)
    if order < 2:
        return
    second = directions(_floats(jax, inputs), seed=3)

    def pushed_again(*values: Any) -> Any:
        given = iter(values[len(inputs) :])
        directed = tuple(_tangent(jax, value, given) for value in inputs)
        there, outgoing = jax.jvp(pulled, values[: len(inputs)], directed)
        return [there, _floats(jax, outgoing)]

    inputs_again = (*inputs, *second)
    agree(interpreter.run(hl.jvp(backward), *inputs_again), evaluated(jax, pushed_again, inputs_again, on), tolerance)


def hold_batches(
    jax: Any,
    function: Callable[..., Any],
    arguments: Sequence[Any],
    axes: Sequence[int | None],
    *,
    tolerance: float = 1e-10,
    on: str = "interpreter",
) -> None:
    """vmap; of each argument in `axes` the batch has the argument and others like it."""
    rng = np.random.default_rng(4)
    batch = [
        value if axis is None else np.stack([value, *(_permuted(rng, value) for _ in range(2))], axis)
        for value, axis in zip(arguments, axes, strict=True)
    ]
    mapped = hl.vmap(lowered(jax, function, *arguments), tuple(axes), axis_size=3)
    agree(interpreter.run(mapped, *batch), evaluated(jax, jax.vmap(function, tuple(axes)), batch, on), tolerance)


def evaluated(jax: Any, function: Callable[..., Any], arguments: Sequence[Any], on: str) -> list[Any]:
    """The leaves of what a function of JAX gives."""
    if on == "interpreter":
        return list(interpreter.run(lowered(jax, function, *arguments), *arguments))
    assert on == "xla"
    return jax.tree.leaves(jax.jit(function)(*arguments))


def pushed_forward(jax: Any, function: Callable[..., Any], arguments: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """What JAX's jvp gives, compiled: the results, and their tangents."""
    return jax.jit(lambda *given: jax.jvp(function, *given))(tuple(arguments), tuple(tangents))


def pulled_back(jax: Any, function: Callable[..., Any], arguments: Sequence[Any], cotangents: Any) -> tuple[Any, Any]:
    """What JAX's vjp gives, compiled: the results, and a gradient of each argument. `cotangents` are as the results."""

    def both(arguments: Sequence[Any], cotangents: Any) -> Any:
        results, pull = jax.vjp(function, *arguments)
        return results, pull(cotangents)

    return jax.jit(both)(tuple(arguments), cotangents)


def both_ways(
    jax: Any, function: Callable[..., Any], arguments: Sequence[Any], tangents: Sequence[Any], cotangents: Any
) -> tuple[Any, Any, Any]:
    """The results, their tangents and the gradients that JAX gives, all of one program."""

    def both(arguments: Sequence[Any], tangents: Sequence[Any], cotangents: Any) -> Any:
        results, outgoing = jax.jvp(function, arguments, tangents)
        return results, outgoing, jax.vjp(function, *arguments)[1](cotangents)

    return jax.jit(both)(tuple(arguments), tuple(tangents), cotangents)


def agree(actual: Sequence[Any], expected: Sequence[Any], tolerance: float) -> None:
    assert len(actual) == len(expected)
    for got, want in zip(actual, expected, strict=True):
        assert got.dtype == want.dtype
        assert got.shape == want.shape
        wide = np.result_type(np.complex128 if got.dtype.kind == "c" else np.float64)
        wanted = np.asarray(want).astype(wide)
        finite = np.abs(wanted[np.isfinite(wanted)])
        np.testing.assert_allclose(
            np.asarray(got).astype(wide), wanted, rtol=tolerance, atol=tolerance * max(1.0, finite.max(initial=0))
        )


def directions(values: Sequence[Any], seed: int = 1) -> list[Any]:
    """A random tangent or cotangent for each value."""
    rng = np.random.default_rng(seed)
    drawn = [rng.normal(size=value.shape) * (1 + 0.5j if value.dtype.kind == "c" else 1) for value in values]
    return [np.asarray(array).astype(value.dtype) for array, value in zip(drawn, values, strict=True)]


def _floats(jax: Any, tree: Any) -> list[Any]:
    """The leaves that have derivatives."""
    return [leaf for leaf in jax.tree.leaves(tree) if jax.numpy.issubdtype(leaf.dtype, jax.numpy.inexact)]


def _tangent(jax: Any, value: Any, given: Iterator[Any]) -> Any:
    """The next of the given tangents, or what JAX has for integers."""
    if _floats(jax, [value]):
        return next(given)
    return np.zeros(value.shape, jax.dtypes.float0)


def _permuted(rng: np.random.Generator, value: Any) -> Any:
    array = np.array(value)
    if not array.ndim:
        return np.asarray(array + rng.normal()).astype(array.dtype)
    return rng.permutation(array.reshape(-1)).reshape(array.shape)
