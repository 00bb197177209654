"""Why operations on several processes have no form."""

from __future__ import annotations

from hlogen.export.onnx.registry import without

without(
    "interpreter.run_parallel",
    "sdy.manual_computation",
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.collective_reduce",
    "stablehlo.cross-replica-sum",
    "stablehlo.reduce_scatter",
    because="it takes several processes, and a model is one",
)
without(
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.send",
    because="a model has inputs and outputs, and no channels beside them",
)
