"""Every operation that the builder writes or JAX emits around indexing has a kernel."""

from __future__ import annotations

import ast
from pathlib import Path

from helpers.one_op import i32, program, word

import hlogen as hl
import interpreter.kernels
from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, tensor
from hlogen.spec.optable import OPS
from interpreter.kernels.registry import kernels

AROUND_INDEXING = set(
    """
    abs add and atan2 bitcast_convert broadcast_in_dim case cbrt ceil clamp compare complex concatenate constant
    convert convolution cosine count_leading_zeros divide dot_general dynamic_broadcast_in_dim dynamic_gather
    dynamic_iota dynamic_pad dynamic_reshape dynamic_slice dynamic_update_slice exponential
    exponential_minus_one floor gather get_dimension_size if imag iota is_finite log log_plus_one logistic map
    maximum minimum multiply negate not optimization_barrier or pad popcnt power real reduce reduce_precision
    reduce_window remainder reshape reverse round_nearest_afz round_nearest_even rsqrt scatter select
    select_and_scatter shift_left shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract
    tan tanh transpose tuple get_tuple_element while xor
    """.split()  # noqa: SIM905  # one long list of words reads best as words
)


def test_every_operation_around_indexing_has_a_kernel() -> None:
    assert [name for name in sorted(AROUND_INDEXING) if f"stablehlo.{name}" not in kernels()] == []
    assert "func.call" in kernels()


def test_every_operation_of_the_spec_has_a_kernel() -> None:
    assert [name for name in OPS if name not in kernels()] == []


def test_elementwise_in_the_spec_is_elementwise_here() -> None:
    wrong = [
        name
        for name, spec in OPS.items()
        if spec.kind == "elementwise"
        and name in kernels()
        and not kernels()[name].elementwise
        and name != "stablehlo.map"
    ]
    assert wrong == []


# What they do is the same for any elements.
OF_ANY_ELEMENTS = {"stablehlo.complex", "stablehlo.real", "stablehlo.imag"}
# The specification leaves out the unsigned integers, whose absolute value and sign are no question, and its formula
# of a remainder, which rounds, says nothing of complex numbers.
OTHERWISE = {("stablehlo.abs", "ui8"), ("stablehlo.sign", "ui8"), ("stablehlo.remainder", "complex<f32>")}


def test_elementwise_kernels_take_the_elements_that_the_specification_takes() -> None:
    given: dict[str, dict[str, Attribute]] = {
        "compare": {"comparison_direction": word("comparison_direction", "LT")},
        "reduce_precision": {"exponent_bits": i32(5), "mantissa_bits": i32(3)},
    }
    differ = set()
    for name, spec in OPS.items():
        if not kernels()[name].elementwise or "uniform" in name or name in OF_ANY_ELEMENTS | {"stablehlo.constant"}:
            continue
        for element in ("i1", "ui8", "i32", "f8E8M0FNU", "bf16", "complex<f32>"):
            type, part = tensor(f"2x{element}"), tensor("2xf32" if "complex" in element else f"2x{element}")
            operands = [tensor("2xi1") if operand == "pred" else type for operand in spec.operands]
            result = {"compare": tensor("2xi1"), "is_finite": tensor("2xi1"), "abs": part}.get(spec.mnemonic, type)
            attributes = given.get(spec.mnemonic, {})
            is_valid = not hl.check_operation(name, operands, attributes, result_types=[result])
            said = ""
            try:
                interpreter.load(program(name, operands, [result], attributes))
            except ExecutionError as error:
                said = str(error)
            assert not said or f"{name} isn't defined on elements of type {element}" in said
            if is_valid == bool(said):
                differ.add((name, element))
    assert differ == OTHERWISE


def test_lane_rules_are_for_operations_that_need_them() -> None:
    assert [name for name, row in kernels().items() if row.traits.lanes is not None and row.elementwise] == []


def test_kernels_of_the_spec_are_registered_by_their_name() -> None:
    misspelt = [name for name in kernels() if name.startswith("stablehlo.") and name not in OPS]
    # which the dialect has and the specification doesn't, or not any more
    only_in_the_dialect = """
        broadcast create_token cross-replica-sum dot einsum real_dynamic_slice set_dimension_size torch_index_select
        unary_einsum
    """.split()  # noqa: SIM905  # one long list of words reads best as words
    assert set(misspelt) <= {f"stablehlo.{name}" for name in only_in_the_dialect}


def test_no_kernel_writes_a_loop_over_elements_of_an_array() -> None:
    """`np.ndindex` and `np.nditer` belong to the tests' models."""
    for path in Path(interpreter.kernels.__path__[0]).glob("*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert not names & {"ndindex", "nditer", "vectorize", "ndenumerate"}, path.name
