"""``hl.testing.assert_valid``."""

import pytest

import hlogen as hl
from hlogen.errors import UsageError

INVALID = """func.func @main(%x: tensor<2xf32>) -> tensor<2xi32> {
  %y = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
"""
ADD = """{}: error: stablehlo.add breaks add.C1: result is tensor<2xi32>, but lhs is tensor<2xf32>
    spec: If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result)
    fix: declare the result as tensor<2xf32>"""


def test_every_violation_is_shown_at_its_place(tmp_path):
    path = tmp_path / "a.mlir"
    path.write_text(INVALID + "func.func @b() { %z = }\n")
    for program, said in [
        (INVALID, "1 violation\n" + ADD.format("-:2:8")),
        (hl.parse(INVALID), "1 violation\n" + ADD.format("-:2:8")),
        (
            path,
            f"2 violations\n{ADD.format(f'{path}:2:8')}\n{path}:5:22: error: parse: expected operation name in quotes",
        ),
    ]:
        with pytest.raises(AssertionError) as raised:
            hl.testing.assert_valid(program)
        assert str(raised.value).startswith(said)


def test_what_is_valid_passes():
    hl.testing.assert_valid(INVALID.replace("xi32", "xf32") + "// -----\n" + INVALID.replace("xi32", "xf32"))
    hl.testing.assert_valid(hl.function("2xf32")(hl.sqrt))
    with pytest.raises(UsageError, match=r"there is no file 'nope\.mlir'"):
        hl.testing.assert_valid("nope.mlir")
