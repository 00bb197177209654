"""Runs programs on XLA CPU, through jaxlib's client and without jax."""

from __future__ import annotations

import importlib.metadata
import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from hlogen.backends.protocol import Signature
from hlogen.backends.registry import adapter
from hlogen.errors import UsageError
from hlogen.ir import dtype_of
from hlogen.mlir import provider

# Custom calls that have an address in them, as text writes them.
_BY_ADDRESS = re.compile(r'(?:custom_call @|call_target_name = ")(xla_(?:ffi_)?(?:partitioned_)?python_\w*callback)')


@adapter("xla", what="XLA CPU, from jaxlib")
class Xla:
    """Keeps a client with one device; what is compiled are XLA's executables."""

    def __init__(self) -> None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # no greetings on standard error
        os.environ[provider.VARIABLE] = "jaxlib"  # its own bindings write the bytecode that its compiler reads
        from jaxlib import xla_client

        self._client = self.client(xla_client)
        self._device = self._client.devices()[0]
        self._xla = xla_client
        self._sharding = sharding_class(xla_client)([self._device], xla_client.HloSharding.replicate())

    def client(self, xla_client: Any) -> Any:
        """The client of the platform that programs run on."""
        return xla_client.make_cpu_client(asynchronous=False)

    def compile(self, program: str, signature: Signature) -> tuple[Any, Signature]:
        refuse_addresses(program)
        return self._client.compile_and_load(program, [self._device], self._xla.CompileOptions()), signature

    def run(self, compiled: tuple[Any, Signature], arguments: list[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        executable, signature = compiled
        buffers = [self._put(array) for array in arguments]
        outputs = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
        return [
            elements(output[0]).astype(dtype_of(type.element_type), copy=False)
            for output, type in zip(outputs, signature.results, strict=True)
        ]

    def version(self) -> dict[str, str]:
        return {"jaxlib": importlib.metadata.version("jaxlib"), "StableHLO": provider.find().stablehlo_version}

    def _put(self, array: np.ndarray[Any, Any]) -> Any:
        return self._xla.batched_device_put(
            AbstractValue(array), self._sharding, [array], [self._device], True, True, enable_x64=True
        )


def refuse_addresses(text: str) -> None:
    """UsageError for a program that calls functions of Python: it holds their addresses, to which XLA would jump."""
    if (found := _BY_ADDRESS.search(text)) is not None:
        raise UsageError(
            f"the program has a custom call of @{found[1]}, which is a function of Python by its address in the "
            "process that wrote the program; here XLA would jump to whatever stands there\n"
            "  fix: export it without jax.pure_callback, io_callback and jax.debug.print"
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


@cache
def sharding_class(xla_client: Any) -> Any:
    """The answers that jaxlib wants from jax's GSPMDSharding: devices, and how XLA splits arrays over them."""

    class OverDevices(xla_client.GSPMDSharding):  # type: ignore[misc]  # jaxlib has no types
        memory_kind = None

        def __init__(self, devices: Sequence[Any], sharding: Any) -> None:
            super().__init__(tuple(devices), sharding)
            self._own_devices = tuple(devices)
            self._own_sharding = sharding

        # Properties, as they are in jax's class, which is this one's parent once jax is imported too.

        @property
        def device_set(self) -> set[Any]:
            return set(self._own_devices)

        @property
        def _device_assignment(self) -> tuple[Any, ...]:
            return self._own_devices

        def _to_xla_hlo_sharding(self, rank: int) -> Any:
            del rank
            return self._own_sharding

    return OverDevices
