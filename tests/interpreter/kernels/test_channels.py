"""send and recv, infeed and outfeed, futures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from helpers.one_op import program as one_operation

import interpreter
from hlogen.ir import DenseElements, OpaqueAttr, TokenType, tensor
from interpreter import ExecutionError

RING = """func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %t = stablehlo.after_all : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = HANDLE, type = 1>,
    source_target_pairs = dense<PAIRS> : tensor<COUNTx2xi64>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = HANDLE, type = 1>,
    source_target_pairs = dense<PAIRS> : tensor<COUNTx2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %r#0 : tensor<2xi32>
}"""


def ring(handle: int, pairs: list[list[int]]) -> str:
    return RING.replace("HANDLE", str(handle)).replace("PAIRS", str(pairs)).replace("COUNT", str(len(pairs)))


def received(results: list[tuple[Any, ...]]) -> list[int]:
    return [int(result[0][0]) for result in results]


ARGS = [(np.full(2, value, np.int32),) for value in (1, 2, 3, 4)]


def test_between_devices() -> None:
    """Without a positive channel id the pairs are replicas, with one partitions; nobody's target gets zeros."""
    turned = [[0, 1], [1, 2], [2, 3], [3, 0]]
    assert received(interpreter.run_parallel(ring(0, turned), ARGS, 4)) == [4, 1, 2, 3]
    assert received(interpreter.run_parallel(ring(5, turned), ARGS, 1, 4)) == [4, 1, 2, 3]
    assert received(interpreter.run_parallel(ring(0, [[0, 1], [1, 2]]), ARGS, 4)) == [0, 1, 2, 0]
    assert received(interpreter.run_parallel(ring(0, [[1, 0]]), ARGS, 2, 2)) == [3, 4, 0, 0]
    assert received(interpreter.run_parallel(ring(5, [[1, 0]]), ARGS, 2, 2)) == [2, 0, 4, 0]


def test_a_channel_keeps_the_order_and_waits() -> None:
    """Replica 1 receives three times what replica 0 sends in a loop, later than it asks."""
    program = """
    func.func @sends() {
      %t = stablehlo.after_all : !stablehlo.token
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %i, %end = stablehlo.while(%a = %zero, %b = %t) : tensor<i32>, !stablehlo.token
      cond {
        %three = stablehlo.constant dense<3> : tensor<i32>
        %c = stablehlo.compare LT, %a, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %n = stablehlo.add %a, %one : tensor<i32>
        %s = "stablehlo.send"(%n, %b) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 2>,
          is_host_transfer = true} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
        stablehlo.return %n, %s : tensor<i32>, !stablehlo.token
      }
      return
    }
    func.func @receives() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
      %t = stablehlo.after_all : !stablehlo.token
      %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 3>,
        is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
      %1:2 = "stablehlo.recv"(%0#1) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 3>,
        is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
      %2:2 = "stablehlo.recv"(%1#1) {channel_handle = #stablehlo.channel_handle<handle = 9, type = 3>,
        is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
      return %0#0, %1#0, %2#0 : tensor<i32>, tensor<i32>, tensor<i32>
    }"""
    for entries in (["sends", "receives"], ["receives", "sends"]):
        results = interpreter.run_parallel(program, [(), ()], 2, entry=entries)
        assert [int(x) for x in results[entries.index("receives")]] == [1, 2, 3]
    unsent = r"waits at stablehlo.recv at .* for channel 9, to which nothing was sent; who still could: process"
    with pytest.raises(ExecutionError, match=unsent):
        interpreter.run_parallel(program, [(), ()], 2, entry="receives")
    alone = (
        r"deadlock: processes wait for others that cannot come\n.* to which nothing was sent; who still could: nobody"
    )
    with pytest.raises(ExecutionError, match=alone):
        interpreter.run(program, entry="receives")


NO_PAIRS = [f"source_target_pairs = dense<> : tensor<{shape}xi64>" for shape in ("0x2", "0x0")]


QUANTIZED = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"


