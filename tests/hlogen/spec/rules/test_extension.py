"""Rules of operations whose meaning comes from elsewhere: what they say of functions of the program, and of aliases."""

import pytest

from hlogen.mlir.reader import parts, read
from hlogen.spec.operations import violations_of

COMPOSITE = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "vendor.op" %x {decomposition = @op} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
OTHER = "func.func private @op(tensor<3xf32>) -> tensor<2xf32>"
FITTING = "func.func private @op(tensor<2xf32>) -> tensor<2xf32>"


def told(text: str) -> list[tuple[str, str]]:
    return [(one.id, one.message) for one in violations_of(read(text))]


def test_a_composite_is_held_against_the_function_of_its_own_program_each_time() -> None:
    takes = "inputs has the types [tensor<2xf32>], but @op takes [tensor<3xf32>]"
    for _ in range(2):
        assert told(FITTING + COMPOSITE) == []
        assert told(OTHER + COMPOSITE) == [("composite.C3", takes)]
        assert told(COMPOSITE) == [("composite.C2", "there is no function @op in the module")]


def test_a_composite_is_held_against_the_functions_of_the_module_that_it_stands_in() -> None:
    assert told(f"module {{ {OTHER} module @inner {{ {FITTING}{COMPOSITE} }} }}") == []
    (violation,) = violations_of(read(f"module {{ {FITTING} module @inner {{ module {{ {COMPOSITE} }} {FITTING} }} }}"))
    assert violation.id == "composite.C2"
    assert violation.upstream is None


def test_of_a_function_that_cannot_be_read_nothing_is_said() -> None:
    (part,) = parts(FITTING.replace("2x", "2y") + COMPOSITE)
    program, errors = part.read_rest()
    assert program is not None
    assert (len(errors), violations_of(program)) == (1, [])


def test_what_only_a_run_knows_of_a_decomposition_is_left_to_upstream() -> None:
    assert [id for id, _ in told(FITTING.replace("2x", "?x") + COMPOSITE)] == ["upstream.composite"]


@pytest.mark.parametrize(
    "type",
    ["tensor<*xf32>", "!stablehlo.future<tensor<2xf32>>", "!stablehlo.token", "tuple<tensor<*xf32>>",
     "tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>"],
)  # fmt: skip
def test_custom_calls_take_and_give_values_of_every_kind(type: str) -> None:
    text = f"""func.func @main(%x: {type}) {{
      %0 = "stablehlo.custom_call"(%x) {{call_target_name = "foo" : i32}} : ({type}) -> {type}
      return
    }}"""
    assert told(text) == []


def test_custom_calls_take_and_give_buffers() -> None:
    text = """func.func @main(%x: tensor<2xf32>) {
      %0 = "stablehlo.custom_call"(%x) {call_target_name = "Pin", api_version = 4 : i32}
        : (tensor<2xf32>) -> memref<2xf32>
      "stablehlo.custom_call"(%0) {call_target_name = "foo", api_version = 4 : i32} : (memref<2xf32>) -> ()
      return
    }"""
    assert told(text) == []


@pytest.mark.parametrize("type", ["index", "tensor<2xindex>", "tuple<f32>", "tensor<*xi3>", "() -> ()"])
def test_custom_calls_take_nothing_but_values(type: str) -> None:
    text = f"""func.func @main(%x: {type}) {{
      "stablehlo.custom_call"(%x) {{call_target_name = "foo"}} : ({type}) -> ()
      return
    }}"""
    assert told(text) == [("custom_call.I1", f"inputs has the types [{type}], not all of which are values' types")]


@pytest.mark.parametrize(
    ("output", "index", "operand", "says"),
    [
        ([0], 0, [1], ""),
        ([1], 1, [], ""),
        ([0], 2, [], "names operand 2, of 2"),
        ([0], -1, [], "names operand -1, of 2"),
        ([0], 0, [2], "names the part [2] of operand 0, of type tuple<tensor<i1>, tensor<2xf32>>"),
        ([0, 0], 0, [1], "names the part [0, 0] of the results, of type tuple<tensor<2xf32>, tensor<5xf32>>"),
        ([1], 0, [1], "names a part of type tensor<5xf32> of the results and one of type tensor<2xf32> of operand 0"),
    ],
)
def test_aliases_are_parts_of_one_type(output: list[int], index: int, operand: list[int], says: str) -> None:
    alias = f"""#stablehlo.output_operand_alias<output_tuple_indices = {output}, operand_index = {index},
                  operand_tuple_indices = {operand}>"""
    text = f"""func.func @main(%x: tuple<tensor<i1>, tensor<2xf32>>, %y: tensor<5xf32>) {{
      %0:2 = "stablehlo.custom_call"(%x, %y) {{call_target_name = "foo", output_operand_aliases = [{alias}]}}
        : (tuple<tensor<i1>, tensor<2xf32>>, tensor<5xf32>) -> (tensor<2xf32>, tensor<5xf32>)
      return
    }}"""
    assert told(text) == ([("custom_call.I7", f"output_operand_aliases[0] {says}")] if says else [])
