"""Partitions programs with XLA and runs them on host devices, without jax. Lives in a worker process."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.backends.adapters.xla import AbstractValue, elements, refuse_addresses, sharding_class
from hlogen.backends.entry import EntryTypes, prepare
from hlogen.backends.recent import Recent
from hlogen.ir import TensorType, dtype_of
from hlogen.mlir import provider

_MOST_COMPILED = 32

# Which part of a whole array each device has.
Places = list[tuple[slice, ...]]


@dataclass(frozen=True)
class _Compiled:
    executable: Any
    types: EntryTypes
    arguments: list[tuple[TensorType, Any]]  # with XLA's sharding
    results: list[tuple[TensorType, Any]]


class ShardedExecutor:
    """Keeps a client with as many devices as a program asks for, and programs compiled."""

    def __init__(self) -> None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # no greetings on standard error
        os.environ[provider.VARIABLE] = "jaxlib"  # its own bindings write the text that its compiler reads
        from jaxlib import xla_client

        self._bindings = provider.find()
        self._xla = xla_client
        self._clients: dict[int, Any] = {}
        self._recent: Recent[_Compiled] = Recent(_MOST_COMPILED)

    def partition(self, program: bytes, entry: str, devices: int) -> tuple[str, list[Any], list[Any]]:
        """The partitioned HLO, and the shapes of one device's pieces of what ``@main`` takes and returns."""
        compiled = self._compile(program, entry, devices)
        hlo = "\n".join(module.to_string() for module in compiled.executable.hlo_modules())
        return hlo, _pieces(compiled.arguments, devices), _pieces(compiled.results, devices)

    def run(self, program: bytes, entry: str, devices: int, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        """The results of a run on all devices, put together."""
        compiled = self._compile(program, entry, devices)
        inputs = compiled.types.lower_arguments(compiled.types.checked(args))
        buffers = [
            self._put(array, sharding, devices) for array, (_, sharding) in zip(inputs, compiled.arguments, strict=True)
        ]
        outputs = compiled.executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
        parts = [
            _whole(type, sharding, [elements(piece) for piece in output])
            for output, (type, sharding) in zip(outputs, compiled.results, strict=True)
        ]
        return compiled.types.raise_results(parts)

    def version(self) -> dict[str, str]:
        return {"jaxlib": importlib.metadata.version("jaxlib"), "StableHLO": self._bindings.stablehlo_version}

    def _compile(self, program: bytes, entry: str, devices: int) -> _Compiled:
        def make() -> _Compiled:
            prepared = prepare(self._bindings, self._bindings.context(), program, entry, None)
            client, types = self._client(devices), prepared.types
            text = str(prepared.module)
            refuse_addresses(text)
            executable = client.compile_and_load(text, client.devices(), self._options(devices))
            return _Compiled(
                executable,
                types,
                self._with_shardings(types.argument_parts(), executable.get_parameter_shardings()),
                self._with_shardings(types.result_parts(), executable.get_output_shardings()),
            )

        return self._recent.get((program, entry, devices), make)

    def _client(self, devices: int) -> Any:
        if devices not in self._clients:
            self._clients[devices] = self._xla.make_cpu_client(asynchronous=False, num_devices=devices)
        return self._clients[devices]

    def _options(self, devices: int) -> Any:
        options = self._xla.CompileOptions()
        build = options.executable_build_options
        options.num_replicas = build.num_replicas = 1
        options.num_partitions = build.num_partitions = devices
        build.use_spmd_partitioning = True
        build.use_shardy_partitioner = True
        build.device_assignment = self._xla.DeviceAssignment.create(np.arange(devices).reshape(1, devices))
        return options

    def _with_shardings(self, types: Sequence[TensorType], protos: Any) -> list[tuple[TensorType, Any]]:
        """XLA names no shardings where there is one device."""
        if protos is None:
            return [(type, self._xla.HloSharding.replicate()) for type in types]
        return [(type, self._xla.HloSharding.from_proto(proto)) for type, proto in zip(types, protos, strict=True)]

    def _put(self, array: np.ndarray[Any, Any], sharding: Any, devices: int) -> Any:
        # copies, because pieces of one memory on several devices are more than batched_device_put can do
        pieces = [np.array(array[place]) for place in _places(sharding, array.shape, devices)]
        there = self._client(devices).devices()
        split = sharding_class(self._xla)(there, sharding)
        return self._xla.batched_device_put(AbstractValue(array), split, pieces, there, True, True, enable_x64=True)


def _pieces(tensors: Sequence[tuple[TensorType, Any]], devices: int) -> list[tuple[int, ...]]:
    """The shapes of what the first device has."""
    places = [_places(sharding, type.static_shape, devices)[0] for type, sharding in tensors]
    return [
        tuple(len(range(size)[place]) for size, place in zip(type.static_shape, where, strict=True))
        for (type, _), where in zip(tensors, places, strict=True)
    ]


def _places(sharding: Any, shape: tuple[int, ...], devices: int) -> Places:
    """The slices of an array that the devices have. XLA describes a grid of devices, with the dims' parts along it.

    Parts are of one size: a dim that they don't divide was refused, and XLA itself splits none.
    """
    if sharding.is_replicated():
        return [tuple(slice(0, size) for size in shape)] * devices
    if not sharding.is_tiled():
        raise ValueError(f"an argument or result is placed in a way that can't be passed: {sharding}")
    grid = tuple(sharding.tile_assignment_dimensions())
    places: Places = [()] * devices
    for position, device in zip(np.ndindex(*grid), sharding.tile_assignment_devices(), strict=True):
        starts = zip(shape, grid, position, strict=False)  # the grid's last dims may count copies
        places[device] = tuple(slice(at * (size // parts), (at + 1) * (size // parts)) for size, parts, at in starts)
    return places


def _whole(type: TensorType, sharding: Any, pieces: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """One array of what the devices have."""
    whole = np.empty(type.static_shape, dtype_of(type.element_type))
    for place, piece in zip(_places(sharding, type.static_shape, len(pieces)), pieces, strict=True):
        whole[place] = piece
    return whole
