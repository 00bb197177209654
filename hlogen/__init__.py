"""hlogen writes and checks StableHLO programs in Python; its sibling package `interpreter` runs them.

::

    import hlogen as hl

Everything public is a name of this package. An operation has its own name, with an underscore after it where Python
reserves the word: ``hl.gather``, ``hl.add``, ``hl.if_``. Names are loaded when they are first used, so importing
hlogen takes no time and loads no MLIR bindings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hlogen import hooks

if TYPE_CHECKING:
    import hlogen.export as export  # noqa: F401 - a name of this package, for type checkers
    import hlogen.sparse as sparse  # noqa: F401 - a name of this package, for type checkers
    import hlogen.transform as transform  # noqa: F401 - a name of this package, for type checkers
    from hlogen.autodiff.derivatives import grad as grad
    from hlogen.autodiff.derivatives import jvp as jvp
    from hlogen.autodiff.derivatives import value_and_grad as value_and_grad
    from hlogen.autodiff.derivatives import vjp as vjp
    from hlogen.autodiff.ties import ties as ties
    from hlogen.autodiff.vmap import vmap as vmap
    from hlogen.builder.batch_norm import batch_norm_grad as batch_norm_grad
    from hlogen.builder.batch_norm import batch_norm_inference as batch_norm_inference
    from hlogen.builder.batch_norm import batch_norm_training as batch_norm_training
    from hlogen.builder.channels import async_done as async_done
    from hlogen.builder.channels import async_start as async_start
    from hlogen.builder.channels import infeed as infeed
    from hlogen.builder.channels import outfeed as outfeed
    from hlogen.builder.channels import recv as recv
    from hlogen.builder.channels import send as send
    from hlogen.builder.composite import stop_gradient as stop_gradient
    from hlogen.builder.control_flow import case as case
    from hlogen.builder.control_flow import if_ as if_
    from hlogen.builder.control_flow import while_ as while_
    from hlogen.builder.convolution import convolution as convolution
    from hlogen.builder.distribution import all_gather as all_gather
    from hlogen.builder.distribution import all_reduce as all_reduce
    from hlogen.builder.distribution import all_to_all as all_to_all
    from hlogen.builder.distribution import collective_broadcast as collective_broadcast
    from hlogen.builder.distribution import collective_permute as collective_permute
    from hlogen.builder.distribution import collective_reduce as collective_reduce
    from hlogen.builder.distribution import partition_id as partition_id
    from hlogen.builder.distribution import reduce_scatter as reduce_scatter
    from hlogen.builder.distribution import replica_id as replica_id
    from hlogen.builder.dynamic import dynamic_broadcast_in_dim as dynamic_broadcast_in_dim
    from hlogen.builder.dynamic import dynamic_iota as dynamic_iota
    from hlogen.builder.dynamic import dynamic_pad as dynamic_pad
    from hlogen.builder.dynamic import dynamic_reshape as dynamic_reshape
    from hlogen.builder.dynamic import real_dynamic_slice as real_dynamic_slice
    from hlogen.builder.dynamic import set_dimension_size as set_dimension_size
    from hlogen.builder.dynamic_conv import dynamic_conv as dynamic_conv
    from hlogen.builder.dynamic_gather import dynamic_gather as dynamic_gather
    from hlogen.builder.elementwise import abs as abs
    from hlogen.builder.elementwise import add as add
    from hlogen.builder.elementwise import and_ as and_
    from hlogen.builder.elementwise import atan2 as atan2
    from hlogen.builder.elementwise import bitcast_convert as bitcast_convert
    from hlogen.builder.elementwise import cbrt as cbrt
    from hlogen.builder.elementwise import ceil as ceil
    from hlogen.builder.elementwise import clamp as clamp
    from hlogen.builder.elementwise import compare as compare
    from hlogen.builder.elementwise import complex as complex
    from hlogen.builder.elementwise import convert as convert
    from hlogen.builder.elementwise import cosine as cosine
    from hlogen.builder.elementwise import count_leading_zeros as count_leading_zeros
    from hlogen.builder.elementwise import divide as divide
    from hlogen.builder.elementwise import exponential as exponential
    from hlogen.builder.elementwise import exponential_minus_one as exponential_minus_one
    from hlogen.builder.elementwise import floor as floor
    from hlogen.builder.elementwise import imag as imag
    from hlogen.builder.elementwise import is_finite as is_finite
    from hlogen.builder.elementwise import log as log
    from hlogen.builder.elementwise import log_plus_one as log_plus_one
    from hlogen.builder.elementwise import logistic as logistic
    from hlogen.builder.elementwise import maximum as maximum
    from hlogen.builder.elementwise import minimum as minimum
    from hlogen.builder.elementwise import multiply as multiply
    from hlogen.builder.elementwise import negate as negate
    from hlogen.builder.elementwise import not_ as not_
    from hlogen.builder.elementwise import or_ as or_
    from hlogen.builder.elementwise import popcnt as popcnt
    from hlogen.builder.elementwise import power as power
    from hlogen.builder.elementwise import real as real
    from hlogen.builder.elementwise import reduce_precision as reduce_precision
    from hlogen.builder.elementwise import remainder as remainder
    from hlogen.builder.elementwise import round_nearest_afz as round_nearest_afz
    from hlogen.builder.elementwise import round_nearest_even as round_nearest_even
    from hlogen.builder.elementwise import rsqrt as rsqrt
    from hlogen.builder.elementwise import select as select
    from hlogen.builder.elementwise import shift_left as shift_left
    from hlogen.builder.elementwise import shift_right_arithmetic as shift_right_arithmetic
    from hlogen.builder.elementwise import shift_right_logical as shift_right_logical
    from hlogen.builder.elementwise import sign as sign
    from hlogen.builder.elementwise import sine as sine
    from hlogen.builder.elementwise import sqrt as sqrt
    from hlogen.builder.elementwise import subtract as subtract
    from hlogen.builder.elementwise import tan as tan
    from hlogen.builder.elementwise import tanh as tanh
    from hlogen.builder.elementwise import uniform_dequantize as uniform_dequantize
    from hlogen.builder.elementwise import uniform_quantize as uniform_quantize
    from hlogen.builder.elementwise import xor as xor
    from hlogen.builder.extension import composite as composite
    from hlogen.builder.extension import custom_call as custom_call
    from hlogen.builder.fft import fft as fft
    from hlogen.builder.function import Function as Function
    from hlogen.builder.function import Program as Program
    from hlogen.builder.function import call as call
    from hlogen.builder.function import function as function
    from hlogen.builder.function import module as module
    from hlogen.builder.gather import gather as gather
    from hlogen.builder.indexing.along_axis import put_along_axis as put_along_axis
    from hlogen.builder.indexing.along_axis import take as take
    from hlogen.builder.indexing.along_axis import take_along_axis as take_along_axis
    from hlogen.builder.indexing.base import index_base as index_base
    from hlogen.builder.indexing.in_dim import dynamic_index_in_dim as dynamic_index_in_dim
    from hlogen.builder.indexing.in_dim import dynamic_slice_in_dim as dynamic_slice_in_dim
    from hlogen.builder.indexing.in_dim import dynamic_update_index_in_dim as dynamic_update_index_in_dim
    from hlogen.builder.indexing.in_dim import dynamic_update_slice_in_dim as dynamic_update_slice_in_dim
    from hlogen.builder.linear_algebra import dot_general as dot_general
    from hlogen.builder.map import map as map
    from hlogen.builder.operation import operation as operation
    from hlogen.builder.random import rng as rng
    from hlogen.builder.random import rng_bit_generator as rng_bit_generator
    from hlogen.builder.reduction import reduce as reduce
    from hlogen.builder.reduction import sort as sort
    from hlogen.builder.regions import region as region
    from hlogen.builder.scatter import scatter as scatter
    from hlogen.builder.segments import segment_max as segment_max
    from hlogen.builder.segments import segment_min as segment_min
    from hlogen.builder.segments import segment_prod as segment_prod
    from hlogen.builder.segments import segment_sum as segment_sum
    from hlogen.builder.shape import broadcast_in_dim as broadcast_in_dim
    from hlogen.builder.shape import concatenate as concatenate
    from hlogen.builder.shape import constant as constant
    from hlogen.builder.shape import dynamic_slice as dynamic_slice
    from hlogen.builder.shape import dynamic_update_slice as dynamic_update_slice
    from hlogen.builder.shape import get_dimension_size as get_dimension_size
    from hlogen.builder.shape import iota as iota
    from hlogen.builder.shape import optimization_barrier as optimization_barrier
    from hlogen.builder.shape import pad as pad
    from hlogen.builder.shape import reshape as reshape
    from hlogen.builder.shape import reverse as reverse
    from hlogen.builder.shape import slice as slice
    from hlogen.builder.shape import transpose as transpose
    from hlogen.builder.tensor import Tensor as Tensor
    from hlogen.builder.traced import Future as Future
    from hlogen.builder.traced import Token as Token
    from hlogen.builder.traced import Tuple as Tuple
    from hlogen.builder.triangular import cholesky as cholesky
    from hlogen.builder.triangular import triangular_solve as triangular_solve
    from hlogen.builder.tuples import after_all as after_all
    from hlogen.builder.tuples import get_tuple_element as get_tuple_element
    from hlogen.builder.tuples import tuple as tuple
    from hlogen.builder.windows import reduce_window as reduce_window
    from hlogen.builder.windows import select_and_scatter as select_and_scatter
    from hlogen.errors import BindingsError as BindingsError
    from hlogen.errors import ConstraintError as ConstraintError
    from hlogen.errors import ExecutionError as ExecutionError
    from hlogen.errors import HlogenError as HlogenError
    from hlogen.errors import ParseError as ParseError
    from hlogen.errors import TargetVersionError as TargetVersionError
    from hlogen.errors import UsageError as UsageError
    from hlogen.errors import VerificationError as VerificationError
    from hlogen.ir.type_parser import tensor as tensor
    from hlogen.lint import check as check
    from hlogen.lint.analyze import analyze as analyze
    from hlogen.mlir import reader as _reader
    from hlogen.spec.constraint import Violation as Violation
    from hlogen.spec.dynamic_gather import check_dynamic_gather as check_dynamic_gather
    from hlogen.spec.dynamic_gather import infer_dynamic_gather as infer_dynamic_gather
    from hlogen.spec.gather import check_gather as check_gather
    from hlogen.spec.gather import infer_gather as infer_gather
    from hlogen.spec.scatter import check_scatter as check_scatter
    from hlogen.spec.scatter import infer_scatter as infer_scatter

    parse = _reader.read

# Where each public name lives. The imports above say the same to type checkers; a test compares the two.
_HOMES = {
    "hlogen.autodiff.derivatives": ("grad", "jvp", "value_and_grad", "vjp"),
    "hlogen.autodiff.ties": ("ties",),
    "hlogen.autodiff.vmap": ("vmap",),
    "hlogen.builder.batch_norm": ("batch_norm_grad", "batch_norm_inference", "batch_norm_training"),
    "hlogen.builder.channels": (
        "async_done",
        "async_start",
        "infeed",
        "outfeed",
        "recv",
        "send",
    ),
    "hlogen.builder.composite": ("stop_gradient",),
    "hlogen.builder.control_flow": ("case", "if_", "while_"),
    "hlogen.builder.convolution": ("convolution",),
    "hlogen.builder.distribution": (
        "all_gather",
        "all_reduce",
        "all_to_all",
        "collective_broadcast",
        "collective_permute",
        "collective_reduce",
        "partition_id",
        "reduce_scatter",
        "replica_id",
    ),
    "hlogen.builder.dynamic": (
        "dynamic_broadcast_in_dim",
        "dynamic_iota",
        "dynamic_pad",
        "dynamic_reshape",
        "real_dynamic_slice",
        "set_dimension_size",
    ),
    "hlogen.builder.dynamic_conv": ("dynamic_conv",),
    "hlogen.builder.dynamic_gather": ("dynamic_gather",),
    "hlogen.builder.elementwise": (
        "abs",
        "add",
        "and_",
        "atan2",
        "bitcast_convert",
        "cbrt",
        "ceil",
        "clamp",
        "compare",
        "complex",
        "convert",
        "cosine",
        "count_leading_zeros",
        "divide",
        "exponential",
        "exponential_minus_one",
        "floor",
        "imag",
        "is_finite",
        "log",
        "log_plus_one",
        "logistic",
        "maximum",
        "minimum",
        "multiply",
        "negate",
        "not_",
        "or_",
        "popcnt",
        "power",
        "real",
        "reduce_precision",
        "remainder",
        "round_nearest_afz",
        "round_nearest_even",
        "rsqrt",
        "select",
        "shift_left",
        "shift_right_arithmetic",
        "shift_right_logical",
        "sign",
        "sine",
        "sqrt",
        "subtract",
        "tan",
        "tanh",
        "uniform_dequantize",
        "uniform_quantize",
        "xor",
    ),
    "hlogen.builder.extension": (
        "composite",
        "custom_call",
    ),
    "hlogen.builder.fft": ("fft",),
    "hlogen.builder.function": ("Function", "Program", "call", "function", "module"),
    "hlogen.builder.gather": ("gather",),
    "hlogen.builder.indexing.along_axis": ("put_along_axis", "take", "take_along_axis"),
    "hlogen.builder.indexing.base": ("index_base",),
    "hlogen.builder.indexing.in_dim": (
        "dynamic_index_in_dim",
        "dynamic_slice_in_dim",
        "dynamic_update_index_in_dim",
        "dynamic_update_slice_in_dim",
    ),
    "hlogen.builder.linear_algebra": ("dot_general",),
    "hlogen.builder.map": ("map",),
    "hlogen.builder.operation": ("operation",),
    "hlogen.builder.random": ("rng", "rng_bit_generator"),
    "hlogen.builder.reduction": ("reduce", "sort"),
    "hlogen.builder.regions": ("region",),
    "hlogen.builder.scatter": ("scatter",),
    "hlogen.builder.segments": ("segment_max", "segment_min", "segment_prod", "segment_sum"),
    "hlogen.builder.shape": (
        "broadcast_in_dim",
        "concatenate",
        "constant",
        "dynamic_slice",
        "dynamic_update_slice",
        "get_dimension_size",
        "iota",
        "optimization_barrier",
        "pad",
        "reshape",
        "reverse",
        "slice",
        "transpose",
    ),
    "hlogen.builder.tensor": ("Tensor",),
    "hlogen.builder.traced": (
        "Future",
        "Token",
        "Tuple",
    ),
    "hlogen.builder.triangular": ("cholesky", "triangular_solve"),
    "hlogen.builder.tuples": (
        "after_all",
        "get_tuple_element",
        "tuple",
    ),
    "hlogen.builder.windows": ("reduce_window", "select_and_scatter"),
    "hlogen.errors": (
        "BindingsError",
        "ConstraintError",
        "ExecutionError",
        "HlogenError",
        "ParseError",
        "TargetVersionError",
        "UsageError",
        "VerificationError",
    ),
    "hlogen.ir.type_parser": ("tensor",),
    "hlogen.lint": ("check",),
    "hlogen.lint.analyze": ("analyze",),
    "hlogen.mlir.reader": ("parse=read",),
    "hlogen.spec.constraint": ("Violation",),
    "hlogen.spec.dynamic_gather": ("check_dynamic_gather", "infer_dynamic_gather"),
    "hlogen.spec.gather": ("check_gather", "infer_gather"),
    "hlogen.spec.scatter": ("check_scatter", "infer_scatter"),
}
_HOME_OF = {
    public: (module, own or public)
    for module, names in _HOMES.items()
    for public, _, own in (name.partition("=") for name in names)
}

# Rooms whose functions are called by the room's name: hl.transform.raise_batching_dims.
hooks.provide("interpreter", "compare", lambda: import_module("hlogen.conform.opwise").compare)

_ROOMS = ("export", "sparse", "transform")

# What NumPy and JAX call it, where the specification has another name.
_OTHER_NAMES = {
    "arange": "iota",
    "array": "constant",
    "astype": "convert",
    "broadcast_to": "broadcast_in_dim",
    "clip": "clamp",
    "cond": "if_",
    "conv_general_dilated": "convolution",
    "cos": "cosine",
    "create_token": "after_all",
    "dot": "dot_general",
    "einsum": "dot_general",
    "exp": "exponential",
    "expm1": "exponential_minus_one",
    "ffi_call": "custom_call",
    "flip": "reverse",
    "fori_loop": "while_",
    "log1p": "log_plus_one",
    "matmul": "dot_general",
    "max": "reduce",
    "mean": "reduce",
    "min": "reduce",
    "pbroadcast": "collective_broadcast",
    "pmax": "all_reduce",
    "pmin": "all_reduce",
    "ppermute": "collective_permute",
    "prod": "reduce",
    "psum": "all_reduce",
    "psum_scatter": "reduce_scatter",
    "scan": "while_",
    "sigmoid": "logistic",
    "sin": "sine",
    "stack": "concatenate",
    "sum": "reduce",
    "switch": "case",
    "where": "select",
    "while_loop": "while_",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"hlogen.{name}")
    if name not in _HOME_OF:
        from difflib import get_close_matches

        near = [_OTHER_NAMES[name]] if name in _OTHER_NAMES else get_close_matches(name, _HOME_OF, 1, 0.75)
        hint = f"; did you mean hl.{near[0]}?" if near and not name.startswith("__") else ""
        raise AttributeError(f"module 'hlogen' has no attribute {name!r}{hint}")
    home, own = _HOME_OF[name]
    value = getattr(import_module(home), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_HOME_OF, *_ROOMS, *(name for name in globals() if name.startswith("__"))})
