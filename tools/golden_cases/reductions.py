"""The goldens of reductions and select_and_scatter, and the regions that these and others are written with."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model import bodies

from tools.golden_cases.case import AnyOpCase, Region, case
from tools.golden_cases.tensors import iota, values

NAN = math.nan


# Known differences of the oracles.
PROMOTION = {"upstream": "upstream.promotion-in-reductions", "xla": "xla.promotion-in-reductions"}


def binary(op: str, type: str, python: Callable[[Any, Any], Any]) -> Region:
    """A region of one op on its two arguments."""
    return Region(
        f"%lhs: tensor<{type}>, %rhs: tensor<{type}>",
        f"%0 = stablehlo.{op} %lhs, %rhs : tensor<{type}>\nstablehlo.return %0 : tensor<{type}>",
        python,
    )


BITWISE: dict[str, Callable[[Any, Any], Any]] = {
    "and": bodies.bitwise_and,
    "or": bodies.bitwise_or,
    "xor": bodies.bitwise_xor,
}
ADD, MULTIPLY = binary("add", "i32", bodies.add), binary("multiply", "i32", bodies.multiply)
MAXIMUM, MINIMUM = binary("maximum", "i32", bodies.maximum), binary("minimum", "i32", bodies.minimum)


def compare(direction: str, type: str, python: Callable[..., bool], kind: str, others: str = "") -> Region:
    """A comparator of the first input's elements; `others` are the block arguments of the other inputs."""
    return Region(
        f"%lhs: tensor<{type}>, %rhs: tensor<{type}>{others}",
        f"%0 = stablehlo.compare {direction}, %lhs, %rhs, {kind} : (tensor<{type}>, tensor<{type}>) -> tensor<i1>\n"
        "stablehlo.return %0 : tensor<i1>",
        python,
    )


# The largest element and where it is: of two as large, the one with the lower index.
ARGMAX = Region(
    "%value: tensor<f32>, %index: tensor<i32>, %new_value: tensor<f32>, %new_index: tensor<i32>",
    """%larger = stablehlo.compare GT, %value, %new_value, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%equal = stablehlo.compare EQ, %value, %new_value, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%before = stablehlo.compare LT, %index, %new_index, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%first = stablehlo.and %equal, %before : tensor<i1>
%keep = stablehlo.or %larger, %first : tensor<i1>
%0 = stablehlo.select %keep, %value, %new_value : tensor<i1>, tensor<f32>
%1 = stablehlo.select %keep, %index, %new_index : tensor<i1>, tensor<i32>
stablehlo.return %0, %1 : tensor<f32>, tensor<i32>""",
    lambda v, i, w, j: (v, i) if float(v) > float(w) or (float(v) == float(w) and int(i) < int(j)) else (w, j),
)
PAIR = Region(
    "%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>",
    "%0 = stablehlo.add %a, %c : tensor<i32>\n%1 = stablehlo.maximum %b, %d : tensor<i32>\n"
    "stablehlo.return %0, %1 : tensor<i32>, tensor<i32>",
    lambda a, b, c, d: (bodies.add(a, c), bodies.maximum(b, d)),
)
# (a, b) stands for x -> a * x + b; to compose them is associative, and not commutative.
COMPOSE = Region(
    "%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>",
    "%0 = stablehlo.multiply %a, %c : tensor<i32>\n%1 = stablehlo.multiply %c, %b : tensor<i32>\n"
    "%2 = stablehlo.add %1, %d : tensor<i32>\nstablehlo.return %0, %2 : tensor<i32>, tensor<i32>",
    lambda a, b, c, d: (bodies.multiply(a, c), bodies.add(bodies.multiply(c, b), d)),
)


