"""A case becomes the text of its golden: expected values from the slow model, layout from the templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
from model.dynamic_gather import dynamic_gather
from model.gather import gather
from model.scatter import scatter

from hlogen.ir import TensorType, dtype_of, parse_element_type, tensor
from tools.golden_cases import text
from tools.golden_cases.case import Array, Case, GatherCase, ScatterCase, Tensor, values
from tools.golden_cases.clauses import CLAUSES
from tools.golden_cases.differences import reason
from tools.golden_cases.op_case import OpCase, ProgramCase
from tools.golden_cases.op_render import op_context

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
ORACLES = {"upstream": "upstream interpreter", "xla": "XLA CPU"}


@dataclass(frozen=True)
class Named:
    """A tensor of a scatter as its template wants it."""

    name: str
    tensor: Tensor
    quantized: str | None
    suffix: str = ""

    @property
    def constant(self) -> str:
        return text.constant(self.tensor)

    @property
    def type(self) -> TensorType:
        return self.tensor.type

    @property
    def quantized_type(self) -> TensorType:
        return with_element_type(self.tensor.type, self.quantized)

    @property
    def value(self) -> str:
        return self.name


def expected_values(case: Case) -> tuple[Array, ...]:
    """What the slow model says the op of `case` gives."""
    if isinstance(case, GatherCase):
        return (_expected_gather(case),)
    if isinstance(case, OpCase):
        return tuple(tensor.array for tensor in case.expected())
    if isinstance(case, ProgramCase):
        return tuple(tensor.array for tensor in case.results.values())
    assert isinstance(case, ScatterCase)
    return expected_scatter(case)


def clause_ids(op: str, case: Case) -> list[str]:
    """The full ids of the clauses that `case` covers; a dynamic_gather's `S1` is dynamic_gather.S1."""
    return [f"{op}.{clause}" for clause in case.clauses.split()]


def golden_text(op: str, table: str, cases: Sequence[Case]) -> str:
    """The file of one case, or of the several that share it, one split each; `table` is the file they stand in."""
    is_general = isinstance(cases[0], OpCase | ProgramCase)
    name = f"{'op' if is_general else 'scatter' if op == 'scatter' else 'gather'}.mlir.j2"
    header = template("header.mlir.j2").render(split=len(cases) > 1, template=f"tools/templates/{name}", table=table)
    parts = [template(name).render(case=context(op, case)).strip() for case in cases]
    return header + "\n\n// -----\n\n".join(parts) + "\n"


@cache
def template(name: str) -> jinja2.Template:
    """A template of tools/templates/."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["comment"] = text.comment
    return environment.get_template(name)


def context(op: str, case: Case) -> dict[str, Any]:
    """What the templates see of `case`."""
    others = (name for backend, name in ORACLES.items() if backend not in {*case.differs, *case.unasked})
    agree = ["spec model", *others]
    known = {
        "name": case.name,
        "title": case.title,
        "clauses": (
            [(case.op, case.says)]
            if isinstance(case, OpCase | ProgramCase)
            else [(clause, CLAUSES[clause]) for clause in clause_ids(op, case)]
        ),
        "agree": ", ".join(agree),
        "differs": [
            *(f"{ORACLES[backend]} differs: {id}: {reason(id)}" for backend, id in case.differs.items()),
            *(f"{ORACLES[backend]} isn't asked: {why}" for backend, why in case.unasked.items()),
        ],
    }
    if isinstance(case, OpCase | ProgramCase):
        return known | op_context(case)
    if isinstance(case, GatherCase):
        return known | _gather_context(op, case)
    assert isinstance(case, ScatterCase)
    return known | _scatter_context(case)


def with_element_type(type: TensorType, element_type: str | None) -> TensorType:
    if element_type is None:
        return type
    return TensorType(type.shape, parse_element_type(element_type))  # type: ignore[arg-type]  # an element type's text


def _gather_dims(case: GatherCase) -> dict[str, Any]:
    return {
        "offset_dims": case.offset_dims,
        "collapsed_slice_dims": case.collapsed_slice_dims,
        "operand_batching_dims": case.operand_batching_dims,
        "start_indices_batching_dims": case.start_indices_batching_dims,
        "start_index_map": case.start_index_map,
        "index_vector_dim": case.index_vector_dim,
    }


def _expected_gather(case: GatherCase) -> Array:
    operand, start_indices, dims = case.operand.array, case.start_indices.array, _gather_dims(case)
    if case.slice_sizes_type is None:
        return gather(operand, start_indices, slice_sizes=case.slice_sizes, **dims)
    return dynamic_gather(operand, start_indices, _slice_sizes(case).array, **dims)


def _slice_sizes(case: GatherCase) -> Tensor:
    assert case.slice_sizes_type is not None
    return values(f"{len(case.slice_sizes)}x{case.slice_sizes_type}", case.slice_sizes)


def _gather_context(op: str, case: GatherCase) -> dict[str, Any]:
    expected = _expected_gather(case)
    is_dynamic = case.slice_sizes_type is not None
    operand_type = case.operand.type
    result_type = TensorType(expected.shape, operand_type.element_type)
    quantized_operand, quantized_result = (with_element_type(t, case.quantized) for t in (operand_type, result_type))
    operand_types = [quantized_operand, case.start_indices.type]
    more: dict[str, Any] = {}
    if is_dynamic:
        sizes = _slice_sizes(case)
        operand_types.append(sizes.type)
        one = np.ones_like(sizes.array)
        more = {
            "slice_sizes_type": sizes.type,
            "slice_sizes_constant": text.constant(sizes),
            "ones": text.constant(Tensor(sizes.type, one)),
            "slice_sizes_minus_one": text.constant(
                Tensor(sizes.type, (sizes.array.astype(np.int64) - 1).astype(sizes.array.dtype))
            ),
        }
    compared = Tensor(result_type, expected)
    bits_type = None
    if case.as_bits is not None:
        bits_type = with_element_type(result_type, case.as_bits)
        compared = Tensor(bits_type, expected.view(dtype_of(bits_type.element_type)))
    return more | {
        "op": op,
        "is_dynamic": is_dynamic,
        "computed_slice_sizes": case.computed_slice_sizes,
        "operand": text.constant(case.operand),
        "operand_type": operand_type,
        "start_indices": text.constant(case.start_indices),
        "slice_sizes": f": {', '.join(map(str, case.slice_sizes))}" if case.slice_sizes else "",
        "dimension_numbers": _dimension_numbers(_gather_dims(case)),
        "indices_are_sorted": str(case.indices_are_sorted).lower(),
        "function_type": f"({', '.join(map(str, operand_types))}) -> {quantized_result}",
        "quantized": case.quantized,
        "quantized_operand_type": quantized_operand,
        "quantized_result_type": quantized_result,
        "result_type": result_type,
        "bits_type": bits_type,
        "expected": text.constant(compared),
    }


def _scatter_dims(case: ScatterCase) -> dict[str, Any]:
    return {
        "update_window_dims": case.update_window_dims,
        "inserted_window_dims": case.inserted_window_dims,
        "input_batching_dims": case.input_batching_dims,
        "scatter_indices_batching_dims": case.scatter_indices_batching_dims,
        "scatter_dims_to_operand_dims": case.scatter_dims_to_operand_dims,
        "index_vector_dim": case.index_vector_dim,
    }


def expected_scatter(case: ScatterCase, **more: Any) -> tuple[Array, ...]:
    """The slow model's results; `more` may hold a schedule."""
    return scatter(
        [tensor.array for tensor in case.inputs],
        case.scatter_indices.array,
        [tensor.array for tensor in case.updates],
        case.body.python,
        **_scatter_dims(case),
        result_dtypes=[dtype_of(type.element_type) for type in _body_types(case)],
        **more,
    )


