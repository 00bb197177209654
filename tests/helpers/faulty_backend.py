"""A backend that runs programs on the interpreter and then does one thing wrong: what its option ``file`` says.

The file is read at every call, so that one process shows many faults. "" is none of them; each stands below as a
function of its name, or in `_DEATHS`, which end or hold up the process at the place behind the colon.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import hlogen as hl
import interpreter
from interpreter.kernels.registry import TABLE, kernels
from interpreter.values.attributes import integers


class Faulty:
    reads = "generic"

    def __init__(self, file: str, at_import: str = "") -> None:
        self.file = Path(file)
        self.fault = ""
        _do(at_import)

    def compile(self, program: str, signature: Any) -> Any:
        self.fault = self.file.read_text()
        self._do("compile")
        return program

    def run(self, program: str, arguments: list[Any]) -> Any:
        self.fault = self.file.read_text()
        self._do("run")
        options = {"schedule": "reverse"} if self.fault == "other_order" else {}
        with _changed(self.fault):
            results = [np.array(each) for each in interpreter.run(hl.parse(program), *arguments, **options)]
        change = _RESULTS.get(self.fault)
        return results if change is None else change(results, arguments)

    def _do(self, place: str) -> None:
        what, _, where = self.fault.partition(":")
        if where == place:
            _do(what, self.file)


def _do(what: str, file: Path = Path(os.devnull)) -> None:
    if what:
        _DEATHS[what](file)


class _changed:
    """Kernels that do what the fault says, while a program runs."""

    def __init__(self, fault: str) -> None:
        self.names, self.change = _KERNELS.get(fault, ((), None))

    def __enter__(self) -> None:
        self.before = {name: kernels()[name] for name in self.names}
        for name, kernel in self.before.items():
            TABLE._rows[name] = replace(kernel, plan=_wrapped(kernel.plan, self.change))

    def __exit__(self, *_: object) -> None:
        TABLE._rows.update(self.before)


def _wrapped(plan: Any, change: Any) -> Any:
    def planned(op: Any, planner: Any) -> Any:
        run = plan(op, planner)

        def changed(*operands: Any) -> Any:
            try:
                return change(op, run, [np.array(each) for each in operands])
            except (StopIteration, AttributeError, IndexError, ValueError, TypeError):  # of a form that it isn't for
                return run(*operands)

        return changed

    return planned


def _indices(op: Any, operands: list[Any]) -> tuple[Any, Any, Any]:
    """Starts with their components last, the sizes of the dimensions that they are about, and those of the windows."""
    at = len(op.results) if op.name.endswith("scatter") else 1
    numbers = op.attributes.get("scatter_dimension_numbers") or op.attributes["dimension_numbers"]
    has_vectors = numbers.index_vector_dim < operands[at].ndim
    starts = np.moveaxis(operands[at], numbers.index_vector_dim, -1) if has_vectors else operands[at][..., None]
    dims = list(getattr(numbers, "scatter_dims_to_operand_dims", None) or numbers.start_index_map)
    shape = operands[0].shape
    if op.name.endswith("gather"):
        sizes = list(integers(op, "slice_sizes"))
    else:
        window = iter([operands[-1].shape[d] for d in numbers.update_window_dims])
        sizes = [1 if d in numbers.inserted_window_dims else next(window) for d in range(len(shape))]
    return starts, np.array([shape[d] for d in dims]), np.array([sizes[d] for d in dims])


def _with_starts(op: Any, operands: list[Any], starts: Any) -> list[Any]:
    at = len(op.results) if op.name.endswith("scatter") else 1
    numbers = op.attributes.get("scatter_dimension_numbers") or op.attributes["dimension_numbers"]
    has_vectors = numbers.index_vector_dim < operands[at].ndim
    starts = np.moveaxis(starts, -1, numbers.index_vector_dim) if has_vectors else np.asarray(starts)[..., 0]
    return [*operands[:at], starts, *operands[at + 1 :]]


def lost_update(op, run, operands):
    """Of two updates of one element, the first is lost."""
    starts, _, _ = _indices(op, operands)
    seen: set[bytes] = set()
    for place in reversed(range(len(starts))):
        if starts[place].tobytes() in seen:
            operands[-1][place] = 0
        seen.add(starts[place].tobytes())
    return run(*operands)


def swapped_dimension(op, run, operands):
    starts, _, _ = _indices(op, operands)
    return run(*_with_starts(op, operands, starts[..., ::-1]))


def clamp_for_drop(op, run, operands):
    starts, dims, sizes = _indices(op, operands)
    return run(*_with_starts(op, operands, np.clip(starts, 0, dims - sizes)))


def drop_for_clamp(op, run, operands):
    starts, dims, sizes = _indices(op, operands)
    outside = np.any((starts < 0) | (starts > dims - sizes), axis=-1)
    result = np.array(run(*operands))
    result[outside] = 0
    return result


def wrapped_index(op, run, operands):
    starts, dims, _ = _indices(op, operands)
    if starts.dtype.kind == "u":
        return run(*operands)
    return run(*_with_starts(op, operands, np.where(starts < 0, starts + dims, starts)))


def signed_index(op, run, operands):
    """Indices are read as signed, and what is negative is clamped."""
    starts, _, _ = _indices(op, operands)
    signed = starts.view(starts.dtype.name.removeprefix("u"))
    return run(*_with_starts(op, operands, np.maximum(signed, 0)))


def whole_window_dropped(op, run, operands):
    starts, dims, sizes = _indices(op, operands)
    outside = np.any((starts < 0) | (starts > dims - sizes), axis=-1, keepdims=True)
    return run(*_with_starts(op, operands, np.where(outside, 1 << 40, starts.astype(np.int64))))


def crossed_updates(op, run, operands):
    return run(*operands[:-2], operands[-1], operands[-2])


def sums_in_f32(op, run, operands):
    inputs, starts, updates = operands
    wide = inputs.astype(np.float32)
    np.add.at(wide, starts.reshape(-1), updates.astype(np.float32))
    return wide.astype(inputs.dtype)


def truncated(op, run, operands):
    """Mantissa bits of f32 are cut off, without rounding."""
    lost = 23 - op.attributes["mantissa_bits"].value
    return (operands[0].view(np.uint32) >> lost << lost).view(np.float32)


def lost_nan(op, run, operands):
    return np.fmax(*operands) if operands[0].dtype.kind == "f" else run(*operands)


def lost_sign_of_zero(op, run, operands):
    result = np.array(run(*operands))
    return np.where(result == 0, np.zeros((), result.dtype), result) if result.dtype.kind in "fc" else result


def saturated(op, run, operands):
    a, b = operands
    limits = np.iinfo(a.dtype)
    return np.clip(a.astype(object) + b.astype(object), limits.min, limits.max).astype(a.dtype)


_INDEXED = ("stablehlo.scatter", "stablehlo.gather")
_KERNELS: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    change.__name__: (names, change)
    for change, names in {
        **dict.fromkeys((swapped_dimension, drop_for_clamp, wrapped_index, signed_index), _INDEXED),
        **dict.fromkeys((lost_update, clamp_for_drop, whole_window_dropped), _INDEXED[:1]),
        **dict.fromkeys((crossed_updates, sums_in_f32), _INDEXED[:1]),
        truncated: ("stablehlo.reduce_precision",),
        lost_nan: ("stablehlo.maximum",),
        lost_sign_of_zero: ("stablehlo.negate",),
        saturated: ("stablehlo.add",),
    }.items()
}


def _overwritten(results: Any, arguments: Any) -> Any:
    for each in arguments:
        each.reshape(-1).view(np.uint8)[:1] ^= 1
    return results


def _beside(results: Any, arguments: Any) -> Any:
    for each in arguments:
        ctypes.memset(each.ctypes.data + each.nbytes, 1, 1)
    return results


def _shared(results: Any, arguments: Any) -> Any:
    for each in arguments:
        for place, result in enumerate(results):
            if each.nbytes >= result.nbytes:
                memory = each.reshape(-1).view(np.uint8)[: result.nbytes]
                results[place] = memory.view(result.dtype).reshape(result.shape)
    return results


class _Raising:
    dtype, shape = np.dtype(np.float32), (4,)

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("the buffer is gone")


class _OwnArray(np.ndarray):
    pass


def _strided(each: Any) -> Any:
    return np.stack([each, each], -1)[..., 0]


def _moved(results: Any, by: int) -> Any:
    """Results off by so many units in the last place."""
    for each in results:
        if each.dtype.kind == "f":
            each += np.spacing(np.where(np.isfinite(each), each, 0)) * by
    return results


_RESULTS: dict[str, Callable[[Any, Any], Any]] = {
    "overwritten": _overwritten,
    "beside": _beside,
    "shared": _shared,
    "dtype": lambda results, _: [each.astype(np.complex128) for each in results],
    "shape": lambda results, _: [each[None] for each in results],
    "one more": lambda results, _: [*results, results[0]],
    "one less": lambda results, _: results[1:],
    "none": lambda results, _: None,
    "none in a list": lambda results, _: [None for _ in results],
    "lists": lambda results, _: [each.tolist() for each in results],
    "a list of lists": lambda results, _: [[each] for each in results],
    "objects": lambda results, _: [each.astype(object) for each in results],
    "masked": lambda results, _: [np.ma.masked_array(each, np.ones(each.shape, bool)) for each in results],
    "raising": lambda results, _: [_Raising() for _ in results],
    "big-endian": lambda results, _: [each.astype(each.dtype.newbyteorder(">")) for each in results],
    "huge": lambda results, _: [np.broadcast_to(each.reshape(-1)[:1], (1 << 30, 1 << 30)) for each in results],
    "a subclass": lambda results, _: [each.view(_OwnArray) for each in results],
    "unmasked": lambda results, _: [np.ma.masked_array(each) for each in results],
    "strided": lambda results, _: [_strided(each) for each in results],
    "an ulp": lambda results, _: _moved(results, 1),
    "many ulps": lambda results, _: _moved(results, 1000),
    "other_order": lambda results, _: results,
}


def _hang(file: Path) -> None:
    time.sleep(3600)


def _hang_on(file: Path) -> None:
    """Doesn't hear the system, which ends what takes too long."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    time.sleep(3600)


