"""hlogen's own composites: through stop_gradient goes no derivative, and in_bounds gives a boolean."""

from __future__ import annotations

from hlogen.autodiff.registry import constant
from hlogen.builder.composite import STOP_GRADIENT
from hlogen.program.effects import IN_BOUNDS

constant(STOP_GRADIENT, IN_BOUNDS)
