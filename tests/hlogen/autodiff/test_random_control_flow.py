"""Random programs of branches and loops inside of each other: derivatives, and batches against a loop over examples."""

import numpy as np
import pytest
from helpers.derivatives import check

import hlogen as hl
import interpreter


class RandomProgram:
    """Draws a function of two vectors and two integers; regions capture what is outside of them."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def make(self):
        @hl.function("2xf64", "2xf64", "i32", "i32", name="main")
        def main(x, w, n, m):
            values = self.steps([x, w], [n, m], depth=2, count=3)
            return values[-1], self.one_of(values)

        return main

    def inputs(self):
        return [0.5 * self.rng.normal(size=2), 0.5 * self.rng.normal(size=2), self.integer(), self.integer()]

    def integer(self):
        return np.int32(self.rng.integers(-1, 4))

    def one_of(self, values):
        return values[self.rng.integers(len(values))]

    def steps(self, values, integers, depth, count):
        values = list(values)
        for _ in range(count):
            kinds = [self.arithmetic, self.branch, self.branches, self.counted_loop, self.loop]
            kind = kinds[self.rng.integers(len(kinds))] if depth else self.arithmetic
            values.extend(kind(values, integers, depth - 1))
        return values

    def arithmetic(self, values, integers, depth):
        x, y = self.one_of(values), self.one_of(values)
        drawn = self.rng.integers(5)
        match drawn:
            case 0:
                return [hl.sine(x * y)]
            case 1:
                return [hl.tanh(x) + y]
            case 2:
                return [hl.cosine(x) * hl.convert(self.one_of(integers), "f64")]
            case 3:
                return [hl.select(hl.compare(x, y, "GT"), hl.sine(x), y * 0.5)]
        return [hl.constant(self.rng.normal(size=2))]

    def results(self, values, integers, depth, count):
        """A function of no arguments for a branch: as many results as asked for."""
        state = self.rng.integers(2**32)

        def branch():
            inner = RandomProgram(state)
            drawn = inner.steps(values, integers, depth, 2)
            return [inner.one_of(drawn) for _ in range(count)]

        return branch

    def branch(self, values, integers, depth):
        pred = hl.compare(self.one_of(integers), int(self.rng.integers(3)), "GT")
        return hl.if_(pred, *(self.results(values, integers, depth, 2) for _ in range(2)))

    def branches(self, values, integers, depth):
        return hl.case(self.one_of(integers), [self.results(values, integers, depth, 1) for _ in range(3)])

    def counted_loop(self, values, integers, depth):
        return self._loop(values, integers, depth, hl.constant(int(self.rng.integers(4)), "i32"))

    def loop(self, values, integers, depth):
        return self._loop(values, integers, depth, self.one_of(integers))

    def _loop(self, values, integers, depth, bound):
        state = self.rng.integers(2**32)
        start = [hl.constant(0, "i32"), *(self.one_of(values) for _ in range(3))]

        def body(i, *carries):
            inner = RandomProgram(state)
            drawn = inner.steps([*values, *carries], [*integers, i], depth, 2)
            kept = [hl.tanh(inner.one_of(drawn)) for _ in range(2)]
            return i + 1, kept[0], carries[1], kept[1]

        return hl.while_(start, lambda i, *_: hl.compare(i, bound, "LT"), body)[1:]


def check_program(seed):
    program = RandomProgram(seed)
    function = program.make()
    check(function, program.inputs(), order=1, wrt=(0, 1), tolerance=1e-5)
    backward = hl.vjp(function)
    for derived in (function, backward):
        examples = [[*program.inputs(), *program.rng.normal(size=(2, 2))] for _ in range(3)]
        arguments = [np.stack(values) for values in zip(*examples, strict=True)][: len(derived.type.inputs)]
        axes = [0 if program.rng.integers(3) else None for _ in arguments]
        axes[program.rng.integers(len(axes))] = 0
        given = [value if axis == 0 else value[0] for value, axis in zip(arguments, axes, strict=True)]
        batched = interpreter.run(hl.vmap(derived, axes, axis_size=3), *given)
        for number in range(3):
            one = [value[number] if axis == 0 else value for value, axis in zip(given, axes, strict=True)]
            for actual, expected in zip(batched, interpreter.run(derived, *one), strict=True):
                np.testing.assert_allclose(actual[number], expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed):
    check_program(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(12, 250))
def test_more_random_programs(seed):
    check_program(seed)
