"""Operations whose meaning comes from elsewhere (spec: composite, custom_call)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from hlogen.builder.attributes import attributes_of
from hlogen.builder.emit import as_values, boolean, described, emit_values, integer, integers, text
from hlogen.builder.function import Function
from hlogen.builder.regions import Shaped, attached, require_regions, value_type
from hlogen.builder.tensor import TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.builder.traced import Traced
from hlogen.door import public
from hlogen.ir import (
    Attribute,
    DenseElements,
    IndexType,
    IntegerAttr,
    IntegerType,
    OpaqueAttr,
    Region,
    TensorType,
    TupleType,
    Type,
)
from hlogen.spec.rules.extension import NAMESPACED

# For each value the order of its dimensions, minor to major.
Layouts: TypeAlias = "Sequence[Sequence[int]]"
# (output_tuple_indices, operand_index, operand_tuple_indices): this part of the results is that part of an operand.
Alias: TypeAlias = "tuple[Sequence[int], int, Sequence[int]]"

_TYPED_FFI = 4


@public
def custom_call(
    call_target_name: str,
    *inputs: TensorLike | Traced,
    result_types: Type | str | Shaped | Sequence[Type | str | Shaped],
    has_side_effect: bool = False,
    backend_config: str | Mapping[str, Any] | None = None,
    api_version: int | None = None,
    called_computations: Sequence[Function] = (),
    operand_layouts: Layouts | None = None,
    result_layouts: Layouts | None = None,
    output_operand_aliases: Sequence[Alias] = (),
) -> Any:
    """What `call_target_name` means to whoever runs the program; `interpreter.register_custom_call` says it to ours.

    Inputs and results are tensors, tokens ("token") or tuples of any types. `result_types` is one type, and a lone
    value is given, or a list of them, and a tuple is. `backend_config` is a text, or a dict of numbers, texts, NumPy
    arrays, lists and dicts, which goes with `api_version` 4. `called_computations` are functions of the program.
    Layouts list the dimensions of each value, minor to major; they are given for operands and results or for neither.
    An alias (output_tuple_indices, operand_index, operand_tuple_indices) says that a part of the results shares memory
    with a part of an operand, of the same type.

    Raises UsageError where an argument isn't that.
    """
    scope = require_scope("hl.custom_call")
    values = as_values(inputs, "inputs")
    is_lone = not isinstance(result_types, (list, tuple))
    given = cast("Sequence[Any]", [result_types] if is_lone else result_types)
    types = [value_type(type, f"result_types[{number}]") for number, type in enumerate(given)]
    attributes: dict[str, Attribute] = {"call_target_name": text(call_target_name, "call_target_name")}
    if boolean(has_side_effect, "has_side_effect"):
        attributes["has_side_effect"] = True
    attributes |= _backend_config(backend_config, api_version)
    if not isinstance(called_computations, (list, tuple)):
        raise usage_error(f"called_computations is a list of functions, not {described(called_computations)}")
    for number, function in enumerate(called_computations):
        if not isinstance(function, Function):
            raise usage_error(f"called_computations[{number}] is a function of a program, not {described(function)}")
    if called_computations:
        attributes["called_computations"] = tuple(function.bring_along(scope) for function in called_computations)
    if (operand_layouts is None) != (result_layouts is None):
        raise usage_error("operand_layouts and result_layouts are given together, or neither of them")
    if operand_layouts is not None and result_layouts is not None:
        attributes["operand_layouts"] = _layouts(operand_layouts, [value.type for value in values], "operand_layouts")
        attributes["result_layouts"] = _layouts(result_layouts, types, "result_layouts")
    if not isinstance(output_operand_aliases, (list, tuple)):
        raise usage_error(f"output_operand_aliases is a list of aliases, not {described(output_operand_aliases)}")
    if output_operand_aliases:
        attributes["output_operand_aliases"] = tuple(
            _alias(alias, f"output_operand_aliases[{number}]", [value.type for value in values], types)
            for number, alias in enumerate(output_operand_aliases)
        )
    results = emit_values("stablehlo.custom_call", values, attributes, result_types=types)
    return results[0] if is_lone else results


@public
def composite(
    name: str,
    decomposition: Function,
    *inputs: TensorLike | Traced,
    composite_attributes: Mapping[str, Any] | None = None,
    version: int = 0,
    regions: Sequence[Region] = (),
) -> Any:
    """The operation `name`, which backends that know it may run as their own, and which `decomposition` defines.

    `name` has a namespace, such as "vendor.gelu" (C1). `inputs` fit the arguments of `decomposition` (C3), and what it
    returns, a lone value or a tuple, is given back (C4). `composite_attributes` is a dict as custom_call's
    `backend_config`; `regions` are functions that a backend may ask for, made with `hlogen.region`.
    """
    if not isinstance(name, str) or not NAMESPACED.fullmatch(name):
        raise usage_error(f"name is a text with a namespace, such as 'vendor.gelu', not {described(name)}")
    if not isinstance(decomposition, Function):
        raise usage_error(f"decomposition is made with @hl.function(...), not {described(decomposition)}")
    scope = require_scope("hl.composite")
    attributes: dict[str, Attribute] = {"name": name, "decomposition": decomposition.bring_along(scope)}
    if composite_attributes is not None:
        attributes["composite_attributes"] = attributes_of(composite_attributes, "composite_attributes")
    number = integer(version, "version")
    if not 0 <= number < 1 << 31:
        raise usage_error(f"version = {number}, expected an integer from 0 to {(1 << 31) - 1}")
    if number:
        attributes["version"] = IntegerAttr(number, IntegerType(32))
    require_regions(regions)
    copies = [attached(region, f"regions[{at}] of {name}") for at, region in enumerate(regions)]
    results = emit_values(
        "stablehlo.composite", decomposition.arguments(inputs), attributes, copies, decomposition.type.results
    )
    return decomposition.output.unflatten(results)


def _backend_config(config: object, api_version: int | None) -> dict[str, Attribute]:
    """The configuration, and the version that its form goes with."""
    version = None if api_version is None else integer(api_version, "api_version")
    if version is not None and not 0 <= version <= _TYPED_FFI:
        raise usage_error(f"api_version = {version}, expected 0 to {_TYPED_FFI}")
    attributes: dict[str, Attribute] = {}
    if isinstance(config, Mapping):
        if version not in (None, _TYPED_FFI):
            raise usage_error(
                f"backend_config is a dict, which goes with api_version = {_TYPED_FFI}, not {version}\n"
                "  fix: give a text, or leave api_version out"
            )
        attributes["backend_config"] = attributes_of(config, "backend_config")
        version = _TYPED_FFI
    elif config is not None:
        if not isinstance(config, str):
            raise usage_error(f"backend_config is a text or a dict of attributes, not {described(config)}")
        if version == _TYPED_FFI:
            raise usage_error(f"backend_config is a text, but api_version = {_TYPED_FFI} takes a dict of attributes")
        attributes["backend_config"] = text(config, "backend_config")
    if version is not None:
        attributes["api_version"] = IntegerAttr(version, IntegerType(32))
    return attributes


def dimension_orders(layouts: Layouts, types: Sequence[Type], what: str) -> list[tuple[int, ...]]:
    """For each value of `types` the order of its dimensions; UsageError where `layouts` doesn't say that."""
    if not isinstance(layouts, (list, tuple)) or len(layouts) != len(types):
        raise usage_error(f"{what} is a list with an entry for each of {len(types)} values, not {described(layouts)}")
    orders = []
    for number, (layout, type) in enumerate(zip(layouts, types, strict=True)):
        order = integers(layout, f"{what}[{number}]")
        rank = type.rank if isinstance(type, TensorType) else 0
        if sorted(order) != list(range(rank)):
            raise usage_error(f"{what}[{number}] = {list(order)}, expected the dimensions of {type} in some order")
        orders.append(order)
    return orders


