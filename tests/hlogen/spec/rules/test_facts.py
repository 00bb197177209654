"""An operation by the specification's names: what stands for each, and what is made of attributes of every kind."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    Operation,
    SymbolRef,
    UnitAttr,
    parse_type,
    tensor,
)
from hlogen.ir.attributes import ConvDimensionNumbers, DotDimensionNumbers, EnumAttr
from hlogen.ir.types import F32, I1, I32, I64, FunctionType
from hlogen.spec.constraint import Undecided
from hlogen.spec.formula.functions import Called, Table
from hlogen.spec.rules.facts import Absent, OperationFacts, assigned, is_alias, plain
from hlogen.spec.rules.rule import TABLE


def facts(name: str, operands: list[str], attributes: dict[str, Attribute], *results: str) -> OperationFacts:
    given, made = ([tensor(type) for type in types] for types in (operands, results))
    op = Operation(f"stablehlo.{name}", Block(given).arguments, made, attributes)
    found: OperationFacts = TABLE.rows()[op.name].facts(op)
    return found


def test_what_each_name_stands_for() -> None:
    """Single names take one each, variadic ones what the others leave in equal parts, the last of them the rest."""
    patterns = [
        ("a",),
        ("a", "b"),
        ("a...",),
        ("a...", "b"),
        ("a", "b..."),
        ("a...", "b..."),
        ("a...", "b", "c..."),
        (),
    ]
    for names, count in itertools.product(patterns, range(8)):
        found = assigned(names, tuple(range(count)))
        assert [*found] == [name.removesuffix("...") for name in names]
        taken: list[int] = []
        sizes = []
        for name, value in found.items():
            if f"{name}..." in names:
                sizes.append(len(value))
                taken += value
            elif value is not None:
                taken.append(value)
        assert taken == [*range(len(taken))], (names, found)
        singles = sum("..." not in name for name in names)
        if sizes:
            assert sum(sizes) == max(count - singles, 0)
            assert len({*sizes[:-1]}) <= 1
            assert all(0 <= sizes[-1] - size < len(sizes) for size in sizes)
        else:
            assert len(taken) == min(count, singles)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        (True, True),
        ("text", "text"),
        (IntegerAttr(-3, I32), -3),
        (FloatAttr(0.5, F32), 0.5),
        (EnumAttr("fft_type", "RFFT"), "RFFT"),
        (UnitAttr(), True),
        (DenseArray(I64, (3, 1)), (3, 1)),
        (DenseArray(I1, (True, False)), (True, False)),
        (DenseElements(tensor("2xi64"), np.array([5, 6])), (5, 6)),
        (DenseElements(tensor("i64"), np.array(5)), 5),
        (DenseElements(tensor("2x1xi64"), np.array([[5], [6]])), ((5,), (6,))),
        ((IntegerAttr(1, I64), EnumAttr("precision", "HIGH")), (1, "HIGH")),
    ],
)
def test_attributes_are_plain(attribute: Attribute, value: Any) -> None:
    found = plain(attribute)
    assert found == value
    assert type(found) in (type(value), Table)


def test_tables_know_their_columns_and_large_ones_are_left_alone() -> None:
    empty = plain(DenseElements(tensor("0x3xi64"), np.zeros((0, 3), np.int64)))
    assert (empty, empty.columns) == ((), 3)
    large = np.broadcast_to(np.int64(0), (1 << 17) + 1)
    for odd in (DenseElements(tensor(f"{large.size}xi64"), large), OpaqueAttr("#a"), SymbolRef(("a",)),
                DenseElements(tensor("1x1x1xi64"), np.zeros((1, 1, 1), np.int64))):  # fmt: skip
        with pytest.raises(Undecided):
            plain(odd)
    with pytest.raises(Absent):
        plain(None)


ALGORITHM = (
    "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32, "
    "lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = B>"
)
DOT = DotDimensionNumbers((0,), (1,), (2,), (3,))


def test_structures_are_their_fields() -> None:
    names = ["lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count"]
    names += ["rhs_component_count", "num_primitive_operations", "allow_imprecise_accumulation"]
    for word, flag in (("true", True), ("false", False)):
        algorithm = OpaqueAttr(ALGORITHM.replace("= B", f"= {word}"))
        found = facts("dot_general", ["f32", "f32"], {"dot_dimension_numbers": DOT, "algorithm": algorithm})
        assert [found[name] for name in names] == ["tf32", "bf16", "f32", 1, 2, 3, flag]
        assert not found["is_empty_algorithm"]
        assert {found.roles[name] for name in names} == {"attribute"}
    bare = facts("dot_general", ["f32", "f32"], {"dot_dimension_numbers": DOT})
    assert bare["is_empty_algorithm"]
    for name in names:
        with pytest.raises(Absent):
            bare[name]
    sides = ("lhs_batching", "rhs_batching", "lhs_contracting", "rhs_contracting")
    assert [bare[f"{side}_dimensions"] for side in sides] == [(0,), (1,), (2,), (3,)]
    numbers = ConvDimensionNumbers(0, 1, (2, 3), 4, 5, (6, 7), 8, 9, (10, 11))
    convolution = facts("convolution", ["f32", "f32"], {"dimension_numbers": numbers})
    assert [convolution[name] for name in vars(numbers)] == [*vars(numbers).values()]


@pytest.mark.parametrize(
    ("handle", "id", "type"),
    [
        (OpaqueAttr("#stablehlo.channel_handle<handle = 5, type = 1>"), 5, "DEVICE_TO_DEVICE"),
        (OpaqueAttr("#stablehlo.channel_handle<handle = -2, type = 0>"), -2, "CHANNEL_TYPE_INVALID"),
        (OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = 2>"), 1, "DEVICE_TO_HOST"),
        (OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = 3>"), 1, "HOST_TO_DEVICE"),
        (OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = 4>"), 1, "4"),
        (OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = -1>"), 1, "-1"),
        (IntegerAttr(3, I64), "3 : i64", "3 : i64"),
    ],
)
def test_channels(handle: Attribute, id: object, type: str) -> None:
    for name in ("send", "all_gather"):
        found = facts(name, ["f32"], {"channel_handle": handle})
        assert (found["channel_id"], found["channel_type"]) == (id, type)
    assert facts("all_gather", ["f32"], {})["channel_id"] == 0  # it may be left out there alone
    with pytest.raises(Undecided):
        facts("send", ["f32"], {})["channel_id"]


def test_names_have_roles_and_defaults() -> None:
    found = facts("sort", ["3xf32", "3xi8"], {"is_stable": True}, "3xf32")
    assert found[""] == found.roles == {
        "inputs": "operand", "results": "result", "dimension": "attribute", "is_stable": "attribute",
        "comparator": "region",
    }  # fmt: skip
    assert (found["inputs"], found["results"]) == ((tensor("3xf32"), tensor("3xi8")), (tensor("3xf32"),))
    assert (found["dimension"], found["is_stable"]) == (-1, True)
    with pytest.raises(Undecided):
        found["comparator"]
    missing = facts("add", ["f32"], {"vendor.x": True})
    with pytest.raises(Undecided):
        missing["rhs"]
    assert "vendor.x" not in [*missing]
    compared = facts("compare", ["f32", "f32"], {})
    with pytest.raises(Undecided):
        compared["comparison_direction"]


def test_functions_that_are_named() -> None:
    type = FunctionType((tensor("f32"),), ())
    op = Operation("stablehlo.composite", (), (), {"decomposition": SymbolRef(("f",))})
    for functions, called in (
        (None, Called("f", None, None)),
        ({}, Called("f", False, None)),
        ({"f": None}, Called("f", True, None)),
        ({"f": type, "g": None}, Called("f", True, type)),
    ):
        found = TABLE.rows()[op.name].facts(op, functions)["decomposition"]
        assert (found, str(found)) == (called, "@f")


def test_bounds_are_left_out_where_there_are_some() -> None:
    bounded = parse_type("tensor<?x2xf32, #stablehlo.bounds<3, ?>>")
    op = Operation("stablehlo.abs", Block([bounded]).arguments, [tensor("?x2xf32")])
    without = TABLE.rows()[op.name].facts(op).unbounded()
    assert (without["operand"], without["result"]) == (tensor("?x2xf32"), tensor("?x2xf32"))
    assert op.operands[0].type == bounded
    plain_op = Operation("stablehlo.abs", Block([tensor("?x2xf32")]).arguments, [tensor("?x2xf32")])
    assert TABLE.rows()[op.name].facts(plain_op).unbounded() is None


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("output_tuple_indices = [1, 0], operand_index = 2, operand_tuple_indices = [3]", ((1, 0), 2, (3,))),
        ("output_tuple_indices = [], operand_index = -1, operand_tuple_indices = []", ((), -1, ())),
        ("operand_index = 0, operand_tuple_indices = [4], output_tuple_indices = [5]", ((5,), 0, (4,))),
        ("output_tuple_indices = [1], operand_index = 2", None),
        ("output_tuple_indices = [a], operand_index = 2, operand_tuple_indices = [3]", None),
    ],
)
def test_aliases(text: str, alias: Any) -> None:
    given = OpaqueAttr(f"#stablehlo.output_operand_alias<{text}>")
    (found,) = facts("custom_call", ["f32"], {"output_operand_aliases": (given,)}).attributes["output_operand_aliases"]
    assert found == (given if alias is None else alias)
    assert is_alias(found) == (alias is not None)
