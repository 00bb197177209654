"""Writes programs through upstream: MLIR text, bytecode and portable artifacts, each verified before it leaves.

The program goes to the bindings as generic text with the places of its operations, so upstream's complaints name the
places in the user's own source. The names of a function's arguments go along as their places, as JAX has them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from hlogen.door import public, strict
from hlogen.ir.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hlogen.ir.module import HasModule, Module, Operation
from hlogen.ir.printer import generic_text
from hlogen.mlir import apart, provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.diagnostics import collect_messages, upstream_messages, with_place
from hlogen.mlir.edits import Edits
from hlogen.mlir.errors import BindingsError, TargetVersionError, VerificationError
from hlogen.mlir.fatal import fatal, is_doubtful
from hlogen.mlir.lenient import disguise_newer, true_names
from hlogen.mlir.provider import Bindings

_VERSION = re.compile(r"\d+\.\d+\.\d+")
_PORTABLE_DIALECTS = ("stablehlo.", "func.", "builtin.", "vhlo.")
_BATCHING_DIMS_SINCE = "1.1.0"


@strict
def to_text(program: HasModule, *, verify: bool = True, locations: bool = False) -> str:
    """The program in upstream's own spelling; with `locations`, every operation says its place.

    Arguments of functions are called what the program calls them, where the bindings can do that. Reading the text and
    writing it again gives the same text. Raises VerificationError with all that upstream has against the program;
    without `verify` the text is generic MLIR that nobody has looked at.
    """
    if not verify:
        return generic_text(program.module, locations)
    return str(_safely(_as_text, program.module, bool(locations)))


def shown(module: Module) -> str:
    """What ``str(module)`` is: the text, or where there is none, the generic form below a comment that says why."""
    try:
        return to_text(module)
    except VerificationError as error:
        why = str(error)
    except BindingsError as error:
        why = f"upstream's verifier hasn't seen the program: {error}"
    lines = [*why.splitlines(), "here it is in MLIR's generic form"]
    return "".join(f"// {line}\n" for line in lines) + generic_text(module)


def _as_text(module: Module, text: str, locations: bool) -> str:
    bindings = provider.find()
    return true_names(readable(bindings, _verified(bindings, text, allows_newer=True), locations))


def readable(bindings: Bindings, verified: Any, locations: bool = False) -> str:
    """A module of the bindings in upstream's short spelling; where that can't be read, or says something else, in
    MLIR's generic form."""
    spellings: list[dict[str, bool]] = [{"use_name_loc_as_prefix": True}, {}]
    for spelling in spellings:
        try:
            text = str(verified.operation.get_asm(enable_debug_info=locations, **spelling))
        except TypeError:  # older bindings
            continue
        if _says_the_same(bindings, text, verified):
            return text
    return str(verified.operation.get_asm(enable_debug_info=locations, print_generic_op_form=True))


@public
def to_bytecode(program: HasModule) -> bytes:
    """The program as MLIR bytecode, which only the same release of the bindings is sure to read.

    Raises VerificationError.
    """
    written: bytes = _safely(_as_bytecode, program.module)
    apart.wrote(written)
    return written


def _as_bytecode(module: Module, text: str) -> bytes:
    out = io.BytesIO()
    _verified(provider.find(), text).operation.write_bytecode(out)
    return out.getvalue()


def to_portable_artifact(module: HasModule, target: str) -> bytes:
    """The program as a portable artifact, which StableHLO consumers from version `target` on can read.

    `target` is a version such as ``1.0.0``, or ``current`` or ``minimum``. Raises VerificationError, and
    TargetVersionError where the version doesn't exist or can't say what the program says.
    """
    bindings = provider.find()
    version = _version(bindings, target)
    _refuse_batching_dims(module.module, version)
    _refuse_foreign_operations(module.module)
    written: bytes = _safely(_as_portable_artifact, module.module, version)
    apart.wrote(written)
    return written


def _as_portable_artifact(module: Module, text: str, version: str) -> bytes:
    bindings = provider.find()
    verified = _verified(bindings, text)
    with collect_messages(verified.context, Converter(bindings, verified).location) as heard:
        try:
            return bytes(bindings.stablehlo.serialize_portable_artifact(verified, version))
        except (bindings.ir.MLIRError, RuntimeError, ValueError) as error:
            messages = [with_place(place, text) for place, text in heard] or [str(error)]
            listed = "".join(f"\n  {message}" for message in messages)
            raise TargetVersionError(
                f"the program can't be written for StableHLO {version}; upstream says:{listed}"
            ) from error


def has_batching_dims(target: str) -> bool:
    """Whether gather and scatter have batching dims in this version of StableHLO (or 'current', 'minimum')."""
    return _numbers(_version(provider.find(), target)) >= _numbers(_BATCHING_DIMS_SINCE)


def uses_batching_dims(module: HasModule) -> bool:
    """Whether a gather or scatter of the program has batching dims."""
    return any(map(_has_batching_dims, module.module.walk()))


