"""One gather and one scatter over a batch, spelled without batching dims: an index counts the batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

import hlogen as hl
from hlogen.ir import HasModule
from tools.sharding_cases.case import FIRST, Case, X


def spelled() -> list[Case]:
    return [_case(name, _gather(indices), what) for name, indices, what in _GATHERS] + [
        _case("flattened index vectors", _flattened, "a reshape makes one list of all index vectors"),
        _case("linear index", _linear, "operand reshaped to 512x4, index `32 * iota + i`"),
        _case("iota as an argument", _counted_elsewhere, "the program can't know that it counts"),
        _case("scatter, iota joined in front", _scatter(_joined), "`concatenate(iota, i)`"),
        _case("scatter, wrapped iota", _scatter(_wrapped), "JAX: `x.at[arange(16)[:, None], i].add(u)`"),
        _case("scatter, clamped after", _scatter(_clamped), 'JAX: the same with `mode="clip"`'),
    ]


_Indices = Callable[[hl.Tensor], hl.Tensor]


def _iota() -> hl.Tensor:
    return hl.iota("16x5x1xi32", iota_dimension=0)


def _join(batch: hl.Tensor, indices: hl.Tensor) -> hl.Tensor:
    return hl.concatenate([batch, indices], dimension=2)


def _joined(indices: hl.Tensor) -> hl.Tensor:
    return _join(_iota(), indices)


def _behind(indices: hl.Tensor) -> hl.Tensor:
    return _join(indices, _iota())


def _of_one_dim(indices: hl.Tensor) -> hl.Tensor:
    return _join(hl.broadcast_in_dim(hl.iota("16xi32"), [16, 5, 1], broadcast_dimensions=[0]), indices)


def _constant(indices: hl.Tensor) -> hl.Tensor:
    counted = hl.constant(np.arange(16, dtype=np.int32))
    return _join(hl.broadcast_in_dim(counted, [16, 5, 1], broadcast_dimensions=[0]), indices)


def _clamped_before(indices: hl.Tensor) -> hl.Tensor:
    return _join(_iota(), hl.clamp(0, indices, 31))


def _reshaped(indices: hl.Tensor) -> hl.Tensor:
    counted = hl.reshape(hl.iota("16xi32"), [16, 1, 1])
    return _join(hl.broadcast_in_dim(counted, [16, 5, 1], broadcast_dimensions=[0, 1, 2]), indices)


def _wrap(indices: hl.Tensor, size: int) -> hl.Tensor:
    return hl.select(indices < 0, indices + size, indices)


def _wrapped(indices: hl.Tensor) -> hl.Tensor:
    return _join(_wrap(_iota(), 16), _wrap(indices, 32))


def _clamped(indices: hl.Tensor) -> hl.Tensor:
    last = hl.broadcast_in_dim(hl.constant(np.array([15, 31], np.int32)), [16, 5, 2], broadcast_dimensions=[2])
    return hl.clamp(hl.broadcast_in_dim(np.int32(0), [16, 5, 2], broadcast_dimensions=[]), _joined(indices), last)


def _converted(indices: hl.Tensor) -> hl.Tensor:
    return hl.convert(_joined(indices), "i64")


_GATHERS: Sequence[tuple[str, _Indices, str]] = (
    ("iota joined in front", _joined, "`concatenate(iota, i)`"),
    ("iota joined behind", _behind, "`concatenate(i, iota)`, start_index_map [1, 0]"),
    ("iota of one dim", _of_one_dim, "`broadcast_in_dim(iota)`"),
    ("iota as a constant", _constant, "`dense<[0, 1, ...]>`"),
    ("indices clamped before", _clamped_before, "`concatenate(iota, clamp(i))`"),
    ("reshaped iota", _reshaped, "`broadcast_in_dim(reshape(iota))`"),
    ("wrapped iota", _wrapped, "`select(iota < 0, iota + 16, iota)`; JAX: `x[arange(16)[:, None], i]`"),
    ("clamped after", _clamped, "`clamp(0, concatenate(iota, i), [15, 31])`"),
    ("converted after", _converted, "`convert(concatenate(iota, i))` to i64"),
)


def _gather(indices: _Indices) -> HasModule:
    index_map = [1, 0] if indices is _behind else [0, 1]

    @hl.function("16x32x4xf32", "16x5x1xi32")
    def spelled(operand, i):
        return hl.gather(
            operand,
            indices(i),
            offset_dims=[2],
            collapsed_slice_dims=[0, 1],
            start_index_map=index_map,
            index_vector_dim=2,
            slice_sizes=[1, 1, 4],
        )

    return spelled


def _scatter(indices: _Indices) -> HasModule:
    @hl.function("16x32x4xf32", "16x5x1xi32", "16x5x4xf32")
    def spelled(input, i, updates):
        return hl.scatter(
            input,
            indices(i),
            updates,
            "add",
            update_window_dims=[2],
            inserted_window_dims=[0, 1],
            scatter_dims_to_operand_dims=[0, 1],
            index_vector_dim=2,
        )

    return spelled


@hl.function("16x32x4xf32", "16x5x1xi32")
def _flattened(operand, i):
    rows = hl.gather(
        operand,
        hl.reshape(_joined(i), [80, 2]),
        offset_dims=[1],
        collapsed_slice_dims=[0, 1],
        start_index_map=[0, 1],
        index_vector_dim=1,
        slice_sizes=[1, 1, 4],
    )
    return hl.reshape(rows, [16, 5, 4])


@hl.function("16x32x4xf32", "16x5x1xi32")
def _linear(operand, i):
    return hl.gather(
        hl.reshape(operand, [512, 4]),
        _iota() * 32 + i,
        offset_dims=[2],
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=2,
        slice_sizes=[1, 4],
    )


@hl.function("16x32x4xf32", "16x5x1xi32", "16x5x1xi32")
def _counted_elsewhere(operand, i, counted):
    return hl.gather(
        operand,
        _join(counted, i),
        offset_dims=[2],
        collapsed_slice_dims=[0, 1],
        start_index_map=[0, 1],
        index_vector_dim=2,
        slice_sizes=[1, 1, 4],
    )


def _case(name: str, program: HasModule, what: str) -> Case:
    (function,) = program.module.functions.values()
    return Case(name, program, X, [FIRST] * len(function.type.inputs), [FIRST], what)
