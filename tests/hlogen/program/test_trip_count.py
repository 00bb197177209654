"""What is said of a loop's iterations before it runs is what happens when it does."""

import operator

import numpy as np
import pytest

import hlogen as hl
from hlogen.autodiff.flatten import flattened
from hlogen.builder.known import integers_of
from hlogen.program.trip_count import counted

RELATIONS = {
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
    "EQ": operator.eq,
    "NE": operator.ne,
}


def loop_of(function):
    (loop,) = [
        operation
        for operation in flattened(function.module, function.module.function("main")).operations
        if operation.name == "stablehlo.while"
    ]
    return loop


def loop(start, bound, step, relation, element_type="i8", is_swapped=False, subtracts=False):
    @hl.function("f32", name="main")
    def main(x):
        def cond(i, y):
            limit = hl.constant(bound, element_type)
            return hl.compare(limit, i, relation) if is_swapped else hl.compare(i, limit, relation)

        def body(i, y):
            by = hl.constant(abs(step) if subtracts else step, element_type)
            return i - by if subtracts else by + i, hl.sine(y)

        return hl.while_([hl.constant(start, element_type), x], cond, body)[1]

    return loop_of(main)


def simulated(start, bound, step, relation, dtype, is_swapped=False):
    """How often the loop runs, None where the counter wraps before it ends."""
    compare, value = RELATIONS[relation], start
    info = np.iinfo(dtype)
    for count in range(300):
        if not (compare(bound, value) if is_swapped else compare(value, bound)):
            return count
        value += step
        if not info.min <= value <= info.max:
            return None
    return None


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("is_swapped", [False, True])
def test_counts(relation, is_swapped):
    found = set()
    for start, bound, step in [
        (0, 5, 1), (0, 5, 2), (3, 3, 1), (5, 0, -1), (5, -4, -3), (2, 11, 3), (2, 12, 3), (0, 5, 0), (120, 127, 1),
        (120, 127, 5), (-128, 127, 100), (-120, -128, -4), (7, 2, 1), (2, 7, -1),
    ]:  # fmt: skip
        known = counted(loop(start, bound, step, relation, is_swapped=is_swapped), integers_of)
        count = simulated(start, bound, step, relation, np.int8, is_swapped)
        assert (None if known is None else known.count) == count, (start, bound, step)
        found.add(count)
    assert None in found or relation == "EQ"
    assert len(found) >= 2


def test_unsigned_and_wide_counters():
    assert counted(loop(0, 200, 1, "LT", "ui8"), integers_of).count == 200
    assert counted(loop(0, 2**40, 2**38, "LT", "i64"), integers_of).count == 4
    assert counted(loop(9, 0, -2, "GT", "i32", subtracts=True), integers_of).count == 5


def test_a_bound_that_is_carried_or_captured():
    @hl.function("f32", name="main")
    def carried(x):
        bound = hl.constant(6, "i32")

        def body(i, y, last, by):
            return i + by, hl.sine(y), last, by

        zero = hl.constant(0, "i32")
        operands = [zero, x, bound, hl.constant(2, "i32")]
        return hl.while_(operands, lambda i, y, last, by: hl.compare(i, last, "LT"), body)[1]

    @hl.function("f32", name="main")
    def captured(x):
        bound = hl.reshape(hl.constant([6], "1xi32"), ())
        return hl.while_(
            [hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, bound, "LT"), lambda i, y: (i + 1, hl.sine(y))
        )[1]

    assert counted(loop_of(captured), integers_of).count == 6
    assert counted(loop_of(carried), integers_of).count == 3


@pytest.mark.parametrize("what", ["an argument", "a carry that changes", "a float", "no comparison", "two steps"])
def test_what_is_not_known(what):
    @hl.function("f32", "i32", name="main")
    def main(x, n):
        start = hl.constant(0, "i32")
        match what:
            case "an argument":
                cond, body = lambda i, y, m: hl.compare(i, n, "LT"), lambda i, y, m: (i + 1, hl.sine(y), m)
            case "a carry that changes":
                cond, body = lambda i, y, m: hl.compare(i, m, "LT"), lambda i, y, m: (i + 1, hl.sine(y), m - 1)
            case "a float":
                cond, body = lambda i, y, m: hl.compare(y, 1.0, "LT"), lambda i, y, m: (i + 1, y + 0.5, m)
            case "no comparison":
                cond = lambda i, y, m: hl.and_(hl.compare(i, 5, "LT"), hl.compare(y, 1.0, "LT"))  # noqa: E731
                body = lambda i, y, m: (i + 1, hl.sine(y), m)  # noqa: E731
            case "two steps":
                cond, body = lambda i, y, m: hl.compare(i, 5, "LT"), lambda i, y, m: (i + 1 + m, hl.sine(y), m)
        return hl.while_([start, x, n], cond, body)[1]

    assert counted(loop_of(main), integers_of) is None


