"""What bytecode says of attributes, types and places, held against what the bindings do."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlogen.ir import Module
from hlogen.mlir import entries, provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.encoded import Encoded
from hlogen.mlir.reader import read

_REAL = Path(__file__).parents[3] / "golden" / "real"
_PROGRAM = """
#place = loc("a file.py":3:4)
"no_dialect"() {flag, "a name" = "text\\FF\\00.", ref = @f, inner = @f::@g} : () -> ()
"twice.twice.twice"() {yes = true, no = false, one = 1 : i1, minus = -1 : i64, small = -128 : i8, large = 255 : ui8,
  wide = -1 : i128, odd = -3 : i37, nibble = -8 : i4, most = 18446744073709551615 : ui64, at = -1 : index,
  signed = -5 : si16, bit = -1 : si1} : () -> ()
"test.floats"() {a = 1.5 : f32, b = -0.0 : f64, c = 0x7F800000 : f32, d = 0xFFF0000000000000 : f64, e = 1.0 : bf16,
  f = 0.1 : f64, g = 1.0e-45 : f32} : () -> ()
"test.lists"() {a = array<i64: 1, -2, 9223372036854775807>, b = array<i1: true, false>, c = array<f32: 0.1, -0.0>,
  d = array<i8: -1>, e = array<i32>, f = [1, [2, {x = "y"}], unit], g = {h = {i = [@f, f32]}}, j = array<f64: 1.5>,
  k = array<i16: -300, 7>} : () -> ()
"test.types"() {a = i32, b = (f32, tensor<2x?xf32>) -> (), c = tensor<*xf32>, d = complex<f64>, e = memref<2xf32>,
  f = tuple<i1, index>, g = ((f32) -> f32) -> f32, h = vector<2xf32>, i = tensor<2xf8E4M3FN>, j = !stablehlo.token,
  k = tensor<2x!quant.uniform<i8:f32, 0.5>>, l = tensor<?xf32, #stablehlo.bounds<4>>, m = !other.type<3>, n = none,
  o = tensor<3xcomplex<f32>>, p = tensor<0x4xbf16>, q = tensor<f32>} : () -> ()
"test.constants"() {a = dense<0.0> : tensor<f32>, b = dense<[1, -2]> : tensor<2xi16>, c = dense<true> : tensor<3xi1>,
  d = dense<[true, false, true]> : tensor<3xi1>, e = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, f = dense<-3> :
  tensor<2xi4>, g = dense<[1.0, -0.0]> : tensor<2xbf16>, h = dense<> : tensor<0x3xf32>, i = dense<5> : tensor<2x2xui8>,
  j = dense<true> : tensor<i1>, k = dense<false> : tensor<8xi1>, l = dense<[1, 2]> : tensor<2xindex>,
  m = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>, n = dense<true> : tensor<8xi1>,
  o = dense<[0.5, 0x7E00]> : tensor<2xf16>, p = dense<1.0> : tensor<2xf8E5M2>, q = dense<"s"> : tensor<2x!other.string>,
  r = dense<[true, false, true, true, false, false, true, true, false]> : tensor<9xi1>} : () -> ()
"test.inside"() {a = [dense<(1.0, 0.0)> : tensor<complex<f64>>, 1], b = {c = [dense<1> : tensor<i8>]}} : () -> ()
"test.own"() {a = #stablehlo<precision HIGHEST>, b = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>],
  c = #stablehlo.gather<offset_dims = [0], start_index_map = [1], index_vector_dim = 2>, d = #stablehlo.dot<
  lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, e = #chlo<comparison_direction LT>,
  f = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, g = #stablehlo.channel_handle<handle = 1, type = 2>,
  h = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>, i = affine_map<(d0) -> (d0 + 1)>} : () -> ()
"test.places"() ({
^bb0(%x: f32 loc("x"), %y: f32 loc("params['w']"("f.py":1:2)), %z: f32):
  "test.inside"(%x) : (f32) -> () loc("f.py":7:8)
}, {
^bb0(%x: !quant.uniform<i8:f32, 0.25> loc(unknown), %y: tuple<f32> loc("y"), %z: memref<1xi7>):
  "test.inside"(%x) : (!quant.uniform<i8:f32, 0.25>) -> () loc(callsite("g"("g.py":1:2) at "h.py":3:4))
^bb1(%v: vector<3xf32>):
  %r = "test.inside"(%v) : (vector<3xf32>) -> memref<2xi9> loc(fused[unknown, "n"("k.py":5:6), "l.py":1:1])
}) : () -> () loc(fused<"more">[callsite(unknown at "c.py":9:10), "d.py":1:2])
"test.ranges"() : () -> () loc("r.py":1:2 to 3:4)
"test.ranges"() : () -> () loc("r.py":1:2 to :4)
"test.ranges"() : () -> () loc("r.py":5:0)
"test.ranges"() : () -> () loc(#place)
"""


def _written(module: Module) -> list[object]:
    """Everything that a program consists of."""
    found: list[object] = [module.attributes, module.location]
    for operation in module.walk():
        found += [operation.name, operation.attributes, operation.location, len(operation.operands)]
        found += [(value.type, value.name) for value in operation.results]
        for region in operation.regions:
            found += [[(value.type, value.name) for value in block.arguments] for block in region.blocks]
    return found


def _told(text: str, monkeypatch: pytest.MonkeyPatch, is_asked: bool) -> list[object]:
    """What a program becomes, where the bindings are asked for all of it, or for what must be."""
    bindings = provider.find()
    context = bindings.context()
    with monkeypatch.context() as patched:
        if is_asked:
            known = Encoded.__init__

            def unknown(self: Encoded, operation: object) -> None:
                known(self, operation)
                self.foreign = dict.fromkeys(range(len(self.starts)), "?")

            patched.setattr(Encoded, "__init__", unknown)
        held = bindings.ir.Module.parse(text, context)
        module = Converter(bindings, held).module()
    names: list[str] = []

    def visit(operation: Any) -> Any:
        names.append(operation.name)
        return bindings.ir.WalkResult.ADVANCE

    held.operation.walk(visit, bindings.ir.WalkOrder.PRE_ORDER)
    assert names[1:] == [operation.name for operation in module.walk()]
    return _written(module)


@pytest.mark.parametrize("name", ["", *sorted(path.name for path in _REAL.glob("*.mlir"))])
def test_bytecode_says_what_the_bindings_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (_REAL / name).read_text() if name else _PROGRAM
    entries._known.clear()
    for _ in range(2):  # what StableHLO's own attributes are is asked for once
        assert _told(text, monkeypatch, is_asked=False) == _told(text, monkeypatch, is_asked=True)


def test_the_bindings_are_asked_for_nothing_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (_REAL / "transformer_block.mlir").read_text()
    first = _written(read(text))
    monkeypatch.setattr(Converter, "_ask", lambda *_: pytest.fail("something is unknown"))
    assert _written(read(text)) == first


def test_constants_are_read_only_and_splats_take_no_memory() -> None:
    (operation,) = read(
        '"test.op"() {a = dense<1.0> : tensor<9x9xf32>, b = dense<[1, 2]> : tensor<2xi8>} : () -> ()'
    ).operations
    splat, array = operation.attributes["a"].array, operation.attributes["b"].array
    assert splat.strides == (0, 0)
    assert not splat.flags.writeable
    assert not array.flags.writeable
    np.testing.assert_array_equal(array, [1, 2])
