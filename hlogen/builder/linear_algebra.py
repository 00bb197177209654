"""Products of tensors (spec: dot_general)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from hlogen.builder.broadcasting import common_shape, repeated_to
from hlogen.builder.emit import as_tensor, boolean, described, element_type_from, emit_one, integer, integers, one_of
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error, user_location
from hlogen.door import public
from hlogen.ir import (
    Attribute,
    DotDimensionNumbers,
    ElementType,
    EnumAttr,
    FloatType,
    OpaqueAttr,
    QuantizedType,
    TensorType,
)
from hlogen.spec.predicates import counted
from hlogen.spec.result_types import infer

_PRECISIONS = ("lhs_precision_type", "rhs_precision_type", "accumulation_type")
_COUNTS = ("lhs_component_count", "rhs_component_count", "num_primitive_operations")
_IMPRECISE = "allow_imprecise_accumulation"


@public
def dot_general(
    lhs: TensorLike,
    rhs: TensorLike,
    *,
    lhs_batching_dimensions: Iterable[int] = (),
    rhs_batching_dimensions: Iterable[int] = (),
    lhs_contracting_dimensions: Iterable[int],
    rhs_contracting_dimensions: Iterable[int],
    precision_config: Sequence[str] | None = None,
    algorithm: Mapping[str, Any] | None = None,
    element_type: ElementType | str | npt.DTypeLike | None = None,
) -> Tensor:
    """Sums of products over the contracting dimensions, for each index of the batching dimensions.

    The result's shape is the batching dimensions, then the rest of `lhs`, then the rest of `rhs` (C12); its element
    type is the operands' (C13) unless `element_type` asks for another to accumulate in. A product of quantized tensors
    needs it; one of floats and a quantized `rhs` has floats. `precision_config` is "DEFAULT", "HIGH" or "HIGHEST" for
    each operand. `algorithm` says how products are computed, by the specification's names: the element types
    `lhs_precision_type`, `rhs_precision_type` and `accumulation_type` ("tf32" is one here), and where they aren't 1 and
    False, `lhs_component_count`, `rhs_component_count`, `num_primitive_operations` and `allow_imprecise_accumulation`.
    """
    left, right = pair(lhs, rhs)
    numbers = DotDimensionNumbers(
        integers(lhs_batching_dimensions, "lhs_batching_dimensions"),
        integers(rhs_batching_dimensions, "rhs_batching_dimensions"),
        integers(lhs_contracting_dimensions, "lhs_contracting_dimensions"),
        integers(rhs_contracting_dimensions, "rhs_contracting_dimensions"),
    )
    attributes: dict[str, Attribute] = {"dot_dimension_numbers": numbers}
    if precision_config is not None:
        attributes["precision_config"] = precisions(precision_config)
    if algorithm is not None:
        if precision_config is not None and {*precision_config} - {"DEFAULT"}:
            raise usage_error(
                f"precision_config is DEFAULT where there is an algorithm (C21), not {precision_config!r}"
            )
        attributes["algorithm"] = _algorithm(algorithm)
    return product("stablehlo.dot_general", left, right, attributes, element_type)


def product(
    name: str,
    lhs: Tensor,
    rhs: Tensor,
    attributes: Mapping[str, Attribute],
    element_type: ElementType | str | npt.DTypeLike | None,
) -> Tensor:
    """A dot_general or convolution whose result has this element type, where one is given."""
    if element_type is None:
        return emit_one(name, [lhs, rhs], attributes)
    operands = [tensor.type.with_element_type(_expressed(tensor.element_type)) for tensor in (lhs, rhs)]
    (inferred,) = infer(name, operands, attributes, location=user_location())
    assert isinstance(inferred, TensorType)
    declared = inferred.with_element_type(element_type_from(element_type))
    return emit_one(name, [lhs, rhs], attributes, declared=declared)


def _expressed(element_type: ElementType) -> ElementType:
    """What decides a result's shape as well as a quantized type, and needs no element type given."""
    return element_type.expressed_type if isinstance(element_type, QuantizedType) else element_type


