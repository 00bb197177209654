"""What a backend can do, tried out: for whoever writes one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.backends import pool
from hlogen.backends.address import Address
from hlogen.backends.process import WorkerBackend
from hlogen.backends.protocol import Backend
from hlogen.errors import HlogenError
from hlogen.ir import dtype_of, parse_element_type

Array = np.ndarray[Any, Any]

_ELEMENT_TYPES = (
    *("i1", "i2", "ui2", "i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"),
    *("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ"),
    *("f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"),
)
_ADD = """func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
_DYNAMIC = """func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
_REVERSE = """func.func @main(%a: tensor<2xT>) -> tensor<2xT> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<2xT>
  return %0 : tensor<2xT>
}"""


@dataclass(frozen=True)
class Probe:
    """What was tried, whether it works, and what was said: the reason where it doesn't."""

    what: str
    works: bool
    said: str = ""


def probed(address: Address, tell: Callable[[Probe], None] = lambda probe: None) -> Iterator[Probe]:
    """Tries a backend: that it starts, adds, leaves its arguments alone, and which element types it has.

    `tell` hears of each as it comes. Where the backend doesn't add, nothing else is tried.
    """
    backend: Backend = pool.backend(address.text) if address.is_in_process else pool.adapted(address)
    with contextlib.closing(backend):
        for probe in _probed(backend):
            tell(probe)
            yield probe


def _probed(backend: Backend) -> Iterator[Probe]:
    def tried(what: str, program: str, *args: Array, expected: Array) -> Probe:
        run = backend.run_watched if program == _ADD and isinstance(backend, WorkerBackend) else backend.run
        try:
            (result,) = run(program, *args)
        except HlogenError as error:
            return Probe(what, False, str(error).partition("\n")[0])
        is_right = result.tobytes() == expected.tobytes()
        return Probe(what, is_right, "" if is_right else f"gave {result.tolist()} for {expected.tolist()}")

    try:
        version = backend.version()
    except HlogenError as error:
        yield Probe("starts", False, str(error))
        return
    yield Probe("starts", True, ", ".join(f"{name} {number}" for name, number in version.items()))
    a = np.array([1.5, -2], np.float32)
    adds = tried("adds two tensors of f32 and leaves them as they are", _ADD, a, a, expected=a + a)
    yield adds
    if not adds.works:
        return
    yield tried("takes dynamic arguments in the shapes at hand", _DYNAMIC, a, expected=a + a)
    has: list[str] = []
    lacks: list[str] = []
    for element in _ELEMENT_TYPES:
        array = np.array([0, 1]).astype(dtype_of(parse_element_type(element)))
        probe = tried(element, _REVERSE.replace("T", element), array, expected=array[::-1])
        (has if probe.works else lacks).append(element)
    yield Probe("has the element types", bool(has), ", ".join(has))
    if lacks:
        yield Probe("lacks the element types", False, ", ".join(lacks))
