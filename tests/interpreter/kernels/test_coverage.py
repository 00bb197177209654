"""Every operation that the builder writes or JAX emits around indexing has a kernel."""

from __future__ import annotations

import ast
from pathlib import Path

import interpreter.kernels
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
