"""Advice on operations whose operands are known: only what is certain, and nothing of what isn't."""

from __future__ import annotations

import pytest

import hlogen as hl
from hlogen.lint.report import findings_of


def advice(*lines: str, arguments: str = "%x: tensor<3xi32>, %m: tensor<8x4xf32>, %i: tensor<i32>") -> list[str]:
    body = "\n  ".join(lines)
    module = hl.parse(f"func.func @main({arguments}) {{\n  {body}\n  return\n}}")
    return [f"{finding.rule}: {finding.message}" for finding in findings_of("m.mlir", module)]


def constant(name: str, values: str, type: str) -> str:
    return f"%{name} = stablehlo.constant dense<{values}> : tensor<{type}>"


def slice_at(first: str, second: str = "%i") -> str:
    types = "(tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>"
    return f"%s = stablehlo.dynamic_slice %m, {first}, {second}, sizes = [2, 4] : {types}"


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("6", []),
        ("0", []),
        (
            "7",
            [
                "bounds.clamped: start_indices[0] is 7, but a window of size 2 in dimension 0 of size 8 starts at 6 at "
                "the latest: it is clamped"
            ],
        ),
        ("-1", ["bounds.negative: start_indices[0] is -1, which is clamped to 0: it isn't counted from the end"]),
    ],
)
def test_slices(start: str, said: list[str]) -> None:
    assert advice(constant("c", start, "i32"), slice_at("%c")) == said
    update = (
        "%s = stablehlo.dynamic_update_slice %m, %u, %c, %i : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, "
        "tensor<i32>) -> tensor<8x4xf32>"
    )
    assert advice(constant("c", start, "i32"), constant("u", "0.0", "2x4xf32"), update) == said


def test_what_is_open_is_not_reported() -> None:
    assert advice(slice_at("%i")) == []
    assert advice("%q = stablehlo.divide %x, %x : tensor<3xi32>") == []
    assert advice("%q = stablehlo.shift_left %x, %x : tensor<3xi32>") == []
    assert advice("%q = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xi8>") == []


def test_a_start_that_is_computed() -> None:
    low, high = constant("low", "0", "i32"), constant("high", "1", "i32")
    clamp = "%k = stablehlo.clamp %low, %i, %high : tensor<i32>"
    add = "%at = stablehlo.add %k, %six : tensor<i32>"
    (said,) = advice(low, high, constant("six", "7", "i32"), clamp, add, slice_at("%at"))
    assert said.startswith("bounds.clamped: start_indices[0] is 7 .. 8, ")
    assert advice(low, high, constant("six", "6", "i32"), clamp, add, slice_at("%at")) == []


@pytest.mark.parametrize(
    ("operation", "rhs", "said"),
    [
        ("divide", "[1, 0, 2]", "number.division: rhs[1] is 0"),
        ("remainder", "0", "number.division: rhs[0] is 0"),
        ("divide", "[1, -1, 2]", None),
        ("power", "[1, 0, -2]", "number.power: rhs[2] is -2, and a negative power of an integer is none"),
        ("power", "[1, 0, 2]", None),
        ("shift_left", "[31, 32, 0]", "number.shift: rhs[1] is 32, and i32 has 32 bits"),
        ("shift_right_logical", "-1", "number.shift: rhs[0] is -1, and i32 has 32 bits"),
        ("shift_right_arithmetic", "[31, 0, 1]", None),
    ],
)
def test_numbers(operation: str, rhs: str, said: str | None) -> None:
    found = advice(constant("c", rhs, "3xi32"), f"%q = stablehlo.{operation} %x, %c : tensor<3xi32>")
    assert found == ([] if said is None else [said])


