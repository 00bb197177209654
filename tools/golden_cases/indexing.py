"""Gathers and scatters as cases: rows say the dimension numbers that they have, the others are empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers, TensorType, tensor
from hlogen.spec.constraint import Violation
from hlogen.spec.gather import check_gather
from hlogen.spec.scatter import check_scatter
from tools.golden_cases.case import AnyOpCase, Case, Dims, OpCase, ProgramCase, Region
from tools.golden_cases.render import operation
from tools.golden_cases.tensors import Tensor, values


@dataclass(frozen=True)
class Body:
    """An update computation twice over: as MLIR and as Python on NumPy scalars, for the model.

    `text` is the block's operations with `{E0}`, `{E1}` .. for the rank-0 tensor types of the arguments, called `%old`,
    `%new` (N = 1) or `%old0`, `%old1`, .. `%new0`, `%new1`, ..; it ends with `stablehlo.return`. `before` stands in
    main in front of the scatter, `functions` behind main.
    """

    python: Callable[..., Any]
    text: str
    before: str = ""
    functions: str = ""


def gather(
    *,
    operand: Tensor,
    start_indices: Tensor,
    slice_sizes: Sequence[int],
    indices_are_sorted: bool = False,
    differs: dict[str, str] | None = None,
    **more: Any,
) -> OpCase:
    """A row of gather's table: `more` are dimension numbers and what every case has."""
    dims, more = _split(GatherDimensionNumbers, more)
    attributes = {
        "dimension_numbers": Dims("gather", dims),
        "slice_sizes": slice_sizes,
        "indices_are_sorted": indices_are_sorted,
    }
    return OpCase(op="gather", operands=[operand, start_indices], attributes=attributes, differs=differs or {}, **more)


def dynamic(case: OpCase, slice_sizes_type: str = "i64", **more: Any) -> OpCase:
    """The dynamic_gather that a gather is, where the slice sizes are an operand."""
    sizes = case.attributes["slice_sizes"]
    attributes = {name: value for name, value in case.attributes.items() if name != "slice_sizes"}
    operands = [*case.operands, values(f"{len(sizes)}x{slice_sizes_type}", sizes)]
    return replace(case, op="dynamic_gather", operands=operands, attributes=attributes, **more)


def with_computed_sizes(case: OpCase) -> ProgramCase:
    """A dynamic_gather whose slice sizes are the sum of two constants."""
    operand, start_indices, sizes = case.operands
    one = Tensor(sizes.type, np.ones_like(sizes.array))
    less = Tensor(sizes.type, (sizes.array.astype(np.int64) - 1).astype(sizes.array.dtype))
    names = {"operand": operand, "start_indices": start_indices, "one": one, "slice_sizes_minus_one": less}
    computed = f"%slice_sizes = stablehlo.add %slice_sizes_minus_one, %one : {sizes.type}"
    return _as_program(case, names, computed)


def scatter(
    *,
    inputs: Sequence[Tensor],
    scatter_indices: Tensor,
    updates: Sequence[Tensor],
    body: Body,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    result_element_types: Sequence[str] = (),
    differs: dict[str, str] | None = None,
    **more: Any,
) -> OpCase:
    """A row of scatter's table; `result_element_types` are E0, E1, .., the inputs' where left out."""
    dims, more = _split(ScatterDimensionNumbers, more)
    types = [tensor(type) for type in result_element_types] or [TensorType((), i.type.element_type) for i in inputs]
    suffixes = [""] if len(inputs) == 1 else [str(i) for i in range(len(inputs))]
    arguments = (f"%{which}{suffix}" for which in ("old", "new") for suffix in suffixes)
    region = Region(
        ", ".join(f"{name}: {type}" for name, type in zip(arguments, types * 2, strict=True)),
        _with_types(body.text, types),
        body.python,
    )
    return OpCase(
        op="scatter",
        operands=[*inputs, scatter_indices, *updates],
        attributes={
            "update_computation": region,
            "scatter_dimension_numbers": Dims("scatter", dims),
            "indices_are_sorted": indices_are_sorted,
            "unique_indices": unique_indices,
        },
        results=[str(TensorType(i.type.shape, type.element_type)) for i, type in zip(inputs, types, strict=True)],
        before=_with_types(body.before, types),
        after=_with_types(body.functions, types),
        differs=differs or {},
        **more,
    )


def with_inputs_checked(case: OpCase) -> ProgramCase:
    """A scatter whose inputs are looked at once more behind it."""
    named = dict(zip(case.operand_names, case.operands, strict=True))
    return _as_program(case, named, "", {"inputs": named["inputs"]})


def with_dynamic_dims(case: OpCase, program: str) -> ProgramCase:
    """A program that gives the result of `case`, whose types it makes dynamic on the way."""
    named = dict(zip(case.operand_names, case.operands, strict=True))
    (expected,) = case.expected()
    return ProgramCase(**_known(case), operands=named, text=program, results={"result": expected})


def violations(case: AnyOpCase) -> list[Violation]:
    """What a gather or scatter breaks, apart from its update computation, which is text still."""
    if not isinstance(case, OpCase) or case.op not in ("gather", "scatter"):
        return []  # the others are held against upstream's verifier, with the bindings
    types = [operand.type for operand in case.operands]
    (dims,) = (value.fields for value in case.attributes.values() if isinstance(value, Dims))
    if case.op == "gather":
        return check_gather(*types, **dims, slice_sizes=case.attributes["slice_sizes"])
    n = len(types) // 2
    return check_scatter(types[:n], types[n], types[n + 1 :], **dims)


def _as_program(
    case: OpCase, operands: dict[str, Tensor], before: str, more_results: dict[str, Tensor] | None = None
) -> ProgramCase:
    (expected,) = case.expected()
    text = "\n".join([before, *operation(case, [expected.type])])
    return ProgramCase(
        **_known(case), operands=operands, text=text, results={"result": expected, **(more_results or {})}
    )


def _known(case: OpCase) -> dict[str, Any]:
    """What every case has, of this one."""
    return {field.name: getattr(case, field.name) for field in fields(Case)}


def _split(kind: type[Any], more: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The dimension numbers, all of them, and what else was said."""
    names = [field.name for field in fields(kind)]
    return {name: more.pop(name, ()) for name in names}, more


def _with_types(block: str, types: Sequence[TensorType]) -> str:
    """`block` with its `{E0}`, `{E1}`, .. replaced; MLIR's own braces are left alone."""
    for i, type in enumerate(types):
        block = block.replace(f"{{E{i}}}", str(type))
    return block
