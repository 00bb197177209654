"""``hl.testing.assert_equivalent``: the messages, whose numbers are NumPy's."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.conform.opwise import comparison
from hlogen.errors import ExecutionError, UsageError
from hlogen.testing import assert_equivalent, equivalent, inputs

X, Y, Z = np.float32([2, 1]), np.float32([3, 1]), np.float32([0.5, 7])


@hl.function("2xf32", "2xf32", "2xf32")
def p(x, y, z):
    return x * y, x * y + z


@hl.function("2xf32", "2xf32", "2xf32")
def q(x, y, z):
    return y * x, y * x - z


def said(*args, **options):
    with pytest.raises(AssertionError) as raised:
        assert_equivalent(*args, **options)
    return str(raised.value)


def test_the_first_elements_and_operations_that_differ_are_told():
    here = __file__
    assert (
        said(p, q, [X, Y, Z])
        == f"""\
p and q differ in 2 of 2 elements of result 1
  [0]: p gives 6.5, q gives 5.5
  [1]: p gives 8.0, q gives -6.0
on inputs that were given:
  x: tensor<2xf32>: min 1.0, max 2.0, mean 1.5; [2.0, 1.0]
  y: tensor<2xf32>: min 1.0, max 3.0, mean 2; [3.0, 1.0]
  z: tensor<2xf32>: min 0.5, max 7.0, mean 3.75; [0.5, 7.0]
the first operation whose result the other program hasn't:
  p: %2 = stablehlo.add at {here}:17:19: min 6.5, max 8.0, mean 7.25; [6.5, 8.0]
  q: %2 = stablehlo.subtract at {here}:22:19: min -6.0, max 5.5, mean -0.25; [5.5, -6.0]"""
    )


def test_bits_are_compared_and_one_nan_is_as_good_as_another():
    text = (
        "func.func @main() -> tensor<2xf32> {{\n"
        "%c = stablehlo.constant dense<[{}]> : tensor<2xf32> return %c : tensor<2xf32> }}"
    )
    assert_equivalent(text.format("0x7FC00000, 0.0"), text.format("0xFFC00001, 0.0"))
    assert "[1]: p gives 0.0, q gives -0.0" in said(text.format("1.0, 0.0"), text.format("1.0, -0.0"))


def test_open_sizes_are_drawn_until_the_programs_differ():
    """Only where there is a single element, or none, are the first one and the sum of all the same."""
    first = hl.function("?xf32")(lambda x: x.sum(keepdims=True))
    other = hl.function("?xf32")(lambda x: x.sum(keepdims=True) * 1.0)
    assert_equivalent(first, other)
    assert_equivalent(
        hl.function("?xi32", "?xi32")(lambda x, y: x + y), hl.function("?xi32", "3xi32")(lambda x, y: y + x)
    )
    one = hl.function("?xi32")(lambda x: x + x)
    other = hl.function("?xi32")(lambda x: x * hl.size(x, 0))
    assert "on inputs drawn with seed=4:" in said(one, other, seed=4)


def test_other_types_are_told():
    other = hl.function("2xf32", "2xf32")(lambda x, y: x + y)
    assert said(p, other).startswith(
        "p and q take other arguments:\n  p: (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> "
    )
    assert said(other, hl.function("2xf32", "2xf32")(lambda x, y: (x, y))).startswith(
        "p and q give results of other types"
    )


CHECKED = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>
  return %x : tensor<2xf32>
}
"""


def test_one_that_can_t_be_run_is_not_the_same():
    same = hl.function("2xf32")(lambda x: x)
    assert_equivalent(CHECKED, same, [[1.0, 2.0]])
    assert said(same, CHECKED, [X]).startswith("q can't be run, p can: check.expect_eq: 2 of 2 elements differ\n")
    with pytest.raises(UsageError, match="neither program can be run on what was drawn: give inputs\ncheck"):
        assert_equivalent(CHECKED, CHECKED)
    with pytest.raises(ExecutionError, match="2 of 2 elements differ"):
        assert_equivalent(CHECKED, CHECKED, [X])


class Sloppy:
    """A backend whose sums are one too large where a multiplication is in the program as well."""

    name = "sloppy"

    def run(self, program, *args, entry="main"):
        off = "stablehlo.subtract" in {op.name for op in program.module.walk()}
        return [result + np.float32(off) for result in interpreter.run(program, *args, entry=entry)]


