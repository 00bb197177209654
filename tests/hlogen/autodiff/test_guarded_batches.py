"""What stops a run, or is seen outside, in branches and loops of a batch: only examples that get there run it."""

from typing import Any

import numpy as np
import pytest
from helpers.random_control_flow import RandomProgram

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.builder.modes_error import emit_check

TABLE = np.array([1.0, 2.0, 3.0, 5.0])


def looked_up(table, at):
    return table.at[at].get(mode="error")[0]


@hl.function("i32", "4xf64", name="main")
def in_a_branch(at, table):
    return hl.if_(at < 4, lambda: looked_up(table, at), lambda: hl.constant(0.0, "f64"))


@hl.function("i32", "4xf64", name="main")
def in_the_other_branch(at, table):
    return hl.if_(at >= 4, lambda: hl.constant(0.0, "f64"), lambda: looked_up(table, at))


@hl.function("i32", "4xf64", name="main")
def in_the_last_case(at, table):
    zero = hl.constant(0.0, "f64")
    return hl.case(at - 4, [lambda: zero, lambda: zero, lambda: looked_up(table, at)])


@hl.function("i32", "4xf64", name="main")
def in_a_loop(last, table):
    """Looks up 3, 2, ... down to `last`, in as many iterations."""

    def body(at, total):
        return at - 1, total + looked_up(table, at)

    start = [hl.constant(3, "i32"), hl.constant(0.0, "f64")]
    return hl.while_(start, lambda at, total: at >= last, body)[1]


@hl.function("i32", "4xf64", name="main")
def in_a_loop_in_a_branch(at, table):
    """The loop is the same for all examples, and would look up what none of them has."""

    def body(k, total):
        return k + 1, total + looked_up(table, k + 2)

    def loop():
        start = [hl.constant(0, "i32"), hl.constant(0.0, "f64")]
        return hl.while_(start, lambda k, total: k < 3, body)[1]

    return hl.if_(at < 4, lambda: table[0], loop)


@hl.function("i32", "4xf64", name="main")
def endless_elsewhere(at, table):
    """A loop that ends where it is run; from numbers below 4 it doesn't."""
    return hl.if_(at < 4, lambda: at, lambda: hl.while_(at, lambda k: hl.compare(k, 4, "NE"), lambda k: k - 1))


GOOD = [
    (in_a_branch, [1, 9]),
    (in_a_branch, [9, 9]),
    (in_the_other_branch, [9, 3]),
    (in_the_last_case, [4, 5]),
    (in_the_last_case, [-2, 3]),
    (in_a_loop, [-4, 2]),
    (in_a_loop, [-4, 4]),
    (in_a_loop_in_a_branch, [1, 3]),
    (endless_elsewhere, [1, 6, 4]),
]
BAD = [
    (in_a_branch, [1, -5], r"\[-5\] at \[1"),
    (in_the_other_branch, [-5, 4], r"\[-5\] at \[0"),
    (in_the_last_case, [7, 4], r"\[7\] at \[0"),
    (in_a_loop, [3, -5], r"\[-5\] at \[1"),
    (in_a_loop_in_a_branch, [1, 4], r"\[4\]"),
]


@pytest.mark.parametrize(("function", "numbers"), GOOD)
def test_nobody_is_stopped_by_what_nobody_runs(function, numbers):
    given = np.array(numbers, np.int32)
    (results,) = interpreter.run(hl.vmap(function, (0, None), axis_size=len(given)), given, TABLE)
    expected = [interpreter.run(function, one, TABLE)[0] for one in given]
    assert results.tolist() == expected


@pytest.mark.parametrize(("function", "numbers", "where"), BAD)
def test_who_gets_there_is_checked(function, numbers, where):
    given = np.array(numbers, np.int32)
    with pytest.raises(hl.ExecutionError, match=rf"out of bounds: [\s\S]*index vector {where}"):
        interpreter.run(hl.vmap(function, (0, None), axis_size=len(given)), given, TABLE)


def checked_within(*types):
    """Index vectors and their bounds as arguments; the flag is the result."""
    return hl.function(*types, name="main")(
        lambda indices, lower, upper: emit_check(indices, lower, upper, indices.rank - 1, "gather")
    )


@pytest.mark.parametrize("axes", [(0, 0, 0), (None, 0, 0), (0, 0, None), (None, None, 0)])
def test_bounds_of_a_batch_are_checked(axes):
    function = checked_within("2x3xi32", "3xi32", "3xi32")
    indices = np.array([[[0, 1, 2], [2, 3, 4]], [[5, 6, 7], [4, 5, 6]]], np.int32)
    lower, upper = np.array([[0, 1, 2], [4, 5, 6]], np.int32), np.array([[2, 3, 4], [5, 6, 7]], np.int32)
    if axes[0] is None:
        indices, lower = indices[[0, 0]], lower[[0, 0]] - np.array([[0], [1]])
        upper = upper[[0, 0]] + np.array([[0], [1]])
    if axes[1] is None:
        lower = lower[[0, 0]]
    if axes[2] is None:
        upper = upper[[1, 1]]
    program = hl.vmap(function, axes, axis_size=2)
    every = [np.asarray(x, np.int32) for x in (indices, lower, upper)]
    given = [x if axis == 0 else x[0] for x, axis in zip(every, axes, strict=True)]
    assert interpreter.run(program, *given)[0].tolist() == [True, True]
    assert backend("xla").run(program, *given)[0].tolist() == [True, True]
    at = axes.index(0)
    given[at][1, ..., 1] += 9 if at < 2 else -9  # of the second example alone
    with pytest.raises(hl.ExecutionError, match=r"index vector \[.*\] at \[1, 0\]: element 1 may be"):
        interpreter.run(program, *given)
    assert backend("xla").run(program, *given)[0].tolist() == [True, False]


