"""Any operation at all, for what the builder has no function for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogen.builder.attributes import attributes_of
from hlogen.builder.emit import as_tensor, described, emit
from hlogen.builder.regions import argument_type, attached, require_regions
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.ir import Attribute, Region, TensorType


@public
def operation(
    name: str,
    operands: Sequence[TensorLike] = (),
    *,
    result_types: Sequence[TensorType | str] = (),
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> tuple[Tensor, ...]:
    """The operation called `name` (``"stablehlo.custom_call"``), exactly as given; nothing is inferred or checked.

    Attributes are those of MLIR's text, as values of `hlogen.ir` or Python's own (an int is i64). Upstream's verifier
    sees the operation when the program is printed or written. Returns a tuple, one tensor for each of `result_types`.
    """
    if not isinstance(name, str) or "." not in name or not name.isprintable():
        raise usage_error(
            f"name is an operation's name with its dialect, such as 'stablehlo.add', not {described(name)}"
        )
    if not isinstance(operands, (list, tuple)):
        raise usage_error(f"operands is a list of tensors, not {described(operands)}")
    if not isinstance(result_types, (list, tuple)):
        raise usage_error(f"result_types is a list of tensor types, not {described(result_types)}")
    require_regions(regions)
    return emit(
        name,
        [as_tensor(operand, f"operands[{number}]") for number, operand in enumerate(operands)],
        None if attributes is None else attributes_of(attributes, "attributes"),
        [attached(region, f"regions[{number}] of {name}") for number, region in enumerate(regions)],
        [argument_type(type, f"result_types[{number}]") for number, type in enumerate(result_types)],
    )
