"""hl.function, hl.module, hl.call: tracing, names, calls, and what is refused."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.builder.trace import located, user_location
from hlogen.ir import FunctionType, Location

F32 = hl.tensor("f32")
V3 = hl.tensor("3xf32")


def test_traces_once_at_decoration_and_keeps_names() -> None:
    calls = []

    @hl.function(V3, V3)
    def total(left, right):
        """Adds."""
        calls.append(1)
        return left + right

    assert calls == [1]
    assert total.name == "total"
    assert total.__doc__ == "Adds."
    assert total.type == FunctionType((V3, V3), (V3,))
    assert [argument.name for argument in total.module.function("total").arguments] == ["left", "right"]
    assert total.module is total.module
    assert not total.is_private
    assert repr(total) == "<hlogen function total: (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>>"


def test_print_shows_verified_text_that_reads_back() -> None:
    @hl.function("3xf32")
    def doubled(x):
        return x + x

    text = str(doubled)
    assert "func.func @doubled(%x: tensor<3xf32>) -> tensor<3xf32>" in text
    assert list(hl.parse(text).functions) == ["doubled"]


@pytest.mark.parametrize(
    ("returned", "count"),
    [(lambda x: x, 1), (lambda x: (x,), 1), (lambda x: [x, x], 2), (lambda x: (), 0)],
)
def test_returns_a_tensor_a_tuple_or_a_list(returned, count) -> None:
    function = hl.function(F32, name="f")(returned)
    assert function.type == FunctionType((F32,), (F32,) * count)
    str(function)


def test_without_arguments_with_and_without_parentheses() -> None:
    @hl.function
    def bare():
        return hl.constant(1.0)

    @hl.function()
    def called():
        return hl.constant(1.0)

    assert bare.type == called.type == FunctionType((), (hl.tensor("f64"),))


def test_star_arguments_are_numbered() -> None:
    @hl.function(F32, F32, F32)
    def f(first, *rest):
        return first + rest[0] + rest[1]

    assert [argument.name for argument in f.module.function("f").arguments] == ["first", "rest0", "rest1"]


def test_name_and_private() -> None:
    f = hl.function(F32, name="main", private=True)(lambda x: x)
    assert f.is_private
    assert "func.func private @main" in str(f)


def test_every_operation_has_the_users_own_line() -> None:
    here = test_every_operation_has_the_users_own_line.__code__.co_firstlineno

    @hl.function(F32)
    def f(x):
        y = x + 1
        return hl.abs(
            y,
        )

    operations = {operation.name: operation.location for operation in f.module.walk()}
    assert operations["stablehlo.add"] == Location(__file__, here + 5, 13)
    assert operations["stablehlo.constant"] == Location(__file__, here + 5, 13)
    assert operations["stablehlo.abs"] == Location(__file__, here + 6, 16)
    assert operations["func.func"].line == here + 3


def test_lines_are_those_of_the_code_that_runs() -> None:
    """Also of code that comes and goes by the hundred, as what is executed from text does."""
    for number in range(300):
        space: dict[str, Any] = {"hl": hl}
        blanks = "\n" * (number % 7)
        exec(
            compile(f"{blanks}def body(x):\n    {' ' * (number % 5)}return x + x\n", f"made{number}.py", "exec"), space
        )
        addition, _ = hl.function(F32, name="f")(space["body"]).operation.regions[0].block.operations
        assert addition.location == Location(f"made{number}.py", number % 7 + 2, number % 5 + 12), number


# --- calls -----------------------------------------------------------------------------------------------------------


@hl.function(F32)
def square(x):
    return x * x


@hl.function(F32)
def fourth(x):
    return square(square(x))


def test_called_functions_come_along_as_private_ones() -> None:
    @hl.function(F32)
    def main(x):
        return hl.call(fourth, x) + square(2.0)

    functions = main.module.functions
    assert list(functions) == ["main", "fourth", "square"]
    assert [function.is_private for function in functions.values()] == [False, True, True]
    assert not square.is_private
    assert str(main).count("call @") == 4


def test_call_gives_what_the_function_returns() -> None:
    @hl.function(F32)
    def pair(x):
        return x, x + 1

    @hl.function(F32)
    def main(x):
        first, second = pair(x)
        return first * second

    str(main)


def test_calls_inside_regions_come_along() -> None:
    @hl.function("4xf32", "2x1xi64", "2xf32")
    def main(operand, indices, updates):
        return hl.scatter(
            operand,
            indices,
            updates,
            lambda old, new: square(old) + new,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    assert list(main.module.functions) == ["main", "square"]
    str(main)


def test_module_keeps_what_is_listed_as_it_is() -> None:
    @hl.function(F32, private=True)
    def helper(x):
        return -x

    program = hl.module(fourth, helper, name="two")
    assert program.module.name == "two"
    functions = program.module.functions
    assert {name: function.is_private for name, function in functions.items()} == {
        "fourth": False,
        "helper": True,
        "square": True,
    }
    assert "module @two" in str(program)
    assert repr(program) == "<hlogen program of @fourth, @helper, @square>"
    both = hl.module(fourth, square)
    assert not any(function.is_private for function in both.module.functions.values())


def test_same_function_twice_is_one() -> None:
    assert list(hl.module(square, square).module.functions) == ["square"]


def test_a_function_called_main_that_is_called_is_no_entry() -> None:
    """A lambda is called main by itself."""
    doubled = hl.function("3xf32")(lambda x: x * 2)

    @hl.function("3xf32", name="outer")
    def outer(x):
        return hl.sum(doubled(x) * x)

    x = np.array([1, 2, 3], np.float32)
    for program in (outer, hl.module(outer), hl.parse(str(outer))):
        for backend in ("interpreter", "xla", "upstream"):
            assert hl.run(program, x, backend=backend) == 28
        assert interpreter.run(program, x)[0] == 28
        assert hl.run(hl.grad(program), x).tolist() == [4, 8, 12]
        assert hl.run(hl.vmap(program, axis_size=1), x[None]).tolist() == [28]
    assert hl.run(hl.transform.refine(outer, [None]), x) == 28


# --- what is refused -------------------------------------------------------------------------------------------------


def refused(build) -> str:
    with pytest.raises(hl.UsageError) as caught:
        build()
    message = str(caught.value)
    assert f"where: {__file__}:" in message
    return message


def test_a_message_says_what_where_and_the_fix() -> None:
    with pytest.raises(hl.UsageError) as caught:
        hl.function(F32, name="f")(lambda x: x[0])
    line = test_a_message_says_what_where_and_the_fix.__code__.co_firstlineno + 2
    assert str(caught.value) == (
        "too many indices: 1 for a tensor of rank 0 (tensor<f32>)\n"
        f"  where: {__file__}:{line}:46\n"
        "  fix: leave some out, or reshape the tensor"
    )


def test_name_clashes() -> None:
    other = hl.function(F32, name="square")(lambda x: x + x)
    assert "two functions have the name square" in refused(lambda: hl.module(square, other))


def test_recursion() -> None:
    def build():
        @hl.function(F32)
        def factorial(n):
            return n * factorial(n - 1)

    assert "factorial calls itself, and a program has no recursion" in refused(build)


def test_other_name_errors_stay_what_they_are() -> None:
    with pytest.raises(NameError, match="nothing_of_the_kind"):
        hl.function(F32, name="f")(lambda x: nothing_of_the_kind(x))  # type: ignore[name-defined]  # noqa: F821  # the point of the test


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (lambda x: None, "returns None"),
        (lambda x: 3, "returns int 3"),
        (lambda x: [x, "y"], "returns str 'y' as result 1"),
        (lambda x: {x}, "returns set"),
        (lambda x: {"a": x, "b": (x, [7])}, "returns int 7 as result['b'][1][0]"),
    ],
)
def test_wrong_results(returned, said) -> None:
    assert f"function f {said}" in refused(lambda: hl.function(F32, name="f")(returned))


def test_wrong_parameters() -> None:
    assert "gets 1 argument, but the function takes (x, y)" in refused(
        lambda: hl.function(F32, name="f")(lambda x, y: x)
    )
    assert "gets 0 arguments, but the function takes (x)" in refused(lambda: hl.function(name="f")(lambda x: x))
    assert "hl.function's argument 0 is a tensor type" in refused(lambda: hl.function(3))
    assert hl.function(F32)(lambda x: x).name == "main"
    assert "name is a non-empty text" in refused(lambda: hl.function(F32, name="")(lambda x: x))
    with pytest.raises(hl.UsageError, match="q7"):
        hl.function("3xq7")


def test_callables_that_do_not_say_what_they_take() -> None:
    second = hl.function("2x3xf32")(operator.itemgetter(1))
    assert [value.name for value in second.operation.regions[0].block.arguments] == [None]
    assert second(np.arange(6, dtype=np.float32).reshape(2, 3)).tolist() == [3, 4, 5]


def test_generators_and_coroutines() -> None:
    def generator(x):
        yield x

    async def coroutine(x):
        return x

    for function in (generator, coroutine):
        assert "is a generator or a coroutine" in refused(lambda function=function: hl.function(F32)(function))


def test_calls_with_wrong_operands() -> None:
    def build(body):
        return lambda: hl.function(F32, name="f")(body)

    assert "square takes 1 argument, not 2" in refused(build(lambda x: square(x, x)))
    assert "argument 0 of square is tensor<f32>, but tensor<3xf32> is given" in refused(
        build(lambda x: square(hl.constant([1, 2, 3], "f32")))
    )
    whole = hl.function("?x2xf32", name="f")
    assert refused(lambda: whole(lambda x: hl.function("3x2xf32", name="three")(lambda y: y)(x))).endswith(
        "fix: where it always has this size, say so with hl.reshape(..., [3, 2]); otherwise let three take "
        "tensor<?x2xf32>"
    )
    with pytest.raises(hl.UsageError, match=r"argument 0 \(x\): expected tensor<f32>, got a list of 2"):
        square([1, [2, 3]])
    assert "callee is what @hl.function(...) made or another program, not" in refused(build(lambda x: hl.call(abs, x)))
    assert "hl.module's argument 0 is" in refused(lambda: hl.module(3))


SCATTER_DIMS: dict[str, Any] = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("constant", lambda: hl.constant(1)),
        ("iota", lambda: hl.iota("3xi32", iota_dimension=0)),
        ("if_", lambda: hl.if_(True, lambda: 1, lambda: 2)),
        ("case", lambda: hl.case(0, [lambda: 1])),
        ("while_", lambda: hl.while_(1, lambda x: x < 2, lambda x: x)),
        ("async_start", lambda: hl.async_start([1.0], lambda x: x)),
        ("tuple", lambda: hl.tuple(1)),
        ("after_all", hl.after_all),
        ("sort", lambda: hl.sort([1, 2], lambda a, b: a < b)),
        ("reduce", lambda: hl.reduce([1, 2], 0, [0], hl.add)),
        ("map", lambda: hl.map([1, 2], lambda a: a)),
        ("custom_call", lambda: hl.custom_call("vendor.call", 1, result_types="i32")),
        ("scatter", lambda: hl.scatter([1, 2], [[0]], [1], lambda a, b: b, **SCATTER_DIMS)),
        ("take", lambda: hl.take([1, 2], [0])),
        ("all_reduce", lambda: hl.all_reduce([1], hl.add, replica_groups=[[0]])),
        ("reduce_window", lambda: hl.reduce_window([1, 2], 0, hl.add, window_dimensions=[1])),
        ("partition_id", hl.partition_id),
        ("segment_sum", lambda: hl.segment_sum([1, 2], [0, 1], 2)),
    ],
)
def test_operations_outside_of_a_function(name: str, call: Callable[[], Any]) -> None:
    assert f"hl.{name} was called while no function is being built" in refused(call)


def test_tensors_of_another_function() -> None:
    leaked = []

    @hl.function(F32)
    def first(x):
        leaked.append(x + 1)
        return x

    assert "uses a tensor of function first" in refused(lambda: hl.function(F32, name="g")(lambda y: y + leaked[0]))
    assert "f's return uses a tensor of function first" in refused(
        lambda: hl.function(F32, name="f")(lambda y: leaked[0])
    )
    assert "no function is being built" in refused(lambda: leaked[0] + leaked[0])


def test_tensors_of_a_finished_region() -> None:
    def body(x):
        leaked: Any = []
        hl.if_(x > 0, lambda: leaked.append(x + 1) or x, lambda: x)
        return leaked[0]

    assert "uses a tensor of true_branch of if" in refused(lambda: hl.function(F32, name="f")(body))


def test_a_failed_trace_leaves_no_trace() -> None:
    with pytest.raises(ZeroDivisionError):
        hl.function(F32, name="f")(lambda x: 1 / 0)
    assert "no function is being built" in refused(lambda: hl.constant(1))


def test_functions_defined_while_another_is_being_built() -> None:
    @hl.function(F32)
    def outer(x):
        @hl.function(F32)
        def inner(y):
            return y + 1

        return inner(x)

    assert list(outer.module.functions) == ["outer", "inner"]


def test_each_thread_builds_its_own() -> None:
    barrier = threading.Barrier(4)
    built = {}

    def build(number):
        def body(x):
            for _ in range(20):
                barrier.wait()
                x = x + number
            return x

        built[number] = hl.function(F32, name=f"f{number}")(body)

    threads = [threading.Thread(target=build, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, function in built.items():
        operations = function.module.function(f"f{number}").body.operations
        assert [operation.name for operation in operations] == [
            *["stablehlo.constant", "stablehlo.add"] * 20,
            "func.return",
        ]


def test_a_function_that_is_called_along_many_ways_is_come_to_once() -> None:
    """Each calls the two before it: there are as many ways to the first one as a Fibonacci number says."""
    functions = [hl.function(F32, name=f"f{number}")(lambda x: x) for number in range(2)]
    for number in range(2, 64):
        before = functions[-2:]
        functions.append(hl.function(F32, name=f"f{number}")(lambda x, before=before: before[0](before[1](x))))
    assert [*functions[-1].module.functions] == [f"f{number}" for number in reversed(range(64))]


def test_what_fails_while_something_is_derived_leaves_no_place_behind() -> None:
    places = []

    def fails() -> None:
        with located(Location("derived.mlir")):
            places.append(user_location().file)
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fails()
    assert [*places, user_location().file] == ["derived.mlir", __file__]


def test_a_frontend_says_where_its_own_language_is() -> None:
    @hl.function(V3, "5xf32")
    def toy(x, y):
        with hl.located("net.toy", 3, 7):
            with pytest.raises(hl.UsageError, match=r"where: net\.toy:3:7"):
                _ = x + y
            with hl.located("net.toy", 4):
                inner = hl.log(x)
            return inner * 2.0

    (log, *_, multiply, _return) = hl.parse(hl.to_bytecode(toy)).function("toy").body.operations
    assert [str(log.location), str(multiply.location)] == ["net.toy:4", "net.toy:3:7"]
    with pytest.raises(interpreter.Trapped, match=r"net\.toy:4"):
        interpreter.run(toy, np.full(3, -1, np.float32), np.zeros(5, np.float32), listeners=[interpreter.Trap("nan")])
    for wrong, said in (
        (("",), "file is empty"),
        (("a", -1), "line = -1, expected 0 to"),
        (("a", 1, 2**31), "column = 2147483648, expected"),
    ):
        with pytest.raises(hl.UsageError, match=said):
            hl.located(*wrong)
