"""Formulas over sizes that a run alone knows: what is said of them holds for every size that they may have."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest

from hlogen.ir import TensorType, parse_type, tensor
from hlogen.ir.types import F32
from hlogen.spec.constraint import Undecided
from hlogen.spec.formula.evaluate import truth, value
from hlogen.spec.formula.functions import Each
from hlogen.spec.formula.syntax import Node, parse

# Two tensors with open sizes, of which x's have bounds, and what they may be in runs.
OPEN = {
    "x": parse_type("tensor<?x2x?xf32, #stablehlo.bounds<1, ?, 3>>"),
    "y": tensor("2x?xf32"),
    "d": (0, 2),
}
RUNS = [
    {**OPEN, "x": TensorType((first, 2, last), F32), "y": TensorType((2, other), F32)}
    for first, last, other in itertools.product(range(2), range(4), range(5))
]


def answer(formula: Node, names: Mapping[str, Any]) -> bool | None:
    try:
        return truth(formula, names)
    except Undecided:
        return None


class Draw:
    """Random formulas whose sizes are never below 0."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def one_of(self, *choices: str) -> str:
        return self._random.choice(choices)

    def size(self, depth: int = 2) -> str:
        plain = ("dim(x, 0)", "dim(x, -1)", "dim(x, 1)", "dim(y, -1)", "rank(x)", "size(y)", "size(d)", *"0123")
        if not depth or self._random.random() < 0.4:
            return self.one_of(*plain)
        a, b = self.size(depth - 1), self.size(depth - 1)
        of_lists = f"product({self.sizes(depth - 1)})", f"num_elements({self.one_of('x', 'y')})", f"quotient_up({a}, 2)"
        return self.one_of(f"{a} + {b}", f"({a}) * ({b})", f"max({a}, {b})", f"({a} + 2) - 1", f"({a}) / 2", *of_lists)

    def sizes(self, depth: int = 2) -> str:
        listed = f"[{self.size(depth - 1)}, {self.size(depth - 1)}]" if depth else "[dim(y, 1), 2]"
        chosen = self.one_of("dim(x, d)", "shape(y)", "shape(x)[1:]", f"without(shape(x), [{self.one_of(*'012')}])")
        return self.one_of(listed, chosen, f"replaced({chosen}, 0, {self.size(0)})", "dim(y, [1, 0])")

    def formula(self, depth: int = 2) -> str:
        if depth and self._random.random() < 0.5:
            a, b = self.formula(depth - 1), self.formula(depth - 1)
            quantified = f"(all i in [0, 1]: shape(y)[i] {self.one_of('=', '!=', '<=')} {self.size(1)})"
            return self.one_of(f"({a} and {b})", f"({a} or {b})", f"not ({a})", f"(if {a} then {b})", quantified)
        sign = self.one_of("=", "!=", "<=", "<", ">")
        return self.one_of(
            f"{self.size()} {sign} {self.size()}",
            f"{self.size(1)} = {self.size(1)} = {self.size(1)}",
            f"{self.size(0)} < {self.size(1)} <= {self.size(1)}",
            f"{self.size(1)} {self.one_of('in', 'not in')} {self.sizes()}",
            f"{self.sizes()} {sign} {self.sizes()}",
            f"{self.sizes(1)} {sign} {self.size(1)}",
            f"same([{self.size(1)}, {self.size(1)}, {self.size(0)}])",
            f"{self.size(0)} = ({self.size(0)} = {self.size(0)} ? {self.size(1)} : {self.size(1)})",
        )


def test_what_is_decided_before_a_run_is_so_in_every_run() -> None:
    seen: list[bool | None] = []
    for seed in range(300):
        text = Draw(seed).formula()
        formula = parse(text)
        said = answer(formula, OPEN)
        seen.append(said)
        if said is not None:
            assert {answer(formula, run) for run in RUNS} <= {said, None}, (seed, text)
    assert min(map(seen.count, (True, False, None))) > 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # An entry that certainly differs decides, wherever the open ones stand.
        *((f"[{one}] = [{other}]", said) for one, other, said in (
            ("dim(x, 0), 2", "1, 2", None), ("2, dim(x, 0)", "2, 1", None), ("dim(x, 0), 2", "1, 3", False),
            ("dim(x, 0), 2", "2, 2", False), ("2, dim(x, 0)", "2, 4", False), ("1, 2", "1, 2", True),
            ("dim(x, 0), 2, 2", "1, 2", False),
        )),
        ("shape(x) != shape(y)", True),
        ("[dim(x, 0), 1] != [1, 2]", True),
        ("[dim(x, 0), 2] != [1, 2]", None),
        # Bounds.
        ("dim(x, 2) <= 3", True), ("dim(x, 2) < 4", None), ("dim(x, 2) < 3", None), ("4 <= dim(x, 2)", False),
        ("3 < dim(x, 2)", False), ("4 = dim(x, 2)", False), ("0 <= dim(y, 1)", True), ("dim(y, 1) <= 9", None),
        ("dim(x, 0) + dim(x, 2) <= 4", True), ("dim(x, 0) + dim(x, 2) = 5", False),
        ("dim(x, 0) * dim(x, 2) <= 3", True), ("max(dim(x, 0), 2) <= 2", True), ("dim(x, 2) - 1 <= 2", True),
        ("3 - dim(x, 2) <= 3", None), ("dim(x, 2) / 2 <= 1", True), ("num_elements(x) <= 6", True),
        ("num_elements(x) = 7", False), ("dim(x, 0) = -1", False), ("-1 < 0", True),
        # Connectives.
        ("dim(x, 0) = 1 and 1 = 2", False), ("dim(x, 0) = 1 and 1 = 1", None), ("dim(x, 0) = 1 or 1 = 1", True),
        ("dim(x, 0) = 1 or 1 = 2", None), ("not dim(x, 0) = 1", None), ("not 1 = 2", True),
        ("if dim(x, 0) = 1 then 1 = 2", None), ("if 1 = 2 then 1 = 3", True), ("if 1 = 1 then 1 = 3", False),
        # Membership.
        ("1 in [dim(x, 0), 1]", True), ("1 in [dim(x, 0), 2]", None), ("2 in [dim(x, 0), 3]", False),
        ("1 not in [dim(x, 0), 2]", None), ("1 not in [dim(x, 0), 1]", False), ("2 not in [dim(x, 0)]", True),
        # Of several that are equal each is held against each: 2 and 3 can't both be the open size.
        ("2 = dim(y, 1) = 3", False), ("same([2, dim(y, 1), 3])", False), ("same([2, dim(y, 1), 2])", None),
        ("0 <= d < 3", True), ("0 < d", False), ("d < [1, 3]", True), ("d < [1, 2]", False), ("d = [0, 2]", True),
        ("d != [0, 2]", False), ("d = [2, 0]", False),
        ("all i in d: dim(x, i) <= 3", True), ("all i in d: dim(x, i) <= 1", None), ("all i in []: 1 = 2", True),
        ("N = rank(x), M = N + 1: N < M", True),
    ],
)  # fmt: skip
def test_what_is_certain(text: str, said: bool | None) -> None:
    assert answer(parse(text), OPEN) is said