def reduce() -> Iterator[AnyOpCase]:
    says = "results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions"
    x, zero = iota("2x3xi32"), values("i32", 0)
    for dimensions in ([0], [1], [0, 1], []):
        label = "_and_".join(map(str, dimensions)) or "none"
        yield case(
            "reduce",
            f"dimensions_{label}",
            f"over dimensions {dimensions}",
            x,
            zero,
            says=says,
            dimensions=dimensions,
            body=ADD,
        )
    three = iota("2x3x4xi32")
    yield case(
        "reduce",
        "dimensions_around_another",
        "the dimension between stays",
        three,
        zero,
        says=says,
        dimensions=[0, 2],
        body=ADD,
    )
    lowest = values("i32", -(2**31))
    init: Any
    for name, body, init in (
        ("multiply", MULTIPLY, values("i32", 1)),
        ("maximum", MAXIMUM, lowest),
        ("minimum", MINIMUM, values("i32", 2**31 - 1)),
    ):
        yield case(
            "reduce",
            f"body_{name}",
            f"body is {name}",
            values("2x3xi32", [[3, -1, 4], [1, -5, 9]]),
            init,
            says=says,
            dimensions=[1],
            body=body,
        )
    for name, init in (("and", True), ("or", False)):
        body = binary(name, "i1", bodies.bitwise_and if name == "and" else bodies.bitwise_or)
        yield case(
            "reduce",
            f"body_{name}",
            f"body is {name} of booleans",
            values("3x2xi1", [[1, 1], [0, 1], [0, 0]]),
            values("i1", init),
            says=says,
            dimensions=[1],
            body=body,
        )
    yield case(
        "reduce",
        "empty_slices",
        "where there is nothing to reduce, the result is the init value",
        values("2x0xi32", []),
        values("i32", 0),
        says="The schedule consists of the input values, interspersed with init_values.",
        dimensions=[1],
        body=ADD,
    )
    yield case(
        "reduce",
        "two_inputs",
        "inputs are reduced together",
        iota("2x3xi32"),
        iota("2x3xi32", -3),
        zero,
        lowest,
        says=says,
        dimensions=[1],
        body=PAIR,
    )
    yield case(
        "reduce",
        "argmax",
        "the largest element and its index",
        values("2x4xf32", [[1, 7, 3, 7], [-1, -3, -1, -2]]),
        values("2x4xi32", [[0, 1, 2, 3]] * 2),
        values("f32", -math.inf),
        values("i32", 2**31 - 1),
        says=says,
        dimensions=[1],
        body=ARGMAX,
    )
    yield case(
        "reduce",
        "body_not_commutative",
        "in-order traversal: the ascending lexicographic order of indices",
        values("4xi32", [2, 3, 1, 5]),
        values("4xi32", [1, 0, 7, 2]),
        values("i32", 1),
        values("i32", 0),
        says=(
            "schedule: a full binary tree whose in-order traversal consists of the input values in "
            "ascending order of index"
        ),
        dimensions=[0],
        body=COMPOSE,
    )
    yield case(
        "reduce",
        "body_not_commutative_two_dimensions",
        "the lexicographic order of indices, whatever the order of dimensions",
        values("3x3xi32", [[2, 3, 1], [5, 2, 1], [-1, 3, 2]]),
        values("3x3xi32", [[1, 0, 7], [2, -1, 4], [6, -3, 5]]),
        values("i32", 1),
        values("i32", 0),
        says=(
            "schedule: a full binary tree whose in-order traversal consists of the input values in "
            "ascending order of index"
        ),
        dimensions=[1, 0],
        body=COMPOSE,
    )
    for name, init in (("and", -1), ("or", 0), ("xor", 0)):
        yield case(
            "reduce",
            f"body_{name}_of_integers",
            f"body is bitwise {name}",
            values("2x3xi32", [[12, 10, -2], [5, 3, 9]]),
            values("i32", init),
            says=says,
            dimensions=[1],
            body=binary(name, "i32", BITWISE[name]),
        )
    yield case(
        "reduce",
        "body_xor",
        "body is xor of booleans",
        values("3x3xi1", [[1, 1, 1], [0, 1, 1], [0, 0, 1]]),
        values("i1", False),
        says=says,
        dimensions=[1],
        body=binary("xor", "i1", BITWISE["xor"]),
    )
    for name, like, init in (
        ("add", "or", False),
        ("multiply", "and", True),
        ("maximum", "or", False),
        ("minimum", "and", True),
    ):
        yield case(
            "reduce",
            f"body_{name}_of_booleans",
            f"{name} of booleans is {like.upper()}",
            values("3x3xi1", [[1, 0, 1], [0, 0, 0], [1, 1, 1]]),
            values("i1", init),
            says=says,
            file="bodies_of_booleans",
            dimensions=[1],
            body=binary(name, "i1", BITWISE[like]),
        )
    for name, python, init in (("maximum", bodies.maximum, -math.inf), ("minimum", bodies.minimum, math.inf)):
        yield case(
            "reduce",
            f"body_{name}_of_floats",
            f"body is {name}: -0.0 is less than 0.0",
            values("3x3xf32", [[0.0, -0.0, 0.0], [-0.0, 0.0, -0.0], [-1.5, -math.inf, math.inf]]),
            values("f32", init),
            says=says,
            differs={"xla": "xla.constant-zeros-reduced"},
            dimensions=[1],
            bits=True,
            body=binary(name, "f32", python),
        )
    yield case(
        "reduce",
        "floats_around_another_dimension",
        "an odd number of elements, in two dimensions",
        iota("3x2x7xf32"),
        values("f32", 0),
        says=says,
        dimensions=[0, 2],
        body=binary("add", "f32", bodies.add),
    )
    yield case(
        "reduce",
        "many_elements",
        "sums of a thousand numbers, exact in any order",
        iota("2x1000xf32", -300),
        values("f32", 0),
        says=says,
        dimensions=[1],
        body=binary("add", "f32", bodies.add),
    )
    for type in ("i64", "ui64", "f64"):
        number = 2**40 + 1
        yield case(
            "reduce",
            f"sum_of_{type}",
            f"sums of {type}",
            values(f"3x{type}", [number, 3 * number, 5]),
            values(type, 0),
            says=says,
            file="sums",
            dimensions=[0],
            body=binary("add", type, bodies.add),
        )
    yield case(
        "reduce",
        "floats",
        "sums that are exact in any order",
        values("2x4xf32", [[0.5, 1.5, -2, 8], [1, 2, 4, 0.25]]),
        values("f32", 0),
        says=says,
        dimensions=[1],
        body=binary("add", "f32", bodies.add),
    )
    yield case(
        "reduce",
        "nan",
        "the maximum of NaN is NaN",
        values("2x3xf32", [[1, NAN, 3], [1, 2, 3]]),
        values("f32", -math.inf),
        says=says,
        dimensions=[1],
        body=binary("maximum", "f32", bodies.maximum),
    )
    yield case(
        "reduce",
        "complex_numbers",
        "sums of complex numbers",
        values("3xcomplex<f32>", [1 + 2j, 3 - 1j, -2]),
        values("complex<f32>", 0),
        says=says,
        dimensions=[0],
        body=binary("add", "complex<f32>", bodies.add),
    )
    promoted = "input_slices_converted = to_destination_type(input_slices..., type(func_inputs(body)...)...)"
    yield case(
        "reduce",
        "promotion_of_integers",
        "i8 is summed in i32",
        values("4xi8", [100, 100, 100, -5]),
        values("i8", 0),
        says=promoted,
        differs=PROMOTION,
        results="i32",
        dimensions=[0],
        body=ADD,
    )
    yield case(
        "reduce",
        "promotion_of_floats",
        "bf16 is summed in f32",
        values("4xbf16", [256, 1, 1, 1]),
        values("bf16", 0),
        says=promoted,
        differs=PROMOTION,
        results="f32",
        dimensions=[0],
        body=binary("add", "f32", bodies.add),
    )


