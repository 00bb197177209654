"""Forms, matrices and segments with arguments of any kind: a call gives something, or says in words what is wrong."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.sparse import SparseMatrix, SparseProduct

TYPES = ["3xf64", "4xi32", "3xi64", "4xf64", "2x3xf64", "4x3xf64", "f64", "?xf64", "3xf32", "3xi1", "0xf64", "3xi8"]
TYPES += ["3xcomplex<f64>", "2x3x4xbf16", "3x!quant.uniform<i8:f32, 0.5>", "3xui64", "3x3xf8E5M2", "3xf8E8M0FNU"]


class Unwilling:
    def __array__(self, *args: Any, **more: Any) -> Any:
        raise ValueError("no array")


def anything(tensors: tuple[Any, ...], others: list[Any]) -> list[Any]:
    numbers = [None, True, 0, 1, 3, -1, 2**31, 2**40, 2**70, 1.5, float("nan"), 1j, np.int8(3), np.float32(2)]
    words = ["a", "auto", "", b"x", "keep", "merge", "error", "sum", "mean", "drop", "clip", lambda: 0, int, hl]
    lists = [[], (), {}, [0], [0, 1], [0, -1], [0, 5], [0, 3], [3, 0], [0.5, 1], ["a"], [None], [[0, 1]], [[0], [1, 2]]]
    arrays = [np.array([0, 1, 1, 3], dtype) for dtype in ("i8", "u1", "f4", "?", "O", "M8[s]", "U1", "c8", "f2")]
    more = [np.array([0, 2**63], np.uint64), np.zeros((2, 2)), np.array(3), np.zeros((0, 3)), range(4), object(), ...]
    infos = [SimpleNamespace(seg_out=[0, 4], index=[0, 1, 2, 2]), SimpleNamespace(index1="x"), Unwilling()]
    return [*numbers, *words, *lists, *arrays, *more, *infos, *others, *tensors]


@pytest.mark.parametrize("seed", range(4))
def test_arguments_of_any_kind_are_taken_or_refused(seed: int) -> None:
    rng, counts = random.Random(seed), {"taken": 0, "refused": 0, "elsewhere": 0}
    kept: Any = []
    hl.function("3xf64", name="other")(lambda x: kept.append(x) or x)
    matrix = SparseMatrix.from_entries([0, 1, 1, 3], [0, 2, 1, 0], [0.5, 1, 2, 3], (4, 3))
    others = [matrix, matrix.T, SparseProduct.from_entries([0], [0], [0], sizes=(1, 1, 1)), kept[0]]

    @hl.function(*TYPES, name="main")
    def main(*tensors: Any) -> Any:
        pool = anything(tensors, others)
        vector, ids, starts, values, batch, dense = tensors[:6]
        lists: dict[str, Any] = {"rows": [0, 1, 1, 3], "cols": [0, 2, 1, 0], "values": [1.0, 2, 3, 4], "shape": (4, 3)}
        csr: dict[str, Any] = {"indptr": [0, 1, 4], "indices": [0, 2, 1, 0], "values": None, "shape": (2, None)}
        scale_info = {"scale": None, "index": [0, 2, 1, 0], "seg_out": [0, 1, 4], "out_size": 2, "shape": (2, 3)}
        info: dict[str, Any] = {"scale": None, "index1": [0, 2, 1, 0], "index2": None, "seg_out": [0, 1, 4]}
        info |= {"gather_index": [0, 1, 2, 2], "index_out": [4, 2], "out_size": 5, "sizes": (3, None, 5)}
        bcoo = {"indices": np.array([[0, 1], [4, 3]]), "data": [1.0, 2], "shape": (4, 3), "n_batch": 0, "n_dense": 0}
        folding: dict[str, Any] = {"segment_ids": ids, "num_segments": 3, "mode": "drop", "indices_are_sorted": False}
        way: dict[str, Any] = {"lowering": "auto"}
        flags = {"values": values, "shared": False, "out_accumulated": True, "n": 2}
        calls: list[tuple[Any, dict[str, Any]]] = [
            (SparseMatrix.from_entries, lists | {"duplicates": "merge"}),
            (SparseMatrix.from_csr, csr | {"duplicates": "keep"}),
            (SparseMatrix.from_info, scale_info),
            (SparseMatrix.from_info, {"info": SimpleNamespace(**scale_info)}),
            (SparseProduct.from_info, info),
            (SparseMatrix.from_dense, {"array": np.eye(3)}),
            (SparseProduct.from_dense, {"array": np.zeros((2, 2, 2))}),
            (SparseMatrix.from_sparse, {"array": SimpleNamespace(**bcoo)}),
            (lambda **given: SparseMatrix.from_sparse(SimpleNamespace(**given)), bcoo),
            (hl.sparse.scale, {"matrix": matrix, "x": batch} | flags | way),
            (hl.sparse.spmv, {"matrix": matrix, "x": vector, "values": values} | way),
            (hl.sparse.spmm, {"matrix": matrix.T, "x": dense, "values": None} | way),
            (hl.sparse.sddmm, {"matrix": matrix, "a": dense, "b": np.ones((3, 3)), "values": values, "scaled": True}),
            (hl.sparse.segment_mean, {"data": values, **folding}),
            (hl.sparse.segment_softmax, {"data": values, **folding}),
            (hl.sparse.segment_csr, {"src": vector, "indptr": starts, "reduce": "mean"}),
            (hl.sparse.segment_csr, {"src": vector, "indptr": [0, 1, 3]}),
        ]
        for _ in range(600):
            call, rights = rng.choice(calls)
            given = {word: right if rng.random() < 0.8 else rng.choice(pool) for word, right in rights.items()}
            try:
                call(**given)
            except hl.UsageError as error:
                counts["refused"] += "\n  where: " in str(error)
                counts["elsewhere"] += "\n  where: " not in str(error)
            else:
                counts["taken"] += 1
        return tensors[0]

    assert counts["taken"] > 30
    assert counts["refused"] > 30
    assert not counts["elsewhere"]  # each names the user's line
