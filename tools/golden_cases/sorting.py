"""The goldens of sort: directions, dimensions, comparators of every form, and the order of equal elements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tools.golden_cases.case import AnyOpCase, Region, case
from tools.golden_cases.reductions import compare
from tools.golden_cases.tensors import iota, values

NAN = math.nan
LEXICOGRAPHIC = Region(
    "%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<f32>, %f: tensor<f32>",
    """%less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%equal = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%rest = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%0 = stablehlo.select %equal, %rest, %less : tensor<i1>, tensor<i1>
stablehlo.return %0 : tensor<i1>""",
    lambda a, b, c, d, e, f: (int(a), int(c)) < (int(b), int(d)),
)
LESS_OR_REST = Region(
    "%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>",
    """%less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%equal = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%rest = stablehlo.compare GT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%both = stablehlo.and %equal, %rest : tensor<i1>
%0 = stablehlo.or %less, %both : tensor<i1>
stablehlo.return %0 : tensor<i1>""",
    lambda a, b, c, d: int(a) < int(b) or (int(a) == int(b) and int(c) > int(d)),
)
BY_ABSOLUTE_VALUE = Region(
    "%lhs: tensor<i32>, %rhs: tensor<i32>",
    """%x = stablehlo.abs %lhs : tensor<i32>