# Three operands: what is meant of each, by itself or along a list.
SEVERAL = {"inputs": (tensor("2x3xf32"), tensor("2x4xf32"), tensor("2x5xi8")), "d": (0, 1), "table": ((1, 2), (3, 4))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rank(inputs...)", Each((2, 2, 2))),
        ("dim(inputs..., 1)", Each((3, 4, 5))),
        ("dim(inputs..., -1)", Each((3, 4, 5))),
        ("shape(inputs...)", Each(((2, 3), (2, 4), (2, 5)))),
        ("shape(inputs...)[1]", Each((3, 4, 5))),
        ("total(dim(inputs..., 1))", 12),
        ("num_bits(inputs...)", Each((32, 32, 8))),
        ("size(inputs)", 3),
        ("size(inputs...)", Each((6, 8, 10))),
        ("doubled(dim(inputs..., 1))", (3, 3, 4, 4, 5, 5)),
        ("dim(inputs[2], d)", (2, 5)),
        ("shape(inputs[-1])", (2, 5)),
        ("shape(inputs[0])[:1]", (2,)),
        ("shape(inputs[0])[d]", (2, 3)),
        ("table[1]", (3, 4)),
        ("table[:, 1]", (2, 4)),
        ("table[:1, 0]", (1,)),
        ("table[1, 0]", 3),
        ("shape(table)", (2, 2)),
        ("d + 1", (1, 2)),
        ("10 - d", (10, 9)),
        ("d * [3, 4]", (0, 4)),
        ("7 / 2 - 7 % 4", 0),
        ("-2", -2),
        ("rank(inputs[0]) < 3 ? 5 : 6", 5),
        ("rank(inputs[0]) < 2 ? 5 : 6", 6),
    ],
)
def test_values(text: str, found: Any) -> None:
    said = value(parse(text), SEVERAL)
    assert (type(said), said) == (type(found), found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dim(inputs..., 0) = 2", True),
        ("dim(inputs..., 1) = 3", False),
        ("3 <= dim(inputs..., 1) <= 5", True),
        ("dim(inputs..., 1) < 5", False),
        ("shape(inputs...) = shape(inputs[0])", False),
        ("shape(inputs...)[:1] = [2]", True),
        ("dim(inputs..., 1) = [3, 4, 5]", True),
        ("dim(inputs..., 1) = [3, 4, 6]", False),
        ("[3, 4, 5] = dim(inputs..., 1)", True),
        ("same(dim(inputs..., 0))", True),
        ("same(shape(inputs...))", False),
        ("is_unique(d) and is_permutation(d, 2)", True),
        ("is_permutation(d, 3) or is_unique([1, 1])", False),
        ("is_integer(inputs...) = true", False),
        ("all one in inputs: rank(one) = 2", True),
        ("all one in inputs: is_float(one)", False),
    ],
)
def test_what_is_meant_of_each(text: str, said: bool) -> None:
    assert answer(parse(text), SEVERAL) is said


UNDECIDED = [
    *("shape(inputs[3])", "inputs[0][0]", "dim(inputs[0], 2)", "dim(inputs[0], -3)", "d[2]", "rank(d[0])"),
    *("d < [1]", "d + [1, 2, 3]", "1 / 0", "1 % 0", "dim(inputs..., 1) < [1, 2]", "replaced(d, 2, 0)"),
    *("divided(d, 0, 0)", "element_type(d)", "scales(inputs[0])", "complex_element_type(inputs[0])"),
]


@pytest.mark.parametrize("text", UNDECIDED)
def test_what_there_is_not_is_nobodys_to_judge(text: str) -> None:
    with pytest.raises(Undecided):
        value(parse(text), SEVERAL)