def test_lines():
    """Integers that go along with the iterations, where they don't wrap."""

    @hl.function("f32", "i32", name="main")
    def main(x, any):
        def body(i, j, y, k):
            unknown = hl.abs(i), i + any
            narrow = (hl.convert(i + 124, "i8"), hl.convert(i + 125, "i8"), hl.convert(i - 2, "ui8"))
            for value in (
                j * 3 - 2,
                10 - i,
                hl.convert(i, "i64") + 7,
                i * i,
                j * 100,
                hl.reshape(i, ()),
                *narrow,
                *unknown,
                k + i,
            ):
                hl.negate(value)
            return i + 1, j - 2, hl.sine(y), k

        start = [hl.constant(0, "i32"), hl.constant(9, "i8"), x, hl.constant(5, "i32")]
        return hl.while_(start, lambda i, j, y, k: hl.compare(i, 4, "LT"), body)[2]

    operation = loop_of(main)
    known = counted(operation, integers_of)
    body = operation.regions[1].block
    assert known.line(body.arguments[0]) == (0, 1)
    assert known.line(body.arguments[1]) == (9, -2)
    lines = [known.line(inner.operands[0]) for inner in body.operations if inner.name == "stablehlo.negate"]
    assert lines == [(25, -6), (10, -1), (7, 1), None, None, (0, 1), (124, 1), None, None, None, None, (5, 1)]
    assert known.line(body.arguments[3]) == (5, 0)


def filling(start, step, count, part, size, write=None):
    """A loop that writes a row of `part` elements into a buffer of `size` at the places that it counts to."""
    write = write or (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at]))

    @hl.function(f"3x{size}xf32", f"3x{part}xf32", name="main")
    def main(buffer, row):
        counters = [hl.constant(0, "i32"), hl.constant(start, "i8")]

        def body(i, at, filled):
            return i + 1, at + step, write(filled, row, at)

        return hl.while_([*counters, buffer], lambda i, *_: hl.compare(i, count, "LT"), body)[2]

    return counted(loop_of(main), integers_of)


@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_writes_that_never_meet(part):
    """The places that iterations write, one by one: no two have one in common, and none is moved into the buffer."""
    found = set()
    for start, step, count, size in [
        (0, 1, 6, 6), (0, 2, 3, 6), (0, 3, 2, 6), (0, 3, 2, 5), (1, 2, 2, 6), (5, -1, 6, 6), (4, -2, 3, 6),
        (4, -2, 3, 5), (3, -3, 2, 6), (3, 0, 2, 6), (0, 2, 4, 6), (-1, 2, 3, 6), (1, -2, 2, 6), (3, 3, 2, 6),
        (100, 20, 3, 127),
    ]:  # fmt: skip
        known = filling(start, step, count, part, size)
        starts = [start + k * step for k in range(count)]
        stay = all(0 <= at <= size - part for at in starts)
        places = [(at + k if part else at) for at in starts for k in range(max(part, 1))]
        expected = stay and len(set(places)) == len(places)
        assert known.writes_once(2) is expected, (start, step, count, size)
        found.add(expected)
    assert found == {True, False}
    assert not known.writes_once(1)


@pytest.mark.parametrize(
    ("write", "once"),
    [
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at]), True),
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row + 1.0, [hl.constant(0, "i8"), at]), True),
        # moved inside
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row, [at, hl.constant(0, "i8")]), False),
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), hl.abs(at)]), False),
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer + 1.0, row, [hl.constant(0, "i8"), at]), False),
        (lambda buffer, row, at: hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at]) * 2.0, False),
        (lambda buffer, row, at: buffer, False),
    ],
)  # fmt: skip
def test_what_only_writes(write, once):
    assert filling(0, 2, 3, 2, 6, write).writes_once(2) is once


def test_a_buffer_that_is_read_is_not_only_written():
    """Neither before its write nor behind it, also in a region."""

    def reading(buffer, row, at):
        row = hl.dynamic_slice(buffer, [hl.constant(0, "i8"), at], slice_sizes=[3, 2])
        return hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at])

    def read_in_a_branch(buffer, row, at):
        row = hl.if_(hl.compare(at, 0, "EQ"), lambda: row, lambda: hl.slice(buffer, [0, 0], [3, 2]))
        return hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at])

    def read_afterwards(buffer, row, at):
        filled = hl.dynamic_update_slice(buffer, row, [hl.constant(0, "i8"), at])
        hl.negate(filled)
        return filled

    for write in (reading, read_in_a_branch, read_afterwards):
        assert not filling(0, 2, 3, 2, 6, write).writes_once(2)


def test_a_loop_that_counts_in_two_ways_is_known_by_either():
    """A comparison of two carries, one of which stays."""

    @hl.function("f32", name="main")
    def main(x):
        start = [hl.constant(7, "i32"), hl.constant(1, "i32"), x]
        return hl.while_(start, lambda last, i, y: hl.compare(last, i, "GE"), lambda last, i, y: (last, i + 3, -y))[2]

    assert counted(loop_of(main), integers_of).count == 3


@pytest.mark.parametrize(("start", "step", "count"), [(120, 7, 1), (120, 8, None), (-128, -1, None), (127, 0, None)])
def test_the_counter_fits_also_behind_the_last_iteration(start, step, count):
    known = counted(loop(start, start, step, "EQ"), integers_of)
    assert (known and known.count) == count
