"""Windows: how many there are, and what they are reduced to, by the specification's words, on every path.

Where their padding isn't built, what comes of them is what comes of the padded operand, bit for bit.
"""

from __future__ import annotations

import itertools
import math
import resource
from typing import Any

import numpy as np
import pytest
from helpers.cases import all_same
from model import bodies
from model import reductions as model

import hlogen as hl
import interpreter
from hlogen.ir import dtype_of, tensor
from interpreter.kernels.padding import Windows

FAR = 1 << 30
MEMORY = 64 << 20


def drawn(random: np.random.Generator, rank: int) -> tuple[list[int], Windows]:
    shape = [int(random.integers(0, 6)) for _ in range(rank)]
    sizes, strides, base, dilations = (
        [int(random.choice(of)) for _ in range(rank)]
        for of in ([1, 2, 3, 5], [1, 2, 3, 6], [1, 1, 2, 3, 4], [1, 1, 2, 5])
    )
    edges = [[int(random.integers(-2, 9)), int(random.integers(-2, 9))] for _ in range(rank)]
    return shape, Windows(sizes, strides, base, dilations, edges)


def positions(d: int, dim: int, windows: Windows) -> dict[int, int]:
    """By the specification's words: where in the padded operand the elements of dimension `d` are."""
    return {windows.padding[d][0] + windows.base_dilations[d] * e: e for e in range(dim)}


@pytest.mark.parametrize("padded", range(5))
@pytest.mark.parametrize("size", range(4))
def test_how_many_windows_there_are(size: int, padded: int) -> None:
    """By the specification's words: there is none where there is nothing to look at, whatever the window's size."""
    for stride, dilation in [(1, 1), (2, 1), (3, 2)]:
        dilated_window = 0 if size == 0 else (size - 1) * dilation + 1
        is_empty = padded == 0 or dilated_window > padded
        expected = 0 if is_empty else (padded - dilated_window) // stride + 1
        for low in (-1, 0, 2):
            windows = Windows([size], [stride], [1], [dilation], [[low, padded - 1 - low]])
            assert windows.counts([1]) == (expected,)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(200))
def test_what_windows_touch(seed: int) -> None:
    random = np.random.default_rng(seed)
    shape, windows = drawn(random, int(random.integers(1, 4)))
    counts = windows.counts(shape)
    there = [positions(d, dim, windows) for d, dim in enumerate(shape)]
    expected: dict[int, dict[tuple[int, ...], tuple[int, ...]]] = {}
    for number, place in enumerate(np.ndindex(*windows.dimensions)):
        for window in np.ndindex(*counts):
            at = [window[d] * windows.strides[d] + place[d] * windows.dilations[d] for d in range(len(shape))]
            if all(one in found for one, found in zip(at, there, strict=True)):
                expected.setdefault(number, {})[window] = tuple(f[one] for one, f in zip(at, there, strict=True))
    found = {}
    for number, those, elements in windows.touched(shape):
        window_at, element_at = np.indices(counts), np.indices(shape)
        pairs = zip(
            zip(*(axis[those].ravel().tolist() for axis in window_at), strict=True),
            zip(*(axis[elements].ravel().tolist() for axis in element_at), strict=True),
            strict=True,
        )
        found[number] = dict(pairs)
    assert found == expected
    assert list(found) == sorted(found)
    for d, places in enumerate(windows.places(shape)):
        for window, place in np.ndindex(*places.shape):
            at = window * windows.strides[d] + place * windows.dilations[d]
            assert places[window, place] == there[d].get(at, -1)


@pytest.fixture
def never_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Windows, "see_mostly_padding", lambda self, shape: True)


def attributes(windows: Windows, names: tuple[str, ...]) -> str:
    lists = (windows.dimensions, windows.strides, windows.base_dilations, windows.dilations)
    listed = (f"{name} = array<i64: {', '.join(map(str, of))}>" for name, of in zip(names, lists, strict=True) if name)
    edges = [list(pair) for pair in windows.padding]
    return ", ".join([*listed, f"padding = dense<{edges}> : tensor<{len(edges)}x2xi64>"])


