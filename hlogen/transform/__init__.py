"""Programs made of programs: calls written out, operations written by others, merged, dropped and written as what is
simpler, batching dims expanded and raised, what every backend runs alike, shapes made static,
scatters in one order.

Every transform is a function from a program to a module, and says what it preserves.
"""

from hlogen.transform.canonicalize import canonicalize
from hlogen.transform.changes import Change, changes
from hlogen.transform.cse import cse
from hlogen.transform.dce import dce
from hlogen.transform.decompose import decompose
from hlogen.transform.deterministic import deterministic
from hlogen.transform.expand_batching_dims import expand_batching_dims
from hlogen.transform.inline import inline
from hlogen.transform.pipeline import pipeline
from hlogen.transform.portable import portable
from hlogen.transform.raise_batching_dims import raise_batching_dims
from hlogen.transform.refine import refine
from hlogen.transform.simplify import simplify

__all__ = [
    "Change",
    "canonicalize",
    "changes",
    "cse",
    "dce",
    "decompose",
    "deterministic",
    "expand_batching_dims",
    "inline",
    "pipeline",
    "portable",
    "raise_batching_dims",
    "refine",
    "simplify",
]
