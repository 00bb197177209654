"""The operations without a transfer function, and why they need none."""

from __future__ import annotations

from hlogen.analysis.registry import without

without(
    *("stablehlo.atan2", "stablehlo.cbrt", "stablehlo.ceil", "stablehlo.complex", "stablehlo.cosine"),
    *("stablehlo.exponential", "stablehlo.exponential_minus_one", "stablehlo.floor", "stablehlo.imag", "stablehlo.log"),
    *("stablehlo.log_plus_one", "stablehlo.logistic", "stablehlo.real", "stablehlo.reduce_precision"),
    *("stablehlo.round_nearest_afz", "stablehlo.round_nearest_even", "stablehlo.rsqrt", "stablehlo.sine"),
    *("stablehlo.sqrt", "stablehlo.tan", "stablehlo.tanh", "stablehlo.uniform_dequantize"),
    *("stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training"),
    *("stablehlo.cholesky", "stablehlo.fft", "stablehlo.triangular_solve"),
    because="it gives no integers, and facts are about integers",
)
without("stablehlo.custom_call", because="what a target computes isn't known")
without("stablehlo.uniform_quantize", because="it gives quantized numbers, and facts are about integers")
without("stablehlo.is_finite", because="nothing is known of floats")
without("stablehlo.rng_bit_generator", because="any bits may come")
without(
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all", "stablehlo.collective_broadcast"),
    *("stablehlo.collective_permute", "stablehlo.collective_reduce", "stablehlo.reduce_scatter"),
    *("stablehlo.infeed", "stablehlo.recv"),
    because="its results come from other processes or the host, of which nothing is known",
)
without(
    *("stablehlo.partition_id", "stablehlo.replica_id"),
    because="how many processes there are, is said when the program runs",
)
without(
    *("stablehlo.after_all", "stablehlo.outfeed", "stablehlo.send"),
    because="it gives a token, and facts are about integers",
)
without(
    "stablehlo.async_start", "stablehlo.async_done", because="what is started isn't followed to where it is waited for"
)
without("stablehlo.tuple", because="facts are about tensors: what is taken out of it has the facts of what was put in")
