"""Operations that have no index map, and why."""

from __future__ import annotations

from hlogen.explaining.maps import MAPS

MAPS.without("stablehlo.constant", because="its elements stand in the program")
MAPS.without(
    "stablehlo.get_dimension_size",
    "stablehlo.set_dimension_size",
    "stablehlo.replica_id",
    "stablehlo.partition_id",
    because="it reads no elements",
)
MAPS.without(
    "stablehlo.cholesky",
    "stablehlo.triangular_solve",
    because="each element is computed from others of the result, step by step",
)
MAPS.without("stablehlo.fft", because="each element is computed from all of its transform")
MAPS.without(
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    because="it is other operations in one, which `hlogen transform --decompose` writes out",
)
MAPS.without(
    *("chlo.constant_like", "chlo.ragged_dot", "chlo.scan", "chlo.top_k"),
    because="it is other operations in one, which `hlogen transform --decompose` writes out",
)
MAPS.without("stablehlo.rng", "stablehlo.rng_bit_generator", because="its elements are drawn at random")
MAPS.without(
    "stablehlo.after_all",
    "stablehlo.case",
    "stablehlo.if",
    "stablehlo.optimization_barrier",
    "stablehlo.while",
    "stablehlo.get_tuple_element",
    "stablehlo.tuple",
    "stablehlo.async_start",
    "stablehlo.async_done",
    because="it hands on whole values",
)
MAPS.without("stablehlo.composite", "stablehlo.custom_call", because="what it computes stands elsewhere")
MAPS.without(
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.send",
    because="its values come from outside of the program or leave it",
)