def verify(module: HasModule) -> list[str]:
    """What upstream's verifier has against the program, one text with its place per offence; empty where it accepts."""
    try:
        _safely(_accepted, module.module)
    except VerificationError as error:
        return list(error.diagnostics)
    return []


def _accepted(module: Module, text: str) -> None:
    _verified(provider.find(), text, allows_newer=True)


def _safely(write: Callable[..., Any], module: Module, *rest: Any) -> Any:
    """What `write` makes of a module and its text, in a worker process where that text may end the process.

    Raises VerificationError where it does.
    """
    text = generic_text(module, locations=True)
    if (found := fatal(text)) is not None:
        raise VerificationError(f"upstream's verifier refuses the program:\n  {found[1]}", [found[1]])
    if apart.is_here() or not is_doubtful(text):
        return write(module, text, *rest)
    try:
        return apart.call(f"{__name__}:{write.__name__}", module, text, *rest, size=len(text))
    except apart.Fallen as how:
        raise VerificationError(f"the program can't be written: {how}", [str(how)]) from None


def _verified(bindings: Bindings, text: str, *, allows_newer: bool = False) -> Any:
    """The program as a module of the bindings, from generic text with places. Parsing verifies.

    With `allows_newer`, collectives that the bindings don't know yet are in it under names that are nobody's.
    """
    try:
        try:
            return bindings.ir.Module.parse(text, bindings.context_for(text))
        except bindings.ir.MLIRError:
            edits = Edits(text)
            if allows_newer:
                disguise_newer(text, edits)
            if not edits:
                raise
            text = edits.apply().text
            return bindings.ir.Module.parse(text, bindings.context_for(text))
    except bindings.ir.MLIRError as error:
        messages = upstream_messages(error, Converter(bindings, None).location)
        diagnostics = [with_place(place, text) for place, text in messages]
        listed = "".join(f"\n  {diagnostic}" for diagnostic in diagnostics)
        raise VerificationError(f"upstream's verifier refuses the program:{listed}", diagnostics) from error


def _says_the_same(bindings: Bindings, text: str, verified: Any) -> bool:
    """Whether upstream's short spelling, read back, is the same program: its ``while`` drops types that differ."""
    try:
        again = bindings.ir.Module.parse(text, verified.context)
    except bindings.ir.MLIRError:
        return False
    return _structure(again) == _structure(verified)


def _structure(module: Any) -> str:
    return str(module.operation.get_asm(print_generic_op_form=True, large_elements_limit=16, assume_verified=True))


def _version(bindings: Bindings, target: str) -> str:
    current, minimum = bindings.stablehlo_version, bindings.minimum_stablehlo_version
    named = {"current": current, "minimum": minimum}.get(target, target)
    if not _VERSION.fullmatch(named):
        raise TargetVersionError(
            f"{target!r} is no StableHLO version; give one such as 1.0.0, "
            f"or 'current' ({current}) or 'minimum' ({minimum})"
        )
    if not _numbers(minimum) <= _numbers(named) <= _numbers(current):
        raise TargetVersionError(
            f"the installed bindings ({bindings.distribution} {bindings.version}) write StableHLO {minimum} "
            f"to {current}, not {named}"
        )
    return named


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _refuse_batching_dims(module: Module, version: str) -> None:
    if _numbers(version) >= _numbers(_BATCHING_DIMS_SINCE):
        return
    users = [operation for operation in module.walk() if _has_batching_dims(operation)]
    if users:
        listed = "".join(f"\n  {with_place(user.location, user.name)}" for user in users)
        raise TargetVersionError(
            f"batching dims need StableHLO >= {_BATCHING_DIMS_SINCE}, but the target is {version}; "
            f"they are used by:{listed}\n"
            f"fix: raise the target to {_BATCHING_DIMS_SINCE} or later, or write the program without them: "
            "hlogen.transform.expand_batching_dims(program)"
        )


def _refuse_foreign_operations(module: Module) -> None:
    """Upstream would let them into the artifact as they are, without any promise of compatibility."""
    foreign = [operation for operation in module.walk() if not operation.name.startswith(_PORTABLE_DIALECTS)]
    if foreign:
        listed = "".join(f"\n  {with_place(operation.location, operation.name)}" for operation in foreign)
        fix = "legalize these operations to StableHLO first, or write text or bytecode"
        if all(operation.name.startswith("sdy.") for operation in foreign):
            fix = "write text or bytecode, which keep Shardy's annotations, or write the program before it is annotated"
        raise TargetVersionError(
            f"only operations of StableHLO and func have a portable form, but the program also has:{listed}\nfix: {fix}"
        )


def _has_batching_dims(operation: Operation) -> bool:
    for numbers in operation.attributes.values():
        if isinstance(numbers, GatherDimensionNumbers):
            return bool(numbers.operand_batching_dims or numbers.start_indices_batching_dims)
        if isinstance(numbers, ScatterDimensionNumbers):
            return bool(numbers.input_batching_dims or numbers.scatter_indices_batching_dims)
    return False
