"""Named axes: operations that work along the batch of the `hlogen.vmap` that gives it their name.

Such an operation is a custom call, ``@hlogen.psum``, whose backend_config has the name. The vmap that has that name
makes it an ordinary operation; until then nothing can run it.
"""

from __future__ import annotations

from hlogen.errors import UsageError
from hlogen.ir import Module, Operation

PSUM, PMAX, PMIN, AXIS_INDEX, PPERMUTE = (
    f"@hlogen.{name}" for name in ("psum", "pmax", "pmin", "axis_index", "ppermute")
)
# Among the attributes of what flows back, which takes all examples.
WAY_BACK = "way_back"
ALONG_AXES = frozenset({PSUM, PMAX, PMIN, AXIS_INDEX, PPERMUTE})


def axis_of(operation: Operation) -> str | None:
    """The name of the axis that an operation works along; None for all other operations."""
    if operation.name != "stablehlo.custom_call" or operation.called not in ALONG_AXES:
        return None
    said = operation.attributes.get("backend_config")
    name = said.get("axis_name") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def said(operation: Operation) -> str:
    """How the user wrote an operation along an axis: ``hl.psum(..., 'i')``."""
    before = "" if operation.called == AXIS_INDEX else "..., "
    return f"hl.{operation.called.removeprefix('@hlogen.')}({before}{axis_of(operation)!r})"


def unbound(operation: Operation) -> str:
    """Why an operation along an axis can't run, be exported or lowered, and what to do about it."""
    name = axis_of(operation)
    what = operation.called.replace("@hlogen.", "hl.")
    return (
        f"{what} works along the axis {name!r} of a batch, and no hl.vmap gives an axis that name; make the batch by "
        f"hl.vmap(f, axis_name={name!r})"
    )


def require_bound(module: Module) -> None:
    """UsageError, with the places, where a program works along axes that no vmap has given their names."""
    found = [inner for function in module.functions.values() for inner in function.operation.walk() if is_along(inner)]
    if found:
        where = "".join(f"\n  where: {place}" for place in dict.fromkeys(inner.place for inner in found))
        raise UsageError(f"{unbound(found[0])}{where}")


def is_along(operation: Operation) -> bool:
    """Whether an operation works along a named axis."""
    return axis_of(operation) is not None
