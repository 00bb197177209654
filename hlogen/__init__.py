"""hlogen writes and checks StableHLO programs in Python; its sibling package `interpreter` runs them.

::

    import hlogen as hl

Everything public is a name of this package. An operation has its own name, with an underscore after it where Python
reserves the word: ``hl.gather``, ``hl.add``, ``hl.if_``. Names are loaded when they are first used, so importing
hlogen takes no time and loads no MLIR bindings.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hlogen import hooks

# Where every public name is defined; "parse=read" is called otherwise there. Type checkers and editors read the same
# from `__init__.pyi`, which `make pages` writes.
_HOMES = {
    "hlogen.autodiff.custom.function": "CustomFunction custom_batch custom_jvp custom_vjp",
    "hlogen.autodiff.custom.rules": "CustomRules custom_rules",
    "hlogen.autodiff.derivatives": "grad jvp value_and_grad vjp",
    "hlogen.autodiff.jacobians": "hessian hvp jacfwd jacrev",
    "hlogen.autodiff.linearize": "linearize",
    "hlogen.autodiff.residuals": "saved_residuals",
    "hlogen.autodiff.ties": "ties",
    "hlogen.autodiff.vmap": "vmap",
    "hlogen.backends.run": "run",
    "hlogen.builder.batch_norm": "batch_norm_grad batch_norm_inference batch_norm_training",
    "hlogen.builder.broadcasting": "broadcasting",
    "hlogen.builder.channels": "async_done async_start infeed outfeed recv send",
    "hlogen.builder.checkpoint": "checkpoint checkpoint_name",
    "hlogen.builder.composite": "stop_gradient",
    "hlogen.builder.control_flow": "case if_ while_",
    "hlogen.builder.convolution": "convolution",
    "hlogen.builder.distribution": (
        "all_gather all_reduce all_to_all collective_broadcast collective_permute collective_reduce partition_id "
        "reduce_scatter replica_id"
    ),
    "hlogen.builder.dynamic": (
        "dynamic_broadcast_in_dim dynamic_iota dynamic_pad dynamic_reshape real_dynamic_slice set_dimension_size"
    ),
    "hlogen.builder.dynamic_conv": "dynamic_conv",
    "hlogen.builder.dynamic_gather": "dynamic_gather",
    "hlogen.builder.elementwise": (
        "abs add and_ atan2 bitcast_convert cbrt ceil clamp compare complex convert cosine count_leading_zeros "
        "divide exponential exponential_minus_one floor imag is_finite log log_plus_one logistic maximum minimum "
        "multiply negate not_ or_ popcnt power real reduce_precision remainder round_nearest_afz "
        "round_nearest_even rsqrt select shift_left shift_right_arithmetic shift_right_logical sign sine sqrt "
        "subtract tan tanh uniform_dequantize uniform_quantize xor"
    ),
    "hlogen.builder.extension": "composite custom_call",
    "hlogen.builder.fft": "fft",
    "hlogen.builder.calls": "call",
    "hlogen.builder.function": "Function Program function module",
    "hlogen.builder.functions.activations": "gelu log_softmax relu softmax",
    "hlogen.builder.functions.axes": "axis_index pmax pmean pmin ppermute psum",
    "hlogen.builder.functions.arrangement": (
        "broadcast_to expand_dims flip moveaxis ravel repeat roll split squeeze stack swapaxes tile"
    ),
    "hlogen.builder.functions.creation": (
        "arange eye full full_like linspace one_hot ones ones_like size tril triu zeros zeros_like"
    ),
    "hlogen.builder.functions.products": "einsum matmul",
    "hlogen.builder.functions.loops": "cond fori scan switch while_loop",
    "hlogen.builder.functions.reductions": (
        "all any argmax argmin cummax cummin cumprod cumsum logsumexp max mean min norm prod std sum var"
    ),
    "hlogen.builder.functions.selection": "argsort clip round searchsorted top_k where",
    "hlogen.builder.gather": "gather",
    "hlogen.builder.indexing.along_axis": "put_along_axis take take_along_axis",
    "hlogen.builder.indexing.base": "index_base",
    "hlogen.builder.indexing.in_dim": (
        "dynamic_index_in_dim dynamic_slice_in_dim dynamic_update_index_in_dim dynamic_update_slice_in_dim"
    ),
    "hlogen.builder.linear_algebra": "dot_general",
    "hlogen.builder.map": "map",
    "hlogen.builder.operation": "operation",
    "hlogen.builder.places": "located",
    "hlogen.builder.random": "rng rng_bit_generator",
    "hlogen.builder.reduction": "reduce sort",
    "hlogen.builder.regions": "region",
    "hlogen.builder.scatter": "scatter",
    "hlogen.builder.segments": "segment_max segment_min segment_prod segment_sum",
    "hlogen.builder.shape": (
        "broadcast_in_dim concatenate constant dynamic_slice dynamic_update_slice get_dimension_size iota "
        "optimization_barrier pad reshape reverse slice transpose"
    ),
    "hlogen.builder.tensor": "Tensor",
    "hlogen.builder.traced": "Future Token Tuple",
    "hlogen.builder.triangular": "cholesky triangular_solve",
    "hlogen.builder.tuples": "after_all get_tuple_element tuple",
    "hlogen.builder.windows": "reduce_window select_and_scatter",
    "hlogen.conform.sharded.annotations": "annotate",
    "hlogen.errors": "ExecutionError HlogenError MissingPackageError UsageError",
    "hlogen.explaining.explanation": "explain",
    "hlogen.export.errors": "ExportError",
    "hlogen.export.onnx": "to_onnx",
    "hlogen.interop": "from_jax from_torch to_jax",
    "hlogen.ir.attributes": "GatherDimensionNumbers ScatterDimensionNumbers",
    "hlogen.ir.module": "Module",
    "hlogen.ir.type_parser": "tensor",
    "hlogen.ir.types": "TensorType",
    "hlogen.lint": "check",
    "hlogen.lint.analyze": "analyze",
    "hlogen.lint.determinism": "determinism",
    "hlogen.mlir.errors": "BindingsError ParseError TargetVersionError VerificationError",
    "hlogen.mlir.reader": "parse=read read_all",
    "hlogen.mlir.writer": "to_bytecode to_text",
    "hlogen.output": "save to_portable",
    "hlogen.spec.constraint": "ConstraintError Violation",
    "hlogen.spec.dynamic_gather": "check_dynamic_gather infer_dynamic_gather",
    "hlogen.spec.gather": "check_gather infer_gather",
    "hlogen.spec.one_operation": "check_operation infer",
    "hlogen.spec.scatter": "check_scatter infer_scatter",
    "hlogen.testing.orders": "check_grads",
}
_HOME_OF = {
    public: (module, own or public)
    for module, names in _HOMES.items()
    for public, _, own in (name.partition("=") for name in names.split())
}

# Rooms whose functions are called by the room's name: hl.transform.raise_batching_dims.
_ROOMS = ("export", "sparse", "testing", "transform")

__all__ = sorted([*_HOME_OF, *_ROOMS])

hooks.provide("hlogen.ir", "require_valid", lambda: import_module("hlogen.spec.operations").require_valid)
hooks.provide("hlogen.ir", "text", lambda: import_module("hlogen.mlir.writer").shown)
hooks.provide("hlogen.mlir", "breaks_rules", lambda: import_module("hlogen.spec.operations").breaks_rules)
hooks.provide("hlogen", "run", lambda: import_module("hlogen.backends.run").run)
hooks.provide("hlogen", "register_custom_call", lambda: import_module("interpreter").register_custom_call)
hooks.provide("interpreter", "compare", lambda: import_module("hlogen.conform.opwise").compare)

# What NumPy and JAX call it, where the specification has another name.
_OTHER_NAMES = {
    "array": "constant",
    "remat": "checkpoint",
    "astype": "convert",
    "conv_general_dilated": "convolution",
    "cos": "cosine",
    "create_token": "after_all",
    "dot": "dot_general",
    "exp": "exponential",
    "expm1": "exponential_minus_one",
    "ffi_call": "custom_call",
    "fori_loop": "fori",
    "log1p": "log_plus_one",
    "pbroadcast": "collective_broadcast",
    "psum_scatter": "reduce_scatter",
    "sigmoid": "logistic",
    "sin": "sine",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"hlogen.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("hlogen")
    if name not in _HOME_OF:
        from difflib import get_close_matches

        near = [_OTHER_NAMES[name]] if name in _OTHER_NAMES else get_close_matches(name, _HOME_OF, 5, 0.75)
        near.sort(key=lambda one: sorted(one) != sorted(name))  # letters in the wrong order come first
        hint = f"; did you mean hl.{near[0]}?" if near and not name.startswith("__") else ""
        raise AttributeError(f"module 'hlogen' has no attribute {name!r}{hint}")
    home, own = _HOME_OF[name]
    value = getattr(import_module(home), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})
