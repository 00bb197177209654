"""custom_call: the routines of linear algebra that JAX calls, run by SciPy's LAPACK.

On CPUs they are ``@lapack_<type><routine>_ffi``; what it calls on GPUs, ``@cusolver_..`` and ``@hipsolver_..``, is run
likewise where it gives the same.

A routine takes matrices and gives what LAPACK's own gives, in the order of the call's results: factors packed as LAPACK
packs them, pivots from 1 on, `info` at the end (0: it went well). It is applied to each matrix of a batch. What LAPACK
leaves undefined (the triangle that a routine doesn't look at, vectors that nobody asked for) is the input or 0. Where a
matrix has a NaN or an infinity, its eigenvalues, singular values and vectors are NaN, and `info` is 1: LAPACK itself
complains on the terminal, or doesn't, each version in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from hlogen.errors import ExecutionError, MissingPackageError
from hlogen.ir import IntegerAttr, Operation, TensorType, Value, dtype_of
from hlogen.ir.printer import attribute_text
from interpreter.execution.blocks import Run
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import Planner
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type

Routine: TypeAlias = "Callable[..., tuple[Any, ...]]"

_PREFIXES = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}
_REAL, _COMPLEX, _ALL = "sd", "cz", "sdcz"


class _Call:
    """One call of a routine: what its `backend_config` says, and SciPy's functions for its element type."""

    def __init__(self, op: Operation, prefix: str) -> None:
        self.prefix = prefix
        self.is_complex = prefix in _COMPLEX
        self.config = op.attributes.get("mhlo.backend_config", op.attributes.get("backend_config"))

    def letter(self, name: str) -> str:
        """An attribute that stands for one of LAPACK's letters."""
        return chr(self.number(name))

    def number(self, name: str) -> int:
        value = self.config.get(name) if isinstance(self.config, Mapping) else None
        if isinstance(value, bool):
            return int(value)
        if not isinstance(value, IntegerAttr):
            found = "is missing" if self.config is None else f"is {attribute_text(self.config)}"
            raise ExecutionError(f"backend_config {found}; it needs {name}, a number")
        return value.value

    @property
    def is_lower(self) -> bool:
        """Which triangle is meant; on GPUs it is said by a flag."""
        return self.number("lower") == 1 if self.has("lower") else self.letter("uplo") == "L"

    def has(self, name: str) -> bool:
        return isinstance(self.config, Mapping) and name in self.config

    def function(self, name: str, library: str = "lapack") -> Run:
        """SciPy's function, such as dgetrf for getrf."""
        try:
            from scipy.linalg import blas, lapack
        except ImportError as error:
            raise MissingPackageError("LAPACK routines need SciPy: pip install scipy") from error
        found: Run = getattr({"lapack": lapack, "blas": blas}[library], f"{self.prefix}{name}")
        return found


def routine(
    *names: str, types: str = _ALL, others: Sequence[str] = ()
) -> Callable[[Callable[[_Call], Routine]], Callable[[_Call], Routine]]:
    """Registers the decorated function, which gives the routine for one call, for targets of all `types`.

    `others` are targets that say the same for matrices of any of the types.
    """

    def register(of_call: Callable[[_Call], Routine]) -> Callable[[_Call], Routine]:
        for name in names:
            for prefix in types:
                _register(f"lapack_{prefix}{name}_ffi", prefix, of_call)
        for target in others:
            _register(target, _ALL, of_call)
        return of_call

    return register


def _on_gpus(*names: str) -> list[str]:
    return [f"{library}solver_{name}_ffi" for library in ("cu", "hip") for name in names]


def _register(target: str, prefixes: str, of_call: Callable[[_Call], Routine]) -> None:
    @custom_call_target(target)
    def plan(op: Operation, planner: Planner) -> Run:
        types = [tensor_type(value) for value in _matrices(op)]
        prefix = _PREFIXES.get(str(types[0].element_type)) if types else None
        if prefix is None or prefix not in prefixes or max(type.rank for type in types) < 2:
            raise ExecutionError(f"@{target} doesn't take {', '.join(map(str, types)) or 'nothing'}")
        return _batched(of_call(_Call(op, prefix)), op)


def _matrices(op: Operation) -> Sequence[Value]:
    """The operands that a routine takes: where shapes are dynamic, those of the results are operands behind them."""
    shapes = integers(op, "indices_of_shape_operands", ())
    count = len(op.operands) - len(shapes)
    if shapes and (shapes != tuple(range(count, len(op.operands))) or len(shapes) != len(op.results)):
        raise ExecutionError(
            f"indices_of_shape_operands = {list(shapes)}; the last operands should be the shapes of the results: "
            f"{list(range(max(0, len(op.operands) - len(op.results)), len(op.operands)))}"
        )
    return op.operands[:count]


