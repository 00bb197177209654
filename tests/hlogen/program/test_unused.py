"""What nothing uses is dropped, also carries of loops and results of branches, and nothing else."""

import numpy as np

import hlogen as hl
import interpreter
from hlogen.program.unused import drop_unused


def dropped(function):
    body = function.module.function("main").body
    drop_unused(body)
    return [operation for operation in body.walk() if operation.name == "stablehlo.while"]


def test_carries_that_feed_only_themselves():
    @hl.function("f32", "f32", name="main")
    def main(x, y):
        def body(i, a, b, c, d):
            return i + 1, a * 2.0, b + a, c + d, d * c

        return hl.while_([hl.constant(0, "i32"), x, y, x, y], lambda i, *_: hl.compare(i, 3, "LT"), body)[2]

    expected = interpreter.run(main, np.float32(2), np.float32(3))
    (loop,) = dropped(main)
    assert [value.index for value in loop.results] == [0, 1, 2]
    assert [len(region.block.arguments) for region in loop.regions] == [3, 3]
    assert interpreter.run(str(main), np.float32(2), np.float32(3)) == expected


def test_carries_of_the_condition_stay():
    @hl.function("f32", "f32", name="main")
    def main(x, y):
        return hl.while_([x, y], lambda a, b: hl.compare(b, 10.0, "LT"), lambda a, b: (a + 1.0, b * 2.0))[0]

    (loop,) = dropped(main)
    assert len(loop.results) == 2


def test_a_carry_that_only_an_unused_inner_carry_needs():
    @hl.function("f32", "f32", name="main")
    def main(x, y):
        def outer(i, a, b):
            def inner(j, c, d):
                return j + 1, c * 2.0, d + b

            start = [hl.constant(0, "i32"), a, b]
            _, c, d = hl.while_(start, lambda j, *_: hl.compare(j, 2, "LT"), inner)
            return i + 1, c, d

        return hl.while_([hl.constant(0, "i32"), x, y], lambda i, *_: hl.compare(i, 3, "LT"), outer)[1]

    expected = interpreter.run(main, np.float32(2), np.float32(3))
    loops = dropped(main)
    assert [len(loop.results) for loop in loops] == [2, 2]
    assert interpreter.run(str(main), np.float32(2), np.float32(3)) == expected


def test_results_of_branches():
    @hl.function("f32", "f32", "i1", name="main")
    def main(x, y, pred):
        unused = hl.sine(y)
        return hl.if_(pred, lambda: (unused, x, hl.cosine(x)), lambda: (y, x, x))[2]

    dropped(main)
    names = [operation.name for operation in main.module.walk()]
    assert "stablehlo.sine" not in names
    (branch,) = [operation for operation in main.module.walk() if operation.name == "stablehlo.if"]
    assert [value.index for value in branch.results] == [0]
    assert interpreter.run(str(main), np.float32(2), np.float32(3), np.bool_(False))[0] == 2


def test_effects_stay():
    @hl.function("f32", "i32", name="main")
    def main(x, n):
        def body(i, y):
            hl.operation("stablehlo.custom_call", [y], result_types=["f32"], attributes={"call_target_name": "log"})
            return i + 1, y * 2.0

        hl.while_([hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, n, "LT"), body)
        return x

    (loop,) = dropped(main)
    assert len(loop.results) == 2
    assert any(operation.name == "stablehlo.custom_call" for operation in loop.walk())