def test_where_only_a_backend_differs_its_operation_is_told(monkeypatch):
    for place in (equivalent, comparison):
        name = "backend_called" if place is equivalent else "backend"
        monkeypatch.setattr(place, name, lambda address: Sloppy())
    minus = hl.function("2xf32", "2xf32")(lambda x, y: x - y)
    plus = hl.function("2xf32", "2xf32")(lambda x, y: x + -y)
    lines = said(minus, plus, [X, Y], backend="sloppy").splitlines()
    assert lines[1] == "  [0]: p gives 0.0, q gives -1.0"
    place = lines.index("sloppy differs from the specification first in p:")
    assert "  %0 = stablehlo.subtract at " in lines[place + 1]


@pytest.mark.parametrize("inputs", [iter([1.0]), 1.0, {}, np.ones(1)])
def test_inputs_are_a_list(inputs):
    double = hl.function("f32")(lambda x: x + x)
    for judge in (hl.testing.assert_gradients, lambda *given: hl.testing.assert_equivalent(double, *given)):
        with pytest.raises(hl.UsageError, match=r"inputs (of assert_.* is a list|is a list of arguments)"):
            judge(double, inputs)


def test_five_elements_are_shown_and_results_of_other_shapes_told():
    seven = hl.function("7xi32")(lambda x: (x, x))
    other = hl.function("7xi32")(lambda x: (x, x + 1))
    lines = said(seven, other, [np.arange(7, dtype=np.int32)]).splitlines()
    assert lines[:7] == [
        "p and q differ in 7 of 7 elements of result 1",
        *(f"  [{at}]: p gives {at}, q gives {at + 1}" for at in range(5)),
        "  and 2 more",
    ]
    iota = """func.func @main(%n: tensor<1xi32>) -> tensor<?xi32> {{
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %m = stablehlo.{} %n, %one : tensor<1xi32>
      %0 = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      return %0 : tensor<?xi32>
    }}"""
    sizes = [iota.format("multiply"), iota.format("add")]
    assert said(*sizes, [np.int32([2])]).startswith(
        "p and q differ: result 0 of p is of shape (2,), that of q of (3,)\n"
        "on inputs that were given:\n  n: tensor<1xi32>: "
    )


TUPLES = """
!pair = tuple<tensor<i32>, tensor<2xi32>>
func.func @main(%x: tensor<2xi32>, %t: !stablehlo.token) -> (!stablehlo.token, !pair) {{
  %c = stablehlo.constant dense<{}> : tensor<i32>
  %0 = stablehlo.tuple %c, %x : !pair
  return %t, %0 : !stablehlo.token, !pair
}}
"""


def test_tuples_are_compared_by_their_parts_and_tokens_not_at_all():
    given = [np.int32([3, 4]), None]
    assert_equivalent(TUPLES.format(1), TUPLES.format(1), given)
    assert said(TUPLES.format(1), TUPLES.format(2), given).startswith(
        "p and q differ in 1 of 1 elements of result 0\n  []: p gives 1, q gives 2\n"
    )


def test_where_in_loops_programs_part():
    def summed(sign):
        return hl.function("i32")(lambda x: hl.fori(0, 3, lambda i, c: c + hl.select(i == 1, sign * x, x), x))

    lines = said(summed(1), summed(-1), [np.int32(5)]).splitlines()
    assert lines[:2] == ["p and q differ in 1 of 1 elements of result 0", "  []: p gives 20, q gives 10"]
    parting = lines[lines.index("the first operation whose result the other program hasn't:") :]
    assert any(line.startswith("  p: ") and ", in turn " in line for line in parting), lines


def test_sizes_are_drawn_up_to_their_bounds():
    types = [hl.tensor("?x2xf32, #stablehlo.bounds<2, ?>"), hl.tensor("?xi32")]
    shapes = [[array.shape for array in arrays] for arrays in inputs.drawn(types, 0)]
    assert shapes == [[(2, 2), (3,)], [(1, 2), (1,)], [(0, 2), (0,)], [(2, 2), (8,)]]
    assert [[array.shape for array in arrays] for arrays in inputs.drawn([hl.tensor("4xf32")], 0)] == [[(4,)]]
    with pytest.raises(UsageError, match=r"^argument 1 is a !stablehlo\.token, which can't be drawn; give inputs$"):
        next(inputs.drawn([hl.tensor("4xf32"), hl.parse(TUPLES.format(1)).function("main").type.inputs[1]], 0))


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1"])
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(UsageError, match=rf"^seed is a whole number from 0 on, not {seed!r}$"):
        inputs.require_seed(seed)
