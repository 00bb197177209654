"""Programs that other libraries hold in memory: what they are in text or bytes. None of these libraries is imported."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from hlogen.errors import UsageError


@runtime_checkable
class Exported(Protocol):
    """``jax.export.Exported``."""

    @property
    def mlir_module_serialized(self) -> bytes: ...


class Lowered(Protocol):
    """What ``jax.jit(f).lower(...)`` gives."""

    def compiler_ir(self, dialect: str) -> Any: ...


class HasOperation(Protocol):
    """A module of MLIR's Python bindings: jaxlib's, torch-mlir's, anybody's."""

    @property
    def operation(self) -> Any: ...


def in_memory(source: object) -> Any:
    """The module of somebody's bindings that `source` is or holds; None where it is none of these."""
    if (compiler_ir := getattr(source, "compiler_ir", None)) is not None:  # quicker than to ask for a protocol
        source = compiler_ir("stablehlo")
    return source if hasattr(source, "operation") else None


def content(source: object) -> str | bytes | None:
    """The program as text or bytes; None where `source` is none of these. UsageError where it isn't StableHLO yet."""
    if isinstance(source, Exported):
        return bytes(source.mlir_module_serialized)
    module = in_memory(source)
    if module is not None and hasattr(module.operation, "get_asm"):
        # The generic form is read by any release of the bindings.
        return str(module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True))
    if callable(getattr(source, "lower", None)) and callable(source):
        raise UsageError(
            "a program is read from a jitted function once it is lowered for arguments\n"
            "  fix: give hl.parse what f.lower(*example_arguments) gives"
        )
    return None
