"""Operations in pretty form are read without upstream's verifier as upstream reads them with it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import hlogen as hl
from hlogen.ir.module import Module
from hlogen.ir.printer import generic_text
from hlogen.mlir import provider, reader
from hlogen.mlir.pretty import FORMS
from hlogen.mlir.writer import to_text

GOLDEN = Path(__file__).parents[3] / "golden"
# Not in the goldens in that form, or without one in it: those of a kind are written alike.
ELSEWHERE = {
    *("broadcast", "call", "create_token", "dot", "unary_einsum", "einsum", "composite", "set_dimension_size"),
    "real_dynamic_slice",
}


def unverified(text: str) -> Module | None:
    module = reader._unverified(provider.find(), reader._Text(text, "-", 1), "-")
    return module if isinstance(module, Module) else None


def programs(files: list[Path]) -> list[str]:
    """As upstream writes them, in pretty form wherever there is one."""
    modules = [module for file in files for module in reader.read_all(file)]
    return [to_text(module) for module in modules if not module.is_refused]


def of_each_operation(count: int) -> list[Path]:
    folders = [folder for folder in sorted(GOLDEN.iterdir()) if folder.name not in ("invalid", "differences", "real")]
    files = [sorted(folder.rglob("*.mlir")) for folder in folders if folder.is_dir()]
    return [file for some in files for file in random.Random(0).sample(some, min(count, len(some)))]


def assert_read_alike(texts: list[str]) -> None:
    for text in texts:
        module = unverified(text)
        assert module is not None, text
        assert generic_text(module) == generic_text(hl.parse(text))


def test_goldens_of_each_operation() -> None:
    texts = programs(of_each_operation(1))
    assert_read_alike(texts)
    written = {name for text in texts for name in re.findall(r"(?<![\"\w])stablehlo\.(\w+)", text)}
    assert set(FORMS) - ELSEWHERE <= written


@pytest.mark.campaign
def test_all_goldens() -> None:
    assert_read_alike(programs([file for file in sorted(GOLDEN.rglob("*.mlir")) if "invalid" not in file.parts]))


@pytest.mark.parametrize(
    "line",
    [
        "%r = stablehlo.add %a, %b : tensor<2xf32>",
        "%r = stablehlo.add %a, %b {x = 3 : i64, y = \"}\"} : tensor<2xf32>",
        "%r = stablehlo.add %a, // a comment\n  %b : (tensor<2xf32>, tensor<2xf32>)\n    -> tensor<2xf32>",
        "%r = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>",
        "%r = stablehlo.complex %a, %b : tensor<2xcomplex<f32>>",
        "%r = stablehlo.compare LT, %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
        "%r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
        "%r = stablehlo.slice %a [0:2:2] : (tensor<2xf32>) -> tensor<1xf32>",
        "%r = stablehlo.pad %a, %z, low = [-1], high = [3], interior = [2] : (tensor<2xf32>, tensor<f32>) "
        "-> tensor<6xf32>",
        "%r = stablehlo.convolution(%u, %v) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], "
        "pad = [[-1, 3]], lhs_dilate = [3], rhs_dilate = [2], reverse = [0]} {batch_group_count = 1 : i64, "
        "feature_group_count = 1 : i64} : (tensor<4x5x2xf32>, tensor<3x2x6xf32>) -> tensor<4x6x6xf32>",
        "%r = stablehlo.dot %a, %b, precision = [DEFAULT, HIGH] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>",
        "%r = stablehlo.broadcast %a, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>",
        '%r = stablehlo.einsum %a, %b, config = "a,a->a" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
        '%r = stablehlo.unary_einsum %a, config = "a->a" : (tensor<2xf32>) -> tensor<2xf32>',
        "%r = stablehlo.custom_call @foo(%a) {backend_config = \"x\"} : (tensor<2xf32>) -> tensor<2xf32>",
        '%r = stablehlo.custom_call @"foo bar"() : () -> tensor<2xf32>',
        '%r = stablehlo.composite "foo.bar" %a {decomposition = @other} : (tensor<2xf32>) -> tensor<2xf32>',
        "%r = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>",
        "%r = call @other(%a) : (tensor<2xf32>) -> tensor<2xf32>",
        "%r = func.call @other(%a) : (tensor<2xf32>) -> tensor<2xf32>",
        "%r = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<2xf32>>",
        "%r = stablehlo.tuple  : tuple<>",
        "%r:2 = stablehlo.optimization_barrier %a, %b : tensor<2xf32>, tensor<2xf32>",
        "stablehlo.optimization_barrier ()",
        "%r = stablehlo.create_token : !stablehlo.token",
        "%r = stablehlo.real_dynamic_slice %a, %m, %m, %m : (tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, "
        "tensor<1xi32>) -> tensor<?xf32>",
        "%r = stablehlo.after_all %t, %t : !stablehlo.token",
        "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] "
        ": (tensor<2xf32>, tensor<f32>) -> tensor<f32>",
        "%r = stablehlo.reduce(%k init: %z) applies stablehlo.maximum across dimensions = [1] "
        ": (tensor<?x2x?xf32>, tensor<f32>) -> tensor<?x?xf32>",
        "%r = stablehlo.reduce(%l init: %z) applies stablehlo.minimum across dimensions = [0] "
        ": (tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<3>>",
        "%r:2 = stablehlo.reduce(%a init: %z), (%b init: %z) across dimensions = [0] {x = 1 : i32} : (tensor<2xf32>, "
        "tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
        "  reducer(%c: tensor<f32>, %d: tensor<f32>) (%e: tensor<f32>, %f: tensor<f32>) {\n"
        "    stablehlo.return %c, %f : tensor<f32>, tensor<f32>\n  }",
        "%r:2 = stablehlo.while(%i = %a, %j = %n) : tensor<2xf32>, tensor<i32> attributes {x = 1 : i32}\n  cond {\n"
        "    stablehlo.return %q : tensor<i1>\n  } do {\n    stablehlo.return %i, %j : tensor<2xf32>, tensor<i32>\n  }",
        "stablehlo.while() cond {\n    stablehlo.return %q : tensor<i1>\n  } do {\n    stablehlo.return\n  }",
    ],
)  # fmt: skip
def test_forms(line: str) -> None:
    text = (
        "func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>, %p: tensor<2xi1>, %q: tensor<i1>, %n: tensor<i32>, "
        "%m: tensor<1xi32>, %z: tensor<f32>, %t: !stablehlo.token, %u: tensor<4x5x2xf32>, %v: tensor<3x2x6xf32>, "
        "%k: tensor<?x2x?xf32>, %l: tensor<2x?xf32, #stablehlo.bounds<?, 3>>) "
        f"{{\n  {line}\n  return\n}}\n"
        "func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}"
    )
    read, expected = unverified(text), hl.parse(text)
    assert read is not None
    assert not expected.is_refused
    assert generic_text(read) == generic_text(expected)
    if "reduce(" not in line:  # which upstream places behind its operands
        (own, *_), (same, *_) = ([op.location for op in module.walk()][1:] for module in (read, expected))
        assert own == same


def test_a_reduce_that_gives_nothing_is_no_mistake_of_the_reader() -> None:
    text = (
        "func.func @main(%x: tensor<2xf32>, %zero: tensor<f32>) {\n"
        "  stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]"
        " : (tensor<2xf32>, tensor<f32>) -> ()\n  return\n}"
    )
    with pytest.raises(hl.ParseError):
        hl.parse(text)


def test_what_stands_in_few_programs() -> None:
    """Batches, precisions, windows turned round, words of quantities and places behind operations."""
    assert_read_alike(
        [
            """
func.func @main(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>, %i: tensor<1x6x1xf32>, %w: tensor<2x1x1xf32>)
    -> (tensor<2x3x5xf32>, tensor<1x3x1xf32>) {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1],
    precision = [HIGH, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1],
    precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32,
    accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32> loc("a":1:2)
  %2 = stablehlo.convolution(%i, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {stride = [2], pad = [[1, 0]], lhs_dilate = [1], rhs_dilate = [2], reverse = [true]}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
    : (tensor<1x6x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %3 = chlo.broadcast_add %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = chlo.is_inf %x : tensor<2x3x4xf32> -> tensor<2x3x4xi1> loc(unknown)
  return %1, %2 : tensor<2x3x5xf32>, tensor<1x3x1xf32>
}"""
        ]
    )
