"""Named axes: operations that work along the batch of the `hlogen.vmap` that gives it their name.

Such an operation is a custom call, ``@hlogen.psum``, whose backend_config has the name. The vmap that has that name
makes it an ordinary operation; until then nothing can run it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogen.ir import Block, Operation

PSUM, PMAX, PMIN, AXIS_INDEX, PPERMUTE = (
    f"@hlogen.{name}" for name in ("psum", "pmax", "pmin", "axis_index", "ppermute")
)
ALONG_AXES = frozenset({PSUM, PMAX, PMIN, AXIS_INDEX, PPERMUTE})


def axis_of(operation: Operation) -> str | None:
    """The name of the axis that an operation works along; None for all other operations."""
    if operation.name != "stablehlo.custom_call" or operation.called not in ALONG_AXES:
        return None
    said = operation.attributes.get("backend_config")
    name = said.get("axis_name") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def along_axes(block: Block) -> Iterator[Operation]:
    """The operations in a block, or in regions inside of it, that work along named axes."""
    return (operation for operation in block.walk() if axis_of(operation) is not None)
