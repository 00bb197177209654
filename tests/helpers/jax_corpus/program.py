"""What a program of the corpus is: a JAX function, and how its arguments are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Sampler = Callable[[np.random.Generator], Array]


@dataclass(frozen=True)
class Program:
    """A function of JAX and its arguments.

    `is_quick`: among those checked by default. `reference`: the same function written such that JAX derives and batches
    it, where JAX refuses `function`. `no_reverse`: JAX has forward mode alone. `tolerance` is relative.
    """

    function: Callable[..., Any]
    samplers: tuple[Sampler, ...]
    is_quick: bool = False
    reference: Callable[..., Any] | None = None
    no_reverse: bool = False
    tolerance: float = 1e-9

    @property
    def name(self) -> str:
        return self.function.__name__

    def arguments(self, example: int = 0) -> list[Array]:
        rng = np.random.default_rng([crc32(self.name.encode()), example])
        return [sampler(rng) for sampler in self.samplers]


PROGRAMS: list[Program] = []


def program(*samplers: Sampler, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Puts the decorated function into the corpus."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS.append(Program(function, samplers, **options))
        return function

    return register


def quick(*samplers: Sampler, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """As `program`, checked by default."""
    return program(*samplers, is_quick=True, **options)


def normal(*shape: int, scale: float = 1.0) -> Sampler:
    return lambda rng: np.asarray(rng.normal(size=shape) * scale)


def between(low: float, high: float, *shape: int) -> Sampler:
    return lambda rng: np.asarray(rng.uniform(low, high, shape))


def positive(*shape: int) -> Sampler:
    return between(0.3, 2.0, *shape)


def distinct(*shape: int) -> Sampler:
    """Values at least 0.1 apart, in any order."""
    count = int(np.prod(shape))
    return lambda rng: ((rng.permutation(count) - count / 2 + 0.25) * 0.1).reshape(shape)


def tied(*shape: int) -> Sampler:
    """Few different values."""
    return lambda rng: rng.integers(-1, 2, shape) * 0.5


def imaginary(*shape: int) -> Sampler:
    """Complex numbers."""
    return lambda rng: np.asarray(rng.normal(size=shape) + 1j * rng.normal(size=shape))


def integers(low: int, high: int, *shape: int, dtype: Any = np.int64) -> Sampler:
    """Integers from `low` up to but without `high`."""
    return lambda rng: np.asarray(rng.integers(low, high, shape)).astype(dtype)


def permuted(size: int) -> Sampler:
    return lambda rng: rng.permutation(size)


def booleans(*shape: int) -> Sampler:
    return lambda rng: np.asarray(rng.integers(0, 2, shape)).astype(bool)