def _batched(of_matrix: Routine, op: Operation) -> Run:
    """The routine on each matrix of a batch, whose dimensions stand in front. What it gives None for is 0.

    Of matrices without elements, LAPACK's routines leave what they are given as it is; SciPy's don't take them.
    """
    count = len(_matrices(op))
    batch_rank = max(tensor_type(value).rank for value in op.operands[:count]) - 2
    results = [tensor_type(value) for value in op.results]
    dtypes = [dtype_of(type.element_type) for type in results]

    def run(*operands: Array) -> Any:
        batch = operands[0].shape[:batch_rank]
        flat = [x.reshape((prod(batch), *x.shape[batch_rank:])) for x in operands[:count]]
        shapes = [tuple(x.tolist()) for x in operands[count:]]
        is_empty = any(x.ndim > 2 and not x.size for x in flat)
        try:
            found = [] if is_empty else [of_matrix(*matrices) for matrices in zip(*flat, strict=True)]
        except (ValueError, TypeError) as error:  # nobody has verified the shapes of a call
            shapes_given = ", ".join(str(list(x.shape)) for x in operands)
            raise ExecutionError(f"the routine refuses arrays of the shapes {shapes_given}: {error}") from error
        left = list(operands[:count])
        given = len(found[0]) if found else len(results)
        if given != len(results):
            raise ExecutionError(f"the call has {len(results)} results, and the routine gives {given}")
        columns: Iterable[tuple[Any, ...]] = zip(*found, strict=True) if found else [(None,)] * len(results)
        arrays = []
        for number, (column, type, dtype) in enumerate(zip(columns, results, dtypes, strict=True)):
            if column[0] is None:
                shape = (*batch, *(shapes[number] if shapes else _static(type))[batch_rank:])
                alike = [i for i, x in enumerate(left) if is_empty and x.shape == shape and x.dtype == dtype]
                arrays.append(left.pop(alike[0]) if alike else np.zeros(shape, dtype))
            else:
                stacked = np.stack([np.asarray(x, dtype) for x in column])
                arrays.append(stacked.reshape((*batch, *stacked.shape[1:])))
        return arrays[0] if len(arrays) == 1 else tuple(arrays)

    return run


def _static(type: TensorType) -> tuple[int, ...]:
    if not type.is_static:
        raise ExecutionError(f"nothing is computed for a result of type {type}, which doesn't say how large it is")
    return type.static_shape


def _of_finite(of_matrix: Routine, looked_at: Run = lambda a: a) -> Routine:
    """The routine, which gets to see matrices without NaNs and infinities alone, where it looks at them."""

    def of_any(a: Array) -> tuple[Any, ...]:
        if np.isfinite(looked_at(a)).all():
            return of_matrix(a)
        *found, _ = of_matrix(np.zeros_like(a))
        return *(_nans(x) for x in found), 1

    return of_any


def _nans(x: Any) -> Any:
    return np.full_like(x, np.nan) if x is not None and np.asarray(x).dtype.kind in "fc" else x


@routine("potrf", others=_on_gpus("potrf"))
def potrf(call: _Call) -> Routine:
    function, lower = call.function("potrf"), call.is_lower
    return lambda a: function(a, lower=lower, clean=False)


@routine("getrf", others=_on_gpus("getrf"))
def getrf(call: _Call) -> Routine:
    function = call.function("getrf")

    def of_matrix(a: Array) -> tuple[Any, ...]:
        lu, pivots, info = function(a)
        return lu, pivots + 1, info

    return of_matrix


@routine("geqrf", others=_on_gpus("geqrf"))
def geqrf(call: _Call) -> Routine:
    function = call.function("geqrf")
    return lambda a: function(a)[:2]


@routine("geqp3")
def geqp3(call: _Call) -> Routine:
    function = call.function("geqp3")

    def of_matrix(a: Array, jpvt: Array) -> tuple[Any, ...]:
        if jpvt.any():
            raise ExecutionError(f"geqp3 takes columns in any order here, so jpvt should be 0, not {jpvt.tolist()}")
        return tuple(function(a)[:3])

    return of_matrix


@routine("orgqr", types=_REAL, others=[*_on_gpus("orgqr"), "ProductOfElementaryHouseholderReflectors"])
@routine("ungqr", types=_COMPLEX)
def orgqr(call: _Call) -> Routine:
    function = call.function("ungqr" if call.is_complex else "orgqr")
    return lambda a, tau: function(a, tau)[:1]


@routine("ormqr", types=_REAL)
@routine("unmqr", types=_COMPLEX)
def ormqr(call: _Call) -> Routine:
    function = call.function("unmqr" if call.is_complex else "ormqr")
    side = "L" if call.number("left") else "R"
    transposed = ("C" if call.is_complex else "T") if call.number("transpose") else "N"

    def of_matrix(a: Array, tau: Array, c: Array) -> tuple[Any, ...]:
        work = function(side, transposed, a, tau, c, -1)[1]
        return (function(side, transposed, a, tau, c, int(work[0].real))[0],)

    return of_matrix


