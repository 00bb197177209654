"""hlogen's own composites: through stop_gradient goes no derivative, and in_bounds gives a boolean."""

from __future__ import annotations

from hlogen.autodiff.registry import constant

constant("stablehlo.composite")
