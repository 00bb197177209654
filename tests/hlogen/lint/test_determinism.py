"""hl.determinism: what varies between runs, what between backends, what doesn't, and why."""

from __future__ import annotations

from typing import Any

import pytest

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.spec.constraint import ConstraintError

COMPARED = """^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
  %q = stablehlo.compare LT, %a, %b : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
  stablehlo.return %q : tensor<i1>"""


def verdicts(*lines: str) -> list[tuple[str, str]]:
    """What is said of the operations of a program that has f32 %x, i32 %n and ui64 %s."""
    body = "\n".join(lines)
    text = f"func.func @main(%x: tensor<4xf32>, %n: tensor<4xi32>, %s: tensor<2xui64>) {{\n{body}\nreturn\n}}"
    found = hl.determinism(hl.parse(text)).operations
    return [(one.operation.name.removeprefix("stablehlo."), one.verdict) for one in found]


def test_what_varies_everywhere() -> None:
    lines = (
        "%lo = stablehlo.constant dense<0.0> : tensor<f32>",
        "%hi = stablehlo.constant dense<1.0> : tensor<f32>",
        "%k = stablehlo.constant dense<4> : tensor<1xi64>",
        "%r = stablehlo.rng %lo, %hi, %k, distribution = UNIFORM "
        ": (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>",
        "%c = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "%d = stablehlo.custom_call @Sharding(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "%e = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "stablehlo.custom_call @check.expect_eq(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> ()",
    )
    assert verdicts(*lines) == [("rng", "varies"), ("custom_call", "open"), ("custom_call", "backend")]


@pytest.mark.parametrize(("algorithm", "said"), [("DEFAULT", ["backend"]), ("THREE_FRY", []), ("PHILOX", [])])
def test_random_bits_of_a_given_state(algorithm: str, said: list[str]) -> None:
    types = "(tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi32>)"
    found = verdicts(f"%a, %b = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : {types}")
    assert found == [("rng_bit_generator", one) for one in said]


@pytest.mark.parametrize(("value", "type", "said"), [("%x", "f32", ["backend"]), ("%n", "i32", [])])
def test_sums_products_and_sorts(value: str, type: str, said: list[str]) -> None:
    shape = f"tensor<4x{type}>"
    zero = f"%z = stablehlo.constant dense<{0 if type == 'i32' else 0.0}> : tensor<{type}>"
    types = f"({shape}, tensor<{type}>) -> tensor<{type}>"
    reduced = f"%r = stablehlo.reduce({value} init: %z) applies stablehlo.add across dimensions = [0] : {types}"
    maximum = reduced.replace("add", "maximum").replace("%r", "%m")
    products = f"({shape}, {shape}) -> tensor<{type}>"
    dot = f"%d = stablehlo.dot_general {value}, {value}, contracting_dims = [0] x [0] : {products}"
    body = COMPARED.replace("TYPE", type)
    sort = f'%o = "stablehlo.sort"({value}) ({{{body}}}) {{is_stable = STABLE}} : ({shape}) -> {shape}'
    names = ["reduce", "dot_general", "sort"]
    lines = [zero, reduced, maximum, dot, sort.replace("STABLE", "false")]
    assert verdicts(*lines) == [(name, one) for name in names for one in said]
    assert verdicts(sort.replace("STABLE", "true")) == []


def test_sorts_of_pairs_have_equal_keys() -> None:
    body = """^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
      %q = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>"""
    types = "(tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)"
    assert verdicts(f'%o:2 = "stablehlo.sort"(%n, %x) ({{{body}}}) : {types}') == [("sort", "backend")]


@pytest.mark.parametrize(("size", "body", "said"), [(2, "add", "same"), (3, "add", "varies"), (3, "maximum", "same")])
def test_windows_that_overlap(size: int, body: str, said: str) -> None:
    @hl.function("8xf32", "3xf32", "f32", name="main")
    def program(operand: Any, source: Any, init: Any) -> Any:
        return hl.select_and_scatter(
            operand,
            source,
            init,
            lambda a, b: a >= b,
            body,
            window_dimensions=[size],
            window_strides=[2 if size == 3 else 3],
        )

    (one,) = hl.determinism(program).operations
    assert one.verdict == said
    if said == "varies":
        (after,) = hl.determinism(hl.transform.deterministic(program)).operations[-1:]
        assert after.verdict != "varies"


def test_the_report() -> None:
    @hl.function("8xf32", "3xi32", "3xf32", name="main")
    def program(table: Any, places: Any, values: Any) -> Any:
        return table.at[places].add(values), table.at[places].max(values)

    report = hl.determinism(program)
    assert [one.verdict for one in report.operations] == ["varies", "same"]
    assert report.varies == report.operations[:1]
    first, fix, second = str(report).splitlines()
    assert "test_determinism.py:" in first
    assert first.endswith("varies between runs: add of f32, which rounds, depends on the order where updates meet")
    assert fix == "    fix: hl.transform.deterministic(program), hlogen transform --deterministic"
    assert second.endswith("the same in any order: maximum of f32 gives the same in any order")
    assert repr(report) == "<determinism: 1 operation may vary between runs>"
    assert str(hl.determinism(hl.parse("func.func @main() { return }"))).startswith("every operation gives the same")


def test_bad_input() -> None:
    with pytest.raises(UsageError, match="determinism takes a program, not"):
        hl.determinism("module {}")
    broken = """func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
      %y = stablehlo.abs %x : (tensor<4xf32>) -> tensor<5xf32>
      return %y : tensor<5xf32>
    }"""
    with pytest.raises(ConstraintError):
        hl.determinism(hl.parse(broken, verify=False))
