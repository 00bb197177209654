"""inline, canonicalize, cse and dce: what goes, what stays, and that results are the same bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.rewritten import GOLDEN, check_same, rewritten

import hlogen as hl
import interpreter
from hlogen.errors import UsageError
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.program import drawn, planned
from hlogen.ir.printer import generic_text
from hlogen.mlir.reader import read_all
from hlogen.transform import canonicalize, cse, dce, inline, pipeline

PASSES = {"inline": inline, "canonicalize": canonicalize, "cse": cse, "dce": dce}
ROWS = sorted(GRAMMAR.rows())


def ops(program: Any) -> Counter[str]:
    names = [operation.name.removeprefix("stablehlo.") for operation in program.module.walk()]
    return Counter(name for name in names if name not in ("constant", "return") and not name.startswith("func."))


# What `x` (f32), `i` (i32) and `p` (i1) become, of shape 4x6: a function, and the operations that are left.
SIMPLER: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "plus zero": (lambda x, i, p: hl.add(i, 0), {}),
    "times one": (lambda x, i, p: hl.multiply(np.int32(1), i), {}),
    "times zero": (lambda x, i, p: i * 0, {}),
    "floats plus zero, which makes -0.0 another": (lambda x, i, p: x + 0.0, {"add": 1}),
    "floats times one, which makes NaNs quiet": (lambda x, i, p: x * 1.0, {"multiply": 1}),
    "all bits": (lambda x, i, p: i & -1, {}),
    "itself": (lambda x, i, p: hl.maximum(i, i) | i, {}),
    "not not": (lambda x, i, p: ~~p, {}),
    "transposed back": (lambda x, i, p: x.transpose(1, 0).transpose(1, 0), {}),
    "transposed twice": (
        lambda x, i, p: x.reshape(4, 2, 3).transpose(1, 0, 2).transpose(2, 1, 0),
        {"reshape": 1, "transpose": 1},
    ),
    "reshaped twice": (lambda x, i, p: x.reshape(24).reshape(6, 4), {"reshape": 1}),
    "a slice of a slice": (
        lambda x, i, p: hl.slice(
            hl.slice(x, start_indices=[0, 1], limit_indices=[4, 6], strides=[1, 2]),
            start_indices=[1, 1],
            limit_indices=[4, 3],
            strides=[2, 1],
        ),
        {"slice": 1},
    ),
    "a part of what is joined": (
        lambda x, i, p: hl.slice(hl.concatenate([x, x * x], dimension=1), start_indices=[0, 6], limit_indices=[4, 12]),
        {"multiply": 1},
    ),
    "nothing joined": (
        lambda x, i, p: hl.concatenate([x, hl.slice(x, start_indices=[0, 0], limit_indices=[0, 6])], dimension=0),
        {},
    ),
    "wider and back": (lambda x, i, p: hl.convert(hl.convert(i, "i64"), "i32"), {}),
    "narrower and back": (lambda x, i, p: hl.convert(hl.convert(i, "i8"), "i32"), {"convert": 2}),
    "floats wider and back, which makes NaNs quiet": (
        lambda x, i, p: hl.convert(hl.convert(x, "f64"), "f32"),
        {"convert": 2},
    ),
    "a slice at known starts": (
        lambda x, i, p: hl.dynamic_slice(x, [np.int32(9), np.int32(-2)], slice_sizes=[2, 3]),
        {"slice": 1},
    ),
    "the same choice": (lambda x, i, p: hl.select(p, x, x), {}),
    "the other choice": (lambda x, i, p: hl.select(~p, x, x * x), {"multiply": 1, "select": 1}),
    "a known choice": (lambda x, i, p: hl.select(hl.compare(i, i, "EQ"), x, hl.sine(x)), {}),
    "a known branch": (
        lambda x, i, p: hl.if_(hl.constant(True), lambda: hl.sine(x), lambda: hl.cosine(x)),
        {"sine": 1},
    ),
    "a branch beyond the last": (
        lambda x, i, p: hl.case(np.int32(7), [lambda: hl.sine(x), lambda: hl.cosine(x)]),
        {"cosine": 1},
    ),
    "a loop that runs once": (
        lambda x, i, p: hl.while_(
            [hl.constant(3, "i32"), x], lambda k, y: hl.compare(k, 4, "LT"), lambda k, y: (k + 1, hl.sine(y))
        )[1],
        {"sine": 1},
    ),
    "a loop that never runs": (
        lambda x, i, p: hl.while_(
            [hl.constant(4, "i32"), x], lambda k, y: hl.compare(k, 4, "LT"), lambda k, y: (k + 1, hl.sine(y))
        )[1],
        {},
    ),
    "what a loop carries along": (
        lambda x, i, p: hl.while_(
            [hl.constant(0, "i32"), x, x * x],
            lambda k, y, z: hl.compare(k, 4, "LT"),
            lambda k, y, z: (k + 1, hl.sine(y) + z, z),
        )[1],
        {"multiply": 1, "while": 1, "compare": 1, "add": 2, "sine": 1},
    ),
    "known integers": (lambda x, i, p: hl.iota("4xi32") * 2 + 1, {}),
    "a barrier": (
        lambda x, i, p: hl.optimization_barrier(hl.constant(1, "i32"))[0] + 1,
        {"optimization_barrier": 1, "add": 1},
    ),
}


def built(function: Callable[..., Any]) -> Any:
    return hl.function("4x6xf32", "4x6xi32", "4x6xi1", name="main")(function)


def arguments() -> list[Any]:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4, 6)).astype(np.float32)
    x[0, :4] = [-0.0, np.nan, np.inf, -np.inf]
    x.view(np.uint32)[1, 0] = 0x7FA12345  # a NaN that signals
    return [x, rng.integers(-300, 300, (4, 6)).astype(np.int32), rng.random((4, 6)) < 0.5]


@pytest.mark.parametrize("name", SIMPLER)
def test_what_is_simpler_is_written_so(name: str) -> None:
    function, left = SIMPLER[name]
    program = built(function)
    module = rewritten(canonicalize, program)
    assert ops(dce(module)) == left
    check_same(program, module, arguments())


def test_constants_of_every_kind_are_moved() -> None:
    """Quantized ones stay: their elements are of another type."""
    program = hl.parse("""