@pytest.mark.parametrize(
    "types", [[], ["tensor<2xi32>"], ["tensor<2xi32>", "tensor<f32>", "tensor<3xi1>"], [QUANTIZED, "tensor<f32>"]]
)
def test_any_number_of_values_goes_together(types: list[str]) -> None:
    """In their order, each of its own type, by way of the host and between devices, where others get zeros of all.

    The quantized zero is the zero point.
    """
    values = {
        "tensor<2xi32>": np.array([1, -2], np.int32),
        "tensor<f32>": np.array(0.5, np.float32),
        "tensor<3xi1>": np.array([True, False, True]),
        QUANTIZED: np.array([-5, 7], np.int8),
    }
    names = "".join(f"%x{number}, " for number in range(len(types)))
    arguments = ", ".join(f"%x{number}: {type}" for number, type in enumerate(types))
    several = "".join(f"{type}, " for type in types)
    got = ", ".join(f"%r#{number}" for number in range(len(types)))
    program = f"""func.func @main({arguments}) -> ({", ".join(types)}) {{
      %t = stablehlo.after_all : !stablehlo.token
      %s = "stablehlo.send"({names}%t) {{channel_handle = #stablehlo.channel_handle<handle = 0, type = SENDS>, HOW}}
        : ({several}!stablehlo.token) -> !stablehlo.token
      %r:{len(types) + 1} = "stablehlo.recv"(%s) {{
        channel_handle = #stablehlo.channel_handle<handle = 0, type = RECEIVES>, HOW
      }} : (!stablehlo.token) -> ({several}!stablehlo.token)
      return {f"{got} : {', '.join(types)}" if types else ""}
    }}"""
    sent = [values[type] for type in types]
    by_host = program.replace("SENDS", "2").replace("RECEIVES", "3").replace("HOW", "is_host_transfer = true, HOW")
    without = [by_host.replace(", HOW", ""), *(by_host.replace("HOW", pairs) for pairs in NO_PAIRS)]
    back = [interpreter.run_parallel(text, [sent])[0] for text in without]
    direct = program.replace("SENDS", "1").replace("RECEIVES", "1")
    direct = direct.replace("HOW", "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>")
    zeros = [np.full_like(value, 3 if type == QUANTIZED else 0) for type, value in zip(types, sent, strict=True)]
    nothing, there = interpreter.run_parallel(direct, [sent, zeros], 2)
    for found, wanted in (*((values, sent) for values in back), (there, sent), (nothing, zeros)):
        assert [(x.dtype, x.tolist()) for x in found] == [(x.dtype, x.tolist()) for x in wanted]


def test_what_arrives_must_be_of_the_type_that_is_received() -> None:
    text = ring(0, [[0, 1]])
    program = text + text.replace("@main", "@other").replace("tensor<2xi32>", "tensor<3xf32>")
    with pytest.raises(ExecutionError, match=r"channel 0 holds int32\[2\], but the program reads tensor<3xf32>"):
        interpreter.run_parallel(program, [ARGS[0], (np.ones(3, np.float32),)], 2, entry=["main", "other"])


def test_transfers_between_devices_need_pairs() -> None:
    program = """func.func @main(%x: tensor<i32>) {
      %t = stablehlo.after_all : !stablehlo.token
      %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
        : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
      return
    }"""
    with pytest.raises(ExecutionError, match=r"stablehlo.send between devices needs source_target_pairs"):
        interpreter.run(program, 1)


FEEDS = """func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<f32>) {
  %t = stablehlo.after_all : !stablehlo.token
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %1:3 = "stablehlo.infeed"(%0#1) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  %2 = "stablehlo.outfeed"(%1#0, %1#1, %1#2) : (tensor<2xi32>, tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return %0#0, %1#0, %1#1 : tensor<2xi32>, tensor<2xi32>, tensor<f32>
}"""


def test_each_process_has_its_infeed_and_its_outfeed() -> None:
    feeds = [[np.full(2, 10 * id, np.int32), (np.full(2, id, np.int32), np.float32(id))] for id in range(2)]
    written = []
    results = interpreter.run_parallel(
        FEEDS, [(), ()], 1, 2, infeed=feeds, outfeed=lambda id, values: written.append((id, values))
    )
    assert [[x.tolist() for x in result] for result in results] == [[[0, 0], [0, 0], 0.0], [[10, 10], [1, 1], 1.0]]
    assert [(id, values[0].tolist()) for id, values in written] == [((0, 0), [0, 0]), ((0, 1), [1, 1])]


