"""Runs programs on XLA CPU, through jaxlib's client and without jax. Lives in a worker process."""

from __future__ import annotations

import importlib.metadata
import os
from collections import OrderedDict
from typing import Any

import numpy as np

from hlogen.conform.oracles.interface import Prepared, prepare
from hlogen.ir import dtype_of
from hlogen.mlir import provider

_MAX_COMPILED = 64  # programs kept compiled, the least recently used ones go first


class XlaExecutor:
    """Compiles a program once and keeps it, so that running it again with other arguments costs nothing more."""

    def __init__(self) -> None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # no greetings on standard error
        os.environ[provider.VARIABLE] = "jaxlib"  # its own bindings write the bytecode that its compiler reads
        from jaxlib import xla_client

        self._bindings = provider.find()
        self._client = xla_client.make_cpu_client(asynchronous=False)
        self._device = self._client.devices()[0]
        self._xla = xla_client
        self._sharding = _sharding_class(xla_client)(self._device)
        self._compiled: OrderedDict[tuple[Any, ...], tuple[Any, Prepared]] = OrderedDict()

    def run(self, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        executable, prepared, arrays = self._compile(program, entry, args)
        buffers = [self._put(array) for _, array in prepared.lower_arguments(arrays)]
        outputs = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
        parts = [
            elements(output[0]).astype(dtype_of(type.element_type), copy=False)
            for output, type in zip(outputs, prepared.result_parts(), strict=True)
        ]
        return prepared.raise_results(parts)

    def version(self) -> dict[str, str]:
        return {"jaxlib": importlib.metadata.version("jaxlib"), "StableHLO": self._bindings.stablehlo_version}

    def _compile(self, program: bytes, entry: str, args: list[Any]) -> tuple[Any, Prepared, list[Any]]:
        bindings = self._bindings
        context = bindings.context()
        prepared, arrays = prepare(bindings, context, program, entry, args)
        key = (program, entry, prepared.arguments)
        if key in self._compiled:
            self._compiled.move_to_end(key)
            executable, _ = self._compiled[key]
            return executable, prepared, arrays
        options = self._xla.CompileOptions()
        text = str(prepared.module)
        executable = self._client.compile_and_load(text, [self._device], options)
        self._compiled[key] = (executable, prepared)
        if len(self._compiled) > _MAX_COMPILED:
            self._compiled.popitem(last=False)
        return executable, prepared, arrays

    def _put(self, array: np.ndarray[Any, Any]) -> Any:
        return self._xla.batched_device_put(
            AbstractValue(array), self._sharding, [array], [self._device], True, True, enable_x64=True
        )


def elements(output: Any) -> np.ndarray[Any, Any]:
    """A copy of an output buffer. Asking NumPy for it fails for bf16 and its like in some versions of jaxlib."""
    elements, _ = output._single_device_array_to_np_array_did_copy()
    return np.array(elements)


class AbstractValue:
    """What jaxlib asks about an array that it is given: jax's abstract value, without jax."""

    weak_type = False
    sharding = None
    memory_space = None

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.shape = array.shape
        self.dtype = array.dtype


def _sharding_class(xla_client: Any) -> Any:
    """One device and its default memory: the answers that jaxlib wants from jax's SingleDeviceSharding."""

    class OneDevice(xla_client.SingleDeviceSharding):  # type: ignore[misc]  # jaxlib has no types
        memory_kind = None

        def __init__(self, device: Any) -> None:
            super().__init__(device)
            self._own_device = device

        # Properties, as they are in jax's class, which is this one's parent once jax is imported too.

        @property
        def device_set(self) -> set[Any]:
            return {self._own_device}

        @property
        def _device_assignment(self) -> tuple[Any, ...]:
            return (self._own_device,)

        def _to_xla_hlo_sharding(self, rank: int) -> Any:
            del rank
            return xla_client.HloSharding.replicate()

    return OneDevice