@routine("syevd", types=_REAL, others=_on_gpus("syevd"))
@routine("heevd", types=_COMPLEX)
def syevd(call: _Call) -> Routine:
    function = call.function("heevd" if call.is_complex else "syevd")
    lower, vectors = call.is_lower, not call.has("mode") or call.letter("mode") == "V"

    def of_matrix(a: Array) -> tuple[Any, ...]:
        w, v, info = function(a, compute_v=vectors, lower=lower)
        return (v if vectors else None), w, info

    return _of_finite(of_matrix, np.tril if lower else np.triu)


@routine("gesdd", "gesvd")
def gesdd(call: _Call) -> Routine:
    function, mode = call.function("gesdd"), call.letter("mode")

    def of_matrix(a: Array) -> tuple[Any, ...]:
        u, s, vt, info = function(a, compute_uv=mode != "N", full_matrices=mode != "S")
        return (a, s, None, None, info) if mode == "N" else (a, s, u, vt, info)

    return _of_finite(of_matrix)


@routine(others=_on_gpus("gesvd", "gesdd"))
def gesvd_on_gpus(call: _Call) -> Routine:
    """`transposed`: the factors come in the order of the transposed matrix."""
    function = call.function("gesdd")
    options = {"compute_uv": call.number("compute_uv"), "full_matrices": call.number("full_matrices")}

    def of_matrix(a: Array) -> tuple[Any, ...]:
        u, s, vt, info = function(a, **options)
        if not options["compute_uv"]:
            u = vt = None
        return (a, s, vt, u, info) if call.number("transposed") else (a, s, u, vt, info)

    return _of_finite(of_matrix)


@routine(others=_on_gpus("gesvdj"))
def gesvdj(call: _Call) -> Routine:
    """The last factor is V, not its conjugate transpose."""
    function = call.function("gesdd")
    full_matrices = call.number("full_matrices")

    def of_matrix(a: Array) -> tuple[Any, ...]:
        u, s, vt, info = function(a, full_matrices=full_matrices)
        return a, s, u, vt.conj().T, info

    return _of_finite(of_matrix)


@routine("geev")
def geev(call: _Call) -> Routine:
    function = call.function("geev")
    left, right = call.letter("compute_left") == "V", call.letter("compute_right") == "V"

    def of_matrix(a: Array) -> tuple[Any, ...]:
        *w, vl, vr, info = function(a, compute_vl=left, compute_vr=right)
        if not call.is_complex:
            vl, vr = (_unpacked_pairs(v, w[1]) for v in (vl, vr))
        return *w, (vl if left else None), (vr if right else None), info

    return _of_finite(of_matrix)


def _unpacked_pairs(packed: Array, imaginary: Array) -> Array:
    """Eigenvectors of a real matrix: of a conjugate pair LAPACK gives the real part, then the imaginary one."""
    vectors = packed.astype(np.result_type(packed.dtype, np.complex64))
    for first in np.flatnonzero(imaginary > 0):
        if packed.shape[1] > first + 1:
            vectors[:, first] = packed[:, first] + 1j * packed[:, first + 1]
            vectors[:, first + 1] = vectors[:, first].conj()
    return vectors


@routine("gees")
def gees(call: _Call) -> Routine:
    function, vectors = call.function("gees"), call.letter("mode") == "V"
    if call.letter("sort") != "N":
        raise ExecutionError("gees sorts no eigenvalues here")

    def of_matrix(a: Array) -> tuple[Any, ...]:
        t, sdim, *w, vs, _, info = function(lambda *_: False, a, compute_v=vectors)
        return t, (vs if vectors else None), *w, sdim, info

    return _of_finite(of_matrix)


@routine("gehrd")
def gehrd(call: _Call) -> Routine:
    function, low, high = call.function("gehrd"), call.number("low") - 1, call.number("high") - 1
    return lambda a: function(a, lo=low, hi=high)


@routine("sytrd", types=_REAL, others=_on_gpus("sytrd"))
@routine("hetrd", types=_COMPLEX)
def sytrd(call: _Call) -> Routine:
    function, lower = call.function("hetrd" if call.is_complex else "sytrd"), call.is_lower
    return lambda a: function(a, lower=lower)


@routine("trsm")
def trsm(call: _Call) -> Routine:
    function = call.function("trsm", "blas")
    options = {
        "side": call.letter("side") == "R",
        "lower": call.letter("uplo") == "L",
        "trans_a": "NTC".index(call.letter("trans_x")),
        "diag": call.letter("diag") == "U",
    }
    return lambda a, b: (function(1.0, a, b, **options),)


@routine("gtsv")
def gtsv(call: _Call) -> Routine:
    """The first element of `dl` and the last of `du` stand outside of the matrix."""
    function = call.function("gtsv")

    def of_matrix(dl: Array, d: Array, du: Array, b: Array) -> tuple[Any, ...]:
        *_, x, info = function(dl[1:], d, du[:-1], b)
        return dl, d, du, x, info

    return of_matrix
