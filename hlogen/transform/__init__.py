"""Programs made of programs: operations written by others, batching dims expanded and raised, what every backend runs
alike, what is simpler, shapes made static, scatters in one order.

Every transform is a function from a program to a module, and says what it preserves.
"""

from hlogen.transform.decompose import decompose
from hlogen.transform.deterministic import deterministic
from hlogen.transform.expand_batching_dims import expand_batching_dims
from hlogen.transform.portable import portable
from hlogen.transform.raise_batching_dims import raise_batching_dims
from hlogen.transform.refine import refine
from hlogen.transform.simplify import simplify

__all__ = [
    "decompose",
    "deterministic",
    "expand_batching_dims",
    "portable",
    "raise_batching_dims",
    "refine",
    "simplify",
]