def _layouts(layouts: Layouts, types: Sequence[Type], what: str) -> Attribute:
    return tuple(
        DenseElements(TensorType((len(order),), IndexType()), np.array(order, np.int64))
        for order in dimension_orders(layouts, types, what)
    )


def _alias(alias: object, what: str, inputs: Sequence[Type], results: Sequence[Type]) -> Attribute:
    if not isinstance(alias, (list, tuple)) or len(alias) != 3:
        raise usage_error(
            f"{what} is (output_tuple_indices, operand_index, operand_tuple_indices), not {described(alias)}"
        )
    outputs, operand_index, operands = alias
    index = integer(operand_index, f"{what}[1]")
    if not 0 <= index < len(inputs):
        raise usage_error(f"{what} names operand {index}, but there are {len(inputs)} inputs")
    output, operand = (list(integers(each, what)) for each in (outputs, operands))
    whole = results[0] if len(results) == 1 else TupleType(tuple(results))
    shared, given = _part(whole, output, "the results", what), _part(inputs[index], operand, f"operand {index}", what)
    if shared != given:
        raise usage_error(f"{what} says that {shared} of the results is {given} of the operands, expected one type")
    return OpaqueAttr(
        f"#stablehlo.output_operand_alias<output_tuple_indices = {output}, operand_index = {index}, "
        f"operand_tuple_indices = {operand}>"
    )


def _part(type: Type, path: Sequence[int], of: str, what: str) -> Type:
    """The type of what `path`, indices into tuples inside of each other, leads to."""
    for at, index in enumerate(path):
        elements = type.element_types if isinstance(type, TupleType) else ()
        if not 0 <= index < len(elements):
            raise usage_error(
                f"{what} takes the path {list(path)} into {of}, but {index} at place {at} is no element of {type}"
            )
        type = elements[index]
    return type
