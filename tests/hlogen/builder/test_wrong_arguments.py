"""Every operation given every kind of wrong argument: one clear error at the caller's line, or a program that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from helpers import builder_calls
from helpers.builder_calls import CALLS, body, callee, future

import hlogen as hl


# What is put in the place of each argument in turn; a `Made` is made inside of the function.
@dataclass(frozen=True)
class Made:
    make: Callable[[], Any]


WRONG: list[Any] = [
    None,
    "",
    "x",
    -1,
    2**63,
    True,
    float("nan"),
    [],
    [-1],
    [0, 0],
    [[]],
    ["a"],
    {"": 1},
    object(),
    np.array(1),
    np.array([1, 2]),
    lambda: None,
    Made(lambda: hl.constant(np.zeros((2, 3)))),
    Made(lambda: hl.after_all()),
]
MORE_WRONG: list[Any] = [
    *("tuple<", "2xf32", "token", "!stablehlo.token", "!quant.uniform<i8:f32, 0.5>", "\x00", 'a"b', "add", "DEFAULT"),
    *(0, 1, 5, 2**31, 10**30, -(2**63), 1.5, float("inf"), 1e300, 1j, b"x", ..., NotImplemented, slice(1), range(2)),
    *([0], [5], [2**62, 2**62], [10**30], [None], [1.5], [True], [[0]], [[0, 1], [2]], [[-1, 0]], [["a"]], [[[0]]]),
    *({}, {1: 2}, {"a": None}, {"atol": -1}, {"ulps": 1.5}, {"a": object()}, {0}, iter([0])),
    *(np.int64(1), np.uint64(2**64 - 1), np.float32(1), np.bool_(True), np.zeros((0, 2), int), np.zeros((1, 1, 1))),
    *(np.array([]), np.array(["a"]), np.array([None]), np.array([[0, 1]], np.uint8), np.dtype("float32"), np.float32),
    *(float, callee, body, lambda x: x, lambda a, b: a, lambda a, b: (a, b), lambda *a: hl.constant(1.0)),
    Made(lambda: hl.constant(1)),
    Made(lambda: hl.constant(np.zeros(0, np.float32))),
    Made(lambda: hl.constant([1, 0], "!quant.uniform<i8:f32, 0.5>")),
    Made(lambda: hl.tuple(hl.constant(1.0), hl.after_all())),
    Made(lambda: future(hl.constant(np.zeros(2)))),
    Made(lambda: [hl.constant(np.zeros(2)), hl.after_all()]),
]
# Where upstream's verifier knows more: it looks at constants that are shapes, has nothing of size 0 gathered, wants the
# groups of a collective_broadcast to be of one size; and of `operation` it alone knows anything.
LEFT_TO_UPSTREAM = {
    *("all_gather", "all_gather across", "reduce_scatter", "collective_broadcast", "operation"),
    *("dynamic_broadcast_in_dim", "dynamic_iota", "dynamic_pad", "dynamic_reshape"),
}


def outcomes(name: str, wrong: list[Any]) -> list[str]:
    """What went wrong with the arguments of a call replaced one by one."""
    types, arguments = CALLS[name]
    operation = getattr(hl, name.partition(" ")[0])

    def program(place: int | str | None, value: Any) -> hl.Function:
        def build(*tensors: Any) -> list[Any]:
            positional, named = arguments(*tensors)
            replaced = value.make() if isinstance(value, Made) else value
            if isinstance(place, int):
                positional[place] = replaced
            elif place is not None:
                named[place] = replaced
            operation(*positional, **named)
            return []

        return hl.function(*types, name="main")(build)

    places: Any = []  # numbers and names
    hl.function(*types)(lambda *x: places.extend([*range(len(arguments(*x)[0])), *arguments(*x)[1]]) or [])
    str(program(None, None))
    found = []
    for place in places:
        for value in wrong:
            try:
                text = str(program(place, value))
                hl.parse(text)
            except hl.VerificationError as error:
                if name not in LEFT_TO_UPSTREAM:
                    found.append(f"{place} = {value!r}: {error}")
            except hl.HlogenError as error:
                if not any(file in str(error) for file in (__file__, builder_calls.__file__)):  # of functions in calls
                    found.append(f"{place} = {value!r}: says no place: {error}")
                if str(error).count("\n  where: ") > 1:
                    found.append(f"{place} = {value!r}: says two places: {error}")
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
                found.append(f"{place} = {value!r}: {type(error).__name__}: {error}")
    return found


def test_every_operation_is_here() -> None:
    from hlogen.spec.optable import OPS

    called = {name.partition(" ")[0].rstrip("_") for name in CALLS}
    of_one_kind = {*dir(hl.builder.elementwise), "partition_id", "replica_id", "gather", "scatter", "dynamic_gather"}
    assert {op.mnemonic for op in OPS.values()} - called - {name.rstrip("_") for name in of_one_kind} == set()


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments(name: str) -> None:
    assert outcomes(name, WRONG) == []


@pytest.mark.share(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_more_wrong_arguments(name: str) -> None:
    assert outcomes(name, MORE_WRONG) == []