def reduce_window(shape: list[int], windows: Windows, kind: str, element: str, count: int) -> str:
    """`count` operands, folded one by one."""
    operand, scalar = (f"tensor<{'x'.join(map(str, [*dims, element]))}>" for dims in (shape, []))
    result = f"tensor<{'x'.join(map(str, [*windows.counts(shape), element]))}>"
    names = [f"%x{number}" for number in range(count)]
    lhs, rhs = ([f"%{side}{number}" for number in range(count)] for side in "ab")
    folds = "\n".join(f"%f{n} = stablehlo.{kind} {lhs[n]}, {rhs[n]} : {scalar}" for n in range(count))
    types = ", ".join([operand] * count + [scalar] * count)
    results = ", ".join([result] * count)
    arguments = ", ".join(f"{name}: {operand}" for name in names)
    return f"""func.func @main({arguments}, %init: {scalar}) -> ({results}) {{
      %r:{count} = "stablehlo.reduce_window"({", ".join([*names, *["%init"] * count])}) ({{
        ^bb0({", ".join(f"{name}: {scalar}" for name in [*lhs, *rhs])}):
          {folds}
          stablehlo.return {", ".join(f"%f{n}" for n in range(count))} : {", ".join([scalar] * count)}
      }}) {{{attributes(windows, ("window_dimensions", "window_strides", "base_dilations", "window_dilations"))}}}
        : ({types}) -> ({results})
      return {", ".join(f"%r#{n}" for n in range(count))} : {results}
    }}"""


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("add", 12 + 3 * ((1 << 40) - 3)), ("multiply", 40 * pow(3, (1 << 40) - 3, 1 << 64) % (1 << 64)), ("maximum", 5)],
)
def test_integers_over_endless_padding_take_no_time(kind: str, expected: int) -> None:
    """The initial value, 2^40 - 4 times the same as padding, and 4 elements, in whatever order these are folded."""
    windows = Windows([1 << 40], [1], [1], [1], [[0, (1 << 40) - 4]])
    program = reduce_window([4], windows, kind, "ui64", 1)
    (result,) = interpreter.run(program, np.array([5, 1, 2, 4], np.uint64), np.uint64(3))
    assert result.tolist() == [expected]


def reaching_to_a_border(random: np.random.Generator, rank: int) -> tuple[list[int], Windows]:
    """Windows as those of a cumulative sum, along one dimension; and sometimes not quite: padded along others too, or
    seen in steps."""
    shape = [int(size) for size in random.integers(2, 5, rank)]
    axis = int(random.integers(rank))
    sizes = [size if d == axis else 1 for d, size in enumerate(shape)]
    rest = shape[axis] - 1
    edges = [[0, 0] for _ in shape]
    edges[axis] = [[rest, 0], [0, rest], [0, 0], [rest, 1]][int(random.choice(4, p=[0.4, 0.4, 0.1, 0.1]))]
    strides, base, dilations = ([1] * rank for _ in range(3))
    other = int(random.integers(rank))
    match random.choice(["none", "edge", "stride", "base", "dilation"], p=[0.55, 0.3, 0.05, 0.05, 0.05]):
        case "edge":
            edges[other] = [edges[other][0] + int(random.integers(2)), edges[other][1] + int(random.integers(-1, 2))]
        case "stride":
            strides[other] = 2
        case "base":
            base[other] = 2
        case "dilation":
            dilations[other] = 2
    return shape, Windows(sizes, strides, base, dilations, edges)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(80))
def test_reduce_window_is_that_of_the_slow_model(seed: int) -> None:
    """Whole numbers and zeros of both signs, of which no order gives anything else; -1 and -0.0 aren't neutral."""
    random = np.random.default_rng(seed)
    while True:
        shape, windows = (reaching_to_a_border if seed % 4 else drawn)(random, int(random.integers(1, 4)))
        if all(size >= 0 for size in windows.padded_shape(shape)) and math.prod(windows.counts(shape)) < 100:
            break
    kind = str(random.choice(["add", "multiply", "multiply", "maximum", "minimum"]))
    dtype = dtype_of(tensor(element := str(random.choice(["f32", "i8", "bf16"]))).element_type)
    count = int(random.integers(1, 3))
    args = [random.choice([-2.0, -1.0, -0.0, 0.0, 1.0, 1.0, 2.0], shape).astype(dtype) for _ in range(count)]
    init = np.array(random.choice([-1.0, -0.0, -0.0, 0.0, 1.0])).astype(dtype)
    body: Any = getattr(bodies, kind)
    expected = model.reduce_window(
        *args,
        *[init] * count,
        window_dimensions=windows.dimensions,
        window_strides=windows.strides,
        base_dilations=windows.base_dilations,
        window_dilations=windows.dilations,
        padding=windows.padding,
        body=lambda *values: tuple(map(body, values[:count], values[count:])),
    )
    found = interpreter.run(reduce_window(shape, windows, kind, element, count), *args, init)
    assert all_same(found, expected), f"{shape} {windows} {kind} {init}: {args} gave {found}, not {expected}"