def _out_of_memory_in_c(file: Path) -> None:
    if not ctypes.CDLL(None).malloc(ctypes.c_size_t(1 << 45)):
        os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
        os.abort()


def _fork(file: Path) -> None:
    child = os.fork()
    if not child:
        time.sleep(3600)
        os._exit(0)
    file.with_suffix(".pid").write_text(str(child))


def _daemon(file: Path) -> None:
    """What is left of it has neither this process's group nor its session."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    _fork(file)
    os._exit(0)


def _fork_and_die(file: Path) -> None:
    _fork(file)
    os.abort()


def _fork_and_go_on(file: Path) -> None:
    os.fork()


def _garbage(file: Path) -> None:
    os.write(1, b"\x80\x04garbage \x00\xff\n" * 1000)
    os.write(2, b"\x80\x04garbage \x00\xff\n" * 1000)
    print("garbage", file=sys.stderr, flush=True)


def _fill_disk(file: Path) -> None:
    with Path("file").open("wb") as large:
        large.truncate((2 << 30) - 1)
        large.seek(0, os.SEEK_END)
        large.write(b"12")


def _abort_once(file: Path) -> None:
    file.write_text("")
    os.abort()


def _abort_at_exit(file: Path) -> None:
    atexit.register(os.abort)


def _raise(error: BaseException) -> Callable[[Path], None]:
    def raised(file: Path) -> None:
        raise error

    return raised


_DEATHS: dict[str, Callable[[Path], None]] = {
    "abort": lambda file: os.abort(),
    "SIGSEGV": lambda file: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda file: sys.exit(3),
    "abort once": _abort_once,
    "abort at exit": _abort_at_exit,
    "hang": _hang,
    "hang on": _hang_on,
    "MemoryError": lambda file: print(np.empty(1 << 45)),
    "malloc": _out_of_memory_in_c,
    "exhausted": _raise(RuntimeError("RESOURCE_EXHAUSTED: 3 GiB are wanted")),
    "fork": _fork,
    "daemon": _daemon,
    "fork and die": _fork_and_die,
    "fork and go on": _fork_and_go_on,
    "garbage": _garbage,
    "fill": _fill_disk,
    "error": _raise(RuntimeError("half of a character: \udc80")),
    "interrupt": _raise(KeyboardInterrupt()),
}