def matrix_product(lhs: TensorLike, rhs: TensorLike) -> Tensor:
    """``lhs @ rhs``: the products of matrices and vectors, as a dot_general; what comes before is the batch."""
    left, right = pair(lhs, rhs)
    if not left.rank or not right.rank:
        raise usage_error(f"@ takes tensors of rank 1 and more, not {left.type} and {right.type}\n  fix: use * instead")
    row, column = max(right.rank - 2, 0), left.rank - 1  # what is summed over
    if left.rank <= 1 or right.rank <= 2:
        return dot_general(left, right, lhs_contracting_dimensions=[column], rhs_contracting_dimensions=[row])
    if left.rank == 2:  # the same matrix for each of the batch, whose dimensions come behind its rows
        product = dot_general(left, right, lhs_contracting_dimensions=[column], rhs_contracting_dimensions=[row])
        return transpose(product, [*range(1, right.rank - 1), 0, right.rank - 1])
    batch = common_shape("@", {"lhs": left.shape[:-2], "rhs": right.shape[:-2]})
    left, right = (
        repeated_to((*batch, *value.shape[-2:]), value, [value, other])
        for value, other in ((left, right), (right, left))
    )
    batches = range(len(batch))
    return dot_general(
        left,
        right,
        lhs_batching_dimensions=batches,
        rhs_batching_dimensions=batches,
        lhs_contracting_dimensions=[left.rank - 1],
        rhs_contracting_dimensions=[right.rank - 2],
    )


def _algorithm(fields: Mapping[str, Any]) -> OpaqueAttr:
    """``#stablehlo.dot_algorithm<...>`` (spec: DotAlgorithm)."""
    if not isinstance(fields, Mapping):
        raise usage_error(f"algorithm is a dict of the specification's fields, not {described(fields)}")
    known = (*_PRECISIONS, *_COUNTS, _IMPRECISE)
    for name in fields:
        if name not in known:
            raise usage_error(f"algorithm has no field {name!r}\n  fix: use {', '.join(known)}")
    texts: dict[str, object] = {}
    for name in _PRECISIONS:
        if name not in fields:
            raise usage_error(f"algorithm has no {name}, expected an element type such as 'bf16'")
        texts[name] = type = element_type_from(fields[name], name)
        if not isinstance(type, FloatType):
            raise usage_error(f"{name} of algorithm is {type}, expected a floating-point type or tf32")
    for name in _COUNTS:
        texts[name] = count = integer(fields.get(name, 1), name)
        if count < 1:
            raise usage_error(f"{name} = {count} in algorithm, expected at least 1 (C22-C24)")
    texts[_IMPRECISE] = str(boolean(fields.get(_IMPRECISE, False), _IMPRECISE)).lower()
    return OpaqueAttr(f"#stablehlo.dot_algorithm<{', '.join(f'{name} = {text}' for name, text in texts.items())}>")


def pair(lhs: TensorLike, rhs: TensorLike) -> tuple[Tensor, Tensor]:
    """Both as tensors; an array takes the other's element type."""
    left_type = rhs.element_type if isinstance(rhs, Tensor) else None
    right_type = lhs.element_type if isinstance(lhs, Tensor) else None
    return as_tensor(lhs, "lhs", left_type), as_tensor(rhs, "rhs", right_type)


def precisions(precision_config: Sequence[str]) -> tuple[EnumAttr, ...]:
    """The attribute ``precision_config``: an entry for each operand, or none, as upstream prints it."""
    if not isinstance(precision_config, (list, tuple)):
        raise usage_error(f"precision_config is two of DEFAULT, HIGH, HIGHEST, not {described(precision_config)}")
    if len(precision_config) not in (0, 2):
        raise usage_error(
            f"precision_config has {counted(len(precision_config), 'entry', 'entries')}, expected 2: "
            "one for each operand"
        )
    return tuple(
        EnumAttr("precision", one_of(entry, ("DEFAULT", "HIGH", "HIGHEST"), f"precision_config[{number}]"))
        for number, entry in enumerate(precision_config)
    )
