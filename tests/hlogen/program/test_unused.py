"""What nothing uses is dropped, also carries of loops and results of branches, and nothing else."""

import numpy as np

import hlogen as hl
import interpreter
from hlogen.program.unused import drop_freed, drop_unused


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


def test_what_is_freed_goes_with_what_only_it_used_and_nothing_else():
    @hl.function("f32", "f32", "i1", name="main")
    def main(x, y, pred):
        shared, own = hl.sine(x), hl.cosine(x)
        freed = hl.add(hl.multiply(own, own), shared)
        hl.tanh(y)  # nobody asked for that
        drawn = hl.rng(np.float32(0), np.float32(1), [], "UNIFORM")
        hl.divide(drawn, y)
        branch = hl.if_(pred, lambda: hl.negate(shared), lambda: hl.floor(y))
        hl.ceil(branch)
        return hl.abs(shared), freed

    body = main.module.function("main").body

    def names():
        return [operation.name.removeprefix("stablehlo.") for operation in body.operations]

    before = names()
    by_name = dict(zip(before, body.operations, strict=True))
    drop_freed(main.module, [by_name["add"].result])  # still returned
    assert names() == before
    body.operations[-1].operands = body.operations[-1].operands[:1]
    drop_freed(main.module, [by_name[name].result for name in ("add", "divide", "ceil")] + list(body.arguments))
    gone = ("cosine", "multiply", "add", "divide", "ceil")
    assert names() == [name for name in before if name not in gone]
    assert {"sine", "abs", "tanh", "rng", "if"} <= set(names())


def test_what_is_freed_in_a_region_goes_from_there():
    @hl.function("f32", "i1", name="main")
    def main(x, pred):
        outside = hl.sine(x)

        def branch():
            hl.cosine(outside)
            return x

        return hl.if_(pred, branch, lambda: -x)

    cosine = next(operation for operation in main.module.walk() if operation.name == "stablehlo.cosine")
    drop_freed(main.module, [cosine.result])
    names = [operation.name.removeprefix("stablehlo.") for operation in main.module.walk()]
    assert names == ["func.func", "if", "return", "negate", "return", "func.return"]


def test_results_of_a_case_that_others_use_stay_in_their_order():
    @hl.function("f32", "f32", "i32", name="main")
    def main(x, y, number):
        branches = [lambda: (x, hl.sine(y), y), lambda: (y, x, hl.cosine(x)), lambda: (hl.tanh(x), y, x)]
        _, second, third = hl.case(number, branches)
        return third - second

    expected = [interpreter.run(main, np.float32(2), np.float32(3), np.int32(at)) for at in range(3)]
    dropped(main)
    (case,) = [operation for operation in main.module.walk() if operation.name == "stablehlo.case"]
    assert [value.index for value in case.results] == [0, 1]
    assert not [operation for operation in main.module.walk() if operation.name == "stablehlo.tanh"]
    assert [interpreter.run(str(main), np.float32(2), np.float32(3), np.int32(at)) for at in range(3)] == expected


def test_what_an_operation_with_a_region_takes_stays():
    """The body of a reduction returns all that it does, and both results of one that has two."""

    @hl.function("4xf32", "4xf32", name="main")
    def main(x, y):
        def body(a, b, c, d):
            return a + c, b * d

        return hl.reduce([hl.sine(x), hl.cosine(y)], [0.0, 1.0], dimensions=[0], body=body)[1]

    before = str(main)
    dropped(main)
    assert str(main) == before
