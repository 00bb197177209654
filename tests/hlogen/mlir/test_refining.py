"""Refining: upstream's passes fold constants, which may end the process that they run in."""

import pytest

import hlogen as hl
from hlogen.mlir.errors import BindingsError

PROGRAM = """func.func @main(%a: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.OP %seven, %n : tensor<i32>
  return %0 : tensor<i32>
}"""


@pytest.mark.parametrize(("op", "result"), [("divide", 2), ("remainder", 1)])
def test_what_ends_upstreams_passes_is_an_error(op: str, result: int) -> None:
    program = hl.parse(PROGRAM.replace("OP", op))
    assert f"dense<{result}>" in str(hl.transform.refine(program, [[3]]))
    try:
        said = str(hl.transform.refine(program, [[0]]))  # a release of upstream's may learn to
    except BindingsError as error:
        said = str(error)
    assert "return" in said or "upstream's passes, in a worker process: upstream crashed on it (signal SIG" in said
    assert f"dense<{result}>" in str(hl.transform.refine(program, [[3]]))
