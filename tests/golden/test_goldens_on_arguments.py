"""The goldens of ops with their constants as arguments: what XLA computes when it runs, not when it compiles.

XLA evaluates constants itself, so that a golden as it stands tells of its evaluator. This tells of its code.
"""

import pytest

from hlogen.backends import backend
from hlogen.backends.errors import OracleError
from hlogen.conform.detached import Detached, detach
from hlogen.conform.differences import installed
from hlogen.conform.versions import Versions
from hlogen.errors import CheckFailed, HlogenError
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from tools import golden
from tools.golden_cases.case import OpCase

# What it gets wrong or refuses then, beside what the cases say: the known differences.
FLOATS = ("bf16", "f32", "f64")
SUBNORMALS = [
    *(f"{op}/subnormals" for op in ("add", "subtract", "multiply", "divide")),
    *(
        f"{op}/last_bit_{type}"
        for op in ("ceil", "floor", "sign", "add", "subtract", "multiply", "divide", "maximum", "minimum", "clamp")
        for type in FLOATS
    ),
    *(f"compare/last_bit_{type}_FLOAT" for type in FLOATS),
    *(f"convert/{types}" for types in ("bf16_to_f64", "f32_to_f64", "f64_to_bf16", "f64_to_f32")),
    *(f"reduce_window/element_type_{type}" for type in ("f32", "f64")),
    *(f"select_and_scatter/element_type_{type}" for type in FLOATS),
]
UNTIL = {"reduce_window/element_type_bf16": Versions("jaxlib", "0.10.1", until="0.11.2")}  # subnormals, too
ON_ARGUMENTS = {
    **dict.fromkeys(SUBNORMALS, "xla.subnormals"),
    **{f"convert/f6{kind}_to_{type}": "xla.f6" for kind in ("E2M3FN", "E3M2FN") for type in ("f32", "f64")},
    "popcnt/element_type_i4": "xla.constant-bit-count",  # not of constants alone
    # The smaller part of a complex number is as far off as the larger one may be; the specification promises neither.
    **{f"{op}/complex_quadrants": "within 1 ULP of the larger part" for op in ("cosine", "rsqrt", "sine")},
    "chlo/lgamma_elsewhere": "in f64 it has 12 digits there, and the specification promises none",
}
COMPLEX_ORDER = {
    "value": ["compare/direction_GE_complex"],
    "refused": [f"compare/direction_{direction}_complex" for direction in ("GE", "GT", "LE", "LT")],
}
REFUSED = ("dynamic_conv", "dynamic_pad")  # without a constant for what is dynamic


def cases(op):
    for path, of_file in golden.files(op).items():
        for case, (_, part) in zip(of_file, numbered_parts(path.read_bytes()), strict=True):
            is_asked = isinstance(case, OpCase) and not case.clauses and not case.unasked
            if is_asked and case.differs.get("xla") != "xla.quantized":
                yield case, part


@pytest.mark.slow
@pytest.mark.parametrize("op", [op for op in golden.TABLES if op not in REFUSED])
def test_xla_agrees_on_arguments(op):
    judge = backend("xla")
    wrong = {}
    for case, part in cases(op):
        module, arguments, detached = on_arguments(detach(read(part), "main"))
        try:
            detached.require(judge.run(module, *arguments))
        except (CheckFailed, OracleError, HlogenError) as error:
            known = case.differs.get("xla")
            if known is None or ".constant" in known:
                wrong[f"{op}/{case.name}"] = str(error)
    kinds = [entry.kind for entry in installed("xla") if entry.id == "xla.order-of-complex-numbers"]
    past = {name for name, versions in UNTIL.items() if versions.include(judge.version())}
    known = ON_ARGUMENTS.keys() | past | {case for kind in kinds for case in COMPLEX_ORDER[kind]}
    assert wrong.keys() == {name for name in known if name.startswith(f"{op}/")}, wrong


def on_arguments(detached: Detached):
    """The program with the constants of its entry as arguments, and their values."""
    (function,) = [f for f in detached.module.functions.values() if not f.is_private]
    constants = [op for op in function.body.operations if op.name == "stablehlo.constant"]
    block = Block([op.result.type for op in constants])
    places = dict(zip((op.result for op in constants), block.arguments, strict=True))
    block.operations = [op for op in function.body.operations if op not in constants]
    for op in block.operations:
        for inner in op.walk():
            inner.operands = tuple(places.get(value, value) for value in inner.operands)
    values = [elements.array for op in constants if isinstance(elements := op.attributes["value"], DenseElements)]
    type = FunctionType(tuple(argument.type for argument in block.arguments), function.type.results)
    attributes = {**function.operation.attributes, "function_type": type}
    others = [op for op in detached.module.operations if op is not function.operation]
    return Module([Operation("func.func", (), (), attributes, [Region([block])]), *others]), values, detached
