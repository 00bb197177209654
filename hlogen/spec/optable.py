"""The op table: every op of the specification with its kind, operands, attributes, regions and results.

Attributes are spelled as in MLIR text, where some inputs of the specification stand together in one attribute, such as
gather's `dimension_numbers`. An input that the specification takes as an operand is one here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias


class Presence(Enum):
    """Whether an attribute without a default must be written."""

    REQUIRED = "required"
    OPTIONAL = "optional"


REQUIRED: Final = Presence.REQUIRED
OPTIONAL: Final = Presence.OPTIONAL

# The value an attribute has where it is left out, or whether it may be at all.
Default: TypeAlias = bool | int | str | Presence


@dataclass(frozen=True)
class OpSpec:
    """One op. A name that ends in "..." stands for any number of operands or results, from zero on.

    `regions` are the names of its input functions, with "..." likewise.
    """

    name: str
    kind: str
    operands: tuple[str, ...] = ()
    attributes: Mapping[str, Default] = field(default_factory=dict)
    regions: tuple[str, ...] = ()
    results: tuple[str, ...] = ("result",)

    @property
    def mnemonic(self) -> str:
        """The name without its dialect."""
        return self.name.partition(".")[2]

    @property
    def is_variadic(self) -> bool:
        """True where the number of operands isn't fixed."""
        return any(operand.endswith("...") for operand in self.operands)

    @property
    def required_attributes(self) -> tuple[str, ...]:
        return tuple(name for name, default in self.attributes.items() if default is REQUIRED)


_OPS: dict[str, OpSpec] = {}


def _op(
    mnemonic: str,
    kind: str,
    operands: str = "",
    attributes: Mapping[str, Default] | None = None,
    *,
    regions: str = "",
    results: str = "result",
) -> None:
    name = f"stablehlo.{mnemonic}"
    if name in _OPS:
        raise ValueError(f"{name} is in the table already")
    _OPS[name] = OpSpec(
        name,
        kind,
        tuple(operands.split()),
        MappingProxyType(dict(attributes or {})),
        tuple(regions.split()),
        tuple(results.split()),
    )


_ACCURACY: dict[str, Default] = {"result_accuracy": OPTIONAL}
_CHANNEL: dict[str, Default] = {"replica_groups": REQUIRED, "channel_handle": OPTIONAL}
_GROUPS: dict[str, Default] = {**_CHANNEL, "use_global_device_ids": OPTIONAL}
_WINDOW: dict[str, Default] = {"window_strides": OPTIONAL, "lhs_dilation": OPTIONAL, "rhs_dilation": OPTIONAL}
_CONVOLUTION: dict[str, Default] = {
    **_WINDOW,
    "window_reversal": OPTIONAL,
    "dimension_numbers": REQUIRED,
    "feature_group_count": REQUIRED,
    "batch_group_count": REQUIRED,
    "precision_config": OPTIONAL,
}

for _name in ("abs", "ceil", "count_leading_zeros", "floor", "imag", "negate", "not", "popcnt", "real", "sign"):
    _op(_name, "elementwise", "operand")
for _name in ("round_nearest_afz", "round_nearest_even", "convert"):
    _op(_name, "elementwise", "operand")
for _name in (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine"),
    *("sqrt", "tan", "tanh"),
):
    _op(_name, "elementwise", "operand", _ACCURACY)