%y = stablehlo.abs %rhs : tensor<i32>
%0 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %0 : tensor<i1>""",
    lambda a, b: abs(int(a)) < abs(int(b)),
)


def sort() -> Iterator[AnyOpCase]:
    says = (
        "sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true "
        "if lhs is less than rhs"
    )
    less = compare("LT", "i32", lambda a, b: int(a) < int(b), "SIGNED")
    greater = compare("GT", "i32", lambda a, b: int(a) > int(b), "SIGNED")
    x = values("2x4xi32", [[3, -1, 4, 1], [5, 9, -2, 6]])
    yield case("sort", "ascending", "the comparator is LT", x, says=says, dimension=1, comparator=less)
    yield case("sort", "descending", "the comparator is GT", x, says=says, dimension=1, comparator=greater)
    yield case("sort", "dimension_0", "along columns", x, says=says, dimension=0, comparator=less)
    yield case(
        "sort",
        "negative_dimension",
        "-1 is the last dimension",
        x,
        says="adjusted_dimension = dimension >= 0 ? dimension : rank(inputs[0]) + dimension",
        dimension=-1,
        comparator=less,
    )
    yield case(
        "sort",
        "unsigned_integers",
        "ui8 200 is more than 100",
        values("3xui8", [200, 100, 3]),
        says=says,
        dimension=0,
        comparator=compare("LT", "ui8", lambda a, b: int(a) < int(b), "UNSIGNED"),
    )
    others = ", %lhs1: tensor<i32>, %rhs1: tensor<i32>"
    by_first = compare("LT", "i32", lambda a, b, c, d: int(a) < int(b), "SIGNED", others)
    keys = values("6xi32", [3, 1, 3, 2, 1, 3])
    yield case(
        "sort",
        "stable",
        "equal elements keep their order",
        keys,
        iota("6xi32"),
        says=(
            "If is_stable is true, the relative order of elements considered to be equal by the "
            "comparator is preserved."
        ),
        dimension=0,
        is_stable=True,
        comparator=by_first,
    )
    yield case(
        "sort",
        "stable_with_many_elements",
        "equal elements keep their order, among more than an insertion sort is used for",
        values("100xi32", [7 * i % 10 for i in range(100)]),
        iota("100xi32"),
        says=(
            "If is_stable is true, the relative order of elements considered to be equal by the "
            "comparator is preserved."
        ),
        dimension=0,
        is_stable=True,
        comparator=by_first,
    )
    yield case(
        "sort",
        "stable_descending",
        "equal elements keep their order, they aren't reversed",
        keys,
        iota("6xi32"),
        says=(
            "If is_stable is true, the relative order of elements considered to be equal by the "
            "comparator is preserved."
        ),
        dimension=0,
        is_stable=True,
        comparator=compare("GT", "i32", lambda a, b, c, d: int(a) > int(b), "SIGNED", others),
    )
    yield case(
        "sort",
        "lexicographic",
        "by the first input, then by the second; the third goes with them",
        values("2x3xi32", [[3, 1, 1], [1, 1, 3]]),
        values("2x3xi32", [[5, 9, 8], [2, 4, 7]]),
        iota("2x3xf32"),
        says="results_together[result_slice] = sort(inputs_together[result_slice], comparator_together)",
        dimension=0,
        comparator=LEXICOGRAPHIC,
    )
    yield case(
        "sort",
        "by_a_function",
        "the comparator may compute: by absolute value",
        values("5xi32", [3, -1, -4, 2, 0]),
        says=says,
        dimension=0,
        comparator=BY_ABSOLUTE_VALUE,
    )
    yield case(
        "sort",
        "two_inputs",
        "the second input goes with the first",
        values("4xi32", [3, 1, 4, 2]),
        iota("4xi32", 10),
        says="results_together[result_slice] = sort(inputs_together[result_slice], comparator_together)",
        dimension=0,
        comparator=by_first,
    )
    by_second = Region(
        "%lhs: tensor<i32>, %rhs: tensor<i32>" + others,
        (
            "%0 = stablehlo.compare LT, %lhs1, %rhs1, SIGNED : (tensor<i32>, tensor<i32>) -> "
            "tensor<i1>\nstablehlo.return %0 : tensor<i1>"
        ),
        lambda a, b, c, d: int(c) < int(d),
    )
    yield case(
        "sort",
        "by_the_second_input",
        "the comparator may look at any input",
        iota("4xi32", 10),
        values("4xi32", [3, 1, 4, 2]),
        says="args: lhs and rhs of each input in turn",
        dimension=0,
        comparator=by_second,
    )
    total = compare("LT", "f32", lambda a, b: _total(a) < _total(b), "TOTALORDER")
    yield case(
        "sort",
        "total_order",
        "NaN comes last",
        values("5xf32", [NAN, 1, -math.inf, math.inf, -2]),
        says=says,
        differs={"upstream": "upstream.total-order"},
        dimension=0,
        comparator=total,
    )
    yield case(
        "sort",
        "floats",
        "infinities at the ends",
        values("4xf32", [1.5, math.inf, -math.inf, -0.5]),
        says=says,
        dimension=0,
        comparator=compare("LT", "f32", lambda a, b: float(a) < float(b), "FLOAT"),
    )
    floats = values("2x3xf32", [[1.5, math.inf, -0.5], [-math.inf, 2, 0.25]])
    yield case(
        "sort",
        "floats_descending",
        "the comparator is GT",
        floats,
        says=says,
        dimension=1,
        comparator=compare("GT", "f32", lambda a, b: float(a) > float(b), "FLOAT"),
    )
    swapped = Region(
        "%lhs: tensor<f32>, %rhs: tensor<f32>",
        (
            "%0 = stablehlo.compare LT, %rhs, %lhs, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "stablehlo.return %0 : tensor<i1>"
        ),
        lambda a, b: float(b) < float(a),
    )
    yield case(
        "sort",
        "arguments_swapped",
        "LT of the arguments the other way around is descending",
        floats,
        says=says,
        dimension=1,
        comparator=swapped,
    )
    yield case(
        "sort",
        "no_dimension",
        "dimension left out is -1",
        x,
        says="dimension is optional: -1",
        comparator=less,
    )
    yield case(
        "sort",
        "dimension_in_the_middle",
        "slices along dimension 1 of 3",
        values("2x3x2xi32", [[[5, 1], [3, 9], [4, 2]], [[0, 7], [-1, 6], [8, 7]]]),
        says=says,
        dimension=1,
        comparator=less,
    )
    yield case(
        "sort",
        "total_order_descending",
        "NaN comes first",
        values("5xf32", [1, NAN, -math.inf, math.inf, -2]),
        says=says,
        differs={"upstream": "upstream.total-order"},
        dimension=0,
        comparator=compare("GT", "f32", lambda a, b: _total(a) > _total(b), "TOTALORDER"),
    )
    yield case(
        "sort",
        "lexicographic_by_logic",
        "less, or equal and the rest less",
        values("4xi32", [3, 1, 3, 1]),
        values("4xi32", [5, 9, 2, 8]),
        says="args: lhs and rhs of each input in turn",
        dimension=0,
        comparator=LESS_OR_REST,
    )
    yield case("sort", "empty", "nothing to sort", values("2x0xi32", []), says=says, dimension=1, comparator=less)


def _total(x: Any) -> tuple[bool, float]:
    return (bool(np.isnan(x)), 0.0 if np.isnan(x) else float(x))


CASES: Sequence[AnyOpCase] = [*sort()]