func.func @main() -> (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<ui64>) {
  %0 = "stablehlo.constant"() {value = dense<[1,2,3,4]> : tensor<4xi8>} : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4x!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.constant dense<[(1.0,2.0),(3.0,4.0)]> : tensor<2xcomplex<f32>>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<2xcomplex<f32>>
  %4 = stablehlo.constant dense<[-0.0, 0x7FA12345]> : tensor<2xf32>
  %5 = stablehlo.reverse %4, dims = [0] : tensor<2xf32>
  %6 = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
  %one = stablehlo.constant dense<1> : tensor<ui64>
  %7 = stablehlo.add %6, %one : tensor<ui64>
  return %1, %3, %5, %7
    : tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<ui64>
}
""")
    module = rewritten(canonicalize, program)
    assert ops(dce(module)) == {"reverse": 1}
    check_same(program, module)


def test_the_same_is_computed_once() -> None:
    @built
    def main(x: Any, i: Any, p: Any) -> Any:
        def total(y: Any) -> Any:
            return hl.reduce(y, 0.0, [1], "add")

        inner = hl.if_(hl.constant(True), lambda: hl.sine(x), lambda: hl.sine(x) * hl.cosine(x))
        zeros = [hl.constant(0.0, "f32"), hl.constant(-0.0, "f32")]
        return (
            hl.sine(x),
            hl.sine(x),
            total(x),
            total(x),
            inner,
            i + p.astype("i32"),
            p.astype("i32") + i,
            *zeros,
            x + inner,
            inner + x,
        )

    module = rewritten(cse, main)
    found = ops(module)
    assert found["sine"] == 3  # one outside, one in each branch, which comes before it
    assert (found["reduce"], found["convert"], found["add"]) == (1, 1, 2 + 1 + 1)
    check_same(main, module, arguments())


def test_what_is_to_be_done_twice_is_done_twice() -> None:
    @built
    def main(x: Any, i: Any, p: Any) -> Any:
        drawn = [hl.rng(0.0, 1.0, [3], "UNIFORM") for _ in range(2)]
        held = [hl.optimization_barrier(x)[0] for _ in range(2)]
        return *drawn, *held

    assert ops(cse(main)) == ops(main)


def loop(condition: Callable[..., Any], start: int = 0) -> Any:
    @hl.function("4x6xf32", "i32", name="main")
    def main(x: Any, n: Any) -> Any:
        hl.while_([hl.constant(start, "i32"), x], lambda k, y: condition(k, y, n), lambda k, y: (k + 1, hl.sine(y)))
        return x

    return main


@pytest.mark.parametrize(
    ("condition", "goes"),
    [
        (lambda k, y, n: hl.compare(k, 5, "LT"), True),
        (lambda k, y, n: hl.compare(k, n, "LT"), True),
        (lambda k, y, n: hl.compare(n, k, "GT"), True),
        (lambda k, y, n: hl.compare(k, n, "LT") & (hl.reduce(y, 0.0, [0, 1], "add") < 1.0), True),
        (lambda k, y, n: hl.compare(k, n, "LE"), False),  # n may be the largest integer
        (lambda k, y, n: hl.compare(k, n, "GT"), False),
        (lambda k, y, n: hl.compare(k, n, "LT") | (hl.reduce(y, 0.0, [0, 1], "add") < 1.0), False),
        (lambda k, y, n: hl.reduce(y, 0.0, [0, 1], "add") < 1.0, False),
    ],
)
def test_a_loop_goes_where_it_surely_ends(condition: Callable[..., Any], goes: bool) -> None:
    module = rewritten(dce, loop(condition))
    assert ("while" not in ops(module)) is goes


def test_calls_and_functions_that_nothing_uses_go() -> None:
    module = hl.parse("""
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @pure(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @draws() : () -> tensor<f32>
  return %x : tensor<f32>
}
func.func private @pure(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @draws() -> tensor<f32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @nobody(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
""")
    with hl.transform.changes() as done:
        assert list(rewritten(dce, module).functions) == ["main", "draws"]
    assert Counter(str(change).partition(": ")[2] for change in done)["call dropped"] >= 1
    assert list(rewritten(inline, module).functions) == ["main", "nobody"]


def test_calls_are_written_out_all_the_way() -> None:
    texts = [
        f"func.func {'private' if n else 'public'} @f{n}(%x: tensor<i32>) -> tensor<i32> {{\n"
        f"  %0 = call @f{n + 1}(%x) : (tensor<i32>) -> tensor<i32>\n"
        "  %1 = stablehlo.add %0, %x : tensor<i32>\n  return %1 : tensor<i32>\n}"
        for n in range(60)
    ]
    last = "func.func private @f60(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }"
    whole = inline(hl.parse("\n".join([*texts, last])))
    assert ops(whole) == {"add": 60}
    assert list(whole.functions) == ["f0"]
    assert interpreter.run(whole, np.int32(2))[0] == 122
    with pytest.raises(UsageError, match="over 2,000,000"):
        inline(hl.parse("\n".join(_doubling(30))))


def _doubling(count: int) -> list[str]:
    called = [
        f"func.func private @f{n}(%x: tensor<i32>) -> tensor<i32> {{\n"
        f"  %0 = call @f{n + 1}(%x) : (tensor<i32>) -> tensor<i32>\n"
        f"  %1 = call @f{n + 1}(%0) : (tensor<i32>) -> tensor<i32>\n  return %1 : tensor<i32>\n}}"
        for n in range(count)
    ]
    return [*called, f"func.func @f{count}(%x: tensor<i32>) -> tensor<i32> {{ return %x : tensor<i32> }}"]


def test_a_function_that_calls_itself_is_named() -> None:
    module = hl.parse(
        "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n"
        "  %0 = call @main(%x) : (tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}"
    )
    with pytest.raises(UsageError, match="@main calls @main"):
        inline(module)
    assert dce(module)  # it may not end, and stays
    assert len([*dce(module).walk()]) == len([*module.walk()])


@pytest.mark.parametrize("name", PASSES)
@campaign.every(60)
def test_goldens_keep_their_meaning(name: str, every: int) -> None:
    """A golden checks its own results."""
    changed = 0
    for path in [path for path in sorted(GOLDEN.rglob("*.mlir")) if "invalid" not in path.parts][::every]:
        for program in read_all(path):
            if program.is_refused:
                continue
            module = rewritten(PASSES[name], program)
            if generic_text(module) != generic_text(program):
                changed += 1
                if program.default_entry and not program.default_entry.type.inputs:
                    check_same(program, module)
    assert changed or name == "dce"  # goldens have nothing unused in them


def _bits(program: Any, form: Any, compile: str) -> list[Any] | None:
    try:
        results = interpreter.load(program, form.entry, compile)(*form.arguments)
    except hl.errors.HlogenError:
        return None
    return [(result.dtype, result.shape, result.tobytes()) for result in map(np.asarray, results)]


@campaign.every(80)
def test_random_programs_keep_their_bits(every: int) -> None:
    """By both tiers, where the program says what comes out."""
    changed = 0
    for seed in campaign.seeds(0, 3000, every):
        form = drawn(planned(ROWS[seed % len(ROWS)], seed, 1 + seed % 14)).form
        module = pipeline(form.module, list(PASSES))
        if "stablehlo.rng" in generic_text(form.module) or generic_text(module) == generic_text(form.module):
            continue
        wanted = _bits(form.module, form, "never")
        if wanted is not None:
            assert _bits(module, form, "never") == wanted, seed
            assert _bits(module, form, "always") == wanted, seed
            changed += 1
    assert changed > 5


def test_a_pipeline_is_its_passes() -> None:
    program = built(SIMPLER["what a loop carries along"][0])
    wanted = str(dce(cse(canonicalize(program))))
    assert str(pipeline(program, "canonicalize, cse,dce")) == wanted
    assert str(pipeline(program, [canonicalize, "cse", lambda module: dce(module)])) == wanted
    assert str(pipeline(program, "")) == str(pipeline(program, [])) == str(program)
    assert str(pipeline(program, "cse,cse")) == str(cse(program))
    wrong: dict[Any, str] = {
        "cs": "no pass 'cs'; there are: .*\n  fix: cse",
        "refine": "it needs shapes",
        ("dce", 3): "a pass is the name of a transform, or a function of a program, not int 3",
        ("dce", lambda module: None): "a pass gives a program, but <lambda> gave None",
    }
    for passes, message in wrong.items():
        with pytest.raises(UsageError, match=message):
            pipeline(program, passes if isinstance(passes, str) else list(passes))


def test_changes_are_told_by_their_places() -> None:
    program = built(SIMPLER["the same choice"][0])
    with hl.transform.changes() as done:
        canonicalize(program)
    ((did, name, place),) = [(change.did, change.name, str(change.location)) for change in done]
    assert (did, name) == ("rewritten", "stablehlo.select")
    assert __file__ in place
