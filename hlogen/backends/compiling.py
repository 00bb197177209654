"""What executors share that compile a program: a program that runs again is neither read nor compiled again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from hlogen.backends.entry import Prepared, Signature, prepare
from hlogen.ir import TensorType
from hlogen.mlir.provider import Bindings

CompiledT = TypeVar("CompiledT")
ValueT = TypeVar("ValueT")

_MOST_COMPILED = 64


class Recent(Generic[ValueT]):
    """Values that took long to make, by key; of more than `most`, the least recently used go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, ValueT] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], ValueT]) -> ValueT:
        """The value of `key`, made where it isn't there; where that fails, it is tried again the next time."""
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        self._values.move_to_end(key)
        return self._values[key]


class CompilingExecutor(ABC, Generic[CompiledT]):
    """An Executor of two steps: compile a prepared program, execute what that gave on arrays."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._recent: Recent[tuple[Signature, CompiledT]] = Recent(_MOST_COMPILED)

    def run(self, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        def make() -> tuple[Signature, CompiledT]:
            prepared = prepare(self._bindings, self._bindings.context(), program, entry, args)
            return prepared.signature, self.compile(prepared)

        # The arguments' shapes refine dynamic types, and arguments that don't fit have to be told so.
        signature, compiled = self._recent.get((program, entry, *map(_kind, args)), make)
        inputs = signature.lower_arguments(signature.checked(args))
        return signature.raise_results(self.execute(compiled, inputs, signature.result_parts()))

    @abstractmethod
    def compile(self, prepared: Prepared) -> CompiledT:
        """What is kept to execute the program's ``@main``, without the module."""

    @abstractmethod
    def execute(
        self, compiled: CompiledT, inputs: Sequence[np.ndarray[Any, Any]], results: Sequence[TensorType]
    ) -> list[np.ndarray[Any, Any]]:
        """What ``@main`` gives for these arrays: an array of each of the types `results`."""


def _kind(argument: Any) -> Hashable:
    if isinstance(argument, (np.ndarray, np.generic)):
        return argument.dtype, argument.shape
    return type(argument).__name__
