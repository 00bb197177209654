"""How much is found: of small programs whose inputs can all be tried, facts say what is true, but for so much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

import numpy as np
from helpers.proved_facts import broken, exact, rows_of

import hlogen as hl
import interpreter
from hlogen.analysis.facts import Fact, Facts
from hlogen.ir import IntegerAttr, IntegerType

Program = Callable[[Any, Any], Any]


def iota(shape: str, dim: int = 0) -> Any:
    return hl.iota(f"{shape}xi32", iota_dimension=dim)


def rows(x: Any) -> Any:
    """3x2: x in both columns."""
    return hl.broadcast_in_dim(x, [3, 2], broadcast_dimensions=[0])


def columns(x: Any) -> Any:
    """2x3: x in both rows."""
    return hl.broadcast_in_dim(x, [2, 3], broadcast_dimensions=[1])


def one(n: Any) -> Any:
    return hl.reshape(n, [1])


def both(n: Any, count: int = 3) -> Any:
    return hl.broadcast_in_dim(n, [count], broadcast_dimensions=[])


def order(x: Any) -> Any:
    """A permutation."""
    return hl.sort([x, iota("3")], lambda a, b, i, j: a < b, dimension=0)[1]


def gathered(table: Any, at: Any, **numbers: Any) -> Any:
    given = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": at.rank}
    return hl.gather(table, at, **{**given, "slice_sizes": [1] * table.rank, **numbers})


def looked_up_at(table: Any, first: Any, second: Any) -> Any:
    pairs = [hl.reshape(each, [*each.shape, 1]) for each in (first, second)]
    at = hl.concatenate(pairs, dimension=2)
    return gathered(table, at, collapsed_slice_dims=[0, 1], start_index_map=[0, 1], index_vector_dim=2)


def scattered(table: Any, at: Any, updates: Any, body: Any) -> Any:
    return hl.scatter(
        table, at, updates, body, update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
        index_vector_dim=at.rank,
    )  # fmt: skip


def accumulated(x: Any, start: int, body: str, d: int, backwards: bool) -> Any:
    window, edges = [1] * x.rank, [[0, 0] for _ in range(x.rank)]
    window[d] = x.shape[d]
    edges[d][backwards] = x.shape[d] - 1
    return hl.reduce_window(x, start, body, window_dimensions=window, padding=edges)


def top(x: Any, number: int) -> Any:
    kinds = [hl.tensor("2x2xi32")] * 2
    return hl.operation("chlo.top_k", [x], attributes={"k": IntegerAttr(2, IntegerType(64))}, result_types=kinds)[
        number
    ]


def sorted_(x: Any, direction: str, d: int) -> Any:
    return hl.sort(x, lambda a, b: hl.compare(a, b, direction), dimension=d)


def turned(count: int, *start: Any, body: Any) -> Any:
    """A loop of so many turns."""
    return hl.while_(
        [hl.constant(0, "i32"), *start], lambda i, *_: hl.compare(i, count, "LT"), lambda i, *c: [i + 1, *body(i, *c)]
    )


def dotted(x: Any, y: Any, d: int) -> Any:
    return hl.dot_general(x, y, lhs_contracting_dimensions=[d], rhs_contracting_dimensions=[0])


def convolved(x: Any, padding: int) -> Any:
    numbers = {
        "input_batch_dimension": 0, "input_feature_dimension": 1, "input_spatial_dimensions": [2],
        "kernel_output_feature_dimension": 0, "kernel_input_feature_dimension": 1, "kernel_spatial_dimensions": [2],
    }  # fmt: skip
    kernel = hl.constant(np.full((3, 1, 2), 2), "i32")
    return hl.convolution(hl.reshape(x, [1, 1, 3]), kernel, padding=[(padding, 0)], **numbers)


# Of x, three integers from 0 to 2, and n, one from -1 to 3.
PROGRAMS: Mapping[str, Mapping[str, Program]] = {
    "elementwise": {
        "far + near": lambda x, n: iota("3") * 3 + x,
        "near + far": lambda x, n: x + iota("3") * 3,
        "far - near": lambda x, n: iota("3") * -3 - x,
        "near - far": lambda x, n: x - iota("3") * 3,
        "far + near, of rows": lambda x, n: rows(order(x)) * 4 + iota("3x2", 1) * 3 + rows(x),
        "near + far, of rows": lambda x, n: iota("3x2", 1) + rows(order(x)) * 4,
        "same": lambda x, n: x - x,
        "products": lambda x, n: both(n) * (iota("3") * 2 + 1),
        "products apart": lambda x, n: (iota("3") + x[0]) * (x[1] + 2),
        "products apart, factors exchanged": lambda x, n: hl.add(both(x[1]), 2) * (iota("3") + both(x[0])),
        "negated": lambda x, n: -(iota("3") * 3 + x),
        "absolute": lambda x, n: hl.abs(iota("3") - both(n)),
        "absolute, of those above": lambda x, n: hl.abs(iota("3") * 3 + x),
        "absolute, of those below": lambda x, n: hl.abs(iota("3") * -3 - x),
        "sign of what grows": lambda x, n: hl.sign(iota("3") - both(n)),
        "sign of what falls": lambda x, n: hl.sign(both(n) - iota("3")),
        "sign of what is above": lambda x, n: hl.sign(x),
        **{
            f"{what} of {of} by {divisor}": lambda x, n, divide=divide, given=given, divisor=divisor: divide(
                given(x, n), both(hl.constant(divisor, "i32"))
            )
            for what, divide in (("quotient", hl.divide), ("remainder", hl.remainder))
            for of, given in {
                "what grows": lambda x, n: iota("3") * 8 + x,
                "what falls": lambda x, n: iota("3") * -8 + 40 - x,
                "what grows through 0": lambda x, n: iota("3") * 5 - 6 + x,
                "what falls through 0": lambda x, n: iota("3") * -5 + 6 - x,
                "multiples": lambda x, n: iota("3") * 6 + both(n) * 4 - 4,
                "what is near": lambda x, n: iota("3") * 2 + x + 8,
                "any": lambda x, n: x + n,
            }.items()
            for divisor in (2, -2, 4, 8)
        },
        "quotient of two": lambda x, n: hl.divide(x * 3 - 2, both(hl.clamp(1, n, 3))),
        "quotient of two, by any": lambda x, n: hl.divide(x + 4, both(n * 2 + 1)),
        "remainder of two": lambda x, n: hl.remainder(x * 3 - 2, both(hl.clamp(2, n, 3))),
        "remainder of what is less": lambda x, n: hl.remainder(iota("3") + x, both(hl.clamp(1, n, 3) - 9)),
        "remainder of what may be as much": lambda x, n: hl.remainder(x * 3, both(hl.clamp(1, n, 3) - 9)),
        "square": lambda x, n: hl.power(x - 1, both(hl.constant(2, "i32"))),
        "cube": lambda x, n: hl.power(x - 1, both(hl.constant(3, "i32"))),
        **{
            f"{name} {how}": lambda x, n, choose=choose, of=of: choose(*of(x, n))
            for name, choose in (("maximum", hl.maximum), ("minimum", hl.minimum))
            for how, of in {
                "of what grows": lambda x, n: (iota("3"), both(n)),
                "of what falls": lambda x, n: (iota("3") * -2, both(n) * 2),
                "of both": lambda x, n: (iota("3") * 2 + x, x * 2),
                "of even ones": lambda x, n: (x * 4, both(n * 2)),
                "of what is always more": lambda x, n: (iota("3") + 6, x),
                "of what is always less": lambda x, n: (x - 4, iota("3") + x),
            }.items()
        },
        "clamped": lambda x, n: hl.clamp(n, iota("3") * 2, hl.clamp(2, n, 3)),
        "clamped to order": lambda x, n: hl.clamp(0, iota("3") * 2 - both(n), 3),
        "and": lambda x, n: x & both(hl.clamp(0, n, 1)),
        "and of negative ones": lambda x, n: (x - 4) & both(n - 5),
        "and of any": lambda x, n: x & both(n),
        "low bits": lambda x, n: (iota("3") * 2 + x) & 7,
        "low bits of all": lambda x, n: (iota("3") * 3 + x + 6) & 3,
        "or": lambda x, n: (x + 3) | both(hl.clamp(0, n, 3)),
        "xor": lambda x, n: x ^ both(hl.clamp(0, n, 3)),
        "xor with nothing": lambda x, n: (x + iota("3") * 3) ^ 0,
        "not": lambda x, n: ~(iota("3") * 3 + x),
        "shifted left": lambda x, n: hl.shift_left(iota("3") + 1, both(hl.clamp(0, n, 2))),
        "shifted right": lambda x, n: hl.shift_right_arithmetic(iota("3") * 5 - 7 + x, both(hl.constant(1, "i32"))),
        "shifted right, as they are": lambda x, n: hl.shift_right_logical(
            iota("3") * 4 + x, both(hl.constant(1, "i32"))
        ),
        "shifted right, by any": lambda x, n: hl.shift_right_arithmetic(x * 6 - 3, both(hl.clamp(0, n, 2))),
        "bits": lambda x, n: hl.popcnt(x),
        "leading zeros": lambda x, n: hl.count_leading_zeros(x + 2),
        "truth": lambda x, n: hl.convert(x + 1, "i1"),
        "truth, open": lambda x, n: hl.convert(x, "i1"),
        **{
            f"{word}, {how}": lambda x, n, word=word, of=of: hl.compare(*of(x, n), comparison_direction=word)
            for word in ("EQ", "NE", "LT", "LE", "GT", "GE")
            for how, of in {
                "less": lambda x, n: (x, both(n + 4)),
                "more": lambda x, n: (x + 4, both(n)),
                "at most": lambda x, n: (x - 3, both(n)),
                "at least": lambda x, n: (x + 3, both(n)),
                "itself": lambda x, n: (x, x),
                "odd and even": lambda x, n: (x * 2, both(n * 4) + 1),
                "open": lambda x, n: (x, both(n)),
            }.items()
        },
        "select": lambda x, n: hl.select(n < 1, iota("3") * 3 + x, iota("3") * 3 + 10),
        "select, mixed": lambda x, n: hl.select(x < 1, iota("3") * 2 + 10, iota("3") * 2 + 1),
        "select, along rows": lambda x, n: hl.select(
            rows(x < 1), iota("3x2", 1) * 9 + iota("3x2"), iota("3x2", 1) * 9 + iota("3x2") + 3
        ),
        **{
            f"select where {how}, {side}": lambda x, n, of=of, side=side: (
                hl.select(of(x, n), x, 1) if side else hl.select(of(x, n), 1, x)
            )
            for side in (0, 1)
            for how, of in {
                "less": lambda x, n: x < 1,
                "more": lambda x, n: hl.compare(0, x, "LT"),
                "equal": lambda x, n: hl.compare(x, 1, "EQ"),
                "not the first": lambda x, n: hl.compare(x, 0, "NE"),
                "not the last": lambda x, n: hl.compare(2, x, "NE"),
                "neither": lambda x, n: ~((x < 1) | hl.compare(x, 1, "GT")),
                "one of two": lambda x, n: hl.compare(x, 0, "EQ") | hl.compare(x, 1, "EQ"),
                "not both": lambda x, n: ~(hl.compare(x, 0, "GT") & hl.compare(x, 1, "GE")),
                "as said": lambda x, n: hl.compare(x < 1, both(hl.constant(True)), "EQ"),
                "as computed": lambda x, n: x * 2 + 1 < 3,
            }.items()
        },
    },
    "places": {
        "transposed": lambda x, n: hl.transpose(rows(x) + iota("3x2", 1) * 4, permutation=[1, 0]),
        "reversed": lambda x, n: hl.reverse(rows(x) * 4 + iota("3x2", 1) * 12 + iota("3x2"), dimensions=[1]),
        "repeated": lambda x, n: hl.broadcast_in_dim(iota("3") * 3 + x, [2, 3, 1], broadcast_dimensions=[1]),
        "repeated ones": lambda x, n: hl.broadcast_in_dim(one(n), [3, 2], broadcast_dimensions=[0]),
        "flat": lambda x, n: hl.reshape(rows(x) + iota("3x2") * 9 + iota("3x2", 1) * 3, [6]),
        "folded": lambda x, n: hl.reshape(hl.broadcast_in_dim(n, [6], broadcast_dimensions=[]) + iota("6"), [2, 3]),
        "sliced": lambda x, n: hl.slice(
            rows(x) + iota("3x2", 1) * 4, start_indices=[0, 0], limit_indices=[3, 2], strides=[2, 1]
        ),
        "padded": lambda x, n: hl.pad(x + iota("3") * 5, 0, [1], [0], [0]),
        "padded behind": lambda x, n: hl.pad(x + iota("3") * 5, 20, [0], [1], [0]),
        "padded between": lambda x, n: hl.pad(x, 5, [0], [0], [1]),
        "padded widely between": lambda x, n: hl.pad(x, 5, [0], [0], [2]),
        "padded between and cut": lambda x, n: hl.pad(x, 5, [-1], [0], [1]),
        "padded nowhere": lambda x, n: hl.pad(order(x) * 5, 0, [-1], [0], [0]),
        "padded between what is far apart": lambda x, n: hl.pad(iota("2") * 20 + both(n, 2), 11, [0], [0], [1]),
        "padded rows": lambda x, n: hl.pad(rows(x) + iota("3x2", 1) * 4, -1, [0, 1], [0, 1], [0, 0]),
        "padded twice": lambda x, n: hl.pad(x, 7, [2], [0], [0]),
        "joined": lambda x, n: hl.concatenate([iota("3") * 3 + x, both(n, 2) + iota("2") + 10], dimension=0),
        "joined apart": lambda x, n: hl.concatenate([order(x) + 3, order(x)], dimension=0),
        "joined by residues": lambda x, n: hl.concatenate([order(x) * 5, order(x) * 5 + 3], dimension=0),
        "joined beside": lambda x, n: hl.concatenate([rows(order(x)), rows(order(x)) + 4], dimension=1),
        "joined in order": lambda x, n: hl.concatenate([one(n), one(n) + 2, both(n, 2) + iota("2") + 7], dimension=0),
        "joined beside, as they were": lambda x, n: hl.concatenate([rows(order(x)), rows(order(x)) + 1], dimension=1),
        "joined one by one": lambda x, n: hl.concatenate([x[:1], x[1:2] + 4, x[2:] + 8], dimension=0),
        "joined below": lambda x, n: hl.concatenate([columns(x), columns(x) + 5 + iota("2x3") * 3], dimension=0),
    },
    "windows that a run places": {
        "dynamic slice": lambda x, n: hl.dynamic_slice(x + iota("3") * 4, [n], [2]),
        "dynamic slice of all": lambda x, n: hl.dynamic_slice(rows(x) + iota("3x2") * 4, [n, n], [3, 1]),
        "dynamic slice at the end": lambda x, n: hl.dynamic_slice(x + iota("3") * 4, [n + 5], [2]),
        "dynamic slice at the start": lambda x, n: hl.dynamic_slice(x + iota("3") * 4, [n - 5], [1]),
        "update": lambda x, n: hl.dynamic_update_slice(x, both(n, 2) + 10, [n]),
        "update of rows": lambda x, n: hl.dynamic_update_slice(rows(x) + iota("3x2", 1) * 3, rows(x)[:2] + 4, [n, n]),
        "update of a column": lambda x, n: hl.dynamic_update_slice(
            rows(x) + iota("3x2", 1) * 3, rows(x)[:, :1] + 8, [n, 1]
        ),
        "update of all": lambda x, n: hl.dynamic_update_slice(x, iota("3") * 3 + x, [n]),
        "update at the end": lambda x, n: hl.dynamic_update_slice(x, both(n, 1) + 4, [n + 5]),
        "update at the start": lambda x, n: hl.dynamic_update_slice(x, both(n, 1) + 4, [n - 5]),
        "looked up": lambda x, n: gathered(iota("3") * 2 + x, x),
        "looked up in order": lambda x, n: gathered(iota("6") * 3 + both(x[0], 6), iota("3") + both(hl.clamp(0, n, 2))),
        "looked up outside": lambda x, n: gathered(iota("4") * 3, iota("3") + both(hl.clamp(0, n, 2))),
        "windows looked up": lambda x, n: gathered(
            iota("6") * 3, both(hl.clamp(0, n, 1), 2) + iota("2") * 2, offset_dims=[1], collapsed_slice_dims=[],
            slice_sizes=[2],
        ),
        "windows looked up across the edge": lambda x, n: gathered(
            iota("4") * 3, both(hl.clamp(0, n, 2), 2) + iota("2"), offset_dims=[0], collapsed_slice_dims=[],
            slice_sizes=[2],
        ),
        "rows looked up": lambda x, n: gathered(
            iota("3x2") * 2 + iota("3x2", 1), order(x), offset_dims=[1], slice_sizes=[1, 2]
        ),
        "pairs looked up": lambda x, n: gathered(
            iota("3x2") * 2 + iota("3x2", 1),
            hl.concatenate([hl.reshape(iota("3") % 2, [3, 1]), hl.reshape(order(x), [3, 1])], dimension=1),
            collapsed_slice_dims=[0, 1], start_index_map=[1, 0], index_vector_dim=1,
        ),
        "pairs of numbers looked up": lambda x, n: looked_up_at(
            iota("3x2") * 2 + iota("3x2", 1), rows(order(x)), iota("3x2", 1)
        ),
        "pairs that may meet looked up": lambda x, n: looked_up_at(
            iota("3x2") * 2 + iota("3x2", 1), rows(order(x)),
            hl.broadcast_in_dim(hl.minimum(x[:2], 1), [3, 2], broadcast_dimensions=[1]),
        ),
        "pairs looked up in turn": lambda x, n: looked_up_at(
            iota("4x2") * 2 + iota("4x2", 1), rows(order(x)) + iota("3x2", 1), iota("3x2", 1)
        ),
        "rows looked up outside": lambda x, n: gathered(
            iota("4x2") + iota("4x2", 1) * 100, x * 20 - 20, offset_dims=[1], slice_sizes=[1, 2]
        ),
        "windows looked up that overlap": lambda x, n: gathered(
            iota("6") * 3, both(hl.clamp(0, n, 1), 2) + iota("2"), offset_dims=[1], collapsed_slice_dims=[],
            slice_sizes=[2],
        ),
        "permuted": lambda x, n: gathered(order(x) * 3 + 1, order(x)),
        "batches looked up": lambda x, n: gathered(
            columns(x) + iota("2x3") * 9 + iota("2x3", 1) * 3, both(hl.clamp(0, n, 2), 2), collapsed_slice_dims=[1],
            operand_batching_dims=[0], start_indices_batching_dims=[0], start_index_map=[1],
        ),
        **{
            f"scattered by {body}": lambda x, n, body=body: scattered(
                hl.constant([4, 5], "i32"), hl.clamp(0, x[:2], 1), hl.broadcast_to(hl.clamp(2, n, 3), [2]), body
            )
            for body in ("add", "min", "max", "and", "or", "xor")
        },
        "scattered to pairs": lambda x, n: hl.scatter(
            hl.constant([[0, 0]] * 2, "i32"), hl.constant([[0, 1]] * 3, "i32"), x, "add", update_window_dims=[],
            inserted_window_dims=[0, 1], scatter_dims_to_operand_dims=[0, 1], index_vector_dim=1,
        ),
        "scattered beyond the type": lambda x, n: hl.convert(
            scattered(hl.constant([-100], "i8"), x[:2] * 0, hl.convert(x[:2] * 40, "i8"), "add"), "i32"
        ),
        "set": lambda x, n: scattered(x, hl.clamp(0, both(n, 1), 2), both(n, 1) + 9, lambda a, b: b),
        "scattered nothing": lambda x, n: scattered(
            x + iota("3") * 3, hl.constant(np.zeros(0, np.int32)), hl.constant(np.zeros(0, np.int32)), "add"
        ),
    },
    "folds": {
        **{
            f"{body} of {dims} from {start}": lambda x, n, body=body, dims=dims, start=start: hl.reduce(
                rows(x) + iota("3x2", 1) * 3 + iota("3x2") * 2, start, dims, body
            )
            for body, start in (
                ("add", 0), ("add", 1), ("min", 99), ("min", 2), ("max", 0), ("max", 3), ("and", -1), ("and", 15),
                ("or", 0), ("or", 2), ("xor", 0), ("mul", 1),
            )
            for dims in ([0], [1], [0, 1])
        },
        **{
            f"{body} up to each, {d}{backwards}": lambda x, n, body=body, start=start, d=d, backwards=backwards: (
                accumulated(rows(x) + iota("3x2", 1) * 3 + 1, start, body, d, backwards)
            )
            for body, start in (("add", 0), ("min", 99), ("max", 0), ("or", 0))
            for d, backwards in product((0, 1), (False, True))
        },
        **{
            f"{body} of windows, {how}": lambda x, n, body=body, start=start, options=options: hl.reduce_window(
                x + 1, start, body, **options
            )
            for body, start in (("add", 0), ("min", 9), ("max", 0))
            for how, options in {
                "inside": {"window_dimensions": [2]},
                "apart": {"window_dimensions": [2], "window_strides": [2], "padding": [(0, 1)]},
                "padded": {"window_dimensions": [2], "padding": [(1, 0)]},
                "short": {"window_dimensions": [2], "padding": [(1, 1)]},
                "cut": {"window_dimensions": [2], "padding": [(-1, 0)]},
                "with holes": {"window_dimensions": [2], "base_dilations": [2]},
                "spaced": {"window_dimensions": [2], "window_dilations": [2]},
            }.items()
        },
        "sum of even ones": lambda x, n: hl.reduce(x * 2 + 1, 0, [0], "add"),
        "greatest of windows": lambda x, n: hl.select_and_scatter(
            x, both(n, 2) + 2, 0, lambda a, b: a >= b, hl.add, window_dimensions=[2]
        ),
        "a choice of all": lambda x, n: hl.reduce(x, n, [0], lambda a, b: hl.select(a < b, b, a)),
        "greatest and where": lambda x, n: hl.reduce(
            [x, iota("3")], [hl.constant(-9, "i32"), hl.constant(2, "i32")], [0],
            lambda a, i, b, j: (hl.select(a >= b, a, b), hl.select(a >= b, i, j)),
        )[1],
        "mapped": lambda x, n: hl.map([x, iota("3")], lambda a, b: a * 2 - b),
    },
    "order": {
        **{
            f"sorted {direction} along {d}": lambda x, n, d=d, direction=direction: sorted_(
                rows(order(x)) * 4 + iota("3x2", 1), direction, d
            )
            for direction, d in product(("LT", "GT"), (0, 1))
        },
        "sorted": lambda x, n: sorted_(x, "LT", 0),
        "carried along": lambda x, n: hl.sort([x, iota("3") * 2], lambda a, b, i, j: a < b, dimension=0)[1],
        "carried along rows": lambda x, n: hl.sort(
            [rows(x), iota("3x2") * 2], lambda a, b, i, j: a < b, dimension=0, is_stable=True
        )[1],
        "sorted where it is the same": lambda x, n: sorted_(rows(x), "LT", 1),
        "largest": lambda x, n: top(columns(order(x)) * 2 + iota("2x3") * 7, 0),
        "places of the largest": lambda x, n: top(columns(order(x)) * 2, 1),
    },
    "sums of products": {
        "dot": lambda x, n: dotted(rows(x), hl.constant([[1, 2]] * 2, "i32"), 1),
        "dot of three": lambda x, n: dotted(rows(x), hl.constant([[1, 2]] * 3, "i32"), 0),
        "dot of narrow integers": lambda x, n: hl.dot_general(
            hl.convert(rows(x) * 25, "i8"), hl.constant([2, 2], "i8"), lhs_contracting_dimensions=[1],
            rhs_contracting_dimensions=[0], element_type="i32",
        ),
        "dot of integers of which two are too much": lambda x, n: hl.dot_general(
            hl.convert(rows(x) * 25, "i8"), hl.constant([2, 1], "i8"), lhs_contracting_dimensions=[1],
            rhs_contracting_dimensions=[0], element_type="i32",
        ),
        "convolution": lambda x, n: convolved(x, 0),
        "convolution over padding": lambda x, n: convolved(x + 1, 1),
    },
    "control flow": {
        "if": lambda x, n: hl.if_(n < 1, lambda: iota("3") * 3 + x, lambda: iota("3") * 3 + 9),
        "case": lambda x, n: hl.case(n, [lambda: x, lambda: x + 4, lambda: x + 9]),
        "case of the first ones": lambda x, n: hl.case(hl.clamp(0, n, 1), [lambda: x, lambda: x + 4, lambda: x + 9]),
        "case of the last ones": lambda x, n: hl.case(hl.clamp(1, n, 2), [lambda: x, lambda: x + 4, lambda: x + 9]),
        "case outside": lambda x, n: hl.case(hl.clamp(-1, n, 0), [lambda: x, lambda: x + 4, lambda: x + 9]),
        "counter": lambda x, n: turned(3, body=lambda i: [])[0],
        "counter by two": lambda x, n: hl.while_([n], lambda i: i < 6, lambda i: i + 2)[0],
        "counter down": lambda x, n: hl.while_([n], lambda i: hl.compare(i, -3, "GT"), lambda i: i - 1)[0],
        "kept in a loop": lambda x, n: turned(3, x, iota("3") * 3 + x, body=lambda i, y, z: [y, z])[2],
        "exchanged in a loop": lambda x, n: turned(
            3, iota("3") * 2 + x, iota("3") * 2 + 3, body=lambda i, y, z: [z, y]
        )[1],
        "apart in a loop": lambda x, n: turned(
            2, iota("3") * 3 + x, body=lambda i, y: [hl.clamp(0, hl.reverse(y, dimensions=[0]), 9)]
        )[1],
        "at most 0 in a loop": lambda x, n: turned(4, x - 3, body=lambda i, y: [hl.minimum(y + 1, 0)])[1],
        "at least 0 in a loop": lambda x, n: turned(4, x + 2, body=lambda i, y: [hl.maximum(y - 1, 0)])[1],
        "even in a loop": lambda x, n: turned(3, x * 2, body=lambda i, y: [hl.minimum(y + 4, 8)])[1],
        "halved in a loop": lambda x, n: turned(3, x + 4, body=lambda i, y: [hl.divide(y, 2)])[1],
        "halved below 0 in a loop": lambda x, n: turned(3, x - 9, body=lambda i, y: [hl.divide(y, 2)])[1],
        "no longer apart in a loop": lambda x, n: turned(2, order(x), body=lambda i, y: [hl.minimum(y + 1, 2)])[1],
        "once apart in a loop": lambda x, n: turned(
            2, order(x), order(x), body=lambda i, y, z: [hl.minimum(y + 1, 2), y]
        )[2],
        "apart and moving in a loop": lambda x, n: turned(
            4, *(order(x) + number for number in range(0, 12, 3)),
            body=lambda i, y, a, b, c: [hl.if_(i < 2, lambda: a, lambda: hl.reverse(y, dimensions=[0])), b, c, c],
        )[1],
        "never begun": lambda x, n: hl.while_([n, x], lambda i, y: i < -1, lambda i, y: [i, y + 1])[1],
    },
}  # fmt: skip

# How far bounds, steps and gaps are from what is true, each up to a limit: a change for the better lowers the sums.
MOST = 40
LOOSE: Mapping[str, int] = {
    "elementwise": 238,
    "places": 105,
    "windows that a run places": 787,
    "folds": 4146,
    "order": 486,
    "sums of products": 1656,
    "control flow": 395,
}


def parts(shape: tuple[int, ...]) -> Iterator[Mapping[int, int]]:
    yield {}
    for d, size in enumerate(shape):
        for index in range(size):
            yield {d: index}


def loose(fact: Fact, arrays: Any) -> int:
    """By how much bounds, residues, steps and gaps aren't the narrowest that hold for these arrays."""
    x, shape = exact(arrays), arrays.shape[1:]
    low, high = int(x.min()), int(x.max())
    off = [low - fact.range.low, fact.range.high - high]
    off.append(int(np.gcd.reduce((x - low).reshape(-1))) - fact.range.step if low < high else 0)
    spread = [d for d, size in enumerate(shape) if size > 1]
    for d in spread:
        differences = np.diff(x, axis=d + 1)
        off += [int(differences.min()) - fact.steps[d].low, fact.steps[d].high - int(differences.max())]
    for size in range(1, len(spread) + 1):
        for dims in combinations(spread, size):
            off.append(int(np.diff(np.sort(rows_of(x, dims), axis=1), axis=1).min()) - fact.gap(dims))
    return sum(min(each, MOST) for each in off)


