"""What stands in the way of writing a program as a model: found before anything is written, all of it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import onnx.defs

from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx.lowerings.custom_call import is_harmless, target_of
from hlogen.export.onnx.plain.registry import IN_MODELS, definition_of
from hlogen.export.onnx.plain.rewrite import rule_for
from hlogen.export.onnx.plain.types import interface_of, is_plain, parts_of, types_met
from hlogen.export.onnx.registry import TABLE, lowering_of
from hlogen.export.onnx.sizes import STATIC
from hlogen.export.onnx.types import carrier, interface
from hlogen.ir import Block, Function, Location, Module, Operation, TensorType, Type, Value
from hlogen.program.axes import is_along, unbound
from hlogen.program.calls import callees_first, calls_of, size_written_out
from hlogen.program.structure import blocks_of, callee
from hlogen.spec.constraint import require
from hlogen.spec.operations import THE_TEXT_DECIDES, check_operation

OLDEST, NEWEST = 18, 26

_SHOWN = 5  # places of one thing
_MOST_OPERATIONS = 1_000_000  # ONNX's checker and onnxruntime write calls out, whatever is a function


def require_opset(opset: int) -> None:
    """ExportError for an opset that this export doesn't write, or that the onnx package doesn't know."""
    if not isinstance(opset, int) or isinstance(opset, bool):
        raise UsageError(f"opset is a number from {OLDEST} to {NEWEST}, not {opset!r}")
    if opset < OLDEST:
        raise ExportError(
            f"opset {opset} is too old: scatters by minimum and maximum, and reductions whose axes are an input, "
            f"came with opset {OLDEST}\n  fix: use an opset from {OLDEST} to {NEWEST}"
        )
    if opset > NEWEST:
        raise ExportError(
            f"opset {opset} is too new: onnxruntime loads models up to opset {NEWEST}\n"
            f"  fix: use an opset from {OLDEST} to {NEWEST}"
        )
    known = onnx.defs.onnx_opset_version()
    if opset > known:
        raise ExportError(
            f"onnx {onnx.__version__}, which is installed, knows opsets up to {known}, not {opset}\n"
            f"  fix: use an older opset, or install a newer onnx"
        )


def require_exportable(module: Module, entry: Function, opset: int) -> None:
    """ConstraintError for violations of the specification; ExportError for all that has no form in a model."""
    functions = module.functions
    names, circles = callees_first(functions, entry.name)
    reached = [functions[name] for name in names]
    operations = [op for function in reached for op in function.operation.walk()]
    require([violation for op in operations if op.name in THE_TEXT_DECIDES for violation in check_operation(op)])
    found = _Found()
    for circle in circles:
        found.add(f"functions call themselves, which ONNX doesn't have: {' -> '.join(f'@{name}' for name in circle)}")
    if not circles and (count := size_written_out(functions, entry.name)) > _MOST_OPERATIONS:
        found.add(f"the program has {count:,} operations once its calls are written out, above {_MOST_OPERATIONS:,}")
    for function in reached:
        _look_at_function(function, found)
        for call in calls_of(function):
            if (name := callee(call)) not in functions:
                found.add(f"@{name} is called and isn't in the program", call.location)
    if not any(interface_of(type) for type in entry.type.results):
        found.add("it returns nothing, and onnxruntime doesn't load a model without outputs", entry.location)
    if not entry.is_declaration:
        _look_at_interface(entry, opset, found)
    found.raise_all(f"@{entry.name} can't be written as an ONNX model of opset {opset}")


class _Found:
    """What was found, each thing once, with its places; and what can be done about several things, once at the end."""

    def __init__(self) -> None:
        self.places: dict[str, list[Location | None]] = {}
        self.fixes: list[str] = []

    def add(self, what: str, location: Location | None = None, fix: str | None = None) -> None:
        self.places.setdefault(what, []).append(location)
        if fix is not None and fix not in self.fixes:
            self.fixes.append(fix)

    def attempt(self, check: Callable[[], object], location: Location | None) -> None:
        try:
            check()
        except UsageError as error:
            self.add(str(error), location)

    def raise_all(self, title: str) -> None:
        if self.places:
            items = [_item(what, where) for what, where in self.places.items()]
            raise ExportError("\n".join([f"{title}:", *items, *(f"  fix: {fix}" for fix in self.fixes)]))


def _item(what: str, places: Sequence[Location | None]) -> str:
    known = list(dict.fromkeys(str(place) for place in places if place))
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    first, newline, rest = what.partition("\n")
    where = f" (at {', '.join(known[:_SHOWN])}{more})" if known else ""
    return f"  {first}{where}{newline}{rest}"


def _look_at_function(function: Function, found: _Found) -> None:
    if function.is_declaration:
        found.add(f"@{function.name} is only declared: it has no body", function.location)
        return
    for block, owner in _blocks(function):
        _look_at_values(block.arguments, owner, found)
        if block.terminator is None:
            found.add(f"the body of {owner.name} doesn't end with a return", owner.location)
    for operation in function.operation.walk():
        if operation is function.operation:
            continue
        if len(operation.regions) and any(len(region.blocks) != 1 for region in operation.regions):
            found.add(f"{operation.name} has a region that isn't one block", operation.location)
        _look_at_values(operation.results, operation, found)
        _look_at_operation(operation, found)


def _blocks(function: Function) -> Iterable[tuple[Block, Operation]]:
    for operation in function.operation.walk():
        for block in blocks_of(operation):
            yield block, operation


def _look_at_operation(operation: Operation, found: _Found) -> None:
    name = operation.name
    if is_along(operation):
        found.add(unbound(operation), operation.location)
    elif name == "stablehlo.custom_call":
        if lowering_of(operation) is TABLE.rows()[name] and not is_harmless(operation):
            found.add(f"the custom call @{target_of(operation)}: nothing is known of what it does", operation.location)
    elif not name.endswith("return") and not _has_form(operation):
        found.add(f"{name} has no form in ONNX here{_because(operation)}", operation.location)
    elif name in IN_MODELS.rows():
        for type in types_met(operation):
            _require_static(type, f"operands and results of {name}", operation.location, found)


def _has_form(operation: Operation) -> bool:
    if definition_of(operation.name) is not None:
        return True
    if all(map(is_plain, types_met(operation))):
        return lowering_of(operation) is not None
    return rule_for(operation) is not None


def _because(operation: Operation) -> str:
    if TABLE.because(operation.name) or lowering_of(operation) is None:
        return TABLE.because(operation.name)
    return f" for {next(type for type in types_met(operation) if not is_plain(type))}"


def _look_at_values(values: Sequence[Value], operation: Operation, found: _Found) -> None:
    for value in values:
        _look_at_type(value.type, operation.location, found)


def _look_at_type(type: Type, location: Location | None, found: _Found) -> None:
    """Of what isn't a tensor of reals, at what stands for it."""
    if isinstance(type, TensorType) and not is_plain(type):
        _require_static(type, "complex and quantized tensors", location, found)
    for part in parts_of(type):
        _look_at_part(part, location, found)


def _require_static(type: Type, what: str, location: Location | None, found: _Found) -> None:
    if isinstance(type, TensorType) and not type.is_static:
        found.add(f"{type} has sizes that only the run knows, which {what} can't have", location, STATIC)


def _look_at_part(type: Type, location: Location | None, found: _Found) -> None:
    if not isinstance(type, TensorType):
        found.add(f"a value of type {type}: only ranked tensors are written", location)
        return
    found.attempt(partial(carrier, type.element_type), location)


def _look_at_interface(entry: Function, opset: int, found: _Found) -> None:
    types = dict.fromkeys((*entry.type.inputs, *entry.type.results))
    for type in dict.fromkeys(part for whole in types for part in interface_of(whole)):
        if isinstance(type, TensorType):
            found.attempt(partial(interface, type.element_type, opset), entry.location)
