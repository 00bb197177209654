"""The same operation twice becomes one (common subexpression elimination)."""

from __future__ import annotations

from hlogen.door import strict
from hlogen.ir import HasModule, Module
from hlogen.program.repeated import merge_repeated
from hlogen.program.structure import blocks_of
from hlogen.transform.changes import note
from hlogen.transform.whole import copy_of, plain_functions


@strict
def cse(program: HasModule) -> Module:
    """The program with operations that do the same as one before them gone: users take the results of that one.

    The same are operations on the same operands, with attributes and regions that are the same to the bit; of integers,
    operands of add and the like are so in any order. The one before stands in the same block, or in one around it.
    What has effects stays, and so do random numbers of `rng`, tokens, barriers, calls, custom calls, and composites
    that aren't hlogen's own.

    Results are the same, bit for bit; where a backend may choose an order of updates, what was computed twice now has
    one.

    Raises ConstraintError where the program was read although it isn't valid.
    """
    module = copy_of(program)
    for function in plain_functions(module):
        repeated = merge_repeated(function.body)
        note("merged", *repeated)
        gone = set(repeated)
        if gone:
            for operation in function.operation.walk():
                for block in blocks_of(operation):
                    block.operations = [inner for inner in block.operations if inner not in gone]
    return module
