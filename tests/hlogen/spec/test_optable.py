"""The op table against the specification's list of ops and against the classes of upstream's own bindings."""

import pytest

from hlogen.spec.optable import OPS, REQUIRED, OpSpec, Presence

# The headings of the chapter "Ops" of the specification.
SPEC_OPS = """
    abs add after_all all_gather all_reduce all_to_all and async_done async_start atan2 batch_norm_grad
    batch_norm_inference batch_norm_training bitcast_convert broadcast_in_dim case cbrt ceil cholesky clamp
    collective_broadcast collective_permute collective_reduce compare complex composite concatenate constant
    convert convolution cosine count_leading_zeros custom_call divide dot_general dynamic_broadcast_in_dim
    dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape dynamic_slice dynamic_update_slice
    exponential exponential_minus_one fft floor gather get_dimension_size get_tuple_element if imag infeed iota
    is_finite log log_plus_one logistic map maximum minimum multiply negate not optimization_barrier or outfeed
    pad partition_id popcnt power real recv reduce reduce_precision reduce_scatter reduce_window remainder
    replica_id reshape reverse rng rng_bit_generator round_nearest_afz round_nearest_even rsqrt scatter select
    select_and_scatter send shift_left shift_right_arithmetic shift_right_logical sign sine slice sort sqrt
    subtract tan tanh transpose triangular_solve tuple uniform_dequantize uniform_quantize while xor
""".split()  # noqa: SIM905  # a hundred names read better without quotes

stablehlo = pytest.importorskip("jaxlib.mlir.dialects.stablehlo")
CLASSES = {
    cls.OPERATION_NAME: cls
    for cls in vars(stablehlo).values()
    if hasattr(cls, "_ODS_REGIONS") and hasattr(cls, "OPERATION_NAME")
}
# What the specification has and the oldest supported bindings (StableHLO 1.17.0) don't.
NEWER_OPS = {"stablehlo.collective_reduce"}
NEWER_ATTRIBUTES = {"has_dynamic_root", "result_tilings"}
KNOWN = [pytest.param(op, id=op.mnemonic) for name, op in OPS.items() if name in CLASSES]


def test_the_table_has_every_op_of_the_specification_and_no_other() -> None:
    assert sorted(op.mnemonic for op in OPS.values()) == sorted(SPEC_OPS)
    assert all(name == op.name == f"stablehlo.{op.mnemonic}" for name, op in OPS.items())


def test_upstream_has_the_ops_of_the_table() -> None:
    assert OPS.keys() - CLASSES.keys() <= NEWER_OPS


@pytest.mark.parametrize("op", KNOWN)
def test_operands_and_attributes_are_those_of_upstreams_classes(op: OpSpec) -> None:
    cls = CLASSES[op.name]
    for name in (*op.operands, *(attribute for attribute in op.attributes if attribute not in NEWER_ATTRIBUTES)):
        assert hasattr(cls, name.removesuffix("...")), name


@pytest.mark.parametrize("op", KNOWN)
def test_the_number_of_regions_is_upstreams(op: OpSpec) -> None:
    variadic = [name for name in op.regions if name.endswith("...")]
    assert (len(op.regions) - len(variadic), not variadic) == CLASSES[op.name]._ODS_REGIONS


def test_defaults() -> None:
    gather = OPS["stablehlo.gather"]
    assert gather.attributes["indices_are_sorted"] is False
    assert gather.required_attributes == ("dimension_numbers", "slice_sizes")
    assert OPS["stablehlo.sort"].attributes["dimension"] == -1
    assert OPS["stablehlo.compare"].attributes["comparison_direction"] is REQUIRED
    assert OPS["stablehlo.compare"].attributes["compare_type"] is Presence.OPTIONAL


def test_variadic_operands() -> None:
    assert OPS["stablehlo.scatter"].is_variadic
    assert not OPS["stablehlo.gather"].is_variadic


def test_every_kind_is_said_of_several_ops() -> None:
    kinds = [op.kind for op in OPS.values()]
    assert all(kinds.count(kind) > 1 for kind in kinds)