@pytest.mark.parametrize("kind", ["add", "max"])
def test_reduce_window_of_every_size_and_padding(kind: str) -> None:
    """Of up to four elements, on the paths of cumulative sums and their neighbours."""
    ways = list(itertools.product(range(1, 5), range(1, 5), range(4), range(4), (1, 2)))
    ways = [way for way in ways if way[0] + way[2] + way[3] >= way[1]]

    @hl.function("4xi32", name="main")
    def main(x: Any) -> Any:
        return [
            hl.reduce_window(
                hl.slice(x, [0], [count]), 0, kind, window_dimensions=[size], padding=[(low, high)],
                window_strides=[stride],
            )
            for count, size, low, high, stride in ways
        ]  # fmt: skip

    x = np.array([3, 1, 7, 4], np.int32)
    fold = np.sum if kind == "add" else np.max
    for (count, size, low, high, stride), found in zip(ways, main(x), strict=True):
        padded = np.concatenate([np.zeros(low, int), x[:count], np.zeros(high, int)])
        wanted = [fold(padded[at : at + size]) for at in range(0, len(padded) - size + 1, stride)]
        assert found.tolist() == wanted, (count, size, low, high, stride)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(60))
def test_reduce_window_without_padding_that_is_built(seed: int, request: pytest.FixtureRequest) -> None:
    random = np.random.default_rng(seed)
    while True:
        shape, windows = drawn(random, int(random.integers(1, 3)))
        if all(size >= 0 for size in windows.padded_shape(shape)):
            break
    kind = str(random.choice(["add", "maximum", "multiply", "subtract"]))
    element = str(random.choice(["f32", "i32", "bf16"]))
    count = int(random.integers(1, 3))
    program = reduce_window(shape, windows, kind, element, count)
    dtype = dtype_of(tensor(element).element_type)
    args: list[Any] = [random.integers(-9, 9, shape).astype(dtype) for _ in range(count)]
    args.append(np.array(random.integers(-2, 3)).astype(dtype))
    built = [interpreter.run(program, *args) for _ in range(2)]
    request.getfixturevalue("never_built")
    left_out = [interpreter.run(program + "\n", *args) for _ in range(2)]
    for results in (built[1], *left_out):
        assert [x.tobytes() for x in results] == [x.tobytes() for x in built[0]]


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(60))
def test_convolution_without_padding_that_is_built(
    seed: int, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(seed)
    rank = int(random.integers(1, 3))
    while True:
        shape, windows = drawn(random, rank)
        if all(size >= 0 for size in windows.padded_shape(shape)):
            break
    features, outputs, batch = (int(n) for n in random.integers(1, 4, 3))
    spatial = ", ".join(map(str, range(rank)))
    lhs, rhs, result = (
        f"tensor<{'x'.join(map(str, dims))}xf32>"
        for dims in (
            [batch, *shape, features],
            [*windows.dimensions, features, outputs],
            [batch, *windows.counts(shape), outputs],
        )
    )
    named = attributes(windows, ("", "window_strides", "lhs_dilation", "rhs_dilation"))
    program = f"""func.func @main(%l: {lhs}, %r: {rhs}) -> {result} {{
      %0 = "stablehlo.convolution"(%l, %r) {{{named}, batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, {spatial}, f]x[{spatial}, i, o]->[b, {spatial}, f]>}}
        : ({lhs}, {rhs}) -> {result}
      return %0 : {result}
    }}"""
    x = random.integers(-9, 9, (batch, *shape, features)).astype(np.float32)
    w = random.integers(-9, 9, (*windows.dimensions, features, outputs)).astype(np.float32)
    w.flat[random.integers(w.size)] = random.choice(np.array([np.inf, np.nan, 1]))  # which padding meets as well
    (built,) = interpreter.run(program, x, w)
    request.getfixturevalue("never_built")
    for most in (1 << 22, 7):
        monkeypatch.setattr("interpreter.kernels.convolution._MOST_ELEMENTS", most)
        for _ in range(2):
            (left_out,) = interpreter.run(f"{program}\n// {most}", x, w)
            np.testing.assert_array_equal(left_out, built)


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def far(kind: str) -> tuple[str, list[Any], Any]:
    """A program whose windows stand FAR apart, its arguments, and what it gives by the specification."""
    edges = f"padding = dense<[[{FAR - 1}, {FAR - 6}]]> : tensor<1x2xi64>, window_strides = array<i64: {FAR}>"
    x = np.arange(1, 5, dtype=np.float32)
    scalar = "%a: tensor<f32>, %b: tensor<f32>"
    if kind == "reduce_window":
        program = f"""func.func @main(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<2xf32> {{
          %0 = "stablehlo.reduce_window"(%x, %i) ({{
            ^bb0({scalar}):
              %1 = stablehlo.add %a, %b : tensor<f32>
              stablehlo.return %1 : tensor<f32>
          }}) {{window_dimensions = array<i64: 2>, {edges}}} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }}"""
        return program, [x, np.float32(1)], [3, 6]  # the first window sees two of the padding, the second 2 and 3
    if kind == "convolution":
        program = f"""func.func @main(%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x2x1xf32> {{
          %0 = "stablehlo.convolution"(%x, %w) {{{edges}, batch_group_count = 1 : i64, feature_group_count = 1 : i64,
            dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}}
            : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
          return %0 : tensor<1x2x1xf32>
        }}"""
        return program, [x.reshape(1, 4, 1), np.array([10, 1], np.float32).reshape(2, 1, 1)], [0, 23]
    program = f"""func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %i: tensor<f32>) -> tensor<4xf32> {{
      %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({{
        ^bb0({scalar}):
          %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %1 : tensor<i1>
      }}, {{
        ^bb0({scalar}):
          %1 = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %1 : tensor<f32>
      }}) {{window_dimensions = array<i64: 2>, {edges}}} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }}"""
    return program, [x, np.array([5, 7], np.float32), np.float32(1)], [1, 1, 8, 1]


@pytest.mark.parametrize("kind", ["reduce_window", "convolution", "select_and_scatter"])
def test_padding_that_nobody_looks_at_takes_no_memory(kind: str) -> None:
    program, args, expected = far(kind)
    interpreter.load(program)
    before = peak()
    for _ in range(2):
        (result,) = interpreter.run(program, *args, max_memory=MEMORY)
        assert result.ravel().tolist() == expected
    assert peak() - before < MEMORY


def test_a_window_of_padding_takes_no_memory() -> None:
    size = 1 << 28
    program = reduce_window([4], Windows([size], [1], [1], [1], [[size - 3, 0]]), "maximum", "f32", 1)
    interpreter.load(program)
    before = peak()
    for init, expected in ((0, [3, 4]), (9, [9, 9])):
        (result,) = interpreter.run(program, np.arange(1, 5, dtype=np.float32), np.float32(init), max_memory=MEMORY)
        assert result.tolist() == expected
    assert peak() - before < MEMORY


def test_padding_that_is_built_counts() -> None:
    """Where each window sees padding, as many results as padding are asked for."""
    windows = Windows([2], [1], [1], [1], [[1 << 25, 0]])
    program = reduce_window([4], windows, "add", "f32", 1)
    with pytest.raises(interpreter.ExecutionError, match="64 MiB are allowed"):
        interpreter.run(program, np.ones(4, np.float32), np.float32(0), max_memory=MEMORY)
    assert not windows.see_mostly_padding([4])


@pytest.mark.parametrize("padding", [(6, 0), (0, 6), (3, 3), (0, 0)])
@pytest.mark.parametrize("axis", [0, 1])
def test_elements_of_a_window_keep_their_order(padding, axis):
    """Of functions a * x + b, one after the other, which isn't commutative; of windows up to a border, and others."""
    shape, sizes = [2, 2], [1, 1]
    shape[axis], sizes[axis] = 7, 7 if padding != (0, 0) else 3
    count = 7 + sum(padding) - sizes[axis] + 1
    table = [[0, 0], [0, 0]]
    table[axis] = [*padding]
    given = [2, 2]
    given[axis] = count
    x, result = (f"tensor<{dims[0]}x{dims[1]}xi64>" for dims in (shape, given))
    program = f"""func.func @main(%a: {x}, %b: {x}) -> ({result}, {result}) {{
      %one = stablehlo.constant dense<1> : tensor<i64>
      %zero = stablehlo.constant dense<0> : tensor<i64>
      %0:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) ({{
      ^bb0(%p: tensor<i64>, %q: tensor<i64>, %r: tensor<i64>, %s: tensor<i64>):
        %1 = stablehlo.multiply %p, %r : tensor<i64>
        %2 = stablehlo.multiply %q, %r : tensor<i64>
        %3 = stablehlo.add %2, %s : tensor<i64>
        stablehlo.return %1, %3 : tensor<i64>, tensor<i64>
      }}) {{window_dimensions = array<i64: {sizes[0]}, {sizes[1]}>, padding = dense<{table}> : tensor<2x2xi64>}}
        : ({x}, {x}, tensor<i64>, tensor<i64>) -> ({result}, {result})
      return %0#0, %0#1 : {result}, {result}
    }}"""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-3, 4, shape) for _ in range(2))
    found = interpreter.run(program, a, b)
    for other in range(2):
        lines = [np.take(x, other, 1 - axis).tolist() for x in (a, b)]
        for place in range(count):
            scale, shift = 1, 0
            for at in range(place - padding[0], place - padding[0] + sizes[axis]):
                if 0 <= at < 7:
                    scale, shift = scale * lines[0][at], shift * lines[0][at] + lines[1][at]
            index = (place, other) if axis == 0 else (other, place)
            assert (int(found[0][index]), int(found[1][index])) == (scale, shift)
