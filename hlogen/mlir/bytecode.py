"""MLIR bytecode and portable artifacts: recognising them and parsing them with the bindings."""

from __future__ import annotations

import re
from typing import Any

from hlogen.ir.module import Location
from hlogen.mlir.diagnostics import Message, collect_messages, upstream_messages
from hlogen.mlir.errors import ParseError
from hlogen.mlir.provider import Bindings

_MAGIC = b"ML\xefR"
_PORTABLE_PRODUCER = b"StableHLO_v"
_VERSIONED_DIALECT = "vhlo."
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_TO_CURRENT = "builtin.module(vhlo-to-version{{target={}}},vhlo-legalize-to-stablehlo)"


def is_bytecode(content: bytes) -> bool:
    """True where `content` starts as MLIR bytecode does, portable artifacts included."""
    return content.startswith(_MAGIC)


def producer(content: bytes) -> str:
    """Who wrote the bytecode, by its own word, such as ``StableHLO_v1.17.0`` or ``MLIR23.0.0git``."""
    start = len(_MAGIC)
    # The version is a variable-length integer: its first byte tells its length by the number of trailing zero bits.
    first = content[start : start + 1]
    length = 9 if first == b"\0" else ((first[0] & -first[0]).bit_length() if first else 1)
    start += length
    return content[start : content.find(b"\0", start)].decode("utf-8", "replace")


def is_portable_artifact(content: bytes) -> bool:
    """True where `content` is a portable artifact: bytecode of StableHLO's versioned dialect."""
    return is_bytecode(content) and producer(content).encode().startswith(_PORTABLE_PRODUCER)


def require_producer(content: bytes, name: str) -> None:
    """ParseError where it isn't text who wrote the bytecode: upstream would quote it, which ends the process."""
    if "\ufffd" in producer(content):
        raise ParseError(f"{name}: this MLIR bytecode is damaged: who wrote it is not in UTF-8", Location(name))


def parse(bindings: Bindings, context: Any, content: bytes, name: str) -> Any:
    """A module of the bindings that upstream has verified. Raises ParseError with upstream's messages."""
    heard: list[Message] = []
    try:
        if not is_portable_artifact(content):
            return unversioned(bindings, bindings.ir.Module.parse(content, context))
        with collect_messages(context, lambda _: None) as heard:
            return bindings.stablehlo.deserialize_portable_artifact(context, content)
    except (bindings.ir.MLIRError, RuntimeError, ValueError) as error:
        messages = [message for _, message in heard or upstream_messages(error, lambda _: None)]
        place = Location(name)
        raise ParseError(f"{name}: {_refusal(bindings, content)}: {'; '.join(messages)}", place, messages) from error


def unversioned(bindings: Bindings, module: Any) -> Any:
    """`module`, in StableHLO where it is written in its versioned dialect without being a portable artifact.

    So frontends once kept programs. Raises what the bindings raise for one that they can't upgrade.
    """
    if any(op.operation.name.startswith(_VERSIONED_DIALECT) for op in module.body.operations):
        bindings.run_passes(module, _TO_CURRENT.format(bindings.stablehlo_version))
    return module


def _refusal(bindings: Bindings, content: bytes) -> str:
    if not is_portable_artifact(content):
        return "this MLIR bytecode can't be read"
    version = producer(content).removeprefix(_PORTABLE_PRODUCER.decode())
    known = bindings.stablehlo_version
    if _VERSION.fullmatch(version) and tuple(map(int, version.split("."))) > tuple(map(int, known.split("."))):
        return (
            f"this portable artifact is for StableHLO {version}, which is newer than the {known} of the installed "
            f"bindings ({bindings.distribution} {bindings.version}); upgrade {bindings.distribution}, or write it "
            "for an older version"
        )
    return f"this portable artifact for StableHLO {version} can't be read"


def is_versioned(text: str) -> bool:
    """Whether a text is written in StableHLO's versioned dialect, or speaks of it."""
    return _VERSIONED_DIALECT in text


def unverified_text(bindings: Bindings, content: bytes | str) -> str | None:
    """What a portable artifact, or text of the versioned dialect, is in StableHLO, verified by nobody.

    The versioned dialect hardly verifies anything, so it holds programs that upstream's StableHLO refuses. None where
    there is no such program: plain bytecode is verified while it is read, and there is no way around it.
    """
    if not (is_versioned(content) if isinstance(content, str) else is_portable_artifact(content)):
        return None
    context = bindings.context()
    try:
        with collect_messages(context, lambda _: None):
            module = bindings.ir.Module.parse(content, context)
            bindings.run_passes(module, _TO_CURRENT.format(bindings.stablehlo_version), verify=False)
    except (bindings.ir.MLIRError, RuntimeError, ValueError):
        return None
    return str(
        module.operation.get_asm(
            print_generic_op_form=True, enable_debug_info=True, use_local_scope=True, assume_verified=True
        )
    )
