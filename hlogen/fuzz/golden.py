"""What is found as cases of the corpus: in the form of golden/differences/, whole, for ``hlogen test``.

`@main` makes the arguments of `@program`, calls it and checks what it gives: that is what the specification says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import numpy as np

import interpreter
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Verdict
from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz.broken import Broken
from hlogen.fuzz.elements import Array
from hlogen.fuzz.judge import UNSTEADY, Finding
from hlogen.fuzz.program import drawn
from hlogen.ir import (
    Attribute,
    Block,
    ComplexType,
    DenseElements,
    FloatType,
    FunctionType,
    IntegerAttr,
    Module,
    Operation,
    QuantizedType,
    Region,
    SymbolRef,
    TensorType,
    Type,
    Value,
)
from hlogen.ir.types import I64
from hlogen.mlir.reader import read
from hlogen.mlir.writer import shown
from hlogen.placing import write
from hlogen.program.copy import Copier

_PROGRAM = "program"
_DIED = " died"  # what the message of a crash has in it: the process, or a compiler that runs in its own
_KINDS = {Verdict.WRONG_VALUE.value: "value", Verdict.REFUSED.value: "refused"}


def write_case(folder: Path, name: str, finding: Finding, software: Mapping[str, str], ulps: int) -> Path | None:
    """Writes a finding into `folder` as the known difference FOLDER.NAME, of the first version in `software` on.

    None where there is a file of that name, which stays, or nothing that a backend can be held against: it gives other
    results each time, or it isn't the backend that is wrong. UsageError where the folder can't be written.
    """
    path = folder / f"{name}.mlir"
    try:
        if finding.cause == UNSTEADY or path.exists():
            return None
        case = as_case(drawn(finding.smallest).form, _head(f"{folder.name}.{name}", finding, software), ulps)
        interpreter.run(read(case))
    except HlogenError:  # what is wrong is the form of the program, or the specification gives it no meaning
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"can't write into {folder}: {error.strerror or error}") from error
    try:
        write(path, lambda file: file.write(case.encode()), overwrite=False)
    except FileExistsError:
        return None
    except OSError as error:
        raise UsageError(f"can't write {path}: {error.strerror or error}") from error
    return path


def _head(id: str, finding: Finding, software: Mapping[str, str]) -> str:
    """What golden/differences/ has at the beginning of a file, as far as it can be told."""
    name, version = next(iter(software.items()), ("it", ""))
    number = re.match(r"\d+(\.\d+)*", version)
    kind = _KINDS.get(finding.verdict, "crash" if _DIED in finding.message else "fails")
    since = f" since {number[0]}" if number else ""
    clause = ", ".join(op.partition(".")[2] for op in finding.ops) or "the whole program"
    said = finding.key if kind == "value" else finding.message.partition("\n")[0]
    return f"difference: {id}\nclause: {clause}\n{kind} in {name}{since}: {said}"


def as_case(form: Form, head: str, ulps: int) -> str:
    """The program on its arguments as a test, below a comment; functions whose accuracy is open may be `ulps` off.

    Raises HlogenError where the interpreter has no results, or where there is more than one right result.
    """
    if isinstance(form, Broken):
        wanted = ", ".join(each.id for each in form.violations) or "nothing"
        return "".join(f"// {line}\n" for line in head.splitlines()) + f"\n// expected: {wanted}\n{shown(form.module)}"
    entry = form.module.function(form.entry)
    main = Block()
    arguments = [_made(main, *pair) for pair in zip(entry.body.arguments, form.arguments, strict=True)]
    callee: dict[str, Attribute] = {"callee": SymbolRef((_PROGRAM,))}
    results = _added(main, "func.call", arguments, entry.type.results, callee)
    for number, (value, expected) in enumerate(zip(results, form.expected(), strict=True)):
        _check(main, value, expected, ulps if _is_open(form, number, ulps) else 0)
    main.operations.append(Operation("func.return"))
    names: dict[str, Attribute] = {"sym_name": "main", "function_type": FunctionType((), ())}
    private = {**entry.operation.attributes, "sym_name": _PROGRAM, "sym_visibility": "private"}
    program = Operation("func.func", (), (), private, [Copier().region(region) for region in entry.operation.regions])
    others = [function.operation for name, function in form.module.functions.items() if name != form.entry]
    text = shown(Module([Operation("func.func", (), (), names, [Region([main])]), program, *others]))
    if text.startswith("module {\n"):
        text = dedent("\n".join(text.splitlines()[1:-1])).replace("\n}\n", "\n}\n\n") + "\n"
    return "".join(f"// {line}\n" for line in head.splitlines()) + "\n" + text


def _is_open(form: Form, result: int, ulps: int) -> bool:
    allowed = interpreter.admissible(form.module, *form.arguments, entry=form.entry, ulps=ulps)
    places = np.ndindex(*form.expected()[result].shape)
    return any(allowed.of(result, place).kind != "single" for place in places)


def _added(
    block: Block, name: str, operands: list[Value], types: Sequence[Type], attributes: dict[str, Attribute]
) -> tuple[Value, ...]:
    block.operations.append(Operation(name, operands, types, attributes))
    return block.operations[-1].results


def _constant(block: Block, type: TensorType, array: Array) -> Value:
    return _added(block, "stablehlo.constant", [], (type,), {"value": DenseElements(type, array)})[0]


def _made(block: Block, argument: Value, array: Array) -> Value:
    """A constant; of a quantized type, which has no text, by way of what is stored."""
    type = argument.type
    assert isinstance(type, TensorType)
    if not isinstance(type.element_type, QuantizedType):
        return _constant(block, type, array)
    stored = _constant(block, TensorType(type.shape, type.element_type.storage_type), array)
    return _added(block, "stablehlo.bitcast_convert", [stored], (type,), {})[0]


def _check(block: Block, value: Value, expected: Array, ulps: int) -> None:
    """That a value is `expected`, but for `ulps`; NaN is NaN, and zeros have their sign."""
    type = value.type
    assert isinstance(type, TensorType)
    element = type.element_type
    if isinstance(element, QuantizedType):
        type = TensorType(type.shape, element.storage_type)
        value = _added(block, "stablehlo.bitcast_convert", [value], (type,), {})[0]
    is_float = isinstance(element, FloatType)
    if ulps and not (is_float or isinstance(element, ComplexType)):
        raise UsageError("more than one result is right")
    if isinstance(element, ComplexType):
        type = TensorType(type.shape, element.element_type)
        for name, part in (("real", expected.real), ("imag", expected.imag)):
            _check(block, _added(block, f"stablehlo.{name}", [value], (type,), {})[0], part, ulps)
        return
    wanted = _constant(block, type, expected)
    _compare(block, [value, wanted], ulps if is_float else None)
    if is_float and not ulps and (expected == 0).any():  # 1 / x tells -0.0 from 0.0, which comparisons don't
        one = _constant(block, type, np.ones(expected.shape, expected.dtype))
        parts = [_added(block, "stablehlo.divide", [one, each], (type,), {})[0] for each in (value, wanted)]
        _compare(block, parts, ulps)


def _compare(block: Block, values: list[Value], ulps: int | None) -> None:
    """A check; of floats that they are `ulps` from each other at most, NaN from nothing but numbers."""
    name = "check.expect_eq" if ulps is None else "check.expect_close"
    attributes: dict[str, Attribute] = {"call_target_name": name, "has_side_effect": True}
    if ulps is not None:
        attributes["max_ulp_difference"] = IntegerAttr(ulps, I64)
    block.operations.append(Operation("stablehlo.custom_call", values, [], attributes))