def reduce_window() -> Iterator[AnyOpCase]:
    says = "results...[result_index] = reduce(windows, init_values, axes(inputs...), body)"
    x, zero, one = iota("6xi32"), values("i32", 0), iota("3x4xi32")

    def window(
        name: str, title: str, operand: Any, says: str = says, init: Any = zero, body: Region = ADD, **more: Any
    ) -> AnyOpCase:
        return case("reduce_window", name, title, operand, init, says=says, body=body, **more)

    yield window("window", "every window, one step apart", x, window_dimensions=[3])
    yield window("window_of_two_dimensions", "rows and columns", one, window_dimensions=[2, 3])
    yield window(
        "strides",
        "window_start = result_index * window_strides",
        one,
        window_dimensions=[2, 2],
        window_strides=[1, 2],
        says="window_start = result_index * window_strides",
    )
    yield window(
        "strides_that_leave_a_rest", "what is left over makes no window", x, window_dimensions=[2], window_strides=[4]
    )
    padded = "padded_inputs = pad(inputs..., init_values..., padding[:, 0], padding[:, 1], base_dilations - 1)"
    yield window(
        "padding", "beside the input there are init values", x, padded, window_dimensions=[3], padding=[[2, 1]]
    )
    yield window(
        "padding_of_maximum",
        "padding of the lowest number",
        values("2x2xi32", [[-3, -1], [-7, -5]]),
        padded,
        values("i32", -(2**31)),
        MAXIMUM,
        window_dimensions=[2, 2],
        padding=[[1, 0], [0, 1]],
    )
    yield window("negative_padding", "elements are cut off", x, padded, window_dimensions=[2], padding=[[-1, -2]])
    yield window(
        "base_dilations",
        "between the inputs there are init values",
        x,
        padded,
        window_dimensions=[3],
        base_dilations=[2],
    )
    dilated = "window_end = window_start + (window_dimensions - 1) * window_dilations + 1"
    yield window(
        "window_dilations", "elements of a window stand apart", x, dilated, window_dimensions=[3], window_dilations=[2]
    )
    yield window(
        "everything",
        "strides, both dilations and padding",
        one,
        dilated,
        window_dimensions=[2, 2],
        window_strides=[2, 1],
        base_dilations=[2, 1],
        window_dilations=[1, 2],
        padding=[[1, 1], [0, 2]],
    )
    yield window("window_larger_than_the_input", "there is no window", iota("2xi32"), window_dimensions=[3])
    yield window("window_far_too_large", "there is none of steps either", iota("2xi32"), window_dimensions=[9])
    yield window("window_of_the_whole_input", "there is one window", x, window_dimensions=[6])
    yield window("cumulative_sum", "padding on one side", x, window_dimensions=[6], padding=[[5, 0]])
    yield window("cumulative_sum_reversed", "padding on the other side", x, window_dimensions=[6], padding=[[0, 5]])
    yield window(
        "cumulative_maximum_of_columns",
        "along one of two dimensions",
        values("3x2xi32", [[1, 5], [4, 2], [3, 9]]),
        init=values("i32", -(2**31)),
        body=MAXIMUM,
        window_dimensions=[3, 1],
        padding=[[2, 0], [0, 0]],
    )
    for side, padding in (("low", [[3, 0]]), ("high", [[0, 3]]), ("none", [[0, 0]])):
        yield case(
            "reduce_window",
            f"body_not_commutative_{side}",
            "in-order traversal: the ascending order of indices",
            values("4xi32", [2, 3, 1, 5]),
            values("4xi32", [1, 0, 7, 2]),
            values("i32", 1),
            values("i32", 0),
            says="results...[result_index] = reduce(windows, init_values, axes(inputs...), body)",
            file="body_not_commutative",
            window_dimensions=[4 if padding[0] != [0, 0] else 2],
            padding=padding,
            body=COMPOSE,
        )
    yield case(
        "reduce_window",
        "two_inputs",
        "inputs are reduced together",
        iota("2x3xi32"),
        iota("2x3xi32", -3),
        zero,
        values("i32", -(2**31)),
        says=says,
        window_dimensions=[1, 2],
        body=PAIR,
    )
    yield window(
        "promotion",
        "i8 is summed in i32",
        values("4xi8", [100, 100, 100, -5]),
        init=values("i8", 0),
        window_dimensions=[2],
        results="3xi32",
        differs=PROMOTION,
    )
    yield window(
        "floats",
        "an average pooling's sums",
        values("2x4xf32", [[0.5, 1.5, -2, 8], [1, 2, 4, 0.25]]),
        init=values("f32", 0),
        body=binary("add", "f32", bodies.add),
        window_dimensions=[2, 2],
        window_strides=[2, 2],
    )