def _body_types(case: ScatterCase) -> list[TensorType]:
    """`tensor<E0>, ..., tensor<EN-1>`."""
    if case.result_element_types:
        return [tensor(element_type) for element_type in case.result_element_types]
    return [TensorType((), input.type.element_type) for input in case.inputs]


def _scatter_context(case: ScatterCase) -> dict[str, Any]:
    one = len(case.inputs) == 1
    suffixes = [""] if one else [str(i) for i in range(len(case.inputs))]

    def named(name: str, tensors: Sequence[Tensor], plural: str) -> list[Named]:
        return [
            Named(plural if one else name + suffix, tensor, case.quantized, suffix)
            for suffix, tensor in zip(suffixes, tensors, strict=True)
        ]

    body_types = _body_types(case)
    expected = [
        Tensor(TensorType(array.shape, type.element_type), array)
        for type, array in zip(body_types, expected_scatter(case), strict=True)
    ]
    inputs, updates = named("input", case.inputs, "inputs"), named("update", case.updates, "updates")
    results = named("result", expected, "result")
    arguments = [f"%{which}{suffix}" for which in ("old", "new") for suffix in suffixes]
    element_types = [with_element_type(type, case.quantized) for type in body_types]
    types = {f"E{i}": str(type) for i, type in enumerate(element_types)}
    operand_types = [
        *(t.quantized_type for t in inputs),
        case.scatter_indices.type,
        *(t.quantized_type for t in updates),
    ]
    result_types = ", ".join(str(result.quantized_type) for result in results)
    return {
        "inputs": inputs,
        "updates": updates,
        "results": results,
        "scatter_indices": text.constant(case.scatter_indices),
        "quantized": case.quantized,
        "before": list(_lines(case.body.before, types)),
        "body": list(_lines(case.body.text, types)),
        "functions": list(_lines(case.body.functions, types)),
        "result_values": ", ".join(f"%{'quantized_' if case.quantized else ''}{result.name}" for result in results),
        "operands": ", ".join(
            f"%{t}" for t in (*(i.name for i in inputs), "scatter_indices", *(u.name for u in updates))
        ),
        "block_arguments": ", ".join(
            f"{name}: {type}" for name, type in zip(arguments, element_types * 2, strict=True)
        ),
        "dimension_numbers": _dimension_numbers(_scatter_dims(case)),
        "indices_are_sorted": str(case.indices_are_sorted).lower(),
        "unique_indices": str(case.unique_indices).lower(),
        "function_type": f"({', '.join(map(str, operand_types))}) -> " + (result_types if one else f"({result_types})"),
        "check_inputs": case.check_inputs,
    }


def _lines(block: str, types: dict[str, str]) -> Iterator[str]:
    """The lines of `block` with its `{E0}`, `{E1}`, .. replaced; MLIR's own braces are left alone."""
    for line in block.splitlines():
        for name, type in types.items():
            line = line.replace(f"{{{name}}}", type)
        yield line


def _dimension_numbers(dims: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields as MLIR prints them: empty lists left out."""
    return [
        (name, str(value) if isinstance(value, int) else text.integers(value))
        for name, value in dims.items()
        if isinstance(value, int) or len(value)
    ]
