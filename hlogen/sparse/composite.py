"""What a product is in a program: the composite ``hlogen.sparse_product``, whose attributes hold the form.

Every backend runs its decomposition, which is a lowering of the form; derivatives and batches read the form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, cast
from weakref import WeakValueDictionary

import numpy as np

from hlogen.builder.emit import emit_one, i64
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located, require_scope
from hlogen.ir import (
    Attribute,
    ComplexType,
    DenseElements,
    ElementType,
    IntegerAttr,
    IntegerType,
    Location,
    Operation,
    TensorType,
    element_type_of,
)
from hlogen.sparse.checks import is_number
from hlogen.sparse.form import Factor, Form
from hlogen.sparse.lowerings import LOWERINGS, lowered

PRODUCT = "hlogen.sparse_product"

# One function per form and types, shared by all programs that are there, so that functions which call each other agree
# on what a name means.
_DECOMPOSITIONS: WeakValueDictionary[str, Function] = WeakValueDictionary()


def emit_product(form: Form, operands: Sequence[Tensor]) -> Tensor:
    """The product of `operands`, which fit the form."""
    form = form.by_result
    function = decomposition(form, [operand.type for operand in operands])
    attributes: dict[str, Attribute] = {
        "name": PRODUCT,
        "decomposition": function.bring_along(require_scope(f"hl.sparse.{form.name}")),
        "composite_attributes": attributes_of(form),
    }
    return emit_one("stablehlo.composite", operands, attributes, result_type=cast(TensorType, function.type.results[0]))


def decomposition(form: Form, types: Sequence[TensorType]) -> Function:
    """The function of the operands that the composite stands for."""
    form = form.by_result  # in a program from elsewhere it may stand in any order
    name = _name(form, types)
    known = _DECOMPOSITIONS.get(name)
    if known is None:
        with located(Location(PRODUCT)):  # it is nobody's line in particular
            known = built(lambda *operands: lowered(form, operands), types, name, private=True)
        known = _DECOMPOSITIONS.setdefault(name, known)
    return known


def attributes_of(form: Form) -> dict[str, Attribute]:
    """The form, as attributes that portable artifacts keep as they are: `indices` has a row per factor."""
    factors = form.factors
    attributes: dict[str, Attribute] = {
        "product": form.name,
        "letters": form.spelled(),
        "indices": _dense(np.array([factor.index for factor in factors], np.int32), IntegerType(32)),
        "sizes": _dense(np.array([factor.size for factor in factors], np.int64), IntegerType(64)),
        "batched": _dense(np.array([factor.is_batched for factor in factors], np.bool_), IntegerType(1)),
        "batch": i64(form.batch),
        "lowering": form.lowering,
    }
    if form.coefficients is not None:
        attributes["coefficients"] = _dense(form.coefficients, element_type_of(form.coefficients.dtype))
    return attributes


def form_of(operation: Operation) -> Form | None:
    """The form of a composite that `emit_product` made, in whatever program it stands.

    None where the attributes aren't a form, or not one of these operands and this result: somebody else's composite.
    """
    given = operation.attributes.get("composite_attributes")
    form = _read(given) if isinstance(given, dict) else None
    types = [value.type for value in (*operation.operands, *operation.results)]
    if form is None or len(types) != len(form.factors):
        return None
    tensors = [type for type in types if isinstance(type, TensorType) and type.is_static]
    if len(tensors) < len(types) or len({type.element_type for type in tensors}) > 1:
        return None
    element_type = tensors[0].element_type
    if not is_number(element_type) or not form.fits([type.static_shape for type in tensors]):
        return None
    needs_complex = form.coefficients is not None and form.coefficients.dtype.kind == "c"
    return form if isinstance(element_type, ComplexType) or not needs_complex else None


def _read(given: Mapping[str, Attribute]) -> Form | None:
    """The form that `attributes_of` wrote, if these are its attributes."""
    name, letters, lowering = given.get("product"), given.get("letters"), given.get("lowering")
    indices, sizes, batched = given.get("indices"), given.get("sizes"), given.get("batched")
    batch, coefficients = given.get("batch"), given.get("coefficients")
    if not (isinstance(name, str) and isinstance(letters, str) and isinstance(lowering, str)):
        return None
    arrays = [value.array for value in (indices, sizes, batched) if isinstance(value, DenseElements)]
    if [(array.ndim, array.dtype.kind) for array in arrays] != [(2, "i"), (1, "i"), (1, "b")]:
        return None
    if not isinstance(batch, IntegerAttr):
        return None
    if coefficients is not None and not (
        isinstance(coefficients, DenseElements) and coefficients.array.dtype.kind in "iufc"
    ):
        return None
    operands, _, result = letters.partition("->")
    words = [*operands.split(","), result]
    if any(len(array) != len(words) for array in arrays):
        return None
    rows = zip(arrays[0].astype(np.int64), arrays[1].tolist(), words, arrays[2].tolist(), strict=True)
    factors = tuple(Factor(*row) for row in rows)
    form = Form(name, factors, batch.value, None if coefficients is None else coefficients.array, lowering)
    known = name.isidentifier() and (lowering == "auto" or lowering in LOWERINGS)
    return form if known and form.is_sound else None


def _name(form: Form, types: Sequence[TensorType]) -> str:
    digest = sha256(repr((form.spelled(), form.batch, form.lowering, list(map(str, types)))).encode())
    for factor in form.factors:
        digest.update(repr((factor.size, factor.is_batched)).encode())
        digest.update(factor.index.tobytes())
    if form.coefficients is not None:
        digest.update(str(form.coefficients.dtype).encode() + form.coefficients.tobytes())
    return f"hlogen.sparse.{form.name}.{digest.hexdigest()[:12]}"


def _dense(array: np.ndarray[Any, Any], element_type: ElementType) -> DenseElements:
    return DenseElements(TensorType(array.shape, element_type), array)