for _name in (
    *("add", "and", "atan2", "complex", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
):
    _op(_name, "elementwise", "lhs rhs")
_op("is_finite", "elementwise", "x", results="y")
_op("compare", "elementwise", "lhs rhs", {"comparison_direction": REQUIRED, "compare_type": OPTIONAL})
_op("select", "elementwise", "pred on_true on_false")
_op("clamp", "elementwise", "min operand max")
_op("reduce_precision", "elementwise", "operand", {
    "exponent_bits": REQUIRED, "mantissa_bits": REQUIRED,
}, results="output")  # fmt: skip
_op("map", "elementwise", "inputs...", {"dimensions": REQUIRED}, regions="computation")

_op("constant", "constant", "", {"value": REQUIRED}, results="output")
_op("iota", "constant", "", {"iota_dimension": REQUIRED}, results="output")

_op("gather", "gather and scatter", "operand start_indices", {
    "dimension_numbers": REQUIRED, "slice_sizes": REQUIRED, "indices_are_sorted": False,
})  # fmt: skip
_op("dynamic_gather", "gather and scatter", "operand start_indices slice_sizes", {
    "dimension_numbers": REQUIRED, "indices_are_sorted": False,
})  # fmt: skip
_op("scatter", "gather and scatter", "inputs... scatter_indices updates...", {
    "scatter_dimension_numbers": REQUIRED, "indices_are_sorted": False, "unique_indices": False,
}, regions="update_computation", results="results...")  # fmt: skip
_op("select_and_scatter", "gather and scatter", "operand source init_value", {
    "window_dimensions": OPTIONAL, "window_strides": OPTIONAL, "padding": OPTIONAL,
}, regions="select scatter")  # fmt: skip

_op("bitcast_convert", "shape", "operand")
_op("broadcast_in_dim", "shape", "operand", {"broadcast_dimensions": REQUIRED})
_op("concatenate", "shape", "inputs...", {"dimension": REQUIRED})
_op("dynamic_slice", "shape", "operand start_indices...", {"slice_sizes": REQUIRED})
_op("dynamic_update_slice", "shape", "operand update start_indices...")
_op("get_dimension_size", "shape", "operand", {"dimension": REQUIRED})
_op("pad", "shape", "operand padding_value", {
    "edge_padding_low": REQUIRED, "edge_padding_high": REQUIRED, "interior_padding": REQUIRED,
})  # fmt: skip
_op("reshape", "shape", "operand")
_op("reverse", "shape", "operand", {"dimensions": REQUIRED})
_op("slice", "shape", "operand", {"start_indices": REQUIRED, "limit_indices": REQUIRED, "strides": REQUIRED})
_op("transpose", "shape", "operand", {"permutation": REQUIRED})

_op("dynamic_broadcast_in_dim", "dynamic", "operand output_dimensions", {
    "broadcast_dimensions": REQUIRED, "known_expanding_dimensions": OPTIONAL, "known_nonexpanding_dimensions": OPTIONAL,
})  # fmt: skip
_op("dynamic_conv", "dynamic", "lhs rhs padding", _CONVOLUTION)
_op("dynamic_iota", "dynamic", "output_shape", {"iota_dimension": REQUIRED})
_op("dynamic_pad", "dynamic", "operand padding_value edge_padding_low edge_padding_high interior_padding")
_op("dynamic_reshape", "dynamic", "operand output_shape")

_op("reduce", "reduction", "inputs... init_values...", {"dimensions": REQUIRED}, regions="body", results="results...")
_op("reduce_window", "reduction", "inputs... init_values...", {
    "window_dimensions": REQUIRED,
    "window_strides": OPTIONAL,
    "base_dilations": OPTIONAL,
    "window_dilations": OPTIONAL,
    "padding": OPTIONAL,
}, regions="body", results="results...")  # fmt: skip
_op("sort", "reduction", "inputs...", {"dimension": -1, "is_stable": False}, regions="comparator", results="results...")

_op("cholesky", "linear algebra", "a", {"lower": False})
_op("convolution", "linear algebra", "lhs rhs", {**_CONVOLUTION, "padding": OPTIONAL})
_op("dot_general", "linear algebra", "lhs rhs", {
    "dot_dimension_numbers": REQUIRED, "precision_config": OPTIONAL, "algorithm": OPTIONAL,
})  # fmt: skip
_op("fft", "linear algebra", "operand", {"fft_type": REQUIRED, "fft_length": REQUIRED})
_op("triangular_solve", "linear algebra", "a b", {
    "left_side": REQUIRED, "lower": REQUIRED, "unit_diagonal": REQUIRED, "transpose_a": REQUIRED,
})  # fmt: skip

_op("batch_norm_grad", "normalization", "operand scale mean variance grad_output", {
    "epsilon": REQUIRED, "feature_index": REQUIRED,
}, results="grad_operand grad_scale grad_offset")  # fmt: skip
_op("batch_norm_inference", "normalization", "operand scale offset mean variance", {
    "epsilon": REQUIRED, "feature_index": REQUIRED,
})  # fmt: skip
_op("batch_norm_training", "normalization", "operand scale offset", {
    "epsilon": REQUIRED, "feature_index": REQUIRED,
}, results="output batch_mean batch_var")  # fmt: skip

_op("rng", "random", "a b shape", {"rng_distribution": REQUIRED})
_op("rng_bit_generator", "random", "initial_state", {"rng_algorithm": REQUIRED}, results="output_state output")

_op("uniform_dequantize", "quantization", "operand")
_op("uniform_quantize", "quantization", "operand")

_op("after_all", "control flow", "inputs...")
_op("case", "control flow", "index", regions="branches...", results="results...")
_op("if", "control flow", "pred", regions="true_branch false_branch", results="results...")
_op("optimization_barrier", "control flow", "operand...", results="result...")
_op("while", "control flow", "operand...", regions="cond body", results="results...")
_op("get_tuple_element", "control flow", "operand", {"index": REQUIRED})
_op("tuple", "control flow", "val...")

_op("composite", "extension", "inputs...", {
    "name": REQUIRED, "composite_attributes": OPTIONAL, "decomposition": REQUIRED, "version": 0,
}, regions="composite_regions...", results="results...")  # fmt: skip
_op("custom_call", "extension", "inputs...", {
    "call_target_name": REQUIRED,
    "has_side_effect": False,
    "backend_config": OPTIONAL,
    "api_version": OPTIONAL,
    "called_computations": OPTIONAL,
    "operand_layouts": OPTIONAL,
    "result_layouts": OPTIONAL,
    "output_operand_aliases": OPTIONAL,
    "result_tilings": OPTIONAL,
}, results="results...")  # fmt: skip

_op("all_gather", "distribution", "operands...", {"all_gather_dim": REQUIRED, **_GROUPS}, results="results...")
_op("all_reduce", "distribution", "operands...", _GROUPS, regions="computation", results="results...")
_op("all_to_all", "distribution", "operands...", {
    "split_dimension": REQUIRED, "concat_dimension": REQUIRED, "split_count": REQUIRED, **_CHANNEL,
}, results="results...")  # fmt: skip
_op("async_done", "distribution", "operand")
_op("async_start", "distribution", "operands...", regions="body")
_op("collective_broadcast", "distribution", "operands...", {
    **_CHANNEL, "has_dynamic_root": OPTIONAL,
}, results="results...")  # fmt: skip
_op("collective_permute", "distribution", "operand", {"source_target_pairs": REQUIRED, "channel_handle": OPTIONAL})
_op("collective_reduce", "distribution", "operands...", {
    **_GROUPS, "has_dynamic_root": OPTIONAL,
}, regions="computation", results="results...")  # fmt: skip
_op("infeed", "distribution", "token", {"infeed_config": "", "layout": OPTIONAL}, results="results...")
_op("outfeed", "distribution", "inputs... token", {"outfeed_config": ""})
_op("partition_id", "distribution")
_op("recv", "distribution", "token", {
    "channel_handle": REQUIRED, "is_host_transfer": False, "source_target_pairs": OPTIONAL,
}, results="results...")  # fmt: skip
_op("reduce_scatter", "distribution", "operand", {"scatter_dimension": REQUIRED, **_GROUPS}, regions="computation")
_op("replica_id", "distribution")
_op("send", "distribution", "inputs... token", {
    "channel_handle": REQUIRED, "is_host_transfer": False, "source_target_pairs": OPTIONAL,
})  # fmt: skip

OPS: Mapping[str, OpSpec] = MappingProxyType(_OPS)