def test_facts_say_all_that_is_true() -> None:
    named = {f"{group}: {name}": made for group, programs in PROGRAMS.items() for name, made in programs.items()}

    @hl.function("3xi32", "i32", name="main")
    def main(x: Any, n: Any) -> Any:
        x, n = hl.clamp(0, x, 2), hl.clamp(-1, n, 3)
        return [program(x, n) for program in named.values()]

    run = interpreter.load(main.module)
    given = [(np.array(x, np.int32), np.int32(n)) for x in product(range(3), repeat=3) for n in range(-1, 4)]
    made = [np.stack(arrays) for arrays in zip(*(run(*arguments) for arguments in given), strict=True)]
    facts, found = Facts(main.module), Counter[str]()
    for name, value, arrays in zip(named, main.module.function("main").body.operations[-1].operands, made, strict=True):
        for at in parts(arrays.shape[1:]):
            part = arrays[:, *(slice(at[d], at[d] + 1) if d in at else slice(None) for d in range(arrays.ndim - 1))]
            fact = facts.of(value, at)
            assert (wrong := broken(fact, part)) is None, (name, at, wrong, fact)
            found[name] += loose(fact, part)
    total = {group: sum(found[f"{group}: {name}"] for name in programs) for group, programs in PROGRAMS.items()}
    assert total == LOOSE, found