def test_feeds_are_apart_from_what_the_caller_writes() -> None:
    """Into one buffer for all entries, while the program runs, into what it hands out, or into its results."""
    one, two = np.full(2, 1, np.int32), np.full(2, 2, np.int32)

    def entries() -> Iterator[object]:
        buffer = np.zeros(2, np.int32)
        buffer[:] = 3
        yield buffer
        buffer[:] = 4
        yield buffer, np.float32(5)

    def write(id: object, values: tuple[Any, ...]) -> None:
        one[:] = two[:] = values[0][:] = 9

    feeds = [entries(), [one, (two, np.float32(5))]]
    results = interpreter.run_parallel(FEEDS, [(), ()], 1, 2, infeed=feeds, outfeed=write)
    assert [[x.tolist() for x in result] for result in results] == [[[3, 3], [4, 4], 5.0], [[1, 1], [2, 2], 5.0]]
    assert not any(np.shares_memory(fed, found) for fed in (one, two) for found in results[1])


def test_an_infeed_holds_what_arguments_may_be() -> None:
    read = "(tensor<2xi32>, !stablehlo.token)"
    program = f"""func.func @main() -> tensor<2xi32> {{
      %t = stablehlo.after_all : !stablehlo.token
      %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> {read}
      return %0#0 : tensor<2xi32>
    }}"""
    ((result,),) = interpreter.run_parallel(program, [()], infeed=[[[3, 4]]])
    assert result.tolist() == [3, 4]
    with pytest.raises(ExecutionError, match="the infeed: expected tensor<2xi32>, got a list of 2: its lists differ"):
        interpreter.run_parallel(program, [()], infeed=[[[[3, 4], [5]]]])


def test_an_infeed_that_is_empty_or_holds_something_else() -> None:
    one = np.zeros(2, np.int32)
    with pytest.raises(ExecutionError, match=r"process \(0, 1\): the infeed is empty"):
        interpreter.run_parallel(FEEDS, [(), ()], 1, 2, infeed=[[one, (one, np.float32(1))], [one]])
    with pytest.raises(ExecutionError, match=r"the infeed is empty; give interpreter.run_parallel"):
        interpreter.run(FEEDS)
    with pytest.raises(ExecutionError, match=r"the infeed holds float32\[3\], but the program reads tensor<2xi32>"):
        interpreter.run_parallel(FEEDS, [()], infeed=[[np.zeros(3, np.float32)]])
    held = r"the infeed holds int32\[2\], float32\[\], int32\[2\], but the program reads tensor<2xi32>, tensor<f32>"
    with pytest.raises(ExecutionError, match=held):
        interpreter.run_parallel(FEEDS, [()], infeed=[[one, (one, np.float32(1), one)]])
    with pytest.raises(ExecutionError, match=r"the infeed holds int32\[2\], but the program reads tensor<2xi32>, "):
        interpreter.run_parallel(FEEDS, [()], infeed=[[one, (one,)]])


def test_a_future_is_what_its_operation_gives() -> None:
    program = """func.func @main(%x: tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
      %0 = "stablehlo.async_start"(%x) ({
      ^bb0(%a: tensor<2xi32>):
        %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
          : (tensor<2xi32>) -> tensor<4xi32>
        stablehlo.return %1 : tensor<4xi32>
      }) : (tensor<2xi32>) -> !stablehlo.future<tensor<4xi32>>
      %2 = stablehlo.add %x, %x : tensor<2xi32>
      %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
      return %3, %2 : tensor<4xi32>, tensor<2xi32>
    }"""
    for gathered, doubled in interpreter.run_parallel(program, ARGS[:2], 2):
        assert gathered.tolist() == [1, 1, 2, 2]
        assert doubled.tolist() in ([2, 2], [4, 4])


def test_nobody_sends_what_has_no_size() -> None:
    """Upstream's verifier sees it in text."""
    types = [tensor("?xi32"), TokenType()]
    attributes = {
        "channel_handle": OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = 1>"),
        "source_target_pairs": DenseElements(tensor("1x2xi64"), np.array([[0, 1]])),
    }
    received = one_operation("stablehlo.recv", types[1:], types, attributes)
    said = r"^process \(0, 0\): a process that nobody sends to gets zeros, but tensor<\?xi32> doesn't say how many"
    with pytest.raises(ExecutionError, match=said):
        interpreter.run_parallel(received, [(None,), (None,)], 1, 2)
