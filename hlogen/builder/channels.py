"""Values that go to other processes and to the host, and operations that go on meanwhile (spec: Point-to-point
communication, Streaming communication, async_start).

What these do besides giving results happens in the order of tokens: each takes the token of the one that it follows,
`after_all()` for none, and gives a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from hlogen.builder.emit import as_tensors, as_values, boolean, described, emit_values, i64, integer, text
from hlogen.builder.extension import Layouts, dimension_orders
from hlogen.builder.process_groups import (
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    Pairs,
    channel_attributes,
    pair_attributes,
)
from hlogen.builder.regions import argument_type, region_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.builder.traced import Future, Token, Traced
from hlogen.builder.tuples import as_token
from hlogen.door import public
from hlogen.ir import Attribute, DenseElements, Region, TensorType, TokenType, Type

# The types of what is received: of one tensor, or a list of them.
ResultTypes: TypeAlias = "TensorType | str | Sequence[TensorType | str]"


@public
def send(
    inputs: TensorLike | Sequence[TensorLike],
    token: Token,
    *,
    channel_id: int,
    is_host_transfer: bool = False,
    source_target_pairs: Pairs | None = None,
) -> Token:
    """Puts `inputs`, one tensor or a list of them, into a channel, for `recv` of the same `channel_id`.

    `source_target_pairs` say who sends to whom, as for `collective_permute` (C1-C4): replicas, or partitions where
    `channel_id` is positive. With `is_host_transfer` they go to the host, and there are no pairs. The specification's
    channel_type follows (C5).
    """
    values, _ = as_tensors(inputs, "inputs")
    operands = [*values, as_token(token, "token")]
    attributes = _transfer(channel_id, is_host_transfer, source_target_pairs, DEVICE_TO_HOST)
    return cast(Token, emit_values("stablehlo.send", operands, attributes)[0])


@public
def recv(
    token: Token,
    result_types: ResultTypes,
    *,
    channel_id: int,
    is_host_transfer: bool = False,
    source_target_pairs: Pairs | None = None,
) -> tuple[Any, ...]:
    """What was sent into a channel, of the static `result_types`, and a token behind it, in one tuple.

    A process that nobody sends to gets zeros. The other arguments are as for `send`.
    """
    attributes = _transfer(channel_id, is_host_transfer, source_target_pairs, HOST_TO_DEVICE)
    for number, type in enumerate(_payload(result_types)):
        if isinstance(type, TensorType) and not type.is_static:
            raise usage_error(
                f"result_types[{number}] is {type}, expected a static shape\n"
                "  fix: give its sizes, which say how much is received"
            )
    return _received("stablehlo.recv", token, result_types, attributes)


@public
def infeed(
    token: Token, result_types: ResultTypes, *, infeed_config: str = "", layout: Layouts | None = None
) -> tuple[Any, ...]:
    """What comes next out of the infeed, of `result_types`, and a token behind it, in one tuple (C1-C3).

    What `infeed_config` means is up to whoever runs it. `layout` has the dimensions of each result, minor to major.
    """
    attributes: dict[str, Attribute] = {"infeed_config": text(infeed_config, "infeed_config")}
    if layout is not None:
        orders = dimension_orders(layout, _payload(result_types), "layout")
        attributes["layout"] = tuple(tuple(map(i64, order)) for order in orders)
    return _received("stablehlo.infeed", token, result_types, attributes)


@public
def outfeed(inputs: TensorLike | Sequence[TensorLike], token: Token, *, outfeed_config: str = "") -> Token:
    """Writes `inputs`, one tensor or a list of them, to the outfeed.

    What `outfeed_config` means is up to whoever runs it.
    """
    values, _ = as_tensors(inputs, "inputs")
    attributes: dict[str, Attribute] = {"outfeed_config": text(outfeed_config, "outfeed_config")}
    return cast(Token, emit_values("stablehlo.outfeed", [*values, as_token(token, "token")], attributes)[0])


@public
def async_start(body: Callable[..., Any] | Region, *operands: TensorLike) -> Future:
    """The one operation that `body` builds of `operands`, started; `async_done` waits for what it gives.

    ::

        future = hl.async_start(lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 1]]), x)

    It is a collective (all_reduce, all_gather, all_to_all, collective_permute, reduce_scatter, collective_broadcast) or
    a slice, dynamic_slice or dynamic_update_slice (C2), of the operands as they are (C3), and its only result is what
    `body` returns (C1). Raises UsageError where it is anything else.
    """
    require_scope("hl.async_start")
    values = as_values(operands, "operands")
    region = region_of(body, [value.type for value in values], "body of async_start")
    return cast(Future, emit_values("stablehlo.async_start", values, {}, [region])[0])


@public
def async_done(operand: Future) -> Tensor:
    """The result of what was started, once it is there (C1)."""
    if not isinstance(operand, Future):
        raise usage_error(f"operand should be a future, not {described(operand)}\n  fix: start one with hl.async_start")
    return cast(Tensor, emit_values("stablehlo.async_done", [operand])[0])


def _received(
    name: str, token: Token, result_types: ResultTypes, attributes: dict[str, Attribute]
) -> tuple[Traced, ...]:
    return emit_values(name, [as_token(token, "token")], attributes, declared=[*_payload(result_types), TokenType()])


def _payload(result_types: ResultTypes) -> list[Type]:
    given = [result_types] if isinstance(result_types, (str, TensorType)) else result_types
    if not isinstance(given, (list, tuple)):
        raise usage_error(f"result_types is a tensor type or a list of them, not {described(result_types)}")
    return [argument_type(type, f"result_types[{number}]") for number, type in enumerate(given)]


def _transfer(
    channel_id: int, is_host_transfer: bool, source_target_pairs: Pairs | None, host_type: int
) -> dict[str, Attribute]:
    integer(channel_id, "channel_id")
    if boolean(is_host_transfer, "is_host_transfer"):
        if source_target_pairs is not None:
            raise usage_error(
                "source_target_pairs say which devices send to which, and with is_host_transfer the host is one side\n"
                "  fix: leave them out"
            )
        return {**channel_attributes(channel_id, host_type), "is_host_transfer": True}
    pairs = pair_attributes(() if source_target_pairs is None else source_target_pairs, channel_id)
    if isinstance(table := pairs["source_target_pairs"], DenseElements) and not table.array.size:
        raise usage_error(
            "between devices it needs source_target_pairs; without them it is undefined\n"
            "  fix: give them, such as [[0, 1]]"
        )
    return {**channel_attributes(channel_id, DEVICE_TO_DEVICE), "is_host_transfer": False, **pairs}
