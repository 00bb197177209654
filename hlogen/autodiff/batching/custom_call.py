"""custom_call on a batch: what is known to work on batches is called once, anything else for one example after another.

Known are the routines and notes of frontends that take any dimensions in front, as many as there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hlogen.autodiff.batching.one_by_one import called_one_by_one
from hlogen.autodiff.batching.registry import Unbatched, batched_all, batching
from hlogen.autodiff.site import Site
from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, DenseElements, TensorType

_ROUTINES = {
    "s d c z": "potrf getrf geqrf geqp3 gesdd gesvd geev gees gehrd trsm gtsv",
    "s d": "orgqr ormqr syevd sytrd",
    "c z": "ungqr unmqr heevd hetrd",
}
_ON_GPUS = "potrf getrf geqrf orgqr syevd gesvd gesdd gesvdj sytrd"
LEADING = {
    *(
        f"lapack_{prefix}{name}_ffi"
        for prefixes, names in _ROUTINES.items()
        for prefix in prefixes.split()
        for name in names.split()
    ),
    *(f"{library}solver_{name}_ffi" for library in ("cu", "hip") for name in _ON_GPUS.split()),
    "ProductOfElementaryHouseholderReflectors",
    *("cu_threefry2x32_ffi", "hip_threefry2x32_ffi", "cu_lu_pivots_to_permutation", "hip_lu_pivots_to_permutation"),
    *("TopK", "mhlo.topk"),
    *("annotate_device_placement", "LayoutConstraint", "MoveToDevice", "MoveToHost"),
}


@batching("stablehlo.custom_call")
def custom_call(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    return called_one_by_one(site, is_batched, size)


@batching(*(f"@{target}" for target in sorted(LEADING)))
def leading(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    """A call of what takes any dimensions in front."""
    if not all(type.is_static for type in (*site.input_types, *site.result_types)):
        return called_one_by_one(site, is_batched, size)
    if not any(is_batched):
        return [Unbatched(result) for result in site.emit(site.operands)]
    results = [type.batched(size) for type in site.result_types]
    attributes = {name: _batched(name, value) for name, value in site.attributes.items() if name not in _OF_ONE}
    return emit(site.name, batched_all(site, is_batched, size), attributes, result_types=results)


# What is said of the dimensions that there are: it would have to name the new one.
_OF_ONE = ("sdy.sharding_rule",)


def _batched(name: str, attribute: Attribute) -> Attribute:
    """An attribute of the call with a dimension 0 more: the outermost in memory."""
    if name in ("operand_layouts", "result_layouts") and isinstance(attribute, tuple):
        return tuple(map(_layout, attribute))
    if name == "mhlo.frontend_attributes" and isinstance(attribute, Mapping):
        count = attribute.get("num_batch_dims")
        if isinstance(count, str) and count.isdecimal():
            return {**attribute, "num_batch_dims": str(int(count) + 1)}
    return attribute


def _layout(attribute: Attribute) -> Attribute:
    if not isinstance(attribute, DenseElements):
        return attribute
    order = np.append(attribute.array + 1, 0).astype(attribute.array.dtype)
    return DenseElements(TensorType(order.shape, attribute.type.element_type), order)
