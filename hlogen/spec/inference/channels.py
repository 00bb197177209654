"""Result types of the ops that hand values to other processes and to the host, and of asynchronous operations."""

from __future__ import annotations

from hlogen.ir.module import Operation
from hlogen.ir.type_parser import parse_type
from hlogen.ir.types import OpaqueType, TensorType, TokenType, Type
from hlogen.spec.inference.distribution import source_target_pairs
from hlogen.spec.inference.registry import Signature, rule
from hlogen.spec.predicates import counted

_FUTURE = "!stablehlo.future<"
_ASYNCHRONOUS = (
    *("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "reduce_scatter"),
    *("slice", "dynamic_slice", "dynamic_update_slice"),
)


@rule("stablehlo.send")
def send(op: Signature) -> tuple[Type, ...]:
    _inputs_and_token(op)
    _require_pairs(op)
    return (TokenType(),)


@rule("stablehlo.recv")
def recv(op: Signature) -> tuple[Type, ...]:
    _token(op)
    _require_pairs(op)
    results = _payload_and_token(op)
    for at, type in enumerate(results[:-1]):
        if isinstance(type, TensorType) and not type.is_static:
            raise op.error(f"result {at} is {type}, expected a static shape: it is what says how much is received")
    return results


@rule("stablehlo.infeed")
def infeed(op: Signature) -> tuple[Type, ...]:
    _token(op)
    return _payload_and_token(op)


@rule("stablehlo.outfeed")
def outfeed(op: Signature) -> tuple[Type, ...]:
    _inputs_and_token(op)
    return (TokenType(),)


@rule("stablehlo.async_start")
def async_start(op: Signature) -> tuple[Type, ...]:
    region = op.region(0, "body")
    returned = op.region_results(region, "body")
    *inner, last = region.block.operations
    if len(inner) != 1 or inner[0].name.removeprefix("stablehlo.") not in _ASYNCHRONOUS:
        names = ", ".join(each.name.removeprefix("stablehlo.") for each in inner) or "nothing"
        raise op.error(f"the body has {names}, expected one operation out of {', '.join(_ASYNCHRONOUS)}")
    if len(returned) != 1:
        raise op.error(f"the body returns {counted(len(returned), 'value')}, expected 1")
    if inner[0].operands != region.block.arguments or last.operands != inner[0].results:
        raise op.error(f"the body's {inner[0].name.removeprefix('stablehlo.')} {_misfit(inner[0], last)}")
    op.regular("body", region, op.operands, returned)
    return (OpaqueType(f"{_FUTURE}{returned[0]}>"),)


@rule("stablehlo.async_done")
def async_done(op: Signature) -> tuple[Type, ...]:
    (operand,) = op.operands if len(op.operands) == 1 else (None,)
    if operand is None or not is_future(operand):
        raise op.error(f"expected 1 operand, a future, found {', '.join(map(str, op.operands)) or 'none'}")
    return (parse_type(str(operand)[len(_FUTURE) : -1]),)


def is_future(type: Type) -> bool:
    return isinstance(type, OpaqueType) and type.text.startswith(_FUTURE)


def _misfit(inner: Operation, last: Operation) -> str:
    if last.operands != inner.results:
        return "isn't all that it returns, expected its results as they are"
    return "isn't given the body's arguments, expected just those, in their order"


def _inputs_and_token(op: Signature) -> None:
    if not op.operands or not isinstance(op.operands[-1], TokenType):
        found = str(op.operands[-1]) if op.operands else "nothing"
        raise op.error(f"the last operand is {found}, expected a token")
    for at, type in enumerate(op.operands[:-1]):
        op.as_tensor(f"inputs[{at}]", type)


def _token(op: Signature) -> None:
    if op.operands != (TokenType(),):
        raise op.error(f"expected 1 operand, a token, found {', '.join(map(str, op.operands)) or 'none'}")


def _payload_and_token(op: Signature) -> tuple[Type, ...]:
    if op.declared is None:
        raise op.error("the result types don't follow from the operands; give them")
    if not op.declared or not isinstance(op.declared[-1], TokenType):
        raise op.error(f"the results are {', '.join(map(str, op.declared)) or 'none'}, expected a token as the last")
    for at, type in enumerate(op.declared[:-1]):
        op.as_tensor(f"result {at}", type)
    return op.declared


def _require_pairs(op: Signature) -> None:
    is_host_transfer = op.attributes.get("is_host_transfer", False)
    if not source_target_pairs(op) and is_host_transfer is not True:
        raise op.error("between devices it needs source_target_pairs, such as [[0, 1]]; without them it is undefined")
