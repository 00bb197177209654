"""Values that come from elsewhere, or go there, where no derivative follows them."""

from __future__ import annotations

from hlogen.autodiff.registry import constant, refused, without

constant("stablehlo.infeed", "stablehlo.outfeed", "stablehlo.recv")
refused(
    "stablehlo.send",
    reason="what becomes of the values that it sends is up to others, and their cotangents would have to come back",
    fix="send hl.stop_gradient of them, or hand them on with hl.collective_permute, which has a derivative",
)
without("stablehlo.after_all", because="it makes tokens, which have no tangents")