@pytest.mark.parametrize(
    ("values", "source", "target", "said"),
    [
        ("[1, 300, -5]", "i32", "i8", "number.conversion: operand[1] is 300, and i8 holds -128 .. 127"),
        ("[1, 127, -128]", "i32", "i8", None),
        ("[-1, 0, 1]", "i32", "ui8", "number.conversion: operand[0] is -1, and ui8 holds 0 .. 255"),
        ("[1, 300, -5]", "i32", "f32", None),
        ("[1, 300, -5]", "i32", "i1", None),
        ("[1.5, 127.9, -128.9]", "f32", "i8", None),
        ("[1.5, 128.0, 0.0]", "f32", "i8", "number.conversion: operand[1] is 128.0, and i8 holds -128 .. 127"),
        ("[1.5, 0x7FC00000, 0.0]", "f32", "i8", "number.conversion: operand[1] is nan, and i8 holds -128 .. 127"),
        ("[1.5, 9.3e18, 0.0]", "f32", "i64", "number.conversion: operand[1] is 9.3"),
        ("[1.5, 1.8e19, 0.0]", "f32", "ui64", None),
    ],
)
def test_conversions(values: str, source: str, target: str, said: str | None) -> None:
    convert = f"%q = stablehlo.convert %c : (tensor<3x{source}>) -> tensor<3x{target}>"
    found = advice(constant("c", values, f"3x{source}"), convert)
    assert len(found) == (said is not None)
    assert all(one.startswith(said or "") for one in found)


def test_numbers_that_are_known_within_bounds() -> None:
    """Certain is only what is so wherever they lie within these."""
    low, high = constant("low", "0", "i32"), constant("high", "3", "i32")
    some = "%k = stablehlo.clamp %low, %i, %high : tensor<i32>"

    def said(offset: int, operation: str) -> list[str]:
        shifted = constant("o", str(offset), "i32"), "%q = stablehlo.add %k, %o : tensor<i32>"
        return advice(low, high, some, *shifted, operation)

    shift = "%r = stablehlo.shift_left %i, %q : tensor<i32>"
    power = "%r = stablehlo.power %i, %q : tensor<i32>"
    narrow = "%r = stablehlo.convert %q : (tensor<i32>) -> tensor<i8>"
    unsigned = "%r = stablehlo.convert %q : (tensor<i32>) -> tensor<ui32>"
    assert said(32, shift) == ["number.shift: rhs is 32 .. 35, and i32 has 32 bits"]
    assert said(-4, shift) == ["number.shift: rhs is -4 .. -1, and i32 has 32 bits"]
    assert said(-4, power) == ["number.power: rhs is -4 .. -1, and a negative power of an integer is none"]
    assert said(128, narrow) == ["number.conversion: operand is 128 .. 131, and i8 holds -128 .. 127"]
    assert said(-4, unsigned) == ["number.conversion: operand is -4 .. -1, and ui32 holds 0 .. 4294967295"]
    for offset, operation in ((31, shift), (-3, shift), (-3, power), (127, narrow), (-131, narrow), (-3, unsigned)):
        assert said(offset, operation) == []


def test_what_nothing_is_known_of() -> None:
    sizes = "(tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>"
    far = constant("c", "7000", "i64")
    assert advice(far, f"%s = stablehlo.dynamic_slice %d, %c, %c, sizes = [2, 4] : {sizes}",
                  arguments="%d: tensor<?x4xf32>") == [
        "bounds.clamped: start_indices[1] is 7000, but a window of size 4 in dimension 1 of size 4 starts at 0 at the "
        "latest: it is clamped"
    ]  # fmt: skip
    assert advice("%q = stablehlo.convert %m : (tensor<8x4xf32>) -> tensor<8x4xi8>") == []


def test_unsigned_numbers_of_64_bits_are_left_alone() -> None:
    shift = "%q = stablehlo.shift_left %c, %c : tensor<2xui64>"
    assert advice(constant("c", "[18446744073709551615, 1]", "2xui64"), shift) == []


def test_no_elements_no_advice() -> None:
    lines = constant("c", "0", "0xi32"), "%q = stablehlo.divide %c, %c : tensor<0xi32>"
    assert advice(*lines) == []