def test_batches_of_batches_are_checked():
    """Each has its own bounds already when it is batched again."""
    twice = hl.vmap(hl.vmap(in_a_branch, (0, None), axis_size=2), (0, None), axis_size=3)
    given = np.array([[1, 9], [9, 9], [2, 3]], np.int32)
    (results,) = interpreter.run(twice, given, TABLE)
    np.testing.assert_array_equal(results, np.where(given < 4, TABLE[given % 4], 0))
    with pytest.raises(hl.ExecutionError, match=r"index vector \[-5\] at \[2, 1"):
        interpreter.run(twice, np.array([[1, 9], [9, 9], [2, -5]], np.int32), TABLE)
    flags = hl.vmap(hl.vmap(checked_within("2xi32", "2xi32", "2xi32"), axis_size=2), axis_size=2)
    ones = np.ones((2, 2, 2), np.int32)
    assert interpreter.run(flags, ones, ones, ones)[0].tolist() == [[True, True], [True, True]]


@pytest.mark.parametrize("batched", [True, False])
def test_examples_that_do_not_get_there_make_no_call(batched):
    seen: Any = []
    target = f"test.seen_{batched}"
    interpreter.register_custom_call(target, lambda op, x: seen.append(float(x)) or x * 2)

    @hl.function("i32", "f64", name="main")
    def function(k, x):
        def call():
            attributes = {"call_target_name": target}
            return hl.operation("stablehlo.custom_call", [x], attributes=attributes, result_types=["f64"])[0]

        return hl.while_([hl.constant(0, "i32"), x], lambda i, y: i < k, lambda i, y: (i + 1, y + call()))[1]

    given = np.arange(3, dtype=np.int32), np.array([1.0, 10.0, 100.0]) if batched else np.float64(1)
    (results,) = interpreter.run(hl.vmap(function, (0, 0 if batched else None), axis_size=3), *given)
    assert results.tolist() == ([1, 30, 500] if batched else [1, 3, 5])
    assert seen == ([10, 100, 100] if batched else [1, 1])


class Checked(RandomProgram):
    """Programs that also look up, with indices that may be out of bounds."""

    def arithmetic(self, values, integers, depth):
        if self.rng.integers(3):
            return super().arithmetic(values, integers, depth)
        table = hl.concatenate([self.one_of(values), self.one_of(values)], dimension=0)
        at = self.one_of(integers) + int(self.rng.integers(-2, 3))
        value, flag = table.at[at].get(mode="error")
        return [self.one_of(values) * value, hl.convert(flag, "f64") * self.one_of(values)]


def outcome(function, arguments):
    """The results; None where an index is out of bounds."""
    try:
        return interpreter.run(function, *arguments)
    except hl.ExecutionError as error:
        if "out of bounds" in str(error):
            return None
        raise


def hold_checked(seed):
    """A batch stops where one of its examples does, and else gives what they give."""
    program = Checked(seed)
    function = program.make()
    for derived in (function, hl.vjp(function)):
        count = len(derived.type.inputs)
        for _ in range(4):
            examples = [[*program.inputs(), *program.rng.normal(size=(2, 2))][:count] for _ in range(3)]
            axes = [0 if program.rng.integers(3) else None for _ in range(count)]
            axes[2 + program.rng.integers(2)] = 0
            examples = [
                [own if axis == 0 else first for own, first, axis in zip(one, examples[0], axes, strict=True)]
                for one in examples
            ]
            stacked = zip(*examples, strict=True)
            given = [np.stack(x) if axis == 0 else x[0] for x, axis in zip(stacked, axes, strict=True)]
            single = [outcome(derived, one) for one in examples]
            batched = outcome(hl.vmap(derived, axes, axis_size=3), given)
            yield batched is None
            assert (batched is None) == any(one is None for one in single)
            if batched is not None:
                for number, one in enumerate(single):
                    for actual, expected in zip(batched, one, strict=True):
                        np.testing.assert_allclose(actual[number], expected, rtol=1e-9, atol=1e-12)


def test_random_programs_stop_where_an_example_does():
    stopped = [is_stopped for seed in range(3) for is_stopped in hold_checked(seed)]
    assert 2 <= sum(stopped) <= len(stopped) - 2


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(6, 150))
def test_more_random_programs_stop_where_an_example_does(seed):
    assert list(hold_checked(seed))