def select_and_scatter() -> Iterator[AnyOpCase]:
    ge = compare("GE", "i32", lambda a, b: int(a) >= int(b), "SIGNED")
    le = compare("LE", "i32", lambda a, b: int(a) <= int(b), "SIGNED")
    x = values("4x4xi32", [[1, 9, 3, 2], [4, 5, 6, 8], [7, 0, 11, 10], [14, 13, 12, 15]])
    zero, source = values("i32", 0), values("2x2xi32", [[10, 20], [30, 40]])
    says = (
        "source_indices = [source_index for source_index in indices(source) if "
        "selected_index(source_index) = result_index]"
    )
    # Several windows' values at one place are summed with what is there; init values other than 0 count once.
    yield case(
        "select_and_scatter",
        "windows_side_by_side",
        "each window's largest element gets the source's",
        x,
        source,
        zero,
        says=says,
        window_dimensions=[2, 2],
        window_strides=[2, 2],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "select_least",
        "select decides which element",
        x,
        source,
        zero,
        says=says,
        window_dimensions=[2, 2],
        window_strides=[2, 2],
        select=le,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "overlapping_windows",
        "an element selected twice gets both",
        values("1x5xi32", [[1, 5, 2, 4, 3]]),
        values("1x3xi32", [[10, 20, 30]]),
        zero,
        says=says,
        window_dimensions=[1, 3],
        window_strides=[1, 1],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "padding",
        "padding is never selected",
        values("1x3xi32", [[-5, -2, -7]]),
        values("1x4xi32", [[1, 2, 3, 4]]),
        zero,
        says="reduce_window_without_init works exactly like reduce_window, except that init values aren't included",
        window_dimensions=[1, 2],
        window_strides=[1, 1],
        padding=[[0, 0], [1, 1]],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "padding_on_one_side",
        "low before the first element, high behind the last",
        values("1x4xi32", [[5, 2, 7, 3]]),
        values("1x2xi32", [[1, 2]]),
        zero,
        says="reduce_window_without_init works exactly like reduce_window, except that init values aren't included",
        window_dimensions=[1, 3],
        window_strides=[1, 3],
        padding=[[0, 0], [2, 0]],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "overlapping_in_two_dimensions",
        "windows that overlap in rows and columns",
        x,
        iota("3x3xi32"),
        zero,
        says=says,
        window_dimensions=[2, 2],
        window_strides=[1, 1],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "floats",
        "elements of type f32",
        values("1x4xf32", [[0.5, -1.5, -2, -0.25]]),
        values("1x2xf32", [[10, 0.125]]),
        values("f32", 0),
        says=says,
        window_dimensions=[1, 2],
        window_strides=[1, 2],
        select=compare("GE", "f32", lambda a, b: float(a) >= float(b), "FLOAT"),
        scatter=binary("add", "f32", bodies.add),
    )
    yield case(
        "select_and_scatter",
        "ties",
        "of equal elements, GE selects the first",
        values("1x4xi32", [[7, 7, 3, 3]]),
        values("1x2xi32", [[10, 20]]),
        zero,
        says="body returns select(arg0, arg1) ? arg0 : arg1",
        window_dimensions=[1, 2],
        window_strides=[1, 2],
        select=ge,
        scatter=ADD,
    )
    yield case(
        "select_and_scatter",
        "init_value",
        "where nothing is scattered to, the result is init_value",
        values("1x4xi32", [[1, 2, 4, 3]]),
        values("1x2xi32", [[10, 20]]),
        values("i32", -1),
        says="result[result_index] = reduce([source_values], [init_value], [0], scatter)",
        window_dimensions=[1, 2],
        window_strides=[1, 2],
        select=ge,
        scatter=binary("maximum", "i32", bodies.maximum),
    )


CASES: Sequence[AnyOpCase] = [*reduce(), *reduce_window(), *select_and_scatter()]
