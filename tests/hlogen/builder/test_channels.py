"""Tokens, feeds, channels and asynchronous operations of the builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

HALVES = {"replica_groups": [[0, 1]]}
PAIRS = {"source_target_pairs": [[0, 1], [1, 0]]}


def test_send_and_recv() -> None:
    @hl.function("2xf32", "3xi32")
    def f(x, y):
        token = hl.send([x, y], hl.after_all(), channel_id=0, **PAIRS)
        received, other, token = hl.recv(token, ["2xf32", "3xi32"], channel_id=0, **PAIRS)
        back = hl.send(received, token, channel_id=7, is_host_transfer=True)
        from_host, token = hl.recv(back, "2xf32", channel_id=7, is_host_transfer=True)
        return received, other, from_host

    text = str(f)
    assert "type = 2>, is_host_transfer = true" in text  # to the host
    assert "type = 3>, is_host_transfer = true" in text  # from the host
    arguments = [(np.full(2, p, np.float32), np.full(3, 10 + p, np.int32)) for p in range(2)]
    for program in (f, text):
        first, second = interpreter.run_parallel(program, arguments, 2)
        assert [value.tolist() for value in first[:2]] == [[1, 1], [11] * 3]
        assert [value.tolist() for value in second[:2]] == [[0, 0], [10] * 3]


def test_infeed_and_outfeed() -> None:
    @hl.function("token")
    def f(token):
        x, y, token = hl.infeed(token, ["2xi32", "f32"], infeed_config="queue", layout=[[0], []])
        token = hl.outfeed([x + 1, y], token, outfeed_config="log")
        token = hl.outfeed(x, hl.after_all(token, token))
        return token, x

    assert list(map(str, f.type.results)) == ["!stablehlo.token", "tensor<2xi32>"]
    text = str(f)
    for attribute in ('infeed_config = "queue"', "layout = [[0], []]", 'outfeed_config = "log"'):
        assert attribute in text
    written: list[Any] = []
    ((_, x),) = interpreter.run_parallel(
        text,
        [(None,)],
        infeed=[[(np.array([1, 2], np.int32), np.float32(3))]],
        outfeed=lambda id, values: written.append([value.tolist() for value in values]),
    )
    assert x.tolist() == [1, 2]
    assert written == [[[2, 3], 3], [[1, 2]]]


def test_tokens_go_through_functions_loops_and_branches() -> None:
    @hl.function("token", "i32", name="logged", private=True)
    def logged(token, n):
        return hl.outfeed(n, token)

    @hl.function("i32")
    def main(n):
        def step(n, token):
            return n - 1, logged(token, n)

        last: Any
        n, last = hl.while_([n, hl.after_all()], lambda n, token: n > 0, step)
        last = hl.if_(n < 0, lambda: last, lambda: hl.outfeed(n + 100, last))
        (last,) = hl.optimization_barrier(last)
        return n, last

    assert isinstance(hl.Token, type)
    written: list[int] = []
    interpreter.run_parallel(str(main), [(3,)], outfeed=lambda id, values: written.append(int(values[0])))
    assert written == [3, 2, 1, 100]


ASYNCHRONOUS: dict[str, Callable[..., Any]] = {
    "all_gather": lambda x: hl.all_gather(x, all_gather_dim=0, **HALVES),
    "all_reduce": lambda x: hl.all_reduce(x, "max", **HALVES),
    "all_to_all": lambda x: hl.all_to_all(x, split_dimension=0, concat_dimension=1, split_count=2, **HALVES),
    "collective_broadcast": lambda x: hl.collective_broadcast(x, **HALVES),
    "collective_permute": lambda x: hl.collective_permute(x, **PAIRS),
    "reduce_scatter": lambda x: hl.reduce_scatter(x, "add", scatter_dimension=0, **HALVES),
    "slice": lambda x: hl.slice(x, start_indices=[1, 0], limit_indices=[3, 2]),
    "dynamic_update_slice": lambda x, y, i, j: hl.dynamic_update_slice(x, y, [i, j]),
}


@pytest.mark.parametrize("name", ASYNCHRONOUS)
def test_asynchronous_operations_give_what_they_give_at_once(name: str) -> None:
    body = ASYNCHRONOUS[name]
    is_update = name == "dynamic_update_slice"
    types = ["4x2xf32", "2x1xf32", "i32", "i32"] if is_update else ["4x2xf32"]
    later = hl.function(*types, name="main")(lambda *given: hl.async_done(hl.async_start(body, *given)))
    at_once = hl.function(*types, name="main")(lambda *given: body(*given))
    assert later.type == at_once.type
    x = np.random.default_rng(0).normal(size=(2, 4, 2)).astype(np.float32)
    rest = (np.zeros((2, 1), np.float32), np.int32(1), np.int32(1)) if is_update else ()
    arguments = [(part, *rest) for part in x]
    wanted = interpreter.run_parallel(at_once, arguments, 2)
    for program in (later, str(later)):
        for results, expected in zip(interpreter.run_parallel(program, arguments, 2), wanted, strict=True):
            for result, value in zip(results, expected, strict=True):
                np.testing.assert_array_equal(result, value)


def test_tuples() -> None:
    @hl.function("2xf32", "tuple<tensor<i32>, !stablehlo.token>")
    def f(x, given):
        number, token = given
        t = hl.tuple(x, hl.tuple(number, token), 5)
        assert len(t) == 3
        inner = hl.get_tuple_element(t, 1)
        return t[0], inner[-2], t, hl.tuple()

    assert list(map(str, f.type.results)) == [
        "tensor<2xf32>",
        "tensor<i32>",
        "tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>, tensor<i64>>",
        "tuple<>",
    ]
    assert str(hl.parse(str(f))) == str(hl.parse(str(hl.parse(str(f)))))


REFUSED: list[tuple[Callable[..., Any], str]] = [
    (lambda x: hl.send(x, x, channel_id=0, **PAIRS), "token should be a token, not a tensor (tensor<2xf32>)\n"),
    (
        lambda x: hl.send(x, hl.after_all(), channel_id=0),
        "between devices it needs source_target_pairs; without them it is undefined",
    ),
    (lambda x: hl.send(hl.after_all(), hl.after_all(), channel_id=0, **PAIRS), "not a token (!stablehlo.token)"),
    (lambda x: hl.send(x, hl.after_all(), channel_id=0, is_host_transfer=True, **PAIRS), "fix: leave them out"),
    (lambda x: hl.send(x, hl.after_all(), channel_id=0, is_host_transfer=1, **PAIRS), "is_host_transfer takes True or"),
    (lambda x: hl.recv(hl.after_all(), "?xf32", channel_id=0, **PAIRS), "tensor<?xf32>, expected a static shape"),
    (
        lambda x: hl.recv(hl.after_all(), ["2xf32", "?xf32"], channel_id=0, **PAIRS),
        "result_types[1] is tensor<?xf32>, expected a static shape",
    ),
    (lambda x: hl.recv(hl.after_all(), 3, channel_id=0, **PAIRS), "result_types is a tensor type or a list of them"),
    (lambda x: hl.infeed(x, "2xf32"), "fix: make one with hl.after_all()"),
    (lambda x: hl.infeed(hl.after_all(), "2xf32", infeed_config=3), "infeed_config is a text, not int 3"),
    (lambda x: hl.infeed(hl.after_all(), "2xf32", layout=[0]), "layout[0] takes a list of integers"),
    (lambda x: hl.infeed(hl.after_all(), "2xf32", layout=[]), "layout is a list with an entry for each of 1 values"),
    (
        lambda x: hl.infeed(hl.after_all(), "2xf32", layout=[[1]]),
        "layout[0] = [1], expected the dimensions of tensor<2",
    ),
    (lambda x: hl.recv(hl.after_all(), "2xf32", channel_id=None, **PAIRS), "channel_id takes an integer, not None"),
    (lambda x: hl.recv(hl.after_all(), "2xq32", channel_id=0, **PAIRS), "result_types[0]: 'tensor<2xq32>' is not a"),
    (lambda x: hl.recv(hl.after_all(), "!stablehlo.token", channel_id=0, **PAIRS), "result_types[0] is a tensor type"),
    (
        lambda x: hl.tuple(hl.async_start(lambda y: hl.collective_permute(y, **PAIRS), x)),
        "tuple.O1: result is tuple<!stablehlo.future<tensor<2xf32>>>, not all of",
    ),
    (lambda x: hl.outfeed(x, hl.after_all(), outfeed_config=None), "outfeed_config is a text, not None"),
    (lambda x: hl.outfeed(x, hl.after_all(), outfeed_config="\ud800"), "outfeed_config has half of a surrogate pair"),
    (lambda x: hl.after_all(x), "inputs[0] should be a token, not a tensor"),
    (lambda x: hl.async_done(x), "operand should be a future, not a tensor (tensor<2xf32>)"),
    (lambda x: hl.async_start(lambda y: y + 1, x), "async_start.C1: body has the operations [constant, add]"),
    (lambda x: hl.async_start(lambda y: y, x), "async_start.C1: body has the operations [] and a return, expected one"),
    (
        lambda x: hl.async_start(lambda y: hl.reverse(y, dimensions=[0]), x),
        "async_start.C2: the operation in body is reverse\n",
    ),
    (
        lambda x: hl.async_start(lambda y, z: hl.collective_permute(z, **PAIRS), x, x),
        "body takes [tensor<2xf32>, tensor<2xf32>] and passes [argument 1] to collective_permute",
    ),
    (
        lambda x: hl.async_start(lambda y: hl.collective_permute(x, **PAIRS), x),
        "async_start.C3: operands are of types [tensor<2xf32>], but body takes [tensor<2xf32>] and passes [another",
    ),
    (
        lambda x: hl.async_start(lambda y: hl.all_gather([y, y], all_gather_dim=0, **HALVES)[0], x),
        "passes [argument 0, argument 0] to all_gather",
    ),
    (
        lambda x: hl.async_start(lambda y, z: hl.all_gather([y, z], all_gather_dim=0, **HALVES), x, x),
        "async_start.C4: operation_results has 2 entries, expected 1",
    ),
    (lambda x: hl.get_tuple_element(x, 0), "operand should be a tuple, not a tensor"),
    (lambda x: hl.tuple(x, 3)[2], "get_tuple_element.C1: index = 2 isn't below size(operand) = 2"),
    (lambda x: hl.tuple(x)[-2], "index = -2"),
    (lambda x: hl.tuple((x, x)), "fix: give them one by one: *values"),
    (lambda x: hl.tuple(None), "val[0] is a tensor, a number or a NumPy array, not None"),
    (lambda x: x + hl.after_all(), "not a token"),
    (lambda x: hl.reduce(hl.tuple(x), 0.0, [0], "add"), "not a tuple (tuple<tensor<2xf32>>)"),
    (
        lambda x: hl.if_(hl.after_all(), lambda: x, lambda: x),
        "pred is a tensor, a number or a NumPy array, not a token",
    ),
]


@pytest.mark.parametrize(("call", "says"), REFUSED)
def test_refused(call: Callable[..., Any], says: str) -> None:
    with pytest.raises((hl.UsageError, hl.ConstraintError)) as caught:
        hl.function("2xf32", name="main")(call)
    assert says in str(caught.value)
    assert "test_channels.py" in str(caught.value)


def test_a_token_belongs_to_its_function() -> None:
    kept: Any = []
    hl.function(name="first")(lambda: kept.append(hl.after_all()) or hl.constant(1.0))
    with pytest.raises(hl.UsageError, match="uses a token of function first"):
        hl.function(name="second")(lambda: hl.after_all(*kept))


def test_unpacking_ends_where_the_tuple_does() -> None:
    @hl.function("2xf32")
    def f(x):
        a, b = hl.tuple(x, x + 1)
        return a, b

    results = interpreter.run(f, np.zeros(2, np.float32))
    assert [result.tolist() for result in results] == [[0, 0], [1, 1]]
