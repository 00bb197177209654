"""Random programs of branches and loops inside of each other."""

import numpy as np

import hlogen as hl


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
            inner = type(self)(state)
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
            inner = type(self)(state)
            drawn = inner.steps([*values, *carries], [*integers, i], depth, 2)
            kept = [hl.tanh(inner.one_of(drawn)) for _ in range(2)]
            return i + 1, kept[0], carries[1], kept[1]

        return hl.while_(start, lambda i, *_: hl.compare(i, bound, "LT"), body)[1:]
