"""What kernels take while they work, beside operands and results: so much that it matters, within a factor of 1.5.

A kernel says it beside its name (`memory=`), by a rule of the operation and the sizes of its values. Where the way to
compute changes, the rule changes too, which a test measures. One without a rule takes its result alone, or works block
by block.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hlogen.ir import Region, TensorType, Value, dtype_of

F32_BYTES, F64_BYTES, INDEX = 4, 8, 8  # of an element


def needs_copy(shape: Sequence[int], groups: Sequence[Sequence[int]]) -> bool:
    """Whether an array, its dimensions put in the order of `groups`, is copied when those of a group become one."""
    together = [[d for d in group if shape[d] != 1] for group in groups]
    between = [d for d in range(len(shape)) if shape[d] != 1]
    return 0 not in shape and any(
        between.index(second) != between.index(first) + 1 for group in together for first, second in pairwise(group)
    )


def steps_of(region: Region) -> int:
    """How many operations a body has, apart from its return."""
    return len(region.block.operations) - 1


def itemsize_of(value: Value) -> int:
    return dtype_of(value.type.element_type).itemsize if isinstance(value.type, TensorType) else 0
