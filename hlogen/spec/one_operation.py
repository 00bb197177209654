"""One operation by its parts: checked by all rules of the specification, or its result types inferred.

Nothing here needs MLIR bindings; types may be given as text, attributes as plain Python values.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, cast, get_args

import numpy as np

from hlogen.door import described, public
from hlogen.errors import UsageError
from hlogen.ir.attributes import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    FloatAttr,
    GatherDimensionNumbers,
    IntegerAttr,
    ScatterDimensionNumbers,
    SymbolRef,
)
from hlogen.ir.dtypes import element_type_of
from hlogen.ir.module import Block, Location, Operation, Region
from hlogen.ir.types import F32, F64, I1, I32, I64, FunctionType, TensorType, Type
from hlogen.spec.arguments import flags, integers, optional_location, some_type, some_types
from hlogen.spec.constraint import ConstraintError, Violation, require
from hlogen.spec.operations import CONSTRAINED
from hlogen.spec.operations import check_operation as violations_of_operation
from hlogen.spec.optable import OPS
from hlogen.spec.result_types import infer as inferred
from hlogen.spec.rules.facts import ANYTHING
from hlogen.spec.rules.rule import Rules

_ATTRIBUTES = tuple(cls for cls in get_args(Attribute) if isinstance(cls, type) and cls is not bool)
# One alone counts as a list of one.
_Types: TypeAlias = "Iterable[Type | str] | Type | str"
_Regions: TypeAlias = "Iterable[Region | FunctionType | str] | Region | FunctionType | str"
_NUMBERS: Mapping[tuple[str, str], type[Any]] = {
    ("gather", "dimension_numbers"): GatherDimensionNumbers,
    ("dynamic_gather", "dimension_numbers"): GatherDimensionNumbers,
    ("scatter", "scatter_dimension_numbers"): ScatterDimensionNumbers,
    ("dot_general", "dot_dimension_numbers"): DotDimensionNumbers,
    ("convolution", "dimension_numbers"): ConvDimensionNumbers,
    ("dynamic_conv", "dimension_numbers"): ConvDimensionNumbers,
}


@public
def check_operation(
    name: str,
    operand_types: _Types = (),
    attributes: Mapping[str, object] | None = None,
    regions: _Regions = (),
    result_types: _Types | None = None,
    *,
    location: Location | None = None,
) -> list[Violation]:
    """Every rule of the specification that this operation breaks, each independent of the others; [] where it is valid.

    `name` is "stablehlo.add", or short "add". Types are `hlogen.tensor` types or text such as "2x3xf32". Attributes
    have the names that they have in MLIR; their values are plain (integers, lists of them, booleans, words of
    enumerations such as "LT", names of functions, dicts, NumPy arrays) or those of `hlogen.ir`. A region is given by
    its type, such as "(tensor<f32>, tensor<f32>) -> tensor<f32>". Without `result_types` they are the inferred ones.

    UsageError for an operation that the specification doesn't have, for arguments that aren't even of the right kind,
    and where the result types are left out and can't be inferred although no rule is broken.
    """
    return _check(_operation(name, operand_types, attributes, regions, result_types, location), result_types is None)


@public
def infer(
    name: str,
    operand_types: _Types = (),
    attributes: Mapping[str, object] | None = None,
    regions: _Regions = (),
    result_types: _Types | None = None,
    *,
    location: Location | None = None,
) -> tuple[Type, ...]:
    """The result types of an operation; ConstraintError with every violation where it is invalid.

    Arguments are those of `check_operation`. `result_types` that are given have to fit; they are needed where the
    operands don't determine them (iota, reshape, convert ...): UsageError says so.
    """
    op = _operation(name, operand_types, attributes, regions, result_types, location)
    require(_check(op, result_types is None))
    return tuple(value.type for value in op.results)


def _check(op: Operation, has_no_results: bool) -> list[Violation]:
    """The violations; results that are left out are inferred and put into the operation."""
    if has_no_results:
        operand_types = [value.type for value in op.operands]
        try:
            types = inferred(op.name, operand_types, op.attributes, op.regions, location=op.location)
        except ConstraintError as error:
            return list(error.violations)
        op.results = Operation(op.name, result_types=types).results
    return violations_of_operation(op)


def _operation(
    name: str,
    operand_types: _Types,
    attributes: Mapping[str, object] | None,
    regions: _Regions,
    result_types: _Types | None,
    location: Location | None,
) -> Operation:
    known = _name(name)
    if attributes is not None and not isinstance(attributes, Mapping):
        raise UsageError(f"attributes takes a mapping from names to values, not {described(attributes)}")
    if isinstance(regions, (str, FunctionType, Region)):
        regions = [regions]
    elif not isinstance(regions, Iterable) or isinstance(regions, (bytes, Mapping)):
        raise UsageError(f"regions takes a list of the regions' types, not {described(regions)}")
    for key in attributes or {}:
        if isinstance(key, str) and "." not in key and key not in OPS[known].attributes:
            near = difflib.get_close_matches(key, OPS[known].attributes, n=1)
            there = ", ".join(OPS[known].attributes) or "none"
            hint = f"did you mean {near[0]}?" if near else f"it has: {there}"
            raise UsageError(f"{known} has no attribute {key!r}; {hint}")
    given = {key: _attribute(known, key, value) for key, value in (attributes or {}).items() if value is not None}
    return Operation(
        known,
        Block(some_types("operand_types", operand_types)).arguments,
        [] if result_types is None else some_types("result_types", result_types),
        given,
        [_region(f"regions[{at}]", region) for at, region in enumerate(regions)],
        optional_location(location),
    )


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise UsageError(f"name takes the name of an operation such as 'stablehlo.add', not {described(name)}")
    full = name if name.startswith("stablehlo.") else f"stablehlo.{name}"
    if full not in OPS or full not in CONSTRAINED:
        near = difflib.get_close_matches(full, CONSTRAINED, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"the specification has no operation {name!r} whose rules are known{hint}")
    return full


def _attribute(op: str, name: object, value: object) -> Attribute:
    if not isinstance(name, str):
        raise UsageError(f"attributes takes names as keys, not {described(name)}")
    what, rules = f"attribute {name}", CONSTRAINED[op]
    asked = rules.inputs.get(name, "") if isinstance(rules, Rules) else ""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    is_f32 = asked.endswith("f32")
    if isinstance(value, (float, np.floating)) or (is_f32 and isinstance(value, (int, np.integer))):
        return FloatAttr(float(value), F32 if is_f32 else F64)
    if isinstance(value, (int, np.integer)):
        return IntegerAttr(int(value), I32 if asked.endswith("si32") else I64)
    if isinstance(value, str) and asked == "name of a function":
        return SymbolRef((value.removeprefix("@"),))
    if isinstance(value, np.ndarray):
        return DenseElements(TensorType(value.shape, element_type_of(value.dtype)), value)
    if isinstance(value, Mapping) and (cls := _NUMBERS.get((op.removeprefix("stablehlo."), name))) is not None:
        try:
            return cast(Attribute, cls(**{key: _plain(key, one) for key, one in value.items()}))
        except TypeError as error:
            raise UsageError(f"{what}: {error}") from None
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _attribute(op, f"{name}.{key}", one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        if asked.endswith("names of functions") and all(isinstance(one, str) for one in value):
            return tuple(SymbolRef((one.removeprefix("@"),)) for one in value)
        return _list(what, value)
    if isinstance(value, _ATTRIBUTES):
        return cast(Attribute, value)
    raise UsageError(f"{what} takes a plain value or one of hlogen.ir, not {described(value)}")


def _plain(name: object, value: object) -> object:
    return integers(str(name), value) if isinstance(value, (list, tuple)) else value


def _list(what: str, values: list[Any] | tuple[Any, ...]) -> Attribute:
    if values and all(isinstance(one, (str, *_ATTRIBUTES)) and not isinstance(one, (bool, tuple)) for one in values):
        return tuple(values)
    if values and all(isinstance(one, (bool, np.bool_)) for one in values):
        return DenseArray(I1, flags(what, values))
    if values and all(isinstance(one, (list, tuple)) for one in values):
        rows = [integers(f"{what}[{at}]", one) for at, one in enumerate(values)]
        if len({len(row) for row in rows}) != 1:
            raise UsageError(f"{what} has rows of {' and '.join(str(len(row)) for row in rows)} entries")
        return DenseElements(TensorType((len(rows), len(rows[0])), I64), np.array(rows, np.int64))
    return DenseArray(I64, integers(what, values))


def _region(name: str, region: object) -> Region:
    """A region of which only its type is known."""
    if isinstance(region, Region):
        return region
    type = region if isinstance(region, FunctionType) else some_type(name, region)
    if not isinstance(type, FunctionType):
        raise UsageError(f"{name} takes the type of a function such as '(tensor<f32>) -> tensor<f32>', not {type}")
    block = Block(type.inputs)
    made = Operation(ANYTHING, [], type.results)
    block.operations += [made, Operation("stablehlo.return", made.results, [])]
    return Region([block])
