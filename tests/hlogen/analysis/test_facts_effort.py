"""What the analysis may cost, and that it takes any program: long, deep, half-built, invalid."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.analysis.effort import Effort
from hlogen.analysis.fact import fact_of_array
from hlogen.analysis.facts import Facts
from hlogen.analysis.view import is_analysed
from hlogen.ir import Block, Function, IntegerType, Module, Operation, Region, SymbolRef, TensorType

I32 = IntegerType(32)


def whole(module: Module, effort: Effort | None = None) -> Facts:
    """The facts of all values of a module, asked for from the last one on."""
    facts = Facts(module)
    facts.effort = effort or facts.effort
    facts.lenient = False
    for operation in reversed(list(module.walk())):
        for value in operation.results:
            if is_analysed(value.type):
                facts.of(value)
    return facts


def index_arithmetic(x: Any, count: int) -> Any:
    for n in range(count):
        held = hl.clamp(0, x + 1, 7)
        chosen = hl.select(hl.compare(held, 3, "LT"), held + n % 5, held)
        x = hl.concatenate([chosen[1:], held[:1]], dimension=0)
    return x


def shared(x: Any, count: int) -> Any:
    for n in range(count):
        x = hl.clamp(x, x, x) if n % 2 else x + x
    return x


def shifting(x: Any, count: int) -> Any:
    """Each operation's last element is made of one of the one before it."""
    for _ in range(count):
        x = hl.concatenate([x[1:], hl.reshape(hl.reduce(x, 0, [0], "max"), [1])], dimension=0)
    return x


def loop(x: Any, body: Callable[[Any, Any], Any]) -> Any:
    def step(i: Any, y: Any) -> Any:
        return i + 1, body(i, y)

    return hl.while_([hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, 10, "LT"), step)[1]


def loops(x: Any, count: int) -> Any:
    for _ in range(count):
        x = loop(x, lambda i, y: hl.clamp(0, y + i, 9))
    return x


def nested(x: Any, count: int) -> Any:
    def inner(i: Any, y: Any) -> Any:
        for n in range(count):
            y = hl.clamp(0, y + i, 100 + n)
        return y

    return loop(x, lambda i, y: loop(inner(i, y), lambda j, z: loop(inner(j, z), inner)))


def calls_of(work: Callable[[], Any]) -> int:
    """How many functions are called in doing something: what it takes, on any machine and at any time."""
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(
    ("program", "count", "most"),
    [(index_arithmetic, 90, 170), (shared, 1200, 300), (shifting, 180, 250), (loops, 100, 500), (nested, 90, 450)],
)
def test_facts_take_a_few_hundred_calls_an_operation(program: Callable[..., Any], count: int, most: int) -> None:
    """However long, deep and often used it is; and nothing recurses, as the programs are longer than Python's stack."""
    module = hl.function("8xi32", name="main")(lambda x: program(x, count)).module
    operations = sum(1 for _ in module.walk())
    assert operations > 1000
    # of what may be spent, they get the part that a program of ten thousand operations gets
    effort = Effort(Effort.parts // 10, Effort.elements // 10, Effort.repeated // 10)
    assert calls_of(lambda: whole(module, effort)) < most * operations


def test_facts_take_memory_in_proportion() -> None:
    module = hl.function("8xi32", name="main")(lambda x: index_arithmetic(x, 100)).module
    tracemalloc.start()
    whole(module)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3000 * sum(1 for _ in module.walk())


def test_what_is_known_of_an_array_is_found_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hlogen.analysis.fact._BLOCK", 8)
    rows = np.array([[0, 4], [2, 12], [4, 14], [6, 16], [8, 18], [14, 20], [14, 22]])
    fact = fact_of_array(rows)  # two blocks of four rows, which have a row in common
    assert (fact.range, fact.steps) == ((0, 22, 2), ((0, 8), (4, 10)))
    assert fact_of_array(rows[::-1]).steps == ((-8, 0), (4, 10))
    assert fact_of_array(np.arange(17) % 16).steps == ((-15, 1),)  # the step that stands alone in the last one


def test_constants_cost_what_they_are() -> None:
    size = 1 << 30

    @hl.function("2xi32", name="main")
    def main(x: Any) -> Any:
        y = hl.clamp(0, hl.constant(3, f"{size}xi32") + 1, 5)
        table = hl.constant(np.arange(1 << 20, dtype=np.int32), "i32")
        for _ in range(100):
            table = table + 1
        return y, table

    tracemalloc.start()
    facts = whole(main.module)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 160 << 20
    large, table = main.module.function("main").body.operations[-1].operands
    assert facts.of(large).range == (4, 4, 1)
    assert (facts.of(table).range, facts.of(table).steps) == ((100, (1 << 20) + 99, 1), ((1, 1),))


def test_a_fact_is_found_while_a_loop_is_being_built() -> None:
    def body(i: Any, x: Any) -> Any:
        held = hl.clamp(0, x, 5)
        found.append((Facts().of(held.value).range, Facts().of(i.value).range))
        return i + 1, held

    found: list[Any] = []
    hl.function("3xi32", name="main")(
        lambda x: hl.while_([hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, 4, "LT"), body)[1]
    )
    assert found == [((0, 5, 1), (I32.minimum, I32.maximum, 1))]


def test_functions_that_call_each_other_are_unknown() -> None:
    type = TensorType((3,), I32)

    def function(name: str, callee: str, is_private: bool) -> Operation:
        block = Block([type])
        call = Operation("func.call", block.arguments, [type], {"callee": SymbolRef((callee,))})
        block.operations += [call, Operation("func.return", call.results)]
        attributes: dict[str, Any] = {"sym_name": name} | ({"sym_visibility": "private"} if is_private else {})
        return Operation("func.func", (), (), attributes, [Region([block])])

    module = Module([function("main", "f", False), function("f", "g", True), function("g", "f", True)])
    facts = whole(module)
    for operation in module.operations:
        (argument,) = Function(operation).arguments
        assert facts.of(argument).range == (I32.minimum, I32.maximum, 1)


def test_a_function_that_others_may_call_has_any_arguments() -> None:
    def called(y: Any) -> Any:
        return y + 1

    private = hl.function("4xi32", name="called", private=True)(called)

    @hl.function("4xi32", name="main")
    def main(x: Any) -> Any:
        attributes = {"call_target_name": "other", "called_computations": (SymbolRef(("called",)),)}
        return private(hl.clamp(0, x, 5)), *hl.operation(
            "stablehlo.custom_call", [x], attributes=attributes, result_types=["4xi32"]
        )

    (argument,) = main.module.function("called").arguments
    assert whole(main.module).of(argument).range == (I32.minimum, I32.maximum, 1)


@pytest.mark.parametrize(
    "operation",
    [
        Operation("stablehlo.iota", (), [TensorType((3,), I32)]),
        Operation("stablehlo.constant", (), [TensorType((3,), I32)]),
        Operation("stablehlo.add", (), [TensorType((3,), I32)]),
        Operation("stablehlo.concatenate", (), [TensorType((3,), I32)]),
        Operation("stablehlo.while", (), [TensorType((3,), I32)]),
        Operation("func.call", (), [TensorType((3,), I32)], {"callee": SymbolRef(("nobody",))}),
        Operation("vendor.unheard_of", (), [TensorType((3,), I32)]),
    ],
    ids=lambda operation: operation.name,
)
def test_an_operation_that_is_not_as_it_should_be_may_give_anything(operation: Operation) -> None:
    assert Facts().of(operation.result).range == (I32.minimum, I32.maximum, 1)
