"""Sparse products and segment operations on gather and scatter, differentiable to any order: ``hl.sparse.mul(...)``."""

from hlogen.builder.segments import segment_max, segment_min, segment_prod, segment_sum
from hlogen.sparse import so3
from hlogen.sparse.entries import SparseProduct
from hlogen.sparse.matrix import SparseMatrix, scale, sddmm, spmm, spmv
from hlogen.sparse.products import inner, mat_t_vec, mul, outer, scavec, vecmat, vecsca
from hlogen.sparse.segments import segment_csr, segment_mean, segment_softmax

__all__ = [
    "SparseMatrix",
    "SparseProduct",
    "inner",
    "mat_t_vec",
    "mul",
    "outer",
    "scale",
    "scavec",
    "sddmm",
    "segment_csr",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_softmax",
    "segment_sum",
    "so3",
    "spmm",
    "spmv",
    "vecmat",
    "vecsca",
]
