"""A program of the corpus as JAX lowers it, and what JAX says of its derivatives and batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from helpers.jax_corpus.program import Array, Program

import hlogen as hl

BATCH = 3


class AgainstJax:
    """The program `module` and all that is compared, with random directions.

    JAX compiles each function as quickly as it can: its time is spent there.
    """

    def __init__(self, program: Program, dtype: Any = np.float64) -> None:
        self.function = program.reference or program.function
        self.arguments = [_as_precise(x, dtype) for x in program.arguments()]
        lowered = jax.jit(program.function, keep_unused=True).lower(*self.arguments)
        self.module = hl.parse(lowered.as_text())
        self.wrt = [number for number, x in enumerate(self.arguments) if _has_tangents(x)]
        results = jax.tree.leaves(lowered.out_info)
        self.active = [number for number, x in enumerate(results) if _has_tangents(x)]
        rng = np.random.default_rng(len(self.arguments))
        self.tangents = [_direction(rng, self.arguments[number]) for number in self.wrt]
        self.cotangents = [_direction(rng, results[number]) for number in self.active]
        self.second = [_direction(rng, x) for x in (*self.tangents, *self.cotangents)]
        self.batched = _stacked([[_as_precise(x, dtype) for x in program.arguments(n)] for n in range(BATCH)])
        self.batched_cotangents = _stacked([[_direction(rng, x) for x in self.cotangents] for _ in range(BATCH)])
        # Every second argument alone: operations then meet a batched operand beside one that isn't.
        self.some_axes = [0 if number % 2 == len(self.arguments) % 2 else None for number in range(len(self.arguments))]
        if not any(axis == 0 for axis in self.some_axes):
            self.some_axes[0] = 0

    @property
    def wrt_of_vjp(self) -> list[int]:
        """What hl.vjp(module) takes that has tangents."""
        count = len(self.arguments)
        return [*self.wrt, *range(count, count + len(self.cotangents))]

    def some_batched(self) -> list[Array]:
        return [
            many if axis == 0 else one
            for one, many, axis in zip(self.arguments, self.batched, self.some_axes, strict=True)
        ]

    # What JAX says

    def results(self, *arguments: Any) -> list[Any]:
        return jax.tree.leaves(self.function(*arguments))

    def vjp(self, arguments: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        """The results, and a gradient per argument of floats."""
        _, pull, rest = jax.vjp(self._of_floats(arguments), *self._floats(arguments), has_aux=True)
        return [*rest, *pull(list(cotangents))]

    def jvp(self, arguments: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        _, outgoing, rest = jax.jvp(self._of_floats(arguments), self._floats(arguments), list(tangents), has_aux=True)
        return [*rest, *outgoing]

    def jvp_of_vjp(self, arguments: Sequence[Any], cotangents: Sequence[Any], second: Sequence[Any]) -> list[Any]:
        """All that `vjp` returns, then a tangent for each of it that has floats."""

        def pulled_back(floats: Sequence[Any], cotangents: Sequence[Any]) -> tuple[list[Any], list[Any]]:
            whole = self.vjp(self._merged(arguments, floats), cotangents)
            return [x for x in whole if _has_tangents(x)], whole

        primals = (self._floats(arguments), list(cotangents))
        tangents = (list(second[: len(self.wrt)]), list(second[len(self.wrt) :]))
        _, outgoing, whole = jax.jvp(pulled_back, primals, tangents, has_aux=True)
        return [*whole, *outgoing]

    def _of_floats(self, arguments: Sequence[Any]) -> Callable[..., tuple[list[Any], list[Any]]]:
        """The function of the floats alone that returns its results of floats, and all results beside."""

        def function(*floats: Any) -> tuple[list[Any], list[Any]]:
            leaves = self.results(*self._merged(arguments, floats))
            return [leaves[number] for number in self.active], leaves

        return function

    def _floats(self, arguments: Sequence[Any]) -> list[Any]:
        return [arguments[number] for number in self.wrt]

    def _merged(self, arguments: Sequence[Any], floats: Sequence[Any]) -> list[Any]:
        merged = list(arguments)
        for number, value in zip(self.wrt, floats, strict=True):
            merged[number] = value
        return merged


def _has_tangents(value: Any) -> bool:
    return np.issubdtype(np.dtype(value.dtype), np.inexact)


def _as_precise(value: Array, dtype: Any) -> Array:
    """Floats as `dtype` (complex numbers of that precision), the others as they are."""
    if not _has_tangents(value):
        return value
    return value.astype(np.result_type(dtype, np.complex64) if np.iscomplexobj(value) else dtype)


def _direction(rng: np.random.Generator, like: Any) -> Array:
    value = rng.normal(size=like.shape)
    if np.issubdtype(np.dtype(like.dtype), np.complexfloating):
        value = value + 1j * rng.normal(size=like.shape)
    return np.asarray(value).astype(like.dtype)


def _stacked(examples: Sequence[Sequence[Array]]) -> list[Array]:
    return [np.stack(values) for values in zip(*examples, strict=True)]
